//! A folder of record files, one record a file.

use std::fs;
use std::path::{Path, PathBuf};

use super::{ExchangeError, Item, at, fresh};
use crate::read::RecordReader;

/// Writes records as files into a new folder and returns their names. A name says the record's own and what its header
/// calls it: `000017-anna-ben-1964.tsoro`.
///
/// # Errors
/// When the folder holds something already, or cannot be written; or what `items` hands on.
pub fn write(
    folder: &Path,
    items: impl IntoIterator<Item = Result<Item, ExchangeError>>,
) -> Result<Vec<PathBuf>, ExchangeError> {
    fresh(folder)?;
    let mut names = Vec::new();
    for item in items {
        let item = item?;
        let name = PathBuf::from(file_name(&item));
        let path = folder.join(&name);
        // Two records of one name would be a loss.
        let mut file = fs::File::create_new(&path).map_err(at(&path))?;
        std::io::Write::write_all(&mut file, item.text.as_bytes()).map_err(at(&path))?;
        names.push(name);
    }
    Ok(names)
}

/// Reads a record file back. It may hold several records.
///
/// # Errors
/// When it cannot be read, or is not text.
pub fn read(path: &Path) -> Result<Vec<Item>, ExchangeError> {
    let source = fs::File::open(path).and_then(crate::read::unpack).map_err(at(path))?;
    let mut items = Vec::new();
    for record in RecordReader::new(source) {
        let record = record.map_err(|error| at(path)(std::io::Error::other(error.to_string())))?;
        items.push(Item::new(record.origin.record.to_string(), record.text));
    }
    Ok(items)
}

/// A name that every file system takes: letters, digits and hyphens of ASCII.
pub(super) fn file_name(item: &Item) -> String {
    let number = item.name.parse::<u64>().map_or_else(|_| slug(&item.name), |number| format!("{number:06}"));
    let record = tsoro_notation::Record::parse(&item.text, tsoro_notation::span::Origin::default());
    let values = ["identifier", "event", "date"].into_iter().filter_map(|key| {
        let entry = record.header.entries.iter().find(|entry| entry.key.value == key)?;
        match &entry.value.value {
            tsoro_notation::header::Value::Text(text) => Some(slug(text)),
            _ => None,
        }
    });
    let parts: Vec<String> = std::iter::once(number).chain(values).filter(|part| !part.is_empty()).collect();
    let mut name = parts.join("-");
    name.truncate(80);
    format!("{}.tsoro", name.trim_end_matches('-'))
}

fn slug(text: &str) -> String {
    let mut slug = String::new();
    for letter in text.chars().flat_map(char::to_lowercase) {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}
