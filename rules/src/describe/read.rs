//! A description's YAML read into [`Options`]: every key known, every value of the kind that is expected.
//!
//! Whether the options make sense together, and on a board of some width, is [`settle`](super::settle)'s affair; the
//! forms of a start and of heads have modules of their own.

use super::near::near;
use super::options::{About, Options, Several, Told};
use super::yaml::{Key, Node, Value};
use super::{DescriptionError, heads, start};
use crate::{
    Bonus, BonusAfter, BonusHeads, CaptureScope, Columns, Direction, Endless, NoMove, Repetition, SingletonsInto,
    SingletonsWhen,
};

/// Every key of a description, in the order in which they are documented and written.
pub(super) const KEYS: [&str; 21] = [
    "preset",
    "name",
    "title",
    "aliases",
    "people",
    "region",
    "source",
    "notes",
    "columns",
    "columns-in-source",
    "start",
    "start-by-heads",
    "direction",
    "heads",
    "several",
    "singletons",
    "capture",
    "bonus",
    "endless",
    "repetition",
    "no-move",
];

/// Keys that one may expect, and what says it here.
const ELSEWHERE: [(&str, &str); 12] = [
    ("singleton-captures", "singletons: {capture: …}"),
    ("singletons-capture", "singletons: {capture: …}"),
    ("scope", "capture"),
    ("captures", "capture"),
    ("mandatory", "bonus: {mandatory: …}"),
    ("after", "bonus: {after: …}"),
    ("bonus-heads", "bonus: {heads: …}"),
    ("bonus-holes", "bonus: {holes: …}"),
    ("game", "preset"),
    ("width", "columns"),
    ("holes", "columns"),
    ("stones", "start"),
];

/// A description as read, the preset it changes not yet under it.
pub(super) struct Read {
    pub(super) preset: Option<Told<String>>,
    pub(super) options: Options,
    /// The keys given that change how the game is played, each with its value as written.
    pub(super) changes: Vec<std::ops::Range<usize>>,
}

/// Reads a mapping of options.
pub(super) fn read(entries: &[(Key, Node)]) -> Result<Read, DescriptionError> {
    let mut preset = None;
    let mut options = Options::default();
    let mut changes = Vec::new();
    for (key, node) in entries {
        match key.name.as_str() {
            "preset" => {
                preset = Some(Told::new(line(node, "the name of a preset, such as `tsoro`")?, node.span.clone()));
            }
            "columns" => options.columns = Some(Told::new(columns(node)?, node.span.clone())),
            "columns-in-source" => options.columns_in_source = Some(columns_in_source(node)?),
            "start" => options.start = vec![start::read(node)?],
            "start-by-heads" => options.start_by_heads = start::read_by_heads(node)?,
            "direction" => options.direction = Some(one_of(node, "direction", &DIRECTIONS)?),
            "heads" => options.heads = heads::read(node)?,
            "several" => options.several = Some(one_of(node, "several", &SEVERAL)?),
            "singletons" => singletons(node, &mut options)?,
            "capture" => options.capture = Some(one_of(node, "capture", &SCOPES)?),
            "bonus" => bonus(node, &mut options)?,
            "endless" => options.endless = Some(one_of(node, "endless", &ENDLESS)?),
            "repetition" => options.repetition = Some(one_of(node, "repetition", &REPETITION)?),
            "no-move" => options.no_move = Some(one_of(node, "no-move", &NO_MOVE)?),
            _ => {
                about(key, node, &mut options.about)?;
                continue;
            }
        }
        if !matches!(key.name.as_str(), "preset" | "columns" | "columns-in-source") {
            changes.push(key.span.start..node.span.end);
        }
    }
    Ok(Read { preset, options, changes })
}

pub(super) const DIRECTIONS: [(&str, Direction); 2] =
    [("counterclockwise", Direction::Counterclockwise), ("clockwise", Direction::Clockwise)];
