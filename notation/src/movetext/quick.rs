//! The quick way: the commonest plies and move numbers, byte by byte.
//!
//! Nearly all plies of a record are a hole, a relay or stop, a landing, a capture, a bonus, perhaps a `#`, in plain digits,
//! with a blank behind. These are read here without a parser's ceremony; at anything else this gives up and the grammar
//! reads the item from its beginning. A property test holds the two together.
//!
//! Each item is made in the call that keeps it: an item returned and then kept would be copied twice.

use crate::record::{
    BonusHole, Claim, ClaimKind, Details, Item, ItemKind, Number, Ply, Reading, Relay, Stop, Taken, TakenStones,
    WrittenBonus, WrittenColumn, WrittenHole, WrittenMove, WrittenRow,
};
use crate::span::Span;
use smallvec::SmallVec;

/// Reads plain items from `at` on, as many as there are, and says where the first other one begins.
pub(super) fn items(bytes: &[u8], mut at: usize, items: &mut Vec<Item>) -> usize {
    while let Some(&byte) = bytes.get(at) {
        let end = match byte {
            b' ' | b'\n' => Some(at + 1),
            b'0'..=b'9' => number(bytes, at, items),
            _ => ply(bytes, at, items),
        };
        let Some(end) = end else { return at };
        // One blank behind an item is the rule: taking it in here saves a turn of the loop.
        at = end + usize::from(matches!(bytes.get(end), Some(b' ' | b'\n')));
    }
    at
}

/// Keeps the move number at `at`, `12.` or `12...`, and gives its end.
#[inline]
fn number(bytes: &[u8], at: usize, items: &mut Vec<Item>) -> Option<usize> {
    let (number, end) = digits(bytes, at, 9)?;
    if bytes.get(end) != Some(&b'.') {
        return None;
    }
    let dots = match bytes.get(end + 1..) {
        Some([b'.', b'.', b'.', ..]) => return None,
        Some([b'.', b'.', ..]) => 3,
        Some([b'.', ..]) => return None,
        _ => 1,
    };
    let end = end + dots;
    items.push(Item { span: span(at, end), kind: ItemKind::Number(Number { number, second: dots == 3 }) });
    Some(end)
}

/// Keeps the plain ply at `at`, and gives its end.
#[inline]
fn ply(bytes: &[u8], at: usize, items: &mut Vec<Item>) -> Option<usize> {
    let (row, column, end) = row_and_column(bytes, at)?;
    let hole = named(row, column, at, end);
    if !ends(bytes, end) {
        return with_evidence(bytes, hole, end, items);
    }
    let written = WrittenMove { span: span(at, end), hole, taken: None, bonus: None, details: None };
    let ply = Ply { first: Reading::Move(written), others: None, mark: None };
    items.push(Item { span: span(at, end), kind: ItemKind::Ply(ply) });
    Some(end)
}

/// Keeps the plain ply whose hole has been read up to `at` and has something behind it, and gives its end.
fn with_evidence(bytes: &[u8], hole: WrittenHole, mut at: usize, items: &mut Vec<Item>) -> Option<usize> {
    let (mut taken, mut bonus, mut details) = (None, None, None);
    if matches!(bytes.get(at), Some(b'+' | b'/' | b'-')) {
        let (read, end) = relays_stops_and_landings(bytes, at)?;
        details = Some(Box::new(read));
        at = end;
    }
    if bytes.get(at) == Some(&b'x') {
        let (read, end) = capture(bytes, at)?;
        taken = Some(read);
        at = end;
    }
    if bytes.get(at) == Some(&b':') {
        let (read, end) = self::bonus(bytes, at)?;
        bonus = Some(read);
        at = end;
    }
    if bytes.get(at) == Some(&b'#') {
        let claim = Claim { span: span(at, at + 1), kind: ClaimKind::Won };
        details.get_or_insert_default().claim = Some(claim);
        at += 1;
    }
    if !ends(bytes, at) {
        return None;
    }
    let span = span(hole.start as usize, at);
    let written = WrittenMove { span, hole, taken, bonus, details };
    items.push(Item { span, kind: ItemKind::Ply(Ply { first: Reading::Move(written), others: None, mark: None }) });
    Some(at)
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

/// A hole in plain letters and digits.
fn hole(bytes: &[u8], at: usize) -> Option<(WrittenHole, usize)> {
    let (row, column, end) = row_and_column(bytes, at)?;
    Some((named(row, column, at, end), end))
}

/// A hole from its parts.
#[inline]
const fn named(row: WrittenRow, column: u16, at: usize, end: usize) -> WrittenHole {
    WrittenHole { start: at as u32, length: (end - at) as u8, row, column: WrittenColumn::Left(column) }
}

/// The row that each letter names. Which row is lifted from nobody can foretell: looking it up spares the processor a
/// guess a ply.
const ROWS: [Option<WrittenRow>; 256] = {
    let mut rows = [None; 256];
    rows[b'A' as usize] = Some(WrittenRow::SouthInner);
    rows[b'B' as usize] = Some(WrittenRow::SouthOuter);
    rows[b'a' as usize] = Some(WrittenRow::NorthInner);
    rows[b'b' as usize] = Some(WrittenRow::NorthOuter);
    rows
};

/// A row letter and a column of up to four digits, with their end. Nearly every column has one digit or two and something
/// behind it: those are read without asking which.
#[inline]
fn row_and_column(bytes: &[u8], at: usize) -> Option<(WrittenRow, u16, usize)> {
    let row = ROWS[usize::from(*bytes.get(at)?)]?;
    if let Some(&[first, second, third]) = bytes.get(at + 1..at + 4) {
        let [first, second, third] = [first, second, third].map(|byte| byte.wrapping_sub(b'0'));
        let two = second <= 9;
        if first <= 9 && second.max(third) > 9 {
            let (tens, ones) = if two { (first, second) } else { (0, first) };
            return Some((row, u16::from(tens) * 10 + u16::from(ones), at + 2 + usize::from(two)));
        }
    }
    let (column, end) = digits(bytes, at + 1, 4)?;
    Some((row, column as u16, end))
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
fn ends(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at), None | Some(b' ' | b'\n' | b'\r' | b'\t' | b')' | b'{' | b'!' | b'?'))
}

#[inline]
const fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}
