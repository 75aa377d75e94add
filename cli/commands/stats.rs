//! `tsoro stats` and `tsoro tree`: many games as a whole.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use tsoro_corpus::archive::{Archive, FILE, Summary};
use tsoro_corpus::game::Game;
use tsoro_corpus::read::{Limits, Unit, for_each_in_order, sources};
use tsoro_corpus::stats::{Stats as Counted, Tree as Counts, chart, csv_rows, json_object, openings, text_rows};
use tsoro_replay::diagram::{png, svg};

use crate::failure::{Failure, Status};
use crate::output::{complain, write_file};

/// Count games: by rule set, place and decade, with lengths, captures, head stops, and what moving first is worth
///
/// Figures a game are means. The share of the points that whoever moved first got, and the share of the occupied heads
/// landed on at which the mover stopped, have their 95 % confidence interval behind them.
#[derive(Debug, Args)]
pub(crate) struct Stats {
    #[command(flatten)]
    games: Games,

    /// As a table for spreadsheets, a number a cell
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// One JSON object a group, with sums instead of means
    #[arg(long, conflicts_with = "chart")]
    json: bool,

    #[command(flatten)]
    chart: Charted,
}

/// Show which first moves were played, and how the games went
///
/// Games of one rule set and width belong together: name them where there are several.
#[derive(Debug, Args)]
pub(crate) struct Tree {
    #[command(flatten)]
    games: Games,

    /// How many moves deep
    #[arg(long, value_name = "N", default_value_t = 4)]
    depth: usize,

    /// Leave out what fewer games played
    #[arg(long, value_name = "N", default_value_t = 1)]
    least: u64,

    /// As a table for spreadsheets, a branch a row
    #[arg(long)]
    csv: bool,

    #[command(flatten)]
    chart: Charted,
}

/// Charts in a file.
#[derive(Debug, Args)]
struct Charted {
    /// Draw it into a file that ends in svg or png, instead of the table
    #[arg(long, value_name = "FILE", conflicts_with = "csv")]
    chart: Option<PathBuf>,

    /// The colours of the chart: earth, paper (black on white), or dark
    #[arg(long, value_name = "THEME", default_value_t, requires = "chart")]
    theme: svg::Theme,
}

#[derive(Debug, Args)]
struct Games {
    /// Record files or folders; without any, the archive
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// The archive's file
    #[arg(long, value_name = "FILE", default_value = FILE)]
    archive: PathBuf,

    /// Only games of this rule set
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// Only games of so many columns
    #[arg(long, value_name = "N")]
    columns: Option<u8>,
}

impl Stats {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let mut counted = Counted::default();
        let status = self.games.each(|game| counted.count(game))?;
        if self.chart.write(|options| svg::chart(&chart(&counted), options))? {
            return Ok(status);
        }
        if self.json {
            for (by, name, group) in counted.groups() {
                serde_json::to_writer(&mut *out, &json_object(by, &name, group))?;
                writeln!(out)?;
            }
        } else if self.csv {
            csv(&csv_rows(&counted), out)?;
        } else {
            print(&text_rows(&counted), out)?;
        }
        Ok(status)
    }
}

fn csv(rows: &[Vec<String>], out: &mut impl Write) -> Result<(), Failure> {
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
        writeln!(out, "{}", cells.join(","))?;
    }
    Ok(())
}

fn print(rows: &[Vec<String>], out: &mut impl Write) -> Result<(), Failure> {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let mut line = String::new();
        for (at, (cell, width)) in row.iter().zip(&widths).enumerate() {
            // Names to the left, figures to the right.
            let padding = " ".repeat(width - cell.chars().count());
            let cell = if at < 2 { format!("{cell}{padding}") } else { format!("{padding}{cell}") };
            line.push_str(&cell);
            line.push_str("  ");
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

impl Charted {
    /// Draws into the file that was asked for, and says whether one was.
    fn write(&self, draw: impl FnOnce(&svg::Options) -> String) -> Result<bool, Failure> {
        let Some(file) = &self.chart else { return Ok(false) };
        let drawn = draw(&svg::Options { theme: self.theme, ..svg::Options::default() });
        let bytes = match file.extension().and_then(|ending| ending.to_str()) {
            Some("svg") => drawn.into_bytes(),
            Some("png") => {
                png::from_svg(&drawn, 2.0).map_err(|error| Failure::Argument(format!("{}: {error}", file.display())))?
            }
            _ => {
                let message = format!("charts are drawn as svg or png, and {} ends in neither", file.display());
                return Err(Failure::Argument(message));
            }
        };
        write_file(file, &bytes)?;
        Ok(true)
    }
}

impl Tree {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let mut tree = Counts::default();
        let status = self.games.each(|game| tree.count(game, self.depth))?;
        if self.chart.write(|options| svg::openings(&openings(&tree, self.least), options))? {
            return Ok(status);
        }
        if self.csv {
            csv(&tree.csv_rows(self.least), out)?;
            return Ok(status);
        }
        for branch in tree.branches(self.least) {
            let indent = "  ".repeat(branch.depth - 1);
            let results = branch.results;
            let unit = if results.games() == 1 { "game " } else { "games" };
            write!(out, "{:<28} {:>6} {unit}", format!("{indent}{}", branch.ply), results.games())?;
            if let Some(share) = results.first_share() {
                let percent = |share: f64| 100.0 * share;
                write!(out, "  first mover {:.0} %", percent(share.share))?;
                write!(out, " ({:.0}–{:.0})", percent(share.low), percent(share.high))?;
            }
            writeln!(out)?;
        }
        Ok(status)
    }
}

impl Games {
    fn each(&self, mut count: impl FnMut(&Summary)) -> Result<Status, Failure> {
        let wanted = |game: &Summary| {
            self.rules.as_ref().is_none_or(|rules| *rules == game.rules)
                && self.columns.is_none_or(|columns| columns == game.columns)
        };
        if self.paths.is_empty() {
            Archive::open(&self.archive)?.each(false, |entry| -> Result<(), Failure> {
                if wanted(&entry.summary) {
                    count(&entry.summary);
                }
                Ok(())
            })?;
            return Ok(Status::Fine);
        }
        let mut complete = true;
        let files = sources(&self.paths, |error| {
            complete = false;
            complain(&error);
        });
        let name = |source: usize| files.get(source).map_or(Path::new(""), |file| file.path());
        let work = |unit: Unit| match unit {
            Unit::Record { record, .. } => Ok(Summary::of(&Game::read(&record.text))),
            Unit::Unreadable { source, origin, foreign } => {
                Err(format!("{}: record {}: {foreign}", name(source).display(), origin.record))
            }
            Unit::Unopened { error, .. } => Err(error.to_string()),
            Unit::Broken { source, error, .. } => Err(format!("{}: {error}", name(source).display())),
        };
        for_each_in_order(&files, Limits::default(), work, |game| {
            match game {
                Ok(game) if wanted(&game) => count(&game),
                Ok(_) => {}
                Err(error) => {
                    complete = false;
                    complain(&error);
                }
            }
            std::ops::ControlFlow::Continue(())
        });
        Ok(if complete { Status::Fine } else { Status::Incomplete })
    }
}
