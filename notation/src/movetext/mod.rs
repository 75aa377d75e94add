//! The movetext: items one after the other, whatever is between them.
//!
//! The reader looks at the first character of each item, hands it to the grammar, and takes up again behind it. What
//! cannot be read becomes an unreadable item that ends where the next blank or bracket is, with one slip that says why.
//! Variations lie on a stack of their own, not on the program's, so that no depth of parentheses is a danger; every
//! byte is looked at a bounded number of times, so that no length is.

mod lookalike;
mod odd;
mod quick;
mod tokens;

pub(crate) use lookalike::{is_blank, meant, name as character_name};
pub(crate) use odd::is_prose;

use crate::grammar;
use crate::record::{CommentKind, GameResult, Glyph, Item, ItemKind, Number, Ply, Reading, TakenStones};
use crate::slip::{Mend, Slip, SlipKind};
use crate::span::Span;
use tokens::{ends_item, token_end};

/// How deep variations may be nested.
pub const DEEPEST: usize = 64;

/// The glyph numbers that chess publishers agreed on; others are kept, and named.
const KNOWN_GLYPHS: u32 = 139;

/// The items of a movetext, and what was wrong with it.
pub(crate) struct Movetext {
    pub(crate) items: Vec<Item>,
    pub(crate) slips: Vec<Slip>,
}

/// Reads the movetext that goes from byte `from` of `text` to its end.
pub(crate) fn read(text: &str, from: usize) -> Movetext {
    let mut reader = Reader::new(text, from);
    // Move numbers and the shortest plies have three bytes. A long text may as well be one long comment.
    reader.level.items.reserve(((text.len() - from) / 3).min(1024));
    reader.run();
    reader.finish()
}

