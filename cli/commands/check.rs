//! `tsoro check`: records held against their rules, and what there is to say of them.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use tsoro_corpus::read::{Limits, ReadError, Source, Unit, for_each_in_order};
use tsoro_notation::Record;
use tsoro_replay::Severity;

use crate::failure::{Failure, Status};
use crate::{input, output, replaying, report};

/// Check records: is every move legal, and does all that was noted agree with it?
///
/// Every record is played through under the rules of its game. What cannot be so is an error; what was noted and does
/// not agree with the board is a warning; what is worth knowing is a note. Each finding says where it is, why, and what
/// was probably meant, where that is plain.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro check game.tsoro                 One file
  tsoro check games/ notes.tsoro         A folder, with all below it, and a file
  tsoro check - < game.tsoro             Standard input
  tsoro check --strict games/            Fail on warnings too

Exit status: 0 fine, 1 errors found (with --strict: or warnings), 2 could not read something.")]
pub(crate) struct Check {
    /// Files, folders (all *.tsoro below them), or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Fail on warnings as well as on errors
    #[arg(long)]
    strict: bool,

    /// Print the summary line only
    #[arg(long, short)]
    quiet: bool,
}

/// What came of one record, or of a file that is none.
enum Checked {
    /// A record was read.
    Record { source: usize, report: String, plies: u64, counts: Counts },
    /// The file, or the rest of it, cannot be read as records.
    Unreadable { source: usize, why: String },
    /// The system would not let us read it.
    Failed { source: usize, failure: Failure },
}

/// Findings by severity.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    errors: u64,
    warnings: u64,
    notes: u64,
}

/// What the last line says.
#[derive(Debug, Default)]
struct Summary {
    files: u64,
    unreadable: u64,
    records: u64,
    plies: u64,
    counts: Counts,
}

impl Check {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let mut status = Status::Fine;
        let sources = input::sources(&self.paths, &mut status);
        let mut summary = Summary { files: sources.len() as u64, ..Summary::default() };
        // The source that the last thing delivered came from: those between it and the next held no record.
        let mut next = 0;
        let mut written = Ok(());
        for_each_in_order(
            &sources,
            Limits::default(),
            |unit| self.look(&sources, unit),
            |checked| {
                let source = checked.source();
                written = self.empty(&sources[next.min(source)..source], &mut summary, out);
                next = source + 1;
                written = std::mem::replace(&mut written, Ok(()))
                    .and_then(|()| Self::tell(&sources, checked, &mut summary, &mut status, out));
                if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        written?;
        self.empty(&sources[next.min(sources.len())..], &mut summary, out)?;
        writeln!(out, "{summary}")?;
        let faults = summary.counts.errors > 0 || (self.strict && summary.counts.warnings > 0);
        Ok(status.max(if faults { Status::Faults } else { Status::Fine }))
    }

    /// Parses, replays and draws; runs on any thread.
    fn look(&self, sources: &[Source], unit: Unit) -> Checked {
        match unit {
            Unit::Record { source, record } => {
                let record = Record::parse(record.text, record.origin);
                let replay = replaying::replay(&record);
                let mut counts = Counts::default();
                let mut report = String::new();
                for finding in &replay.findings {
                    counts.add(finding.severity);
                    if !self.quiet {
                        report += &report::draw(&sources[source].to_string(), &record, finding);
                    }
                }
                Checked::Record { source, report, plies: replay.steps.len() as u64, counts }
            }
            Unit::Unopened { source, error } => Checked::Failed { source, failure: Failure::Source(error) },
            Unit::Broken { source, error: ReadError::Io(error), .. } => {
                let path = sources[source].path().to_owned();
                Checked::Failed { source, failure: Failure::Read { path, source: error } }
            }
            Unit::Broken { source, error, .. } => Checked::Unreadable { source, why: error.to_string() },
        }
    }

    fn tell(
        sources: &[Source],
        checked: Checked,
        summary: &mut Summary,
        status: &mut Status,
        out: &mut impl Write,
    ) -> io::Result<()> {
        match checked {
            Checked::Record { report, plies, counts, .. } => {
                summary.records += 1;
                summary.plies += plies;
                summary.counts.errors += counts.errors;
                summary.counts.warnings += counts.warnings;
                summary.counts.notes += counts.notes;
                out.write_all(report.as_bytes())
            }
            Checked::Unreadable { source, why } => {
                summary.unreadable += 1;
                summary.counts.errors += 1;
                output::say(out, output::ERROR, "error", &format_args!("{}: {why}", sources[source]))
            }
            Checked::Failed { failure, .. } => {
                summary.unreadable += 1;
                *status = Status::Incomplete;
                output::complain(&failure);
                Ok(())
            }
        }
    }

    /// Files in which there was no record at all.
    fn empty(&self, sources: &[Source], summary: &mut Summary, out: &mut impl Write) -> io::Result<()> {
        for source in sources {
            summary.counts.warnings += 1;
            if !self.quiet {
                output::say(out, output::WARNING, "warning", &format_args!("{source}: the file is empty: no record"))?;
            }
        }
        Ok(())
    }
}

impl Checked {
    fn source(&self) -> usize {
        match self {
            Checked::Record { source, .. } | Checked::Unreadable { source, .. } | Checked::Failed { source, .. } => {
                *source
            }
        }
    }
}

impl Counts {
    fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }
}

impl std::fmt::Display for Summary {
    /// `2 files (1 unreadable), 3 records, 6 plies: 1 error, 0 warnings, 2 notes`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counted = |n: u64, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        write!(f, "{}", counted(self.files, "file", "files"))?;
        if self.unreadable > 0 {
            write!(f, " ({} unreadable)", self.unreadable)?;
        }
        let Counts { errors, warnings, notes } = self.counts;
        write!(
            f,
            ", {}, {}: {}, {}, {}",
            counted(self.records, "record", "records"),
            counted(self.plies, "ply", "plies"),
            counted(errors, "error", "errors"),
            counted(warnings, "warning", "warnings"),
            counted(notes, "note", "notes")
        )
    }
}
