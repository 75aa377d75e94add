//! From a record's text to a [`Game`]: the one place where the corpus asks the parser and the replay.

use tsoro_notation::header::{Entry, Value};
use tsoro_notation::record::{CommentKind, Item, ItemKind, Record};
use tsoro_notation::span::{Origin, Span};
use tsoro_replay::Replayer;
use tsoro_replay::finding::Finding;
use tsoro_replay::step::{Replay, Step};

use super::event::events;
use super::{Field, FoundAt, Game, Ply};

impl Game {
    /// Reads and replays one record's text.
    ///
    /// ```
    /// use tsoro_corpus::game::Game;
    /// let game = Game::read("---\nsouth: {name: A}\n---\n1. B5 b7 *\n");
    /// assert_eq!(game.field("south.name"), Some("A"));
    /// assert_eq!((game.columns, game.plies.len()), (21, 2));
    /// ```
    pub fn read(text: &str) -> Game {
        GameReader::default().read(text)
    }

    /// What a record and its replay come to.
    pub fn of(record: &Record, replay: &Replay) -> Game {
        let plies: Vec<Ply> = replay.steps.iter().map(|step| ply(record, step)).collect();
        let result = replay.result.recorded.unwrap_or(replay.result.replayed);
        let mut comments = Vec::new();
        gather_comments(&record.text, &record.items, &mut comments);
        Game {
            rules: replay.rules.name().to_owned(),
            columns: replay.rules.columns().get(),
            fields: fields(record),
            comments,
            recorded: replay.result.recorded,
            replayed: replay.result.replayed,
            ending: replay.result.ending,
            start: replay.start,
            events: events(&replay.rules, &replay.start, &plies, result),
            plies,
            findings: found_at(&record.text, &replay.findings),
        }
    }
}

/// Reads record after record. It keeps the rule sets that they ask for, and nothing else.
#[derive(Debug, Clone, Default)]
pub struct GameReader(Replayer);

impl GameReader {
    /// Reads and replays one record's text, as [`Game::read`] does.
    pub fn read(&mut self, text: &str) -> Game {
        let record = Record::parse(text, Origin::default());
        Game::of(&record, &self.0.replay(&record))
    }
}

fn ply(record: &Record, step: &Step) -> Ply {
    Ply {
        ply: step.ply,
        side: step.side,
        written: slice(&record.text, step.span).to_owned(),
        played: step.played.clone(),
        certain: step.certain,
        after: step.after,
    }
}

/// The header flattened.
fn fields(record: &Record) -> Vec<Field> {
    let mut fields = Vec::new();
    for Entry { key, value } in &record.header.entries {
        flatten(&key.value, &value.value, &mut fields);
    }
    fields
}

fn flatten(key: &str, value: &Value, into: &mut Vec<Field>) {
    match value {
        Value::Empty => into.push(Field { key: key.to_owned(), value: String::new() }),
        Value::Text(text) => into.push(Field { key: key.to_owned(), value: text.clone() }),
        Value::List(values) => values.iter().for_each(|value| flatten(key, &value.value, into)),
        Value::Map(entries) => {
            for entry in entries {
                flatten(&format!("{key}.{}", entry.key.value), &entry.value.value, into);
            }
        }
    }
}

fn gather_comments(text: &str, items: &[Item], into: &mut Vec<String>) {
    for item in items {
        match &item.kind {
            ItemKind::Comment(kind) => {
                let comment = slice(text, item.span);
                let bare = match kind {
                    CommentKind::Braces => {
                        let open = comment.strip_prefix('{').unwrap_or(comment);
                        open.strip_suffix('}').unwrap_or(open)
                    }
                    CommentKind::Line => comment.strip_prefix(';').unwrap_or(comment),
                };
                into.push(bare.trim().to_owned());
            }
            ItemKind::Variation(items) => gather_comments(text, items, into),
            _ => {}
        }
    }
}

/// Findings with lines and columns. They are counted from one finding to the next, so that a record of a million plies
/// with a thousand findings is not gone through a thousand times.
fn found_at(text: &str, findings: &[Finding]) -> Vec<FoundAt> {
    let mut order: Vec<usize> = (0..findings.len()).collect();
    order.sort_by_key(|&index| findings[index].span.start);
    let mut places = vec![(1, 1); findings.len()];
    let (mut at, mut line, mut line_start) = (0, 1, 0);
    for index in order {
        let start = floor(text, findings[index].span.start as usize);
        for newline in text[at..start].match_indices('\n').map(|(offset, _)| at + offset) {
            line += 1;
            line_start = newline + 1;
        }
        at = start;
        places[index] = (line, text[line_start..start].chars().count() as u32 + 1);
    }
    let rows = findings.iter().zip(places).map(|(finding, (line, column))| FoundAt {
        code: finding.code.name().to_owned(),
        severity: finding.severity,
        ply: finding.ply,
        line,
        column,
        message: finding.message.clone(),
    });
    rows.collect()
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.range()).unwrap_or_default()
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
