//! What is no item as it stands: tokens with look-alike characters, which are read as what was meant, and tokens that
//! cannot be read at all, with the reason as near as it can be told.

use std::cell::Cell;

use super::lookalike::{self, Normalised};
use super::{Reader, is_blank, token_end};
use crate::record::{Item, ItemKind};
use crate::slip::{Edit, Mend, Slip, SlipKind};
use crate::span::Span;
use crate::visit::map_spans;

impl Reader<'_> {
    /// A token that cannot be read as it stands. `failure` is the place at which reading failed and what was expected
    /// there.
    pub(super) fn odd(&mut self, failure: Option<(usize, &[&'static str])>) {
        // What was read before the failure belongs to the token, parentheses and all.
        let end = match failure {
            Some((reached, _)) if reached > self.at => token_end(self.text, reached - 1).max(reached),
            _ => token_end(self.text, self.at),
        };
        if !self.replaced && self.read_as_meant(end) {
            return;
        }
        let span = self.span_to(end);
        let token = &self.text[span.range()];
        if token.bytes().all(|byte| b",.".contains(&byte)) && self.stray_punctuation(span) {
            return;
        }
        if is_prose(token) && self.joins_the_last(span) {
            return;
        }
        // NUL characters are reported once for the whole record.
        if token.contains('\0') {
            return self.push(end, ItemKind::Unreadable);
        }
        let slip = self.why(span, failure);
        self.slips.push(slip);
        self.push(end, ItemKind::Unreadable);
    }

    /// An item that begins with a character beyond ASCII.
    pub(super) fn foreign(&mut self) {
        let c = self.first_char(self.at);
        if is_blank(c) {
            self.at += c.len_utf8();
            return;
        }
        match lookalike::meant(c) {
            Some(sign @ ("(" | ")")) => {
                let span = self.span_to(self.at + c.len_utf8());
                self.slips.push(
                    Slip::new(SlipKind::LookAlike, span, format!("{} stands for `{sign}`", lookalike::name(c)))
                        .with_mend(Mend::replace(format!("write `{sign}`"), span, sign, true)),
                );
                if sign == "(" { self.open(c.len_utf8()) } else { self.close(c.len_utf8()) }
            }
            _ if lookalike::is_quotation_mark(c) && self.quoted_remark(c) => {}
            _ => self.odd(None),
        }
    }

    /// Words between quotation marks on one line: a remark, which is one slip. Says whether there is one.
    fn quoted_remark(&mut self, mark: char) -> bool {
        let token = token_end(self.text, self.at);
        let rest = &self.text[self.at + mark.len_utf8()..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let Some((length, closing)) = line.char_indices().find(|&(_, c)| lookalike::is_quotation_mark(c)) else {
            return false;
        };
        let words = &line[..length];
        let remark = !words.is_empty()
            && !words.starts_with(is_blank)
            && words.split(is_blank).all(|word| is_prose(word) && !word.contains(['{', '}', '[', '(', ';']));
        if !remark || self.read_as_meant(token) {
            return self.at >= token;
        }
        let end = self.at + mark.len_utf8() + length + closing.len_utf8();
        let span = self.span_to(end);
        let message = format!("{} has no meaning in a movetext; comments stand in braces", lookalike::name(mark));
        self.slips.push(Slip::new(SlipKind::LookAlike, span, message).with_mend(Mend::replace(
            "write it as a comment",
            span,
            format!("{{{words}}}"),
            false,
        )));
        self.push(end, ItemKind::Unreadable);
        true
    }

    /// Reads the token up to `end` with its look-alikes replaced. Says whether that could be done without another slip.
    pub(super) fn read_as_meant(&mut self, end: usize) -> bool {
        let Some(normalised) = Normalised::of(&self.text[self.at..end]) else { return false };
        let mut inner = Reader::new(&normalised.text, 0);
        inner.replaced = true;
        inner.run();
        let inner = inner.finish();
        let sound = inner.slips.iter().all(|slip| slip.kind == SlipKind::Punctuation)
            && inner.items.iter().all(|item| item.kind != ItemKind::Unreadable);
        if !sound {
            return false;
        }
        let base = self.at as u32;
        let split = Cell::new(false);
        let back = |span: Span| {
            split.set(split.get() || normalised.is_inside(span.start) || normalised.is_inside(span.end));
            Span::new(base + normalised.origin(span.start), base + normalised.origin(span.end))
        };
        let mut items = inner.items;
        for item in &mut items {
            map_spans(item, &back);
        }
        // A character that became several (½ is `1/2`) belongs to one item as a whole.
        if split.get() {
            return false;
        }
        // A quotation mark before an item is taken in with it.
        if let Some(first) = items.first_mut() {
            first.span.start = base;
        }
        self.slips.push(look_alikes(&normalised, base, self.span_to(end)));
        for item in items {
            self.at = item.span.start as usize;
            let end = item.span.end as usize;
            self.push(end, item.kind);
        }
        self.at = end;
        true
    }

    /// A comma or full stop alone behind a ply: it is taken in with that.
    fn stray_punctuation(&mut self, span: Span) -> bool {
        let Some(Item { span: last, kind: ItemKind::Ply(_) }) = self.level.items.last_mut() else { return false };
        last.end = span.end;
        self.slips.push(
            Slip::new(SlipKind::Punctuation, span, "plies are separated by blanks alone")
                .expecting(["a blank"])
                .with_mend(Mend::replace("take it out", span, "", true)),
        );
        self.at = span.end as usize;
        true
    }

    /// Extends the unreadable item before `span`, where only blanks of the same line lie between: a line of prose is one
    /// slip, not one a word.
    fn joins_the_last(&mut self, span: Span) -> bool {
        let (Some(item), Some(slip)) = (self.level.items.last_mut(), self.slips.last_mut()) else { return false };
        let between = &self.text[item.span.end as usize..span.start as usize];
        let joins = item.kind == ItemKind::Unreadable
            && slip.kind == SlipKind::Unreadable
            && slip.span == item.span
            && is_prose(&self.text[item.span.range()])
            && between.chars().all(|c| is_blank(c) && c != '\n');
        if joins {
            item.span.end = span.end;
            slip.span.end = span.end;
            slip.message.replace_range(.., "this is no part of a movetext");
            slip.expected.clear();
            slip.mends.clear();
            self.at = span.end as usize;
        }
        joins
    }

    /// Why a token cannot be read.
    fn why(&self, span: Span, failure: Option<(usize, &[&'static str])>) -> Slip {
        let token = &self.text[span.range()];
        let shown = shorten(token);
        let first = self.first_char(self.at);
        if let Some(control) = token.chars().find(|&c| c.is_control() && !is_blank(c)) {
            let message = format!("{} does not belong in text", lookalike::name(control));
            return Slip::new(SlipKind::ControlCharacter, span, message).with_mend(Mend::replace(
                "take it out",
                span,
                token.replace(|c: char| c.is_control() && !is_blank(c), ""),
                false,
            ));
        }
        if let Some(slip) = unknown_row(token, span) {
            return slip;
        }
        if lookalike::is_quotation_mark(first) {
            let message = format!("{} has no meaning in a movetext; comments stand in braces", lookalike::name(first));
            return Slip::new(SlipKind::LookAlike, span, message);
        }
        if let Some(normalised) = Normalised::of(token) {
            return look_alikes(&normalised, span.start, span).not_sure();
        }
        if matches!(token, "1/2" | "0.5-0.5" | "draw" | "1/2:1/2" | "1/2-") {
            return Slip::new(SlipKind::Unreadable, span, format!("`{shown}` is no result; a draw is `1/2-1/2`"))
                .with_mend(Mend::replace("write `1/2-1/2`", span, "1/2-1/2", false));
        }
        match failure {
            Some((at, expected)) if at > self.at && at < span.end as usize => {
                let rest = shorten(&self.text[at..span.end as usize]);
                Slip::new(SlipKind::Unreadable, span, format!("`{shown}` cannot be read from `{rest}` on"))
                    .expecting(expected.iter().copied())
            }
            Some((at, expected)) if at >= span.end as usize => {
                Slip::new(SlipKind::Unreadable, span, format!("`{shown}` ends too early"))
                    .expecting(expected.iter().copied())
            }
            _ => Slip::new(SlipKind::Unreadable, span, format!("`{shown}` is no part of a movetext"))
                .expecting(failure.map_or(&["an item"][..], |(_, expected)| expected).iter().copied()),
        }
    }
}

/// Whether an unreadable text is prose, of which several words make one slip: no attempt at a ply, a time or a glyph.
pub(crate) fn is_prose(token: &str) -> bool {
    let attempt = matches!(
        token.as_bytes(),
        [b'A' | b'B' | b'a' | b'b' | b'_', b'0'..=b'9' | b'-' | b'_' | b'*', ..]
            | [b'0'..=b'9' | b'@' | b'$' | b'!' | b'?' | b'*' | b'(' | b'{' | b'[' | b')' | b'}' | b']', ..]
            | [_, b'0'..=b'9', ..]
    );
    !attempt && !token.chars().any(|c| c.is_control() && !is_blank(c))
}

impl Slip {
    /// The same with mends that nobody may apply without asking.
    fn not_sure(mut self) -> Slip {
        self.mends.iter_mut().for_each(|mend| mend.sure = false);
        self
    }
}

/// A letter that is no row, with a column behind it: `C5`.
fn unknown_row(token: &str, span: Span) -> Option<Slip> {
    let mut characters = token.chars();
    let letter = characters.next().filter(|c| c.is_alphabetic() && !"ABab".contains(*c))?;
    let rest = characters.as_str();
    let column = rest.strip_prefix('-').unwrap_or(rest);
    if lookalike::meant(letter).is_some() || !column.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if letter == 'x' {
        let message = format!("`{}` is a capture, but touches no ply", shorten(token));
        return Some(Slip::new(SlipKind::Unreadable, span, message).expecting(["a hole"]));
    }
    let message = format!("there is no row `{letter}`: South's rows are A and B, North's a and b");
    Some(Slip::new(SlipKind::UnknownRow, span, message).expecting(["`A`", "`B`", "`a`", "`b`"]))
}

/// The slip for a token with look-alikes, with the mend that replaces all of them.
fn look_alikes(normalised: &Normalised, base: u32, span: Span) -> Slip {
    let mut edits = Vec::new();
    let mut named: Vec<String> = Vec::new();
    for &(at, c, meant) in &normalised.replaced {
        let place = Span::new(base + at, base + at + c.len_utf8() as u32);
        edits.push(Edit { span: place, text: meant.to_owned() });
        let words = match meant {
            "" => format!("{} has no meaning in a movetext", lookalike::name(c)),
            meant => format!("{} looks like `{meant}`", lookalike::name(c)),
        };
        if !named.contains(&words) && named.len() < 4 {
            named.push(words);
        }
    }
    let message = named.join(", ");
    let mend = Mend { message: format!("write `{}`", shorten(&normalised.text)), edits, sure: true };
    Slip::new(SlipKind::LookAlike, span, message).with_mend(mend)
}

/// At most forty characters of a text, for messages.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
