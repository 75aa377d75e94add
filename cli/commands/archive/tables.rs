//! The archive as Parquet tables, out and in.

use std::io::Write;
use std::path::Path;

use tsoro_corpus::archive::Archive as Store;
use tsoro_corpus::exchange::parquet::{self, GAMES, Tables};

use super::Tally;
use crate::failure::Failure;

/// Whether a folder has tables in it, or is one itself.
pub(super) fn are_in(source: &Path) -> bool {
    source.extension().is_some_and(|ending| ending == "parquet") || source.join(GAMES).exists()
}

pub(super) fn export(archive: &Store, target: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let written = parquet::write(target, archive)?;
    let parquet::Written { games, plies, positions } = written;
    writeln!(out, "{games} records, {plies} plies and {positions} positions written to {}", target.display())?;
    Ok(())
}

/// Adds the records of a table. It is read through before anything is added, so that a damaged one adds nothing.
pub(super) fn import(archive: &mut Store, source: &Path) -> Result<Tally, Failure> {
    let tables = quietly(|| Tables::open(source))?;
    let mut tally = Tally::default();
    let mut broken = None;
    let records = tables.records()?.map_while(|record| record.map_err(|error| broken = Some(error)).ok());
    archive.add(records, |outcome| tally.count(outcome))?;
    // Only where the file was changed in between.
    broken.map_or(Ok(tally), |error| Err(error.into()))
}

/// Does something without a word about panics: those of the Parquet crate on damaged files come out as errors.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let result = work();
    std::panic::set_hook(hook);
    result
}
