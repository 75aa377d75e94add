//! Sowing backwards: which holes and which lift could have led to the holes that a sowing left.
//!
//! One lap maps (holes, hole to lift) to (holes, next hole to lift) one to one (2.5). To undo a lap that ended in hole e:
//! the hole lifted is the nearest one, going back from e and counting e itself, that holds the side's fewest stones.

use tsoro_rules::{Columns, Direction, RuleSet, Side};

use super::goal::Counts;
use super::occupied_heads;

/// The laps of one sowing that are undone at the most. Longer ones are known, but they are one in many millions.
const MOST_LAPS: u32 = 4096;

/// A beginning that leads to the holes asked for.
pub(super) struct Start {
    /// The side's holes before the lift.
    pub(super) ring: Counts,
    /// The hole lifted.
    pub(super) lift: u8,
}

/// All beginnings found.
pub(super) struct Starts {
    pub(super) starts: Vec<Start>,
    /// Whether a sowing was longer than is looked at.
    pub(super) cut: bool,
}

/// Every sowing of a side that may have left the holes of `ring`. Whether its lift was allowed, and whether it was in the
/// mover's power to stop there, is for a sowing forwards to say.
pub(super) fn sowings_to(rules: &RuleSet, ring: &Counts, columns: Columns, side: Side) -> Starts {
    let size = columns.circuit();
    let heads = occupied_heads(rules, ring, side);
    let mut found = Starts { starts: Vec::new(), cut: false };
    let ends = (0..size).filter(|&end| ring[usize::from(end)] == 1 || heads.contains(end));
    for end in ends {
        let mut before = *ring;
        let mut landing = end;
        found.cut |= (0..MOST_LAPS).all(|_| {
            let stones;
            (landing, stones) = undo(&mut before, landing, size, rules.direction());
            // Round an endless sowing, and back at the head that it was stopped at.
            if landing == end && before == *ring {
                return false;
            }
            found.starts.push(Start { ring: before, lift: landing });
            // A hole that was landed on before it was lifted held two stones or more.
            stones > 1
        });
    }
    found
}

/// Undoes one lap that ended in `end`. Returns the hole lifted and the stones that lay in it.
fn undo(ring: &mut Counts, end: u8, size: u8, direction: Direction) -> (u8, u16) {
    let holes = &mut ring[..usize::from(size)];
    let back = |circuit: u8| match direction {
        Direction::Counterclockwise => {
            if circuit == 0 {
                size - 1
            } else {
                circuit - 1
            }
        }
        Direction::Clockwise => {
            if circuit + 1 == size {
                0
            } else {
                circuit + 1
            }
        }
    };
    let rounds = holes.iter().copied().min().unwrap_or(0);
    let mut lifted = end;
    let mut stones = rounds * u16::from(size);
    while holes[usize::from(lifted)] != rounds {
        holes[usize::from(lifted)] -= 1;
        lifted = back(lifted);
        stones += 1;
    }
    for stones in holes.iter_mut() {
        *stones -= rounds;
    }
    holes[usize::from(lifted)] = stones;
    (lifted, stones)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;
    use tsoro_rules::{Board, Position, Ring, describe::Description};

    use super::*;

    proptest! {
        /// Whatever a sowing leaves, its own beginning is among those found.
        #[test]
        fn the_beginning_is_found(counts in prop::collection::vec(0..20u16, 16), lift in 0..16u8, stop in 1..4u32) {
            let rules = Description::parse("tsoro").and_then(|tsoro| tsoro.build(Columns::new(8).ok())).unwrap();
            let mut board: Board = Board::empty(rules.columns());
            let mut ring = [0; 128];
            for (at, &stones) in counts.iter().enumerate() {
                ring[at] = stones;
                board.ring_mut(Side::South).set(at as u8, stones);
            }
            prop_assume!(counts[usize::from(lift)] > 0);
            let mut after = Position::of(board, Side::South);
            let sowing = after.sow(&rules, lift, |ordinal, _| ordinal == stop, |_| {});
            prop_assume!(sowing.end != tsoro_rules::sowing::SowingEnd::Endless && sowing.laps < MOST_LAPS);
            let mut left = [0; 128];
            (0..16).for_each(|at| left[usize::from(at)] = after.board.ring(Side::South).get(at));
            let found = sowings_to(&rules, &left, rules.columns(), Side::South);
            prop_assert!(found.starts.iter().any(|start| start.lift == lift && start.ring == ring));
        }
    }
}
