//! Laws of gaps: plies taken out of legal games of which the answer is known are found again.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fmt::Write as _;

use proptest::prelude::*;
use tsoro_replay::gap::{Bound, Goal, Slot, fill, fill_unknown};
use tsoro_rules::describe::Description;
use tsoro_rules::sowing::SowingEnd;
use tsoro_rules::{BonusChoice, Columns, Move, Position, Randomness, RuleSet, Side};

const TABLES: [(&str, u8); 9] = [
    ("tsoro", 8),
    ("tsoro", 21),
    ("{preset: tsoro, heads: 1, bonus: {holes: 3}}", 8),
    ("{preset: tsoro, direction: clockwise}", 6),
    ("tsoro-matthews", 8),
    ("nsolo", 8),
    ("bao-kigogo", 12),
    ("bao-la-kimasai", 12),
    ("msuwa", 10),
];

fn table(index: usize) -> RuleSet {
    let (rules, columns) = TABLES[index];
    Description::parse(rules).unwrap().build(Some(Columns::new(columns).unwrap())).unwrap()
}

/// A random game: its positions, and the move that led from each to the next.
fn game(rules: &RuleSet, seed: u64, plies: usize) -> (Vec<Position>, Vec<Move>) {
    let mut random = Randomness::seeded(seed);
    let mut positions: Vec<Position> = vec![Position::start(rules, Side::South).unwrap()];
    let mut moves = Vec::new();
    while moves.len() < plies {
        let before = *positions.last().unwrap();
        let mut after = before;
        let mut taken = [0u16; 128];
        let turn = after.play_random(rules, &mut random, |circuit, stones| taken[usize::from(circuit)] += stones);
        let Some(turn) = turn else { break };
        moves.push(Move {
            lift: rules.columns().at(before.to_move, turn.lift).unwrap(),
            stop: (turn.end == SowingEnd::Stopped).then_some(turn.heads),
            bonus: (0..128u8).map(|at| (at, taken[usize::from(at)])).filter(|(_, stones)| *stones > 0).collect(),
        });
        positions.push(after);
    }
    (positions, moves)
}

/// Whether a way leads from one position to the other.
fn leads(rules: &RuleSet, from: &Position, way: &[Move], to: &Position) -> bool {
    way.iter().try_fold(*from, |position, played| position.play(rules, played)).is_ok_and(|end| end.repeats(to))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// One unknown ply, or two in a row, before a complete board: what was played is among what is found, and all that is
    /// found is legal and leads to the board.
    #[test]
    fn what_was_played_is_found(index in 0..TABLES.len(), seed in any::<u64>(), length in 2..60usize, gap in 1..3usize) {
        let rules = table(index);
        let (positions, moves) = game(&rules, seed, length);
        prop_assume!(moves.len() >= gap);
        let at = moves.len() - gap;
        let (from, to) = (&positions[at], &positions[moves.len()]);
        let bound = Bound { ways: 100_000, ..Bound::default() };
        let found = fill(&rules, from, &vec![Slot::Missing; gap], &Goal::of(to), bound);
        prop_assert!(found.all, "{} positions", found.positions);
        for way in &found.ways {
            prop_assert!(leads(&rules, from, way, to), "{way:?}");
        }
        let played = &moves[at..];
        prop_assert!(found.ways.iter().any(|way| way == played), "{played:?} not in {:?}", found.ways);
        let unknown = fill_unknown(&rules, from, 2, &Goal::of(to), bound);
        prop_assert!(!unknown.ways.is_empty() && unknown.ways[0].len() <= gap);
    }

    /// A board of which some holes were not seen: what was played still fits it.
    #[test]
    fn a_partial_board_is_met(index in 0..TABLES.len(), seed in any::<u64>(), length in 1..40usize, seen in any::<u128>()) {
        let rules = table(index);
        let (positions, moves) = game(&rules, seed, length);
        prop_assume!(!moves.is_empty());
        let (from, to) = (&positions[moves.len() - 1], &positions[moves.len()]);
        let mut goal = Goal::unseen(rules.columns()).with_mover(to.to_move);
        for hole in Side::BOTH.into_iter().flat_map(|side| rules.columns().holes(side)) {
            if seen >> hole.circuit() & 1 == 1 {
                goal = goal.with(hole, to.board.get(hole));
            }
        }
        let bound = Bound { positions: 200_000, ways: 100_000 };
        let found = fill(&rules, from, &[Slot::Missing], &goal, bound);
        let played = &moves[moves.len() - 1];
        prop_assert!(!found.all || found.ways.iter().any(|way| way[0] == *played), "{played:?}");
    }
}

