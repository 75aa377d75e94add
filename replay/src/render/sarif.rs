//! SARIF 2.1.0, the format in which code hosts and editors take findings.
//!
//! The log is written in three parts, so that findings stream through: what stands before the results (with every rule
//! there is), the results, and the end.

use std::fmt::Write;

use serde::Serialize;

use super::{Source, data};
use crate::code::Code;
use crate::explain;
use crate::finding::{Finding, Severity};

/// What closes the log behind the last result.
pub(super) const CLOSING: &str = "\n]}]}\n";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Text<'static>,
    help: Help,
}

#[derive(Serialize)]
struct Help {
    text: &'static str,
    markdown: &'static str,
}

#[derive(Serialize)]
struct Text<'a> {
    text: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome<'a> {
    rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Text<'a>,
    locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix<'a>>,
    properties: Properties<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    #[serde(rename = "physicalLocation")]
    physical: Physical<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical<'a> {
    artifact_location: Artifact<'a>,
    region: Region,
}

#[derive(Serialize)]
struct Artifact<'a> {
    uri: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u64,
    start_column: u64,
    end_line: u64,
    end_column: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fix<'a> {
    description: Text<'a>,
    artifact_changes: [Change<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Change<'a> {
    artifact_location: Artifact<'a>,
    replacements: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: Region,
    inserted_content: Text<'a>,
}

/// What SARIF has no name for.
#[derive(Serialize)]
struct Properties<'a> {
    record: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
}

/// What stands before the first result.
pub(super) fn opening() -> String {
    let rules = Code::ALL
        .iter()
        .map(|code| Rule {
            id: code.name(),
            short_description: Text { text: explain::summary(*code) },
            help: Help { text: explain::explain(*code), markdown: explain::explain(*code) },
        })
        .collect();
    let driver = Driver { name: "tsoro", version: env!("CARGO_PKG_VERSION"), rules };
    let mut out = String::from(
        "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{\"tool\":{\"driver\":",
    );
    data::write(&driver, &mut out);
    out.push_str("},\"columnKind\":\"unicodeCodePoints\",\"results\":[");
    out
}

/// Appends one result.
pub(super) fn write(source: &Source<'_>, finding: &Finding, out: &mut String) {
    let uri = uri(source.name);
    let mut message = finding.message.clone();
    if !finding.label.is_empty() {
        message = format!("{message}: {}", finding.label);
    }
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let location = |span, id, words| {
        let region = region(source, span);
        Location { id, physical: Physical { artifact_location: Artifact { uri: &uri }, region }, message: words }
    };
    let related = finding.related.iter().enumerate();
    let fixes = finding.mends.iter().filter(|mend| !mend.edits.is_empty());
    let outcome = Outcome {
        rule_id: finding.code.name(),
        rule_index: Code::ALL.iter().position(|code| *code == finding.code),
        level,
        message: Text { text: &message },
        locations: [location(finding.span, None, None)],
        related_locations: related
            .map(|(index, (span, words))| location(*span, Some(index + 1), Some(Text { text: words })))
            .collect(),
        fixes: fixes
            .map(|mend| Fix {
                description: Text { text: &mend.message },
                artifact_changes: [Change {
                    artifact_location: Artifact { uri: &uri },
                    replacements: mend
                        .edits
                        .iter()
                        .map(|edit| Replacement {
                            deleted_region: region(source, edit.span),
                            inserted_content: Text { text: &edit.text },
                        })
                        .collect(),
                }],
            })
            .collect(),
        properties: Properties {
            record: source.origin.record,
            ply: finding.ply,
            rule: finding.rule.as_deref(),
            notes: &finding.notes,
        },
    };
    out.push('\n');
    data::write(&outcome, out);
}

fn region(source: &Source<'_>, span: tsoro_notation::span::Span) -> Region {
    let (start, end) = source.place(span);
    Region { start_line: start.line, start_column: start.column, end_line: end.line, end_column: end.column }
}

/// A file's name as a relative reference: what a URI does not allow is escaped, and folders are separated by `/`.
fn uri(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            b'\\' if cfg!(windows) => out.push('/'),
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}
