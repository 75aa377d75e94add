//! What a record says, without where it says it: for comparing two records.
//!
//! Two texts have the same content when they differ only in what the canonical writer may change: blanks and line
//! breaks, punctuation that was mistyped but understood, look-alike characters, direction marks, the order of bonus
//! holes.

use crate::header::{Entry, Located, Value};
use crate::record::{Item, ItemKind, Ply, Reading, Record};
use crate::span::Span;
use crate::visit::map_spans;
use crate::write::board_order;

/// The content of a record.
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    /// The header's entries, their places left out.
    pub header: Vec<Entry>,
    /// The items.
    pub items: Vec<Bare>,
}

/// An item without its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Bare {
    /// What it is, every span in it empty.
    pub kind: ItemKind,
    /// The text of a comment, or of what could not be read.
    pub text: String,
    /// The items of a variation.
    pub inner: Vec<Bare>,
}

impl Record {
    /// What the record says, its places left out.
    pub fn content(&self) -> Content {
        Content { header: self.header.entries.iter().map(entry).collect(), items: bare(self, &self.items) }
    }
}

fn entry(entry: &Entry) -> Entry {
    Entry {
        key: Located { span: Span::default(), value: entry.key.value.clone() },
        value: Located { span: Span::default(), value: value(&entry.value.value) },
    }
}

fn value(written: &Value) -> Value {
    match written {
        Value::Empty => Value::Empty,
        Value::Text(text) => Value::Text(text.clone()),
        Value::List(items) => {
            Value::List(items.iter().map(|item| Located { span: Span::default(), value: value(&item.value) }).collect())
        }
        Value::Map(entries) => Value::Map(entries.iter().map(entry).collect()),
    }
}

fn bare(record: &Record, items: &[Item]) -> Vec<Bare> {
    items
        .iter()
        .map(|item| match &item.kind {
            ItemKind::Variation(inner) => {
                Bare { kind: ItemKind::Variation(Vec::new()), text: String::new(), inner: bare(record, inner) }
            }
            ItemKind::Comment(_) | ItemKind::Unreadable => {
                Bare { kind: item.kind.clone(), text: record.at(item.span).to_owned(), inner: Vec::new() }
            }
            _ => {
                let mut item = item.clone();
                map_spans(&mut item, &|_| Span::default());
                if let ItemKind::Ply(ply) = &mut item.kind {
                    plain(ply);
                }
                Bare { kind: item.kind, text: String::new(), inner: Vec::new() }
            }
        })
        .collect()
}

/// Leaves out of a ply what the canonical writer may change.
fn plain(ply: &mut Ply) {
    let others = ply.others.iter_mut().flat_map(|others| others.iter_mut());
    for reading in std::iter::once(&mut ply.first).chain(others) {
        let Reading::Move(written) = reading else { continue };
        if let Some(bonus) = &mut written.bonus {
            bonus.holes.sort_by_key(board_order);
        }
        if let Some(details) = &mut written.details {
            details.direction = None;
            if **details == crate::record::Details::default() {
                written.details = None;
            }
        }
    }
}
