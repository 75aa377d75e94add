//! Blocks in Markdown that become pictures: what the book, a README and the mdBook preprocessor have in common.
//!
//! A block is fenced as ```` ```tsoro ````; behind the word stand options such as `ply=12 theme=paper`. It holds a
//! record, or a position alone. Files are the affair of those who call.

use std::ops::Range;

use thiserror::Error;
use tsoro_notation::Record;
use tsoro_rules::Side;

use super::svg::{self, Style, Theme, UnknownName};
use super::{Labels, Picture};
use crate::{Finding, Options, Severity};

/// A block found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block<'a> {
    /// The whole block with its fences and the line end behind it.
    pub range: Range<usize>,
    /// The line of the opening fence, from 1.
    pub line: usize,
    /// What stands behind `tsoro`.
    pub options: &'a str,
    /// What stands between the fences.
    pub body: &'a str,
}

/// Why a block is no picture.
#[derive(Debug, Error)]
pub enum WeaveError {
    /// An option that there is not.
    #[error(
        "`{0}` is not an option of a tsoro block; there are ply, style, theme, labels, from, width, legend, rules, caption and show"
    )]
    Option(String),
    /// A value that an option cannot have.
    #[error("`{option}={value}` cannot be: {reason}")]
    Value {
        /// The option.
        option: &'static str,
        /// What was written.
        value: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A style or theme that there is not.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// Nothing between the fences.
    #[error("the block is empty: it holds neither a position nor a record")]
    Empty,
    /// A ply that the record does not have.
    #[error("there is no ply {ply}: the record has {last}")]
    NoSuchPly {
        /// What was asked for.
        ply: u32,
        /// What there is.
        last: u32,
    },
    /// The record has errors.
    #[error("{}", .findings.iter().map(|finding| finding.message.as_str()).collect::<Vec<_>>().join("; "))]
    Findings {
        /// The record as it was read.
        record: Box<Record>,
        /// Its errors.
        findings: Vec<Finding>,
    },
}

/// The blocks of a Markdown text, in order.
pub fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Open> = None;
    let mut offset = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let trimmed = line.trim();
        let indent = line.len() - line.trim_start_matches(' ').len();
        let fence = trimmed.bytes().take_while(|&b| b == b'`').count();
        if let Some(opened) = &open {
            if fence >= opened.fence && fence == trimmed.len() {
                if let Some(options) = opened.options {
                    let body = &text[opened.body..offset];
                    let range = opened.start..offset + line.len();
                    blocks.push(Block { range, line: opened.line, options, body });
                }
                open = None;
            }
        } else if fence >= 3 && indent < 4 {
            let info = trimmed[fence..].trim();
            let options = info.strip_prefix("tsoro").filter(|rest| rest.is_empty() || rest.starts_with([' ', ',']));
            let options = options.map(|options| options.trim_matches([' ', ',']));
            open = Some(Open { start: offset, body: offset + line.len(), line: number, fence, options });
        }
        offset += line.len();
    }
    blocks
}

/// A fence that is open; without options it is that of another language.
struct Open<'a> {
    start: usize,
    body: usize,
    line: usize,
    fence: usize,
    options: Option<&'a str>,
}

/// The options of a block.
#[derive(Debug, Default)]
struct Wishes {
    plies: Option<Vec<u32>>,
    drawn: svg::Options,
    labels: Labels,
    from: Option<Side>,
    rules: Option<String>,
    caption: Option<String>,
}

