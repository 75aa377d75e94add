//! GitHub's workflow commands: a line a finding, which the service shows beside the text.

use std::fmt::Write;

use super::Source;
use crate::finding::{Finding, Severity};

/// Appends one finding.
pub(super) fn write(source: &Source<'_>, finding: &Finding, out: &mut String) {
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let (start, end) = source.place(finding.span);
    let file = escaped(source.name, true);
    // Writing to a string cannot fail.
    let _ = write!(out, "::{command} file={file},line={},endLine={},col={}", start.line, end.line, start.column);
    // A column of an end in another line is refused by the service.
    if start.line == end.line {
        let _ = write!(out, ",endColumn={}", end.column);
    }
    let mut message = finding.message.clone();
    if let Some(rule) = &finding.rule {
        let _ = write!(message, "\nrule {rule}");
    }
    for note in &finding.notes {
        let _ = write!(message, "\n{note}");
    }
    for mend in &finding.mends {
        let _ = write!(message, "\nhelp: {}", mend.message);
    }
    let _ = writeln!(out, ",title={}::{}", finding.code, escaped(&message, false));
}

/// Text as a command takes it: the sign for escapes itself, line breaks, and in properties what separates them.
fn escaped(text: &str, property: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '%' => out.push_str("%25"),
            '\r' => out.push_str("%0D"),
            '\n' => out.push_str("%0A"),
            ':' if property => out.push_str("%3A"),
            ',' if property => out.push_str("%2C"),
            _ => out.push(character),
        }
    }
    out
}
