//! A replay as JSON, in the stable form that the book's page on the command describes.

use serde::Serialize;
use tsoro_notation::Record;
use tsoro_notation::header::Ending;
use tsoro_replay::{Code, Replay, Severity, Step, sign};
use tsoro_rules::{Capture, Hole, Side};

/// One record.
#[derive(Serialize)]
pub(crate) struct Told<'a> {
    file: &'a str,
    record: u64,
    rules: &'a str,
    columns: u8,
    result: Outcome,
    plies: Vec<Ply<'a>>,
    findings: Vec<Found<'a>>,
}

#[derive(Serialize)]
struct Outcome {
    recorded: Option<&'static str>,
    replayed: &'static str,
    ending: Option<&'static str>,
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "the key is `ply`")]
struct Ply<'a> {
    ply: u32,
    number: u32,
    side: Side,
    written: &'a str,
    #[serde(rename = "move")]
    canonical: Option<&'a str>,
    from: Option<Hole>,
    landings: &'a [Hole],
    stop: Option<Hole>,
    laps: u32,
    captured: Capture,
    bonus: Vec<Bonus>,
    certain: bool,
    position: String,
    rows: [Vec<u16>; 4],
}

#[derive(Serialize)]
struct Bonus {
    hole: Hole,
    stones: u16,
}

#[derive(Serialize)]
struct Found<'a> {
    code: Code,
    severity: Severity,
    ply: Option<u32>,
    line: u64,
    column: u64,
    message: &'a str,
    mends: Vec<&'a str>,
}

/// All there is to tell of a record.
pub(crate) fn told<'a>(file: &'a str, record: &'a Record, replay: &'a Replay) -> Told<'a> {
    let findings = replay.findings.iter().map(|finding| {
        let (line, column) = place(record, finding.span.start);
        Found {
            code: finding.code,
            severity: finding.severity,
            ply: finding.ply,
            line,
            column,
            message: &finding.message,
            mends: finding.mends.iter().map(|mend| mend.message.as_str()).collect(),
        }
    });
    Told {
        file,
        record: record.origin.record.max(1),
        rules: replay.rules.name(),
        columns: replay.rules.columns().get(),
        result: Outcome {
            recorded: replay.result.recorded.map(sign),
            replayed: sign(replay.result.replayed),
            ending: replay.result.ending.map(ending),
        },
        plies: replay.steps.iter().map(|step| ply(record, step)).collect(),
        findings: findings.collect(),
    }
}

fn ply<'a>(record: &'a Record, step: &'a Step) -> Ply<'a> {
    let played = step.played.as_ref();
    Ply {
        ply: step.ply,
        number: step.ply.div_ceil(2),
        side: step.side,
        written: record.text.get(step.span.range()).unwrap_or_default(),
        canonical: played.map(|played| played.canonical.as_str()),
        from: played.map(|played| played.lift),
        landings: played.map_or(&[], |played| &played.landings),
        stop: played.and_then(|played| played.stop),
        laps: played.map_or(0, |played| played.laps),
        captured: played.map_or_else(Capture::default, |played| played.captured),
        bonus: played
            .map(|played| played.bonus.iter().map(|&(hole, stones)| Bonus { hole, stones }).collect())
            .unwrap_or_default(),
        certain: step.certain,
        position: step.after.to_string(),
        rows: step.after.board.rows(),
    }
}

/// Line and column in the file, from 1; columns count characters.
pub(crate) fn place(record: &Record, byte: u32) -> (u64, u64) {
    let before = record.text.get(..byte as usize).unwrap_or(&record.text);
    let line = record.origin.line + before.matches('\n').count() as u64 + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() as u64 + 1;
    (line, column)
}

fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Immobilised => "immobilised",
        Ending::NoStones => "no-stones",
        Ending::Resignation => "resignation",
        Ending::Repetition => "repetition",
        Ending::Agreement => "agreement",
        Ending::Abandoned => "abandoned",
    }
}
