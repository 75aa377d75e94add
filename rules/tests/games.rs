//! Whole games of random play, made by another engine: every move of them is legal, takes what it says it takes, and
//! leaves the board as it says; and each is over when it says so.
#![allow(missing_docs, clippy::unwrap_used)]

mod help;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tsoro_rules::{BonusChoice, Choice, Move, Position, Repetition, RuleSet, Side, Wide};

/// What the games' short names stand for.
fn rules_of(name: &str, columns: u8) -> RuleSet {
    let text = match name {
        "tsoro-h1" => "{preset: tsoro, heads: 1}",
        "tsoro-b1" => "{preset: tsoro, bonus: {holes: 1}}",
        "tsoro-b3" => "{preset: tsoro, bonus: {holes: 3}}",
        "tsoro-misoro" => "{preset: tsoro-misoro, bonus: {holes: 2}}",
        "kigogo" => "bao-kigogo",
        preset => preset,
    };
    help::rules(text, columns)
}

#[test]
fn games_of_random_play() {
    let folder = std::env::var_os("TSORO_GAMES")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/games"), PathBuf::from);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let (mut games, mut plies) = (0, 0);
    for path in &paths {
        for (index, line) in fs::read_to_string(path).unwrap().lines().enumerate() {
            let game: Value = serde_json::from_str(line).unwrap();
            let what = format!("{}, game {}", path.file_name().unwrap().display(), index + 1);
            plies += play(&game, &what);
            games += 1;
        }
    }
    println!("{games} games, {plies} plies");
    assert!(paths.len() > 20 && plies > 1_000);
}

fn play(game: &Value, what: &str) -> usize {
    let rules = rules_of(game["rules"].as_str().unwrap(), game["columns"].as_u64().unwrap() as u8);
    let mut position = Position::start(&rules, Side::South).unwrap();
    if let Some(rows) = game.get("initial") {
        let rows: [Vec<u16>; 4] = serde_json::from_value(rows.clone()).unwrap();
        position.board = tsoro_rules::Board::from_rows(rows.each_ref().map(Vec::as_slice)).unwrap();
    }
    let mut before = vec![position];
    let plies = game["plies"].as_array().unwrap();
    for (number, ply) in plies.iter().enumerate() {
        let text = ply["move"].as_str().unwrap();
        let what = format!("{what}, ply {}, {text}", number + 1);
        assert_eq!(position.over(&rules), None, "{what}: over already");
        let choice = chosen(&position, &rules, ply).unwrap_or_else(|| panic!("{what}: no such sowing"));
        check_capture(&choice, text, &what);
        let bonus = bonus(&choice, &rules, text);
        let next = position.play(&rules, &Move { lift: choice.lift, stop: choice.stop, bonus });
        position = next.unwrap_or_else(|illegal| panic!("{what}: {illegal}"));
        let rows: [Vec<u16>; 4] = serde_json::from_value(ply["rows"].clone()).unwrap();
        assert_eq!(position.board.rows(), rows, "{what}");
        let last = number + 1 == plies.len();
        let repeated = before.iter().any(|earlier| earlier.repeats(&position));
        if rules.repetition() == Repetition::Draw {
            assert_eq!(repeated, last && game["result"] == "1/2-1/2", "{what}");
        }
        before.push(position);
    }
    let winner = position.over(&rules).map(tsoro_rules::Over::winner);
    match game["result"].as_str().unwrap() {
        "1-0" => assert_eq!(winner, Some(Some(Side::South)), "{what}"),
        "0-1" => assert_eq!(winner, Some(Some(Side::North)), "{what}"),
        _ => assert_eq!(winner, None, "{what}"),
    }
    plies.len()
}

/// The sowing that a ply tells of, by its hole, its laps, where it ends, and whether it stops at a head.
fn chosen(position: &Position, rules: &RuleSet, ply: &Value) -> Option<Choice<Wide>> {
    let text = ply["move"].as_str()?;
    let name = text.split(['+', '/', 'x', ':', '-', '#']).next()?;
    let lift = rules.columns().parse_hole(name).ok()?;
    if position.refuses(rules, lift).is_some() {
        return None;
    }
    let mut found = None;
    let _ = position.sowings_from(rules, lift.circuit(), |choice| {
        let laps = u64::from(choice.laps) == ply["laps"].as_u64().unwrap();
        let end = ply.get("end").is_none_or(|end| *end == choice.landing.to_string());
        if laps && end && choice.stop.is_some() == text.contains('/') {
            found = Some(*choice);
        }
        ControlFlow::Continue(())
    });
    found
}

fn check_capture(choice: &Choice<Wide>, text: &str, what: &str) {
    let taken = text.split(':').next().unwrap().split_once('x').map_or("0,0", |(_, taken)| taken);
    let taken = taken.trim_end_matches('#');
    let (inner, outer) = (choice.capture.inner, choice.capture.outer);
    let told = if taken.contains(',') { format!("{inner},{outer}") } else { format!("{}", inner + outer) };
    assert_eq!(taken, told, "{what}");
}

fn bonus(choice: &Choice<Wide>, rules: &RuleSet, text: &str) -> BonusChoice {
    let listed = text.split_once(':').map_or("", |(_, listed)| listed.trim_end_matches('#'));
    let holes = listed.split(',').filter(|hole| !matches!(*hole, "" | "0"));
    let read = |hole: &str| {
        let (name, stones) = hole.split_once('=').unwrap_or((hole, ""));
        let hole = rules.columns().parse_hole(name).unwrap();
        (hole.circuit(), stones.parse().unwrap_or_else(|_| choice.after.board.get(hole)))
    };
    holes.map(read).collect()
}
