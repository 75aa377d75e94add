//! The header: YAML between two lines of `---`.
//!
//! Most headers are flat lines of `key: value`, which are read at once; everything else goes through the YAML
//! crate. Where YAML gives up, the header is read again key by key, so that a slip costs one key and not the record.

mod date;
mod flat;
mod keys;
mod pieces;
mod quote;
mod yaml;

pub use date::{DateFailure, check_date};
pub use keys::KNOWN_KEYS;

use crate::record::{GameResult, Mover, Sketch};
use crate::slip::{Slip, SlipKind};
use crate::span::Span;

/// The longest header that is read, in bytes.
pub const LONGEST_HEADER: usize = 64 * 1024;

/// A header as written, its known keys read. The text itself stays in the record, untouched.
#[derive(Debug, Clone, Default)]
pub struct Header {
    /// The YAML between the boundary lines; `None` when the record has no header.
    pub span: Option<Span>,
    /// `game`
    pub game: Option<Located<Game>>,
    /// `columns`
    pub columns: Option<Located<u16>>,
    /// `start`
    pub start: Option<Located<Sketch>>,
    /// `first`
    pub first: Option<Located<Mover>>,
    /// `coordinates`
    pub coordinates: Option<Located<Coordinates>>,
    /// `result`
    pub result: Option<Located<GameResult>>,
    /// `ending`
    pub ending: Option<Located<Ending>>,
    /// Every key in the order written, known or not, with its value as it stands.
    pub entries: Vec<Entry>,
}

/// A value with the place of its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Located<T> {
    /// Where it stands in the record.
    pub span: Span,
    /// What it is.
    pub value: T,
}

/// What `game` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Game {
    /// A preset's name.
    Preset(String),
    /// A mapping: the YAML text of a rule set or of changes to a preset. `text` is the value as it stands in the record
    /// from byte `offset` of the record on, so that places in it can be named.
    Mapping {
        /// The YAML.
        text: String,
        /// Where it begins in the record.
        offset: u32,
    },
}

/// Whose left hand columns are counted from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Coordinates {
    /// The hole's owner's.
    #[default]
    Owner,
    /// South's, for both.
    Board,
}

/// How the game is said to have ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// `immobilised`
    Immobilised,
    /// `no-stones`
    NoStones,
    /// `resignation`
    Resignation,
    /// `repetition`
    Repetition,
    /// `agreement`
    Agreement,
    /// `abandoned`
    Abandoned,
}

/// One key with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: Located<String>,
    /// The value, typed as YAML reads it.
    pub value: Located<Value>,
}

/// A header value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// Nothing behind the colon.
    Empty,
    /// A scalar, as the text that it stands for (`No` stays `No`, `010` stays `010`).
    Text(String),
    /// A list.
    List(Vec<Located<Value>>),
    /// A mapping.
    Map(Vec<Entry>),
}

/// Reads the header that stands in `span` of `text`.
pub(crate) fn read(text: &str, span: Span) -> (Header, Vec<Slip>) {
    let mut header = Header { span: Some(span), ..Header::default() };
    let mut slips = Vec::new();
    let yaml = &text[span.range()];
    if yaml.len() > LONGEST_HEADER {
        let first_line = yaml.lines().next().map_or(0, str::len) as u32;
        slips.push(
            Slip::new(
                SlipKind::HeaderTooLong,
                Span::new(span.start, span.start + first_line),
                format!("the header has {} bytes; at most {LONGEST_HEADER} are read", yaml.len()),
            )
            .expecting(["`---` behind the header"]),
        );
        return (header, slips);
    }
    header.entries = flat::read(yaml, span.start)
        .or_else(|| yaml::read(yaml, span.start).ok().filter(|entries| !pieces::swallows_a_key(text, entries)))
        .unwrap_or_else(|| pieces::read(yaml, span.start, &mut slips));
    keys::interpret(text, &mut header, &mut slips);
    slips.sort_by_key(|slip| slip.span.start);
    (header, slips)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{flat, yaml};

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_flat_header_is_read_as_yaml_reads_it(
            header in prop::collection::vec(
                prop_oneof![
                    8 => prop::sample::select(vec![
                        "game", "south", "x-y", ":", ": ", "  ", " ", "tsoro", "No", "010", "1-0", "1964~", "\u{e9}t\u{e9}", "#", " #", "\n", "\n", "\r\n",
                        "'", "\"", "-", "- ", "? ", "*", "&a", "!", "|", ">", "%", "@", "`", "{", "}", "[", "]", ",", "\t", "null", "~", "...", "a:b",
                    ]).prop_map(str::to_owned),
                    1 => any::<char>().prop_map(String::from),
                ],
                0..16,
            ).prop_map(|pieces| pieces.concat()),
        ) {
            // `result: *` is the one line that only the fast way reads.
            let Some(entries) = flat::read(&header, 7) else { return Ok(()) };
            let read = yaml::read(&header, 7);
            prop_assert!(read.is_ok(), "{:?}: {:?}", header, read);
            prop_assert_eq!(entries, read.unwrap_or_default(), "{:?}", header);
        }
    }
}
