//! Handing records on and taking them in: folders of record files, JSON, YAML and CSV, bags, Parquet tables.
//!
//! Every form carries the records' own text, so a round trip loses no byte. What stands beside the text (plies, positions,
//! captures …) is worked out from it for those who work with other tools, and ignored when it comes back.
//!
//! ```
//! use tsoro_corpus::exchange::{Item, json};
//!
//! let item = Item::new("g1", "---\ncolumns: 8\n---\n1. B5 b7 *\n");
//! let mut lines = Vec::new();
//! json::write_line(&mut lines, &item)?;
//! assert_eq!(json::read_lines(&lines[..]).collect::<Result<Vec<_>, _>>()?, [item]);
//! # Ok::<(), tsoro_corpus::exchange::ExchangeError>(())
//! ```

pub mod bag;
pub mod csv;
pub mod folder;
pub mod json;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod yaml;

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::archive::{Entry, Incoming};

/// A record on its way out or in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What it is called among the others: its number in an archive, or its place in a file.
    pub name: String,
    /// The record, byte for byte.
    pub text: String,
    /// Where it came from first, as far as that is known.
    pub source: String,
}

impl Item {
    /// A record of unknown source.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Item {
        Item { name: name.into(), text: text.into(), source: String::new() }
    }

    /// A record of an archive.
    pub fn of_entry(entry: &Entry, text: String) -> Item {
        Item { name: entry.record.to_string(), text, source: entry.source.clone() }
    }

    /// The same as something that an archive takes. `from` is the file it came in with.
    pub fn into_incoming(self, from: &Path) -> Incoming {
        let source = if self.source.is_empty() { format!("{}#{}", from.display(), self.name) } else { self.source };
        Incoming::new(self.text, source)
    }
}

/// Why records could not be handed on or taken in.
#[derive(Debug, Error)]
pub enum ExchangeError {
    /// The system's word on a file.
    #[error("{}: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's word.
        source: std::io::Error,
    },
    /// The system's word on a stream.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// A line that is not what it should be.
    #[error("line {line}: {message}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        message: String,
    },
    /// The place to write to is not empty.
    #[error("{} is there already and not empty", .0.display())]
    NotEmpty(PathBuf),
    /// The archive's word.
    #[error(transparent)]
    Archive(#[from] crate::archive::ArchiveError),
    /// A bag that cannot be read.
    #[error("{0}")]
    Bag(String),
    /// A table that cannot be written or read.
    #[error("{}: {message}", .path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// An archive that is not sound enough to be handed on.
    #[error("{0}; `tsoro archive verify` says more, and `repair` takes back what another copy still has")]
    Unsound(String),
}

/// Names the file in an error of the system.
pub(crate) fn at(path: &Path) -> impl Fn(std::io::Error) -> ExchangeError + '_ {
    |source| ExchangeError::File { path: path.to_owned(), source }
}

/// Makes a folder, which must not hold anything yet.
pub(crate) fn fresh(folder: &Path) -> Result<(), ExchangeError> {
    std::fs::create_dir_all(folder).map_err(at(folder))?;
    match std::fs::read_dir(folder).map_err(at(folder))?.next() {
        None => Ok(()),
        Some(_) => Err(ExchangeError::NotEmpty(folder.to_owned())),
    }
}
