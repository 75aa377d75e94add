//! `tsoro`, the command: reads arguments and files, calls the crates, prints what they found.
//!
//! Results go to standard output, messages to standard error. Exit status: 0 fine, 1 errors found in a record (or
//! warnings, with `--strict`), 2 the command could not do its work. Nothing about the games is decided here.

mod arguments;
mod commands;
mod drawn;
mod failure;
mod input;
mod output;
mod progress;
mod replaying;
mod rewriting;
mod table;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

use crate::arguments::Arguments;
use crate::failure::{Failure, Status};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    arguments.color.apply();
    let mut out = output::standard();
    let outcome = commands::run(&arguments.command, &mut out);
    let flushed = out.flush().map_err(Failure::Output);
    let outcome = outcome.and_then(|status| flushed.map(|()| status));
    match outcome {
        Ok(status) => status.into(),
        Err(failure) if failure.is_closed_pipe() => Status::Fine.into(),
        Err(failure) => {
            output::complain(&failure);
            ExitCode::from(2)
        }
    }
}
