//! A sowing traced lap by lap, and the written evidence on stops and relays held against it: where did the mover stop?

use tsoro_notation::record::WrittenMove;
use tsoro_notation::slip::Mend;
use tsoro_notation::span::Span;
use tsoro_rules::sowing::SowingEnd;
use tsoro_rules::{Hole, Position, RuleSet};

use crate::code::Code;
use crate::finding::Finding;
use crate::holes::{Reader, list};

/// A sowing relayed on at every head, up to its end or once round an endless one.
#[derive(Debug, Clone)]
pub(crate) struct Trace {
    /// The hole lifted.
    pub(crate) lift: Hole,
    /// Where the laps ended, in order.
    pub(crate) landings: Vec<Hole>,
    /// The laps, from 0, that ended in an occupied head.
    pub(crate) heads: Vec<usize>,
    /// How it ends.
    pub(crate) end: SowingEnd,
}

impl Trace {
    /// Sows from a hole of the mover's that holds stones.
    pub(crate) fn of(position: &Position, rules: &RuleSet, lift: Hole) -> Trace {
        let (mut landings, mut heads) = (Vec::new(), Vec::new());
        let (columns, side) = (lift.columns(), lift.side());
        let sowing = position.clone().sow(
            rules,
            lift.circuit(),
            |_, lap| {
                heads.push(lap.number as usize - 1);
                false
            },
            |lap| landings.extend(columns.at(side, lap.landing)),
        );
        Trace { lift, landings, heads, end: sowing.end }
    }

    /// The head landed on at this ordinal, from 0.
    pub(crate) fn head(&self, ordinal: usize) -> Option<Hole> {
        self.landings.get(*self.heads.get(ordinal)?).copied()
    }

    /// The holes in which the laps end, in words, no more than a reader can take in.
    pub(crate) fn laps_in_words(&self) -> String {
        const MOST: usize = 12;
        let shown = list(self.landings.iter().take(MOST));
        match self.landings.len() {
            0..=MOST => shown,
            laps => format!("{shown} and on, {laps} laps in all"),
        }
    }

    /// The heads landed on, in words.
    pub(crate) fn heads_in_words(&self) -> String {
        const MOST: usize = 12;
        let heads: Vec<Hole> = (0..self.heads.len().min(MOST)).filter_map(|ordinal| self.head(ordinal)).collect();
        match self.heads.len() {
            0 => "no occupied head is landed on".to_owned(),
            1..=MOST => format!("occupied heads landed on, in order: {}", list(heads)),
            all => format!("occupied heads landed on, in order: {} and on, {all} times in all", list(heads)),
        }
    }

    /// Whether holes are lap ends, in order, up to lap `last`, the last of them where that lap ended.
    pub(crate) fn fits(&self, written: &[Hole], last: usize) -> bool {
        let Some((end, before)) = written.split_last() else { return true };
        if self.landings.get(last) != Some(end) {
            return false;
        }
        let mut laps = self.landings[..last].iter();
        before.iter().all(|hole| laps.any(|landing| landing == hole))
    }
}

/// Where the mover stopped, as an index into [`Trace::heads`]; `None` relays on at all.
pub(crate) type StopAt = Option<usize>;

