//! Pictures in documents: blocks of a Markdown page that hold a position or a record, drawn.
//!
//! ````markdown
//! ```tsoro ply=12 theme=paper
//! 1. B8 b8 2. …
//! ```
//! ````
//!
//! [`inline`] puts the pictures into the page, for a book that is being built. [`beside`] leaves the page what it is and
//! has pictures in files beside it, for pages that are read where they lie. Both take a page and give a page; reading
//! and writing files is the caller's.

mod block;
mod page;
mod settings;

use std::fmt::Write;

pub use block::{Block, Drawn, Trouble};
use page::{Part, parts};
pub use settings::{Settings, Show, plies};

/// What stands behind a line that was written here and may be written anew.
const MARK: &str = "<!-- tsoro weave -->";

/// A page woven.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Woven {
    /// The page as it is to be.
    pub page: String,
    /// The pictures that belong beside it: a name relative to the page, and an SVG document.
    pub pictures: Vec<(String, String)>,
}

/// Puts a picture in the place of every block.
///
/// # Errors
/// Everything that is wrong with the page's blocks.
pub fn inline(page: &str, defaults: &Settings) -> Result<String, Vec<Trouble>> {
    let mut out = String::with_capacity(page.len());
    let mut troubles = Vec::new();
    for part in parts(page) {
        let Part::Block { source, block, indent, .. } = part else {
            out.push_str(part.source());
            continue;
        };
        match block.draw(defaults) {
            Err(trouble) => troubles.push(trouble),
            Ok(drawn) => {
                if drawn.show != Show::Picture {
                    out.push_str(source);
                }
                if drawn.show == Show::Both {
                    let _ = writeln!(out, "{indent}");
                }
                if drawn.show != Show::Text {
                    // A blank line would end the HTML; one that follows it lets Markdown go on.
                    let _ = writeln!(out, "{indent}<figure class=\"tsoro\">");
                    for line in drawn.svg.lines().filter(|line| !line.trim().is_empty()) {
                        let _ = writeln!(out, "{indent}{line}");
                    }
                    let _ = writeln!(out, "{indent}</figure>\n{indent}");
                }
            }
        }
    }
    if troubles.is_empty() { Ok(out) } else { Err(troubles) }
}

/// Has a picture in a file for every block, and a line below the block that shows it. Pages that were woven before get
/// their lines refreshed, and nothing else changed. `stem` begins the names of pictures whose blocks give none.
///
/// # Errors
/// Everything that is wrong with the page's blocks.
pub fn beside(page: &str, stem: &str, defaults: &Settings) -> Result<Woven, Vec<Trouble>> {
    let mut woven = Woven::default();
    let mut troubles = Vec::new();
    let mut rest = parts(page).into_iter().peekable();
    while let Some(part) = rest.next() {
        woven.page.push_str(part.source());
        let Part::Block { block, indent, .. } = part else { continue };
        let drawn = match block.draw(defaults) {
            Ok(drawn) => drawn,
            Err(trouble) => {
                troubles.push(trouble);
                continue;
            }
        };
        if drawn.show == Show::Text {
            continue;
        }
        let number = woven.pictures.len() + 1;
        let name = drawn.file.unwrap_or_else(|| format!("{stem}-{number}.svg"));
        if woven.pictures.iter().any(|(other, _)| *other == name) {
            let message = format!("two blocks of the page have their picture in {name}");
            troubles.push(Trouble::Settings { line: block.line, message });
            continue;
        }
        if !woven.page.ends_with('\n') {
            woven.page.push('\n');
        }
        let alternative = drawn.title.replace(['[', ']'], "");
        let _ = writeln!(woven.page, "\n{indent}![{alternative}]({}){MARK}", name.replace(' ', "%20"));
        if let Some(Part::Image { .. }) = rest.peek() {
            rest.next();
        }
        woven.pictures.push((name, drawn.svg));
    }
    if troubles.is_empty() { Ok(woven) } else { Err(troubles) }
}
