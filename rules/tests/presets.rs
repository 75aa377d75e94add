//! Every preset, on every width.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fmt::Write as _;

use tsoro_rules::Columns;
use tsoro_rules::describe::{Description, presets};

#[test]
fn every_preset_can_be_played_on_every_width() {
    for name in presets() {
        let description = Description::parse(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        description.build(None).unwrap_or_else(|error| panic!("{name}: {error}"));
        for columns in 2..=64 {
            let columns = Columns::new(columns).unwrap();
            let rules = description.build(Some(columns)).unwrap_or_else(|error| panic!("{name} on {columns}: {error}"));
            assert_eq!(rules.width_in_source(), description.columns_in_source().contains(&columns));
            let yaml = rules.to_yaml();
            let again = Description::parse(&yaml).and_then(|description| description.build(None));
            let again = again.unwrap_or_else(|error| panic!("{error}\n{yaml}"));
            assert_eq!(again.to_yaml(), yaml);
            assert_eq!(again.start(), rules.start());
        }
    }
}

/// What the book's table of rule sets says: columns (the default first), stones on the default board, title.
#[test]
fn presets_tell_about_themselves() {
    let mut table = String::new();
    for name in presets() {
        let description = Description::parse(name).unwrap();
        assert!(description.is_preset() && description.name() == name);
        assert!(description.source().is_some(), "{name} has a source");
        let rules = description.build(None).unwrap();
        let widths = description.columns_in_source().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let aliases = description.aliases().join(", ");
        let or_dash = |text: Option<&str>| text.unwrap_or("-").to_owned();
        writeln!(
            table,
            "{name} | {} | {aliases} | {} | {}\n  {} of {widths}; {} stones\n  {}",
            or_dash(description.title()),
            or_dash(description.people()),
            or_dash(description.region()),
            rules.columns(),
            rules.start().total(),
            or_dash(description.source()),
        )
        .unwrap();
    }
    insta::with_settings!({ snapshot_path => "snapshots", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("presets", table);
    });
}
