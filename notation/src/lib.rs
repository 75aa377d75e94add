//! What was written down: four-row mancala records as text, parsed into typed items and written back.
//!
//! Knows no rules: whether a ply is legal is the replay's affair.
//!
//! ```
//! let text = "---\ngame: tsoro\ncolumns: 8\n---\n1. B5 b7 2. C3 b6\n";
//! let record = tsoro_notation::records(text).next().unwrap();
//! assert_eq!(record.header.columns.map(|columns| columns.value), Some(8));
//! assert_eq!(record.items.len(), 6);
//! assert_eq!(record.slips[0].message, "there is no row `C`: South's rows are A and B, North's a and b");
//! ```

pub mod content;
mod grammar;
pub mod header;
mod json;
mod movetext;
pub mod record;
pub mod slip;
pub mod span;
pub mod split;
mod visit;
pub mod write;

pub use movetext::DEEPEST as DEEPEST_VARIATION;
pub use record::Record;

use span::Origin;

/// The records of a whole file, one after the other. A byte-order mark is left out; the texts of the records, put
/// together, are the rest of the file. A file of nothing but blanks holds no record.
pub fn records(text: &str) -> impl Iterator<Item = Record> {
    let body = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut origin = Origin { byte: (text.len() - body.len()) as u64, line: 0, record: 0 };
    let stretches = (!body.trim().is_empty()).then(|| split::stretches(body));
    stretches.into_iter().flatten().map(move |stretch| {
        let text = &body[stretch];
        origin.record += 1;
        let record = Record::parse(text, origin);
        origin.byte += text.len() as u64;
        origin.line += memchr::memchr_iter(b'\n', text.as_bytes()).count() as u64;
        record
    })
}
