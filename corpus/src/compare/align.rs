//! Two sequences laid side by side so that as little as possible differs (Needleman and Wunsch): what one has and the other
//! has not stands alone and shifts nothing.

/// A place of an alignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pair {
    /// Both have something here, by their places in the two sequences.
    Both(usize, usize),
    /// Only the left one has.
    Left(usize),
    /// Only the right one has.
    Right(usize),
}

/// What it costs that one has something and the other nothing.
const GAP: u32 = 2;
/// The largest table, in cells. Beyond it the rests are laid side by side place by place.
const CELLS: usize = 64 << 20;

/// Aligns two sequences. `cost` says how different two things are: 0 for the same; two gaps cost 4, so whatever costs more
/// is never laid side by side. Of equally good alignments the one is taken in which gaps come late.
///
/// ```
/// use tsoro_corpus::compare::{Pair, align};
/// let pairs = align(b"abcd", b"acd", |a, b| if a == b { 0 } else { 3 });
/// assert_eq!(pairs, [Pair::Both(0, 0), Pair::Left(1), Pair::Both(2, 1), Pair::Both(3, 2)]);
/// ```
pub fn align<T>(left: &[T], right: &[T], cost: impl Fn(&T, &T) -> u32) -> Vec<Pair> {
    // Most of two records of one game is the same: only the middle needs the table.
    let same = |(a, b): &(&T, &T)| cost(a, b) == 0;
    let head = left.iter().zip(right).take_while(same).count();
    let (a, b) = (&left[head..], &right[head..]);
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(same).count();
    let (a, b) = (&a[..a.len() - tail], &b[..b.len() - tail]);
    let mut pairs: Vec<Pair> = (0..head).map(|at| Pair::Both(at, at)).collect();
    let middle = if (a.len() + 1).saturating_mul(b.len() + 1) > CELLS {
        side_by_side(a.len(), b.len())
    } else {
        table(a, b, cost)
    };
    pairs.extend(middle.into_iter().map(|pair| match pair {
        Pair::Both(i, j) => Pair::Both(head + i, head + j),
        Pair::Left(i) => Pair::Left(head + i),
        Pair::Right(j) => Pair::Right(head + j),
    }));
    let (i, j) = (head + a.len(), head + b.len());
    pairs.extend((0..tail).map(|at| Pair::Both(i + at, j + at)));
    pairs
}

fn table<T>(a: &[T], b: &[T], cost: impl Fn(&T, &T) -> u32) -> Vec<Pair> {
    let width = b.len() + 1;
    let mut costs = vec![0u32; (a.len() + 1) * width];
    // From the ends, so that the way is read from the beginning.
    for i in (0..=a.len()).rev() {
        for j in (0..=b.len()).rev() {
            let down = if i < a.len() { costs[(i + 1) * width + j].saturating_add(GAP) } else { u32::MAX };
            let across = if j < b.len() { costs[i * width + j + 1].saturating_add(GAP) } else { u32::MAX };
            let both = if i < a.len() && j < b.len() {
                costs[(i + 1) * width + j + 1].saturating_add(cost(&a[i], &b[j]))
            } else {
                u32::MAX
            };
            let least = both.min(down).min(across);
            costs[i * width + j] = if least == u32::MAX { 0 } else { least };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::with_capacity(a.len().max(b.len()));
    while i < a.len() || j < b.len() {
        let here = costs[i * width + j];
        if i < a.len() && j < b.len() && here == costs[(i + 1) * width + j + 1].saturating_add(cost(&a[i], &b[j])) {
            pairs.push(Pair::Both(i, j));
            (i, j) = (i + 1, j + 1);
        } else if i < a.len() && here == costs[(i + 1) * width + j].saturating_add(GAP) {
            pairs.push(Pair::Left(i));
            i += 1;
        } else {
            pairs.push(Pair::Right(j));
            j += 1;
        }
    }
    pairs
}

fn side_by_side(left: usize, right: usize) -> Vec<Pair> {
    let both = left.min(right);
    let pairs = (0..both).map(|at| Pair::Both(at, at));
    pairs.chain((both..left).map(Pair::Left)).chain((both..right).map(Pair::Right)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Everything of both is there once and in order, and what was left out of one stands alone.
        #[test]
        fn nothing_is_lost(left in proptest::collection::vec(0u8..5, 0..30), right in proptest::collection::vec(0u8..5, 0..30)) {
            let pairs = align(&left, &right, |a, b| if a == b { 0 } else { 3 });
            let of_left: Vec<_> = pairs.iter().filter_map(|pair| match pair { Pair::Both(i, _) | Pair::Left(i) => Some(*i), Pair::Right(_) => None }).collect();
            let of_right: Vec<_> = pairs.iter().filter_map(|pair| match pair { Pair::Both(_, j) | Pair::Right(j) => Some(*j), Pair::Left(_) => None }).collect();
            prop_assert_eq!(of_left, (0..left.len()).collect::<Vec<_>>());
            prop_assert_eq!(of_right, (0..right.len()).collect::<Vec<_>>());
        }

        #[test]
        fn one_missing_shifts_nothing(all in proptest::collection::vec(any::<u16>(), 1..60), at in any::<proptest::sample::Index>()) {
            let mut less = all.clone();
            less.remove(at.index(all.len()));
            let pairs = align(&all, &less, |a, b| if a == b { 0 } else { 3 });
            prop_assert_eq!(pairs.iter().filter(|pair| !matches!(pair, Pair::Both(..))).count(), 1);
        }
    }
}
