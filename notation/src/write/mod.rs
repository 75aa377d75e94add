//! The canonical form: a record written back clean.
//!
//! The header's bytes stay as they are. Of the movetext, the layout is ours and the content the author's: what could
//! not be read stands where it stood, comments are not broken, and a record whose header was never closed is not
//! touched at all, since nobody can be sure where its movetext begins.

mod lines;
mod words;

use std::borrow::Cow;

use crate::header::Coordinates;
use crate::record::{BonusHole, Item, ItemKind, Reading, Record, WrittenColumn, WrittenRow};
use crate::{records, split};
use lines::Lines;
use words::Words;

/// How to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriteOptions {
    /// The columns of the board. With them, a record in board coordinates is written in owner coordinates.
    pub columns: Option<u8>,
    /// The longest line, in characters. What has no blank is longer where it must.
    pub width: usize,
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions { columns: None, width: 80 }
    }
}

/// A record in canonical form.
///
/// ```
/// use tsoro_notation::{Record, write};
///
/// let record = Record::parse("1.B5   b7 !\n2.B6x3:a8,b2", Default::default());
/// assert_eq!(write::canonical(&record), "1. B5 b7! 2. B6x3:b2,a8\n");
/// ```
pub fn canonical(record: &Record) -> String {
    canonical_with(record, WriteOptions::default())
}

/// A record in canonical form, as asked for.
pub fn canonical_with(record: &Record, options: WriteOptions) -> String {
    let text = &record.text;
    let anatomy = split::anatomy(text);
    if anatomy.opening.is_some() && !anatomy.closed || text.len() > crate::record::LONGEST_RECORD {
        return text.trim_start_matches('\u{FEFF}').to_owned();
    }
    let columns = options.columns.filter(|_| can_turn(record));
    let mut written = String::with_capacity(text.len() + 64);
    if let Some((start, _)) = anatomy.opening {
        let head = text[start..anatomy.movetext].trim_start_matches('\u{FEFF}');
        written.push_str(&match columns {
            Some(_) => in_owner_coordinates(record, head, anatomy.movetext),
            None => Cow::Borrowed(head),
        });
        if !written.ends_with('\n') {
            written.push('\n');
        }
    }
    let mut lines = Lines::new(options.width.max(1));
    let mut words = Words { record, columns, lines: &mut lines };
    words.items(&record.items);
    let movetext = lines.finish();
    if !movetext.is_empty() {
        if anatomy.opening.is_some() {
            written.push('\n');
        }
        if split::begins_like_a_key(&movetext) {
            written.push(' ');
        }
        written.push_str(&movetext);
    }
    written
}

/// A whole file in canonical form.
pub fn canonical_text(text: &str, options: WriteOptions) -> String {
    records(text).map(|record| canonical_with(&record, options)).collect()
}

/// Whether a record is in board coordinates and every hole of it can be turned: a hole whose row is not legible could
/// be South's or North's.
fn can_turn(record: &Record) -> bool {
    record.header.coordinates.is_some_and(|coordinates| coordinates.value == Coordinates::Board)
        && record.items.iter().all(has_rows)
}

fn has_rows(item: &Item) -> bool {
    match &item.kind {
        ItemKind::Variation(items) => items.iter().all(has_rows),
        ItemKind::Ply(ply) => ply.readings().all(|reading| match reading {
            Reading::Missing(_) => true,
            Reading::Move(written) => words::holes(written)
                .all(|hole| hole.row != WrittenRow::Illegible || hole.column == WrittenColumn::Illegible),
        }),
        ItemKind::Board(board) => words::fact_holes(board).all(|hole| hole.row != WrittenRow::Illegible),
        // What cannot be read cannot be turned, and would stand in the wrong coordinates.
        ItemKind::Unreadable => false,
        _ => true,
    }
}

/// The header with its `coordinates: board` changed to `owner`, no other byte touched.
fn in_owner_coordinates<'t>(record: &Record, head: &'t str, end: usize) -> Cow<'t, str> {
    let Some(coordinates) = record.header.coordinates else { return Cow::Borrowed(head) };
    let offset = end - head.len();
    let (from, to) = (coordinates.span.start as usize, coordinates.span.end as usize);
    if from < offset || to > end {
        return Cow::Borrowed(head);
    }
    Cow::Owned(format!("{}owner{}", &head[..from - offset], &head[to - offset..]))
}

/// Where a hole of a bonus stands in the canonical order, which is that of sowing: the outer row from its owner's left, the
/// inner row back. Holes counted from the right and illegible ones come last in their row.
pub(crate) fn board_order(chosen: &BonusHole) -> (u8, u8, u16, Option<u16>) {
    let (row, back) = match chosen.hole.row {
        WrittenRow::SouthOuter => (0, false),
        WrittenRow::SouthInner => (1, true),
        WrittenRow::NorthOuter => (2, false),
        WrittenRow::NorthInner => (3, true),
        WrittenRow::Illegible => (4, false),
    };
    let (kind, column, back) = match chosen.hole.column {
        WrittenColumn::Left(column) => (0, column, back),
        WrittenColumn::Right(column) => (1, column, !back),
        WrittenColumn::Illegible => (2, 0, false),
    };
    (row, kind, if back { u16::MAX - column } else { column }, chosen.stones)
}

/// A hole's name in plain characters, in the coordinates in which it was written.
pub(crate) fn hole_name(hole: &crate::record::WrittenHole) -> String {
    let mut name = String::new();
    words::write_hole(&mut name, hole);
    name
}
