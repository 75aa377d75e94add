//! Plies that are missing, as a record has them: what is written behind a gap is made into a task for [`gap`](crate::gap),
//! and what it finds into words, mends and turns.

use std::fmt::Write as _;

use tsoro_notation::record::{Item, ItemKind, Missing, Ply, Reading};
use tsoro_notation::slip::Mend;
use tsoro_notation::span::Span;
use tsoro_rules::sowing::SowingEnd;
use tsoro_rules::{Capture, Hole, Move, Position};

use crate::boards;
use crate::finding::{Finding, Severity};
use crate::follow::{Ahead, plain_reading};
use crate::gap::{Bound, Fillings, Goal, Known, Slot, fill, fill_unknown};
use crate::holes::list;
use crate::readings::fitting;
use crate::sown::Trace;
use crate::step::Played;
use crate::turn::{Turn, bounded, counted, turn};

/// What was found for a gap.
pub(crate) struct Filled<'a> {
    ahead: Ahead<'a>,
    position: Position,
    found: Fillings,
    /// The plies of this gap; `None` when their number is not known.
    plies: Option<usize>,
    /// For every missing ply of a way, whether legible plies stand between it and the one before.
    apart: Vec<bool>,
    /// Whether a complete board stands behind the gap, with nothing but missing plies before it.
    to_a_board: bool,
}

/// How many ways are shown.
const MOST_SHOWN: usize = 5;

/// More missing plies than these are not searched for: nothing could tell the ways apart.
pub(crate) const LONGEST: usize = 4;

/// No more plies and boards behind a gap are looked at.
const FARTHEST: usize = 1000;

/// The work for one gap: a fraction of a second.
const BOUND: Bound = Bound { positions: 300_000, ways: 32 };

/// What stands behind a gap, up to a complete board or to something that cannot be followed.
struct Behind<'a> {
    /// Missing plies as `None`.
    slots: Vec<Option<Box<dyn Known + 'a>>>,
    goal: Option<Goal>,
}

/// Finds what may have been played in a gap. `None` where it is too long to be searched, or nothing behind it could tell
/// one way from another.
pub(crate) fn filled<'a>(
    ahead: Ahead<'a>,
    position: &Position,
    missing: Missing,
    rest: &'a [Item],
) -> Option<Filled<'a>> {
    let Behind { mut slots, goal } = behind(ahead, rest);
    let complete = goal.is_some();
    let bound = Bound { positions: BOUND.positions.min(ahead.work.left()), ..BOUND };
    let goal = goal.unwrap_or_else(|| Goal::unseen(position.columns()));
    let plies = match missing {
        Missing::Plies(plies) => usize::from(plies),
        Missing::Unknown if complete && slots.is_empty() => {
            let found = fill_unknown(ahead.rules, position, LONGEST, &goal, bound);
            ahead.work.spend(found.positions);
            let apart = vec![false; LONGEST];
            return Some(Filled { ahead, position: *position, found, plies: None, apart, to_a_board: true });
        }
        Missing::Unknown => return None,
    };
    if !complete {
        // Nothing is known of what comes behind the last ply or board.
        let told = slots.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        slots.truncate(told);
    }
    let all = plies + slots.iter().filter(|slot| slot.is_none()).count();
    if plies == 0 || all > LONGEST || (slots.is_empty() && !complete) {
        return None;
    }
    let to_a_board = complete && slots.iter().all(Option::is_none);
    slots.splice(0..0, std::iter::repeat_with(|| None).take(plies));
    let apart = apart(&slots);
    let slots: Vec<Slot<'_>> =
        slots.iter().map(|slot| slot.as_ref().map_or(Slot::Missing, |known| Slot::Known(&**known))).collect();
    let found = fill(ahead.rules, position, &slots, &goal, bound);
    ahead.work.spend(found.positions);
    Some(Filled { ahead, position: *position, found, plies: Some(plies), apart, to_a_board })
}

