//! The rules once more, slow and obvious, to hold the engine against: written from the book's page on the rules, clause
//! by clause, with plain vectors, and sharing no code with the engine. Only what a rule set says is taken from there.
//!
//! Tests and benches bring it in by `#[path]`.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::struct_excessive_bools)]

use std::collections::HashSet;

use tsoro_rules as fast;

/// A player: 0 for South, 1 for North.
pub type Player = usize;

/// 1.1: each player's two rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Row {
    Inner,
    Outer,
}

/// 1.2: a hole of some player, its column from 1 at the owner's left hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hole {
    pub row: Row,
    pub column: usize,
}

/// The stones of one player, column 1 first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Half {
    pub inner: Vec<u32>,
    pub outer: Vec<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub halves: [Half; 2],
    pub to_move: Player,
    pub taken: [u32; 2],
    pub captures: [usize; 2],
}

/// How a sowing ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Empty,
    Stopped,
    Endless,
}

/// A sowing with the mover's choices made, the bonus not yet taken.
#[derive(Debug, Clone)]
pub struct Sowing {
    pub lift: Hole,
    /// The landing on an occupied head at which it stops, from 1.
    pub stop: Option<u32>,
    pub end: End,
    pub laps: u32,
    pub stones: u64,
    pub last: Hole,
    pub head_landings: u32,
    pub taken: (u32, u32),
    pub due: Due,
    /// After the capture, the mover still to move.
    pub after: Position,
}

/// The bonus that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    Nothing,
    Holes(usize),
    Stones(u32),
}

/// A complete move and the position after it.
#[derive(Debug, Clone)]
pub struct Move {
    pub lift: Hole,
    pub stop: Option<u32>,
    pub bonus: Vec<(Hole, u32)>,
    pub after: Position,
}

/// A rule set as this engine wants it.
#[derive(Debug, Clone)]
pub struct Rules {
    pub columns: usize,
    pub clockwise: bool,
    pub heads: [Vec<Hole>; 2],
    pub several_move: bool,
    pub singletons: fast::SingletonsWhen,
    pub singletons_into_empty: bool,
    pub singletons_capture: bool,
    pub scope: fast::CaptureScope,
    pub bonus: fast::Bonus,
    pub bonus_after_both: bool,
    pub heads_safe: bool,
    pub endless_forbidden: bool,
}

impl Rules {
    pub fn of(rules: &fast::RuleSet) -> Rules {
        let heads = |side| rules.heads(side).holes(rules.columns(), side).map(hole_of).collect();
        Rules {
            columns: usize::from(rules.columns().get()),
            clockwise: rules.direction() == fast::Direction::Clockwise,
            heads: [heads(fast::Side::South), heads(fast::Side::North)],
            several_move: rules.several_move(),
            singletons: rules.singletons().when,
            singletons_into_empty: rules.singletons().into == fast::SingletonsInto::Empty,
            singletons_capture: rules.singletons().capture,
            scope: rules.capture(),
            bonus: rules.bonus().clone(),
            bonus_after_both: rules.bonus_after() == fast::BonusAfter::Both,
            heads_safe: rules.bonus_heads() == fast::BonusHeads::Safe,
            endless_forbidden: rules.endless() == fast::Endless::Forbidden,
        }
    }

    /// 1.3: the hole after this one on its owner's circuit: B1 … Bn, An … A1, B1; the other way round if clockwise.
    pub fn next(&self, hole: Hole) -> Hole {
        let onwards = (hole.row == Row::Outer) != self.clockwise;
        match (hole.row, onwards) {
            (Row::Outer, true) if hole.column == self.columns => Hole { row: Row::Inner, ..hole },
            (Row::Inner, false) if hole.column == 1 => Hole { row: Row::Outer, ..hole },
            (Row::Inner, true) if hole.column == self.columns => Hole { row: Row::Outer, ..hole },
            (Row::Outer, false) if hole.column == 1 => Hole { row: Row::Inner, ..hole },
            (_, true) => Hole { column: hole.column + 1, ..hole },
            (_, false) => Hole { column: hole.column - 1, ..hole },
        }
    }

    pub fn holes(&self) -> Vec<Hole> {
        let outer = (1..=self.columns).map(|column| Hole { row: Row::Outer, column });
        let inner = (1..=self.columns).rev().map(|column| Hole { row: Row::Inner, column });
        outer.chain(inner).collect()
    }
}

/// A hole of the engine's as one of ours.
pub fn hole_of(hole: fast::Hole) -> Hole {
    let row = if hole.row() == fast::Row::Inner { Row::Inner } else { Row::Outer };
    Hole { row, column: usize::from(hole.column()) }
}

impl Half {
    pub fn get(&self, hole: Hole) -> u32 {
        match hole.row {
            Row::Inner => self.inner[hole.column - 1],
            Row::Outer => self.outer[hole.column - 1],
        }
    }

    pub fn get_mut(&mut self, hole: Hole) -> &mut u32 {
        match hole.row {
            Row::Inner => &mut self.inner[hole.column - 1],
            Row::Outer => &mut self.outer[hole.column - 1],
        }
    }

