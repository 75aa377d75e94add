//! The words below a board: its caption, and what the marks mean.

use std::fmt::Write;

use super::board::sign;
use super::theme::Colours;
use super::{Options, escape, n};
use crate::diagram::{Labels, Picture};

const LINE: f64 = 18.0;
/// The mean width of a letter at 12 pixels. Words are broken by it, so it is rather too wide.
const LETTER: f64 = 6.5;

/// A mark that a legend explains.
#[derive(Clone, Copy)]
enum Key {
    None,
    Lift,
    Landing,
    Captured,
    Bonus,
}

/// What is written below one board.
#[derive(Default)]
pub(super) struct Legend {
    above: f64,
    caption: Vec<String>,
    lines: Vec<Vec<(Key, String)>>,
}

impl Legend {
    pub(super) fn of(picture: &Picture, options: &Options, width: f64) -> Legend {
        let room = ((width - 30.0) / LETTER) as usize;
        let caption = picture.caption.iter().flat_map(|caption| broken(caption, room)).collect();
        let mut facts = Vec::new();
        if options.legend {
            facts = facts_of(picture);
        }
        let mut lines: Vec<Vec<(Key, String)>> = Vec::new();
        let mut used = f64::INFINITY;
        for (key, text) in facts {
            for (index, part) in broken(&text, room.saturating_sub(4)).into_iter().enumerate() {
                let key = if index == 0 { key } else { Key::None };
                let wide = advance(key, &part);
                if used + wide > width - 30.0 || index > 0 {
                    lines.push(Vec::new());
                    used = 0.0;
                }
                used += wide;
                if let Some(line) = lines.last_mut() {
                    line.push((key, part));
                }
            }
        }
        let above = if picture.labels == Labels::None { 8.0 } else { 2.0 };
        Legend { above, caption, lines }
    }

    pub(super) fn height(&self) -> f64 {
        if self.caption.is_empty() && self.lines.is_empty() {
            return 0.0;
        }
        self.above + (self.caption.len() as f64) * (LINE + 1.0) + (self.lines.len() as f64) * LINE + 4.0
    }

    pub(super) fn draw(&self, out: &mut String, colours: &Colours, top: f64, left: f64) {
        let mut y = top + self.above + 13.0;
        for line in &self.caption {
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"13\" font-weight=\"600\" fill=\"{}\">{}</text>",
                n(left),
                n(y),
                colours.text,
                escape(line)
            );
            y += LINE + 1.0;
        }
        for line in &self.lines {
            let mut x = left;
            for (key, text) in line {
                let shift = key_width(*key);
                draw_key(out, *key, x + 6.0, y - 4.2, colours);
                let _ = writeln!(
                    out,
                    "<text x=\"{}\" y=\"{}\" font-size=\"12\" fill=\"{}\">{}</text>",
                    n(x + shift),
                    n(y),
                    colours.text,
                    escape(text)
                );
                x += advance(*key, text);
            }
            y += LINE;
        }
    }
}

fn facts_of(picture: &Picture) -> Vec<(Key, String)> {
    let mut facts = Vec::new();
    if let Some(lift) = picture.lift {
        facts.push((Key::Lift, format!("lifted {}", picture.name(lift))));
    }
    if let Some(&landing) = picture.landings.last() {
        let laps = if picture.laps > 1 { format!(" after {} laps", picture.laps) } else { String::new() };
        let stopped = if picture.stopped { ", stopped at the head" } else { "" };
        facts.push((Key::Landing, format!("last stone in {}{laps}{stopped}", picture.name(landing))));
    }
    if !picture.captured.is_empty() {
        facts.push((Key::Captured, format!("captured {}", picture.list(&picture.captured))));
    }
    if !picture.bonus.is_empty() {
        facts.push((Key::Bonus, format!("bonus {}", picture.list(&picture.bonus))));
    }
    if let Some(side) = picture.to_move {
        facts.push((Key::None, format!("{side} to move")));
    }
    if let Some([south, north]) = picture.taken.filter(|taken| *taken != [0, 0]) {
        facts.push((Key::None, format!("taken: South {south}, North {north}")));
    }
    facts
}

fn key_width(key: Key) -> f64 {
    if matches!(key, Key::None) { 0.0 } else { 18.0 }
}

fn advance(key: Key, text: &str) -> f64 {
    key_width(key) + text.chars().count() as f64 * LETTER + 16.0
}

fn draw_key(out: &mut String, key: Key, x: f64, y: f64, colours: &Colours) {
    let (cx, cy) = (n(x), n(y));
    let _ = match key {
        Key::None => Ok(()),
        Key::Lift => write!(
            out,
            "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"5.2\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.9\" \
             stroke-dasharray=\".6 3.48\" stroke-linecap=\"round\"/>",
            colours.lift
        ),
        Key::Landing => write!(
            out,
            "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"4.8\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.4\"/>",
            colours.landing
        ),
        Key::Captured => {
            sign(out, false, x, y, colours.captured);
            Ok(())
        }
        Key::Bonus => {
            sign(out, true, x, y, colours.bonus);
            Ok(())
        }
    };
}

/// A text in lines of so many letters, broken between words.
fn broken(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
