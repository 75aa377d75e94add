//! Any text is replayed to its end, and every finding's places lie inside of its record.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsoro_notation::records;
use tsoro_replay::{Options, replay};

fuzz_target!(|text: &str| {
    for record in records(text) {
        for finding in replay(&record, &Options::default()).findings {
            assert!(record.text.get(finding.span.range()).is_some());
        }
    }
});
