//! What a block's opening line says about its picture: `tsoro ply=12 theme=paper caption="After the capture"`.

use tsoro_rules::Side;

use crate::diagram::svg::{Style, Theme};
use crate::diagram::{Labels, Picture, svg};

/// What a page shows of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// The picture in the block's place.
    Picture,
    /// The block as it is written; its record is checked all the same.
    Text,
    /// The block as it is written, and its picture below.
    Both,
}

/// The settings of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// `ply=12,15-17`: the boards after these plies, 0 being the start. `None` is the last one.
    pub plies: Option<Vec<u32>>,
    /// `record=2`: which record of the block.
    pub record: usize,
    /// `rules=nsolo`: for positions, which have no header.
    pub rules: Option<String>,
    /// `from=north`
    pub seat: Side,
    /// `labels=board`
    pub labels: Labels,
    /// `caption="…"`
    pub caption: Option<String>,
    /// `show=both`; `None` where nothing is said.
    pub show: Option<Show>,
    /// `unchecked`: the record may be wrong.
    pub unchecked: bool,
    /// `file=boards/opening.svg`: where a picture beside a Markdown file goes.
    pub file: Option<String>,
    /// `style`, `theme`, `legend`, `width`
    pub look: svg::Options,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            plies: None,
            record: 1,
            rules: None,
            seat: Side::South,
            labels: Labels::Owner,
            caption: None,
            show: None,
            unchecked: false,
            file: None,
            look: svg::Options::default(),
        }
    }
}

/// The words that a block's opening line may have.
const KNOWN: &str = "ply, record, rules, style, theme, from, labels, legend, width, caption, show, file and unchecked";

impl Settings {
    /// Reads the words behind `tsoro`, laid over these settings. Blanks or commas stand between them.
    ///
    /// # Errors
    /// A sentence that names the word which makes no sense.
    pub fn with(mut self, words: &str) -> Result<Settings, String> {
        for word in split(words)? {
            let (name, value) = word.split_once('=').unwrap_or((&word, ""));
            let bad = |reason: String| format!("`{word}`: {reason}");
            match name {
                "ply" => self.plies = Some(plies(value).map_err(bad)?),
                "record" => {
                    let number = value.parse().ok().filter(|&number| number > 0);
                    self.record = number.ok_or_else(|| bad("records are counted from 1".to_owned()))?;
                }
                "rules" => self.rules = Some(value.to_owned()),
                "style" => self.look.style = value.parse::<Style>().map_err(|error| bad(error.to_string()))?,
                "theme" => self.look.theme = value.parse::<Theme>().map_err(|error| bad(error.to_string()))?,
                "from" => self.seat = one_of(value, [("south", Side::South), ("north", Side::North)]).map_err(bad)?,
                "labels" => {
                    let all = [("owner", Labels::Owner), ("board", Labels::Board), ("none", Labels::None)];
                    self.labels = one_of(value, all).map_err(bad)?;
                }
                "legend" => self.look.legend = one_of(value, [("yes", true), ("no", false)]).map_err(bad)?,
                "width" => {
                    let width = value.parse().ok().filter(|width| (16..=16_384).contains(width));
                    self.look.width = Some(width.ok_or_else(|| bad("a width is from 16 to 16384 pixels".to_owned()))?);
                }
                "caption" => self.caption = Some(value.to_owned()),
                "show" => {
                    let all = [("picture", Show::Picture), ("text", Show::Text), ("both", Show::Both)];
                    self.show = Some(one_of(value, all).map_err(bad)?);
                }
                "file" => self.file = Some(svg_name(value).map_err(bad)?),
                "unchecked" if !word.contains('=') => self.unchecked = true,
                _ => return Err(format!("a block knows nothing of `{name}`; it knows {KNOWN}")),
            }
        }
        Ok(self)
    }

    /// A picture as these settings want it.
    #[must_use]
    pub fn settle(&self, picture: Picture) -> Picture {
        let picture = picture.seen_from(self.seat).labelled(self.labels);
        match &self.caption {
            Some(caption) => picture.captioned(caption),
            None => picture,
        }
    }
}

/// Plies as people write them: `12`, `12,15-17`. The order is kept.
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

fn one_of<T: Copy, const N: usize>(value: &str, all: [(&str, T); N]) -> Result<T, String> {
    let found = all.iter().find(|(name, _)| *name == value).map(|&(_, value)| value);
    found.ok_or_else(|| format!("it is {}", all.map(|(name, _)| name).join(" or ")))
}

/// A file beside the page or in a folder below it: what a page names never overwrites anything else.
fn svg_name(name: &str) -> Result<String, String> {
    let inside = !name.starts_with('/') && !name.contains('\\') && !name.contains(':');
    if !inside || name.split('/').any(|part| part.is_empty() || part == "..") {
        return Err("a picture's file lies beside the page or in a folder below it".to_owned());
    }
    let ending = std::path::Path::new(name).extension().is_some_and(|ending| ending == "svg");
    if ending { Ok(name.to_owned()) } else { Err("pictures in pages are SVG: the name ends in .svg".to_owned()) }
}

/// The words of an opening line. A value in quotes may hold blanks, and a comma before a digit belongs to a list of
/// plies.
fn split(words: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    let mut letters = words.chars().peekable();
    while let Some(letter) = letters.next() {
        let in_list = letter == ',' && word.starts_with("ply=") && letters.peek().is_some_and(char::is_ascii_digit);
        match letter {
            '"' => quoted = !quoted,
            _ if quoted || in_list => word.push(letter),
            ',' => found.push(std::mem::take(&mut word)),
            _ if letter.is_whitespace() => found.push(std::mem::take(&mut word)),
            _ => word.push(letter),
        }
    }
    if quoted {
        return Err("a quotation mark is never closed".to_owned());
    }
    found.push(word);
    found.retain(|word| !word.is_empty());
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{Settings, Show};
    use crate::diagram::Labels;
    use crate::diagram::svg::{Style, Theme};

    #[test]
    fn words_are_read() {
        let words = r#",ply=12,15-17,theme=paper style=print labels=board caption="Then, the end" legend=no width=300"#;
        let settings = Settings::default().with(words).expect("they are all known");
        assert_eq!(settings.plies, Some(vec![12, 15, 16, 17]));
        assert_eq!((settings.look.theme, settings.look.style), (Theme::Paper, Style::Print));
        assert_eq!(settings.labels, Labels::Board);
        assert_eq!(settings.caption.as_deref(), Some("Then, the end"));
        assert!(!settings.look.legend);
        assert_eq!(settings.look.width, Some(300));
        let settings = settings.with("show=both unchecked").expect("they are all known");
        assert_eq!((settings.show, settings.unchecked), (Some(Show::Both), true));
    }

    fn check(words: &str, expected: &str) {
        let refused = Settings::default().with(words).expect_err("it makes no sense");
        assert_eq!(refused, expected);
    }

    #[test]
    fn nonsense_is_named() {
        check("ply=x", "`ply=x`: `x` is not a ply or a range of plies, such as 12 or 15-17");
        check("ply=9-3", "`ply=9-3`: `9-3` runs backwards");
        check("from=east", "`from=east`: it is south or north");
        check("caption=\"open", "a quotation mark is never closed");
        check("file=../x.svg", "`file=../x.svg`: a picture's file lies beside the page or in a folder below it");
        check("file=x.png", "`file=x.png`: pictures in pages are SVG: the name ends in .svg");
        check(
            "colour=red",
            "a block knows nothing of `colour`; it knows ply, record, rules, style, theme, from, labels, legend, width, \
             caption, show, file and unchecked",
        );
    }
}
