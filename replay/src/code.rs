//! The stable codes of findings. A code is never reused; `explain` has a page for each.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)+) => {
        /// A finding's code.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Code {
            /// Every code, in the order of this page.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)+];

            /// The code as written in reports: `illegal-lift`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Code::$variant => $name,)+
                }
            }
        }
    };
}

codes! {
    // Text that cannot be read, or was mistyped.
    /// Text that is no item of a record.
    Unreadable = "unreadable",
    /// A letter that is no row.
    UnknownRow = "unknown-row",
    /// A comment without an end.
    UnclosedComment = "unclosed-comment",
    /// A bracket without an end.
    UnclosedBoard = "unclosed-board",
    /// A parenthesis without an end.
    UnclosedVariation = "unclosed-variation",
    /// A closing sign that closes nothing.
    ClosesNothing = "closes-nothing",
    /// Variations nested too deep.
    TooDeep = "too-deep",
    /// A board that is neither a sketch nor facts.
    MalformedBoard = "malformed-board",
    /// A character that looks like another.
    LookAlike = "look-alike",
    /// Punctuation where white space belongs, and the like.
    Punctuation = "punctuation",
    /// Something behind the result.
    AfterResult = "after-result",
    /// A glyph number that is not known.
    UnknownGlyph = "unknown-glyph",
    /// A number beyond its limit.
    TooLarge = "too-large",
    /// A character that does not belong in text.
    ControlCharacter = "control-character",
    // The header.
    /// A header without an end.
    UnclosedHeader = "unclosed-header",
    /// YAML that cannot be read.
    MalformedHeader = "malformed-header",
    /// A key that is a slip of a known one.
    MisspeltKey = "misspelt-key",
    /// A value that a key cannot have.
    BadValue = "bad-value",
    /// A value that YAML would cut or change.
    TreacherousValue = "treacherous-value",
    /// A date that is not EDTF.
    BadDate = "bad-date",
    /// A header that is too long.
    HeaderTooLong = "header-too-long",
    /// A game or rule set that cannot be had.
    BadRules = "bad-rules",
    /// A width of board that the rule set's source does not name.
    WidthNotInSource = "width-not-in-source",
    /// A start that is no position of the game.
    BadStart = "bad-start",
    // Plies.
    /// A hole that this board does not have.
    NoSuchHole = "no-such-hole",
    /// A ply by the side that is not to move.
    WrongSide = "wrong-side",
    /// Both sides' plies are swapped from the start.
    SidesSwapped = "sides-swapped",
    /// The columns of a whole record are counted from the other end.
    MirroredColumns = "mirrored-columns",
    /// The hole may not be lifted.
    IllegalLift = "illegal-lift",
    /// The sowing never ends and may not be played.
    EndlessSowing = "endless-sowing",
    /// `~` where the sowing ends.
    NotEndless = "not-endless",
    /// A stop or a relay at a hole that is no head.
    NotAHead = "not-a-head",
    /// A stop where no lap ends in an occupied head.
    NoSuchStop = "no-such-stop",
    /// Heads written that are not those landed on.
    HeadsOutOfOrder = "heads-out-of-order",
    /// A landing that is not where the lap ended.
    LandingDiffers = "landing-differs",
    /// A capture that is not what was taken.
    CaptureDiffers = "capture-differs",
    /// A running total that is not the stones taken so far.
    TotalDiffers = "total-differs",
    /// A bonus where none is due.
    BonusNotDue = "bonus-not-due",
    /// A bonus of fewer holes or stones than is due.
    BonusTooSmall = "bonus-too-small",
    /// A bonus of more than is due.
    BonusTooLarge = "bonus-too-large",
    /// A bonus hole that cannot be taken from: own, empty, a safe head, written twice.
    BonusHole = "bonus-hole",
    /// A bonus hole that holds another number of stones.
    BonusStones = "bonus-stones",
    /// `#` where the opponent can move.
    NotWon = "not-won",
    /// A direction mark where the rules fix the direction.
    DirectionMark = "direction-mark",
    /// A ply that was really played although it breaks a rule.
    PlayedAgainstRules = "played-against-rules",
    /// A ply after the game was over.
    PlyAfterEnd = "ply-after-end",
    /// Readings of a ply, and what the rules allow of them.
    OpenReading = "open-reading",
    /// A ply of which no reading is legal.
    NoReadingFits = "no-reading-fits",
    /// Plies that are missing.
    Gap = "gap",
    // Evidence about the whole.
    /// A move number that does not fit.
    MoveNumber = "move-number",
    /// A board that differs from the position.
    BoardDiffers = "board-differs",
    /// A board of another size, or with more stones than the game has.
    BoardImpossible = "board-impossible",
    /// A board that really stood so, and differs from the position.
    BoardTakenOver = "board-taken-over",
    /// A result that is not the one on the board, or two that differ.
    ResultDiffers = "result-differs",
    /// An ending that is not the one on the board.
    EndingDiffers = "ending-differs",
    /// A position that came up before.
    Repetition = "repetition",
    /// A mover who could lift stones, but no sowing would end.
    NoSowingEnds = "no-sowing-ends",
    /// The last record of a file still being written: it breaks off in the middle of something.
    Unfinished = "unfinished",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// There is no finding of this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no finding `{0}`")]
pub struct UnknownCode(pub String);

impl FromStr for Code {
    type Err = UnknownCode;

    fn from_str(name: &str) -> Result<Code, UnknownCode> {
        Code::ALL.iter().copied().find(|code| code.name() == name).ok_or_else(|| UnknownCode(name.to_owned()))
    }
}
