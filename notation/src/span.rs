//! Where something stands in a record's text.

use serde::{Deserialize, Serialize};

/// A stretch of a record's text, in bytes from the beginning of that record. Always lies on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// From `start` up to `end`.
    pub const fn new(start: u32, end: u32) -> Span {
        Span { start, end }
    }

    /// The stretch as a range for slicing.
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest stretch that covers both.
    #[must_use]
    pub const fn to(self, other: Span) -> Span {
        Span {
            start: if self.start < other.start { self.start } else { other.start },
            end: if self.end > other.end { self.end } else { other.end },
        }
    }
}

/// Where a record begins in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Origin {
    /// Bytes before the record (a byte-order mark included).
    pub byte: u64,
    /// Lines before the record: its first line is this number plus 1.
    pub line: u64,
    /// Which record of the file it is, from 1.
    pub record: u64,
}
