//! Places on the board: how wide it is, and a hole that cannot lie off it.
//!
//! The names follow `games.md` 1.2; the order in which stones travel is [`Hole::circuit`]. Which holes hold stones is
//! [`Board`](crate::Board)'s affair.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use crate::Side;

/// The narrowest and the widest board: 2 and 64 columns.
pub const COLUMNS: std::ops::RangeInclusive<u8> = 2..=64;

/// How many holes a row has, from 2 to 64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Columns(u8);

/// A width that no board here has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a board has from 2 to 64 columns, not {0}")]
pub struct ColumnsError(pub u64);

impl Columns {
    /// A width of `columns` holes a row.
    ///
    /// # Errors
    /// When `columns` is not from 2 to 64.
    pub const fn new(columns: u8) -> Result<Columns, ColumnsError> {
        if columns < 2 || columns > 64 {
            return Err(ColumnsError(columns as u64));
        }
        Ok(Columns(columns))
    }

    /// The number of holes in a row.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number of holes on a side's circuit: twice the columns (`games.md` 1.3).
    pub const fn circuit(self) -> u8 {
        2 * self.0
    }

    /// The hole of `side` in `row`, `column` counted from 1 at the owner's left hand. `None` off the board.
    pub const fn hole(self, side: Side, row: Row, column: u8) -> Option<Hole> {
        if column == 0 || column > self.0 {
            return None;
        }
        let circuit = match row {
            Row::Outer => column - 1,
            Row::Inner => 2 * self.0 - column,
        };
        Some(Hole { columns: self, side, circuit })
    }

    /// The hole of `side` at a place on its circuit, counterclockwise from `B1` = 0. `None` beyond the circuit.
    pub const fn at(self, side: Side, circuit: u8) -> Option<Hole> {
        if circuit >= 2 * self.0 {
            return None;
        }
        Some(Hole { columns: self, side, circuit })
    }

    /// The holes of a side in sowing order: B1 … Bn, An … A1.
    pub fn holes(self, side: Side) -> impl DoubleEndedIterator<Item = Hole> + ExactSizeIterator + Clone {
        (0..self.circuit()).map(move |circuit| Hole { columns: self, side, circuit })
    }

    /// Reads a hole's name (`B5`, `a-1`) on a board this wide.
    ///
    /// # Errors
    /// When the text is no hole's name or the hole lies off the board.
    ///
    /// ```
    /// use tsoro_rules::Columns;
    /// let columns = Columns::new(21)?;
    /// assert_eq!(columns.parse_hole("A-1")?.to_string(), "A21");
    /// assert!(columns.parse_hole("B22").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_hole(self, text: &str) -> Result<Hole, HoleError> {
        let bad = || HoleError::Name(text.to_owned());
        let mut letters = text.chars();
        let (side, row) = match letters.next() {
            Some('A') => (Side::South, Row::Inner),
            Some('B') => (Side::South, Row::Outer),
            Some('a') => (Side::North, Row::Inner),
            Some('b') => (Side::North, Row::Outer),
            _ => return Err(bad()),
        };
        let rest = letters.as_str();
        let (digits, from_right) = rest.strip_prefix('-').map_or((rest, false), |digits| (digits, true));
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        let off = || HoleError::OffBoard { name: text.to_owned(), columns: self };
        let number: u8 = digits.parse().map_err(|_| off())?;
        let column = if from_right { (self.0 + 1).checked_sub(number).ok_or_else(off)? } else { number };
        self.hole(side, row, column).ok_or_else(off)
    }
}

impl TryFrom<u8> for Columns {
    type Error = ColumnsError;

    fn try_from(columns: u8) -> Result<Columns, ColumnsError> {
        Columns::new(columns)
    }
}

impl From<Columns> for u8 {
    fn from(columns: Columns) -> u8 {
        columns.0
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One of a side's two rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Row {
    /// The front row, facing the opponent: `A`.
    Inner,
    /// The back row, at the owner's knees: `B`.
    Outer,
}

/// A hole of a board. It knows how wide its board is, so it cannot lie off it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hole {
    columns: Columns,
    side: Side,
    circuit: u8,
}

