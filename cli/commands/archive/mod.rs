//! `tsoro archive`: records kept in one file, handed on, verified.

#[cfg(feature = "parquet")]
mod tables;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use tsoro_corpus::archive::{Archive as Store, Entry, FILE, Incoming, Outcome};
use tsoro_corpus::compare::{Change, Line, diff, duplicates};
use tsoro_corpus::exchange::{ExchangeError, Item, bag, csv, folder, json};
use tsoro_corpus::read::{Limits, RecordReader, sources};

use crate::failure::{Failure, Status};
use crate::output::complain;

/// Keep records in one file: every byte, every version, and where each came from
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  tsoro archive init
  tsoro archive add notebooks/
  tsoro archive list
  tsoro archive export --to bag handed-on/
  tsoro archive verify

A record is named by its number, by the beginning of its hash, or by the `identifier` of its header; `name@2` is the
second version of that identifier.")]
pub(crate) struct Archive {
    /// The archive's file
    #[arg(long, global = true, value_name = "FILE", default_value = FILE)]
    archive: PathBuf,

    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Make a new archive
    Init,
    /// Add records: files, folders, or `-`
    Add {
        /// Record files or folders
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
    },
    /// List the records
    List {
        /// Versions too that a later one has taken the place of
        #[arg(long)]
        all: bool,
    },
    /// Print a record as it came in
    Show {
        /// Which record
        record: String,
    },
    /// What was done with the archive, and the marks of what was removed
    Log,
    /// Compare two versions of a record ply by ply
    Diff {
        /// The record; of an identifier, the two latest versions where no other record is named
        before: String,
        /// The record to compare it with
        after: Option<String>,
    },
    /// Find records that look like one game
    Duplicates,
    /// Hand all records on
    Export {
        /// As what
        #[arg(long, value_enum, default_value_t = Form::Folder)]
        to: Form,
        /// A new folder, or for CSV and JSON Lines a new file
        target: PathBuf,
    },
    /// Take in what was exported, here or elsewhere: a bag or folder, JSON Lines, JSON, YAML, CSV or Parquet
    Import {
        /// The folder or file
        source: PathBuf,
    },
    /// Look whether everything is there and as it was: an archive, or a bag
    Verify {
        /// A bag to be looked at instead of the archive
        bag: Option<PathBuf>,
    },
    /// Take back what another archive still has
    Repair {
        /// The other archive
        #[arg(long, value_name = "OTHER")]
        from: PathBuf,
    },
    /// Work out again all that is derived from the records
    Rebuild,
    /// Remove a record, leaving a mark of what it was
    Remove {
        /// Which record
        record: String,
        /// Why
        #[arg(long, default_value = "")]
        reason: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// A folder of record files
    Folder,
    /// A bag (`BagIt`) for archives and libraries
    Bag,
    /// JSON Lines
    Jsonl,
    /// A table of games, with their texts
    Csv,
    /// A table of plies
    PliesCsv,
    /// Tables of games, plies and positions for `DuckDB`, pandas, Spark
    #[cfg(feature = "parquet")]
    Parquet,
}

impl Archive {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<Status, Failure> {
        if let Action::Init = self.action {
            Store::create(&self.archive)?;
            writeln!(out, "made {}", self.archive.display())?;
            return Ok(Status::Fine);
        }
        if let Action::Verify { bag: Some(bag) } = &self.action {
            return verify_bag(bag, out);
        }
        let mut archive = Store::open(&self.archive)?;
        match &self.action {
            Action::Init => {}
            Action::Add { paths } => return add(&mut archive, paths, out),
            Action::List { all } => archive.each(*all, |entry| list(&entry, out))?,
            Action::Show { record } => {
                let entry = archive.entry(record)?;
                out.write_all(&archive.bytes(entry.record)?)?;
            }
            Action::Log => log(&archive, out)?,
            Action::Diff { before, after } => return compare(&archive, before, after.as_deref(), out),
            Action::Duplicates => alike(&archive, out)?,
            Action::Export { to, target } => export(&archive, *to, target, out)?,
            #[cfg(feature = "parquet")]
            Action::Import { source } if tables::are_in(source) => {
                writeln!(out, "{}", tables::import(&mut archive, source)?)?;
            }
            Action::Import { source } => {
                let items = import(source)?;
                let records = items.into_iter().map(|item| item.into_incoming(source)).collect::<Vec<_>>();
                let tally = take(&mut archive, records)?;
                writeln!(out, "{tally}")?;
            }
            Action::Verify { .. } => return verify(&mut archive, out),
            Action::Repair { from } => {
                let repaired = archive.repair(&Store::open(from)?)?;
                writeln!(out, "{} records mended, {} lost", repaired.mended.len(), repaired.lost.len())?;
                for record in &repaired.lost {
                    writeln!(out, "lost: record {record} is not in {} either", from.display())?;
                }
                return Ok(if repaired.lost.is_empty() { Status::Fine } else { Status::Faults });
            }
            Action::Rebuild => writeln!(out, "{} records worked out again", archive.rebuild()?)?,
            Action::Remove { record, reason } => {
                let mark = archive.remove(record, reason)?;
                writeln!(out, "removed record {} ({}, {})", mark.record, mark.title, mark.hash.short())?;
            }
        }
        Ok(Status::Fine)
    }
}

/// What became of records, counted.
#[derive(Default)]
struct Tally {
    added: u64,
    versions: u64,
    unchanged: u64,
    faulty: u64,
}

impl Tally {
    fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Added { version, errors, .. } => {
                self.added += 1;
                self.versions += u64::from(*version > 1);
                self.faulty += u64::from(*errors > 0);
            }
            Outcome::Unchanged { .. } => self.unchanged += 1,
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Tally { added, versions, unchanged, faulty } = self;
        write!(f, "{} records read: {added} added", added + unchanged)?;
        write!(f, " ({versions} as new versions, {faulty} with errors), {unchanged} there already")
    }
}

