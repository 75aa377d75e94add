//! `mdbook-tsoro`: an mdBook preprocessor that turns tsoro blocks into pictures.
//!
//! mdBook gives a book as JSON and takes it back the same way. Only the chapters' text is looked at, so that versions
//! of mdBook that order the rest otherwise are served as well. A block that is wrong ends the build.

use std::io::{Read, Write};
use std::process::ExitCode;

use serde_json::Value;
use tsoro_replay::diagram::weave::{WeaveError, blocks};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("supports") {
        // The pictures are SVG inside HTML.
        let html = arguments.next().as_deref() == Some("html");
        return if html { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(complaints) => {
            for complaint in complaints {
                let _ = writeln!(std::io::stderr(), "error: {complaint}");
            }
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Vec<String>> {
    let mut input = String::new();
    let say = |error: &dyn std::fmt::Display| vec![format!("mdbook-tsoro: {error}")];
    std::io::stdin().read_to_string(&mut input).map_err(|error| say(&error))?;
    let given: Value = serde_json::from_str(&input).map_err(|error| say(&error))?;
    let Value::Array(mut pair) = given else { return Err(say(&"mdBook gives a context and a book")) };
    let (Some(mut book), 1) = (pair.pop(), pair.len()) else {
        return Err(say(&"mdBook gives a context and a book"));
    };
    let mut complaints = Vec::new();
    visit(&mut book, &mut complaints);
    if !complaints.is_empty() {
        return Err(complaints);
    }
    let output = serde_json::to_vec(&book).map_err(|error| say(&error))?;
    std::io::stdout().write_all(&output).map_err(|error| say(&error))
}

/// Draws in every chapter, wherever it stands.
fn visit(value: &mut Value, complaints: &mut Vec<String>) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|value| visit(value, complaints)),
        Value::Object(map) => {
            if let Some(Value::Object(chapter)) = map.get_mut("Chapter") {
                let path = chapter.get("path").and_then(Value::as_str).unwrap_or("a chapter").to_owned();
                if let Some(Value::String(content)) = chapter.get_mut("content") {
                    *content = draw(&path, content, complaints);
                }
            }
            map.values_mut().for_each(|value| visit(value, complaints));
        }
        _ => {}
    }
}

/// A chapter with its blocks drawn. What is wrong is told with the chapter's path and the line.
fn draw(path: &str, text: &str, complaints: &mut Vec<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for block in blocks(text) {
        out += &text[copied..block.range.start];
        copied = block.range.end;
        if block.stays_text() {
            out += &text[block.range.clone()];
            continue;
        }
        match block.draw() {
            // The empty lines around it make it a block of its own to Markdown; there is none inside.
            Ok((svg, _)) => {
                out += &format!("\n<figure class=\"tsoro\" style=\"overflow-x: auto\">\n{svg}</figure>\n\n");
            }
            Err(WeaveError::Findings { record, findings }) => {
                for finding in findings {
                    let before = record.text.get(..finding.span.start as usize).unwrap_or("");
                    let line = block.line + 1 + before.matches('\n').count();
                    complaints.push(format!("{path}:{line}: {} [{}]", finding.message, finding.code));
                }
            }
            Err(error) => complaints.push(format!("{path}:{}: {error}", block.line)),
        }
    }
    out += &text[copied..];
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_are_drawn_and_faults_told() {
        let mut book: Value = serde_json::json!({"sections": [{"Chapter": {
            "path": "a.md",
            "content": "x\n```tsoro\n2*8 / 0*8 / 0*8 / 2*8 S\n```\ny\n",
            "sub_items": [{"Chapter": {"path": "b.md", "content": "```tsoro\nB1 A9\n```\n", "sub_items": []}}]
        }}]});
        let mut complaints = Vec::new();
        visit(&mut book, &mut complaints);
        let content = book["sections"][0]["Chapter"]["content"].as_str().unwrap_or("");
        assert!(content.starts_with("x\n\n<figure") && content.ends_with("</figure>\n\ny\n"), "{content}");
        assert!(
            !content
                .trim_end()
                .split_once("<figure")
                .is_some_and(|(_, svg)| svg.trim_end_matches('y').trim_end().contains("\n\n"))
        );
        assert_eq!(complaints.len(), 1, "{complaints:?}");
        assert!(complaints[0].starts_with("b.md:2: "), "{complaints:?}");
    }
}
