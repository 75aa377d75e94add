//! Facts in print, and what was worked out by hand from the rules: openings, first moves, forced repetitions.
#![allow(missing_docs, clippy::unwrap_used)]

mod help;

use std::ops::ControlFlow;

use help::{position, rules};
use tsoro_rules::sowing::{SowingEnd, sow};
use tsoro_rules::{BonusChoice, Capture, Hole, Move, Position, Ring, RuleSet, Side, Wide};

/// Plays a lift that relays on at every head and takes no bonus. Gives the laps' ends and the capture.
fn lift(position: &mut Position, rules: &RuleSet, name: &str) -> (Vec<Hole>, Capture) {
    let hole = rules.columns().parse_hole(name).unwrap();
    let mut landings = Vec::new();
    let mut sown = *position;
    let at = |circuit| rules.columns().at(hole.side(), circuit).unwrap();
    let sowing = sown.sow(rules, hole.circuit(), |_, _| false, |lap| landings.push(at(lap.landing)));
    assert_eq!(sowing.end, SowingEnd::Empty, "{name}");
    let singleton = position.board.get(hole) == 1;
    let capture = sown.capture(rules, sowing.landing, singleton);
    let chosen = Move { lift: hole, stop: None, bonus: BonusChoice::new() };
    *position = position.play(rules, &chosen).unwrap_or_else(|illegal| panic!("{name}: {illegal}"));
    (landings, capture)
}

fn named(holes: &[Hole]) -> String {
    holes.iter().map(|hole| hole.to_string().to_uppercase()).collect::<Vec<_>>().join(" ")
}

/// Sanderson 1913, 731 and 732: the sixth hole from the right is where the first lap of B1 ends.
#[test]
fn njombwa_opening() {
    let rules = rules("{preset: njombwa, start: {inner: 0, outer: [29, 2, 1, 0, 0, 0, 0, 0]}}", 8);
    let mut position = Position::start(&rules, Side::South).unwrap();
    for name in "B2 b2 B3 b3 B4 b4 B5 b5 B6 b6 B7 b7 B8 b8 A8 a8 A7 a7 A6 a6".split(' ') {
        let (_, capture) = lift(&mut position, &rules, name);
        let taken = match name {
            "A6" => 1,
            "a6" => 2,
            _ => 0,
        };
        assert_eq!(capture.total(), taken, "{name}");
    }
    for name in ["B1", "b1"] {
        let (landings, capture) = lift(&mut position, &rules, name);
        assert_eq!(named(&landings), "A3 A1 B2 B5 B8 A6 A3", "{name}");
        assert_eq!(landings[0].column_from_right(), 6);
        assert_eq!(capture.total(), 0);
    }
    let expected = "0 3 3 0 3 3 0 2 / 3 3 0 4 4 1 2 0 / 0 2 1 4 3 0 3 3 / 2 0 3 3 0 3 3 0 S";
    assert!(position.repeats(&help::position(expected)), "{position}");
}

/// Matthews 1964, variant 7, diagram B.
#[test]
fn tracey_first_moves() {
    let rules = rules("tracey-tsoro", 8);
    let mut position = Position::start(&rules, Side::South).unwrap();
    assert_eq!(position.to_string(), "2 2 2 2 2 2 2 0 / 2 2 2 2 2 2 1 0 / 0 1 2 2 2 2 2 2 / 0 2 2 2 2 2 2 2 S");
    for name in ["A3", "a3"] {
        let (landings, capture) = lift(&mut position, &rules, name);
        assert_eq!((named(&landings).as_str(), capture), ("A1", Capture { inner: 2, outer: 2 }), "{name}");
    }
}

/// Sanderson 1913, 734: the two stones of An go into the next two holes, and so on with the next untouched hole, right
/// round. Single laps, since the opening is a set-up and no relay: afterwards the ring reads 0 3 3 0 3 3 … from An on.
#[test]
fn nchuwa_opening() {
    for (columns, stones) in [(6, 48), (9, 72), (12, 96), (15, 120)] {
        let rules = rules("hawalis", columns);
        let mut board = *rules.start();
        assert_eq!(board.total(), stones);
        let size = rules.columns().circuit();
        let from_an = |step: u8| (columns + step) % size;
        for side in Side::BOTH {
            for step in (0..size).step_by(3) {
                let lap = |_: &Wide, _| ControlFlow::Break(());
                sow(board.ring_mut(side), size, rules.direction(), from_an(step), lap);
            }
            let ring: Vec<u16> = (0..size).map(|step| board.ring(side).get(from_an(step))).collect();
            assert!(ring.chunks(3).all(|three| three == [0, 3, 3]), "{ring:?}");
        }
    }
}

