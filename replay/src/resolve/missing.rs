//! Plies that nobody could read, being filled: up to a complete board by the gap search, elsewhere by trying every move and
//! asking what stands behind whether it goes on.

use std::ops::ControlFlow;

use tsoro_notation::record::{Item, ItemKind};
use tsoro_rules::{Move, Position};

use super::question::{each_move, moves};
use super::stage::{AT_ITS_BOUND, Entry, MOST_ENTRIES, Node, Nodes, Part, too_many};
use crate::boards::Seen;
use crate::follow::{Ahead, plain_reading};
use crate::gap::{self, Bound, Fillings, Slot};
use crate::reconstruct::{LONGEST, played};

/// What is tried for missing plies must go on so many items without a fault; where nothing does, fewer are asked.
pub(super) const FORESIGHT: [usize; 3] = [12, 2, 0];

/// Plies that nobody could read, being filled.
pub(super) struct Gap<'a> {
    pub(super) ahead: Ahead<'a>,
    pub(super) parts: Vec<Part>,
    /// How many plies each part has; as many as there are for a gap of unknown length.
    pub(super) counts: Vec<usize>,
    pub(super) entries: Vec<Entry>,
    pub(super) nodes: Nodes,
    pub(super) cut: Option<String>,
}

impl Gap<'_> {
    /// Everything that leads to a complete board; of a gap of unknown length the fewest plies that do.
    pub(super) fn fill_up_to(&mut self, nodes: &[Node], board: &Seen, plies: Option<usize>) {
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
    pub(super) fn fill(&mut self, nodes: &[Node], plies: usize, behind: &[Item]) {
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
                self.cut = Some(AT_ITS_BOUND.to_owned());
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
