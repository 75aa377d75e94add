//! `tsoro fmt`: records written in canonical form.

use std::fs;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use clap::Args;
use tsoro_corpus::read::Source;
use tsoro_notation::write::{self, WriteOptions};

use crate::failure::{Failure, Status};
use crate::{input, output};

/// Write records clean: move numbers, one blank between items, lines of at most 80 columns
///
/// What you wrote stays: the header as it is, comments, doubts, and text that cannot be read. Formatting twice changes
/// nothing. Files are changed in place.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro fmt games/                         Write all records below a folder clean
  tsoro fmt --check games/                 Say which files are not, and change nothing
  tsoro fmt - < game.tsoro                 From standard input to standard output")]
pub(crate) struct Fmt {
    /// Files, folders, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Change nothing; exit status 1 if a file is not formatted
    #[arg(long)]
    check: bool,

    /// Print the formatted records, change no file
    #[arg(long, conflicts_with = "check")]
    stdout: bool,
}

impl Fmt {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let mut status = Status::Fine;
        for source in input::sources(&self.paths, &mut status) {
            status = status.max(self.format(&source, out)?);
        }
        Ok(status)
    }

    fn format(&self, source: &Source, out: &mut impl Write) -> Result<Status, Failure> {
        let path = source.path();
        let read = match source {
            Source::StandardInput => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
            }
            Source::File(path) => fs::read(path),
        };
        let bytes = match read {
            Ok(bytes) => bytes,
            Err(error) => {
                output::complain(&Failure::Read { path: path.to_owned(), source: error });
                return Ok(Status::Incomplete);
            }
        };
        let Ok(text) = std::str::from_utf8(&bytes) else {
            output::complain(&format_args!("{source}: not UTF-8, so left as it is; `tsoro check` says more"));
            return Ok(Status::Faults);
        };
        let clean = write::canonical_text(text, WriteOptions::default());
        if self.stdout || *source == Source::StandardInput && !self.check {
            out.write_all(clean.as_bytes())?;
            return Ok(Status::Fine);
        }
        if clean == text {
            return Ok(Status::Fine);
        }
        writeln!(out, "{source}")?;
        if self.check {
            return Ok(Status::Faults);
        }
        output::write_file(path, clean.as_bytes())?;
        Ok(Status::Fine)
    }
}
