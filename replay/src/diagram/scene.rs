//! A picture as a handful of shapes in black and white: what the pens for TeX, Typst and PDF have in common.
//!
//! Measures are points, from the upper left corner downwards. The look is that of the SVG pen's style `print`.

use tsoro_rules::Hole;

use super::{Labels, Picture};

/// A shape of a scene.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shape {
    /// A circle, or a square with round corners for heads, around a middle.
    Ring { x: f64, y: f64, radius: f64, square: bool, line: f64, dotted: bool },
    /// A line through points, closed or open.
    Path { points: Vec<(f64, f64)>, line: f64, closed: bool, filled: bool },
    /// The board's edge: upper left corner, size.
    Frame { x: f64, y: f64, width: f64, height: f64, line: f64 },
    /// Words on a line whose letters stand on `y`.
    Words { x: f64, y: f64, size: f64, bold: bool, centred: bool, text: String },
}

/// A picture laid out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Scene {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) shapes: Vec<Shape>,
}

/// From hole to hole, a hole's radius, the ground around.
const PITCH: f64 = 16.0;
const HOLE: f64 = 6.9;
const RIM: f64 = 2.0;
const GAP: f64 = 3.0;
const LEFT: f64 = 14.0;
const TOP: f64 = 10.0;

impl Scene {
    pub(super) fn of(picture: &Picture) -> Scene {
        let named = picture.labels != Labels::None;
        let (left, top) = (if named || picture.to_move.is_some() { LEFT } else { 1.0 }, if named { TOP } else { 1.0 });
        let columns = usize::from(picture.columns.get());
        let (wide, high) = (columns as f64 * PITCH + 2.0 * RIM, 4.0 * PITCH + 2.0 * RIM + GAP);
        let mut scene = Scene { width: left + wide + 1.0, height: 2.0 * top + high, shapes: Vec::new() };
        scene.shapes.push(Shape::Frame { x: left, y: top, width: wide, height: high, line: 0.6 });
        let middle = top + high / 2.0;
        scene.line(&[(left, middle), (left + wide, middle)], 0.5);
        let at = |line: usize, place: usize| {
            let below = if line > 1 { GAP } else { 0.0 };
            (left + RIM + (place as f64 + 0.5) * PITCH, top + RIM + (line as f64 + 0.5) * PITCH + below)
        };
        for line in 0..4 {
            for place in 0..columns {
                if let Some(hole) = picture.hole(line, place) {
                    let (x, y) = at(line, place);
                    scene.hole(picture, hole, x, y);
                    if named && (line == 0 || line == 3) {
                        let y = if line == 0 { top - 3.0 } else { top + high + 7.5 };
                        scene.words(x, y, 5.5, false, picture.column(hole).to_string());
                    }
                    if named && place == 0 {
                        scene.words(left - 4.0, y + 2.2, 6.0, true, hole.row_letter().to_string());
                    }
                }
            }
        }
        if let Some(side) = picture.to_move {
            let line = if side == picture.seat { 2 } else { 0 };
            let y = at(line, 0).1 + PITCH / 2.0;
            let x = left - 12.0;
            let points = vec![(x, y - 2.2), (x + 3.6, y), (x, y + 2.2)];
            scene.shapes.push(Shape::Path { points, line: 0.3, closed: true, filled: true });
        }
        if let Some(caption) = &picture.caption {
            scene.height += 11.0;
            let y = scene.height - 2.5;
            let text = caption.split_whitespace().collect::<Vec<_>>().join(" ");
            scene.shapes.push(Shape::Words { x: left, y, size: 7.0, bold: false, centred: false, text });
        }
        scene
    }

    fn hole(&mut self, picture: &Picture, hole: Hole, x: f64, y: f64) {
        let marks = picture.marks(hole);
        let square = marks.head;
        let line = if square { 0.9 } else { 0.4 };
        self.shapes.push(Shape::Ring { x, y, radius: HOLE, square, line, dotted: false });
        if marks.lift {
            self.shapes.push(Shape::Ring { x, y, radius: HOLE + 0.9, square, line: 0.8, dotted: true });
        }
        if marks.landing {
            self.shapes.push(Shape::Ring { x, y, radius: HOLE + 0.6, square, line: 1.5, dotted: false });
        }
        match picture.stones(hole) {
            None => self.words(x, y + 2.7, 7.5, false, "?".to_owned()),
            Some(0) => {}
            Some(stones) => {
                let text = stones.to_string();
                let size = [8.5, 7.6, 5.6, 4.2][text.len().min(4) - 1];
                self.words(x, y + size * 0.36, size, true, text);
            }
        }
        let emptied = picture.stones(hole) == Some(0);
        for (stones, is_bonus) in [(marks.captured, false), (marks.bonus, true)] {
            let Some(stones) = stones else { continue };
            // The sign fills an emptied hole; beside stones that are left it stands in the corner.
            let (sx, sy, r) = if emptied { (x - 2.2, y, 2.3) } else { (x + 3.9, y - 4.2, 1.1) };
            if is_bonus {
                let points = vec![(sx, sy - r), (sx + r, sy), (sx, sy + r), (sx - r, sy)];
                self.shapes.push(Shape::Path { points, line: 0.7, closed: true, filled: false });
            } else {
                let r = r * 0.8;
                self.line(&[(sx - r, sy - r), (sx + r, sy + r)], 0.9);
                self.line(&[(sx + r, sy - r), (sx - r, sy + r)], 0.9);
            }
            if emptied {
                let text = stones.to_string();
                let size = if text.len() > 1 { 4.2 } else { 6.0 };
                self.words(x + 3.2, y + size * 0.36, size, false, text);
            }
        }
    }

    fn line(&mut self, points: &[(f64, f64)], line: f64) {
        self.shapes.push(Shape::Path { points: points.to_vec(), line, closed: false, filled: false });
    }

    fn words(&mut self, x: f64, y: f64, size: f64, bold: bool, text: String) {
        self.shapes.push(Shape::Words { x, y, size, bold, centred: true, text });
    }
}
