//! What can be looked for, as data: every condition must hold.

use tsoro_rules::{Board, Position, Row, Side, VIEW};

use crate::dates::Days;
use crate::game::EventKind;

/// Conditions, all of which must hold. An empty query finds every record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Query {
    /// Header fields: the key, and what its value must be. `*` stands for any text, upper and lower case are the same, and
    /// a key such as `south` also means `south.name`.
    pub fields: Vec<(String, String)>,
    /// Days of which the header's date must be able to be one.
    pub dates: Option<Days>,
    /// Words of the header and the comments: words side by side must all occur, `"in quotes"` as they stand, `gat*` by
    /// their beginning.
    pub text: Option<String>,
    /// The result that counts: `1-0`, `0-1`, `1/2-1/2`, `*`.
    pub result: Option<String>,
    /// The rule set's name.
    pub rules: Option<String>,
    /// Holes in a row.
    pub columns: Option<u8>,
    /// The fewest and the most plies.
    pub plies: Option<(u32, u32)>,
    /// Codes of findings, or `error`, `warning`, `note` for any of that severity.
    pub findings: Vec<String>,
    /// Events, each with the least amount.
    pub events: Vec<(EventKind, u32)>,
    /// A position that is met.
    pub position: Option<Pattern>,
    /// Whether the position may also be met with the sides changed.
    pub mirrored: bool,
    /// Plies in canonical notation from the start: games that come to the same position after as many plies are found,
    /// whatever the order of the plies was. Needs `rules` where it is not the default game.
    pub opening: Vec<String>,
    /// Whether versions that a later one has taken the place of are found too.
    pub superseded: bool,
    /// The most hits.
    pub limit: Option<usize>,
}

/// A position, some holes of which may be unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// The four rows as South sees them, top to bottom, left to right; `None` for a hole of which nothing is known.
    pub rows: [Vec<Option<u16>>; 4],
    /// The side to move, where it matters.
    pub to_move: Option<Side>,
}

impl Pattern {
    fn read(text: &str) -> Result<Pattern, String> {
        let (text, to_move) = match text.trim().char_indices().next_back() {
            Some((at, 'S')) => (&text.trim()[..at], Some(Side::South)),
            Some((at, 'N')) => (&text.trim()[..at], Some(Side::North)),
            _ => (text.trim(), None),
        };
        let rows: Vec<Vec<Option<u16>>> = text.split('/').map(holes).collect::<Result<_, _>>()?;
        let rows: [Vec<Option<u16>>; 4] = rows.try_into().map_err(|rows: Vec<_>| {
            format!("a position has four rows with `/` between them, top to bottom; this has {}", rows.len())
        })?;
        let columns = rows[0].len();
        if let Some((at, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != columns) {
            return Err(format!("the first row has {columns} holes, row {} has {}", at + 1, row.len()));
        }
        if !(2..=64).contains(&columns) {
            return Err(format!("a row has from 2 to 64 holes; this has {columns}"));
        }
        Ok(Pattern { rows, to_move })
    }

    /// Holes in a row.
    pub fn columns(&self) -> u8 {
        self.rows[0].len() as u8
    }

    /// The board, when every hole is known.
    pub fn exact(&self) -> Option<Board> {
        let rows: Vec<Vec<u16>> = self.rows.iter().map(|row| row.iter().copied().collect()).collect::<Option<_>>()?;
        let [a, b, c, d] = &rows[..] else { return None };
        Board::from_rows([a, b, c, d])
    }

    /// The same with the sides changed: what South had, North has.
    #[must_use]
    pub fn mirrored(&self) -> Pattern {
        let turned = |row: usize| self.rows[3 - row].iter().rev().copied().collect();
        Pattern { rows: [turned(0), turned(1), turned(2), turned(3)], to_move: self.to_move.map(|side| !side) }
    }

    /// Whether a position is one of those meant.
    pub fn fits(&self, position: &Position) -> bool {
        position.columns().get() == self.columns()
            && self.to_move.is_none_or(|side| side == position.to_move)
            && VIEW.iter().zip(&self.rows).all(|(&(side, row), known): (&(Side, Row), _)| {
                known.iter().zip(position.board.row(side, row)).all(|(known, held)| known.is_none_or(|it| it == held))
            })
    }
}

impl std::str::FromStr for Pattern {
    type Err = String;

    /// Reads a position as a sketch is written: `2*8 / 0*8 / 0*8 / 2*8 S`, `.` for a hole not known, `.*8` for eight of
    /// them. Without `S` or `N` either side may be to move.
    ///
    /// # Errors
    /// What is wrong, in a sentence.
    ///
    /// ```
    /// use tsoro_corpus::archive::Pattern;
    /// let pattern: Pattern = "2*6 / 0 0 . 0 0 0 / 0*6 / 2*6 S".parse()?;
    /// assert_eq!(pattern.rows[1][2], None);
    /// assert!(pattern.exact().is_none());
    /// # Ok::<(), String>(())
    /// ```
    fn from_str(text: &str) -> Result<Pattern, String> {
        Pattern::read(text)
    }
}

impl From<&Position> for Pattern {
    fn from(position: &Position) -> Pattern {
        let rows = position.board.rows().map(|row| row.into_iter().map(Some).collect());
        Pattern { rows, to_move: Some(position.to_move) }
    }
}

fn holes(row: &str) -> Result<Vec<Option<u16>>, String> {
    let mut holes = Vec::new();
    for word in row.split_whitespace() {
        let (count, times) = word.split_once('*').unwrap_or((word, "1"));
        let bad =
            || format!("`{word}` is no hole: a number of stones, `.` for one not known, or `2*8` for eight holes of 2");
        let count = if count == "." { None } else { Some(count.parse::<u16>().map_err(|_| bad())?) };
        let times: usize = times.parse().map_err(|_| bad())?;
        if holes.len() + times > 64 {
            return Err("a row has at most 64 holes".to_owned());
        }
        holes.extend(std::iter::repeat_n(count, times));
    }
    Ok(holes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_mirrored_and_held_against_positions() -> Result<(), String> {
        let pattern: Pattern = "1 2 3 / 4 5 6 / 7 8 9 / 10 11 . N".parse()?;
        assert_eq!(pattern.mirrored().mirrored(), pattern);
        assert_eq!(pattern.mirrored().rows[0], [None, Some(11), Some(10)]);
        let exact: Pattern = "1 2 3 / 4 5 6 / 7 8 9 / 10 11 12 N".parse()?;
        let position = Position::of(exact.exact().ok_or("every hole is known")?, Side::North);
        assert!(pattern.fits(&position));
        assert!(!pattern.mirrored().fits(&position));
        assert_eq!(Pattern::from(&position), exact);
        Ok(())
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |text: &str| text.parse::<Pattern>().expect_err("it is wrong");
        assert!(said("2*8 / 0*8 / 2*8").contains("this has 3"));
        assert!(said("2*8 / 0*7 / 0*8 / 2*8").contains("row 2 has 7"));
        assert!(said("2*8 / 0*8 / x*8 / 2*8").contains("`x*8` is no hole"));
        assert!(said("2*99999999999 / 1 / 1 / 1").contains("no hole") || said("2*99 / 1 / 1 / 1").contains("64"));
    }
}
