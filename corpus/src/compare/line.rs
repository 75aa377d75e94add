//! The main line of a record as it is written, before any rule is asked: the holes lifted, one after the other.

use tsoro_notation::Record;
use tsoro_notation::record::{ItemKind, Reading, WrittenColumn, WrittenRow};

/// A hole lifted, as written: the row letter and the column, 0 where that is not legible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lift {
    /// `A`, `B`, `a`, `b` or `_`.
    pub row: char,
    /// The column from the left; negative when it is counted from the right; 0 when it is not legible.
    pub column: i32,
}

/// One ply as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its text, all readings and marks.
    pub text: String,
    /// The hole lifted in the first reading; `None` for a ply of which nothing is legible.
    pub lift: Option<Lift>,
    /// How many plies this stands for; 0 for an unknown number.
    pub plies: u16,
}

impl Line {
    /// The main line of a record, variations left out.
    pub fn of(record: &Record) -> Vec<Line> {
        let line = record.items.iter().filter_map(|item| {
            let ItemKind::Ply(ply) = &item.kind else { return None };
            let text = record.text.get(item.span.range()).unwrap_or_default().to_owned();
            let (lift, plies) = match &ply.first {
                Reading::Move(written) => {
                    let row = match written.hole.row {
                        WrittenRow::SouthInner => 'A',
                        WrittenRow::SouthOuter => 'B',
                        WrittenRow::NorthInner => 'a',
                        WrittenRow::NorthOuter => 'b',
                        WrittenRow::Illegible => '_',
                    };
                    let column = match written.hole.column {
                        WrittenColumn::Left(column) => i32::from(column),
                        WrittenColumn::Right(column) => -i32::from(column),
                        WrittenColumn::Illegible => 0,
                    };
                    (Some(Lift { row, column }), 1)
                }
                Reading::Missing(tsoro_notation::record::Missing::Plies(plies)) => (None, *plies),
                Reading::Missing(tsoro_notation::record::Missing::Unknown) => (None, 0),
            };
            Some(Line { text, lift, plies })
        });
        line.collect()
    }
}

impl Lift {
    /// The same hole counted from the other end of its row, on a board of so many columns.
    #[must_use]
    pub fn from_other_end(self, columns: u8) -> Lift {
        let column = match self.column {
            0 => 0,
            from_right @ ..0 => -from_right,
            from_left => i32::from(columns) + 1 - from_left,
        };
        Lift { column, ..self }
    }

    /// The same hole, counted from the left however it was written.
    #[must_use]
    pub fn from_left(self, columns: u8) -> Lift {
        if self.column < 0 { Lift { column: i32::from(columns) + 1 + self.column, ..self } } else { self }
    }

    /// The same place on the opponent's side.
    #[must_use]
    pub fn other_side(self) -> Lift {
        let row =
            if self.row.is_ascii_uppercase() { self.row.to_ascii_lowercase() } else { self.row.to_ascii_uppercase() };
        Lift { row, ..self }
    }
}
