//! The short way for records in which nothing is wrong and nothing is odd: the plies are played on a small board, what
//! is written is compared, and nothing else is kept.
//!
//! [`plain`] answers only where the full replay would find nothing to say; at the first thing that it is not made for it
//! gives up, and the full replay, which explains, is run instead. A law in the tests holds the two together. The sowing
//! is the rules' own.

use tsoro_notation::header::{Coordinates, Ending};
use tsoro_notation::record::{
    ClaimKind, GameResult, Item, ItemKind, Reading, Record, TakenStones, WrittenBonus, WrittenColumn, WrittenHole,
    WrittenMove, WrittenRow,
};
use tsoro_rules::sowing::{Lap, SowingEnd};
use tsoro_rules::{Board, BonusHeads, Due, HoleSet, Narrow, Over, Packed, Position, Ring, RuleSet, Side, Wide};

/// A record in which nothing is to be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plain {
    /// How many plies were played.
    pub plies: u32,
    /// How the game ended, on the board and in the record.
    pub result: GameResult,
}

/// Replays a record the short way. `None` when it takes the full replay to tell how it is with it. `seen` is begun anew:
/// it is the caller's so that record after record can be replayed in the same memory.
pub fn plain(record: &Record, rules: &RuleSet, start: &Position, seen: &mut Seen) -> Option<Plain> {
    if !record.slips.is_empty() {
        return None;
    }
    if record.header.coordinates.is_some_and(|coordinates| coordinates.value == Coordinates::Board) {
        return None;
    }
    if let Some(position) = start.convert::<Packed>() {
        play(record, rules, position, seen)
    } else if let Some(position) = start.convert::<Narrow>() {
        play(record, rules, position, seen)
    } else {
        play(record, rules, start.convert::<Wide>()?, seen)
    }
}

fn play<R: Ring>(record: &Record, rules: &RuleSet, start: Position<R>, seen: &mut Seen) -> Option<Plain> {
    let mut game = Game { rules, position: start, first: start.to_move, plies: 0, seen };
    game.seen.begin(&start.board);
    let mut result = None;
    for Item { kind, .. } in &record.items {
        match kind {
            ItemKind::Ply(ply) => {
                let (Reading::Move(written), None, None, None) = (&ply.first, &ply.others, ply.mark, result) else {
                    return None;
                };
                game.ply(written)?;
            }
            ItemKind::Number(number) => {
                let second = game.position.to_move != game.first;
                if number.second != second || number.number != game.plies / 2 + 1 {
                    return None;
                }
            }
            ItemKind::Comment(_) | ItemKind::Time(_) | ItemKind::Glyph(_) => {}
            ItemKind::Result(written) if result.is_none() => result = Some(*written),
            ItemKind::Board(_) | ItemKind::Variation(_) | ItemKind::Result(_) | ItemKind::Unreadable => return None,
        }
    }
    let over = game.position.over(rules);
    let board = match over.map(Over::winner) {
        None => GameResult::Unfinished,
        Some(Some(Side::South)) => GameResult::South,
        Some(Some(Side::North)) => GameResult::North,
        Some(None) => GameResult::Draw,
    };
    let agrees = |recorded: Option<GameResult>| recorded.is_none_or(|recorded| recorded == board);
    let header = record.header.result.as_ref().map(|result| result.value);
    let ends_so = record.header.ending.is_none_or(|ending| match ending.value {
        Ending::NoStones => matches!(over, Some(Over::NoStones { .. })),
        Ending::Immobilised => matches!(over, Some(Over::Immobilised { for_want_of_an_end: false, .. })),
        Ending::Resignation | Ending::Agreement | Ending::Abandoned => over.is_none(),
        Ending::Repetition => false,
    });
    // A mover who could lift stones, but to no end, is spoken of by the full replay.
    let odd = matches!(over, Some(Over::Immobilised { for_want_of_an_end: true, .. }));
    if !agrees(result) || !agrees(header) || !ends_so || odd {
        return None;
    }
    Some(Plain { plies: game.plies, result: board })
}

/// A game in the middle of being played.
struct Game<'a, R: Ring> {
    rules: &'a RuleSet,
    position: Position<R>,
    first: Side,
    plies: u32,
    seen: &'a mut Seen,
}

