//! The examples on the pages of the findings: each yields what its page is about, and mended does not.

use tsoro_replay::code::Code;
use tsoro_replay::explain::examples;
use tsoro_replay::{Options, replay};

fn codes(text: &str) -> Vec<Code> {
    let findings = tsoro_notation::records(text).flat_map(|record| replay(&record, &Options::default()).findings);
    findings.map(|finding| finding.code).collect()
}

#[test]
fn an_example_yields_its_code_and_mended_it_does_not() {
    let mut wrong = Vec::new();
    for &code in Code::ALL {
        for example in examples(code) {
            let found = codes(&example.text);
            let expected = !example.mended;
            if found.contains(&code) != expected {
                let start: String = example.text.chars().take(300).collect();
                wrong.push(format!("{code}, mended {}: {found:?}\n{start}", example.mended));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
