//! What the known keys mean, and slips of their names and values.

use super::quote::quoted;
use super::{Coordinates, Ending, Entry, Game, Header, Located, Value, check_date};
use crate::movetext::{character_name, meant};
use crate::record::{GameResult, Mover, Sketch};
use crate::slip::{Mend, Slip, SlipKind};
use crate::span::Span;
use crate::visit::map_sketch;

/// Every key that has a meaning, in the order of the reference.
pub const KNOWN_KEYS: [&str; 22] = [
    "game",
    "columns",
    "start",
    "first",
    "south",
    "north",
    "event",
    "place",
    "date",
    "recorder",
    "transcriber",
    "source",
    "medium",
    "language",
    "rights",
    "labels",
    "identifier",
    "relation",
    "coordinates",
    "result",
    "ending",
    "notes",
];

/// Numbers that somebody may write as words.
const WORDS: [&str; 22] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "twenty-one",
];

/// Reads the known keys of a header and says what is wrong with keys and values.
pub(super) fn interpret(text: &str, header: &mut Header, slips: &mut Vec<Slip>) {
    let entries = std::mem::take(&mut header.entries);
    let broken: Vec<Span> = slips.iter().map(|slip| slip.span).collect();
    duplicates(&entries, slips);
    for entry in &entries {
        let place = entry.key.span.to(entry.value.span);
        if broken.iter().any(|span| span.start >= place.start && span.start < place.end.max(place.start + 1)) {
            continue;
        }
        if !KNOWN_KEYS.contains(&entry.key.value.as_str()) {
            slips.extend(misspelt(entry));
        }
        slips.extend(cut_off(text, entry));
        slips.extend(curly_quotes(entry));
        let mut value = Reading { text, entry, slips };
        // Of a key given twice the first one counts, if it has a value that can be used.
        match entry.key.value.as_str() {
            "game" => header.game = header.game.take().or(value.game()),
            "columns" => header.columns = header.columns.or(value.columns()),
            "start" => header.start = header.start.take().or(value.sketch()),
            "first" => header.first = header.first.or(value.word(&MOVERS)),
            "coordinates" => header.coordinates = header.coordinates.or(value.word(&COORDINATES)),
            "result" => header.result = header.result.or(value.result()),
            "ending" => header.ending = header.ending.or(value.word(&ENDINGS)),
            "date" => value.date(),
            "south" | "north" => value.name(),
            _ => {}
        }
    }
    header.entries = entries;
}

const MOVERS: [(&str, Mover); 2] = [("south", Mover::South), ("north", Mover::North)];
const COORDINATES: [(&str, Coordinates); 2] = [("owner", Coordinates::Owner), ("board", Coordinates::Board)];
const ENDINGS: [(&str, Ending); 6] = [
    ("immobilised", Ending::Immobilised),
    ("no-stones", Ending::NoStones),
    ("resignation", Ending::Resignation),
    ("repetition", Ending::Repetition),
    ("agreement", Ending::Agreement),
    ("abandoned", Ending::Abandoned),
];
const RESULTS: [(&str, GameResult); 4] = [
    ("1-0", GameResult::South),
    ("0-1", GameResult::North),
    ("1/2-1/2", GameResult::Draw),
    ("*", GameResult::Unfinished),
];

/// Keys given twice, in the header or in a mapping in it. The first one counts.
fn duplicates(entries: &[Entry], slips: &mut Vec<Slip>) {
    for (index, entry) in entries.iter().enumerate() {
        if let Some(first) = entries[..index].iter().find(|first| first.key.value == entry.key.value) {
            slips.push(
                Slip::new(
                    SlipKind::BadValue,
                    entry.key.span,
                    format!("the key `{}` is given twice; the first one counts", entry.key.value),
                )
                .with_related(first.key.span, "it is given here first"),
            );
        }
        nested(&entry.value.value, slips);
    }
}

fn nested(value: &Value, slips: &mut Vec<Slip>) {
    match value {
        Value::Map(entries) => duplicates(entries, slips),
        Value::List(items) => items.iter().for_each(|item| nested(&item.value, slips)),
        Value::Empty | Value::Text(_) => {}
    }
}

