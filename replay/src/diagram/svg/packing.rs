//! Where pebbles lie in a hole: fixed arrangements, found once by letting stones settle, so that the same board is
//! always the same picture and no stone lies on another.

/// The radius of a pebble, in the measure of the arrangements; a hole's is 20.
pub(super) const PEBBLE: f64 = 4.4;

/// The most stones that are drawn one by one: beyond this a reader counts wrongly, and a figure tells more.
pub(super) const MOST: u16 = 8;

/// The middles of so many pebbles. `seed` chooses among the arrangements, so that neighbours don't look stamped.
pub(super) fn arrangement(stones: u16, seed: usize) -> &'static [(f64, f64)] {
    match usize::from(stones) {
        0 => &[],
        stones => PACKINGS.get(stones - 1).map_or(&[], |variants| variants[seed % variants.len()]),
    }
}

#[rustfmt::skip]
const PACKINGS: [[&[(f64, f64)]; 3]; 8] = [
    [
        &[(0.0, 0.0)],
        &[(0.8, -0.6)],
        &[(-0.7, 0.9)],
    ],
    [
        &[(-3.5, -3.1), (3.5, 3.1)],
        &[(-3.3, -3.3), (3.3, 3.3)],
        &[(-4.6, -0.8), (4.6, 0.8)],
    ],
    [
        &[(-4.7, -2.9), (4.8, -2.6), (-0.1, 5.5)],
        &[(4.1, 3.6), (1.1, -5.4), (-5.2, 1.7)],
        &[(1.7, -5.2), (3.6, 4.1), (-5.3, 1.1)],
    ],
    [
        &[(5.4, 2.5), (3.0, -6.6), (-5.4, -2.5), (-3.0, 6.6)],
        &[(8.0, 0.1), (-8.0, -0.1), (0.1, -5.0), (-0.1, 5.0)],
        &[(-1.3, 8.0), (-4.7, -0.8), (4.7, 0.8), (1.3, -8.0)],
    ],
    [
        &[(-9.3, 3.5), (-0.5, 6.8), (6.8, 0.8), (5.1, -8.5), (-2.1, -2.6)],
        &[(-4.0, 9.1), (-6.8, 0.1), (2.4, 2.3), (-0.4, -6.8), (8.8, -4.7)],
        &[(-8.7, -4.8), (6.8, 0.2), (3.9, 9.2), (-2.5, 2.2), (0.5, -6.8)],
    ],
    [
        &[(4.5, 9.2), (8.8, 0.5), (3.3, -7.3), (-0.6, 1.3), (-6.2, -6.3), (-9.8, 2.7)],
        &[(-7.9, -1.2), (1.4, 0.2), (-4.4, 7.7), (7.6, -6.8), (5.3, 8.8), (-1.9, -8.6)],
        &[(6.0, -8.3), (-3.7, -8.0), (1.4, -0.1), (7.0, 7.4), (-2.6, 8.4), (-8.0, 0.6)],
    ],
    [
        &[(-2.4, 9.2), (-6.7, -6.6), (9.1, -2.5), (2.4, -9.2), (-9.1, 2.5), (6.7, 6.6), (0.0, -0.0)],
        &[(-7.4, -5.9), (-1.4, 9.3), (1.4, -9.3), (-8.8, 3.5), (-0.0, -0.0), (8.8, -3.5), (7.4, 5.9)],
        &[(-4.8, -8.1), (0.0, 0.0), (4.7, -8.2), (-4.7, 8.2), (-9.4, 0.1), (4.8, 8.1), (9.4, -0.1)],
    ],
    [
        &[(11.2, -5.5), (7.6, 3.4), (-11.2, 5.5), (-3.5, -12.0), (-7.6, -3.4), (1.9, -4.3), (3.5, 12.0), (-1.9, 4.3)],
        &[(-13.5, 1.8), (2.1, -0.3), (9.6, -6.0), (-6.3, -4.3), (10.9, 3.3), (3.7, 9.4), (1.1, -10.0), (-5.0, 5.8)],
        &[(9.8, -2.4), (1.0, 1.9), (9.0, 6.9), (1.8, -7.4), (-6.4, -12.0), (0.7, 11.3), (-7.2, -2.7), (-7.5, 6.7)],
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_pebble_lies_on_another_or_leaves_its_hole() {
        for stones in 1..=MOST {
            for seed in 0..3 {
                let middles = arrangement(stones, seed);
                assert_eq!(middles.len(), usize::from(stones));
                for (index, &(x, y)) in middles.iter().enumerate() {
                    assert!(x.hypot(y) + PEBBLE <= 18.5, "{stones} stones, {seed}: ({x}, {y}) leaves the hole");
                    for &(u, v) in &middles[..index] {
                        assert!(
                            (x - u).hypot(y - v) >= 2.0 * PEBBLE,
                            "{stones} stones, {seed}: ({x}, {y}) on ({u}, {v})"
                        );
                    }
                }
            }
        }
    }
}
