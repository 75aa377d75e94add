//! `tsoro moves`: every complete sowing that the mover may choose.

use std::io::Write;
use std::ops::ControlFlow;

use clap::Args;
use serde::Serialize;
use tsoro_rules::sowing::SowingEnd;
use tsoro_rules::{Capture, Choice, Due, Hole, Over, Position, RuleSet, Wide};

use crate::failure::{Failure, Status};
use crate::table::TableArguments;

/// So many landings are listed of a long sowing, the last one among them.
const LISTED: usize = 1000;
/// So many fit on a line for people.
const SHOWN: usize = 8;

/// List every sowing that the player to move may choose
///
/// With the holes in which its laps end, what it captures and what bonus that earns. Where a lap ends in an occupied
/// head, stopping there is a sowing of its own (`B5/B20`).
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro moves --columns 8
  tsoro moves --rules '{preset: tsoro, heads: 1}' --columns 8
  tsoro moves --position '1 0 2 / 0 1 0 / 0 2 1 / 1 0 1 N' --json

JSON: one object a sowing, a line each. Of more than 1,000 laps, `landings` lists the first 999 and the last.")]
pub(crate) struct Moves {
    #[command(flatten)]
    table: TableArguments,

    /// Print one JSON object a sowing, a line each
    #[arg(long)]
    json: bool,
}

/// One sowing, ready to be shown.
#[derive(Serialize)]
struct Listed {
    #[serde(rename = "move")]
    written: String,
    lift: Hole,
    stop: Option<Hole>,
    laps: u32,
    landings: Vec<Hole>,
    endless: bool,
    captured: Capture,
    captured_holes: Vec<Hole>,
    bonus: Bonus,
}

/// The bonus a sowing earns, and in how many ways it can be chosen in full.
#[derive(Serialize)]
struct Bonus {
    holes: u8,
    stones: u32,
    choices: u64,
}

impl Moves {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let (rules, position) = self.table.settle()?;
        let listed = list(&rules, &position);
        if self.json {
            for sowing in &listed {
                serde_json::to_writer(&mut *out, sowing)?;
                writeln!(out)?;
            }
            return Ok(Status::Fine);
        }
        writeln!(out, "{}: {position}", rules.name())?;
        if let Some(over) = position.over(&rules) {
            writeln!(out, "{}", told(over))?;
            return Ok(Status::Fine);
        }
        match listed.len() {
            1 => writeln!(out, "{} has one sowing to choose:", position.to_move)?,
            many => writeln!(out, "{} may choose among {many} sowings:", position.to_move)?,
        }
        let width = listed.iter().map(|sowing| sowing.written.len()).max().unwrap_or(0);
        for sowing in &listed {
            let plural = if sowing.laps == 1 { " " } else { "s" };
            write!(
                out,
                "  {:<width$}  {:>3} lap{plural}  {}",
                sowing.written,
                sowing.laps,
                shortened(&sowing.landings)
            )?;
            writeln!(out, "{}", outcome(sowing))?;
        }
        Ok(Status::Fine)
    }
}

fn list(rules: &RuleSet, position: &Position) -> Vec<Listed> {
    let mut listed = Vec::new();
    let _ = position.sowings(rules, |choice| {
        listed.push(describe(rules, position, choice));
        ControlFlow::Continue(())
    });
    listed
}

fn describe(rules: &RuleSet, position: &Position, choice: &Choice<Wide>) -> Listed {
    let hole = |circuit| position.columns().at(position.to_move, circuit).unwrap_or(choice.lift);
    let (mut landings, mut on_that_head) = (Vec::new(), 0);
    let stops = |ordinal, _| Some(ordinal) == choice.stop;
    let mut after = *position;
    after.sow(rules, choice.lift.circuit(), stops, |lap| {
        let landing = hole(lap.landing);
        on_that_head += u32::from(lap.occupied && landing == choice.landing);
        if landings.len() == LISTED {
            landings.pop();
        }
        landings.push(landing);
    });
    let stop = choice.stop.map(|_| choice.landing);
    let written = match stop {
        Some(head) if on_that_head > 1 => format!("{}/{head}^{on_that_head}", choice.lift),
        Some(head) => format!("{}/{head}", choice.lift),
        None => choice.lift.to_string(),
    };
    let facing = choice.landing.facing();
    let captured_holes = [(choice.capture.inner, facing), (choice.capture.outer, facing.behind())];
    let (holes, stones) = match choice.due {
        Due::Nothing => (0, 0),
        Due::Holes(holes) => (holes, 0),
        Due::Stones(stones) => (0, stones),
    };
    Listed {
        written,
        lift: choice.lift,
        stop,
        laps: choice.laps,
        landings,
        endless: choice.end == SowingEnd::Endless,
        captured: choice.capture,
        captured_holes: captured_holes.into_iter().filter(|(stones, _)| *stones > 0).map(|(_, hole)| hole).collect(),
        bonus: Bonus { holes, stones, choices: choice.bonuses(rules) },
    }
}

/// `B3 B6 A8`; of many laps the first few and the last.
fn shortened(landings: &[Hole]) -> String {
    let names = |holes: &[Hole]| holes.iter().map(Hole::to_string).collect::<Vec<_>>().join(" ");
    match landings {
        [first @ .., last] if landings.len() > SHOWN => format!("{} … {last}", names(&first[..SHOWN - 2])),
        all => names(all),
    }
}

fn outcome(sowing: &Listed) -> String {
    if sowing.endless {
        return "; never ends: a draw".to_owned();
    }
    if sowing.stop.is_some() {
        return "; stops".to_owned();
    }
    if sowing.captured.total() == 0 {
        return String::new();
    }
    let mut text = format!("; captures {}", sowing.captured.inner);
    let holes: Vec<String> = sowing.captured_holes.iter().map(Hole::to_string).collect();
    if sowing.captured.outer > 0 {
        text = if sowing.captured.inner > 0 {
            format!("; captures {}+{}", sowing.captured.inner, sowing.captured.outer)
        } else {
            format!("; captures {}", sowing.captured.outer)
        };
    }
    text = format!("{text} ({})", holes.join(" "));
    let choices = match sowing.bonus.choices {
        1 => "1 way".to_owned(),
        n => format!("{n} ways"),
    };
    match (sowing.bonus.holes, sowing.bonus.stones) {
        (0, 0) => text,
        (1, 0) => format!("{text}, bonus 1 hole ({choices})"),
        (holes, 0) => format!("{text}, bonus {holes} holes ({choices})"),
        (_, 1) => format!("{text}, bonus 1 stone ({choices})"),
        (_, stones) => format!("{text}, bonus {stones} stones ({choices})"),
    }
}

fn told(over: Over) -> String {
    match over {
        Over::NoStones { loser } => format!("{loser} has no stones left: {} has won.", !loser),
        Over::Immobilised { side, for_want_of_an_end, winner } => {
            let why = if for_want_of_an_end {
                "has stones to lift, but no sowing of theirs would end"
            } else {
                "has stones, but none that may be lifted"
            };
            match winner {
                Some(winner) => format!("{side} {why}: {winner} has won."),
                None => format!("{side} {why}: the game is drawn."),
            }
        }
    }
}
