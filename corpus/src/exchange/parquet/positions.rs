//! The table of positions: each start, and the position after every ply, hole by hole.

use tsoro_rules::{Position, Row, Side};

use super::super::json::side_name;
use super::ExchangeError;
use super::table::{Cell, Column, Table};
use crate::game::{Game, PositionKey};

pub(super) const COLUMNS: [Column; 13] = [
    Column::long("record"),
    Column::int("ply"),
    Column::int("columns"),
    Column::text("to_move"),
    Column::flag("certain"),
    Column::long("key").distinct(),
    Column::int("south_stones"),
    Column::int("north_stones"),
    Column::ints("south_inner"),
    Column::ints("south_outer"),
    Column::ints("north_inner"),
    Column::ints("north_outer"),
    Column::text("position").distinct(),
];

pub(super) fn push(table: &mut Table<{ COLUMNS.len() }>, record: i64, game: &Game) -> Result<(), ExchangeError> {
    row(table, record, 0, &game.start, true)?;
    game.plies.iter().try_for_each(|ply| row(table, record, ply.ply, &ply.after, ply.certain))
}

fn row(
    table: &mut Table<{ COLUMNS.len() }>,
    record: i64,
    ply: u32,
    position: &Position,
    certain: bool,
) -> Result<(), ExchangeError> {
    let board = &position.board;
    // By column, from 1 on: North sits opposite and counts from the other end.
    let holes = |side, row| {
        let mut holes: Vec<i32> = board.row(side, row).map(i32::from).collect();
        if side == Side::North {
            holes.reverse();
        }
        Cell::Ints(holes)
    };
    table.push([
        Cell::Long(record),
        ply.into(),
        Cell::Int(board.columns().get().into()),
        Cell::Text(side_name(position.to_move)),
        certain.into(),
        // The same 64 bits; the other tools know signed numbers only.
        Cell::Long(PositionKey::of(position).0.cast_signed()),
        board.stones(Side::South).into(),
        board.stones(Side::North).into(),
        holes(Side::South, Row::Inner),
        holes(Side::South, Row::Outer),
        holes(Side::North, Row::Inner),
        holes(Side::North, Row::Outer),
        Cell::Text(&position.to_string()),
    ])
}
