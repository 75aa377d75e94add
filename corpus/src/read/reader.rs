//! One record after the other out of a stream of bytes.

use std::io::Read;

use tsoro_notation::span::Origin;
use tsoro_notation::split::Splitter;

use super::ReadError;
use super::encoding::{self, HEAD, foreign_head};

const MARK: &[u8] = b"\xEF\xBB\xBF";
const CHUNK: usize = 1 << 16;

/// The text of one record, and where it stood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordText {
    /// Header, boundary lines and movetext, byte for byte.
    pub text: String,
    /// Where it begins in its file.
    pub origin: Origin,
}

/// How much is read before a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The largest record, in bytes.
    pub record: usize,
}

impl Default for Limits {
    /// 256 MiB a record.
    fn default() -> Limits {
        Limits { record: 256 << 20 }
    }
}

/// Records out of a stream, in its order. After an error nothing more comes, but for a record that is not UTF-8: those
/// behind it do.
#[derive(Debug)]
pub struct RecordReader<R> {
    source: R,
    limits: Limits,
    splitter: Splitter,
    buffer: Vec<u8>,
    /// Where in the buffer the next record begins.
    begin: usize,
    origin: Origin,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Fresh,
    Reading,
    AtEnd,
    Done,
}

impl<R: Read> RecordReader<R> {
    /// Reads records from plain text. For compressed sources see [`unpack`](super::unpack).
    pub fn new(source: R) -> RecordReader<R> {
        RecordReader::with_limits(source, Limits::default())
    }

    /// The same with limits of one's own.
    pub fn with_limits(source: R, limits: Limits) -> RecordReader<R> {
        RecordReader {
            source,
            limits,
            splitter: Splitter::new(),
            buffer: Vec::new(),
            begin: 0,
            origin: Origin { byte: 0, line: 0, record: 1 },
            state: State::Fresh,
        }
    }

    fn advance(&mut self) -> Result<Option<RecordText>, ReadError> {
        if self.state == State::Fresh {
            self.begin_file()?;
        }
        while self.state != State::Done {
            let last = self.state == State::AtEnd;
            let rest = &self.buffer[self.begin..];
            match self.splitter.end(rest, last) {
                Some(0) | None if last => {
                    self.state = State::Done;
                    let length = rest.len();
                    // A file of nothing but blanks holds no record.
                    let nothing = length == 0 || self.origin.record == 1 && rest.trim_ascii().is_empty();
                    return if nothing { Ok(None) } else { self.cut(length).map(Some) };
                }
                // A record of no bytes would be handed out for ever.
                Some(0) | None => {
                    if rest.len() > self.limits.record {
                        return Err(self.too_large());
                    }
                    self.fill()?;
                }
                Some(length) if length > self.limits.record => return Err(self.too_large()),
                Some(length) => return self.cut(length).map(Some),
            }
        }
        Ok(None)
    }

    /// Reads enough to tell what kind of file it is.
    fn begin_file(&mut self) -> Result<(), ReadError> {
        self.state = State::Reading;
        while self.buffer.len() < HEAD && self.state == State::Reading {
            self.fill()?;
        }
        if let Some(foreign) = foreign_head(&self.buffer) {
            return Err(ReadError::Encoding(foreign));
        }
        if self.buffer.starts_with(MARK) {
            self.begin = MARK.len();
            self.origin.byte = MARK.len() as u64;
        }
        Ok(())
    }

    /// Takes a record of so many bytes off the buffer.
    fn cut(&mut self, length: usize) -> Result<RecordText, ReadError> {
        let (origin, bytes) = (self.origin, &self.buffer[self.begin..self.begin + length]);
        self.begin += length;
        self.origin.byte += length as u64;
        self.origin.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
        self.origin.record += 1;
        match encoding::text(bytes, origin.byte, origin.line + 1) {
            Ok(text) => Ok(RecordText { text: text.to_owned(), origin }),
            Err(foreign) => Err(ReadError::Record { foreign, origin }),
        }
    }

    fn fill(&mut self) -> Result<(), ReadError> {
        // What has been handed on makes room first; a record that is still growing doubles what is read at once.
        self.buffer.drain(..self.begin);
        self.begin = 0;
        let held = self.buffer.len();
        self.buffer.resize(held + held.clamp(CHUNK, CHUNK << 8), 0);
        let got = loop {
            match self.source.read(&mut self.buffer[held..]) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.buffer.truncate(held + *got.as_ref().unwrap_or(&0));
        if got? == 0 {
            self.state = State::AtEnd;
        }
        Ok(())
    }

    fn too_large(&self) -> ReadError {
        ReadError::RecordSize { line: self.origin.line + 1, limit: self.limits.record }
    }
}

impl<R: Read> Iterator for RecordReader<R> {
    type Item = Result<RecordText, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.advance();
        if next.as_ref().is_err_and(|error| !error.is_of_one_record()) {
            self.state = State::Done;
        }
        next.transpose()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Hands out its bytes in pieces of a given size.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let size = self.1.min(self.0.len()).min(buffer.len());
            buffer[..size].copy_from_slice(&self.0[..size]);
            self.0 = &self.0[size..];
            Ok(size)
        }
    }

    fn all(bytes: &[u8], size: usize) -> Vec<RecordText> {
        RecordReader::new(Pieces(bytes, size)).map(|record| record.expect("it is UTF-8")).collect()
    }

    proptest! {
        /// No byte is lost, wherever the pieces are cut, and the origins say where each record began.
        #[test]
        fn pieces_make_no_difference(
            parts in proptest::collection::vec("(---\n|---\r\n|event: é\n|1. B5 b7\n|\n|\\{--- |x)", 0..40),
            size in 1usize..50,
        ) {
            let text = parts.concat();
            let records = all(text.as_bytes(), size);
            let expected = if text.trim().is_empty() { "" } else { &text };
            prop_assert_eq!(records.iter().map(|record| record.text.as_str()).collect::<String>(), expected);
            prop_assert_eq!(&records, &all(text.as_bytes(), usize::MAX));
            for record in &records {
                let before = &text[..record.origin.byte as usize];
                prop_assert!(text[record.origin.byte as usize..].starts_with(&record.text));
                prop_assert_eq!(before.matches('\n').count() as u64, record.origin.line);
            }
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_record() {
        let records = all(b"\xEF\xBB\xBF1. B5", 3);
        assert_eq!(records[0].text, "1. B5");
        assert_eq!(records[0].origin.byte, 3);
    }

    #[test]
    fn records_before_and_behind_a_foreign_byte_are_handed_on() {
        let file = b"---\nevent: a\n---\n1. B5\n---\nevent: caf\xE9\n---\n1. B5\n---\n---\n1. B6\n";
        let mut reader = RecordReader::new(&file[..]);
        assert!(reader.next().expect("a record").is_ok());
        let error = reader.next().expect("an error").expect_err("Latin-1");
        assert!(error.to_string().starts_with("record 2: not UTF-8 at byte 37 (line 6)"), "{error}");
        let third = reader.next().expect("a record").expect("it is UTF-8");
        assert_eq!((third.text.as_str(), third.origin.line, third.origin.record), ("---\n---\n1. B6\n", 8, 3));
        assert!(reader.next().is_none());
    }

    #[test]
    fn a_record_beyond_the_limit_is_refused_by_name() {
        let file = format!("1. B5 {{{}}}", "x".repeat(300_000));
        let mut reader = RecordReader::with_limits(file.as_bytes(), Limits { record: 100_000 });
        let error = reader.next().expect("an error").expect_err("too large");
        assert!(error.to_string().contains("record-size"), "{error}");
    }
}
