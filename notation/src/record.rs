//! What was written: a record's movetext as typed items, each with its place in the text.
//!
//! Nothing here knows a rule. A hole may lie off the board, a capture may be impossible: that is what makes a wrong
//! record a thing one can talk about.

use smallvec::SmallVec;

use crate::header::{self, Header};
use crate::slip::{Mend, Slip, SlipKind};
use crate::span::{Origin, Span};
use crate::{grammar, movetext, split};

/// The longest record that is read, in bytes. (Places are kept in 32 bits.)
pub const LONGEST_RECORD: usize = 1 << 30;

/// One game as somebody wrote it down.
#[derive(Debug, Clone)]
pub struct Record {
    /// The record's own text: header, boundary lines and movetext, byte for byte.
    pub text: String,
    /// Where it begins in its file.
    pub origin: Origin,
    /// The header, empty when there is none.
    pub header: Header,
    /// The movetext.
    pub items: Vec<Item>,
    /// What could not be read or was mistyped, in the order of the text.
    pub slips: Vec<Slip>,
}

impl Record {
    /// Reads one record, whatever it looks like: what cannot be read is in its [`slips`](Record::slips). The text is that of
    /// one record, as [`records`](crate::records) or a [`Splitter`](crate::split::Splitter) cuts it.
    pub fn parse(text: impl Into<String>, origin: Origin) -> Record {
        let text = text.into();
        let mut record =
            Record { text: String::new(), origin, header: Header::default(), items: Vec::new(), slips: Vec::new() };
        if text.len() > LONGEST_RECORD {
            record.slips.push(too_long(&text));
            record.text = text;
            return record;
        }
        let anatomy = split::anatomy(&text);
        if let Some((start, end)) = anatomy.header {
            let (header, slips) = header::read(&text, Span::new(start as u32, end as u32));
            record.header = header;
            record.slips = slips;
        }
        if let Some((start, next)) = anatomy.opening
            && !anatomy.closed
        {
            record.slips.push(unclosed_header(&text, start, next, anatomy.movetext));
        }
        let movetext = movetext::read(&text, anatomy.movetext);
        record.items = movetext.items;
        record.slips.extend(movetext.slips);
        if let Some(nul) = nul(&text) {
            // A header or a board that fails at a NUL is no second mistake.
            let fails_there = |slip: &Slip| {
                matches!(slip.kind, SlipKind::MalformedHeader | SlipKind::MalformedBoard)
                    && text[slip.span.range()].starts_with('\0')
            };
            record.slips.retain(|slip| !fails_there(slip));
            record.slips.push(nul);
        }
        record.slips.sort_by_key(|slip| slip.span.start);
        record.text = text;
        record
    }

    /// The text of a span.
    pub fn at(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
}

fn too_long(text: &str) -> Slip {
    let first_line = text.lines().next().map_or(0, str::len).min(80);
    let first_line = (0..=first_line).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    let message = format!("this record has {} bytes; at most {LONGEST_RECORD} are read", text.len());
    Slip::new(SlipKind::TooLarge, Span::new(0, first_line as u32), message)
}

fn unclosed_header(text: &str, start: usize, next: usize, movetext: usize) -> Slip {
    let line = Span::new(start as u32, (start + text[start..next].trim_end().len()) as u32);
    let rest = text[movetext..].trim();
    let message = match (next == movetext, rest.is_empty()) {
        (true, false) => "a header begins here, but movetext follows",
        (_, true) => "this header is cut: the text ends, or another record begins, before the line that closes it",
        (false, false) => "this header is never closed",
    };
    let break_before = if text[..movetext].ends_with('\n') { "" } else { "\n" };
    let place = Span::new(movetext as u32, movetext as u32);
    Slip::new(SlipKind::UnclosedHeader, line, message)
        .expecting(["a line `---` behind the header"])
        .with_mend(Mend::replace("close the header here", place, format!("{break_before}---\n"), false))
}

/// NUL bytes, wherever they stand: said once, since where there is one there are many.
fn nul(text: &str) -> Option<Slip> {
    let first = memchr::memchr(0, text.as_bytes())?;
    let more = memchr::memchr_iter(0, &text.as_bytes()[first + 1..]).count();
    let also = if more > 0 { format!(" (and {more} more)") } else { String::new() };
    let span = Span::new(first as u32, first as u32 + 1);
    Some(Slip::new(SlipKind::ControlCharacter, span, format!("a NUL character does not belong in text{also}")))
}

impl Sketch {
    /// Reads a position as it is written on the command line and in `start`: `2*8 / 0*8 / 0*8 / 2*8 S`. How many rows there
    /// are, and how long they are, is not asked here.
    ///
    /// ```
    /// use tsoro_notation::record::{Mover, Sketch};
    ///
    /// let sketch = Sketch::parse("2*8 / 0*8 / 0*8 / 2*8 S").unwrap();
    /// assert_eq!(sketch.rows.len(), 4);
    /// assert_eq!(sketch.rows[0].holes[7].stones, Some(2));
    /// assert_eq!(sketch.to_move, Some(Mover::South));
    /// ```
    ///
    /// # Errors
    ///
    /// What could not be read, with its place in `text`.
    pub fn parse(text: &str) -> Result<Sketch, Vec<Slip>> {
        if text.len() > LONGEST_RECORD {
            return Err(vec![too_long(text)]);
        }
        let trimmed = text.trim_end();
        match grammar::sketch(trimmed, 0) {
            (sketch, _, None) if !sketch.rows.is_empty() => Ok(sketch),
            (_, _, None) => {
                let span = Span::new(0, trimmed.len() as u32);
                let slip = Slip::new(SlipKind::MalformedBoard, span, "a position has four rows");
                Err(vec![slip.expecting(["`2*8 / 0*8 / 0*8 / 2*8 S`"])])
            }
            (_, _, Some(failure)) => Err(vec![movetext::malformed_board(trimmed, &failure, trimmed.len())]),
        }
    }
}

/// One thing in a movetext.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: ItemKind,
}

