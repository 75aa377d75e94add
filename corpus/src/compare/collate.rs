//! Two transcriptions of one game laid side by side, and one record made of them.
//!
//! Where both say the same, or one says more of the same move, there is one reading. Where they differ, each reading is
//! tried on the position that the merged record has reached: what the rules do not allow is left out, and where both can
//! be, both stand with `|` between them.

use tsoro_notation::Record;
use tsoro_notation::span::Origin;
use tsoro_replay::finding::Severity;

use super::diff::cost;
use super::line::Line;
use super::{Pair, align};
use crate::game::Game;

/// One transcription's reading of a ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// Its place in its own transcription, from 1.
    pub ply: u32,
    /// As written there.
    pub text: String,
    /// Whether the rules allow it where it stands; `None` where that was not asked, because both agree.
    pub allowed: Option<bool>,
}

/// One place of a collation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collated {
    /// What the first transcription has here.
    pub left: Option<Reading>,
    /// What the second has.
    pub right: Option<Reading>,
    /// What the merged record has; `None` where a ply was left out.
    pub merged: Option<String>,
}

/// Two transcriptions side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collation {
    /// Place by place.
    pub plies: Vec<Collated>,
    /// The merged record, with the header of the first.
    pub merged: String,
}

/// Collates two transcriptions. The header is the first one's.
///
/// ```
/// use tsoro_corpus::compare::collate;
/// let collation = collate("---\ncolumns: 6\n---\n1. B1 b1 *\n", "1. B1 b2 *\n");
/// assert_eq!(collation.plies[1].merged.as_deref(), Some("b1|b2"));
/// ```
pub fn collate(left: &str, right: &str) -> Collation {
    let first = Record::parse(left, Origin::default());
    let second = Record::parse(right, Origin::default());
    let (a, b) = (Line::of(&first), Line::of(&second));
    let header = header_of(&first);
    let mut written: Vec<String> = Vec::new();
    let mut plies = Vec::new();
    for pair in align(&a, &b, cost) {
        let reading =
            |line: &[Line], at: usize, allowed| Reading { ply: at as u32 + 1, text: line[at].text.clone(), allowed };
        let place = match pair {
            Pair::Both(i, j) => {
                let (x, y) = (&a[i], &b[j]);
                if let Some(one) = agreed(x, y) {
                    let (left, right) = (Some(reading(&a, i, None)), Some(reading(&b, j, None)));
                    Collated { left, right, merged: Some(one) }
                } else {
                    let (can_x, can_y) = (allowed(&header, &written, &x.text), allowed(&header, &written, &y.text));
                    let merged = match (can_x, can_y) {
                        (true, false) => x.text.clone(),
                        (false, true) => y.text.clone(),
                        // Neither can be: both stay, and the replay will say so.
                        _ => format!("{}|{}", bare(&x.text), bare(&y.text)),
                    };
                    let (left, right) = (Some(reading(&a, i, Some(can_x))), Some(reading(&b, j, Some(can_y))));
                    Collated { left, right, merged: Some(merged) }
                }
            }
            Pair::Left(i) => {
                let can = allowed(&header, &written, &a[i].text);
                let merged = can.then(|| a[i].text.clone());
                Collated { left: Some(reading(&a, i, Some(can))), right: None, merged }
            }
            Pair::Right(j) => {
                let can = allowed(&header, &written, &b[j].text);
                let merged = can.then(|| b[j].text.clone());
                Collated { left: None, right: Some(reading(&b, j, Some(can))), merged }
            }
        };
        written.extend(place.merged.clone());
        plies.push(place);
    }
    let merged = merged_text(&header, &plies, result_of(&first).or_else(|| result_of(&second)));
    Collation { plies, merged }
}

/// The one reading of two plies that do not contradict each other.
fn agreed(x: &Line, y: &Line) -> Option<String> {
    if x.text == y.text {
        return Some(x.text.clone());
    }
    // What is not legible in one is in the other.
    match (x.lift, y.lift) {
        (None, Some(_)) if x.plies == 1 => return Some(y.text.clone()),
        (Some(_), None) if y.plies == 1 => return Some(x.text.clone()),
        _ => {}
    }
    // One says more of the same.
    let (short, long) = if x.text.len() < y.text.len() { (x, y) } else { (y, x) };
    let more = long.text.strip_prefix(&short.text)?;
    (short.lift == long.lift && !more.starts_with(|letter: char| letter.is_ascii_digit())).then(|| long.text.clone())
}

/// Whether the rules allow a reading after what is written so far.
fn allowed(header: &str, written: &[String], reading: &str) -> bool {
    let text = format!("{header}{} {reading}\n", written.join(" "));
    let game = Game::read(&text);
    let ply = written.len() as u32 + 1;
    !game.findings.iter().any(|finding| finding.severity == Severity::Error && finding.ply == Some(ply))
        && game.plies.get(written.len()).is_some_and(|ply| ply.played.is_some())
}

/// Without the marks that may stand behind all readings only.
fn bare(text: &str) -> &str {
    text.strip_suffix("(?)").or_else(|| text.strip_suffix("(!)")).unwrap_or(text)
}

fn header_of(record: &Record) -> String {
    match record.header.span.and_then(|span| record.text.get(span.range())) {
        Some(yaml) => format!("---\n{}\n---\n", yaml.trim_end_matches(['\n', '\r'])),
        None => String::new(),
    }
}

fn result_of(record: &Record) -> Option<&str> {
    record.items.iter().rev().find_map(|item| {
        matches!(item.kind, tsoro_notation::record::ItemKind::Result(_))
            .then(|| record.text.get(item.span.range()))
            .flatten()
    })
}

fn merged_text(header: &str, plies: &[Collated], result: Option<&str>) -> String {
    let mut text = header.to_owned();
    let mut line = String::new();
    let mut put = |word: &str| {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > 80 {
            text.push_str(&line);
            text.push('\n');
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    };
    let mut count = 0;
    for Collated { left, right, merged } in plies {
        if let Some(merged) = merged {
            if count % 2 == 0 {
                put(&format!("{}.", count / 2 + 1));
            }
            count += 1;
            put(merged);
        }
        // What the merged line does not show stands in a comment.
        match (left, right, merged) {
            (Some(one), None, Some(_)) => put(&format!("{{only in the first: {}}}", one.text)),
            (None, Some(one), Some(_)) => put(&format!("{{only in the second: {}}}", one.text)),
            (Some(one), None, None) => put(&format!("{{the first has {} here, which cannot be}}", one.text)),
            (None, Some(one), None) => put(&format!("{{the second has {} here, which cannot be}}", one.text)),
            (Some(a), Some(b), Some(_)) if a.allowed == Some(true) && b.allowed == Some(false) => {
                put(&format!("{{the second has {}, which cannot be}}", b.text));
            }
            (Some(a), Some(b), Some(_)) if a.allowed == Some(false) && b.allowed == Some(true) => {
                put(&format!("{{the first has {}, which cannot be}}", a.text));
            }
            _ => {}
        }
    }
    if let Some(result) = result {
        put(result);
    }
    text.push_str(&line);
    text.push('\n');
    text
}
