//! Findings for people: the text underlined, in the manner of rustc.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Padding, Patch, Renderer, Snippet};
use tsoro_notation::slip::Mend;

use super::excerpt::{Excerpt, drawn, excerpts};
use super::{Source, clamped};
use crate::finding::{Finding, Severity};

/// So many mends are drawn; of the others only the number is told.
const MOST_MENDS: usize = 3;

/// A mend of more replacements than this is told and not drawn.
const MOST_EDITS: usize = 8;

/// So many related places are drawn.
const MOST_RELATED: usize = 12;

/// How findings are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// With colours, as ANSI escapes.
    pub colour: bool,
    /// With lines drawn in Unicode instead of ASCII.
    pub unicode: bool,
    /// Lines of more characters are shortened around what is underlined.
    pub width: usize,
}

impl Default for Look {
    fn default() -> Look {
        Look { colour: false, unicode: false, width: 120 }
    }
}

impl Look {
    fn renderer(self) -> Renderer {
        let renderer = if self.colour { Renderer::styled() } else { Renderer::plain() };
        let decor = if self.unicode { DecorStyle::Unicode } else { DecorStyle::Ascii };
        // Lines come here already shortened; the crate's own shortening must never begin.
        renderer.decor_style(decor).term_width(self.width.saturating_mul(16).clamp(4096, 1 << 20))
    }
}

/// Appends one finding.
pub(super) fn write(source: &Source<'_>, finding: &Finding, look: Look, out: &mut String) {
    let mut groups = vec![report(source, finding, look)];
    let mends = &finding.mends[..finding.mends.len().min(MOST_MENDS)];
    groups.extend(mends.iter().filter_map(|mend| patch(source, mend, look)));
    for line in look.renderer().render(&groups).lines().filter(|line| !bare(line)) {
        out.push_str(line);
        out.push('\n');
    }
}

/// The renderer takes every excerpt without a path for one of another file and announces it, with nothing behind the
/// sign. Its own paths cannot be used: it would count columns in the shortened text.
fn bare(line: &str) -> bool {
    let mut rest = line;
    let mut seen = String::new();
    while let Some((before, behind)) = rest.split_once('\u{1b}') {
        seen.push_str(before);
        rest = behind.split_once('m').map_or("", |(_, rest)| rest);
    }
    seen.push_str(rest);
    matches!(seen.trim(), ":::" | "⸬")
}

/// The finding itself: title, place, underlined text, rule, notes, and the mends that are told and not drawn.
fn report<'a>(source: &Source<'a>, finding: &'a Finding, look: Look) -> Group<'a> {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let primary = drawn(source, clamped(source.text, finding.span));
    let related = finding.related.iter().take(MOST_RELATED);
    let related: Vec<_> =
        related.map(|(span, words)| (drawn(source, clamped(source.text, *span)), words.as_str())).collect();
    let ranges: Vec<_> = std::iter::once(&primary).chain(related.iter().map(|(range, _)| range)).cloned().collect();
    let mut excerpts = excerpts(source, &ranges, look.width);
    // The excerpt with the place itself comes first.
    excerpts.sort_by_key(|excerpt| !excerpt.holds(&primary));

    let title = level.primary_title(printable(&finding.message)).id(finding.code.name());
    let mut group = Group::with_title(title).element(origin(source, primary.start));
    for (index, excerpt) in excerpts.into_iter().enumerate() {
        let mut marks: Vec<Annotation<'a>> = Vec::new();
        if index == 0 {
            marks.push(AnnotationKind::Primary.span(excerpt.at(&primary)).label(words(&finding.label)));
        }
        let here = related.iter().filter(|(range, _)| excerpt.holds(range));
        let mut first = None;
        for (range, label) in here {
            first.get_or_insert(range.start);
            marks.push(AnnotationKind::Context.span(excerpt.at(range)).label(words(label)));
        }
        if let Some(first) = first.filter(|_| index > 0) {
            group = group.element(Padding).element(origin(source, first));
        }
        group = group.element(snippet(excerpt).annotations(marks));
    }
    if let Some(rule) = &finding.rule {
        group = group.element(Level::NOTE.with_name("rule").message(printable(rule)));
    }
    for note in &finding.notes {
        group = group.element(Level::NOTE.message(printable(note)));
    }
    if finding.related.len() > MOST_RELATED {
        let more = finding.related.len() - MOST_RELATED;
        group = group.element(Level::NOTE.message(format!("{more} more places belong to it")));
    }
    for mend in finding.mends.iter().take(MOST_MENDS) {
        if edits(source, mend).is_none() {
            group = group.element(Level::HELP.message(order(mend)));
        }
    }
    if finding.mends.len() > MOST_MENDS {
        let more = finding.mends.len() - MOST_MENDS;
        group = group.element(Level::HELP.message(if more == 1 {
            "1 more mend is possible".to_owned()
        } else {
            format!("{more} more mends are possible")
        }));
    }
    group
}

