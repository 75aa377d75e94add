//! Rule sets read from any text at all: an answer or a refusal that points into the text, never a panic; and what was
//! read written out again.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fmt::Write as _;

use proptest::prelude::*;
use tsoro_rules::describe::{Description, preset_text, presets};
use tsoro_rules::{Columns, RuleSet, Side};

fn read(text: &str) {
    let refusal = match Description::parse(text) {
        Ok(description) => {
            let widths = [None, Columns::new(2).ok(), Columns::new(64).ok()];
            widths.into_iter().find_map(|columns| description.build(columns).err())
        }
        Err(error) => Some(error),
    };
    if let Some(error) = refusal {
        let span = error.span.unwrap_or_else(|| panic!("no place: {}\n{text}", error.message));
        assert!(text.get(span.clone()).is_some(), "{span:?} is no place in\n{text}");
        assert!(!error.message.is_empty() && !error.message.contains('\n'), "{}", error.message);
    }
}

/// A preset's text with a few bits of it taken out, doubled or changed for others.
fn spoiled() -> impl Strategy<Value = String> {
    let bits = [
        "é", "{", "}", "[", "]", ":", ",", "\n", "- ", "\"", "'", "&a ", "*a", "\t", "#", "B-1: 3", "9", "🂡", "~", "|",
    ];
    let names = presets().collect::<Vec<_>>();
    let slip = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), prop::sample::select(bits.to_vec()));
    (prop::sample::select(names), prop::collection::vec(slip, 1..5)).prop_map(|(name, slips)| {
        let mut text: Vec<char> = preset_text(name).unwrap().chars().collect();
        for (at, to, bit) in slips {
            let (at, length) = (at.index(text.len() + 1), to.index(4));
            let end = (at + length).min(text.len());
            text.splice(at..end, bit.chars());
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn spoiled_presets_are_read_or_refused(text in spoiled()) {
        read(&text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[a-zA-Z0-9{}\\[\\]:, \n\t\"'&*#|>!%@`~é-]{0,60}") {
        read(&text);
    }
}

/// Text made to be hard on a parser is refused, and at once.
#[test]
fn hostile_text_is_refused() {
    let begun = std::time::Instant::now();
    let nested = ["[", "{a: ", "- ", "? ", "&a ", "- - [{", "!t ", "\"", "|\n  ", "a: &b [*b, "];
    for bit in nested {
        let text = bit.repeat(60_000 / bit.len());
        read(&text);
        assert!(Description::parse(&text).is_err(), "{bit}");
    }
    let mut many = String::new();
    for key in 0..9_000 {
        writeln!(many, "k{key}: 1").unwrap();
    }
    assert!(Description::parse(&many[..60_000]).is_err());
    assert!(Description::parse(&"tsoro ".repeat(20_000)).unwrap_err().message.contains("bytes long"));
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}

#[test]
fn names_are_found_however_they_are_written() {
    let check = |written: &str, preset: &str| {
        let found = Description::parse(written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(found.preset(), Some(preset), "{written}");
    };
    check("Tsoro", "tsoro");
    check("  nsolo  # as at Ndola", "nsolo");
    check("Bao Kigogo", "bao-kigogo");
    check("Nchombwa", "nsolo");
    check("Fuva", "tsoro");
    check("imbwe", "tsoro");
    check("Bao Kiarabu", "hawalis");
}

#[test]
fn what_is_changed_is_in_the_name() {
    let check = |written: &str, name: &str| {
        let rules = Description::parse(written).unwrap().build(None).unwrap();
        assert_eq!(rules.name(), name, "{written}");
    };
    check("tsoro", "tsoro");
    check("{preset: tsoro}", "tsoro");
    check("{preset: tsoro, columns: 8}", "tsoro");
    check("{preset: tsoro, bonus: {holes: 3}}", "tsoro with bonus: {holes: 3}");
    check("preset: tsoro\nheads: 1\nbonus:\n  holes: 3\n", "tsoro with heads: 1, bonus: holes: 3");
    check("{preset: tsoro, name: ours, heads: 1}", "ours");
    check("{columns: 8, start: {outer: 2}}", "rules of its own");
    check("{name: ours, columns: 8, start: {outer: 2}}", "ours");
}

#[test]
fn widths_that_the_source_names() {
    let check = |written: &str, columns: u8, named: bool| {
        let rules = Description::parse(written).unwrap().build(Columns::new(columns).ok()).unwrap();
        assert_eq!(rules.width_in_source(), named, "{written} on {columns}");
    };
    check("tsoro", 21, true);
    check("tsoro", 20, false);
    check("{preset: tsoro, heads: 1}", 7, false);
    check("tsoro-matthews", 7, true);
    check("nsolo-sanderson", 11, false);
    check("nsolo-sanderson", 12, true);
    check("bao-kigogo", 8, false);
    check("{columns: 8, start: {outer: 2}}", 30, true);
}

/// A start as the four rows of a board.
fn start(written: &str, columns: u8) -> String {
    let rules = Description::parse(written).unwrap_or_else(|error| panic!("{written}: {error}"));
    let rules: RuleSet = rules.build(Columns::new(columns).ok()).unwrap_or_else(|error| panic!("{written}: {error}"));
    rules.start().to_string()
}

#[test]
fn starts_in_every_form() {
    let check = |written: &str, columns: u8, expected: &str| assert_eq!(start(written, columns), expected, "{written}");
    check("tsoro", 3, "2*3 / 0*3 / 0*3 / 2*3");
    check("{preset: tsoro, heads: 1}", 3, "3 2 2 / 0*3 / 0*3 / 2 2 3");
    check("{preset: tsoro, heads: [B-1]}", 3, "3 2 2 / 0*3 / 0*3 / 2 2 3");
    check("{preset: tsoro, heads: [B1]}", 3, "2*3 / 0*3 / 0*3 / 2*3");
    check("{preset: tsoro, heads: {south: 1, north: 2}}", 3, "2*3 / 0*3 / 0*3 / 2*3");
    check("{preset: tsoro, heads: 0, bonus: none}", 3, "2*3 / 0*3 / 0*3 / 2*3");
    check("{preset: tsoro, heads: 1, start: {inner: 1}}", 3, "3 2 2 / 1*3 / 1*3 / 2 2 3");
    check("{preset: tsoro, heads: 1, start: \"2 2 / 0 0 / 0 0 / 2 2\"}", 2, "2*2 / 0*2 / 0*2 / 2*2");
    check("nsolo", 4, "2*4 / 0 2 2 2 / 2 2 2 0 / 2*4");
    check("{preset: nsolo, start: {inner: 3}}", 4, "2*4 / 3*4 / 3*4 / 2*4");
    check("{preset: nsolo, start: {A1: 5}}", 4, "2*4 / 0 2 2 5 / 5 2 2 0 / 2*4");
    check("bao-kigogo", 4, "2*4 / 2 2 2 0 / 0 2 2 2 / 2*4");
    check("njombwa", 4, "2*4 / 2 2 1 0 / 0 1 2 2 / 2*4");
    check("msuwa", 4, "2*4 / 0 1 2 2 / 2 2 1 0 / 2*4");
    check("tracey-tsoro", 4, "2 2 2 0 / 2 2 1 0 / 0 1 2 2 / 0 2 2 2");
    check("{start: {outer: 2, inner: [0, 1, 2]}}", 3, "2*3 / 2 1 0 / 0 1 2 / 2*3");
    check("{start: {outer: 2, inner: 0 1*2}}", 3, "2*3 / 1 1 0 / 0 1 1 / 2*3");
    check("{start: {outer: 2, b1: 5}}", 3, "2 2 5 / 0*3 / 0*3 / 2*3");
    check("{start: {outer: 2, A1: 1, north: {outer: 3, a1: 4}}}", 3, "3*3 / 0 0 4 / 1 0 0 / 2*3");
    check("{start: {A-1: 4, outer: 2, south: {B2: 0}}}", 3, "2*3 / 4 0 0 / 0 0 4 / 2 0 2");
    check("{start: \"1 2 3 / 0*3 / 0 0 1 / 2*3 S\"}", 3, "1 2 3 / 0*3 / 0 0 1 / 2*3");
    check("{start: [[1, 2, 3], [0, 0, 0], [0, 0, 1], [2, 2, 2]]}", 3, "1 2 3 / 0*3 / 0 0 1 / 2*3");
    check("{start: \"2*3 / 0*3 / 0*3 / 65529 0 0\"}", 3, "2*3 / 0*3 / 0*3 / 65529 0 0");
}

#[test]
fn heads_in_every_form() {
    let check = |written: &str, columns: u8, expected: &str| {
        let rules = Description::parse(written).unwrap_or_else(|error| panic!("{written}: {error}"));
        let rules = rules.build(Columns::new(columns).ok()).unwrap_or_else(|error| panic!("{written}: {error}"));
        let heads = |side| rules.heads(side).holes(rules.columns(), side);
        let heads: Vec<String> = Side::BOTH.into_iter().flat_map(heads).map(|hole| hole.to_string()).collect();
        assert_eq!(heads.join(" "), expected, "{written}");
    };
    check("tsoro", 8, "B7 B8 b7 b8");
    check("{preset: tsoro, heads: 0}", 8, "");
    check("{preset: tsoro, heads: none}", 8, "");
    check("{preset: tsoro, heads: []}", 8, "");
    check("{preset: tsoro, heads: 8}", 8, "B1 B2 B3 B4 B5 B6 B7 B8 b1 b2 b3 b4 b5 b6 b7 b8");
    check("{preset: tsoro, heads: B2}", 8, "B2 b2");
    check("{preset: tsoro, heads: [B2, B-1]}", 8, "B2 B8 b2 b8");
    check("{preset: tsoro, heads: {south: [B2, B7], north: [b5, b8]}}", 8, "B2 B7 b5 b8");
    check("{preset: tsoro, heads: {north: 1}}", 8, "B7 B8 b8");
    check("{preset: tsoro, heads: {south: none, north: b-2}}", 8, "b7");
    check("{columns: 8, start: {outer: 2}, heads: {south: 1}}", 8, "B8");
}
