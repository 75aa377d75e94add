//! Records as JSON: one object a record, a line each (JSON Lines) or in a list.
//!
//! `text` is the record, byte for byte, and all that is read back. An object without `text` may give `header` (an object)
//! and `plies` (a list of texts, or of objects with `move` or `written`), as programs write them that have no text: a
//! record is made of them. The format is described by `docs/src/schema/exchange.schema.json`.

use std::fmt::Write as _;
use std::io::{BufRead, Write};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use tsoro_notation::Record;
use tsoro_notation::header;
use tsoro_notation::span::Origin;
use tsoro_replay::finding::Severity;
use tsoro_rules::Side;

use super::{ExchangeError, Item};
use crate::game::{Game, Ply, ending_text, result_text};

/// A record as one object. What is written and what is read are the same, but for what is worked out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Object {
    /// What it is called among the others.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub record: String,
    /// Where it came from.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// The record, byte for byte.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The rule set's name.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub rules: Value,
    /// Holes in a row.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub columns: Value,
    /// `recorded`, `replayed`, `ending`.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub result: Value,
    /// The header, as its YAML reads.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub header: Map<String, Value>,
    /// The plies of the main line.
    #[serde(default)]
    pub plies: Vec<Value>,
    /// What the replay has to say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Value>,
}

impl Object {
    /// A record with all that is worked out from it.
    pub fn of(item: &Item) -> Object {
        let record = Record::parse(&item.text, Origin::default());
        let game = Game::read(&item.text);
        Object {
            record: item.name.clone(),
            source: item.source.clone(),
            text: Some(item.text.clone()),
            rules: game.rules.clone().into(),
            columns: game.columns.into(),
            result: json!({
                "recorded": game.recorded.map(result_text),
                "replayed": result_text(game.replayed),
                "ending": game.ending.map(ending_text),
            }),
            header: map(&record.header.entries),
            plies: game.plies.iter().map(ply).collect(),
            findings: game
                .findings
                .iter()
                .map(|finding| {
                    json!({
                        "code": finding.code,
                        "severity": severity(finding.severity),
                        "ply": finding.ply,
                        "line": finding.line,
                        "column": finding.column,
                        "message": finding.message,
                    })
                })
                .collect(),
        }
    }

    /// The record: its text, or one made of header and plies.
    ///
    /// # Errors
    /// When there is neither.
    pub fn into_item(self, place: u64) -> Result<Item, String> {
        let name = if self.record.is_empty() { place.to_string() } else { self.record };
        let text = match self.text {
            Some(text) => text,
            None if self.header.is_empty() && self.plies.is_empty() => {
                return Err("a record needs `text`, or `header` and `plies`".to_owned());
            }
            None => made_up(&self.header, &self.plies)?,
        };
        Ok(Item { name, text, source: self.source })
    }
}

/// Writes a record as one line.
///
/// # Errors
/// The system's word.
pub fn write_line(out: &mut impl Write, item: &Item) -> Result<(), ExchangeError> {
    serde_json::to_writer(&mut *out, &Object::of(item)).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Reads JSON Lines, record by record. Empty lines mean nothing.
pub fn read_lines(source: impl BufRead) -> impl Iterator<Item = Result<Item, ExchangeError>> {
    (1..).zip(source.lines()).filter_map(|(line, text)| {
        let text = match text {
            Ok(text) if text.trim().is_empty() => return None,
            Ok(text) => text,
            Err(error) => return Some(Err(error.into())),
        };
        let object = serde_json::from_str::<Object>(&text).map_err(|error| error.to_string());
        let item = object.and_then(|object| object.into_item(line));
        Some(item.map_err(|message| ExchangeError::Line { line, message }))
    })
}

/// Reads a JSON document: one object, or a list of them.
///
/// # Errors
/// When it is neither, or an object is no record.
pub fn read_document(text: &str) -> Result<Vec<Item>, ExchangeError> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Document {
        Many(Vec<Object>),
        One(Box<Object>),
    }
    let whole = |message: String| ExchangeError::Line { line: 1, message };
    let document: Document = serde_json::from_str(text).map_err(|error| {
        let message = if error.line() > 0 {
            format!("column {}: {error}", error.column())
        } else {
            "neither a record nor a list of records".to_owned()
        };
        ExchangeError::Line { line: error.line().max(1) as u64, message }
    })?;
    match document {
        Document::One(object) => Ok(vec![object.into_item(1).map_err(whole)?]),
        Document::Many(objects) => {
            let items = (1..).zip(objects).map(|(place, object)| {
                object.into_item(place).map_err(|message| whole(format!("record {place}: {message}")))
            });
            items.collect()
        }
    }
}

