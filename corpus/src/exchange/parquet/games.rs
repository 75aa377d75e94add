//! The table of games: a record, what the archive knows about it, and what comes out of its replay.

use jiff::civil::Date;
use serde_json::Value;
use tsoro_notation::Record;
use tsoro_notation::span::Origin;
use tsoro_rules::Side;

use super::super::json::{map, side_name};
use super::ExchangeError;
use super::table::{Cell, Column, Table};
use crate::archive::Entry;
use crate::game::Game;

pub(super) const COLUMNS: [Column; 37] = [
    Column::long("record"),
    Column::text("hash").distinct(),
    Column::text("identifier").or_null(),
    Column::int("version"),
    Column::flag("superseded"),
    Column::text("source"),
    Column::long("byte"),
    Column::long("line"),
    Column::long("ordinal"),
    Column::text("added"),
    Column::text("title"),
    Column::text("rules"),
    Column::int("columns"),
    Column::text("result"),
    Column::text("recorded").or_null(),
    Column::text("replayed"),
    Column::text("ending").or_null(),
    Column::text("place").or_null(),
    Column::text("date").or_null(),
    Column::day("date_from").or_null(),
    Column::day("date_to").or_null(),
    Column::text("south").or_null(),
    Column::text("north").or_null(),
    Column::text("first"),
    Column::int("plies"),
    Column::int("certain"),
    Column::long("laps"),
    Column::int("captures"),
    Column::long("captured"),
    Column::int("stops"),
    Column::long("relays"),
    Column::int("errors"),
    Column::int("warnings"),
    Column::int("notes"),
    Column::text("moves").distinct(),
    Column::text("header").distinct(),
    Column::bytes("bytes").distinct(),
];

pub(super) fn push(
    table: &mut Table<{ COLUMNS.len() }>,
    entry: &Entry,
    bytes: &[u8],
    game: &Game,
) -> Result<(), ExchangeError> {
    let s = &entry.summary;
    let (hash, header) = (entry.hash.to_string(), header(bytes));
    let days = s.days();
    let day = |number: Option<i64>| number.and_then(day).map_or(Cell::Null, Cell::Int);
    table.push([
        Cell::Long(entry.record),
        Cell::Text(&hash),
        entry.identifier.as_deref().into(),
        entry.version.into(),
        entry.superseded.into(),
        Cell::Text(&entry.source),
        entry.byte.into(),
        entry.line.into(),
        entry.ordinal.into(),
        Cell::Text(&entry.added),
        Cell::Text(&s.title),
        Cell::Text(&s.rules),
        Cell::Int(s.columns.into()),
        Cell::Text(&s.result),
        s.recorded.as_deref().into(),
        Cell::Text(&s.replayed),
        s.ending.as_deref().into(),
        s.place.as_deref().into(),
        s.date.as_deref().into(),
        day(days.map(|days| days.from)),
        day(days.map(|days| days.to)),
        game.player(Side::South).into(),
        game.player(Side::North).into(),
        Cell::Text(side_name(game.start.to_move)),
        s.plies.into(),
        s.certain.into(),
        s.laps.into(),
        s.captures.into(),
        s.captured.into(),
        s.stops.into(),
        s.relays.into(),
        s.errors.into(),
        s.warnings.into(),
        s.notes.into(),
        Cell::Text(&s.moves),
        Cell::Text(&header),
        Cell::Bytes(bytes),
    ])
}

/// The header as its YAML reads, as a JSON object.
fn header(bytes: &[u8]) -> String {
    let record = Record::parse(String::from_utf8_lossy(bytes), Origin::default());
    Value::Object(map(&record.header.entries)).to_string()
}

/// A day such as 19640712, counted from 1 January 1970 as Parquet counts days. An open end is no day.
fn day(number: i64) -> Option<i32> {
    let part = |number: i64| i8::try_from(number).ok();
    let year = i16::try_from(number / 10_000).ok().filter(|year| (1..9999).contains(year))?;
    let date = Date::new(year, part(number / 100 % 100)?, part(number % 100)?).ok()?;
    Some((date - Date::new(1970, 1, 1).ok()?).get_days())
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn days_are_counted_from_1970() {
        assert_eq!(day(19_700_102), Some(1));
        assert_eq!(day(19_640_712), Some(-1999));
        assert_eq!(day(19_000_229), None);
        assert_eq!([day(0), day(99_991_231)], [None, None]);
    }
}