    pub fn total(&self) -> u32 {
        self.inner.iter().sum::<u32>() + self.outer.iter().sum::<u32>()
    }
}

impl Position {
    /// From four rows, top to bottom and left to right as South sees them: North's are read backwards.
    pub fn from_rows(rows: &[Vec<u16>; 4], to_move: Player) -> Position {
        let row = |row: &[u16]| row.iter().copied().map(u32::from).collect::<Vec<_>>();
        let backwards = |row: &[u16]| row.iter().rev().copied().map(u32::from).collect::<Vec<_>>();
        let north = Half { outer: backwards(&rows[0]), inner: backwards(&rows[1]) };
        let south = Half { inner: row(&rows[2]), outer: row(&rows[3]) };
        Position { halves: [south, north], to_move, taken: [0; 2], captures: [0; 2] }
    }

    pub fn rows(&self) -> [Vec<u16>; 4] {
        let row = |row: &[u32]| row.iter().map(|&stones| stones as u16).collect::<Vec<_>>();
        let backwards = |row: &[u32]| row.iter().rev().map(|&stones| stones as u16).collect::<Vec<_>>();
        let [south, north] = &self.halves;
        [backwards(&north.outer), backwards(&north.inner), row(&south.inner), row(&south.outer)]
    }

    pub fn start(rules: &fast::RuleSet) -> Position {
        Position::from_rows(&rules.start().rows(), 0)
    }

    pub fn total(&self) -> u32 {
        self.halves[0].total() + self.halves[1].total() + self.taken[0] + self.taken[1]
    }

    fn own(&self) -> &Half {
        &self.halves[self.to_move]
    }

    /// 3: may this hole of the mover's be lifted?
    pub fn may_lift(&self, rules: &Rules, hole: Hole) -> bool {
        let stones = self.own().get(hole);
        if stones == 0 {
            return false;
        }
        // 3.1
        if stones >= 2 {
            return rules.several_move;
        }
        // 3.2
        let any_of_several = rules.several_move && rules.holes().iter().any(|&hole| self.own().get(hole) >= 2);
        let now = match rules.singletons {
            fast::SingletonsWhen::WhenNothingElse => !any_of_several,
            fast::SingletonsWhen::Always => true,
            fast::SingletonsWhen::Never => false,
        };
        now && (!rules.singletons_into_empty || self.own().get(rules.next(hole)) == 0)
    }

    /// 2: every way to sow from a hole, the head stops in the order in which they come, relaying on at all of them last.
    pub fn sow(&self, rules: &Rules, lift: Hole) -> Vec<Sowing> {
        let mover = self.to_move;
        let singleton = self.own().get(lift) == 1;
        let mut ways = Vec::new();
        let mut position = self.clone();
        let mut seen = HashSet::new();
        let (mut from, mut laps, mut stones, mut head_landings) = (lift, 0, 0, 0);
        loop {
            // 2.5, without trusting that a sowing must come back to its very beginning.
            let endless = !seen.insert((position.halves[mover].clone(), from));
            let sowing = move |end, last, stop, head_landings, after| Sowing {
                lift,
                stop,
                end,
                laps,
                stones,
                last,
                head_landings,
                taken: (0, 0),
                due: Due::Nothing,
                after,
            };
            if endless {
                assert!(
                    from == lift && position.halves == self.halves,
                    "an endless sowing comes back to its beginning"
                );
                ways.push(sowing(End::Endless, from, None, head_landings, position));
                return ways;
            }
            // 2.1
            let half = &mut position.halves[mover];
            let mut hand = std::mem::take(half.get_mut(from));
            stones += u64::from(hand);
            laps += 1;
            let mut at = from;
            while hand > 0 {
                at = rules.next(at);
                *half.get_mut(at) += 1;
                hand -= 1;
            }
            // 2.3
            if half.get(at) == 1 {
                let mut last = Sowing { laps, stones, ..sowing(End::Empty, at, None, head_landings, position) };
                last.capture(rules, singleton);
                ways.push(last);
                return ways;
            }
            // 2.4
            if rules.heads[mover].contains(&at) {
                head_landings += 1;
                let stop = Some(head_landings);
                ways.push(Sowing { laps, stones, ..sowing(End::Stopped, at, stop, head_landings, position.clone()) });
            }
            // 2.2
            from = at;
        }
    }

    /// Every complete sowing there is.
    pub fn sowings(&self, rules: &Rules) -> Vec<Sowing> {
        let holes = rules.holes().into_iter().filter(|&hole| self.may_lift(rules, hole));
        holes
            .flat_map(|hole| self.sow(rules, hole))
            .filter(|sowing| sowing.end != End::Endless || !rules.endless_forbidden)
            .collect()
    }

    /// Every complete move there is, with the full bonus.
    pub fn moves(&self, rules: &Rules) -> Vec<Move> {
        self.sowings(rules).iter().flat_map(|sowing| sowing.moves(rules)).collect()
    }