/// What an item is.
#[derive(Debug, Clone, PartialEq)]
pub enum ItemKind {
    /// A move number: `12.` or `12...`.
    Number(Number),
    /// A ply.
    Ply(Ply),
    /// A board: `[…]` or `[! …]`.
    Board(Box<WrittenBoard>),
    /// A time code: `@1:02:03.5`.
    Time(Time),
    /// A comment; its text is inside the item's span: `{…}`, or `;` up to the end of the line.
    Comment(CommentKind),
    /// A glyph: `!`, `?!`, `$3` …
    Glyph(Glyph),
    /// A variation: what could have been played instead of the ply before it.
    Variation(Vec<Item>),
    /// The result.
    Result(GameResult),
    /// Text that could not be read. A slip says why.
    Unreadable,
}

/// A move number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// The number, at most `u32::MAX`.
    pub number: u32,
    /// Written with three dots: the second player's ply follows.
    pub second: bool,
}

/// One ply: a reading, or several that disagree.
#[derive(Debug, Clone, PartialEq)]
pub struct Ply {
    /// The first reading. Most plies have no other.
    pub first: Reading,
    /// The readings behind `|`; no box when there are none.
    pub others: Option<Box<Vec<Reading>>>,
    /// `(?)` or `(!)`.
    pub mark: Option<Mark>,
}

impl Ply {
    /// All readings, the first one first.
    pub fn readings(&self) -> impl Iterator<Item = &Reading> {
        std::iter::once(&self.first).chain(self.others.iter().flat_map(|others| others.iter()))
    }
}

/// How sure the transcriber was of a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// `(?)`: read with doubt.
    Doubtful,
    /// `(!)`: it was really played so.
    Really,
}

/// One way to read a ply.
#[derive(Debug, Clone, PartialEq)]
pub enum Reading {
    /// `_`: one ply, nothing legible. `_*3`: three plies missing. `_*`: an unknown number.
    Missing(Missing),
    /// A move, at least in part legible.
    Move(WrittenMove),
}

/// How many plies are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// `_` is `Some(1)` and so is `_*1`.
    Plies(u16),
    /// `_*`
    Unknown,
}

/// A move as written. Everything but the hole is evidence that may be left out.
///
/// What most plies have lies in the move itself; what few have lies behind one box, so that a game of thousands of plies
/// stays small. Read it through the methods.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenMove {
    /// Where this reading stands.
    pub span: Span,
    /// The hole lifted.
    pub hole: WrittenHole,
    /// `x3,1`
    pub taken: Option<Taken>,
    /// `:a3,b12`
    pub bonus: Option<WrittenBonus>,
    /// The rarer parts.
    pub details: Option<Box<Details>>,
}

/// The rarer parts of a move.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Details {
    /// `<` or `>` behind the hole.
    pub direction: Option<WrittenDirection>,
    /// `+` with or without a hole: heads relayed on at.
    pub relays: SmallVec<[Relay; 1]>,
    /// `/` with or without a head.
    pub stop: Option<Stop>,
    /// `-B7-B10-A7`: the holes that laps ended in.
    pub landings: SmallVec<[WrittenHole; 1]>,
    /// `(20)`
    pub total: Option<Counted>,
    /// `#` or `~`
    pub claim: Option<Claim>,
}

impl WrittenMove {
    /// Heads relayed on at, in the order written.
    pub fn relays(&self) -> &[Relay] {
        self.details.as_ref().map_or(&[], |details| &details.relays)
    }

    /// The head stop.
    pub fn stop(&self) -> Option<&Stop> {
        self.details.as_ref()?.stop.as_ref()
    }

    /// The holes that laps ended in, the last one where the sowing ended.
    pub fn landings(&self) -> &[WrittenHole] {
        self.details.as_ref().map_or(&[], |details| &details.landings)
    }

    /// The running total.
    pub fn total(&self) -> Option<Counted> {
        self.details.as_ref()?.total
    }

    /// `#` or `~`.
    pub fn claim(&self) -> Option<Claim> {
        self.details.as_ref()?.claim
    }

