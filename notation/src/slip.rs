//! What the parser could not read, or read although it was mistyped: data, drawn by others.

use serde::{Deserialize, Serialize};

use crate::span::Span;

/// Something mistyped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// What kind it is.
    pub kind: SlipKind,
    /// The text concerned.
    pub span: Span,
    /// A sentence: what is wrong.
    pub message: String,
    /// What was expected there, as short names of things (`a hole`, `a comma`); may be empty.
    pub expected: Vec<String>,
    /// Other places that belong to it, each with a few words.
    pub related: Vec<(Span, String)>,
    /// The likely mends, best first.
    pub mends: Vec<Mend>,
}

/// A change of the text that would put things right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mend {
    /// What it does, as an order: "write `b7`".
    pub message: String,
    /// Replacements, in the order of the text, not overlapping.
    pub edits: Vec<Edit>,
    /// Whether it may be applied without asking.
    pub sure: bool,
}

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// What to replace; empty to insert.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// The kinds of slips. Each has a stable code in the reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SlipKind {
    /// Text that is no item.
    Unreadable,
    /// A letter that is no row.
    UnknownRow,
    /// A comment without an end.
    UnclosedComment,
    /// A bracket without an end.
    UnclosedBoard,
    /// A parenthesis without an end.
    UnclosedVariation,
    /// A closing sign that closes nothing.
    ClosesNothing,
    /// Variations nested deeper than 64.
    TooDeep,
    /// A board that is neither a sketch nor facts. (How many rows it has, and how long they are, is the replay's affair.)
    MalformedBoard,
    /// A character that looks like another (Cyrillic А, full-width digits), or is out of place (curly quotes).
    LookAlike,
    /// A comma where white space belongs, and the like: read, but mistyped.
    Punctuation,
    /// Something behind the result.
    AfterResult,
    /// A glyph number that is not known.
    UnknownGlyph,
    /// A number beyond its limit.
    TooLarge,
    /// A header without an end.
    UnclosedHeader,
    /// YAML that cannot be read.
    MalformedHeader,
    /// A key that is a slip of a known one.
    MisspeltKey,
    /// A value that a key cannot have.
    BadValue,
    /// A value that YAML would cut or change (` #`, `No`).
    TreacherousValue,
    /// A date that is not EDTF.
    BadDate,
    /// A header longer than 64 KiB.
    HeaderTooLong,
    /// A character that does not belong in text (NUL).
    ControlCharacter,
}

impl Slip {
    /// A slip with its place and a sentence.
    pub fn new(kind: SlipKind, span: Span, message: impl Into<String>) -> Slip {
        Slip { kind, span, message: message.into(), expected: Vec::new(), related: Vec::new(), mends: Vec::new() }
    }

    /// Adds what was expected.
    #[must_use]
    pub fn expecting<'a>(mut self, expected: impl IntoIterator<Item = &'a str>) -> Slip {
        self.expected.extend(expected.into_iter().map(str::to_owned));
        self
    }

    /// Adds a place that belongs to it.
    #[must_use]
    pub fn with_related(mut self, span: Span, words: impl Into<String>) -> Slip {
        self.related.push((span, words.into()));
        self
    }

    /// Adds a mend.
    #[must_use]
    pub fn with_mend(mut self, mend: Mend) -> Slip {
        self.mends.push(mend);
        self
    }
}

impl Mend {
    /// A mend of one replacement.
    pub fn replace(message: impl Into<String>, span: Span, text: impl Into<String>, sure: bool) -> Mend {
        Mend { message: message.into(), edits: vec![Edit { span, text: text.into() }], sure }
    }
}

/// A text with edits made in it that do not overlap, in the order of the text.
///
/// ```
/// use tsoro_notation::slip::{Edit, edited};
/// use tsoro_notation::span::Span;
///
/// let edits = [Edit { span: Span::new(3, 5), text: "b7".into() }];
/// assert_eq!(edited("1. B7 b3", &edits), "1. b7 b3");
/// ```
pub fn edited<'a>(text: &str, edits: impl IntoIterator<Item = &'a Edit>) -> String {
    let mut new = String::with_capacity(text.len() + 16);
    let mut at = 0;
    for edit in edits {
        let range = edit.span.range();
        new.push_str(text.get(at..range.start).unwrap_or_default());
        new.push_str(&edit.text);
        at = range.end;
    }
    new.push_str(text.get(at..).unwrap_or_default());
    new
}
