//! The pen for TeX: a `tikzpicture` that needs nothing but the package `tikz`.

use std::fmt::Write;

use super::Picture;
use super::scene::{Scene, Shape};
use super::svg::n;

/// Draws a picture as a `tikzpicture` environment.
pub fn draw(picture: &Picture) -> String {
    let Scene { width, height, shapes } = Scene::of(picture);
    let mut out = format!("% {}\n% needs \\usepackage{{tikz}}\n", one_line(&picture.title));
    out.push_str("\\begin{tikzpicture}[x=1pt, y=-1pt, line cap=round, line join=round, font=\\sffamily]\n");
    let _ = writeln!(out, "  \\path (0, 0) rectangle ({}, {});", n(width), n(height));
    for shape in &shapes {
        let _ = match shape {
            Shape::Ring { x, y, radius, square, line, dotted } => {
                let dash = if *dotted { ", dash pattern=on 0pt off 2pt" } else { "" };
                let line = format!("line width={}pt{dash}", n(*line));
                if *square {
                    let (left, right) = (n(x - radius), n(x + radius));
                    let (top, bottom) = (n(y - radius), n(y + radius));
                    let corners = "rounded corners=2pt";
                    writeln!(out, "  \\draw[{line}, {corners}] ({left}, {top}) rectangle ({right}, {bottom});")
                } else {
                    writeln!(out, "  \\draw[{line}] ({}, {}) circle[radius={}pt];", n(*x), n(*y), n(*radius))
                }
            }
            Shape::Path { points, line, closed, filled } => {
                let points = points.iter().map(|(x, y)| format!("({}, {})", n(*x), n(*y))).collect::<Vec<_>>();
                let end = if *closed { " -- cycle" } else { "" };
                let command = if *filled { "filldraw" } else { "draw" };
                writeln!(out, "  \\{command}[line width={}pt] {}{end};", n(*line), points.join(" -- "))
            }
            Shape::Frame { x, y, width, height, line } => writeln!(
                out,
                "  \\draw[line width={}pt, rounded corners=4pt] ({}, {}) rectangle ({}, {});",
                n(*line),
                n(*x),
                n(*y),
                n(x + width),
                n(y + height)
            ),
            Shape::Words { x, y, size, bold, centred, text } => {
                let anchor = if *centred { "base" } else { "base west" };
                let weight = if *bold { "\\bfseries" } else { "" };
                writeln!(
                    out,
                    "  \\node[anchor={anchor}, inner sep=0pt] at ({}, {}) \
                     {{\\fontsize{{{}}}{{{}}}\\selectfont{weight} {}}};",
                    n(*x),
                    n(*y),
                    n(*size),
                    n(size * 1.2),
                    escape(text)
                )
            }
        };
    }
    out.push_str("\\end{tikzpicture}\n");
    out
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Words that TeX prints as they are.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