/// The main line or a variation being read.
#[derive(Default)]
struct Level {
    items: Vec<Item>,
    /// The parenthesis that opens it.
    opened: Span,
    /// The result that ended it.
    ended: Option<Span>,
    /// Something behind the result was reported.
    reported: bool,
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    level: Level,
    /// The levels around the one being read.
    outer: Vec<Level>,
    slips: Vec<Slip>,
    /// Something unclosed took the rest of the text with it: what else is open is its fault.
    swallowed: bool,
    /// The text is one token whose look-alikes have been replaced already.
    replaced: bool,
    /// Everything is read by the grammar, the quick way left aside. (For the test that holds the two together.)
    thorough: bool,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, from: usize) -> Reader<'t> {
        Reader {
            text,
            bytes: text.as_bytes(),
            at: from,
            level: Level::default(),
            outer: Vec::new(),
            slips: Vec::new(),
            swallowed: false,
            replaced: false,
            thorough: false,
        }
    }

    fn run(&mut self) {
        loop {
            if !self.thorough && self.level.ended.is_none() {
                self.at = quick::items(self.bytes, self.at, &mut self.level.items);
            }
            let Some(&byte) = self.bytes.get(self.at) else { return };
            match byte {
                b' ' | b'\t'..=b'\r' => self.at += 1,
                b'A' | b'B' | b'a' | b'b' | b'_' => self.ply(),
                b'0'..=b'9' => self.number_or_result(),
                b'{' => self.comment(),
                b';' => self.line_comment(),
                b'[' => self.board(),
                b'(' => self.open(1),
                b')' => self.close(1),
                b'@' => self.time(),
                b'!' | b'?' | b'$' => self.glyph(),
                b'*' => self.star(),
                b'}' | b']' => self.closes_nothing(),
                0x80.. => self.foreign(),
                _ => self.odd(None),
            }
        }
    }

    /// Closes what is still open.
    fn finish(mut self) -> Movetext {
        while let Some(outer) = self.outer.pop() {
            let opened = self.level.opened;
            if !self.swallowed {
                self.slips.push(
                    Slip::new(SlipKind::UnclosedVariation, opened, "this parenthesis is never closed")
                        .expecting(["`)`"])
                        .with_mend(Mend::replace("close it at the end", self.end_of_text(), ")", false)),
                );
            }
            let end = self.level.items.last().map_or(opened.end, |item| item.span.end);
            let inner = std::mem::replace(&mut self.level, outer);
            self.level.items.push(Item { span: Span::new(opened.start, end), kind: ItemKind::Variation(inner.items) });
        }
        // Everything is found in the order of the text but what is open, which is known at the end only.
        self.slips.sort_by_key(|slip| slip.span.start);
        Movetext { items: self.level.items, slips: self.slips }
    }

    /// An empty place behind the last character that is not blank.
    fn end_of_text(&self) -> Span {
        let end = self.text.trim_end_matches(is_blank).len() as u32;
        Span::new(end, end)
    }

    fn first_char(&self, at: usize) -> char {
        self.text[at..].chars().next().unwrap_or(' ')
    }

    fn span_to(&self, end: usize) -> Span {
        Span::new(self.at as u32, end as u32)
    }

    /// Adds an item that ends at `end` and goes on there.
    #[inline]
    fn push(&mut self, end: usize, kind: ItemKind) {
        let span = self.span_to(end);
        if self.level.ended.is_some() || matches!(kind, ItemKind::Result(_)) {
            self.mind_the_result(span, &kind);
        }
        self.level.items.push(Item { span, kind });
        self.at = end;
    }

    /// Reports what is played on behind a result, and remembers the first one.
    #[cold]
    fn mind_the_result(&mut self, span: Span, kind: &ItemKind) {
        let plays_on = matches!(kind, ItemKind::Ply(_) | ItemKind::Number(_) | ItemKind::Result(_));
        if plays_on
            && let Some(result) = self.level.ended
            && !self.level.reported
        {
            self.level.reported = true;
            self.slips.push(
                Slip::new(SlipKind::AfterResult, span, "the game goes on behind its result")
                    .with_related(result, "the result stands here"),
            );
        }
        if let ItemKind::Result(_) = kind {
            self.level.ended = self.level.ended.or(Some(span));
        }
    }

    fn ply(&mut self) {
        match grammar::ply(self.text, self.at) {
            Ok(read) => match self.behind_ply(read.end) {
                Behind::Ends(end) => {
                    self.too_large(&read.value);
                    self.ends_in_a_comma(&read.value, read.end);
                    self.push(end, ItemKind::Ply(read.value));
                }
                Behind::Junk => self.odd(Some((read.end, &read.could_follow))),
            },
            Err(failure) => {
                let deepest = self.text.len() - failure.left;
                self.odd(Some((deepest.max(self.at), &failure.expected)));
            }
        }
    }

    /// Whether an item may end at `end`. A comma or a full stop there is taken in with it; a ply that follows without a
    /// blank is the next one.
    fn behind_ply(&mut self, end: usize) -> Behind {
        let Some(&next) = self.bytes.get(end) else { return Behind::Ends(end) };
        if ends_item(self.text, end) {
            return Behind::Ends(end);
        }
        let empty = Span::new(end as u32, end as u32);
        match next {
            b',' | b'.' if self.separates(end) => {
                let length = self.bytes[end..].iter().take_while(|byte| b",.".contains(byte)).count();
                let span = Span::new(end as u32, (end + length) as u32);
                let blank = if ends_item(self.text, end + length) { "" } else { " " };
                self.slips.push(
                    Slip::new(SlipKind::Punctuation, span, "plies are separated by blanks alone")
                        .expecting(["a blank"])
                        .with_mend(Mend::replace("write a blank", span, blank, true)),
                );
                Behind::Ends(end + length)
            }
            b'A' | b'B' | b'a' | b'b' | b'0'..=b'9' if reads_on(self.text, end) => {
                self.slips.push(
                    Slip::new(SlipKind::Punctuation, empty, "a blank is missing between two items")
                        .expecting(["a blank"])
                        .with_mend(Mend::replace("write a blank", empty, " ", true)),
                );
                Behind::Ends(end)
            }
            b'@' | b'$' | b'*' => Behind::Ends(end),
            _ => Behind::Junk,
        }
    }

    /// Whether the commas and full stops at `at` stand between two items, or at the end of one.
    fn separates(&self, at: usize) -> bool {
        let behind = at + self.bytes[at..].iter().take_while(|byte| b",.".contains(byte)).count();
        ends_item(self.text, behind) || reads_on(self.text, behind)
    }

    /// Behind a count or a bonus, a comma with which the text ends is the beginning of something: it is not taken out without
    /// asking.
    fn ends_in_a_comma(&mut self, ply: &Ply, end: usize) {
        let Some(Reading::Move(written)) = ply.readings().last() else { return };
        let counts = [written.taken.map(|taken| taken.span), written.bonus.as_ref().map(|bonus| bonus.span)];
        if self.end_of_text().end as usize != end + 1
            || self.bytes.get(end) != Some(&b',')
            || !counts.iter().flatten().any(|span| span.end as usize == end)
        {
            return;
        }
        if let Some(slip) = self.slips.last_mut().filter(|slip| slip.span.start as usize == end) {
            "the text ends with a comma: something is missing behind it".clone_into(&mut slip.message);
            slip.expected = vec!["the rest of the ply".to_owned()];
            slip.mends = vec![Mend::replace("take it out", slip.span, "", false)];
        }
    }

    /// Names the counts beyond 65,535, which are read as that.
    fn too_large(&mut self, ply: &Ply) {
        for reading in ply.readings() {
            let Reading::Move(written) = reading else { continue };
            let taken = written.taken.filter(|taken| match taken.stones {
                TakenStones::Some => false,
                TakenStones::Total(all) => all == u16::MAX,
                TakenStones::Each(inner, outer) => inner == u16::MAX || outer == u16::MAX,
            });
            let bonus =
                written.bonus.as_ref().filter(|bonus| bonus.holes.iter().any(|hole| hole.stones == Some(u16::MAX)));
            let stop = written.stop().filter(|stop| stop.landing == Some(u16::MAX));
            let total = written.total().filter(|total| total.count > u32::from(u16::MAX));
            for span in taken
                .map(|taken| taken.span)
                .into_iter()
                .chain(bonus.map(|bonus| bonus.span))
                .chain(stop.map(|stop| stop.span))
                .chain(total.map(|total| total.span))
                // 65,535 itself is a count.
                .filter(|span| has_a_larger_number(&self.text[span.range()]))
            {
                self.slips.push(Slip::new(SlipKind::TooLarge, span, "counts go up to 65,535"));
            }
        }
    }

    fn number_or_result(&mut self) {
        if let Some((length, result)) = tokens::result(&self.text[self.at..])
            && ends_item(self.text, self.at + length)
        {
            return self.push(self.at + length, ItemKind::Result(result));
        }
        let digits = self.bytes[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let behind = self.at + digits;
        let number = self.text[self.at..behind].parse::<u32>();
        let dots = self.bytes[behind..].iter().take_while(|&&byte| byte == b'.').count();
        let (end, slip) = match (dots, self.bytes.get(behind)) {
            (1 | 3, _) => (behind + dots, None),
            (2 | 4.., _) => (behind + dots, Some("...")),
            (_, Some(b',' | b':')) => (behind + 1, Some(".")),
            // A number without its full stop, where a ply follows.
            _ if self.ply_follows(behind) => (behind, Some(".")),
            _ => return self.odd(Some((behind, &["`.` behind a move number"]))),
        };
        let Ok(number) = number else {
            let span = self.span_to(end);
            self.slips.push(Slip::new(SlipKind::TooLarge, span, "no game has so many moves"));
            return self.push(end, ItemKind::Unreadable);
        };
        if let Some(sign) = slip {
            let span = Span::new(behind as u32, end as u32);
            let message = if span.start == span.end {
                "a move number ends with a full stop".to_owned()
            } else {
                format!(
                    "a move number ends with `.`, or with `...` before the second player's ply, not with `{}`",
                    &self.text[behind..end]
                )
            };
            self.slips.push(
                Slip::new(SlipKind::Punctuation, span, message).expecting(["`.`", "`...`"]).with_mend(Mend::replace(
                    format!("write `{sign}`"),
                    span,
                    sign,
                    true,
                )),
            );
        }
        self.push(end, ItemKind::Number(Number { number, second: dots > 1 }));
    }

    /// Whether a ply is the next thing behind `at`, blanks left aside.
    fn ply_follows(&self, at: usize) -> bool {
        let next = self.text.len() - self.text[at..].trim_start_matches(is_blank).len();
        let row = |byte: Option<&u8>| byte.is_some_and(|byte| b"ABab_".contains(byte));
        if row(self.bytes.get(next)) && grammar::ply(self.text, next).is_ok() {
            return true;
        }
        if self.replaced || !self.bytes.get(next).is_some_and(|&byte| byte >= 0x80 || row(Some(&byte))) {
            return false;
        }
        let token = &self.text[next..token_end(self.text, next)];
        lookalike::Normalised::of(token)
            .is_some_and(|token| row(token.text.as_bytes().first()) && grammar::ply(&token.text, 0).is_ok())
    }

    fn star(&mut self) {
        if ends_item(self.text, self.at + 1) {
            self.push(self.at + 1, ItemKind::Result(GameResult::Unfinished));
        } else {
            self.odd(None);
        }
    }

    fn comment(&mut self) {
        if let Some(end) = memchr::memchr(b'}', &self.bytes[self.at..]) {
            return self.push(self.at + end + 1, ItemKind::Comment(CommentKind::Braces));
        }
        let line = memchr::memchr(b'\n', &self.bytes[self.at..]).map_or(self.text.len(), |end| self.at + end);
        let line = self.at + self.text[self.at..line].trim_end().len();
        let place = Span::new(line as u32, line as u32);
        self.slips.push(
            Slip::new(SlipKind::UnclosedComment, self.span_to(self.at + 1), "this comment is never closed")
                .expecting(["`}`"])
                .with_mend(Mend::replace("close it at the end of its line", place, "}", false)),
        );
        self.swallowed = true;
        self.push(self.end_of_text().end as usize, ItemKind::Unreadable);
        self.at = self.text.len();
    }

    fn line_comment(&mut self) {
        let end = memchr::memchr(b'\n', &self.bytes[self.at..]).map_or(self.text.len(), |end| self.at + end);
        let end = self.at + self.text[self.at..end].trim_end_matches('\r').len();
        self.push(end, ItemKind::Comment(CommentKind::Line));
    }

    fn board(&mut self) {
        let content = self.at + 1;
        let closing = tokens::board_end(self.bytes, content);
        // Without its bracket a board goes on as long as it reads like one, up to the end of its line.
        let limit = closing
            .unwrap_or_else(|stop| memchr::memchr(b'\n', &self.bytes[content..stop]).map_or(stop, |end| content + end));
        let (board, end, failure) = grammar::board(&self.text[..limit], content);
        match (closing, failure) {
            (Ok(bracket), None) => self.push(bracket + 1, ItemKind::Board(Box::new(board))),
            (Ok(bracket), Some(_)) if !self.replaced && self.read_as_meant(bracket + 1) => {}
            (Ok(bracket), Some(failure)) => {
                let slip = malformed_board(self.text, &failure, bracket);
                self.slips.push(slip);
                self.push(bracket + 1, ItemKind::Unreadable);
            }
            (Err(_), _) => {
                let place = Span::new(end as u32, end as u32);
                self.slips.push(
                    Slip::new(SlipKind::UnclosedBoard, self.span_to(self.at + 1), "this bracket is never closed")
                        .expecting(["`]`"])
                        .with_mend(Mend::replace("close it where the board ends", place, "]", false)),
                );
                self.push(end.max(content), ItemKind::Unreadable);
            }
        }
    }

    /// Opens a variation with a parenthesis of `width` bytes.
    fn open(&mut self, width: usize) {
        if self.outer.len() < DEEPEST {
            let level = Level { opened: self.span_to(self.at + width), ..Level::default() };
            let outer = std::mem::replace(&mut self.level, level);
            self.outer.push(outer);
            self.at += width;
            return;
        }
        let (end, closed) = tokens::balanced(self.bytes, self.at);
        let span = self.span_to(self.at + width);
        self.slips.push(Slip::new(SlipKind::TooDeep, span, format!("variations are nested deeper than {DEEPEST}")));
        self.swallowed |= !closed;
        let end = if closed { end } else { self.end_of_text().end as usize };
        self.push(end, ItemKind::Unreadable);
    }

    fn close(&mut self, width: usize) {
        let Some(outer) = self.outer.pop() else { return self.closes_nothing() };
        let inner = std::mem::replace(&mut self.level, outer);
        let end = self.at + width;
        let span = Span::new(inner.opened.start, end as u32);
        self.level.items.push(Item { span, kind: ItemKind::Variation(inner.items) });
        self.at = end;
    }

    fn closes_nothing(&mut self) {
        let sign = self.first_char(self.at);
        let span = self.span_to(self.at + sign.len_utf8());
        self.slips.push(
            Slip::new(SlipKind::ClosesNothing, span, format!("`{sign}` closes nothing")).with_mend(Mend::replace(
                "take it out",
                span,
                "",
                false,
            )),
        );
        self.push(span.end as usize, ItemKind::Unreadable);
    }

    fn time(&mut self) {
        match grammar::time(self.text, self.at) {
            Ok(read) if ends_item(self.text, read.end) || self.bytes[read.end] == b'@' => {
                self.push(read.end, ItemKind::Time(read.value));
            }
            Ok(read) => self.odd(Some((read.end, &["a blank"]))),
            Err(failure) => self.odd(Some((self.text.len() - failure.left, &failure.expected))),
        }
    }

    fn glyph(&mut self) {
        let bytes = &self.bytes[self.at..];
        if bytes[0] == b'$' {
            return self.numbered_glyph();
        }
        let signs = bytes.iter().take_while(|byte| b"!?".contains(byte)).count();
        let end = self.at + signs;
        let glyph = match &self.text[self.at..end] {
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            "?!" => 6,
            long => {
                let shown: String = long.chars().take(12).collect();
                let message = format!("`{shown}` is no glyph; there are ! ? !! ?? !? ?! and $ with a number");
                self.slips.push(Slip::new(SlipKind::UnknownGlyph, self.span_to(end), message));
                return self.push(end, ItemKind::Unreadable);
            }
        };
        self.push(end, ItemKind::Glyph(Glyph(glyph)));
    }

    /// `$3`, and the odd `$$3`.
    fn numbered_glyph(&mut self) {
        let signs = self.bytes[self.at..].iter().take_while(|&&byte| byte == b'$').count();
        let from = self.at + signs;
        let end = from + self.bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let span = self.span_to(end);
        let number = grammar::saturating(&self.text[from..end]);
        if end == from {
            let slip = Slip::new(SlipKind::UnknownGlyph, span, "a glyph has a number: `$1`").expecting(["a number"]);
            self.slips.push(slip);
            return self.push(end, ItemKind::Unreadable);
        }
        let Ok(glyph) = u16::try_from(number) else {
            self.slips.push(Slip::new(SlipKind::TooLarge, span, "glyph numbers go up to 65,535"));
            return self.push(end, ItemKind::Unreadable);
        };
        if signs > 1 {
            let written = format!("${glyph}");
            self.slips.push(Slip::new(SlipKind::UnknownGlyph, span, "a glyph has one `$`").with_mend(Mend::replace(
                format!("write `{written}`"),
                span,
                written,
                true,
            )));
        } else if number > KNOWN_GLYPHS {
            self.slips.push(Slip::new(
                SlipKind::UnknownGlyph,
                span,
                format!("no glyph has the number {glyph}; it is kept"),
            ));
        }
        self.push(end, ItemKind::Glyph(Glyph(glyph)));
    }
}

