//! The parser's slips as findings.

use tsoro_notation::slip::{Slip, SlipKind};

use crate::code::Code;
use crate::finding::{Finding, Severity};

/// A slip as a finding. What was read all the same is a warning or a note; what could not be read is an error.
pub(crate) fn finding(slip: &Slip) -> Finding {
    let (code, severity) = match slip.kind {
        SlipKind::UnknownRow => (Code::UnknownRow, Severity::Error),
        SlipKind::UnreadableColumn => (Code::UnreadableColumn, Severity::Error),
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
    let mut finding = Finding::new(code, severity, slip.span, slip.message.clone());
    if !slip.expected.is_empty() {
        finding = finding.label(format!("expected {}", either(&slip.expected)));
    }
    finding.related.clone_from(&slip.related);
    finding.mends.clone_from(&slip.mends);
    finding
}

/// `a, b or c`.
fn either(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}
