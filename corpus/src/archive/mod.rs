//! The archive: records kept byte for byte in one SQLite file, found again, compared, verified.
//!
//! What is kept are the records' texts, where each came from and when, and a mark of each that was removed. Everything else
//! (figures, findings, events, full text, the index of positions) is worked out from the texts and can be thrown away and
//! made again with [`Archive::rebuild`]. This directory is the only place that knows SQLite.
//!
//! ```
//! use tsoro_corpus::archive::{Archive, Incoming, Outcome};
//!
//! let folder = tempfile::tempdir()?;
//! let mut archive = Archive::create(&folder.path().join("games.tsoro-archive"))?;
//! let text = "---\ngame: {preset: tsoro}\ncolumns: 6\nidentifier: first\n---\n1. B3 *\n";
//! let mut outcomes = Vec::new();
//! archive.add([Incoming::new(text, "notebook.tsoro")], |outcome| outcomes.push(outcome.clone()))?;
//! archive.add([Incoming::new(text, "a copy.tsoro")], |outcome| outcomes.push(outcome.clone()))?;
//! assert!(matches!(outcomes[..], [Outcome::Added { version: 1, .. }, Outcome::Unchanged { .. }]));
//! assert!(archive.verify(|_| {})?.is_sound());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(clippy::cast_possible_wrap, reason = "the database counts in signed numbers, which no count here outgrows")]

mod add;
mod error;
mod find;
mod hash;
mod keep;
mod positions;
mod query;
mod row;
mod schema;
mod verify;

pub use add::{Incoming, Outcome};
pub use error::ArchiveError;
pub use find::Hit;
pub use hash::Hash;
pub use keep::{Entry, LogEntry, Tombstone};
pub use query::{Pattern, Query};
pub use row::Summary;
pub use verify::{Defect, Repaired, Verification};

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

/// The default file.
pub const FILE: &str = "games.tsoro-archive";

/// How long a process waits for another that is writing.
const PATIENCE: Duration = Duration::from_secs(10);

/// An archive that is open.
#[derive(Debug)]
pub struct Archive {
    connection: Connection,
    path: PathBuf,
    clock: fn() -> String,
}

impl Archive {
    /// Makes a new archive.
    ///
    /// # Errors
    /// When something of that name is there already, or the file cannot be made.
    pub fn create(path: &Path) -> Result<Archive, ArchiveError> {
        // Made and claimed in one step, so that of two processes only one goes on.
        std::fs::File::create_new(path).map_err(|source| match source.kind() {
            std::io::ErrorKind::AlreadyExists => ArchiveError::Exists(path.to_owned()),
            _ => ArchiveError::Io { path: path.to_owned(), source },
        })?;
        let mut connection = connect(path)?;
        schema::create(&mut connection)?;
        let archive = Archive { connection, path: path.to_owned(), clock: now };
        archive.note("init", "")?;
        Ok(archive)
    }

    /// Opens an archive, bringing an older one up to date.
    ///
    /// # Errors
    /// When there is none, or it is not one that this program knows.
    pub fn open(path: &Path) -> Result<Archive, ArchiveError> {
        match std::fs::metadata(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(ArchiveError::Missing(path.to_owned()));
            }
            Err(source) => return Err(ArchiveError::Io { path: path.to_owned(), source }),
            Ok(metadata) if !metadata.is_file() => return Err(ArchiveError::NotAnArchive(path.to_owned())),
            Ok(_) => {}
        }
        let mut connection = connect(path).map_err(|error| match error {
            ArchiveError::Sqlite(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::NotADatabase) => {
                ArchiveError::NotAnArchive(path.to_owned())
            }
            other => other,
        })?;
        schema::check(&mut connection, path)?;
        Ok(Archive { connection, path: path.to_owned(), clock: now })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes the time from `clock` from now on, as RFC 3339 text, so that the same work gives the same archive.
    pub fn set_clock(&mut self, clock: fn() -> String) {
        self.clock = clock;
    }

    fn note(&self, action: &str, detail: &str) -> Result<(), ArchiveError> {
        note(&self.connection, &(self.clock)(), action, detail)
    }
}

/// Writes a line into the log.
fn note(connection: &Connection, at: &str, action: &str, detail: &str) -> Result<(), ArchiveError> {
    let mut insert = connection.prepare_cached("INSERT INTO log (at, action, detail) VALUES (?1, ?2, ?3)")?;
    insert.execute([at, action, detail])?;
    Ok(())
}

fn connect(path: &Path) -> Result<Connection, ArchiveError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    // Readers go on while one writes; what was committed outlives a power cut.
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "cache_size", -65_536)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

fn now() -> String {
    jiff::Timestamp::now().round(jiff::Unit::Second).map_or_else(|_| String::new(), |now| now.to_string())
}