impl<R: Ring> Game<'_, R> {
    fn ply(&mut self, written: &WrittenMove) -> Option<()> {
        let (side, lift) = self.place(written.hole)?;
        if side != self.position.to_move || !self.position.may_lift(self.rules, lift) {
            return None;
        }
        let singleton = self.position.board.ring(side).get(lift) == 1;
        let (landing, end) = self.sow(written, lift)?;
        let mut capture = tsoro_rules::Capture::default();
        if end == SowingEnd::Empty {
            capture = self.position.capture(self.rules, landing, singleton);
        }
        if let Some(taken) = written.taken {
            let agrees = match taken.stones {
                TakenStones::Some => capture.total() > 0,
                TakenStones::Total(stones) => capture.total() == u32::from(stones),
                TakenStones::Each(inner, outer) => (capture.inner, capture.outer) == (inner, outer),
            };
            if !agrees {
                return None;
            }
        }
        let captured = capture.total() > 0;
        if captured {
            let earned = self.position.earned(self.rules, capture);
            self.position.count_capture();
            self.bonus(written.bonus.as_ref(), earned)?;
        } else if written.bonus.is_some() {
            return None;
        }
        if written.total().is_some_and(|total| total.count != self.position.taken[side.index()]) {
            return None;
        }
        self.position.pass();
        self.plies += 1;
        if captured {
            self.seen.begin(&self.position.board);
        } else if !self.seen.add(side, self.position.board.ring(side)) {
            return None;
        }
        match written.claim().map(|claim| claim.kind) {
            Some(ClaimKind::Endless) => None,
            Some(ClaimKind::Won) => (self.position.over(self.rules)?.winner() == Some(side)).then_some(()),
            None => Some(()),
        }
    }

    /// Sows as written, and compares where the laps ended. `None` when anything differs.
    fn sow(&mut self, written: &WrittenMove, lift: u8) -> Option<(u8, SowingEnd)> {
        let Some(details) = &written.details else {
            let sowing = self.position.sow(self.rules, lift, |_, _| false, |_| {});
            return (sowing.end == SowingEnd::Empty).then_some((sowing.landing, sowing.end));
        };
        if details.direction.is_some() || details.landings.len() > 1 {
            return None;
        }
        let mut named = details.relays.iter().map(|relay| relay.head);
        let mut heads = 0;
        let mut agrees = true;
        let mut on_stop = 0;
        let stop = details.stop;
        let stop_at = match stop.and_then(|stop| stop.head) {
            Some(head) => Some(self.own(head)?),
            None => None,
        };
        let nth = u32::from(stop.and_then(|stop| stop.landing).unwrap_or(1));
        let relays = details.relays.len() as u32;
        let side = self.position.to_move;
        let place = |hole: WrittenHole| place(hole, self.position.columns().get());
        let decide = |ordinal: u32, lap: Lap| {
            heads = ordinal;
            let here = stop_at.is_none_or(|head| head == lap.landing);
            on_stop += u32::from(here);
            if relays > 0 {
                // Once any head is written, all of them are.
                let Some(head) = named.next() else {
                    agrees &= stop.is_some() && here;
                    return stop.is_some();
                };
                agrees &= head.is_none_or(|head| place(head) == Some((side, lap.landing)));
                return false;
            }
            stop.is_some() && here && on_stop == nth
        };
        let mut position = self.position;
        let sowing = position.sow(self.rules, lift, decide, |_| {});
        let stopped = sowing.end == SowingEnd::Stopped;
        if !agrees || stopped != stop.is_some() || sowing.end == SowingEnd::Endless {
            return None;
        }
        if relays > 0 && (heads - u32::from(stopped) != relays || stop.is_some_and(|stop| stop.landing.is_some())) {
            return None;
        }
        if let [landing] = details.landings[..]
            && self.own(landing)? != sowing.landing
        {
            return None;
        }
        self.position = position;
        Some((sowing.landing, sowing.end))
    }

    /// Takes the bonus as written; only the full one is plain, or all that there is to take.
    fn bonus(&mut self, written: Option<&WrittenBonus>, earned: Due) -> Option<()> {
        let holes = written.map_or(&[][..], |bonus| &bonus.holes);
        let full = match earned {
            Due::Nothing => return written.is_none().then_some(()),
            Due::Holes(holes) => u32::from(holes),
            Due::Stones(stones) => stones,
        };
        let safe = match self.rules.bonus_heads() {
            BonusHeads::Open => HoleSet::EMPTY,
            BonusHeads::Safe => self.rules.heads(!self.position.to_move),
        };
        let mut got = 0;
        for (index, bonus) in holes.iter().enumerate() {
            let (side, circuit) = self.place(bonus.hole)?;
            if side == self.position.to_move || safe.contains(circuit) {
                return None;
            }
            // A hole named twice is spoken of by the full replay.
            if holes[..index].iter().any(|earlier| self.place(earlier.hole) == Some((side, circuit))) {
                return None;
            }
            let held = self.position.board.ring(side).get(circuit);
            let stones = bonus.stones.unwrap_or(held);
            match earned {
                _ if stones == 0 || stones > held => return None,
                Due::Holes(_) if stones != held => return None,
                Due::Holes(_) => got += 1,
                _ => got += u32::from(stones),
            }
            self.position.take(circuit, stones);
        }
        (got == full || (got < full && self.position.bonus_holes(self.rules).is_empty())).then_some(())
    }

    #[inline]
    fn place(&self, hole: WrittenHole) -> Option<(Side, u8)> {
        place(hole, self.position.columns().get())
    }

    fn own(&self, hole: WrittenHole) -> Option<u8> {
        self.place(hole).filter(|(side, _)| *side == self.position.to_move).map(|(_, circuit)| circuit)
    }
}

