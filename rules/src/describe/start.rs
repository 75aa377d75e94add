//! The start of a game as a description gives it: rows, single holes by name, or the whole board; and its stones laid
//! out on a board of some width.

use std::collections::BTreeMap;

use super::DescriptionError;
use super::heads::parse_name;
use super::options::{Part, Sides, Start, StartLayer, What};
use super::read::{number, short, unknown_key, wrong_kind};
use super::yaml::{Key, Node, Value};
use crate::{Board, Columns, Hole, Row, Side};

const COUNT: &str = "a count of stones from 0 to 65535";
const ROW: &str = "a count of stones for every hole of the row, or a list of counts from the owner's left";
const FORMS: &str = "rows and holes such as `{outer: 2, inner: 0, B-1: 3}`, or a board such as \
                     `\"2*8 / 0*8 / 0*8 / 2*8\"`";

/// Reads one start.
pub(super) fn read(node: &Node) -> Result<StartLayer, DescriptionError> {
    let start = match &node.value {
        Value::Map(entries) => {
            let mut parts = Vec::new();
            read_parts(entries, Sides::Both, &mut parts)?;
            parts.sort_by_key(Part::rank);
            Start::Parts(parts)
        }
        Value::Text(sketch) => {
            let rows = sketched_board(sketch, node)?.split('/').map(|row| sketched_row(row, node)).collect();
            board(node, rows)?
        }
        Value::List(rows) => board(node, rows.iter().map(counts).collect())?,
        _ => return Err(wrong_kind(node, FORMS)),
    };
    Ok(StartLayer { at: Some(node.span.clone().into()), start })
}

/// Reads starts by the number of heads that they go with.
pub(super) fn read_by_heads(node: &Node) -> Result<BTreeMap<u8, StartLayer>, DescriptionError> {
    let Value::Map(entries) = &node.value else {
        return Err(wrong_kind(node, "a mapping of numbers of heads to starts, such as `{1: {outer: 2, B-1: 3}}`"));
    };
    let mut starts = BTreeMap::new();
    for (key, node) in entries {
        let heads = key.name.parse().ok().filter(|heads| *heads <= 64).ok_or_else(|| {
            let message = format!("expected a number of heads from 0 to 64; found `{}`", short(&key.name));
            DescriptionError::new(message).at(key.span.clone())
        })?;
        starts.insert(heads, read(node)?);
    }
    Ok(starts)
}

fn read_parts(entries: &[(Key, Node)], sides: Sides, parts: &mut Vec<Part>) -> Result<(), DescriptionError> {
    for (key, node) in entries {
        let (sides, what) = match (key.name.as_str(), sides) {
            ("outer", _) => (sides, row(Row::Outer, node)?),
            ("inner", _) => (sides, row(Row::Inner, node)?),
            ("south", Sides::Both) => {
                read_parts(side_parts(node)?, Sides::One(Side::South), parts)?;
                continue;
            }
            ("north", Sides::Both) => {
                read_parts(side_parts(node)?, Sides::One(Side::North), parts)?;
                continue;
            }
            (name, _) => {
                let Some((owner, hole)) = parse_name(name) else {
                    let known: &[_] = match sides {
                        Sides::Both => &["outer", "inner", "south", "north"],
                        Sides::One(_) => &["outer", "inner"],
                    };
                    let mut error = unknown_key(key, known, "`start`");
                    if error.suggestion.is_none() {
                        error.message.push_str(", or a hole's name such as `B-1`");
                    }
                    return Err(error);
                };
                let sides = match sides {
                    // Upper case speaks of both sides' own hole, lower case of North's alone.
                    Sides::Both if owner == Side::South => Sides::Both,
                    Sides::Both => Sides::One(Side::North),
                    Sides::One(side) if side == owner => sides,
                    Sides::One(side) => {
                        let meant = hole.written(side);
                        let message = format!("{name} is {owner}'s hole, and this is {side}'s start; write {meant}");
                        return Err(DescriptionError::new(message).meant(&meant).at(key.span.clone()));
                    }
                };
                (sides, What::Hole(hole, number(node, 0..=65_535, COUNT)? as u16))
            }
        };
        parts.push(Part { sides, what, at: Some((key.span.start..node.span.end).into()) });
    }
    Ok(())
}

fn side_parts(node: &Node) -> Result<&[(Key, Node)], DescriptionError> {
    match &node.value {
        Value::Map(entries) => Ok(entries),
        _ => Err(wrong_kind(node, "rows and holes such as `{outer: 2, inner: 0}`")),
    }
}

fn row(row: Row, node: &Node) -> Result<What, DescriptionError> {
    match &node.value {
        Value::Number(_) => Ok(What::Each(row, number(node, 0..=65_535, COUNT)? as u16)),
        Value::Text(text) => Ok(What::Listed(row, sketched_row(text, node)?)),
        Value::List(_) => Ok(What::Listed(row, counts(node)?)),
        _ => Err(wrong_kind(node, ROW)),
    }
}

/// A row as a list: `[0, 2, 2]`; or as text within a list of rows.
fn counts(node: &Node) -> Result<Vec<u16>, DescriptionError> {
    match &node.value {
        Value::List(counts) => {
            counts.iter().map(|node| number(node, 0..=65_535, COUNT).map(|count| count as u16)).collect()
        }
        Value::Text(text) => sketched_row(text, node),
        _ => Err(wrong_kind(node, "a row: a list of counts of stones")),
    }
}

