//! From paths to records: files, folders and standard input, plain or compressed, one record at a time.
//!
//! A file is never held whole. [`RecordReader`] hands on the text of one record after the other as soon as its end has
//! arrived, so memory grows with the longest record and not with the file. [`for_each_in_order`] reads many sources, works
//! on their records side by side and delivers in the order of the input.
//!
//! ```
//! use tsoro_corpus::read::RecordReader;
//!
//! let file = b"---\nevent: first\n---\n1. B5 b7\n---\nevent: second\n---\n1. B6\n";
//! let records: Vec<_> = RecordReader::new(&file[..]).collect::<Result<_, _>>()?;
//! assert_eq!(records.len(), 2);
//! assert_eq!(records[1].origin.line, 4);
//! # Ok::<(), tsoro_corpus::read::ReadError>(())
//! ```

mod encoding;
mod parallel;
mod reader;
mod source;
mod unpack;

pub use encoding::{Foreign, LooksLike};
pub use parallel::{Tally, Unit, for_each_in_order};
pub use reader::{Limits, RecordReader, RecordText};
pub use source::{Source, SourceError, sources, sources_with};
pub use unpack::{Packing, unpack};

use thiserror::Error;
use tsoro_notation::span::Origin;

/// Why a record, or the rest of a source, could not be read. What came before has been handed on.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The system's word.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// The source is no text, or is in another encoding throughout.
    #[error("{0}")]
    Encoding(Foreign),
    /// One record is not UTF-8. Those behind it are read.
    #[error("record {}: {foreign}", .origin.record)]
    Record {
        /// What it looks like.
        foreign: Foreign,
        /// Where the record begins.
        origin: Origin,
    },
    /// A record larger than the limit.
    #[error(
        "the record that begins in line {line} has more than {limit} bytes, the limit for one record (`record-size`); \
         split the file, or raise the limit"
    )]
    RecordSize {
        /// Its first line, from 1.
        line: u64,
        /// The limit.
        limit: usize,
    },
}

impl ReadError {
    /// Whether it concerns one record only, and the source is read on behind it.
    pub fn is_of_one_record(&self) -> bool {
        matches!(self, ReadError::Record { .. })
    }
}