/// The side and the place on its circuit that a hole's name means on a board of so many columns.
#[inline]
fn place(hole: WrittenHole, columns: u8) -> Option<(Side, u8)> {
    // Looked up, not chosen: which row comes next no processor can guess.
    let row = match hole.row {
        WrittenRow::Illegible => return None,
        row => row as usize,
    };
    let side = [Side::South, Side::South, Side::North, Side::North][row];
    let column = match hole.column {
        WrittenColumn::Left(column) => column,
        WrittenColumn::Right(column) => (u16::from(columns) + 1).checked_sub(column)?,
        WrittenColumn::Illegible => return None,
    };
    if column == 0 || column > u16::from(columns) {
        return None;
    }
    let column = column as u8;
    let circuit = [2 * columns - column, column - 1][row % 2];
    Some((side, circuit))
}

/// The boards since the last capture, as sums: none before it can come up again. A side sows its own holes alone, so
/// that until the next capture only the mover's half is to be summed anew. Whose turn it is has no part in the sum: a
/// board that comes up again is looked into by the full replay, whoever is to move.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// The sums of each side's holes.
    sides: [u64; 2],
    /// A bit for every sum kept, at a place that the sum gives: where there is none, no board was like this one. Nearly
    /// always that is the answer, and without a search of which nobody can foretell the length.
    marks: [u64; Seen::MARKS / 64],
    kept: Vec<u64>,
}

impl Seen {
    const MARKS: usize = 512;

    /// Forgets all boards and begins with this one.
    #[inline]
    fn begin<R: Ring>(&mut self, board: &Board<R>) {
        self.kept.clear();
        self.marks = [0; Seen::MARKS / 64];
        self.sides = Side::BOTH.map(|side| board.ring(side).weight());
        self.keep();
    }

    /// Adds the board on which one side's holes have changed to these; `false` when it may have been there before, which
    /// the full replay then looks into.
    #[inline]
    fn add<R: Ring>(&mut self, side: Side, ring: &R) -> bool {
        self.sides[side.index()] = ring.weight();
        self.keep()
    }

    #[inline]
    fn keep(&mut self) -> bool {
        let [south, north] = self.sides;
        let sum = south.wrapping_add(north.rotate_left(32));
        let place = (sum.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 32) as usize % Seen::MARKS;
        let mark = 1 << (place % 64);
        let new = self.marks[place / 64] & mark == 0 || !self.kept.contains(&sum);
        self.marks[place / 64] |= mark;
        self.kept.push(sum);
        new
    }
}
