//! The table of games coming back, whoever wrote it last: this program, or an engine that took games out or put tables
//! together.
//!
//! Each record is held against the hash that stands beside it. The Parquet crate is made for sound files and may panic on
//! damaged ones, so whatever it does for us is done behind [`guard`].

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use tsoro_notation::span::Origin;

use super::super::{ExchangeError, at};
use super::{GAMES, SCHEMA, sums, table};
use crate::archive::{Hash, Incoming};

/// Rows that are held in memory at once.
const ROWS: usize = 256;

/// A table of games whose every record has been held against its hash.
#[derive(Debug)]
pub struct Tables {
    files: Vec<PathBuf>,
    games: u64,
}

impl Tables {
    /// Opens the tables of a folder, or a table of games by its own name, and reads it through once: what it gives
    /// afterwards is whole. `games.parquet` may be a folder of parts, as Spark writes it.
    ///
    /// # Errors
    /// When there is no table of games, or a part of it is damaged, or a record is not the one that was hashed.
    pub fn open(path: &Path) -> Result<Tables, ExchangeError> {
        let inside = path.join(GAMES);
        let files = parts(if inside.exists() { &inside } else { path })?;
        files.iter().try_for_each(|file| sums::check(file))?;
        let mut tables = Tables { files, games: 0 };
        for record in tables.records()? {
            record?;
            tables.games += 1;
        }
        Ok(tables)
    }

    /// How many records there are.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The records, in the order of the table.
    ///
    /// # Errors
    /// When the table cannot be opened.
    pub fn records(&self) -> Result<Records, ExchangeError> {
        let parts = self.files.iter().map(|file| Part::open(file)).collect::<Result<Vec<_>, _>>()?;
        Ok(Records { parts: parts.into(), rows: Vec::new().into_iter() })
    }
}

/// The files of a table: itself, or what lies in it.
fn parts(table: &Path) -> Result<Vec<PathBuf>, ExchangeError> {
    let missing = |message: &str| ExchangeError::Table { path: table.to_owned(), message: message.to_owned() };
    if !std::fs::metadata(table).map_err(at(table))?.is_dir() {
        return Ok(vec![table.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in std::fs::read_dir(table).map_err(at(table))? {
        files.push(entry.map_err(at(table))?.path());
    }
    // Only parts of a table: beside other tables nobody could tell which is meant.
    files.retain(|file| file.extension().is_some_and(|ending| ending == "parquet"));
    files.sort_unstable();
    let parted = table.extension().is_some_and(|ending| ending == "parquet");
    if files.is_empty() || !parted {
        return Err(missing("there is no games.parquet in this folder"));
    }
    Ok(files)
}

/// The records of a table, read a few hundred rows at a time.
#[derive(Debug)]
pub struct Records {
    parts: std::collections::VecDeque<Part>,
    rows: std::vec::IntoIter<Incoming>,
}

impl Iterator for Records {
    type Item = Result<Incoming, ExchangeError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(row) = self.rows.next() {
                return Some(Ok(row));
            }
            match self.parts.front_mut()?.read() {
                Ok(rows) if rows.is_empty() => {
                    self.parts.pop_front();
                }
                Ok(rows) => self.rows = rows.into_iter(),
                Err(error) => {
                    self.parts.clear();
                    return Some(Err(error));
                }
            }
        }
    }
}

/// One file of a table.
struct Part {
    path: PathBuf,
    file: SerializedFileReader<File>,
    /// The row group that comes next.
    group: usize,
    /// The columns of the row group at hand, and how many rows of it are left.
    columns: Columns,
    left: u64,
    /// Rows given so far.
    given: u64,
}

impl std::fmt::Debug for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Part").field("path", &self.path).field("given", &self.given).finish_non_exhaustive()
    }
}

/// The columns that a record comes back from; only the first two must be there.
#[derive(Default)]
struct Columns {
    bytes: Option<ColumnReader>,
    hash: Option<ColumnReader>,
    record: Option<ColumnReader>,
    version: Option<ColumnReader>,
    source: Option<ColumnReader>,
    byte: Option<ColumnReader>,
    line: Option<ColumnReader>,
    ordinal: Option<ColumnReader>,
    added: Option<ColumnReader>,
}