fn apart(slots: &[Option<Box<dyn Known + '_>>]) -> Vec<bool> {
    let missing = (0..slots.len()).filter(|&at| slots[at].is_none());
    missing.map(|at| at > 0 && slots[at - 1].is_some()).collect()
}

fn behind<'a>(ahead: Ahead<'a>, rest: &'a [Item]) -> Behind<'a> {
    let mut behind = Behind { slots: Vec::new(), goal: None };
    for Item { kind, span } in rest {
        match kind {
            ItemKind::Ply(Ply { first: Reading::Missing(Missing::Plies(plies)), others: None, .. })
                if usize::from(*plies) <= LONGEST =>
            {
                behind.slots.extend(std::iter::repeat_with(|| None).take(usize::from(*plies)));
            }
            ItemKind::Ply(Ply { first: Reading::Missing(_), others: None, .. }) | ItemKind::Unreadable => break,
            ItemKind::Ply(ply) => behind.slots.push(Some(Box::new(move |position, visit| {
                let Some(written) = plain_reading(ply) else {
                    return fitting(ply, position, ahead).iter().for_each(|turn| visit(&turn.after));
                };
                let turn = turn(ahead.rules, ahead.reader, position, written);
                if turn.played.is_some() && turn.fits() {
                    visit(&turn.after);
                }
            }))),
            ItemKind::Board(board) => {
                let start = Position::of(*ahead.rules.start(), tsoro_rules::Side::South);
                let game = boards::Game { reader: ahead.reader, stones: ahead.stones, start: &start, steps: &[] };
                let Ok(seen) = boards::read(board, *span, &game) else { continue };
                if board.really {
                    // How it really stood tells nothing of what was played before.
                    break;
                }
                if seen.complete {
                    behind.goal = Some(seen.goal(ahead.reader.columns));
                    break;
                }
                behind.slots.push(Some(Box::new(move |position, visit| {
                    if seen.fits(position, ahead.stones) {
                        visit(position);
                    }
                })));
            }
            _ => {}
        }
        if behind.slots.len() >= FARTHEST {
            break;
        }
    }
    behind
}

impl Filled<'_> {
    /// Adds to a gap's finding what may have been played.
    pub(crate) fn told(&self, mut finding: Finding, span: Span) -> Finding {
        let fits = if self.to_a_board { "leads to the board behind it" } else { "fits what comes after" };
        let bound = if self.found.all || self.found.ways.len() >= BOUND.ways {
            String::new()
        } else {
            format!(" (the search was ended after {} positions)", self.found.positions)
        };
        let mut ways: Vec<String> = self.found.ways.iter().map(|way| self.in_words(way)).collect();
        ways.dedup();
        let Some(plies) = self.plies else { return self.told_of_unknown(finding, &ways) };
        match &ways[..] {
            [] if self.found.all => {
                finding.severity = Severity::Warning;
                finding.fact(if plies == 1 {
                    format!("no move {fits}")
                } else {
                    format!("no row of {plies} moves {fits}")
                })
            }
            [] => finding.fact(format!("nothing was found that {fits}{bound}")),
            [only] if self.found.all => finding.fact(format!("only `{only}` {fits}")).mend(Mend::replace(
                format!("write `{}`", self.own(plies)),
                span,
                self.own(plies),
                false,
            )),
            ways => {
                let at_least = if self.found.all { "" } else { "at least " };
                let (shown, more) = shown(ways);
                let fit = fits.replacen("fits", "fit", 1).replacen("leads", "lead", 1);
                finding.fact(format!("{at_least}{} ways to fill it {fit}: {shown}{more}{bound}", ways.len()))
            }
        }
    }

    fn told_of_unknown(&self, finding: Finding, ways: &[String]) -> Finding {
        let plies = self.found.ways.first().map_or(0, Vec::len);
        match ways {
            [] => finding.fact(format!("no row of up to {LONGEST} moves was found that leads to the board behind it")),
            _ if plies == 0 => finding.fact("the board behind it agrees with the position before it".to_owned()),
            ways => {
                let (shown, more) = shown(ways);
                let plies = counted(plies as u32, "ply").replace("plys", "plies");
                finding.fact(format!("the fewest moves that lead to the board behind it are {plies}: {shown}{more}"))
            }
        }
    }

    /// The turns of this gap alone, if they are certain: the same in every way, and every way was found.
    pub(crate) fn only(&self) -> Option<Vec<Turn>> {
        let plies = self.plies.filter(|_| self.found.all)?;
        let first = self.found.ways.first()?.get(..plies)?;
        self.found.ways.iter().all(|way| way.starts_with(first)).then(|| self.turns(first))
    }

    /// What the first way has for this gap alone.
    fn own(&self, plies: usize) -> String {
        let way = self.found.ways.first().and_then(|way| way.get(..plies)).unwrap_or_default();
        self.turns(way).iter().filter_map(name).collect::<Vec<_>>().join(" ")
    }

    fn in_words(&self, way: &[Move]) -> String {
        let mut words = String::new();
        // Behind a legible ply the position is not at hand: there the lift and the stop are named.
        let near = self.apart.iter().position(|&apart| apart).unwrap_or(way.len()).min(way.len());
        let turns = self.turns(&way[..near]);
        let names = turns.iter().filter_map(name).chain(way[near..].iter().map(|played| played.lift.to_string()));
        for (index, name) in names.enumerate() {
            let between = match (index, self.apart.get(index)) {
                (0, _) => "",
                (_, Some(true)) => " … ",
                _ => " ",
            };
            let _ = write!(words, "{between}{name}");
        }
        words
    }

    fn turns(&self, way: &[Move]) -> Vec<Turn> {
        let mut position = self.position;
        way.iter()
            .map(|chosen| {
                let turn = played(self.ahead, &position, chosen);
                position = turn.after;
                turn
            })
            .collect()
    }
}

