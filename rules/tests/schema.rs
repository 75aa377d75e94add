//! The JSON Schema that editors are given: it passes what is sound and fails what is not, as far as a schema can see.
//!
//! The checker here knows exactly the keywords that the schema uses, and panics on any other: so none goes unchecked.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use regex::Regex;
use serde_json::Value;
use tsoro_rules::describe::{Description, preset_text, presets};

const SCHEMA: &str = include_str!("../../docs/src/schema/rule-set.schema.json");

fn passes(schema: &Value, root: &Value, value: &Value) -> bool {
    let keywords = schema.as_object().unwrap();
    keywords.iter().all(|(keyword, told)| match keyword.as_str() {
        "$schema" | "$defs" | "title" | "description" | "examples" | "default" => true,
        "$ref" => {
            let name = told.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
            passes(root["$defs"].get(name).unwrap_or_else(|| panic!("no {name}")), root, value)
        }
        "anyOf" => told.as_array().unwrap().iter().any(|schema| passes(schema, root, value)),
        "not" => !passes(told, root, value),
        "enum" => told.as_array().unwrap().contains(value),
        "type" => match told.as_str().unwrap() {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            other => panic!("the type {other}"),
        },
        "minimum" => value.as_i64().is_none_or(|number| number >= told.as_i64().unwrap()),
        "maximum" => value.as_i64().is_none_or(|number| number <= told.as_i64().unwrap()),
        "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= told.as_u64().unwrap()),
        "maxItems" => value.as_array().is_none_or(|items| items.len() as u64 <= told.as_u64().unwrap()),
        "uniqueItems" => {
            value.as_array().is_none_or(|items| (1..items.len()).all(|at| !items[..at].contains(&items[at])))
        }
        "items" => value.as_array().is_none_or(|items| items.iter().all(|item| passes(told, root, item))),
        "pattern" => value.as_str().is_none_or(|text| Regex::new(told.as_str().unwrap()).unwrap().is_match(text)),
        "required" => value
            .as_object()
            .is_none_or(|map| told.as_array().unwrap().iter().all(|key| map.contains_key(key.as_str().unwrap()))),
        "properties" | "patternProperties" | "additionalProperties" => {
            value.as_object().is_none_or(|map| map.iter().all(|(key, value)| property(schema, root, key, value)))
        }
        other => panic!("the schema uses `{other}`, which this test does not know"),
    })
}

fn property(schema: &Value, root: &Value, key: &str, value: &Value) -> bool {
    if let Some(schema) = schema["properties"].get(key) {
        return passes(schema, root, value);
    }
    let patterns = schema["patternProperties"].as_object().into_iter().flatten();
    let mut known = patterns.filter(|(pattern, _)| Regex::new(pattern).unwrap().is_match(key)).peekable();
    assert_eq!(schema["additionalProperties"], Value::Bool(false), "every object of the schema is closed");
    known.peek().is_some() && known.all(|(_, schema)| passes(schema, root, value))
}

/// Whether the schema passes a rule set; `None` where the text is not YAML that can be read at all.
fn judged(text: &str) -> Option<bool> {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let options = serde_yaml::options! { strict_booleans: true };
    let value = serde_yaml::from_str_with_options(text, options).ok()?;
    Some(passes(&schema, &schema, &value))
}

#[test]
fn the_presets_pass() {
    for name in presets() {
        assert_eq!(judged(name), Some(true), "{name}");
        assert_eq!(judged(preset_text(name).unwrap()), Some(true), "{name}");
    }
}

#[test]
fn sound_rule_sets_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sound");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(judged(&text), Some(true), "{}", path.display());
        let description = Description::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        description.build(None).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

/// What only the engine can see: whether options fit each other and the board; and YAML that a schema never sees, since
/// it judges what is left when anchors, tags and merge keys are resolved.
const BEYOND_A_SCHEMA: [&str; 25] = [
    "anchors",
    "bonus-never-due",
    "columns-in-source-backwards",
    "columns-missing",
    "heads-more-than-columns",
    "heads-off-the-board",
    "heads-twice-by-two-names",
    "merge-key",
    "nothing-ever-moves",
    "preset-slip",
    "preset-slip-in-mapping",
    "preset-unknown",
    "start-hole-by-two-names",
    "start-hole-off-the-board",
    "start-missing",
    "start-nothing-left-of-a-preset",
    "start-of-another-width",
    "start-of-unequal-rows",
    "start-row-too-short",
    "start-row-without-end",
    "start-too-many-in-all",
    "start-with-no-stones",
    "start-with-nothing-for-north",
    "start-with-nothing-to-lift",
    "tag",
];

#[test]
fn unsound_rule_sets_fail() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unsound");
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "yaml") {
            let name = path.file_stem().unwrap().to_str().unwrap();
            let passed = judged(&fs::read_to_string(&path).unwrap()).unwrap_or(false);
            if passed != BEYOND_A_SCHEMA.contains(&name) {
                wrong.push(format!("{name}: {}", if passed { "passes" } else { "fails" }));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
