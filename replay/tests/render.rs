//! What findings look like: text, JSON, SARIF and GitHub's lines, and laws that hold for any text and any span.

use insta::assert_snapshot;
use proptest::prelude::*;
use tsoro_notation::slip::{Edit, Mend};
use tsoro_notation::span::{Origin, Span};
use tsoro_replay::code::Code;
use tsoro_replay::finding::{Finding, Severity};
use tsoro_replay::render::{Format, Look, Source};

const ORIGIN: Origin = Origin { byte: 100, line: 40, record: 3 };

fn span(text: &str, part: &str) -> Span {
    let start = text.find(part).expect("the part stands in the text");
    Span::new(start as u32, (start + part.len()) as u32)
}

fn finding(code: Code, severity: Severity, span: Span, message: &str) -> Finding {
    Finding {
        code,
        severity,
        ply: None,
        span,
        label: String::new(),
        message: message.to_owned(),
        rule: None,
        notes: Vec::new(),
        related: Vec::new(),
        mends: Vec::new(),
    }
}

/// An illegal lift with everything that a finding can have.
fn full(text: &str) -> Finding {
    let place = span(text, "A3");
    Finding {
        ply: Some(3),
        label: "A3 is empty".to_owned(),
        rule: Some("3.1 a hole of two stones or more may be lifted".to_owned()),
        notes: vec!["B1 B2 B4 may be lifted".to_owned()],
        related: vec![(span(text, "B3"), "South's last ply was here".to_owned())],
        mends: vec![
            Mend::replace("write `B2`", place, "B2", false),
            Mend { message: "look at the source".to_owned(), edits: Vec::new(), sure: false },
        ],
        ..finding(Code::IllegalLift, Severity::Error, place, "A3 may not be lifted")
    }
}

const TEXT: &str = "---\ngame: tsoro\n---\n\n1. B3 b7\n2. A3 b1 {é石}\n";

fn render(format: Format, text: &str, findings: &[Finding]) -> String {
    format.report(&Source::new("games/a b,c.tsoro", text, ORIGIN), findings)
}

fn plain(text: &str, finding: &Finding) -> String {
    render(Format::Text(Look::default()), text, std::slice::from_ref(finding))
}

#[test]
fn text_for_people() {
    assert_snapshot!(plain(TEXT, &full(TEXT)));
}

#[test]
fn text_in_unicode() {
    let look = Look { unicode: true, ..Look::default() };
    assert_snapshot!(render(Format::Text(look), TEXT, &[full(TEXT)]));
}

#[test]
fn text_in_colour() {
    let look = Look { colour: true, ..Look::default() };
    let coloured = render(Format::Text(look), TEXT, &[full(TEXT)]);
    assert!(coloured.contains("\u{1b}["), "there are colours");
    assert_eq!(coloured.lines().count(), plain(TEXT, &full(TEXT)).lines().count(), "and the same lines");
    assert!(!plain(TEXT, &full(TEXT)).contains('\u{1b}'), "and none when none are asked for");
}

#[test]
fn a_place_far_away_is_drawn_apart() {
    let text = format!("1. B3 b7\n{}9. A3 b1\n", "\n".repeat(30));
    assert_snapshot!(plain(&text, &full(&text)));
}

#[test]
fn text_put_in_at_the_end() {
    let text = "1. B1 b7 { never closed";
    let end = Span::new(text.len() as u32, text.len() as u32);
    let mut found = finding(Code::UnclosedComment, Severity::Error, span(text, "{"), "this comment is never closed");
    found.mends.push(Mend::replace("close it at the end", end, " }", false));
    assert_snapshot!(plain(text, &found));
}

#[test]
fn a_mend_of_several_lines() {
    let text = "---\ngame: tsoro\n1. B1 b7\n";
    let place = span(text, "1. ");
    let mut found = finding(Code::UnclosedHeader, Severity::Error, Span::new(0, 3), "this header is never closed");
    found.mends.push(Mend::replace("close the header here", Span::new(place.start, place.start), "---\n", true));
    assert_snapshot!(plain(text, &found));
}

