//! What is to be seen: the holes with their counts, and what the last ply did to them.
//!
//! A picture says nothing about size, colour or signs; that is the pens' affair. It is made from a position or from a
//! ply of a replay, and may then be turned round, labelled otherwise or captioned.

use std::fmt::Write;

use serde::Serialize;
use tsoro_rules::{Columns, Hole, Position, Row, RuleSet, Side, VIEW};

use crate::step::{Replay, Step};

/// How the holes of a picture are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Labels {
    /// Columns count from each owner's left hand: `A1` faces `a21`.
    #[default]
    Owner,
    /// Columns count from South's left hand for both: `A1` faces `a1`.
    Board,
    /// No names at the edge.
    None,
}

/// Stones that left a hole for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Taken {
    /// The hole.
    pub hole: Hole,
    /// The stones taken from it.
    pub stones: u16,
}

/// A board as it is to be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// How wide the board is.
    pub columns: Columns,
    /// The stones in the four rows, top to bottom and left to right as South sees them. `None` is a hole not seen.
    pub rows: [Vec<Option<u16>>; 4],
    /// The heads of both sides.
    pub heads: Vec<Hole>,
    /// The hole that the last ply lifted.
    pub lift: Option<Hole>,
    /// Where the laps of the last ply ended, in order; the last one is where the sowing ended.
    pub landings: Vec<Hole>,
    /// The laps of the last ply; more than there are landings when a very long sowing is shortened.
    pub laps: u32,
    /// Whether the mover stopped at a head.
    pub stopped: bool,
    /// Holes captured from by the last ply, the bonus not counted.
    pub captured: Vec<Taken>,
    /// The bonus of the last ply.
    pub bonus: Vec<Taken>,
    /// Stones taken so far by South and by North; `None` where that is not known.
    pub taken: Option<[u32; 2]>,
    /// Whose turn it is.
    pub to_move: Option<Side>,
    /// Who sits below.
    pub seat: Side,
    /// How holes are named.
    pub labels: Labels,
    /// A line below the picture.
    pub caption: Option<String>,
    /// What this is, in a few words.
    pub title: String,
    /// What is to be seen, in sentences: for readers who hear pictures.
    pub description: String,
}

/// What is to be marked at one hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks {
    /// It is a head.
    pub head: bool,
    /// The last ply lifted it.
    pub lift: bool,
    /// The last stone of the sowing fell into it.
    pub landing: bool,
    /// A lap before the last one ended here; the number of the first such lap.
    pub lap: Option<u32>,
    /// Stones captured from it.
    pub captured: Option<u16>,
    /// Stones taken from it as a bonus.
    pub bonus: Option<u16>,
}

impl Picture {
    /// The picture of a position. The rule set, where it is known, tells the heads.
    pub fn of(position: &Position, rules: Option<&RuleSet>) -> Picture {
        let columns = position.columns();
        let heads = rules.filter(|rules| rules.columns() == columns).map_or_else(Vec::new, |rules| {
            Side::BOTH.into_iter().flat_map(|side| rules.heads(side).holes(columns, side)).collect()
        });
        let mut picture = Picture {
            columns,
            rows: position.board.rows().map(|row| row.into_iter().map(Some).collect()),
            heads,
            lift: None,
            landings: Vec::new(),
            laps: 0,
            stopped: false,
            captured: Vec::new(),
            bonus: Vec::new(),
            taken: Some(position.taken),
            to_move: Some(position.to_move),
            seat: Side::South,
            labels: Labels::Owner,
            caption: None,
            title: format!("A board of four rows of {columns} holes"),
            description: String::new(),
        };
        picture.describe();
        picture
    }

    /// The picture of a board of which some holes were not seen: four rows as South sees them. `None` when the rows
    /// are not equally long, or not from 2 to 64 holes.
    pub fn sketch(rows: [Vec<Option<u16>>; 4], to_move: Option<Side>) -> Option<Picture> {
        let columns = Columns::new(u8::try_from(rows[0].len()).ok()?).ok()?;
        if rows.iter().any(|row| row.len() != rows[0].len()) {
            return None;
        }
        let empty = Position::of(tsoro_rules::Board::empty(columns), Side::South);
        let mut picture = Picture { rows, to_move, taken: None, ..Picture::of(&empty, None) };
        picture.describe();
        Some(picture)
    }

    /// The picture of the board after a ply, with what the ply did.
    pub fn of_step(step: &Step, rules: &RuleSet) -> Picture {
        let mut picture = Picture::of(&step.after, Some(rules));
        let Some(played) = &step.played else {
            picture.title = format!("Ply {}: {} plays what cannot be read", step.ply, step.side);
            picture.describe();
            return picture;
        };
        picture.lift = Some(played.lift);
        picture.landings.clone_from(&played.landings);
        picture.laps = played.laps;
        picture.stopped = played.stop.is_some();
        let captured = played.captured_holes.iter().map(|&hole| Taken {
            hole,
            stones: if hole.row() == Row::Inner { played.captured.inner } else { played.captured.outer },
        });
        picture.captured = captured.collect();
        picture.bonus = played.bonus.iter().map(|&(hole, stones)| Taken { hole, stones }).collect();
        picture.title = format!("Ply {}: {} plays {}", step.ply, step.side, played.canonical);
        picture.describe();
        picture
    }

