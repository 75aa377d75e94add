//! `tsoro weave`: pictures beside the marked blocks of Markdown files.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anstyle::AnsiColor;
use clap::Args;
use tsoro_replay::diagram::weave::{self, Settings, Trouble};
use tsoro_replay::render::Look;

use crate::failure::{Failure, Status};
use crate::output;

/// Draw the positions and records in Markdown files, as SVG files beside them
///
/// A block is fenced code whose language is tsoro, or a comment that begins with <!-- tsoro, and holds a position or
/// a record. Behind that word may stand ply=12, style=print, theme=paper, from=north, labels=board, legend=no,
/// caption="…", file=name.svg and others. Each block gets a picture and a line below it that shows the picture; running it again
/// refreshes both. When a record is not legal nothing is written.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro weave README.md
  tsoro weave --check README.md docs/*.md          In a test: are the pictures up to date?
  tsoro weave article.md --set theme=paper,style=print")]
pub(crate) struct Weave {
    /// Markdown files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write nothing; exit status 1 if a page or a picture would change
    #[arg(long)]
    check: bool,

    /// Settings for blocks that don't say otherwise
    #[arg(long, value_name = "WORDS", default_value = "", hide_default_value = true)]
    set: String,
}

impl Weave {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let defaults = Settings::default().with(&self.set).map_err(Failure::Argument)?;
        let mut status = Status::Fine;
        for file in &self.files {
            status = status.max(self.weave(file, &defaults, out)?);
        }
        Ok(status)
    }

    fn weave(&self, file: &Path, defaults: &Settings, out: &mut impl Write) -> Result<Status, Failure> {
        let failure = |source| Failure::Read { path: file.to_owned(), source };
        let page = fs::read_to_string(file).map_err(failure)?;
        let stem = file.file_stem().map_or("board".into(), |stem| stem.to_string_lossy());
        let woven = match weave::beside(&page, &stem, defaults) {
            Ok(woven) => woven,
            Err(troubles) => {
                report(&file.to_string_lossy(), &troubles, out)?;
                return Ok(Status::Faults);
            }
        };
        let folder = file.parent().unwrap_or(Path::new(""));
        let pictures = woven.pictures.iter().map(|(name, svg)| (folder.join(name), svg));
        let mut status = Status::Fine;
        // The pictures first: a page never shows what is not there.
        for (path, text) in pictures.chain([(file.to_owned(), &woven.page)]) {
            if fs::read(&path).is_ok_and(|bytes| bytes == text.as_bytes()) {
                continue;
            }
            writeln!(out, "{}", path.display())?;
            if self.check {
                status = Status::Faults;
                continue;
            }
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).map_err(|source| Failure::Write { path: folder.to_owned(), source })?;
            }
            output::write_file(&path, text.as_bytes())?;
        }
        Ok(status)
    }
}

fn report(page: &str, troubles: &[Trouble], out: &mut impl Write) -> Result<(), Failure> {
    let look = Look { colour: true, ..Look::default() };
    for trouble in troubles {
        let told = trouble.report(page, look);
        match told.strip_prefix("error:") {
            Some(rest) => {
                let style = AnsiColor::Red.on_default().bold();
                writeln!(out, "{style}error{style:#}:{rest}")?;
            }
            None => writeln!(out, "{told}")?,
        }
    }
    Ok(())
}
