//! Mending: of all that the findings propose, only what may be done without asking.
//!
//! A record is mended until nothing sure is left to mend, so that a second run changes nothing. The file is then copied
//! with its mended records in their places; all other bytes go through untouched.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use anstyle::{AnsiColor, Style};
use similar::TextDiff;
use tsoro_corpus::read::{Limits, Packing, Source, Unit, for_each_in_order};
use tsoro_notation::Record;
use tsoro_notation::slip::Edit;
use tsoro_notation::span::Origin;
use tsoro_replay::Finding;

use super::summary::counted;
use crate::failure::{Failure, Status};
use crate::{output, replaying};

/// A mend may bring another to light, which was hidden by it. None does so more often than this.
const ROUNDS: usize = 16;

/// What was mended.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mended {
    pub(super) places: u64,
    pub(super) files: u64,
}

/// One record's new text.
struct Change {
    /// Where the record begins in its file.
    start: u64,
    old: String,
    new: String,
    places: u64,
}

/// Mends the files.
pub(super) fn mend(sources: &[Source], status: &mut Status) -> Result<Mended, Failure> {
    each_file(sources, |path, changes| match Packing::of_file(path).map_err(|error| unreadable(path, error))? {
        Packing::Plain => {
            let mut old = BufReader::new(File::open(path).map_err(|error| unreadable(path, error))?);
            output::replace_file(path, |new| splice(&mut old, changes, new))?;
            Ok(true)
        }
        _ => {
            output::complain(&format_args!("{} is compressed, so it is not mended; unpack it first", path.display()));
            *status = (*status).max(Status::Incomplete);
            Ok(false)
        }
    })
}

/// Writes what [`mend`] would change as a diff.
pub(super) fn show(sources: &[Source], status: &mut Status, out: &mut impl Write) -> Result<Mended, Failure> {
    let mended = each_file(sources, |path, changes| {
        let bytes = match Packing::of_file(path).map_err(|error| unreadable(path, error))? {
            Packing::Plain => fs::read(path).map_err(|error| unreadable(path, error))?,
            _ => {
                output::complain(&format_args!(
                    "{} is compressed, so it would not be mended; unpack it first",
                    path.display()
                ));
                *status = (*status).max(Status::Incomplete);
                return Ok(false);
            }
        };
        let mut mended = Vec::with_capacity(bytes.len());
        splice(&mut bytes.as_slice(), changes, &mut mended).map_err(|error| unreadable(path, error))?;
        diff(path, &String::from_utf8_lossy(&bytes), &String::from_utf8_lossy(&mended), out)?;
        Ok(true)
    })?;
    Ok(mended)
}

/// Hands on every file in which there is something to mend, with its changes. Each file is seen once, by whatever names
/// it was given.
fn each_file(
    sources: &[Source],
    mut act: impl FnMut(&Path, &[Change]) -> Result<bool, Failure>,
) -> Result<Mended, Failure> {
    let mut mended = Mended::default();
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
            mended.files += 1;
            mended.places += changes.iter().map(|change| change.places).sum::<u64>();
        }
        Ok(())
    };
    for_each_in_order(
        sources,
        Limits::default(),
        |unit| match unit {
            Unit::Record { source, record } => Some((source, of_record(record.text, record.origin)?)),
            // The check that follows says what cannot be read.
            Unit::Unopened { .. } | Unit::Broken { .. } => None,
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
    Ok(mended)
}

/// A record mended, unless there is nothing to mend in it.
fn of_record(text: String, origin: Origin) -> Option<Change> {
    let mut record = Record::parse(text, origin);
    let mut old = None;
    let mut places = 0;
    for _ in 0..ROUNDS {
        let checked = replaying::check(&record);
        let edits = sure(&checked.findings);
        if edits.is_empty() {
            break;
        }
        let new = edited(&record.text, &edits);
        places += edits.len() as u64;
        let before = std::mem::replace(&mut record, Record::parse(new, origin)).text;
        old.get_or_insert(before);
    }
    let old = old.filter(|old| *old != record.text)?;
    Some(Change { start: origin.byte, old, new: record.text, places })
}

/// The edits of all mends that may be done without asking, in the order of the text. Of two that touch each other the
/// first is taken; the other's turn comes when the text has been read again.
fn sure(findings: &[Finding]) -> Vec<&Edit> {
    let mut taken: BTreeMap<u32, &Edit> = BTreeMap::new();
    for finding in findings {
        let Some(mend) = finding.mends.iter().find(|mend| mend.sure) else { continue };
        let apart = |edit: &Edit| {
            let before = taken.range(..=edit.span.end).next_back();
            before.is_none_or(|(_, other)| other.span.end < edit.span.start)
        };
        if mend.edits.iter().all(apart) {
            taken.extend(mend.edits.iter().map(|edit| (edit.span.start, edit)));
        }
    }
    taken.into_values().collect()
}

fn edited(text: &str, edits: &[&Edit]) -> String {
    let mut new = String::with_capacity(text.len() + 16);
    let mut at = 0;
    for edit in edits {
        let range = edit.span.range();
        new.push_str(text.get(at..range.start).unwrap_or_default());
        new.push_str(&edit.text);
        at = range.end;
    }
    new.push_str(text.get(at..).unwrap_or_default());
    new
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

impl fmt::Display for Mended {
    /// `3 places in 1 file`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", counted(self.places, "place", "places"), counted(self.files, "file", "files"))
    }
}
