//! `tsoro replay`: what happened in every ply, for other programs.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use tsoro_corpus::read::{Limits, ReadError, Source, Unit, for_each_in_order};
use tsoro_notation::Record;
use tsoro_replay::Severity;
use tsoro_replay::json::ReplayData;

use crate::failure::{Failure, Status};
use crate::{input, output, replaying};

/// Replay records and print, for every ply, its laps, captures and the board after it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro replay --json game.tsoro
  tsoro replay --json games/ | jq '.plies | length'

One JSON object a record, a line each; the book's page on the command describes it. For people there is `tsoro show --all`.")]
pub(crate) struct ReplayCommand {
    /// Files, folders, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print JSON, the only format there is
    #[arg(long, required = true)]
    json: bool,
}

/// A line of output, or why there is none.
enum Line {
    Told { text: String, faulty: bool },
    Unreadable(String),
    Failed(Failure),
}

impl ReplayCommand {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let mut status = Status::Fine;
        let sources = input::sources(&self.files, &mut status);
        let mut written = Ok(());
        for_each_in_order(
            &sources,
            Limits::default(),
            |unit| line(&sources, unit),
            |line| {
                match line {
                    Line::Told { text, faulty } => {
                        status = status.max(if faulty { Status::Faults } else { Status::Fine });
                        written = out.write_all(text.as_bytes());
                    }
                    Line::Unreadable(why) => {
                        status = status.max(Status::Faults);
                        output::complain(&why);
                    }
                    Line::Failed(failure) => {
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
}

fn line(sources: &[Source], unit: Unit) -> Line {
    match unit {
        Unit::Record { source, record } => {
            let record = Record::parse(record.text, record.origin);
            let replay = replaying::replay(&record);
            let faulty = replay.findings.iter().any(|finding| finding.severity == Severity::Error);
            match serde_json::to_string(&ReplayData::of(&sources[source].to_string(), &record, &replay)) {
                Ok(text) => Line::Told { text: text + "\n", faulty },
                Err(error) => Line::Failed(Failure::Json(error)),
            }
        }
        Unit::Unreadable { source, origin, foreign } => {
            Line::Unreadable(format!("{}: record {}: {foreign}", sources[source], origin.record))
        }
        Unit::Unopened { error, .. } => Line::Failed(Failure::Source(error)),
        Unit::Broken { source, error: ReadError::Io(error), .. } => {
            Line::Failed(Failure::Read { path: sources[source].path().to_owned(), source: error })
        }
        Unit::Broken { source, error, .. } => Line::Unreadable(format!("{}: {error}", sources[source])),
    }
}
