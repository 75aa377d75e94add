//! The pen for a whole game: one HTML page that steps through it, with keys and buttons, comments beside the board.
//!
//! The page is self-contained: nothing is fetched, and what it shows is in it as JSON. It makes its own board out of a
//! table, so that a reader who hears it can walk from hole to hole.

use serde::Serialize;
use tsoro_notation::Record;
use tsoro_notation::header::{Entry, Value};
use tsoro_notation::record::ItemKind;
use tsoro_rules::{Hole, Row, Side, VIEW};

use super::svg::escape;
use super::{Picture, animation};
use crate::step::{Replay, Step};

/// The page, with gaps that [`page`] fills.
const PAGE: &str = include_str!("page.html");

/// The most laps that are numbered on the board: beyond this the numbers hide it.
const MOST_NUMBERED: usize = 9;

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
    landings: Vec<[usize; 2]>,
    stopped: bool,
    laps: u32,
    captured: Vec<(usize, usize, u16)>,
    bonus: Vec<(usize, usize, u16)>,
    side: Option<Side>,
    to_move: Option<Side>,
    taken: [u32; 2],
    certain: bool,
    sown: Vec<Lap>,
    comments: Vec<String>,
    variations: Vec<String>,
}

/// The mover's two rows after a lap, and whence and whither it went; before the first lap, the hole about to be lifted.
#[derive(Serialize)]
struct Lap {
    rows: [Vec<Option<u16>>; 2],
    lift: Option<[usize; 2]>,
    landing: Option<[usize; 2]>,
    title: String,
}

/// A page that steps through a record.
pub fn page(record: &Record, replay: &Replay) -> String {
    let last = replay.steps.last().map_or(0, |step| step.ply);
    let pictures: Vec<Picture> = (0..=last).filter_map(|ply| Picture::of_ply(replay, ply)).collect();
    let mut comments = words(record, replay, pictures.len(), |kind| matches!(kind, ItemKind::Comment(_)));
    let mut variations = words(record, replay, pictures.len(), |kind| matches!(kind, ItemKind::Variation(_)));
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
            landings: picture.landings.iter().take(MOST_NUMBERED).copied().map(place).collect(),
            stopped: picture.stopped,
            laps: picture.laps,
            captured: places(&picture.captured),
            bonus: places(&picture.bonus),
            side: step.map(|step| step.side),
            to_move: picture.to_move,
            taken: picture.taken.unwrap_or_default(),
            certain: step.is_none_or(|step| step.certain),
            sown: step.map_or_else(Vec::new, |step| sown(replay, step)),
            comments: std::mem::take(&mut comments[index]),
            variations: std::mem::take(&mut variations[index]),
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

/// A ply of several laps taken apart.
fn sown(replay: &Replay, step: &Step) -> Vec<Lap> {
    let Some(mut pictures) = animation::laps(replay, step.ply) else { return Vec::new() };
    // The last one is the board after the ply.
    pictures.pop();
    let first = if step.side == Side::North { 0 } else { 2 };
    let each = pictures.into_iter().map(|mut picture| Lap {
        rows: [std::mem::take(&mut picture.rows[first]), std::mem::take(&mut picture.rows[first + 1])],
        lift: picture.lift.map(place),
        landing: picture.landings.last().copied().map(place),
        title: picture.title,
    });
    each.collect()
}

/// Comments or variations of the main line as they are written, each with the ply that it stands behind.
fn words(record: &Record, replay: &Replay, plies: usize, wanted: impl Fn(&ItemKind) -> bool) -> Vec<Vec<String>> {
    let mut words = vec![Vec::new(); plies];
    for item in record.items.iter().filter(|item| wanted(&item.kind)) {
        let ply = replay.steps.iter().take_while(|step| step.span.start < item.span.start).count();
        let Some(written) = record.text.get(item.span.start as usize..item.span.end as usize) else { continue };
        let written = written.trim_start_matches(['{', ';', '(']).trim_end_matches(['}', ')']);
        if let Some(words) = words.get_mut(ply) {
            words.push(written.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    words
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
