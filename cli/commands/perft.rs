//! `tsoro perft`: how many complete moves there are to a depth.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use tsoro_rules::{Narrow, Packed, Position, Ring, RuleSet};

use crate::failure::{Failure, Status};
use crate::table::TableArguments;

/// Count the complete moves to a depth
///
/// A complete move is a lift with its choices at heads and its full bonus. "sowings" counts the last move once a sowing,
/// whatever its bonus. Two programs that agree on these numbers play by the same rules. Each depth is printed as soon as
/// it is counted.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro perft --depth 4
  tsoro perft --rules nsolo --columns 8 --depth 2 --json
  tsoro perft --position '0 0 1 0 / 1 0 0 2 / 0 2 0 1 / 1 0 0 0 S' --depth 6")]
pub(crate) struct Perft {
    #[command(flatten)]
    table: TableArguments,

    /// How many moves deep, from 1
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: u32,

    /// Print one JSON object a depth, a line each
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    depth: u32,
    moves: u64,
    sowings: u64,
}

impl Perft {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let (rules, position) = self.table.settle()?;
        // The smallest ring that the stones fit into is the fastest.
        if let Some(position) = position.convert::<Packed>() {
            self.count(&rules, &position, out)
        } else if let Some(position) = position.convert::<Narrow>() {
            self.count(&rules, &position, out)
        } else {
            self.count(&rules, &position, out)
        }
    }

    fn count<R: Ring>(&self, rules: &RuleSet, position: &Position<R>, out: &mut impl Write) -> Result<Status, Failure> {
        if !self.json {
            writeln!(out, "{:>5} {:>20} {:>20}", "depth", "moves", "sowings")?;
        }
        for depth in 1..=self.depth {
            let count = position.perft(rules, depth);
            if self.json {
                serde_json::to_writer(&mut *out, &Line { depth, moves: count.moves, sowings: count.sowings })?;
                writeln!(out)?;
            } else {
                writeln!(out, "{depth:>5} {:>20} {:>20}", count.moves, count.sowings)?;
            }
            // The next depth may take long: what is known is shown.
            out.flush()?;
        }
        Ok(Status::Fine)
    }
}
