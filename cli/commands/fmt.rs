//! `tsoro fmt`: records written in canonical form.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use tsoro_corpus::read::{Limits, Packing, ReadError, Source, Unit, for_each_in_order};
use tsoro_notation::Record;
use tsoro_notation::write;

use crate::failure::{Failure, Status};
use crate::{input, output};

/// Write records clean: move numbers, one blank between items, lines of at most 80 columns
///
/// What you wrote stays: the header as it is, comments, doubts, and text that cannot be read. Formatting twice changes
/// nothing. Files are changed in place, and their names printed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro fmt games/                         Write all records below a folder clean
  tsoro fmt --check games/                 Say which files are not, and change nothing
  tsoro fmt - < game.tsoro                 From standard input to standard output (or: --stdin)")]
pub(crate) struct Fmt {
    /// Files, folders, or - for standard input
    #[arg(required_unless_present = "stdin", value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Format standard input, as - does
    #[arg(long, conflicts_with = "paths")]
    stdin: bool,

    /// Change nothing; exit status 1 if a file is not formatted
    #[arg(long)]
    check: bool,

    /// Print the formatted records, change no file
    #[arg(long, conflicts_with = "check")]
    stdout: bool,
}

/// What came of one record, or of a file that is none.
enum Formatted {
    Record { source: usize, clean: String, same: bool },
    Trouble { source: usize, failure: Failure, status: Status },
}

/// What a file is like.
#[derive(Debug, Clone, Copy, Default)]
struct State {
    /// Not as it would be written.
    untidy: bool,
    /// Not read to its end, so not to be written either.
    broken: bool,
}

impl Fmt {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let mut status = Status::Fine;
        let sources = if self.stdin { vec![Source::StandardInput] } else { input::sources(&self.paths, &mut status) };
        // Standard input cannot be read twice, nor written.
        let (printed, kept): (Vec<_>, Vec<_>) =
            sources.into_iter().partition(|source| self.stdout || *source == Source::StandardInput && !self.check);
        each_record(&printed, &mut status, |_, clean, _| out.write_all(clean.as_bytes()))?;
        let states = survey(&kept, &mut status)?;
        for (source, state) in kept.iter().zip(states) {
            if state.broken || !state.untidy {
                continue;
            }
            if self.check {
                writeln!(out, "{source}")?;
                status = status.max(Status::Faults);
            } else {
                status = status.max(rewrite(source, out)?);
            }
        }
        Ok(status)
    }
}

/// Reads all sources and says of each what it is like.
fn survey(sources: &[Source], status: &mut Status) -> Result<Vec<State>, Failure> {
    let mut states = vec![State::default(); sources.len()];
    let broken = each_record(sources, status, |source, _, same| {
        states[source].untidy |= !same;
        Ok(())
    })?;
    for source in broken {
        states[source].broken = true;
    }
    Ok(states)
}

/// Writes a file anew, record by record.
fn rewrite(source: &Source, out: &mut impl Write) -> Result<Status, Failure> {
    let path = source.path();
    if Packing::of_file(path).map_err(|source| Failure::Read { path: path.to_owned(), source })? != Packing::Plain {
        output::complain(&format_args!("{source} is compressed, so it is left as it is; `--stdout` prints it clean"));
        return Ok(Status::Incomplete);
    }
    let mut status = Status::Fine;
    output::replace_file(path, |file| {
        let one = std::slice::from_ref(source);
        let broken = each_record(one, &mut status, |_, clean, _| file.write_all(clean.as_bytes()))?;
        if broken.is_empty() { Ok(()) } else { Err(io::Error::other("it cannot be read any more")) }
    })?;
    writeln!(out, "{source}")?;
    Ok(status)
}

/// Hands every record on in canonical form, with whether it is so already. What cannot be read is complained of; returned
/// are the sources in which there was such a thing.
fn each_record(
    sources: &[Source],
    status: &mut Status,
    mut act: impl FnMut(usize, &str, bool) -> io::Result<()>,
) -> io::Result<Vec<usize>> {
    let mut broken = Vec::new();
    let mut outcome = Ok(());
    for_each_in_order(
        sources,
        Limits::default(),
        |unit| format(sources, unit),
        |formatted| {
            match formatted {
                Formatted::Record { source, clean, same } => outcome = act(source, &clean, same),
                Formatted::Trouble { source, failure, status: graver } => {
                    *status = (*status).max(graver);
                    output::complain(&failure);
                    broken.push(source);
                }
            }
            if outcome.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    outcome.map(|()| broken)
}

fn format(sources: &[Source], unit: Unit) -> Formatted {
    match unit {
        Unit::Record { source, record } => {
            // A byte-order mark before the first record is not written again.
            let marked = record.origin.record == 1 && record.origin.byte > 0;
            let record = Record::parse(record.text, record.origin);
            let clean = write::canonical(&record);
            Formatted::Record { source, same: !marked && clean == record.text, clean }
        }
        Unit::Unreadable { source, origin, foreign } => {
            let (file, record) = (&sources[source], origin.record);
            let failure = Failure::Argument(format!("{file}: record {record}: {foreign}, before it can be formatted"));
            Formatted::Trouble { source, failure, status: Status::Faults }
        }
        Unit::Unopened { source, error } => {
            Formatted::Trouble { source, failure: Failure::Source(error), status: Status::Incomplete }
        }
        Unit::Broken { source, error: ReadError::Io(error), .. } => {
            let failure = Failure::Read { path: sources[source].path().to_owned(), source: error };
            Formatted::Trouble { source, failure, status: Status::Incomplete }
        }
        Unit::Broken { source, error, .. } => {
            let failure = Failure::Argument(format!("{}: {error}; the file is left as it is", sources[source]));
            Formatted::Trouble { source, failure, status: Status::Faults }
        }
    }
}
