//! `tsoro generate`: games played out at random, as canonical records.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use tsoro_replay::generate::Game;
use tsoro_rules::Randomness;

use crate::failure::{Failure, Status};
use crate::table::TableArguments;

/// Write records of games that the program plays against itself, every move chosen at random
///
/// The same seed and rules give the same games, on every machine. The games are legal, not good: they are for tests,
/// for measuring, and to have something to look at.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro generate --columns 8 > game.tsoro
  tsoro generate --games 1000 --seed 7 --rules nsolo | tsoro check -")]
pub(crate) struct Generate {
    #[command(flatten)]
    table: TableArguments,

    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: u64,

    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Break a game off after so many moves
    #[arg(long, value_name = "N", default_value_t = 1000)]
    plies: u32,
}

impl Generate {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let (rules, start) = self.table.settle()?;
        let header = self.table.header(&rules)?;
        let mut text = String::new();
        for game in 1..=self.games {
            // Every game has random numbers of its own, so that game 7 is the same however many are asked for.
            let mut random = Randomness::seeded(self.seed.wrapping_add(game.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
            text.clear();
            let _ = write!(text, "---\n{header}source: Played out at random by the program (");
            let _ = writeln!(text, "seed {}, game {game})", self.seed);
            Game::played(&rules, &start, self.plies, &mut random).write(&mut text);
            out.write_all(text.as_bytes())?;
        }
        Ok(Status::Fine)
    }
}
