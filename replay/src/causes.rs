//! What was probably meant: mends are tried, and those after which the rest of the record is legal are proposed, the
//! best first.

use tsoro_notation::record::{Item, WrittenColumn, WrittenHole, WrittenMove};
use tsoro_notation::slip::{Edit, Mend};
use tsoro_notation::span::Span;
use tsoro_rules::{Hole, Position, Row};

use crate::follow::{Ahead, Progress};
use crate::holes::Reader;
use crate::sown::Trace;
use crate::turn::{Turn, turn, turn_from};

/// A supposition that makes a faulty ply legal.
#[derive(Debug, Clone)]
pub(crate) struct Cause {
    pub(crate) mend: Mend,
    /// The position after the ply, as supposed.
    pub(crate) after: Position,
    pub(crate) progress: Progress,
    /// How near it is to what was written; less is nearer.
    distance: u32,
    pub(crate) kind: CauseKind,
}

/// What kind of slip is supposed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CauseKind {
    /// Another hole was meant.
    OtherHole,
    /// The hole was written in the wrong case.
    WrongCase,
    /// A ply before this one is missing.
    PlyLeftOut,
    /// This ply is written twice.
    PlyTwice,
    /// A stop at a head was left out in an earlier ply.
    StopLeftOut,
}

/// How many mends are proposed at the most.
const MOST: usize = 3;

/// Where a fault was met.
pub(crate) struct Fault<'a> {
    pub(crate) ahead: Ahead<'a>,
    /// The position before the ply.
    pub(crate) position: &'a Position,
    pub(crate) written: &'a WrittenMove,
    /// The hole written, if it is on the board.
    pub(crate) lift: Option<Hole>,
    /// What follows the ply.
    pub(crate) rest: &'a [Item],
    /// Earlier plies of the line, the latest last, with the position before each and the items from behind each up to
    /// the end of the line.
    pub(crate) earlier: Vec<(&'a WrittenMove, Position, &'a [Item])>,
}

