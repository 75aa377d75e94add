//! The search: every position that the record may have led to, carried along side by side.
//!
//! Each doubtful place is a stage. An entry of a stage is one thing that the place may mean, reached from some entries of the
//! stage before; the positions behind it are followed up to the next stage. In the end the entries that led to a position still
//! alive are what the places can mean, each place for itself.
//!
//! A complete board with one position left closes a segment: whatever comes behind it cannot change what was found. Where
//! nothing is left the segment ends in a fault, and the next one begins at the next complete board.

use tsoro_notation::record::{Item, ItemKind, Missing, Ply, Reading, Record};
use tsoro_notation::span::Span;
use tsoro_rules::{Position, Side};

use super::question::{Manner, is_doubtful};
use super::segment::{Segment, Stop};
use super::stage::Node;
use super::{Matter, Outcome, Resolution};
use crate::boards;
use crate::follow::{Ahead, plain_reading};

/// Settles what is doubtful in the main line of a record.
///
/// With `suspects`, plies are asked about of which nothing is illegible, when the record fails behind them.
pub(super) fn search(record: &Record, start: Position, ahead: Ahead<'_>, bound: u64, suspects: bool) -> Resolution {
    let mut resolution = Resolution::default();
    let (mut at, mut ply, mut from) = (0, 0, start);
    let mut stopped = false;
    loop {
        let segment = |manner| {
            let nodes = vec![Node { position: from, from: Vec::new() }];
            let mut segment = Segment {
                record,
                ahead,
                manner,
                items: &record.items,
                nodes,
                stages: Vec::new(),
                ply,
                suspects: false,
                settles: false,
                disagreements: 0,
                incomplete: None,
            };
            let (end, stop) = segment.run(at);
            (segment, end, stop)
        };
        let (mut run, mut end, mut stop) = segment(Manner::AsWritten);
        if suspects && run.suspects && matches!(stop, Some(Stop::Fault(_) | Stop::Contradiction)) {
            let (again, farther, other) = segment(Manner::Suspected);
            if farther > end && again.incomplete.is_none() {
                (run, end, stop) = (again, farther, other);
            }
        }
        if stop.is_none() {
            run.hold_against_the_result();
        }
        run.judge(stop.as_ref(), &mut resolution.matters);
        ply = run.ply;
        resolution.disagreements += run.disagreements;
        if !stopped {
            let last = matches!(stop, Some(Stop::Fault(_) | Stop::Contradiction));
            resolution.followed = if last { ply.saturating_sub(1) } else { ply };
            stopped = last;
        }
        match stop {
            None => break,
            Some(Stop::Closed) => {
                from = run.nodes[0].position;
                at = end;
            }
            Some(stop) => {
                let why = match stop {
                    Stop::Fault(fault) => {
                        let why = format!("the record cannot be followed beyond ply {}", fault.ply);
                        resolution.faults.push(fault);
                        why
                    }
                    Stop::Wall(why) => why,
                    _ => format!("nothing fits at ply {ply}"),
                };
                let Some((next, board)) = skip(record, ahead, &start, end, &mut ply, &why, &mut resolution.matters)
                else {
                    break;
                };
                at = next;
                from = board;
            }
        }
    }
    variations(&record.items, record, &mut resolution.matters);
    resolution.matters.sort_by_key(|matter| matter.span);
    resolution.positions = bound - ahead.work.left();
    resolution
}

/// Goes on to the next complete board; what is doubtful before it is not searched.
fn skip(
    record: &Record,
    ahead: Ahead<'_>,
    start: &Position,
    from: usize,
    ply: &mut u32,
    why: &str,
    matters: &mut Vec<Matter>,
) -> Option<(usize, Position)> {
    for (index, Item { kind, span }) in record.items.iter().enumerate().skip(from) {
        match kind {
            ItemKind::Ply(written) => {
                *ply = ply.saturating_add(1);
                if is_doubtful(written) {
                    matters.push(unsearched(record, *ply, *span, why.to_owned()));
                }
                if let Reading::Missing(Missing::Plies(plies)) = written.first {
                    *ply = ply.saturating_add(u32::from(plies).saturating_sub(1));
                }
            }
            ItemKind::Board(board) => {
                let game = boards::Game { reader: ahead.reader, stones: ahead.stones, start, steps: &[] };
                if let Ok(seen) = boards::read(board, *span, &game)
                    && seen.complete
                {
                    let mut position = seen.taken_over(*start);
                    if seen.to_move.is_none() {
                        position.to_move = next_side(record, ahead, index).unwrap_or(position.to_move);
                    }
                    // How much each side has taken since is not known: no total behind it can be held against this.
                    return Some((index + 1, position));
                }
            }
            _ => {}
        }
    }
    None
}

/// The side that makes the next legible ply.
fn next_side(record: &Record, ahead: Ahead<'_>, after: usize) -> Option<Side> {
    record.items[after..]
        .iter()
        .find_map(|item| match &item.kind {
            ItemKind::Ply(ply) => Some(plain_reading(ply).and_then(|written| ahead.reader.hole(written.hole).ok())),
            _ => None,
        })?
        .map(tsoro_rules::Hole::side)
}

fn unsearched(record: &Record, ply: u32, span: Span, why: String) -> Matter {
    Matter {
        ply,
        span,
        written: record.at(span).to_owned(),
        outcome: Outcome::Unsearched,
        readings: Vec::new(),
        left: 0,
        ruled_out: Vec::new(),
        notes: vec![why],
    }
}

/// What is doubtful inside variations: it never happened, and nothing behind it could settle it.
fn variations(items: &[Item], record: &Record, matters: &mut Vec<Matter>) {
    let mut ply = 0;
    for item in items {
        match &item.kind {
            ItemKind::Ply(_) => ply += 1,
            ItemKind::Variation(inner) => each_ply(inner, &mut |written, span| {
                if is_doubtful(written) {
                    let why = "it stands in a variation, and those are not searched".to_owned();
                    matters.push(unsearched(record, ply, span, why));
                }
            }),
            _ => {}
        }
    }
}

fn each_ply(items: &[Item], visit: &mut dyn FnMut(&Ply, Span)) {
    for item in items {
        match &item.kind {
            ItemKind::Ply(ply) => visit(ply, item.span),
            ItemKind::Variation(inner) => each_ply(inner, visit),
            _ => {}
        }
    }
}
