//! Every file under `tests/cases` is a test: what was read from it, item by item, and what was wrong with it, stands in
//! the snapshot beside it. Bytes that a text file shows badly are written `<U+00A0>` there, and `<CR>`.

use std::fmt::Write as _;
use std::path::Path;

use tsoro_notation::header::{Entry, Game, Value};
use tsoro_notation::record::{
    BoardContent, Item, ItemKind, Missing, Reading, Record, Sketch, WrittenColumn, WrittenMove,
};
use tsoro_notation::slip::Slip;
use tsoro_notation::span::Span;

fn case(path: &Path) -> datatest_stable::Result<()> {
    let text = unescape(&std::fs::read_to_string(path)?);
    let mut shown = String::new();
    for record in tsoro_notation::records(&text) {
        show_record(&mut shown, &record);
    }
    if shown.is_empty() {
        shown.push_str("no record\n");
    }
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(
        path.parent().map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap_or_default(),
    );
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, shown));
    Ok(())
}

/// `<U+00A0>` for characters that an editor hides.
fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find('>').map_or(0, |end| end + 1);
        let code =
            rest[..end].strip_prefix("<U+").and_then(|code| u32::from_str_radix(code.trim_end_matches('>'), 16).ok());
        match (code.and_then(char::from_u32), &rest[..end]) {
            (Some(c), _) => plain.push(c),
            (None, "<CR>") => plain.push('\r'),
            _ => {
                plain.push('<');
                rest = &rest[1..];
                continue;
            }
        }
        rest = &rest[end..];
    }
    plain + rest
}

fn show_record(shown: &mut String, record: &Record) {
    let _ = writeln!(
        shown,
        "record {} at byte {}, line {}",
        record.origin.record,
        record.origin.byte,
        record.origin.line + 1
    );
    let header = &record.header;
    header.entries.iter().for_each(|entry| show_entry(shown, 1, entry));
    let typed = [
        header.game.as_ref().map(|game| match &game.value {
            Game::Preset(name) => format!("game: preset {name:?}"),
            Game::Mapping { text, offset } => format!("game: mapping at {offset}: {text:?}"),
        }),
        header.columns.map(|columns| format!("columns: {}", columns.value)),
        header.start.as_ref().map(|start| format!("start: {}", sketch(&start.value))),
        header.first.map(|first| format!("first: {:?}", first.value)),
        header.coordinates.map(|coordinates| format!("coordinates: {:?}", coordinates.value)),
        header.result.map(|result| format!("result: {:?}", result.value)),
        header.ending.map(|ending| format!("ending: {:?}", ending.value)),
    ];
    typed.into_iter().flatten().for_each(|line| {
        let _ = writeln!(shown, "  = {line}");
    });
    record.items.iter().for_each(|item| show_item(shown, 1, record, item));
    record.slips.iter().for_each(|slip| show_slip(shown, record, slip));
}

fn show_entry(shown: &mut String, depth: usize, entry: &Entry) {
    let _ = writeln!(shown, "{:indent$}{}: {}", "", entry.key.value, value(&entry.value.value), indent = 2 * depth);
    if let Value::Map(entries) = &entry.value.value {
        for entry in entries {
            show_entry(shown, depth + 1, entry);
        }
    }
}

fn value(value: &Value) -> String {
    match value {
        Value::Empty => "(empty)".to_owned(),
        Value::Text(text) => format!("{text:?}"),
        Value::List(items) => {
            format!("[{}]", items.iter().map(|item| self::value(&item.value)).collect::<Vec<_>>().join(", "))
        }
        Value::Map(entries) => format!("a mapping of {}", entries.len()),
    }
}

