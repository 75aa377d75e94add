//! A replay as JSON: one object a record, as `tsoro replay --json` prints it.
//!
//! The keys are a promise to other programs and do not change. Plies and findings are written one after the other while
//! they are looked at, so that a long game needs no second copy of itself.

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use tsoro_notation::Record;
use tsoro_notation::header::Ending;
use tsoro_notation::record::GameResult;
use tsoro_rules::{Hole, Position, Side};

use crate::code::Code;
use crate::finding::{Finding, Severity};
use crate::render::{MendData, Source};
use crate::step::{Replay, Step};

/// A record's replay, ready to be written with serde.
///
/// ```no_run
/// # fn show(record: &tsoro_notation::Record, replay: &tsoro_replay::step::Replay) -> serde_json::Result<()> {
/// let line = serde_json::to_string(&tsoro_replay::json::ReplayData::of("game.tsoro", record, replay))?;
/// # Ok(()) }
/// ```
#[derive(Debug, Serialize)]
pub struct ReplayData<'a> {
    file: &'a str,
    record: u64,
    rules: &'a str,
    columns: u8,
    result: ResultData,
    plies: Plies<'a>,
    findings: Findings<'a>,
}

impl<'a> ReplayData<'a> {
    /// A replay with the file's name and the record that it is of.
    pub fn of(file: &'a str, record: &'a Record, replay: &'a Replay) -> ReplayData<'a> {
        ReplayData {
            file,
            record: record.origin.record,
            rules: replay.rules.name(),
            columns: replay.rules.columns().get(),
            result: ResultData {
                recorded: replay.result.recorded.map(result),
                replayed: result(replay.result.replayed),
                ending: replay.result.ending.map(ending),
            },
            plies: Plies { record, steps: &replay.steps },
            findings: Findings { source: Source::of(file, record), findings: &replay.findings },
        }
    }
}

#[derive(Debug, Serialize)]
struct ResultData {
    recorded: Option<&'static str>,
    replayed: &'static str,
    ending: Option<&'static str>,
}

#[derive(Debug)]
struct Plies<'a> {
    record: &'a Record,
    steps: &'a [Step],
}

impl Serialize for Plies<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut plies = serializer.serialize_seq(Some(self.steps.len()))?;
        for step in self.steps {
            plies.serialize_element(&PlyData::of(self.record, step))?;
        }
        plies.end()
    }
}

/// One ply. What could not be carried out has no move and no landings.
#[derive(Serialize)]
struct PlyData<'a> {
    ply: u32,
    number: u32,
    side: &'static str,
    written: &'a str,
    #[serde(rename = "move")]
    played: Option<&'a str>,
    from: Option<Hole>,
    landings: &'a [Hole],
    stop: Option<Hole>,
    laps: u32,
    captured: CaptureData,
    bonus: Bonus<'a>,
    position: Text<'a>,
    rows: [Vec<u16>; 4],
}

#[derive(Serialize)]
struct CaptureData {
    inner: u16,
    outer: u16,
}

impl<'a> PlyData<'a> {
    fn of(record: &'a Record, step: &'a Step) -> PlyData<'a> {
        let played = step.played.as_ref();
        let captured = played.map(|played| played.captured).unwrap_or_default();
        PlyData {
            ply: step.ply,
            number: step.ply.div_ceil(2),
            side: match step.side {
                Side::South => "south",
                Side::North => "north",
            },
            written: record.at(step.span),
            played: played.map(|played| played.canonical.as_str()),
            from: played.map(|played| played.lift),
            landings: played.map_or(&[], |played| &played.landings),
            stop: played.and_then(|played| played.stop),
            laps: played.map_or(0, |played| played.laps),
            captured: CaptureData { inner: captured.inner, outer: captured.outer },
            bonus: Bonus(played.map_or(&[], |played| &played.bonus)),
            position: Text(&step.after),
            rows: step.after.board.rows(),
        }
    }
}

/// A position as people write it.
struct Text<'a>(&'a Position);

impl Serialize for Text<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

struct Bonus<'a>(&'a [(Hole, u16)]);

impl Serialize for Bonus<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Taken {
            hole: Hole,
            stones: u16,
        }
        serializer.collect_seq(self.0.iter().map(|&(hole, stones)| Taken { hole, stones }))
    }
}

#[derive(Debug)]
struct Findings<'a> {
    source: Source<'a>,
    findings: &'a [Finding],
}

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Short<'a> {
            code: Code,
            severity: Severity,
            ply: Option<u32>,
            line: u64,
            column: u64,
            message: &'a str,
            mends: Vec<MendData<'a>>,
        }
        serializer.collect_seq(self.findings.iter().map(|finding| {
            let (start, _) = self.source.place(finding.span);
            Short {
                code: finding.code,
                severity: finding.severity,
                ply: finding.ply,
                line: start.line,
                column: start.column,
                message: &finding.message,
                mends: finding.mends.iter().map(|mend| MendData::of(&self.source, mend)).collect(),
            }
        }))
    }
}

/// A result as records write it.
pub const fn result(result: GameResult) -> &'static str {
    match result {
        GameResult::South => "1-0",
        GameResult::North => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::Unfinished => "*",
    }
}

/// An ending as headers write it.
pub const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Immobilised => "immobilised",
        Ending::NoStones => "no-stones",
        Ending::Resignation => "resignation",
        Ending::Repetition => "repetition",
        Ending::Agreement => "agreement",
        Ending::Abandoned => "abandoned",
    }
}