pub(super) const SEVERAL: [(&str, Several); 2] = [("always", Several::Always), ("never", Several::Never)];
pub(super) const WHEN: [(&str, SingletonsWhen); 3] = [
    ("when-nothing-else", SingletonsWhen::WhenNothingElse),
    ("always", SingletonsWhen::Always),
    ("never", SingletonsWhen::Never),
];
pub(super) const INTO: [(&str, SingletonsInto); 2] = [("empty", SingletonsInto::Empty), ("any", SingletonsInto::Any)];
pub(super) const SCOPES: [(&str, CaptureScope); 4] = [
    ("inner", CaptureScope::Inner),
    ("file", CaptureScope::File),
    ("outer-if-inner-empty", CaptureScope::OuterIfInnerEmpty),
    ("both-always", CaptureScope::BothAlways),
];
pub(super) const AFTER: [(&str, BonusAfter); 2] = [("any", BonusAfter::Any), ("both", BonusAfter::Both)];
pub(super) const BONUS_HEADS: [(&str, BonusHeads); 2] = [("open", BonusHeads::Open), ("safe", BonusHeads::Safe)];
pub(super) const ENDLESS: [(&str, Endless); 2] = [("forbidden", Endless::Forbidden), ("draw", Endless::Draw)];
pub(super) const REPETITION: [(&str, Repetition); 2] = [("note", Repetition::Note), ("draw", Repetition::Draw)];
pub(super) const NO_MOVE: [(&str, NoMove); 3] =
    [("loses", NoMove::Loses), ("wins", NoMove::Wins), ("draws", NoMove::Draws)];

fn about(key: &Key, node: &Node, about: &mut About) -> Result<(), DescriptionError> {
    match key.name.as_str() {
        "name" => about.name = Some(line(node, "a name, such as `my-table`")?),
        "title" => about.title = Some(line(node, "a title")?),
        "aliases" => {
            let names = match &node.value {
                Value::List(names) => names.iter().map(|name| line(name, "a name")).collect::<Result<_, _>>()?,
                _ => vec![line(node, "a list of names")?],
            };
            about.aliases = Some(names);
        }
        "people" => about.people = Some(text(node)?),
        "region" => about.region = Some(text(node)?),
        "source" => about.source = Some(text(node)?),
        "notes" => about.notes = Some(text(node)?),
        _ => return Err(unknown_key(key, &KEYS, "a rule set")),
    }
    Ok(())
}

/// `singletons: never`, or a mapping of `when`, `into` and `capture`.
fn singletons(node: &Node, options: &mut Options) -> Result<(), DescriptionError> {
    let Value::Map(entries) = &node.value else {
        options.singletons_when = Some(one_of(node, "singletons", &WHEN)?);
        return Ok(());
    };
    for (key, node) in entries {
        match key.name.as_str() {
            "when" => options.singletons_when = Some(one_of(node, "singletons: when", &WHEN)?),
            "into" => options.singletons_into = Some(one_of(node, "singletons: into", &INTO)?),
            "capture" => options.singletons_capture = Some(yes_or_no(node, "singletons: capture")?),
            _ => return Err(unknown_key(key, &["when", "into", "capture"], "`singletons`")),
        }
    }
    Ok(())
}