fn show_item(shown: &mut String, depth: usize, record: &Record, item: &Item) {
    let text = record.at(item.span);
    let what = match &item.kind {
        ItemKind::Number(number) => format!("number {}{}", number.number, if number.second { " second" } else { "" }),
        ItemKind::Ply(ply) => {
            let readings: Vec<String> = ply.readings().map(reading).collect();
            format!("ply {}{}", readings.join(" or "), ply.mark.map_or(String::new(), |mark| format!(" {mark:?}")))
        }
        ItemKind::Board(board) => {
            let content = match &board.content {
                BoardContent::Sketch(board) => sketch(board),
                BoardContent::Facts(facts) => {
                    facts.iter().map(|fact| record.at(fact.span)).collect::<Vec<_>>().join(" and ")
                }
            };
            format!("board{}: {content}", if board.really { " really" } else { "" })
        }
        ItemKind::Time(time) => format!("time {}.{:09}", time.seconds, time.nanoseconds),
        ItemKind::Comment(kind) => format!("comment {kind:?}"),
        ItemKind::Glyph(glyph) => format!("glyph {}", glyph.0),
        ItemKind::Variation(items) => {
            let _ = writeln!(shown, "{:indent$}variation", "", indent = 2 * depth);
            for item in items {
                show_item(shown, depth + 1, record, item);
            }
            return;
        }
        ItemKind::Result(result) => format!("result {result:?}"),
        ItemKind::Unreadable => "unreadable".to_owned(),
    };
    let _ = writeln!(shown, "{:indent$}{text:?} {what}", "", indent = 2 * depth);
}

fn sketch(sketch: &Sketch) -> String {
    let rows: Vec<String> = sketch
        .rows
        .iter()
        .map(|row| {
            row.holes
                .iter()
                .map(|hole| hole.stones.map_or(".".to_owned(), |n| n.to_string()))
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    format!("{}{}", rows.join(" / "), sketch.to_move.map_or(String::new(), |mover| format!(" {mover:?} to move")))
}

fn reading(reading: &Reading) -> String {
    match reading {
        Reading::Missing(Missing::Unknown) => "some missing".to_owned(),
        Reading::Missing(Missing::Plies(plies)) => format!("{plies} missing"),
        Reading::Move(written) => show_move(written),
    }
}

fn show_move(written: &WrittenMove) -> String {
    let column = match written.hole.column {
        WrittenColumn::Left(column) => column.to_string(),
        WrittenColumn::Right(column) => format!("{column} from the right"),
        WrittenColumn::Illegible => "illegible".to_owned(),
    };
    let mut shown = format!("{:?} {column}", written.hole.row);
    let name = |hole: &tsoro_notation::record::WrittenHole| format!("{:?} {:?}", hole.row, hole.column);
    if let Some(direction) = written.direction() {
        shown += if direction.right { ", to the right" } else { ", to the left" };
    }
    for relay in written.relays() {
        let _ = write!(shown, ", relays on at {}", relay.head.as_ref().map_or("a head".to_owned(), name));
    }
    if let Some(stop) = written.stop() {
        let _ = write!(shown, ", stops at {}", stop.head.as_ref().map_or("a head".to_owned(), name));
        if let Some(landing) = stop.landing {
            let _ = write!(shown, ", landing {landing}");
        }
    }
    for landing in written.landings() {
        let _ = write!(shown, ", lands in {}", name(landing));
    }
    if let Some(taken) = written.taken {
        let _ = write!(shown, ", takes {:?}", taken.stones);
    }
    if let Some(total) = written.total() {
        let _ = write!(shown, ", in all {}", total.count);
    }
    if let Some(bonus) = &written.bonus {
        let holes: Vec<String> = bonus
            .holes
            .iter()
            .map(|chosen| {
                format!("{}{}", name(&chosen.hole), chosen.stones.map_or(String::new(), |n| format!(" of {n}")))
            })
            .collect();
        let _ = write!(shown, ", bonus [{}]", holes.join(", "));
    }
    if let Some(claim) = written.claim() {
        let _ = write!(shown, ", {:?}", claim.kind);
    }
    shown
}

fn show_slip(shown: &mut String, record: &Record, slip: &Slip) {
    let place = |span: Span| {
        let before = &record.text[..span.start as usize];
        let line = record.origin.line + before.matches('\n').count() as u64 + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        format!("{line}:{column} {:?}", record.at(span))
    };
    let _ = writeln!(shown, "! {:?} {}: {}", slip.kind, place(slip.span), slip.message);
    if !slip.expected.is_empty() {
        let _ = writeln!(shown, "  expected {}", slip.expected.join(", "));
    }
    for (span, words) in &slip.related {
        let _ = writeln!(shown, "  related {}: {words}", place(*span));
    }
    for mend in &slip.mends {
        let _ = writeln!(shown, "  mend{}: {}", if mend.sure { " (sure)" } else { "" }, mend.message);
        for edit in &mend.edits {
            let _ = writeln!(shown, "    {} -> {:?}", place(edit.span), edit.text);
        }
    }
}

datatest_stable::harness! { { test = case, root = "tests/cases", pattern = r".*\.tsoro$" } }
