//! What must hold for every record: nothing panics, stones are conserved, what is legal is replayed without a word, and
//! the short way and the long one agree.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fmt::Write as _;

use proptest::prelude::*;
use tsoro_notation::record::Record;
use tsoro_replay::plain::{Seen, plain};
use tsoro_replay::step::{Replay, Step, Variation};
use tsoro_replay::{Finding, Options, Severity, replay};
use tsoro_rules::describe::{Description, presets};
use tsoro_rules::sowing::SowingEnd;
use tsoro_rules::{Bonus, Position, Randomness, RuleSet, Side};

/// A random game under a preset as a record, all evidence written beside the plies, with the positions it goes through.
fn game(name: &str, seed: u64, plies: usize) -> (String, RuleSet, Vec<Position>) {
    let rules = Description::parse(name).unwrap().build(None).unwrap();
    let mut random = Randomness::seeded(seed);
    let mut positions: Vec<Position> = vec![Position::start(&rules, Side::South).unwrap()];
    let mut text = format!("---\ngame: {name}\n---\n\n");
    for ply in 0..plies {
        let before = *positions.last().unwrap();
        let mut after = before;
        let mut taken = [0u16; 128];
        let Some(turn) =
            after.play_random(&rules, &mut random, |circuit, stones| taken[usize::from(circuit)] += stones)
        else {
            break;
        };
        if ply % 2 == 0 {
            write!(text, "{}. ", ply / 2 + 1).unwrap();
        }
        let columns = rules.columns();
        let own = |circuit| columns.at(before.to_move, circuit).unwrap();
        write!(text, "{}", own(turn.lift)).unwrap();
        if turn.end == SowingEnd::Stopped {
            text += &"+".repeat(turn.heads as usize - 1);
            write!(text, "/{}", own(turn.landing)).unwrap();
        }
        write!(text, "-{}x{},{}", own(turn.landing), turn.capture.inner, turn.capture.outer).unwrap();
        write!(text, "({})", after.taken[before.to_move.index()]).unwrap();
        let bonus = taken.iter().enumerate().filter(|(_, stones)| **stones > 0);
        for (index, (circuit, stones)) in bonus.enumerate() {
            let hole = columns.at(!before.to_move, circuit as u8).unwrap();
            write!(text, "{}{hole}", if index == 0 { ':' } else { ',' }).unwrap();
            if *rules.bonus() == Bonus::Stones || seed.is_multiple_of(2) {
                write!(text, "={stones}").unwrap();
            }
        }
        text.push(' ');
        positions.push(after);
    }
    (text, rules, positions)
}

fn record(text: &str) -> Record {
    tsoro_notation::records(text).next().unwrap()
}

/// Every finding lies in the record, on the borders of characters, and so do its other places and its mends.
fn placed(record: &Record, findings: &[Finding]) -> Result<(), TestCaseError> {
    for finding in findings {
        let edits = finding.mends.iter().flat_map(|mend| mend.edits.iter().map(|edit| edit.span));
        let spans = finding.related.iter().map(|(span, _)| *span).chain(edits);
        for span in std::iter::once(finding.span).chain(spans) {
            prop_assert!(record.text.get(span.range()).is_some(), "{finding:?}");
        }
        prop_assert!(!finding.message.is_empty());
    }
    Ok(())
}

/// Stones on the board and stones taken are as many as at the start, from one ply to the next, wherever no board was
/// taken over in between.
fn conserved(start: &Position, steps: &[Step], taken_over: bool) -> Result<(), TestCaseError> {
    let all = start.board.total() + start.taken.iter().sum::<u32>();
    for step in steps {
        let now = step.after.board.total() + step.after.taken.iter().sum::<u32>();
        prop_assert!(now == all || taken_over, "ply {}: {now} for {all}", step.ply);
    }
    Ok(())
}

fn sound(record: &Record, replay: &Replay) -> Result<(), TestCaseError> {
    placed(record, &replay.findings)?;
    let taken_over = record.text.contains('[');
    conserved(&replay.start, &replay.steps, taken_over)?;
    sound_variations(&replay.variations, taken_over)
}

fn sound_variations(variations: &[Variation], taken_over: bool) -> Result<(), TestCaseError> {
    for variation in variations {
        conserved(&variation.start, &variation.steps, taken_over)?;
        sound_variations(&variation.variations, taken_over)?;
    }
    Ok(())
}

/// Pieces of records, right and wrong, that are put together at random.
fn piece() -> impl Strategy<Value = String> {
    let hole = || ("[ABab_C]", "(-?[0-9]{1,2}|_|99999)").prop_map(|(row, column)| format!("{row}{column}"));
    let ply = (hole(), "(\\+|/|/B8|/b8\\^2|\\+B8/|-A7|-B3-A8|x|x2,1|x40|\\(9\\)|:0|:a3,b4|:A1=2|#|~|>|<|\\(\\?\\)|\\(!\\)|\\|B5|!|\\$7){0,3}")
        .prop_map(|(hole, rest)| hole + &rest);
    prop_oneof![
        8 => ply,
        1 => Just("_".to_owned()),
        1 => "_\\*[0-9]{0,5}",
        1 => "[0-9]{1,4}\\.{1,3}",
        1 => prop::sample::select(vec![
            "[2*8 / 0*8 / 0*8 / 2*8 S]", "[! 2*8 / 0*8 / 0*8 / 2*8 N]", "[1*8/ . 0*7 / 0*8 / 2*8]", "[a7=3 S=38 off=6]",
            "[! B1=65535]", "[! B1=3 B2=0]", "[! A1=20 A2=20 A3=20 B1=20 B2=20]", "[", "]", "(", ")", "{", "}", "( B1 b1 )", "1-0", "0-1", "1/2-1/2", "*", "@1:02",
            "; line\n", "é", "\u{0}", "А1", "---\n", "\n---\ngame: nsolo\n---\n",
        ]).prop_map(str::to_owned),
    ]
}