#[test]
fn a_mend_of_many_places_is_told() {
    let text = "b1 B1 b2 B2 b3 B3 b4 B4 b5 B5";
    let mut found = finding(Code::SidesSwapped, Severity::Error, Span::new(0, 2), "the sides are swapped");
    let edits = (0..10).map(|ply| Edit { span: Span::new(ply * 3, ply * 3 + 1), text: "B".to_owned() }).collect();
    found.mends.push(Mend { message: "write every hole in the other case".to_owned(), edits, sure: false });
    assert_snapshot!(plain(text, &found));
}

#[test]
fn a_very_long_line_is_shortened() {
    let text = format!("{}A3 {}B3 {}", "é1 ".repeat(300), "b1 ".repeat(300), "b2 ".repeat(300));
    assert_snapshot!(plain(&text, &full(&text)));
}

#[test]
fn control_characters_are_shown_and_not_obeyed() {
    let text = "1. B1 \u{1b}[2J\u{0}\u{202e} b7";
    let place = span(text, "\u{1b}[2J\u{0}\u{202e}");
    let mut found = finding(Code::ControlCharacter, Severity::Error, place, "odd \u{1b}[31m\u{202e}\nforged: line");
    found.label = "\u{7}".to_owned();
    found.notes.push("\u{9b}1m".to_owned());
    found.mends.push(Mend::replace("write \u{1b}", place, "\u{1b}[0m", false));
    assert_snapshot!(plain(text, &found));
}

#[test]
fn json_is_an_array_and_jsonl_a_line_each() {
    let findings = [full(TEXT), finding(Code::Unfinished, Severity::Note, Span::new(3, 3), "it breaks off")];
    let array = render(Format::Json, TEXT, &findings);
    let values: serde_json::Value = serde_json::from_str(&array).expect("the array is JSON");
    let lines = render(Format::JsonLines, TEXT, &findings);
    let each: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    assert_eq!(values.as_array(), Some(&each));
    assert_eq!(render(Format::Json, TEXT, &[]), "[\n]\n");
    assert_snapshot!(serde_json::to_string_pretty(&values[0]).expect("it was JSON"));
}

#[test]
fn sarif() {
    let findings = [full(TEXT), finding(Code::Unfinished, Severity::Note, Span::new(3, 3), "it breaks off")];
    let log: serde_json::Value =
        serde_json::from_str(&render(Format::Sarif, TEXT, &findings)).expect("the log is JSON");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["rules"].as_array().map(Vec::len), Some(Code::ALL.len()));
    for result in run["results"].as_array().expect("results are a list") {
        let index = result["ruleIndex"].as_u64().expect("every result has its rule") as usize;
        assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
    }
    assert_snapshot!(serde_json::to_string_pretty(&run["results"]).expect("it was JSON"));
    let none = render(Format::Sarif, TEXT, &[]);
    assert!(serde_json::from_str::<serde_json::Value>(&none).is_ok(), "a log without results is JSON");
}

#[test]
fn github_lines() {
    let mut odd = finding(Code::Unfinished, Severity::Note, Span::new(0, 19), "100% sure: a, b\nand more");
    odd.notes.push("a note".to_owned());
    assert_snapshot!(render(Format::Github, TEXT, &[full(TEXT), odd]));
}

/// Texts with all that is hard to draw.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[ -~]{0,12}",
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("\r".to_owned()),
        Just("\t".to_owned()),
        Just("\0\u{1b}".to_owned()),
        Just("\u{202e}".to_owned()),
        Just("é石\u{301}🪨\u{200d}".to_owned()),
        "x{200,300}",
        "\\PC{0,8}",
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn spans() -> impl Strategy<Value = Span> {
    let near = (0u32..400, 0u32..40).prop_map(|(start, length)| Span::new(start, start + length));
    prop_oneof![
        near,
        (0u32..2000, 0u32..2000).prop_map(|(start, end)| Span::new(start, end)),
        Just(Span::new(u32::MAX, 0))
    ]
}

