//! `tsoro check`: records held against their rules, and what there is to say of them.

mod fix;
mod summary;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tsoro_corpus::read::{Limits, ReadError, Source, Unit, for_each_in_order};
use tsoro_notation::Record;
use tsoro_notation::span::{Origin, Span};
use tsoro_replay::render;
use tsoro_replay::{Code, Finding, Severity};

use self::summary::{Counts, Summary};
use crate::failure::{Failure, Status};
use crate::progress::Progress;
use crate::{input, output, replaying};

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
  tsoro check --fix --dry-run games/     Show which slips would be mended, as a diff
  tsoro check --fix games/               Mend them, and check what is left
  tsoro check --format sarif games/      For code hosts and editors

Exit status: 0 fine, 1 errors found (with --strict: or warnings; with --dry-run: something to mend), 2 could not read
something. `tsoro explain CODE` says more about a finding.")]
pub(crate) struct Check {
    /// Files, folders (all *.tsoro below them), or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// How to write the findings. Except with `text`, the summary goes to standard error
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    format: Format,

    /// Mend in the files what can be mended without asking: slips of writing of which only one thing can be meant.
    /// Everything else stays as it is, byte for byte
    #[arg(long)]
    fix: bool,

    /// With --fix: change nothing, show the changes as a diff
    #[arg(long, requires = "fix", conflicts_with = "format")]
    dry_run: bool,

    /// Fail on warnings as well as on errors
    #[arg(long)]
    strict: bool,

    /// Print the summary line only
    #[arg(long, short, conflicts_with = "format")]
    quiet: bool,
}

/// How findings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people, the text underlined
    Text,
    /// A JSON array
    Json,
    /// A JSON object a line
    Jsonl,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
    /// Annotations for GitHub's workflows
    Github,
}

impl From<Format> for render::Format {
    fn from(format: Format) -> render::Format {
        match format {
            Format::Text => output::findings_as_text(),
            Format::Json => render::Format::Json,
            Format::Jsonl => render::Format::JsonLines,
            Format::Sarif => render::Format::Sarif,
            Format::Github => render::Format::Github,
        }
    }
}

/// What came of one record, or of a file that is none.
enum Checked {
    /// A record was read. The report holds its findings, with what separates them; empty when there are none to show.
    Record { source: usize, bytes: usize, report: String, plies: u64, counts: Counts },
    /// A record, or the rest of the file, cannot be read as text.
    Unreadable { source: usize, report: String },
    /// The system would not let us read it: nothing of it, or not all.
    Failed { source: usize, begun: bool, failure: Failure },
}

/// Findings on their way out, one behind the other.
struct Report<'a, W> {
    format: render::Format,
    out: &'a mut W,
    any: bool,
}

