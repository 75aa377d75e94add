//! Whose rules? A record is followed under every preset and its variants, and they are ranked: for one who has found a
//! notebook and does not know what was played.
//!
//! A rule set is held against what cannot be so under it, ply by ply, doubtful plies in every way they may be read; then
//! against what was noted beside the plies. Of two that do equally well the one that needs fewer changes of a preset comes
//! first. A variant is listed only where it does better than the preset that it changes: most records cannot tell most
//! variants apart.

use tsoro_notation::record::{
    BoardContent, FactSubject, Item, ItemKind, Reading, Record, WrittenColumn, WrittenHole, WrittenMove,
};
use tsoro_rules::describe::{Description, presets};
use tsoro_rules::{Columns, RuleSet};

use crate::replay::{Options, Replayer};
use crate::resolve::{Fault, Outcome, Resolution, follow};

/// How many positions are looked at for one rule set: doubtful plies are followed as far as that goes.
pub const DEFAULT_BOUND: u64 = 20_000;

/// Rule sets ranked by how well a record fits them.
#[derive(Debug, Clone)]
pub struct Identification {
    /// The plies of the record's main line, missing ones included.
    pub plies: u32,
    /// The rule sets, the best first.
    pub candidates: Vec<Candidate>,
    /// Variants that do no better than the preset that they change, and are not listed.
    pub alike: usize,
}

impl Identification {
    /// The rule sets under which the whole record is legal.
    pub fn legal(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(|candidate| candidate.is_legal())
    }
}

/// How a record fares under one rule set.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The rule set as `--rules` takes it: a preset's name, or `{preset: tsoro, heads: 1}`.
    pub rules: String,
    /// The preset that it is, or changes; the name of a rule set of the record's own.
    pub preset: String,
    /// How wide the board is.
    pub columns: Columns,
    /// Whether these are the rules that the record itself names.
    pub said: bool,
    /// How many options of a preset are changed.
    pub changes: u8,
    /// Plies followed without a fault.
    pub followed: u32,
    /// How many things that were noted do not agree.
    pub disagreements: u32,
    /// Where it fails first, and why; `None` when the whole record is legal.
    pub failure: Option<Fault>,
    /// Whether the search was ended at its bound before the record's end: nothing is certain then.
    pub bounded: bool,
}

impl Candidate {
    /// Whether the whole record is legal.
    pub fn is_legal(&self) -> bool {
        self.failure.is_none() && !self.bounded
    }

    /// Whether it does better than another: legal before illegal, then more plies, then fewer disagreements.
    fn merit(&self) -> (bool, bool, u32, std::cmp::Reverse<u32>) {
        (self.is_legal(), self.failure.is_none(), self.followed, std::cmp::Reverse(self.disagreements))
    }
}

/// Ranks the presets and their variants, looking at no more than `bound` positions for each.
///
/// ```
/// use tsoro_replay::identify::{DEFAULT_BOUND, identify};
///
/// // The third ply takes a bonus of two holes, so it cannot have been a game without one.
/// let text = "---\ncolumns: 8\n---\n1. B6 b1 2. B2 b2 3. B5x1,4:b6,b8 *";
/// let record = tsoro_notation::records(text).next().unwrap();
/// let found = identify(&record, DEFAULT_BOUND);
/// assert_eq!(found.candidates[0].rules, "tsoro");
/// assert!(found.candidates[0].is_legal());
/// let without = found.candidates.iter().find(|candidate| candidate.rules == "tsoro-misoro").unwrap();
/// assert_eq!(without.failure.as_ref().unwrap().ply, 5);
/// ```
pub fn identify(record: &Record, bound: u64) -> Identification {
    let named = record.header.game.is_some();
    let said = named.then(|| Replayer::default().table(record)).flatten().map(|table| table.rules);
    let plies = plies(record);
    let mut seen: Vec<RuleSet> = Vec::new();
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut alike = 0;
    let mut consider = |preset: &str, text: String, changes: u8, rules: RuleSet| -> Option<Candidate> {
        if seen.iter().any(|known| known.plays_as(&rules)) {
            return None;
        }
        let is_said = said.as_ref().is_some_and(|said| said.plays_as(&rules));
        let columns = rules.columns();
        let resolution = follow(record, &Options { rules: Some(rules.clone()) }, bound, false);
        seen.push(rules);
        let failure = failure(&resolution);
        resolution.playable.then(|| Candidate {
            rules: text,
            preset: preset.to_owned(),
            columns,
            said: is_said,
            changes,
            followed: resolution.followed,
            disagreements: resolution.disagreements,
            bounded: failure.is_none() && resolution.followed < plies,
            failure,
        })
    };
    // What the record itself names is considered first, so that it keeps its name where others play the same.
    let own = said.as_ref().map(|rules| rules.name().to_owned());
    let own_first = presets().filter(|preset| own.as_deref() == Some(*preset));
    // All presets come before any variant: what a preset plays is not to be hidden behind another's variant.
    let mut plain = Vec::new();
    for preset in own_first.chain(presets().filter(|preset| own.as_deref() != Some(*preset))) {
        let Ok(description) = Description::parse(preset) else { continue };
        for columns in widths(record, &description) {
            let Ok(rules) = description.build(Some(columns)) else { continue };
            if let Some(candidate) = consider(preset, preset.to_owned(), 0, rules) {
                plain.push((preset, columns, candidate.merit()));
                candidates.push(candidate);
            }
        }
    }
    for (preset, columns, merit) in plain {
        for (changes, text) in variants(preset) {
            let Ok(rules) = Description::parse(&text).and_then(|changed| changed.build(Some(columns))) else {
                continue;
            };
            match consider(preset, text, changes, rules) {
                Some(variant) if variant.said || variant.merit() > merit => candidates.push(variant),
                Some(_) => alike += 1,
                None => {}
            }
        }
    }
    if let Some(own) = &said
        && !candidates.iter().any(|candidate| candidate.said)
    {
        candidates.extend(consider(own.name(), own.name().to_owned(), 0, RuleSet::clone(own)));
    }
    candidates.sort_by(|a, b| b.merit().cmp(&a.merit()).then(a.changes.cmp(&b.changes)).then(b.said.cmp(&a.said)));
    Identification { plies, candidates, alike }
}

