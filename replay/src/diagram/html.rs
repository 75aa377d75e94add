//! The pen for a whole game: one HTML page that steps through it, with keys and buttons, comments beside the board.
//!
//! The page is self-contained: nothing is fetched, and what it shows is in it as JSON. It makes its own board out of a
//! table, so that a reader who hears it can walk from hole to hole.

use serde::Serialize;
use tsoro_notation::Record;
use tsoro_notation::header::{Entry, Value};
use tsoro_notation::record::ItemKind;
use tsoro_rules::{Hole, Row, Side, VIEW};

use super::Picture;
use super::svg::escape;
use crate::step::Replay;

/// The page, with gaps that [`page`] fills.
const PAGE: &str = include_str!("page.html");

/// What the page knows of a game.
#[derive(Serialize)]
struct Game<'a> {
    columns: u8,
    heads: Vec<[usize; 2]>,
    plies: Vec<Ply<'a>>,
}

/// One board of the game; holes are a row of the view (0 at the top) and a place from South's left.
#[derive(Serialize)]
struct Ply<'a> {
    title: String,
    written: String,
    rows: &'a [Vec<Option<u16>>; 4],
    lift: Option<[usize; 2]>,
    landing: Option<[usize; 2]>,
    stopped: bool,
    laps: u32,
    captured: Vec<(usize, usize, u16)>,
    bonus: Vec<(usize, usize, u16)>,
    side: Option<Side>,
    to_move: Option<Side>,
    taken: [u32; 2],
    certain: bool,
    comments: Vec<String>,
}

/// A page that steps through a record.
pub fn page(record: &Record, replay: &Replay) -> String {
    let last = replay.steps.last().map_or(0, |step| step.ply);
    let pictures: Vec<Picture> = (0..=last).filter_map(|ply| Picture::of_ply(replay, ply)).collect();
    let mut comments = comments(record, replay, pictures.len());
    let plies = pictures.iter().enumerate().map(|(index, picture)| {
        let step = index.checked_sub(1).and_then(|index| replay.steps.get(index));
        let played = step.and_then(|step| step.played.as_ref());
        let written = match (step, played) {
            (None, _) => "Start".to_owned(),
            (_, None) => "_".to_owned(),
            (_, Some(played)) => played.canonical.clone(),
        };
        let places = |taken: &[super::Taken]| {
            let each = taken.iter().map(|taken| (place(taken.hole)[0], place(taken.hole)[1], taken.stones));
            each.collect()
        };
        Ply {
            title: picture.title.clone(),
            written,
            rows: &picture.rows,
            lift: picture.lift.map(place),
            landing: picture.landings.last().copied().map(place),
            stopped: picture.stopped,
            laps: picture.laps,
            captured: places(&picture.captured),
            bonus: places(&picture.bonus),
            side: step.map(|step| step.side),
            to_move: picture.to_move,
            taken: picture.taken.unwrap_or_default(),
            certain: step.is_none_or(|step| step.certain),
            comments: std::mem::take(&mut comments[index]),
        }
    });
    let heads = pictures.first().map_or_else(Vec::new, |picture| picture.heads.iter().copied().map(place).collect());
    let game = Game { columns: replay.rules.columns().get(), heads, plies: plies.collect() };
    let data = serde_json::to_string(&game).unwrap_or_else(|_| "null".to_owned());
    // Inside a script element only `<` could end it early.
    let data = data.replace('<', "\\u003c");
    let title = title(record, replay);
    let facts: String = record.header.entries.iter().filter_map(fact).collect();
    PAGE.replace("{{title}}", &escape(&title)).replace("{{facts}}", &facts).replace("{{data}}", &data)
}

/// A hole's row of the view and its place from South's left.
fn place(hole: Hole) -> [usize; 2] {
    let row = match (hole.side(), hole.row()) {
        (Side::North, Row::Outer) => 0,
        (Side::North, Row::Inner) => 1,
        (Side::South, Row::Inner) => 2,
        (Side::South, Row::Outer) => 3,
    };
    debug_assert_eq!(VIEW[row], (hole.side(), hole.row()));
    [row, usize::from(hole.seen_from_south())]
}

/// The comments of the main line, each with the ply that it stands behind.
fn comments(record: &Record, replay: &Replay, plies: usize) -> Vec<Vec<String>> {
    let mut comments = vec![Vec::new(); plies];
    for item in &record.items {
        if !matches!(item.kind, ItemKind::Comment(_)) {
            continue;
        }
        let ply = replay.steps.iter().take_while(|step| step.span.start < item.span.start).count();
        let Some(written) = record.text.get(item.span.start as usize..item.span.end as usize) else { continue };
        let words = written.trim_start_matches(['{', ';']).trim_end_matches('}');
        if let Some(comments) = comments.get_mut(ply) {
            comments.push(words.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    comments
}

/// Who played, or else what was played.
fn title(record: &Record, replay: &Replay) -> String {
    let named = |key: &str| {
        let entry = record.header.entries.iter().find(|entry| entry.key.value == key)?;
        match &entry.value.value {
            Value::Text(text) => Some(text.clone()),
            Value::Map(entries) => entries
                .iter()
                .find(|entry| entry.key.value == "name")
                .and_then(|entry| if let Value::Text(name) = &entry.value.value { Some(name.clone()) } else { None }),
            Value::Empty | Value::List(_) => None,
        }
    };
    match (named("south"), named("north")) {
        (Some(south), Some(north)) => format!("{south} – {north}"),
        _ => format!("A game of {}", replay.rules.name()),
    }
}

fn fact(entry: &Entry) -> Option<String> {
    let Value::Text(text) = &entry.value.value else { return None };
    Some(format!("<dt>{}</dt><dd>{}</dd>\n", escape(&entry.key.value), escape(text)))
}