fn header() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "",
        "---\ncolumns: 8\n---\n",
        "---\ngame: nsolo\n---\n",
        "---\ngame: {preset: tsoro, heads: 1}\ncolumns: 8\ncoordinates: board\n---\n",
        "---\ncolumns: 2\n---\n",
        "---\ngame: tsoro-misoro\nfirst: north\nresult: 1-0\nending: immobilised\n---\n",
        "---\ngame: {preset: tsoro, endless: draw}\ncolumns: 6\n---\n",
        "---\ncolumns: 8\nstart: \"65535 0*7 / 0*8 / 0*8 / 2*8 N\"\n---\n",
        "---\ncolumns: 8\nstart: \"500*8 / 0*8 / 0*8 / 700*8 N\"\n---\n",
        "---\ncolumns: 3\ngame: bao-kigogo\nstart: 0*3 / 0*3 / 0*3 / 1 0 0 S\n---\n",
        "---\ngame: bao-la-kimasai\n---\n",
        "---\ncolumns: 64\n---\n",
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is written, it is replayed to the end, the same way twice, and what is said of it lies in its text.
    #[test]
    fn anything_is_replayed(header in header(), pieces in prop::collection::vec(piece(), 0..24)) {
        let text = format!("{header}{}", pieces.join(" "));
        for record in tsoro_notation::records(&text) {
            let once = replay(&record, &Options::default());
            sound(&record, &once)?;
            let again = replay(&record, &Options::default());
            prop_assert_eq!(&once.findings, &again.findings);
            if once.playable
                && let Some(short) = plain(&record, &once.rules, &once.start, &mut Seen::default())
            {
                let said: Vec<_> = once.findings.iter().filter(|finding| finding.severity > Severity::Note).collect();
                prop_assert!(said.is_empty(), "{text}\n{said:#?}");
                prop_assert_eq!(short.plies as usize, once.steps.len());
                prop_assert_eq!(short.result, once.result.replayed);
            }
        }
    }

    /// A legal game with everything written beside it is replayed without more than a note, to the same positions.
    #[test]
    fn what_is_legal_is_replayed_without_a_word(preset in 0..presets().count(), seed in any::<u64>(), plies in 0..120usize) {
        let (text, rules, positions) = game(presets().nth(preset).unwrap(), seed, plies);
        let record = record(&text);
        let replay = replay(&record, &Options::default());
        let said: Vec<_> = replay.findings.iter().filter(|finding| finding.severity > Severity::Note).collect();
        prop_assert!(said.is_empty(), "{text}\n{said:#?}");
        prop_assert_eq!(replay.steps.len(), positions.len() - 1);
        for (step, position) in replay.steps.iter().zip(&positions[1..]) {
            prop_assert_eq!(&step.after, position, "{}", text);
            prop_assert!(step.certain);
        }
        sound(&record, &replay)?;
        if let Some(short) = plain(&record, &rules, &positions[0], &mut Seen::default()) {
            prop_assert_eq!(short.result, replay.result.replayed);
        }
    }

    /// The canonical plies of a replay are a record of the same game.
    #[test]
    fn canonical_plies_say_the_same(preset in 0..presets().count(), seed in any::<u64>(), plies in 0..60usize) {
        let name = presets().nth(preset).unwrap();
        let (text, _, _) = game(name, seed, plies);
        let first = replay(&record(&text), &Options::default());
        let mut canonical = format!("---\ngame: {name}\n---\n\n");
        for step in &first.steps {
            write!(canonical, "{} ", step.played.as_ref().unwrap().canonical).unwrap();
        }
        let second = replay(&record(&canonical), &Options::default());
        prop_assert_eq!(first.steps.len(), second.steps.len());
        for (one, other) in first.steps.iter().zip(&second.steps) {
            prop_assert_eq!(&one.played, &other.played);
            prop_assert_eq!(&one.after, &other.after);
        }
        prop_assert!(second.findings.iter().all(|finding| finding.severity == Severity::Note), "{:#?}", second.findings);
    }

    /// One hole written wrongly gives one error at the most, whatever comes of it.
    #[test]
    fn one_slip_is_one_error(preset in 0..presets().count(), seed in any::<u64>(), plies in 4..60usize, at in any::<prop::sample::Index>(), other in any::<prop::sample::Index>()) {
        let (text, rules, _) = game(presets().nth(preset).unwrap(), seed, plies);
        let clean = record(&text);
        let lifts: Vec<_> = clean.items.iter().filter_map(|item| match &item.kind {
            tsoro_notation::record::ItemKind::Ply(ply) => match &ply.first {
                tsoro_notation::record::Reading::Move(written) => Some(written.hole.span()),
                tsoro_notation::record::Reading::Missing(_) => None,
            },
            _ => None,
        }).collect();
        prop_assume!(!lifts.is_empty());
        let span = lifts[at.index(lifts.len())];
        let holes: Vec<_> = Side::BOTH.into_iter().flat_map(|side| rules.columns().holes(side)).collect();
        let hole = holes[other.index(holes.len())].to_string();
        let wrong = format!("{}{hole}{}", &text[..span.start as usize], &text[span.end as usize..]);
        let record = record(&wrong);
        let replay = replay(&record, &Options::default());
        sound(&record, &replay)?;
        let errors: Vec<_> = replay.findings.iter().filter(|finding| finding.severity == Severity::Error).collect();
        prop_assert!(errors.len() <= 1, "{wrong}\n{errors:#?}");
    }
}
