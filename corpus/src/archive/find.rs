//! Looking for records: header, text, figures and events by SQL, positions by their index.

use std::collections::{BTreeMap, HashSet};

use rayon::prelude::*;
use rusqlite::types::Value;
use rusqlite::{OptionalExtension, params_from_iter};
use tsoro_rules::{Position, Side};

use super::keep::{Entry, SELECT, entry};
use super::positions;
use super::query::{Pattern, Query};
use super::row::severity_name;
use super::{Archive, ArchiveError};
use crate::game::{Game, PositionKey};
use tsoro_replay::finding::Severity;

/// A record that was found, and where in it.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The record.
    pub entry: Entry,
    /// The ply after which the position stands, or at which the event happens; `None` when no ply was asked for.
    pub ply: Option<u32>,
    /// The position there.
    pub position: Option<Position>,
}

/// Records looked at side by side when positions with unknown holes are looked for.
const BATCH: usize = 2000;

impl Archive {
    /// The records for which all conditions of a query hold, in the order in which they came in. Of a record that is found by
    /// a position or an event, the first ply is told.
    ///
    /// # Errors
    /// When the query makes no sense, or the archive cannot be read.
    pub fn find(&self, query: &Query) -> Result<Vec<Hit>, ArchiveError> {
        let places = self.places(query)?;
        let Statement { sql, values } = statement(query)?;
        let limit = query.limit.unwrap_or(usize::MAX);
        let mut hits = Vec::new();
        let mut take = |entry: Entry, ply: Option<u32>| {
            if hits.len() < limit {
                hits.push((entry, ply));
            }
            hits.len() < limit
        };
        match &places {
            // Few places are looked up one by one; many are picked out of all records that fit the rest.
            Some(places) if places.len() < 500 || limit < 500 => {
                let mut one = self.connection.prepare_cached(&format!("{sql} AND r.id = ?"))?;
                for (&record, &ply) in places {
                    let values = values.iter().cloned().chain([Value::Integer(record)]);
                    let found = one.query_row(params_from_iter(values), entry).optional()?;
                    if found.is_some_and(|entry| !take(entry, Some(ply))) {
                        break;
                    }
                }
            }
            _ => {
                let mut all = self.connection.prepare_cached(&format!("{sql} ORDER BY r.id"))?;
                let mut rows = all.query(params_from_iter(values.iter()))?;
                while let Some(row) = rows.next()? {
                    let entry = entry(row)?;
                    let ply = match &places {
                        Some(places) => match places.get(&entry.record) {
                            Some(&ply) => Some(ply),
                            None => continue,
                        },
                        None => None,
                    };
                    if !take(entry, ply) {
                        break;
                    }
                }
            }
        }
        self.show(query, hits)
    }

    /// The records and first plies at which a position stands, by its index. The record may have been removed since.
    ///
    /// # Errors
    /// When the archive cannot be read.
    pub fn met(&self, key: PositionKey) -> Result<Vec<(i64, u32)>, ArchiveError> {
        positions::lookup(&self.connection, key)
    }

    /// Records with the plies that a condition on positions names; `None` when there is no such condition.
    fn places(&self, query: &Query) -> Result<Option<BTreeMap<i64, u32>>, ArchiveError> {
        let mut places = None;
        if let Some(pattern) = &query.position {
            let mut patterns = vec![pattern.clone()];
            if query.mirrored {
                patterns.push(pattern.mirrored());
            }
            let found = match pattern.exact() {
                Some(_) => self.exact(&patterns)?,
                None => self.partial(query, &patterns)?,
            };
            places = Some(found);
        }
        if !query.opening.is_empty() {
            let reached = opening(query)?;
            let ply = query.opening.len() as u32;
            let found = self.met(PositionKey::of(&reached))?;
            let found: BTreeMap<i64, u32> = found.into_iter().filter(|&(_, at)| at == ply).collect();
            places = Some(match places {
                None => found,
                Some(places) => places.into_iter().filter(|(record, _)| found.contains_key(record)).collect(),
            });
        }
        Ok(places)
    }

