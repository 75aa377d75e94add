//! One board as SVG: the ground, the holes, what lies in them, what happened at them, their names.

use std::fmt::Write;

use tsoro_rules::{Hole, Side};

use super::packing::{MOST, PEBBLE, arrangement};
use super::theme::Colours;
use super::{Options, Style, Theme, legend, n};
use crate::diagram::{Labels, Picture};

/// Ground between the players' sides.
const GAP: f64 = 8.0;

/// A hole's radius, and how far the holes are from each other.
const HOLE: f64 = 20.0;
/// The radius of the rings around a hole.
const RING: f64 = 22.4;
/// Ground between the outermost holes and the edge.
const RIM: f64 = 7.0;

/// A picture laid out.
pub(super) struct Board<'a> {
    picture: &'a Picture,
    options: &'a Options,
    colours: &'a Colours,
    pitch: f64,
    /// Room for names and the turn's sign at the left, and for names above and below.
    left: f64,
    top: f64,
    legend: legend::Legend,
}

/// What is drawn often and defined once.
pub(super) fn definitions(out: &mut String, options: &Options) {
    let colours = options.theme.colours();
    if is_drawn(options) {
        return;
    }
    let theme = options.theme;
    let [bottom, side, rim] = colours.hole;
    let _ = writeln!(
        out,
        "<defs><radialGradient id=\"tsoro-{theme}-hole\" cx=\".56\" cy=\".62\" r=\".62\"><stop offset=\"0\" \
         stop-color=\"{bottom}\"/><stop offset=\".6\" stop-color=\"{side}\"/><stop offset=\"1\" stop-color=\"{rim}\"/>\
         </radialGradient></defs>"
    );
}

/// Whether the holes are lines alone.
fn is_drawn(options: &Options) -> bool {
    options.style == Style::Print || options.theme == Theme::Paper
}

