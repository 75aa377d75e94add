//! A whole record: the table is set, the lines are played, the result is compared, and when nothing goes right from the
//! start the record is read another way.

use std::sync::Arc;

use tsoro_notation::header::Ending;
use tsoro_notation::record::{GameResult, Item, ItemKind, Ply, Reading, Record, WrittenHole};
use tsoro_notation::slip::{Edit, Mend, SlipKind};
use tsoro_notation::span::Span;
use tsoro_rules::describe::{Description, presets};
use tsoro_rules::{Position, RuleSet, Side};

use crate::code::Code;
use crate::finding::Finding;
use crate::follow::{Ahead, Work};
use crate::line::{GameEnd, Line, Table, why_over};
use crate::plain::{Seen, plain};
use crate::setup::{DEFAULT_GAME, Setup, Shelf, setup};
use crate::slips;
use crate::step::{Replay, ReplayedResult};

/// How a record is to be replayed.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Rules to replay under instead of the record's own.
    pub rules: Option<RuleSet>,
}

/// Holds a record against the rules.
///
/// ```
/// use tsoro_replay::{Options, replay};
///
/// let record = tsoro_notation::records("---\ncolumns: 8\n---\n1. B8 b8 2. A3 b7 *").next().unwrap();
/// let replay = replay(&record, &Options::default());
/// assert_eq!(replay.findings[0].message, "A3 is empty");
/// ```
pub fn replay(record: &Record, options: &Options) -> Replay {
    Replayer::new(options.clone()).replay(record)
}

/// Replays record after record. It keeps the rule sets that they ask for, which takes longer to build than most games
/// to replay; nothing else goes from one record to the next.
#[derive(Debug, Clone, Default)]
pub struct Replayer {
    /// Rules to replay under instead of the records' own.
    instead: Option<Arc<RuleSet>>,
    shelf: Shelf,
    seen: Seen,
}

/// What a check of a record found.
#[derive(Debug, Clone)]
pub struct Checked {
    /// How many plies were replayed.
    pub plies: u32,
    /// What there is to say, in the order of the text.
    pub findings: Vec<Finding>,
}

impl Replayer {
    /// One that has replayed nothing yet.
    pub fn new(options: Options) -> Replayer {
        Replayer { instead: options.rules.map(Arc::new), ..Replayer::default() }
    }

    /// Holds a record against the rules, as [`replay`] does.
    pub fn replay(&mut self, record: &Record) -> Replay {
        let mut findings: Vec<Finding> = record.slips.iter().map(|slip| slips::finding(slip, record)).collect();
        match setup(record, self.instead.as_ref(), &mut self.shelf, &mut findings) {
            Some(table) => play_through(record, table, findings),
            None => unplayable(record, findings),
        }
    }

    /// The table that a record is played on; `None` where its rules or its start cannot be had.
    pub(crate) fn table(&mut self, record: &Record) -> Option<Setup> {
        setup(record, self.instead.as_ref(), &mut self.shelf, &mut Vec::new())
    }

    /// Only what there is to find: what [`Replayer::replay`] would, by the short way where nothing is odd.
    pub fn check(&mut self, record: &Record) -> Checked {
        if record.slips.is_empty() {
            let mut findings = Vec::new();
            let table = setup(record, self.instead.as_ref(), &mut self.shelf, &mut findings);
            if let Some(table) = table
                && findings.is_empty()
                && let Some(plain) = plain(record, &table.rules, &table.start, &mut self.seen)
            {
                return Checked { plies: plain.plies, findings };
            }
        }
        let replay = self.replay(record);
        Checked { plies: replay.steps.last().map_or(0, |step| step.ply), findings: replay.findings }
    }
}

