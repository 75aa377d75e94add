//! Looking ahead: how far does the record go on without a fault from a position that is only supposed?

use std::cell::Cell;

use tsoro_notation::record::{Item, ItemKind, Ply, Reading, WrittenMove};
use tsoro_rules::{Hole, Position, RuleSet};

use crate::boards;
use crate::holes::Reader;
use crate::turn::{Turn, turn, turn_from};

/// How far a record goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Progress {
    /// Whether no fault was met: up to the end, to something that cannot be followed, or to the bound.
    pub(crate) whole: bool,
    /// Plies that went well.
    pub(crate) plies: u32,
}

/// What may still be spent on suppositions in one record, counted in plies played: each is quick, but a record can ask for
/// a million of them.
#[derive(Debug)]
pub(crate) struct Work(Cell<u64>);

impl Work {
    /// As much as a record may have.
    pub(crate) fn new() -> Work {
        Work::of(2_000_000)
    }

    /// So much.
    pub(crate) fn of(plies: u64) -> Work {
        Work(Cell::new(plies))
    }

    /// What is left.
    pub(crate) fn left(&self) -> u64 {
        self.0.get()
    }

    /// Takes as much as is asked for; `false` where less was left.
    pub(crate) fn spend(&self, plies: u64) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(plies));
        plies <= left
    }
}

/// What a supposition is followed with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ahead<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) reader: Reader,
    /// Stones at the start.
    pub(crate) stones: u32,
    /// What it costs is taken from this.
    pub(crate) work: &'a Work,
}

/// No supposition is followed for more plies than these.
const FARTHEST: u32 = 1000;

impl Ahead<'_> {
    /// Follows the items from a position, as far as every ply and board fits.
    pub(crate) fn follow(&self, mut position: Position, items: &[Item]) -> Progress {
        let mut plies = 0;
        for Item { kind, span } in items {
            match kind {
                ItemKind::Ply(ply) => {
                    let Some(written) = plain_reading(ply) else { return Progress { whole: true, plies } };
                    if !self.work.spend(1) {
                        return Progress { whole: false, plies };
                    }
                    let turn = turn(self.rules, self.reader, &position, written);
                    if turn.played.is_none() || !turn.fits() {
                        return Progress { whole: false, plies };
                    }
                    position = turn.after;
                    plies += 1;
                    if plies == FARTHEST {
                        return Progress { whole: true, plies };
                    }
                }
                ItemKind::Board(board) => {
                    let game = boards::Game { reader: self.reader, stones: self.stones, start: &position, steps: &[] };
                    let Ok(seen) = boards::read(board, *span, &game) else { continue };
                    if board.really {
                        let stood = seen.taken_over(position);
                        if stood.board.total() <= self.stones {
                            position = stood;
                        }
                    } else if !seen.fits(&position, self.stones) {
                        return Progress { whole: false, plies };
                    }
                }
                ItemKind::Unreadable => return Progress { whole: true, plies },
                _ => {}
            }
        }
        Progress { whole: true, plies }
    }

    /// Supposes a move with another hole lifted, and follows what comes after. `None` when the move itself does not fit.
    pub(crate) fn suppose(
        &self,
        position: &Position,
        written: &WrittenMove,
        lift: Hole,
        rest: &[Item],
    ) -> Option<(Turn, Progress)> {
        if lift.side() != position.to_move || position.refuses(self.rules, lift).is_some() {
            return None;
        }
        if !self.work.spend(1) {
            return None;
        }
        let turn = turn_from(self.rules, self.reader, position, written, lift, None);
        if turn.played.is_none() || !turn.fits() {
            return None;
        }
        let progress = self.follow(turn.after, rest);
        Some((turn, progress))
    }
}

/// The one legible reading of a ply, if it has just one.
pub(crate) fn plain_reading(ply: &Ply) -> Option<&WrittenMove> {
    match (&ply.first, &ply.others) {
        (Reading::Move(written), None) if legible(written) => Some(written),
        _ => None,
    }
}

/// Whether no part of the lifted hole's name is illegible.
pub(crate) fn legible(written: &WrittenMove) -> bool {
    use tsoro_notation::record::{WrittenColumn, WrittenRow};
    written.hole.row != WrittenRow::Illegible && written.hole.column != WrittenColumn::Illegible
}
