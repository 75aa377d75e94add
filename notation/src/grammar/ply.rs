//! Plies and time codes.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, one_of};
use nom::combinator::{cut, opt, peek, value};
use nom::error::context;
use nom::multi::many0;
use nom::sequence::preceded;
use smallvec::SmallVec;

use super::failure::Failure;
use super::{Parsed, Place, count, saturating};
use crate::record::{
    BonusHole, Claim, ClaimKind, Counted, Details, Mark, Missing, Ply, Reading, Relay, Stop, Taken, TakenStones, Time,
    WrittenBonus, WrittenColumn, WrittenDirection, WrittenHole, WrittenMove, WrittenRow,
};

/// An item read from the beginning of a text.
pub(crate) struct Read<T> {
    /// What it is.
    pub(crate) value: T,
    /// The byte behind it.
    pub(crate) end: usize,
    /// What could have followed directly, had there been more of it.
    pub(crate) could_follow: SmallVec<[&'static str; 8]>,
}

/// No hole's name is longer: its length is kept in a byte.
const LONGEST_COLUMN: usize = 200;

/// The optional parts of a move, in their order, as they are named to people.
const PARTS: [(char, &str); 9] = [
    ('+', "`+` (relays on)"),
    ('/', "`/` (stops)"),
    ('-', "`-` and the hole of the landing"),
    ('x', "`x` (took)"),
    ('(', "a total in parentheses"),
    (':', "`:` and the bonus"),
    ('#', "`#`"),
    ('~', "`~`"),
    ('|', "`|` and another reading"),
];

/// Reads the ply that begins at `from`.
pub(crate) fn ply(whole: &str, from: usize) -> Result<Read<Ply>, Failure> {
    let place = Place::of(whole);
    match ply_parser(place, &whole[from..]) {
        Ok((rest, (ply, last))) => Ok(Read {
            value: ply,
            end: whole.len() - rest.len(),
            could_follow: PARTS[last..].iter().map(|(_, name)| *name).collect(),
        }),
        Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => Err(failure),
        Err(nom::Err::Incomplete(_)) => Err(Failure::new("", &[])),
    }
}

fn ply_parser(place: Place, input: &str) -> Parsed<'_, (Ply, usize)> {
    let (mut rest, (first, mut last)) = reading(place, input)?;
    let mut others = Vec::new();
    while let Some(behind) = rest.strip_prefix('|') {
        let (behind, (other, part)) = cut(|input| reading(place, input)).parse(behind)?;
        others.push(other);
        last = part;
        rest = behind;
    }
    let (rest, mark) = opt(alt((
        value(Mark::Doubtful, nom::bytes::complete::tag("(?)")),
        value(Mark::Really, nom::bytes::complete::tag("(!)")),
    )))
    .parse(rest)?;
    let others = (!others.is_empty()).then(|| Box::new(others));
    Ok((rest, (Ply { first, others, mark }, if mark.is_some() { PARTS.len() } else { last })))
}

/// A reading, and the place in [`PARTS`] of what may come next.
fn reading(place: Place, input: &str) -> Parsed<'_, (Reading, usize)> {
    context(
        "a hole",
        alt((
            (|input| written_move(place, input)).map(|(written, last)| (Reading::Move(written), last)),
            missing.map(|missing| (Reading::Missing(missing), PARTS.len() - 1)),
        )),
    )
    .parse(input)
}

/// `_`, `_*3`, `_*`, where no column follows.
fn missing(input: &str) -> Parsed<'_, Missing> {
    let (rest, _) = char('_').parse(input)?;
    let (rest, star) = opt(preceded(char('*'), opt(count))).parse(rest)?;
    Ok((
        rest,
        match star {
            None => Missing::Plies(1),
            Some(None) => Missing::Unknown,
            Some(Some(plies)) => Missing::Plies(plies),
        },
    ))
}

