//! What a doubtful ply may mean in a position: every reading, with every hole that fits what is legible, played out.

use std::ops::ControlFlow;

use smallvec::SmallVec;
use tsoro_notation::record::{
    Mark, Missing, Ply, Reading, Record, WrittenBonus, WrittenColumn, WrittenHole, WrittenMove, WrittenRow,
};
use tsoro_notation::span::Span;
use tsoro_rules::sowing::SowingEnd;
use tsoro_rules::{Choice, Due, Hole, HoleSet, Move, Position, Ring, Wide};

use crate::canonical;
use crate::finding::Severity;
use crate::follow::{Ahead, plain_reading};
use crate::gap::difference;
use crate::reconstruct::played;
use crate::sown::Trace;
use crate::turn::{Turn, turn_from};

/// Whether a ply leaves anything open: several readings, or a hole of which a part is lost.
pub(super) fn is_doubtful(ply: &Ply) -> bool {
    plain_reading(ply).is_none_or(|written| !lost(written).is_empty())
}

/// One thing that a ply may mean.
pub(super) struct Answer {
    /// As it would be written.
    pub(super) text: String,
    /// What it does.
    pub(super) turn: Turn,
}

/// How a ply is to be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// Only what is not legible is open.
    AsWritten,
    /// A bonus that is not written is open too: the record fails later.
    BonusOpen,
    /// And so is the lifted hole.
    Suspected,
}

/// How strictly what is written beside a move is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    /// Everything agrees.
    Agrees,
    /// The move is legal; what is written beside it may differ.
    Legal,
}

impl Strictness {
    pub(super) fn admits(self, turn: &Turn) -> bool {
        turn.played.is_some()
            && match self {
                Strictness::Agrees => turn.fits(),
                Strictness::Legal => turn.legal(),
            }
    }
}

/// What a search is given to play with.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) record: &'a Record,
    pub(super) ahead: Ahead<'a>,
    pub(super) manner: Manner,
    pub(super) strictness: Strictness,
}

