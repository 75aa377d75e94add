//! The book's pages on findings say what `tsoro explain` says, with the report that each example yields.
//!
//! `TSORO_BOOK=write cargo test --test book` writes them; they are committed, so that the book can be read where nothing
//! builds it.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use tsoro_replay::explain::{examples, explain, summary};
use tsoro_replay::render::{Format, Look, Source};
use tsoro_replay::{Code, Options, replay};

/// The pages: file, heading, the first code on it. The codes are in the library's order.
const PAGES: [(&str, &str, Code); 4] = [
    ("text.md", "Text that cannot be read", Code::Unreadable),
    ("header.md", "The header", Code::UnclosedHeader),
    ("moves.md", "Moves", Code::NoSuchHole),
    ("whole.md", "Boards, results and the whole", Code::MoveNumber),
];
const TABLE: &str = "## All findings\n";

#[test]
fn every_finding_is_explained_in_the_book() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/findings");
    let mut table = format!("{TABLE}\n| code | what is wrong |\n|---|---|\n");
    let mut told = 0;
    for (index, &(file, heading, first)) in PAGES.iter().enumerate() {
        let next = PAGES.get(index + 1).map(|&(_, _, code)| code);
        let codes = Code::ALL.iter().skip_while(|&&code| code != first).take_while(|&&code| Some(code) != next);
        let mut page = format!("# {heading}\n");
        for &code in codes {
            page += &section(code);
            let _ = writeln!(table, "| [`{code}`]({file}#{code}) | {} |", summary(code).replace('|', "\\|"));
            told += 1;
        }
        hold(&folder.join(file), &page);
    }
    assert_eq!(told, Code::ALL.len(), "the first page begins with the first code");
    let front = fs::read_to_string(folder.join("README.md")).unwrap();
    let (words, _) = front.split_once(TABLE).unwrap();
    hold(&folder.join("README.md"), &format!("{words}{table}"));
}

/// A code's page as part of a page: its heading lower, its examples as text (they are wrong, and the book draws only what
/// is right), the report on the first one below it.
fn section(code: Code) -> String {
    let mut out = String::new();
    let mut reported = explain(code).contains("```tsoro shortened");
    let mut wrong = false;
    for line in explain(code).lines() {
        match line.strip_prefix("```tsoro") {
            Some(info) => {
                wrong = !info.contains("mended");
                out += "```text\n";
            }
            None if line.starts_with("# ") => writeln!(out, "\n#{line}").unwrap(),
            None => writeln!(out, "{line}").unwrap(),
        }
        if line == "```" && wrong && !reported {
            let text = report(code);
            write!(out, "\n`tsoro check` says:\n\n```text\n{}\n```\n", text.trim_end()).unwrap();
            reported = true;
        }
    }
    out
}

/// The report on the first example, of this finding alone.
fn report(code: Code) -> String {
    let example = examples(code).into_iter().find(|example| !example.mended).unwrap();
    let mut out = String::new();
    for record in tsoro_notation::records(&example.text) {
        let findings = replay(&record, &Options::default()).findings;
        if let Some(finding) = findings.iter().find(|finding| finding.code == code) {
            out = Format::Text(Look::default()).report(&Source::of("game.tsoro", &record), [finding]);
        }
    }
    // Blanks at the ends of lines mean nothing in a report.
    out.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

fn hold(path: &PathBuf, text: &str) {
    if std::env::var("TSORO_BOOK").is_ok_and(|value| value == "write") {
        fs::write(path, text).unwrap();
    }
    let written = fs::read_to_string(path).unwrap_or_default();
    assert!(written == text, "{} is not up to date: TSORO_BOOK=write cargo test --test book", path.display());
}
