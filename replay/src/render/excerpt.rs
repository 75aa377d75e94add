//! The lines that a finding is about, short enough to be read.
//!
//! What is drawn is never the record itself but a copy of a few lines, in which the parts of a very long line that
//! nothing points at are replaced by `…`. A copy knows where each byte of the record went.

use std::ops::Range;

use super::Source;

/// Lines further apart than this are drawn as excerpts of their own.
const NEAR: usize = 6;

/// Text that runs over more lines than this is underlined in its first line only.
const TALLEST: usize = 4;

/// Some lines of a record, copied.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// The number of its first line in the file, from 1.
    pub(super) line: u64,
    /// The copied text.
    pub(super) text: String,
    /// What was copied whither, in order.
    pieces: Vec<Piece>,
    /// The bytes of the record that it stands for.
    covers: Range<usize>,
}

/// A stretch of the record that was copied.
#[derive(Debug)]
struct Piece {
    from: usize,
    length: usize,
    at: usize,
}

impl Excerpt {
    /// Whether a stretch of the record stands in this excerpt.
    pub(super) fn holds(&self, range: &Range<usize>) -> bool {
        self.covers.start <= range.start && range.end <= self.covers.end
    }

    /// Where a stretch of the record that this excerpt was made for stands in its text.
    pub(super) fn at(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.at_byte(range.start);
        start..self.at_byte(range.end).max(start)
    }

    fn at_byte(&self, byte: usize) -> usize {
        let behind = self.pieces.partition_point(|piece| piece.from <= byte);
        let Some(piece) = behind.checked_sub(1).and_then(|index| self.pieces.get(index)) else { return 0 };
        piece.at + (byte - piece.from).min(piece.length)
    }
}

/// What is drawn of a stretch: all of it, or what of it stands in its first line when it is very tall.
pub(super) fn drawn(source: &Source<'_>, range: Range<usize>) -> Range<usize> {
    let places = source.places();
    let (first, last) = lines(source, &range);
    if last - first < TALLEST {
        return range;
    }
    let end = places.stretch(source.text, first).end;
    range.start..end.max(range.start)
}

/// Copies the lines in which some stretches stand, those near to each other together, in the order of the text. No line is
/// drawn with many more than `width` characters, unless many stretches stand in it.
pub(super) fn excerpts(source: &Source<'_>, ranges: &[Range<usize>], width: usize) -> Vec<Excerpt> {
    let mut wanted: Vec<(usize, usize)> = ranges.iter().map(|range| lines(source, range)).collect();
    wanted.sort_unstable();
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for (first, last) in wanted {
        match groups.last_mut() {
            Some(group) if first <= group.1 + NEAR => group.1 = group.1.max(last),
            _ => groups.push((first, last)),
        }
    }
    let mut points: Vec<usize> = ranges.iter().flat_map(|range| [range.start, range.end]).collect();
    points.sort_unstable();
    points.dedup();
    groups.into_iter().map(|(first, last)| excerpt(source, first, last, &points, width)).collect()
}

/// The first and the last line, from 0, that a stretch stands in. A line break at its end does not reach the next line.
fn lines(source: &Source<'_>, range: &Range<usize>) -> (usize, usize) {
    let places = source.places();
    let first = places.line(range.start);
    let last = if range.is_empty() { first } else { places.line(range.end - 1) };
    (first, last)
}

fn excerpt(source: &Source<'_>, first: usize, last: usize, points: &[usize], width: usize) -> Excerpt {
    let places = source.places();
    let covers = places.stretch(source.text, first).start..next_line(source, last);
    let mut text = String::new();
    let mut pieces = Vec::new();
    for line in first..=last {
        if line > first {
            text.push('\n');
        }
        let stretch = places.stretch(source.text, line);
        let mut copied = stretch.start;
        for window in windows(source.text, &stretch, points, width) {
            if window.start > copied {
                text.push('…');
            }
            copied = window.end;
            pieces.push(Piece { from: window.start, length: window.len(), at: text.len() });
            text.push_str(&source.text[window]);
        }
        if copied < stretch.end {
            text.push('…');
        }
    }
    Excerpt { line: source.origin.line + first as u64 + 1, text, pieces, covers }
}

/// The byte at which the line behind a line begins.
fn next_line(source: &Source<'_>, line: usize) -> usize {
    let next = source.places().stretch(source.text, line + 1);
    next.start
}

/// The parts of a line that are drawn: the whole of it when it is short, or else what is near to the points in it.
fn windows(text: &str, stretch: &Range<usize>, points: &[usize], width: usize) -> Vec<Range<usize>> {
    let line = &text[stretch.clone()];
    if line.len() <= width || line.chars().take(width + 1).count() <= width {
        return vec![stretch.clone()];
    }
    let reach = (width / 3).max(1);
    let inside =
        points.partition_point(|&point| point < stretch.start)..points.partition_point(|&point| point <= stretch.end);
    let mut windows: Vec<Range<usize>> = Vec::new();
    let around = if inside.is_empty() { &[stretch.start][..] } else { &points[inside] };
    for &point in around {
        let before = &text[stretch.start..point];
        let start = before.char_indices().rev().take(reach).last().map_or(point, |(at, _)| stretch.start + at);
        let behind = &text[point..stretch.end];
        let end = behind.char_indices().nth(reach).map_or(stretch.end, |(at, _)| point + at);
        match windows.last_mut() {
            Some(last) if start <= last.end => last.end = last.end.max(end),
            _ => windows.push(start..end),
        }
    }
    windows
}

#[cfg(test)]
#[expect(clippy::single_range_in_vec_init, reason = "a single stretch is meant")]
mod tests {
    use super::*;
    use tsoro_notation::span::Origin;

    fn check(text: &str, ranges: &[Range<usize>], width: usize, expected: &[(u64, &str)]) {
        let source = Source::new("x.tsoro", text, Origin::default());
        let made = excerpts(&source, ranges, width);
        let got: Vec<_> = made.iter().map(|excerpt| (excerpt.line, excerpt.text.as_str())).collect();
        assert_eq!(got, expected);
        for range in ranges {
            let home = made.iter().find(|excerpt| excerpt.holds(range)).expect("every stretch has its excerpt");
            assert_eq!(home.text[home.at(range)], text[range.clone()]);
        }
    }

    #[test]
    fn a_short_line_is_copied_whole() {
        check("1. B5 b7\n2. B6", &[3..5], 40, &[(1, "1. B5 b7")]);
    }

    #[test]
    fn a_long_line_is_cut_around_what_is_pointed_at() {
        let text = "abcdefghijklmnopqrstuvwxyz";
        check(text, &[10..12], 9, &[(1, "…hijklmno…")]);
        check(text, &[0..1, 20..21], 9, &[(1, "abcd…rstuvwx…")]);
        check(text, &[26..26], 9, &[(1, "…xyz")]);
    }

    #[test]
    fn lines_far_apart_have_excerpts_of_their_own() {
        let text = "one\ntwo\n\n\n\n\n\n\n\n\nthree\n";
        check(text, &[4..7, 16..21], 40, &[(2, "two"), (11, "three")]);
    }

    #[test]
    fn what_is_very_tall_is_drawn_in_its_first_line() {
        let source = Source::new("x.tsoro", "{a\nb\nc\nd\ne\nf}", Origin::default());
        assert_eq!(drawn(&source, 0..13), 0..2);
        assert_eq!(drawn(&source, 0..7), 0..7);
    }
}
