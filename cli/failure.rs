//! What keeps the command from doing its work, and the exit statuses.
//!
//! Faults of a record are findings and never a [`Failure`]: those speak of files, arguments and the machine.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use thiserror::Error;
use tsoro_corpus::read::SourceError;

/// How a run ended that could do its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Nothing to object to: exit status 0.
    Fine,
    /// Errors were found: exit status 1.
    Faults,
    /// Some of the files could not be read: exit status 2.
    Incomplete,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        ExitCode::from(match status {
            Status::Fine => 0,
            Status::Faults => 1,
            Status::Incomplete => 2,
        })
    }
}

/// Why the command could not do its work: exit status 2.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// A file or folder could not be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// As the user named it.
        path: PathBuf,
        /// The system's word.
        source: io::Error,
    },
    /// A path gave nothing to read.
    #[error("{0}")]
    Source(#[from] SourceError),
    /// A file could not be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// As the user named it.
        path: PathBuf,
        /// The system's word.
        source: io::Error,
    },
    /// Standard output is full or gone.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// `--rules` was refused.
    #[error("{place}{message}{}", .suggestion.as_ref().filter(|s| !.message.contains(s.as_str())).map(|s| format!("\n  help: perhaps `{s}` was meant")).unwrap_or_default())]
    Rules {
        /// File, line and column, ending in `: `; empty for rules given on the command line as a name.
        place: String,
        /// What is wrong.
        message: String,
        /// What was probably meant.
        suggestion: Option<String>,
    },
    /// `--position` was refused.
    #[error("the position `{text}` cannot be used: {reason}")]
    Position {
        /// As given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An argument makes no sense together with the others or with what it names.
    #[error("{0}")]
    Argument(String),
    /// The archive's word.
    #[error(transparent)]
    Archive(#[from] tsoro_corpus::archive::ArchiveError),
    /// Records could not be handed on or taken in.
    #[error("{}{source}", .path.as_ref().map(|path| format!("{}: ", path.display())).unwrap_or_default())]
    Exchange {
        /// The file, where the error does not name one itself.
        path: Option<PathBuf>,
        /// Why.
        source: tsoro_corpus::exchange::ExchangeError,
    },
    /// A result could not be turned into JSON.
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl Failure {
    /// Whether the reader of the output has gone away, as `head` does: not worth a word.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        match self {
            Failure::Output(error) => error.kind() == io::ErrorKind::BrokenPipe,
            Failure::Json(error) => error.io_error_kind() == Some(io::ErrorKind::BrokenPipe),
            _ => false,
        }
    }
}

impl From<tsoro_corpus::exchange::ExchangeError> for Failure {
    fn from(source: tsoro_corpus::exchange::ExchangeError) -> Failure {
        match source {
            tsoro_corpus::exchange::ExchangeError::Io(error) => Failure::Output(error),
            source => Failure::Exchange { path: None, source },
        }
    }
}
