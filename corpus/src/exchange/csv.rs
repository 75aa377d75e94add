//! Records as tables for spreadsheets, R and pandas: `plies`, one row a ply, and `games`, one row a record with its text.
//!
//! `plies` is tidy and complete in itself, but a game is more than its plies: reading it back gives the moves, the rule
//! set and the width and no more. `games` carries the text, so nothing is lost by it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, Write};

use super::json::side_name;
use super::{ExchangeError, Item};
use crate::archive::Summary;
use crate::game::Game;

/// The columns of `plies`.
pub const PLIES: [&str; 14] = [
    "record",
    "rules",
    "columns",
    "ply",
    "side",
    "move",
    "landing",
    "laps",
    "captured_inner",
    "captured_outer",
    "bonus",
    "bonus_stones",
    "certain",
    "position",
];

/// The columns of `games`.
pub const GAMES: [&str; 18] = [
    "record", "title", "rules", "columns", "result", "replayed", "ending", "place", "date", "plies", "laps",
    "captures", "captured", "stops", "errors", "warnings", "source", "text",
];

/// Writes the line of column names.
///
/// # Errors
/// The system's word.
pub fn write_head(out: &mut impl Write, columns: &[&str]) -> Result<(), ExchangeError> {
    row(out, columns.iter().map(|&name| name.to_owned()))
}

/// Writes a row for every ply of a record.
///
/// # Errors
/// The system's word.
pub fn write_plies(out: &mut impl Write, item: &Item) -> Result<(), ExchangeError> {
    let game = Game::read(&item.text);
    for ply in &game.plies {
        let played = ply.played.as_ref();
        let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
        let bonus = |played: &tsoro_replay::step::Played| {
            played.bonus.iter().map(|(hole, stones)| format!("{hole}={stones}")).collect::<Vec<_>>().join(" ")
        };
        let stones = |played: &tsoro_replay::step::Played| played.bonus.iter().map(|&(_, held)| u32::from(held)).sum();
        let cells = [
            item.name.clone(),
            game.rules.clone(),
            game.columns.to_string(),
            ply.ply.to_string(),
            side_name(ply.side).to_owned(),
            played.map_or_else(|| ply.written.clone(), |played| played.canonical.clone()),
            played.and_then(|played| played.landings.last()).map(ToString::to_string).unwrap_or_default(),
            number(played.map(|played| played.laps)),
            number(played.map(|played| u32::from(played.captured.inner))),
            number(played.map(|played| u32::from(played.captured.outer))),
            played.map(bonus).unwrap_or_default(),
            number(played.map(stones)),
            ply.certain.to_string(),
            ply.after.to_string(),
        ];
        row(out, cells)?;
    }
    Ok(())
}

/// Writes a record's row of `games`.
///
/// # Errors
/// The system's word.
pub fn write_game(out: &mut impl Write, item: &Item) -> Result<(), ExchangeError> {
    let s = Summary::of(&Game::read(&item.text));
    let numbers = [s.laps, s.captures.into(), s.captured, s.stops.into(), s.errors.into(), s.warnings.into()];
    let cells = [
        item.name.clone(),
        s.title,
        s.rules,
        s.columns.to_string(),
        s.result,
        s.replayed,
        s.ending.unwrap_or_default(),
        s.place.unwrap_or_default(),
        s.date.unwrap_or_default(),
        s.plies.to_string(),
    ];
    let rest = [item.source.clone(), item.text.clone()];
    row(out, cells.into_iter().chain(numbers.map(|number| number.to_string())).chain(rest))
}

/// Reads a table back: `games` by its texts, `plies` by its moves.
///
/// # Errors
/// When it is no table of either kind; the line is where the row begins.
pub fn read(source: impl BufRead) -> Result<Vec<Item>, ExchangeError> {
    let mut rows = Rows { source, line: 1 };
    let Some((_, head)) = rows.next()? else { return Ok(Vec::new()) };
    let place = |name: &str| head.iter().position(|column| column.trim_start_matches('\u{feff}').trim() == name);
    let wrong = |line, message: &str| ExchangeError::Line { line, message: message.to_owned() };
    let (text, record, moves) = (place("text"), place("record"), place("move"));
    let cell = |row: &[String], at: Option<usize>| at.and_then(|at| row.get(at)).cloned().unwrap_or_default();
    let mut items = Vec::new();
    if let Some(text) = text {
        while let Some((line, row)) = rows.next()? {
            let Some(content) = row.get(text) else {
                return Err(wrong(line, "the row ends before its `text`"));
            };
            let name = row.get(record.unwrap_or(usize::MAX)).cloned().unwrap_or_else(|| (items.len() + 1).to_string());
            items.push(Item { name, text: content.clone(), source: cell(&row, place("source")) });
        }
        return Ok(items);
    }
    let (Some(record), Some(moves)) = (record, moves) else {
        return Err(wrong(1, "no table of records: it needs a column `text`, or the columns `record` and `move`"));
    };
    let mut games: Vec<(String, BTreeMap<&str, String>, Vec<String>)> = Vec::new();
    while let Some((line, row)) = rows.next()? {
        let (Some(name), Some(played)) = (row.get(record), row.get(moves)) else {
            return Err(wrong(line, "the row is too short"));
        };
        if games.last().is_none_or(|game| game.0 != *name) {
            let header = [("game", "rules"), ("columns", "columns")];
            let header = header.map(|(key, column)| (key, cell(&row, place(column))));
            let header = header.into_iter().filter(|(_, value)| !value.is_empty()).collect();
            games.push((name.clone(), header, Vec::new()));
        }
        if let Some(game) = games.last_mut() {
            game.2.push(played.clone());
        }
    }
    Ok(games.into_iter().map(|(name, header, plies)| Item::new(name, from_plies(&header, &plies))).collect())
}

