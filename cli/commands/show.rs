//! `tsoro show`: a game, board by board.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use tsoro_notation::header::{Entry, Value};
use tsoro_replay::diagram::{Picture, html};
use tsoro_replay::render;

use super::diagram::{Looks, no_such_ply};
use crate::failure::{Failure, Status};
use crate::output;
use crate::replaying::{self, Replayed};

/// Show a game: who played, and the board after one move, after every move, or at the end
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro show game.tsoro                    The last board
  tsoro show game.tsoro --ply 12           The board after the 12th move
  tsoro show game.tsoro --all | less       Every board
  tsoro show game.tsoro --html game.html   A page for a browser
  tsoro show games.tsoro --record 3 --from north")]
pub(crate) struct Show {
    /// A record file, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The board after so many plies; 0 is the start
    #[arg(long, value_name = "N", conflicts_with = "all")]
    ply: Option<u32>,

    /// The board at the start and after every ply
    #[arg(long)]
    all: bool,

    /// Write the whole game as one page for a browser, to be stepped through
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "ply"])]
    html: Option<PathBuf>,

    /// Which record of the file
    #[arg(long, value_name = "K", default_value_t = 1)]
    record: u64,

    #[command(flatten)]
    looks: Looks,
}

impl Show {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let Replayed { record, replay } = replaying::one(&self.file, self.record)?;
        if let Some(path) = &self.html {
            output::write_file(path, html::page(&record, &replay).as_bytes())?;
            return Ok(Status::Fine);
        }
        for Entry { key, value } in &record.header.entries {
            if let Some(text) = in_one_line(&value.value) {
                writeln!(out, "{}", render::printable(&format!("{}: {text}", key.value)))?;
            }
        }
        let last = replay.steps.last().map_or(0, |step| step.ply);
        let plies = match (self.all, self.ply) {
            (true, _) => 0..=last,
            (false, Some(ply)) => ply..=ply,
            (false, None) => last..=last,
        };
        for ply in plies {
            let picture = Picture::of_ply(&replay, ply).ok_or_else(|| no_such_ply(ply, last))?;
            let sure = ply == 0 || replay.steps.iter().any(|step| step.ply == ply && step.certain);
            let doubt = if sure { "" } else { " (not certain: see `tsoro check`)" };
            writeln!(out, "\n{}{doubt}", picture.title)?;
            out.write_all(self.looks.draw(picture).as_bytes())?;
        }
        Ok(Status::Fine)
    }
}

/// A header's value on one line; `None` for what has no text.
fn in_one_line(value: &Value) -> Option<String> {
    Some(match value {
        Value::Empty => return None,
        Value::Text(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Value::List(values) => {
            values.iter().filter_map(|value| in_one_line(&value.value)).collect::<Vec<_>>().join(", ")
        }
        Value::Map(entries) => {
            let each = |entry: &Entry| Some(format!("{}: {}", entry.key.value, in_one_line(&entry.value.value)?));
            entries.iter().filter_map(each).collect::<Vec<_>>().join(", ")
        }
    })
}
