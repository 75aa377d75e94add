//! A line of play, item by item: the main line, or a variation from its own place.
//!
//! While everything is certain, whatever does not fit is said. From the first fault on the position is a guess: the
//! likeliest one is followed, and nothing that depends on it is said, until a complete board makes it certain again.

use std::collections::HashMap;

use tsoro_notation::header::Ending;
use tsoro_notation::record::{
    GameResult, Item, ItemKind, Mark, Missing, Number, Ply, Reading, Record, WrittenBoard, WrittenMove,
};
use tsoro_notation::slip::Mend;
use tsoro_notation::span::Span;
use tsoro_rules::{Endless, Hole, Over, Position, Repetition, RuleSet, Side};

use crate::boards;
use crate::causes::{Cause, CauseKind, Fault, better_lifts};
use crate::code::Code;
use crate::finding::{Finding, Severity};
use crate::follow::{Ahead, Work, plain_reading};
use crate::holes::{Reader, list};
use crate::readings::{Choice, choose};
use crate::reconstruct::filled;
use crate::step::{Played, Step, Variation};
use crate::turn::{Turn, turn_from};

/// Of a gap, no more plies than these get a step of their own: `_*65535` is quickly written.
const MOST_PLACES: u32 = 64;

/// What all lines of a record have in common.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    pub(crate) record: &'a Record,
    pub(crate) rules: &'a RuleSet,
    pub(crate) reader: Reader,
    /// Stones at the start.
    pub(crate) stones: u32,
    /// The side that began the game.
    pub(crate) first: Side,
    pub(crate) work: &'a Work,
}

/// How a game came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GameEnd {
    pub(crate) ply: u32,
    pub(crate) result: GameResult,
    pub(crate) ending: Ending,
    pub(crate) over: Option<Over>,
}

/// How sure the position is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Footing {
    /// Certain.
    Sure,
    /// A guess since the finding at this place among the findings.
    Guess(usize),
    /// A guess since something that another has said already: the parser, or the line that this one branches off.
    GuessSaid,
}

/// A line being played.
pub(crate) struct Line<'a> {
    table: Table<'a>,
    start: Position,
    position: Position,
    /// Plies so far, those missing included.
    ply: u32,
    footing: Footing,
    /// A ply that broke a rule and was really played so: the board after it settles what is left open.
    settles: bool,
    /// Whether an unknown number of plies is missing, and nothing since has said whose turn it is.
    turn_open: bool,
    /// How far the record's move numbers are from the counted ones.
    numbers_off: i64,
    /// Positions by their fingerprint, with the plies that led to them.
    seen: HashMap<u64, Vec<u32>>,
    repeats: bool,
    pub(crate) end: Option<GameEnd>,
    said_end: bool,
    /// Where plies that were read with doubt stand.
    doubtful: Vec<Span>,
    /// The last plies with where they stand among the items, for a second look.
    recent: Vec<(&'a WrittenMove, Position, usize)>,
    pub(crate) steps: Vec<Step>,
    pub(crate) variations: Vec<Variation>,
    pub(crate) findings: Vec<Finding>,
    pub(crate) result: Option<(GameResult, Span)>,
    /// Whether an error was met that the whole record, read another way, might not have.
    pub(crate) faulty: bool,
}

