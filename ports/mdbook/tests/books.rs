//! Books as mdBook hands them over, of both its versions.
#![allow(missing_docs, clippy::unwrap_used)]

use mdbook_tsoro::{Outcome, run, supports};
use serde_json::{Value, json};

const LEGAL: &str = "Look:\n\n```tsoro ply=2\n---\ncolumns: 8\n---\n1. B8 b8\n```\n\nDone.\n";

fn input(items: &str, settings: &Value, content: &str) -> String {
    let chapter = json!({"Chapter": {"name": "One", "content": "# One\n", "number": [1], "sub_items": [
        {"Chapter": {"name": "Two", "content": content, "path": "two.md", "source_path": "two.md", "sub_items": []}},
        "Separator",
    ]}});
    json!([{"root": "/", "config": {"preprocessor": {"tsoro": settings}}, "renderer": "html"}, {items: [chapter, {"PartTitle": "End"}]}])
        .to_string()
}

fn content(outcome: Outcome, items: &str) -> String {
    let Outcome::Book(book) = outcome else { panic!("{outcome:?}") };
    assert_eq!(book[items][1], json!({"PartTitle": "End"}));
    book[items][0]["Chapter"]["sub_items"][0]["Chapter"]["content"].as_str().unwrap().to_owned()
}

#[test]
fn blocks_become_pictures() {
    for items in ["sections", "items"] {
        let content = content(run(&input(items, &json!({"command": "x"}), LEGAL)).unwrap(), items);
        assert!(content.starts_with("Look:\n\n<figure class=\"tsoro\">\n<svg "), "{content}");
        assert!(content.ends_with("</svg>\n</figure>\n\n\nDone.\n"), "{content}");
        assert!(content.contains("<title>Ply 2: North plays b8"), "{content}");
        assert!(!content.contains("```"));
        let html = content.split("<figure").nth(1).unwrap().split("</figure>").next().unwrap();
        assert!(html.lines().all(|line| !line.trim().is_empty()), "a blank line would end the HTML");
    }
}

#[test]
fn the_settings_of_the_book_hold_where_a_block_says_nothing() {
    let dark = content(run(&input("items", &json!({"theme": "dark", "legend": false}), LEGAL)).unwrap(), "items");
    let earth = content(run(&input("items", &json!({}), LEGAL)).unwrap(), "items");
    assert_ne!(dark, earth);
    let wrong = run(&input("items", &json!({"theme": "pink"}), LEGAL)).unwrap_err();
    assert!(wrong.starts_with("book.toml, [preprocessor.tsoro]: `theme=pink`: "), "{wrong}");
}

#[test]
fn a_block_that_is_not_legal_is_reported() {
    let page =
        "One\n\n```tsoro\n---\ncolumns: 8\n---\n1. B8 b8 2. A3\n```\n\n```tsoro colour=red\n2*8/0*8/0*8/2*8 S\n```\n";
    let Outcome::Faults(report) = run(&input("items", &json!({}), page)).unwrap() else { panic!("a picture of it") };
    insta::assert_snapshot!(report);
}

#[test]
fn only_html_shows_pictures() {
    assert!(supports("html"));
    assert!(!supports("latex"));
    assert!(run("[1]").is_err() && run("{}").is_err() && run("").is_err());
}