/// Text that names no hole of the board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum HoleError {
    /// Not a row letter and a column.
    #[error("`{0}` is not a hole: a row A, B, a or b and a column, such as B5 or A-1")]
    Name(String),
    /// A row letter and a column that this board does not have.
    #[error("there is no hole {name} on this board; its columns run from 1 to {columns}")]
    OffBoard {
        /// The name as written.
        name: String,
        /// The board's width.
        columns: Columns,
    },
}

impl Hole {
    /// How wide the hole's board is.
    pub const fn columns(self) -> Columns {
        self.columns
    }

    /// The owner.
    pub const fn side(self) -> Side {
        self.side
    }

    /// The place on the owner's circuit, counterclockwise: B1 is 0, Bn is n-1, An is n, A1 is 2n-1.
    pub const fn circuit(self) -> u8 {
        self.circuit
    }

    /// Inner or outer.
    pub const fn row(self) -> Row {
        if self.circuit < self.columns.0 { Row::Outer } else { Row::Inner }
    }

    /// The column, from 1 at the owner's left hand.
    pub const fn column(self) -> u8 {
        match self.row() {
            Row::Outer => self.circuit + 1,
            Row::Inner => 2 * self.columns.0 - self.circuit,
        }
    }

    /// The column counted from the owner's right hand: 1 for `A-1`.
    pub const fn column_from_right(self) -> u8 {
        self.columns.0 + 1 - self.column()
    }

    /// Where the hole lies as South sees the board: 0 for the leftmost column.
    pub const fn seen_from_south(self) -> u8 {
        match self.side {
            Side::South => self.column() - 1,
            Side::North => self.columns.0 - self.column(),
        }
    }

    /// The opponent's hole of the same row kind in the same file: `Ak` faces `a(n+1-k)` (`games.md` 1.2).
    #[must_use]
    pub const fn facing(self) -> Hole {
        let side = match self.side {
            Side::South => Side::North,
            Side::North => Side::South,
        };
        // Inner: column k has circuit 2n-k, the facing column n+1-k has 2n-(n+1-k) = 3n-1-(2n-k). Outer likewise.
        let sum = match self.row() {
            Row::Inner => 3 * self.columns.0 - 1,
            Row::Outer => self.columns.0 - 1,
        };
        Hole { columns: self.columns, side, circuit: sum - self.circuit }
    }

    /// The hole of the owner's other row in the same column: behind an inner hole, before an outer one.
    #[must_use]
    pub const fn behind(self) -> Hole {
        Hole { circuit: 2 * self.columns.0 - 1 - self.circuit, ..self }
    }

    /// The same place on the opponent's side: `B5` for `b5`.
    #[must_use]
    pub const fn mirrored(self) -> Hole {
        let side = match self.side {
            Side::South => Side::North,
            Side::North => Side::South,
        };
        Hole { side, ..self }
    }

    /// `A`, `B`, `a` or `b`.
    pub const fn row_letter(self) -> char {
        match (self.side, self.row()) {
            (Side::South, Row::Inner) => 'A',
            (Side::South, Row::Outer) => 'B',
            (Side::North, Row::Inner) => 'a',
            (Side::North, Row::Outer) => 'b',
        }
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row_letter(), self.column())
    }
}

impl fmt::Debug for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Hole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A set of holes of one side, by their places on its circuit: bit `i` is the hole with circuit `i`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct HoleSet(pub u128);

impl HoleSet {
    /// No hole.
    pub const EMPTY: HoleSet = HoleSet(0);

    /// Whether the hole at this place of the circuit is in the set.
    pub const fn contains(self, circuit: u8) -> bool {
        self.0 >> circuit & 1 != 0
    }

    /// Adds a place of the circuit.
    pub const fn insert(&mut self, circuit: u8) {
        self.0 |= 1 << circuit;
    }

    /// How many holes are in the set.
    pub const fn len(self) -> u8 {
        // Boards of up to 32 columns leave the upper half empty, and counting both costs twice.
        let high = (self.0 >> 64) as u64;
        let low = (self.0 as u64).count_ones() as u8;
        if high == 0 { low } else { low + high.count_ones() as u8 }
    }

    /// Whether no hole is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The places in rising order.
    pub fn iter(self) -> impl Iterator<Item = u8> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let circuit = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            Some(circuit)
        })
    }

    /// The holes of `side`, in sowing order.
    pub fn holes(self, columns: Columns, side: Side) -> impl Iterator<Item = Hole> + Clone {
        self.iter().filter_map(move |circuit| columns.at(side, circuit))
    }
}
