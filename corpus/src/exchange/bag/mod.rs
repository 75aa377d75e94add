//! Bags (BagIt, RFC 8493): folders with checksums, in which archives and libraries hand things on.
//!
//! [`write()`] makes one whose payload is a folder of record files; [`check`] says what is wrong with any bag, by whatever tool
//! it was made; [`read`] takes the records out of a sound one. A bag's paths never leave its folder, links are refused, and
//! `fetch.txt` is not followed: what it would fetch counts as missing.

mod check;
mod digest;
mod path;

pub use check::{Fault, check};

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

pub(super) use self::digest::Algorithm;
use super::{ExchangeError, Item, at, folder, fresh};

/// Header keys that go into `bag-info.txt`, with the label they have there.
const LABELS: [(&str, &str); 8] = [
    ("recorder", "Recorder"),
    ("transcriber", "Transcriber"),
    ("source", "Source"),
    ("medium", "Medium"),
    ("language", "Language"),
    ("rights", "Rights"),
    ("relation", "Relation"),
    ("place", "Coverage"),
];

/// What a new bag holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Written {
    /// Records.
    pub records: u64,
    /// Bytes of payload.
    pub bytes: u64,
}

/// Writes records as a new bag. `date` is the bagging date, such as `2001-02-03`; without one the bag carries none, and the
/// same records give the same bag. `info` are further pairs for `bag-info.txt`.
///
/// # Errors
/// When the folder holds something already, or cannot be written; or what `items` hands on.
pub fn write(
    bag: &Path,
    items: impl IntoIterator<Item = Result<Item, ExchangeError>>,
    date: Option<&str>,
    info: &[(String, String)],
) -> Result<Written, ExchangeError> {
    fresh(bag)?;
    let data = bag.join("data");
    let records = data.join("records");
    let mut described: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut table = Vec::new();
    super::csv::write_head(&mut table, &["file", "record", "source"])?;
    let mut written = Written::default();
    let mut failure = None;
    let items = items.into_iter().inspect(|item| {
        if let Ok(item) = item {
            describe(item, &mut described);
            written.records += 1;
            written.bytes += item.text.len() as u64;
            let name = folder::file_name(item);
            failure = super::csv::write_row(&mut table, [name, item.name.clone(), item.source.clone()]).err();
        }
    });
    let names = folder::write(&records, items)?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    // Where the records came from: the file names alone would not say it.
    let sources = data.join("sources.csv");
    fs::write(&sources, &table).map_err(at(&sources))?;
    written.bytes += table.len() as u64;

    let mut payload = String::new();
    let files = names.iter().map(|name| Path::new("records").join(name)).chain([Path::new("sources.csv").to_owned()]);
    let mut files: Vec<String> = files.map(|file| format!("data/{}", file.display())).collect();
    files.sort_unstable();
    for file in &files {
        let hash = Algorithm::Sha512.of_file(&bag.join(file)).map_err(at(&bag.join(file)))?;
        let _ = writeln!(payload, "{hash}  {}", path::encode(file));
    }
    let declaration = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n".to_owned();
    let mut about = String::new();
    if let Some(date) = date {
        let _ = writeln!(about, "Bagging-Date: {date}");
    }
    let _ = writeln!(about, "Payload-Oxum: {}.{}", written.bytes, files.len());
    let _ = writeln!(about, "External-Description: {} records of four-row mancala games", written.records);
    for (label, value) in info {
        let _ = writeln!(about, "{}: {}", one_line(label), one_line(value));
    }
    for (label, values) in &described {
        for value in values {
            let _ = writeln!(about, "{label}: {}", one_line(value));
        }
    }
    let tags = [("bagit.txt", declaration), ("bag-info.txt", about), ("manifest-sha512.txt", payload)];
    let mut manifest = String::new();
    for (name, content) in &tags {
        let _ = writeln!(manifest, "{}  {name}", Algorithm::Sha512.of(content.as_bytes()));
    }
    for (name, content) in
        tags.iter().map(|(name, content)| (*name, content)).chain([("tagmanifest-sha512.txt", &manifest)])
    {
        let path = bag.join(name);
        let mut file = fs::File::create_new(&path).map_err(at(&path))?;
        file.write_all(content.as_bytes()).and_then(|()| file.sync_all()).map_err(at(&path))?;
    }
    Ok(written)
}

/// Whether a folder is meant as a bag: it has the declaration, or, where that was lost, a payload and a manifest of it.
pub fn is_meant(folder: &Path) -> bool {
    let has_manifest = || {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.file_name()).any(|name| name.to_string_lossy().starts_with("manifest-"))
    };
    folder.join("bagit.txt").exists() || (folder.join("data").is_dir() && has_manifest())
}

/// The records in a bag's payload: all its record files, in the order of their names. The bag must be sound.
///
/// # Errors
/// When the bag has a fault, or cannot be read.
pub fn read(bag: &Path) -> Result<Vec<Item>, ExchangeError> {
    if let Some(fault) = check(bag)?.into_iter().find(Fault::is_grave) {
        return Err(ExchangeError::Bag(format!("{} is not a sound bag: {fault}", bag.display())));
    }
    let sources = known_sources(bag)?;
    let mut failure = None;
    let files = crate::read::sources(&[bag.join("data")], |error| {
        failure.get_or_insert(error.to_string());
    });
    if let Some(failure) = failure {
        return Err(ExchangeError::Bag(failure));
    }
    let mut items = Vec::new();
    for file in files {
        let name = file.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        for mut item in folder::read(file.path())? {
            if let Some((record, source)) = sources.get(&name) {
                (item.name, item.source) = (record.clone(), source.clone());
            }
            items.push(item);
        }
    }
    Ok(items)
}

/// What `sources.csv` says, in bags of ours.
fn known_sources(bag: &Path) -> Result<BTreeMap<String, (String, String)>, ExchangeError> {
    let path = bag.join("data/sources.csv");
    let Ok(table) = fs::read(&path) else { return Ok(BTreeMap::new()) };
    let rows = super::csv::read_rows(&table[..])?;
    Ok(rows
        .into_iter()
        .skip(1)
        .filter_map(|row| match <[String; 3]>::try_from(row) {
            Ok([file, record, source]) => Some((file, (record, source))),
            Err(_) => None,
        })
        .collect())
}

fn describe(item: &Item, into: &mut BTreeMap<&str, Vec<String>>) {
    let game = crate::game::Game::read(&item.text);
    for (key, label) in LABELS {
        for field in game.fields.iter().filter(|field| field.key == key && !field.value.is_empty()) {
            let values = into.entry(label).or_default();
            if !values.contains(&field.value) {
                values.push(field.value.clone());
            }
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