/// A mend drawn as a change of the text.
fn patch<'a>(source: &Source<'_>, mend: &'a Mend, look: Look) -> Option<Group<'a>> {
    let edits = edits(source, mend)?;
    let ranges: Vec<_> = edits.iter().map(|(range, _)| range.clone()).collect();
    let mut group = Group::with_title(Level::HELP.secondary_title(order(mend)));
    for excerpt in excerpts(source, &ranges, look.width) {
        let here = edits.iter().filter(|(range, _)| excerpt.holds(range));
        let patches: Vec<_> = here.map(|(range, text)| Patch::new(excerpt.at(range), printable_lines(text))).collect();
        group = group.element(snippet(excerpt).patches(patches));
    }
    Some(group)
}

/// A mend's replacements, when they can be drawn: not too many, in order, none very tall, and none upon another.
fn edits<'a>(source: &Source<'_>, mend: &'a Mend) -> Option<Vec<(Range<usize>, &'a str)>> {
    if mend.edits.is_empty() || mend.edits.len() > MOST_EDITS {
        return None;
    }
    let edits: Vec<_> = mend.edits.iter().map(|edit| (clamped(source.text, edit.span), edit.text.as_str())).collect();
    let whole = edits.iter().all(|(range, _)| drawn(source, range.clone()) == *range);
    let changes = edits.iter().all(|(range, text)| source.text[range.clone()] != **text);
    let apart = edits.windows(2).all(|pair| pair[0].0.end <= pair[1].0.start && pair[0].0.start < pair[1].0.start);
    (whole && changes && apart).then_some(edits)
}

/// A mend as an order, with how sure it is.
fn order(mend: &Mend) -> String {
    let sure = if mend.sure { "certain" } else { "likely" };
    format!("{} ({sure})", printable(&mend.message))
}

fn origin<'a>(source: &Source<'a>, byte: usize) -> Origin<'a> {
    let place = source.place_of(byte);
    Origin::path(printable(source.name)).line(place.line as usize).char_column(place.column as usize)
}

fn snippet<'a, T: Clone>(excerpt: Excerpt) -> Snippet<'a, T> {
    Snippet::source(excerpt.text).line_start(excerpt.line as usize)
}

/// A label, none when it is empty.
fn words(label: &str) -> Option<Cow<'_, str>> {
    (!label.is_empty()).then(|| printable(label))
}

/// Text in one line that cannot steer a terminal: control characters as pictures, signs that turn the writing
/// direction as `�`.
///
/// ```
/// assert_eq!(tsoro_replay::render::printable("\u{1b}[31mred"), "␛[31mred");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    replaced(text, char::is_control)
}

/// The same for new text of several lines.
fn printable_lines(text: &str) -> Cow<'_, str> {
    replaced(text, |character| character.is_control() && character != '\n')
}

fn replaced(text: &str, control: impl Fn(char) -> bool) -> Cow<'_, str> {
    let turns =
        |character| matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    if !text.chars().any(|character| control(character) || turns(character)) {
        return Cow::Borrowed(text);
    }
    let picture = |character: char| match u32::from(character) {
        _ if turns(character) => '\u{FFFD}',
        _ if !control(character) => character,
        code @ 0..=0x1F => char::from_u32(0x2400 + code).unwrap_or('\u{FFFD}'),
        0x7F => '\u{2421}',
        _ => '\u{FFFD}',
    };
    Cow::Owned(text.chars().map(picture).collect())
}