/// An unknown key that is nearly a known one.
fn misspelt(entry: &Entry) -> Option<Slip> {
    let key = entry.key.value.to_lowercase();
    let allowed = |known: &str| if known.len().min(key.len()) >= 7 { 2 } else { 1 };
    let near = KNOWN_KEYS
        .iter()
        .map(|known| (distance(&key, known), *known))
        .filter(|(far, known)| *far <= allowed(known))
        .min()?;
    let known = near.1;
    Some(
        Slip::new(
            SlipKind::MisspeltKey,
            entry.key.span,
            format!("there is no key `{}`; did you mean `{known}`?", entry.key.value),
        )
        .with_mend(Mend::replace(format!("write `{known}`"), entry.key.span, known, false)),
    )
}

/// How many letters must be put in, left out, changed or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(32).collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// A value that YAML ends before a ` #`, where no comment seems to be meant: `Game #2`.
fn cut_off(text: &str, entry: &Entry) -> Option<Slip> {
    let span = entry.value.span;
    let plain = matches!(entry.value.value, Value::Text(_)) && !text[span.range()].starts_with(['"', '\'', '|', '>']);
    if entry.value.value == Value::Empty {
        return None;
    }
    let rest = text[span.end as usize..].lines().next().unwrap_or("").trim_end();
    let blanks = rest.len() - rest.trim_start_matches(' ').len();
    let comment = rest.trim_start_matches(' ');
    if !plain || !comment.starts_with('#') || comment[1..].is_empty() || comment[1..].starts_with([' ', '#', '-', '='])
    {
        return None;
    }
    let cut = Span::new(span.end + blanks as u32, span.end + rest.len() as u32);
    let whole = Span::new(span.start, cut.end);
    Some(
        Slip::new(
            SlipKind::TreacherousValue,
            cut,
            format!("YAML takes `{comment}` for a comment: the value of `{}` ends before it", entry.key.value),
        )
        .with_mend(Mend::replace(
            "put the value in quotation marks",
            whole,
            quoted(&text[whole.range()]),
            false,
        )),
    )
}

/// A value in quotation marks that are none to YAML.
fn curly_quotes(entry: &Entry) -> Option<Slip> {
    let Value::Text(value) = &entry.value.value else { return None };
    let first = value.chars().next()?;
    let inner = value
        .strip_prefix(['\u{201C}', '\u{201E}', '«', '\u{2018}', '\u{201D}'])?
        .strip_suffix(['\u{201D}', '\u{201C}', '»', '\u{2019}'])?;
    Some(
        Slip::new(
            SlipKind::LookAlike,
            entry.value.span,
            format!("{} is part of the value here; YAML's quotation marks are straight", character_name(first)),
        )
        .with_mend(Mend::replace("write straight quotation marks", entry.value.span, quoted(inner), false)),
    )
}

/// One value being read.
struct Reading<'a> {
    text: &'a str,
    entry: &'a Entry,
    slips: &'a mut Vec<Slip>,
}

impl<'a> Reading<'a> {
    fn bad(&self, message: String) -> Slip {
        let span = match self.entry.value.value {
            Value::Empty => self.entry.key.span,
            _ => first_line(self.text, self.entry.value.span),
        };
        Slip::new(SlipKind::BadValue, span, message)
    }

