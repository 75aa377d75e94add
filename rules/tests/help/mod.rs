//! What the tests share: reading a position as the record language writes it, and the cases.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used)]

use tsoro_rules::describe::Description;
use tsoro_rules::{Board, Columns, Position, RuleSet, Side};

/// `1 0 / 2*2 / 0 3 / 2 2 S`: four rows as South sees them, then the side to move.
pub fn rows(text: &str) -> ([Vec<u16>; 4], Side) {
    let (rows, side) = text.trim().rsplit_once(' ').unwrap();
    let side = match side {
        "S" => Side::South,
        "N" => Side::North,
        other => panic!("`{other}` is no side"),
    };
    let row = |row: &str| {
        let holes = row.split_whitespace().map(|hole| hole.split_once('*').unwrap_or((hole, "1")));
        holes
            .flat_map(|(stones, times)| std::iter::repeat_n(stones.parse().unwrap(), times.parse().unwrap()))
            .collect::<Vec<u16>>()
    };
    (rows.split('/').map(row).collect::<Vec<_>>().try_into().unwrap(), side)
}

pub fn position(text: &str) -> Position {
    let (rows, side) = rows(text);
    let rows = rows.each_ref().map(Vec::as_slice);
    Position::of(Board::from_rows(rows).unwrap_or_else(|| panic!("no board: {text}")), side)
}

pub fn rules(text: &str, columns: u8) -> RuleSet {
    let description = Description::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    description.build(Some(Columns::new(columns).unwrap())).unwrap_or_else(|error| panic!("{text}: {error}"))
}
