//! `tsoro diagram`: one position as text, for a document.

use std::io::Write;
use std::path::Path;

use clap::{Args, ValueEnum};
use tsoro_replay::diagram::{self, Picture};
use tsoro_rules::{Position, Side};

use crate::failure::{Failure, Status};
use crate::replaying::{self, Replayed};
use crate::table::{self, RulesArguments};

/// Draw one position, or the board after a ply of a record
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro diagram '2*8 / 0*8 / 0*8 / 2*8 S'
  tsoro diagram --rules nsolo start
  tsoro diagram game.tsoro --ply 12
  tsoro diagram game.tsoro                 The last board of the game")]
pub(crate) struct Diagram {
    /// A position (four rows as South sees them and the side to move), the word `start`, or a record file
    #[arg(value_name = "POSITION|FILE")]
    what: String,

    /// After so many plies of the record; 0 is its start [default: the last]
    #[arg(long, value_name = "N")]
    ply: Option<u32>,

    /// Which record of the file
    #[arg(long, value_name = "K", default_value_t = 1)]
    record: u64,

    #[command(flatten)]
    rules: RulesArguments,

    #[command(flatten)]
    looks: Looks,
}

/// How a board is drawn as text.
#[derive(Debug, Args)]
pub(crate) struct Looks {
    /// Use only characters that every terminal has
    #[arg(long)]
    ascii: bool,

    /// Whose seat the board is seen from
    #[arg(long, value_enum, default_value_t = Seat::South, value_name = "SIDE")]
    from: Seat,

    /// How holes are named at the edge: columns from each owner's left, from South's left, or not at all
    #[arg(long, value_enum, default_value_t = Labels::Owner, value_name = "NAMES")]
    labels: Labels,
}

/// A seat at the board.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Seat {
    South,
    North,
}

/// How holes are named.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Labels {
    Owner,
    Board,
    None,
}

impl Looks {
    /// Draws a picture with these looks.
    pub(crate) fn draw(&self, picture: Picture) -> String {
        let seat = match self.from {
            Seat::South => Side::South,
            Seat::North => Side::North,
        };
        let labels = match self.labels {
            Labels::Owner => diagram::Labels::Owner,
            Labels::Board => diagram::Labels::Board,
            Labels::None => diagram::Labels::None,
        };
        let options = diagram::text::Options { ascii: self.ascii, ..diagram::text::Options::default() };
        diagram::text::draw(&picture.seen_from(seat).labelled(labels), &options)
    }
}

impl Diagram {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let picture = if self.what == "start" && !Path::new("start").exists() {
            let rules = self.rules.settle(None)?;
            Picture::of(&Position::of(*rules.start(), Side::South), Some(&rules))
        } else if self.is_position() {
            let position = table::position(&self.what)?;
            let rules = self.rules.settle(Some(position.columns()))?;
            table::fits(&self.what, &position, &rules)?;
            Picture::of(&position, Some(&rules))
        } else {
            let Replayed { replay, .. } = replaying::one(Path::new(&self.what), self.record)?;
            let last = replay.steps.last().map_or(0, |step| step.ply);
            let ply = self.ply.unwrap_or(last);
            Picture::of_ply(&replay, ply).ok_or_else(|| no_such_ply(ply, last))?
        };
        out.write_all(self.looks.draw(picture).as_bytes())?;
        Ok(Status::Fine)
    }

    /// Whether the argument is a position rather than a file: rows with counts, and no file of that name.
    fn is_position(&self) -> bool {
        let counts = |text: &str| text.chars().all(|c| c.is_ascii_digit() || " */.[]SN\t\n".contains(c));
        self.what.matches('/').count() >= 1 && counts(&self.what) && !Path::new(&self.what).exists()
    }
}

/// What to say of a ply beyond the end.
pub(crate) fn no_such_ply(ply: u32, last: u32) -> Failure {
    Failure::Argument(match last {
        0 => format!("there is no ply {ply}: the record has no moves"),
        last => format!("there is no ply {ply}: the record has {last}"),
    })
}
