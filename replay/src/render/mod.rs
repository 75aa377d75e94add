//! How findings look: drawn as text in the manner of rustc, or written as data for other programs.
//!
//! A [`Finding`] speaks of bytes of one record; here its places become lines and columns of the file that the record came
//! from. Nothing is decided here about what is right or wrong, and nothing is printed: a [`Format`] appends to a string,
//! and whoever writes it out puts the format's opening before the first finding, its separator between two, and its
//! closing behind the last. So findings can be rendered side by side and put together in order.
//!
//! This directory is the only place that names the crate that draws the text.

mod data;
mod excerpt;
mod github;
mod places;
mod sarif;
mod text;

use std::sync::OnceLock;

use tsoro_notation::span::{Origin, Span};

use crate::finding::Finding;
pub use data::{EditData, FindingData, MendData, RelatedData};
pub use places::Place;
use places::{Places, clamped};
pub use text::{Look, printable};

/// Where a finding's text comes from: a record with the name of its file.
#[derive(Debug)]
pub struct Source<'a> {
    /// The file's name, as it is to be shown.
    pub name: &'a str,
    /// The record's text.
    pub text: &'a str,
    /// Where the record begins in the file.
    pub origin: Origin,
    /// Made when the first place is asked for: most records have nothing to find.
    places: OnceLock<Places>,
}

impl<'a> Source<'a> {
    /// A record's text with its place.
    pub fn new(name: &'a str, text: &'a str, origin: Origin) -> Source<'a> {
        Source { name, text, origin, places: OnceLock::new() }
    }

    /// The source of a record that was read from a file.
    pub fn of(name: &'a str, record: &'a tsoro_notation::Record) -> Source<'a> {
        Source::new(name, &record.text, record.origin)
    }

    /// Line and column in the file of a span's first byte and of the byte behind it.
    pub fn place(&self, span: Span) -> (Place, Place) {
        let range = clamped(self.text, span);
        (self.place_of(range.start), self.place_of(range.end))
    }

    fn places(&self) -> &Places {
        self.places.get_or_init(|| Places::of(self.text))
    }

    fn place_of(&self, byte: usize) -> Place {
        let place = self.places().place(self.text, byte);
        Place { line: self.origin.line + place.line, ..place }
    }
}

/// A way to write findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people: the text underlined, with the rule, notes and mends.
    Text(Look),
    /// One JSON array.
    Json,
    /// A JSON object a line.
    JsonLines,
    /// SARIF 2.1.0, which code hosts and editors read.
    Sarif,
    /// The lines by which GitHub's workflows annotate files.
    Github,
}

impl Format {
    /// What stands before the first finding, also when there is none.
    pub fn opening(self) -> String {
        match self {
            Format::Json => "[".to_owned(),
            Format::Sarif => sarif::opening(),
            Format::Text(_) | Format::JsonLines | Format::Github => String::new(),
        }
    }

    /// Appends one finding.
    pub fn write(self, source: &Source<'_>, finding: &Finding, out: &mut String) {
        match self {
            Format::Text(look) => text::write(source, finding, look, out),
            Format::Json => {
                out.push('\n');
                data::write(&FindingData::of(source, finding), out);
            }
            Format::JsonLines => {
                data::write(&FindingData::of(source, finding), out);
                out.push('\n');
            }
            Format::Sarif => sarif::write(source, finding, out),
            Format::Github => github::write(source, finding, out),
        }
    }

    /// What stands between two findings.
    pub const fn separator(self) -> &'static str {
        match self {
            Format::Json | Format::Sarif => ",",
            Format::Text(_) => "\n",
            Format::JsonLines | Format::Github => "",
        }
    }

    /// What stands behind the last finding, also when there is none.
    pub const fn closing(self) -> &'static str {
        match self {
            Format::Json => "\n]\n",
            Format::Sarif => sarif::CLOSING,
            Format::Text(_) | Format::JsonLines | Format::Github => "",
        }
    }

    /// The findings of one source, with opening and closing: a whole report.
    pub fn report<'f>(self, source: &Source<'_>, findings: impl IntoIterator<Item = &'f Finding>) -> String {
        let mut out = self.opening();
        for (index, finding) in findings.into_iter().enumerate() {
            if index > 0 {
                out.push_str(self.separator());
            }
            self.write(source, finding, &mut out);
        }
        out.push_str(self.closing());
        out
    }
}
