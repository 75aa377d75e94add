//! Why an archive could not do what was asked.

use std::path::PathBuf;

use thiserror::Error;

/// Why an archive could not do what was asked. The archive is then as it was before.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// There is no such file.
    #[error("there is no archive at {}; `tsoro archive init` makes one", .0.display())]
    Missing(PathBuf),
    /// There is something already.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// A file of another kind.
    #[error("{} is no archive of records", .0.display())]
    NotAnArchive(PathBuf),
    /// Made by a later program.
    #[error("{} was written by a later version of the program (schema {found}; this one knows up to {known})", .path.display())]
    TooNew {
        /// The archive.
        path: PathBuf,
        /// Its schema.
        found: u32,
        /// The latest schema known.
        known: u32,
    },
    /// Another process is writing and did not finish in time.
    #[error("another process is writing to the archive; nothing was changed, try again when it has finished")]
    Busy,
    /// No room left.
    #[error("the disk is full; what was being added has not been added, and the archive is as it was before")]
    Full,
    /// No such record.
    #[error("the archive has no record {0}")]
    NoRecord(String),
    /// The beginning of a hash that several records have.
    #[error("{count} records' hashes begin with {prefix}; give more of it")]
    Ambiguous {
        /// As given.
        prefix: String,
        /// How many.
        count: u64,
    },
    /// A query that makes no sense.
    #[error("{0}")]
    Query(String),
    /// The file is damaged, or the system failed.
    #[error("the archive could not be used: {0}")]
    Sqlite(rusqlite::Error),
    /// Files outside the archive.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's word.
        source: std::io::Error,
    },
}

impl From<rusqlite::Error> for ArchiveError {
    fn from(error: rusqlite::Error) -> ArchiveError {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => ArchiveError::Busy,
            Some(rusqlite::ErrorCode::DiskFull) => ArchiveError::Full,
            _ => ArchiveError::Sqlite(error),
        }
    }
}