/// `bonus: none`, `bonus: stones`, or a mapping of `holes` or `stones` with `after`, `heads` and `mandatory`.
fn bonus(node: &Node, options: &mut Options) -> Result<(), DescriptionError> {
    const FORMS: [(&str, Bonus); 2] = [("none", Bonus::None), ("stones", Bonus::Stones)];
    let entries = match &node.value {
        Value::Map(entries) => entries,
        Value::Number(_) | Value::List(_) => {
            options.bonus = Some(bonus_holes(node)?);
            return Ok(());
        }
        Value::Text(word) => {
            options.bonus = Some(one_of(node, "bonus", &FORMS).map_err(|mut error| {
                if near(word, FORMS.map(|form| form.0)).is_none() {
                    let word = super::in_one_line(word);
                    error.message = format!(
                        "`bonus` cannot be `{word}`; expected `none`, `stones`, or a mapping such as `{{holes: 2}}`"
                    );
                }
                error
            })?);
            return Ok(());
        }
        _ => return Err(wrong_kind(node, "`none`, `stones`, or a mapping such as `{holes: 2}`")),
    };
    for (key, node) in entries {
        let given = match key.name.as_str() {
            "holes" => Some(bonus_holes(node)?),
            "stones" => Some(one_of(node, "bonus: stones", &[("equal", Bonus::Stones)])?),
            "after" => {
                options.bonus_after = Some(one_of(node, "bonus: after", &AFTER)?);
                None
            }
            "heads" => {
                options.bonus_heads = Some(one_of(node, "bonus: heads", &BONUS_HEADS)?);
                None
            }
            "mandatory" => {
                options.bonus_mandatory = Some(yes_or_no(node, "bonus: mandatory")?);
                None
            }
            _ => return Err(unknown_key(key, &["holes", "stones", "after", "heads", "mandatory"], "`bonus`")),
        };
        if given.is_some() && options.bonus.is_some() {
            return Err(DescriptionError::new(
                "a bonus is of `holes` or of `stones`, not of both; leave one of them out".into(),
            )
            .at(key.span.start..node.span.end));
        }
        options.bonus = given.or(options.bonus.take());
    }
    Ok(())
}

/// A number of holes, or a schedule of them: `2`, `[5, 3, 2]`.
fn bonus_holes(node: &Node) -> Result<Told<Bonus>, DescriptionError> {
    let expected = "a number of holes from 0 to 128, or a list of them such as `[5, 3, 2]`";
    let holes = match &node.value {
        Value::List(list) if !list.is_empty() => {
            list.iter().map(|node| number(node, 0..=128, expected)).collect::<Result<Vec<_>, _>>()?
        }
        Value::List(_) => return Err(wrong_kind(node, expected)),
        _ => vec![number(node, 0..=128, expected)?],
    };
    let none = holes.iter().all(|&holes| holes == 0);
    let holes = holes.into_iter().map(|holes| holes as u8).collect();
    Ok(Told::new(if none { Bonus::None } else { Bonus::Holes(holes) }, node.span.clone()))
}

/// A width, from 2 to 64.
pub(super) fn columns(node: &Node) -> Result<Columns, DescriptionError> {
    let width = number(node, 2..=64, "a number of columns from 2 to 64")?;
    Columns::new(width as u8).map_err(|error| DescriptionError::new(error.to_string()).at(node.span.clone()))
}

/// The widths that the source names: a width, or a list of widths and of ranges such as `6-21`.
fn columns_in_source(node: &Node) -> Result<Vec<Columns>, DescriptionError> {
    let items = match &node.value {
        Value::List(items) => items.as_slice(),
        _ => std::slice::from_ref(node),
    };
    let mut widths = Vec::new();
    for item in items {
        let Value::Text(range) = &item.value else {
            widths.push(columns(item)?);
            continue;
        };
        let ends = range.split_once('-').and_then(|(first, last)| {
            let end = |text: &str| text.trim().parse().ok().and_then(|width| Columns::new(width).ok());
            Some((end(first)?, end(last)?))
        });
        let Some((first, last)) = ends.filter(|(first, last)| first <= last) else {
            return Err(wrong_kind(item, "a width from 2 to 64, or a range of widths such as `6-21`"));
        };
        widths.extend((first.get()..=last.get()).filter_map(|width| Columns::new(width).ok()));
    }
    widths.sort_unstable();
    widths.dedup();
    Ok(widths)
}

/// One of the words that an option may be.
pub(super) fn one_of<T: Clone>(node: &Node, option: &str, words: &[(&str, T)]) -> Result<Told<T>, DescriptionError> {
    let known = || words.iter().map(|&(word, _)| word);
    let Value::Text(word) = &node.value else {
        return Err(wrong_kind(node, &format!("{} for `{option}`", either(known()))));
    };
    if let Some((_, value)) = words.iter().find(|(known, _)| known == word) {
        return Ok(Told::new(value.clone(), node.span.clone()));
    }
    let error = match near(word, known()) {
        Some(meant) => {
            DescriptionError::new(format!("`{option}` cannot be `{word}`; did you mean `{meant}`?")).meant(meant)
        }
        None => DescriptionError::new(format!("`{option}` cannot be `{word}`; expected {}", either(known()))),
    };
    Err(error.at(node.span.clone()))
}

