//! Holes as written and holes of the board: the one place where columns counted from the right, from South's left, or
//! not at all are brought together with a board of a certain width.

use tsoro_notation::header::Coordinates;
use tsoro_notation::record::{WrittenColumn, WrittenHole, WrittenRow};
use tsoro_rules::{Columns, Hole, Row, Side};

/// How holes are to be read: how wide the board is, and whose left hand columns are counted from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reader {
    /// The board's width.
    pub columns: Columns,
    /// Whose left hand.
    pub coordinates: Coordinates,
    /// Whether every column is counted from the other end: a thing to try, not a thing that records say.
    pub mirrored: bool,
}

/// Why a written hole names none of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoHole {
    /// The column is not on this board.
    OffBoard,
    /// A part is illegible: several holes fit.
    Illegible,
}

impl Reader {
    /// The hole that is meant.
    ///
    /// # Errors
    /// When it lies off the board, or a part of it is illegible.
    pub fn hole(self, written: WrittenHole) -> Result<Hole, NoHole> {
        let (side, row) = row(written.row).ok_or(NoHole::Illegible)?;
        self.at(side, row, written.column)
    }

    fn at(self, side: Side, row: Row, column: WrittenColumn) -> Result<Hole, NoHole> {
        let last = u16::from(self.columns.get());
        let from_left = match column {
            WrittenColumn::Left(column) if column > last => return Err(NoHole::OffBoard),
            // `board` counts North's columns from South's left, which is North's right.
            WrittenColumn::Left(column) if self.coordinates == Coordinates::Board && side == Side::North => {
                (last + 1).saturating_sub(column)
            }
            WrittenColumn::Left(column) => column,
            WrittenColumn::Right(column) => (last + 1).saturating_sub(column),
            WrittenColumn::Illegible => return Err(NoHole::Illegible),
        };
        let column = if self.mirrored { (last + 1).saturating_sub(from_left) } else { from_left };
        self.columns.hole(side, row, u8::try_from(column).unwrap_or(0)).ok_or(NoHole::OffBoard)
    }

    /// Every hole that a written one may mean, in sowing order, South's first: one for a legible hole, several for
    /// `B_`, `_7` and `__`, none for one off the board.
    pub fn candidates(self, written: WrittenHole) -> Vec<Hole> {
        let rows: Vec<(Side, Row)> = match row(written.row) {
            Some(row) => vec![row],
            None => Side::BOTH.into_iter().flat_map(|side| [(side, Row::Outer), (side, Row::Inner)]).collect(),
        };
        let mut holes: Vec<Hole> = rows
            .into_iter()
            .flat_map(|(side, row)| match written.column {
                WrittenColumn::Illegible => self.columns.holes(side).filter(|hole| hole.row() == row).collect(),
                column => self.at(side, row, column).into_iter().collect::<Vec<_>>(),
            })
            .collect();
        holes.sort_by_key(|hole| (hole.side(), hole.circuit()));
        holes
    }

    /// A hole's name as this record writes holes.
    pub fn name(self, hole: Hole) -> String {
        format!("{}{}", hole.row_letter(), self.column(hole))
    }

    /// A hole as this record writes it, in the place of another one: what a partly legible name is read as.
    pub fn written(self, hole: Hole, place: WrittenHole) -> WrittenHole {
        let row = match (hole.side(), hole.row()) {
            (Side::South, Row::Inner) => WrittenRow::SouthInner,
            (Side::South, Row::Outer) => WrittenRow::SouthOuter,
            (Side::North, Row::Inner) => WrittenRow::NorthInner,
            (Side::North, Row::Outer) => WrittenRow::NorthOuter,
        };
        WrittenHole { row, column: WrittenColumn::Left(u16::from(self.column(hole))), ..place }
    }

    fn column(self, hole: Hole) -> u8 {
        let board = self.coordinates == Coordinates::Board && hole.side() == Side::North;
        if board == self.mirrored { hole.column() } else { hole.column_from_right() }
    }
}

fn row(written: WrittenRow) -> Option<(Side, Row)> {
    match written {
        WrittenRow::SouthInner => Some((Side::South, Row::Inner)),
        WrittenRow::SouthOuter => Some((Side::South, Row::Outer)),
        WrittenRow::NorthInner => Some((Side::North, Row::Inner)),
        WrittenRow::NorthOuter => Some((Side::North, Row::Outer)),
        WrittenRow::Illegible => None,
    }
}

/// Hole names in a row of words: `B20, B21 and A7`.
pub fn list<T: std::fmt::Display>(names: impl IntoIterator<Item = T>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match names.split_last() {
        None => "none".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}
