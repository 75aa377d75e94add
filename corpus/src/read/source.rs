//! What the user named: files, folders, standard input. Folders are walked in the order of their names.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;
use walkdir::WalkDir;

use super::unpack;

/// The endings of record files, compressed ones included.
const ENDINGS: [&str; 3] = [".tsoro", ".tsoro.gz", ".tsoro.zst"];

/// A file to be read, or standard input.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Source {
    /// `-`
    StandardInput,
    /// A file.
    File(PathBuf),
}

/// Why a path gave nothing to read.
#[derive(Debug, Error)]
pub enum SourceError {
    /// The system's word.
    #[error("cannot read {}: {source}", .path.display())]
    Io {
        /// The path, as the user named it.
        path: PathBuf,
        /// The system's word.
        source: io::Error,
    },
    /// A folder in which nothing is a record file.
    #[error("{}: no record files in this folder (their names end in .tsoro, .tsoro.gz or .tsoro.zst)", .path.display())]
    NoRecords {
        /// The folder.
        path: PathBuf,
    },
}

impl Source {
    /// Opens it, decompressing on the way.
    ///
    /// # Errors
    /// The system's word, with the path.
    pub fn open(&self) -> Result<Box<dyn Read + Send>, SourceError> {
        match self {
            Source::StandardInput => unpack(io::stdin()),
            Source::File(path) => File::open(path).and_then(unpack),
        }
        .map_err(|source| SourceError::Io { path: self.path().to_owned(), source })
    }

    /// The path, `-` for standard input.
    pub fn path(&self) -> &Path {
        match self {
            Source::StandardInput => Path::new("-"),
            Source::File(path) => path,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::StandardInput => f.write_str("<stdin>"),
            Source::File(path) => path.display().fmt(f),
        }
    }
}

/// The record files that paths mean: files as given, folders as all record files below them in the order of their names,
/// `-` as standard input. What cannot be read is handed to `complain`; the others are returned all the same.
///
/// Hidden folders are left out, and links to folders are not followed, so a walk always ends.
pub fn sources(paths: &[impl AsRef<Path>], complain: impl FnMut(SourceError)) -> Vec<Source> {
    sources_with(paths, is_record, complain)
}

/// The same for other kinds of files: `wanted` says by the name which files of a folder are meant.
pub fn sources_with(
    paths: &[impl AsRef<Path>],
    wanted: impl Fn(&Path) -> bool,
    mut complain: impl FnMut(SourceError),
) -> Vec<Source> {
    let mut sources = Vec::new();
    for path in paths {
        let path = path.as_ref();
        if path.as_os_str() == "-" {
            sources.push(Source::StandardInput);
            continue;
        }
        match fs::metadata(path) {
            Err(source) => complain(SourceError::Io { path: path.to_owned(), source }),
            Ok(metadata) if !metadata.is_dir() => sources.push(Source::File(path.to_owned())),
            Ok(_) => {
                let before = sources.len();
                let mut trouble = false;
                walk(path, &wanted, &mut sources, |error| {
                    trouble = true;
                    complain(error);
                });
                if sources.len() == before && !trouble {
                    complain(SourceError::NoRecords { path: path.to_owned() });
                }
            }
        }
    }
    sources
}

fn walk(folder: &Path, wanted: impl Fn(&Path) -> bool, into: &mut Vec<Source>, mut complain: impl FnMut(SourceError)) {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(|entry| {
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        !hidden || entry.depth() == 0 || !entry.file_type().is_dir()
    });
    for entry in entries {
        match entry {
            Ok(entry) if !entry.file_type().is_dir() && wanted(entry.path()) => {
                into.push(Source::File(entry.into_path()));
            }
            Ok(_) => {}
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_owned();
                let source = error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into());
                complain(SourceError::Io { path, source });
            }
        }
    }
}

fn is_record(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    ENDINGS.iter().any(|ending| name.len() > ending.len() && name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_walked_in_the_order_of_names() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        for name in ["b.tsoro", "a/2.tsoro.gz", "a/1.tsoro", "c.txt", ".hidden/x.tsoro", "d.tsoro.zst", ".tsoro"] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
            fs::write(path, "")?;
        }
        let found = sources(&[folder.path()], |error| panic!("{error}"));
        let names: Vec<_> =
            found.iter().map(|source| source.path().strip_prefix(folder.path()).unwrap_or(source.path())).collect();
        assert_eq!(names, ["a/1.tsoro", "a/2.tsoro.gz", "b.tsoro", "d.tsoro.zst"].map(Path::new));
        Ok(())
    }

    #[test]
    fn what_is_not_there_is_said() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let mut said = Vec::new();
        let found = sources(&[folder.path().to_owned(), folder.path().join("gone.tsoro")], |error| {
            said.push(error.to_string().replace(&folder.path().display().to_string(), "F"));
        });
        assert!(found.is_empty());
        assert!(said[0].starts_with("F: no record files in this folder"), "{said:?}");
        assert!(said[1].starts_with("cannot read F/gone.tsoro: No such file"), "{said:?}");
        Ok(())
    }
}
