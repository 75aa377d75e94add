//! `tsoro convert`: records as JSON, YAML and tables, and back.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tsoro_corpus::exchange::{Item, csv, json, yaml};
use tsoro_corpus::read::{RecordReader, unpack};

use crate::failure::{Failure, Status};

/// Write records as JSON, YAML or a table, or read them back from there
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro convert game.tsoro --to json
  tsoro convert games.tsoro --to csv > plies.csv
  tsoro convert games.jsonl --to tsoro

What a file holds is told by its ending: .json, .jsonl, .yaml, .yml and .csv; everything else is records. JSON and YAML
carry the record's own text and lose nothing; `csv` is one row a move.")]
pub(crate) struct Convert {
    /// The files, or `-` for records from standard input
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
        let mut count = 0u64;
        for file in &self.files {
            self.file(file, &mut count, out)?;
        }
        if self.to == Form::Json {
            out.write_all(if count == 0 { b"]\n" } else { b"\n]\n" })?;
        }
        Ok(Status::Fine)
    }

    fn file(&self, file: &Path, count: &mut u64, out: &mut impl Write) -> Result<(), Failure> {
        let failure = |source| Failure::Read { path: file.to_owned(), source };
        let other = ["json", "jsonl", "yaml", "yml", "csv"]
            .iter()
            .any(|ending| file.extension().is_some_and(|it| it == *ending));
        if other {
            for item in read(file, &std::fs::read(file).map_err(failure)?)? {
                self.write(&item, count, out)?;
            }
            return Ok(());
        }
        let source =
            if file.as_os_str() == "-" { unpack(std::io::stdin()) } else { std::fs::File::open(file).and_then(unpack) };
        for record in RecordReader::new(source.map_err(failure)?) {
            let record = record.map_err(|error| failure(std::io::Error::other(error.to_string())))?;
            let name = record.origin.record.to_string();
            self.write(&Item { name, text: record.text, source: file.display().to_string() }, count, out)?;
        }
        Ok(())
    }

    fn write(&self, item: &Item, count: &mut u64, out: &mut impl Write) -> Result<(), Failure> {
        *count += 1;
        match self.to {
            Form::Json => {
                out.write_all(if *count == 1 { b"\n" } else { b",\n" })?;
                serde_json::to_writer(out, &json::Object::of(item))?;
            }
            Form::Jsonl => json::write_line(out, item)?,
            Form::Yaml => yaml::write(out, item)?,
            Form::Csv => csv::write_plies(out, item)?,
            Form::Tsoro => {
                out.write_all(item.text.as_bytes())?;
                // The next record's boundary needs a line of its own.
                if !item.text.ends_with('\n') {
                    out.write_all(b"\n")?;
                }
            }
        }
        Ok(())
    }
}

/// Records out of a file of another form, told by its ending.
pub(crate) fn read(file: &Path, bytes: &[u8]) -> Result<Vec<Item>, Failure> {
    let ending = file.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let failure = |source| Failure::Read { path: file.to_owned(), source };
    let text = || {
        String::from_utf8(bytes.to_vec())
            .map_err(|error| failure(std::io::Error::other(format!("not UTF-8: {}", error.utf8_error()))))
    };
    let items = match ending.as_str() {
        "jsonl" => json::read_lines(bytes).collect::<Result<_, _>>(),
        "json" => json::read_document(&text()?),
        "yaml" | "yml" => yaml::read(&text()?),
        "csv" => csv::read(bytes),
        _ => {
            let records = RecordReader::new(bytes).map(|record| {
                let record = record.map_err(|error| std::io::Error::other(error.to_string()))?;
                Ok(Item::new(record.origin.record.to_string(), record.text))
            });
            records.collect()
        }
    };
    items.map_err(|error| Failure::Exchange { path: Some(file.to_owned()), source: error })
}
