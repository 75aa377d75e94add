//! What may have happened in a gap: plies that nobody could read, found from the position before them and a board
//! behind them.
//!
//! The search is exact as far as it goes and says how far that was. It leans on two facts. Where a board is complete, the
//! bonus of the last ply need not be guessed: it is what the board lacks. And a lap can be undone in one way only (2.5),
//! so the last ply but one is met from behind (the module `undo`): the sowings that could have led to the board are few, while the
//! bonuses that could have been chosen before them are very many. Earlier plies are tried one by one, up to a bound.
//!
//! Knows rules and positions, no record text: what a legible ply between the missing ones does is asked of the caller.

mod goal;
mod undo;

use std::ops::ControlFlow;

use tsoro_rules::sowing::SowingEnd;
use tsoro_rules::{BonusChoice, Choice, Due, Hole, HoleSet, Move, Position, Ring, RuleSet, Side, Wide};

pub use goal::Goal;

/// One ply between the position that is known and the board.
#[derive(Clone, Copy)]
pub enum Slot<'a> {
    /// Nothing is known of it but that it was played.
    Missing,
    /// Something is known of it, or of the position there: calls back with every position that it leads to, none where it
    /// does not fit.
    Known(&'a dyn Known),
}

/// Calls back with every position that a position leads to.
pub trait Known: Fn(&Position, &mut dyn FnMut(&Position)) {}

impl<F: Fn(&Position, &mut dyn FnMut(&Position))> Known for F {}

/// How much work may be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// Positions looked at.
    pub positions: u64,
    /// Ways kept.
    pub ways: usize,
}

impl Default for Bound {
    fn default() -> Bound {
        Bound { positions: 2_000_000, ways: 32 }
    }
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fillings {
    /// The ways to fill the gap, each a move for every missing ply, in the order of play. Those in which every bonus is
    /// taken in full come first.
    pub ways: Vec<Vec<Move>>,
    /// Whether these are all the ways there are; `false` when the bound was met. Bonuses taken in part only are not
    /// looked for before the last two plies.
    pub all: bool,
    /// Positions looked at.
    pub positions: u64,
}

impl Fillings {
    /// The one way that there is, if it is certain that there is no other.
    pub fn only(&self) -> Option<&[Move]> {
        match &self.ways[..] {
            [way] if self.all => Some(way),
            _ => None,
        }
    }
}

/// Finds what may have been played in `slots`, from a position up to a board.
///
/// ```
/// use tsoro_replay::gap::{Bound, Goal, Slot, fill};
/// use tsoro_rules::{Position, Side, describe::Description};
///
/// let rules = Description::parse("tsoro-matthews")?.build(None)?;
/// let start: Position = Position::start(&rules, Side::South).ok_or("a start")?;
/// // South lifts B3, North is not seen.
/// let lift = |position: &Position, visit: &mut dyn FnMut(&Position)| {
///     let mut after = *position;
///     after.sow(&rules, 2, |_, _| false, |_| {});
///     after.pass();
///     visit(&after);
/// };
/// let mut last = start;
/// lift(&start, &mut |after| last = *after);
/// last.sow(&rules, 4, |_, _| false, |_| {});
/// last.pass();
/// let found = fill(&rules, &start, &[Slot::Known(&lift), Slot::Missing], &Goal::of(&last), Bound::default());
/// assert_eq!(found.only().map(|way| way[0].lift.to_string()).as_deref(), Some("b5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fill(rules: &RuleSet, from: &Position, slots: &[Slot<'_>], goal: &Goal, bound: Bound) -> Fillings {
    let mut search = Search { rules, goal, bound, path: Vec::new(), found: Vec::new(), positions: 0, cut: false };
    search.go(from, slots);
    search.found.sort_by_key(|(less, _)| *less);
    let (ways, all) = (search.found.into_iter().map(|(_, way)| way).collect(), !search.cut);
    Fillings { ways, all, positions: search.positions }
}

/// The same for a gap of unknown length: the fewest plies that explain the board, at most `most`.
pub fn fill_unknown(rules: &RuleSet, from: &Position, most: usize, goal: &Goal, bound: Bound) -> Fillings {
    let mut before = Fillings { all: true, ..Fillings::default() };
    for plies in 0..=most {
        let left = Bound { positions: bound.positions.saturating_sub(before.positions), ..bound };
        let mut found = fill(rules, from, &vec![Slot::Missing; plies], goal, left);
        found.positions += before.positions;
        // Ways of more plies than these were not looked for, so that it is never certain that this one is the only one.
        found.all = false;
        if !found.ways.is_empty() || found.positions >= bound.positions {
            return found;
        }
        before = found;
    }
    before
}

struct Search<'a> {
    rules: &'a RuleSet,
    goal: &'a Goal,
    bound: Bound,
    path: Vec<Move>,
    /// The ways, with how many of their bonuses were not taken in full.
    found: Vec<(u32, Vec<Move>)>,
    positions: u64,
    cut: bool,
}

