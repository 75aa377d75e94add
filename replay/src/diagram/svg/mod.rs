//! The pen for the web and for print: SVG, written by hand.
//!
//! One unit is a pixel at the natural size; `width` scales the whole. Words are set in Inter or whatever sans serif the
//! reader has, always around a middle or from an edge, so that another font shifts nothing. Nothing is downloaded, and
//! ids bear the theme's name: pictures on one page may share them.

mod board;
mod chart;
mod legend;
mod openings;
mod packing;
mod theme;

use std::fmt::Write;

use super::Picture;
use board::Board;
pub use chart::chart;
pub use openings::openings;
pub use theme::{Style, Theme, UnknownName};

/// How a picture is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    /// What stands in the holes.
    pub style: Style,
    /// The colours.
    pub theme: Theme,
    /// Whether what the marks mean, whose turn it is and what was taken is written below.
    pub legend: bool,
    /// The width of the whole in pixels; the natural size where nothing is said.
    pub width: Option<u32>,
}

impl Default for Options {
    fn default() -> Options {
        Options { style: Style::default(), theme: Theme::default(), legend: true, width: None }
    }
}

/// Space around the whole, and between the pictures of a strip.
const PADDING: f64 = 14.0;
const GUTTER: f64 = 26.0;
/// Pictures of a strip stand beside each other up to this width.
const STRIP: f64 = 1000.0;

/// Draws a picture as a whole SVG document.
pub fn draw(picture: &Picture, options: &Options) -> String {
    strip(std::slice::from_ref(picture), options)
}

/// Draws several pictures in one: beside each other while there is room, then below.
pub fn strip(pictures: &[Picture], options: &Options) -> String {
    let boards: Vec<Board> = pictures.iter().map(|picture| Board::new(picture, options)).collect();
    let widest = boards.iter().map(Board::width).fold(0.0, f64::max);
    let beside = (((STRIP + GUTTER) / (widest + GUTTER)) as usize).clamp(1, boards.len().max(1));
    let mut body = String::new();
    let mut y = PADDING;
    for line in boards.chunks(beside) {
        let tallest = line.iter().map(Board::height).fold(0.0, f64::max);
        for (index, board) in line.iter().enumerate() {
            let x = PADDING + index as f64 * (widest + GUTTER);
            let _ = writeln!(body, "<g transform=\"translate({} {})\">", n(x), n(y));
            board.draw(&mut body);
            body.push_str("</g>\n");
        }
        y += tallest + GUTTER;
    }
    let width = 2.0 * PADDING + beside as f64 * (widest + GUTTER) - GUTTER;
    let height = (y - GUTTER + PADDING).max(2.0 * PADDING);
    let (title, description) = words(pictures);
    let mut out = opened((width, height), options, &title, &description);
    out += &body;
    out.push_str("</svg>\n");
    out
}

/// Draws pictures of boards of one width as documents of one size: the frames of a film.
pub fn frames(pictures: &[Picture], options: &Options) -> Vec<String> {
    let boards: Vec<Board> = pictures.iter().map(|picture| Board::new(picture, options)).collect();
    let size = frame_size(&boards);
    let document = |(picture, board): (&Picture, &Board)| {
        let mut out = opened(size, options, &picture.title, &picture.description);
        frame(&mut out, board);
        out.push_str("</svg>\n");
        out
    };
    pictures.iter().zip(&boards).map(document).collect()
}

/// Draws pictures of boards of one width as one that moves, each shown for so many milliseconds and the last one twice
/// as long, over and over. Where nothing moves, in print and in programs that draw pictures, the last one is seen.
pub fn animated(pictures: &[Picture], options: &Options, milliseconds: u32) -> String {
    let boards: Vec<Board> = pictures.iter().map(|picture| Board::new(picture, options)).collect();
    let last = boards.len().saturating_sub(1);
    let (title, description) =
        pictures.last().map_or((String::new(), String::new()), |end| (end.title.clone(), end.description.clone()));
    let mut out = opened(frame_size(&boards), options, &title, &description);
    let beats = (last + 2) as f64;
    let whole = n(beats * f64::from(milliseconds) / 1000.0);
    for (index, board) in boards.iter().enumerate() {
        let seen = if index == last { "visible" } else { "hidden" };
        let _ = writeln!(out, "<g visibility=\"{seen}\">");
        if last > 0 {
            let at = |index: usize| format!("{:.5}", index as f64 / beats);
            let (values, times) = match index {
                0 => ("visible;hidden", format!("0;{}", at(1))),
                _ if index == last => ("hidden;visible", format!("0;{}", at(index))),
                _ => ("hidden;visible;hidden", format!("0;{};{}", at(index), at(index + 1))),
            };
            let _ = writeln!(
                out,
                "<animate attributeName=\"visibility\" calcMode=\"discrete\" dur=\"{whole}s\" \
                 repeatCount=\"indefinite\" values=\"{values}\" keyTimes=\"{times}\"/>"
            );
        }
        frame(&mut out, board);
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

fn frame_size(boards: &[Board]) -> (f64, f64) {
    let width = boards.iter().map(Board::width).fold(0.0, f64::max);
    let height = boards.iter().map(Board::height).fold(0.0, f64::max);
    (width + 2.0 * PADDING, height + 2.0 * PADDING)
}

fn frame(out: &mut String, board: &Board) {
    let _ = writeln!(out, "<g transform=\"translate({} {})\">", n(PADDING), n(PADDING));
    board.draw(out);
    out.push_str("</g>\n");
}

/// The beginning of a document of this size with boards in it, and its page.
fn opened(size: (f64, f64), options: &Options, title: &str, description: &str) -> String {
    let mut definitions = String::new();
    board::definitions(&mut definitions, options);
    begun(size, options, [title, description], &definitions)
}

/// The beginning of a document of this size, and its page.
fn page(size: (f64, f64), options: &Options, title: &str, description: &str) -> String {
    begun(size, options, [title, description], "")
}

fn begun((width, height): (f64, f64), options: &Options, [title, description]: [&str; 2], definitions: &str) -> String {
    let shown = options.width.map_or(width, f64::from);
    let colours = options.theme.colours();
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\" \
         font-family=\"Inter, 'Helvetica Neue', Arial, sans-serif\">",
        n(shown),
        n(height * shown / width),
        n(width),
        n(height)
    );
    let _ = writeln!(out, "<title>{}</title>\n<desc>{}</desc>", escape(title), escape(description));
    out += definitions;
    let _ = writeln!(out, "<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>", n(width), n(height), colours.page);
    out
}

/// Title and description of the whole.
fn words(pictures: &[Picture]) -> (String, String) {
    match pictures {
        [picture] => (picture.title.clone(), picture.description.clone()),
        [] => ("No boards".to_owned(), String::new()),
        _ => {
            let each = pictures.iter().map(|picture| format!("{}. {}", picture.title, picture.description));
            (format!("{} boards", pictures.len()), each.collect::<Vec<_>>().join(" "))
        }
    }
}

/// A number, short: two places and no more than needed, the same on every machine.
pub(super) fn n(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Text for XML. Control characters that XML forbids are left out.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}