impl<'a> Line<'a> {
    pub(crate) fn new(table: Table<'a>, start: Position, ply: u32, certain: bool) -> Line<'a> {
        let mut line = Line {
            table,
            start,
            position: start,
            ply,
            footing: if certain { Footing::Sure } else { Footing::GuessSaid },
            settles: false,
            turn_open: false,
            numbers_off: 0,
            seen: HashMap::new(),
            repeats: false,
            end: None,
            said_end: false,
            doubtful: Vec::new(),
            recent: Vec::new(),
            steps: Vec::new(),
            variations: Vec::new(),
            findings: Vec::new(),
            result: None,
            faulty: false,
        };
        line.seen.insert(start.fingerprint(), vec![ply]);
        line.look_for_the_end();
        line
    }

    /// Plays the items of a line.
    pub(crate) fn play(&mut self, items: &'a [Item]) {
        for (index, item) in items.iter().enumerate() {
            match &item.kind {
                ItemKind::Ply(ply) => self.ply(ply, item.span, items, index),
                ItemKind::Number(number) => self.number(*number, item.span),
                ItemKind::Board(board) => self.board(board, item.span),
                ItemKind::Variation(inner) => self.variation(inner, item.span),
                ItemKind::Result(result) => {
                    if self.result.is_none() {
                        self.result = Some((*result, item.span));
                    }
                }
                ItemKind::Comment(_) | ItemKind::Time(_) | ItemKind::Glyph(_) => self.attach(item.span),
                // It may have been a ply. The slip says what could not be read.
                ItemKind::Unreadable => {
                    if self.sure() {
                        self.footing = Footing::GuessSaid;
                    }
                }
            }
        }
    }

    /// Says up to where the position stayed a guess, when it is one to the end.
    pub(crate) fn close(&mut self) {
        if let Footing::Guess(index) = self.footing
            && !self.steps.is_empty()
        {
            self.findings[index].notes.push("from here to the end the position is a guess".to_owned());
        }
    }

    fn attach(&mut self, span: Span) {
        if let Some(step) = self.steps.last_mut() {
            step.attached.push(span);
        }
    }

    fn sure(&self) -> bool {
        self.footing == Footing::Sure
    }

    fn ahead(&self) -> Ahead<'a> {
        Ahead { rules: self.table.rules, reader: self.table.reader, stones: self.table.stones, work: self.table.work }
    }

    fn say(&mut self, mut finding: Finding) -> usize {
        if finding.ply.is_none() {
            finding.ply = Some(self.ply);
        }
        self.findings.push(finding);
        self.findings.len() - 1
    }

    fn number(&mut self, number: Number, span: Span) {
        let second = self.position.to_move != self.table.first;
        let expected = i64::from(self.ply / 2 + 1);
        let off = i64::from(number.number) - expected;
        if !self.sure() || self.turn_open || self.steps.last().is_some_and(|step| !step.certain) {
            self.numbers_off = off;
            return;
        }
        if off != self.numbers_off {
            let counted = expected + self.numbers_off;
            let dots = if number.second { "..." } else { "." };
            let text = format!("{counted}{dots}");
            self.say(
                Finding::warning(
                    Code::MoveNumber,
                    span,
                    format!("the number says {}, and this is move {counted}", number.number),
                )
                .label(if off > self.numbers_off {
                    "is a move left out before it?"
                } else {
                    "misnumbered, or written twice?"
                })
                .mend(Mend::replace(format!("write `{text}`"), span, text, false)),
            );
            self.numbers_off = off;
        } else if number.second != second {
            let mover = self.position.to_move;
            let text = format!("{}{}", number.number, if second { "..." } else { "." });
            self.say(
                Finding::warning(Code::MoveNumber, span, format!("{mover} is to move here"))
                    .label(if second {
                        "three dots before the second player's ply"
                    } else {
                        "one dot before the first player's ply"
                    })
                    .mend(Mend::replace(format!("write `{text}`"), span, text, false)),
            );
        }
    }

