//! Rule sets that are refused: each file of `unsound/` with the exact words beside it.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use tsoro_rules::describe::{Description, DescriptionError};

/// The refusal as a person reads it: the place, the reason, the text underlined, and what was probably meant.
fn shown(text: &str, error: &DescriptionError) -> String {
    let span = error.span.clone().unwrap_or_else(|| panic!("no place: {error}"));
    let before = text.get(..span.start).unwrap_or_else(|| panic!("a place beyond the text: {span:?}"));
    let marked = text.get(span.clone()).unwrap_or_else(|| panic!("a place beyond the text: {span:?}"));
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text[line_start..].lines().next().unwrap_or_default();
    let (number, column) = (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1);
    let mut shown = format!("{number}:{column}: {error}\n");
    if line.chars().count() <= 120 {
        let width = marked.lines().next().unwrap_or_default().chars().count().max(1);
        let tabs = |c: char| if c == '\t' { '\t' } else { ' ' };
        let blank: String = before[line_start..].chars().map(tabs).collect();
        write!(shown, "  | {line}\n  | {blank}{}\n", "^".repeat(width)).unwrap();
    }
    if let Some(meant) = &error.suggestion {
        let (mended, rest) = (before.to_owned() + meant, &text[span.end..]);
        writeln!(shown, "meant: {meant}").unwrap();
        if let Err(next) = Description::parse(&(mended + rest)).and_then(|described| described.build(None)) {
            writeln!(shown, "  … and then: {next}").unwrap();
        }
    }
    shown
}

#[test]
fn each_is_refused_with_its_reason() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unsound");
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    files.sort();
    assert!(files.len() > 50);
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let error = match Description::parse(&text).and_then(|description| description.build(None)) {
            Ok(rules) => panic!("{name} was accepted: {rules:?}"),
            Err(error) => error,
        };
        insta::with_settings!({
            snapshot_path => &folder,
            prepend_module_to_snapshot => false,
            omit_expression => true,
            input_file => path.file_name().unwrap(),
        }, {
            insta::assert_snapshot!(name, shown(&text, &error));
        });
    }
}
