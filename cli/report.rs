//! Findings drawn in the manner of rustc: the line, what is wrong underlined, the rule behind it, the mend as a change.
//!
//! The only place that knows the renderer. It is given the lines around the places concerned, never a whole large file.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Patch, Renderer, Snippet};
use tsoro_notation::Record;
use tsoro_notation::span::Span;
use tsoro_replay::{Finding, Severity};

/// Places further apart than so many bytes are not shown together.
const TOGETHER: u32 = 16 * 1024;

/// Draws one finding, an empty line behind it.
pub(crate) fn draw(file: &str, record: &Record, finding: &Finding) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let near = || finding.related.iter().filter(|(span, _)| span.start.abs_diff(finding.span.start) < TOGETHER);
    let window = Window::around(record, near().map(|(span, _)| *span).fold(finding.span, Span::to));
    let mut primary = AnnotationKind::Primary.span(window.range(finding.span));
    if !finding.label.is_empty() {
        primary = primary.label(finding.label.as_str());
    }
    let context = near().map(|(span, words)| AnnotationKind::Context.span(window.range(*span)).label(words.as_str()));
    let snippet = window.snippet(file).annotation(primary).annotations(context);
    let mut group = level.primary_title(finding.message.as_str()).id(finding.code.name()).element(snippet);
    if let Some(rule) = &finding.rule {
        group = group.element(Level::NOTE.with_name("rule").message(rule.as_str()));
    }
    group = group.elements(finding.notes.iter().map(|note| Level::NOTE.message(note.as_str())));
    let mut report = vec![group];
    for mend in &finding.mends {
        let title = Level::HELP.secondary_title(mend.message.as_str());
        let whole = mend.edits.iter().map(|edit| edit.span).reduce(Span::to);
        report.push(match whole.filter(|span| span.end - span.start < TOGETHER && mend.edits.len() < 8) {
            None => Group::with_title(title),
            Some(span) => {
                let window = Window::around(record, span);
                let patches = mend.edits.iter().map(|edit| Patch::new(window.range(edit.span), edit.text.as_str()));
                title.element(Snippet::source(window.text).line_start(window.line).path(file).patches(patches))
            }
        });
    }
    format!("{}\n\n", Renderer::styled().render(&report))
}

/// The lines of a record that hold a stretch of its text.
struct Window<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
}

impl<'a> Window<'a> {
    fn around(record: &'a Record, span: Span) -> Window<'a> {
        let text = record.text.as_str();
        let start = boundary(text, span.start as usize);
        let end = boundary(text, (span.end as usize).max(start));
        let first = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let last = text[end..].find('\n').map_or(text.len(), |newline| end + newline);
        // The line's beginning counts; a byte-order mark is not part of a record.
        let line = record.origin.line as usize + text[..first].matches('\n').count() + 1;
        Window { text: &text[first..last], offset: first, line }
    }

    /// A span inside this window, on character boundaries.
    fn range(&self, span: Span) -> Range<usize> {
        let at = |byte: u32| boundary(self.text, (byte as usize).saturating_sub(self.offset));
        let (start, end) = (at(span.start), at(span.end));
        start..end.max(start)
    }

    fn snippet(&self, file: &'a str) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
        Snippet::source(self.text).line_start(self.line).path(file)
    }
}

/// The last character boundary at or before a byte.
fn boundary(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}
