//! Rule sets as data: the YAML format, the embedded presets, and building a [`RuleSet`] from them.
//!
//! The way is text → `yaml` (a tree of values with their places) → `read` (options, each left open or told) → laid over
//! the options of the preset that is changed → `settle` (a [`RuleSet`] for one width of board). The book's page on rule
//! sets describes the format; `docs/src/schema/rule-set.schema.json` is its schema.

mod heads;
mod near;
mod options;
mod presets;
mod read;
mod settle;
mod start;
mod write;
mod yaml;

use std::ops::Range;

use thiserror::Error;

use crate::{Columns, RuleSet};
use options::{Options, Place};
use yaml::Value;

pub use presets::{preset_text, presets};

/// A rule set as YAML describes it, for any width it allows.
#[derive(Debug, Clone)]
pub struct Description {
    options: Options,
    /// The preset that it is or changes.
    preset: Option<&'static str>,
    /// What it changes of the preset, as written.
    changes: Vec<String>,
    /// Where to point when a refusal concerns the whole.
    whole: Place,
}

/// Why a description was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct DescriptionError {
    /// A sentence that a user can act on.
    pub message: String,
    /// Where in the YAML text, as byte offsets.
    pub span: Option<Range<usize>>,
    /// What was probably meant: text that may take the place of what the span covers.
    pub suggestion: Option<String>,
}

impl DescriptionError {
    fn new(message: String) -> DescriptionError {
        // A value that runs over several lines is quoted in one: a message is a sentence.
        let message = if message.contains('\n') { in_one_line(&message) } else { message };
        DescriptionError { message, span: None, suggestion: None }
    }

    fn at(mut self, span: Range<usize>) -> DescriptionError {
        self.span = Some(span);
        self
    }

    fn at_place(mut self, place: Option<Place>) -> DescriptionError {
        self.span = place.map(Range::from);
        self
    }

    fn meant(mut self, suggestion: &str) -> DescriptionError {
        self.suggestion = Some(suggestion.to_owned());
        self
    }
}

