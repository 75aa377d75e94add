//! The search: every position that the record may have led to, carried along side by side.
//!
//! Each doubtful place is a stage. An entry of a stage is one thing that the place may mean, reached from some entries of the
//! stage before; the positions behind it are followed up to the next stage. In the end the entries that led to a position still
//! alive are what the places can mean, each place for itself.
//!
//! A complete board with one position left closes a segment: whatever comes behind it cannot change what was found. Where
//! nothing is left the segment ends in a fault, and the next one begins at the next complete board.

use std::collections::HashMap;
use std::ops::ControlFlow;

use tsoro_notation::header::Ending;
use tsoro_notation::record::{
    GameResult, Item, ItemKind, Mark, Missing, Ply, Reading, Record, WrittenBoard, WrittenMove,
};
use tsoro_notation::span::Span;
use tsoro_rules::{Move, Position, Side};

use super::question::{Asked, Manner, Strictness, each_move, is_doubtful, moves};
use super::{Fault, MOST_LISTED, Matter, Outcome, Resolution};
use crate::boards::{self, Seen};
use crate::code::Code;
use crate::finding::Finding;
use crate::follow::{Ahead, plain_reading};
use crate::gap::{self, Bound, Fillings, Slot};
use crate::reconstruct::played;
use crate::turn::{turn, turn_from};

/// More missing plies in a row than these are not searched for: nothing could tell the ways apart.
const LONGEST: usize = 4;

/// No more things than these are kept for one place: a position each.
const MOST_ENTRIES: usize = 20_000;

/// What is tried for missing plies must go on so many items without a fault; where nothing does, fewer are asked.
const FORESIGHT: [usize; 3] = [12, 2, 0];

/// A position that the record may have led to.
struct Node {
    position: Position,
    /// The entries of the latest stage that lead here.
    from: Vec<u32>,
}

/// One thing that a stage may mean.
struct Entry {
    /// The entries of the stage before that it goes on from.
    from: Vec<u32>,
    /// For each part, which of its answers.
    answers: Vec<u32>,
}

/// A doubtful place, or a row of them that are searched as one.
struct Stage {
    parts: Vec<Part>,
    entries: Vec<Entry>,
}

/// One doubtful place.
struct Part {
    ply: u32,
    span: Span,
    answers: Vec<String>,
    known: HashMap<String, u32>,
    /// The written readings that could not be played at all, with the reason.
    refused: Vec<(String, String)>,
    /// The answers of each written reading.
    readings: Vec<(String, Vec<u32>)>,
    /// What is written beside it agrees with none of the answers.
    disagrees: bool,
    /// Nothing in it is illegible: it is asked about because the record fails later.
    suspected: bool,
    notes: Vec<String>,
}

/// Why a segment ended before the record did.
enum Stop {
    /// Nothing that may be meant can be followed on.
    Fault(Fault),
    /// Nothing fits the last stage.
    Contradiction,
    /// It cannot be known what was played.
    Wall(String),
    /// A complete board, and one position left.
    Closed,
}

struct Segment<'a> {
    record: &'a Record,
    ahead: Ahead<'a>,
    manner: Manner,
    items: &'a [Item],
    nodes: Vec<Node>,
    stages: Vec<Stage>,
    ply: u32,
    /// Whether plies were followed that could have been asked about.
    suspects: bool,
    settles: bool,
    disagreements: u32,
    /// Why not everything that may be meant was tried.
    incomplete: Option<String>,
}

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

impl<'a> Segment<'a> {
    /// Goes on from an item until the record ends or the segment does: the place behind the last item looked at, and why.
    fn run(&mut self, mut at: usize) -> (usize, Option<Stop>) {
        while let Some(Item { kind, span }) = self.items.get(at) {
            let behind = at + 1;
            let (next, stop) = match kind {
                ItemKind::Ply(ply) => match (&ply.first, &ply.others) {
                    (Reading::Missing(missing), None) => self.missing(*missing, *span, at),
                    _ => (behind, self.ply(ply, *span)),
                },
                ItemKind::Board(board) => (behind, self.board(board, *span)),
                ItemKind::Unreadable => (behind, Some(Stop::Wall("text before it could not be read".to_owned()))),
                _ => (behind, None),
            };
            if let Some(stop) = stop {
                // The board at which nothing fits is where the next segment begins.
                let again = matches!((&stop, kind), (Stop::Fault(_), ItemKind::Board(_)));
                return (if again { at } else { next }, Some(stop));
            }
            if self.ahead.work.left() == 0 {
                let why = "the search was ended at its bound before it".to_owned();
                self.incomplete = Some("the search was ended at its bound".to_owned());
                return (next, Some(Stop::Wall(why)));
            }
            at = next;
        }
        (at, None)
    }