impl Check {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        if self.fix && self.paths.iter().any(|path| path.as_os_str() == "-") {
            return Err(Failure::Argument("--fix mends files; what comes from standard input is none".to_owned()));
        }
        let mut status = Status::Fine;
        let sources = input::sources(&self.paths, &mut status);
        let mut summary = Summary { files: sources.len() as u64, ..Summary::default() };
        if self.dry_run {
            let mended = fix::show(&sources, &mut status, out)?;
            output::note(&format_args!("{mended} to be mended"));
            return Ok(status.max(if mended.places > 0 { Status::Faults } else { Status::Fine }));
        }
        if self.fix {
            summary.mended = Some(fix::mend(&sources, &mut status)?);
        }
        self.check(&sources, &mut summary, &mut status, out)?;
        if self.format == Format::Text {
            writeln!(out, "{summary}")?;
        } else {
            output::note(&summary);
        }
        let faults = summary.counts.errors > 0 || (self.strict && summary.counts.warnings > 0);
        Ok(status.max(if faults { Status::Faults } else { Status::Fine }))
    }

    fn check(
        &self,
        sources: &[Source],
        summary: &mut Summary,
        status: &mut Status,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut report = Report { format: self.format.into(), out, any: false };
        report.open()?;
        let mut progress = Progress::over(sources);
        // The source that the last thing delivered came from: those between it and the next held no record.
        let mut next = 0;
        let mut written = Ok(());
        for_each_in_order(
            sources,
            Limits::default(),
            |unit| self.look(sources, unit),
            |checked| {
                let source = checked.source();
                let passed = &sources[next.min(source)..source];
                next = source + 1;
                if let Checked::Record { bytes, .. } = &checked {
                    progress.record(*bytes);
                }
                written = self
                    .empty(passed, summary, &progress, &mut report)
                    .and_then(|()| tell(checked, summary, status, &progress, &mut report));
                if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        written?;
        self.empty(&sources[next.min(sources.len())..], summary, &progress, &mut report)?;
        progress.finish();
        report.close(self.format)
    }

    /// Parses, replays and draws; runs on any thread.
    fn look(&self, sources: &[Source], unit: Unit) -> Checked {
        match unit {
            Unit::Record { source, record } => {
                let bytes = record.text.len();
                let record = Record::parse(record.text, record.origin);
                let checked = replaying::check(&record);
                let mut counts = Counts::default();
                for finding in &checked.findings {
                    counts.add(finding.severity);
                }
                let report = if self.quiet || checked.findings.is_empty() {
                    String::new()
                } else {
                    let name = sources[source].to_string();
                    self.draw(&render::Source::of(&name, &record), &checked.findings)
                };
                Checked::Record { source, bytes, report, plies: checked.plies.into(), counts }
            }
            Unit::Unreadable { source, origin, foreign } => {
                let begun = Origin { byte: foreign.offset, line: foreign.line.saturating_sub(1), ..origin };
                let why = format!("record {}: {foreign}", origin.record);
                let report = self.of_file(&sources[source], begun, Severity::Error, &why);
                Checked::Unreadable { source, report }
            }
            Unit::Unopened { source, error } => {
                Checked::Failed { source, begun: false, failure: Failure::Source(error) }
            }
            Unit::Broken { source, error: ReadError::Io(error), .. } => {
                let path = sources[source].path().to_owned();
                Checked::Failed { source, begun: true, failure: Failure::Read { path, source: error } }
            }
            Unit::Broken { source, error, records } => {
                let (byte, line) = match &error {
                    ReadError::Encoding(foreign) => (foreign.offset, foreign.line),
                    ReadError::RecordSize { line, .. } => (0, *line),
                    ReadError::Record { origin, .. } => (origin.byte, origin.line + 1),
                    ReadError::Io(_) => (0, 1),
                };
                let origin = Origin { byte, line: line.saturating_sub(1), record: records + 1 };
                let report = self.of_file(&sources[source], origin, Severity::Error, &error.to_string());
                Checked::Unreadable { source, report }
            }
        }
    }

    fn draw(&self, source: &render::Source<'_>, findings: &[Finding]) -> String {
        let format = render::Format::from(self.format);
        let mut out = String::new();
        for (index, finding) in findings.iter().enumerate() {
            if index > 0 {
                out.push_str(format.separator());
            }
            format.write(source, finding, &mut out);
        }
        out
    }

    /// What there is to say of a file of which no text can be shown.
    fn of_file(&self, source: &Source, origin: Origin, severity: Severity, why: &str) -> String {
        if self.format != Format::Text {
            let finding = Finding::new(Code::Unreadable, severity, Span::default(), why);
            return self.draw(&render::Source::new(&source.to_string(), "", origin), &[finding]);
        }
        let (style, word) = match severity {
            Severity::Error => (output::ERROR, "error"),
            _ => (output::WARNING, "warning"),
        };
        format!("{style}{word}{style:#}: {source}: {why}\n")
    }

    /// Files in which there was no record at all.
    fn empty(
        &self,
        sources: &[Source],
        summary: &mut Summary,
        progress: &Progress,
        report: &mut Report<'_, impl Write>,
    ) -> io::Result<()> {
        for source in sources {
            summary.counts.warnings += 1;
            if !self.quiet {
                let origin = Origin { byte: 0, line: 0, record: 1 };
                let why = "the file is empty: no record";
                report.item(&self.of_file(source, origin, Severity::Warning, why), progress)?;
            }
        }
        Ok(())
    }
}

/// Counts one thing, and writes what there is to say of it.
fn tell(
    checked: Checked,
    summary: &mut Summary,
    status: &mut Status,
    progress: &Progress,
    report: &mut Report<'_, impl Write>,
) -> io::Result<()> {
    match checked {
        Checked::Record { report: text, plies, counts, .. } => {
            summary.records += 1;
            summary.plies += plies;
            summary.counts += counts;
            report.item(&text, progress)
        }
        Checked::Unreadable { report: text, .. } => {
            summary.unreadable += 1;
            summary.counts.errors += 1;
            report.item(&text, progress)
        }
        Checked::Failed { begun, failure, .. } => {
            if begun {
                summary.unreadable += 1;
            } else {
                summary.unopened += 1;
            }
            *status = Status::Incomplete;
            progress.aside(|| output::complain(&failure));
            Ok(())
        }
    }
}

impl<W: Write> Report<'_, W> {
    fn open(&mut self) -> io::Result<()> {
        self.out.write_all(self.format.opening().as_bytes())
    }

    /// One finding, or several with what separates them.
    fn item(&mut self, text: &str, progress: &Progress) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let separator = if self.any { self.format.separator() } else { "" };
        self.any = true;
        progress.aside(|| {
            self.out.write_all(separator.as_bytes())?;
            self.out.write_all(text.as_bytes())?;
            // What waits in the buffer would come out while the bar is on the screen.
            if progress.is_shown() { self.out.flush() } else { Ok(()) }
        })
    }

    fn close(self, format: Format) -> io::Result<()> {
        self.out.write_all(self.format.closing().as_bytes())?;
        // The summary that follows stands apart.
        if format == Format::Text && self.any { writeln!(self.out) } else { Ok(()) }
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
