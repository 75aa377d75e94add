//! `tsoro weave`: pictures for the tsoro blocks of Markdown files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use tsoro_replay::diagram::weave::{Block, WeaveError, blocks};

use crate::failure::{Failure, Status};
use crate::{output, report};

/// What marks an image line as written by this command.
const MARK: &str = "<!-- tsoro weave -->";

/// Draw the tsoro blocks of Markdown files, and put each picture below its block
#[derive(Debug, Args)]
#[command(after_help = "\
A block is fenced as ```tsoro and holds a record or a position; behind the word stand options: ply=12,15-17
style=print theme=paper labels=board from=north width=600 legend=no rules=nsolo caption=\"After the capture\",
and show=text for a block that is to have no picture.

The picture of the second block of README.md is README-2.svg. Weaving again refreshes it.")]
pub(crate) struct Weave {
    /// Markdown files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Write nothing; exit with 1 when a file or picture is not up to date
    #[arg(long)]
    check: bool,
}

impl Weave {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let mut status = Status::Fine;
        for path in &self.files {
            status = status.max(self.weave(path, out)?);
        }
        Ok(status)
    }

    fn weave(&self, path: &Path, out: &mut impl Write) -> Result<Status, Failure> {
        let text = fs::read_to_string(path).map_err(|source| Failure::Read { path: path.to_owned(), source })?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let mut files = Vec::new();
        let mut woven = String::new();
        let mut copied = 0;
        let mut faulty = false;
        for (number, block) in (1..).zip(blocks(&text)) {
            woven += &text[copied..block.range.end];
            copied = block.range.end;
            if block.stays_text() {
                continue;
            }
            match block.draw() {
                Ok((svg, title)) => {
                    let name = format!("{stem}-{number}.svg");
                    copied += old_image(&text[copied..]);
                    let title = title.replace(['[', ']'], "");
                    woven += &format!("\n![{title}]({}){MARK}\n", name.replace(' ', "%20"));
                    files.push((path.with_file_name(name), svg.into_bytes()));
                }
                Err(error) => {
                    faulty = true;
                    write!(out, "{}", complaint(path, &block, &error))?;
                }
            }
        }
        if faulty {
            return Ok(Status::Faults);
        }
        woven += &text[copied..];
        files.push((path.to_owned(), woven.into_bytes()));
        let mut status = Status::Fine;
        for (path, bytes) in files {
            if fs::read(&path).is_ok_and(|old| old == bytes) {
                continue;
            }
            if self.check {
                writeln!(out, "{} is not up to date", path.display())?;
                status = Status::Faults;
            } else {
                output::write_file(&path, &bytes)?;
            }
        }
        Ok(status)
    }
}

/// How much of the text behind a block is the image of an earlier weaving, the empty line before it included.
fn old_image(text: &str) -> usize {
    let body = text.trim_start_matches(['\r', '\n']);
    let line = body.split_inclusive('\n').next().unwrap_or("");
    if line.trim_end().ends_with(MARK) { text.len() - body.len() + line.len() } else { 0 }
}

/// What is wrong with a block: the findings of its record, or a sentence.
fn complaint(path: &Path, block: &Block, error: &WeaveError) -> String {
    let place = format!("{}:{}", path.display(), block.line);
    match error {
        WeaveError::Findings { record, findings } => {
            let each = findings.iter().map(|finding| report::draw(&format!("{place} (block)"), record, finding));
            each.collect()
        }
        error => format!("error: {place}: {error}\n"),
    }
}
