//! The table of plies: what was written, what it did, and what it took.

use tsoro_replay::step::Played;

use super::super::json::side_name;
use super::ExchangeError;
use super::table::{Cell, Column, Table};
use crate::game::{EventKind, Game};

pub(super) const COLUMNS: [Column; 20] = [
    Column::long("record"),
    Column::text("rules"),
    Column::int("columns"),
    Column::int("ply"),
    Column::text("side"),
    Column::text("written"),
    Column::text("move").or_null(),
    Column::flag("certain"),
    Column::text("lift").or_null(),
    Column::text("landing").or_null(),
    Column::int("laps").or_null(),
    Column::int("relayed").or_null(),
    Column::text("stop").or_null(),
    Column::int("stop_stones").or_null(),
    Column::flag("endless").or_null(),
    Column::int("captured_inner").or_null(),
    Column::int("captured_outer").or_null(),
    Column::text("bonus").or_null(),
    Column::int("bonus_stones").or_null(),
    Column::int("bonus_from_heads").or_null(),
];

pub(super) fn push(table: &mut Table<{ COLUMNS.len() }>, record: i64, game: &Game) -> Result<(), ExchangeError> {
    let mut from_heads = game.events.iter().filter(|event| event.kind == EventKind::BonusFromHeads).peekable();
    for ply in &game.plies {
        // Both are in the order of their plies.
        let from_heads = from_heads.next_if(|event| event.ply == ply.ply).map_or(0, |event| event.amount);
        let played = ply.played.as_ref();
        let name = |hole: tsoro_rules::Hole| hole.to_string();
        let lift = played.map(|played| name(played.lift));
        let landing = played.and_then(|played| played.landings.last()).copied().map(name);
        let stop = played.and_then(|played| played.stop).map(name);
        let bonus = played.map(bonus);
        let bonus_stones = |played: &Played| played.bonus.iter().map(|&(_, stones)| u32::from(stones)).sum::<u32>();
        table.push([
            Cell::Long(record),
            Cell::Text(&game.rules),
            Cell::Int(game.columns.into()),
            ply.ply.into(),
            Cell::Text(side_name(ply.side)),
            Cell::Text(&ply.written),
            played.map(|played| played.canonical.as_str()).into(),
            ply.certain.into(),
            lift.as_deref().into(),
            landing.as_deref().into(),
            played.map(|played| played.laps).into(),
            played.map(|played| played.relayed.len() as u32).into(),
            stop.as_deref().into(),
            played.and_then(|played| played.stop).map(|head| u32::from(ply.after.board.get(head))).into(),
            played.map(|played| played.endless).into(),
            played.map(|played| u32::from(played.captured.inner)).into(),
            played.map(|played| u32::from(played.captured.outer)).into(),
            bonus.as_deref().into(),
            played.map(bonus_stones).into(),
            played.map(|_| from_heads).into(),
        ])?;
    }
    Ok(())
}

/// The holes with what they gave: `a3=2 b12=5`.
fn bonus(played: &Played) -> String {
    played.bonus.iter().map(|(hole, stones)| format!("{hole}={stones}")).collect::<Vec<_>>().join(" ")
}
