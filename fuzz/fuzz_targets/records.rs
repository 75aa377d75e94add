//! Any text is read to its end, no byte is lost, and formatting it twice changes nothing more.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsoro_notation::records;
use tsoro_notation::write::{WriteOptions, canonical_text};

fuzz_target!(|text: &str| {
    for record in records(text) {
        for slip in &record.slips {
            assert!(record.text.get(slip.span.range()).is_some());
        }
    }
    let once = canonical_text(text, WriteOptions::default());
    assert_eq!(canonical_text(&once, WriteOptions::default()), once);
});
