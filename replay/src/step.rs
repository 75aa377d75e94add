//! What happened: a record replayed, ply by ply.

use tsoro_notation::record::GameResult;
use tsoro_notation::span::Span;
use tsoro_rules::{Capture, Hole, Over, Position, RuleSet, Side};

use crate::finding::Finding;

/// A record held against the rules.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The rules it was replayed under.
    pub rules: RuleSet,
    /// Whether the record's rules and start could be had. Where not, `rules` are the default game's and nothing was played.
    pub playable: bool,
    /// The position before the first ply.
    pub start: Position,
    /// The plies of the main line, as far as they are known.
    pub steps: Vec<Step>,
    /// The variations, in the order of the text.
    pub variations: Vec<Variation>,
    /// How the game ended, as recorded and as replayed.
    pub result: ReplayedResult,
    /// What there is to say, in the order of the text.
    pub findings: Vec<Finding>,
}

/// One ply of a replay.
#[derive(Debug, Clone)]
pub struct Step {
    /// Its number, from 1.
    pub ply: u32,
    /// Where the ply stands in the record.
    pub span: Span,
    /// Who moved.
    pub side: Side,
    /// What was played; `None` for a ply that is not legible, or could not be carried out.
    pub played: Option<Played>,
    /// The position after it; a position that is not sure is the best guess there is.
    pub after: Position,
    /// Whether everything up to here is certain: no illegal ply, gap or open reading since the last complete board.
    pub certain: bool,
    /// Boards, comments, glyphs and time codes that stand behind the ply.
    pub attached: Vec<Span>,
}

/// What a ply did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The hole lifted.
    pub lift: Hole,
    /// The holes in which the laps ended, in order. Of a very long sowing only the first and the last are kept.
    pub landings: Vec<Hole>,
    /// The laps sown.
    pub laps: u32,
    /// The heads relayed on at, in order.
    pub relayed: Vec<Hole>,
    /// The head the mover stopped at.
    pub stop: Option<Hole>,
    /// Which landing on occupied heads that was, from 1.
    pub stop_ordinal: Option<u32>,
    /// Whether it was played as a sowing without an end.
    pub endless: bool,
    /// The stones captured, the bonus not counted.
    pub captured: Capture,
    /// The holes captured from, inner first.
    pub captured_holes: Vec<Hole>,
    /// The bonus, in board order.
    pub bonus: Vec<(Hole, u16)>,
    /// The ply in canonical notation: `B5+B20/B21x3,1:a3,b12`.
    pub canonical: String,
}

/// A variation: another course of the game from before a ply.
#[derive(Debug, Clone)]
pub struct Variation {
    /// Where it stands.
    pub span: Span,
    /// The position it begins from.
    pub start: Position,
    /// Its plies. Their numbers go on from the ply that it replaces.
    pub steps: Vec<Step>,
    /// Variations inside it.
    pub variations: Vec<Variation>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplayedResult {
    /// What the movetext, or else the header, says.
    pub recorded: Option<GameResult>,
    /// What the board says: unfinished while play could go on.
    pub replayed: GameResult,
    /// How it ended on the board.
    pub over: Option<Over>,
    /// The ply at which it was over on the board.
    pub ply: Option<u32>,
    /// The header's `ending`, or how the board ended.
    pub ending: Option<tsoro_notation::header::Ending>,
}