fn play_through(record: &Record, mut table: Setup, mut findings: Vec<Finding>) -> Replay {
    let work = Work::new();
    let mut line = play(record, &table, &work);
    if line.faulty
        && let Some((other, finding)) = read_another_way(record, &table, &work)
    {
        table = other;
        line = play(record, &table, &work);
        line.findings.push(finding);
    } else if line.faulty {
        other_rules(record, &table, &work, &mut line.findings);
    }
    let Line { steps, variations, end, result: recorded, findings: mut found, .. } = line;
    findings.append(&mut found);
    let certain = steps.last().is_none_or(|step| step.certain);
    let plies = steps.last().map_or(0, |step| step.ply);
    let result = result(record, recorded, end, certain, plies, &mut findings);
    findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
    let rules = Arc::unwrap_or_clone(table.rules);
    Replay { rules, playable: true, start: table.start, steps, variations, result, findings }
}

fn play<'a>(record: &'a Record, setup: &'a Setup, work: &'a Work) -> Line<'a> {
    let table = Table {
        record,
        rules: &setup.rules,
        reader: setup.reader,
        stones: setup.start.board.total(),
        first: setup.start.to_move,
        work,
    };
    let mut line = Line::new(table, setup.start, 0, true);
    line.play(&record.items);
    line.close();
    line
}

fn unplayable(record: &Record, findings: Vec<Finding>) -> Replay {
    let rules = Description::parse(DEFAULT_GAME)
        .and_then(|description| description.build(None))
        .expect("the default game is a preset, and a test builds every preset");
    let start = Position::of(*rules.start(), Side::South);
    let recorded = recorded(&record.items);
    let result = ReplayedResult { recorded, replayed: GameResult::Unfinished, over: None, ply: None, ending: None };
    Replay { rules, playable: false, start, steps: Vec::new(), variations: Vec::new(), result, findings }
}

fn recorded(items: &[Item]) -> Option<GameResult> {
    items.iter().find_map(|item| match item.kind {
        ItemKind::Result(result) => Some(result),
        _ => None,
    })
}

/// When a ply is illegal, perhaps the whole record is: another side began, or columns are counted from the other end.
fn read_another_way(record: &Record, table: &Setup, work: &Work) -> Option<(Setup, Finding)> {
    let ahead = |setup: &Setup| {
        Ahead { rules: &table.rules, reader: setup.reader, stones: setup.start.board.total(), work }
            .follow(setup.start, &record.items)
    };
    let enough = |progress: crate::follow::Progress| progress.whole && progress.plies >= 2;
    let first = record.items.iter().find_map(|item| match &item.kind {
        ItemKind::Ply(Ply { first: Reading::Move(written), .. }) => Some(written),
        _ => None,
    })?;

    let swapped = Setup { start: Position { to_move: !table.start.to_move, ..table.start }, ..table.clone() };
    let first_side = table.reader.hole(first.hole).ok().map(tsoro_rules::Hole::side);
    if first_side == Some(swapped.start.to_move) && enough(ahead(&swapped)) {
        let side = swapped.start.to_move;
        let finding = Finding::error(
            Code::SidesSwapped,
            first.hole.span(),
            format!("the sides are swapped from the start: {side} makes the first ply"),
        )
        .label(format!("a hole of {side}'s"))
        .rule("the header's `first` says who begins; without it South does")
        .fact("read so, the whole record is legal")
        .mend(first_key(record, side))
        .mend(rewrite_holes(
            record,
            format!("or write every hole in the other case: `{}` …", first_side_name(table, first)),
            |hole| {
                let text = record.at(hole.span());
                let (letter, rest) = text.split_at(1);
                let swapped: String = letter
                    .chars()
                    .map(|letter| {
                        if letter.is_ascii_uppercase() {
                            letter.to_ascii_lowercase()
                        } else {
                            letter.to_ascii_uppercase()
                        }
                    })
                    .collect();
                format!("{swapped}{rest}")
            },
        ));
        return Some((swapped, finding));
    }

    let mut mirrored = table.clone();
    mirrored.reader.mirrored = true;
    if enough(ahead(&mirrored)) {
        let reader = table.reader;
        let finding = Finding::error(
            Code::MirroredColumns,
            first.hole.span(),
            "every column seems counted from the right: read so, the whole record is legal",
        )
        .rule("1.2 columns count from 1 at the owner's left hand")
        .mend(rewrite_holes(record, "count every column from the left".to_owned(), |hole| {
            match mirrored.reader.hole(hole) {
                Ok(meant) => reader.name(meant),
                Err(_) => record.at(hole.span()).to_owned(),
            }
        }));
        return Some((mirrored, finding));
    }
    None
}

