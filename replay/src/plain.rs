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
use tsoro_rules::{
    Due, HoleSet, Narrow, Over, Packed, Position, Ring, Row, RuleSet, Side, SingletonsInto, SingletonsWhen, Wide,
};

/// A record in which nothing is to be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plain {
    /// How many plies were played.
    pub plies: u32,
    /// How the game ended, on the board and in the record.
    pub result: GameResult,
}

/// Replays a record the short way. `None` when it takes the full replay to tell how it is with it.
pub fn plain(record: &Record, rules: &RuleSet, start: &Position) -> Option<Plain> {
    if !record.slips.is_empty() {
        return None;
    }
    if record.header.coordinates.is_some_and(|coordinates| coordinates.value == Coordinates::Board) {
        return None;
    }
    if let Some(position) = start.convert::<Packed>() {
        play(record, rules, position)
    } else if let Some(position) = start.convert::<Narrow>() {
        play(record, rules, position)
    } else {
        play(record, rules, start.convert::<Wide>()?)
    }
}

fn play<R: Ring>(record: &Record, rules: &RuleSet, start: Position<R>) -> Option<Plain> {
    let mut game = Game { rules, position: start, first: start.to_move, plies: 0, since_capture: Seen::default() };
    game.since_capture.add(&start);
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
    since_capture: Seen,
}

impl<R: Ring> Game<'_, R> {
    fn ply(&mut self, written: &WrittenMove) -> Option<()> {
        let (side, lift) = self.place(written.hole)?;
        let own = *self.position.board.ring(side);
        if side != self.position.to_move || !self.may_lift(lift, &own) {
            return None;
        }
        let singleton = own.get(lift) == 1;
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
        if capture.total() > 0 {
            let due = self.position.due(self.rules, capture);
            self.position.count_capture();
            self.bonus(written.bonus.as_ref(), due)?;
            self.since_capture.clear();
        } else if written.bonus.is_some() {
            return None;
        }
        if written.total().is_some_and(|total| total.count != self.position.taken[side.index()]) {
            return None;
        }
        self.position.pass();
        self.plies += 1;
        if !self.since_capture.add(&self.position) {
            return None;
        }
        match written.claim().map(|claim| claim.kind) {
            Some(ClaimKind::Endless) => None,
            Some(ClaimKind::Won) => (self.position.over(self.rules)?.winner() == Some(side)).then_some(()),
            None => Some(()),
        }
    }

    /// Whether 3.1 and 3.2 let a hole of the mover's be lifted; the usual case first.
    #[inline]
    fn may_lift(&self, lift: u8, own: &R) -> bool {
        let singletons = self.rules.singletons();
        let usual = singletons.when == SingletonsWhen::WhenNothingElse && singletons.into == SingletonsInto::Empty;
        let several = own.get(lift) >= 2;
        (several && usual && !self.rules.only_singletons()) || self.position.liftable(self.rules).contains(lift)
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

    /// Takes the bonus as written; only the full one is plain.
    fn bonus(&mut self, written: Option<&WrittenBonus>, due: Due) -> Option<()> {
        let holes = written.map_or(&[][..], |bonus| &bonus.holes);
        let full = match due {
            Due::Nothing => return written.is_none().then_some(()),
            Due::Holes(holes) => u32::from(holes),
            Due::Stones(stones) => stones,
        };
        let mut free = self.position.bonus_holes(self.rules);
        let mut got = 0;
        for bonus in holes {
            let (side, circuit) = self.place(bonus.hole)?;
            if side == self.position.to_move || !free.contains(circuit) {
                return None;
            }
            free = HoleSet(free.0 & !(1 << circuit));
            let held = self.position.board.ring(side).get(circuit);
            let stones = bonus.stones.unwrap_or(held);
            match due {
                Due::Holes(_) if stones != held => return None,
                Due::Holes(_) => got += 1,
                _ if stones == 0 || stones > held => return None,
                _ => got += u32::from(stones),
            }
            self.position.take(circuit, stones);
        }
        (got == full).then_some(())
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
    let (side, row) = match hole.row {
        WrittenRow::SouthInner => (Side::South, Row::Inner),
        WrittenRow::SouthOuter => (Side::South, Row::Outer),
        WrittenRow::NorthInner => (Side::North, Row::Inner),
        WrittenRow::NorthOuter => (Side::North, Row::Outer),
        WrittenRow::Illegible => return None,
    };
    let column = match hole.column {
        WrittenColumn::Left(column) => column,
        WrittenColumn::Right(column) => (u16::from(columns) + 1).checked_sub(column)?,
        WrittenColumn::Illegible => return None,
    };
    if column == 0 || column > u16::from(columns) {
        return None;
    }
    let column = column as u8;
    let circuit = if row == Row::Outer { column - 1 } else { 2 * columns - column };
    Some((side, circuit))
}

/// The positions since the last capture, as fingerprints: none before it can come up again.
#[derive(Default)]
struct Seen(Vec<u64>);

impl Seen {
    fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a position; `false` when it may have been there before, which the full replay then looks into.
    #[inline]
    fn add<R: Ring>(&mut self, position: &Position<R>) -> bool {
        let print = position.fingerprint();
        let new = !self.0.contains(&print);
        self.0.push(print);
        new
    }
}