/// Whether a number beyond 65,535 is written in a text.
fn has_a_larger_number(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_digit()).any(|digits| grammar::saturating(digits) > u32::from(u16::MAX))
}

/// Whether a ply or a move number stands at `at`.
fn reads_on(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    if bytes.get(at).is_some_and(u8::is_ascii_digit) {
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        return bytes.get(at + digits) == Some(&b'.');
    }
    grammar::ply(text, at).is_ok()
}

/// What stands behind a ply.
enum Behind {
    /// The item ends here.
    Ends(usize),
    /// Something that does not belong.
    Junk,
}

/// What is wrong with a board whose content ends at `end`.
pub(crate) fn malformed_board(text: &str, failure: &grammar::BoardFailure, end: usize) -> Slip {
    let at = failure.at.min(end);
    let word = text[at..end].find(|c: char| is_blank(c) || c == '/').map_or(end, |found| at + found);
    let word = if word == at { at + text[at..end].chars().next().map_or(0, char::len_utf8) } else { word };
    let kind = if failure.too_long { SlipKind::TooLarge } else { SlipKind::MalformedBoard };
    let message = if failure.too_long {
        "no row has more than 64 holes".to_owned()
    } else if at == end {
        "the board ends too early".to_owned()
    } else {
        format!("`{}` is neither a hole of a sketch nor a fact about a hole", odd::shorten(&text[at..word]))
    };
    Slip::new(kind, Span::new(at as u32, word as u32), message).expecting(failure.expected.iter().copied())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Reader;

    fn check(text: &str) -> Result<(), TestCaseError> {
        let read = |thorough| {
            let mut reader = Reader::new(text, 0);
            reader.thorough = thorough;
            reader.run();
            reader.finish()
        };
        let (quick, thorough) = (read(false), read(true));
        prop_assert_eq!(quick.items, thorough.items, "{:?}", text);
        prop_assert_eq!(quick.slips, thorough.slips, "{:?}", text);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_quick_way_reads_what_the_grammar_reads(
            text in prop::collection::vec(
                prop::sample::select(vec![
                    "B5", "a12", "b007", "A99999", "B1234", "+", "/", "-", "x", "x3", "x12,4", "x0", "x70000", "x3,", ":", ",", ":0", "=", "=2", "=70000", "^2",
                    "(20)", "(?)", "#", "~", "|", "_", "1.", "12...", "1..", "3", "0-1", "1-0", ".", "!", "?", "$3", ")", "(", "{x}", ";", "@1:02", " ", " ",
                    " ", "\n", "\r\n", "\u{410}", "\u{a0}", "\u{d7}", "<", "C5", "*",
                ]),
                0..14,
            ).prop_map(|pieces| pieces.concat()),
        ) {
            check(&text)?;
        }
    }
}