/// `true` or `false`. `yes` and `no`, which YAML 1.2 takes for words, cannot mean anything else here.
fn yes_or_no(node: &Node, option: &str) -> Result<Told<bool>, DescriptionError> {
    match &node.value {
        Value::Bool(value) => Ok(Told::new(*value, node.span.clone())),
        Value::Text(_) => one_of(node, option, &[("true", true), ("false", false), ("yes", true), ("no", false)]),
        _ => Err(wrong_kind(node, &format!("`true` or `false` for `{option}`"))),
    }
}

/// A whole number within bounds.
pub(super) fn number(
    node: &Node,
    bounds: std::ops::RangeInclusive<i128>,
    expected: &str,
) -> Result<i128, DescriptionError> {
    match node.value {
        Value::Number(number) if bounds.contains(&number) => Ok(number),
        _ => Err(wrong_kind(node, expected)),
    }
}

/// A line of text: a name, a title. A number is a name too, if it is written as one.
fn line(node: &Node, expected: &str) -> Result<String, DescriptionError> {
    match &node.value {
        Value::Text(text) if !text.trim().is_empty() && !text.trim().contains('\n') => Ok(text.trim().to_owned()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(wrong_kind(node, expected)),
    }
}

fn text(node: &Node) -> Result<String, DescriptionError> {
    match &node.value {
        Value::Text(text) => Ok(text.trim().to_owned()),
        Value::Number(number) => Ok(number.to_string()),
        _ => Err(wrong_kind(node, "text")),
    }
}

/// The refusal of a value that is not of the kind expected.
pub(super) fn wrong_kind(node: &Node, expected: &str) -> DescriptionError {
    let found = match &node.value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(value) => format!("`{value}`"),
        Value::Number(number) => format!("`{number}`"),
        Value::Fraction(number) => format!("`{number}`"),
        Value::Text(text) => format!("`{}`", short(text)),
        Value::List(nodes) if nodes.is_empty() => "an empty list".to_owned(),
        Value::List(_) => "a list".to_owned(),
        Value::Map(_) => "a mapping".to_owned(),
    };
    DescriptionError::new(format!("expected {expected}; found {found}")).at(node.span.clone())
}

/// The refusal of a key that is not known, with the likely one.
pub(super) fn unknown_key(key: &Key, known: &[&'static str], of: &str) -> DescriptionError {
    let name = short(&key.name);
    let error = if let Some(meant) = near(&key.name, known.iter().copied()) {
        DescriptionError::new(format!("{of} has no key `{name}`; did you mean `{meant}`?")).meant(meant)
    } else if let Some((_, instead)) = ELSEWHERE.iter().find(|(word, _)| key.name.replace('_', "-") == *word) {
        DescriptionError::new(format!("{of} has no key `{name}`; here that is written `{instead}`"))
    } else {
        DescriptionError::new(format!("{of} has no key `{name}`; its keys are {}", all(known.iter().copied())))
    };
    error.at(key.span.clone())
}

/// `a`, `b` or `c`.
pub(super) fn either<'a>(words: impl Iterator<Item = &'a str>) -> String {
    listed(words, "or")
}

/// `a`, `b` and `c`.
pub(super) fn all<'a>(words: impl Iterator<Item = &'a str>) -> String {
    listed(words, "and")
}

fn listed<'a>(words: impl Iterator<Item = &'a str>, last: &str) -> String {
    let words: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    match words.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        Some((end, _)) => end.clone(),
        None => String::new(),
    }
}

/// A user's text, cut where it is too long to be shown in a sentence.
pub(super) fn short(text: &str) -> String {
    let mut short: String = text.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