fn written_move(place: Place, input: &str) -> Parsed<'_, (WrittenMove, usize)> {
    let mut details = Details::default();
    let mut last = 0;
    let mut reached = |part: usize, there: bool| {
        if there {
            last = part;
        }
    };
    let (rest, hole) = hole(place, input)?;
    let (rest, direction) = opt(|input| direction(place, input)).parse(rest)?;
    details.direction = direction;
    let (rest, relays) = many0(|input| relay(place, input)).parse(rest)?;
    reached(0, !relays.is_empty());
    details.relays = relays.into();
    let (rest, stop) = opt(|input| stop(place, input)).parse(rest)?;
    reached(2, stop.is_some());
    details.stop = stop;
    let (rest, landings) = many0(preceded(char('-'), cut(|input| self::hole(place, input)))).parse(rest)?;
    reached(2, !landings.is_empty());
    details.landings = landings.into();
    let (rest, taken) = opt(|input| taken(place, input)).parse(rest)?;
    reached(4, taken.is_some());
    let (rest, total) = opt(|input| total(place, input)).parse(rest)?;
    reached(5, total.is_some());
    details.total = total;
    let (rest, bonus) = opt(|input| bonus(place, input)).parse(rest)?;
    reached(6, bonus.is_some());
    let (rest, claim) = opt(|input| claim(place, input)).parse(rest)?;
    reached(8, claim.is_some());
    details.claim = claim;
    let details = (details != Details::default()).then(|| Box::new(details));
    Ok((rest, (WrittenMove { span: place.between(input, rest), hole, taken, bonus, details }, last)))
}

/// A hole's name: a row letter and a column.
pub(super) fn hole(place: Place, input: &str) -> Parsed<'_, WrittenHole> {
    let row = context("a hole", one_of("ABab_"));
    let column = context(
        "a column",
        alt((
            column_number.map(WrittenColumn::Left),
            preceded(char('-'), column_number).map(WrittenColumn::Right),
            value(WrittenColumn::Illegible, char('_')),
        )),
    );
    let (rest, (row, column)) = (row, column).parse(input)?;
    let row = match row {
        'A' => WrittenRow::SouthInner,
        'B' => WrittenRow::SouthOuter,
        'a' => WrittenRow::NorthInner,
        'b' => WrittenRow::NorthOuter,
        _ => WrittenRow::Illegible,
    };
    Ok((rest, WrittenHole { start: place.at(input), length: (input.len() - rest.len()) as u8, row, column }))
}

fn column_number(input: &str) -> Parsed<'_, u16> {
    let (rest, column) = count(input)?;
    if input.len() - rest.len() > LONGEST_COLUMN {
        return Err(nom::Err::Error(Failure::new(input, &["a column of few digits"])));
    }
    Ok((rest, column))
}

fn direction(place: Place, input: &str) -> Parsed<'_, WrittenDirection> {
    let (rest, sign) = one_of("<>").parse(input)?;
    Ok((rest, WrittenDirection { span: place.between(input, rest), right: sign == '>' }))
}

fn relay(place: Place, input: &str) -> Parsed<'_, Relay> {
    let (rest, head) = preceded(char('+'), opt(|input| hole(place, input))).parse(input)?;
    Ok((rest, Relay { span: place.between(input, rest), head }))
}

fn stop(place: Place, input: &str) -> Parsed<'_, Stop> {
    let (rest, head) = preceded(char('/'), opt(|input| hole(place, input))).parse(input)?;
    let (rest, landing) = match head {
        Some(_) => opt(preceded(char('^'), cut(count))).parse(rest)?,
        None => (rest, None),
    };
    Ok((rest, Stop { span: place.between(input, rest), head, landing }))
}

fn taken(place: Place, input: &str) -> Parsed<'_, Taken> {
    let (rest, counts) = preceded(char('x'), opt((count, opt(preceded(char(','), count))))).parse(input)?;
    let stones = match counts {
        None => TakenStones::Some,
        Some((all, None)) => TakenStones::Total(all),
        Some((inner, Some(outer))) => TakenStones::Each(inner, outer),
    };
    Ok((rest, Taken { span: place.between(input, rest), stones }))
}

