//! Plies with several readings, or with parts that are not legible: every move that they may mean is tried against the
//! rules, and against what comes after.

use tsoro_notation::record::{Item, Ply, Reading, WrittenMove};
use tsoro_notation::slip::Mend;
use tsoro_notation::span::Span;
use tsoro_rules::{Hole, Position};

use crate::code::Code;
use crate::finding::Finding;
use crate::follow::{Ahead, Progress};
use crate::holes::list;
use crate::turn::{Turn, turn_from};

/// What a ply with open readings comes to.
pub(crate) struct Choice {
    /// The move chosen; where none fits, the turn passed on.
    pub(crate) turn: Turn,
    /// What there is to say.
    pub(crate) finding: Option<Finding>,
    /// Whether other moves fit as well.
    pub(crate) open: bool,
}

/// Every move that a ply may mean, tried from a position.
pub(crate) struct Tried<'a> {
    pub(crate) written: &'a WrittenMove,
    pub(crate) lift: Hole,
    pub(crate) turn: Turn,
    pub(crate) progress: Progress,
}

/// Tries every reading and every hole that fits what is legible. Only moves by the side to move are tried.
pub(crate) fn tried<'a>(
    ply: &'a Ply,
    position: &Position,
    ahead: Ahead<'_>,
    rest: &[Item],
) -> (Vec<Tried<'a>>, Vec<Hole>) {
    let mut fitting = Vec::new();
    let mut all = Vec::new();
    for reading in ply.readings() {
        let Reading::Move(written) = reading else { continue };
        for lift in ahead.reader.candidates(written.hole) {
            if lift.side() != position.to_move {
                continue;
            }
            all.push(lift);
            if position.refuses(ahead.rules, lift).is_some() {
                continue;
            }
            let turn = turn_from(ahead.rules, ahead.reader, position, written, lift, None);
            if turn.played.is_some() && turn.fits() {
                let progress = ahead.follow(turn.after, rest);
                fitting.push(Tried { written, lift, turn, progress });
            }
        }
    }
    (fitting, all)
}

/// The turns that a ply may mean and that nothing speaks against, whatever comes after.
pub(crate) fn fitting(ply: &Ply, position: &Position, ahead: Ahead<'_>) -> Vec<Turn> {
    tried(ply, position, ahead, &[]).0.into_iter().map(|tried| tried.turn).collect()
}

/// Chooses among the readings: those that the rules allow, and of them those after which the rest is legal.
pub(crate) fn choose(
    ply: &Ply,
    span: Span,
    position: &Position,
    ahead: Ahead<'_>,
    rest: &[Item],
    sure: bool,
) -> Choice {
    let mut position = *position;
    if !sure && let Some(side) = only_side(ply, ahead) {
        position.to_move = side;
    }
    let (mut fitting, all) = tried(ply, &position, ahead, rest);
    if fitting.is_empty() {
        return none_fits(ply, span, &position, ahead, &all);
    }
    let legal: Vec<Hole> = fitting.iter().map(|tried| tried.lift).collect();
    if fitting.iter().any(|tried| tried.progress.whole) {
        fitting.retain(|tried| tried.progress.whole);
    }
    fitting.sort_by_key(|tried| std::cmp::Reverse(tried.progress));
    let left: Vec<Hole> = fitting.iter().map(|tried| tried.lift).collect();
    let best = fitting.swap_remove(0);
    let name = |hole: Hole| ahead.reader.name(hole);
    let open = left.len() > 1;
    let mut finding = if open {
        Finding::note(
            Code::OpenReading,
            span,
            format!("{} readings fit: {}", left.len(), list(left.iter().map(|&hole| name(hole)))),
        )
        .label("open")
    } else {
        Finding::note(Code::OpenReading, span, format!("only {} fits", name(best.lift))).label(name(best.lift))
    };
    if !open && legal.len() > 1 {
        let others = legal.iter().filter(|&&hole| hole != best.lift).map(|&hole| name(hole));
        finding = finding.fact(format!("{} may be lifted as well, and what comes after would not fit", list(others)));
    }
    if !open {
        let whole = whole_reading(best.written, best.lift, ahead);
        finding = finding.mend(Mend::replace(format!("write `{whole}`"), best.written.hole.span(), whole, false));
    }
    Choice { turn: best.turn, finding: Some(finding), open }
}

fn whole_reading(_written: &WrittenMove, lift: Hole, ahead: Ahead<'_>) -> String {
    ahead.reader.name(lift)
}

/// The side that every reading belongs to, if there is one.
fn only_side(ply: &Ply, ahead: Ahead<'_>) -> Option<tsoro_rules::Side> {
    let mut sides = ply.readings().flat_map(|reading| match reading {
        Reading::Move(written) => ahead.reader.candidates(written.hole),
        Reading::Missing(_) => Vec::new(),
    });
    let side = sides.next()?.side();
    sides.all(|hole| hole.side() == side).then_some(side)
}

fn none_fits(ply: &Ply, span: Span, position: &Position, ahead: Ahead<'_>, all: &[Hole]) -> Choice {
    let mut after = *position;
    after.pass();
    let mover = position.to_move;
    let mut finding = Finding::error(Code::NoReadingFits, span, "no reading of this ply fits")
        .label(format!("{mover} is to move"))
        .rule("3 what may be lifted");
    const MOST: usize = 6;
    for &hole in all.iter().take(MOST) {
        let why = match position.refuses(ahead.rules, hole) {
            Some(illegal) => illegal.to_string(),
            None => {
                let written = ply.readings().find_map(|reading| match reading {
                    Reading::Move(written) if ahead.reader.candidates(written.hole).contains(&hole) => Some(written),
                    _ => None,
                });
                let turn = written.map(|written| turn_from(ahead.rules, ahead.reader, position, written, hole, None));
                let against = turn.and_then(|turn| {
                    turn.findings.into_iter().max_by_key(|finding| finding.severity).map(|finding| finding.message)
                });
                against.unwrap_or_else(|| format!("{hole} does not fit"))
            }
        };
        finding = finding.fact(why);
    }
    if all.len() > MOST {
        finding = finding.fact(format!("and {} more holes that do not fit", all.len() - MOST));
    }
    if all.is_empty() {
        finding = finding.fact(format!("none of the holes that it may mean is {mover}'s"));
    }
    let liftable = position.liftable(ahead.rules).holes(position.columns(), mover);
    finding = finding.fact(format!("{mover} may lift {}", list(liftable)));
    Choice { turn: Turn { played: None, after, findings: Vec::new() }, finding: Some(finding), open: false }
}