/// Where a record fails first: at a ply that cannot be played, or at one of which no reading can be.
fn failure(resolution: &Resolution) -> Option<Fault> {
    let contradicted = resolution.matters.iter().find(|matter| matter.outcome == Outcome::Contradicted);
    let contradicted = contradicted.map(|matter| Fault {
        ply: matter.ply,
        span: matter.span,
        message: match matter.ruled_out.first() {
            Some((reading, why)) => format!("nothing that it may mean fits; not `{reading}`: {why}"),
            None => "nothing that it may mean fits".to_owned(),
        },
    });
    resolution.faults.first().cloned().into_iter().chain(contradicted).min_by_key(|fault| fault.span)
}

/// The variants of a preset: other heads, another bonus, or both.
fn variants(preset: &str) -> Vec<(u8, String)> {
    const HEADS: [&str; 3] = ["heads: 0", "heads: 1", "heads: 2"];
    const BONUS: [&str; 5] =
        ["bonus: none", "bonus: {holes: 1}", "bonus: {holes: 2}", "bonus: {holes: 3}", "bonus: stones"];
    let one = HEADS.into_iter().chain(BONUS).map(|change| (1, format!("{{preset: {preset}, {change}}}")));
    let two = HEADS
        .into_iter()
        .flat_map(|heads| BONUS.into_iter().map(move |bonus| (2, format!("{{preset: {preset}, {heads}, {bonus}}}"))));
    one.chain(two).collect()
}

/// The widths that a record leaves open: its own where it names one, or that of a board in it; else those that the preset's
/// source names, wide enough for every hole written.
fn widths(record: &Record, description: &Description) -> Vec<Columns> {
    let width = |columns: usize| u8::try_from(columns).ok().and_then(|columns| Columns::new(columns).ok());
    if let Some(columns) = &record.header.columns {
        return width(usize::from(columns.value)).into_iter().collect();
    }
    if let Some(columns) = drawn(record).and_then(width) {
        return vec![columns];
    }
    let least = widest(&record.items);
    let mut widths: Vec<Columns> = description.columns_default().into_iter().collect();
    widths.extend(description.columns_in_source());
    widths.sort_unstable_by_key(|columns| columns.get());
    widths.dedup();
    widths.retain(|columns| u16::from(columns.get()) >= least);
    widths
}

/// The width of a board that is drawn in the record.
fn drawn(record: &Record) -> Option<usize> {
    let start = record.header.start.as_ref().map(|start| &start.value);
    let boards = record.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Board(board) => match &board.content {
            BoardContent::Sketch(sketch) => Some(sketch),
            BoardContent::Facts(_) => None,
        },
        _ => None,
    });
    start.into_iter().chain(boards).find_map(|sketch| sketch.rows.first().map(|row| row.holes.len()))
}

/// The highest column written anywhere.
fn widest(items: &[Item]) -> u16 {
    let column = |hole: WrittenHole| match hole.column {
        WrittenColumn::Left(column) | WrittenColumn::Right(column) => column,
        WrittenColumn::Illegible => 0,
    };
    let of_move = |written: &WrittenMove| {
        let heads = written.relays().iter().filter_map(|relay| relay.head);
        let stop = written.stop().and_then(|stop| stop.head);
        let bonus = written.bonus.iter().flat_map(|bonus| bonus.holes.iter().map(|bonus| bonus.hole));
        let landings = written.landings().iter().copied();
        heads.chain(stop).chain(bonus).chain(landings).map(column).fold(column(written.hole), u16::max)
    };
    items
        .iter()
        .map(|item| match &item.kind {
            ItemKind::Ply(ply) => ply
                .readings()
                .filter_map(|reading| match reading {
                    Reading::Move(written) => Some(of_move(written)),
                    Reading::Missing(_) => None,
                })
                .max()
                .unwrap_or(0),
            ItemKind::Board(board) => match &board.content {
                BoardContent::Facts(facts) => facts
                    .iter()
                    .filter_map(|fact| match fact.subject {
                        FactSubject::Hole(hole) => Some(column(hole)),
                        _ => None,
                    })
                    .max()
                    .unwrap_or(0),
                BoardContent::Sketch(_) => 0,
            },
            ItemKind::Variation(inner) => widest(inner),
            _ => 0,
        })
        .max()
        .unwrap_or(0)
}

/// The plies of the main line, as many as a gap says.
fn plies(record: &Record) -> u32 {
    use tsoro_notation::record::Missing;
    record
        .items
        .iter()
        .map(|item| match &item.kind {
            ItemKind::Ply(ply) => match ply.first {
                Reading::Missing(Missing::Plies(plies)) => u32::from(plies),
                _ => 1,
            },
            _ => 0,
        })
        .fold(0, u32::saturating_add)
}