    /// The picture of a replayed game after so many plies; 0 is its start. `None` beyond its end.
    pub fn of_ply(replay: &Replay, ply: u32) -> Option<Picture> {
        if ply == 0 {
            let mut picture = Picture::of(&replay.start, Some(&replay.rules));
            picture.title = format!("The start of a game of {}", replay.rules.name());
            return Some(picture);
        }
        let step = replay.steps.iter().find(|step| step.ply == ply)?;
        Some(Picture::of_step(step, &replay.rules))
    }

    /// The same, seen from a seat.
    #[must_use]
    pub fn seen_from(self, seat: Side) -> Picture {
        Picture { seat, ..self }
    }

    /// The same with other names for its holes.
    #[must_use]
    pub fn labelled(self, labels: Labels) -> Picture {
        let mut picture = Picture { labels, ..self };
        picture.describe();
        picture
    }

    /// The same with a line below it.
    #[must_use]
    pub fn captioned(self, caption: impl Into<String>) -> Picture {
        Picture { caption: Some(caption.into()), ..self }
    }

    /// The hole in a line of the drawing (0 at the top) at a place (0 at the left).
    pub fn hole(&self, line: usize, place: usize) -> Option<Hole> {
        let line = if self.seat == Side::South { line } else { 3usize.checked_sub(line)? };
        let &(side, row) = VIEW.get(line)?;
        let columns = usize::from(self.columns.get());
        // The owner who sits below counts from the left, the one above from the right.
        let column = if side == self.seat { place + 1 } else { columns.checked_sub(place)? };
        self.columns.hole(side, row, u8::try_from(column).ok()?)
    }

    /// The stones in a hole; `None` when they were not seen.
    pub fn stones(&self, hole: Hole) -> Option<u16> {
        let line = VIEW.iter().position(|&view| view == (hole.side(), hole.row()))?;
        self.rows[line].get(usize::from(hole.seen_from_south())).copied().flatten()
    }

    /// The number that the hole's column bears at the edge of the drawing.
    pub fn column(&self, hole: Hole) -> u8 {
        match self.labels {
            Labels::Board => hole.seen_from_south() + 1,
            Labels::Owner | Labels::None => hole.column(),
        }
    }

    /// The hole's name in the picture's coordinates.
    pub fn name(&self, hole: Hole) -> String {
        format!("{}{}", hole.row_letter(), self.column(hole))
    }

    /// What is to be marked at a hole.
    pub fn marks(&self, hole: Hole) -> Marks {
        let stones = |taken: &[Taken]| taken.iter().find(|taken| taken.hole == hole).map(|taken| taken.stones);
        let (last, earlier) = match self.landings.split_last() {
            Some((last, earlier)) => (Some(*last), earlier),
            None => (None, &[][..]),
        };
        Marks {
            head: self.heads.contains(&hole),
            lift: self.lift == Some(hole),
            landing: last == Some(hole),
            lap: (1..).zip(earlier).find(|&(_, &landing)| landing == hole).map(|(number, _)| number),
            captured: stones(&self.captured),
            bonus: stones(&self.bonus),
        }
    }

    /// The landings with the numbers of their laps.
    pub fn numbered_landings(&self) -> impl Iterator<Item = (u32, Hole)> + '_ {
        // Of a shortened sowing the last landing is that of the last lap; those before it are the first ones.
        let last = self.landings.len().saturating_sub(1);
        self.landings.iter().enumerate().map(move |(index, &hole)| {
            let number = if index == last { self.laps.max(index as u32 + 1) } else { index as u32 + 1 };
            (number, hole)
        })
    }

    /// Holes with their stones, as in a legend: `a3 3, b3 1`.
    pub(super) fn list(&self, taken: &[Taken]) -> String {
        let each = taken.iter().map(|taken| format!("{} {}", self.name(taken.hole), taken.stones));
        each.collect::<Vec<_>>().join(", ")
    }

    /// Tells in words what is to be seen.
    fn describe(&mut self) {
        let mut text = String::new();
        if let Some(lift) = self.lift {
            let _ = write!(text, "{} lifted {}", lift.side(), self.name(lift));
            if let Some(&landing) = self.landings.last() {
                let laps = if self.laps == 1 { "lap" } else { "laps" };
                let end = if self.stopped { "stopped at the head" } else { "ended in" };
                let _ = write!(text, " and after {} {laps} {end} {}", self.laps, self.name(landing));
            }
            text.push_str(". ");
        }
        for (what, taken) in [("Captured", &self.captured), ("Taken as a bonus", &self.bonus)] {
            if !taken.is_empty() {
                let _ = write!(text, "{what}: {}. ", self.list(taken));
            }
        }
        for (side, row) in VIEW {
            let row_name = if row == Row::Inner { "inner" } else { "outer" };
            let holes = (1..=self.columns.get()).filter_map(|column| self.columns.hole(side, row, column));
            let counts = holes.map(|hole| self.stones(hole).map_or("not seen".to_owned(), |stones| stones.to_string()));
            let counts = counts.collect::<Vec<_>>().join(" ");
            let _ = write!(text, "{side}'s {row_name} row from {side}'s left: {counts}. ");
        }
        if let Some(side) = self.to_move {
            let _ = write!(text, "{side} to move.");
        }
        self.description = text.trim_end().to_owned();
    }
}
