//! `tsoro explain`: what a finding means.

use std::io::Write;

use clap::Args;
use clap::builder::PossibleValuesParser;
use tsoro_replay::{Code, explain};

use crate::failure::{Failure, Status};

/// Explain a finding: what it means, an example, and what to do about it
///
/// Every finding of `tsoro check` carries a code, such as `illegal-lift`, in brackets behind its severity.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro explain                            List all codes
  tsoro explain illegal-lift               What one of them means")]
pub(crate) struct Explain {
    /// The finding's code; without it all codes are listed
    #[arg(value_name = "CODE", hide_possible_values = true,
          value_parser = PossibleValuesParser::new(Code::ALL.iter().map(|code| code.name())))]
    code: Option<String>,
}

/// The longest line of the list, in characters.
const WIDTH: usize = 100;

impl Explain {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        match &self.code {
            Some(name) => {
                let code = name.parse::<Code>().map_err(|error| Failure::Argument(error.to_string()))?;
                out.write_all(explain::explain(code).as_bytes())?;
            }
            None => list(out)?,
        }
        Ok(Status::Fine)
    }
}

/// All codes in the order in which the library has them: text, header, board, moves, result.
fn list(out: &mut impl Write) -> Result<(), Failure> {
    let indent = Code::ALL.iter().map(|code| code.name().len()).max().unwrap_or(0) + 2;
    for &code in Code::ALL {
        write!(out, "{code:indent$}")?;
        let mut column = indent;
        for word in explain::summary(code).split_whitespace() {
            let length = word.chars().count();
            if column > indent && column + 1 + length > WIDTH {
                write!(out, "\n{:indent$}", "")?;
                column = indent;
            } else if column > indent {
                out.write_all(b" ")?;
                column += 1;
            }
            out.write_all(word.as_bytes())?;
            column += length;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}
