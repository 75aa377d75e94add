//! Records held against their rules: one of a file, as `show` and `diagram` begin from it, or one after the other, on all
//! cores.

use std::cell::RefCell;
use std::path::Path;

use tsoro_corpus::read::{Limits, RecordReader, Source};
use tsoro_notation::Record;
use tsoro_replay::{Checked, Options, Replay, Replayer};

use crate::failure::Failure;

/// A record and what happened in it.
pub(crate) struct Replayed {
    /// As written.
    pub(crate) record: Record,
    /// Held against its rules.
    pub(crate) replay: Replay,
}

thread_local! {
    /// Each worker has one of its own: it keeps the rule sets that were asked for.
    static REPLAYER: RefCell<Replayer> = RefCell::new(Replayer::new(Options::default()));
}

/// Holds a record against its rules.
pub(crate) fn replay(record: &Record) -> Replay {
    REPLAYER.with_borrow_mut(|replayer| replayer.replay(record))
}

/// Only what there is to find in a record: the short way.
pub(crate) fn check(record: &Record) -> Checked {
    REPLAYER.with_borrow_mut(|replayer| replayer.check(record))
}

/// Reads the `number`th record of a file, from 1, and replays it.
pub(crate) fn one(path: &Path, number: u64) -> Result<Replayed, Failure> {
    let source = if path.as_os_str() == "-" { Source::StandardInput } else { Source::File(path.to_owned()) };
    let mut read = 0;
    for record in RecordReader::with_limits(source.open()?, Limits::default()) {
        read += 1;
        let record = match record {
            Ok(record) => record,
            // Another record's encoding is not asked about here.
            Err(error) if error.is_of_one_record() && read != number => continue,
            Err(error) => return Err(Failure::Argument(format!("{source}: {error}"))),
        };
        if read == number {
            let record = Record::parse(record.text, record.origin);
            let replay = replay(&record);
            return Ok(Replayed { record, replay });
        }
    }
    Err(Failure::Argument(match read {
        0 => format!("{source}: the file is empty: no record"),
        1 => format!("{source}: there is no record {number}; the file holds one"),
        many => format!("{source}: there is no record {number}; the file holds {many}"),
    }))
}
