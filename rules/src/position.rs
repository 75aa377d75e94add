//! A position and what may be done in it: which holes may be lifted, sowing, capture, bonus, passing the turn.
//!
//! The steps of a turn are separate methods that change the position in place, so that a replay can look between them;
//! [`Position::play`] does them all. Which moves there are is [`moves`](crate::moves)' affair.

use std::fmt;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use serde::Serialize;
use thiserror::Error;

use crate::sowing::{Lap, Sowing, SowingEnd, sow};
use crate::{
    Board, Bonus, BonusAfter, BonusHeads, CaptureScope, Columns, Endless, Hole, HoleSet, Ring, Row, RuleSet, Side,
    SingletonsInto, SingletonsWhen, Wide,
};

/// The holes and the side to move, with what was taken so far. A value without heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<R: Ring = Wide> {
    /// What lies where.
    pub board: Board<R>,
    /// Whose turn it is.
    pub to_move: Side,
    /// Stones taken so far by South and by North.
    pub taken: [u32; 2],
    /// Captures made so far by each, up to 255: a bonus may depend on them.
    pub captures: [u8; 2],
}

/// What a capture took, the bonus not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Capture {
    /// From the facing inner hole.
    pub inner: u16,
    /// From the outer hole behind it.
    pub outer: u16,
}

impl Capture {
    /// Stones taken in all.
    pub const fn total(self) -> u32 {
        self.inner as u32 + self.outer as u32
    }
}

/// The bonus that a capture earned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// Nothing.
    Nothing,
    /// All stones of so many occupied holes.
    Holes(u8),
    /// So many single stones.
    Stones(u32),
}

/// A bonus as it was chosen: places on the opponent's circuit with the stones taken there.
pub type BonusChoice = ArrayVec<(u8, u16), 128>;

/// One complete move: what the mover decides in a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The hole lifted.
    pub lift: Hole,
    /// At which landing on an occupied head the mover stops: 1 for the first head landed on. `None` relays on at all.
    pub stop: Option<u32>,
    /// The opponent's holes that the bonus came from.
    pub bonus: BonusChoice,
}

/// Why a hole may not be lifted, or a move not be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Illegal {
    /// The hole is the opponent's.
    #[error("{0} is not the mover's hole")]
    NotOwn(Hole),
    /// Nothing lies there.
    #[error("{0} is empty")]
    EmptyHole(Hole),
    /// 3.2: another own hole holds two stones or more.
    #[error("{lift} holds a single stone, and {several} holds several")]
    SingletonWhileSeveral {
        /// The singleton.
        lift: Hole,
        /// The first own hole in sowing order with two stones or more.
        several: Hole,
    },
    /// 3.2: the next hole is occupied.
    #[error("{lift} holds a single stone, and the next hole, {next}, is occupied")]
    SingletonOntoOccupied {
        /// The singleton.
        lift: Hole,
        /// The hole it would fall into.
        next: Hole,
    },
    /// Single stones never move in this rule set.
    #[error("{0} holds a single stone, which this rule set never lets move")]
    SingletonNever(Hole),
    /// A hole with several stones, where only singletons move.
    #[error("{0} holds several stones, and in this rule set only single stones move")]
    OnlySingletons(Hole),
    /// 2.5: the sowing never ends, and no head is landed on.
    #[error("the sowing from {0} never ends")]
    Endless(Hole),
    /// 2.4: fewer heads are landed on than the move says.
    #[error("the sowing from {lift} lands on an occupied head {landings} times")]
    NoSuchStop {
        /// The hole lifted.
        lift: Hole,
        /// Landings on occupied heads.
        landings: u32,
    },
    /// 4: the bonus is not what the capture earned.
    #[error("the bonus is not one that this capture earns")]
    Bonus,
}

impl<R: Ring> Position<R> {
    /// The start of a game under a rule set. `None` when the stones do not fit into this kind of ring.
    pub fn start(rules: &RuleSet, first: Side) -> Option<Position<R>> {
        Some(Position::of(rules.start().convert()?, first))
    }

    /// A position with nothing taken yet.
    pub fn of(board: Board<R>, to_move: Side) -> Position<R> {
        Position { board, to_move, taken: [0; 2], captures: [0; 2] }
    }

    /// How wide the board is.
    #[inline]
    pub fn columns(&self) -> Columns {
        self.board.columns()
    }

