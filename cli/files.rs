//! The record files that the user named: folders walked in a fixed order, bytes read, the encoding looked at.
//!
//! A file that is not UTF-8 is refused with the encoding that it looks like and the place where that shows.

use std::fmt;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// What record files end in.
const EXTENSION: &str = "tsoro";

/// A file to be read, or standard input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    /// `-`
    StandardInput,
    /// A file.
    File(PathBuf),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::StandardInput => f.write_str("<stdin>"),
            Source::File(path) => path.display().fmt(f),
        }
    }
}

/// Text that came out of a file, or why it is none.
pub(crate) enum Content {
    /// UTF-8, a byte-order mark taken off.
    Text(String),
    /// Not UTF-8.
    Foreign(Foreign),
}

/// The encoding that a file which is not UTF-8 looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Foreign {
    /// What it looks like.
    pub(crate) looks_like: LooksLike,
    /// The first byte that shows it.
    pub(crate) offset: usize,
    /// Its line, from 1.
    pub(crate) line: usize,
}

/// What bytes that are not UTF-8 may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LooksLike {
    /// UTF-16, least significant byte first.
    Utf16Le,
    /// UTF-16, most significant byte first.
    Utf16Be,
    /// Latin-1, with the byte and the character that it would be.
    Latin1(u8),
    /// Windows-1252, with the byte.
    Windows1252(u8),
    /// UTF-8 cut in the middle of a character.
    Cut,
    /// No text at all.
    Binary,
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Foreign { looks_like, offset, line } = self;
        match looks_like {
            LooksLike::Utf16Le | LooksLike::Utf16Be => {
                write!(f, "not UTF-8 at byte {offset}: it looks like UTF-16; save it as UTF-8")
            }
            LooksLike::Latin1(byte) => write!(
                f,
                "not UTF-8 at byte {offset} (line {line}): it looks like Latin-1, in which byte 0x{byte:02X} is `{}`; \
                 save it as UTF-8",
                char::from(*byte)
            ),
            LooksLike::Windows1252(byte) => write!(
                f,
                "not UTF-8 at byte {offset} (line {line}): it looks like Windows-1252 (byte 0x{byte:02X}); save it as UTF-8"
            ),
            LooksLike::Cut => {
                write!(f, "not UTF-8 at byte {offset} (line {line}): the file ends in the middle of a character")
            }
            LooksLike::Binary => write!(f, "not text, from byte {offset} on: a binary file"),
        }
    }
}

/// The files meant by the paths on the command line: files as given, folders as all `*.tsoro` files below them in the
/// order of their names.
///
/// Paths that cannot be read, and folders without records, are handed to `complain`; the others are returned all the same.
pub(crate) fn gather(paths: &[PathBuf], mut complain: impl FnMut(Failure)) -> Vec<Source> {
    let mut sources = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            sources.push(Source::StandardInput);
            continue;
        }
        match fs::metadata(path) {
            Err(source) => complain(Failure::Read { path: path.clone(), source }),
            Ok(metadata) if metadata.is_dir() => {
                let before = sources.len();
                let mut trouble = false;
                walk(path, &mut sources, &mut |failure| {
                    trouble = true;
                    complain(failure);
                });
                if sources.len() == before && !trouble {
                    let message = format!("{}: no record files (*.{EXTENSION}) in this folder", path.display());
                    complain(Failure::Argument(message));
                }
            }
            Ok(_) => sources.push(Source::File(path.clone())),
        }
    }
    sources
}

fn walk(folder: &Path, sources: &mut Vec<Source>, complain: &mut impl FnMut(Failure)) {
    let entries = fs::read_dir(folder).and_then(|entries| entries.collect::<Result<Vec<_>, _>>());
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(source) => return complain(Failure::Read { path: folder.to_owned(), source }),
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        // Symbolic links to folders are not followed, so a walk always ends.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder {
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            if !hidden {
                walk(&path, sources, complain);
            }
        } else if path.extension().is_some_and(|extension| extension == EXTENSION) {
            sources.push(Source::File(path));
        }
    }
}

