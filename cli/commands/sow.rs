//! `tsoro sow`: one lift followed lap by lap, relaying on at every head.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use tsoro_rules::sowing::{Lap, SowingEnd};
use tsoro_rules::{Due, Hole, HoleSet, Illegal, Position, RuleSet};

use crate::failure::{Failure, Status};
use crate::table::TableArguments;

/// So many landings are listed of a long sowing; its very last one always is.
const LISTED: usize = 10_000;

/// Sow from one hole and follow the stones lap by lap
///
/// The sowing relays on at every head. A sowing that never ends is found by coming back to where it began, however long
/// that takes; one round of it is shown.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro sow B5
  tsoro sow --rules bao-kigogo A12
  tsoro sow --position '0 0 1 0 0 0 0 0 / 0 0 0 0 1 0 0 0 / 0 1 0 1 0 1 0 1 / 3 2 0 2 1 0 1 0 S' B2 --json

JSON: {\"lift\", \"endless\", \"laps\", \"stones\", \"head_landings\", \"end\", \"landings\"}. `end` is the hole in which the sowing
ends, null for one that never does. Of more than 10,000 laps, `landings` lists the first 9,999 and the last.")]
pub(crate) struct Sow {
    #[command(flatten)]
    table: TableArguments,

    /// The hole to lift, such as B5, a3, or A-1 for the owner's rightmost inner hole
    #[arg(value_name = "HOLE")]
    hole: String,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Told {
    lift: Hole,
    endless: bool,
    laps: u32,
    stones: u64,
    head_landings: u32,
    end: Option<Hole>,
    landings: Vec<Hole>,
}

impl Sow {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let (rules, position) = self.table.settle()?;
        let lift = rules.columns().parse_hole(&self.hole).map_err(|error| Failure::Argument(error.to_string()))?;
        if let Some(illegal) = position.refuses(&rules, lift) {
            let may = alternatives(&position, position.liftable(&rules));
            return Err(Failure::Argument(match illegal {
                Illegal::NotOwn(_) => format!("{lift} is {}'s, and {} is to move{may}", lift.side(), position.to_move),
                other => format!("{other}{may}"),
            }));
        }
        if self.json {
            let told = tell(&rules, &position, lift);
            serde_json::to_writer(&mut *out, &told)?;
            writeln!(out)?;
        } else {
            draw(&rules, &position, lift, out)?;
        }
        Ok(Status::Fine)
    }
}

fn alternatives(position: &Position, may: HoleSet) -> String {
    let holes: Vec<String> = may.holes(position.columns(), position.to_move).map(|hole| hole.to_string()).collect();
    if holes.is_empty() {
        format!("\n  help: {} has no hole to lift", position.to_move)
    } else {
        format!("\n  help: {} may lift {}", position.to_move, holes.join(" "))
    }
}

fn tell(rules: &RuleSet, position: &Position, lift: Hole) -> Told {
    let (mut landings, mut head_landings) = (Vec::new(), 0);
    let hole = |circuit| position.columns().at(lift.side(), circuit).unwrap_or(lift);
    let heads = rules.heads(lift.side());
    let mut after = *position;
    let note = |lap: Lap| {
        head_landings += u32::from(lap.occupied && heads.contains(lap.landing));
        if landings.len() == LISTED {
            landings.pop();
        }
        landings.push(hole(lap.landing));
    };
    let sowing = after.sow(rules, lift.circuit(), |_, _| false, note);
    let endless = sowing.end == SowingEnd::Endless;
    let end = (!endless).then(|| hole(sowing.landing));
    Told { lift, endless, laps: sowing.laps, stones: sowing.stones, head_landings, end, landings }
}

/// Lap by lap, in words.
fn draw(rules: &RuleSet, position: &Position, lift: Hole, out: &mut impl Write) -> Result<(), Failure> {
    let hole = |circuit| position.columns().at(lift.side(), circuit).unwrap_or(lift);
    let heads = rules.heads(lift.side());
    let singleton = position.board.get(lift) == 1;
    writeln!(out, "{} lifts {lift} from {position}", position.to_move)?;
    let mut after = *position;
    let mut written = Ok(());
    let mut note = |lap: Lap| {
        if written.is_err() {
            return;
        }
        let on_head = heads.contains(lap.landing);
        let what = match (lap.occupied, on_head) {
            (true, true) => ", an occupied head: may stop there",
            (true, false) => "",
            (false, _) => ", empty",
        };
        let plural = if lap.stones == 1 { "" } else { "s" };
        written = writeln!(
            out,
            "  lap {:<4} {:>3} sown: {:>3} stone{plural}, the last into {}{what}",
            lap.number,
            hole(lap.from).to_string(),
            lap.stones,
            hole(lap.landing)
        );
    };
    let sowing = after.sow(rules, lift.circuit(), |_, _| false, &mut note);
    written?;
    let (laps, stones) = (counted(u64::from(sowing.laps), "lap"), counted(sowing.stones, "stone"));
    if sowing.end == SowingEnd::Endless {
        writeln!(
            out,
            "It never ends: after {laps} and {stones} the board is as it was, and {lift} is to be sown again."
        )?;
        return Ok(());
    }
    writeln!(out, "It ends in {} after {laps} and {stones}.", hole(sowing.landing))?;
    let landing = hole(sowing.landing);
    let capture = after.capture(rules, sowing.landing, singleton);
    if capture.total() > 0 {
        let from = landing.facing();
        let mut taken = Vec::new();
        if capture.inner > 0 {
            taken.push(format!("{} from {from}", capture.inner));
        }
        if capture.outer > 0 {
            taken.push(format!("{} from {}", capture.outer, from.behind()));
        }
        writeln!(out, "It captures {}.", taken.join(" and "))?;
        match after.due(rules, capture) {
            Due::Nothing => {}
            Due::Holes(1) => writeln!(out, "The bonus: all stones of one more hole of {}'s.", !position.to_move)?,
            Due::Holes(n) => writeln!(out, "The bonus: all stones of {n} more holes of {}'s.", !position.to_move)?,
            Due::Stones(n) => {
                let stones = counted(u64::from(n), "more stone");
                writeln!(out, "The bonus: {stones} of {}'s.", !position.to_move)?;
            }
        }
    }
    after.pass();
    writeln!(out, "{after}")?;
    Ok(())
}

/// `1 lap`, `2 laps`.
fn counted(n: u64, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
