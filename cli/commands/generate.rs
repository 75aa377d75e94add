//! `tsoro generate`: games played out at random, as canonical records.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use tsoro_rules::sowing::SowingEnd;
use tsoro_rules::{Bonus, Over, Position, Randomness, Repetition, RuleSet, Side, Turn};

use crate::failure::{Failure, Status};
use crate::table::TableArguments;

/// The widest line of a movetext, in columns.
const WIDTH: usize = 80;

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
            play(&rules, &start, self.plies, &mut random, &mut text);
            out.write_all(text.as_bytes())?;
        }
        Ok(Status::Fine)
    }
}

/// How a game ended, as the header and the movetext say it.
struct Ending {
    result: &'static str,
    ending: Option<&'static str>,
}

/// Plays one game out and appends the rest of its header and its movetext.
fn play(rules: &RuleSet, start: &Position, plies: u32, random: &mut Randomness, text: &mut String) {
    let mut lines = Lines::default();
    let mut position = *start;
    let mut seen = HashSet::new();
    let mut number = 0;
    let ending = loop {
        if let Some(over) = position.over(rules) {
            break Ending::of(over);
        }
        if rules.repetition() == Repetition::Draw && !seen.insert((position.board, position.to_move)) {
            break Ending { result: "1/2-1/2", ending: Some("repetition") };
        }
        if number == plies {
            break Ending { result: "*", ending: Some("abandoned") };
        }
        let mut bonus = Vec::new();
        let before = position;
        let Some(turn) = position.play_random(rules, random, |circuit, stones| take(&mut bonus, circuit, stones))
        else {
            break Ending { result: "*", ending: Some("abandoned") };
        };
        let mut ply = written(rules, &before, &turn, &mut bonus);
        if position.over(rules).and_then(Over::winner) == Some(before.to_move) {
            ply.push('#');
        }
        let starts_line = before.to_move == start.to_move;
        if starts_line {
            let _ = write!(lines.word(), "{}.", number / 2 + 1);
        }
        lines.word().push_str(&ply);
        number += 1;
        if turn.end == SowingEnd::Endless {
            break Ending { result: "1/2-1/2", ending: None };
        }
    };
    lines.word().push_str(ending.result);
    let _ = writeln!(text, "result: {}", ending.result);
    if let Some(ending) = ending.ending {
        let _ = writeln!(text, "ending: {ending}");
    }
    text.push_str("---\n\n");
    lines.finish(text);
}

impl Ending {
    fn of(over: Over) -> Ending {
        let result = match over.winner() {
            Some(Side::South) => "1-0",
            Some(Side::North) => "0-1",
            None => "1/2-1/2",
        };
        let ending = match over {
            Over::NoStones { .. } => "no-stones",
            Over::Immobilised { .. } => "immobilised",
        };
        Ending { result, ending: Some(ending) }
    }
}

fn take(bonus: &mut Vec<(u8, u16)>, circuit: u8, stones: u16) {
    match bonus.iter_mut().find(|(known, _)| *known == circuit) {
        Some((_, sum)) => *sum += stones,
        None => bonus.push((circuit, stones)),
    }
}

/// A turn in canonical notation.
fn written(rules: &RuleSet, before: &Position, turn: &Turn, bonus: &mut [(u8, u16)]) -> String {
    let (columns, mover) = (before.columns(), before.to_move);
    let hole = |side, circuit| columns.at(side, circuit).map(|hole| hole.to_string()).unwrap_or_default();
    let mut ply = hole(mover, turn.lift);
    match turn.end {
        SowingEnd::Stopped => {
            let _ = write!(ply, "/{}", hole(mover, turn.landing));
            let mut on_that_head = 0;
            let mut again = *before;
            again.sow(
                rules,
                turn.lift,
                |ordinal, lap| {
                    on_that_head += u32::from(lap.landing == turn.landing);
                    ordinal == turn.heads
                },
                |_| {},
            );
            if on_that_head > 1 {
                let _ = write!(ply, "^{on_that_head}");
            }
        }
        SowingEnd::Endless => ply.push('~'),
        SowingEnd::Empty => {}
    }
    if turn.capture.total() > 0 {
        let _ = match turn.capture.outer {
            0 => write!(ply, "x{}", turn.capture.inner),
            outer => write!(ply, "x{},{outer}", turn.capture.inner),
        };
    }
    bonus.sort_unstable();
    for (index, (circuit, stones)) in bonus.iter().enumerate() {
        ply.push(if index == 0 { ':' } else { ',' });
        ply.push_str(&hole(!mover, *circuit));
        if *rules.bonus() == Bonus::Stones {
            let _ = write!(ply, "={stones}");
        }
    }
    ply
}

/// Words set into lines of at most [`WIDTH`] columns.
#[derive(Default)]
struct Lines {
    words: Vec<String>,
}

impl Lines {
    /// A new word, to be written into.
    fn word(&mut self) -> &mut String {
        self.words.push(String::new());
        let last = self.words.len() - 1;
        &mut self.words[last]
    }

    fn finish(self, text: &mut String) {
        let mut column = 0;
        for word in self.words {
            if column > 0 && column + 1 + word.len() > WIDTH {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            column += word.len();
            text.push_str(&word);
        }
        text.push('\n');
    }
}
