//! One move as written, carried out from a position: a pure function of rules, position and ply.
//!
//! What must be so for the move to be legal is checked, and so is everything written beside it. A move that breaks a
//! rule is carried out as far as it can be, and says so.

use tsoro_notation::record::{BonusHole, ClaimKind, Mark, TakenStones, WrittenMove};
use tsoro_notation::slip::Mend;
use tsoro_notation::span::Span;
use tsoro_rules::sowing::SowingEnd;
use tsoro_rules::{Bonus, BonusHeads, Capture, Direction, Due, Endless, Hole, Illegal, Position, RuleSet};

use crate::code::Code;
use crate::finding::{Finding, Severity};
use crate::holes::{NoHole, Reader, list};
use crate::sown::{StopAt, Trace, no_such_hole, stop_at};
use crate::step::Played;

/// What came of a move.
#[derive(Debug, Clone)]
pub(crate) struct Turn {
    /// What was played; `None` when nothing could be.
    pub(crate) played: Option<Played>,
    /// The position after it, the turn passed on.
    pub(crate) after: Position,
    /// What there is to say.
    pub(crate) findings: Vec<Finding>,
}

impl Turn {
    /// Whether the move is legal and everything beside it could be read.
    pub(crate) fn legal(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity < Severity::Error)
    }

    /// Whether nothing at all speaks against it.
    pub(crate) fn fits(&self) -> bool {
        self.findings.iter().all(|finding| finding.severity < Severity::Warning)
    }
}

/// Carries out a move with the hole as it is written.
pub(crate) fn turn(rules: &RuleSet, reader: Reader, position: &Position, written: &WrittenMove) -> Turn {
    let finding = match reader.hole(written.hole) {
        Ok(lift) => return turn_from(rules, reader, position, written, lift, None),
        Err(NoHole::OffBoard) => no_such_hole(written.hole, reader),
        Err(NoHole::Illegible) => Finding::note(Code::OpenReading, written.hole.span(), "this hole is not legible"),
    };
    let mut after = *position;
    after.pass();
    Turn { played: None, after, findings: vec![finding] }
}

/// Carries out a move from the hole given, whatever is written for it: a reading tried, a mend tried.
pub(crate) fn turn_from(
    rules: &RuleSet,
    reader: Reader,
    position: &Position,
    written: &WrittenMove,
    lift: Hole,
    mark: Option<Mark>,
) -> Turn {
    let mut run = Run { rules, reader, written, findings: Vec::new() };
    let (played, mut after) = match run.lift(position, lift, mark) {
        Some(done) => done,
        None => (None, *position),
    };
    after.pass();
    if let Some(played) = &played {
        run.claim(&after, played);
    }
    run.direction(lift);
    Turn { played, after, findings: run.findings }
}

struct Run<'a> {
    rules: &'a RuleSet,
    reader: Reader,
    written: &'a WrittenMove,
    findings: Vec<Finding>,
}

