//! How far the work has come, shown on a terminal when it takes longer than a second.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tsoro_corpus::read::Source;

/// What takes less is over before anybody looks.
const PATIENCE: Duration = Duration::from_secs(1);
/// So often is it drawn anew.
const PER_SECOND: u8 = 10;

/// A bar on standard error, or nothing at all.
#[derive(Debug)]
pub(crate) struct Progress {
    begun: Instant,
    /// How many bytes there are; `None` where that is not known before.
    bytes: Option<u64>,
    done: u64,
    records: u64,
    shown: Shown,
}

#[derive(Debug)]
enum Shown {
    Never,
    NotYet,
    Bar(ProgressBar),
}

impl Progress {
    /// For work on the records of some sources.
    pub(crate) fn over(sources: &[Source]) -> Progress {
        let shown = if io::stderr().is_terminal() { Shown::NotYet } else { Shown::Never };
        let bytes = match shown {
            Shown::Never => None,
            _ => sources.iter().map(size).sum(),
        };
        Progress { begun: Instant::now(), bytes, done: 0, records: 0, shown }
    }

    /// One more record of so many bytes is done.
    pub(crate) fn record(&mut self, bytes: usize) {
        self.done += bytes as u64;
        self.records += 1;
        match &self.shown {
            Shown::NotYet if self.begun.elapsed() > PATIENCE => self.shown = Shown::Bar(self.bar()),
            Shown::Bar(bar) => {
                bar.set_position(self.done);
                if self.records.is_multiple_of(1024) {
                    bar.set_message(format!("{} records", self.records));
                }
            }
            _ => {}
        }
    }

    /// Writes something without the bar in between.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.shown {
            Shown::Bar(bar) => bar.suspend(write),
            _ => write(),
        }
    }

    /// Whether the bar stands on the terminal, so that what is written must not wait in a buffer.
    pub(crate) fn is_shown(&self) -> bool {
        matches!(self.shown, Shown::Bar(_))
    }

    /// Takes the bar away.
    pub(crate) fn finish(self) {
        if let Shown::Bar(bar) = self.shown {
            bar.finish_and_clear();
        }
    }

    fn bar(&self) -> ProgressBar {
        let target = ProgressDrawTarget::stderr_with_hz(PER_SECOND);
        let (bar, template) = match self.bytes {
            Some(bytes) => (
                ProgressBar::with_draw_target(Some(bytes), target),
                "[{elapsed}] {bar:30} {bytes} of {total_bytes}, {msg}, {eta} left",
            ),
            None => (ProgressBar::with_draw_target(None, target), "[{elapsed}] {bytes}, {msg}"),
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style);
        bar.set_message(format!("{} records", self.records));
        bar.set_position(self.done);
        bar
    }
}

/// How many bytes of records a source holds, where that can be told without reading it.
fn size(source: &Source) -> Option<u64> {
    let Source::File(path) = source else { return None };
    let packed = ["gz", "zst"].iter().any(|ending| path.extension().is_some_and(|it| it == *ending));
    (!packed).then(|| length(path))
}

/// A file that cannot be asked will be complained of when it is opened.
fn length(path: &Path) -> u64 {
    path.metadata().map_or(0, |metadata| metadata.len())
}