    fn asked(&self, manner: Manner, strictness: Strictness) -> Asked<'a> {
        Asked { record: self.record, ahead: self.ahead, manner, strictness }
    }

    fn ply(&mut self, ply: &'a Ply, span: Span) -> Option<Stop> {
        self.ply = self.ply.saturating_add(1);
        match plain_reading(ply) {
            Some(written) if !is_doubtful(ply) => {
                let doubted = ply.mark == Some(Mark::Doubtful);
                self.suspects |= doubted;
                if self.manner == Manner::Suspected && doubted {
                    return self.question(ply, span, Manner::Suspected);
                }
                self.plain(ply, written, span)
            }
            _ => self.question(ply, span, Manner::AsWritten),
        }
    }

    /// A legible ply, played from every position in which it can be.
    fn plain(&mut self, ply: &'a Ply, written: &'a WrittenMove, span: Span) -> Option<Stop> {
        let Ahead { rules, reader, work, .. } = self.ahead;
        let really = ply.mark == Some(Mark::Really);
        let mut agreeing = Nodes::default();
        let mut legal = Nodes::default();
        let mut bonus_open = false;
        let mut against: Option<Finding> = None;
        for node in &self.nodes {
            work.spend(1);
            let turn = match reader.hole(written.hole) {
                Ok(lift) => turn_from(rules, reader, &node.position, written, lift, ply.mark),
                Err(_) => turn(rules, reader, &node.position, written),
            };
            bonus_open |= turn.findings.iter().any(|finding| finding.code == Code::BonusTooSmall);
            self.settles |= really && !turn.legal();
            if (really && turn.played.is_some()) || Strictness::Agrees.admits(&turn) {
                agreeing.add(turn.after, &node.from);
            } else if Strictness::Legal.admits(&turn) {
                legal.add(turn.after, &node.from);
            } else if against.is_none() {
                against = turn.findings.into_iter().max_by_key(|finding| finding.severity);
            }
        }
        if bonus_open && written.bonus.is_none() {
            self.suspects = true;
            if self.manner == Manner::Suspected {
                return self.question(ply, span, Manner::BonusOpen);
            }
        }
        if !agreeing.list.is_empty() {
            self.nodes = agreeing.list;
        } else if !legal.list.is_empty() {
            // What is written beside it agrees with nothing: that is a fault of its own, which `check` tells of.
            self.disagreements += 1;
            self.nodes = legal.list;
        } else {
            let why = against.map_or("it cannot be played".to_owned(), |finding| finding.message);
            let message = if self.stages.is_empty() {
                why
            } else {
                format!("whatever is read before it, this ply cannot be played: {why}")
            };
            return Some(Stop::Fault(Fault { ply: self.ply, span, message }));
        }
        None
    }

    /// A doubtful ply: every answer, from every position.
    fn question(&mut self, ply: &'a Ply, span: Span, manner: Manner) -> Option<Stop> {
        let mut part = Part::new(self.ply, span);
        part.suspected = manner != Manner::AsWritten;
        for strictness in [Strictness::Agrees, Strictness::Legal] {
            let asked = self.asked(manner, strictness);
            let (mut entries, mut nodes) = (Vec::new(), Nodes::default());
            let mut cut = false;
            for node in &self.nodes {
                let flow = asked.answers(ply, &node.position, &mut |reading, answer| {
                    if entries.len() >= MOST_ENTRIES || !self.ahead.work.spend(1) {
                        cut = true;
                        return ControlFlow::Break(());
                    }
                    let index = part.answer(answer.text);
                    part.reading(reading, index);
                    nodes.add(answer.turn.after, &[entries.len() as u32]);
                    entries.push(Entry { from: node.from.clone(), answers: vec![index] });
                    ControlFlow::Continue(())
                });
                if flow.is_break() {
                    break;
                }
            }
            if entries.is_empty() && strictness == Strictness::Agrees {
                continue;
            }
            if strictness == Strictness::Legal && !entries.is_empty() {
                part.disagrees = true;
                self.disagreements += 1;
                part.notes.push("what is written beside it agrees with nothing that it may mean".to_owned());
            }
            if cut {
                self.incomplete = Some(if self.ahead.work.left() == 0 {
                    "the search was ended at its bound".to_owned()
                } else {
                    too_many()
                });
            }
            let first = self.nodes.first().map(|node| node.position);
            if let Some(position) = first {
                self.asked(manner, Strictness::Agrees).refused(ply, &position, &mut part.refused);
                part.refused.retain(|(reading, _)| !part.readings.iter().any(|(known, _)| known == reading));
            }
            let none = entries.is_empty();
            self.stages.push(Stage { parts: vec![part], entries });
            if none {
                return Some(Stop::Contradiction);
            }
            self.nodes = nodes.list;
            return None;
        }
        None
    }

    /// A gap, with those that follow it without a legible ply between: searched as one.
    fn missing(&mut self, missing: Missing, span: Span, at: usize) -> (usize, Option<Stop>) {
        let first = self.ply.saturating_add(1);
        let mut parts = vec![(Part::new(first, span), missing)];
        let mut plies = match missing {
            Missing::Plies(plies) => usize::from(plies),
            Missing::Unknown => 1,
        };
        let mut behind = at + 1;
        while let Some(Item { kind, span }) = self.items.get(behind) {
            match kind {
                ItemKind::Ply(Ply { first: Reading::Missing(more), others: None, .. }) => {
                    parts.push((Part::new(first.saturating_add(plies as u32), *span), *more));
                    plies += match more {
                        Missing::Plies(more) => usize::from(*more),
                        Missing::Unknown => 1,
                    };
                }
                ItemKind::Ply(_) | ItemKind::Board(_) | ItemKind::Unreadable | ItemKind::Result(_) => break,
                _ => {}
            }
            behind += 1;
        }
        self.ply = self.ply.saturating_add(plies as u32);
        let unknown = parts.iter().any(|(_, missing)| *missing == Missing::Unknown);
        let board = self.complete_board(behind);
        let why = match (unknown, &board) {
            (true, _) if parts.len() > 1 || board.is_none() => Some(
                "an unknown number of plies is missing, and no complete board stands right behind the gap".to_owned(),
            ),
            (false, _) if plies > LONGEST => {
                Some(format!("{plies} plies are missing in a row; up to {LONGEST} are searched for"))
            }
            _ => None,
        };
        if let Some(why) = why {
            let parts = parts
                .into_iter()
                .map(|(mut part, _)| {
                    part.notes.push(why.clone());
                    part
                })
                .collect();
            // A stage without an entry and without an answer: nothing was tried.
            self.stages.push(Stage { parts, entries: Vec::new() });
            return (behind, Some(Stop::Wall(why)));
        }
        let counts: Vec<usize> = parts
            .iter()
            .map(|(_, missing)| match missing {
                Missing::Plies(plies) => usize::from(*plies),
                Missing::Unknown => usize::MAX,
            })
            .collect();
        let parts = parts.into_iter().map(|(part, _)| part).collect();
        let mut gap = Gap { ahead: self.ahead, parts, counts, entries: Vec::new(), nodes: Nodes::default(), cut: None };
        match board {
            Some(board) => gap.fill_up_to(&self.nodes, &board, (!unknown).then_some(plies)),
            None => {
                for foresight in FORESIGHT {
                    let end = (behind + foresight).min(self.items.len());
                    gap.fill(&self.nodes, plies, &self.items[behind..end]);
                    if !gap.entries.is_empty() || gap.cut.is_some() {
                        break;
                    }
                }
            }
        }
        if gap.cut.is_some() {
            self.incomplete = gap.cut;
        }
        let none = gap.entries.is_empty();
        self.stages.push(Stage { parts: gap.parts, entries: gap.entries });
        if none {
            let stop = match &self.incomplete {
                Some(why) => Stop::Wall(format!("{why} before it")),
                None => Stop::Contradiction,
            };
            return (behind, Some(stop));
        }
        self.nodes = gap.nodes.list;
        (behind, None)
    }

    /// The complete board that stands at this place, if one does that is evidence of what was played.
    fn complete_board(&self, at: usize) -> Option<Seen> {
        let Item { kind: ItemKind::Board(board), span } = self.items.get(at)? else { return None };
        let seen = self.seen(board, *span)?;
        (seen.complete && !board.really).then_some(seen)
    }

    fn seen(&self, board: &WrittenBoard, span: Span) -> Option<Seen> {
        let start = &self.nodes.first()?.position;
        let game = boards::Game { reader: self.ahead.reader, stones: self.ahead.stones, start, steps: &[] };
        boards::read(board, span, &game).ok()
    }

    fn board(&mut self, board: &WrittenBoard, span: Span) -> Option<Stop> {
        // A board that cannot be one of this game is no evidence; `check` tells of it.
        let seen = self.seen(board, span)?;
        let stones = self.ahead.stones;
        let fits = self.nodes.iter().any(|node| seen.fits(&node.position, stones));
        if board.really || (self.settles && seen.complete && !fits) {
            let mut nodes = Nodes::default();
            for node in &self.nodes {
                let stood = seen.taken_over(node.position);
                nodes.add(if stood.board.total() <= stones { stood } else { node.position }, &node.from);
            }
            self.nodes = nodes.list;
        } else if fits {
            self.nodes.retain(|node| seen.fits(&node.position, stones));
        } else if seen.complete {
            let message = if self.stages.is_empty() {
                "this board differs from the position before it"
            } else {
                "whatever is read before it, the game does not lead to this board"
            };
            return Some(Stop::Fault(Fault { ply: self.ply, span, message: message.to_owned() }));
        } else {
            self.disagreements += 1;
        }
        if seen.complete {
            self.settles = false;
        }
        (seen.complete && self.nodes.len() == 1).then_some(Stop::Closed)
    }

    /// Takes away what cannot have ended as the record says the game ended.
    fn hold_against_the_result(&mut self) {
        let header = &self.record.header;
        let movetext = self.record.items.iter().find_map(|item| match item.kind {
            ItemKind::Result(result) => Some(result),
            _ => None,
        });
        let Some(result) = movetext.or(header.result.map(|result| result.value)) else { return };
        let ending = header.ending.map(|ending| ending.value);
        let on_the_board = matches!(ending, Some(Ending::Immobilised | Ending::NoStones));
        let agrees = |node: &Node| {
            let over = node.position.over(self.ahead.rules);
            match (over, result) {
                (Some(_), GameResult::Unfinished) => false,
                (Some(over), _) => {
                    over.winner()
                        == match result {
                            GameResult::South => Some(Side::South),
                            GameResult::North => Some(Side::North),
                            _ => None,
                        }
                }
                // Without a word on how it ended, somebody may have given up.
                (None, _) => !on_the_board,
            }
        };
        if self.nodes.iter().any(agrees) {
            self.nodes.retain(agrees);
        } else {
            self.disagreements += 1;
        }
    }

    /// What every place has come to.
    fn judge(&self, stop: Option<&Stop>, matters: &mut Vec<Matter>) {
        let fault = match stop {
            Some(Stop::Fault(fault)) => Some(format!("the record cannot be followed beyond ply {}", fault.ply)),
            Some(Stop::Contradiction) => Some(format!("nothing fits at ply {}", self.ply)),
            _ => None,
        };
        let mut alive: Vec<bool> = Vec::new();
        for (index, stage) in self.stages.iter().enumerate().rev() {
            let last = index + 1 == self.stages.len();
            if last {
                alive = vec![false; stage.entries.len()];
                // Where nothing fits the last stage, the positions are still those before it.
                if !stage.entries.is_empty() {
                    mark(&mut alive, self.nodes.iter().flat_map(|node| &node.from));
                }
            }
            for (at, part) in stage.parts.iter().enumerate() {
                let contradicted = last && matches!(stop, Some(Stop::Contradiction));
                matters.extend(self.matter(part, at, &stage.entries, &alive, contradicted, fault.as_deref()));
            }
            if let Some(before) = index.checked_sub(1).and_then(|before| self.stages.get(before)) {
                let mut earlier = vec![false; before.entries.len()];
                if stage.entries.is_empty() {
                    mark(&mut earlier, self.nodes.iter().flat_map(|node| &node.from));
                } else {
                    let living = stage.entries.iter().zip(&alive).filter(|(_, alive)| **alive);
                    mark(&mut earlier, living.flat_map(|(entry, _)| &entry.from));
                }
                alive = earlier;
            }
        }
    }

    fn matter(
        &self,
        part: &Part,
        at: usize,
        entries: &[Entry],
        alive: &[bool],
        contradicted: bool,
        fault: Option<&str>,
    ) -> Option<Matter> {
        let mut left: Vec<u32> =
            entries.iter().zip(alive).filter(|(_, alive)| **alive).map(|(entry, _)| entry.answers[at]).collect();
        left.sort_unstable();
        left.dedup();
        let written = self.record.at(part.span).to_owned();
        let text = |answer: &u32| part.answers[*answer as usize].clone();
        let mut notes = part.notes.clone();
        let outcome = match (left.len(), &self.incomplete, fault) {
            (0, None, _) if contradicted => Outcome::Contradicted,
            (0, ..) => Outcome::Unsearched,
            (_, Some(why), _) => {
                notes.push(why.clone());
                Outcome::Unsearched
            }
            (1, None, None) if !part.disagrees => Outcome::Settled,
            (_, None, fault) => {
                notes.extend(fault.map(str::to_owned));
                Outcome::Open
            }
        };
        // A ply that was only suspected, and is right as it stands.
        if part.suspected && outcome == Outcome::Settled && written.starts_with(&text(&left[0])) {
            return None;
        }
        let mut ruled_out = part.refused.clone();
        for (reading, answers) in &part.readings {
            if !left.is_empty() && part.readings.len() > 1 && answers.iter().all(|answer| !left.contains(answer)) {
                ruled_out.push((
                    reading.clone(),
                    "it may be played here, and what comes after does not agree with it".to_owned(),
                ));
            }
        }
        let readings = left.iter().take(MOST_LISTED).map(text).collect();
        Some(Matter { ply: part.ply, span: part.span, written, outcome, readings, left: left.len(), ruled_out, notes })
    }
}