    fn ply(&mut self, ply: &'a Ply, span: Span, items: &'a [Item], index: usize) {
        if let (Reading::Missing(missing), None) = (&ply.first, &ply.others) {
            return self.missing(*missing, span, items, index);
        }
        self.after_the_end(span);
        self.ply = self.ply.saturating_add(1);
        let rest = &items[index + 1..];
        let before = self.position;
        let mut turn = match plain_reading(ply) {
            Some(written) => self.plain(written, ply.mark, items, index),
            None => self.read(ply, span, rest),
        };
        if ply.mark == Some(Mark::Doubtful) {
            self.doubtful.push(span);
        }
        if let Some(written) = plain_reading(ply) {
            self.recent.push((written, before, index));
            if self.recent.len() > 8 {
                self.recent.remove(0);
            }
        }
        for finding in turn.findings.drain(..) {
            self.say(finding);
        }
        self.position = turn.after;
        let side = !turn.after.to_move;
        let endless = turn.played.as_ref().is_some_and(|played| played.endless);
        self.push_step(span, side, turn.played);
        if self.sure() {
            self.repetition(span);
            self.look_for_the_end();
            if endless && self.end.is_none() && self.table.rules.endless() == Endless::Draw {
                let (result, ending) = (GameResult::Draw, Ending::Repetition);
                self.end = Some(GameEnd { ply: self.ply, result, ending, over: None });
            }
        }
    }

    fn push_step(&mut self, span: Span, side: Side, played: Option<Played>) {
        self.steps.push(Step {
            ply: self.ply,
            span,
            side,
            played,
            after: self.position,
            certain: self.sure(),
            attached: Vec::new(),
        });
    }

    fn after_the_end(&mut self, span: Span) {
        let Some(end) = self.end else { return };
        if self.said_end || !self.sure() {
            return;
        }
        self.said_end = true;
        let why = why_over(end, self.position.to_move);
        let drawn = end.ending == Ending::Repetition;
        let finding = if drawn {
            Finding::warning(Code::PlyAfterEnd, span, format!("the game was drawn at ply {}: {why}", end.ply))
                .rule("5.2 a position that comes up again ends the game as a draw; the replay goes on")
        } else {
            let at = if end.ply == 0 { "before the first ply".to_owned() } else { format!("at ply {}", end.ply) };
            Finding::error(Code::PlyAfterEnd, span, format!("the game ended {at}: {why}"))
                .rule("5.1 a player without a legal move, or without stones, has lost")
        };
        self.ply = self.ply.saturating_add(1);
        let index = self.say(finding.label("a ply after the end"));
        self.ply -= 1;
        if !drawn {
            self.footing = Footing::Guess(index);
        }
    }

    /// A ply with one legible reading.
    fn plain(&mut self, written: &'a WrittenMove, mark: Option<Mark>, items: &'a [Item], index: usize) -> Turn {
        let reader = self.table.reader;
        let lift = reader.hole(written.hole).ok();
        if (!self.sure() || self.turn_open)
            && let Some(lift) = lift
        {
            // After a fault, or so many plies that nobody counted, only the ply itself knows whose turn it is.
            self.position.to_move = lift.side();
            self.turn_open = false;
        }
        let position = self.position;
        let mut turn = match lift {
            Some(lift) => turn_from(self.table.rules, reader, &position, written, lift, mark),
            None => crate::turn::turn(self.table.rules, reader, &position, written),
        };
        if mark == Some(Mark::Really) {
            self.really(&mut turn);
            return turn;
        }
        if !self.sure() {
            turn.findings.retain(|finding| independent(finding.code));
            return turn;
        }
        if turn.legal() {
            self.evidence(&mut turn, written, lift, &items[index + 1..]);
            return turn;
        }
        self.fault(turn, written, lift, items, index)
    }

    /// A ply that was really played although it breaks a rule: notes instead of errors.
    fn really(&mut self, turn: &mut Turn) {
        let illegal = !turn.legal();
        for finding in &mut turn.findings {
            if finding.severity == Severity::Error {
                finding.code = Code::PlayedAgainstRules;
                finding.severity = Severity::Note;
                finding.message = format!("really played so, although {}", finding.message);
                finding.mends.clear();
            }
        }
        self.settles |= illegal;
    }

    /// Where what is written beside a legal ply does not fit it, perhaps another lift does.
    fn evidence(&self, turn: &mut Turn, written: &WrittenMove, lift: Option<Hole>, rest: &[Item]) {
        let Some(lift) = lift else { return };
        let differs = |finding: &Finding| matches!(finding.code, Code::LandingDiffers | Code::CaptureDiffers);
        if !turn.findings.iter().any(differs) {
            return;
        }
        let mends = better_lifts(self.ahead(), &self.position, written, lift, rest);
        if let Some(finding) = turn.findings.iter_mut().find(|finding| differs(finding)) {
            finding.mends.splice(0..0, mends);
        }
    }