fn ply(ply: &Ply) -> Value {
    let played = ply.played.as_ref();
    json!({
        "ply": ply.ply,
        "side": side_name(ply.side),
        "written": ply.written,
        "move": played.map(|played| played.canonical.as_str()),
        "from": played.map(|played| played.lift.to_string()),
        "landing": played.and_then(|played| played.landings.last()).map(ToString::to_string),
        "stop": played.and_then(|played| played.stop).map(|hole| hole.to_string()),
        "laps": played.map(|played| played.laps),
        "captured": played.map(|played| json!({"inner": played.captured.inner, "outer": played.captured.outer})),
        "bonus": played.map(|played| {
            let holes = played.bonus.iter().map(|(hole, stones)| json!({"hole": hole.to_string(), "stones": stones}));
            holes.collect::<Vec<_>>()
        }),
        "certain": ply.certain,
        "position": ply.after.to_string(),
    })
}

/// A header as its YAML reads.
pub(super) fn map(entries: &[header::Entry]) -> Map<String, Value> {
    entries.iter().map(|entry| (entry.key.value.clone(), value(&entry.value.value))).collect()
}

fn value(of: &header::Value) -> Value {
    match of {
        header::Value::Empty => Value::Null,
        header::Value::Text(text) => Value::String(text.clone()),
        header::Value::List(values) => values.iter().map(|it| value(&it.value)).collect(),
        header::Value::Map(entries) => Value::Object(map(entries)),
    }
}

/// A record's text out of its parts.
fn made_up(header: &Map<String, Value>, plies: &[Value]) -> Result<String, String> {
    let mut text = String::from("---\n");
    for (key, value) in header {
        let _ = writeln!(text, "{}: {}", plain(key), yaml(value));
    }
    text.push_str("---\n");
    for (at, ply) in plies.iter().enumerate() {
        let written = ply
            .as_str()
            .or_else(|| ply.get("move").and_then(Value::as_str))
            .or_else(|| ply.get("written").and_then(Value::as_str))
            .ok_or_else(|| format!("ply {} has neither `move` nor `written`", at + 1))?;
        if at % 2 == 0 {
            let _ = write!(text, "{}. ", at / 2 + 1);
        }
        text.push_str(written);
        text.push(if at % 2 == 0 { ' ' } else { '\n' });
    }
    let end = text.trim_end().len();
    text.truncate(end);
    text.push('\n');
    Ok(text)
}

/// A value as YAML on one line. JSON is YAML, so what is not plain is written as JSON.
fn yaml(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => plain(text),
        Value::Array(values) => format!("[{}]", values.iter().map(yaml).collect::<Vec<_>>().join(", ")),
        Value::Object(map) => {
            let pairs: Vec<_> = map.iter().map(|(key, value)| format!("{}: {}", plain(key), yaml(value))).collect();
            format!("{{{}}}", pairs.join(", "))
        }
        other => other.to_string(),
    }
}

fn plain(text: &str) -> String {
    let safe = |letter: char| letter.is_alphanumeric() || " _.-/~".contains(letter);
    let begins = text.chars().next().is_some_and(char::is_alphanumeric);
    if begins && text.chars().all(safe) && !text.ends_with(' ') {
        text.to_owned()
    } else {
        Value::String(text.to_owned()).to_string()
    }
}

pub(super) const fn side_name(side: Side) -> &'static str {
    match side {
        Side::South => "south",
        Side::North => "north",
    }
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        /// Whatever the text is, it comes back byte for byte, from JSON Lines and from YAML.
        #[test]
        fn no_byte_is_lost(text in "(---\n|\r\n|é|\u{85}|\u{feff}|\\{|\"|: |#| |\t|B5|\n|'|\\\\|\u{0}|%|- )*") {
            let item = Item::new("a", text);
            let mut lines = Vec::new();
            write_line(&mut lines, &item).expect("memory");
            let back: Vec<_> = read_lines(&lines[..]).collect::<Result<_, _>>().expect("it was written");
            prop_assert_eq!(&back, std::slice::from_ref(&item));
            let mut yaml = Vec::new();
            super::super::yaml::write(&mut yaml, &item).expect("memory");
            let yaml = String::from_utf8(yaml).expect("text");
            let back = super::super::yaml::read(&yaml).map_err(|error| TestCaseError::fail(format!("{error}\n{yaml}")))?;
            prop_assert_eq!(back, [item]);
        }
    }

    #[test]
    fn records_are_made_of_their_parts_where_there_is_no_text() -> Result<(), ExchangeError> {
        let line = r#"{"header": {"columns": 8, "south": "No: one", "labels": ["a", "b c"], "north": {"name": "Ben"}},
            "plies": ["B5", {"move": "b7"}, {"written": "B6"}]}"#;
        let items = read_document(line)?;
        assert_eq!(
            items[0].text,
            "---\ncolumns: 8\nlabels: [a, b c]\nnorth: {name: Ben}\nsouth: \"No: one\"\n---\n1. B5 b7\n2. B6\n"
        );
        assert!(read_document("{}").is_err());
        assert!(read_document("[1]").is_err());
        Ok(())
    }
}
