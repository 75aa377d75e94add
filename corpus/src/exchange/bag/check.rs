//! What is wrong with a bag.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::Path;

use walkdir::WalkDir;

use super::digest::Algorithm;
use super::path::{decode, unsafe_because};
use crate::exchange::{ExchangeError, at};

/// Something wrong with a bag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// `bagit.txt` is missing or not as it must be.
    Declaration(String),
    /// No `data` folder.
    NoPayload,
    /// No manifest of the payload, or none with a checksum that is known.
    NoManifest,
    /// A line of a manifest or of `bag-info.txt` that cannot be read.
    Malformed {
        /// The file.
        file: String,
        /// Its line, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// A path that leads out of the bag, or could.
    UnsafePath {
        /// The file that names it.
        file: String,
        /// The path.
        path: String,
        /// Why.
        why: &'static str,
    },
    /// A link, which is never followed.
    Link(String),
    /// A file that a manifest lists and that is not there.
    Missing {
        /// The manifest.
        manifest: String,
        /// The file.
        path: String,
    },
    /// A file of the payload that a manifest does not list.
    Unlisted {
        /// The manifest.
        manifest: String,
        /// The file.
        path: String,
    },
    /// A file that is not what it was.
    Altered {
        /// The manifest.
        manifest: String,
        /// The file.
        path: String,
    },
    /// `Payload-Oxum` does not agree with the payload.
    Oxum {
        /// As written.
        written: String,
        /// What is there.
        found: String,
    },
    /// `fetch.txt` names files to be fetched, which is not done.
    Fetch(usize),
    /// A manifest with a checksum that is not known here: it was not looked at.
    UnknownAlgorithm(String),
}

impl Fault {
    /// Whether the bag is not to be relied on. A `fetch.txt` whose files are all there is no harm, nor is a further manifest
    /// of an unknown kind.
    pub const fn is_grave(&self) -> bool {
        !matches!(self, Fault::Fetch(_) | Fault::UnknownAlgorithm(_))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Declaration(why) => write!(f, "bagit.txt: {why}"),
            Fault::NoPayload => f.write_str("there is no folder `data`"),
            Fault::NoManifest => f.write_str("there is no manifest of the payload with MD5, SHA-1, SHA-256 or SHA-512"),
            Fault::Malformed { file, line, why } => write!(f, "{file}, line {line}: {why}"),
            Fault::UnsafePath { file, path, why } => write!(f, "{file}: the path `{path}` is refused: {why}"),
            Fault::Link(path) => write!(f, "{path} is a link, which a bag may not have"),
            Fault::Missing { manifest, path } => write!(f, "{path} is listed in {manifest} and missing"),
            Fault::Unlisted { manifest, path } => write!(f, "{path} is not listed in {manifest}"),
            Fault::Altered { manifest, path } => write!(f, "{path} is not what {manifest} says"),
            Fault::Oxum { written, found } => write!(f, "Payload-Oxum says {written}, the payload is {found}"),
            Fault::Fetch(count) => write!(f, "fetch.txt names {count} files; they are not fetched"),
            Fault::UnknownAlgorithm(manifest) => {
                write!(f, "{manifest} has an unknown kind of checksum and was left out")
            }
        }
    }
}

/// Looks a bag through: its declaration, that all is there and nothing more, every checksum, and that no path leads out of
/// it. The faults are in a fixed order.
///
/// # Errors
/// When the folder itself cannot be read.
pub fn check(bag: &Path) -> Result<Vec<Fault>, ExchangeError> {
    let mut faults = Vec::new();
    let files = walk(bag, &mut faults)?;
    declaration(bag, &files, &mut faults)?;
    if !bag.join("data").is_dir() {
        faults.push(Fault::NoPayload);
    }
    let payload: BTreeSet<&str> = files.keys().map(String::as_str).filter(|path| path.starts_with("data/")).collect();
    let mut known = false;
    for name in files.keys().filter(|name| !name.contains('/')) {
        let Some(stem) = name.strip_suffix(".txt") else { continue };
        let (tags, algorithm) = match (stem.strip_prefix("manifest-"), stem.strip_prefix("tagmanifest-")) {
            (Some(algorithm), _) => (false, algorithm),
            (_, Some(algorithm)) => (true, algorithm),
            _ => continue,
        };
        let Some(algorithm) = Algorithm::named(&algorithm.to_ascii_lowercase()) else {
            faults.push(Fault::UnknownAlgorithm(name.clone()));
            continue;
        };
        known |= !tags;
        manifest(bag, name, algorithm, &files, (!tags).then_some(&payload), &mut faults)?;
    }
    if !known {
        faults.push(Fault::NoManifest);
    }
    oxum(bag, &files, &payload, &mut faults)?;
    if files.contains_key("fetch.txt") {
        let text = text(bag, "fetch.txt")?;
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let path = line.splitn(3, char::is_whitespace).nth(2).map(|path| decode(path.trim()));
            match path {
                None => faults.push(malformed("fetch.txt", at, "a fetch line has an address, a length and a path")),
                Some(path) => faults.extend(refused("fetch.txt", &path)),
            }
        }
        faults.push(Fault::Fetch(text.lines().filter(|line| !line.trim().is_empty()).count()));
    }
    Ok(faults)
}

