//! The board behind a gap: what every hole is known to have held, and whose turn it was.

use tsoro_rules::{Columns, Hole, Position, Ring, Side};

/// The counts of one side in circuit order. Holes that nobody saw count 0 here.
pub(super) type Counts = [u16; 128];

/// A board that a reconstruction has to lead to.
#[derive(Debug, Clone)]
pub struct Goal {
    columns: Columns,
    counts: [Counts; 2],
    known: [u128; 2],
    to_move: Option<Side>,
}

impl Goal {
    /// A board of which nothing is known yet.
    pub fn unseen(columns: Columns) -> Goal {
        Goal { columns, counts: [[0; 128]; 2], known: [0; 2], to_move: None }
    }

    /// A position of which everything is known.
    pub fn of(position: &Position) -> Goal {
        let mut goal = Goal::unseen(position.columns()).with_mover(position.to_move);
        for hole in Side::BOTH.into_iter().flat_map(|side| position.columns().holes(side)) {
            goal = goal.with(hole, position.board.get(hole));
        }
        goal
    }

    /// With a hole of which the stones are known. The hole must be of a board as wide as this one.
    #[must_use]
    pub fn with(mut self, hole: Hole, stones: u16) -> Goal {
        let side = hole.side().index();
        self.counts[side][usize::from(hole.circuit())] = stones;
        self.known[side] |= 1 << hole.circuit();
        self
    }

    /// With the side to move.
    #[must_use]
    pub fn with_mover(mut self, side: Side) -> Goal {
        self.to_move = Some(side);
        self
    }

    /// Whether every hole is known.
    pub fn is_complete(&self) -> bool {
        let size = u32::from(self.columns.circuit());
        self.known.iter().all(|known| known.count_ones() == size)
    }

    /// Whether a position is as this board says.
    pub fn is_met(&self, position: &Position) -> bool {
        self.to_move.is_none_or(|side| side == position.to_move)
            && Side::BOTH.into_iter().all(|side| self.has_side(position, side))
    }

    pub(super) fn to_move(&self) -> Option<Side> {
        self.to_move
    }

    /// Whether one side's holes are as this board says.
    pub(super) fn has_side(&self, position: &Position, side: Side) -> bool {
        let (ring, known) = (position.board.ring(side), self.known[side.index()]);
        let counts = self.ring(side);
        (0..self.columns.circuit()).all(|at| known >> at & 1 == 0 || ring.get(at) == counts[usize::from(at)])
    }

    pub(super) fn ring(&self, side: Side) -> &Counts {
        &self.counts[side.index()]
    }

    /// The fewest stones there can be on the board.
    pub(super) fn least(&self) -> u32 {
        self.counts.iter().flatten().map(|&stones| u32::from(stones)).sum()
    }
}
