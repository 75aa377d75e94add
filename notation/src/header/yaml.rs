//! The YAML crate, and the only module that names it.
//!
//! A header is read from the parser's events, not into typed structures: so every scalar stays the text that it is (`No`
//! and `010` are no booleans and no numbers), every node has its place, and depth and aliases are refused as they
//! come, before anything is built from them.

use serde_yaml::granit_parser::{Event, Parser, StructureStyle};

use super::{Entry, Located, Value};
use crate::span::Span;

/// How deep a header may be nested.
const DEEPEST: usize = 32;

/// Why YAML could not be read.
#[derive(Debug)]
pub(super) struct YamlFailure {
    /// Where, in bytes from the beginning of the YAML.
    pub(super) at: usize,
    /// The reason, in a few words.
    pub(super) reason: String,
}

/// A list or mapping being read.
enum Open {
    List { start: usize, flow: bool, items: Vec<Located<Value>> },
    Map { start: usize, flow: bool, entries: Vec<Entry>, key: Option<Located<String>> },
}

/// Reads a header's entries.
pub(super) fn read(yaml: &str, base: u32) -> Result<Vec<Entry>, YamlFailure> {
    let mut open: Vec<Open> = Vec::new();
    let mut root = None;
    for event in Parser::new_from_str(yaml) {
        let (event, span) = event.map_err(|error| YamlFailure {
            at: error.marker().byte_offset().unwrap_or(0).min(yaml.len()),
            reason: error.info(),
        })?;
        let range = span.byte_range().unwrap_or(0..0);
        let range = range.start.min(yaml.len())..range.end.min(yaml.len()).max(range.start.min(yaml.len()));
        let refuse = |reason: &str| YamlFailure { at: range.start, reason: reason.to_owned() };
        let place = |start: usize, end: usize| Span::new(base + start as u32, base + end as u32);
        let node = match event {
            Event::Alias(_)
            | Event::UnresolvedAlias(_)
            | Event::Scalar(_, _, 1.., _)
            | Event::SequenceStart(_, 1.., _)
            | Event::MappingStart(_, 1.., _) => {
                return Err(refuse("anchors and aliases (`&`, `*`) are not allowed in a header"));
            }
            Event::DocumentStart(..) if root.is_some() => return Err(refuse("a second YAML document begins here")),
            Event::Scalar(text, _, _, _) => {
                let raw = &yaml[range.clone()];
                let end = range.start + raw.trim_end().len();
                // The parser gives a node without text as `~`.
                let value = if raw.trim().is_empty() { Value::Empty } else { Value::Text(text.into_owned()) };
                Some(Located { span: place(range.start, end), value })
            }
            Event::SequenceStart(style, _, _) => {
                open.push(Open::List { start: range.start, flow: style == StructureStyle::Flow, items: Vec::new() });
                None
            }
            Event::MappingStart(style, _, _) => {
                let flow = style == StructureStyle::Flow;
                open.push(Open::Map { start: range.start, flow, entries: Vec::new(), key: None });
                None
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(Open::List { start, flow, items }) => {
                    let last = items.last().map(|item| item.span.end);
                    let end = if flow { base + range.end as u32 } else { last.unwrap_or(base + start as u32) };
                    Some(Located { span: Span::new(base + start as u32, end), value: Value::List(items) })
                }
                Some(Open::Map { start, flow, entries, .. }) => {
                    let last = entries.last().map(|entry| entry.value.span.end.max(entry.key.span.end));
                    let end = if flow { base + range.end as u32 } else { last.unwrap_or(base + start as u32) };
                    Some(Located { span: Span::new(base + start as u32, end), value: Value::Map(entries) })
                }
                None => None,
            },
            _ => None,
        };
        if open.len() > DEEPEST {
            return Err(refuse("the header is nested too deep"));
        }
        let Some(node) = node else { continue };
        match open.last_mut() {
            None => root = Some(node),
            Some(Open::List { items, .. }) => items.push(node),
            Some(Open::Map { entries, key, .. }) => match key.take() {
                Some(key) => {
                    let span =
                        if node.value == Value::Empty { Span::new(key.span.end, key.span.end) } else { node.span };
                    entries.push(Entry { key, value: Located { span, value: node.value } });
                }
                None => match node.value {
                    Value::Text(text) => *key = Some(Located { span: node.span, value: text }),
                    Value::Empty => *key = Some(Located { span: node.span, value: String::new() }),
                    Value::List(_) | Value::Map(_) => return Err(refuse("a key is a word, not a list or a mapping")),
                },
            },
        }
    }
    match root {
        None | Some(Located { value: Value::Empty, .. }) => Ok(Vec::new()),
        Some(Located { value: Value::Map(entries), .. }) => Ok(entries),
        Some(Located { span, .. }) => Err(YamlFailure {
            at: (span.start - base) as usize,
            reason: "a header is lines of `key: value`".to_owned(),
        }),
    }
}
