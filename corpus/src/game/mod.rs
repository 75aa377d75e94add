//! A record as the archive sees it: everything about it that can be searched, counted or compared, worked out from its text.
//!
//! A [`Game`] is derived and nothing else: the same text always gives the same game, so whatever is stored of it can be
//! thrown away and made again.

mod digest;
mod event;
mod key;

pub use digest::GameReader;
pub use event::{Event, EventKind};
pub use key::PositionKey;

use serde::{Deserialize, Serialize};
use tsoro_notation::header::Ending;
use tsoro_notation::record::GameResult;
use tsoro_replay::finding::Severity;
use tsoro_replay::step::Played;
use tsoro_rules::{Position, Side};

/// A record, read and replayed.
#[derive(Debug, Clone)]
pub struct Game {
    /// The rule set's name.
    pub rules: String,
    /// Holes in a row.
    pub columns: u8,
    /// The header as flat pairs, in the order written.
    pub fields: Vec<Field>,
    /// The comments, without their braces.
    pub comments: Vec<String>,
    /// The result as recorded.
    pub recorded: Option<GameResult>,
    /// The result on the board.
    pub replayed: GameResult,
    /// How it ended.
    pub ending: Option<Ending>,
    /// The position before the first ply.
    pub start: Position,
    /// The main line.
    pub plies: Vec<Ply>,
    /// What the replay has to say.
    pub findings: Vec<FoundAt>,
    /// What happened that people look for.
    pub events: Vec<Event>,
}

/// One value of a header. Mappings give keys with dots (`south.name`), lists the same key several times.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Field {
    /// The key.
    pub key: String,
    /// The value, as the text that it stands for.
    pub value: String,
}

/// One ply of a game.
#[derive(Debug, Clone)]
pub struct Ply {
    /// Its number, from 1.
    pub ply: u32,
    /// Who moved.
    pub side: Side,
    /// As written.
    pub written: String,
    /// What it did; `None` where it is not known.
    pub played: Option<Played>,
    /// Whether everything up to here is certain.
    pub certain: bool,
    /// The position after it.
    pub after: Position,
}

impl Ply {
    /// The ply in canonical notation; `_` where it is not known what was played.
    pub fn canonical(&self) -> &str {
        self.played.as_ref().map_or("_", |played| &played.canonical)
    }
}

/// A finding with its place in the record.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FoundAt {
    /// Its code.
    pub code: String,
    /// How grave it is.
    pub severity: Severity,
    /// The ply it is about.
    pub ply: Option<u32>,
    /// Its line in the record, from 1.
    pub line: u32,
    /// Its column, from 1, in characters.
    pub column: u32,
    /// What it says.
    pub message: String,
}

impl Game {
    /// The first value of a header key.
    pub fn field(&self, key: &str) -> Option<&str> {
        self.fields.iter().find(|field| field.key == key).map(|field| field.value.as_str())
    }

    /// A player's name.
    pub fn player(&self, side: Side) -> Option<&str> {
        let (plain, named) = match side {
            Side::South => ("south", "south.name"),
            Side::North => ("north", "north.name"),
        };
        self.field(plain).or_else(|| self.field(named)).filter(|name| !name.is_empty())
    }

    /// The result that counts: as recorded, and where nothing is recorded as it stands on the board.
    pub fn result(&self) -> GameResult {
        self.recorded.unwrap_or(self.replayed)
    }

    /// The position after a ply; 0 for the start.
    pub fn position(&self, ply: u32) -> Option<&Position> {
        match ply.checked_sub(1) {
            None => Some(&self.start),
            Some(index) => self.plies.get(index as usize).map(|ply| &ply.after),
        }
    }

    /// The main line in canonical notation, blanks between plies.
    pub fn moves(&self) -> String {
        self.plies.iter().map(Ply::canonical).collect::<Vec<_>>().join(" ")
    }

    /// How many findings there are of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }
}

/// A result as a record writes it.
pub const fn result_text(result: GameResult) -> &'static str {
    match result {
        GameResult::South => "1-0",
        GameResult::North => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::Unfinished => "*",
    }
}

/// An ending as a header writes it.
pub const fn ending_text(ending: Ending) -> &'static str {
    match ending {
        Ending::Immobilised => "immobilised",
        Ending::NoStones => "no-stones",
        Ending::Resignation => "resignation",
        Ending::Repetition => "repetition",
        Ending::Agreement => "agreement",
        Ending::Abandoned => "abandoned",
    }
}
