//! `tsoro find`: records of an archive by what is in them.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tsoro_corpus::archive::{Archive, FILE, Hit, Pattern, Query};
use tsoro_corpus::dates::Days;
use tsoro_corpus::game::EventKind;

use crate::failure::{Failure, Status};

/// Find records of an archive by their header, their words, a position, or what happened in them
///
/// Every condition must hold. Without any, all records are found.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro find --field place='Gat*' --date 1960/1969
  tsoro find --text 'mango tree'
  tsoro find --position '2*8 / 0*8 / .*8 / 2*8 N' --mirrored
  tsoro find --event capture=12 --event comeback
  tsoro find --rules nsolo --opening 'B5 b7 A2'")]
pub(crate) struct Find {
    /// The archive's file
    #[arg(long, value_name = "FILE", default_value = FILE)]
    archive: PathBuf,

    /// A header field: `*` stands for any text, upper and lower case are the same
    #[arg(long = "field", value_name = "KEY=VALUE")]
    fields: Vec<String>,

    /// Days that the date may be: 1964, 1960/1969, 196X
    #[arg(long, value_name = "DATE")]
    date: Option<String>,

    /// Words of header and comments; "in quotes" as they stand, gat* by their beginning
    #[arg(long, value_name = "WORDS")]
    text: Option<String>,

    /// The result: 1-0, 0-1, 1/2-1/2 or *
    #[arg(long, value_name = "RESULT")]
    result: Option<String>,

    /// The rule set
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// Holes in a row
    #[arg(long, value_name = "N")]
    columns: Option<u8>,

    /// The number of moves by either side: 40, or 20-60
    #[arg(long, value_name = "N")]
    plies: Option<String>,

    /// A finding's code, or error, warning, note
    #[arg(long = "finding", value_name = "CODE")]
    findings: Vec<String>,

    /// Something that happened, with the least amount: capture=12, head-stop=5, comeback
    #[arg(long = "event", value_name = "EVENT[=N]")]
    events: Vec<String>,

    /// A position that is met; . is a hole not known, .*8 eight of them; without S or N at the end either may be to move
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    /// The position may also be met with the sides changed
    #[arg(long, requires = "position")]
    mirrored: bool,

    /// First moves: games that come to the same position by them in any order
    #[arg(long, value_name = "MOVES")]
    opening: Option<String>,

    /// Versions too that a later one has taken the place of
    #[arg(long)]
    all: bool,

    /// The most hits
    #[arg(long, value_name = "N")]
    limit: Option<usize>,

    /// One JSON object a hit
    #[arg(long)]
    json: bool,
}

impl Find {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        let query = self.query()?;
        let hits = Archive::open(&self.archive)?.find(&query)?;
        for hit in &hits {
            if self.json { print_json(hit, out)? } else { print(hit, out)? }
        }
        if !self.json {
            writeln!(out, "{} found", hits.len())?;
        }
        Ok(Status::Fine)
    }

    fn query(&self) -> Result<Query, Failure> {
        let fields = self.fields.iter().map(|field| match field.split_once('=') {
            Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
            None => Err(Failure::Argument(format!("--field takes KEY=VALUE, such as place=Ndola, not `{field}`"))),
        });
        let events = self.events.iter().map(|event| {
            let (name, amount) = event.split_once('=').unwrap_or((event, "0"));
            let kind: EventKind = name.parse().map_err(Failure::Argument)?;
            let bad = |_| Failure::Argument(format!("`{amount}` in `{event}` is no number"));
            Ok((kind, amount.parse().map_err(bad)?))
        });
        let dates = match &self.date {
            None => None,
            Some(date) => Some(Days::parse(date).ok_or_else(|| {
                Failure::Argument(format!("`{date}` is no date: 1964, 1964-07, 1964-07-12, 196X or 1960/1969"))
            })?),
        };
        Ok(Query {
            fields: fields.collect::<Result<_, _>>()?,
            dates,
            text: self.text.clone(),
            result: self.result.clone(),
            rules: self.rules.clone(),
            columns: self.columns,
            plies: self.plies.as_deref().map(range).transpose()?,
            findings: self.findings.clone(),
            events: events.collect::<Result<_, Failure>>()?,
            position: self.position.as_deref().map(str::parse::<Pattern>).transpose().map_err(Failure::Argument)?,
            mirrored: self.mirrored,
            opening: self.opening.iter().flat_map(|moves| moves.split_whitespace()).map(str::to_owned).collect(),
            superseded: self.all,
            limit: self.limit,
        })
    }
}

fn range(text: &str) -> Result<(u32, u32), Failure> {
    let bad = || Failure::Argument(format!("--plies takes a number or two, such as 40 or 20-60, not `{text}`"));
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    Ok((from.parse().map_err(|_| bad())?, to.parse().map_err(|_| bad())?))
}

fn print(hit: &Hit, out: &mut impl Write) -> Result<(), Failure> {
    super::archive::list(&hit.entry, out)?;
    if let (Some(ply), Some(position)) = (hit.ply, &hit.position) {
        match ply {
            0 => writeln!(out, "       at the start")?,
            ply => writeln!(out, "       after ply {ply}")?,
        }
        for row in position.board.rows() {
            let holes: Vec<String> = row.iter().map(|stones| format!("{stones:>2}")).collect();
            writeln!(out, "       {}", holes.join(" "))?;
        }
    }
    Ok(())
}

fn print_json(hit: &Hit, out: &mut impl Write) -> Result<(), Failure> {
    let entry = &hit.entry;
    let object = json!({
        "record": entry.record,
        "hash": entry.hash.to_string(),
        "identifier": entry.identifier,
        "version": entry.version,
        "title": entry.summary.title,
        "source": entry.source,
        "rules": entry.summary.rules,
        "columns": entry.summary.columns,
        "result": entry.summary.result,
        "date": entry.summary.date,
        "plies": entry.summary.plies,
        "errors": entry.summary.errors,
        "ply": hit.ply,
        "position": hit.position.map(|position| position.to_string()),
    });
    serde_json::to_writer(&mut *out, &object)?;
    writeln!(out)?;
    Ok(())
}
