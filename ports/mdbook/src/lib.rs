//! Books with pictures of boards: what mdBook hands to a preprocessor, and what it gets back.
//!
//! mdBook writes a list of two things to a preprocessor's standard input, the context and the book, and reads the book
//! back. Only what is needed is looked at; everything else goes back as it came, so that books of other versions of
//! mdBook lose nothing. How blocks become pictures is told by [`tsoro_replay::diagram::weave`].

use serde_json::{Map, Value};
use tsoro_replay::diagram::weave::{self, Settings};
use tsoro_replay::render::Look;

/// A book with its pictures, or everything that is wrong with its blocks.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The book, for standard output.
    Book(Value),
    /// Reports, for standard error.
    Faults(String),
}

/// Whether the pictures can be seen by this renderer: they are SVG inside HTML.
pub fn supports(renderer: &str) -> bool {
    renderer == "html"
}

/// Draws the blocks of a book. `input` is what mdBook writes to standard input.
///
/// # Errors
/// A sentence, when the input is not what mdBook writes or `book.toml` asks for what there is not.
pub fn run(input: &str) -> Result<Outcome, String> {
    let input: Value =
        serde_json::from_str(input).map_err(|error| format!("mdBook's input cannot be read: {error}"))?;
    let Value::Array(mut both) = input else {
        return Err("mdBook's input is a list of the context and the book, and this is none".to_owned());
    };
    let (Some(mut book), Some(context), true) = (both.pop(), both.pop(), both.is_empty()) else {
        return Err("mdBook's input is a list of two things, the context and the book".to_owned());
    };
    let defaults = defaults(context.pointer("/config/preprocessor/tsoro"))?;
    let mut faults = String::new();
    // `sections` in mdBook 0.4, `items` in 0.5.
    for key in ["sections", "items"] {
        if let Some(items) = book.get_mut(key) {
            chapters(items, &defaults, &mut faults);
        }
    }
    Ok(if faults.is_empty() { Outcome::Book(book) } else { Outcome::Faults(faults) })
}

/// The settings under `[preprocessor.tsoro]`: the same names as on a block's opening line.
fn defaults(table: Option<&Value>) -> Result<Settings, String> {
    const MDBOOKS: [&str; 5] = ["command", "renderers", "before", "after", "optional"];
    let empty = Map::new();
    let table = table.and_then(Value::as_object).unwrap_or(&empty);
    let mut settings = Settings::default();
    for (name, value) in table.iter().filter(|(name, _)| !MDBOOKS.contains(&name.as_str())) {
        let value = match value {
            Value::String(text) => text.clone(),
            Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            other => other.to_string(),
        };
        let laid = settings.with(&format!("{name}=\"{}\"", value.replace('"', "")));
        settings = laid.map_err(|error| format!("book.toml, [preprocessor.tsoro]: {error}"))?;
    }
    Ok(settings)
}

fn chapters(items: &mut Value, defaults: &Settings, faults: &mut String) {
    for item in items.as_array_mut().into_iter().flatten() {
        let Some(chapter) = item.get_mut("Chapter") else { continue };
        let path = ["source_path", "path", "name"].into_iter().find_map(|key| chapter.get(key)?.as_str());
        let path = path.unwrap_or_default().to_owned();
        if let Some(Value::String(content)) = chapter.get_mut("content") {
            match weave::inline(content, defaults) {
                Ok(woven) => *content = woven,
                Err(troubles) => {
                    for trouble in troubles {
                        faults.push_str(&trouble.report(&path, Look::default()));
                        faults.push('\n');
                    }
                }
            }
        }
        if let Some(inside) = chapter.get_mut("sub_items") {
            chapters(inside, defaults, faults);
        }
    }
}