impl Block<'_> {
    /// Whether the block is asked to stay text: `show=text`.
    pub fn stays_text(&self) -> bool {
        words(self.options).iter().any(|word| word == "show=text")
    }

    /// The pictures of the block as one SVG, and its title.
    ///
    /// # Errors
    /// When an option is wrong, or the record has errors.
    pub fn draw(&self) -> Result<(String, String), WeaveError> {
        let wishes = self.wishes()?;
        let body = self.body.trim();
        if body.is_empty() {
            return Err(WeaveError::Empty);
        }
        let position = Position::find(body);
        let rules = wishes.rules.as_deref().or(position.as_ref().and_then(|position| position.rules));
        let text = position.as_ref().map_or_else(|| self.body.to_owned(), |position| as_record(position.rows, rules));
        let record = tsoro_notation::records(&text).next().ok_or(WeaveError::Empty)?;
        let replay = crate::replay(&record, &Options::default());
        let errors = replay.findings.iter().filter(|finding| finding.severity == Severity::Error);
        let findings: Vec<Finding> = errors.cloned().collect();
        if !findings.is_empty() {
            return Err(WeaveError::Findings { record: Box::new(record), findings });
        }
        let last = replay.steps.last().map_or(0, |step| step.ply);
        let plies = wishes.plies.unwrap_or_else(|| vec![last]);
        let many = plies.len() > 1;
        let mut pictures = Vec::new();
        for ply in plies {
            let picture = Picture::of_ply(&replay, ply).ok_or(WeaveError::NoSuchPly { ply, last })?;
            let mut picture = picture.labelled(wishes.labels).seen_from(wishes.from.unwrap_or(Side::South));
            picture.caption.clone_from(&wishes.caption);
            if let Some(position) = &position {
                picture.title = format!("A position on four rows of {} holes", picture.columns);
                picture.caption = picture.caption.or_else(|| position.caption());
                if rules.is_none() {
                    // Which holes are heads is the rules' affair.
                    picture.heads.clear();
                }
            } else if many {
                picture.caption = Some(picture.title.clone());
            }
            pictures.push(picture);
        }
        let title = pictures.first().map_or_else(String::new, |picture| picture.title.clone());
        Ok((svg::strip(&pictures, &wishes.drawn), title))
    }

    fn wishes(&self) -> Result<Wishes, WeaveError> {
        let mut wishes = Wishes::default();
        for word in words(self.options) {
            let (name, value) = word.split_once('=').unwrap_or((&word, ""));
            let bad =
                |option, reason: &str| WeaveError::Value { option, value: value.to_owned(), reason: reason.to_owned() };
            match name {
                "ply" => wishes.plies = Some(plies(value).map_err(|reason| bad("ply", &reason))?),
                "style" => wishes.drawn.style = value.parse::<Style>()?,
                "theme" => wishes.drawn.theme = value.parse::<Theme>()?,
                "labels" => {
                    wishes.labels = match value {
                        "owner" => Labels::Owner,
                        "board" => Labels::Board,
                        "none" => Labels::None,
                        _ => return Err(bad("labels", "holes are named owner, board or none")),
                    }
                }
                "from" => {
                    wishes.from = Some(match value {
                        "south" => Side::South,
                        "north" => Side::North,
                        _ => return Err(bad("from", "a board is seen from south or north")),
                    });
                }
                "width" => {
                    let width = value.parse().ok().filter(|width| (16..=16_384).contains(width));
                    wishes.drawn.width = Some(width.ok_or_else(|| bad("width", "a width is from 16 to 16384 pixels"))?);
                }
                "legend" => {
                    wishes.drawn.legend = match value {
                        "yes" | "" => true,
                        "no" => false,
                        _ => return Err(bad("legend", "it is yes or no")),
                    }
                }
                "rules" => wishes.rules = Some(value.to_owned()),
                "caption" => wishes.caption = Some(value.to_owned()),
                "show" if value == "text" || value == "picture" => {}
                "show" => return Err(bad("show", "a block is shown as picture or text")),
                _ => return Err(WeaveError::Option(name.to_owned())),
            }
        }
        Ok(wishes)
    }
}

/// Plies as people write them: `12`, `12,15-17`.
///
/// # Errors
/// A sentence, when the text is no list of plies, or one of more than a thousand.
pub fn plies(text: &str) -> Result<Vec<u32>, String> {
    let mut plies = Vec::new();
    for part in text.split(',').map(str::trim) {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| {
            let wrong = || format!("`{part}` is not a ply or a range of plies, such as 12 or 15-17");
            text.trim().parse::<u32>().map_err(|_| wrong())
        };
        let (from, to) = (number(from)?, number(to)?);
        if from > to {
            return Err(format!("`{part}` runs backwards"));
        }
        if plies.len() as u64 + u64::from(to - from) >= 1000 {
            return Err("more than a thousand plies".to_owned());
        }
        plies.extend(from..=to);
    }
    Ok(plies)
}