    /// An illegal ply: say so with the likeliest causes, and follow the best of them.
    fn fault(
        &mut self,
        mut turn: Turn,
        written: &'a WrittenMove,
        lift: Option<Hole>,
        items: &'a [Item],
        index: usize,
    ) -> Turn {
        self.faulty = true;
        let earlier = self.recent.iter().map(|(written, before, at)| (*written, *before, &items[at + 1..])).collect();
        let fault =
            Fault { ahead: self.ahead(), position: &self.position, written, lift, rest: &items[index + 1..], earlier };
        let causes = fault.causes();
        let mut findings = std::mem::take(&mut turn.findings);
        let main = findings.iter().position(|finding| finding.severity == Severity::Error).unwrap_or(0);
        let mut finding = findings.swap_remove(main);
        if let Some(lift) = lift
            && lift.side() != self.position.to_move
        {
            finding = self.wrong_side(written, lift, &causes);
        }
        let mut mends: Vec<Mend> = causes.iter().map(|cause| cause.mend.clone()).collect();
        mends.append(&mut finding.mends);
        mends.dedup_by(|a, b| a.edits == b.edits);
        finding.mends = mends;
        if causes.first().is_some_and(|cause| cause.progress.whole && cause.progress.plies > 0) {
            finding.notes.push("with the first mend the rest of the record is legal".to_owned());
        }
        for span in self.doubtful.iter().rev().take(2) {
            finding.related.push((*span, "this ply was read with doubt".to_owned()));
        }
        let at = self.say(finding);
        self.footing = Footing::Guess(at);
        if let Some(cause) = causes.first() {
            turn.after = cause.after;
        } else if turn.played.is_none()
            && let Some(lift) = lift
        {
            turn.after.to_move = !lift.side();
        }
        turn.findings = findings.into_iter().filter(|finding| independent(finding.code)).collect();
        turn
    }

    fn wrong_side(&self, written: &WrittenMove, lift: Hole, causes: &[Cause]) -> Finding {
        let (side, mover) = (lift.side(), self.position.to_move);
        let message = if self.ply == 1 {
            format!("{mover} begins, and {lift} is {side}'s")
        } else {
            format!("two plies by {side} running: it is {mover}'s turn")
        };
        let mut finding = Finding::error(Code::WrongSide, written.hole.span(), message)
            .label(format!("a hole of {side}'s"))
            .rule("the players move in turn; upper case is South, lower case North");
        if let Some((earlier, ..)) = self.recent.last() {
            finding = finding.beside(earlier.span, format!("{side}'s ply before it"));
        }
        let likelier = match causes.first().map(|cause| cause.kind) {
            Some(CauseKind::WrongCase) => format!("`{}` may be lifted: that is the likelier slip", lift.mirrored()),
            Some(CauseKind::PlyTwice) => "the ply is written twice: that is the likelier slip".to_owned(),
            Some(CauseKind::PlyLeftOut) => format!("a ply of {mover}'s is missing: that is the likelier slip"),
            _ if self.position.refuses(self.table.rules, lift.mirrored()).is_none() => {
                format!("`{}` may be lifted, or a ply of {mover}'s is missing", lift.mirrored())
            }
            _ => format!("a ply of {mover}'s is missing, or the hole is written wrongly"),
        };
        finding.fact(likelier)
    }

    /// A ply with several readings, or with parts that are not legible.
    fn read(&mut self, ply: &Ply, span: Span, rest: &[Item]) -> Turn {
        let Choice { turn, finding, open } = choose(ply, span, &self.position, self.ahead(), rest, self.sure());
        let mut turn = turn;
        if !self.sure() {
            turn.findings.retain(|finding| independent(finding.code));
            return turn;
        }
        let error = finding.as_ref().is_some_and(|finding| finding.severity == Severity::Error);
        if let Some(finding) = finding {
            let at = self.say(finding);
            if open || error {
                self.footing = Footing::Guess(at);
            }
        }
        turn
    }

