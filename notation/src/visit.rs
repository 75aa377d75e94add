//! One walk over every place that an item holds.

use crate::record::{BoardContent, FactSubject, Item, ItemKind, Ply, Reading, Sketch, WrittenHole, WrittenMove};
use crate::span::Span;

/// Replaces every span in an item.
pub(crate) fn map_spans(item: &mut Item, map: &impl Fn(Span) -> Span) {
    item.span = map(item.span);
    match &mut item.kind {
        ItemKind::Ply(ply) => map_ply(ply, map),
        ItemKind::Board(board) => match &mut board.content {
            BoardContent::Sketch(sketch) => map_sketch(sketch, map),
            BoardContent::Facts(facts) => {
                for fact in facts {
                    fact.span = map(fact.span);
                    if let FactSubject::Hole(hole) = &mut fact.subject {
                        map_hole(hole, map);
                    }
                }
            }
        },
        ItemKind::Variation(items) => items.iter_mut().for_each(|item| map_spans(item, map)),
        ItemKind::Number(_)
        | ItemKind::Time(_)
        | ItemKind::Comment(_)
        | ItemKind::Glyph(_)
        | ItemKind::Result(_)
        | ItemKind::Unreadable => {}
    }
}

/// Replaces every span in a sketch.
pub(crate) fn map_sketch(sketch: &mut Sketch, map: &impl Fn(Span) -> Span) {
    sketch.span = map(sketch.span);
    for row in &mut sketch.rows {
        row.span = map(row.span);
        row.holes.iter_mut().for_each(|hole| hole.span = map(hole.span));
    }
}

fn map_ply(ply: &mut Ply, map: &impl Fn(Span) -> Span) {
    let others = ply.others.iter_mut().flat_map(|others| others.iter_mut());
    for reading in std::iter::once(&mut ply.first).chain(others) {
        if let Reading::Move(written) = reading {
            map_move(written, map);
        }
    }
}

fn map_move(written: &mut WrittenMove, map: &impl Fn(Span) -> Span) {
    written.span = map(written.span);
    map_hole(&mut written.hole, map);
    if let Some(taken) = &mut written.taken {
        taken.span = map(taken.span);
    }
    if let Some(bonus) = &mut written.bonus {
        bonus.span = map(bonus.span);
        bonus.holes.iter_mut().for_each(|chosen| map_hole(&mut chosen.hole, map));
    }
    let Some(details) = &mut written.details else { return };
    if let Some(direction) = &mut details.direction {
        direction.span = map(direction.span);
    }
    for relay in &mut details.relays {
        relay.span = map(relay.span);
        relay.head.iter_mut().for_each(|hole| map_hole(hole, map));
    }
    if let Some(stop) = &mut details.stop {
        stop.span = map(stop.span);
        stop.head.iter_mut().for_each(|hole| map_hole(hole, map));
    }
    details.landings.iter_mut().for_each(|hole| map_hole(hole, map));
    if let Some(total) = &mut details.total {
        total.span = map(total.span);
    }
    if let Some(claim) = &mut details.claim {
        claim.span = map(claim.span);
    }
}

fn map_hole(hole: &mut WrittenHole, map: &impl Fn(Span) -> Span) {
    let span = map(hole.span());
    hole.start = span.start;
    hole.length = (span.end - span.start).min(u32::from(u8::MAX)) as u8;
}
