//! The tables of facts in `cases/`, made by engines that share nothing with this one.
#![allow(missing_docs, clippy::unwrap_used)]

mod help;
#[path = "slow/mod.rs"]
mod slow;

use std::ops::RangeInclusive;

use help::{position, rules};
use tsoro_rules::sowing::SowingEnd;
use tsoro_rules::{Narrow, Packed, Perft, Position, Ring, RuleSet, Side};

const PERFT: &str = include_str!("cases/perft.tsv");
const POSITIONS: &str = include_str!("cases/positions.jsonl");
const SOWINGS: &str = include_str!("cases/sowings.jsonl");

/// Counts with every kind of ring that holds the position.
fn perft(position: &Position, rules: &RuleSet, depth: u32, what: &str) -> Perft {
    fn with<R: Ring>(position: &Position, rules: &RuleSet, depth: u32) -> Option<Perft> {
        Some(position.convert::<R>()?.perft(rules, depth))
    }
    let narrow = with::<Narrow>(position, rules, depth);
    let counts = [with::<Packed>(position, rules, depth), narrow];
    let count = counts.into_iter().flatten().next().unwrap_or_else(|| position.perft(rules, depth));
    assert!(counts.into_iter().flatten().all(|other| other == count), "{what}: {counts:?}");
    if count.moves < 100_000 {
        assert_eq!(position.perft(rules, depth), count, "{what}, in a wide ring");
    }
    count
}

fn perft_lines(of: RangeInclusive<u64>) {
    let mut lines = 0;
    for line in PERFT.lines().filter(|line| !line.starts_with('#')) {
        let [text, columns, depth, moves, sowings] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let expected = Perft { moves: moves.parse().unwrap(), sowings: sowings.parse().unwrap() };
        if !of.contains(&expected.moves) {
            continue;
        }
        let (rules, depth) = (rules(text, columns.parse().unwrap()), depth.parse().unwrap());
        let start = Position::start(&rules, Side::South).unwrap();
        assert_eq!(perft(&start, &rules, depth, line), expected, "{line}");
        if expected.moves < 5_000 {
            let slow_rules = slow::Rules::of(&rules);
            let slow = slow::Position::start(&rules).perft(&slow_rules, depth);
            assert_eq!(slow, (expected.moves, expected.sowings), "{line}, the slow engine");
        }
        lines += 1;
    }
    assert!(lines > 0);
}

#[test]
fn perft_of_up_to_a_hundred_thousand_moves() {
    perft_lines(0..=100_000);
}

#[test]
fn perft_of_more() {
    perft_lines(100_001..=u64::MAX);
}

#[test]
fn positions() {
    for line in POSITIONS.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let rules = rules(case["rules"].as_str().unwrap(), case["columns"].as_u64().unwrap() as u8);
        let text = case["position"].as_str().unwrap();
        let (rows, side) = help::rows(text);
        let slow_rules = slow::Rules::of(&rules);
        let slow = slow::Position::from_rows(&rows, side.index());
        for expected in case["perft"].as_array().unwrap() {
            let number = |key: &str| expected[key].as_u64().unwrap();
            let depth = number("depth") as u32;
            let count = perft(&position(text), &rules, depth, line);
            assert_eq!((count.moves, count.sowings), (number("moves"), number("sowings")), "{line}, depth {depth}");
            if count.moves < 5_000 {
                assert_eq!(slow.perft(&slow_rules, depth), (count.moves, count.sowings), "{line}, the slow engine");
            }
        }
    }
}

#[test]
fn sowings() {
    for line in SOWINGS.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let rules = rules(case["rules"].as_str().unwrap(), case["columns"].as_u64().unwrap() as u8);
        let text = case["position"].as_str().unwrap();
        let lift = rules.columns().parse_hole(case["lift"].as_str().unwrap()).unwrap();
        let mut position = position(text);
        let before = position;
        let mut heads = Vec::new();
        let sowing = position.sow(
            &rules,
            lift.circuit(),
            |_, lap| {
                heads.push((lap.number, rules.columns().at(lift.side(), lap.landing).unwrap().to_string()));
                false
            },
            |_| {},
        );
        let endless = case["endless"].as_bool().unwrap();
        assert_eq!(sowing.end == SowingEnd::Endless, endless, "{line}");
        assert_eq!(u64::from(sowing.laps), case["laps"].as_u64().unwrap(), "{line}");
        assert_eq!(sowing.stones, case["stones"].as_u64().unwrap(), "{line}");
        assert_eq!(heads.len() as u64, case["head_landings"].as_u64().unwrap(), "{line}");
        for (head, expected) in heads.iter().zip(case["first_head_landings"].as_array().unwrap()) {
            assert_eq!(u64::from(head.0), expected["lap"].as_u64().unwrap(), "{line}");
            assert_eq!(head.1, expected["head"].as_str().unwrap(), "{line}");
        }
        if endless {
            assert_eq!(position, before, "{line}");
        } else {
            let end = rules.columns().at(lift.side(), sowing.landing).unwrap();
            assert_eq!(end.to_string(), case["end"].as_str().unwrap(), "{line}");
        }
        let (rows, side) = help::rows(text);
        let slow_rules = slow::Rules::of(&rules);
        let ways = slow::Position::from_rows(&rows, side.index()).sow(&slow_rules, slow::hole_of(lift));
        let last = ways.last().unwrap();
        assert_eq!(last.end == slow::End::Endless, endless, "{line}, the slow engine");
        assert_eq!((last.laps, last.stones), (sowing.laps, sowing.stones), "{line}, the slow engine");
    }
}