/// A game written down with the plies of `gap` missing, and a board behind them after `later` more plies.
fn written(index: usize, moves: &[Move], positions: &[Position], gap: std::ops::Range<usize>, later: usize) -> String {
    let (game, columns) = TABLES[index];
    let mut text = format!("---\ngame: {game}\ncolumns: {columns}\n---\n\n");
    for (at, played) in moves.iter().enumerate() {
        if gap.contains(&at) {
            text += "_ ";
        } else {
            text += &name(&positions[at], played);
            text.push(' ');
        }
        if at + 1 == gap.end + later {
            write!(text, "[{}] ", positions[at + 1]).unwrap();
        }
    }
    text
}

/// A move with everything that it takes to know it again.
fn name(position: &Position, played: &Move) -> String {
    let mut text = played.lift.to_string();
    if let Some(stop) = played.stop {
        // `+` at every head before, `/` at the one stopped at.
        text += &"+".repeat(stop as usize - 1);
        text.push('/');
    }
    for (index, &(circuit, stones)) in played.bonus.iter().enumerate() {
        let hole = position.columns().at(!position.to_move, circuit).unwrap();
        write!(text, "{}{hole}={stones}", if index == 0 { ':' } else { ',' }).unwrap();
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// A record with a gap is replayed to its end: nothing in it is called wrong, and after the board all is certain.
    #[test]
    fn a_record_with_a_gap_is_replayed(
        index in 0..TABLES.len(), seed in any::<u64>(), length in 3..50usize, at in any::<prop::sample::Index>(),
        gap in 1..3usize, later in 0..3usize,
    ) {
        let rules = table(index);
        let (positions, moves) = game(&rules, seed, length);
        prop_assume!(moves.len() > gap + later);
        let at = at.index(moves.len() - gap - later);
        let text = written(index, &moves, &positions, at..at + gap, later);
        let record = tsoro_notation::records(&text).next().unwrap();
        let replay = tsoro_replay::replay(&record, &tsoro_replay::Options::default());
        let errors: Vec<_> =
            replay.findings.iter().filter(|finding| finding.severity > tsoro_replay::Severity::Note).collect();
        prop_assert!(errors.is_empty(), "{text}\n{errors:#?}");
        let last = replay.steps.last().unwrap();
        prop_assert!(last.certain && last.after.repeats(&positions[moves.len()]), "{text}");
        prop_assert_eq!(replay.steps.len(), moves.len());
    }
}

/// A ply that waived its bonus is found, behind the ways that took it.
#[test]
fn a_waived_bonus_is_found() {
    let rules = table(0);
    let (positions, moves) = (0..100_000)
        .map(|seed| game(&rules, seed, 12))
        .find(|(_, moves)| moves.len() == 12 && !moves[11].bonus.is_empty())
        .unwrap();
    let waived = Move { bonus: BonusChoice::new(), ..moves[11].clone() };
    let to = positions[11].play(&rules, &waived).unwrap();
    let found = fill(&rules, &positions[11], &[Slot::Missing], &Goal::of(&to), Bound::default());
    assert!(found.all && found.ways.contains(&vec![waived]));
}

/// Two unknown plies in a row on 4×8 are found in under a second, and on 4×21 too.
#[test]
#[ignore = "measures time"]
fn two_plies_take_less_than_a_second() {
    for (index, (name, columns)) in TABLES.into_iter().enumerate() {
        let rules = table(index);
        let mut slowest = std::time::Duration::ZERO;
        for seed in 0..50 {
            let (positions, moves) = game(&rules, seed, 2 + seed as usize);
            let Some(at) = moves.len().checked_sub(2) else { continue };
            let begun = std::time::Instant::now();
            let found =
                fill(&rules, &positions[at], &[Slot::Missing; 2], &Goal::of(&positions[at + 2]), Bound::default());
            slowest = slowest.max(begun.elapsed());
            assert!(found.ways.iter().any(|way| *way == moves[at..]) || !found.all);
        }
        println!("{name} on {columns}: at most {slowest:?}");
        assert!(slowest.as_secs_f32() < 1.0);
    }
}