/// Options apart; blanks inside quotation marks belong to them.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().map_or((), |word| word.push(c)),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// A position that stands alone in a block, perhaps with a comment before it.
struct Position<'a> {
    rows: &'a str,
    comment: Option<&'a str>,
    /// The rules, where the comment says `start of RULES on N columns`.
    rules: Option<&'a str>,
}

impl<'a> Position<'a> {
    /// Four rows of counts and perhaps who is to move, and nothing else but a comment on the first line.
    fn find(text: &'a str) -> Option<Position<'a>> {
        let text = text.trim();
        let (comment, rows) = match text.strip_prefix(';') {
            Some(text) => text.split_once('\n').map(|(comment, rows)| (Some(comment.trim()), rows.trim()))?,
            None => (None, text),
        };
        let counts = |c: char| c.is_ascii_digit() || c.is_whitespace() || "*/[]SN".contains(c);
        if rows.matches('/').count() != 3 || !rows.chars().all(counts) {
            return None;
        }
        let rules = comment.and_then(|comment| comment.strip_prefix("start of ")?.rsplit_once(" on "));
        Some(Position { rows, comment, rules: rules.map(|(rules, _)| rules.trim()) })
    }

    /// The comment as a sentence's beginning.
    fn caption(&self) -> Option<String> {
        let comment = self.comment?;
        let first = comment.chars().next()?;
        Some(first.to_uppercase().chain(comment.chars().skip(1)).collect())
    }
}

/// The record that begins and ends with a position. The board's width is that of its first row.
fn as_record(position: &str, rules: Option<&str>) -> String {
    let position = position.trim().trim_start_matches('[').trim_end_matches(']');
    let position = position.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = position.split('/').next().unwrap_or("");
    let holes = first.split_whitespace().map(|word| match word.split_once('*') {
        Some((_, times)) => times.parse().unwrap_or(0),
        None => 1u32,
    });
    let columns: u32 = holes.fold(0, u32::saturating_add);
    let rules = rules.unwrap_or("tsoro");
    format!("---\ngame: {rules}\ncolumns: {columns}\nstart: \"{position}\"\n---\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_by_their_fences() {
        let text = "a\n```tsoro ply=1-2 caption=\"a b\"\nB5\n```\n````md\n```tsoro\n```\n````\n```tsoros\n```\n";
        let found = blocks(text);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].line, found[0].options, found[0].body), (2, "ply=1-2 caption=\"a b\"", "B5\n"));
        assert_eq!(&text[found[0].range.clone()], "```tsoro ply=1-2 caption=\"a b\"\nB5\n```\n");
    }

    #[track_caller]
    fn check(options: &str, body: &str, expected: &str) {
        let drawn = Block { range: 0..0, line: 1, options, body }.draw();
        let said = drawn.map_or_else(|error| error.to_string(), |(_, title)| title);
        assert_eq!(said, expected);
    }

    #[test]
    fn blocks_become_pictures_or_say_why_not() {
        check("", "2*8 / 0*8 / 0*8 / 2*8 S", "A position on four rows of 8 holes");
        check("rules=nsolo theme=paper", "[2*8 / 2*8 / 2*8 / 2*8 N]", "A position on four rows of 8 holes");
        check("ply=1", "---\ncolumns: 8\n---\nB8 b8", "Ply 1: South plays B8");
        check("ply=7", "---\ncolumns: 8\n---\nB8 b8", "there is no ply 7: the record has 2");
        check("", "---\ncolumns: 8\n---\nA3", "A3 is empty");
        check(
            "color=red",
            "B8",
            "`color` is not an option of a tsoro block; there are ply, style, theme, labels, from, width, legend, rules, caption and show",
        );
        check("theme=neon", "B8", "`neon` is not a theme; there are earth, paper and dark");
        check("ply=3-1", "B8", "`ply=3-1` cannot be: `3-1` runs backwards");
        check("", " ", "the block is empty: it holds neither a position nor a record");
    }
}
