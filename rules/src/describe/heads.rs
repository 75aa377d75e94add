//! Heads (`games.md` 2.4): so many outer holes from the owner's right hand, or holes by name, for both sides or each.

use super::DescriptionError;
use super::options::{Heads, Named, Told};
use super::read::{number, short, unknown_key, wrong_kind};
use super::yaml::{Node, Value};
use crate::{Columns, HoleSet, Row, Side};

const EXPECTED: &str = "a number of heads, a list of outer holes such as `[B7, B8]`, or `{south: …, north: …}`";

/// Reads the heads of South and of North. A side that is not spoken of is left open.
pub(super) fn read(node: &Node) -> Result<[Option<Told<Heads>>; 2], DescriptionError> {
    let Value::Map(entries) = &node.value else {
        let heads = one_side(node, None)?;
        return Ok([Some(heads.clone()), Some(heads)]);
    };
    let mut heads = [None, None];
    for (key, node) in entries {
        let side = match key.name.as_str() {
            "south" => Side::South,
            "north" => Side::North,
            _ => return Err(unknown_key(key, &["south", "north"], "`heads`")),
        };
        heads[side.index()] = Some(one_side(node, Some(side))?);
    }
    Ok(heads)
}

/// One side's heads, or both sides' where `side` is `None`: those are named in upper case.
fn one_side(node: &Node, side: Option<Side>) -> Result<Told<Heads>, DescriptionError> {
    let names = match &node.value {
        Value::Number(_) => {
            let heads = number(node, 0..=64, "a number of heads from 0 to 64")?;
            return Ok(Told::new(Heads::Right(heads as u8), node.span.clone()));
        }
        Value::Text(word) if word == "none" => return Ok(Told::new(Heads::Right(0), node.span.clone())),
        Value::Text(_) => std::slice::from_ref(node),
        Value::List(names) => names.as_slice(),
        _ => return Err(wrong_kind(node, EXPECTED)),
    };
    let mut holes: Vec<Told<Named>> = Vec::new();
    for name in names {
        let Value::Text(text) = &name.value else {
            return Err(wrong_kind(name, "an outer hole's name, such as `B7` or `B-1`"));
        };
        let hole = Told::new(outer_hole(text, name, side)?, name.span.clone());
        if holes.iter().any(|other| other.value == hole.value) {
            let message = format!("{} stands twice among the heads", short(text));
            return Err(DescriptionError::new(message).at(name.span.clone()));
        }
        holes.push(hole);
    }
    Ok(Told::new(Heads::Named(holes), node.span.clone()))
}

fn outer_hole(text: &str, node: &Node, side: Option<Side>) -> Result<Named, DescriptionError> {
    let refused =
        |message: String, meant: String| Err(DescriptionError::new(message).meant(&meant).at(node.span.clone()));
    let Some((owner, hole)) = parse_name(text) else {
        return Err(wrong_kind(node, "an outer hole's name, such as `B7` or `B-1`"));
    };
    if hole.row == Row::Inner {
        let meant = Named { row: Row::Outer, ..hole }.written(owner);
        return refused(format!("{text} is an inner hole, and a head is an outer one, such as {meant}"), meant);
    }
    match side {
        None if owner == Side::North => {
            let meant = hole.written(Side::South);
            let message = format!(
                "heads of both sides are named in upper case, each player's own: {meant}; for one side's write \
                 `{{south: …, north: …}}`"
            );
            refused(message, meant)
        }
        Some(side) if owner != side => {
            let meant = hole.written(side);
            refused(format!("{text} is {owner}'s hole, and these are {side}'s heads; {side}'s hole is {meant}"), meant)
        }
        _ => Ok(hole),
    }
}

/// A hole's name, whatever the width of the board: `B7`, `a-1`.
pub(super) fn parse_name(text: &str) -> Option<(Side, Named)> {
    let mut letters = text.chars();
    let (side, row) = match letters.next()? {
        'A' => (Side::South, Row::Inner),
        'B' => (Side::South, Row::Outer),
        'a' => (Side::North, Row::Inner),
        'b' => (Side::North, Row::Outer),
        _ => return None,
    };
    let rest = letters.as_str();
    let (digits, from_right) = rest.strip_prefix('-').map_or((rest, false), |digits| (digits, true));
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // A column beyond 255 is off every board, as 255 is.
    let column = digits.parse().unwrap_or(u8::MAX);
    Some((side, Named { row, column, from_right }))
}

/// A side's heads on a board.
pub(super) fn settle(heads: Option<&Told<Heads>>, columns: Columns, side: Side) -> Result<HoleSet, DescriptionError> {
    let Some(heads) = heads else { return Ok(HoleSet::EMPTY) };
    let mut set = HoleSet::EMPTY;
    match &heads.value {
        Heads::Right(count) if *count > columns.get() => {
            let message = format!("{count} heads are more than the {columns} outer holes of a side");
            return Err(DescriptionError::new(message).at_place(heads.at));
        }
        Heads::Right(count) => {
            for column in columns.get() - count..columns.get() {
                set.insert(column);
            }
        }
        Heads::Named(holes) => {
            for hole in holes {
                let name = hole.value.written(side);
                let Some(place) = hole.value.on(columns, side) else {
                    let message = format!(
                        "there is no hole {name} on this board, so it cannot be a head; columns run to {columns}"
                    );
                    return Err(DescriptionError::new(message).at_place(hole.at));
                };
                if set.contains(place.circuit()) {
                    let message = format!("{name} stands twice among the heads: it is {place} on {columns} columns");
                    return Err(DescriptionError::new(message).at_place(hole.at));
                }
                set.insert(place.circuit());
            }
        }
    }
    Ok(set)
}