impl Part {
    fn open(path: &Path) -> Result<Part, ExchangeError> {
        let file = File::open(path).map_err(at(path))?;
        let file = guard(path, || SerializedFileReader::new(file))?;
        let known = file.metadata().file_metadata().key_value_metadata();
        let schema = known.into_iter().flatten().find(|pair| pair.key == "tsoro.schema");
        let schema = schema.and_then(|pair| pair.value.as_ref()).and_then(|value| value.parse::<u32>().ok());
        if let Some(found) = schema.filter(|&found| found > SCHEMA) {
            let message =
                format!("written by a later version of the program (schema {found}; this one knows up to {SCHEMA})");
            return Err(ExchangeError::Table { path: path.to_owned(), message });
        }
        Ok(Part { path: path.to_owned(), file, group: 0, columns: Columns::default(), left: 0, given: 0 })
    }

    /// The next rows; none at the end.
    fn read(&mut self) -> Result<Vec<Incoming>, ExchangeError> {
        let path = self.path.clone();
        while self.left == 0 {
            if self.group == self.file.num_row_groups() {
                return Ok(Vec::new());
            }
            guard(&path, || self.next_group())?;
        }
        let rows = usize::try_from(self.left).unwrap_or(ROWS).min(ROWS);
        let columns = &mut self.columns;
        let cells = guard(&path, || {
            Ok(Cells {
                bytes: texts(&mut columns.bytes, rows)?,
                hash: texts(&mut columns.hash, rows)?,
                record: numbers(&mut columns.record, rows)?,
                version: numbers(&mut columns.version, rows)?,
                source: texts(&mut columns.source, rows)?,
                byte: numbers(&mut columns.byte, rows)?,
                line: numbers(&mut columns.line, rows)?,
                ordinal: numbers(&mut columns.ordinal, rows)?,
                added: texts(&mut columns.added, rows)?,
            })
        })?;
        self.left -= rows as u64;
        let first = self.given + 1;
        self.given += rows as u64;
        let incoming = (0..rows).zip(first..).map(|(at, row)| {
            cells.incoming(at, row, &path).map_err(|message| {
                let name = cells.record.get(at).copied().flatten();
                let name = name.map_or_else(String::new, |record| format!(" (record {record})"));
                ExchangeError::Table { path: path.clone(), message: format!("row {row}{name}: {message}") }
            })
        });
        incoming.collect()
    }

    fn next_group(&mut self) -> Result<(), ParquetError> {
        let group = self.file.get_row_group(self.group)?;
        let schema = self.file.metadata().file_metadata().schema_descr();
        let column = |name: &str| -> Result<Option<ColumnReader>, ParquetError> {
            let found = schema.columns().iter().position(|column| column.path().parts() == [name]);
            found.map(|at| group.get_column_reader(at)).transpose()
        };
        let needed = |name: &str| -> Result<Option<ColumnReader>, ParquetError> {
            let missing = || ParquetError::General(format!("no table of games: it has no column `{name}`"));
            column(name)?.ok_or_else(missing).map(Some)
        };
        self.columns = Columns {
            bytes: needed("bytes")?,
            hash: needed("hash")?,
            record: column("record")?,
            version: column("version")?,
            source: column("source")?,
            byte: column("byte")?,
            line: column("line")?,
            ordinal: column("ordinal")?,
            added: column("added")?,
        };
        let rows = u64::try_from(group.metadata().num_rows());
        self.left = rows.map_err(|_| ParquetError::General("a row group of fewer than no rows".to_owned()))?;
        self.group += 1;
        Ok(())
    }
}

/// Some rows. A column that the file does not have is empty.
struct Cells {
    bytes: Vec<Option<ByteArray>>,
    hash: Vec<Option<ByteArray>>,
    record: Vec<Option<i64>>,
    version: Vec<Option<i64>>,
    source: Vec<Option<ByteArray>>,
    byte: Vec<Option<i64>>,
    line: Vec<Option<i64>>,
    ordinal: Vec<Option<i64>>,
    added: Vec<Option<ByteArray>>,
}