fn take(archive: &mut Store, records: Vec<Incoming>) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    archive.add(records, |outcome| tally.count(outcome))?;
    Ok(tally)
}

fn add(archive: &mut Store, paths: &[PathBuf], out: &mut impl Write) -> Result<Status, Failure> {
    let mut complete = true;
    let files = sources(paths, |error| {
        complete = false;
        complain(&error);
    });
    let mut tally = Tally::default();
    for file in files {
        let reader = match file.open() {
            Ok(reader) => RecordReader::with_limits(reader, Limits::default()),
            Err(error) => {
                complete = false;
                complain(&error);
                continue;
            }
        };
        let mut broken = Vec::new();
        let records = reader.filter_map(|record| record.map_err(|error| broken.push(error)).ok());
        let records = records.map(|record| Incoming::from_text(record, file.to_string()));
        archive.add(records, |outcome| tally.count(outcome))?;
        for error in broken {
            complete = false;
            complain(&format_args!("{file}: {error}"));
        }
    }
    writeln!(out, "{tally}")?;
    Ok(if complete { Status::Fine } else { Status::Incomplete })
}

pub(crate) fn list(entry: &Entry, out: &mut impl Write) -> Result<(), Failure> {
    let summary = &entry.summary;
    let mark = if summary.errors > 0 { "!" } else { " " };
    write!(out, "{:>6} {} {mark} {:<10} {:>2} ", entry.record, entry.hash.short(), summary.rules, summary.columns)?;
    write!(out, "{:>4} plies {:<7} {}", summary.plies, summary.result, summary.title)?;
    if entry.version > 1 || entry.superseded {
        write!(out, " (version {})", entry.version)?;
    }
    writeln!(out)?;
    Ok(())
}

fn log(archive: &Store, out: &mut impl Write) -> Result<(), Failure> {
    for line in archive.log()? {
        writeln!(out, "{} {:<8} {}", line.at, line.action, line.detail)?;
    }
    for mark in archive.tombstones()? {
        let hash = mark.hash.short();
        writeln!(out, "removed: record {} ({hash}) {}, from {}", mark.record, mark.title, mark.source)?;
    }
    Ok(())
}

fn compare(archive: &Store, before: &str, after: Option<&str>, out: &mut impl Write) -> Result<Status, Failure> {
    let (before, after) = match after {
        Some(after) => (archive.entry(before)?, archive.entry(after)?),
        None => {
            let mut versions = archive.versions(archive.entry(before)?.identifier.as_deref().unwrap_or_default())?;
            match (versions.pop(), versions.pop()) {
                (Some(after), Some(before)) => (before, after),
                _ => return Err(Failure::Argument(format!("{before} has only one version; name two records"))),
            }
        }
    };
    let difference = diff(&archive.text(before.record)?, &archive.text(after.record)?);
    for change in &difference.changes {
        match change {
            Change::Field { key, before, after } => {
                let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "(not there)".to_owned());
                writeln!(out, "{key}: {} → {}", text(before), text(after))?;
            }
            Change::Ply { before: Some((number, old)), after: Some((_, new)) } => {
                writeln!(out, "ply {number}: {old} → {new}")?;
            }
            Change::Ply { before: Some((number, old)), after: None } => writeln!(out, "ply {number}: {old} left out")?,
            Change::Ply { before: None, after } => {
                let (number, new) = after.clone().unwrap_or_default();
                writeln!(out, "ply {number}: {new} put in")?;
            }
            Change::Comments { removed, added } => {
                writeln!(out, "comments: {} taken away, {} added", removed.len(), added.len())?;
            }
        }
    }
    writeln!(out, "{} plies are the same", difference.same_plies)?;
    Ok(Status::Fine)
}

