//! Mending: of all that the findings propose, only what may be done without asking.
//!
//! A record is mended until nothing sure is left to mend, so that a second run changes nothing.

use std::collections::BTreeMap;
use std::io::Write;

use tsoro_corpus::read::Source;
use tsoro_notation::Record;
use tsoro_notation::slip::{Edit, edited};
use tsoro_notation::span::Origin;
use tsoro_replay::Finding;

use crate::failure::{Failure, Status};
use crate::replaying;
use crate::rewriting::{self, Change, Rewritten};

/// A mend may bring another to light, which was hidden by it. None does so more often than this.
const ROUNDS: usize = 16;

/// Mends the files.
pub(super) fn mend(sources: &[Source], status: &mut Status) -> Result<Rewritten, Failure> {
    rewriting::apply(sources, "mended", status, of_record)
}

/// Writes what [`mend`] would change as a diff.
pub(super) fn show(sources: &[Source], status: &mut Status, out: &mut impl Write) -> Result<Rewritten, Failure> {
    rewriting::show(sources, "mended", status, out, of_record)
}

/// A record mended, unless there is nothing to mend in it.
fn of_record(text: String, origin: Origin) -> Option<Change> {
    let mut record = Record::parse(text, origin);
    let mut old = None;
    let mut places = 0;
    for _ in 0..ROUNDS {
        let checked = replaying::check(&record);
        let edits = sure(&checked.findings);
        if edits.is_empty() {
            break;
        }
        places += edits.len() as u64;
        let new = edited(&record.text, edits);

        let before = std::mem::replace(&mut record, Record::parse(new, origin)).text;
        old.get_or_insert(before);
    }
    let old = old.filter(|old| *old != record.text)?;
    Some(Change { start: origin.byte, old, new: record.text, places })
}

/// The edits of all mends that may be done without asking, in the order of the text. Of two that touch each other the
/// first is taken; the other's turn comes when the text has been read again.
fn sure(findings: &[Finding]) -> Vec<&Edit> {
    let mut taken: BTreeMap<u32, &Edit> = BTreeMap::new();
    for finding in findings {
        let Some(mend) = finding.mends.iter().find(|mend| mend.sure) else { continue };
        let apart = |edit: &Edit| {
            let before = taken.range(..=edit.span.end).next_back();
            before.is_none_or(|(_, other)| other.span.end < edit.span.start)
        };
        if mend.edits.iter().all(apart) {
            taken.extend(mend.edits.iter().map(|edit| (edit.span.start, edit)));
        }
    }
    taken.into_values().collect()
}
