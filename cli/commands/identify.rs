//! `tsoro identify`: under which rules a record can have been played.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tsoro_notation::Record;
use tsoro_replay::identify::{Candidate, DEFAULT_BOUND, Identification, identify};
use tsoro_replay::render;

use crate::failure::{Failure, Status};
use crate::input;
use crate::output::counted;

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

impl Identify {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let mut status = Status::Fine;
        let sources = input::sources(&self.files, &mut status);
        input::each_record(
            &sources,
            &mut status,
            |name, record| self.look(name, record),
            |(text, graver), status| {
                *status = (*status).max(graver);
                out.write_all(text.as_bytes())
            },
        )?;
        Ok(status)
    }

    /// What there is to print of a record, and whether some rule set fits it.
    fn look(&self, name: &str, record: &Record) -> Result<(String, Status), Failure> {
        let found = identify(record, self.bound);
        let status = if found.legal().next().is_some() { Status::Fine } else { Status::Faults };
        let text = if self.json {
            serde_json::to_string(&Data::of(name, record, &found))? + "\n"
        } else {
            self.table(name, record, &found)
        };
        Ok((text, status))
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
            let new = self.all || failed.iter().all(|other| other.preset != candidate.preset);
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
