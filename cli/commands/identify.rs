//! `tsoro identify`: under which rules a record can have been played.

use std::fmt::Write as _;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tsoro_corpus::read::{Limits, ReadError, Source, Unit, for_each_in_order};
use tsoro_notation::Record;
use tsoro_replay::identify::{Candidate, DEFAULT_BOUND, Identification, identify};
use tsoro_replay::render;

use crate::failure::{Failure, Status};
use crate::input;
use crate::output::{self, counted};

/// Find out by which rules a record was played
///
/// The record is followed under every rule set that is built in and under its variants (heads, bonus), on every width of
/// board that the record leaves open, and they are ranked: first those under which all of it is legal, then the others, each with
/// the first ply at which it fails, and why. A variant is listed only where it does better than the rule set that it changes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro identify notebook.tsoro
  tsoro identify --all notebook.tsoro      Every rule set, with where it fails
  tsoro identify --json notebook.tsoro     For other programs

Exit status: 0 some rule set fits every record, 1 none fits one of them, 2 could not read something.")]
pub(crate) struct Identify {
    /// Files, folders (all *.tsoro below them), or - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// List all rule sets; otherwise the ten best, and a few of those that fail last
    #[arg(long, conflicts_with = "json")]
    all: bool,

    /// Print a JSON object a record, a line each; the book's page on the command describes it
    #[arg(long)]
    json: bool,

    /// How many positions are looked at under one rule set, where plies are doubtful
    #[arg(long, value_name = "POSITIONS", default_value_t = DEFAULT_BOUND)]
    bound: u64,
}

/// Of rule sets that fit, so many are shown.
const MOST_FITTING: usize = 10;
/// Of those that do not, so many.
const MOST_FAILING: usize = 4;

/// What came of one record, or of a file that is none.
enum Told {
    Record { text: String, fits: bool },
    Unreadable(String),
    Failed(Failure),
}

