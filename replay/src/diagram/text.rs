//! The pen for terminals and plain text: four rows in a frame, what the last ply did as signs beside the counts.
//!
//! ```text
//!        6  5  4  3  2  1
//!     ┌──══──══──────────────┐
//!   b │   2  2  2  2  2  2   │
//! ```
//!
//! A board too wide for the page is broken into blocks of columns, one below the other.

use std::fmt::Write;

use super::{Labels, Marks, Picture};

/// How a picture is set as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Only characters that every terminal has.
    pub ascii: bool,
    /// How many characters a line may have.
    pub width: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { ascii: false, width: 80 }
    }
}

/// What stands between two facts of a legend.
const GAP: &str = "   ";

/// The signs, in one alphabet or the other.
struct Signs {
    empty: &'static str,
    lift: char,
    landing: char,
    captured: char,
    bonus: char,
    edge: char,
    head_edge: char,
    side: char,
    open_side: char,
    corners: [char; 6],
}

const UNICODE: Signs = Signs {
    empty: "·",
    lift: '↑',
    landing: '↓',
    captured: '×',
    bonus: ':',
    edge: '─',
    head_edge: '═',
    side: '│',
    open_side: '┆',
    corners: ['┌', '┐', '├', '┤', '└', '┘'],
};

const ASCII: Signs = Signs {
    empty: "0",
    lift: '^',
    landing: 'v',
    captured: 'x',
    bonus: ':',
    edge: '-',
    head_edge: '=',
    side: '|',
    open_side: ':',
    corners: ['+'; 6],
};

/// Draws a picture: several lines, each ended.
pub fn draw(picture: &Picture, options: &Options) -> String {
    let signs = if options.ascii { &ASCII } else { &UNICODE };
    let mut out = String::new();
    let columns = usize::from(picture.columns.get());
    let margin = if picture.labels == Labels::None { 2 } else { 4 };
    let (cell, block) = layout(picture, options.width.saturating_sub(margin + 2));
    for from in (0..columns).step_by(block) {
        let to = (from + block).min(columns);
        if from > 0 {
            out.push('\n');
        }
        Block { picture, signs, margin, cell, from, to }.draw(&mut out);
    }
    for line in legend(picture, signs) {
        wrap(&mut out, &line, options.width);
    }
    out
}

/// The width of a cell, and how many columns stand beside each other.
fn layout(picture: &Picture, room: usize) -> (usize, usize) {
    let most = picture.rows.iter().flatten().flatten().copied().max().unwrap_or(0);
    let columns = usize::from(picture.columns.get());
    let digits = digits(most).max(digits(u16::from(picture.columns.get()))).max(2);
    let narrow = digits + 1;
    for cell in [narrow + 1, narrow] {
        if cell * columns < room {
            return (cell, columns);
        }
    }
    // Blocks as equal as can be, rather than a full one and a stump.
    let blocks = columns.div_ceil((room.saturating_sub(1) / narrow).max(1));
    (narrow, columns.div_ceil(blocks))
}

fn digits(number: u16) -> usize {
    number.checked_ilog10().map_or(1, |log| log as usize + 1)
}

/// The board, or some columns of it.
struct Block<'a> {
    picture: &'a Picture,
    signs: &'a Signs,
    margin: usize,
    cell: usize,
    from: usize,
    to: usize,
}

