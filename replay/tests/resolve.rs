//! Laws of resolving: games of which every ply is known are blurred, and what was played is never lost.
#![allow(missing_docs, clippy::unwrap_used)]

use proptest::prelude::*;
use tsoro_notation::record::{ItemKind, Record};
use tsoro_notation::span::Origin;
use tsoro_replay::generate::Game;
use tsoro_replay::resolve::{DEFAULT_BOUND, MOST_LISTED, Outcome, resolve};
use tsoro_replay::{Options, Replay, Severity, replay};
use tsoro_rules::describe::Description;
use tsoro_rules::{Columns, Position, Randomness, Side};

const TABLES: [(&str, u8); 6] =
    [("tsoro", 8), ("tsoro", 21), ("tsoro-matthews", 8), ("nsolo", 6), ("bao-kigogo", 12), ("msuwa", 10)];

/// A random game as a record.
fn game(index: usize, seed: u64, plies: u32) -> Record {
    let (name, columns) = TABLES[index];
    let rules = Description::parse(name).unwrap().build(Some(Columns::new(columns).unwrap())).unwrap();
    let start = Position::start(&rules, Side::South).unwrap();
    let played = Game::played(&rules, &start, plies, &mut Randomness::seeded(seed));
    let mut text = format!("---\ngame: {name}\ncolumns: {columns}\n");
    played.write(&mut text);
    parse(&text)
}

fn parse(text: &str) -> Record {
    Record::parse(text, Origin { byte: 0, line: 0, record: 1 })
}

/// How a ply is blurred.
#[derive(Debug, Clone, Copy)]
enum Blur {
    Missing,
    Row,
    Column,
    Hole,
    Other,
}

/// A record with some of its plies blurred.
fn blurred(record: &Record, places: &[(usize, Blur)]) -> Record {
    let mut text = String::new();
    let (mut at, mut ply) = (0, 0);
    for item in &record.items {
        let ItemKind::Ply(_) = item.kind else { continue };
        ply += 1;
        let Some((_, blur)) = places.iter().find(|(place, _)| *place == ply) else { continue };
        let written = record.at(item.span);
        let hole = 1 + written[1..].find(|letter: char| !letter.is_ascii_digit()).unwrap_or(written.len() - 1);
        let new = match blur {
            Blur::Missing => "_".to_owned(),
            Blur::Row => format!("_{}", &written[1..]),
            Blur::Column => format!("{}_{}", &written[..1], &written[hole..]),
            Blur::Hole => format!("__{}", &written[hole..]),
            Blur::Other => {
                let other = if written[1..hole] == *"1" { "2" } else { "1" };
                format!("{}{other}|{written}", &written[..1])
            }
        };
        text.push_str(&record.text[at..item.span.range().start]);
        text.push_str(&new);
        at = item.span.range().end;
    }
    text.push_str(&record.text[at..]);
    parse(&text)
}

fn positions(replay: &Replay) -> Vec<Position> {
    replay.steps.iter().map(|step| step.after).collect()
}

fn blur() -> impl Strategy<Value = Blur> {
    prop_oneof![Just(Blur::Missing), Just(Blur::Row), Just(Blur::Column), Just(Blur::Hole), Just(Blur::Other),]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// What was played is among what is left, and what is settled is what was played: not as it was written, but in what it
    /// did.
    #[test]
    fn what_was_played_is_never_lost(
        index in 0..TABLES.len(),
        seed in any::<u64>(),
        length in 4..60u32,
        first in (1..40usize, blur()),
        second in (1..40usize, blur()),
    ) {
        let whole = game(index, seed, length);
        let truth = replay(&whole, &Options::default());
        let places = [first, second];
        let record = blurred(&whole, &places);
        let resolution = resolve(&record, &Options::default(), DEFAULT_BOUND);
        prop_assert!(resolution.faults.is_empty(), "{:?}\n{}", resolution.faults, record.text);
        let text = resolution.text(&record);
        let filled = parse(&text);
        // What is settled does what was played. Other openings may still leave the positions unknown.
        for matter in &resolution.matters {
            prop_assert!(matter.outcome != Outcome::Contradicted, "{matter:?}\n{}", record.text);
            let played = truth.steps[matter.ply as usize - 1].played.as_ref().unwrap();
            // A ply may say less than a canonical one does: its hole is compared.
            let hole = |text: &str| text.split(['/', '+', '-', 'x', ':', '~', '#', ' ', '(']).next().map(str::to_owned);
            let same = |reading: &String| hole(reading) == hole(&played.canonical);
            if matter.outcome == Outcome::Settled || (matter.outcome == Outcome::Open && matter.left <= MOST_LISTED) {
                prop_assert!(matter.readings.iter().any(same), "{matter:?}, played {}\n{}", played.canonical, record.text);
            }
        }
        if resolution.matters.iter().all(|matter| matter.outcome == Outcome::Settled) {
            let again = replay(&filled, &Options::default());
            prop_assert!(again.findings.iter().all(|finding| finding.severity < Severity::Warning), "{text}");
            prop_assert_eq!(positions(&again), positions(&truth), "{}", text);
            // And nothing is left to settle.
            prop_assert!(resolve(&filled, &Options::default(), DEFAULT_BOUND).matters.is_empty());
        }
    }

    /// Any bytes at all, and any bound: no panic, and every edit keeps what stood there.
    #[test]
    fn nothing_panics(text in "[AaBb_|/x:0-9 .(?)*!+^=\\[\\]{}-]{0,80}", bound in 0..5000u64) {
        let record = parse(&format!("---\ngame: tsoro\ncolumns: 6\n---\n{text}"));
        let resolution = resolve(&record, &Options::default(), bound);
        let new = resolution.text(&record);
        for matter in resolution.matters.iter().filter(|matter| matter.outcome == Outcome::Settled) {
            let kept = format!("{{written: {}}}", matter.written);
            prop_assert!(new.contains(&kept), "{}", new);
        }
    }
}

/// Two unknown plies in a row on a board of 4×8, with a board behind them or plies: found within the bound.
#[test]
fn two_plies_in_a_row_are_found() {
    for (index, seed) in [(0, 1), (0, 2), (2, 3), (2, 4)] {
        let whole = game(index, seed, 24);
        let record = blurred(&whole, &[(9, Blur::Missing), (10, Blur::Missing)]);
        let resolution = resolve(&record, &Options::default(), DEFAULT_BOUND);
        assert_eq!(resolution.matters.len(), 2, "{}", record.text);
        for matter in &resolution.matters {
            assert!(matches!(matter.outcome, Outcome::Settled | Outcome::Open), "{matter:?}");
            assert!(matter.left > 0);
        }
    }
}

/// A bound that is too small is said, and settles nothing.
#[test]
fn a_search_that_was_ended_settles_nothing() {
    let whole = game(0, 1, 24);
    let record = blurred(&whole, &[(9, Blur::Missing), (10, Blur::Missing)]);
    let resolution = resolve(&record, &Options::default(), 50);
    assert!(!resolution.matters.is_empty());
    for matter in &resolution.matters {
        assert_eq!(matter.outcome, Outcome::Unsearched);
        assert!(matter.notes.iter().any(|note| note.contains("bound")), "{:?}", matter.notes);
    }
    assert!(resolution.edits.is_empty());
}
