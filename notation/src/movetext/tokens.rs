//! Where things end: items, tokens that cannot be read, boards, what is nested too deep.

use super::lookalike::{is_blank, meant};
use crate::record::GameResult;

/// Whether an item may end at `at` without a word: a blank, a bracket, a comment or a glyph follows, or nothing.
pub(super) fn ends_item(text: &str, at: usize) -> bool {
    match text.as_bytes().get(at) {
        None
        | Some(b' ' | b'\t'..=b'\r' | b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'!' | b'?' | b'$' | b'@') => {
            true
        }
        Some(0x80..) => text[at..].chars().next().is_some_and(|c| is_blank(c) || meant(c).is_some_and(is_bracket)),
        Some(_) => false,
    }
}

fn is_bracket(meant: &str) -> bool {
    matches!(meant, "(" | ")" | "[" | "]" | "{" | "}" | ";" | "!" | "?" | "!!" | "??" | "?!" | "!?")
}

/// Where an unreadable token that begins at `from` ends: at the next blank, bracket or comment. Never at `from` itself.
pub(super) fn token_end(text: &str, from: usize) -> usize {
    text[from..]
        .char_indices()
        .skip(1)
        .find(|&(_, c)| {
            is_blank(c)
                || "{}()[];".contains(c)
                || (!c.is_ascii() && meant(c).is_some_and(|meant| !meant.is_empty() && "{}()[];".contains(meant)))
        })
        .map_or(text.len(), |(at, _)| from + at)
}

/// A result at the beginning of a text, and how many bytes it has. (`*` is read elsewhere.)
pub(super) fn result(text: &str) -> Option<(usize, GameResult)> {
    [("1-0", GameResult::South), ("0-1", GameResult::North), ("1/2-1/2", GameResult::Draw)]
        .into_iter()
        .find(|(written, _)| text.starts_with(written))
        .map(|(written, result)| (written.len(), result))
}

/// The closing bracket of a board whose content begins at `from`; or, where there is none, the sign before which it must
/// have been.
pub(super) fn board_end(bytes: &[u8], from: usize) -> Result<usize, usize> {
    match bytes[from..].iter().position(|byte| b"][(){};".contains(byte)) {
        Some(end) if bytes[from + end] == b']' => Ok(from + end),
        Some(end) => Err(from + end),
        None => Err(bytes.len()),
    }
}

/// The byte behind the parenthesis that closes the one at `from`, comments left aside; and whether there is one.
pub(super) fn balanced(bytes: &[u8], from: usize) -> (usize, bool) {
    let mut depth = 0usize;
    let mut at = from;
    while let Some(found) = bytes[at..].iter().position(|byte| b"(){;".contains(byte)) {
        at += found;
        match bytes[at] {
            b'(' => depth += 1,
            b')' => depth -= 1,
            sign => {
                let end = if sign == b'{' { b'}' } else { b'\n' };
                match memchr::memchr(end, &bytes[at..]) {
                    Some(end) => at += end,
                    None => return (bytes.len(), false),
                }
            }
        }
        at += 1;
        if depth == 0 {
            return (at, true);
        }
    }
    (bytes.len(), false)
}
