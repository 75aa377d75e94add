//! `tsoro replay`: what happened in every ply, for other programs.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tsoro_notation::Record;
use tsoro_replay::Severity;
use tsoro_replay::json::ReplayData;

use crate::failure::{Failure, Status};
use crate::{input, replaying};

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

impl ReplayCommand {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let mut status = Status::Fine;
        let sources = input::sources(&self.files, &mut status);
        input::each_record(&sources, &mut status, line, |(text, graver), status| {
            *status = (*status).max(graver);
            out.write_all(text.as_bytes())
        })?;
        Ok(status)
    }
}

/// A record's line of output, and whether there are errors in it.
fn line(name: &str, record: &Record) -> Result<(String, Status), Failure> {
    let replay = replaying::replay(record);
    let faulty = replay.findings.iter().any(|finding| finding.severity == Severity::Error);
    let text = serde_json::to_string(&ReplayData::of(name, record, &replay))? + "\n";
    Ok((text, if faulty { Status::Faults } else { Status::Fine }))
}