fn alike(archive: &Store, out: &mut impl Write) -> Result<(), Failure> {
    let (mut entries, mut lines) = (Vec::new(), Vec::new());
    archive.each(false, |entry| -> Result<(), Failure> {
        let record =
            tsoro_notation::Record::parse(&archive.text(entry.record)?, tsoro_notation::span::Origin::default());
        let lifts = Line::of(&record).into_iter().filter_map(|line| line.lift).collect();
        lines.push((lifts, entry.summary.columns));
        entries.push(entry);
        Ok(())
    })?;
    for pair in duplicates(&lines) {
        let (left, right) = (&entries[pair.left], &entries[pair.right]);
        writeln!(out, "{} and {}: {}", left.record, right.record, pair.likeness)?;
        writeln!(out, "  {}\n  {}", left.summary.title, right.summary.title)?;
    }
    Ok(())
}

fn export(archive: &Store, to: Form, target: &Path, out: &mut impl Write) -> Result<(), Failure> {
    #[cfg(feature = "parquet")]
    if to == Form::Parquet {
        return tables::export(archive, target, out);
    }
    let mut items = Vec::new();
    archive.each(true, |entry| -> Result<(), ExchangeError> {
        items.push(entry);
        Ok(())
    })?;
    let count = items.len();
    let items = items.into_iter().map(|entry| -> Result<Item, ExchangeError> {
        let text = archive.text(entry.record)?;
        Ok(Item::of_entry(&entry, text))
    });
    match to {
        Form::Folder => {
            folder::write(target, items)?;
        }
        Form::Bag => {
            bag::write(target, items, None, &[])?;
        }
        _ => {
            let failure = |source| Failure::Write { path: target.to_owned(), source };
            let mut file = std::io::BufWriter::new(std::fs::File::create_new(target).map_err(failure)?);
            match to {
                Form::Csv => csv::write_head(&mut file, &csv::GAMES)?,
                Form::PliesCsv => csv::write_head(&mut file, &csv::PLIES)?,
                _ => {}
            }
            for item in items {
                match to {
                    Form::Csv => csv::write_game(&mut file, &item?)?,
                    Form::PliesCsv => csv::write_plies(&mut file, &item?)?,
                    _ => json::write_line(&mut file, &item?)?,
                }
            }
            file.into_inner().map_err(|error| failure(error.into_error()))?.sync_all().map_err(failure)?;
        }
    }
    writeln!(out, "{count} records written to {}", target.display())?;
    Ok(())
}

/// The records of a bag, a folder or a file, told by what it is and by its ending.
fn import(source: &Path) -> Result<Vec<Item>, Failure> {
    if bag::is_meant(source) {
        return Ok(bag::read(source)?);
    }
    if source.is_dir() {
        let mut items = Vec::new();
        // Half a folder taken in would look like all of it.
        let mut failure = None;
        let files = sources(&[source], |error| {
            failure.get_or_insert(Failure::Argument(error.to_string()));
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        for file in files {
            items.extend(folder::read(file.path())?);
        }
        return Ok(items);
    }
    super::convert::read(source)
}

fn verify(archive: &mut Store, out: &mut impl Write) -> Result<Status, Failure> {
    let verification = archive.verify(|_| {})?;
    for defect in &verification.defects {
        writeln!(out, "{defect}")?;
    }
    let verdict = match verification.defects.len() {
        0 => "all sound".to_owned(),
        1 => "1 defect".to_owned(),
        defects => format!("{defects} defects"),
    };
    writeln!(out, "{} records, {} bytes: {verdict}", verification.records, verification.bytes)?;
    Ok(if verification.is_sound() { Status::Fine } else { Status::Faults })
}

fn verify_bag(path: &Path, out: &mut impl Write) -> Result<Status, Failure> {
    let faults = bag::check(path)?;
    for fault in &faults {
        writeln!(out, "{fault}")?;
    }
    let grave = faults.iter().filter(|fault| fault.is_grave()).count();
    writeln!(out, "{}: {}", path.display(), if grave == 0 { "a sound bag" } else { "not a sound bag" })?;
    Ok(if grave == 0 { Status::Fine } else { Status::Faults })
}
