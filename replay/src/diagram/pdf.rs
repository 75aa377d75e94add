//! The pen for PDF: one page of the picture's size, written by hand, with the fonts that every reader has.

use std::fmt::Write;

use super::Picture;
use super::scene::{Scene, Shape};
use super::svg::n;

/// How far the handles of a quarter circle's curve reach.
const HANDLE: f64 = 0.552_284_75;

/// Draws a picture as a PDF file.
pub fn draw(picture: &Picture) -> Vec<u8> {
    let scene = Scene::of(picture);
    let content = content(&scene);
    let (width, height) = (n(scene.width), n(scene.height));
    let font = |name: &str| format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>");
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R \
             /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>"
        )
        .into_bytes(),
        [format!("<< /Length {} >>\nstream\n", content.len()).as_bytes(), &content, b"\nendstream"].concat(),
        font("Helvetica").into_bytes(),
        font("Helvetica-Bold").into_bytes(),
        [b"<< /Title (", latin(&picture.title).as_slice(), b") /Producer (tsoro) >>"].concat(),
    ];
    let mut out = b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(out.len());
        out.extend(format!("{} 0 obj\n", index + 1).bytes());
        out.extend(object);
        out.extend(b"\nendobj\n");
    }
    let table = out.len();
    let mut end = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for offset in offsets {
        let _ = writeln!(end, "{offset:010} 00000 n ");
    }
    let _ =
        write!(end, "trailer\n<< /Size {} /Root 1 0 R /Info 7 0 R >>\nstartxref\n{table}\n%%EOF\n", objects.len() + 1);
    out.extend(end.bytes());
    out
}

/// The drawing itself. PDF's measures go upwards.
fn content(scene: &Scene) -> Vec<u8> {
    let mut out = Vec::new();
    let up = |y: f64| scene.height - y;
    out.extend(b"1 J 1 j\n");
    for shape in &scene.shapes {
        let mut text = String::new();
        match shape {
            Shape::Ring { x, y, radius, square, line, dotted } => {
                let dash = if *dotted { "[0 2] 0 d" } else { "[] 0 d" };
                let _ = write!(text, "{} w {dash} ", n(*line));
                let corner = if *square { 2.0 } else { *radius };
                round(&mut text, x - radius, up(y + radius), 2.0 * radius, 2.0 * radius, corner);
                text.push_str("S [] 0 d\n");
            }
            Shape::Frame { x, y, width, height, line } => {
                let _ = write!(text, "{} w ", n(*line));
                round(&mut text, *x, up(y + height), *width, *height, 4.0);
                text.push_str("S\n");
            }
            Shape::Path { points, line, closed, filled } => {
                let _ = write!(text, "{} w ", n(*line));
                for (index, (x, y)) in points.iter().enumerate() {
                    let _ = write!(text, "{} {} {} ", n(*x), n(up(*y)), if index == 0 { "m" } else { "l" });
                }
                text.push_str(match (closed, filled) {
                    (true, true) => "b\n",
                    (true, false) => "s\n",
                    (false, _) => "S\n",
                });
            }
            Shape::Words { x, y, size, bold, centred, text: words } => {
                // What is centred is a figure or a row's letter: all figures of Helvetica are as wide.
                let wide = if *centred { words.chars().map(|c| advance(c, *bold)).sum::<f64>() * size } else { 0.0 };
                let font = if *bold { "F2" } else { "F1" };
                let _ = write!(text, "BT /{font} {} Tf {} {} Td (", n(*size), n(x - wide / 2.0), n(up(*y)));
                out.extend(text.bytes());
                out.extend(latin(words));
                out.extend(b") Tj ET\n");
                continue;
            }
        }
        out.extend(text.bytes());
    }
    out
}

fn advance(c: char, bold: bool) -> f64 {
    match (c, bold) {
        ('A' | 'B', true) => 0.722,
        ('A' | 'B', false) => 0.667,
        ('b' | '?', true) => 0.611,
        _ => 0.556,
    }
}

/// A rectangle with round corners from its lower left corner; a circle when the corners are all there is.
fn round(out: &mut String, x: f64, y: f64, width: f64, height: f64, corner: f64) {
    let (right, top) = (x + width, y + height);
    let k = corner * (1.0 - HANDLE);
    let _ = write!(out, "{} {} m ", n(x + corner), n(y));
    let sides = [
        [(right - corner, y), (right - k, y), (right, y + k), (right, y + corner)],
        [(right, top - corner), (right, top - k), (right - k, top), (right - corner, top)],
        [(x + corner, top), (x + k, top), (x, top - k), (x, top - corner)],
        [(x, y + corner), (x, y + k), (x + k, y), (x + corner, y)],
    ];
    for [line, one, two, end] in sides {
        let _ = write!(out, "{} {} l ", n(line.0), n(line.1));
        for point in [one, two, end] {
            let _ = write!(out, "{} {} ", n(point.0), n(point.1));
        }
        out.push_str("c ");
    }
    out.push_str("h ");
}

/// Words in the letters of Western Europe, those of PDF's strings escaped; others become question marks.
fn latin(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    for c in text.chars() {
        match c {
            '(' | ')' | '\\' => out.extend([b'\\', c as u8]),
            c if c.is_control() => out.push(b' '),
            '…' => out.push(0x85),
            '‘' => out.push(0x91),
            '’' => out.push(0x92),
            '“' => out.push(0x93),
            '”' => out.push(0x94),
            '–' => out.push(0x96),
            '—' => out.push(0x97),
            c => out.push(u8::try_from(u32::from(c)).unwrap_or(b'?')),
        }
    }
    out
}
