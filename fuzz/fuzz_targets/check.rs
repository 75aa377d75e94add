//! Any text is replayed to its end, and every finding's places lie inside of its record; what is doubtful in it is searched
//! within the bound, and what is settled is written over the place that it is of.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsoro_notation::records;
use tsoro_replay::resolve::resolve;
use tsoro_replay::{Options, replay};

fuzz_target!(|text: &str| {
    for record in records(text) {
        for finding in replay(&record, &Options::default()).findings {
            assert!(record.text.get(finding.span.range()).is_some());
        }
        let resolution = resolve(&record, &Options::default(), 2_000);
        assert!(resolution.edits.iter().all(|edit| record.text.get(edit.span.range()).is_some()));
    }
});