impl Description {
    /// Reads a preset's name, or YAML: a whole rule set, or a preset with changes (`{preset: tsoro, heads: 1}`).
    ///
    /// # Errors
    /// When there is no such preset, the YAML cannot be read, or an option is not what it can be.
    ///
    /// ```
    /// use tsoro_rules::describe::Description;
    /// let rules = Description::parse("{preset: tsoro, heads: 1}")?.build(None)?;
    /// assert_eq!((rules.name(), rules.start().total()), ("tsoro with heads: 1", 86));
    /// let error = Description::parse("tsorro").unwrap_err();
    /// assert_eq!(error.to_string(), "there is no preset `tsorro`; did you mean `tsoro`?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str) -> Result<Description, DescriptionError> {
        let node = yaml::parse(text)?;
        let whole = Place::from(node.span.clone());
        let entries = match &node.value {
            Value::Map(entries) => entries,
            Value::Text(name) => {
                let preset = find_preset(name).map_err(|error| error.at(node.span.clone()))?;
                return Ok(Description {
                    options: preset_options(preset)?,
                    preset: Some(preset),
                    changes: Vec::new(),
                    whole,
                });
            }
            _ => {
                return Err(read::wrong_kind(
                    &node,
                    "a preset's name, or a mapping such as `{preset: tsoro, heads: 1}`",
                ));
            }
        };
        let read = read::read(entries)?;
        let changes = read.changes.into_iter().map(|span| in_one_line(text.get(span).unwrap_or_default())).collect();
        let Some(preset) = read.preset else {
            return Ok(Description { options: read.options, preset: None, changes, whole });
        };
        let name = find_preset(&preset.value).map_err(|error| error.at_place(preset.at))?;
        let options = read.options.over(preset_options(name)?);
        Ok(Description { options, preset: Some(name), changes, whole: preset.at.unwrap_or(whole) })
    }

    /// The rule set on a board of so many columns; the description's own default where `columns` is `None`.
    ///
    /// # Errors
    /// When an option does not fit this width, such as a head beyond the board, or options make no sense together.
    pub fn build(&self, columns: Option<Columns>) -> Result<RuleSet, DescriptionError> {
        let columns = columns.or(self.columns_default()).ok_or_else(|| {
            let message = "how wide is the board? give `columns`, the number of holes in a row, from 2 to 64";
            DescriptionError::new(message.into()).at_place(Some(self.whole))
        })?;
        settle::settle(&self.options, self.name(), columns).map_err(|error| {
            let span = error.span.clone().unwrap_or(self.whole.into());
            error.at(span)
        })
    }

    /// What to call it: a preset's name, with what is changed of it, or the name of a rule set of one's own.
    pub fn name(&self) -> String {
        match (self.preset, &self.options.about.name) {
            (Some(preset), _) if self.changes.is_empty() => preset.to_owned(),
            (Some(preset), name) if name.as_deref().is_none_or(|name| name == preset) => {
                format!("{preset} with {}", self.changes.join(", "))
            }
            (_, Some(name)) => name.clone(),
            (_, None) => "rules of its own".to_owned(),
        }
    }

    /// The preset that this is or changes.
    pub fn preset(&self) -> Option<&'static str> {
        self.preset
    }

    /// Whether this is a preset as it stands, nothing changed but perhaps its width.
    pub fn is_preset(&self) -> bool {
        self.preset.is_some() && self.changes.is_empty()
    }

    /// The width that it has where nobody says otherwise.
    pub fn columns_default(&self) -> Option<Columns> {
        self.options.columns.map(|told| told.value).or_else(|| start::width(&self.options.start))
    }

    /// The widths that its source names, in rising order; empty where it doesn't say.
    pub fn columns_in_source(&self) -> &[Columns] {
        self.options.columns_in_source.as_deref().unwrap_or_default()
    }

    /// The game's name as people write it.
    pub fn title(&self) -> Option<&str> {
        self.options.about.title.as_deref()
    }

    /// Other names of the game.
    pub fn aliases(&self) -> &[String] {
        self.options.about.aliases.as_deref().unwrap_or_default()
    }

    /// Who plays it.
    pub fn people(&self) -> Option<&str> {
        self.options.about.people.as_deref()
    }

    /// Where it is played.
    pub fn region(&self) -> Option<&str> {
        self.options.about.region.as_deref()
    }

    /// Where the rules are from.
    pub fn source(&self) -> Option<&str> {
        self.options.about.source.as_deref()
    }

    /// What else there is to know.
    pub fn notes(&self) -> Option<&str> {
        self.options.about.notes.as_deref()
    }
}

/// The preset of a name or of one of its other names, letter case and blanks set aside.
fn find_preset(name: &str) -> Result<&'static str, DescriptionError> {
    let plain = |name: &str| name.trim().to_lowercase().replace([' ', '_'], "-");
    let wanted = plain(name);
    if let Some(preset) = presets().find(|preset| *preset == wanted) {
        return Ok(preset);
    }
    let mut names: Vec<(String, &'static str)> = presets().map(|preset| (preset.to_owned(), preset)).collect();
    for preset in presets() {
        let aliases = preset_options(preset)?.about.aliases.unwrap_or_default();
        names.extend(aliases.iter().map(|alias| (plain(alias), preset)));
    }
    if let Some((_, preset)) = names.iter().find(|(known, _)| *known == wanted) {
        return Ok(preset);
    }
    let name = read::short(name);
    let near = near::near(&wanted, names.iter().map(|(known, _)| known.as_str()));
    let preset = near.and_then(|near| names.iter().find(|(known, _)| known == near)).map(|&(_, preset)| preset);
    Err(match preset {
        Some(meant) => {
            DescriptionError::new(format!("there is no preset `{name}`; did you mean `{meant}`?")).meant(meant)
        }
        None => DescriptionError::new(format!("there is no preset `{name}`; there are {}", read::all(presets()))),
    })
}

/// A preset's options. Its file is read every time: that takes microseconds, and there is no global state.
fn preset_options(name: &'static str) -> Result<Options, DescriptionError> {
    let text = preset_text(name).unwrap_or_default();
    let broken = |error: DescriptionError| DescriptionError::new(format!("in the preset `{name}`: {error}"));
    let node = yaml::parse(text).map_err(broken)?;
    let Value::Map(entries) = &node.value else { return Err(broken(read::wrong_kind(&node, "a mapping"))) };
    Ok(read::read(entries).map_err(broken)?.options.placeless())
}

fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
