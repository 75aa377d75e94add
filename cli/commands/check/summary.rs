//! What the last line of a check says: what went in, what came out, and that nothing was lost on the way.

use std::fmt;
use std::ops::AddAssign;

use tsoro_replay::Severity;

use crate::output::counted;
use crate::rewriting::Rewritten;

/// Findings by severity.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) errors: u64,
    pub(super) warnings: u64,
    pub(super) notes: u64,
}

/// Everything counted.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub(super) files: u64,
    /// Files that could not be opened: nobody knows how many records they hold.
    pub(super) unopened: u64,
    /// Records read.
    pub(super) records: u64,
    /// Records that could not be read; where a file was not read to its end, one for all that follows.
    pub(super) unreadable: u64,
    pub(super) plies: u64,
    pub(super) counts: Counts,
    pub(super) mended: Option<Rewritten>,
}

impl Counts {
    pub(super) fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, more: Counts) {
        self.errors += more.errors;
        self.warnings += more.warnings;
        self.notes += more.notes;
    }
}

impl fmt::Display for Summary {
    /// `2 files, 4 records (3 read, 1 unreadable), 6 plies: 1 error, 0 warnings, 2 notes`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.files, "file", "files"))?;
        if self.unopened > 0 {
            write!(f, " ({} not opened)", self.unopened)?;
        }
        write!(f, ", {}", counted(self.records + self.unreadable, "record", "records"))?;
        if self.unreadable > 0 {
            write!(f, " ({} read, {} unreadable)", self.records, self.unreadable)?;
        }
        let Counts { errors, warnings, notes } = self.counts;
        write!(
            f,
            ", {}: {}, {}, {}",
            counted(self.plies, "ply", "plies"),
            counted(errors, "error", "errors"),
            counted(warnings, "warning", "warnings"),
            counted(notes, "note", "notes")
        )?;
        match &self.mended {
            Some(mended) => write!(f, "; {mended} mended"),
            None => Ok(()),
        }
    }
}
