//! Every preset, on every width.
#![allow(missing_docs, clippy::unwrap_used)]

use tsoro_rules::Columns;
use tsoro_rules::describe::{Description, presets};

#[test]
fn every_preset_can_be_played_on_every_width() {
    for name in presets() {
        let description = Description::parse(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        description.build(None).unwrap_or_else(|error| panic!("{name}: {error}"));
        for columns in 2..=64 {
            let rules = description.build(Some(Columns::new(columns).unwrap()));
            rules.unwrap_or_else(|error| panic!("{name} on {columns}: {error}"));
        }
    }
}
