//! The pen for trees of openings: a column a ply, blocks as tall as the games are many, each coloured by what the first
//! mover got out of it.

use std::fmt::Write;

use super::theme::Theme;
use super::{Options, escape, n, page};
use crate::diagram::chart::{Interval, Opening, Openings};

const WIDTH: f64 = 1000.0;
const MARGIN: f64 = 28.0;
const TALL: f64 = 720.0;
const BROADEST: f64 = 236.0;
/// What is less tall is not drawn, and what is less tall than a line of words has none.
const LEAST: f64 = 1.5;
const WORDS: f64 = 12.5;

/// Draws a tree of openings as a whole SVG document. Of the options, theme and width matter.
pub fn openings(tree: &Openings, options: &Options) -> String {
    let tall = TALL / tree.games.max(1) as f64;
    let columns = depth(&tree.next, tall).max(1);
    let broad = ((WIDTH - 2.0 * MARGIN) / columns as f64).min(BROADEST);
    let pen = Pen { theme: options.theme, broad, tall };
    let mut out = page((WIDTH, 130.0 + TALL + MARGIN), options, &tree.title, &tree.description);
    let colours = options.theme.colours();
    let _ = writeln!(
        out,
        "<style>.title{{font-size:21px;font-weight:600;fill:{}}}.small{{font-size:12px;fill:{}}}.ply{{font-size:12px}}</style>\n\
         <text x=\"{MARGIN}\" y=\"42\" class=\"title\">{}</text>",
        colours.text,
        colours.label,
        escape(&tree.title)
    );
    pen.legend(&mut out, 64.0, colours.edge);
    for column in 0..columns {
        let x = MARGIN + column as f64 * pen.broad;
        let _ = writeln!(out, "<text x=\"{}\" y=\"118\" class=\"small\">ply {}</text>", n(x), column + 1);
    }
    pen.blocks(&mut out, (MARGIN, 130.0), &tree.next, colours.page);
    out.push_str("</svg>\n");
    out
}

struct Pen {
    theme: Theme,
    broad: f64,
    /// Of a game.
    tall: f64,
}