impl Run<'_> {
    fn lift(&mut self, position: &Position, lift: Hole, mark: Option<Mark>) -> Option<(Option<Played>, Position)> {
        let span = self.written.hole.span();
        let illegal = position.refuses(self.rules, lift);
        if let Some(illegal) = illegal {
            self.findings.push(illegal_lift(self.rules, position, span, illegal));
            if lift.side() != position.to_move || position.board.get(lift) == 0 {
                return None;
            }
        }
        let trace = Trace::of(position, self.rules, lift);
        if mark == Some(Mark::Really) && illegal.is_some() {
            return Some(self.as_written(position, &trace));
        }
        let stop = match stop_at(self.written, &trace, self.rules, self.reader) {
            Ok(stop) => stop,
            Err(finding) => {
                self.findings.push(finding);
                None
            }
        };
        if stop.is_none() && trace.end == SowingEnd::Endless {
            let claimed = self.written.claim().is_some_and(|claim| claim.kind == ClaimKind::Endless);
            if self.rules.endless() == Endless::Forbidden {
                self.findings.push(endless(self.written, &trace, claimed));
                return None;
            }
        }
        Some(self.carry_out(position, &trace, stop))
    }

    /// Sows up to the stop or the end, captures, takes the bonus, and compares all that is written with it.
    fn carry_out(&mut self, position: &Position, trace: &Trace, stop: StopAt) -> (Option<Played>, Position) {
        let mut after = *position;
        let singleton = position.board.get(trace.lift) == 1;
        let stop_ordinal = stop.map(|at| at as u32 + 1);
        let sowing = after.sow(self.rules, trace.lift.circuit(), |ordinal, _| Some(ordinal) == stop_ordinal, |_| {});
        let last = sowing.laps as usize - 1;
        self.landings(trace, last);
        let mut capture = Capture::default();
        if sowing.end == SowingEnd::Empty {
            capture = after.capture(self.rules, sowing.landing, singleton);
        }
        let landing = trace.landings.get(last).copied().unwrap_or(trace.lift);
        self.taken(trace, landing, capture, sowing.end);
        let due = after.due(self.rules, capture);
        if capture.total() > 0 {
            after.count_capture();
        }
        let bonus = self.bonus(&mut after, capture, due);
        self.total(&after);
        let relayed = stop.unwrap_or(trace.heads.len());
        let mut captured_holes = Vec::new();
        if capture.inner > 0 {
            captured_holes.push(landing.facing());
        }
        if capture.outer > 0 {
            captured_holes.push(landing.facing().behind());
        }
        let played = Played {
            lift: trace.lift,
            landings: bounded(&trace.landings[..=last]),
            laps: sowing.laps,
            relayed: (0..relayed).filter_map(|ordinal| trace.head(ordinal)).collect(),
            stop: stop.and_then(|at| trace.head(at)),
            stop_ordinal,
            endless: sowing.end == SowingEnd::Endless,
            captured: capture,
            captured_holes,
            bonus,
            canonical: String::new(),
        };
        (Some(crate::canonical::name(played, self.rules)), after)
    }

    /// Plays a move that breaks a rule just as it stands there: `(!)`. The first lap is sown, further ones as far as
    /// landings are written; stones are taken only where a count is written. Nothing is invented.
    fn as_written(&mut self, position: &Position, trace: &Trace) -> (Option<Played>, Position) {
        let ends: Vec<Hole> = self.written.landings().iter().filter_map(|&hole| self.reader.hole(hole).ok()).collect();
        let last = (0..trace.landings.len()).find(|&lap| !ends.is_empty() && trace.fits(&ends, lap)).unwrap_or(0);
        let mut after = *position;
        let (size, direction) = (after.columns().circuit(), self.rules.direction());
        let ring = after.board.ring_mut(position.to_move);
        tsoro_rules::sowing::sow(ring, size, direction, trace.lift.circuit(), |_, lap| {
            if lap.number as usize > last {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        });
        let landing = trace.landings.get(last).copied().unwrap_or(trace.lift);
        let (inner, outer) = (landing.facing(), landing.facing().behind());
        let held = |hole| after.board.get(hole);
        let capture = match self.written.taken.map(|taken| taken.stones) {
            Some(TakenStones::Each(a, b)) => Capture { inner: a.min(held(inner)), outer: b.min(held(outer)) },
            Some(TakenStones::Total(stones)) => {
                let first = stones.min(held(inner));
                Capture { inner: first, outer: (stones - first).min(held(outer)) }
            }
            Some(TakenStones::Some) | None => Capture::default(),
        };
        after.take(inner.circuit(), capture.inner);
        after.take(outer.circuit(), capture.outer);
        let mut bonus = Vec::new();
        for hole in self.written.bonus.iter().flat_map(|bonus| &bonus.holes) {
            let Ok(at) = self.reader.hole(hole.hole) else { continue };
            if at.side() == !position.to_move {
                let stones = hole.stones.unwrap_or(u16::MAX).min(after.board.get(at));
                after.take(at.circuit(), stones);
                bonus.push((at, stones));
            }
        }
        let played = Played {
            lift: trace.lift,
            landings: bounded(&trace.landings[..=last]),
            laps: last as u32 + 1,
            relayed: Vec::new(),
            stop: None,
            stop_ordinal: None,
            endless: false,
            captured: capture,
            captured_holes: [(inner, capture.inner), (outer, capture.outer)]
                .into_iter()
                .filter_map(|(hole, stones)| (stones > 0).then_some(hole))
                .collect(),
            bonus,
            canonical: String::new(),
        };
        (Some(crate::canonical::name(played, self.rules)), after)
    }

    fn landings(&mut self, trace: &Trace, last: usize) {
        let written = self.written.landings();
        let Some(first) = written.first() else { return };
        let mut ends = Vec::new();
        for &hole in written {
            match self.reader.hole(hole) {
                Ok(end) => ends.push(end),
                Err(NoHole::OffBoard) => return self.findings.push(no_such_hole(hole, self.reader)),
                Err(NoHole::Illegible) => {}
            }
        }
        if ends.len() < written.len() || trace.fits(&ends, last) {
            return;
        }
        let span = first.span().to(written[written.len() - 1].span());
        let Some(end) = trace.landings.get(last) else { return };
        let differs = ends.last() != Some(end);
        let message = if differs {
            format!("the sowing from {} ends in {end}, not in {}", trace.lift, list(ends.last()))
        } else {
            format!("the laps of the sowing from {} do not end in {} in this order", trace.lift, list(&ends))
        };
        let mut finding = Finding::warning(Code::LandingDiffers, span, message)
            .label(format!("it ends in {end}"))
            .rule("2.2 a lap that ends in an occupied hole is relayed, 2.3 one that ends in an empty hole is the last")
            .fact(format!("the laps end in {}", trace.laps_in_words()));
        if differs {
            let last = written[written.len() - 1].span();
            finding = finding.mend(Mend::replace(format!("write the landing `{end}`"), last, end.to_string(), false));
        }
        self.findings.push(finding);
    }

    fn taken(&mut self, trace: &Trace, landing: Hole, capture: Capture, end: SowingEnd) {
        let Some(taken) = self.written.taken else { return };
        let agrees = match taken.stones {
            TakenStones::Some => capture.total() > 0,
            TakenStones::Total(stones) => u32::from(stones) == capture.total(),
            TakenStones::Each(inner, outer) => (inner, outer) == (capture.inner, capture.outer),
        };
        if agrees {
            return;
        }
        let (inner, outer) = (landing.facing(), landing.facing().behind());
        let (message, fact) = if capture.total() > 0 {
            let parts: Vec<String> = [(inner, capture.inner), (outer, capture.outer)]
                .into_iter()
                .filter(|(_, stones)| *stones > 0)
                .map(|(hole, stones)| format!("{stones} from {hole}"))
                .collect();
            let total = capture.total();
            (format!("the sowing from {} takes {total}", trace.lift), format!("it takes {}", list(parts)))
        } else {
            let why = match end {
                SowingEnd::Stopped => format!("it is stopped at the head {landing}, and a stop captures nothing"),
                SowingEnd::Endless => "it has no end".to_owned(),
                SowingEnd::Empty if landing.row() == tsoro_rules::Row::Outer => {
                    format!("it ends in {landing}, an outer hole")
                }
                SowingEnd::Empty => format!("it ends in {landing}, and nothing can be taken from {inner}"),
            };
            (format!("the sowing from {} takes nothing", trace.lift), why)
        };
        let right = crate::canonical::taken(capture);
        let mend = if right.is_empty() {
            Mend::replace("leave the capture out", taken.span, "", false)
        } else {
            Mend::replace(format!("write `{right}`"), taken.span, right, false)
        };
        self.findings.push(
            Finding::warning(Code::CaptureDiffers, taken.span, message)
                .label(fact)
                .rule("4.1 a sowing that ends in an empty inner hole takes what lies in the hole facing it")
                .mend(mend),
        );
    }

    fn total(&mut self, after: &Position) {
        let Some(total) = self.written.total() else { return };
        let side = after.to_move;
        let taken = after.taken[side.index()];
        if total.count != taken {
            self.findings.push(
                Finding::warning(Code::TotalDiffers, total.span, format!("{side} has taken {taken} in all so far"))
                    .label(format!("{taken}, bonuses included"))
                    .mend(Mend::replace(format!("write `({taken})`"), total.span, format!("({taken})"), false)),
            );
        }
    }

    /// Takes the bonus as written, as far as it can be taken.
    fn bonus(&mut self, after: &mut Position, capture: Capture, due: Due) -> Vec<(Hole, u16)> {
        let Some(bonus) = &self.written.bonus else {
            if due != Due::Nothing {
                self.too_small(self.written.span, due, 0);
            }
            return Vec::new();
        };
        if due == Due::Nothing {
            self.findings.push(not_due(self.rules, bonus.span, bonus.holes.is_empty(), capture));
            return Vec::new();
        }
        let most = match due {
            Due::Nothing => 0,
            Due::Holes(holes) => u32::from(holes),
            Due::Stones(stones) => stones,
        };
        let mut taken: Vec<(Hole, u16)> = Vec::new();
        let mut got = 0;
        let mut refused = false;
        for written in &bonus.holes {
            match self.bonus_hole(after, *written, due, &taken) {
                Ok((hole, stones)) => {
                    if let Some(said) = written.stones.filter(|said| *said != stones) {
                        let message = format!("{hole} holds {stones}, not {said}; a bonus of holes takes all of them");
                        self.findings.push(
                            Finding::warning(Code::BonusStones, written.hole.span(), message)
                                .label(format!("holds {stones}"))
                                .rule(bonus_rule(self.rules)),
                        );
                    }
                    got += if matches!(due, Due::Holes(_)) { 1 } else { u32::from(stones) };
                    if got <= most {
                        after.take(hole.circuit(), stones);
                        taken.push((hole, stones));
                    }
                }
                Err(finding) => {
                    refused = true;
                    self.findings.push(finding);
                }
            }
        }
        if got > most {
            let (of, written) = match due {
                Due::Holes(_) => (counted(most, "hole"), counted(got, "hole")),
                _ => (counted(most, "stone"), counted(got, "stone")),
            };
            self.findings.push(
                Finding::error(
                    Code::BonusTooLarge,
                    bonus.span,
                    format!("a bonus of {of} is due, and {written} are written"),
                )
                .label(format!("no more than {of}"))
                .rule(bonus_rule(self.rules)),
            );
        } else if got < most && !refused {
            self.too_small(bonus.span, due, got);
        }
        taken.sort_by_key(|(hole, _)| crate::canonical::board_order(*hole));
        taken
    }

    fn bonus_hole(
        &self,
        after: &Position,
        written: BonusHole,
        due: Due,
        taken: &[(Hole, u16)],
    ) -> Result<(Hole, u16), Finding> {
        let span = written.hole.span();
        let hole = match self.reader.hole(written.hole) {
            Ok(hole) => hole,
            Err(NoHole::OffBoard) => return Err(no_such_hole(written.hole, self.reader)),
            Err(NoHole::Illegible) => {
                return Err(Finding::note(Code::OpenReading, span, "this hole of the bonus is not legible"));
            }
        };
        let (mover, opponent) = (after.to_move, !after.to_move);
        let refused = |message: String, label: &str| {
            Finding::error(Code::BonusHole, span, message).label(label).rule(bonus_rule(self.rules))
        };
        if hole.side() == mover {
            let theirs = hole.mirrored();
            return Err(refused(
                format!("{hole} is {mover}'s own hole; a bonus is taken from {opponent}'s"),
                "an own hole",
            )
            .mend(Mend::replace(format!("write `{theirs}`"), span, theirs.to_string(), false)));
        }
        if taken.iter().any(|(earlier, _)| *earlier == hole) {
            return Err(refused(format!("{hole} is written twice in one bonus"), "the second time"));
        }
        let held = after.board.get(hole);
        if held == 0 {
            let free = after.bonus_holes(self.rules).holes(after.columns(), opponent);
            return Err(refused(format!("{hole} is empty, so no bonus can be taken from it"), "empty")
                .fact(format!("{opponent}'s holes that hold stones: {}", list(free))));
        }
        if self.rules.bonus_heads() == BonusHeads::Safe && self.rules.is_head(hole) {
            return Err(refused(format!("{hole} is a head, and stones in heads are safe from the bonus"), "a head")
                .rule("4.7 stones in heads are safe from the bonus in these rules"));
        }
        if matches!(due, Due::Holes(_)) {
            return Ok((hole, held));
        }
        let stones = written.stones.unwrap_or(held);
        if stones > held {
            return Err(Finding::error(Code::BonusStones, span, format!("{hole} holds {held}, fewer than {stones}"))
                .label(format!("holds {held}"))
                .rule(bonus_rule(self.rules)));
        }
        Ok((hole, stones))
    }

    fn too_small(&mut self, span: Span, due: Due, got: u32) {
        let (most, what) = match due {
            Due::Nothing => return,
            Due::Holes(holes) => (u32::from(holes), "hole"),
            Due::Stones(stones) => (stones, "stone"),
        };
        let missing = most - got;
        let message = if got == 0 {
            format!("a bonus of {} is due, and none is written", counted(most, what))
        } else {
            format!("{} more of the bonus {} due", counted(missing, what), if missing == 1 { "is" } else { "are" })
        };
        let mandatory = self.rules.bonus_mandatory();
        let severity = if mandatory { Severity::Error } else { Severity::Note };
        let rule = if mandatory {
            "4.6 the whole bonus has to be taken in these rules"
        } else {
            "4.6 a player may take less than the whole bonus, or waive it (`:0`)"
        };
        let waived = self.written.bonus.as_ref().is_some_and(|bonus| bonus.holes.is_empty());
        let message = if waived { format!("a bonus of {} is waived", counted(most, what)) } else { message };
        self.findings.push(Finding::new(Code::BonusTooSmall, severity, span, message).rule(rule));
    }

    fn claim(&mut self, after: &Position, played: &Played) {
        let Some(claim) = self.written.claim() else { return };
        match claim.kind {
            ClaimKind::Won => self.won(claim.span, after),
            ClaimKind::Endless if played.endless => {}
            ClaimKind::Endless => {
                let end = played.stop.or(played.landings.last().copied()).unwrap_or(played.lift);
                let laps = counted(played.laps, "lap");
                self.findings.push(
                    Finding::warning(Code::NotEndless, claim.span, format!("the sowing from {} ends", played.lift))
                        .label(format!("it ends in {end} after {laps}"))
                        .rule("2.5 an endless sowing comes back to the holes and the hole that it began with")
                        .mend(Mend::replace("leave the `~` out", claim.span, "", false)),
                );
            }
        }
    }

    fn won(&mut self, span: Span, after: &Position) {
        let mover = !after.to_move;
        if after.over(self.rules).is_some_and(|over| over.winner() == Some(mover)) {
            return;
        }
        let moves: Vec<Hole> = {
            let mut lifts: Vec<Hole> = Vec::new();
            let _ = after.sowings(self.rules, |choice| {
                if lifts.last() != Some(&choice.lift) {
                    lifts.push(choice.lift);
                }
                std::ops::ControlFlow::Continue(())
            });
            lifts
        };
        let opponent = after.to_move;
        self.findings.push(
            Finding::warning(Code::NotWon, span, format!("{opponent} can still move"))
                .label(format!("{opponent} may lift {}", list(moves)))
                .rule("5.1 a player to move who has no legal move has lost")
                .mend(Mend::replace("leave the `#` out", span, "", false)),
        );
    }

    fn direction(&mut self, lift: Hole) {
        let Some(mark) = self.written.direction() else { return };
        // Counterclockwise the outer row is sown to the owner's right, the inner one to the left.
        let outer = lift.row() == tsoro_rules::Row::Outer;
        let right = outer == (self.rules.direction() == Direction::Counterclockwise);
        let way = match self.rules.direction() {
            Direction::Counterclockwise => "counterclockwise",
            Direction::Clockwise => "clockwise",
        };
        let sign = if mark.right { '>' } else { '<' };
        let mend = Mend::replace(format!("leave the `{sign}` out"), mark.span, "", true);
        let finding = if mark.right == right {
            Finding::note(
                Code::DirectionMark,
                mark.span,
                format!("`{sign}` is a direction, and the mark is not needed"),
            )
            .label(format!("sowing is always {way} here"))
        } else {
            Finding::warning(
                Code::DirectionMark,
                mark.span,
                format!("`{sign}` is a direction, and not the one in which {lift} is sown"),
            )
            .label(format!("sowing is always {way} here"))
        };
        self.findings.push(finding.rule("1.3 the rules fix the direction of sowing").mend(mend));
    }
}