    /// The value as a text, which is complained of where it is something else.
    fn scalar(&mut self, expected: &str) -> Option<&'a str> {
        match &self.entry.value.value {
            Value::Text(text) => return Some(text),
            Value::Empty => {}
            Value::List(_) | Value::Map(_) => {
                let slip = self
                    .bad(format!("`{}` is {expected}, not a list or a mapping", self.entry.key.value))
                    .expecting([expected]);
                self.slips.push(slip);
            }
        }
        None
    }

    fn located<T>(&self, value: T) -> Located<T> {
        Located { span: self.entry.value.span, value }
    }

    fn game(&mut self) -> Option<Located<Game>> {
        let span = self.entry.value.span;
        match &self.entry.value.value {
            Value::Text(name) => Some(self.located(Game::Preset(name.trim().to_owned()))),
            Value::Map(_) => {
                // A block needs the indentation of its first line, or its other lines would stand deeper than it.
                let line = self.text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
                let indented = self.text[line..span.start as usize].bytes().all(|byte| byte == b' ');
                let start = if indented { line } else { span.start as usize };
                let text = self.text[start..span.end as usize].to_owned();
                Some(self.located(Game::Mapping { text, offset: start as u32 }))
            }
            Value::Empty => None,
            Value::List(_) => {
                let slip = self
                    .bad("`game` is a rule set's name or a mapping, not a list".to_owned())
                    .expecting(["a name", "a mapping"]);
                self.slips.push(slip);
                None
            }
        }
    }

    fn columns(&mut self) -> Option<Located<u16>> {
        let text = self.scalar("a whole number from 2 to 64")?.trim();
        if let Ok(columns @ 2..=64) = text.parse::<u16>() {
            return Some(self.located(columns));
        }
        let message = format!("`{text}` is no number of columns: a board has from 2 to 64");
        let mut slip = self.bad(message).expecting(["a whole number from 2 to 64"]);
        let number = WORDS.iter().position(|word| text.eq_ignore_ascii_case(word)).filter(|&number| number >= 2);
        if let Some(number) = number {
            let span = self.entry.value.span;
            slip = slip.with_mend(Mend::replace(format!("write {number}"), span, number.to_string(), false));
        }
        self.slips.push(slip);
        None
    }

    fn sketch(&mut self) -> Option<Located<Sketch>> {
        let text = self.scalar("a board as a string")?;
        let span = self.entry.value.span;
        let raw = &self.text[span.range()];
        // Where the value stands in the text as it is, places in it can be named; else the whole value is the place.
        let offset = raw.find(text).filter(|_| !text.is_empty()).map(|at| span.start + at as u32);
        let place = |inner: Span| offset.map_or(span, |offset| Span::new(offset + inner.start, offset + inner.end));
        match Sketch::parse(text) {
            Ok(mut sketch) => {
                map_sketch(&mut sketch, &place);
                Some(self.located(sketch))
            }
            Err(slips) => {
                self.slips.extend(slips.into_iter().map(|mut slip| {
                    slip.span = place(slip.span);
                    slip.mends
                        .iter_mut()
                        .flat_map(|mend| &mut mend.edits)
                        .for_each(|edit| edit.span = place(edit.span));
                    slip
                }));
                None
            }
        }
    }

    /// One of a few words.
    fn word<T: Copy>(&mut self, words: &[(&str, T)]) -> Option<Located<T>> {
        let names: Vec<String> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
        let text = self.scalar("one word")?.trim();
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == text) {
            return Some(self.located(*value));
        }
        let mut slip = self
            .bad(format!("`{}` cannot be `{text}`: it is {}", self.entry.key.value, names.join(" or ")))
            .expecting(names.iter().map(String::as_str));
        let lower = text.to_lowercase();
        let near = words.iter().find(|(word, _)| distance(&lower, word) <= word.len() / 4);
        if let Some((word, _)) = near {
            slip =
                slip.with_mend(Mend::replace(format!("write `{word}`"), self.entry.value.span, *word, lower == *word));
        }
        self.slips.push(slip);
        near.filter(|(word, _)| lower == *word).map(|(_, value)| self.located(*value))
    }

    fn result(&mut self) -> Option<Located<GameResult>> {
        let text = self.scalar("a result")?.trim();
        let plain: String = text
            .chars()
            .map(|c| if c.is_ascii() { c.to_string() } else { meant(c).map_or(c.to_string(), str::to_owned) })
            .collect();
        if plain != text
            && let Some((written, result)) = RESULTS.iter().find(|(written, _)| *written == plain)
        {
            self.slips.push(
                Slip::new(
                    SlipKind::LookAlike,
                    self.entry.value.span,
                    format!("the result `{written}` is written in plain characters"),
                )
                .with_mend(Mend::replace(
                    format!("write `{written}`"),
                    self.entry.value.span,
                    *written,
                    true,
                )),
            );
            return Some(self.located(*result));
        }
        self.word(&RESULTS)
    }

    fn date(&mut self) {
        let Some(text) = self.scalar("a date") else { return };
        let Err(failure) = check_date(text.trim()) else { return };
        let span = first_line(self.text, self.entry.value.span);
        let mut slip =
            Slip::new(SlipKind::BadDate, span, format!("`{}` is no date in EDTF: {}", text.trim(), failure.reason))
                .expecting(["`1964-07-12`", "`1964-07`", "`1964`", "`196X`", "`1964~`", "`1963/1965`"]);
        for likely in failure.likely {
            slip = slip.with_mend(Mend::replace(format!("write `{likely}`"), span, likely, false));
        }
        self.slips.push(slip);
    }

    fn name(&mut self) {
        if let Value::List(_) = self.entry.value.value {
            let message = format!("`{}` is a name, or a mapping with `name`", self.entry.key.value);
            let slip = self.bad(message).expecting(["a name", "a mapping"]);
            self.slips.push(slip);
        }
    }
}

/// The part of a span on its first line.
fn first_line(text: &str, span: Span) -> Span {
    let length = text[span.range()].lines().next().map_or(0, str::len) as u32;
    Span::new(span.start, span.start + length)
}
