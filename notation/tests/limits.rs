//! Texts of great length and depth are read in time that grows with their length, and without a stack overflow.

use std::time::{Duration, Instant};

use tsoro_notation::record::{LONGEST_RECORD, Record};
use tsoro_notation::slip::SlipKind;
use tsoro_notation::span::Origin;

fn check(name: &str, text: String, kind: Option<SlipKind>) {
    let length = text.len();
    let start = Instant::now();
    let record = Record::parse(text, Origin::default());
    // Generous, for a slow machine and an unoptimised build: what is quadratic takes hours.
    assert!(start.elapsed() < Duration::from_secs(60), "{name}: {length} bytes in {:?}", start.elapsed());
    if let Some(kind) = kind {
        assert!(record.slips.iter().any(|slip| slip.kind == kind), "{name}");
    }
}

#[test]
fn long_and_deep_texts_are_read_in_linear_time() {
    check("open parentheses", "(".repeat(100_000), Some(SlipKind::TooDeep));
    check("closed parentheses", "(".repeat(100_000) + &")".repeat(100_000), Some(SlipKind::TooDeep));
    check("open brackets", "[".repeat(200_000), Some(SlipKind::UnclosedBoard));
    check("an open comment", "{".to_owned() + &"x ".repeat(5_000_000), Some(SlipKind::UnclosedComment));
    check("a long line", "B5 b7 ".repeat(300_000), None);
    check("one token of plies", "B5".repeat(200_000), Some(SlipKind::Punctuation));
    check("one token of letters", "q".repeat(2_000_000), Some(SlipKind::Unreadable));
    check("numbers with nothing behind", "1 ".repeat(200_000), Some(SlipKind::Unreadable));
    check("a long header", format!("---\nx: {}\n---\n", "y".repeat(1_000_000)), Some(SlipKind::HeaderTooLong));
    check("a deep header", format!("---\nx: {}\n---\n", "[".repeat(30_000)), Some(SlipKind::MalformedHeader));
}

#[test]
fn a_record_beyond_the_limit_is_not_read() {
    let mut text = "1. B5 b7\n".to_owned();
    text.push_str(&" ".repeat(LONGEST_RECORD));
    let record = Record::parse(text, Origin::default());
    assert_eq!(record.slips.len(), 1);
    assert_eq!(record.slips[0].kind, SlipKind::TooLarge);
    assert_eq!(record.at(record.slips[0].span), "1. B5 b7");
    // What was not read is still there.
    assert_eq!(record.text.len(), LONGEST_RECORD + 9);
}