    fn exact(&self, patterns: &[Pattern]) -> Result<BTreeMap<i64, u32>, ArchiveError> {
        let mut found = BTreeMap::new();
        for pattern in patterns {
            let Some(board) = pattern.exact() else { continue };
            for side in Side::BOTH.into_iter().filter(|&side| pattern.to_move.is_none_or(|it| it == side)) {
                for (record, ply) in self.met(PositionKey::of(&Position::of(board, side)))? {
                    let first = found.entry(record).or_insert(ply);
                    *first = ply.min(*first);
                }
            }
        }
        Ok(found)
    }

    /// With unknown holes there is no key to look for: the records that fit the rest of the query are replayed.
    fn partial(&self, query: &Query, patterns: &[Pattern]) -> Result<BTreeMap<i64, u32>, ArchiveError> {
        let columns = patterns.first().map(Pattern::columns);
        let rest = Query { position: None, opening: Vec::new(), columns, limit: None, ..query.clone() };
        let Statement { sql, values } = statement(&rest)?;
        let mut statement = self.connection.prepare_cached(&format!("{sql} ORDER BY r.id"))?;
        let mut rows = statement.query(params_from_iter(values.iter()))?;
        let mut found = BTreeMap::new();
        loop {
            let mut batch = Vec::new();
            while batch.len() < BATCH {
                let Some(row) = rows.next()? else { break };
                let record: i64 = row.get(0)?;
                batch.push((record, self.text(record)?));
            }
            if batch.is_empty() {
                return Ok(found);
            }
            let first = |(record, text): (i64, String)| {
                let game = Game::read(&text);
                let fits = |position: &Position| patterns.iter().any(|pattern| pattern.fits(position));
                if fits(&game.start) {
                    return Some((record, 0));
                }
                game.plies.iter().find(|ply| ply.certain && fits(&ply.after)).map(|ply| (record, ply.ply))
            };
            let met: Vec<_> = batch.into_par_iter().filter_map(first).collect();
            found.extend(met);
        }
    }

    /// Adds the plies of events and the boards.
    fn show(&self, query: &Query, found: Vec<(Entry, Option<u32>)>) -> Result<Vec<Hit>, ArchiveError> {
        let mut hits = Vec::with_capacity(found.len());
        let mut texts = Vec::with_capacity(found.len());
        for (entry, place) in found {
            let ply = match (place, query.events.first()) {
                (None, Some(&(kind, amount))) => self
                    .connection
                    .prepare_cached("SELECT min(ply) FROM events WHERE record = ?1 AND kind = ?2 AND amount >= ?3")?
                    .query_row((entry.record, kind.name(), amount), |row| row.get(0))?,
                (place, _) => place,
            };
            if ply.is_some() {
                texts.push((hits.len(), self.text(entry.record)?));
            }
            hits.push(Hit { entry, ply, position: None });
        }
        let work = |(at, text): (usize, String)| (at, Game::read(&text));
        // A few games at a time: a game in memory is a hundred times its text.
        for chunk in texts.chunks(256) {
            let games: Vec<(usize, Game)> = chunk.to_vec().into_par_iter().map(work).collect();
            for (at, game) in games {
                hits[at].position = hits[at].ply.and_then(|ply| game.position(ply).copied());
            }
        }
        Ok(hits)
    }
}

/// The position after the plies of an opening.
fn opening(query: &Query) -> Result<Position, ArchiveError> {
    let rules = query.rules.as_deref().unwrap_or("tsoro");
    let columns = query.columns.map(|columns| format!("columns: {columns}\n")).unwrap_or_default();
    let text = format!("---\ngame: {rules}\n{columns}---\n{}\n", query.opening.join(" "));
    let game = Game::read(&text);
    let errors: Vec<_> = game.findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
    if let Some(error) = errors.first() {
        return Err(ArchiveError::Query(format!("the opening cannot be played: {}", error.message)));
    }
    match game.plies.last() {
        Some(last) if last.certain && game.plies.len() == query.opening.len() => Ok(last.after),
        _ => Err(ArchiveError::Query("the opening leaves open what was played".to_owned())),
    }
}

struct Statement {
    sql: String,
    values: Vec<Value>,
}

impl Statement {
    fn and(&mut self, condition: &str, values: impl IntoIterator<Item = Value>) {
        self.sql.push_str(" AND ");
        self.sql.push_str(condition);
        self.values.extend(values);
    }
}