    fn missing(&mut self, missing: Missing, span: Span, items: &'a [Item], index: usize) {
        let plies = match missing {
            Missing::Plies(plies) => u32::from(plies),
            Missing::Unknown => 1,
        };
        let sure = self.sure();
        self.turn_open |= missing == Missing::Unknown;
        if sure {
            let what = match missing {
                Missing::Unknown => "an unknown number of plies is missing".to_owned(),
                Missing::Plies(1) => format!("a ply of {}'s is not legible", self.position.to_move),
                Missing::Plies(plies) => format!("{plies} plies are missing"),
            };
            let filled = filled(self.ahead(), &self.position, missing, &items[index + 1..]);
            let mut finding = Finding::note(Code::Gap, span, what);
            if let Some(filled) = &filled {
                finding = filled.told(finding, span);
            }
            self.ply = self.ply.saturating_add(1);
            let at = self.say(finding);
            self.ply -= 1;
            if let Some(only) = filled.and_then(|filled| filled.only()) {
                for turn in only {
                    self.ply = self.ply.saturating_add(1);
                    self.position = turn.after;
                    self.push_step(span, !turn.after.to_move, turn.played);
                }
                self.repetition(span);
                self.look_for_the_end();
                return;
            }
            self.footing = Footing::Guess(at);
        }
        for _ in 0..plies.min(MOST_PLACES) {
            self.ply = self.ply.saturating_add(1);
            let side = self.position.to_move;
            self.position.pass();
            self.push_step(span, side, None);
        }
        let beyond = plies.saturating_sub(MOST_PLACES);
        self.ply = self.ply.saturating_add(beyond);
        if beyond % 2 == 1 {
            self.position.pass();
        }
    }

    fn board(&mut self, board: &WrittenBoard, span: Span) {
        self.attach(span);
        let game = boards::Game {
            reader: self.table.reader,
            stones: self.table.stones,
            start: &self.start,
            steps: &self.steps,
        };
        let seen = match boards::read(board, span, &game) {
            Ok(seen) => seen,
            Err(finding) => {
                self.say(*finding);
                return;
            }
        };
        let settled = self.settles && seen.complete;
        if self.sure() {
            let finding = seen.differs(&self.position, &game, board.really || settled);
            if let Some(finding) = finding {
                self.say(finding);
            }
        }
        if board.really || settled || (!self.sure() && seen.complete) {
            let position = seen.taken_over(self.position);
            let stones = position.board.total();
            if stones > self.table.stones {
                self.say(*boards::too_many(span, stones, self.table.stones));
                return;
            }
            self.take_over(position);
        }
        if seen.complete {
            self.settles = false;
            self.turn_open &= seen.to_move.is_none();
            if !self.sure() {
                if let Footing::Guess(index) = std::mem::replace(&mut self.footing, Footing::Sure) {
                    let ply = self.ply;
                    let note = format!("from here up to the board behind ply {ply} the position is a guess");
                    self.findings[index].notes.push(note);
                }
                self.recent.clear();
                if let Some(step) = self.steps.last_mut() {
                    step.certain = true;
                }
                self.end = None;
                self.look_for_the_end();
            }
        }
    }

    fn take_over(&mut self, position: Position) {
        self.position = position;
        match self.steps.last_mut() {
            Some(step) => step.after = position,
            None => self.start = position,
        }
        self.seen.clear();
        self.seen.insert(position.fingerprint(), vec![self.ply]);
        self.end = None;
        self.look_for_the_end();
    }

