//! Boards: sketches of all four rows, and facts about some holes.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::character::complete::char;
use nom::combinator::{cut, opt, value};
use nom::error::context;
use nom::sequence::preceded;

use super::failure::Failure;
use super::ply::hole;
use super::{Parsed, Place, count, saturating};
use crate::movetext::is_blank;
use crate::record::{BoardContent, Fact, FactSubject, Mover, Sketch, SketchHole, SketchRow, WrittenBoard};
use crate::span::Span;

/// No board has longer rows. A sketch is written out in full, so its rows must have an end.
pub(crate) const LONGEST_ROW: usize = 64;

/// Why a board could not be read as a whole.
pub(crate) struct BoardFailure {
    /// Where.
    pub(crate) at: usize,
    /// What was expected there.
    pub(crate) expected: Vec<&'static str>,
    /// A row grew beyond [`LONGEST_ROW`].
    pub(crate) too_long: bool,
}

impl BoardFailure {
    fn new(whole: &str, failure: &Failure) -> BoardFailure {
        BoardFailure {
            at: whole.len() - failure.left,
            expected: failure.expected.to_vec(),
            too_long: failure.expected.first() == Some(&ROW_TOO_LONG),
        }
    }
}

const ROW_TOO_LONG: &str = "a row of at most 64 holes";

/// Reads a board's content, that which stands between its brackets, `from` its first byte as far as it goes. Gives the
/// board, the byte behind its last part, and why it did not go on, where something else is left.
pub(crate) fn board(whole: &str, from: usize) -> (WrittenBoard, usize, Option<BoardFailure>) {
    let really = whole[from..].starts_with('!');
    let start = from + usize::from(really);
    if is_facts(&whole[start..]) {
        let (facts, end, failure) = facts(whole, start);
        (WrittenBoard { really, content: BoardContent::Facts(facts) }, end, failure)
    } else {
        let (sketch, end, failure) = sketch(whole, start);
        (WrittenBoard { really, content: BoardContent::Sketch(sketch) }, end, failure)
    }
}

/// Facts have an equals sign behind their first word.
fn is_facts(content: &str) -> bool {
    let content = content.trim_start();
    content.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

fn facts(whole: &str, from: usize) -> (Vec<Fact>, usize, Option<BoardFailure>) {
    let place = Place::of(whole);
    let mut facts = Vec::new();
    let mut rest = &whole[from..];
    let mut end = from;
    loop {
        let Ok((next, _)) = blanks(rest) else { break };
        if next.is_empty() {
            break;
        }
        match fact(place, next) {
            Ok((behind, fact)) => {
                facts.push(fact);
                rest = behind;
                end = whole.len() - rest.len();
            }
            Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => {
                return (facts, end, Some(BoardFailure::new(whole, &failure)));
            }
            Err(nom::Err::Incomplete(_)) => break,
        }
    }
    (facts, end, None)
}

fn fact(place: Place, input: &str) -> Parsed<'_, Fact> {
    let subject = alt((
        value(FactSubject::Side(Mover::South), char('S')),
        value(FactSubject::Side(Mover::North), char('N')),
        value(FactSubject::Off, nom::bytes::complete::tag("off")),
        (|input| hole(place, input)).map(FactSubject::Hole),
    ));
    let (rest, subject) = context("a hole, `S`, `N` or `off`", subject).parse(input)?;
    let digits = nom::bytes::complete::take_while1(|c: char| c.is_ascii_digit());
    let number = context("a number of stones", digits.map(saturating));
    let (rest, stones) = preceded(context("`=`", char('=')), cut(number)).parse(rest)?;
    let (rest, ()) = word_end(rest)?;
    Ok((rest, Fact { span: place.between(input, rest), subject, stones }))
}

/// Reads a sketch from its first byte as far as it goes.
pub(crate) fn sketch(whole: &str, from: usize) -> (Sketch, usize, Option<BoardFailure>) {
    let place = Place::of(whole);
    let mut sketch = Sketch::default();
    let mut row = SketchRow::default();
    let mut rest = &whole[from..];
    let mut end = from;
    let mut failure = None;
    loop {
        let Ok((next, _)) = blanks(rest) else { break };
        if next.is_empty() || sketch.to_move.is_some() {
            if !next.is_empty() {
                failure = Some(BoardFailure::new(whole, &Failure::new(next, &["the end of the board"])));
            }
            break;
        }
        if let Ok((behind, _)) = char::<&str, Failure>('/').parse(next) {
            let at = place.at(next);
            close_row(&mut row, at);
            sketch.rows.push(std::mem::take(&mut row));
            rest = behind;
        } else if let Ok((behind, mover)) = mover(next) {
            sketch.to_move = Some(mover);
            rest = behind;
        } else {
            match holes(next) {
                Ok((behind, (stones, times))) => {
                    if row.holes.len() + usize::from(times) > LONGEST_ROW {
                        failure = Some(BoardFailure::new(whole, &Failure::new(next, &[ROW_TOO_LONG])));
                        break;
                    }
                    let span = place.between(next, behind);
                    row.holes.extend((0..times).map(|_| SketchHole { span, stones }));
                    rest = behind;
                }
                Err(nom::Err::Error(inner) | nom::Err::Failure(inner)) => {
                    failure = Some(BoardFailure::new(whole, &inner));
                    break;
                }
                Err(nom::Err::Incomplete(_)) => break,
            }
        }
        end = whole.len() - rest.len();
    }
    if !row.holes.is_empty() || !sketch.rows.is_empty() {
        close_row(&mut row, end as u32);
        sketch.rows.push(row);
    }
    let start = sketch.rows.first().map_or(from as u32, |row| row.span.start);
    sketch.span = Span::new(start, (end as u32).max(start));
    (sketch, end, failure)
}

/// Gives a row its place: its holes', or where it would have stood.
fn close_row(row: &mut SketchRow, at: u32) {
    row.span = match (row.holes.first(), row.holes.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span::new(at, at),
    };
}

fn mover(input: &str) -> Parsed<'_, Mover> {
    let (rest, mover) = alt((value(Mover::South, char('S')), value(Mover::North, char('N')))).parse(input)?;
    let (rest, ()) = word_end(rest)?;
    Ok((rest, mover))
}

/// One hole or several alike: `2`, `2*21`, `.`, `.*3`.
fn holes(input: &str) -> Parsed<'_, (Option<u16>, u16)> {
    let stones = alt((count.map(Some), value(None, char('.'))));
    let (rest, stones) = context("a number of stones, `.` or `/`", stones).parse(input)?;
    let (rest, times) = opt(preceded(char('*'), cut(context("how many holes", count)))).parse(rest)?;
    let (rest, ()) = word_end(rest)?;
    Ok((rest, (stones, times.unwrap_or(1))))
}

fn blanks(input: &str) -> Parsed<'_, &str> {
    take_while(is_blank).parse(input)
}

/// What is written ends here: a blank, a `/`, or nothing more.
fn word_end(input: &str) -> Parsed<'_, ()> {
    if input.chars().next().is_none_or(|c| is_blank(c) || c == '/' || c == ']') {
        Ok((input, ()))
    } else {
        Err(nom::Err::Error(Failure::new(input, &["a blank", "`/`"])))
    }
}