impl Asked<'_> {
    /// Calls back with everything that a ply may mean in a position, and the reading that it comes from.
    pub(super) fn answers(
        self,
        ply: &Ply,
        position: &Position,
        visit: &mut dyn FnMut(&str, Answer) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for reading in ply.readings() {
            match reading {
                Reading::Missing(Missing::Plies(1)) => each_move(self.ahead, position, &mut |chosen, _| {
                    let turn = played(self.ahead, position, &chosen);
                    let text = turn.played.as_ref().map(|played| self.written(played)).unwrap_or_default();
                    visit("_", Answer { text, turn })
                })?,
                Reading::Missing(_) => {}
                Reading::Move(written) => {
                    let reading = self.record.at(written.span);
                    self.meant(written, ply.mark, position, &mut |answer| visit(reading, answer))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Lists the readings of a ply that cannot be played in a position, each with the reason.
    pub(super) fn refused(self, ply: &Ply, position: &Position, refused: &mut Vec<(String, String)>) {
        let Ahead { rules, reader, .. } = self.ahead;
        if ply.others.is_none() {
            return;
        }
        for reading in ply.readings() {
            let Reading::Move(written) = reading else { continue };
            let Some(&lift) = reader.candidates(written.hole).first() else { continue };
            let why = match position.refuses(rules, lift) {
                Some(illegal) => Some(illegal.to_string()),
                None => turn_from(rules, reader, position, written, lift, ply.mark)
                    .findings
                    .into_iter()
                    .filter(|finding| finding.severity >= Severity::Warning)
                    .max_by_key(|finding| finding.severity)
                    .map(|finding| finding.message),
            };
            refused.extend(why.map(|why| (self.record.at(written.span).to_owned(), why)));
        }
    }

    /// A played ply as this record writes holes.
    pub(super) fn written(self, played: &crate::step::Played) -> String {
        canonical::written(played, self.ahead.rules, |hole| self.ahead.reader.name(hole))
    }

    fn meant(
        self,
        written: &WrittenMove,
        mark: Option<Mark>,
        position: &Position,
        visit: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Ahead { rules, reader, .. } = self.ahead;
        let lifts = match self.manner {
            Manner::AsWritten | Manner::BonusOpen => reader.candidates(written.hole),
            Manner::Suspected => position.liftable(rules).holes(position.columns(), position.to_move).collect(),
        };
        for lift in lifts {
            let really = mark == Some(Mark::Really);
            if lift.side() != position.to_move || (!really && position.refuses(rules, lift).is_some()) {
                continue;
            }
            if position.board.get(lift) == 0 {
                continue;
            }
            let mut wording = Wording::of(self.record, written);
            let mut read = written.clone();
            if reader.hole(written.hole) != Ok(lift) {
                wording.replace(written.hole.span(), reader.name(lift));
                read.hole = reader.written(lift, written.hole);
            }
            let trace = Trace::of(position, rules, lift);
            let places = lost(written);
            self.each_filling(&places, position, &trace, &mut read, &mut wording, &mut |read, wording| {
                let turn = turn_from(rules, reader, position, read, lift, mark);
                let fits = if really { turn.played.is_some() } else { self.strictness.admits(&turn) };
                if !fits {
                    return ControlFlow::Continue(());
                }
                if self.manner != Manner::AsWritten && read.bonus.is_none() {
                    self.other_bonuses(read, &turn, position, wording, visit)?;
                }
                visit(Answer { text: wording.text(), turn })
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Goes through every way to fill in the holes that are not legible beside the lift.
    fn each_filling(
        self,
        places: &[Place],
        position: &Position,
        trace: &Trace,
        read: &mut WrittenMove,
        wording: &mut Wording<'_>,
        visit: &mut dyn FnMut(&WrittenMove, &Wording<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some((&place, rest)) = places.split_first() else { return visit(read, wording) };
        let Some(&mut lost) = place.of(read) else { return ControlFlow::Continue(()) };
        let reader = self.ahead.reader;
        for hole in reader.candidates(lost) {
            if !place.may_be(hole, position, trace, self.ahead) {
                continue;
            }
            if let Some(written) = place.of(read) {
                *written = reader.written(hole, lost);
            }
            wording.replace(lost.span(), reader.name(hole));
            self.each_filling(rest, position, trace, read, wording, visit)?;
            wording.restore();
        }
        if let Some(written) = place.of(read) {
            *written = lost;
        }
        ControlFlow::Continue(())
    }

    /// The bonuses that a ply with none written may have been played with.
    fn other_bonuses(
        self,
        read: &WrittenMove,
        turn: &Turn,
        position: &Position,
        wording: &Wording<'_>,
        visit: &mut dyn FnMut(Answer) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(played_without) = &turn.played else { return ControlFlow::Continue(()) };
        let rules = self.ahead.rules;
        position.sowings_from(rules, played_without.lift.circuit(), |choice| {
            if choice.stop != played_without.stop_ordinal || choice.bonuses(rules) > MOST_BONUSES {
                return ControlFlow::Continue(());
            }
            each_bonus(rules, choice, &mut |bonus| {
                if bonus.is_empty() {
                    return ControlFlow::Continue(());
                }
                let chosen = Move { lift: choice.lift, stop: choice.stop, bonus };
                let turn = played(self.ahead, position, &chosen);
                let words: Vec<String> = turn
                    .played
                    .iter()
                    .flat_map(|played| &played.bonus)
                    .map(|&(hole, stones)| match choice.due {
                        Due::Stones(_) => format!("{}={stones}", self.ahead.reader.name(hole)),
                        _ => self.ahead.reader.name(hole),
                    })
                    .collect();
                let at = read.claim().map_or(read.span.end, |claim| claim.span.start);
                let mut wording = wording.clone();
                wording.replace(Span::new(at, at), format!(":{}", words.join(",")));
                visit(Answer { text: wording.text(), turn })
            })
        })
    }
}

/// A bonus that can be chosen in more ways than these is not guessed at.
const MOST_BONUSES: u64 = 1_000;

/// Calls back with every legal move in a position, and with the position after it: the bonus in full first, then, where it
/// may be taken in part, the smaller ones.
pub(super) fn each_move(
    ahead: Ahead<'_>,
    position: &Position,
    visit: &mut dyn FnMut(Move, &Position) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let rules = ahead.rules;
    position.sowings(rules, |choice| {
        if choice.end == SowingEnd::Endless {
            return ControlFlow::Continue(());
        }
        each_bonus(rules, choice, &mut |bonus| {
            let next = choice.with_bonus(&bonus);
            visit(Move { lift: choice.lift, stop: choice.stop, bonus }, &next)
        })
    })
}

/// How many moves [`each_move`] would call back with, and whether those are all there are.
pub(super) fn moves(ahead: Ahead<'_>, position: &Position) -> (u64, bool) {
    let (mut moves, mut all) = (0_u64, true);
    let _ = position.sowings(ahead.rules, |choice| {
        moves = moves.saturating_add(choice.bonuses(ahead.rules));
        if let (Due::Holes(holes), false) = (choice.due, ahead.rules.bonus_mandatory()) {
            let free = u64::from(choice.after.bonus_holes(ahead.rules).len());
            let mut ways = 1;
            for taken in 0..u64::from(holes) {
                moves = moves.saturating_add(ways);
                ways = ways * (free - taken) / (taken + 1);
            }
        }
        all &= !matches!(choice.due, Due::Stones(_)) || ahead.rules.bonus_mandatory();
        ControlFlow::Continue(())
    });
    (moves, all)
}

/// Every bonus that a sowing may be followed by.
fn each_bonus(
    rules: &tsoro_rules::RuleSet,
    choice: &Choice<Wide>,
    visit: &mut dyn FnMut(tsoro_rules::BonusChoice) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut flow = ControlFlow::Continue(());
    choice.each_bonus(rules, &mut |next| {
        if flow.is_continue() {
            flow = visit(difference(choice, next));
        }
    });
    flow?;
    let (Due::Holes(holes), false) = (choice.due, rules.bonus_mandatory()) else { return ControlFlow::Continue(()) };
    for fewer in (0..holes).rev() {
        subsets(choice, choice.after.bonus_holes(rules), fewer, &mut tsoro_rules::BonusChoice::new(), visit)?;
    }
    ControlFlow::Continue(())
}

/// Every set of so many whole holes.
fn subsets(
    choice: &Choice<Wide>,
    free: HoleSet,
    left: u8,
    taken: &mut tsoro_rules::BonusChoice,
    visit: &mut dyn FnMut(tsoro_rules::BonusChoice) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if left == 0 {
        return visit(taken.clone());
    }
    let held = choice.after.board.ring(!choice.after.to_move);
    let mut rest = free;
    for circuit in free.iter() {
        rest.0 &= rest.0 - 1;
        taken.push((circuit, held.get(circuit)));
        subsets(choice, rest, left - 1, taken, visit)?;
        taken.pop();
    }
    ControlFlow::Continue(())
}

/// A hole beside the lift of which a part is not legible.
#[derive(Clone, Copy)]
enum Place {
    Relay(usize),
    Stop,
    Landing(usize),
    Bonus(usize),
}

/// The holes beside the lift that are not legible.
fn lost(written: &WrittenMove) -> SmallVec<[Place; 2]> {
    let mut places = SmallVec::new();
    for (index, relay) in written.relays().iter().enumerate() {
        if relay.head.is_some_and(is_lost) {
            places.push(Place::Relay(index));
        }
    }
    if written.stop().and_then(|stop| stop.head).is_some_and(is_lost) {
        places.push(Place::Stop);
    }
    for (index, landing) in written.landings().iter().enumerate() {
        if is_lost(*landing) {
            places.push(Place::Landing(index));
        }
    }
    for (index, bonus) in written.bonus.iter().flat_map(|WrittenBonus { holes, .. }| holes).enumerate() {
        if is_lost(bonus.hole) {
            places.push(Place::Bonus(index));
        }
    }
    places
}

fn is_lost(hole: WrittenHole) -> bool {
    hole.row == WrittenRow::Illegible || hole.column == WrittenColumn::Illegible
}

impl Place {
    fn of(self, written: &mut WrittenMove) -> Option<&mut WrittenHole> {
        match self {
            Place::Relay(index) => written.details.as_mut()?.relays.get_mut(index)?.head.as_mut(),
            Place::Stop => written.details.as_mut()?.stop.as_mut()?.head.as_mut(),
            Place::Landing(index) => written.details.as_mut()?.landings.get_mut(index),
            Place::Bonus(index) => written.bonus.as_mut()?.holes.get_mut(index).map(|bonus| &mut bonus.hole),
        }
    }

    /// A first look: the turn itself is the judge.
    fn may_be(self, hole: Hole, position: &Position, trace: &Trace, ahead: Ahead<'_>) -> bool {
        match self {
            Place::Relay(_) | Place::Stop => hole.side() == position.to_move && ahead.rules.is_head(hole),
            Place::Landing(_) => trace.landings.contains(&hole),
            Place::Bonus(_) => hole.side() != position.to_move && position.board.get(hole) > 0,
        }
    }
}

/// The text of a reading with some of its holes written anew.
#[derive(Clone)]
struct Wording<'a> {
    text: &'a str,
    start: u32,
    changes: Vec<(Span, String)>,
}

impl<'a> Wording<'a> {
    fn of(record: &'a Record, written: &WrittenMove) -> Wording<'a> {
        Wording { text: record.at(written.span), start: written.span.start, changes: Vec::new() }
    }

    fn replace(&mut self, span: Span, text: String) {
        self.changes.push((span, text));
    }

    fn restore(&mut self) {
        self.changes.pop();
    }

    fn text(&self) -> String {
        let mut changes: Vec<&(Span, String)> = self.changes.iter().collect();
        changes.sort_by_key(|(span, _)| *span);
        let mut text = String::with_capacity(self.text.len() + 8);
        let mut at = 0;
        for (span, new) in changes {
            let (start, end) = ((span.start - self.start) as usize, (span.end - self.start) as usize);
            text.push_str(self.text.get(at..start).unwrap_or_default());
            text.push_str(new);
            at = end;
        }
        text.push_str(self.text.get(at..).unwrap_or_default());
        text
    }
}