impl Block<'_> {
    fn draw(&self, out: &mut String) {
        let [top_left, top_right, left, right, bottom_left, bottom_right] = self.signs.corners;
        self.labels(out, 0);
        self.border(out, Some(0), top_left, top_right);
        for line in 0..4 {
            if line == 2 {
                self.border(out, None, left, right);
            }
            self.row(out, line);
        }
        self.border(out, Some(3), bottom_left, bottom_right);
        self.labels(out, 3);
    }

    fn is_first(&self) -> bool {
        self.from == 0
    }

    fn is_last(&self) -> bool {
        self.to == usize::from(self.picture.columns.get())
    }

    /// The numbers of the columns.
    fn labels(&self, out: &mut String, line: usize) {
        if self.picture.labels == Labels::None {
            return;
        }
        let mut text = " ".repeat(self.margin + 1);
        for place in self.from..self.to {
            let number = self.picture.hole(line, place).map_or(0, |hole| self.picture.column(hole));
            let _ = write!(text, "{number:>width$}", width = self.cell);
        }
        end(out, &text);
    }

    /// An edge of the board; heads show in the edge behind them.
    fn border(&self, out: &mut String, line: Option<usize>, left: char, right: char) {
        let edge = self.signs.edge;
        let mut text = " ".repeat(self.margin);
        text.push(if self.is_first() { left } else { edge });
        for place in self.from..self.to {
            let hole = line.and_then(|line| self.picture.hole(line, place));
            let head = hole.is_some_and(|hole| self.picture.heads.contains(&hole));
            text.push(edge);
            let sign = if head { self.signs.head_edge } else { edge };
            text.extend(std::iter::repeat_n(sign, self.cell - 1));
        }
        text.push(edge);
        text.push(if self.is_last() { right } else { edge });
        end(out, &text);
    }

    fn row(&self, out: &mut String, line: usize) {
        let mut text = String::new();
        let letter = self.picture.hole(line, 0).map_or(' ', tsoro_rules::Hole::row_letter);
        if self.picture.labels == Labels::None {
            text.push_str("  ");
        } else {
            let _ = write!(text, "  {letter} ");
        }
        text.push(if self.is_first() { self.signs.side } else { self.signs.open_side });
        for place in self.from..self.to {
            let Some(hole) = self.picture.hole(line, place) else { continue };
            let count = match self.picture.stones(hole) {
                None => "?".to_owned(),
                Some(0) => self.signs.empty.to_owned(),
                Some(stones) => stones.to_string(),
            };
            let sign = sign(self.picture.marks(hole), self.signs);
            let _ = write!(text, "{:>width$}", format!("{sign}{count}"), width = self.cell);
        }
        text.push(' ');
        text.push(if self.is_last() { self.signs.side } else { self.signs.open_side });
        end(out, &text);
    }
}

/// The sign before a count: what happened last at the hole.
fn sign(marks: Marks, signs: &Signs) -> String {
    let sign = match marks {
        Marks { captured: Some(_), .. } => signs.captured,
        Marks { bonus: Some(_), .. } => signs.bonus,
        Marks { landing: true, .. } => signs.landing,
        Marks { lift: true, .. } => signs.lift,
        _ => return String::new(),
    };
    sign.to_string()
}

/// What is written below the board.
fn legend(picture: &Picture, signs: &Signs) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(caption) = &picture.caption {
        lines.extend(caption.lines().map(str::to_owned));
    }
    let mut facts = Vec::new();
    if let Some(side) = picture.to_move {
        facts.push(format!("{side} to move"));
    }
    if let Some([south, north]) = picture.taken.filter(|taken| *taken != [0, 0]) {
        facts.push(format!("taken: South {south}, North {north}"));
    }
    if !picture.heads.is_empty() {
        facts.push(format!("{0}{0} heads", signs.head_edge));
    }
    if picture.rows.iter().flatten().any(Option::is_none) {
        facts.push("? not seen".to_owned());
    }
    lines.push(facts.join(GAP));
    let mut events = Vec::new();
    if let Some(lift) = picture.lift {
        events.push(format!("{} lifted {}", signs.lift, picture.name(lift)));
    }
    if let Some(&landing) = picture.landings.last() {
        let stopped = if picture.stopped { ", stopped there" } else { "" };
        let laps = if picture.laps > 1 { format!(" after {} laps", picture.laps) } else { String::new() };
        events.push(format!("{} last stone in {}{laps}{stopped}", signs.landing, picture.name(landing)));
    }
    if !picture.captured.is_empty() {
        events.push(format!("{} captured {}", signs.captured, picture.list(&picture.captured)));
    }
    if !picture.bonus.is_empty() {
        events.push(format!("{} bonus {}", signs.bonus, picture.list(&picture.bonus)));
    }
    lines.push(events.join(GAP));
    lines.retain(|line| !line.is_empty());
    lines
}

/// Adds a line, broken between facts where it is too long, and within a fact where that alone is too long.
fn wrap(out: &mut String, line: &str, width: usize) {
    let mut text = String::new();
    for (index, fact) in line.split(GAP).enumerate() {
        if index > 0 && 2 + text.chars().count() + GAP.len() + fact.chars().count() > width {
            end(out, &format!("  {text}"));
            text.clear();
        }
        for (index, word) in fact.split(' ').enumerate() {
            if !text.is_empty() && 3 + text.chars().count() + word.chars().count() > width {
                end(out, &format!("  {text}"));
                "  ".clone_into(&mut text);
            } else if !text.is_empty() {
                text.push_str(if index == 0 { GAP } else { " " });
            }
            text.push_str(word);
        }
    }
    end(out, &format!("  {text}"));
}

fn end(out: &mut String, text: &str) {
    out.push_str(text.trim_end());
    out.push('\n');
}
