//! A rule set that can be played: every option settled, for one width of board.
//!
//! Values of [`RuleSet`] are built from a [`Description`](crate::describe::Description) and are valid once built.

use serde::{Deserialize, Serialize};

use crate::{Board, Columns, HoleSet, Side};

/// Which way stones are sown, as seen from above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// B1 … Bn, An … A1 (`games.md` 1.3).
    #[default]
    Counterclockwise,
    /// The other way round.
    Clockwise,
}

/// When a singleton may be lifted (`games.md` 3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SingletonsWhen {
    /// Only while no own hole has 2 stones or more.
    #[default]
    WhenNothingElse,
    /// At any time.
    Always,
    /// Never.
    Never,
}

/// What the hole before a lifted singleton must be (`games.md` 3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SingletonsInto {
    /// Empty.
    #[default]
    Empty,
    /// Empty or not; an occupied one relays.
    Any,
}

/// The options for single stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Singletons {
    /// When they may be lifted.
    pub when: SingletonsWhen,
    /// Into what hole.
    pub into: SingletonsInto,
    /// Whether a lifted singleton captures like any other last stone (`games.md` 3.3).
    pub capture: bool,
}

/// Which stones a capture takes (`games.md` 4.2, 4.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaptureScope {
    /// The facing inner hole alone.
    Inner,
    /// The facing inner hole and the outer one behind it, when the inner one holds stones.
    File,
    /// The facing inner hole; where that is empty the outer one behind it.
    OuterIfInnerEmpty,
    /// Both holes, also when the inner one is empty.
    BothAlways,
}

/// What a capture earns on top (`games.md` 4.4, 4.5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bonus {
    /// Nothing.
    None,
    /// All stones of so many of the opponent's occupied holes: of a player's first, second … capture, the last number
    /// for all later ones. Never empty.
    Holes(Vec<u8>),
    /// As many single stones as the capture took, from any of the opponent's holes.
    Stones,
}

/// After which captures the bonus is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BonusAfter {
    /// After every capture.
    #[default]
    Any,
    /// Only when both the inner and the outer hole gave stones.
    Both,
}

/// Whether the bonus may be taken from heads (`games.md` 4.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BonusHeads {
    /// From any hole, heads included.
    #[default]
    Open,
    /// Stones in a head are safe from the bonus.
    Safe,
}

/// What a sowing without an end means (`games.md` 2.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Endless {
    /// It may not be played, except by stopping at a head.
    #[default]
    Forbidden,
    /// It may be played and the game is drawn.
    Draw,
}

/// What a position that comes up again means (`games.md` 5.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// A note in the report; play goes on.
    #[default]
    Note,
    /// The game is drawn at the second time.
    Draw,
}

/// What the player gets who has to move and cannot, while stones are left (`games.md` 5.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoMove {
    /// The loss.
    #[default]
    Loses,
    /// The win.
    Wins,
    /// A draw.
    Draws,
}

/// A table's rules, settled for one width of board. Valid once built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleSet {
    pub(crate) name: String,
    pub(crate) columns: Columns,
    pub(crate) start: Board,
    pub(crate) heads: [HoleSet; 2],
    pub(crate) direction: Direction,
    pub(crate) singletons: Singletons,
    pub(crate) capture: CaptureScope,
    pub(crate) bonus: Bonus,
    pub(crate) bonus_after: BonusAfter,
    pub(crate) bonus_heads: BonusHeads,
    pub(crate) bonus_mandatory: bool,
    pub(crate) endless: Endless,
    pub(crate) repetition: Repetition,
    pub(crate) no_move: NoMove,
    pub(crate) width_in_source: bool,
    /// Whether holes of two stones and more are lifted at all; not in the games of single stones.
    pub(crate) several_move: bool,
}

impl RuleSet {
    /// The preset's name, or that of a rule set of one's own.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether another rule set plays the same game, whatever it is called: the same board, start and options.
    ///
    /// ```
    /// use tsoro_rules::describe::Description;
    ///
    /// let build = |text| Description::parse(text)?.build(None);
    /// assert!(build("tsoro")?.plays_as(&build("{preset: tsoro, heads: 2}")?));
    /// assert!(!build("tsoro")?.plays_as(&build("{preset: tsoro, heads: 1}")?));
    /// # Ok::<(), tsoro_rules::describe::DescriptionError>(())
    /// ```
    pub fn plays_as(&self, other: &RuleSet) -> bool {
        // Every field is named, so that a new one is not forgotten.
        let RuleSet {
            name: _,
            width_in_source: _,
            columns,
            start,
            heads,
            direction,
            singletons,
            capture,
            bonus,
            bonus_after,
            bonus_heads,
            bonus_mandatory,
            endless,
            repetition,
            no_move,
            several_move,
        } = self;
        *columns == other.columns
            && *heads == other.heads
            && *direction == other.direction
            && *singletons == other.singletons
            && *capture == other.capture
            && *bonus == other.bonus
            && *bonus_after == other.bonus_after
            && *bonus_heads == other.bonus_heads
            && *bonus_mandatory == other.bonus_mandatory
            && *endless == other.endless
            && *repetition == other.repetition
            && *no_move == other.no_move
            && *several_move == other.several_move
            && *start == other.start
    }

    /// How wide the board is.
    pub fn columns(&self) -> Columns {
        self.columns
    }

    /// The position before the first ply.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The heads of a side, all of them outer holes (`games.md` 2.4).
    pub fn heads(&self, side: Side) -> HoleSet {
        self.heads[side.index()]
    }

    /// Which way stones are sown.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The options for single stones.
    pub fn singletons(&self) -> Singletons {
        self.singletons
    }

    /// Which stones a capture takes.
    pub fn capture(&self) -> CaptureScope {
        self.capture
    }

    /// Whether holes of two stones and more are lifted at all; not in the games of single stones.
    pub fn several_move(&self) -> bool {
        self.several_move
    }

    /// What a capture earns on top.
    pub fn bonus(&self) -> &Bonus {
        &self.bonus
    }

    /// After which captures the bonus is due.
    pub fn bonus_after(&self) -> BonusAfter {
        self.bonus_after
    }

    /// Whether the bonus may be taken from heads.
    pub fn bonus_heads(&self) -> BonusHeads {
        self.bonus_heads
    }

    /// Whether taking less than the full bonus is illegal (`games.md` 4.6).
    pub fn bonus_mandatory(&self) -> bool {
        self.bonus_mandatory
    }

    /// Whether holes of two stones and more are never lifted, as in the games of single stones.
    pub fn only_singletons(&self) -> bool {
        !self.several_move
    }

    /// What a sowing without an end means.
    pub fn endless(&self) -> Endless {
        self.endless
    }

    /// What a position that comes up again means.
    pub fn repetition(&self) -> Repetition {
        self.repetition
    }

    /// What the player gets who has to move and cannot.
    pub fn no_move(&self) -> NoMove {
        self.no_move
    }

    /// Whether the rule set's source names this width of board (`games.md` 6.0).
    pub fn width_in_source(&self) -> bool {
        self.width_in_source
    }
}
