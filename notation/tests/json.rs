//! A record written as JSON and read back is the same record, and JSON that contradicts its text is refused.

use tsoro_notation::Record;
use tsoro_notation::span::Origin;

const TEXT: &str = "---\ngame: { preset: tsoro }\nlabels: [a, b]\n---\n1.B5+B20/x3,1(4):a3=1,b2# b7|_(?) {c} [a3=1 S=2]\n[! 1 . / 2 S] (2. _*3) @1:02.5 $7 C5 *\n";

#[test]
fn nothing_is_lost_on_the_way() -> Result<(), serde_json::Error> {
    let record = Record::parse(TEXT, Origin { byte: 3, line: 1, record: 2 });
    let json = serde_json::to_string(&record)?;
    let back: Record = serde_json::from_str(&json)?;
    assert_eq!(back.text, record.text);
    assert_eq!(back.origin, record.origin);
    assert_eq!(back.items, record.items);
    assert_eq!(back.slips, record.slips);
    assert_eq!(back.content(), record.content());
    Ok(())
}

#[test]
fn the_text_alone_is_enough() -> Result<(), serde_json::Error> {
    let record: Record = serde_json::from_str(r#"{"text": "1. B5 b7"}"#)?;
    assert_eq!(record.items.len(), 3);
    Ok(())
}

#[test]
fn items_that_are_not_those_of_the_text_are_refused() -> Result<(), serde_json::Error> {
    let record = Record::parse("1. B5 b7", Origin::default());
    let json = serde_json::to_string(&record)?.replace("1. B5 b7", "1. B6 b7");
    let error = serde_json::from_str::<Record>(&json).expect_err("the items say B5");
    assert!(error.to_string().contains("not those of the record's text"), "{error}");
    Ok(())
}
