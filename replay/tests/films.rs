//! Plies taken apart into pictures, and pictures that move.
#![allow(missing_docs, clippy::unwrap_used)]

use tsoro_replay::diagram::{animation, svg};
use tsoro_replay::{Options, Replay, replay};

fn game(text: &str) -> Replay {
    replay(&tsoro_notation::records(text).next().unwrap(), &Options::default())
}

const GAME: &str = "---\ncolumns: 8\n---\n1. B8 b8 2. B3 *\n";

#[test]
fn a_ply_is_shown_lap_by_lap() {
    let game = game(GAME);
    let step = &game.steps[2];
    let film = animation::laps(&game, 3).unwrap();
    let played = step.played.as_ref().unwrap();
    assert_eq!(film.len() as u32, played.laps + 2);
    let landings: Vec<_> = film[1..film.len() - 1].iter().map(|picture| picture.landings[0]).collect();
    assert_eq!(landings, played.landings);
    // No stone comes or goes while it is sown; the last picture is the step's own.
    let stones =
        |rows: &[Vec<Option<u16>>; 4]| rows.iter().flatten().map(|stones| u32::from(stones.unwrap())).sum::<u32>();
    assert!(film[..film.len() - 1].iter().all(|picture| stones(&picture.rows) == game.steps[1].after.board.total()));
    assert_eq!(film.last().unwrap().rows, tsoro_replay::diagram::Picture::of_step(step, &game.rules).rows);
    assert!(animation::laps(&game, 0).is_none() && animation::laps(&game, 4).is_none());
}

#[test]
fn a_stop_at_a_head_ends_the_film() {
    let game = game("---\ncolumns: 8\n---\n1. B5/ *\n");
    let film = animation::laps(&game, 1).unwrap();
    let rows = |index: usize| &film[index].rows;
    assert_eq!(rows(film.len() - 2), rows(film.len() - 1));
}

#[test]
fn films_show_one_picture_after_the_other() {
    let film = animation::laps(&game(GAME), 3).unwrap();
    let options = svg::Options { legend: false, ..svg::Options::default() };
    let drawn = svg::animated(&film, &options, 500);
    assert_eq!(drawn, svg::animated(&film, &options, 500));
    assert_eq!(drawn.matches("<animate ").count(), film.len());
    assert_eq!(drawn.matches("<g visibility=\"visible\">").count(), 1);
    assert_eq!(drawn.matches("<g").count(), drawn.matches("</g>").count());
    let size = |svg: &str| svg.split("viewBox").nth(1).unwrap().split('"').nth(1).unwrap().to_owned();
    let frames = svg::frames(&film, &options);
    assert!(frames.iter().all(|frame| size(frame) == size(&drawn)));
    assert!(!svg::animated(&film[..1], &options, 500).contains("<animate"));
    assert!(svg::frames(&[], &options).is_empty() && svg::animated(&[], &options, 500).starts_with("<svg "));
}
