//! Every record of `corpus/games`, `corpus/faulty` and `corpus/doubtful` is a test: its report, for the games the boards after
//! marked plies and at the end, and for the doubtful ones what `resolve` makes of them, are held against the snapshot beside
//! it.
//!
//! A ply is marked by a glyph (`!`). The real program is run, so what is kept is what a user sees.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};

use datatest_stable::Result;
use tsoro_notation::record::{Item, ItemKind};

datatest_stable::harness! {
    { test = game, root = "corpus/games", pattern = r"\.tsoro$" },
    { test = faulty, root = "corpus/faulty", pattern = r"\.tsoro$" },
    { test = doubtful, root = "corpus/doubtful", pattern = r"\.tsoro$" },
}

/// A sound record: nothing to object to, and the boards.
fn game(path: &Path) -> Result<()> {
    let name = name(path);
    let mut text = String::new();
    let checked = tsoro(&["check", &name])?;
    tell(&mut text, &["check", &name], &checked);
    assert!(checked.status.success(), "a record in corpus/games has errors:\n{text}");
    for ply in marked(path)? {
        let arguments = ["show", &name, "--ply", &ply.to_string()];
        tell(&mut text, &arguments, &tsoro(&arguments)?);
    }
    let arguments = ["diagram", &name];
    tell(&mut text, &arguments, &tsoro(&arguments)?);
    hold(path, &text);
    Ok(())
}

/// A record with one fault: the report.
fn faulty(path: &Path) -> Result<()> {
    let name = name(path);
    let mut text = String::new();
    let checked = tsoro(&["check", &name])?;
    tell(&mut text, &["check", &name], &checked);
    hold(path, &text);
    Ok(())
}

/// A record with places that may mean several things: what is settled, and what stays open.
fn doubtful(path: &Path) -> Result<()> {
    let name = name(path);
    let mut text = String::new();
    tell(&mut text, &["resolve", &name], &tsoro(&["resolve", &name])?);
    hold(path, &text);
    Ok(())
}

/// The record's path as a user at the root of the project would type it.
fn name(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

fn tsoro(arguments: &[&str]) -> Result<Output> {
    let root = env!("CARGO_MANIFEST_DIR");
    Ok(Command::new(env!("CARGO_BIN_EXE_tsoro")).args(arguments).current_dir(root).env("NO_COLOR", "1").output()?)
}

fn tell(text: &mut String, arguments: &[&str], output: &Output) {
    let _ = writeln!(text, "$ tsoro {}", arguments.join(" "));
    text.push_str(&String::from_utf8_lossy(&output.stdout));
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        let _ = writeln!(text, "stderr: {line}");
    }
    if let Some(status) = output.status.code().filter(|&status| status != 0) {
        let _ = writeln!(text, "exit status {status}");
    }
    text.push('\n');
}

fn hold(path: &Path, text: &str) {
    let mut settings = insta::Settings::clone_current();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    settings.set_snapshot_path(folder.parent().unwrap_or(Path::new(".")));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    settings.bind(|| insta::assert_snapshot!(stem, text));
}

/// The plies of the first record's main line that carry a glyph, counted from 1.
fn marked(path: &Path) -> Result<Vec<u32>> {
    let text = std::fs::read_to_string(path)?;
    let Some(record) = tsoro_notation::records(&text).next() else { return Ok(Vec::new()) };
    let mut plies = 0;
    let mut marked = Vec::new();
    for Item { kind, .. } in &record.items {
        match kind {
            ItemKind::Ply(_) => plies += 1,
            ItemKind::Glyph(_) => marked.push(plies),
            _ => {}
        }
    }
    Ok(marked)
}