fn first_side_name(table: &Setup, first: &tsoro_notation::record::WrittenMove) -> String {
    table.reader.hole(first.hole).map_or(String::new(), |hole| table.reader.name(hole.mirrored()))
}

/// A mend that says in the header who begins.
fn first_key(record: &Record, side: Side) -> Mend {
    let name = if side == Side::North { "north" } else { "south" };
    let message = format!("say `first: {name}` in the header");
    let edit = match (&record.header.first, record.header.span) {
        (Some(first), _) => Edit { span: first.span, text: name.to_owned() },
        (None, Some(header)) => {
            let at = Span::new(header.start, header.start);
            Edit { span: at, text: format!("first: {name}\n") }
        }
        (None, None) => Edit { span: Span::new(0, 0), text: format!("---\nfirst: {name}\n---\n") },
    };
    Mend { message, edits: vec![edit], sure: false }
}

/// A mend that writes every hole of the movetext anew.
fn rewrite_holes(record: &Record, message: String, name: impl Fn(WrittenHole) -> String) -> Mend {
    let mut edits = Vec::new();
    each_hole(&record.items, &mut |hole| edits.push(Edit { span: hole.span(), text: name(hole) }));
    edits.sort_by_key(|edit| edit.span);
    edits.dedup_by_key(|edit| edit.span);
    Mend { message, edits, sure: false }
}

fn each_hole(items: &[Item], visit: &mut impl FnMut(WrittenHole)) {
    for item in items {
        match &item.kind {
            ItemKind::Ply(ply) => {
                for reading in ply.readings() {
                    let Reading::Move(written) = reading else { continue };
                    visit(written.hole);
                    written.relays().iter().filter_map(|relay| relay.head).for_each(&mut *visit);
                    written.stop().and_then(|stop| stop.head).into_iter().for_each(&mut *visit);
                    written.landings().iter().copied().for_each(&mut *visit);
                    written.bonus.iter().flat_map(|bonus| &bonus.holes).for_each(|bonus| visit(bonus.hole));
                }
            }
            ItemKind::Variation(inner) => each_hole(inner, visit),
            _ => {}
        }
    }
}

/// Adds to the first error that the whole record is legal under other rules, where it is.
fn other_rules(record: &Record, table: &Setup, work: &Work, findings: &mut [Finding]) {
    let Some(finding) = findings.iter_mut().find(|finding| finding.severity == crate::finding::Severity::Error) else {
        return;
    };
    // A start of one's own may be meant for any rules; the presets' own starts are tried with it.
    let own_start = record.header.start.is_some();
    let variants = ["{preset: tsoro, heads: 0}", "{preset: tsoro, heads: 1}", "{preset: tsoro, bonus: none}"];
    let mut fitting = Vec::new();
    for name in presets().chain(variants) {
        let Ok(rules) = Description::parse(name).and_then(|description| description.build(Some(table.reader.columns)))
        else {
            continue;
        };
        let start = if own_start { table.start } else { Position::of(*rules.start(), table.start.to_move) };
        let ahead = Ahead { rules: &rules, reader: table.reader, stones: start.board.total(), work };
        let progress = ahead.follow(start, &record.items);
        if progress.whole && progress.plies >= 4 {
            fitting.push(format!("`{name}`"));
        }
    }
    if !fitting.is_empty() {
        finding.notes.push(format!("the whole record is legal under {}", crate::holes::list(fitting)));
    }
}

