//! Files changed record by record: each file is copied with its changed records in their places, all other bytes untouched,
//! and renamed over the old one; or the changes are shown as a diff.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use similar::TextDiff;
use tsoro_corpus::read::{Limits, Packing, Source, Unit, for_each_in_order};
use tsoro_notation::span::Origin;

use crate::failure::{Failure, Status};
use crate::output::{self, counted};

/// What was changed.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Rewritten {
    pub(crate) places: u64,
    pub(crate) files: u64,
}

/// One record's new text.
pub(crate) struct Change {
    /// Where the record begins in its file.
    pub(crate) start: u64,
    pub(crate) old: String,
    pub(crate) new: String,
    pub(crate) places: u64,
}

/// Changes the files. `done` is the word for what is done to them: `mended`.
pub(crate) fn apply(
    sources: &[Source],
    done: &str,
    status: &mut Status,
    change: impl Fn(String, Origin) -> Option<Change> + Sync,
) -> Result<Rewritten, Failure> {
    each_file(sources, change, |path, changes| {
        match Packing::of_file(path).map_err(|error| unreadable(path, error))? {
            Packing::Plain => {
                let mut old = BufReader::new(File::open(path).map_err(|error| unreadable(path, error))?);
                output::replace_file(path, |new| splice(&mut old, changes, new))?;
                Ok(true)
            }
            _ => {
                output::complain(&format_args!(
                    "{} is compressed, so it is not {done}; unpack it first",
                    path.display()
                ));
                *status = (*status).max(Status::Incomplete);
                Ok(false)
            }
        }
    })
}

/// Writes what [`apply`] would change as a diff.
pub(crate) fn show(
    sources: &[Source],
    done: &str,
    status: &mut Status,
    out: &mut impl Write,
    change: impl Fn(String, Origin) -> Option<Change> + Sync,
) -> Result<Rewritten, Failure> {
    each_file(sources, change, |path, changes| {
        let bytes = match Packing::of_file(path).map_err(|error| unreadable(path, error))? {
            Packing::Plain => fs::read(path).map_err(|error| unreadable(path, error))?,
            _ => {
                output::complain(&format_args!(
                    "{} is compressed, so it would not be {done}; unpack it first",
                    path.display()
                ));
                *status = (*status).max(Status::Incomplete);
                return Ok(false);
            }
        };
        let mut new = Vec::with_capacity(bytes.len());
        splice(&mut bytes.as_slice(), changes, &mut new).map_err(|error| unreadable(path, error))?;
        diff(path, &String::from_utf8_lossy(&bytes), &String::from_utf8_lossy(&new), out)?;
        Ok(true)
    })
}

/// Hands on every file in which there is something to change, with its changes. Each file is seen once, by whatever names
/// it was given.
fn each_file(
    sources: &[Source],
    change: impl Fn(String, Origin) -> Option<Change> + Sync,
    mut act: impl FnMut(&Path, &[Change]) -> Result<bool, Failure>,
) -> Result<Rewritten, Failure> {
    let mut rewritten = Rewritten::default();
    let mut seen: Vec<PathBuf> = Vec::new();
    let mut of: Option<usize> = None;
    let mut changes: Vec<Change> = Vec::new();
    let mut outcome = Ok(());
    let mut finish = |of: Option<usize>, changes: &mut Vec<Change>| -> Result<(), Failure> {
        let changes = std::mem::take(changes);
        let (Some(Source::File(path)), false) = (of.and_then(|of| sources.get(of)), changes.is_empty()) else {
            return Ok(());
        };
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        if seen.contains(&real) {
            return Ok(());
        }
        seen.push(real);
        if act(path, &changes)? {
            rewritten.files += 1;
            rewritten.places += changes.iter().map(|change| change.places).sum::<u64>();
        }
        Ok(())
    };
    for_each_in_order(
        sources,
        Limits::default(),
        |unit| match unit {
            Unit::Record { source, record } => Some((source, change(record.text, record.origin)?)),
            // Whoever reads the records for a report says what cannot be read.
            Unit::Unreadable { .. } | Unit::Unopened { .. } | Unit::Broken { .. } => None,
        },
        |change| {
            let Some((source, change)) = change else { return ControlFlow::Continue(()) };
            if of != Some(source) {
                outcome = finish(of, &mut changes);
                of = Some(source);
            }
            changes.push(change);
            if outcome.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    outcome?;
    finish(of, &mut changes)?;
    Ok(rewritten)
}

/// Copies a file, the changed records in their places.
fn splice(old: &mut impl Read, changes: &[Change], new: &mut impl Write) -> io::Result<()> {
    let mut at = 0;
    for change in changes {
        io::copy(&mut old.take(change.start - at), new)?;
        let mut here = vec![0; change.old.len()];
        old.read_exact(&mut here)?;
        if here != change.old.as_bytes() {
            return Err(io::Error::other("it was changed by another program meanwhile, and is left as it is"));
        }
        new.write_all(change.new.as_bytes())?;
        at = change.start + change.old.len() as u64;
    }
    io::copy(old, new).map(|_| ())
}

fn unreadable(path: &Path, source: io::Error) -> Failure {
    Failure::Read { path: path.to_owned(), source }
}

const REMOVED: Style = AnsiColor::Red.on_default();
const ADDED: Style = AnsiColor::Green.on_default();

fn diff(path: &Path, old: &str, new: &str, out: &mut impl Write) -> io::Result<()> {
    let name = path.display().to_string();
    let diff = TextDiff::from_lines(old, new).unified_diff().header(&name, &name).to_string();
    for line in diff.split_inclusive('\n') {
        let style = match line.as_bytes() {
            [b'-', ..] => REMOVED,
            [b'+', ..] => ADDED,
            _ => Style::new(),
        };
        let text = line.strip_suffix('\n').unwrap_or(line);
        writeln!(out, "{style}{text}{style:#}")?;
    }
    Ok(())
}

impl fmt::Display for Rewritten {
    /// `3 places in 1 file`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", counted(self.places, "place", "places"), counted(self.files, "file", "files"))
    }
}
