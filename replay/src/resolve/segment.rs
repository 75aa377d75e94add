//! A segment of the record: followed item by item, all positions that are alive side by side, up to the place at which nothing
//! behind can change what was found, or at which nothing is left.

use std::ops::ControlFlow;

use tsoro_notation::header::Ending;
use tsoro_notation::record::{
    GameResult, Item, ItemKind, Mark, Missing, Ply, Reading, Record, WrittenBoard, WrittenMove,
};
use tsoro_notation::span::Span;
use tsoro_rules::Side;

use super::Fault;
use super::missing::{FORESIGHT, Gap};
use super::question::{Asked, Manner, Strictness, is_doubtful};
use super::stage::{AT_ITS_BOUND, Entry, MOST_ENTRIES, Node, Nodes, Part, Stage, too_many};
use crate::boards::{self, Seen};
use crate::code::Code;
use crate::finding::Finding;
use crate::follow::{Ahead, plain_reading};
use crate::reconstruct::LONGEST;
use crate::turn::{turn, turn_from};

/// Why a segment ended before the record did.
pub(super) enum Stop {
    /// Nothing that may be meant can be followed on.
    Fault(Fault),
    /// Nothing fits the last stage.
    Contradiction,
    /// It cannot be known what was played.
    Wall(String),
    /// A complete board, and one position left.
    Closed,
}

pub(super) struct Segment<'a> {
    pub(super) record: &'a Record,
    pub(super) ahead: Ahead<'a>,
    pub(super) manner: Manner,
    pub(super) items: &'a [Item],
    pub(super) nodes: Vec<Node>,
    pub(super) stages: Vec<Stage>,
    pub(super) ply: u32,
    /// Whether plies were followed that could have been asked about.
    pub(super) suspects: bool,
    pub(super) settles: bool,
    pub(super) disagreements: u32,
    /// Why not everything that may be meant was tried.
    pub(super) incomplete: Option<String>,
}

impl<'a> Segment<'a> {
    /// Goes on from an item until the record ends or the segment does: the place behind the last item looked at, and why.
    pub(super) fn run(&mut self, mut at: usize) -> (usize, Option<Stop>) {
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
                let why = format!("{AT_ITS_BOUND} before it");
                self.incomplete = Some(AT_ITS_BOUND.to_owned());
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
                self.incomplete = Some(if self.ahead.work.left() == 0 { AT_ITS_BOUND.to_owned() } else { too_many() });
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
    pub(super) fn hold_against_the_result(&mut self) {
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
}