    /// The same position in another kind of ring. `None` when the stones do not fit.
    pub fn convert<S: Ring>(&self) -> Option<Position<S>> {
        let Position { to_move, taken, captures, .. } = *self;
        Some(Position { board: self.board.convert()?, to_move, taken, captures })
    }

    /// Whether the holes and the side to move are the same: what counts for repetition (`games.md` 5.2).
    pub fn repeats(&self, other: &Position<R>) -> bool {
        self.to_move == other.to_move && self.board == other.board
    }

    /// 64 bits that differ for nearly all positions which do not repeat each other, the same on every machine and for
    /// every kind of ring: for indexes and for a first look whether a position was there before.
    #[inline]
    pub fn fingerprint(&self) -> u64 {
        let columns = self.columns();
        let mut print = u64::from(columns.get()) << 1 | self.to_move.index() as u64;
        for side in Side::BOTH {
            print = self.board.ring(side).fold_into(print, columns.circuit());
        }
        print
    }

    /// The mover's holes that 3.1 and 3.2 let be lifted. Whether the sowing ends is not looked at.
    #[inline]
    pub fn liftable(&self, rules: &RuleSet) -> HoleSet {
        let size = self.columns().circuit();
        let own = self.board.ring(self.to_move);
        let singletons = rules.singletons();
        let many = own.several(size);
        let several = if rules.several_move { many } else { 0 };
        if several != 0 && singletons.when != SingletonsWhen::Always {
            return HoleSet(several);
        }
        if singletons.when == SingletonsWhen::Never {
            return HoleSet(several);
        }
        let occupied = own.occupied(size);
        let mut single = occupied & !many;
        if singletons.into == SingletonsInto::Empty {
            // The hole before a place on the circuit, in sowing order, is the one above it.
            let all = if size == 128 { u128::MAX } else { (1 << size) - 1 };
            let next_occupied = match rules.direction() {
                crate::Direction::Counterclockwise => (occupied >> 1 | occupied << (size - 1)) & all,
                crate::Direction::Clockwise => (occupied << 1 | occupied >> (size - 1)) & all,
            };
            single &= !next_occupied;
        }
        HoleSet(several | single)
    }

    /// Whether [`Position::liftable`] has this place on the mover's circuit, without listing the others.
    #[inline]
    pub fn may_lift(&self, rules: &RuleSet, lift: u8) -> bool {
        let own = self.board.ring(self.to_move);
        let size = self.columns().circuit();
        let singletons = rules.singletons();
        match own.get(lift) {
            0 => false,
            1 => {
                let now = match singletons.when {
                    SingletonsWhen::Never => false,
                    SingletonsWhen::Always => true,
                    SingletonsWhen::WhenNothingElse => !rules.several_move || !own.any_several(size),
                };
                now && (singletons.into == SingletonsInto::Any || own.get(rules.following(lift)) == 0)
            }
            _ => rules.several_move,
        }
    }

    /// Why 3.1 and 3.2 forbid lifting this hole, or `None` when they don't.
    pub fn refuses(&self, rules: &RuleSet, lift: Hole) -> Option<Illegal> {
        if lift.side() != self.to_move {
            return Some(Illegal::NotOwn(lift));
        }
        let stones = self.board.get(lift);
        if stones == 0 {
            return Some(Illegal::EmptyHole(lift));
        }
        if self.liftable(rules).contains(lift.circuit()) {
            return None;
        }
        if stones > 1 {
            return Some(Illegal::OnlySingletons(lift));
        }
        let size = self.columns().circuit();
        let several = HoleSet(self.board.ring(self.to_move).several(size));
        match rules.singletons().when {
            SingletonsWhen::Never => Some(Illegal::SingletonNever(lift)),
            SingletonsWhen::WhenNothingElse if rules.several_move && !several.is_empty() => {
                let several = several.holes(self.columns(), self.to_move).next()?;
                Some(Illegal::SingletonWhileSeveral { lift, several })
            }
            _ => Some(Illegal::SingletonOntoOccupied { lift, next: rules.next(lift) }),
        }
    }

