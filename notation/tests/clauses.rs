//! Every clause of the book's page on the record language is tied to the cases and laws that show it, in `clauses.tsv`: a
//! clause that is written without a test is seen, and so is a test that is gone.
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::Path;

const PAGE: &str = include_str!("../../docs/src/notation.md");
const TABLE: &str = include_str!("clauses.tsv");

#[test]
fn every_clause_has_a_test() {
    let clauses: Vec<&str> = PAGE
        .lines()
        .filter_map(|line| line.strip_prefix("- **N")?.split_once("**").map(|(clause, _)| clause))
        .collect();
    assert!(clauses.len() > 40, "the page has its clauses: {clauses:?}");
    let tied: BTreeMap<&str, &str> =
        TABLE.lines().map(|line| line.strip_prefix('N').unwrap().split_once('\t').unwrap()).collect();
    for clause in &clauses {
        assert!(tied.contains_key(clause), "N{clause} has no test in clauses.tsv");
    }
    for (clause, tests) in tied {
        assert!(clauses.contains(&clause), "clauses.tsv names N{clause}, which is not on the page");
        for test in tests.split(' ') {
            let (file, function) = test.split_once(':').map_or((test, None), |(file, name)| (file, Some(name)));
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
            let text = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("N{clause}: {test} is not there"));
            let there = function.is_none_or(|function| text.contains(&format!("fn {function}(")));
            assert!(there, "N{clause}: {test} is not there");
            let shown = function.is_some() || path.with_extension("snap").exists();
            assert!(shown, "N{clause}: {test} has no snapshot");
        }
    }
}
