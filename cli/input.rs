//! The record files that the user named. Reading them is the corpus crate's work; here only what cannot be read is told.

use std::path::PathBuf;

use tsoro_corpus::read::{self, Source};

use crate::failure::Status;
use crate::output;

/// The files that the paths mean, in order. What cannot be read is said on standard error, and noted in the status.
pub(crate) fn sources(paths: &[PathBuf], status: &mut Status) -> Vec<Source> {
    read::sources(paths, |error| {
        *status = Status::Incomplete;
        output::complain(&error);
    })
}