impl Identify {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let mut status = Status::Fine;
        let sources = input::sources(&self.files, &mut status);
        let mut written = Ok(());
        for_each_in_order(
            &sources,
            Limits::default(),
            |unit| self.look(&sources, unit),
            |told| {
                match told {
                    Told::Record { text, fits } => {
                        status = status.max(if fits { Status::Fine } else { Status::Faults });
                        written = out.write_all(text.as_bytes());
                    }
                    Told::Unreadable(why) => {
                        status = status.max(Status::Faults);
                        output::complain(&why);
                    }
                    Told::Failed(failure) => {
                        status = Status::Incomplete;
                        output::complain(&failure);
                    }
                }
                if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        written?;
        Ok(status)
    }

    fn look(&self, sources: &[Source], unit: Unit) -> Told {
        match unit {
            Unit::Record { source, record } => {
                let record = Record::parse(record.text, record.origin);
                let found = identify(&record, self.bound);
                let name = sources[source].to_string();
                let fits = found.legal().next().is_some();
                let text = if self.json {
                    match serde_json::to_string(&Data::of(&name, &record, &found)) {
                        Ok(text) => text + "\n",
                        Err(error) => return Told::Failed(Failure::Json(error)),
                    }
                } else {
                    self.table(&name, &record, &found)
                };
                Told::Record { text, fits }
            }
            Unit::Unreadable { source, origin, foreign } => {
                Told::Unreadable(format!("{}: record {}: {foreign}", sources[source], origin.record))
            }
            Unit::Unopened { error, .. } => Told::Failed(Failure::Source(error)),
            Unit::Broken { source, error: ReadError::Io(error), .. } => {
                Told::Failed(Failure::Read { path: sources[source].path().to_owned(), source: error })
            }
            Unit::Broken { source, error, .. } => Told::Unreadable(format!("{}: {error}", sources[source])),
        }
    }

    fn table(&self, name: &str, record: &Record, found: &Identification) -> String {
        let mut text = name.to_owned();
        if record.origin.record > 1 {
            let _ = write!(text, ", record {}", record.origin.record);
        }
        let _ = writeln!(text, ": {}", counted(found.plies.into(), "ply", "plies"));
        let source = render::Source::of(name, record);
        let (fitting, failing): (Vec<_>, Vec<_>) = found.candidates.iter().partition(|candidate| candidate.is_legal());
        let (most_fitting, most_failing) =
            if self.all { (usize::MAX, usize::MAX) } else { (MOST_FITTING, MOST_FAILING) };
        if fitting.is_empty() {
            text.push_str("no rule set that is known here lets all of it be played\n");
        }
        let shown: Vec<&Candidate> = fitting.iter().take(most_fitting).copied().collect();
        let mut failed: Vec<&Candidate> = Vec::new();
        for candidate in failing.iter().copied() {
            // One of each kind, the one that goes on longest; what the record itself says is always told.
            let kind = |of: &Candidate| of.rules.split([',', '}']).next().map(|name| name.replace("{preset: ", ""));
            let new = self.all || failed.iter().all(|other| kind(other) != kind(candidate));
            if candidate.said || (new && failed.len() < most_failing) {
                failed.push(candidate);
            }
        }
        let width = shown.iter().chain(&failed).map(|candidate| candidate.rules.len()).max().unwrap_or(0);
        if !shown.is_empty() {
            text.push_str("legal throughout:\n");
            for candidate in &shown {
                line(&mut text, candidate, width, &agreement(candidate));
            }
            rest(&mut text, fitting.len() - shown.len());
        }
        if !failed.is_empty() {
            text.push_str("not legal throughout:\n");
            for candidate in &failed {
                let why = match &candidate.failure {
                    Some(fault) => {
                        let (place, _) = source.place(fault.span);
                        let written = record.at(fault.span);
                        format!("ply {}, line {}, `{written}`: {}", fault.ply, place.line, fault.message)
                    }
                    None => "not followed to the end: too much of it is doubtful".to_owned(),
                };
                line(&mut text, candidate, width, &why);
            }
            rest(&mut text, failing.len() - failed.len());
        }
        if found.alike > 0 {
            let variants = counted(found.alike as u64, "variant does", "variants do");
            let _ = writeln!(text, "{variants} no better than the rule set changed, and are not listed");
        }
        if found.plies == 0 {
            text.push_str("without plies there is nothing to tell them apart by\n");
        }
        text
    }
}

fn line(text: &mut String, candidate: &Candidate, width: usize, what: &str) {
    let said = if candidate.said { "   (the record says so)" } else { "" };
    let _ = writeln!(text, "  {:<width$}  4×{:<2}  {what}{said}", candidate.rules, candidate.columns.get());
}

fn agreement(candidate: &Candidate) -> String {
    match candidate.disagreements {
        0 => "all that is noted agrees".to_owned(),
        disagreements => {
            format!("{} noted that does not agree", counted(disagreements.into(), "thing is", "things are"))
        }
    }
}

fn rest(text: &mut String, more: usize) {
    if more > 0 {
        let _ = writeln!(text, "  and {more} more (`--all` lists them)");
    }
}

/// A record's identification as JSON.
#[derive(Serialize)]
struct Data<'a> {
    file: &'a str,
    record: u64,
    plies: u32,
    candidates: Vec<CandidateData<'a>>,
    alike: usize,
}

#[derive(Serialize)]
struct CandidateData<'a> {
    rules: &'a str,
    columns: u8,
    said: bool,
    legal: bool,
    followed: u32,
    disagreements: u32,
    failure: Option<FailureData<'a>>,
}

#[derive(Serialize)]
struct FailureData<'a> {
    ply: u32,
    line: u64,
    column: u64,
    written: &'a str,
    message: &'a str,
}

impl<'a> Data<'a> {
    fn of(file: &'a str, record: &'a Record, found: &'a Identification) -> Data<'a> {
        let source = render::Source::of(file, record);
        let candidate = |candidate: &'a Candidate| CandidateData {
            rules: &candidate.rules,
            columns: candidate.columns.get(),
            said: candidate.said,
            legal: candidate.is_legal(),
            followed: candidate.followed,
            disagreements: candidate.disagreements,
            failure: candidate.failure.as_ref().map(|fault| {
                let (place, _) = source.place(fault.span);
                FailureData {
                    ply: fault.ply,
                    line: place.line,
                    column: place.column,
                    written: record.at(fault.span),
                    message: &fault.message,
                }
            }),
        };
        Data {
            file,
            record: record.origin.record,
            plies: found.plies,
            candidates: found.candidates.iter().map(candidate).collect(),
            alike: found.alike,
        }
    }
}
