//! Plies that are missing: what may have been played, so that everything behind them fits.
//!
//! A search of bounded size over all complete moves; it says when the bound cut it short. Each way to fill a gap is a row
//! of moves after which the plies and boards that follow are legal.

use std::collections::HashMap;
use std::ops::ControlFlow;

use tsoro_notation::record::{Item, ItemKind};
use tsoro_notation::slip::Mend;
use tsoro_notation::span::Span;
use tsoro_rules::sowing::SowingEnd;
use tsoro_rules::{Capture, Choice, Due, Hole, Position, Wide};

use crate::finding::Finding;
use crate::follow::Ahead;
use crate::holes::list;
use crate::sown::Trace;
use crate::step::Played;
use crate::turn::Turn;

/// The ways to fill a gap.
#[derive(Debug, Clone)]
pub(crate) struct Filled {
    /// Each a row of moves; no more than are shown, and how many there are.
    ways: Vec<Vec<Turn>>,
    count: u64,
    /// Whether the search was cut short by its bound.
    cut: bool,
}

/// How many moves are tried in one search, at the most.
const MOST_TRIED: u64 = 400_000;

/// How many ways are kept to be shown.
const MOST_SHOWN: usize = 5;

/// Longer gaps are not searched: there is no telling them apart.
const LONGEST: u32 = 3;

/// Finds what may fill a gap of so many plies. `None` when the gap is too long to be searched, or nothing behind it
/// could tell one filling from another.
pub(crate) fn fill(ahead: Ahead<'_>, position: &Position, plies: u32, rest: &[Item]) -> Option<Filled> {
    let telling = rest.iter().any(|item| matches!(item.kind, ItemKind::Ply(_) | ItemKind::Board(_)));
    if plies == 0 || plies > LONGEST || !telling {
        return None;
    }
    let mut search = Search {
        ahead,
        rest,
        tried: 0,
        filled: Filled { ways: Vec::new(), count: 0, cut: false },
        known: HashMap::new(),
    };
    let _ = search.deeper(position, plies, &mut Vec::new());
    Some(search.filled)
}

struct Search<'a> {
    ahead: Ahead<'a>,
    rest: &'a [Item],
    tried: u64,
    filled: Filled,
    /// Whether what follows fits, by the position it would follow.
    known: HashMap<Position, bool>,
}

impl Search<'_> {
    fn deeper(&mut self, position: &Position, plies: u32, so_far: &mut Vec<Turn>) -> ControlFlow<()> {
        let mut choices: Vec<Choice<Wide>> = Vec::new();
        let _ = position.sowings(self.ahead.rules, |choice| {
            choices.push(*choice);
            ControlFlow::Continue(())
        });
        for choice in choices {
            let mut afters: Vec<Position> = Vec::new();
            choice.each_bonus(self.ahead.rules, &mut |after: &Position| afters.push(*after));
            for after in afters {
                self.tried += 1;
                if self.tried > MOST_TRIED {
                    self.filled.cut = true;
                    return ControlFlow::Break(());
                }
                if plies > 1 {
                    so_far.push(turn_of(&choice, &after, position, self.ahead));
                    let flow = self.deeper(&after, plies - 1, so_far);
                    so_far.pop();
                    flow?;
                } else if self.fits(after) {
                    self.filled.count += 1;
                    if self.filled.ways.len() < MOST_SHOWN {
                        let mut way = so_far.clone();
                        way.push(turn_of(&choice, &after, position, self.ahead));
                        self.filled.ways.push(way);
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn fits(&mut self, after: Position) -> bool {
        if let Some(&known) = self.known.get(&after) {
            return known;
        }
        let fits = self.ahead.follow(after, self.rest).whole;
        self.known.insert(after, fits);
        fits
    }
}

/// A choice with its bonus as a turn that was played.
fn turn_of(choice: &Choice<Wide>, after: &Position, before: &Position, ahead: Ahead<'_>) -> Turn {
    let trace = Trace::of(before, ahead.rules, choice.lift);
    let stop = choice.stop.map(|ordinal| ordinal as usize - 1);
    let columns = before.columns();
    let opponent = !before.to_move;
    let bonus: Vec<(Hole, u16)> = if choice.due == Due::Nothing {
        Vec::new()
    } else {
        columns
            .holes(opponent)
            .map(|hole| (hole, choice.after.board.get(hole) - after.board.get(hole)))
            .filter(|(_, stones)| *stones > 0)
            .collect()
    };
    let Capture { inner, outer } = choice.capture;
    let facing = choice.landing.facing();
    let laps = choice.laps as usize;
    let played = Played {
        lift: choice.lift,
        landings: trace.landings.iter().take(laps).copied().collect(),
        laps: choice.laps,
        relayed: (0..stop.unwrap_or(trace.heads.len())).filter_map(|ordinal| trace.head(ordinal)).collect(),
        stop: stop.and_then(|ordinal| trace.head(ordinal)),
        stop_ordinal: choice.stop,
        endless: choice.end == SowingEnd::Endless,
        captured: choice.capture,
        captured_holes: [(facing, inner), (facing.behind(), outer)]
            .into_iter()
            .filter_map(|(hole, stones)| (stones > 0).then_some(hole))
            .collect(),
        bonus,
        canonical: String::new(),
    };
    Turn { played: Some(crate::canonical::name(played, ahead.rules)), after: *after, findings: Vec::new() }
}

impl Filled {
    /// Adds to a gap's finding what can fill it.
    pub(crate) fn told(&self, mut finding: Finding, span: Span) -> Finding {
        let way = |way: &Vec<Turn>| {
            way.iter()
                .filter_map(|turn| turn.played.as_ref().map(|played| played.canonical.clone()))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let ways: Vec<String> = self.ways.iter().map(way).collect();
        let cut = if self.cut { format!(" among the first {MOST_TRIED} tried") } else { String::new() };
        finding = match (self.count, &ways[..]) {
            (0, _) => finding.fact(format!("no move fits what comes after{cut}")),
            (1, [only]) if !self.cut => finding
                .fact(format!("only `{only}` fits what comes after"))
                .mend(Mend::replace(format!("write `{only}`"), span, only.clone(), false)),
            (count, ways) => {
                let names = list(ways.iter().map(|way| format!("`{way}`")));
                let more = if count > ways.len() as u64 {
                    format!(", and {} more", count - ways.len() as u64)
                } else {
                    String::new()
                };
                finding.fact(format!("{count} ways to fill it fit what comes after{cut}: {names}{more}"))
            }
        };
        finding
    }

    /// The one way, if there is just one and the search was complete.
    pub(crate) fn only(self) -> Option<Vec<Turn>> {
        let mut ways = self.ways;
        if self.count == 1 && !self.cut { ways.pop() } else { None }
    }
}
