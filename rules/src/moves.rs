//! Every complete sowing that the mover may choose, the moves counted, and who has won when there is none.

use std::ops::ControlFlow;

use serde::Serialize;

use crate::sowing::SowingEnd;
use crate::{Capture, Due, Endless, Hole, HoleSet, NoMove, Position, Ring, RuleSet, Side};

/// A complete sowing: a lift with its head choices, capture done, the bonus still to be chosen.
#[derive(Debug, Clone, Copy)]
pub struct Choice<R: Ring> {
    /// The hole lifted.
    pub lift: Hole,
    /// The landing on an occupied head at which the mover stops, from 1; `None` relays on at all.
    pub stop: Option<u32>,
    /// Where the sowing ended.
    pub landing: Hole,
    /// Laps sown.
    pub laps: u32,
    /// Why it ended.
    pub end: SowingEnd,
    /// What it captured.
    pub capture: Capture,
    /// The bonus that earned.
    pub due: Due,
    /// The position after capture, before the bonus, the mover still to move.
    pub after: Position<R>,
}

/// How a game stands that is over on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// A side has no stones left (5.1).
    NoStones {
        /// The side without stones.
        loser: Side,
    },
    /// The side to move has stones and no legal move (5.1).
    Immobilised {
        /// The side that cannot move.
        side: Side,
        /// Whether stones could be lifted, but no such sowing would end (2.6).
        for_want_of_an_end: bool,
        /// Who has won by it under the rule set; `None` for a draw.
        winner: Option<Side>,
    },
}

impl Over {
    /// The winner, if there is one.
    pub fn winner(self) -> Option<Side> {
        match self {
            Over::NoStones { loser } => Some(!loser),
            Over::Immobilised { winner, .. } => winner,
        }
    }
}

/// Moves counted to a depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Perft {
    /// Complete moves: lift, head choices and full bonus.
    pub moves: u64,
    /// The same with the last ply counted once a sowing, whatever its bonus.
    pub sowings: u64,
}

impl<R: Ring> Position<R> {
    /// Calls `visit` with every complete sowing that the mover may choose, in the order of the circuit and then of the
    /// head landings, relaying on at all heads last, until `visit` breaks. Allocates nothing.
    pub fn sowings(&self, rules: &RuleSet, mut visit: impl FnMut(&Choice<R>) -> ControlFlow<()>) -> ControlFlow<()> {
        for circuit in self.liftable(rules).iter() {
            self.sowings_from(rules, circuit, &mut visit)?;
        }
        ControlFlow::Continue(())
    }

    /// The same for one hole of the mover's that may be lifted, given as a place on the circuit.
    pub fn sowings_from(
        &self,
        rules: &RuleSet,
        circuit: u8,
        mut visit: impl FnMut(&Choice<R>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (columns, mover) = (self.columns(), self.to_move);
        let size = columns.circuit();
        let Some(lift) = columns.at(mover, circuit) else { return ControlFlow::Continue(()) };
        let singleton = self.board.get(lift) == 1;
        let heads = rules.heads(mover);
        let mut stops = 0;
        let mut broken = ControlFlow::Continue(());
        let mut ring = *self.board.ring(mover);
        let choice = |ring: &R, stop, landing, laps, end| {
            let mut after = *self;
            *after.board.ring_mut(mover) = *ring;
            let landing = columns.at(mover, landing).unwrap_or(lift);
            Choice { lift, stop, landing, laps, end, capture: Capture::default(), due: Due::Nothing, after }
        };
        let sowing = crate::sowing::sow(&mut ring, size, rules.direction(), circuit, |ring, lap| {
            if lap.occupied && heads.contains(lap.landing) {
                stops += 1;
                broken = visit(&choice(ring, Some(stops), lap.landing, lap.number, SowingEnd::Stopped));
                return broken;
            }
            ControlFlow::Continue(())
        });
        broken?;
        let forbidden = sowing.end == SowingEnd::Endless && rules.endless() == Endless::Forbidden;
        if forbidden {
            return ControlFlow::Continue(());
        }
        let mut last = choice(&ring, None, sowing.landing, sowing.laps, sowing.end);
        if sowing.end == SowingEnd::Empty {
            last.capture = last.after.capture(rules, sowing.landing, singleton);
            last.due = last.after.due(rules, last.capture);
        }
        visit(&last)
    }

    /// Whether the mover has a legal move.
    pub fn can_move(&self, rules: &RuleSet) -> bool {
        self.sowings(rules, |_| ControlFlow::Break(())).is_break()
    }

    /// How the game stands if it is over on the board: a side without stones, or a mover who cannot move. Repetition is
    /// not looked at.
    pub fn over(&self, rules: &RuleSet) -> Option<Over> {
        let size = self.columns().circuit();
        for side in [self.to_move, !self.to_move] {
            if self.board.ring(side).occupied(size) == 0 {
                return Some(Over::NoStones { loser: side });
            }
        }
        if self.can_move(rules) {
            return None;
        }
        let side = self.to_move;
        let winner = match rules.no_move() {
            NoMove::Loses => Some(!side),
            NoMove::Wins => Some(side),
            NoMove::Draws => None,
        };
        Some(Over::Immobilised { side, for_want_of_an_end: !self.liftable(rules).is_empty(), winner })
    }

    /// Counts the moves there are to a depth of at least 1.
    pub fn perft(&self, rules: &RuleSet, depth: u32) -> Perft {
        let mut count = Perft::default();
        let _ = self.sowings(rules, |choice| {
            if depth <= 1 {
                count.moves += choice.bonuses(rules);
                count.sowings += 1;
            } else if choice.end != SowingEnd::Endless {
                choice.each_bonus(rules, &mut |next| {
                    let deeper = next.perft(rules, depth - 1);
                    count.moves += deeper.moves;
                    count.sowings += deeper.sowings;
                });
            }
            ControlFlow::Continue(())
        });
        count
    }
}

impl<R: Ring> Choice<R> {
    /// In how many ways the full bonus can be chosen: 1 where none is due. Counted, not listed.
    pub fn bonuses(&self, rules: &RuleSet) -> u64 {
        match self.due {
            Due::Nothing => 1,
            Due::Holes(holes) => choose(u64::from(self.after.bonus_holes(rules).len()), u64::from(holes)),
            Due::Stones(stones) => {
                // Multisets of single stones: the coefficient of x^stones in the product over holes of 1 + x + … + x^held.
                // Whichever of taking and leaving is the smaller number has the same count.
                let ring = self.after.board.ring(!self.after.to_move);
                let free = self.after.bonus_holes(rules);
                let held = |circuit| u32::from(ring.get(circuit));
                let left = free.iter().map(held).sum::<u32>() - stones;
                let most = stones.min(left) as usize;
                if most < FEW { ways::<FEW>(free, held, most) } else { ways_of_many(free, held, most) }
            }
        }
    }

