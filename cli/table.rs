//! The table a question is about: `--rules`, `--columns` and `--position`, read and put together.

use std::fmt::Write;
use std::fs;
use std::ops::Range;
use std::path::Path;

use clap::Args;
use tsoro_rules::describe::{Description, DescriptionError};
use tsoro_rules::{Board, Columns, Position, RuleSet, Side};

use crate::failure::Failure;

/// Rules and width.
#[derive(Debug, Args)]
pub(crate) struct RulesArguments {
    /// The rules: the name of a preset (`tsoro rules` lists them), a YAML file, or YAML such as
    /// '{preset: tsoro, heads: 1}'
    #[arg(long, value_name = "RULES", default_value = "tsoro")]
    rules: String,

    /// How many holes a row has, from 2 to 64 [default: as the rules or the position say]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=64))]
    columns: Option<u8>,
}

/// Rules, width and a position.
#[derive(Debug, Args)]
pub(crate) struct TableArguments {
    #[command(flatten)]
    rules: RulesArguments,

    /// The position [default: the start of the game]: four rows as South sees them, from top to bottom, then the side
    /// to move, S or N. `2*8` is eight holes of 2: '2*8 / 0*8 / 0*8 / 2*8 S'
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

impl RulesArguments {
    /// The rule set, on a board of `columns` where `--columns` says nothing else.
    pub(crate) fn settle(&self, columns: Option<Columns>) -> Result<RuleSet, Failure> {
        let (description, origin) = describe(&self.rules)?;
        description.build(self.columns().or(columns)).map_err(|error| origin.refused(&error))
    }

    fn columns(&self) -> Option<Columns> {
        self.columns.and_then(|columns| Columns::new(columns).ok())
    }
}

impl TableArguments {
    /// The rule set and the position in question.
    pub(crate) fn settle(&self) -> Result<(RuleSet, Position), Failure> {
        let Some(text) = &self.position else {
            let rules = self.rules.settle(None)?;
            let start = Position::of(*rules.start(), Side::South);
            return Ok((rules, start));
        };
        let position = position(text)?;
        let rules = self.rules.settle(Some(position.columns()))?;
        fits(text, &position, &rules)?;
        Ok((rules, position))
    }
}

impl TableArguments {
    /// The header lines that put a record on this table: `game`, `columns`, and `start` where a position was given.
    pub(crate) fn header(&self, rules: &RuleSet) -> Result<String, Failure> {
        let origin = Origin::of(&self.rules.rules)?;
        let text = origin.text.trim();
        let mut header = if text.lines().count() == 1 && (text.starts_with('{') || !text.contains(':')) {
            format!("game: {text}\n")
        } else {
            // A rule set of several lines is a block below its key.
            let lines = text.lines().filter(|line| !line.trim().is_empty() && *line != "---");
            lines.fold("game:\n".to_owned(), |header, line| header + "  " + line + "\n")
        };
        let _ = writeln!(header, "columns: {}", rules.columns());
        if let Some(position) = &self.position {
            let _ = writeln!(header, "start: \"{}\"", self::position(position)?);
        }
        Ok(header)
    }
}

/// Reads what `--rules` may say: a preset's name, a YAML file, or YAML.
pub(crate) fn describe(rules: &str) -> Result<(Description, Origin), Failure> {
    let origin = Origin::of(rules)?;
    let description = Description::parse(&origin.text).map_err(|error| origin.refused(&error))?;
    Ok((description, origin))
}

/// Where the text of a rule set comes from.
pub(crate) struct Origin {
    text: String,
    file: Option<String>,
}

impl Origin {
    fn of(rules: &str) -> Result<Origin, Failure> {
        let path = Path::new(rules);
        let inline = rules.contains(['{', '\n']);
        let extension = path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
        let path_like = extension || rules.contains(std::path::is_separator);
        // A preset comes before a file of the same name that happens to lie in the folder.
        if !inline && (path_like || (path.is_file() && Description::parse(rules).is_err())) {
            let text = fs::read_to_string(path).map_err(|source| Failure::Read { path: path.to_owned(), source })?;
            return Ok(Origin { text, file: Some(rules.to_owned()) });
        }
        Ok(Origin { text: rules.to_owned(), file: None })
    }

