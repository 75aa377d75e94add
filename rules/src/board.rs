//! What lies where on the whole board.

use std::fmt;

use crate::{Columns, Hole, Ring, Row, Side, Wide};

/// Both sides' holes with their stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board<R: Ring = Wide> {
    columns: Columns,
    sides: [R; 2],
}

impl<R: Ring> Board<R> {
    /// A board without stones.
    pub fn empty(columns: Columns) -> Board<R> {
        Board { columns, sides: [R::empty(); 2] }
    }

    /// How wide the board is.
    #[inline]
    pub fn columns(&self) -> Columns {
        self.columns
    }

    /// One side's holes.
    #[inline]
    pub fn ring(&self, side: Side) -> &R {
        &self.sides[side.index()]
    }

    /// One side's holes, to be changed.
    #[inline]
    pub fn ring_mut(&mut self, side: Side) -> &mut R {
        &mut self.sides[side.index()]
    }

    /// The stones in a hole. The hole must be of a board as wide as this one.
    #[inline]
    pub fn get(&self, hole: Hole) -> u16 {
        debug_assert_eq!(hole.columns(), self.columns);
        self.ring(hole.side()).get(hole.circuit())
    }

    /// Puts exactly so many stones into a hole.
    #[inline]
    pub fn set(&mut self, hole: Hole, stones: u16) {
        debug_assert_eq!(hole.columns(), self.columns);
        self.ring_mut(hole.side()).set(hole.circuit(), stones);
    }

    /// The stones on one side.
    pub fn stones(&self, side: Side) -> u32 {
        self.ring(side).total(self.columns.circuit())
    }

    /// All stones on the board.
    pub fn total(&self) -> u32 {
        self.stones(Side::South) + self.stones(Side::North)
    }

    /// The four rows as South sees them, top to bottom: North's outer, North's inner, South's inner, South's outer;
    /// each from left to right as South sees it.
    pub fn rows(&self) -> [Vec<u16>; 4] {
        VIEW.map(|(side, row)| self.row(side, row).collect())
    }

    /// One row, from left to right as South sees it.
    pub fn row(&self, side: Side, row: Row) -> impl ExactSizeIterator<Item = u16> + '_ {
        let (columns, ring) = (self.columns, self.ring(side));
        (0..columns.get()).map(move |left| {
            let column = if side == Side::South { left + 1 } else { columns.get() - left };
            let circuit = if row == Row::Outer { column - 1 } else { columns.circuit() - column };
            ring.get(circuit)
        })
    }

    /// The same stones in another kind of ring. `None` when they do not fit.
    pub fn convert<S: Ring>(&self) -> Option<Board<S>> {
        if self.columns.get() > S::COLUMNS || self.total() > S::STONES {
            return None;
        }
        let mut board = Board::<S>::empty(self.columns);
        for side in Side::BOTH {
            for circuit in 0..self.columns.circuit() {
                board.ring_mut(side).set(circuit, self.ring(side).get(circuit));
            }
        }
        Some(board)
    }
}

/// The rows of a drawn board from top to bottom, South sitting below.
pub const VIEW: [(Side, Row); 4] =
    [(Side::North, Row::Outer), (Side::North, Row::Inner), (Side::South, Row::Inner), (Side::South, Row::Outer)];

impl Board {
    /// A board from its four rows, top to bottom and left to right as South sees them. `None` when the rows are not
    /// equally long, or not from 2 to 64 holes.
    pub fn from_rows(rows: [&[u16]; 4]) -> Option<Board> {
        let columns = Columns::new(u8::try_from(rows[0].len()).ok()?).ok()?;
        let mut board = Board::empty(columns);
        for ((side, row), counts) in VIEW.into_iter().zip(rows) {
            if counts.len() != usize::from(columns.get()) {
                return None;
            }
            for (left, &stones) in (0..).zip(counts) {
                let column = if side == Side::South { left + 1 } else { columns.get() - left };
                board.set(columns.hole(side, row, column)?, stones);
            }
        }
        Some(board)
    }
}

impl<R: Ring> fmt::Display for Board<R> {
    /// As the record language writes a position: `2*21 / 0*21 / 0*21 / 2*21`, rows of one count in short.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (side, row)) in VIEW.into_iter().enumerate() {
            if index > 0 {
                f.write_str(" / ")?;
            }
            let mut counts = self.row(side, row);
            let first = counts.next().unwrap_or(0);
            if self.row(side, row).all(|stones| stones == first) {
                write!(f, "{first}*{}", self.columns)?;
            } else {
                write!(f, "{first}")?;
                for stones in counts {
                    write!(f, " {stones}")?;
                }
            }
        }
        Ok(())
    }
}
