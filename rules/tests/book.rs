//! The book's rule sets and starts: every block of YAML can be played, every start drawn is the one that it says it is.
#![allow(missing_docs, clippy::unwrap_used)]

mod help;

use std::fs;
use std::path::Path;

use tsoro_rules::describe::{Description, presets};
use tsoro_rules::{Columns, Position, Side};

/// The blocks of a page that open with a fence of this kind, without what the page indents them by.
fn blocks(page: &str, kind: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for line in page.lines() {
        let indent = line.len() - line.trim_start().len();
        match open.take() {
            None if line.trim() == format!("```{kind}") => open = Some((indent, String::new())),
            None => {}
            Some((_, block)) if line.trim() == "```" => blocks.push(block),
            Some((indent, mut block)) => {
                block.push_str(line.get(indent..).unwrap_or_default());
                block.push('\n');
                open = Some((indent, block));
            }
        }
    }
    blocks
}

fn pages() -> Vec<(String, String)> {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src");
    let games = fs::read_dir(book.join("games")).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = games.chain([book.join("rule-sets.md")]).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.display().to_string(), fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn every_rule_set_in_the_book_can_be_played() {
    let mut found = 0;
    for (page, text) in pages() {
        for block in blocks(&text, "yaml") {
            let rules = Description::parse(&block).and_then(|description| description.build(None));
            rules.unwrap_or_else(|error| panic!("{page}: {error}\n{block}"));
            found += 1;
        }
    }
    assert!(found > 20, "{found}");
}

#[test]
fn every_start_in_the_book_is_the_rule_set_s() {
    let mut drawn = Vec::new();
    for (page, text) in pages() {
        for block in blocks(&text, "tsoro") {
            let (comment, position) = block.split_once('\n').unwrap();
            let position = help::position(position);
            let Some(of) = comment.strip_prefix("; start of ") else { continue };
            let (name, columns) = of.strip_suffix(" columns").unwrap().rsplit_once(" on ").unwrap();
            let description = Description::parse(name).unwrap();
            let rules = description.build(Columns::new(columns.parse().unwrap()).ok()).unwrap();
            let start = Position::start(&rules, Side::South).unwrap();
            assert_eq!(position, start, "{page}: {comment}");
            drawn.push((name.to_owned(), rules.columns()));
        }
    }
    for name in presets() {
        let columns = Description::parse(name).unwrap().columns_default().unwrap();
        assert!(drawn.contains(&(name.to_owned(), columns)), "the book draws no start of {name}");
    }
}