impl<'a> Board<'a> {
    pub(super) fn new(picture: &'a Picture, options: &'a Options) -> Board<'a> {
        let named = picture.labels != Labels::None;
        let pitch = if options.style == Style::Print { 46.0 } else { 49.0 };
        let mut board = Board {
            picture,
            options,
            colours: options.theme.colours(),
            pitch,
            left: if named || picture.to_move.is_some() { 30.0 } else { 0.0 },
            top: if named { 22.0 } else { 0.0 },
            legend: legend::Legend::default(),
        };
        board.legend = legend::Legend::of(picture, options, board.width());
        board
    }

    pub(super) fn width(&self) -> f64 {
        // A narrow board still has room for the words below it.
        (self.left + self.ground_width()).max(250.0)
    }

    pub(super) fn height(&self) -> f64 {
        2.0 * self.top + self.ground_height() + self.legend.height()
    }

    fn ground_width(&self) -> f64 {
        f64::from(self.picture.columns.get()) * self.pitch + 2.0 * RIM
    }

    fn ground_height(&self) -> f64 {
        4.0 * self.pitch + 2.0 * RIM + GAP
    }

    /// The size of names. A wide board is shown small, and its names must still be read.
    fn letters(&self) -> f64 {
        (12.0 + (f64::from(self.picture.columns.get()) - 18.0) / 6.0).clamp(12.0, 16.0)
    }

    pub(super) fn draw(&self, out: &mut String) {
        self.ground(out);
        self.names(out);
        self.turn(out);
        for line in 0..4 {
            for place in 0..usize::from(self.picture.columns.get()) {
                if let Some(hole) = self.picture.hole(line, place) {
                    self.hole(out, hole, line, place);
                }
            }
        }
        let below = 2.0 * self.top + self.ground_height();
        self.legend.draw(out, self.colours, below, self.left);
    }

    /// The middle of a hole.
    fn middle(&self, line: usize, place: usize) -> (f64, f64) {
        let x = self.left + RIM + (place as f64 + 0.5) * self.pitch;
        let y = self.top + RIM + (line as f64 + 0.5) * self.pitch + if line > 1 { GAP } else { 0.0 };
        (x, y)
    }

    fn ground(&self, out: &mut String) {
        let Colours { ground, edge, middle, .. } = self.colours;
        let (width, height) = (self.ground_width(), self.ground_height());
        let thin = if is_drawn(self.options) { 1.0 } else { 1.5 };
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"14\" fill=\"{ground}\" stroke=\"{edge}\" \
             stroke-width=\"{thin}\"/>",
            n(self.left),
            n(self.top),
            n(width),
            n(height)
        );
        let y = n(self.top + height / 2.0);
        let dashes = if is_drawn(self.options) { "" } else { " stroke-linecap=\"round\"" };
        let _ = writeln!(
            out,
            "<path d=\"M{} {y}H{}\" stroke=\"{middle}\" stroke-width=\"{}\"{dashes}/>",
            n(self.left + if is_drawn(self.options) { 0.0 } else { 12.0 }),
            n(self.left + width - if is_drawn(self.options) { 0.0 } else { 12.0 }),
            if is_drawn(self.options) { 1.0 } else { 2.0 }
        );
    }

    fn names(&self, out: &mut String) {
        if self.picture.labels == Labels::None {
            return;
        }
        let label = self.colours.label;
        let size = self.letters();
        let _ = writeln!(out, "<g font-size=\"{}\" fill=\"{label}\" text-anchor=\"middle\">", n(size));
        let bottom = self.top + self.ground_height();
        for (line, y) in [(0, self.top - 8.0), (3, bottom + 5.0 + size)] {
            for place in 0..usize::from(self.picture.columns.get()) {
                let Some(hole) = self.picture.hole(line, place) else { continue };
                let (x, _) = self.middle(line, place);
                let _ = write!(out, "<text x=\"{}\" y=\"{}\">{}</text>", n(x), n(y), self.picture.column(hole));
            }
            out.push('\n');
        }
        for line in 0..4 {
            let Some(hole) = self.picture.hole(line, 0) else { continue };
            let (_, y) = self.middle(line, 0);
            let letter = hole.row_letter();
            let x = n(self.left - 11.0);
            let _ = write!(out, "<text x=\"{x}\" y=\"{}\" font-weight=\"600\">{letter}</text>", n(y + 4.6));
        }
        out.push_str("\n</g>\n");
    }

    /// A triangle at the side of the player whose turn it is.
    fn turn(&self, out: &mut String) {
        let Some(side) = self.picture.to_move else { return };
        let line = if side == self.picture.seat { 2 } else { 0 };
        let (_, above) = self.middle(line, 0);
        let y = above + self.pitch / 2.0;
        let x = self.left - 25.0;
        let fill = self.colours.text;
        let _ = writeln!(out, "<path d=\"M{} {}l9 5.5l-9 5.5z\" fill=\"{fill}\"/>", n(x), n(y - 5.5));
    }

    fn hole(&self, out: &mut String, hole: Hole, line: usize, place: usize) {
        let (x, y) = self.middle(line, place);
        let marks = self.picture.marks(hole);
        let _ = write!(out, "<g transform=\"translate({} {})\">", n(x), n(y));
        self.pit(out, marks.head);
        self.contents(out, hole);
        if marks.lift {
            let style = format!(
                "stroke=\"{}\" stroke-width=\"2.2\" stroke-dasharray=\"1 5\" stroke-linecap=\"round\"",
                self.colours.lift
            );
            outline(out, marks.head, RING + 0.4, &style);
        }
        if marks.landing {
            let style = format!("stroke=\"{}\" stroke-width=\"3.4\"", self.colours.landing);
            outline(out, marks.head, RING, &style);
        }
        self.laps(out, hole);
        for (stones, is_bonus) in [(marks.captured, false), (marks.bonus, true)] {
            if let Some(stones) = stones {
                self.taken(out, hole, stones, is_bonus);
            }
        }
        out.push_str("</g>\n");
    }

    /// The hole itself: round, or with corners where it is a head.
    fn pit(&self, out: &mut String, head: bool) {
        let Colours { rim, lip, .. } = self.colours;
        if is_drawn(self.options) {
            let fill = if self.options.theme == Theme::Paper { "#fff" } else { self.colours.ground };
            let width = if head { 2.2 } else { 1.1 };
            let colour = if self.options.theme == Theme::Paper { rim } else { self.colours.label };
            shape(out, head, HOLE, &format!("fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"{width}\""));
            return;
        }
        if let Some(lip) = lip {
            let _ = write!(out, "<g transform=\"translate(.9 1.2)\">");
            shape(out, head, HOLE + 0.6, &format!("fill=\"{lip}\""));
            out.push_str("</g>");
        }
        let theme = self.options.theme;
        let style = format!("fill=\"url(#tsoro-{theme}-hole)\" stroke=\"{rim}\" stroke-width=\"1.2\"");
        shape(out, head, HOLE, &style);
    }

    /// What lies in the hole.
    fn contents(&self, out: &mut String, hole: Hole) {
        let Some(stones) = self.picture.stones(hole) else {
            self.figure(out, "?", self.pale());
            return;
        };
        if stones == 0 {
            return;
        }
        if self.options.style != Style::Pebbles {
            self.figure(out, &stones.to_string(), self.ink());
            return;
        }
        let Colours { stones: shades, outline, heap_figure, .. } = self.colours;
        let seed = usize::from(hole.circuit()) * 7 + if hole.side() == Side::North { 3 } else { 0 };
        if stones <= MOST {
            for (index, &(x, y)) in arrangement(stones, seed / 2).iter().enumerate() {
                let shade = shades[(seed + index * 5) % 3];
                let _ = write!(
                    out,
                    "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{shade}\" stroke=\"{outline}\" stroke-width=\".8\"/>",
                    n(x),
                    n(y),
                    n(PEBBLE - if self.options.theme == Theme::Paper { 1.1 } else { 0.4 })
                );
            }
            return;
        }
        // A heap: stones all round, the figure on top of them.
        if self.options.theme == Theme::Paper {
            self.figure(out, &stones.to_string(), heap_figure);
            return;
        }
        let _ = write!(out, "<circle r=\"15\" fill=\"{}\" stroke=\"{outline}\" stroke-width=\".8\"/>", shades[0]);
        self.figure(out, &stones.to_string(), heap_figure);
    }

    /// The colour of figures in the holes.
    fn ink(&self) -> &'static str {
        if is_drawn(self.options) { self.colours.text } else { self.colours.figure }
    }

    fn pale(&self) -> &'static str {
        if is_drawn(self.options) { self.colours.label } else { self.colours.figure }
    }

    fn figure(&self, out: &mut String, figure: &str, colour: &str) {
        let size = match (figure.len(), self.options.style) {
            (1, Style::Pebbles) | (2, Style::Figures) => 19.0,
            (1, _) => 21.0,
            (2, Style::Pebbles) => 17.0,
            (2, _) => 20.0,
            (3, _) => 14.0,
            _ => 10.5,
        };
        let _ = write!(
            out,
            "<text y=\"{}\" font-size=\"{}\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{colour}\">{figure}</text>",
            n(size * 0.364),
            n(size)
        );
    }

    /// The numbers of the laps that ended here, of a sowing with few laps.
    fn laps(&self, out: &mut String, hole: Hole) {
        if !(2..=MOST_LAPS).contains(&self.picture.laps) {
            return;
        }
        let here = self.picture.numbered_landings().filter(|&(_, landing)| landing == hole);
        let numbers = here.map(|(number, _)| number.to_string()).collect::<Vec<_>>().join(" ");
        if numbers.is_empty() {
            return;
        }
        let Colours { landing, badge, .. } = self.colours;
        let half = 3.4 * numbers.len() as f64 + 3.6;
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"10.5\" width=\"{}\" height=\"14\" rx=\"7\" fill=\"{landing}\" stroke=\"{badge}\"/><text \
             x=\"{}\" y=\"21.4\" font-size=\"10.5\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{badge}\">{numbers}</text>",
            n(-15.0 - half),
            n(2.0 * half),
            n(-15.0)
        );
    }

    /// Stones taken from the hole: a cross for a capture, a lozenge for the bonus, and how many.
    fn taken(&self, out: &mut String, hole: Hole, stones: u16, is_bonus: bool) {
        let colours = self.colours;
        let colour = if is_bonus { colours.bonus } else { colours.captured };
        if self.picture.stones(hole) == Some(0) {
            // In the emptied hole the sign is large.
            let ink = self.ink();
            let path = if is_bonus { "M0-11L11 0L0 11L-11 0z" } else { "M-8-8L8 8M8-8L-8 8" };
            let _ = write!(
                out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.6\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
            );
        }
        let text = stones.to_string();
        let width = 15.0 + 6.6 * text.len() as f64 + 3.5;
        let badge = colours.badge;
        let _ = write!(
            out,
            "<g transform=\"translate({} -24)\"><rect width=\"{}\" height=\"15\" rx=\"7.5\" fill=\"{badge}\" stroke=\"{colour}\" \
             stroke-width=\"1.3\"/>",
            n(25.0 - width),
            n(width)
        );
        sign(out, is_bonus, 8.6, 7.5, colour);
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"11.4\" font-size=\"11\" font-weight=\"600\" text-anchor=\"middle\" fill=\"{colour}\">{text}</text></g>",
            n(14.2 + 3.3 * text.len() as f64)
        );
    }
}

