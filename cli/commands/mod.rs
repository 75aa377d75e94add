//! The subcommands, one file each. A command's struct is its arguments; its `run` does the work.

pub(crate) mod archive;
pub(crate) mod check;
pub(crate) mod collate;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod diagram;
pub(crate) mod explain;
pub(crate) mod find;
pub(crate) mod fmt;
pub(crate) mod generate;
pub(crate) mod identify;
pub(crate) mod man;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod replay;
pub(crate) mod resolve;
pub(crate) mod rules;
pub(crate) mod show;
pub(crate) mod sow;
pub(crate) mod stats;
pub(crate) mod weave;

use std::io::Write;

use crate::arguments::Command;
use crate::failure::{Failure, Status};

/// Runs a subcommand, its results going to `out`.
pub(crate) fn run(command: &Command, out: &mut impl Write) -> Result<Status, Failure> {
    match command {
        Command::Check(command) => command.run(out),
        Command::Explain(command) => command.run(out),
        Command::Show(command) => command.run(out),
        Command::Replay(command) => command.run(out),
        Command::Resolve(command) => command.run(out),
        Command::Identify(command) => command.run(out),
        Command::Fmt(command) => command.run(out),
        Command::Diagram(command) => command.run(out),
        Command::Moves(command) => command.run(out),
        Command::Sow(command) => command.run(out),
        Command::Generate(command) => command.run(out),
        Command::Perft(command) => command.run(out),
        Command::Convert(command) => command.run(out),
        Command::Archive(command) => command.run(out),
        Command::Find(command) => command.run(out),
        Command::Collate(command) => command.run(out),
        Command::Stats(command) => command.run(out),
        Command::Tree(command) => command.run(out),
        Command::Rules(command) => command.run(out),
        Command::Weave(command) => command.run(out),
        Command::Completions(command) => command.run(out),
        Command::Man(command) => command.run(out),
    }
}