fn statement(query: &Query) -> Result<Statement, ArchiveError> {
    let mut all = Statement { sql: format!("{SELECT} WHERE 1"), values: Vec::new() };
    let text = |text: &str| Value::Text(text.to_owned());
    for (key, value) in &query.fields {
        all.and(
            "EXISTS (SELECT 1 FROM fields f WHERE f.record = r.id AND (f.key = ? OR f.key = ? || '.name') \
             AND f.value LIKE ? ESCAPE '\\')",
            [text(key), text(key), Value::Text(like(value))],
        );
    }
    if let Some(days) = query.dates {
        all.and("g.date_from <= ? AND g.date_to >= ?", [Value::Integer(days.to), Value::Integer(days.from)]);
    }
    if let Some(words) = &query.text {
        let words = words_query(words)
            .ok_or_else(|| ArchiveError::Query(format!("there is no word in `{words}` to look for")))?;
        all.and("r.id IN (SELECT rowid FROM words WHERE words MATCH ?)", [Value::Text(words)]);
    }
    if let Some(result) = &query.result {
        all.and("g.result = ?", [text(result)]);
    }
    if let Some(rules) = &query.rules {
        all.and("g.rules = ?", [text(rules)]);
    }
    if let Some(columns) = query.columns {
        all.and("g.columns = ?", [Value::Integer(columns.into())]);
    }
    if let Some((fewest, most)) = query.plies {
        all.and("g.plies BETWEEN ? AND ?", [Value::Integer(fewest.into()), Value::Integer(most.into())]);
    }
    let severities: HashSet<&str> = [Severity::Error, Severity::Warning, Severity::Note].map(severity_name).into();
    for finding in &query.findings {
        let column = if severities.contains(finding.as_str()) { "severity" } else { "code" };
        let condition = format!("EXISTS (SELECT 1 FROM findings f WHERE f.record = r.id AND f.{column} = ?)");
        all.and(&condition, [text(finding)]);
    }
    for &(kind, amount) in &query.events {
        all.and(
            "r.id IN (SELECT record FROM events WHERE kind = ? AND amount >= ?)",
            [text(kind.name()), Value::Integer(amount.into())],
        );
    }
    if !query.superseded {
        all.and("NOT EXISTS (SELECT 1 FROM records l WHERE l.identifier = r.identifier AND l.version > r.version)", []);
    }
    Ok(all)
}

/// A pattern with `*` as SQL's.
fn like(pattern: &str) -> String {
    let mut like = String::with_capacity(pattern.len() + 2);
    for letter in pattern.chars() {
        match letter {
            '*' => like.push('%'),
            '%' | '_' | '\\' => like.extend(['\\', letter]),
            other => like.push(other),
        }
    }
    like
}

/// The user's words in the language of the index, every word in quotes so that none is taken for an operator.
fn words_query(text: &str) -> Option<String> {
    let mut words = Vec::new();
    for (at, part) in text.split('"').enumerate() {
        let quoted = at % 2 == 1;
        let pieces: Vec<&str> = if quoted { vec![part] } else { part.split_whitespace().collect() };
        for piece in pieces {
            let (word, begins) = match piece.strip_suffix('*') {
                Some(word) if !quoted => (word, "*"),
                _ => (piece, ""),
            };
            if word.chars().any(char::is_alphanumeric) {
                words.push(format!("\"{word}\"{begins}"));
            }
        }
    }
    (!words.is_empty()).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_a_query_that_cannot_fail() {
        let check = |text: &str, expected: Option<&str>| assert_eq!(words_query(text).as_deref(), expected, "{text}");
        check("Gatooma 1964", Some("\"Gatooma\" \"1964\""));
        check("\"under the tree\" gat*", Some("\"under the tree\" \"gat\"*"));
        check("a OR b:c", Some("\"a\" \"OR\" \"b:c\""));
        check("\"open", Some("\"open\""));
        check(" * \"\" ", None);
    }

    #[test]
    fn stars_are_the_only_wildcards() {
        assert_eq!(like("50%_\\*"), "50\\%\\_\\\\%");
    }
}
