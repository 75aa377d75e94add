//! Every file under `tests/fmt` is a test: the canonical form of it stands in the snapshot beside it. Where its header has
//! `columns`, holes are turned to owner coordinates.
#![allow(missing_docs)]

use std::path::Path;

use tsoro_notation::records;
use tsoro_notation::write::{WriteOptions, canonical_with};

fn case(path: &Path) -> datatest_stable::Result<()> {
    let text = std::fs::read_to_string(path)?;
    let formatted = format(&text);
    if format(&formatted) != formatted {
        return Err(format!("formatted once more it is\n{}", format(&formatted)).into());
    }
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fmt"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, formatted));
    Ok(())
}

fn format(text: &str) -> String {
    let one = |record: tsoro_notation::Record| {
        let columns = record.header.columns.and_then(|columns| u8::try_from(columns.value).ok());
        canonical_with(&record, WriteOptions { columns, ..WriteOptions::default() })
    };
    records(text).map(one).collect()
}

datatest_stable::harness! { { test = case, root = "tests/fmt", pattern = r".*\.tsoro$" } }
