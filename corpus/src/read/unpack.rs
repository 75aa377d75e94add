//! Compressed files, known by their first bytes and not by their names.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

/// How a file is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Packing {
    /// Not at all.
    Plain,
    /// gzip, one member or several.
    Gzip,
    /// Zstandard, one frame or several.
    Zstandard,
}

impl Packing {
    /// Tells from the first four bytes.
    pub fn of(magic: &[u8]) -> Packing {
        match magic {
            [0x1F, 0x8B, ..] => Packing::Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Packing::Zstandard,
            _ => Packing::Plain,
        }
    }

    /// Tells from a file's first four bytes.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn of_file(path: &Path) -> io::Result<Packing> {
        let mut magic = Vec::with_capacity(4);
        File::open(path)?.take(4).read_to_end(&mut magic)?;
        Ok(Packing::of(&magic))
    }
}

/// The text inside a source, decompressed on the way where its first bytes say that it is compressed.
///
/// # Errors
/// When the first bytes cannot be read.
pub fn unpack<'a>(mut source: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
    let mut magic = [0; 4];
    let mut got = 0;
    while got < magic.len() {
        match source.read(&mut magic[got..]) {
            Ok(0) => break,
            Ok(more) => got += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let whole = Cursor::new(magic).take(got as u64).chain(source);
    Ok(match Packing::of(&magic[..got]) {
        Packing::Plain => Box::new(whole),
        Packing::Gzip => Box::new(MultiGzDecoder::new(BufReader::with_capacity(1 << 16, whole))),
        Packing::Zstandard => Box::new(Frames { source: Some(BufReader::with_capacity(1 << 16, whole)), frame: None }),
    })
}

type Frame<R> = ruzstd::decoding::StreamingDecoder<BufReader<R>, ruzstd::decoding::FrameDecoder>;

/// Zstandard frames one after the other, as `cat a.zst b.zst` makes them: the decoder itself ends with the first.
struct Frames<R: Read> {
    source: Option<BufReader<R>>,
    frame: Option<Frame<R>>,
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let got = frame.read(buffer)?;
                if got > 0 || buffer.is_empty() {
                    return Ok(got);
                }
                self.source = self.frame.take().map(Frame::into_inner);
            }
            let Some(mut source) = self.source.take() else { return Ok(0) };
            if io::BufRead::fill_buf(&mut source)?.is_empty() {
                return Ok(0);
            }
            self.frame = Some(Frame::new(source).map_err(io::Error::other)?);
        }
    }
}
