//! What happened in a game that people look for, worked out once when a record comes in.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tsoro_notation::record::GameResult;
use tsoro_rules::{Position, Ring, RuleSet, Side};

use super::{Ply, PositionKey};

/// Something that happened at a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Event {
    /// The ply, from 1.
    pub ply: u32,
    /// Whose ply, or whose affair it is.
    pub side: Side,
    /// What happened.
    pub kind: EventKind,
    /// How much: stones, where the kind counts any; else 0.
    pub amount: u32,
}

/// What can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// The mover stopped at a head; the amount is what lies in it then.
    HeadStop,
    /// The mover relayed on at a head; the amount is how often in this ply.
    HeadRelay,
    /// A capture; the amount leaves the bonus out.
    Capture,
    /// A capture with its bonus; the amount is all of it.
    Haul,
    /// A bonus taken from heads; the amount is what came from them.
    BonusFromHeads,
    /// A sowing without an end was played.
    Endless,
    /// A long sowing; the amount is its laps. Only sowings of twenty laps or more are events.
    LongSowing,
    /// The position had been there before.
    Repetition,
    /// From here on no hole holds more than one stone, both sides having some. The amount is the stones left.
    SingletonEndgame,
    /// The winner's worst moment; the amount is by how many stones the winner was behind.
    Comeback,
}

impl EventKind {
    /// All kinds, in the order in which they are listed.
    pub const ALL: [EventKind; 10] = [
        EventKind::HeadStop,
        EventKind::HeadRelay,
        EventKind::Capture,
        EventKind::Haul,
        EventKind::BonusFromHeads,
        EventKind::Endless,
        EventKind::LongSowing,
        EventKind::Repetition,
        EventKind::SingletonEndgame,
        EventKind::Comeback,
    ];

    /// As written on the command line: `head-stop`.
    pub const fn name(self) -> &'static str {
        match self {
            EventKind::HeadStop => "head-stop",
            EventKind::HeadRelay => "head-relay",
            EventKind::Capture => "capture",
            EventKind::Haul => "haul",
            EventKind::BonusFromHeads => "bonus-from-heads",
            EventKind::Endless => "endless",
            EventKind::LongSowing => "long-sowing",
            EventKind::Repetition => "repetition",
            EventKind::SingletonEndgame => "singleton-endgame",
            EventKind::Comeback => "comeback",
        }
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for EventKind {
    type Err = String;

    fn from_str(text: &str) -> Result<EventKind, String> {
        EventKind::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            let names = EventKind::ALL.map(EventKind::name).join(", ");
            format!("`{text}` is no event; there are {names}")
        })
    }
}

const LONG: u32 = 20;

/// The events of a game, in the order of their plies.
pub(super) fn events(rules: &RuleSet, start: &Position, plies: &[Ply], result: GameResult) -> Vec<Event> {
    let mut events = Vec::new();
    let mut seen = HashSet::from([PositionKey::of(start)]);
    let mut singletons = false;
    for ply in plies {
        let mut note = |kind, amount| events.push(Event { ply: ply.ply, side: ply.side, kind, amount });
        if let Some(played) = &ply.played {
            if let Some(head) = played.stop {
                note(EventKind::HeadStop, u32::from(ply.after.board.get(head)));
            }
            if !played.relayed.is_empty() {
                note(EventKind::HeadRelay, played.relayed.len() as u32);
            }
            if played.endless {
                note(EventKind::Endless, 0);
            }
            if played.laps >= LONG {
                note(EventKind::LongSowing, played.laps);
            }
            let captured = played.captured.total();
            if captured > 0 {
                let bonus: u32 = played.bonus.iter().map(|&(_, stones)| u32::from(stones)).sum();
                let heads = played.bonus.iter().filter(|&&(hole, _)| rules.is_head(hole));
                let from_heads: u32 = heads.map(|&(_, stones)| u32::from(stones)).sum();
                note(EventKind::Capture, captured);
                note(EventKind::Haul, captured + bonus);
                if from_heads > 0 {
                    note(EventKind::BonusFromHeads, from_heads);
                }
            }
        }
        if !ply.certain {
            continue;
        }
        if !seen.insert(PositionKey::of(&ply.after)) {
            note(EventKind::Repetition, 0);
        }
        if !singletons && only_singletons(&ply.after) {
            singletons = true;
            note(EventKind::SingletonEndgame, ply.after.board.total());
        }
    }
    events.extend(comeback(plies, result));
    events.sort_by_key(|event| event.ply);
    events
}

fn only_singletons(position: &Position) -> bool {
    let size = position.columns().circuit();
    Side::BOTH.into_iter().all(|side| {
        let ring = position.board.ring(side);
        ring.several(size) == 0 && ring.occupied(size) != 0
    })
}

/// The ply after which the winner had the fewest stones compared with the loser, if that was ever fewer.
fn comeback(plies: &[Ply], result: GameResult) -> Option<Event> {
    let winner = match result {
        GameResult::South => Side::South,
        GameResult::North => Side::North,
        GameResult::Draw | GameResult::Unfinished => return None,
    };
    let behind = |ply: &Ply| ply.after.board.stones(!winner).saturating_sub(ply.after.board.stones(winner));
    // The first of several worst moments.
    let (amount, ply) = plies
        .iter()
        .filter(|ply| ply.certain)
        .map(|ply| (behind(ply), ply.ply))
        .fold((0, 0), |worst, here| if here.0 > worst.0 { here } else { worst });
    (amount > 0).then_some(Event { ply, side: winner, kind: EventKind::Comeback, amount })
}