/// The finding for a lift that 3.1 or 3.2 forbids.
pub(crate) fn illegal_lift(rules: &RuleSet, position: &Position, span: Span, illegal: Illegal) -> Finding {
    let side = position.to_move;
    let liftable: Vec<Hole> = position.liftable(rules).holes(position.columns(), side).collect();
    let may = if liftable.is_empty() {
        format!("{side} has no hole that may be lifted")
    } else {
        format!("{side} may lift {}", list(&liftable))
    };
    let (label, rule) = match illegal {
        Illegal::EmptyHole(_) => ("empty".to_owned(), "3.1 a lift is of an own hole that holds stones"),
        Illegal::NotOwn(hole) => (format!("a hole of {}'s", hole.side()), "2.1 the mover lifts an own hole"),
        Illegal::SingletonWhileSeveral { several, .. } => (
            format!("a single stone, while {several} holds {}", position.board.get(several)),
            "3.2 a singleton is lifted only while no own hole has two stones or more",
        ),
        Illegal::SingletonOntoOccupied { next, .. } => (
            format!("a single stone, and {next} before it holds {}", position.board.get(next)),
            "3.2 a singleton is lifted only if the next hole is empty",
        ),
        Illegal::SingletonNever(_) => {
            ("a single stone".to_owned(), "3.2 single stones are never lifted in these rules")
        }
        Illegal::OnlySingletons(_) => ("several stones".to_owned(), "3.2 only single stones move in these rules"),
        Illegal::Endless(_) | Illegal::NoSuchStop { .. } | Illegal::Bonus => (String::new(), "3 what may be lifted"),
    };
    Finding::error(Code::IllegalLift, span, illegal.to_string()).label(label).rule(rule).fact(may)
}

