//! The charts in the book are those that the program draws today.

use std::process::Command;

#[test]
fn the_charts_in_the_book_are_drawn_by_the_program() -> Result<(), Box<dyn std::error::Error>> {
    let root = env!("CARGO_MANIFEST_DIR");
    let folder = tempfile::tempdir()?;
    let drawn = folder.path().join("charts.svg");
    let arguments = ["stats", "corpus/games", "--chart"];
    let status = Command::new(env!("CARGO_BIN_EXE_tsoro")).args(arguments).arg(&drawn).current_dir(root).status()?;
    assert!(status.success());
    let kept = std::fs::read_to_string(format!("{root}/docs/src/charts.svg"))?;
    let drawn = std::fs::read_to_string(&drawn)?;
    assert!(kept == drawn, "look at what has changed: tsoro stats corpus/games --chart docs/src/charts.svg");
    Ok(())
}
