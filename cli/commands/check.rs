//! `tsoro check`: records held against their rules, and what there is to say of them.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use tsoro_corpus::read::{Limits, Source, Unit, for_each_in_order};
use tsoro_notation::Record;
use tsoro_replay::finding::Severity;

use crate::failure::{Failure, Status};
use crate::input;

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

Exit status: 0 fine, 1 errors found (with --strict: or warnings), 2 could not read something.
`tsoro explain CODE` says more about a finding.")]
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
