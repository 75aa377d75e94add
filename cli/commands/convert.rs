//! `tsoro convert`: records as JSON, YAML and tables, and back.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tsoro_corpus::exchange::{Item, csv, folder, json, yaml};
use tsoro_corpus::read::{Limits, Unit, for_each_in_order};

use crate::failure::{Failure, Status};
use crate::{input, output};

/// Write records as JSON, YAML or a table, or read them back from there
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro convert game.tsoro --to json
  tsoro convert games/ --to csv > plies.csv
  tsoro convert games.jsonl --to tsoro

What a file holds is told by its ending: .json, .jsonl, .yaml, .yml and .csv; everything else is records. JSON and YAML
carry the record's own text and lose nothing; `csv` is one row a move.")]
pub(crate) struct Convert {
    /// Files, folders (all *.tsoro below them), or - for records from standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// As what
    #[arg(long, value_enum)]
    to: Form,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A list of objects
    Json,
    /// An object a line
    Jsonl,
    /// A document a record
    Yaml,
    /// A row a move
    Csv,
    /// Records
    Tsoro,
}

impl Convert {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        match self.to {
            Form::Json => out.write_all(b"[")?,
            Form::Csv => csv::write_head(out, &csv::PLIES)?,
            _ => {}
        }
        let mut status = Status::Fine;
        let mut count = 0;
        for path in &self.files {
            match Other::of(path) {
                Some(other) => {
                    other.each(path, |item| self.put(&self.converted(&item)?, &mut count, out))?;
                }
                None => self.records(path, &mut status, &mut count, out)?,
            }
        }
        if self.to == Form::Json {
            out.write_all(if count == 0 { b"]\n" } else { b"\n]\n" })?;
        }
        Ok(status)
    }

    /// Converts the records of a file or a folder, one batch on all cores while the next is read.
    fn records(&self, path: &Path, status: &mut Status, count: &mut u64, out: &mut impl Write) -> Result<(), Failure> {
        let sources = input::sources(&[path.to_owned()], status);
        let mut outcome = Ok(());
        for_each_in_order(
            &sources,
            Limits::default(),
            |unit| match unit {
                Unit::Record { source, record } => {
                    let (name, source) = (record.origin.record.to_string(), sources[source].to_string());
                    self.converted(&Item { name, text: record.text, source })
                        .map_err(|error| (error, Status::Incomplete))
                }
                Unit::Unreadable { source, origin, foreign } => {
                    let why = format!("{}: record {}: {foreign}", sources[source], origin.record);
                    Err((Failure::Argument(why), Status::Faults))
                }
                Unit::Unopened { error, .. } => Err((Failure::Source(error), Status::Incomplete)),
                Unit::Broken { source, error, .. } => {
                    let why = format!("{}: {error}", sources[source]);
                    Err((Failure::Argument(why), Status::Incomplete))
                }
            },
            |converted| {
                match converted {
                    Ok(bytes) => outcome = self.put(&bytes, count, out),
                    Err((failure, graver)) => {
                        *status = (*status).max(graver);
                        output::complain(&failure);
                    }
                }
                if outcome.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        outcome
    }

    /// A record in the other form.
    fn converted(&self, item: &Item) -> Result<Vec<u8>, Failure> {
        let mut out = Vec::new();
        match self.to {
            Form::Json => serde_json::to_writer(&mut out, &json::Object::of(item))?,
            Form::Jsonl => json::write_line(&mut out, item)?,
            Form::Yaml => yaml::write(&mut out, item)?,
            Form::Csv => csv::write_plies(&mut out, item)?,
            Form::Tsoro => {
                out.extend(item.text.as_bytes());
                // The next record's boundary needs a line of its own.
                if !item.text.ends_with('\n') {
                    out.push(b'\n');
                }
            }
        }
        Ok(out)
    }

    fn put(&self, converted: &[u8], count: &mut u64, out: &mut impl Write) -> Result<(), Failure> {
        *count += 1;
        if self.to == Form::Json {
            out.write_all(if *count == 1 { b"\n" } else { b",\n" })?;
        }
        Ok(out.write_all(converted)?)
    }
}

/// Another form than records, told by a file's ending.
#[derive(Debug, Clone, Copy)]
enum Other {
    Json,
    Jsonl,
    Yaml,
    Csv,
}

impl Other {
    fn of(file: &Path) -> Option<Other> {
        match file.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "json" => Some(Other::Json),
            "jsonl" => Some(Other::Jsonl),
            "yaml" | "yml" => Some(Other::Yaml),
            "csv" => Some(Other::Csv),
            _ => None,
        }
    }

    /// Hands on the file's records. Lines and rows are read one by one; a document is one thing, and is held whole.
    fn each(self, file: &Path, mut act: impl FnMut(Item) -> Result<(), Failure>) -> Result<(), Failure> {
        let failure = |source| Failure::Read { path: file.to_owned(), source };
        let odd = |source| Failure::Exchange { path: Some(file.to_owned()), source };
        let source = BufReader::new(File::open(file).map_err(failure)?);
        match self {
            Other::Jsonl => json::read_lines(source).try_for_each(|item| act(item.map_err(odd)?)),
            Other::Csv => csv::read(source).map_err(odd)?.into_iter().try_for_each(act),
            Other::Json | Other::Yaml => {
                let text = io::read_to_string(source).map_err(failure)?;
                let items = if matches!(self, Other::Json) { json::read_document(&text) } else { yaml::read(&text) };
                items.map_err(odd)?.into_iter().try_for_each(act)
            }
        }
    }
}

/// Records out of a file of any form, told by its ending.
pub(crate) fn read(file: &Path) -> Result<Vec<Item>, Failure> {
    let mut items = Vec::new();
    match Other::of(file) {
        Some(other) => other.each(file, |item| {
            items.push(item);
            Ok(())
        })?,
        None => {
            items = folder::read(file).map_err(|source| Failure::Exchange { path: Some(file.to_owned()), source })?;
        }
    }
    Ok(items)
}
