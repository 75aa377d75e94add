//! `SHA256SUMS`, as `sha256sum` writes it: damage to a table is seen before anything of it is read.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use super::super::bag::Algorithm;
use super::super::{ExchangeError, at};
use super::table;

/// Writes the sums of files that lie in the same folder.
pub(super) fn write(sums: &Path, files: &[PathBuf]) -> Result<(), ExchangeError> {
    let mut text = String::new();
    for file in files {
        let sum = Algorithm::Sha256.of_file(file).map_err(at(file))?;
        let _ = writeln!(text, "{sum}  {}", name(file));
    }
    let folder = sums.parent().unwrap_or(Path::new(""));
    let mut file = table::beside(folder)?;
    file.write_all(text.as_bytes()).and_then(|()| file.as_file().sync_all()).map_err(at(sums))?;
    file.persist_noclobber(sums).map_err(|error| at(sums)(error.error))?;
    Ok(())
}

/// Holds a file against the sums beside it, where there are any that name it.
pub(super) fn check(file: &Path) -> Result<(), ExchangeError> {
    let sums = file.with_file_name(super::SUMS);
    let text = match std::fs::read(&sums) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(at(&sums)(error)),
    };
    let name = name(file);
    let mut lines = text.lines().filter_map(|line| line.split_once([' ', '\t']));
    let listed = lines.find(|(_, listed)| listed.trim_start_matches([' ', '*']) == name);
    let Some((sum, _)) = listed else { return Ok(()) };
    if Algorithm::Sha256.of_file(file).map_err(at(file))?.eq_ignore_ascii_case(sum) {
        return Ok(());
    }
    let message = format!(
        "it does not have the sum that {} names: it is damaged, or was rewritten (then remove its line there)",
        super::SUMS
    );
    Err(ExchangeError::Table { path: file.to_owned(), message })
}

fn name(file: &Path) -> std::borrow::Cow<'_, str> {
    file.file_name().unwrap_or_default().to_string_lossy()
}
