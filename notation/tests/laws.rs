//! Laws of the record language, over texts of all kinds.

use proptest::prelude::*;
use tsoro_notation::record::{Item, ItemKind, Record};
use tsoro_notation::records;
use tsoro_notation::span::{Origin, Span};
use tsoro_notation::split::Splitter;
use tsoro_notation::write::{WriteOptions, canonical_text};

/// Pieces that records are made of, whole and broken, so that random texts come near the grammar.
fn piece() -> impl Strategy<Value = String> {
    let fixed = prop::sample::select(vec![
        "\n---\n",
        "---\n",
        "---",
        "\r\n",
        "\n",
        " ",
        "  ",
        "\t",
        "game: tsoro\n",
        "columns: 8\n",
        "north: No\n",
        "coordinates: board\n",
        "title: Game #2\n",
        "event: \"x\n",
        "south: {name: x}\n",
        "notes: |\n  a\n",
        " game: x",
        "1.",
        "2...",
        "3",
        "4,",
        "12 ",
        "B5",
        "b7",
        "A-2",
        "_",
        "_*3",
        "__",
        "B_",
        "x3",
        "x",
        "x3,1",
        ":a3,b2",
        ":b2,a3=4",
        ":0",
        "/",
        "/B20",
        "^2",
        "+",
        "+B20",
        "-A7",
        "(20)",
        "(?)",
        "(!)",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ";",
        "[a3=2 S=4]",
        "[2*8 / 0*8 / 0*8 / 2*8 S]",
        "[! 1 . / 2 /]",
        "{a comment}",
        "; line\n",
        "@1:02",
        "@",
        "$3",
        "$$1",
        "$999",
        "!",
        "?!",
        "!!!",
        "1-0",
        "0-1",
        "1/2-1/2",
        "*",
        "#",
        "~",
        "|",
        "<",
        ">",
        ",",
        ".",
        "C5",
        "hello",
        "a boy",
        "99999999999",
        "B99999999999",
        "x70000",
        "\u{410}5",
        "\u{FF08}",
        "\u{FF11}",
        "\u{D7}",
        "\u{2013}",
        "\u{2026}",
        "\u{BD}",
        "\u{A0}",
        "\u{FEFF}",
        "\0",
        "\u{7}",
        "\u{201C}",
        "---x",
        "x---\n",
        "=",
        "^",
        "&a",
        "'",
    ])
    .prop_map(str::to_owned);
    prop_oneof![8 => fixed, 1 => any::<char>().prop_map(String::from), 1 => "[ -~]{0,6}"]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![6 => prop::collection::vec(piece(), 0..24).prop_map(|pieces| pieces.concat()), 1 => any::<String>()]
}

fn covered(record: &Record, items: &[Item], from: u32, to: u32) -> Result<(), TestCaseError> {
    let mut at = from;
    for item in items {
        prop_assert!(item.span.start >= at && item.span.end > item.span.start && item.span.end <= to, "{:?}", item);
        blank(record, Span::new(at, item.span.start))?;
        at = item.span.end;
        if let ItemKind::Variation(inner) = &item.kind {
            let text = record.at(item.span);
            let opening = text.chars().next().map_or(0, char::len_utf8) as u32;
            let last = inner.last().map_or(item.span.start + opening, |last| last.span.end);
            let closing = record.at(Span::new(last, item.span.end)).trim_start_matches(is_blank);
            prop_assert!(matches!(closing, "" | ")" | "\u{FF09}"), "{closing:?}");
            covered(record, inner, item.span.start + opening, last)?;
        }
    }
    blank(record, Span::new(at, to))
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{FEFF}' | '\u{200B}'..='\u{200D}' | '\u{2060}')
}

fn blank(record: &Record, span: Span) -> Result<(), TestCaseError> {
    let text = record.at(span);
    prop_assert!(text.chars().all(is_blank), "{text:?} belongs to no item");
    Ok(())
}

fn inside(record: &Record, span: Span) -> Result<(), TestCaseError> {
    prop_assert!(record.text.get(span.range()).is_some(), "{span:?} of {:?}", record.text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_byte_is_lost(text in text()) {
        let joined: String = records(&text).map(|record| record.text).collect();
        let body = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        if body.trim().is_empty() {
            prop_assert_eq!(joined, "");
        } else {
            prop_assert_eq!(joined, body);
        }
    }

    #[test]
    fn a_stream_is_cut_where_the_text_is(text in text(), step in 1usize..9) {
        let body = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        if body.trim().is_empty() {
            return Ok(());
        }
        let whole: Vec<usize> = records(&text).map(|record| record.text.len()).collect();
        let mut lengths = Vec::new();
        let (mut splitter, mut start, mut end) = (Splitter::new(), 0, 0);
        loop {
            let last = end == body.len();
            match splitter.end(&body.as_bytes()[start..end], last) {
                Some(length) => {
                    lengths.push(length);
                    start += length;
                }
                None if last => break,
                None => end = (end + step).min(body.len()),
            }
        }
        if start < body.len() {
            lengths.push(body.len() - start);
        }
        prop_assert_eq!(lengths, whole);
    }

    #[test]
    fn every_byte_of_the_movetext_belongs_to_an_item(text in text()) {
        let record = Record::parse(text.replace("---", "-- "), Origin::default());
        covered(&record, &record.items, 0, record.text.len() as u32)?;
    }

    #[test]
    fn places_lie_inside(text in text()) {
        for record in records(&text) {
            for slip in &record.slips {
                inside(&record, slip.span)?;
                for (span, _) in &slip.related {
                    inside(&record, *span)?;
                }
                for mend in &slip.mends {
                    let mut at = 0;
                    for edit in &mend.edits {
                        inside(&record, edit.span)?;
                        prop_assert!(edit.span.start >= at);
                        at = edit.span.end;
                    }
                }
            }
            for entry in &record.header.entries {
                inside(&record, entry.key.span)?;
                inside(&record, entry.value.span)?;
            }
        }
    }

    #[test]
    fn formatting_twice_changes_nothing(text in text()) {
        let once = canonical_text(&text, WriteOptions::default());
        let twice = canonical_text(&once, WriteOptions::default());
        prop_assert_eq!(&once, &twice, "of {:?}", text);
    }

    #[test]
    fn formatting_keeps_the_content(text in text(), width in 1usize..90) {
        let before: Vec<_> = records(&text).map(|record| record.content()).filter(|content| !content.items.is_empty() || !content.header.is_empty()).collect();
        let formatted = canonical_text(&text, WriteOptions { width, ..WriteOptions::default() });
        let after: Vec<_> = records(&formatted).map(|record| record.content()).filter(|content| !content.items.is_empty() || !content.header.is_empty()).collect();
        prop_assert_eq!(before, after, "{:?} became {:?}", text, formatted);
    }
}
