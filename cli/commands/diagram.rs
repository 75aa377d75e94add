//! `tsoro diagram`: positions as text or pictures, for a document.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tsoro_replay::diagram::{self, Picture};
use tsoro_rules::{Position, Side};

use crate::drawn::Drawn;
use crate::failure::{Failure, Status};
use crate::replaying::{self, Replayed};
use crate::table::{self, RulesArguments};

/// Draw a position, or the boards after plies of a record, as text or as a picture
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro diagram '2*8 / 0*8 / 0*8 / 2*8 S'
  tsoro diagram --rules nsolo start
  tsoro diagram game.tsoro --ply 12
  tsoro diagram game.tsoro                 The last board of the game
  tsoro diagram game.tsoro --ply 12 --out board.svg
  tsoro diagram game.tsoro --ply 12,15-17 --out 'board-{ply}.png' --theme paper
  tsoro diagram game.tsoro --ply 1-4 --out strip.svg
  tsoro diagram game.tsoro --ply 12 --animate --out sowing.svg")]
pub(crate) struct Diagram {
    /// A position (four rows as South sees them and the side to move), the word `start`, or a record file
    #[arg(value_name = "POSITION|FILE")]
    what: String,

    /// After so many plies of the record, several with commas and ranges: 12,15-17; 0 is its start [default: the last]
    #[arg(long, value_name = "PLIES")]
    ply: Option<String>,

    /// Write a picture to a file instead of text to the terminal. Its ending says what is drawn: svg, png, pdf, tex
    /// (a tikzpicture), typ (Typst) or txt. With {ply} in its name, every ply has a file of its own; without, several plies are
    /// one strip
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// A picture that moves, in a file that ends in svg or png: one ply lap by lap, several plies or the whole game board
    /// by board. Every picture is seen for so many seconds
    #[arg(long, requires = "out", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    #[arg(value_name = "SECONDS", value_parser = pace)]
    animate: Option<u16>,

    /// A line below the board
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,

    #[command(flatten)]
    drawn: Drawn,

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
    /// Turns and labels a picture as asked for.
    pub(crate) fn turn(&self, picture: Picture) -> Picture {
        let seat = match self.from {
            Seat::South => Side::South,
            Seat::North => Side::North,
        };
        let labels = match self.labels {
            Labels::Owner => diagram::Labels::Owner,
            Labels::Board => diagram::Labels::Board,
            Labels::None => diagram::Labels::None,
        };
        picture.seen_from(seat).labelled(labels)
    }

    /// Draws a picture as text.
    pub(crate) fn draw(&self, picture: Picture) -> String {
        let options = diagram::text::Options { ascii: self.ascii, ..diagram::text::Options::default() };
        diagram::text::draw(&self.turn(picture), &options)
    }
}

impl Diagram {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        if let (Some(milliseconds), Some(path)) = (self.animate, &self.out) {
            let film: Vec<Picture> = self.film()?.into_iter().map(|picture| self.looks.turn(picture)).collect();
            self.drawn.write_film(path, &film, milliseconds)?;
            return Ok(Status::Fine);
        }
        let mut pictures = self.pictures()?;
        if let Some(caption) = &self.caption {
            for (_, picture) in &mut pictures {
                picture.caption = Some(caption.clone());
            }
        }
        if let Some(path) = &self.out {
            let pictures = pictures.into_iter().map(|(ply, picture)| (ply, self.looks.turn(picture))).collect();
            self.drawn.write(path, pictures)?;
            return Ok(Status::Fine);
        }
        let many = pictures.len() > 1;
        for (index, (_, picture)) in pictures.into_iter().enumerate() {
            if many {
                writeln!(out, "{}{}", if index > 0 { "\n" } else { "" }, picture.title)?;
            }
            out.write_all(self.looks.draw(picture).as_bytes())?;
        }
        Ok(Status::Fine)
    }

    /// What is to be drawn, each with its ply.
    fn pictures(&self) -> Result<Vec<(u32, Picture)>, Failure> {
        let position = if self.what == "start" && !Path::new("start").exists() {
            let rules = self.rules.settle(None)?;
            Some((Position::of(*rules.start(), Side::South), rules))
        } else if self.is_position() {
            let position = table::position(&self.what)?;
            let rules = self.rules.settle(Some(position.columns()))?;
            table::fits(&self.what, &position, &rules)?;
            Some((position, rules))
        } else {
            None
        };
        if let Some((position, rules)) = position {
            if self.ply.is_some() {
                return Err(Failure::Argument("--ply goes with a record; a position has no moves".to_owned()));
            }
            return Ok(vec![(0, Picture::of(&position, Some(&rules)))]);
        }
        let Replayed { replay, .. } = replaying::one(Path::new(&self.what), self.record)?;
        let last = replay.steps.last().map_or(0, |step| step.ply);
        let plies = match &self.ply {
            Some(text) => {
                diagram::weave::plies(text).map_err(|reason| Failure::Argument(format!("--ply: {reason}")))?
            }
            None => vec![last],
        };
        let picture = |ply| Ok((ply, Picture::of_ply(&replay, ply).ok_or_else(|| no_such_ply(ply, last))?));
        plies.into_iter().map(picture).collect()
    }

    /// The pictures of a film, each with its caption.
    fn film(&self) -> Result<Vec<Picture>, Failure> {
        if self.what == "start" || self.is_position() {
            return Err(Failure::Argument("--animate goes with a record; a position does not move".to_owned()));
        }
        let Replayed { replay, .. } = replaying::one(Path::new(&self.what), self.record)?;
        let last = replay.steps.last().map_or(0, |step| step.ply);
        let plies = match &self.ply {
            Some(text) => {
                diagram::weave::plies(text).map_err(|reason| Failure::Argument(format!("--ply: {reason}")))?
            }
            None => (0..=last).collect(),
        };
        if let [ply] = plies[..] {
            return diagram::animation::laps(&replay, ply).ok_or_else(|| no_such_ply(ply, last));
        }
        let picture = |ply| {
            let picture = Picture::of_ply(&replay, ply).ok_or_else(|| no_such_ply(ply, last))?;
            Ok(Picture { caption: Some(picture.title.clone()), ..picture })
        };
        plies.into_iter().map(picture).collect()
    }

    /// Whether the argument is a position rather than a file: rows with counts, and no file of that name.
    fn is_position(&self) -> bool {
        let counts = |text: &str| text.chars().all(|c| c.is_ascii_digit() || " */.[]SN\t\n".contains(c));
        self.what.matches('/').count() >= 1 && counts(&self.what) && !Path::new(&self.what).exists()
    }
}

/// Seconds as milliseconds.
fn pace(text: &str) -> Result<u16, String> {
    let seconds: f32 = text.parse().map_err(|_| "a number of seconds, such as 1 or 0.5".to_owned())?;
    if (0.05..=30.0).contains(&seconds) {
        Ok((seconds * 1000.0) as u16)
    } else {
        Err("from 0.05 to 30 seconds".to_owned())
    }
}

/// What to say of a ply beyond the end.
pub(crate) fn no_such_ply(ply: u32, last: u32) -> Failure {
    Failure::Argument(match last {
        0 => format!("there is no ply {ply}: the record has no moves"),
        last => format!("there is no ply {ply}: the record has {last}"),
    })
}
