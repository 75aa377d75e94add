//! Where results and messages go: standard output through a buffer, standard error, and files that are never left half
//! written.

use std::fmt::Display;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use tsoro_replay::render;

use crate::failure::Failure;

/// Standard output. Colours written to it are dropped unless it is a terminal that wants them.
pub(crate) fn standard() -> impl Write {
    BufWriter::with_capacity(1 << 16, anstream::stdout().lock())
}

/// How the word `error` looks.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// How the word `warning` looks.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// Says on standard error why something could not be done.
pub(crate) fn complain(what: &dyn Display) {
    // Where standard error is closed there is nobody left to tell.
    let _ = say(&mut anstream::stderr(), ERROR, "error", what);
}

/// Says on standard error what has been done.
pub(crate) fn note(what: &dyn Display) {
    let _ = writeln!(anstream::stderr(), "{what}");
}

/// Writes a drawn report to standard error.
pub(crate) fn report(text: &str) {
    let _ = anstream::stderr().write_all(text.as_bytes());
}

/// Writes a line that begins with a word such as `error`.
pub(crate) fn say(out: &mut impl Write, style: Style, word: &str, what: &dyn Display) -> io::Result<()> {
    writeln!(out, "{style}{word}{style:#}: {what}")
}

/// `1 file`, `2 files`.
pub(crate) fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// How findings are drawn for people. Colours are dropped on their way out where they are not wanted.
pub(crate) fn findings_as_text() -> render::Format {
    render::Format::Text(render::Look { colour: true, ..render::Look::default() })
}

/// Writes a file whole, in the manner of [`replace_file`].
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace_file(path, |file| file.write_all(bytes))
}

/// Writes a file beside its place and renames it into it, so that a full disk leaves the old one whole. A link stays a
/// link: what it leads to is replaced.
pub(crate) fn replace_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut tempfile::NamedTempFile>) -> io::Result<()>,
) -> Result<(), Failure> {
    let failure = |source: io::Error| Failure::Write { path: path.to_owned(), source };
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new();
    file.prefix(".tsoro-");
    // Who may read it is the user's to say, as for any new file.
    #[cfg(unix)]
    file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = file.tempfile_in(folder).map_err(failure)?;
    let mut buffer = BufWriter::with_capacity(1 << 16, &mut file);
    write(&mut buffer).and_then(|()| buffer.flush()).map_err(failure)?;
    drop(buffer);
    // The new file keeps the rights of the one that it replaces.
    if let Ok(old) = target.metadata() {
        file.as_file().set_permissions(old.permissions()).map_err(failure)?;
    }
    file.as_file().sync_all().map_err(failure)?;
    file.persist(&target).map_err(|error| failure(error.error))?;
    Ok(())
}