/// The most laps that are numbered on the board: beyond this the numbers hide it.
const MOST_LAPS: u32 = 9;

/// A small cross or lozenge.
pub(super) fn sign(out: &mut String, is_bonus: bool, x: f64, y: f64, colour: &str) {
    let (x, y) = (n(x), n(y));
    let path = if is_bonus {
        format!("<path transform=\"translate({x} {y})\" d=\"M0-4.4L4.4 0L0 4.4L-4.4 0z\" fill=\"{colour}\"/>")
    } else {
        format!(
            "<path transform=\"translate({x} {y})\" d=\"M-3.2-3.2L3.2 3.2M3.2-3.2L-3.2 3.2\" stroke=\"{colour}\" \
             stroke-width=\"2\" stroke-linecap=\"round\"/>"
        )
    };
    out.push_str(&path);
}

/// A circle, or a square with round corners, around the middle.
fn shape(out: &mut String, head: bool, radius: f64, style: &str) {
    let r = n(radius);
    let _ = if head {
        let side = n(2.0 * radius);
        write!(out, "<rect x=\"-{r}\" y=\"-{r}\" width=\"{side}\" height=\"{side}\" rx=\"7\" {style}/>")
    } else {
        write!(out, "<circle r=\"{r}\" {style}/>")
    };
}

fn outline(out: &mut String, head: bool, radius: f64, style: &str) {
    shape(out, head, radius, &format!("fill=\"none\" {style}"));
}
