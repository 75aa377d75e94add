//! Any text between two boundary lines is read as a header.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsoro_notation::records;

fuzz_target!(|yaml: &str| {
    for record in records(&format!("---\n{yaml}\n---\n1. B5 b7\n")) {
        for entry in &record.header.entries {
            assert!(record.text.get(entry.value.span.range()).is_some());
        }
    }
});
