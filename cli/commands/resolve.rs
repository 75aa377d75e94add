//! `tsoro resolve`: doubtful readings and gaps, settled as far as the rules and the rest of the record settle them.

use std::fmt;
use std::io::Write;
use std::ops::AddAssign;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tsoro_corpus::read::Source;
use tsoro_notation::Record;
use tsoro_notation::span::Origin;
use tsoro_replay::Options;
use tsoro_replay::render;
use tsoro_replay::resolve::{DEFAULT_BOUND, Matter, Outcome, Resolution, resolve};

use crate::failure::{Failure, Status};
use crate::output::{self, counted};
use crate::rewriting::{self, Change};
use crate::{input, replaying};

/// Settle what is doubtful: readings that disagree, half-legible holes, missing plies
///
/// Everything that a doubtful place may mean is followed under the rules, together with everything that comes after it:
/// plies, landings, captures, totals, boards, the result. Where only one thing is left it is written into the record, and what
/// stood there stays beside it in a comment: `B3 {written: B3|B1}`. Where several are left they are listed. Nothing is
/// settled by likelihood.
///
/// The records are printed with what is settled, and what there is to say goes to standard error. No file is changed
/// unless you ask.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro resolve game.tsoro                 Print the record with what is settled; say what stays open
  tsoro resolve game.tsoro > clear.tsoro   Keep that in another file
  tsoro resolve --in-place --dry-run games/
                                           Show what would be written into the files, as a diff
  tsoro resolve --in-place games/          Write it into them
  tsoro resolve --json game.tsoro          For other programs: every place with what it may mean

Exit status: 0 fine, also where places stay open; 1 a record contradicts itself (with --dry-run: or something to write);
2 could not read something.")]
pub(crate) struct Resolve {
    /// Files, folders (all *.tsoro below them), or - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write what is settled into the files; every other byte stays
    #[arg(long, conflicts_with = "json")]
    in_place: bool,

    /// With --in-place: change nothing, show the changes as a diff
    #[arg(long, requires = "in_place")]
    dry_run: bool,

    /// Print a JSON object a record, a line each; the book's page on the command describes it
    #[arg(long)]
    json: bool,

    /// How many positions are looked at in a record before the search is ended
    #[arg(long, value_name = "POSITIONS", default_value_t = DEFAULT_BOUND)]
    bound: u64,
}

/// What came of one record.
struct Told {
    printed: String,
    report: String,
    tally: Tally,
}

/// Places counted.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    records: u64,
    settled: u64,
    open: u64,
    contradicted: u64,
    unsearched: u64,
    /// Where records could not be followed on.
    faults: u64,
}

impl Resolve {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        if self.in_place && self.files.iter().any(|path| path.as_os_str() == "-") {
            let why = "--in-place writes into files; what comes from standard input is none";
            return Err(Failure::Argument(why.to_owned()));
        }
        let mut status = Status::Fine;
        let sources = input::sources(&self.files, &mut status);
        let tally = self.tell(&sources, &mut status, out)?;
        if tally.contradicted + tally.faults > 0 {
            status = status.max(Status::Faults);
        }
        if self.dry_run {
            let change = |text, origin| self.change(text, origin);
            let shown = rewriting::show(&sources, "changed", &mut status, out, change)?;
            output::note(&format_args!("{tally}; {shown} to be written"));
            return Ok(status.max(if shown.places > 0 { Status::Faults } else { Status::Fine }));
        }
        if self.in_place {
            let change = |text, origin| self.change(text, origin);
            let written = rewriting::apply(&sources, "changed", &mut status, change)?;
            output::note(&format_args!("{tally}; {written} written"));
            return Ok(status);
        }
        output::note(&tally);
        Ok(status)
    }

    fn tell(&self, sources: &[Source], status: &mut Status, out: &mut impl Write) -> Result<Tally, Failure> {
        let mut tally = Tally::default();
        input::each_record(
            sources,
            status,
            |name, record| self.look(name, record),
            |told: Told, _| {
                tally += told.tally;
                let written = out.write_all(told.printed.as_bytes());
                if !told.report.is_empty() {
                    output::report(&(told.report + "\n"));
                }
                written
            },
        )?;
        Ok(tally)
    }

    /// Searches and draws; runs on any thread.
    fn look(&self, name: &str, record: &Record) -> Result<Told, Failure> {
        let resolution = resolve(record, &Options::default(), self.bound);
        let printed = self.print(name, record, &resolution)?;
        let report = if self.json { String::new() } else { draw(name, record, &resolution) };
        Ok(Told { printed, report, tally: Tally::of(&resolution) })
    }

    fn print(&self, name: &str, record: &Record, resolution: &Resolution) -> serde_json::Result<String> {
        if self.json {
            return Ok(serde_json::to_string(&ResolutionData::of(name, record, resolution))? + "\n");
        }
        Ok(if self.in_place { String::new() } else { resolution.text(record) })
    }

    fn change(&self, text: String, origin: Origin) -> Option<Change> {
        let record = Record::parse(text, origin);
        let resolution = resolve(&record, &Options::default(), self.bound);
        if resolution.edits.is_empty() {
            return None;
        }
        let (new, places) = (resolution.text(&record), resolution.count(Outcome::Settled) as u64);
        Some(Change { start: origin.byte, old: record.text, new, places })
    }
}