fn mends() -> impl Strategy<Value = Mend> {
    (texts(), proptest::collection::vec((spans(), texts()), 0..4), any::<bool>()).prop_map(|(message, edits, sure)| {
        Mend { message, edits: edits.into_iter().map(|(span, text)| Edit { span, text }).collect(), sure }
    })
}

fn findings() -> impl Strategy<Value = Finding> {
    (
        spans(),
        texts(),
        texts(),
        proptest::option::of(texts()),
        proptest::collection::vec((spans(), texts()), 0..4),
        proptest::collection::vec(mends(), 0..5),
    )
        .prop_map(|(span, message, label, rule, related, mends)| Finding {
            label,
            rule,
            related,
            mends,
            ..finding(Code::Unreadable, Severity::Warning, span, &message)
        })
}

proptest! {
    /// Whatever the text, the spans and the words: nothing panics, nothing steers the terminal, JSON is JSON.
    #[test]
    fn anything_can_be_drawn(text in texts(), found in findings(), width in 0usize..200, unicode in any::<bool>()) {
        let source = Source::new("a\u{1b}.tsoro", &text, ORIGIN);
        let drawn = Format::Text(Look { colour: false, unicode, width }).report(&source, [&found]);
        let steers = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
        prop_assert!(!drawn.chars().any(steers), "{drawn:?}");
        for format in [Format::Json, Format::Sarif] {
            let json = format.report(&source, [&found, &found]);
            prop_assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok());
        }
        prop_assert_eq!(Format::JsonLines.report(&source, [&found]).lines().count(), 1);
        prop_assert_eq!(Format::Github.report(&source, [&found]).matches('\n').count(), 1);
    }

    /// The first place that a drawn finding names is that of its span.
    #[test]
    fn the_place_named_is_the_place(text in texts(), at in 0u32..400) {
        let source = Source::new("x", &text, ORIGIN);
        let found = finding(Code::Unreadable, Severity::Error, Span::new(at, at + 1), "odd");
        let (start, _) = source.place(found.span);
        let drawn = Format::Text(Look::default()).report(&source, [&found]);
        let named = format!("--> x:{}:{}\n", start.line, start.column);
        prop_assert!(drawn.contains(&named), "{named} in {drawn}");
    }

    /// No line of the drawing is much longer than was asked for, whatever the record is like.
    #[test]
    fn long_lines_are_shortened(before in 0usize..2000, behind in 0usize..2000) {
        let text = format!("{}A3{}", "b".repeat(before), "c".repeat(behind));
        let source = Source::new("x", &text, ORIGIN);
        let at = before as u32;
        let found = finding(Code::Unreadable, Severity::Error, Span::new(at, at + 2), "odd");
        let drawn = Format::Text(Look { width: 80, ..Look::default() }).report(&source, [&found]);
        prop_assert!(drawn.lines().all(|line| line.chars().count() <= 100), "{}", drawn);
    }
}

/// A record of ten megabytes in one line with findings all over it takes no longer than going through it.
#[test]
fn a_long_line_with_many_findings_takes_linear_time() {
    let text = "é1. B1 b7 ".repeat(1_000_000);
    let source = Source::new("x", &text, ORIGIN);
    let begun = std::time::Instant::now();
    let mut out = String::new();
    for at in (0..20_000).map(|n| n * 550) {
        let found = finding(Code::Unreadable, Severity::Error, Span::new(at, at + 2), "odd");
        out.clear();
        Format::JsonLines.write(&source, &found, &mut out);
        Format::Text(Look::default()).write(&source, &found, &mut out);
    }
    // Counting from the beginning every time would take minutes.
    assert!(begun.elapsed().as_secs() < 20, "it took {:?}", begun.elapsed());
}