fn endless(written: &WrittenMove, trace: &Trace, claimed: bool) -> Finding {
    let laps = trace.landings.len();
    let lift = trace.lift;
    let mut finding = Finding::error(
        Code::EndlessSowing,
        written.hole.span(),
        if claimed {
            format!("the sowing from {lift} has no end, as is written, and these rules forbid it")
        } else {
            format!("the sowing from {lift} never ends")
        },
    )
    .label(format!("back where it began after {}", counted(laps as u32, "lap")))
    .rule("2.5 a sowing must end; one that never does is legal only by stopping at a head that it lands on")
    .fact(format!("the round of laps ends in {}", trace.laps_in_words()));
    if trace.heads.is_empty() {
        return finding.fact("no head is landed on, so it cannot be played at all");
    }
    finding = finding.fact(format!("it must stop at a head; {}", trace.heads_in_words()));
    let at = Span::new(written.hole.span().end, written.hole.span().end);
    let mut named: Vec<Hole> = Vec::new();
    for head in (0..trace.heads.len()).filter_map(|ordinal| trace.head(ordinal)) {
        if !named.contains(&head) {
            named.push(head);
            finding = finding.mend(Mend::replace(format!("stop at {head}"), at, format!("/{head}"), false));
        }
    }
    finding
}

fn not_due(rules: &RuleSet, span: Span, waived: bool, capture: Capture) -> Finding {
    let (message, rule) = if capture.total() == 0 {
        ("no bonus without a capture, and this sowing captures nothing", bonus_rule(rules))
    } else if *rules.bonus() == Bonus::None {
        ("these rules give no bonus", "4.4 a bonus is due only where the rules give one")
    } else {
        ("this capture earns no bonus, or there is nothing left to take", bonus_rule(rules))
    };
    let severity = if waived { Severity::Warning } else { Severity::Error };
    Finding::new(Code::BonusNotDue, severity, span, message).label("no bonus is due").rule(rule).mend(Mend::replace(
        "leave the bonus out",
        span,
        "",
        false,
    ))
}

fn bonus_rule(rules: &RuleSet) -> &'static str {
    match rules.bonus() {
        Bonus::None => "4.4 a bonus is due only where the rules give one",
        Bonus::Holes(_) => "4.4 after a capture, all stones of further occupied holes of the opponent's are taken",
        Bonus::Stones => "4.5 after a capture, as many single stones are taken from any of the opponent's holes",
    }
}

/// `1 hole`, `2 holes`.
pub(crate) fn counted(count: u32, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Of a very long sowing, the first landings and the last.
pub(crate) fn bounded(landings: &[Hole]) -> Vec<Hole> {
    if landings.len() <= KEPT_LANDINGS {
        return landings.to_vec();
    }
    let mut kept = landings[..KEPT_LANDINGS - 1].to_vec();
    kept.push(landings[landings.len() - 1]);
    kept
}

/// How many landings of a sowing are kept: sowings of 33,000 laps are known.
const KEPT_LANDINGS: usize = 4096;
