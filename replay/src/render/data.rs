//! Findings as data for other programs: lines, columns and bytes of the file instead of bytes of a record.

use serde::Serialize;
use tsoro_notation::slip::{Edit, Mend};

use super::{Source, clamped};
use crate::code::Code;
use crate::finding::{Finding, Severity};

/// A finding as `--format json` writes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FindingData<'a> {
    /// The file's name.
    pub file: &'a str,
    /// Which record of the file, from 1.
    pub record: u64,
    /// The stable code.
    pub code: Code,
    /// How grave it is.
    pub severity: Severity,
    /// The ply concerned, from 1.
    pub ply: Option<u32>,
    /// The line of the file, from 1.
    pub line: u64,
    /// The column, in characters, from 1.
    pub column: u64,
    /// The line in which the text concerned ends.
    pub end_line: u64,
    /// The column behind its last character.
    pub end_column: u64,
    /// A sentence: what is wrong.
    pub message: &'a str,
    /// A few words on the text concerned.
    pub label: &'a str,
    /// The rule behind it.
    pub rule: Option<&'a str>,
    /// Further facts.
    pub notes: &'a [String],
    /// Other places that belong to it.
    pub related: Vec<RelatedData<'a>>,
    /// The likely mends, best first.
    pub mends: Vec<MendData<'a>>,
}

/// A place that belongs to a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RelatedData<'a> {
    /// The line of the file, from 1.
    pub line: u64,
    /// The column, in characters, from 1.
    pub column: u64,
    /// The line in which it ends.
    pub end_line: u64,
    /// The column behind its last character.
    pub end_column: u64,
    /// What it has to do with the finding.
    pub message: &'a str,
}

/// A mend.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MendData<'a> {
    /// What it does, as an order.
    pub message: &'a str,
    /// Whether it may be applied without asking.
    pub sure: bool,
    /// The replacements, in the order of the text.
    pub edits: Vec<EditData<'a>>,
}

/// A replacement in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EditData<'a> {
    /// The line of the file, from 1.
    pub line: u64,
    /// The column, in characters, from 1.
    pub column: u64,
    /// The line in which the text to be replaced ends.
    pub end_line: u64,
    /// The column behind its last character.
    pub end_column: u64,
    /// The first byte to be replaced, counted from the beginning of the file.
    pub start: u64,
    /// The byte behind the last to be replaced; the same as `start` where text is put in.
    pub end: u64,
    /// The new text.
    pub text: &'a str,
}

impl<'a> FindingData<'a> {
    /// A finding with its places in the file.
    pub fn of(source: &Source<'a>, finding: &'a Finding) -> FindingData<'a> {
        let (start, end) = source.place(finding.span);
        FindingData {
            file: source.name,
            record: source.origin.record,
            code: finding.code,
            severity: finding.severity,
            ply: finding.ply,
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            message: &finding.message,
            label: &finding.label,
            rule: finding.rule.as_deref(),
            notes: &finding.notes,
            related: finding
                .related
                .iter()
                .map(|(span, message)| {
                    let (start, end) = source.place(*span);
                    RelatedData {
                        line: start.line,
                        column: start.column,
                        end_line: end.line,
                        end_column: end.column,
                        message,
                    }
                })
                .collect(),
            mends: finding.mends.iter().map(|mend| MendData::of(source, mend)).collect(),
        }
    }
}

impl<'a> MendData<'a> {
    /// A mend with its places in the file.
    pub fn of(source: &Source<'_>, mend: &'a Mend) -> MendData<'a> {
        MendData {
            message: &mend.message,
            sure: mend.sure,
            edits: mend.edits.iter().map(|edit| EditData::of(source, edit)).collect(),
        }
    }
}

impl<'a> EditData<'a> {
    /// A replacement with its place in the file.
    pub fn of(source: &Source<'_>, edit: &'a Edit) -> EditData<'a> {
        let range = clamped(source.text, edit.span);
        let (start, end) = source.place(edit.span);
        EditData {
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            start: source.origin.byte + range.start as u64,
            end: source.origin.byte + range.end as u64,
            text: &edit.text,
        }
    }
}

/// Appends a value as JSON in one line.
pub(super) fn write<T: Serialize>(value: &T, out: &mut String) {
    let json = serde_json::to_string(value).expect("maps have text for keys, and a string takes whatever is written");
    out.push_str(&json);
}