impl Search<'_> {
    fn go(&mut self, position: &Position, slots: &[Slot<'_>]) {
        if !self.may_go_on() || position.board.total() < self.goal.least() {
            return;
        }
        match slots {
            [] => {
                if self.goal.is_met(position) {
                    self.keep(0);
                }
            }
            [Slot::Known(play), rest @ ..] => play(position, &mut |after| self.go(after, rest)),
            [Slot::Missing] if self.goal.is_complete() => self.last(position, None, 0),
            [Slot::Missing, Slot::Missing] if self.goal.is_complete() => self.last_two(position),
            [Slot::Missing, rest @ ..] => self.each(position, rest),
        }
    }

    /// Tries every move, every bonus in full.
    fn each(&mut self, position: &Position, rest: &[Slot<'_>]) {
        let rules = self.rules;
        let _ = position.sowings(rules, |choice| {
            if choice.end == SowingEnd::Endless {
                // The game ends there: nothing comes behind it.
                return ControlFlow::Continue(());
            }
            // Counted before they are listed: a large bonus of stones can be chosen in more ways than can be tried.
            if choice.bonuses(rules) > self.bound.positions.saturating_sub(self.positions) {
                self.cut = true;
                return ControlFlow::Continue(());
            }
            choice.each_bonus(rules, &mut |next| {
                self.path.push(Move { lift: choice.lift, stop: choice.stop, bonus: difference(choice, next) });
                self.go(next, rest);
                self.path.pop();
            });
            if self.may_go_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }

    /// Finds the last ply, from the hole given or from any: its bonus is what the complete board lacks.
    fn last(&mut self, position: &Position, lift: Option<u8>, less: u32) {
        let (rules, goal, mover) = (self.rules, self.goal, position.to_move);
        if goal.to_move().is_some_and(|to_move| to_move == mover) {
            return;
        }
        let mut visit = |choice: &Choice<_>| {
            self.positions += 1;
            if choice.end != SowingEnd::Endless
                && goal.has_side(&choice.after, mover)
                && let Some((bonus, full)) = lacking(rules, choice, goal.ring(!mover))
            {
                self.path.push(Move { lift: choice.lift, stop: choice.stop, bonus });
                self.keep(less + u32::from(!full));
                self.path.pop();
            }
            if self.may_go_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let _ = match lift {
            None => position.sowings(rules, &mut visit),
            Some(circuit) if position.liftable(rules).contains(circuit) => {
                position.sowings_from(rules, circuit, &mut visit)
            }
            Some(_) => ControlFlow::Continue(()),
        };
    }

    /// Finds the last two plies: the sowings of the second that lead to the board are undone, and those of the first are
    /// matched with them.
    fn last_two(&mut self, position: &Position) {
        let (rules, second) = (self.rules, !position.to_move);
        let before = undo::sowings_to(rules, self.goal.ring(second), position.columns(), second);
        self.cut |= before.cut;
        self.positions += before.starts.len() as u64;
        let _ = position.sowings(rules, |choice| {
            self.positions += 1;
            if choice.end == SowingEnd::Endless {
                return ControlFlow::Continue(());
            }
            for start in &before.starts {
                let Some((bonus, full)) = lacking(rules, choice, &start.ring) else { continue };
                let next = choice.with_bonus(&bonus);
                self.path.push(Move { lift: choice.lift, stop: choice.stop, bonus });
                self.last(&next, Some(start.lift), u32::from(!full));
                self.path.pop();
            }
            if self.may_go_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }

    fn keep(&mut self, less: u32) {
        // Two ways back can begin with the same lift; what was played is the same then.
        if self.found.iter().any(|(_, way)| *way == self.path) {
            return;
        }
        if self.found.len() >= self.bound.ways {
            self.cut = true;
            return;
        }
        self.found.push((less, self.path.clone()));
    }

    /// Counts a position; `false` when the bound is met.
    fn may_go_on(&mut self) -> bool {
        self.positions += 1;
        let on = self.positions <= self.bound.positions && !(self.cut && self.found.len() >= self.bound.ways);
        self.cut |= !on;
        on
    }
}

/// The bonus that leaves the opponent's holes as they are in `ring`, and whether it is the full one. `None` when no bonus
/// that the choice earns does.
fn lacking(rules: &RuleSet, choice: &Choice<Wide>, ring: &goal::Counts) -> Option<(BonusChoice, bool)> {
    let after = &choice.after;
    let held = after.board.ring(!after.to_move);
    let free = after.bonus_holes(rules);
    let mut bonus = BonusChoice::new();
    let mut stones = 0;
    for circuit in 0..after.columns().circuit() {
        let (has, left) = (held.get(circuit), ring[usize::from(circuit)]);
        if has == left {
            continue;
        }
        let taken = has.checked_sub(left)?;
        let whole = left == 0;
        let may = match choice.due {
            Due::Nothing => false,
            Due::Holes(holes) => whole && bonus.len() < usize::from(holes),
            Due::Stones(most) => stones + u32::from(taken) <= most,
        };
        if !may || !free.contains(circuit) {
            return None;
        }
        stones += u32::from(taken);
        bonus.push((circuit, taken));
    }
    let full = match choice.due {
        Due::Nothing => true,
        Due::Holes(holes) => bonus.len() == usize::from(holes),
        Due::Stones(most) => stones == most,
    };
    (full || !rules.bonus_mandatory()).then_some((bonus, full))
}

/// The bonus that was taken between a choice and the position after the turn.
pub(crate) fn difference(choice: &Choice<Wide>, next: &Position) -> BonusChoice {
    let opponent = !choice.after.to_move;
    let (before, after) = (choice.after.board.ring(opponent), next.board.ring(opponent));
    choice
        .after
        .columns()
        .holes(opponent)
        .map(Hole::circuit)
        .filter(|&circuit| before.get(circuit) != after.get(circuit))
        .map(|circuit| (circuit, before.get(circuit) - after.get(circuit)))
        .collect()
}

/// The heads of a side that hold a stone or more of `ring` on top of the last one.
fn occupied_heads(rules: &RuleSet, ring: &goal::Counts, side: Side) -> HoleSet {
    let mut heads = HoleSet::EMPTY;
    for circuit in rules.heads(side).iter().filter(|&circuit| ring[usize::from(circuit)] >= 2) {
        heads.insert(circuit);
    }
    heads
}