/// What there is to say of a record, for people. Where its rules cannot be had the replay says why.
fn draw(name: &str, record: &Record, resolution: &Resolution) -> String {
    let source = render::Source::of(name, record);
    let format = output::findings_as_text();
    if !resolution.playable {
        let replay = replaying::replay(record);
        let errors = replay.findings.iter().filter(|finding| finding.severity == tsoro_replay::Severity::Error);
        return format.report(&source, errors);
    }
    let mut findings: Vec<_> = resolution.matters.iter().map(Matter::finding).collect();
    findings.extend(resolution.faults.iter().map(tsoro_replay::resolve::Fault::finding));
    findings.sort_by_key(|finding| finding.span);
    format.report(&source, &findings)
}

impl Tally {
    fn of(resolution: &Resolution) -> Tally {
        let count = |outcome| resolution.count(outcome) as u64;
        Tally {
            records: 1,
            settled: count(Outcome::Settled),
            open: count(Outcome::Open),
            contradicted: count(Outcome::Contradicted),
            unsearched: count(Outcome::Unsearched),
            faults: resolution.faults.len() as u64 + u64::from(!resolution.playable),
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, more: Tally) {
        self.records += more.records;
        self.settled += more.settled;
        self.open += more.open;
        self.contradicted += more.contradicted;
        self.unsearched += more.unsearched;
        self.faults += more.faults;
    }
}

impl fmt::Display for Tally {
    /// `1 record, 3 doubtful places: 2 settled, 1 open`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self.settled + self.open + self.contradicted + self.unsearched;
        let records = counted(self.records, "record", "records");
        write!(f, "{records}, {}: ", counted(places, "doubtful place", "doubtful places"))?;
        write!(f, "{} settled, {} open", self.settled, self.open)?;
        for (count, what) in [(self.contradicted, "contradicted"), (self.unsearched, "not searched to the end")] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        if self.faults > 0 {
            let places = counted(self.faults, "place", "places");
            write!(f, "; {places} beyond which a record cannot be followed")?;
        }
        Ok(())
    }
}

/// A record's resolution as JSON.
#[derive(Serialize)]
struct ResolutionData<'a> {
    file: &'a str,
    record: u64,
    matters: Vec<MatterData<'a>>,
    faults: Vec<FaultData<'a>>,
    positions: u64,
    text: String,
}

#[derive(Serialize)]
struct MatterData<'a> {
    ply: u32,
    line: u64,
    column: u64,
    written: &'a str,
    outcome: &'static str,
    readings: &'a [String],
    left: usize,
    ruled_out: Vec<RuledOut<'a>>,
    notes: &'a [String],
}

#[derive(Serialize)]
struct RuledOut<'a> {
    reading: &'a str,
    why: &'a str,
}

#[derive(Serialize)]
struct FaultData<'a> {
    ply: u32,
    line: u64,
    column: u64,
    message: &'a str,
}

impl<'a> ResolutionData<'a> {
    fn of(file: &'a str, record: &'a Record, resolution: &'a Resolution) -> ResolutionData<'a> {
        let source = render::Source::of(file, record);
        let matter = |matter: &'a Matter| {
            let (place, _) = source.place(matter.span);
            MatterData {
                ply: matter.ply,
                line: place.line,
                column: place.column,
                written: &matter.written,
                outcome: matter.outcome.name(),
                readings: &matter.readings,
                left: matter.left,
                ruled_out: matter.ruled_out.iter().map(|(reading, why)| RuledOut { reading, why }).collect(),
                notes: &matter.notes,
            }
        };
        let fault = |fault: &'a tsoro_replay::resolve::Fault| {
            let (place, _) = source.place(fault.span);
            FaultData { ply: fault.ply, line: place.line, column: place.column, message: &fault.message }
        };
        ResolutionData {
            file,
            record: record.origin.record,
            matters: resolution.matters.iter().map(matter).collect(),
            faults: resolution.faults.iter().map(fault).collect(),
            positions: resolution.positions,
            text: resolution.text(record),
        }
    }
}