fn from_plies(header: &BTreeMap<&str, String>, plies: &[String]) -> String {
    let mut text = String::from("---\n");
    // The rule set comes before its width.
    for (key, value) in header.iter().rev() {
        let _ = writeln!(text, "{key}: {value}");
    }
    text.push_str("---\n");
    for (number, pair) in (1..).zip(plies.chunks(2)) {
        let _ = writeln!(text, "{number}. {}", pair.join(" "));
    }
    text
}

/// Writes one row.
pub(super) fn write_row(out: &mut impl Write, cells: impl IntoIterator<Item = String>) -> Result<(), ExchangeError> {
    row(out, cells)
}

/// All rows of a table, the column names too.
pub(super) fn read_rows(source: impl BufRead) -> Result<Vec<Vec<String>>, ExchangeError> {
    let mut rows = Rows { source, line: 1 };
    let mut all = Vec::new();
    while let Some((_, row)) = rows.next()? {
        all.push(row);
    }
    Ok(all)
}

fn row(out: &mut impl Write, cells: impl IntoIterator<Item = String>) -> Result<(), ExchangeError> {
    for (at, cell) in cells.into_iter().enumerate() {
        if at > 0 {
            out.write_all(b",")?;
        }
        // A cell that begins or ends with a blank is quoted too: some readers would trim it.
        if cell.contains(['"', ',', '\n', '\r']) || cell.trim() != cell {
            write!(out, "\"{}\"", cell.replace('"', "\"\""))?;
        } else {
            out.write_all(cell.as_bytes())?;
        }
    }
    out.write_all(b"\r\n")?;
    Ok(())
}

/// Rows of a table, quoted cells over several lines among them.
struct Rows<R> {
    source: R,
    line: u64,
}

impl<R: BufRead> Rows<R> {
    /// The next row that is not empty, with the line it begins in.
    fn next(&mut self) -> Result<Option<(u64, Vec<String>)>, ExchangeError> {
        loop {
            let begin = self.line;
            let mut text = String::new();
            // A row is complete when its quotes are.
            while text.is_empty() || text.bytes().filter(|&byte| byte == b'"').count() % 2 == 1 {
                if self.source.read_line(&mut text)? == 0 {
                    break;
                }
                self.line += 1;
            }
            if text.is_empty() {
                return Ok(None);
            }
            if text.trim().is_empty() {
                continue;
            }
            let cells = cells(&text).map_err(|message| ExchangeError::Line { line: begin, message })?;
            return Ok(Some((begin, cells)));
        }
    }
}

fn cells(row: &str) -> Result<Vec<String>, String> {
    let row = row.strip_suffix('\n').unwrap_or(row);
    let row = row.strip_suffix('\r').unwrap_or(row);
    let (mut cells, mut rest) = (Vec::new(), row);
    loop {
        let Some(quoted) = rest.strip_prefix('"') else {
            let end = rest.find(',').unwrap_or(rest.len());
            cells.push(rest[..end].to_owned());
            match rest.get(end + 1..) {
                Some(more) => rest = more,
                None => return Ok(cells),
            }
            continue;
        };
        let mut cell = String::new();
        let mut inside = quoted;
        loop {
            let end = inside.find('"').ok_or("a quoted cell without an end")?;
            cell.push_str(&inside[..end]);
            inside = &inside[end + 1..];
            match inside.strip_prefix('"') {
                Some(more) => {
                    cell.push('"');
                    inside = more;
                }
                None => break,
            }
        }
        cells.push(cell);
        match inside.strip_prefix(',') {
            Some(more) => rest = more,
            None if inside.is_empty() => return Ok(cells),
            None => return Err("text behind a quoted cell".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn no_byte_of_a_text_is_lost(texts in proptest::collection::vec("(---\n|\r\n|é|\"|,| |B5|\n|\r)*", 0..4)) {
            let items: Vec<_> = (1..).zip(texts).map(|(n, text): (i32, _)| Item::new(n.to_string(), text)).collect();
            let mut table = Vec::new();
            write_head(&mut table, &GAMES).expect("memory");
            for item in &items {
                write_game(&mut table, item).expect("memory");
            }
            prop_assert_eq!(read(&table[..]).expect("it was written"), items);
        }
    }

    #[test]
    fn plies_come_back_as_moves() -> Result<(), ExchangeError> {
        let mut table = Vec::new();
        write_head(&mut table, &PLIES)?;
        write_plies(&mut table, &Item::new("7", "---\ngame: tsoro\ncolumns: 6\n---\n1. B1 b1 {so} 2. B2\n"))?;
        let text = String::from_utf8_lossy(&table);
        assert!(text.lines().nth(1).is_some_and(|row| row.starts_with("7,tsoro,6,1,south,B1")), "{text}");
        let items = read(&table[..])?;
        assert!(items[0].text.starts_with("---\ngame: tsoro\ncolumns: 6\n---\n1. B1"), "{}", items[0].text);
        assert!(read(&b"a,b\n1,2\n"[..]).is_err());
        Ok(())
    }
}