fn name(turn: &Turn) -> Option<String> {
    turn.played.as_ref().map(|played| played.canonical.clone())
}

fn shown(ways: &[String]) -> (String, String) {
    let shown = list(ways.iter().take(MOST_SHOWN).map(|way| format!("`{way}`")));
    let more = if ways.len() > MOST_SHOWN { format!(", and {} more", ways.len() - MOST_SHOWN) } else { String::new() };
    (shown, more)
}

/// A legal move as a turn that was played.
pub(crate) fn played(ahead: Ahead<'_>, before: &Position, chosen: &Move) -> Turn {
    let rules = ahead.rules;
    let trace = Trace::of(before, rules, chosen.lift);
    let mut after = *before;
    let singleton = before.board.get(chosen.lift) == 1;
    let sowing = after.sow(rules, chosen.lift.circuit(), |ordinal, _| Some(ordinal) == chosen.stop, |_| {});
    let last = (sowing.laps as usize).clamp(1, trace.landings.len().max(1)) - 1;
    let landing = trace.landings.get(last).copied().unwrap_or(chosen.lift);
    let captured = if sowing.end == SowingEnd::Empty {
        after.capture(rules, sowing.landing, singleton)
    } else {
        Capture::default()
    };
    if captured.total() > 0 {
        after.count_capture();
    }
    let mut bonus: Vec<(Hole, u16)> = Vec::new();
    for &(circuit, stones) in &chosen.bonus {
        after.take(circuit, stones);
        bonus.extend(before.columns().at(!before.to_move, circuit).map(|hole| (hole, stones)));
    }
    after.pass();
    let stop = chosen.stop.map(|ordinal| ordinal as usize - 1);
    let facing = landing.facing();
    let played = Played {
        lift: chosen.lift,
        landings: bounded(&trace.landings[..trace.landings.len().min(last + 1)]),
        laps: sowing.laps,
        relayed: (0..stop.unwrap_or(trace.heads.len())).filter_map(|ordinal| trace.head(ordinal)).collect(),
        stop: stop.and_then(|ordinal| trace.head(ordinal)),
        stop_ordinal: chosen.stop,
        endless: sowing.end == SowingEnd::Endless,
        captured,
        captured_holes: [(facing, captured.inner), (facing.behind(), captured.outer)]
            .into_iter()
            .filter_map(|(hole, stones)| (stones > 0).then_some(hole))
            .collect(),
        bonus,
        canonical: String::new(),
    };
    Turn { played: Some(crate::canonical::name(played, rules)), after, findings: Vec::new() }
}
