//! Every clause of the book's page on the rules has cases in `cases/clauses/`, and every case names the clause it proves.
//!
//! A case is lines of `key: value`: what clause it proves and what it says; the rule set and the position; then what
//! must be so, in order, a `play` changing the position for the lines after it.
#![allow(missing_docs, clippy::unwrap_used)]

mod help;

use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use regex::Regex;
use tsoro_rules::describe::Description;
use tsoro_rules::sowing::SowingEnd;
use tsoro_rules::{BonusChoice, Choice, Columns, Due, Hole, Move, Over, Position, Repetition, RuleSet, Side, Wide};

const PAGE: &str = include_str!("../../docs/src/games/rules.md");

#[test]
fn every_clause_has_its_cases() {
    let clause = Regex::new(r"(?m)^\*\*([0-9]+\.[0-9]+)\*\* ").unwrap();
    let clauses: BTreeSet<String> = clause.captures_iter(PAGE).map(|found| found[1].to_owned()).collect();
    let (mut proved, mut wrong) = (BTreeSet::new(), Vec::new());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/clauses");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let told = text.lines().find_map(|line| line.strip_prefix("clause: "));
        let told = told.unwrap_or_else(|| panic!("{name} names no clause")).to_owned();
        assert!(name.starts_with(&format!("{told}-")), "{name} is a case of {told}");
        assert!(clauses.contains(&told), "{name} names {told}, which is no clause of the page");
        proved.insert(told);
        run(&name, &text, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let unproved: Vec<_> = clauses.difference(&proved).collect();
    assert!(unproved.is_empty(), "clauses without a case: {unproved:?}");
}

/// A case under way.
struct Case {
    rules: RuleSet,
    beginning: Position,
    position: Position,
}

fn run(name: &str, text: &str, wrong: &mut Vec<String>) {
    let lines: Vec<(&str, &str)> =
        text.lines().map(|line| split(line).unwrap_or_else(|| panic!("{name}: no `key: value`: {line}"))).collect();
    let told = |key: &str| lines.iter().find(|line| line.0 == key).map(|line| line.1);
    assert!(told("says").is_some(), "{name} says nothing");
    let position = told("position").map(help::position);
    let columns = told("columns").map(|columns| Columns::new(columns.parse().unwrap()).unwrap());
    let columns = columns.or(position.map(|position| position.columns()));
    let description = Description::parse(told("rules").unwrap_or("tsoro")).unwrap();
    let rules = description.build(columns).unwrap_or_else(|error| panic!("{name}: {error}"));
    let position = position.unwrap_or_else(|| Position::start(&rules, Side::South).unwrap());
    let mut case = Case { rules, beginning: position, position };
    for (key, expected) in lines {
        if !["clause", "says", "rules", "columns", "position"].contains(&key) {
            let found = case.find(key, expected);
            if found != expected {
                wrong.push(format!("{name}: {key} is {found}, not {expected}"));
            }
        }
    }
}

/// The key of a line and its value. A key may hold a whole rule set, so the value is what follows the last `}: ` if any.
fn split(line: &str) -> Option<(&str, &str)> {
    if line.starts_with("refused ") {
        let at = line.rfind("}: ")? + 1;
        return Some((&line[..at], line[at + 1..].trim()));
    }
    let (key, value) = line.split_once(": ")?;
    Some((key, value.trim()))
}

impl Case {
    /// What is so, written as the case writes it.
    fn find(&mut self, key: &str, expected: &str) -> String {
        let (what, of) = key.split_once(' ').unwrap_or((key, ""));
        let rules = &self.rules;
        match what {
            "start" if *rules.start() == help::position(&format!("{expected} S")).board => expected.to_owned(),
            "start" => rules.start().to_string(),
            "stones" => self.position.board.total().to_string(),
            "heads" => {
                let heads = |side| rules.heads(side).holes(rules.columns(), side);
                listed(Side::BOTH.into_iter().flat_map(heads))
            }
            "repetition" => if rules.repetition() == Repetition::Draw { "draw" } else { "note" }.to_owned(),
            "named" => yes_or_no(rules.width_in_source()),
            "hole" => self.hole(of).to_string(),
            "faces" => self.hole(of).facing().to_string(),
            "behind" => self.hole(of).behind().to_string(),
            "next" => rules.next(self.hole(of)).to_string(),
            "lifts" => {
                let mut lifts = Vec::new();
                let _ = self.position.sowings(rules, |choice| {
                    if lifts.last() != Some(&choice.lift) {
                        lifts.push(choice.lift);
                    }
                    ControlFlow::Continue(())
                });
                listed(lifts.into_iter())
            }
            "refuses" => {
                self.position.refuses(rules, self.hole(of)).map_or("nothing".into(), |error| error.to_string())
            }
            "laps" => listed(self.sow(of, false).0.into_iter()),
            "stops" => listed(self.sow(of, true).0.into_iter()),
            "endless" => match self.sow(of, false) {
                (landings, SowingEnd::Endless) => format!("{} laps", landings.len()),
                _ => "no".into(),
            },
            "takes" => match self.choice(of).capture {
                capture if capture.total() == 0 => "none".into(),
                capture => format!("{},{}", capture.inner, capture.outer),
            },
            "due" => match self.choice(of).due {
                Due::Nothing => "nothing".into(),
                Due::Holes(holes) => format!("{holes} holes"),
                Due::Stones(stones) => format!("{stones} stones"),
            },
            "bonuses" => {
                let choice = self.choice(of);
                let (counted, mut listed) = (choice.bonuses(rules), 0);
                choice.each_bonus(rules, &mut |_| listed += 1);
                assert_eq!(counted, listed);
                counted.to_string()
            }
            "illegal" => {
                let played = self.position.play(rules, &self.read_move(of));
                played.map_or_else(|illegal| illegal.to_string(), |_| "legal".into())
            }
            "play" => match self.position.play(rules, &self.read_move(expected)) {
                Ok(next) => {
                    self.position = next;
                    expected.to_owned()
                }
                Err(illegal) => illegal.to_string(),
            },
            // However its rows are written.
            "then" if self.position.repeats(&help::position(expected)) => expected.to_owned(),
            "then" => self.position.to_string(),
            "again" => yes_or_no(self.position.repeats(&self.beginning)),
            "over" => over(self.position.over(rules)),
            "refused" => {
                let refused = Description::parse(of).and_then(|description| description.build(None));
                refused.map_or_else(|error| error.to_string(), |_| "accepted".into())
            }
            other => panic!("a case cannot say `{other}`"),
        }
    }

    fn hole(&self, name: &str) -> Hole {
        self.rules.columns().parse_hole(name).unwrap()
    }

    /// Where the laps of a sowing end that relays on at every head; or only those on heads.
    fn sow(&self, lift: &str, heads: bool) -> (Vec<Hole>, SowingEnd) {
        let lift = self.hole(lift);
        assert!(self.position.board.get(lift) > 0, "{lift} is empty");
        let mut landings = Vec::new();
        let mut position = self.position;
        let sowing = position.sow(
            &self.rules,
            lift.circuit(),
            |_, _| false,
            |lap| {
                let landing = lift.columns().at(lift.side(), lap.landing).unwrap();
                if !heads || lap.occupied && self.rules.is_head(landing) {
                    landings.push(landing);
                }
            },
        );
        (landings, sowing.end)
    }

    /// The sowing from a hole that relays on at every head.
    fn choice(&self, lift: &str) -> Choice<Wide> {
        let mut found = None;
        assert!(self.position.board.get(self.hole(lift)) > 0, "{lift} is empty");
        let _ = self.position.sowings_from(&self.rules, self.hole(lift).circuit(), |choice| {
            found = Some(*choice);
            ControlFlow::Continue(())
        });
        found.unwrap_or_else(|| panic!("no sowing from {lift}"))
    }

    /// `B2`, `B2/1` with the ordinal of the head stopped at, `A3 :b3,b1=1` with a bonus; no count: all of the hole.
    fn read_move(&self, text: &str) -> Move {
        let (sowing, bonus) = text.split_once(" :").unwrap_or((text, ""));
        let (lift, stop) = sowing.split_once('/').unwrap_or((sowing, ""));
        // What a hole holds after the capture: where there is none to come, what it holds now.
        let held = |hole: Hole| self.position.board.get(hole);
        let bonus: BonusChoice = bonus
            .split(',')
            .filter(|choice| !choice.is_empty())
            .map(|choice| {
                let (name, stones) = choice.split_once('=').unwrap_or((choice, ""));
                let hole = self.hole(name);
                (hole.circuit(), stones.parse().unwrap_or_else(|_| held(hole)))
            })
            .collect();
        Move { lift: self.hole(lift), stop: stop.parse().ok(), bonus }
    }
}

fn over(over: Option<Over>) -> String {
    let Some(over) = over else { return "no".into() };
    let winner = over.winner().map_or("drawn".into(), |side| format!("{side} wins"));
    match over {
        Over::NoStones { loser } => format!("{loser} has no stones; {winner}"),
        Over::Immobilised { side, for_want_of_an_end, .. } => {
            let want = if for_want_of_an_end { "an end" } else { "stones" };
            format!("{side} cannot move, for want of {want}; {winner}")
        }
    }
}

fn listed(holes: impl Iterator<Item = Hole>) -> String {
    let holes: Vec<String> = holes.map(|hole| hole.to_string()).collect();
    if holes.is_empty() { "none".into() } else { holes.join(" ") }
}

fn yes_or_no(yes: bool) -> String {
    if yes { "yes".into() } else { "no".into() }
}