    /// The direction mark.
    pub fn direction(&self) -> Option<WrittenDirection> {
        self.details.as_ref()?.direction
    }
}

/// A hole's name as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenHole {
    /// The first byte of its text.
    pub start: u32,
    /// How many bytes its text has.
    pub length: u8,
    /// The row letter.
    pub row: WrittenRow,
    /// The column.
    pub column: WrittenColumn,
}

impl WrittenHole {
    /// Where it stands.
    pub const fn span(self) -> Span {
        Span { start: self.start, end: self.start + self.length as u32 }
    }
}

/// A row letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WrittenRow {
    /// `A`
    SouthInner,
    /// `B`
    SouthOuter,
    /// `a`
    NorthInner,
    /// `b`
    NorthOuter,
    /// `_`
    Illegible,
}

/// A column number, on no particular board. Numbers above 65,535 read as 65,535.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WrittenColumn {
    /// `B5`: counted from the left (whose left, the header's `coordinates` say).
    Left(u16),
    /// `B-2`: counted from the owner's right hand.
    Right(u16),
    /// `B_`
    Illegible,
}

/// `+`, perhaps with the head.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relay {
    /// Where it stands.
    pub span: Span,
    /// The head named.
    pub head: Option<WrittenHole>,
}

/// `/`, perhaps with the head and which landing on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stop {
    /// Where it stands.
    pub span: Span,
    /// The head named.
    pub head: Option<WrittenHole>,
    /// `^2`
    pub landing: Option<u16>,
}

/// `x`, perhaps with counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// Where it stands.
    pub span: Span,
    /// What is claimed.
    pub stones: TakenStones,
}

/// How many stones a capture is said to have taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TakenStones {
    /// `x`: some.
    Some,
    /// `x4`: in all, and `x0`.
    Total(u16),
    /// `x3,1`: from the inner and from the outer hole.
    Each(u16, u16),
}

/// A number with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// Where it stands, brackets included.
    pub span: Span,
    /// The number.
    pub count: u32,
}

/// `:` with holes, or `:0`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenBonus {
    /// Where it stands, the colon included.
    pub span: Span,
    /// The holes in the order written; empty for a waived bonus, `:0`.
    pub holes: SmallVec<[BonusHole; 2]>,
}

/// One hole of a bonus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BonusHole {
    /// The hole.
    pub hole: WrittenHole,
    /// `=5`
    pub stones: Option<u16>,
}

/// What a ply says of the game's course.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Where it stands.
    pub span: Span,
    /// What is claimed.
    pub kind: ClaimKind,
}

/// `#` or `~`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimKind {
    /// `#`: the opponent cannot move.
    Won,
    /// `~`: the sowing was seen to have no end.
    Endless,
}

/// A Bao-style direction mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenDirection {
    /// Where it stands.
    pub span: Span,
    /// `>` to the mover's right; `<` to the left.
    pub right: bool,
}

/// A board noted down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenBoard {
    /// `[! …]`: the board really stood so.
    pub really: bool,
    /// What it says.
    pub content: BoardContent,
}

/// What a board says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardContent {
    /// All four rows.
    Sketch(Sketch),
    /// Some holes or totals.
    Facts(Vec<Fact>),
}

/// Four rows as South sees them: North's outer, North's inner, South's inner, South's outer. As many rows, as long, as
/// were written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sketch {
    /// Where it stands.
    pub span: Span,
    /// The rows.
    pub rows: Vec<SketchRow>,
    /// `S` or `N` at the end.
    pub to_move: Option<Mover>,
}

/// One row of a sketch.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SketchRow {
    /// Where it stands.
    pub span: Span,
    /// The holes from left to right, short forms written out; `None` for one not seen.
    pub holes: Vec<SketchHole>,
}

/// One hole of a sketch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SketchHole {
    /// Where it, or the short form it comes from, stands.
    pub span: Span,
    /// The stones; `None` for `.`.
    pub stones: Option<u16>,
}

/// A side named by `S`/`N`, or by `first: south`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mover {
    /// South.
    South,
    /// North.
    North,
}

/// One statement of a partial board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact {
    /// Where it stands.
    pub span: Span,
    /// Of what it speaks.
    pub subject: FactSubject,
    /// The stones there.
    pub stones: u32,
}

/// Of what a fact speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactSubject {
    /// A hole.
    Hole(WrittenHole),
    /// `S`, `N`: a side's stones.
    Side(Mover),
    /// `off`: stones captured so far.
    Off,
}

/// A time code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time {
    /// Whole seconds.
    pub seconds: u64,
    /// The fraction, in nanoseconds.
    pub nanoseconds: u32,
}

/// How a comment was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommentKind {
    /// `{…}`
    Braces,
    /// `;` to the end of the line.
    Line,
}

/// A glyph: `$n`, the suffixes as 1 to 6 (`!` `?` `!!` `??` `!?` `?!`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph(pub u16);

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    South,
    /// `0-1`
    North,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unfinished,
}

const _: () = assert!(size_of::<Item>() <= 128, "an item is copied a hundred million times an hour");