fn mark<'a>(alive: &mut [bool], living: impl Iterator<Item = &'a u32>) {
    for &entry in living {
        if let Some(alive) = alive.get_mut(entry as usize) {
            *alive = true;
        }
    }
}

fn too_many() -> String {
    format!("more than {MOST_ENTRIES} ways were found, and no more were looked for")
}

impl Part {
    fn new(ply: u32, span: Span) -> Part {
        Part {
            ply,
            span,
            answers: Vec::new(),
            known: HashMap::new(),
            refused: Vec::new(),
            readings: Vec::new(),
            disagrees: false,
            suspected: false,
            notes: Vec::new(),
        }
    }

    /// The number of an answer.
    fn answer(&mut self, text: String) -> u32 {
        if let Some(&known) = self.known.get(&text) {
            return known;
        }
        let index = self.answers.len() as u32;
        self.answers.push(text.clone());
        self.known.insert(text, index);
        index
    }

    /// Notes that a written reading has this answer.
    fn reading(&mut self, reading: &str, answer: u32) {
        match self.readings.iter_mut().find(|(known, _)| known == reading) {
            Some((_, answers)) if !answers.contains(&answer) => answers.push(answer),
            Some(_) => {}
            None => self.readings.push((reading.to_owned(), vec![answer])),
        }
    }
}