#[test]
fn stone_counts() {
    let check = |text: &str, columns: u8, stones: u32| {
        assert_eq!(rules(text, columns).start().total(), stones, "{text} on {columns}");
    };
    check("tsoro", 21, 84);
    check("nsolo", 10, 76);
    check("nsolo", 12, 92);
    check("nsolo", 20, 156);
    check("nsolo", 36, 284);
    check("nsolo-sanderson", 10, 76);
    check("nsolo-sanderson", 12, 92);
    check("nsolo-sanderson", 20, 156);
    check("bao-kigogo", 12, 92);
}

/// De Voogt's never-ending move, as plain relay sowing on one side: A3, A2, A1, B1 … B8, A8. Seen from the owner's seat
/// that is the usual direction here, though print calls it clockwise.
#[test]
fn never_ending_move() {
    let rules = rules("hawalis", 8);
    let before = position("1 0*7 / 0*8 / 1 6 4 1 0 5 4 0 / 2 1 0 5 0 3 0 1 S");
    let mut position = before;
    let a3 = rules.columns().parse_hole("A3").unwrap();
    let sowing = position.sow(&rules, a3.circuit(), |_, _| false, |_| {});
    assert_eq!((sowing.end, sowing.laps, sowing.stones), (SowingEnd::Endless, 228, 816));
    assert_eq!(position, before);
}

/// South to move, one legal move a ply, no capture, back after so many plies.
#[test]
fn forced_repetitions() {
    let check = |text: &str, plies: &[&str], after: usize| {
        let beginning = position(text);
        let rules = rules("{preset: bao-kigogo, repetition: note}", beginning.columns().get());
        let mut position = beginning;
        for ply in 0..after {
            let mut lifts = Vec::new();
            let _ = position.sowings(&rules, |choice| {
                lifts.push(choice.lift.to_string());
                ControlFlow::Continue(())
            });
            assert_eq!(lifts.len(), 1, "ply {ply}: {lifts:?}");
            if let Some(expected) = plies.get(ply) {
                assert_eq!(&lifts[0], expected);
            }
            let (landings, capture) = lift(&mut position, &rules, &lifts[0]);
            assert_eq!(capture.total(), 0);
            assert!(plies.is_empty() || landings.len() == 8);
            assert_eq!(position.repeats(&beginning), ply + 1 == after, "{position}");
        }
    };
    check("1 0 1 0 1 0 1 1 / 0 1 0 1 0 1 0 2 / 0 1 0 1 0 1 0 1 / 1 1 1 0 2 0 1 0 S", &["B5", "a1", "B2", "b1"], 4);
    check("0 1 0 0 0 0 0 0 / 0*8 / 1 0 1 2 0 1 0 0 / 0 1 0 0 0 1 0 0 S", &[], 32);
    check("1 0 1 1 2 0 1 0 0 0 0 1 / 0 1 0 0 0 0 0 0 1 0 0 0 / 0*12 / 0 0 0 0 0 0 0 0 1 0 0 0 S", &[], 48);
}

/// South's first move in each game: laps, the last hole, and x where it captures two stones (of each hole in its scope).
#[test]
fn first_moves() {
    let check = |text: &str, columns: u8, captured: Capture, moves: &str| {
        let rules = rules(text, columns);
        for told in moves.split(" · ") {
            let [name, laps, last] = told.split(' ').collect::<Vec<_>>().try_into().unwrap();
            let mut position = Position::start(&rules, Side::South).unwrap();
            let (landings, capture) = lift(&mut position, &rules, name);
            assert_eq!(landings.len().to_string(), laps, "{told}");
            assert_eq!(landings.last().unwrap().to_string(), last.trim_end_matches('x'), "{told}");
            let expected = if last.ends_with('x') { captured } else { Capture::default() };
            assert_eq!(capture, expected, "{told}");
        }
    };
    let tsoro = "B1 3 A8 · B2 3 A7 · B3 3 A6 · B4 2 A8 · B5 2 A7 · B6 2 A6 · B7 1 A8 · B8 1 A7";
    check("tsoro", 8, Capture::default(), tsoro);
    let bao = "B1 8 A1x · B2 9 B4 · B3 9 B5 · B4 7 A1x · B5 9 B7 · B6 9 B8 · B7 6 A1x · B8 9 B10 · B9 9 B11 · B10 5 A1x · \
               B11 9 A12 · B12 9 A11x · A12 4 A1x · A11 9 A9x · A10 9 A8x · A9 3 A1x · A8 9 A6x · A7 9 A5x · A6 2 A1x · \
               A5 9 A3x · A4 9 A2x · A3 1 A1x · A2 9 B1";
    check("bao-kigogo", 12, Capture { inner: 2, outer: 2 }, bao);
    let nsolo = "B1 3 A8x · B2 7 B7 · B3 7 B8 · B4 2 A8x · B5 7 A7x · B6 7 A6x · B7 1 A8x · B8 9 B3 · A7 7 A2x · A6 5 A8x · \
                 A5 7 B1 · A4 7 B2 · A3 4 A8x · A2 7 B4 · A1 7 B5";
    check("nsolo", 8, Capture { inner: 2, outer: 0 }, nsolo);
}
