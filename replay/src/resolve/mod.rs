//! What is doubtful in a record, settled as far as the rules and the rest of the record settle it.
//!
//! Readings that disagree, holes of which a letter or a digit is lost, plies that nobody could read: each is followed in
//! every way it may be meant, all of them side by side, and every later ply, board, total and the result takes away what
//! does not agree with it. What is left in the end is what the record can mean. A place at which only one thing is left is
//! settled, and is written so that what stood there stays beside it in a comment; the others are listed with what is left.
//!
//! Nothing is settled by likelihood. Where the record itself fails later, where the search was ended before its end, or where
//! what could be meant was not tried to the last, the place stays open and says so.

mod judge;
mod missing;
mod question;
mod rewrite;
mod search;
mod segment;
mod stage;

use tsoro_notation::record::Record;
use tsoro_notation::slip::{Edit, edited};
use tsoro_notation::span::Span;

use crate::code::Code;
use crate::finding::{Finding, Severity};
use crate::follow::{Ahead, Work};
use crate::holes::list;
use crate::replay::{Options, Replayer};

/// How many positions are looked at in one record, unless one says otherwise: about a second's work.
pub const DEFAULT_BOUND: u64 = 2_000_000;

/// Of what a place may mean, no more than these are listed.
pub const MOST_LISTED: usize = 12;

/// What became of the doubtful places of a record.
#[derive(Debug, Clone, Default)]
pub struct Resolution {
    /// The places, in the order of the text.
    pub matters: Vec<Matter>,
    /// The changes that write down what is settled, in the order of the text.
    pub edits: Vec<Edit>,
    /// Where the record could not be followed on, whatever was read before: up to the next complete board nothing is
    /// searched.
    pub faults: Vec<Fault>,
    /// How many plies were followed before the first fault, the first contradiction or the end.
    pub followed: u32,
    /// How many plies, boards and results do not agree with what was played, whatever is read: `check` tells of them.
    pub disagreements: u32,
    /// Positions looked at.
    pub positions: u64,
    /// Whether the record's rules and start could be had. Where not, nothing was searched.
    pub playable: bool,
}

impl Resolution {
    /// How many places came to this.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.matters.iter().filter(|matter| matter.outcome == outcome).count()
    }

    /// The record's text with what is settled written in.
    pub fn text(&self, record: &Record) -> String {
        edited(&record.text, &self.edits)
    }
}

/// One doubtful place: a ply, or a gap of several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matter {
    /// The number of the ply, the first one's for a gap.
    pub ply: u32,
    /// Where it stands.
    pub span: Span,
    /// What is written there.
    pub written: String,
    /// What became of it.
    pub outcome: Outcome,
    /// What it may mean, at most [`MOST_LISTED`] of them; the one that is left for a settled place.
    pub readings: Vec<String>,
    /// How many readings are left in all.
    pub left: usize,
    /// The written readings that cannot be meant, each with the reason.
    pub ruled_out: Vec<(String, String)>,
    /// What else there is to say, a sentence each.
    pub notes: Vec<String>,
}

/// What became of a doubtful place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Only one thing can be meant.
    Settled,
    /// Several can.
    Open,
    /// None can: the record contradicts itself, here or later.
    Contradicted,
    /// It was not looked into, or not to the end.
    Unsearched,
}

impl Outcome {
    /// Its name in reports and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Settled => "settled",
            Outcome::Open => "open",
            Outcome::Contradicted => "contradicted",
            Outcome::Unsearched => "unsearched",
        }
    }
}

/// A place beyond which the record could not be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The number of the ply.
    pub ply: u32,
    /// Where it stands.
    pub span: Span,
    /// Why, in a sentence.
    pub message: String,
}

/// Settles what is doubtful in a record, looking at no more than `bound` positions.
///
/// ```
/// use tsoro_replay::resolve::{DEFAULT_BOUND, Outcome, resolve};
/// use tsoro_replay::Options;
///
/// // The first ply is smudged; only one lift leads to the board behind it.
/// let text = "---\ngame: tsoro\ncolumns: 4\n---\n1. B_ [2 2 2 2 / 0 0 0 0 / 0 0 0 1 / 2 2 0 3 N] *";
/// let record = tsoro_notation::records(text).next().unwrap();
/// let resolution = resolve(&record, &Options::default(), DEFAULT_BOUND);
/// assert_eq!(resolution.matters[0].outcome, Outcome::Settled);
/// assert!(resolution.text(&record).contains("1. B3 {written: B_} ["));
/// ```
pub fn resolve(record: &Record, options: &Options, bound: u64) -> Resolution {
    let mut resolution = follow(record, options, bound, true);
    resolution.edits = rewrite::edits(record, &resolution.matters);
    resolution
}

/// Follows a record in every way it may be meant. With `suspects`, plies that are legible but doubted are asked about too.
pub(crate) fn follow(record: &Record, options: &Options, bound: u64, suspects: bool) -> Resolution {
    let Some(setup) = Replayer::new(options.clone()).table(record) else { return Resolution::default() };
    let work = Work::of(bound);
    let ahead = Ahead { rules: &setup.rules, reader: setup.reader, stones: setup.start.board.total(), work: &work };
    let mut resolution = search::search(record, setup.start, ahead, bound, suspects);
    resolution.playable = true;
    resolution
}

impl Matter {
    /// The place as a finding, for a report.
    pub fn finding(&self) -> Finding {
        let readings = list(self.readings.iter().map(|reading| format!("`{reading}`")));
        let more = if self.left > self.readings.len() {
            format!(", and {} more", self.left - self.readings.len())
        } else {
            String::new()
        };
        let (code, severity, message) = match self.outcome {
            Outcome::Settled => (Code::OpenReading, Severity::Note, format!("only {readings} can be meant")),
            Outcome::Open if self.left == 1 => {
                (Code::OpenReading, Severity::Note, format!("{readings} fits, and is not certain"))
            }
            Outcome::Open => {
                (Code::OpenReading, Severity::Note, format!("{} readings are left: {readings}{more}", self.left))
            }
            Outcome::Contradicted => {
                (Code::NoReadingFits, Severity::Error, "nothing that may be meant here fits".to_owned())
            }
            Outcome::Unsearched if self.left > 0 => (
                Code::OpenReading,
                Severity::Note,
                format!("what this may mean was not searched to the end; found so far: {readings}{more}"),
            ),
            Outcome::Unsearched => {
                (Code::OpenReading, Severity::Note, "what this may mean was not searched".to_owned())
            }
        };
        let mut finding = Finding::new(code, severity, self.span, message).label(self.outcome.name());
        finding.ply = Some(self.ply);
        for (reading, why) in &self.ruled_out {
            finding = finding.fact(format!("not `{reading}`: {why}"));
        }
        finding.notes.extend(self.notes.iter().cloned());
        finding
    }
}

impl Fault {
    /// The place as a finding, for a report.
    pub fn finding(&self) -> Finding {
        let mut finding = Finding::error(Code::NoReadingFits, self.span, self.message.clone())
            .fact("from here to the next complete board nothing is searched");
        finding.ply = Some(self.ply);
        finding
    }
}