impl Source {
    /// The whole text.
    pub(crate) fn read(&self) -> Result<Content, Failure> {
        let (bytes, path) = match self {
            Source::StandardInput => {
                let mut bytes = Vec::new();
                (io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes), Path::new("-"))
            }
            Source::File(path) => (fs::read(path), path.as_path()),
        };
        let bytes = bytes.map_err(|source| Failure::Read { path: path.to_owned(), source })?;
        Ok(decode(bytes))
    }
}

/// Text where the bytes are UTF-8.
pub(crate) fn decode(bytes: Vec<u8>) -> Content {
    match foreign(&bytes) {
        Some(foreign) => Content::Foreign(foreign),
        None => Content::Text(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

fn foreign(bytes: &[u8]) -> Option<Foreign> {
    let line = |offset: usize| bytes[..offset].iter().filter(|&&byte| byte == b'\n').count() + 1;
    let found = |looks_like, offset| Some(Foreign { looks_like, offset, line: line(offset) });
    match bytes {
        [0xFF, 0xFE, ..] => return found(LooksLike::Utf16Le, 0),
        [0xFE, 0xFF, ..] => return found(LooksLike::Utf16Be, 0),
        _ => {}
    }
    // The first few thousand bytes tell text from other things.
    let head = &bytes[..bytes.len().min(8192)];
    let zeros = |parity: usize| head.iter().skip(parity).step_by(2).filter(|&&byte| byte == 0).count();
    let half = head.len() / 2;
    if half >= 4 {
        // Latin letters in UTF-16 have a zero in every other byte.
        if zeros(1) * 10 > half * 7 && zeros(0) * 10 < half {
            return found(LooksLike::Utf16Le, 1);
        }
        if zeros(0) * 10 > half * 7 && zeros(1) * 10 < half {
            return found(LooksLike::Utf16Be, 0);
        }
    }
    let odd = |byte: u8| byte < 0x20 && !matches!(byte, b'\n' | b'\r' | b'\t' | 0x0B | 0x0C | 0x1A | 0x1B);
    let controls = head.iter().filter(|&&byte| odd(byte)).count();
    let binary = || head.iter().position(|&byte| odd(byte) || byte >= 0x80).unwrap_or(0);
    if controls >= 4 && controls * 20 > head.len() {
        return found(LooksLike::Binary, binary());
    }
    let error = std::str::from_utf8(bytes).err()?;
    let offset = error.valid_up_to();
    if controls > 0 && controls * 100 > head.len() {
        return found(LooksLike::Binary, binary());
    }
    match (error.error_len(), bytes[offset]) {
        (None, _) => found(LooksLike::Cut, offset),
        (Some(_), byte @ 0x80..=0x9F) => found(LooksLike::Windows1252(byte), offset),
        (Some(_), byte) => found(LooksLike::Latin1(byte), offset),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: &str) {
        let told = foreign(bytes).map_or_else(|| "text".to_owned(), |foreign| foreign.to_string());
        assert_eq!(told, expected);
    }

    #[test]
    fn encodings_are_told_apart() {
        check(b"", "text");
        check(b"\xEF\xBB\xBF1. B5 b7", "text");
        check("recorder: Björn".as_bytes(), "text");
        check(b"1. B5 \0 b7", "text");
        check(b"\xFF\xFE1\0.\0", "not UTF-8 at byte 0: it looks like UTF-16; save it as UTF-8");
        check(b"1\0.\0 \0B\x005\0", "not UTF-8 at byte 1: it looks like UTF-16; save it as UTF-8");
        check(
            b"---\nrecorder: Bj\xF6rn\n---\n",
            "not UTF-8 at byte 16 (line 2): it looks like Latin-1, in which byte 0xF6 is `ö`; save it as UTF-8",
        );
        check(
            b"{ \x93quoted\x94 }",
            "not UTF-8 at byte 2 (line 1): it looks like Windows-1252 (byte 0x93); save it as UTF-8",
        );
        check(b"{ caf\xC3", "not UTF-8 at byte 5 (line 1): the file ends in the middle of a character");
        check(b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0", "not text, from byte 4 on: a binary file");
    }
}