    /// Moves to a depth; and the same with the last ply counted once a sowing.
    pub fn perft(&self, rules: &Rules, depth: u32) -> (u64, u64) {
        let mut count = (0, 0);
        for sowing in self.sowings(rules) {
            let moves = sowing.moves(rules);
            if depth == 1 {
                count = (count.0 + moves.len() as u64, count.1 + 1);
            } else if sowing.end != End::Endless {
                for deeper in moves.iter().map(|chosen| chosen.after.perft(rules, depth - 1)) {
                    count = (count.0 + deeper.0, count.1 + deeper.1);
                }
            }
        }
        count
    }

    /// The opponent's holes that a bonus may come from: 4.6, 4.7.
    fn bonus_holes(&self, rules: &Rules) -> Vec<Hole> {
        let opponent = 1 - self.to_move;
        let safe = |hole: &Hole| rules.heads_safe && rules.heads[opponent].contains(hole);
        rules.holes().into_iter().filter(|hole| self.halves[opponent].get(*hole) > 0 && !safe(hole)).collect()
    }
}

impl Sowing {
    /// 4: what the last stone captures, and what bonus that earns.
    fn capture(&mut self, rules: &Rules, singleton: bool) {
        // 4.1, 3.3
        if self.last.row != Row::Inner || (singleton && !rules.singletons_capture) {
            return;
        }
        let mover = self.after.to_move;
        let opponent = &mut self.after.halves[1 - mover];
        // 1.2
        let facing = Hole { row: Row::Inner, column: rules.columns + 1 - self.last.column };
        let behind = Hole { row: Row::Outer, ..facing };
        let (inner, outer) = (opponent.get(facing), opponent.get(behind));
        // 4.2, 4.3
        let (inner, outer) = match rules.scope {
            fast::CaptureScope::Inner => (inner, 0),
            fast::CaptureScope::File => (inner, if inner > 0 { outer } else { 0 }),
            fast::CaptureScope::OuterIfInnerEmpty => (inner, if inner == 0 { outer } else { 0 }),
            fast::CaptureScope::BothAlways => (inner, outer),
        };
        if inner + outer == 0 {
            return;
        }
        *opponent.get_mut(facing) -= inner;
        *opponent.get_mut(behind) -= outer;
        self.taken = (inner, outer);
        self.after.taken[mover] += inner + outer;
        let nth = self.after.captures[mover];
        self.after.captures[mover] += 1;
        if rules.bonus_after_both && (inner == 0 || outer == 0) {
            return;
        }
        // 4.4 to 4.6
        let holes = self.after.bonus_holes(rules);
        self.due = match &rules.bonus {
            fast::Bonus::None => Due::Nothing,
            fast::Bonus::Holes(schedule) => {
                let granted = schedule.get(nth).unwrap_or(&schedule[schedule.len() - 1]);
                Due::Holes(usize::from(*granted).min(holes.len()))
            }
            fast::Bonus::Stones => {
                let left = holes.iter().map(|&hole| self.after.halves[1 - mover].get(hole)).sum();
                Due::Stones((inner + outer).min(left))
            }
        };
    }

    /// The complete moves that this sowing makes, one for every full choice of the bonus.
    pub fn moves(&self, rules: &Rules) -> Vec<Move> {
        let holes = self.after.bonus_holes(rules);
        let opponent = 1 - self.after.to_move;
        let held = |hole: Hole| self.after.halves[opponent].get(hole);
        let choices = match self.due {
            Due::Nothing => vec![Vec::new()],
            Due::Holes(due) => subsets(&holes, due)
                .into_iter()
                .map(|chosen| chosen.into_iter().map(|hole| (hole, held(hole))).collect())
                .collect(),
            Due::Stones(due) => handfuls(&holes, due, &held),
        };
        let complete = |bonus: Vec<(Hole, u32)>| {
            let mut after = self.after.clone();
            for &(hole, stones) in &bonus {
                *after.halves[opponent].get_mut(hole) -= stones;
                after.taken[1 - opponent] += stones;
            }
            after.to_move = opponent;
            Move { lift: self.lift, stop: self.stop, bonus, after }
        };
        choices.into_iter().map(complete).collect()
    }
}

/// All sets of so many of these holes.
fn subsets(holes: &[Hole], size: usize) -> Vec<Vec<Hole>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let Some((&first, rest)) = holes.split_first() else { return Vec::new() };
    let mut sets = subsets(rest, size - 1);
    for set in &mut sets {
        set.insert(0, first);
    }
    sets.extend(subsets(rest, size));
    sets
}

/// All ways to take so many single stones from these holes.
fn handfuls(holes: &[Hole], stones: u32, held: &impl Fn(Hole) -> u32) -> Vec<Vec<(Hole, u32)>> {
    if stones == 0 {
        return vec![Vec::new()];
    }
    let Some((&first, rest)) = holes.split_first() else { return Vec::new() };
    let mut ways = Vec::new();
    for taken in 0..=held(first).min(stones) {
        for mut way in handfuls(rest, stones - taken, held) {
            if taken > 0 {
                way.insert(0, (first, taken));
            }
            ways.push(way);
        }
    }
    ways
}
