//! `tsoro man`: the manual pages.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, CommandFactory};

use crate::arguments::Arguments;
use crate::failure::{Failure, Status};
use crate::output;

/// Print the manual page, or write those of all commands into a folder
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro man | man -l -
  tsoro man --out ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Write a page for every command into this folder instead
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let mut command = Arguments::command();
        command.build();
        let Some(folder) = &self.out else {
            clap_mangen::Man::new(command).render(out)?;
            return Ok(Status::Fine);
        };
        fs::create_dir_all(folder).map_err(|source| Failure::Write { path: folder.clone(), source })?;
        for page in std::iter::once(&command).chain(command.get_subcommands().filter(|sub| sub.get_name() != "help")) {
            let name = page.get_display_name().unwrap_or(page.get_name()).to_owned();
            let mut text = Vec::new();
            clap_mangen::Man::new(page.clone().name(name.clone())).render(&mut text)?;
            let path = folder.join(format!("{name}.1"));
            output::write_file(&path, &text)?;
            writeln!(out, "{}", path.display())?;
        }
        Ok(Status::Fine)
    }
}
