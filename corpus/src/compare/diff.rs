//! Two versions of one record: what differs in the header, and ply by ply.

use tsoro_notation::Record;
use tsoro_notation::span::Origin;

use super::line::Line;
use super::{Pair, align};
use crate::game::{Field, Game};

/// One thing that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A header key; `None` where it is not there.
    Field {
        /// The key.
        key: String,
        /// Its values before.
        before: Option<String>,
        /// Its values after.
        after: Option<String>,
    },
    /// A ply; `None` where it is not there.
    Ply {
        /// Its number before, from 1.
        before: Option<(u32, String)>,
        /// Its number after, from 1.
        after: Option<(u32, String)>,
    },
    /// How many comments were taken away and added.
    Comments {
        /// Taken away.
        removed: Vec<String>,
        /// Added.
        added: Vec<String>,
    },
}

/// What two versions have in common, and not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Difference {
    /// Plies written the same in both.
    pub same_plies: usize,
    /// Everything that differs: header first, then the plies in their order, then comments.
    pub changes: Vec<Change>,
}

/// Compares two versions of a record.
///
/// ```
/// use tsoro_corpus::compare::{Change, diff};
/// let difference = diff("1. B5 b7 2. B6 b1 *", "1. B5 2. B6x2 b1 *");
/// assert_eq!(difference.same_plies, 2);
/// assert_eq!(difference.changes[0], Change::Ply { before: Some((2, "b7".into())), after: None });
/// ```
pub fn diff(before: &str, after: &str) -> Difference {
    let mut difference = Difference::default();
    let (old, new) = (Game::read(before), Game::read(after));
    let mut keys: Vec<&str> = Vec::new();
    for field in old.fields.iter().chain(&new.fields) {
        if !keys.contains(&field.key.as_str()) {
            keys.push(&field.key);
        }
    }
    for key in keys {
        let (before, after) = (values(&old.fields, key), values(&new.fields, key));
        if before != after {
            difference.changes.push(Change::Field { key: key.to_owned(), before, after });
        }
    }
    let line = |text: &str| Line::of(&Record::parse(text, Origin::default()));
    let (old_line, new_line) = (line(before), line(after));
    for pair in align(&old_line, &new_line, cost) {
        let at = |line: &[Line], index: usize| (index as u32 + 1, line[index].text.clone());
        let (before, after) = match pair {
            Pair::Both(i, j) if old_line[i].text == new_line[j].text => {
                difference.same_plies += 1;
                continue;
            }
            Pair::Both(i, j) => (Some(at(&old_line, i)), Some(at(&new_line, j))),
            Pair::Left(i) => (Some(at(&old_line, i)), None),
            Pair::Right(j) => (None, Some(at(&new_line, j))),
        };
        difference.changes.push(Change::Ply { before, after });
    }
    let missing = |these: &[String], those: &[String]| -> Vec<String> {
        these.iter().filter(|comment| !those.contains(comment)).cloned().collect()
    };
    let (removed, added) = (missing(&old.comments, &new.comments), missing(&new.comments, &old.comments));
    if !removed.is_empty() || !added.is_empty() {
        difference.changes.push(Change::Comments { removed, added });
    }
    difference
}

fn values(fields: &[Field], key: &str) -> Option<String> {
    let values: Vec<&str> = fields.iter().filter(|field| field.key == key).map(|field| field.value.as_str()).collect();
    (!values.is_empty()).then(|| values.join(", "))
}

/// How different two plies are: the same text, the same lift, one of them illegible, the same side, or nothing alike.
pub(super) fn cost(a: &Line, b: &Line) -> u32 {
    match (a.lift, b.lift) {
        _ if a.text == b.text => 0,
        (Some(x), Some(y)) if x == y => 1,
        (None, _) | (_, None) => 2,
        (Some(x), Some(y)) if x.row.is_ascii_lowercase() == y.row.is_ascii_lowercase() => 3,
        _ => 5,
    }
}
