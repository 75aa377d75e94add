//! Where one record ends and the next begins.
//!
//! A record is a header between two lines that are exactly `---`, then its movetext up to the next such line. The trouble
//! is with broken files: a header that was never closed, or was cut in the middle with the next record's header behind
//! it. A boundary line alone does not say whether it opens or closes, so the first line behind it that is not empty is
//! asked: a line `key: value` is a header's, anything else is not. That is a local question, so the same code
//! serves a whole text ([`records`](crate::records)) and a stream of which only the beginning has arrived ([`Splitter`]).
//!
//! The rules, in the order in which they are asked:
//!
//! 1. A boundary with movetext before it ends that record; the next record's text begins with the boundary line.
//! 2. A boundary with nothing but blanks before it opens a header, unless the line behind it is plainly movetext.
//! 3. A second boundary closes the header, unless the line behind it is `key: value`: then the header was cut, and a new
//!    record begins there.
//! 4. In a header, a line that ends with `---` and is followed by a key that this header already has is a cut with the
//!    next record glued on: the new record begins at that `---`.
//!
//! No byte is lost: the texts of all records, one after the other, are the file without its byte-order mark.

use std::ops::Range;

/// A byte-order mark, which files glued together leave in the middle as well.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Finds the ends of records in a text that is still arriving.
///
/// ```
/// use tsoro_notation::split::Splitter;
///
/// let mut splitter = Splitter::new();
/// assert_eq!(splitter.end(b"1. B5 b7\n--", false), None);
/// assert_eq!(splitter.end(b"1. B5 b7\n---\ngame: nsolo\n", false), Some(9));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Splitter {
    /// Bytes already searched for boundaries.
    searched: usize,
    phase: Phase,
}

/// How far into a record the search has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Phase {
    /// No boundary yet.
    #[default]
    Start,
    /// Behind the boundary that opens the header, which ends at this byte.
    Header(usize),
    /// In the movetext: the next boundary ends the record.
    Movetext,
}

/// What the boundaries of one record's text are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Anatomy {
    /// The line that opens the header.
    pub(crate) opening: Option<(usize, usize)>,
    /// The YAML.
    pub(crate) header: Option<(usize, usize)>,
    /// Whether a line closes it.
    pub(crate) closed: bool,
    /// The first byte of the movetext.
    pub(crate) movetext: usize,
}

/// One boundary line.
struct Boundary {
    /// Where the line begins.
    start: usize,
    /// Where the next line begins.
    next: usize,
}

/// What the first line behind a boundary looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Looks {
    /// `key: value`
    Key,
    /// A move number, a ply, a board …
    Movetext,
    /// Something else, or nothing more.
    Other,
}

impl Splitter {
    /// A splitter at the beginning of a record.
    pub fn new() -> Splitter {
        Splitter::default()
    }

    /// The length of the record at the beginning of `buffer`, or `None` when more text is needed to tell. `last` says that
    /// no more will come: then `None` means that the record goes on to the end.
    ///
    /// Call it again with a longer buffer that begins with the same bytes; what was searched is not searched again. Once
    /// it has given a length it is ready for the next record, whose first byte is the one behind.
    pub fn end(&mut self, buffer: &[u8], last: bool) -> Option<usize> {
        let end = self.search(buffer, last);
        if end.is_some() {
            *self = Splitter::default();
        }
        end
    }

    fn search(&mut self, buffer: &[u8], last: bool) -> Option<usize> {
        loop {
            let boundary = match next_boundary(buffer, self.searched, last, matches!(self.phase, Phase::Header(_))) {
                Found::At(boundary) => boundary,
                Found::Glue(at) => {
                    let Phase::Header(header) = self.phase else { return None };
                    match repeats_a_key(buffer, header, at, last) {
                        Some(true) => return Some(at),
                        Some(false) => self.searched = at + 3,
                        None => return None,
                    }
                    continue;
                }
                Found::None(searched) => {
                    self.searched = searched;
                    return None;
                }
            };
            self.phase = match self.phase {
                Phase::Movetext => return Some(boundary.start),
                Phase::Start if !is_blank(&buffer[..boundary.start]) => return Some(boundary.start),
                Phase::Start => match looks(buffer, boundary.next, last)? {
                    Looks::Movetext => Phase::Movetext,
                    Looks::Key | Looks::Other => Phase::Header(boundary.next),
                },
                Phase::Header(_) => match looks(buffer, boundary.next, last)? {
                    Looks::Key => return Some(boundary.start),
                    Looks::Movetext | Looks::Other => Phase::Movetext,
                },
            };
            self.searched = boundary.next;
        }
    }
}

/// What a search for boundaries found.
enum Found {
    /// A boundary line.
    At(Boundary),
    /// A `---` at the end of a line that does not begin with it.
    Glue(usize),
    /// Nothing; the search may go on from here.
    None(usize),
}

/// The next boundary line in `buffer` from `from` on.
fn next_boundary(buffer: &[u8], from: usize, last: bool, in_header: bool) -> Found {
    let mut at = from;
    // A dash is rare enough that looking for one, and then at its neighbours, is quicker than preparing a search for
    // three, which would be done several times a record.
    while let Some(found) = memchr::memchr(b'-', &buffer[at..]) {
        let dashes = at + found;
        let Some(behind) = buffer[dashes..].strip_prefix(b"---") else {
            at = dashes + 1;
            continue;
        };
        let ends = match behind {
            [] => last.then_some(0),
            [b'\n', ..] => Some(1),
            [b'\r', b'\n', ..] => Some(2),
            [b'\r'] => last.then_some(1),
            _ => {
                at = dashes + 1;
                continue;
            }
        };
        let Some(ends) = ends else { return Found::None(dashes) };
        if let Some(start) = line_start(buffer, dashes) {
            return Found::At(Boundary { start, next: dashes + 3 + ends });
        }
        if in_header {
            return Found::Glue(dashes);
        }
        at = dashes + 1;
    }
    // The last two bytes may be the beginning of a boundary.
    Found::None(buffer.len().saturating_sub(2).max(from.min(buffer.len())))
}