impl Fault<'_> {
    /// The likeliest causes, the best first: those that make the whole rest legal, or else the one that goes farthest.
    pub(crate) fn causes(&self) -> Vec<Cause> {
        let mut causes = self.other_holes();
        causes.extend(self.ply_left_out());
        causes.extend(self.ply_twice());
        causes.extend(self.stops_left_out());
        causes.sort_by_key(|cause| (std::cmp::Reverse(cause.progress), cause.distance));
        let whole = causes.iter().any(|cause| cause.progress.whole);
        causes.retain(|cause| cause.progress.whole || !whole);
        causes.truncate(if whole { MOST } else { 1 });
        causes
    }

    fn other_holes(&self) -> Vec<Cause> {
        let Some(lift) = self.lift else { return self.any_holes() };
        let reader = self.ahead.reader;
        let (columns, column) = (lift.columns(), lift.column());
        let hole = |side, row, column: u8| columns.hole(side, row, column);
        let other_row = if lift.row() == Row::Inner { Row::Outer } else { Row::Inner };
        let mut tries: Vec<(u32, Option<Hole>)> = vec![
            (0, Some(lift.mirrored())),
            (1, hole(lift.side(), other_row, column)),
            (2, hole(lift.side(), lift.row(), column.wrapping_sub(1))),
            (2, hole(lift.side(), lift.row(), column + 1)),
            (4, hole(lift.side(), lift.row(), columns.get() + 1 - column)),
            (5, hole(!lift.side(), other_row, column)),
            (6, hole(!lift.side(), lift.row(), columns.get() + 1 - column)),
        ];
        if column >= 10 {
            tries.push((3, hole(lift.side(), lift.row(), column % 10 * 10 + column / 10)));
        }
        let mut seen = vec![lift];
        let mut causes = Vec::new();
        for (distance, meant) in tries.into_iter().filter_map(|(distance, hole)| Some((distance, hole?))) {
            if seen.contains(&meant) {
                continue;
            }
            seen.push(meant);
            causes.extend(self.other_hole(meant, distance, reader, lift));
        }
        causes
    }

    /// For a hole that is not on the board: a digit too many, the last column, digits swapped.
    fn any_holes(&self) -> Vec<Cause> {
        let (WrittenColumn::Left(column) | WrittenColumn::Right(column)) = self.written.hole.column else {
            return Vec::new();
        };
        let mut tries = vec![column / 10, column % 10, column % 10 * 10 + column / 10, column.saturating_sub(1), 1];
        tries.dedup();
        let mut causes: Vec<Cause> = Vec::new();
        for column in tries {
            let written = WrittenHole { column: WrittenColumn::Left(column), ..self.written.hole };
            let Ok(meant) = self.ahead.reader.hole(written) else { continue };
            let cause = self.other_hole(meant, 7 + causes.len() as u32, self.ahead.reader, meant);
            causes.extend(cause.filter(|cause| causes.iter().all(|other| other.mend != cause.mend)));
        }
        causes
    }

    fn other_hole(&self, meant: Hole, distance: u32, reader: Reader, lift: Hole) -> Option<Cause> {
        let (turn, progress) = self.ahead.suppose(self.position, self.written, meant, self.rest)?;
        let name = reader.name(meant);
        let case = meant == lift.mirrored();
        Some(Cause {
            mend: replace(format!("write `{name}`"), self.written.hole.span(), name),
            after: turn.after,
            progress,
            distance,
            kind: if case { CauseKind::WrongCase } else { CauseKind::OtherHole },
        })
    }

    /// The other side's ply before this one is missing: the ply fits if the turn is passed.
    fn ply_left_out(&self) -> Option<Cause> {
        let lift = self.lift?;
        if lift.side() == self.position.to_move {
            return None;
        }
        let mut passed = *self.position;
        passed.pass();
        let (turn, progress) = self.ahead.suppose(&passed, self.written, lift, self.rest)?;
        let at = Span::new(self.written.span.start, self.written.span.start);
        Some(Cause {
            mend: replace(format!("put `_ ` for a missing ply of {}'s", self.position.to_move), at, "_ ".to_owned()),
            after: turn.after,
            progress,
            distance: 3,
            kind: CauseKind::PlyLeftOut,
        })
    }

    fn ply_twice(&self) -> Option<Cause> {
        let (earlier, ..) = self.earlier.last()?;
        let same = earlier.hole.row == self.written.hole.row && earlier.hole.column == self.written.hole.column;
        if !same {
            return None;
        }
        Some(Cause {
            mend: replace("take out the ply, which is written twice".to_owned(), self.written.span, String::new()),
            after: *self.position,
            progress: self.ahead.follow(*self.position, self.rest),
            distance: 1,
            kind: CauseKind::PlyTwice,
        })
    }

    /// A stop at a head was left out in one of the last plies, so that everything since is out of step.
    fn stops_left_out(&self) -> Vec<Cause> {
        const LOOK_BACK: usize = 6;
        let mut causes = Vec::new();
        for (back, (written, before, rest)) in self.earlier.iter().rev().take(LOOK_BACK).enumerate() {
            if written.stop().is_some() || !written.relays().is_empty() {
                continue;
            }
            let Ok(lift) = self.ahead.reader.hole(written.hole) else { continue };
            if lift.side() != before.to_move || before.refuses(self.ahead.rules, lift).is_some() {
                continue;
            }
            let trace = Trace::of(before, self.ahead.rules, lift);
            let mut named = Vec::new();
            for head in (0..trace.heads.len()).filter_map(|ordinal| trace.head(ordinal)) {
                if named.contains(&head) {
                    continue;
                }
                named.push(head);
                causes.extend(self.stop_left_out(written, before, rest, head, back as u32));
            }
        }
        causes
    }

    fn stop_left_out(
        &self,
        written: &WrittenMove,
        before: &Position,
        rest: &[Item],
        head: Hole,
        back: u32,
    ) -> Option<Cause> {
        use tsoro_notation::record::{Details, Stop, WrittenRow};
        use tsoro_rules::Side;
        let mut stopped = written.clone();
        let name = WrittenHole {
            row: if head.side() == Side::South { WrittenRow::SouthOuter } else { WrittenRow::NorthOuter },
            // From the right a column is the same in every way of counting that a record can say.
            column: WrittenColumn::Right(u16::from(if self.ahead.reader.mirrored {
                head.column()
            } else {
                head.column_from_right()
            })),
            ..written.hole
        };
        let stop = Stop { span: written.hole.span(), head: Some(name), landing: None };
        let details = stopped.details.get_or_insert_with(|| Box::new(Details::default()));
        details.stop = Some(stop);
        let turn = turn(self.ahead.rules, self.ahead.reader, before, &stopped);
        if turn.played.is_none() || !turn.fits() {
            return None;
        }
        let progress = self.ahead.follow(turn.after, rest);
        // It has to come past the faulty ply itself.
        if progress.plies < back + 1 {
            return None;
        }
        let at = Span::new(written.hole.span().end, written.hole.span().end);
        let name = self.ahead.reader.name(head);
        let lifted = self.ahead.reader.hole(written.hole).map_or(String::new(), |hole| hole.to_string());
        Some(Cause {
            mend: replace(format!("let {lifted} stop at {name}"), at, format!("/{name}")),
            after: self.after_following(turn.after, rest),
            progress: Progress { plies: progress.plies - back - 1, ..progress },
            distance: 2 + back,
            kind: CauseKind::StopLeftOut,
        })
    }

    /// The position behind the faulty ply, when an earlier one was mended: the plies from there on are played again.
    fn after_following(&self, mut position: Position, items: &[Item]) -> Position {
        for item in items {
            if item.span.start > self.written.span.start {
                break;
            }
            if let tsoro_notation::record::ItemKind::Ply(ply) = &item.kind
                && let Some(written) = crate::follow::plain_reading(ply)
            {
                position = turn(self.ahead.rules, self.ahead.reader, &position, written).after;
            }
        }
        position
    }
}

/// The other lifts that fit everything written beside the ply and the rest of the record, where the one written does
/// not, as mends: the nearest holes first, and no more than a reader can weigh.
pub(crate) fn better_lifts(
    ahead: Ahead<'_>,
    position: &Position,
    written: &WrittenMove,
    lift: Hole,
    rest: &[Item],
) -> Vec<Mend> {
    let mut liftable: Vec<Hole> = position.liftable(ahead.rules).holes(position.columns(), position.to_move).collect();
    liftable.retain(|&other| other != lift);
    liftable.sort_by_key(|other| other.column().abs_diff(lift.column()));
    let fitting = liftable.into_iter().filter(|&other| {
        let turn: Turn = turn_from(ahead.rules, ahead.reader, position, written, other, None);
        turn.played.is_some() && turn.fits() && ahead.follow(turn.after, rest).whole
    });
    let mend = |other: Hole| {
        let name = ahead.reader.name(other);
        replace(format!("write `{name}`: it fits all that is written"), written.hole.span(), name)
    };
    // One place is left for the mend of what is written beside it.
    fitting.take(MOST - 1).map(mend).collect()
}

fn replace(message: String, span: Span, text: String) -> Mend {
    Mend { message, edits: vec![Edit { span, text }], sure: false }
}
