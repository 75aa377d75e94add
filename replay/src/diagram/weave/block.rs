//! A block of a page drawn: its text is a position or a record, its settings say what to draw of it.

use tsoro_notation::Record;
use tsoro_notation::record::{Mover, Sketch};
use tsoro_notation::span::Span;
use tsoro_rules::describe::Description;
use tsoro_rules::{Board, Columns, Position, RuleSet, Side};

use super::settings::{Settings, Show};
use crate::diagram::{Picture, svg};
use crate::{Finding, Options, Severity, render, replay};

/// A block as it stands in its page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The words behind `tsoro` on its opening line.
    pub words: String,
    /// What stands inside.
    pub body: String,
    /// The line of the page, from 1, that its opening is on.
    pub line: u64,
}

/// Why a block cannot be drawn.
#[derive(Debug)]
pub enum Trouble {
    /// Its opening line makes no sense, or what it asks for is not there.
    Settings {
        /// The line of the page.
        line: u64,
        /// A sentence.
        message: String,
    },
    /// Its record is wrong.
    Record {
        /// The record, whose place is that in the page.
        record: Box<Record>,
        /// Everything there is to say of it; at least one is an error.
        findings: Vec<Finding>,
    },
}

impl Trouble {
    /// The trouble told as `tsoro check` tells it. `page` is the page's name as it is to be shown.
    pub fn report(&self, page: &str, look: render::Look) -> String {
        match self {
            Trouble::Settings { line, message } => format!("error: {message}\n --> {page}:{line}\n"),
            Trouble::Record { record, findings } => {
                render::Format::Text(look).report(&render::Source::of(page, record), findings)
            }
        }
    }
}

/// A block drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// The picture.
    pub svg: String,
    /// What it is, in a few words.
    pub title: String,
    /// What the page shows.
    pub show: Show,
    /// The file that the block names for its picture.
    pub file: Option<String>,
}

impl Block {
    /// Draws the block. `defaults` hold where its own words say nothing.
    ///
    /// # Errors
    /// When its words make no sense, or its record is not legal.
    pub fn draw(&self, defaults: &Settings) -> Result<Drawn, Trouble> {
        let trouble = |message| Trouble::Settings { line: self.line, message };
        let settings = defaults.clone().with(&self.words).map_err(trouble)?;
        let position = Rows::of(&self.body);
        let pictures = match &position {
            Some(rows) => vec![self.position(rows, &settings)?],
            None => self.game(&settings)?,
        };
        let titles: Vec<&str> = pictures.iter().map(|picture| picture.title.as_str()).collect();
        // A record that says nothing of pictures is there to be read.
        let both = position.is_none() && settings.show.is_none() && settings == *defaults;
        let show = settings.show.unwrap_or(if both { Show::Both } else { Show::Picture });
        Ok(Drawn { svg: svg::strip(&pictures, &settings.look), title: titles.join("; "), show, file: settings.file })
    }

    fn position(&self, written: &Rows, settings: &Settings) -> Result<Picture, Trouble> {
        let trouble = |message| Trouble::Settings { line: self.line, message };
        let text = written.text.trim_start_matches('[').trim_end_matches(']').trim();
        let sketch = Sketch::parse(text).map_err(|slips| {
            let (message, span) = slips.first().map_or(("", Span::default()), |slip| (&slip.message, slip.span));
            let written = text.get(span.range()).unwrap_or("");
            trouble(format!("the position cannot be read: {message}: `{written}`"))
        })?;
        let rows: Vec<Vec<Option<u16>>> =
            sketch.rows.iter().map(|row| row.holes.iter().map(|hole| hole.stones).collect()).collect();
        let found = rows.len();
        let rows: [Vec<Option<u16>>; 4] = rows
            .try_into()
            .map_err(|_| trouble(format!("a position has four rows with `/` between them, not {found}")))?;
        let mover = sketch.to_move.map(|mover| if mover == Mover::South { Side::South } else { Side::North });
        let uneven = "the rows of a position are equally long, and have from 2 to 64 holes".to_owned();
        let mut picture = Picture::sketch(rows.clone(), mover).ok_or_else(|| trouble(uneven))?;
        let rules = settings.rules.as_deref().or(written.rules());
        let rules = rules.map(|rules| rule_set(rules, picture.columns)).transpose().map_err(trouble)?;
        let known = rows.map(|row| row.into_iter().collect::<Option<Vec<u16>>>().unwrap_or_default());
        if let Some(board) = Board::from_rows([&known[0], &known[1], &known[2], &known[3]]) {
            picture = Picture { to_move: mover, ..Picture::of(&Position::of(board, Side::South), rules.as_ref()) };
        } else {
            let empty = Position::of(Board::empty(picture.columns), Side::South);
            picture.heads = Picture::of(&empty, rules.as_ref()).heads;
        }
        picture.title = format!("A position on four rows of {} holes", picture.columns);
        picture.caption = written.caption();
        Ok(settings.settle(picture))
    }

    fn game(&self, settings: &Settings) -> Result<Vec<Picture>, Trouble> {
        let trouble = |message| Trouble::Settings { line: self.line, message };
        let mut records = tsoro_notation::records(&self.body);
        let none = || trouble(format!("the block has no record {}", settings.record));
        let mut record = records.nth(settings.record - 1).ok_or_else(none)?;
        record.origin.line += self.line;
        let replay = replay(&record, &Options::default());
        if !settings.unchecked && replay.findings.iter().any(|finding| finding.severity == Severity::Error) {
            return Err(Trouble::Record { record: Box::new(record), findings: replay.findings });
        }
        let last = replay.steps.last().map_or(0, |step| step.ply);
        let plies = settings.plies.clone().unwrap_or_else(|| vec![last]);
        let many = plies.len() > 1;
        let draw = |ply| {
            let picture = Picture::of_ply(&replay, ply)
                .ok_or_else(|| trouble(format!("there is no ply {ply}: the record has {last}")))?;
            let title = picture.title.clone();
            let picture = if many { picture.captioned(title) } else { picture };
            Ok(settings.settle(picture))
        };
        plies.into_iter().map(draw).collect()
    }
}

/// A position that stands alone in a block: rows of counts and nothing else but comments on lines of their own.
struct Rows {
    text: String,
    comment: String,
}

impl Rows {
    fn of(body: &str) -> Option<Rows> {
        let lines = body.lines().map(str::trim).filter(|line| !line.is_empty());
        let (comments, rows): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with(';'));
        let text = rows.join(" ");
        let counts = |letter: char| letter.is_ascii_digit() || " */.[]SN\t".contains(letter);
        if !text.contains('/') || !text.chars().all(counts) {
            return None;
        }
        let comments: Vec<&str> = comments.iter().map(|comment| comment.trim_start_matches(';').trim()).collect();
        Some(Rows { text, comment: comments.join(" ") })
    }

    /// The rules, where the comment says `start of RULES on N columns`. Without rules no hole is a head.
    fn rules(&self) -> Option<&str> {
        Some(self.comment.strip_prefix("start of ")?.rsplit_once(" on ")?.0)
    }

    /// The comment as the beginning of a sentence.
    fn caption(&self) -> Option<String> {
        let mut letters = self.comment.chars();
        let first = letters.next()?;
        Some(first.to_uppercase().chain(letters).collect())
    }
}

fn rule_set(rules: &str, columns: Columns) -> Result<RuleSet, String> {
    let described = Description::parse(rules).and_then(|description| description.build(Some(columns)));
    described.map_err(|error| format!("`rules={rules}`: {}", error.message))
}