/// A row as a sketch writes it: counts between blanks, `2*8` for eight holes of 2.
fn sketched_row(text: &str, node: &Node) -> Result<Vec<u16>, DescriptionError> {
    let refused = |word: &str, expected: &str| {
        DescriptionError::new(format!("expected {expected}; found `{}`", short(word))).at(node.span.clone())
    };
    let mut row = Vec::new();
    for word in text.split_whitespace() {
        let (count, times) = word.split_once('*').map_or((word, "1"), |(count, times)| (count, times));
        let count: u16 = count.parse().map_err(|_| refused(word, COUNT))?;
        let times: usize = times.parse().map_err(|_| refused(word, "a count and a number of holes, such as `2*8`"))?;
        if row.len() + times > 64 {
            return Err(refused(word, "rows of 2 to 64 holes"));
        }
        row.extend(std::iter::repeat_n(count, times));
    }
    Ok(row)
}

/// A sketch without the side to move at its end: South begins anyway, and who else does is not a rule set's to say.
fn sketched_board<'a>(sketch: &'a str, node: &Node) -> Result<&'a str, DescriptionError> {
    let sketch = sketch.trim();
    if sketch.ends_with('N') {
        let message = "a rule set does not say who begins; leave out the `N`, and say `first: north` in the record";
        return Err(DescriptionError::new(message.into()).at(node.span.clone()));
    }
    Ok(sketch.strip_suffix('S').unwrap_or(sketch))
}

fn board(node: &Node, rows: Vec<Result<Vec<u16>, DescriptionError>>) -> Result<Start, DescriptionError> {
    let rows = rows.into_iter().collect::<Result<Vec<_>, _>>()?;
    let found = rows.len();
    let Ok([a, b, c, d]) = <[Vec<u16>; 4]>::try_from(rows) else {
        let message = format!("a board has four rows, from North's outer to South's outer; found {found}");
        return Err(DescriptionError::new(message).at(node.span.clone()));
    };
    let rows = [a, b, c, d];
    if let Some(other) = rows.iter().find(|row| row.len() != rows[0].len()) {
        let message = format!(
            "the rows of a board are equally long; found one of {} holes and one of {}",
            rows[0].len(),
            other.len()
        );
        return Err(DescriptionError::new(message).at(node.span.clone()));
    }
    let columns = u8::try_from(rows[0].len()).ok().and_then(|columns| Columns::new(columns).ok()).ok_or_else(|| {
        DescriptionError::new(format!("a row has from 2 to 64 holes; found {}", rows[0].len())).at(node.span.clone())
    })?;
    Ok(Start::Board(columns, rows))
}

/// The width that a start has of itself, where it is a whole board.
pub(super) fn width(layers: &[StartLayer]) -> Option<Columns> {
    layers.iter().find_map(|layer| match layer.start {
        Start::Board(columns, _) => Some(columns),
        Start::Parts(_) => None,
    })
}

/// Lays a layer's stones out on a board, over what lies there.
pub(super) fn lay(layer: &StartLayer, board: &mut Board) -> Result<(), DescriptionError> {
    let columns = board.columns();
    let parts = match &layer.start {
        Start::Parts(parts) => parts,
        Start::Board(width, rows) => {
            let laid = Board::from_rows(rows.each_ref().map(Vec::as_slice));
            let Some(laid) = laid.filter(|_| *width == columns) else {
                let message = format!("this start is {width} columns wide, and the board has {columns}");
                return Err(DescriptionError::new(message).at_place(layer.at));
            };
            *board = laid;
            return Ok(());
        }
    };
    let mut told: Vec<(Hole, u16, &Part)> = Vec::new();
    for part in parts {
        for side in part.sides.each() {
            match &part.what {
                What::Each(row, stones) => fill(board, side, *row, |_| *stones),
                What::Listed(row, counts) => {
                    if counts.len() != usize::from(columns.get()) {
                        let message =
                            format!("this row lists {} holes, and the board has {columns} columns", counts.len());
                        return Err(DescriptionError::new(message).at_place(part.at));
                    }
                    fill(board, side, *row, |column| counts[usize::from(column) - 1]);
                }
                What::Hole(named, stones) => {
                    let name = named.written(side);
                    let Some(hole) = named.on(columns, side) else {
                        let message = format!("there is no hole {name} on this board; its columns run to {columns}");
                        return Err(DescriptionError::new(message).at_place(part.at));
                    };
                    let other = told.iter().find(|(other, _, by)| *other == hole && by.rank() == part.rank());
                    if let Some((_, other, _)) = other.filter(|(_, other, _)| other != stones) {
                        let message = format!("{hole} holds {stones} by this, and {other} by its other name");
                        return Err(DescriptionError::new(message).at_place(part.at));
                    }
                    board.set(hole, *stones);
                    told.push((hole, *stones, part));
                }
            }
        }
    }
    Ok(())
}

fn fill(board: &mut Board, side: Side, row: Row, stones: impl Fn(u8) -> u16) {
    let columns = board.columns();
    for column in 1..=columns.get() {
        if let Some(hole) = columns.hole(side, row, column) {
            board.set(hole, stones(column));
        }
    }
}