    fn variation(&mut self, items: &'a [Item], span: Span) {
        // It replaces the ply before it.
        let (start, ply, certain) = match &self.steps[..] {
            [] => (self.start, self.ply, self.sure()),
            [.., before, last] => (before.after, last.ply - 1, before.certain),
            [only] => (self.start, only.ply - 1, true),
        };
        let mut inner = Line::new(self.table, start, ply, certain);
        inner.numbers_off = self.numbers_off;
        inner.play(items);
        inner.close();
        // Findings know each other by their places in the list: the inner line's are closed before they are moved.
        self.findings.append(&mut inner.findings);
        self.variations.push(Variation { span, start, steps: inner.steps, variations: inner.variations });
    }

    fn repetition(&mut self, span: Span) {
        let earlier = self.seen.entry(self.position.fingerprint()).or_default();
        let steps = &self.steps;
        let first = self.steps.first().map_or(0, |step| step.ply);
        let before = earlier.iter().rev().find(|&&ply| match ply.checked_sub(first) {
            None => self.start.repeats(&self.position),
            Some(_) => steps
                .binary_search_by_key(&ply, |step| step.ply)
                .is_ok_and(|index| steps[index].after.repeats(&self.position)),
        });
        let before = before.copied();
        earlier.push(self.ply);
        let Some(before) = before else {
            self.repeats = false;
            return;
        };
        if std::mem::replace(&mut self.repeats, true) || self.end.is_some() {
            return;
        }
        let at = if before == 0 { "the start".to_owned() } else { format!("ply {before}") };
        let draw = self.table.rules.repetition() == Repetition::Draw;
        let finding = Finding::note(Code::Repetition, span, format!("the position of {at} has come up again"));
        if draw {
            self.say(finding.rule("5.2 the game is drawn when a position comes up a second time"));
            let (result, ending) = (GameResult::Draw, Ending::Repetition);
            self.end = Some(GameEnd { ply: self.ply, result, ending, over: None });
        } else {
            self.say(finding.rule("5.2 in these rules a repetition ends nothing"));
        }
    }

    fn look_for_the_end(&mut self) {
        if self.turn_open {
            return;
        }
        if self.end.is_some() {
            return;
        }
        let Some(over) = self.position.over(self.table.rules) else { return };
        let result = match over.winner() {
            Some(Side::South) => GameResult::South,
            Some(Side::North) => GameResult::North,
            None => GameResult::Draw,
        };
        let ending = match over {
            Over::NoStones { .. } => Ending::NoStones,
            Over::Immobilised { .. } => Ending::Immobilised,
        };
        self.end = Some(GameEnd { ply: self.ply, result, ending, over: Some(over) });
        if let Over::Immobilised { side, for_want_of_an_end: true, .. } = over
            && self.sure()
        {
            let lifts: Vec<Hole> =
                self.position.liftable(self.table.rules).holes(self.position.columns(), side).collect();
            let span = self.steps.last().map_or(crate::setup::whole(self.table.record), |step| step.span);
            self.say(
                Finding::note(
                    Code::NoSowingEnds,
                    span,
                    format!("{side} has no legal move, for want of a sowing that ends"),
                )
                .rule("2.6 where every sowing is endless the mover has no legal move, and 5.1 holds")
                .fact(format!("{side} could lift {}, and no sowing from there ends", list(lifts))),
            );
        }
    }
}

/// Why a game is over, in words.
pub(crate) fn why_over(end: GameEnd, to_move: Side) -> String {
    match end.over {
        Some(Over::NoStones { loser }) => format!("{loser} has no stones left"),
        Some(Over::Immobilised { side, for_want_of_an_end: true, .. }) => {
            format!("{side} cannot move, for want of a sowing that ends")
        }
        Some(Over::Immobilised { side, .. }) => format!("{side} cannot move"),
        None if end.ending == Ending::Repetition => "the position had come up before".to_owned(),
        None => format!("{to_move} cannot move"),
    }
}

/// Whether a finding holds whatever the position is.
fn independent(code: Code) -> bool {
    matches!(code, Code::NoSuchHole | Code::NotAHead | Code::DirectionMark)
}
