//! A Markdown page taken apart: the blocks that are ours, the lines that show their pictures, and everything else.
//!
//! A block is fenced code whose language is `tsoro`, or a comment that begins with `<!-- tsoro`, for pages that shall not
//! show what their pictures are made of. Fences inside other fences are text, as everywhere in Markdown.

use super::MARK;
use super::block::Block;

/// A stretch of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// Not ours.
    Text(&'a str),
    /// A block.
    Block {
        /// All its lines.
        source: &'a str,
        block: Block,
        /// What stands before its opening: a list indents what belongs to it.
        indent: &'a str,
    },
    /// The line that shows the picture of the block before it, with the blank line between.
    Image { source: &'a str },
}

impl<'a> Part<'a> {
    pub(super) fn source(&self) -> &'a str {
        match self {
            Part::Text(source) | Part::Block { source, .. } | Part::Image { source } => source,
        }
    }
}

/// Takes a page apart. The sources of the parts, one after the other, are the page.
pub(super) fn parts(page: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut lines = Lines { page, at: 0, line: 0 };
    let mut text = 0;
    loop {
        let start = lines.at;
        let Some(line) = lines.next() else { break };
        let Some(opening) = Opening::of(line) else { continue };
        let number = lines.line;
        let inside = lines.at;
        let mut end = inside;
        let mut closed = false;
        while let Some(line) = lines.next() {
            if opening.is_closed_by(line) {
                closed = true;
                break;
            }
            end = lines.at;
        }
        let Some(words) = opening.words.filter(|_| closed) else { continue };
        if text < start {
            parts.push(Part::Text(&page[text..start]));
        }
        let indent = opening.indent;
        let body = page[inside..end].lines().map(|line| line.strip_prefix(indent).unwrap_or(line.trim_start()));
        let body = body.flat_map(|line| [line, "\n"]).collect();
        let block = Block { words: words.to_owned(), body, line: number };
        parts.push(Part::Block { source: &page[start..lines.at], block, indent });
        text = lines.at;
        if let Some(end) = image(&page[text..]) {
            parts.push(Part::Image { source: &page[text..text + end] });
            lines.skip_to(text + end);
            text = lines.at;
        }
    }
    if text < page.len() {
        parts.push(Part::Text(&page[text..]));
    }
    parts
}

/// How far the line of an image goes that stands here, behind at most one blank line.
fn image(rest: &str) -> Option<usize> {
    let mut end = 0;
    for (index, line) in rest.split_inclusive('\n').take(2).enumerate() {
        end += line.len();
        if line.trim_end().ends_with(MARK) {
            return Some(end);
        }
        if index > 0 || !line.trim().is_empty() {
            return None;
        }
    }
    None
}

/// The opening of fenced code or of a comment.
struct Opening<'a> {
    indent: &'a str,
    close: Close,
    /// What is said behind `tsoro`; `None` for what is not ours.
    words: Option<&'a str>,
}

enum Close {
    /// At least so many of this letter.
    Fence(char, usize),
    Comment,
}

impl<'a> Opening<'a> {
    fn of(line: &'a str) -> Option<Opening<'a>> {
        let trimmed = line.trim_start_matches([' ', '\t']);
        let indent = &line[..line.len() - trimmed.len()];
        if let Some(inside) = trimmed.strip_prefix("<!--") {
            let words = ours(inside)?;
            // A comment on one line has no room for a position or a record.
            return (!inside.contains("-->")).then_some(Opening { indent, close: Close::Comment, words: Some(words) });
        }
        let fence = trimmed.chars().next().filter(|&letter| letter == '`' || letter == '~')?;
        let info = trimmed.trim_start_matches(fence);
        let length = trimmed.len() - info.len();
        // Code within a line may begin with as many backticks, and end with them.
        if length < 3 || (fence == '`' && info.contains('`')) {
            return None;
        }
        Some(Opening { indent, close: Close::Fence(fence, length), words: ours(info) })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        let line = line.trim();
        match self.close {
            Close::Comment => line == "-->",
            Close::Fence(fence, length) => line.len() >= length && line.chars().all(|letter| letter == fence),
        }
    }
}

/// What an info string says behind the language `tsoro`; `None` for other languages.
fn ours(info: &str) -> Option<&str> {
    let rest = info.trim().strip_prefix("tsoro")?;
    rest.starts_with([' ', '\t', ',', '{']).then_some(rest.trim()).or(rest.is_empty().then_some(""))
}

/// The lines of a page, counted.
struct Lines<'a> {
    page: &'a str,
    at: usize,
    line: u64,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let line = self.page[self.at..].split_inclusive('\n').next()?;
        self.at += line.len();
        self.line += 1;
        Some(line.trim_end_matches(['\n', '\r']))
    }

    fn skip_to(&mut self, at: usize) {
        while self.at < at && self.next().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, parts};

    const PAGE: &str = "\
# A page

````markdown
```tsoro
not ours
```
````

1. In a list
   ```tsoro ply=3
   1. B8
     b8
   ```

   ![A board](page-1.svg)<!-- tsoro weave -->

<!-- tsoro, file=x.svg
2*8 / 0*8 / 0*8 / 2*8 S
-->
![other](photo.svg)

```tsorox
```

~~~tsoro
never closed
";

    #[test]
    fn a_page_is_taken_apart_and_nothing_is_lost() {
        let parts = parts(PAGE);
        assert_eq!(parts.iter().map(Part::source).collect::<String>(), PAGE);
        let mut blocks = parts.iter().filter_map(|part| match part {
            Part::Block { block, .. } => Some((block.line, block.words.as_str(), block.body.as_str())),
            _ => None,
        });
        assert_eq!(blocks.next(), Some((10, "ply=3", "1. B8\n  b8\n")));
        assert_eq!(blocks.next(), Some((17, ", file=x.svg", "2*8 / 0*8 / 0*8 / 2*8 S\n")));
        assert_eq!(blocks.next(), None);
        assert_eq!(parts.iter().filter(|part| matches!(part, Part::Image { .. })).count(), 1);
    }
}