/// Positions, each once.
#[derive(Default)]
struct Nodes {
    list: Vec<Node>,
    known: HashMap<Position, usize>,
}

impl Nodes {
    fn add(&mut self, position: Position, from: &[u32]) {
        match self.known.get(&position) {
            Some(&index) => {
                let node = &mut self.list[index];
                node.from.extend(from);
                node.from.sort_unstable();
                node.from.dedup();
            }
            None => {
                self.known.insert(position, self.list.len());
                self.list.push(Node { position, from: from.to_vec() });
            }
        }
    }
}

/// Plies that nobody could read, being filled.
struct Gap<'a> {
    ahead: Ahead<'a>,
    parts: Vec<Part>,
    /// How many plies each part has; as many as there are for a gap of unknown length.
    counts: Vec<usize>,
    entries: Vec<Entry>,
    nodes: Nodes,
    cut: Option<String>,
}

impl Gap<'_> {
    /// Everything that leads to a complete board; of a gap of unknown length the fewest plies that do.
    fn fill_up_to(&mut self, nodes: &[Node], board: &Seen, plies: Option<usize>) {
        const WAYS: usize = 2000;
        let Ahead { rules, reader, work, .. } = self.ahead;
        let goal = board.goal(reader.columns);
        for node in nodes {
            let bound = Bound { positions: work.left(), ways: WAYS };
            let found: Fillings = match plies {
                Some(plies) => gap::fill(rules, &node.position, &vec![Slot::Missing; plies], &goal, bound),
                None => gap::fill_unknown(rules, &node.position, LONGEST, &goal, bound),
            };
            work.spend(found.positions);
            if plies.is_none() {
                self.cut = Some("rows of more plies than these were not looked for".to_owned());
            } else if !found.all {
                self.cut = Some("the search for what leads to the board was ended at its bound".to_owned());
            } else if plies.is_some_and(|plies| plies > 2) && !rules.bonus_mandatory() {
                self.cut = Some("bonuses taken only in part were not tried before the last two plies".to_owned());
            }
            for way in found.ways {
                self.keep(node, &way);
            }
        }
    }

    /// Everything after which the items behind the gap go on without a fault.
    fn fill(&mut self, nodes: &[Node], plies: usize, behind: &[Item]) {
        for node in nodes {
            let mut path = Vec::with_capacity(plies);
            if self.descend(node, &node.position, plies, behind, &mut path).is_break() {
                return;
            }
        }
    }

    fn descend(
        &mut self,
        node: &Node,
        position: &Position,
        plies: usize,
        behind: &[Item],
        path: &mut Vec<Move>,
    ) -> ControlFlow<()> {
        if plies == 0 {
            if self.goes_on(position, behind) {
                if self.entries.len() >= MOST_ENTRIES {
                    self.cut = Some(too_many());
                    return ControlFlow::Break(());
                }
                self.keep(node, path);
            }
            return ControlFlow::Continue(());
        }
        let ahead = self.ahead;
        let (count, all) = moves(ahead, position);
        if count > ahead.work.left() {
            self.cut = Some("there are more moves here than the search's bound allows".to_owned());
            return ControlFlow::Break(());
        }
        if !all {
            self.cut = Some("bonuses of stones taken only in part were not tried".to_owned());
        }
        each_move(ahead, position, &mut |chosen, next| {
            if !ahead.work.spend(1) {
                self.cut = Some("the search was ended at its bound".to_owned());
                return ControlFlow::Break(());
            }
            path.push(chosen);
            let flow = self.descend(node, next, plies - 1, behind, path);
            path.pop();
            flow
        })
    }

    /// Whether what stands behind the gap can be played on from a position.
    fn goes_on(&self, position: &Position, behind: &[Item]) -> bool {
        let Ahead { rules, reader, .. } = self.ahead;
        let next = behind.iter().find_map(|item| match &item.kind {
            ItemKind::Ply(ply) => Some(plain_reading(ply)),
            _ => None,
        });
        // The cheapest question first: nearly all fail at it.
        if let Some(Some(written)) = next
            && let Ok(lift) = reader.hole(written.hole)
            && position.refuses(rules, lift).is_some()
        {
            return false;
        }
        self.ahead.follow(*position, behind).whole
    }

    fn keep(&mut self, node: &Node, way: &[Move]) {
        let mut position = node.position;
        let mut names = Vec::with_capacity(way.len());
        for chosen in way {
            let turn = played(self.ahead, &position, chosen);
            position = turn.after;
            names.extend(turn.played.map(|played| {
                crate::canonical::written(&played, self.ahead.rules, |hole| self.ahead.reader.name(hole))
            }));
        }
        let mut names = names.into_iter();
        let mut answers = Vec::with_capacity(self.parts.len());
        for (part, &plies) in self.parts.iter_mut().zip(&self.counts) {
            let own: Vec<String> = names.by_ref().take(plies).collect();
            answers.push(part.answer(own.join(" ")));
        }
        self.nodes.add(position, &[self.entries.len() as u32]);
        self.entries.push(Entry { from: node.from.clone(), answers });
    }
}