impl Pen {
    fn legend(&self, out: &mut String, y: f64, edge: &str) {
        let mut x = MARGIN;
        let _ = writeln!(out, "<text x=\"{}\" y=\"{}\" class=\"small\">the first mover got</text>", n(x), n(y + 10.5));
        x += 118.0;
        for (percent, words) in
            [(25_u8, "25 % or less"), (38, "38 %"), (50, "50 %"), (62, "62 %"), (75, "75 % or more")]
        {
            let fill = self.fill(Some(f64::from(percent) / 100.0));
            let _ = writeln!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"26\" height=\"12\" fill=\"{fill}\" stroke=\"{edge}\" \
                 stroke-width=\"0.75\"/>\n<text x=\"{}\" y=\"{}\" class=\"small\">{words}</text>",
                n(x),
                n(y),
                n(x + 32.0),
                n(y + 10.5)
            );
            x += 48.0 + 6.4 * words.len() as f64;
        }
        let words = "of the points; a block is as tall as its games are many";
        let _ = writeln!(out, "<text x=\"{}\" y=\"{}\" class=\"small\">{words}</text>", n(x + 2.0), n(y + 10.5));
    }

    fn blocks(&self, out: &mut String, (x, mut y): (f64, f64), openings: &[Opening], page: &str) {
        for opening in openings {
            let tall = opening.games as f64 * self.tall;
            if tall >= LEAST {
                self.block(out, (x, y), opening, page);
                self.blocks(out, (x + self.broad, y), &opening.next, page);
            }
            y += tall;
        }
    }

    fn block(&self, out: &mut String, (x, y): (f64, f64), opening: &Opening, page: &str) {
        let tall = opening.games as f64 * self.tall;
        let fill = self.fill(opening.first.map(|share| share.share));
        let unit = if opening.games == 1 { "game" } else { "games" };
        let mut spoken = format!("{}: {} {unit}", opening.ply, opening.games);
        if let Some(Interval { share, low, high }) = opening.first {
            let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
            let _ = write!(spoken, ", the first mover got {share:.0} % ({low:.0} to {high:.0})");
        }
        let _ = writeln!(
            out,
            "<g><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"{page}\" \
             stroke-width=\"0.75\"/>",
            escape(&spoken),
            n(x),
            n(y),
            n(self.broad),
            n(tall)
        );
        if tall >= WORDS {
            let letter = if light(&fill) { "#1a120a" } else { "#ffffff" };
            let base = n(y + tall / 2.0 + 4.2);
            let figures = match opening.first {
                Some(first) if self.broad > 150.0 => format!("{} · {:.0} %", opening.games, 100.0 * first.share),
                _ => opening.games.to_string(),
            };
            // Room for the figures at the other end.
            let room = ((self.broad - 24.0) / 7.2) as usize;
            let room = room.saturating_sub(figures.chars().count());
            let shown: String = if opening.ply.chars().count() > room {
                opening.ply.chars().take(room.saturating_sub(1)).chain(['…']).collect()
            } else {
                opening.ply.clone()
            };
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{base}\" class=\"ply\" fill=\"{letter}\">{}</text>\n<text x=\"{}\" y=\"{base}\" \
                 class=\"ply\" text-anchor=\"end\" fill=\"{letter}\">{}</text>",
                n(x + 8.0),
                escape(&shown),
                n(x + self.broad - 8.0),
                figures
            );
        }
        out.push_str("</g>\n");
    }

    /// From the second mover's colour at a quarter of the points over a quiet one to the first mover's at three quarters:
    /// beyond them lie few openings, and between them the differences.
    fn fill(&self, share: Option<f64>) -> String {
        let ([second, middle, first], unknown) = match self.theme {
            Theme::Earth => ([[0xb8, 0x5f, 0x16], [0xf1, 0xe6, 0xd0], [0x00, 0x43, 0x6f]], "#d8d2c6"),
            Theme::Paper => ([[0xff, 0xff, 0xff], [0xb4, 0xb4, 0xb4], [0x20, 0x20, 0x20]], "#ededed"),
            Theme::Dark => ([[0xd9, 0x80, 0x3f], [0x3a, 0x33, 0x2b], [0x62, 0xc0, 0xff]], "#26211c"),
        };
        let Some(share) = share else { return unknown.to_owned() };
        let part = (2.0 * share - 0.5).clamp(0.0, 1.0);
        let (from, to, part) =
            if part < 0.5 { (second, middle, 2.0 * part) } else { (middle, first, 2.0 * part - 1.0) };
        let mixed = |at: usize| {
            let (from, to) = (f64::from(from[at]), f64::from(to[at]));
            (from + part * (to - from)).round() as u8
        };
        format!("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2))
    }
}

/// Whether dark letters are read better on it than light ones.
fn light(fill: &str) -> bool {
    let part = |at: usize| fill.get(at..at + 2).and_then(|part| u32::from_str_radix(part, 16).ok()).unwrap_or(0);
    299 * part(1) + 587 * part(3) + 114 * part(5) > 140_000
}

/// How many plies deep a tree is to be seen.
fn depth(openings: &[Opening], tall: f64) -> usize {
    let seen = openings.iter().filter(|opening| opening.games as f64 * tall >= LEAST);
    seen.map(|opening| 1 + depth(&opening.next, tall)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_movers_colour_is_met_at_either_end() {
        for theme in Theme::ALL {
            let pen = Pen { theme, broad: 1.0, tall: 1.0 };
            let fills = [0.0, 0.5, 1.0].map(|share| pen.fill(Some(share)));
            assert!(fills[0] != fills[1] && fills[1] != fills[2] && fills[0] != fills[2], "{fills:?}");
        }
        assert!(light("#ffffff") && !light("#00436f"));
    }
}
