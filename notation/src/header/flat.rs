//! The fast way: a header of nothing but `key: value` lines, each value plain text on its line.
//!
//! It takes only what YAML would read the same way, and leaves everything else to the YAML crate; a property test holds
//! the two together.

use super::{Entry, Located, Value};
use crate::span::Span;

/// Reads a flat header; `None` when it is not flat.
pub(super) fn read(yaml: &str, base: u32) -> Option<Vec<Entry>> {
    let mut entries = Vec::with_capacity(8);
    let mut at = 0;
    for line in yaml.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let content = line.trim_end_matches(' ');
        if content.is_empty() || content.starts_with('#') {
            if line.chars().any(|c| c.is_ascii_control() || !is_common(c)) {
                return None;
            }
            continue;
        }
        entries.push(entry(content, base + start as u32)?);
    }
    Some(entries)
}

/// One line, without blanks at its end, that begins at byte `start`.
pub(super) fn entry(line: &str, start: u32) -> Option<Entry> {
    let bytes = line.as_bytes();
    let length = bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte)).count();
    if length == 0 || !bytes[0].is_ascii_alphabetic() || bytes.get(length) != Some(&b':') {
        return None;
    }
    let key = Located { span: Span::new(start, start + length as u32), value: line[..length].to_owned() };
    let behind = &line[length + 1..];
    let value = behind.trim_start_matches(' ');
    let from = start + (line.len() - value.len()) as u32;
    let span = Span::new(from, from + value.len() as u32);
    if value.is_empty() {
        // Nothing stands directly behind the key.
        let span = Span::new(key.span.end, key.span.end);
        return Some(Entry { key, value: Located { span, value: Value::Empty } });
    }
    // The result of an unfinished game is a plain star to everybody but YAML, to which it begins an alias.
    let star = value == "*" && &line[..length] == "result";
    (behind.len() > value.len() && (star || is_plain(value)))
        .then(|| Entry { key, value: Located { span, value: Value::Text(value.to_owned()) } })
}

/// Whether YAML reads this text, on one line, as itself.
fn is_plain(value: &str) -> bool {
    let bytes = value.as_bytes();
    let begins = bytes[0].is_ascii_alphanumeric() || bytes[0] >= 0x80 || bytes[0] == b'(';
    let mut last = b' ';
    let sound = bytes.iter().all(|&byte| {
        let treacherous = (byte == b' ' && last == b':') || (byte == b'#' && last == b' ') || byte.is_ascii_control();
        last = byte;
        !treacherous
    });
    begins && sound && last != b':' && (value.is_ascii() || value.chars().all(is_common))
}

/// Characters beyond ASCII that need no thought: no controls, no separators, no byte-order mark.
fn is_common(c: char) -> bool {
    c.is_ascii() || (!c.is_control() && !c.is_whitespace() && !matches!(c, '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}'))
}
