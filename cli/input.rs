//! The record files that the user named. Reading them is the corpus crate's work; here only what cannot be read is told.

use std::ops::ControlFlow;
use std::path::PathBuf;

use tsoro_corpus::read::{self, Limits, ReadError, Source, Unit, for_each_in_order};
use tsoro_notation::Record;

use crate::failure::{Failure, Status};
use crate::output;

/// The files that the paths mean, in order. What cannot be read is said on standard error, and noted in the status.
pub(crate) fn sources(paths: &[PathBuf], status: &mut Status) -> Vec<Source> {
    read::sources(paths, |error| {
        *status = Status::Incomplete;
        output::complain(&error);
    })
}

/// Works on every record, on all cores, and hands the results on in the order of the input, up to the first that cannot be
/// handed on. What cannot be read, and what the work fails at, is said on standard error and noted in the status.
pub(crate) fn each_record<T: Send>(
    sources: &[Source],
    status: &mut Status,
    work: impl Fn(&str, &Record) -> Result<T, Failure> + Sync,
    mut act: impl FnMut(T, &mut Status) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let mut outcome = Ok(());
    for_each_in_order(
        sources,
        Limits::default(),
        |unit| match unit {
            Unit::Record { source, record } => {
                let record = Record::parse(record.text, record.origin);
                work(&sources[source].to_string(), &record).map_err(|failure| (failure, Status::Incomplete))
            }
            Unit::Unreadable { source, origin, foreign } => {
                let why = format!("{}: record {}: {foreign}", sources[source], origin.record);
                Err((Failure::Argument(why), Status::Faults))
            }
            Unit::Unopened { error, .. } => Err((Failure::Source(error), Status::Incomplete)),
            Unit::Broken { source, error: ReadError::Io(error), .. } => {
                let path = sources[source].path().to_owned();
                Err((Failure::Read { path, source: error }, Status::Incomplete))
            }
            Unit::Broken { source, error, .. } => {
                Err((Failure::Argument(format!("{}: {error}", sources[source])), Status::Faults))
            }
        },
        |done| {
            match done {
                Ok(done) => outcome = act(done, status),
                Err((failure, graver)) => {
                    *status = (*status).max(graver);
                    output::complain(&failure);
                }
            }
            if outcome.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    Ok(outcome?)
}
