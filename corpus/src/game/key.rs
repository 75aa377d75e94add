//! A position as a number of 64 bits, the same on every machine and in every version: what the index of positions holds.

use std::fmt;

use tsoro_rules::{Board, Position, Side};

/// The first eight bytes of BLAKE3 over: the columns, the side to move, then the stones of South's circuit from B1 on and
/// of North's from b1 on, each in two bytes, the lesser first.
///
/// Among ten million positions the odds that any two share a key are one in 400,000; whoever must be sure compares the
/// boards of what was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionKey(pub u64);

impl PositionKey {
    /// The key of a position.
    pub fn of(position: &Position) -> PositionKey {
        PositionKey::build(&position.board, position.to_move, Side::BOTH)
    }

    /// The key of the same position with the sides changed: South's stones with North, and the other side to move.
    pub fn mirrored(position: &Position) -> PositionKey {
        PositionKey::build(&position.board, !position.to_move, [Side::North, Side::South])
    }

    fn build(board: &Board, to_move: Side, order: [Side; 2]) -> PositionKey {
        use tsoro_rules::Ring;

        let columns = board.columns();
        let mut bytes = [0; 2 + 4 * 128];
        bytes[0] = columns.get();
        bytes[1] = to_move.index() as u8;
        let mut end = 2;
        for side in order {
            let ring = board.ring(side);
            for circuit in 0..columns.circuit() {
                bytes[end..end + 2].copy_from_slice(&ring.get(circuit).to_le_bytes());
                end += 2;
            }
        }
        let hash = blake3::hash(&bytes[..end]);
        let mut key = [0; 8];
        key.copy_from_slice(&hash.as_bytes()[..8]);
        PositionKey(u64::from_le_bytes(key))
    }
}

impl fmt::Display for PositionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
