//! A broken header, key by key.
//!
//! YAML has no notion of going on after an error. So the text is cut where a key begins at the left margin,
//! each piece is read alone, and a piece that cannot be read becomes one slip, its text kept as the key's value.

use super::quote::quoted;
use super::{Entry, Located, Value, flat, yaml};
use crate::slip::{Edit, Mend, Slip, SlipKind};
use crate::span::Span;

const ALIAS: &str = "anchors and aliases (`&`, `*`) are not allowed in a header";

/// A key with all lines up to the next key.
struct Piece<'t> {
    text: &'t str,
    start: u32,
}

/// Reads every piece that can be read.
pub(super) fn read(header: &str, base: u32, slips: &mut Vec<Slip>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for piece in pieces(header, base) {
        let content = piece.text.trim_end();
        if content.is_empty()
            || content.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
        {
            continue;
        }
        if let Some(entry) = flat::entry(content, piece.start).filter(|_| !content.contains('\n')) {
            entries.push(entry);
            continue;
        }
        match yaml::read(piece.text, piece.start) {
            Ok(read) => entries.extend(read),
            Err(failure) => {
                let slip = why(content, piece.start, &failure);
                match slips.iter_mut().find(|first| slip.message == ALIAS && first.message == ALIAS) {
                    Some(first) => first.related.push((slip.span, "and here".to_owned())),
                    None => slips.push(slip),
                }
                entries.extend(as_it_stands(content, piece.start));
            }
        }
    }
    entries
}

/// Whether a quoted value runs over a line that is a key of its own: a quotation mark is missing somewhere.
pub(super) fn swallows_a_key(text: &str, entries: &[Entry]) -> bool {
    entries.iter().any(|entry| {
        let raw = &text[entry.value.span.range()];
        raw.starts_with(['"', '\'']) && raw.split('\n').skip(1).any(|line| key_length(line).is_some())
    })
}

/// The length of the key that begins a line, if one does.
fn key_length(line: &str) -> Option<usize> {
    let length = line.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte)).count();
    let behind = &line[length..];
    let begins = line.starts_with(|c: char| c.is_ascii_alphabetic());
    (begins && behind.strip_prefix(':').is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r'])))
        .then_some(length)
}

fn pieces(header: &str, base: u32) -> Vec<Piece<'_>> {
    let mut starts = vec![0];
    let mut at = 0;
    for line in header.split_inclusive('\n') {
        let bare = line.trim_end();
        // What neither is indented nor closes or lists something begins anew, a key or not.
        let begins = !bare.is_empty()
            && !bare.starts_with([' ', '\t', '#', ']', '}', ','])
            && !bare.starts_with("- ")
            && bare != "-";
        if begins && at > 0 {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([header.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| Piece { text: &header[start..end], start: base + start as u32 })
        .collect()
}

/// The key with its text untouched.
fn as_it_stands(content: &str, start: u32) -> Option<Entry> {
    let length = key_length(content)?;
    let value = content[length + 1..].trim_start();
    let from = start + (content.len() - value.len()) as u32;
    Some(Entry {
        key: Located { span: Span::new(start, start + length as u32), value: content[..length].to_owned() },
        value: Located { span: Span::new(from, start + content.len() as u32), value: Value::Text(value.to_owned()) },
    })
}

/// What is wrong with a piece, as plainly as it can be told.
fn why(content: &str, start: u32, failure: &yaml::YamlFailure) -> Slip {
    let at = |from: usize, to: usize| Span::new(start + from as u32, start + to as u32);
    let malformed = |span, message: String| Slip::new(SlipKind::MalformedHeader, span, message);
    if let Some((from, to)) = tab(content) {
        return malformed(at(from, to), "a tab stands where YAML wants blanks".to_owned())
            .expecting(["blanks"])
            .with_mend(Mend::replace("write blanks", at(from, to), "  ".repeat(to - from), true));
    }
    let Some(length) = key_length(content) else {
        let line = content.lines().next().unwrap_or(content);
        let message = match content.find(':') {
            Some(_) => format!("this line cannot be read: {}", failure.reason),
            None => "this line is no `key: value`".to_owned(),
        };
        return malformed(at(0, line.len()), message).expecting(["`key: value`"]);
    };
    let value = content[length + 1..].trim_start();
    let from = content.len() - value.len();
    let first_line = value.lines().next().unwrap_or(value).trim_end();
    let whole = at(from, from + first_line.len());
    let quote_it = |slip: Slip| {
        slip.with_mend(Mend::replace("put the value in quotation marks", whole, quoted(first_line), false))
    };
    match value.chars().next() {
        Some(mark @ ('"' | '\'')) => {
            let slip = malformed(
                at(from, from + 1),
                format!("this quotation mark is never closed in the value of `{}`", &content[..length]),
            )
            .expecting([if mark == '"' { "`\"`" } else { "`'`" }]);
            match first_line.strip_suffix("\\\"") {
                Some(inner) if !inner.is_empty() => {
                    let end = from + first_line.len();
                    let edit = Edit { span: at(end - 2, end), text: "\\\\\"".to_owned() };
                    slip.with_related(at(end - 2, end), "a backslash makes this mark part of the text").with_mend(
                        Mend { message: "write the backslash twice".to_owned(), edits: vec![edit], sure: false },
                    )
                }
                _ => {
                    let end = at(from + first_line.len(), from + first_line.len());
                    slip.with_mend(Mend::replace("close it at the end of the line", end, mark.to_string(), false))
                }
            }
        }
        Some('*' | '&') => malformed(whole, ALIAS.to_owned()),
        Some(sign @ ('@' | '`' | '%' | '!' | '|' | '>')) => quote_it(malformed(
            at(from, from + 1),
            format!("a value cannot begin with `{sign}` unless it stands in quotation marks"),
        )),
        _ if !value.starts_with(['{', '[']) && first_line.contains(": ") => {
            let colon = from + first_line.find(": ").unwrap_or(0);
            quote_it(malformed(
                at(colon, colon + 1),
                format!("a colon with a blank behind it in the value of `{}`", &content[..length]),
            ))
        }
        _ => {
            let place = failure.at.min(content.len());
            let place = (0..=place).rev().find(|&at| content.is_char_boundary(at)).unwrap_or(0);
            let end = content[place..].chars().next().map_or(place, |c| place + c.len_utf8());
            malformed(at(place, end), format!("the value of `{}` is not YAML: {}", &content[..length], failure.reason))
        }
    }
}

/// A tab in the indentation of a line, or behind a key's colon.
fn tab(content: &str) -> Option<(usize, usize)> {
    let mut at = 0;
    for line in content.split_inclusive('\n') {
        let lead = line.len() - line.trim_start_matches([' ', '\t']).len();
        if line.trim().is_empty() {
            at += line.len();
            continue;
        }
        let behind_key = key_length(line).map(|length| length + 1);
        let stretch = if lead > 0 {
            Some((0, lead))
        } else {
            behind_key.map(|from| (from, from + line[from..].len() - line[from..].trim_start().len()))
        };
        if let Some((from, to)) = stretch
            && let Some(first) = line[from..to].find('\t')
        {
            let tabs = line[from + first..to].bytes().take_while(|&byte| byte == b'\t').count();
            return Some((at + from + first, at + from + first + tabs));
        }
        at += line.len();
    }
    None
}
