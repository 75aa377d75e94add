//! The parser's slips as findings.

use tsoro_notation::record::{GameResult, Record};
use tsoro_notation::slip::{Slip, SlipKind};

use crate::code::Code;
use crate::finding::{Finding, Severity};

/// A slip as a finding. What was read all the same is a warning or a note; what could not be read is an error.
pub(crate) fn finding(slip: &Slip, record: &Record) -> Finding {
    let (code, severity) = match slip.kind {
        SlipKind::UnknownRow => (Code::UnknownRow, Severity::Error),
        SlipKind::UnclosedComment => (Code::UnclosedComment, Severity::Error),
        SlipKind::UnclosedBoard => (Code::UnclosedBoard, Severity::Error),
        SlipKind::UnclosedVariation => (Code::UnclosedVariation, Severity::Error),
        SlipKind::ClosesNothing => (Code::ClosesNothing, Severity::Error),
        SlipKind::TooDeep => (Code::TooDeep, Severity::Error),
        SlipKind::MalformedBoard => (Code::MalformedBoard, Severity::Error),
        SlipKind::LookAlike => (Code::LookAlike, Severity::Warning),
        SlipKind::Punctuation => (Code::Punctuation, Severity::Warning),
        SlipKind::AfterResult => (Code::AfterResult, Severity::Error),
        SlipKind::UnknownGlyph => (Code::UnknownGlyph, Severity::Note),
        SlipKind::TooLarge => (Code::TooLarge, Severity::Error),
        SlipKind::UnclosedHeader => (Code::UnclosedHeader, Severity::Error),
        SlipKind::MalformedHeader => (Code::MalformedHeader, Severity::Error),
        SlipKind::MisspeltKey => (Code::MisspeltKey, Severity::Warning),
        SlipKind::BadValue => (Code::BadValue, Severity::Error),
        SlipKind::TreacherousValue => (Code::TreacherousValue, Severity::Note),
        SlipKind::BadDate => (Code::BadDate, Severity::Error),
        SlipKind::HeaderTooLong => (Code::HeaderTooLong, Severity::Error),
        SlipKind::ControlCharacter => (Code::ControlCharacter, Severity::Error),
        // `Unreadable`, and any kind that this crate does not know yet: text that was not read.
        _ => (Code::Unreadable, Severity::Error),
    };
    if breaks_off(slip, record) {
        let message = format!("the record breaks off here: {}", slip.message);
        return Finding::note(Code::Unfinished, slip.span, message)
            .fact("its result is `*`, so it is still being written");
    }
    let mut finding = Finding::new(code, severity, slip.span, slip.message.clone());
    if !slip.expected.is_empty() {
        finding = finding.label(format!("expected {}", either(&slip.expected)));
    }
    finding.related.clone_from(&slip.related);
    finding.mends.clone_from(&slip.mends);
    finding
}

/// Whether this is the end of a record that says itself that it is not finished: whatever is open there is not an error.
///
/// Asked of every slip, so the cheap questions come first, and of the items only the last is looked at.
fn breaks_off(slip: &Slip, record: &Record) -> bool {
    let said = record.header.result.is_some_and(|result| result.value == GameResult::Unfinished);
    let last = || {
        let last = record.items.last();
        last.is_none_or(|item| item.span.start <= slip.span.start || item.span.end <= slip.span.end)
    };
    let at_the_end = || record.text[slip.span.end as usize..].trim().is_empty();
    let open = || match slip.kind {
        SlipKind::UnclosedComment | SlipKind::UnclosedBoard | SlipKind::UnclosedVariation => true,
        SlipKind::Unreadable | SlipKind::Punctuation => !slip.expected.is_empty() && at_the_end(),
        _ => false,
    };
    said && last() && open()
}

/// `a, b or c`.
fn either(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}
