//! Many sources, their records worked on side by side, the results delivered in the order of the input.
//!
//! One batch of records is worked on by all cores while the next is being read, so memory holds two batches and no more.

use std::ops::ControlFlow;

use rayon::prelude::*;
use tsoro_notation::span::Origin;

use super::{Foreign, Limits, ReadError, RecordReader, RecordText, Source, SourceError};

/// Records of one batch; fewer when they are long.
const RECORDS: usize = 1024;
/// Bytes after which a batch is full.
const BYTES: usize = 1 << 20;

/// One thing that came out of a source.
#[derive(Debug)]
pub enum Unit {
    /// A record.
    Record {
        /// Which of the sources it is from.
        source: usize,
        /// Its text.
        record: RecordText,
    },
    /// A record that cannot be read. Those behind it are delivered.
    Unreadable {
        /// Which of the sources it is from.
        source: usize,
        /// Where it begins.
        origin: Origin,
        /// What it looks like.
        foreign: Foreign,
    },
    /// A source that could not be opened.
    Unopened {
        /// Which of the sources.
        source: usize,
        /// Why.
        error: SourceError,
    },
    /// A source that could not be read to its end: what came before was delivered.
    Broken {
        /// Which of the sources.
        source: usize,
        /// Why.
        error: ReadError,
        /// How many of its records were read.
        records: u64,
    },
}

/// What went in, counted: nothing goes missing silently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Sources read to their end.
    pub sources: u64,
    /// Records read.
    pub records: u64,
    /// Records that cannot be read.
    pub unreadable: u64,
    /// Bytes of records read.
    pub bytes: u64,
    /// Sources not opened, or not read to their end.
    pub broken: u64,
}

/// Reads all sources, hands each of their records to `work` (on any thread) and the results to `deliver`, in the order of
/// the input whatever was finished first. Stops when `deliver` breaks.
///
/// ```
/// use std::ops::ControlFlow;
/// use tsoro_corpus::read::{Limits, Source, Unit, for_each_in_order};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("two.tsoro");
/// std::fs::write(&path, "---\nevent: a\n---\n1. B5\n---\nevent: b\n---\n1. B6\n")?;
/// let mut lengths = Vec::new();
/// let tally = for_each_in_order(
///     &[Source::File(path)],
///     Limits::default(),
///     |unit| match unit {
///         Unit::Record { record, .. } => record.text.len(),
///         _ => 0,
///     },
///     |length| {
///         lengths.push(length);
///         ControlFlow::Continue(())
///     },
/// );
/// assert_eq!((tally.records, lengths.len()), (2, 2));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn for_each_in_order<T: Send>(
    sources: &[Source],
    limits: Limits,
    work: impl Fn(Unit) -> T + Sync,
    mut deliver: impl FnMut(T) -> ControlFlow<()>,
) -> Tally {
    let mut feed = Feed { sources, limits, next: 0, open: None, tally: Tally::default() };
    let mut batch = feed.batch();
    while !batch.is_empty() {
        let (done, next) = rayon::join(|| batch.into_par_iter().map(&work).collect::<Vec<T>>(), || feed.batch());
        for result in done {
            if deliver(result).is_break() {
                return feed.tally;
            }
        }
        batch = next;
    }
    feed.tally
}

struct Feed<'a> {
    sources: &'a [Source],
    limits: Limits,
    next: usize,
    open: Option<Open>,
    tally: Tally,
}

struct Open {
    source: usize,
    reader: RecordReader<Box<dyn std::io::Read + Send>>,
    records: u64,
}

impl Feed<'_> {
    fn batch(&mut self) -> Vec<Unit> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while batch.len() < RECORDS && bytes < BYTES {
            let Some(unit) = self.unit() else { break };
            match &unit {
                Unit::Record { record, .. } => {
                    bytes += record.text.len();
                    self.tally.records += 1;
                    self.tally.bytes += record.text.len() as u64;
                }
                Unit::Unreadable { .. } => self.tally.unreadable += 1,
                Unit::Unopened { .. } | Unit::Broken { .. } => self.tally.broken += 1,
            }
            batch.push(unit);
        }
        batch
    }

    fn unit(&mut self) -> Option<Unit> {
        loop {
            if let Some(open) = &mut self.open {
                let source = open.source;
                match open.reader.next() {
                    Some(Ok(record)) => {
                        open.records += 1;
                        return Some(Unit::Record { source, record });
                    }
                    Some(Err(ReadError::Record { foreign, origin })) => {
                        return Some(Unit::Unreadable { source, origin, foreign });
                    }
                    Some(Err(error)) => {
                        let records = open.records;
                        self.open = None;
                        return Some(Unit::Broken { source, error, records });
                    }
                    None => {
                        self.tally.sources += 1;
                        self.open = None;
                    }
                }
            }
            let source = self.next;
            let file = self.sources.get(source)?;
            self.next += 1;
            match file.open() {
                Ok(reader) => {
                    let reader = RecordReader::with_limits(reader, self.limits);
                    self.open = Some(Open { source, reader, records: 0 });
                }
                Err(error) => return Some(Unit::Unopened { source, error }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn order_and_count_hold_over_packed_and_broken_files() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let file = |name: &str| folder.path().join(name);
        let record = |n: usize| format!("---\nevent: {n}\n---\n1. B5\n");
        let many = |from: usize, to: usize| (from..to).map(record).collect::<Vec<_>>().concat();
        std::fs::write(file("a"), many(0, 3000))?;
        let packed = std::fs::File::create(file("b"))?;
        let mut packer = flate2::write::GzEncoder::new(packed, flate2::Compression::fast());
        packer.write_all(many(3000, 5000).as_bytes())?;
        packer.finish()?;
        // Two frames one behind the other.
        let mut frames = Vec::new();
        for (from, to) in [(5000, 5500), (5500, 6000)] {
            let text = many(from, to);
            frames.extend(ruzstd::encoding::compress_to_vec(
                text.as_bytes(),
                ruzstd::encoding::CompressionLevel::Fastest,
            ));
        }
        std::fs::write(file("c"), frames)?;
        std::fs::write(file("d"), b"---\nevent: 6000\n---\n1. B5\n---\nevent: \xE9\n---\n---\nevent: 6001\n---\n")?;
        let sources = ["a", "b", "c", "gone", "d"].map(|name| Source::File(file(name)));
        let (mut numbers, mut broken) = (Vec::new(), Vec::new());
        let tally = for_each_in_order(
            &sources,
            Limits::default(),
            |unit| match unit {
                Unit::Record { record, .. } => Ok(record.text),
                Unit::Unreadable { source, origin, .. } => Err((source, origin.record)),
                Unit::Unopened { source, .. } => Err((source, 0)),
                Unit::Broken { source, records, .. } => Err((source, records)),
            },
            |text| {
                match text {
                    Ok(text) => {
                        numbers.push(text.trim_start_matches("---\nevent: ").split('\n').next().map(str::to_owned));
                    }
                    Err(source) => broken.push(source),
                }
                ControlFlow::Continue(())
            },
        );
        let expected: Vec<_> = (0..=6001).map(|n: i32| Some(n.to_string())).collect();
        assert_eq!(numbers, expected);
        assert_eq!(broken, [(3, 0), (4, 2)]);
        assert_eq!((tally.sources, tally.records, tally.unreadable, tally.broken), (4, 6002, 1, 1));
        Ok(())
    }
}
