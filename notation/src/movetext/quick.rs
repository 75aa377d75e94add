//! The quick way: the commonest plies and move numbers, byte by byte.
//!
//! Nearly all plies of a record are a hole, a relay or stop, a landing, a capture, a bonus, in plain digits, with a blank
//! behind. These are read here without a parser's ceremony; at anything else this gives up and the grammar
//! reads the ply from its beginning. A property test holds the two together.

use crate::record::{
    BonusHole, Details, Number, Relay, Stop, Taken, TakenStones, WrittenBonus, WrittenColumn, WrittenHole, WrittenRow,
};
use crate::span::Span;
use smallvec::SmallVec;

/// What may stand behind the hole of a plain ply.
#[derive(Default)]
pub(super) struct Evidence {
    pub(super) taken: Option<Taken>,
    pub(super) bonus: Option<WrittenBonus>,
    pub(super) details: Option<Box<Details>>,
}

/// A move number at `at`, `12.` or `12...`, with its end.
#[inline]
pub(super) fn number(bytes: &[u8], at: usize) -> Option<(Number, usize)> {
    let (number, end) = digits(bytes, at, 9)?;
    match (bytes.get(end), bytes.get(end + 1)) {
        (Some(b'.'), Some(b'.')) if bytes.get(end + 2) == Some(&b'.') && bytes.get(end + 3) != Some(&b'.') => {
            Some((Number { number, second: true }, end + 3))
        }
        (Some(b'.'), Some(b'.')) => None,
        (Some(b'.'), _) => Some((Number { number, second: false }, end + 1)),
        _ => None,
    }
}

/// What stands behind the hole of a plain ply, with its end.
pub(super) fn evidence(bytes: &[u8], mut at: usize) -> Option<(Evidence, usize)> {
    let mut evidence = Evidence::default();
    if matches!(bytes.get(at), Some(b'+' | b'/' | b'-')) {
        let (read, end) = relays_stops_and_landings(bytes, at)?;
        evidence.details = Some(Box::new(read));
        at = end;
    }
    if bytes.get(at) == Some(&b'x') {
        let (read, end) = capture(bytes, at)?;
        evidence.taken = Some(read);
        at = end;
    }
    if bytes.get(at) == Some(&b':') {
        let (read, end) = bonus(bytes, at)?;
        evidence.bonus = Some(read);
        at = end;
    }
    ends(bytes, at).then_some((evidence, at))
}

fn relays_stops_and_landings(bytes: &[u8], mut at: usize) -> Option<(Details, usize)> {
    let mut details = Details::default();
    while bytes.get(at) == Some(&b'+') {
        let (head, end) = hole(bytes, at + 1).map_or((None, at + 1), |(head, end)| (Some(head), end));
        details.relays.push(Relay { span: span(at, end), head });
        at = end;
    }
    if bytes.get(at) == Some(&b'/') {
        let (head, end) = hole(bytes, at + 1).map_or((None, at + 1), |(head, end)| (Some(head), end));
        details.stop = Some(Stop { span: span(at, end), head, landing: None });
        at = end;
    }
    while bytes.get(at) == Some(&b'-') {
        let (landing, end) = hole(bytes, at + 1)?;
        details.landings.push(landing);
        at = end;
    }
    Some((details, at))
}

fn capture(bytes: &[u8], at: usize) -> Option<(Taken, usize)> {
    let Some((first, end)) = digits(bytes, at + 1, 4) else {
        return Some((Taken { span: span(at, at + 1), stones: TakenStones::Some }, at + 1));
    };
    let first = first as u16;
    if bytes.get(end) == Some(&b',') {
        let (second, end) = digits(bytes, end + 1, 4)?;
        return Some((Taken { span: span(at, end), stones: TakenStones::Each(first, second as u16) }, end));
    }
    Some((Taken { span: span(at, end), stones: TakenStones::Total(first) }, end))
}

fn bonus(bytes: &[u8], at: usize) -> Option<(WrittenBonus, usize)> {
    let mut holes = SmallVec::new();
    let mut end = at;
    loop {
        let (hole, behind) = hole(bytes, end + 1)?;
        end = behind;
        let mut stones = None;
        if bytes.get(end) == Some(&b'=') {
            let (count, behind) = digits(bytes, end + 1, 4)?;
            stones = Some(count as u16);
            end = behind;
        }
        holes.push(BonusHole { hole, stones });
        if bytes.get(end) != Some(&b',') {
            return Some((WrittenBonus { span: span(at, end), holes }, end));
        }
    }
}

/// A row letter and a column of up to four digits.
#[inline]
pub(super) fn hole(bytes: &[u8], at: usize) -> Option<(WrittenHole, usize)> {
    let row = match bytes.get(at)? {
        b'A' => WrittenRow::SouthInner,
        b'B' => WrittenRow::SouthOuter,
        b'a' => WrittenRow::NorthInner,
        b'b' => WrittenRow::NorthOuter,
        _ => return None,
    };
    let (column, end) = digits(bytes, at + 1, 4)?;
    let column = WrittenColumn::Left(column as u16);
    Some((WrittenHole { start: at as u32, length: (end - at) as u8, row, column }, end))
}

/// At least one digit and at most so many; `None` when there are more.
#[inline]
fn digits(bytes: &[u8], at: usize, most: usize) -> Option<(u32, usize)> {
    let first = bytes.get(at)?.wrapping_sub(b'0');
    if first > 9 {
        return None;
    }
    let mut number = u32::from(first);
    let mut end = at + 1;
    while let Some(digit @ 0..=9) = bytes.get(end).map(|byte| byte.wrapping_sub(b'0')) {
        if end - at == most {
            return None;
        }
        number = number * 10 + u32::from(digit);
        end += 1;
    }
    Some((number, end))
}

/// Whether a ply plainly ends here.
#[inline]
pub(super) fn ends(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at), None | Some(b' ' | b'\n' | b'\r' | b'\t' | b')' | b'{' | b'!' | b'?'))
}

#[inline]
const fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}
