//! What a file is that is not UTF-8: the encoding it looks like, and the byte at which that shows.

use std::fmt;

/// The encoding that bytes look like which are not UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foreign {
    /// What it looks like.
    pub looks_like: LooksLike,
    /// The first byte that shows it, from the beginning of the file.
    pub offset: u64,
    /// Its line, from 1.
    pub line: u64,
}

/// What bytes that are not UTF-8 may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LooksLike {
    /// UTF-16, least significant byte first.
    Utf16Le,
    /// UTF-16, most significant byte first.
    Utf16Be,
    /// Latin-1, with the byte.
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
            LooksLike::Utf16Le => f.write_str("not UTF-8: it looks like UTF-16 (little-endian) from ")?,
            LooksLike::Utf16Be => f.write_str("not UTF-8: it looks like UTF-16 (big-endian) from ")?,
            LooksLike::Binary => return write!(f, "not text, from byte {offset} on: a binary file"),
            _ => f.write_str("not UTF-8 at ")?,
        }
        write!(f, "byte {offset} (line {line})")?;
        match looks_like {
            LooksLike::Latin1(byte) => {
                write!(f, ": it looks like Latin-1, in which byte 0x{byte:02X} is `{}`", char::from(*byte))?;
            }
            LooksLike::Windows1252(byte) => write!(f, ": it looks like Windows-1252 (byte 0x{byte:02X})")?,
            LooksLike::Cut => return f.write_str(": the file ends in the middle of a character"),
            _ => {}
        }
        f.write_str("; save it as UTF-8")
    }
}

/// How many bytes at the beginning of a file tell text from other things.
pub(super) const HEAD: usize = 8192;

/// Looks at the beginning of a file for encodings of two bytes a character and for what is no text.
pub(super) fn foreign_head(head: &[u8]) -> Option<Foreign> {
    let head = &head[..head.len().min(HEAD)];
    let found = |looks_like, offset: usize| Some(Foreign { looks_like, offset: offset as u64, line: 1 });
    match head {
        [0xFF, 0xFE, ..] => return found(LooksLike::Utf16Le, 0),
        [0xFE, 0xFF, ..] => return found(LooksLike::Utf16Be, 0),
        _ => {}
    }
    let zeros = |parity: usize| head.iter().skip(parity).step_by(2).filter(|&&byte| byte == 0).count();
    let half = head.len() / 2;
    // Latin letters in UTF-16 have a zero in every other byte.
    if half >= 4 && zeros(1) * 10 > half * 7 && zeros(0) * 10 < half {
        return found(LooksLike::Utf16Le, 1);
    }
    if half >= 4 && zeros(0) * 10 > half * 7 && zeros(1) * 10 < half {
        return found(LooksLike::Utf16Be, 0);
    }
    let controls = head.iter().filter(|&&byte| is_odd(byte)).count();
    let mostly_odd = controls >= 4 && controls * 20 > head.len();
    let odd_and_not_utf8 = controls > 0
        && controls * 100 > head.len()
        && std::str::from_utf8(head).is_err_and(|error| error.error_len().is_some());
    if mostly_odd || odd_and_not_utf8 {
        let offset = head.iter().position(|&byte| is_odd(byte) || byte >= 0x80).unwrap_or(0);
        return found(LooksLike::Binary, offset);
    }
    None
}

/// A stretch of bytes as text, or what it looks like where it is not UTF-8: it begins at byte `offset` of the file, in line
/// `line`.
pub(super) fn text(bytes: &[u8], offset: u64, line: u64) -> Result<&str, Foreign> {
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(error) => error,
    };
    let at = error.valid_up_to();
    let looks_like = match (error.error_len(), bytes[at]) {
        (None, _) => LooksLike::Cut,
        (Some(_), byte @ 0x80..=0x9F) => LooksLike::Windows1252(byte),
        (Some(_), byte) => LooksLike::Latin1(byte),
    };
    let lines = memchr::memchr_iter(b'\n', &bytes[..at]).count() as u64;
    Err(Foreign { looks_like, offset: offset + at as u64, line: line + lines })
}

/// Control characters that text does not have.
fn is_odd(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\n' | b'\r' | b'\t' | 0x0B | 0x0C | 0x1A | 0x1B)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], expected: &str) {
        let found = foreign_head(bytes).or_else(|| text(bytes, 0, 1).err());
        assert_eq!(found.map_or_else(|| "UTF-8".to_owned(), |foreign| foreign.to_string()), expected);
    }

    #[test]
    fn encodings_are_told_apart() {
        check(b"1. B5 b7", "UTF-8");
        check("1. B5 {pâté}".as_bytes(), "UTF-8");
        check(b"", "UTF-8");
        check(b"1. B5\0 b7", "UTF-8");
        check(
            b"event: Caf\xE9\n1. B5",
            "not UTF-8 at byte 10 (line 1): it looks like Latin-1, in which byte 0xE9 is `é`; save it as UTF-8",
        );
        check(
            b"a\nb \x93hey\x94\n",
            "not UTF-8 at byte 4 (line 2): it looks like Windows-1252 (byte 0x93); save it as UTF-8",
        );
        check(
            b"\xFF\xFE1\0.\0",
            "not UTF-8: it looks like UTF-16 (little-endian) from byte 0 (line 1); save it as UTF-8",
        );
        check(
            b"\x001\0.\0 \0B\x005",
            "not UTF-8: it looks like UTF-16 (big-endian) from byte 0 (line 1); save it as UTF-8",
        );
        check(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0", "not text, from byte 0 on: a binary file");
        check(b"{\xC3", "not UTF-8 at byte 1 (line 1): the file ends in the middle of a character");
    }
}
