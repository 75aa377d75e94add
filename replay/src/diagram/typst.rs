//! The pen for Typst: a `box` that needs no package.

use std::fmt::Write;

use super::Picture;
use super::scene::{Scene, Shape};
use super::svg::n;

/// Draws a picture as a Typst `box`.
pub fn draw(picture: &Picture) -> String {
    let Scene { width, height, shapes } = Scene::of(picture);
    let title = picture.title.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = format!("// {title}\n#box(width: {}pt, height: {}pt, {{\n", n(width), n(height));
    for shape in &shapes {
        let _ = match shape {
            Shape::Ring { x, y, radius, square, line, dotted } => {
                let dash = if *dotted { ", dash: (\"dot\", 2pt), cap: \"round\"" } else { "" };
                let stroke = format!("stroke: (paint: black, thickness: {}pt{dash})", n(*line));
                let side = n(2.0 * radius);
                let (kind, size) = if *square {
                    ("rect", format!("width: {side}pt, height: {side}pt, radius: 2pt"))
                } else {
                    ("circle", format!("radius: {}pt", n(*radius)))
                };
                let (dx, dy) = (n(x - radius), n(y - radius));
                writeln!(out, "  place(top + left, dx: {dx}pt, dy: {dy}pt, {kind}({size}, {stroke}))")
            }
            Shape::Path { points, line, closed, filled } => {
                let fill = if *filled { "fill: black, " } else { "" };
                let mut steps = String::new();
                for (index, (x, y)) in points.iter().enumerate() {
                    let step = if index == 0 { "move" } else { "line" };
                    let _ = write!(steps, "curve.{step}(({}pt, {}pt)), ", n(*x), n(*y));
                }
                if *closed {
                    steps.push_str("curve.close(), ");
                }
                let steps = steps.trim_end_matches(", ");
                writeln!(out, "  place(top + left, curve({fill}stroke: {}pt, {steps}))", n(*line))
            }
            Shape::Frame { x, y, width, height, line } => writeln!(
                out,
                "  place(top + left, dx: {}pt, dy: {}pt, rect(width: {}pt, height: {}pt, radius: 4pt, stroke: {}pt))",
                n(*x),
                n(*y),
                n(*width),
                n(*height),
                n(*line)
            ),
            Shape::Words { x, y, size, bold, centred, text } => {
                let weight = if *bold { ", weight: \"bold\"" } else { "" };
                let words = format!(
                    "text(size: {}pt{weight}, top-edge: \"baseline\", bottom-edge: \"baseline\", {})",
                    n(*size),
                    quoted(text)
                );
                let y = n(*y);
                if *centred {
                    let x = n(x - 50.0);
                    writeln!(
                        out,
                        "  place(top + left, dx: {x}pt, dy: {y}pt, box(width: 100pt, align(center, {words})))"
                    )
                } else {
                    writeln!(out, "  place(top + left, dx: {}pt, dy: {y}pt, {words})", n(*x))
                }
            }
        };
    }
    out.push_str("})\n");
    out
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
