//! A ply taken apart: one picture a lap, for pictures that move.
//!
//! The sowing is the rules' own, looked at after every lap; how the pictures follow each other is the pens' affair.

use std::ops::ControlFlow;

use tsoro_rules::sowing::sow;
use tsoro_rules::{Board, Hole, Position, RuleSet};

use super::Picture;
use crate::step::{Replay, Step};

/// Of a longer sowing the first laps are shown, and then its end.
pub const MOST_LAPS: usize = 60;

/// The pictures of a ply of a replayed game: the board before it, after every lap, and at its end with what it took.
/// `None` for a ply that there is not.
pub fn laps(replay: &Replay, ply: u32) -> Option<Vec<Picture>> {
    let step = replay.steps.iter().find(|step| step.ply == ply)?;
    let before = match replay.steps.iter().take_while(|step| step.ply < ply).last() {
        Some(earlier) => earlier.after,
        None => replay.start,
    };
    Some(laps_of(&before, step, &replay.rules))
}

fn laps_of(before: &Position, step: &Step, rules: &RuleSet) -> Vec<Picture> {
    let end = Picture::of_step(step, rules);
    let end = Picture { caption: Some(end.title.clone()), ..end };
    let Some(played) = step.played.as_ref().filter(|played| before.board.get(played.lift) > 0) else {
        return vec![end];
    };
    let before = Position { to_move: step.side, ..*before };
    let first = format!("{} lifts {}: {} stones", step.side, played.lift, before.board.get(played.lift));
    let mut pictures = vec![picture(&before, before.board, (Some(played.lift), None), first, rules)];
    let columns = before.columns();
    let mut board = before.board;
    let (mut stops, mut laps) = (0, 0);
    sow(board.ring_mut(step.side), columns.circuit(), rules.direction(), played.lift.circuit(), |ring, lap| {
        laps += 1;
        let (from, landing) = (columns.at(step.side, lap.from), columns.at(step.side, lap.landing));
        if let (Some(from), Some(landing)) = (from, landing) {
            let mut sown = before.board;
            *sown.ring_mut(step.side) = *ring;
            let caption = format!("Lap {} of {}: from {from} to {landing}", lap.number, played.laps);
            pictures.push(picture(&before, sown, (Some(from), Some(landing)), caption, rules));
        }
        if lap.occupied && rules.heads(step.side).contains(lap.landing) {
            stops += 1;
        }
        let stopped = played.stop_ordinal == Some(stops) && lap.occupied;
        if stopped || laps >= MOST_LAPS || lap.number >= played.laps {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    pictures.push(end);
    pictures
}

fn picture(
    before: &Position,
    board: Board,
    (lift, landing): (Option<Hole>, Option<Hole>),
    caption: String,
    rules: &RuleSet,
) -> Picture {
    let mut picture = Picture::of(&Position { board, ..*before }, Some(rules));
    picture.lift = lift;
    picture.landings.extend(landing);
    picture.laps = u32::from(landing.is_some());
    picture.title.clone_from(&caption);
    picture.caption = Some(caption);
    picture
}