fn total(place: Place, input: &str) -> Parsed<'_, Counted> {
    let digits = take_while1(|c: char| c.is_ascii_digit()).map(saturating);
    let (rest, (_, count, _)) = (char('('), digits, char(')')).parse(input)?;
    Ok((rest, Counted { span: place.between(input, rest), count }))
}

fn bonus(place: Place, input: &str) -> Parsed<'_, WrittenBonus> {
    let (list, _) = char(':').parse(input)?;
    let waived =
        char::<&str, Failure>('0').parse(list).ok().filter(|(rest, _)| !rest.starts_with(|c: char| c.is_ascii_digit()));
    let (rest, holes) = match waived {
        Some((rest, _)) => (rest, SmallVec::new()),
        None => context("the holes of the bonus, or `0`", cut(|input| bonus_holes(place, input))).parse(list)?,
    };
    Ok((rest, WrittenBonus { span: place.between(input, rest), holes }))
}

fn bonus_holes(place: Place, input: &str) -> Parsed<'_, SmallVec<[BonusHole; 2]>> {
    let one = |input| {
        let (rest, hole) = hole(place, input)?;
        let (rest, stones) = opt(preceded(char('='), cut(count))).parse(rest)?;
        Ok((rest, BonusHole { hole, stones }))
    };
    let (mut rest, first) = one(input)?;
    let mut holes = SmallVec::from_slice(&[first]);
    // A comma with a hole behind it goes on with the bonus; another comma is somebody else's.
    while let Ok((list, _)) = (char::<&str, Failure>(','), peek(one_of("ABab_"))).parse(rest) {
        let (behind, next) = cut(one).parse(list)?;
        holes.push(next);
        rest = behind;
    }
    Ok((rest, holes))
}

fn claim(place: Place, input: &str) -> Parsed<'_, Claim> {
    let (rest, sign) = one_of("#~").parse(input)?;
    let kind = if sign == '#' { ClaimKind::Won } else { ClaimKind::Endless };
    Ok((rest, Claim { span: place.between(input, rest), kind }))
}

/// Reads the time code that begins at `from`: `@1:02:03.5`.
pub(crate) fn time(whole: &str, from: usize) -> Result<Read<Time>, Failure> {
    match time_parser(&whole[from..]) {
        Ok((rest, time)) => Ok(Read { value: time, end: whole.len() - rest.len(), could_follow: SmallVec::new() }),
        Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => Err(failure),
        Err(nom::Err::Incomplete(_)) => Err(Failure::new("", &[])),
    }
}

fn time_parser(input: &str) -> Parsed<'_, Time> {
    let part = |name| context(name, take_while1(|c: char| c.is_ascii_digit()).map(saturating));
    let (rest, _) = char('@').parse(input)?;
    let (rest, first) = part("minutes").parse(rest)?;
    let (rest, second) = preceded(context("a colon", char(':')), part("seconds")).parse(rest)?;
    let (rest, third) = opt(preceded(char(':'), cut(part("seconds")))).parse(rest)?;
    let (hours, minutes, seconds) = match third {
        None => (0, first, second),
        Some(third) => (first, second, third),
    };
    if seconds >= 60 || (third.is_some() && minutes >= 60) {
        return Err(nom::Err::Failure(Failure::new(input, &["minutes and seconds below 60"])));
    }
    let (rest, fraction) = opt(preceded(char('.'), cut(take_while1(|c: char| c.is_ascii_digit())))).parse(rest)?;
    let nanoseconds = fraction.map_or(0, |digits: &str| {
        digits.bytes().chain(std::iter::repeat(b'0')).take(9).fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'))
    });
    Ok((rest, Time { seconds: u64::from(hours) * 3600 + u64::from(minutes) * 60 + u64::from(seconds), nanoseconds }))
}
