//! Games played out at random, written as canonical records: for tests, for measuring, and to have something to look at.

use std::collections::HashSet;
use std::fmt::Write;

use tsoro_rules::sowing::SowingEnd;
use tsoro_rules::{Bonus, Narrow, Over, Packed, Position, Randomness, Repetition, Ring, RuleSet, Side, Turn, Wide};

/// The widest line of a movetext, in columns.
const WIDTH: usize = 80;

/// A game played out, not yet a whole record: the header's last keys and the movetext.
#[derive(Debug, Clone)]
pub struct Game {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: &'static str,
    /// The header's `ending`.
    ending: Option<&'static str>,
    words: Vec<String>,
    plies: u32,
}

impl Game {
    /// Plays a game out from a position, every move chosen at random, for so many plies at the most.
    ///
    /// ```
    /// use tsoro_replay::generate::Game;
    /// use tsoro_rules::{Position, Randomness, Side, describe::Description};
    ///
    /// let rules = Description::parse("bao-kigogo")?.build(None)?;
    /// let start = Position::of(*rules.start(), Side::South);
    /// let mut text = "---\ngame: bao-kigogo\n".to_owned();
    /// Game::played(&rules, &start, 500, &mut Randomness::seeded(1)).write(&mut text);
    /// let record = tsoro_notation::records(&text).next().unwrap();
    /// assert_eq!(tsoro_replay::replay(&record, &Default::default()).findings, []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn played(rules: &RuleSet, start: &Position, plies: u32, random: &mut Randomness) -> Game {
        if let Some(start) = start.convert::<Packed>() {
            played_on(rules, &start, plies, random)
        } else if let Some(start) = start.convert::<Narrow>() {
            played_on(rules, &start, plies, random)
        } else {
            played_on::<Wide>(rules, start, plies, random)
        }
    }

    /// How many plies were played.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Appends `result` and `ending`, the line that closes the header, and the movetext, to a header begun by the caller.
    pub fn write(&self, text: &mut String) {
        let _ = writeln!(text, "result: {}", self.result);
        if let Some(ending) = self.ending {
            let _ = writeln!(text, "ending: {ending}");
        }
        text.push_str("---\n\n");
        let mut column = 0;
        for word in &self.words {
            if column > 0 && column + 1 + word.len() > WIDTH {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            column += word.len();
            text.push_str(word);
        }
        text.push('\n');
    }
}

fn played_on<R: Ring>(rules: &RuleSet, start: &Position<R>, plies: u32, random: &mut Randomness) -> Game {
    let mut words = Vec::new();
    let mut position = *start;
    let mut seen = HashSet::new();
    let mut number = 0;
    let (result, ending) = loop {
        if let Some(over) = position.over(rules) {
            break named(over);
        }
        if rules.repetition() == Repetition::Draw && !seen.insert((position.board, position.to_move)) {
            break ("1/2-1/2", Some("repetition"));
        }
        let mut bonus = Vec::new();
        let before = position;
        let turn = if number < plies {
            position.play_random(rules, random, |circuit, stones| take(&mut bonus, circuit, stones))
        } else {
            None
        };
        let Some(turn) = turn else { break ("*", Some("abandoned")) };
        let mut ply = written(rules, &before, &turn, &mut bonus);
        if position.over(rules).and_then(Over::winner) == Some(before.to_move) {
            ply.push('#');
        }
        if before.to_move == start.to_move {
            words.push(format!("{}.", number / 2 + 1));
        }
        words.push(ply);
        number += 1;
        if turn.end == SowingEnd::Endless {
            break ("1/2-1/2", None);
        }
    };
    words.push(result.to_owned());
    Game { result, ending, words, plies: number }
}

fn named(over: Over) -> (&'static str, Option<&'static str>) {
    let result = match over.winner() {
        Some(Side::South) => "1-0",
        Some(Side::North) => "0-1",
        None => "1/2-1/2",
    };
    let ending = match over {
        Over::NoStones { .. } => "no-stones",
        Over::Immobilised { .. } => "immobilised",
    };
    (result, Some(ending))
}

fn take(bonus: &mut Vec<(u8, u16)>, circuit: u8, stones: u16) {
    match bonus.iter_mut().find(|(known, _)| *known == circuit) {
        Some((_, sum)) => *sum += stones,
        None => bonus.push((circuit, stones)),
    }
}

/// A turn in canonical notation.
fn written<R: Ring>(rules: &RuleSet, before: &Position<R>, turn: &Turn, bonus: &mut [(u8, u16)]) -> String {
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
