//! The checksums that bags have.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::Digest;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::exchange) enum Algorithm {
    Md5,
    Sha1,
    Sha256,
    Sha512,
}

impl Algorithm {
    /// By the name in a manifest's file name.
    pub(super) fn named(name: &str) -> Option<Algorithm> {
        Some(match name {
            "md5" => Algorithm::Md5,
            "sha1" => Algorithm::Sha1,
            "sha256" => Algorithm::Sha256,
            "sha512" => Algorithm::Sha512,
            _ => return None,
        })
    }

    pub(super) fn of(self, bytes: &[u8]) -> String {
        self.of_stream(bytes).unwrap_or_default()
    }

    pub(in crate::exchange) fn of_file(self, path: &Path) -> io::Result<String> {
        self.of_stream(File::open(path)?)
    }

    fn of_stream(self, stream: impl Read) -> io::Result<String> {
        match self {
            Algorithm::Md5 => sum::<md5::Md5>(stream),
            Algorithm::Sha1 => sum::<sha1::Sha1>(stream),
            Algorithm::Sha256 => sum::<sha2::Sha256>(stream),
            Algorithm::Sha512 => sum::<sha2::Sha512>(stream),
        }
    }
}

fn sum<D: Digest>(mut stream: impl Read) -> io::Result<String> {
    let mut digest = D::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(got) => digest.update(&buffer[..got]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat())
}
