//! Records as YAML: one document a record, with the keys of the JSON form. JSON strings are YAML strings, so the text is
//! written as one and keeps every byte.

use std::fmt::Write as _;
use std::io::Write;

use serde_json::Value;

use super::json::Object;
use super::{ExchangeError, Item};

/// Writes a record as one document.
///
/// # Errors
/// The system's word.
pub fn write(out: &mut impl Write, item: &Item) -> Result<(), ExchangeError> {
    let value = serde_json::to_value(Object::of(item)).map_err(std::io::Error::from)?;
    out.write_all(b"---\n")?;
    let Value::Object(map) = value else { return Ok(()) };
    for (key, value) in map {
        match value {
            // Long lists an entry a line, all else on its own line.
            Value::Array(values) if !values.is_empty() => {
                writeln!(out, "{key}:")?;
                for value in values {
                    writeln!(out, "  - {}", flow(&value))?;
                }
            }
            value => writeln!(out, "{key}: {}", flow(&value))?,
        }
    }
    Ok(())
}

/// Reads the documents of a file.
///
/// # Errors
/// When a document is not YAML or no record; the line is where the document begins.
pub fn read(text: &str) -> Result<Vec<Item>, ExchangeError> {
    let mut items = Vec::new();
    for (line, document) in documents(text) {
        let place = items.len() as u64 + 1;
        let object: Object = serde_yaml::from_str(document)
            .map_err(|error| ExchangeError::Line { line, message: format!("in the document from here on: {error}") })?;
        items.push(object.into_item(place).map_err(|message| ExchangeError::Line { line, message })?);
    }
    Ok(items)
}

/// JSON in which no line of YAML can be mistaken: control characters that YAML takes for line ends are escaped.
fn flow(value: &Value) -> String {
    let mut text = String::new();
    for letter in value.to_string().chars() {
        match letter {
            '\u{7f}'..='\u{a0}' | '\u{2028}' | '\u{2029}' | '\u{feff}' => {
                let _ = write!(text, "\\u{:04x}", u32::from(letter));
            }
            other => text.push(other),
        }
    }
    text
}

fn documents(text: &str) -> impl Iterator<Item = (u64, &str)> {
    let mut found = Vec::new();
    let (mut begin, mut begin_line, mut at) = (0, 1, 0);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if matches!(line.trim_end(), "---" | "...") {
            found.push((begin_line, &text[begin..at]));
            begin = at + line.len();
            begin_line = number + 1;
        }
        at += line.len();
    }
    found.push((begin_line, &text[begin..]));
    found.into_iter().filter(|(_, document)| !document.trim().is_empty())
}