    /// A refusal with its place in the file.
    pub(crate) fn refused(&self, error: &DescriptionError) -> Failure {
        let place = match (&self.file, &error.span) {
            (Some(file), Some(span)) => {
                let (line, column) = line_and_column(&self.text, span);
                format!("{file}:{line}:{column}: ")
            }
            (Some(file), None) => format!("{file}: "),
            (None, Some(span)) if span.start > 0 => {
                let (line, column) = line_and_column(&self.text, span);
                format!("rules, line {line}, column {column}: ")
            }
            (None, _) => String::new(),
        };
        Failure::Rules { place, message: error.message.clone(), suggestion: error.suggestion.clone() }
    }
}

fn line_and_column(text: &str, span: &Range<usize>) -> (usize, usize) {
    let before = text.get(..span.start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (line, column)
}

/// Refuses a position that is not as wide as the board.
pub(crate) fn fits(text: &str, position: &Position, rules: &RuleSet) -> Result<(), Failure> {
    if rules.columns() == position.columns() {
        return Ok(());
    }
    let reason = format!("its rows have {} holes, and the board has {}", position.columns(), rules.columns());
    Err(Failure::Position { text: text.to_owned(), reason })
}

/// Reads a position as the record language writes it: `2*8 / 0*8 / 0*8 / 2*8 S`; South moves where no side is named.
pub(crate) fn position(text: &str) -> Result<Position, Failure> {
    let bad = |reason: String| Failure::Position { text: text.to_owned(), reason };
    let trimmed = text.trim().trim_start_matches('[').trim_end_matches(']').trim();
    let (rows, side) = match trimmed.rsplit_once(|c: char| c.is_whitespace() || c.is_ascii_digit()) {
        Some((_, "S")) => (trimmed.trim_end_matches('S'), Side::South),
        Some((_, "N")) => (trimmed.trim_end_matches('N'), Side::North),
        _ => (trimmed, Side::South),
    };
    let rows = rows.split('/').map(|row| counts(row).map_err(&bad)).collect::<Result<Vec<_>, _>>()?;
    let [a, b, c, d] = rows.as_slice() else {
        return Err(bad(format!("it has {} rows; a board has four, with `/` between them", rows.len())));
    };
    if let Some(odd) = rows.iter().position(|row| row.len() != a.len()) {
        return Err(bad(format!("row 1 has {} holes and row {} has {}", a.len(), odd + 1, rows[odd].len())));
    }
    let board = Board::from_rows([a, b, c, d])
        .ok_or_else(|| bad(format!("its rows have {} holes; a board has from 2 to 64 columns", a.len())))?;
    if board.total() > u32::from(u16::MAX) {
        return Err(bad(format!("{} stones are more than the 65,535 that a board may hold", board.total())));
    }
    Ok(Position::of(board, side))
}

/// One row: counts with blanks between, `2*8` for eight holes of 2.
fn counts(row: &str) -> Result<Vec<u16>, String> {
    let mut holes = Vec::new();
    for word in row.split_whitespace() {
        let (stones, times) = match word.split_once('*') {
            Some((stones, times)) => (stones, times.parse().map_err(|_| format!("`{word}` is not a count of holes"))?),
            None => (word, 1),
        };
        if stones == "." {
            return Err("every hole must be known; `.` is for boards inside a record".to_owned());
        }
        let stones: u16 = stones.parse().map_err(|_| format!("`{word}` is not a number of stones"))?;
        if holes.len() + times > 64 {
            return Err("a row has more than 64 holes".to_owned());
        }
        holes.extend(std::iter::repeat_n(stones, times));
    }
    Ok(holes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let read = match position(text) {
            Ok(position) => position.to_string(),
            Err(Failure::Position { reason, .. }) => reason,
            Err(other) => other.to_string(),
        };
        assert_eq!(read, expected);
    }

    #[test]
    fn positions_are_read_and_refused_with_a_reason() {
        check("2*3 / 0 0 0/0*3 /1 2 3 N", "2*3 / 0*3 / 0*3 / 1 2 3 N");
        check("[2*3 / 0*3 / 0*3 / 2*3]", "2*3 / 0*3 / 0*3 / 2*3 S");
        check("2*3/0*3/0*3/2*3S", "2*3 / 0*3 / 0*3 / 2*3 S");
        check("2*3 / 0*3 / 2*3", "it has 3 rows; a board has four, with `/` between them");
        check("2*3 / 0*4 / 0*3 / 2*3 S", "row 1 has 3 holes and row 2 has 4");
        check("2*3 / 0*x / 0*3 / 2*3 S", "`0*x` is not a count of holes");
        check("2*3 / a 0 0 / 0*3 / 2*3 S", "`a` is not a number of stones");
        check("2*65 / 0 / 0 / 0 S", "a row has more than 64 holes");
        check("1/1/1/1", "its rows have 1 holes; a board has from 2 to 64 columns");
        check("60000 60000/0*2/0*2/0*2 S", "120000 stones are more than the 65,535 that a board may hold");
    }
}
