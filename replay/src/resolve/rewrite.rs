//! What is settled, written into the record: the reading in the place of what stood there, and that in a comment behind it.

use tsoro_notation::record::{Item, ItemKind, Record};
use tsoro_notation::slip::Edit;
use tsoro_notation::span::Span;

use super::{Matter, Outcome};

/// The changes for every settled place, in the order of the text.
pub(super) fn edits(record: &Record, matters: &[Matter]) -> Vec<Edit> {
    let mut edits = Vec::new();
    for matter in matters {
        let (Outcome::Settled, [reading]) = (matter.outcome, &matter.readings[..]) else { continue };
        let comment = format!(" {{written: {}}}", matter.written);
        match behind_glyphs(&record.items, matter.span) {
            end if end == matter.span.end => {
                edits.push(Edit { span: matter.span, text: format!("{reading}{comment}") });
            }
            end => {
                edits.push(Edit { span: matter.span, text: reading.clone() });
                edits.push(Edit { span: Span::new(end, end), text: comment });
            }
        }
    }
    edits.sort_by_key(|edit| edit.span);
    edits
}

/// The place behind a ply and the glyphs that touch it: those belong to the ply, so the comment comes after them.
fn behind_glyphs(items: &[Item], ply: Span) -> u32 {
    let after = items.partition_point(|item| item.span.start < ply.end);
    items[after..]
        .iter()
        .take_while(|item| matches!(item.kind, ItemKind::Glyph(_)))
        .fold(ply.end, |end, glyph| if glyph.span.start == end { glyph.span.end } else { end })
}