    /// The position after the turn, the bonus given taken: places on the opponent's circuit, each with stones. Whether it is
    /// one that the capture earned is not asked.
    pub fn with_bonus(&self, bonus: &[(u8, u16)]) -> Position<R> {
        let mut next = self.after;
        if self.capture.total() > 0 {
            next.count_capture();
        }
        for &(circuit, stones) in bonus {
            next.take(circuit, stones);
        }
        next.pass();
        next
    }

    /// Calls `visit` with the position after the turn for every full choice of the bonus.
    pub fn each_bonus(&self, rules: &RuleSet, visit: &mut impl FnMut(&Position<R>)) {
        let mut next = self.after;
        if self.capture.total() > 0 {
            next.count_capture();
        }
        let free = next.bonus_holes(rules);
        match self.due {
            Due::Nothing => {
                next.pass();
                visit(&next);
            }
            Due::Holes(holes) => take_holes(&next, free, holes, visit),
            Due::Stones(stones) => take_stones(&next, free, stones, visit),
        }
    }
}

/// Takes `left` whole holes out of `free`, each set once.
fn take_holes<R: Ring>(position: &Position<R>, free: HoleSet, left: u8, visit: &mut impl FnMut(&Position<R>)) {
    if left == 0 {
        let mut next = *position;
        next.pass();
        visit(&next);
        return;
    }
    let mut rest = free;
    while rest.len() >= left {
        let circuit = rest.0.trailing_zeros() as u8;
        rest.0 &= rest.0 - 1;
        let mut next = *position;
        next.take(circuit, u16::MAX);
        take_holes(&next, rest, left - 1, visit);
    }
}

/// Takes `left` single stones out of `free`, each multiset once.
fn take_stones<R: Ring>(position: &Position<R>, free: HoleSet, left: u32, visit: &mut impl FnMut(&Position<R>)) {
    if left == 0 {
        let mut next = *position;
        next.pass();
        visit(&next);
        return;
    }
    if free.is_empty() {
        return;
    }
    let circuit = free.0.trailing_zeros() as u8;
    let rest = HoleSet(free.0 & (free.0 - 1));
    let ring = position.board.ring(!position.to_move);
    let beyond: u32 = rest.iter().map(|circuit| u32::from(ring.get(circuit))).sum();
    let held = u32::from(ring.get(circuit));
    for stones in left.saturating_sub(beyond)..=left.min(held) {
        let mut next = *position;
        next.take(circuit, stones as u16);
        take_stones(&next, rest, left - stones, visit);
    }
}

/// Below so many stones, bonus choices are counted in a fixed array.
const FEW: usize = 64;

fn ways<const N: usize>(free: HoleSet, held: impl Fn(u8) -> u32, most: usize) -> u64 {
    let mut ways = [0; N];
    count_ways(&mut ways, free, held, most)
}

/// So many stones that the count needs the heap: thousands of stones in one capture, which no start of a real table has.
fn ways_of_many(free: HoleSet, held: impl Fn(u8) -> u32, most: usize) -> u64 {
    count_ways(&mut vec![0; most + 1], free, held, most)
}

fn count_ways(ways: &mut [u64], free: HoleSet, held: impl Fn(u8) -> u32, most: usize) -> u64 {
    ways[0] = 1;
    for circuit in free.iter() {
        let held = held(circuit) as usize;
        // Times (1 - x^(held+1)), from above; then divided by (1 - x), from below.
        for stones in (held + 1..=most).rev() {
            ways[stones] = ways[stones].wrapping_sub(ways[stones - held - 1]);
        }
        for stones in 1..=most {
            ways[stones] = ways[stones].wrapping_add(ways[stones - 1]);
        }
    }
    ways[most]
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k.min(n)).fold(1, |ways, i| ways * (n - i) / (i + 1))
}
