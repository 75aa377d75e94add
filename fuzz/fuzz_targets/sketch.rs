//! Any text is a position, or is refused with places inside of it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tsoro_notation::record::Sketch;

fuzz_target!(|text: &str| {
    if let Err(slips) = Sketch::parse(text) {
        for slip in slips {
            assert!(text.get(slip.span.range()).is_some());
        }
    }
});
