//! From bytes to lines and columns.
//!
//! A record may be ten megabytes in a single line with a finding in every ply, so a place is looked up and never counted
//! from the beginning: the index keeps where the lines begin, and how many characters stand before every thousandth byte.

use tsoro_notation::span::Span;

/// How many bytes lie between two counts of characters.
const STRIDE: usize = 1024;

/// A line and a column, both from 1; columns are counted in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column, in characters.
    pub column: u64,
}

/// Where the lines of a text begin, and how many characters there are before a byte.
#[derive(Debug, Clone)]
pub(super) struct Places {
    /// The byte at which each line begins; the first is 0.
    lines: Vec<usize>,
    /// The characters before byte `STRIDE`, `2 * STRIDE` …; empty for a text that is all ASCII.
    characters: Vec<usize>,
    ascii: bool,
}

impl Places {
    /// Goes once through the text.
    pub(super) fn of(text: &str) -> Places {
        let bytes = text.as_bytes();
        let newlines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(newlines).collect();
        let ascii = text.is_ascii();
        let mut characters = Vec::new();
        if !ascii {
            let mut before = 0;
            for stretch in bytes.chunks(STRIDE) {
                before += beginnings(stretch);
                characters.push(before);
            }
        }
        Places { lines, characters, ascii }
    }

    /// The line, from 0, that a byte stands in.
    pub(super) fn line(&self, byte: usize) -> usize {
        // The first line begins at 0, so there is always one that begins at or before the byte.
        self.lines.partition_point(|&start| start <= byte) - 1
    }

    /// The stretch of a line, counted from 0, without its line break. Empty behind the last line.
    pub(super) fn stretch(&self, text: &str, line: usize) -> std::ops::Range<usize> {
        let Some(&start) = self.lines.get(line) else { return text.len()..text.len() };
        let end = self.lines.get(line + 1).map_or(text.len(), |next| next - 1);
        let end = if end > start && text.as_bytes()[end - 1] == b'\r' { end - 1 } else { end };
        start..end
    }

    /// Line and column of a byte that lies on a character boundary, the first line being line 1.
    pub(super) fn place(&self, text: &str, byte: usize) -> Place {
        let line = self.line(byte);
        let column = self.before(text, byte) - self.before(text, self.lines[line]);
        Place { line: line as u64 + 1, column: column as u64 + 1 }
    }

    /// How many characters stand before a byte.
    fn before(&self, text: &str, byte: usize) -> usize {
        if self.ascii {
            return byte;
        }
        let strides = byte / STRIDE;
        let counted = strides.checked_sub(1).and_then(|last| self.characters.get(last)).copied().unwrap_or(0);
        counted + beginnings(&text.as_bytes()[strides * STRIDE..byte])
    }
}

/// How many characters begin in a stretch of UTF-8.
fn beginnings(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// A span that lies in the text and on its character boundaries, whatever it was before.
pub(super) fn clamped(text: &str, span: Span) -> std::ops::Range<usize> {
    let mut start = (span.start as usize).min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = (span.end as usize).clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Counted from the beginning, as one would by hand.
    fn by_hand(text: &str, byte: usize) -> Place {
        let before = &text[..byte];
        let line = before.matches('\n').count() as u64 + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() as u64 + 1;
        Place { line, column }
    }

    proptest! {
        #[test]
        fn a_place_is_what_one_counts_by_hand(text in "([a-z\n]|é|石|🪨|\r\n){0,40}", times in 1usize..200) {
            let text = text.repeat(times);
            let places = Places::of(&text);
            for (byte, _) in text.char_indices().step_by(text.len() / 50 + 1) {
                prop_assert_eq!(places.place(&text, byte), by_hand(&text, byte));
            }
            prop_assert_eq!(places.place(&text, text.len()), by_hand(&text, text.len()));
        }

        #[test]
        fn a_clamped_span_can_be_sliced(text in "(a|é|石|🪨|\n){0,12}", start in 0u32..60, end in 0u32..60) {
            let range = clamped(&text, Span::new(start, end));
            prop_assert!(text.get(range).is_some());
        }
    }

    #[test]
    fn a_line_is_without_its_break() {
        let text = "one\r\ntwo\n\nfour";
        let places = Places::of(text);
        let lines: Vec<_> = (0..5).map(|line| &text[places.stretch(text, line)]).collect();
        assert_eq!(lines, ["one", "two", "", "four", ""]);
    }
}