impl Cells {
    /// The record of a row. `row` is its number in the file.
    fn incoming(&self, at: usize, row: u64, path: &Path) -> Result<Incoming, String> {
        let bytes = self.bytes.get(at).and_then(Option::as_ref).ok_or("there are no `bytes`")?.data();
        let hash = text(&self.hash, at)?.ok_or("there is no `hash`")?;
        if Hash::of(bytes).to_string() != hash.to_ascii_lowercase() {
            return Err("the record does not have the hash that stands beside it; it is not what was exported".into());
        }
        let content =
            String::from_utf8(bytes.to_vec()).map_err(|error| format!("not UTF-8: {}", error.utf8_error()))?;
        let source = text(&self.source, at)?.filter(|source| !source.is_empty());
        let mut incoming =
            Incoming::new(content, source.map_or_else(|| format!("{}#{row}", path.display()), str::to_owned));
        if let Some(added) = text(&self.added, at)? {
            let _: jiff::Timestamp = added.parse().map_err(|_| format!("`added` is no time: `{added}`"))?;
            incoming.added = Some(added.to_owned());
        }
        let version = number(&self.version, at)?;
        incoming.version = version.map(u32::try_from).transpose().map_err(|_| "a `version` that is none")?;
        let Origin { byte, line, record } = incoming.origin;
        incoming.origin = Origin {
            byte: number(&self.byte, at)?.unwrap_or(byte),
            line: number(&self.line, at)?.unwrap_or(line),
            record: number(&self.ordinal, at)?.unwrap_or(record),
        };
        Ok(incoming)
    }
}

fn text(column: &[Option<ByteArray>], at: usize) -> Result<Option<&str>, String> {
    let cell = column.get(at).and_then(Option::as_ref);
    cell.map(|cell| std::str::from_utf8(cell.data())).transpose().map_err(|error| format!("not UTF-8: {error}"))
}

fn number(column: &[Option<i64>], at: usize) -> Result<Option<u64>, String> {
    let cell = column.get(at).copied().flatten();
    cell.map(u64::try_from).transpose().map_err(|_| "a negative number where things are counted".to_owned())
}

fn texts(column: &mut Option<ColumnReader>, rows: usize) -> Result<Vec<Option<ByteArray>>, ParquetError> {
    match column {
        None => Ok(Vec::new()),
        Some(ColumnReader::ByteArrayColumnReader(reader)) => cells(reader, rows),
        Some(_) => Err(ParquetError::General("no table of games: a column of texts holds something else".to_owned())),
    }
}

fn numbers(column: &mut Option<ColumnReader>, rows: usize) -> Result<Vec<Option<i64>>, ParquetError> {
    match column {
        None => Ok(Vec::new()),
        Some(ColumnReader::Int64ColumnReader(reader)) => cells(reader, rows),
        Some(ColumnReader::Int32ColumnReader(reader)) => {
            Ok(cells(reader, rows)?.into_iter().map(|cell| cell.map(i64::from)).collect())
        }
        Some(_) => Err(ParquetError::General("no table of games: a column of numbers holds something else".to_owned())),
    }
}

/// So many cells of a column, empty ones among them.
fn cells<T: DataType>(reader: &mut ColumnReaderImpl<T>, rows: usize) -> Result<Vec<Option<T::T>>, ParquetError> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    let mut read = 0;
    while read < rows {
        let (records, _, _) = reader.read_records(rows - read, Some(&mut levels), None, &mut values)?;
        if records == 0 {
            return Err(ParquetError::General("damaged: a column ends before its rows do".to_owned()));
        }
        read += records;
    }
    let mut values = values.into_iter();
    if levels.is_empty() {
        return Ok(values.map(Some).collect());
    }
    Ok(levels.into_iter().map(|level| if level > 0 { values.next() } else { None }).collect())
}

/// Runs what may fail or, on a damaged file, panic: either way comes out as an error that names the file.
fn guard<T>(path: &Path, work: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ExchangeError> {
    // Whatever was half done is thrown away: nobody goes on reading behind an error.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(|error| table::failure(path, error)),
        Err(_) => {
            let message = "damaged: what stands in it cannot be a table".to_owned();
            Err(ExchangeError::Table { path: path.to_owned(), message })
        }
    }
}