/// Compares the results written with each other and with the board.
fn result(
    record: &Record,
    movetext: Option<(GameResult, Span)>,
    end: Option<GameEnd>,
    certain: bool,
    plies: u32,
    findings: &mut Vec<Finding>,
) -> ReplayedResult {
    let header = record.header.result.map(|result| (result.value, result.span));
    let ending = record.header.ending.map(|ending| (ending.value, ending.span));
    let board = end.map_or(GameResult::Unfinished, |end| end.result);
    if let (Some((here, span)), Some((there, head))) = (movetext, header)
        && here != there
    {
        findings.push(
            Finding::warning(
                Code::ResultDiffers,
                span,
                format!("the movetext says `{}`, and the header `{}`", sign(here), sign(there)),
            )
            .label("the movetext")
            .beside(head, "the header")
            .fact(said(end, certain)),
        );
    }
    let recorded = movetext.or(header);
    // Where the game goes on behind its result, that is what is wrong; what the board says then is no second mistake.
    let goes_on = record.slips.iter().any(|slip| slip.kind == SlipKind::AfterResult);
    let given_up =
        matches!(ending.map(|(ending, _)| ending), Some(Ending::Resignation | Ending::Agreement | Ending::Abandoned));
    if let (Some((result, span)), true) = (recorded, certain && !goes_on)
        && result != board
        && plies > 0
    {
        let finding = match end {
            Some(end) => Finding::warning(
                Code::ResultDiffers,
                span,
                format!("the result says `{}`, and on the board it is `{}`", sign(result), sign(board)),
            )
            .label(said(Some(end), certain))
            .rule("5.1 a player without a legal move, or without stones, has lost")
            .mend(Mend::replace(format!("write `{}`", sign(board)), span, sign(board), false)),
            None if given_up => {
                Finding::note(Code::ResultDiffers, span, format!("`{}` is not the result on the board", sign(result)))
                    .label("play could go on")
                    .rule("5.3 a game may end by resignation, agreement or abandonment")
            }
            None => Finding::warning(
                Code::ResultDiffers,
                span,
                format!("the result says `{}`, and on the board play could go on", sign(result)),
            )
            .label("not over on the board")
            .rule("5.3 a game may end by resignation, agreement or abandonment")
            .fact("`ending: resignation`, `agreement` or `abandoned` in the header says so"),
        };
        findings.push(finding);
    }
    if let (Some((named, span)), true) = (ending, certain) {
        let fits = match named {
            Ending::Resignation | Ending::Agreement | Ending::Abandoned => end.is_none(),
            board => end.is_some_and(|end| end.ending == board),
        };
        if !fits && plies > 0 {
            findings.push(
                Finding::warning(Code::EndingDiffers, span, "the game did not end so on the board")
                    .label(said(end, certain)),
            );
        }
    }
    ReplayedResult {
        recorded: recorded.map(|(result, _)| result),
        replayed: if certain { board } else { GameResult::Unfinished },
        over: end.filter(|_| certain).and_then(|end| end.over),
        ply: end.filter(|_| certain).map(|end| end.ply),
        ending: ending.map(|(ending, _)| ending).or(end.filter(|_| certain).map(|end| end.ending)),
    }
}

fn said(end: Option<GameEnd>, certain: bool) -> String {
    match end {
        Some(end) if certain => {
            let to_move = if end.result == GameResult::South { Side::North } else { Side::South };
            format!("over at ply {}: {}", end.ply, why_over(end, to_move))
        }
        _ if !certain => "the position at the end is a guess".to_owned(),
        _ => "play could go on".to_owned(),
    }
}

/// A result as it is written.
pub fn sign(result: GameResult) -> &'static str {
    match result {
        GameResult::South => "1-0",
        GameResult::North => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::Unfinished => "*",
    }
}
