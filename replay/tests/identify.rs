//! A game played by certain rules is found to be legal under them, whatever the record says of its rules.
#![allow(missing_docs, clippy::unwrap_used)]

use proptest::prelude::*;
use tsoro_notation::record::Record;
use tsoro_notation::span::Origin;
use tsoro_replay::generate::Game;
use tsoro_replay::identify::{DEFAULT_BOUND, identify};
use tsoro_rules::describe::{Description, presets};
use tsoro_rules::{Position, Randomness, RuleSet, Side};

fn record(rules: &RuleSet, seed: u64, plies: u32) -> Record {
    let start = Position::start(rules, Side::South).unwrap();
    let mut written = String::new();
    Game::played(rules, &start, plies, &mut Randomness::seeded(seed)).write(&mut written);
    // No word of the game; of the board only how wide it is.
    let text = format!("---\ncolumns: {}\n{written}", rules.columns());
    Record::parse(text, Origin { byte: 0, line: 0, record: 1 })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_rules_played_by_are_found(index in 0..presets().len(), seed in any::<u64>(), plies in 1..60u32) {
        let name = presets().nth(index).unwrap();
        let rules = Description::parse(name).unwrap().build(None).unwrap();
        let record = record(&rules, seed, plies);
        let found = identify(&record, DEFAULT_BOUND);
        let build = |text: &str| Description::parse(text).unwrap().build(Some(rules.columns())).unwrap();
        let played = found.candidates.iter().find(|candidate| build(&candidate.rules).plays_as(&rules));
        let played = played.expect("a preset is always listed");
        prop_assert!(played.is_legal(), "{name}: {:?}\n{}", played.failure, record.text);
        prop_assert_eq!(played.disagreements, 0);
        prop_assert!(found.candidates[0].is_legal());
        // Ranked: legal ones first, and of the others those that go on longer.
        let order: Vec<_> = found.candidates.iter().map(|candidate| (!candidate.is_legal(), u32::MAX - candidate.followed)).collect();
        prop_assert!(order.is_sorted(), "{order:?}");
    }
}

#[test]
fn a_variant_is_found_where_it_alone_fits() {
    let rules = Description::parse("{preset: tsoro, heads: 1}").unwrap().build(None).unwrap();
    let record = record(&rules, 3, 400);
    let found = identify(&record, DEFAULT_BOUND);
    let best = &found.candidates[0];
    assert_eq!(best.rules, "{preset: tsoro, heads: 1}", "{found:?}");
    let plain = found.candidates.iter().find(|candidate| candidate.rules == "tsoro").unwrap();
    assert!(plain.failure.is_some());
}