/// Reads the stop and the relays as written.
///
/// # Errors
/// A finding, when they do not fit the sowing.
pub(crate) fn stop_at(
    written: &WrittenMove,
    trace: &Trace,
    rules: &RuleSet,
    reader: Reader,
) -> Result<StopAt, Finding> {
    let head = |span: Span, hole: Hole| {
        if hole.side() == trace.lift.side() && rules.is_head(hole) {
            return Ok(hole);
        }
        Err(not_a_head(span, hole, trace, rules))
    };
    let named = |written: tsoro_notation::record::WrittenHole| match reader.hole(written) {
        Ok(hole) => head(written.span(), hole),
        Err(_) => Err(no_such_hole(written, reader)),
    };
    let relays = written
        .relays()
        .iter()
        .map(|relay| relay.head.map(named).transpose())
        .collect::<Result<Vec<Option<Hole>>, Finding>>()?;
    let stop = match written.stop() {
        None => None,
        Some(stop) => Some((stop, stop.head.map(named).transpose()?)),
    };
    let span = written
        .stop()
        .map(|stop| stop.span)
        .into_iter()
        .chain(written.relays().iter().map(|relay| relay.span))
        .reduce(Span::to)
        .unwrap_or(written.span);

    if !relays.is_empty() {
        // Once any head is written, all of them are, in order.
        let right = relays.iter().enumerate().all(|(ordinal, named)| {
            trace.head(ordinal).is_some_and(|landed| named.is_none_or(|named| named == landed))
        });
        let next = trace.head(relays.len());
        let stops_right = match stop {
            None => next.is_none(),
            Some((_, named)) => next.is_some_and(|landed| named.is_none_or(|named| named == landed)),
        };
        if right && stops_right {
            return Ok(stop.map(|_| relays.len()));
        }
        return Err(Finding::error(
            Code::HeadsOutOfOrder,
            span,
            format!("the heads written are not those that the sowing from {} lands on", trace.lift),
        )
        .label(trace.heads_in_words())
        .rule(
            "2.4 the mover stops or relays on at each occupied head landed on; once one is written, all are, in order",
        )
        .fact(format!("the laps end in {}", trace.laps_in_words())));
    }
    let Some((stop, named)) = stop else { return Ok(None) };
    let candidates: Vec<usize> =
        (0..trace.heads.len()).filter(|&at| named.is_none_or(|named| trace.head(at) == Some(named))).collect();
    let chosen = match stop.landing {
        Some(nth) => candidates.get(usize::from(nth).wrapping_sub(1)).copied(),
        // The first such landing, unless the laps' ends written fit only a later one.
        None => {
            let ends: Vec<Hole> = written.landings().iter().filter_map(|&hole| reader.hole(hole).ok()).collect();
            candidates.iter().copied().find(|&at| trace.fits(&ends, trace.heads[at])).or(candidates.first().copied())
        }
    };
    chosen.map(Some).ok_or_else(|| no_such_stop(written, span, named, candidates.len(), trace))
}

/// The written hole is not on the board.
pub(crate) fn no_such_hole(written: tsoro_notation::record::WrittenHole, reader: Reader) -> Finding {
    let last = reader.columns;
    Finding::error(Code::NoSuchHole, written.span(), format!("there is no such hole: a row has {last} holes"))
        .label(format!("columns run from 1 to {last}"))
        .rule("1.2 columns count from 1 at the owner's left hand")
}

fn not_a_head(span: Span, hole: Hole, trace: &Trace, rules: &RuleSet) -> Finding {
    let side = trace.lift.side();
    let heads: Vec<Hole> = rules.heads(side).holes(hole.columns(), side).collect();
    let finding = Finding::error(Code::NotAHead, span, format!("{hole} is not a head of {side}'s in these rules"))
        .rule("2.4 a sowing is stopped only at an occupied head of the mover's");
    if heads.is_empty() {
        return finding.label(format!("`{}` knows no heads", rules.name()));
    }
    finding.label(format!("{side}'s heads are {}", list(heads))).fact(trace.heads_in_words())
}

fn no_such_stop(written: &WrittenMove, span: Span, named: Option<Hole>, landings: usize, trace: &Trace) -> Finding {
    let message = match (named, landings) {
        (Some(head), 0) => format!("no lap of the sowing from {} ends in the occupied head {head}", trace.lift),
        (Some(head), 1) => format!("the sowing from {} lands on {head} only once", trace.lift),
        (Some(head), times) => format!("the sowing from {} lands on {head} only {times} times", trace.lift),
        (None, _) => format!("the sowing from {} lands on no occupied head", trace.lift),
    };
    let mut finding = Finding::error(Code::NoSuchStop, span, message)
        .label(trace.heads_in_words())
        .rule("2.4 a sowing is stopped only where a lap ends in an occupied head")
        .fact(format!("the laps end in {}", trace.laps_in_words()));
    let stop = written.stop().map_or(span, |stop| stop.span);
    if let Some(landed) = trace.head(0) {
        finding = finding.mend(Mend::replace(format!("stop at {landed}"), stop, format!("/{landed}"), false));
    }
    finding.mend(Mend::replace("leave the stop out", stop, "", false))
}