/// All files with their sizes, by their paths with `/`. Links are faults and not among them.
fn walk(bag: &Path, faults: &mut Vec<Fault>) -> Result<BTreeMap<String, u64>, ExchangeError> {
    let mut files = BTreeMap::new();
    for entry in WalkDir::new(bag).min_depth(1).sort_by_file_name() {
        let entry = entry.map_err(|error| {
            let path = error.path().unwrap_or(bag).to_owned();
            at(&path)(error.into_io_error().unwrap_or_else(|| std::io::ErrorKind::Other.into()))
        })?;
        let relative = entry.path().strip_prefix(bag).unwrap_or(entry.path());
        let path = relative.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        if entry.path_is_symlink() {
            faults.push(Fault::Link(path));
        } else if entry.file_type().is_file() {
            let size = entry.metadata().map_or(0, |metadata| metadata.len());
            files.insert(path, size);
        }
    }
    Ok(files)
}

fn declaration(bag: &Path, files: &BTreeMap<String, u64>, faults: &mut Vec<Fault>) -> Result<(), ExchangeError> {
    let mut wrong = |why: &str| faults.push(Fault::Declaration(why.to_owned()));
    if !files.contains_key("bagit.txt") {
        wrong("it is missing, so this is no bag");
        return Ok(());
    }
    let text = text(bag, "bagit.txt")?;
    if text.starts_with('\u{feff}') {
        wrong("it begins with a byte-order mark, which it must not");
        return Ok(());
    }
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let [version, encoding] = lines[..] else {
        wrong("it must have exactly two lines, the version and the encoding");
        return Ok(());
    };
    let number = version.strip_prefix("BagIt-Version:").map(str::trim).unwrap_or_default();
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !number.split_once('.').is_some_and(|(major, minor)| digits(major) && digits(minor)) {
        wrong("its first line must be `BagIt-Version: ` and a version such as 1.0");
    }
    // Other encodings of the tag files are of no use to anybody any more, and would not be read right.
    let encoding = encoding.strip_prefix("Tag-File-Character-Encoding:").map(str::trim);
    if !encoding.is_some_and(|encoding| encoding.eq_ignore_ascii_case("UTF-8")) {
        wrong("its second line must be `Tag-File-Character-Encoding: UTF-8`");
    }
    Ok(())
}

fn manifest(
    bag: &Path,
    name: &str,
    algorithm: Algorithm,
    files: &BTreeMap<String, u64>,
    payload: Option<&BTreeSet<&str>>,
    faults: &mut Vec<Fault>,
) -> Result<(), ExchangeError> {
    let mut listed: BTreeMap<String, String> = BTreeMap::new();
    for (number, line) in text(bag, name)?.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let Some((hash, path)) = line.split_once(char::is_whitespace) else {
            faults.push(malformed(name, number, "a checksum and a path with a blank between them were expected"));
            continue;
        };
        // md5sum and its kind mark binary files with a star.
        let path = path.trim_start();
        let path = decode(path.strip_prefix('*').unwrap_or(path).trim_start_matches("./"));
        if let Some(fault) = refused(name, &path) {
            faults.push(fault);
            continue;
        }
        if payload.is_some() && !path.starts_with("data/") {
            faults.push(malformed(name, number, "a path outside `data/`"));
            continue;
        }
        let hash = hash.to_ascii_lowercase();
        if listed.insert(path.clone(), hash.clone()).is_some_and(|before| before != hash) {
            faults.push(malformed(name, number, "the path is listed twice, with different checksums"));
        }
    }
    for (path, hash) in &listed {
        let place = || (name.to_owned(), path.clone());
        if !files.contains_key(path) {
            let (manifest, path) = place();
            faults.push(Fault::Missing { manifest, path });
            continue;
        }
        let file = bag.join(path);
        if algorithm.of_file(&file).map_err(at(&file))? != *hash {
            let (manifest, path) = place();
            faults.push(Fault::Altered { manifest, path });
        }
    }
    for path in payload.into_iter().flatten().filter(|&&path| !listed.contains_key(path)) {
        faults.push(Fault::Unlisted { manifest: name.to_owned(), path: (*path).to_owned() });
    }
    Ok(())
}

fn oxum(
    bag: &Path,
    files: &BTreeMap<String, u64>,
    payload: &BTreeSet<&str>,
    faults: &mut Vec<Fault>,
) -> Result<(), ExchangeError> {
    if !files.contains_key("bag-info.txt") {
        return Ok(());
    }
    let bytes: u64 = payload.iter().filter_map(|&path| files.get(path)).sum();
    let found = format!("{bytes}.{}", payload.len());
    for (number, line) in text(bag, "bag-info.txt")?.lines().enumerate() {
        // A line that begins with a blank goes on with the value before it.
        if line.trim().is_empty() || line.starts_with([' ', '\t']) {
            continue;
        }
        match line.split_once(':') {
            None => faults.push(malformed("bag-info.txt", number, "a label, a colon and a value were expected")),
            Some((label, value)) if label.trim().eq_ignore_ascii_case("Payload-Oxum") && value.trim() != found => {
                faults.push(Fault::Oxum { written: value.trim().to_owned(), found: found.clone() });
            }
            Some(_) => {}
        }
    }
    Ok(())
}

fn text(bag: &Path, name: &str) -> Result<String, ExchangeError> {
    let path = bag.join(name);
    let bytes = fs::read(&path).map_err(at(&path))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn refused(file: &str, path: &str) -> Option<Fault> {
    let why = unsafe_because(path)?;
    Some(Fault::UnsafePath { file: file.to_owned(), path: path.to_owned(), why })
}

fn malformed(file: &str, line: usize, why: &str) -> Fault {
    Fault::Malformed { file: file.to_owned(), line: line + 1, why: why.to_owned() }
}
