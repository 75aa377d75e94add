//! Where pebbles lie in a hole: fixed arrangements, found once by letting stones settle, so that the same board is
//! always the same picture and no stone lies on another.

/// The radius of a pebble, in the measure of the arrangements; a hole's is 20.
pub(super) const PEBBLE: f64 = 5.5;

/// The most stones that are drawn one by one: beyond this a reader counts wrongly, and a figure tells more.
pub(super) const MOST: u16 = 7;

/// The middles of so many pebbles. `seed` chooses among the arrangements, so that neighbours don't look stamped.
pub(super) fn arrangement(stones: u16, seed: usize) -> &'static [(f64, f64)] {
    match usize::from(stones) {
        0 => &[],
        stones => PACKINGS.get(stones - 1).map_or(&[], |variants| variants[seed % variants.len()]),
    }
}

#[rustfmt::skip]
const PACKINGS: [[&[(f64, f64)]; 3]; 7] = [
    [
        &[(0.0, 0.0)],
        &[(1.0, -0.8)],
        &[(-0.9, 1.1)],
    ],
    [
        &[(-4.4, -3.9), (4.4, 3.9)],
        &[(-4.2, -4.2), (4.2, 4.2)],
        &[(-5.8, -1.0), (5.8, 1.0)],
    ],
    [
        &[(-5.9, -3.7), (6.0, -3.3), (-0.1, 6.9)],
        &[(5.2, 4.5), (1.4, -6.8), (-6.6, 2.1)],
        &[(2.1, -6.6), (4.5, 5.2), (-6.7, 1.4)],
    ],
    [
        &[(6.8, 3.1), (3.8, -8.3), (-6.8, -3.1), (-3.8, 8.3)],
        &[(10.1, 0.1), (-10.1, -0.1), (0.1, -6.3), (-0.1, 6.3)],
        &[(-1.6, 10.1), (-5.9, -1.0), (5.9, 1.0), (1.6, -10.1)],
    ],
    [
        &[(-11.7, 4.4), (-0.6, 8.6), (8.6, 1.0), (6.4, -10.7), (-2.6, -3.3)],
        &[(-5.0, 11.5), (-8.6, 0.1), (3.0, 2.9), (-0.5, -8.6), (11.1, -5.9)],
        &[(-11.0, -6.0), (8.6, 0.3), (4.9, 11.6), (-3.1, 2.8), (0.6, -8.6)],
    ],
    [
        &[(5.7, 11.6), (11.1, 0.6), (4.2, -9.2), (-0.8, 1.6), (-7.8, -7.9), (-12.3, 3.4)],
        &[(-10.0, -1.5), (1.8, 0.3), (-5.5, 9.7), (9.6, -8.6), (6.7, 11.1), (-2.4, -10.8)],
        &[(7.6, -10.5), (-4.7, -10.1), (1.8, -0.1), (8.8, 9.3), (-3.3, 10.6), (-10.1, 0.8)],
    ],
    [
        &[(-3.0, 11.6), (-8.4, -8.3), (11.5, -3.1), (3.0, -11.6), (-11.5, 3.1), (8.4, 8.3), (0.0, 0.0)],
        &[(-9.3, -7.4), (-1.8, 11.7), (1.8, -11.7), (-11.1, 4.4), (0.0, 0.0), (11.1, -4.4), (9.3, 7.4)],
        &[(-6.0, -10.2), (0.0, 0.0), (5.9, -10.3), (-5.9, 10.3), (-11.8, 0.1), (6.0, 10.2), (11.8, -0.1)],
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
                    assert!(x.hypot(y) + PEBBLE <= 19.0, "{stones} stones, {seed}: ({x}, {y}) leaves the hole");
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