/// Where the line begins whose first visible text is at `at`, if it is first in its line.
fn line_start(buffer: &[u8], at: usize) -> Option<usize> {
    let start = if buffer[..at].ends_with(MARK) { at - MARK.len() } else { at };
    (start == 0 || buffer[start - 1] == b'\n').then_some(start)
}

fn is_blank(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    bytes.iter().all(u8::is_ascii_whitespace)
}

/// What the first line that is not empty looks like, from `from` on; `None` when it has not arrived as a whole.
fn looks(buffer: &[u8], from: usize, last: bool) -> Option<Looks> {
    let rest = &buffer[from..];
    let blanks = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    // An indented line is no key of its own, but a line of movetext all the same.
    let indented = blanks > 0 && rest[blanks - 1] != b'\n';
    let line = &rest[blanks..];
    let line = match memchr::memchr(b'\n', line) {
        Some(end) => &line[..end],
        // A beginning of some length shows what the line is.
        None if last || line.len() > 256 => line,
        None => return None,
    };
    Some(if !indented && key_of(line).is_some() {
        Looks::Key
    } else if looks_like_movetext(line) {
        Looks::Movetext
    } else {
        Looks::Other
    })
}

/// The key of a line `key: value`. Hole names are no keys here, so that `B5: …` is not taken for one.
fn key_of(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii_end();
    let length = line.iter().take(64).take_while(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(byte)).count();
    let behind = line[length..].trim_ascii_start();
    let (key, colon) = (&line[..length], behind.strip_prefix(b":")?);
    let is_word = key.len() > 1 && key[0].is_ascii_alphabetic() && !key[1].is_ascii_digit();
    let separated = colon.is_empty() || colon[0] == b' ';
    (is_word && separated).then_some(key)
}

/// Whether a line begins as movetext does: a move number, a ply, a board, a variation, a comment with text behind it.
fn looks_like_movetext(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match line {
        [b'0'..=b'9', ..] => matches!(line.get(digits), Some(b'.' | b',' | b'-')),
        [b'A' | b'B' | b'a' | b'b', b'0'..=b'9', ..] => {
            let digits = 1 + line[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            line.get(digits) != Some(&b':') || line.get(digits + 1).is_some_and(u8::is_ascii_alphanumeric)
        }
        [b'[' | b'(' | b';', ..] => true,
        // `{…}` alone may be a header written in one line; a comment mostly has no colon, or something behind it.
        [b'{', ..] => memchr::memchr(b'}', line).is_some_and(|end| end + 1 < line.len()) || !line.contains(&b':'),
        _ => false,
    }
}

/// Whether the line behind the glue at `at` has a key that the header from `header` on already has.
fn repeats_a_key(buffer: &[u8], header: usize, at: usize, last: bool) -> Option<bool> {
    if looks(buffer, at + 3, last)? != Looks::Key {
        return Some(false);
    }
    let next = buffer[at + 3..].trim_ascii_start();
    let key = key_of(next.split(|&byte| byte == b'\n').next().unwrap_or(next));
    Some(buffer[header..at].split(|&byte| byte == b'\n').any(|line| key_of(line) == key))
}

/// The parts of one record's text, as [`Splitter`] gave it.
pub(crate) fn anatomy(text: &str) -> Anatomy {
    let bytes = text.as_bytes();
    let Found::At(opening) = next_boundary(bytes, 0, true, false) else { return Anatomy::default() };
    let mut anatomy = Anatomy {
        opening: Some((opening.start, opening.next)),
        header: None,
        closed: false,
        movetext: if is_blank(&bytes[..opening.start]) { opening.next } else { 0 },
    };
    if anatomy.movetext == 0 || looks(bytes, opening.next, true) == Some(Looks::Movetext) {
        return anatomy;
    }
    match next_boundary(bytes, opening.next, true, false) {
        Found::At(closing) => {
            anatomy.header = Some((opening.next, closing.start));
            anatomy.closed = true;
            anatomy.movetext = closing.next;
        }
        Found::Glue(_) | Found::None(_) => {
            let end = unclosed_header_end(bytes, opening.next);
            anatomy.header = Some((opening.next, end));
            anatomy.movetext = end;
        }
    }
    anatomy
}

/// Where a header that nobody closed ends: at its first line that is plainly movetext.
fn unclosed_header_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < bytes.len() {
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |found| at + found + 1);
        if looks_like_movetext(&bytes[at..end]) {
            return at;
        }
        at = end;
    }
    bytes.len()
}

/// Whether a movetext begins as a header's line does, so that it must not stand at the left margin.
pub(crate) fn begins_like_a_key(movetext: &str) -> bool {
    looks(movetext.as_bytes(), 0, true) == Some(Looks::Key)
}

/// The stretches of the records in a whole text.
pub(crate) fn stretches(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut splitter = Splitter::new();
    let mut at = 0;
    std::iter::from_fn(move || {
        (at < bytes.len()).then(|| {
            let length = splitter.end(&bytes[at..], true).unwrap_or(bytes.len() - at);
            let stretch = at..at + length;
            at = stretch.end;
            stretch
        })
    })
}
