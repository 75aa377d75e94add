//! `tsoro collate`: two transcriptions of one game side by side, and one record made of them.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use tsoro_corpus::compare::{Collated, Reading, collate};
use tsoro_corpus::exchange::folder;

use crate::failure::{Failure, Status};

/// Lay transcriptions of one game side by side, and make one record of them
///
/// Of more than two, the third is laid beside what the first two come to, and so on. A move that one of them left out
/// shifts nothing. Where they differ, what the rules do not allow is left out, and what can be stands with | between.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro collate anna.tsoro ben.tsoro
  tsoro collate --merge anna.tsoro ben.tsoro > both.tsoro")]
pub(crate) struct Collate {
    /// The transcriptions, one record a file
    #[arg(required = true, num_args = 2.., value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print the merged record alone
    #[arg(long)]
    merge: bool,
}

impl Collate {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let mut texts = self.files.iter().map(|file| record(file));
        let mut merged = texts.next().transpose()?.unwrap_or_default();
        for text in texts {
            let collation = collate(&merged, &text?);
            if !self.merge {
                for place in &collation.plies {
                    print(place, out)?;
                }
                writeln!(out)?;
            }
            merged = collation.merged;
        }
        out.write_all(merged.as_bytes())?;
        Ok(Status::Fine)
    }
}

fn record(file: &Path) -> Result<String, Failure> {
    let items = folder::read(file)?;
    match <[_; 1]>::try_from(items) {
        Ok([item]) => Ok(item.text),
        Err(items) => Err(Failure::Argument(format!(
            "{} holds {} records; a transcription is one record a file",
            file.display(),
            items.len()
        ))),
    }
}

fn print(place: &Collated, out: &mut impl Write) -> Result<(), Failure> {
    let text = |reading: &Option<Reading>| match reading {
        None => "—".to_owned(),
        Some(Reading { text, allowed: Some(false), .. }) => format!("{text} (cannot be)"),
        Some(Reading { text, .. }) => text.clone(),
    };
    let mark =
        if place.left.as_ref().map(|it| &it.text) == place.right.as_ref().map(|it| &it.text) { " " } else { "*" };
    let merged = place.merged.as_deref().unwrap_or("—");
    writeln!(out, "{mark} {:<24} {:<24} {merged}", text(&place.left), text(&place.right))?;
    Ok(())
}
