//! `tsoro completions`: a script that lets a shell complete the command line.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::failure::{Failure, Status};

/// Print a script that lets your shell complete `tsoro` commands
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro completions bash > ~/.local/share/bash-completion/completions/tsoro
  tsoro completions fish > ~/.config/fish/completions/tsoro.fish
  tsoro completions zsh > ~/.zfunc/_tsoro")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        // The generator panics where it cannot write: it writes into memory, and we write that out.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "tsoro", &mut script);
        out.write_all(&script)?;
        Ok(Status::Fine)
    }
}