    /// Sows from a place on the mover's circuit. `stop` is asked at every landing on an occupied head, with its ordinal
    /// from 1 and the lap, whether to stop there; `visit` sees every lap.
    #[inline]
    pub fn sow(
        &mut self,
        rules: &RuleSet,
        lift: u8,
        mut stop: impl FnMut(u32, Lap) -> bool,
        mut visit: impl FnMut(Lap),
    ) -> Sowing {
        let size = self.columns().circuit();
        let heads = rules.heads(self.to_move);
        let mut landings = 0;
        sow(self.board.ring_mut(self.to_move), size, rules.direction(), lift, |_, lap| {
            visit(lap);
            if lap.occupied && heads.contains(lap.landing) {
                landings += 1;
                if stop(landings, lap) {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// Takes off the board what a sowing that ended in the empty hole `landing` captures (`games.md` 4.1 to 4.3), and
    /// counts it for the mover. `singleton`: the lift was of a single stone.
    #[inline]
    pub fn capture(&mut self, rules: &RuleSet, landing: u8, singleton: bool) -> Capture {
        let columns = self.columns().get();
        if landing < columns || (singleton && !rules.singletons().capture) {
            return Capture::default();
        }
        let opponent = !self.to_move;
        let inner_at = 3 * columns - 1 - landing;
        let outer_at = 2 * columns - 1 - inner_at;
        let ring = self.board.ring_mut(opponent);
        let (inner, outer) = (ring.get(inner_at), ring.get(outer_at));
        let capture = match rules.capture() {
            CaptureScope::File if inner == 0 => Capture::default(),
            CaptureScope::File | CaptureScope::BothAlways => Capture { inner, outer },
            CaptureScope::OuterIfInnerEmpty if inner == 0 => Capture { inner: 0, outer },
            CaptureScope::Inner | CaptureScope::OuterIfInnerEmpty => Capture { inner, outer: 0 },
        };
        if capture.total() > 0 {
            ring.set(inner_at, inner - capture.inner);
            ring.set(outer_at, outer - capture.outer);
            self.taken[self.to_move.index()] += capture.total();
        }
        capture
    }

    /// What a capture just made earns under the rules, however much there is to take. Call it after
    /// [`Position::capture`] and before [`Position::count_capture`].
    #[inline]
    pub fn earned(&self, rules: &RuleSet, capture: Capture) -> Due {
        if capture.total() == 0 {
            return Due::Nothing;
        }
        if rules.bonus_after() == BonusAfter::Both && (capture.inner == 0 || capture.outer == 0) {
            return Due::Nothing;
        }
        match rules.bonus() {
            Bonus::None => Due::Nothing,
            Bonus::Holes(schedule) => {
                let made = usize::from(self.captures[self.to_move.index()]);
                match schedule.get(made).or(schedule.last()).copied() {
                    None | Some(0) => Due::Nothing,
                    Some(holes) => Due::Holes(holes),
                }
            }
            Bonus::Stones => Due::Stones(capture.total()),
        }
    }

    /// What a capture just made earns, and no more than there is to take. Call it when [`Position::earned`] may be called.
    #[inline]
    pub fn due(&self, rules: &RuleSet, capture: Capture) -> Due {
        match self.earned(rules, capture) {
            Due::Nothing => Due::Nothing,
            Due::Holes(holes) => match holes.min(self.bonus_holes(rules).len()) {
                0 => Due::Nothing,
                holes => Due::Holes(holes),
            },
            Due::Stones(stones) => {
                let ring = self.board.ring(!self.to_move);
                let left: u32 = self.bonus_holes(rules).iter().map(|circuit| u32::from(ring.get(circuit))).sum();
                match stones.min(left) {
                    0 => Due::Nothing,
                    stones => Due::Stones(stones),
                }
            }
        }
    }

    /// The opponent's holes that the bonus may come from: the occupied ones, heads left out where they are safe (4.6, 4.7).
    #[inline]
    pub fn bonus_holes(&self, rules: &RuleSet) -> HoleSet {
        let opponent = !self.to_move;
        let occupied = self.board.ring(opponent).occupied(self.columns().circuit());
        match rules.bonus_heads() {
            BonusHeads::Open => HoleSet(occupied),
            BonusHeads::Safe => HoleSet(occupied & !rules.heads(opponent).0),
        }
    }

    /// Takes stones off one of the opponent's holes, for the mover; no more than lie there.
    #[inline]
    pub fn take(&mut self, circuit: u8, stones: u16) {
        let ring = self.board.ring_mut(!self.to_move);
        let held = ring.get(circuit);
        let stones = stones.min(held);
        ring.set(circuit, held - stones);
        self.taken[self.to_move.index()] += u32::from(stones);
    }

    /// Counts a capture for schedules of bonuses, once a turn that captured.
    #[inline]
    pub fn count_capture(&mut self) {
        let captures = &mut self.captures[self.to_move.index()];
        *captures = captures.saturating_add(1);
    }

    /// Hands the turn to the opponent.
    #[inline]
    pub fn pass(&mut self) {
        self.to_move = !self.to_move;
    }

    /// The position after a move.
    ///
    /// # Errors
    /// When the move is not legal here; the position is unchanged.
    pub fn play(&self, rules: &RuleSet, chosen: &Move) -> Result<Position<R>, Illegal> {
        if let Some(illegal) = self.refuses(rules, chosen.lift) {
            return Err(illegal);
        }
        let mut next = *self;
        let singleton = self.board.get(chosen.lift) == 1;
        let mut landings = 0;
        let sowing = next.sow(
            rules,
            chosen.lift.circuit(),
            |ordinal, _| {
                landings = ordinal;
                Some(ordinal) == chosen.stop
            },
            |_| {},
        );
        match sowing.end {
            SowingEnd::Endless if chosen.stop.is_none() && rules.endless() == Endless::Forbidden => {
                return Err(Illegal::Endless(chosen.lift));
            }
            SowingEnd::Empty | SowingEnd::Endless if chosen.stop.is_some() => {
                return Err(Illegal::NoSuchStop { lift: chosen.lift, landings });
            }
            SowingEnd::Empty => {
                let capture = next.capture(rules, sowing.landing, singleton);
                next.take_bonus(rules, capture, &chosen.bonus)?;
            }
            SowingEnd::Stopped | SowingEnd::Endless if !chosen.bonus.is_empty() => return Err(Illegal::Bonus),
            SowingEnd::Stopped | SowingEnd::Endless => {}
        }
        next.pass();
        Ok(next)
    }

    /// Takes a chosen bonus and counts the capture that earned it.
    fn take_bonus(&mut self, rules: &RuleSet, capture: Capture, chosen: &BonusChoice) -> Result<(), Illegal> {
        let due = self.due(rules, capture);
        let free = self.bonus_holes(rules);
        let mut seen = HoleSet::EMPTY;
        let mut stones = 0;
        for &(circuit, count) in chosen {
            let held = self.board.ring(!self.to_move).get(circuit);
            let fits = match due {
                Due::Nothing => false,
                Due::Holes(_) => count == held,
                Due::Stones(_) => count <= held,
            };
            if !fits || count == 0 || seen.contains(circuit) || !free.contains(circuit) {
                return Err(Illegal::Bonus);
            }
            seen.insert(circuit);
            stones += u32::from(count);
        }
        let (got, most) = match due {
            Due::Nothing => (0, 0),
            Due::Holes(holes) => (u32::from(seen.len()), u32::from(holes)),
            Due::Stones(most) => (stones, most),
        };
        if got > most || (got < most && rules.bonus_mandatory()) {
            return Err(Illegal::Bonus);
        }
        for &(circuit, count) in chosen {
            self.take(circuit, count);
        }
        if capture.total() > 0 {
            self.count_capture();
        }
        Ok(())
    }
}

impl<R: Ring> fmt::Display for Position<R> {
    /// As the record language writes it: `2*8 / 0*8 / 0*8 / 2*8 S`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.board, self.to_move.letter())
    }
}

impl RuleSet {
    /// The hole that follows in sowing order.
    pub fn next(&self, hole: Hole) -> Hole {
        hole.columns().at(hole.side(), self.following(hole.circuit())).unwrap_or(hole)
    }

    /// The place on the circuit that follows another in sowing order.
    #[inline]
    pub fn following(&self, circuit: u8) -> u8 {
        let last = self.columns().circuit() - 1;
        match self.direction() {
            crate::Direction::Counterclockwise if circuit == last => 0,
            crate::Direction::Counterclockwise => circuit + 1,
            crate::Direction::Clockwise => circuit.checked_sub(1).unwrap_or(last),
        }
    }

    /// Whether an outer hole is a head of its owner.
    pub fn is_head(&self, hole: Hole) -> bool {
        hole.row() == Row::Outer && self.heads(hole.side()).contains(hole.circuit())
    }
}
