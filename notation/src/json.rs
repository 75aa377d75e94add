//! A record as JSON (or any other format of serde's): its text, which is the record, and beside it everything that was
//! read from it, for programs that do not read the notation.
//!
//! Nothing is lost, because the text is there byte for byte. Reading back parses the text again; where the items are given
//! too they must be those of the text, so that nobody edits the one and forgets the other. The schema is
//! `docs/src/schema/record.schema.json`.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::header::{Entry, Value};
use crate::record::{
    BoardContent, ClaimKind, FactSubject, GameResult, Item, ItemKind, Mark, Missing, Mover, Reading, Record,
    TakenStones, WrittenHole, WrittenMove,
};
use crate::span::Origin;
use crate::write::hole_name;

#[derive(Serialize, Deserialize)]
struct RecordShape {
    text: String,
    #[serde(default)]
    origin: Origin,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    header: Option<Vec<EntryShape>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    items: Option<Vec<ItemShape>>,
}

#[derive(Serialize, Deserialize, PartialEq)]
struct EntryShape {
    key: String,
    value: ValueShape,
}

#[derive(Serialize, Deserialize, PartialEq)]
#[serde(untagged)]
enum ValueShape {
    Empty(()),
    Text(String),
    List(Vec<ValueShape>),
    Map { entries: Vec<EntryShape> },
}

#[derive(Serialize, Deserialize, PartialEq)]
struct ItemShape {
    /// Bytes from the beginning of the text.
    start: u32,
    end: u32,
    #[serde(flatten)]
    kind: KindShape,
}

#[derive(Serialize, Deserialize, PartialEq)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum KindShape {
    Number {
        number: u32,
        second: bool,
    },
    Ply {
        readings: Vec<ReadingShape>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mark: Option<String>,
    },
    Board {
        really: bool,
        #[serde(flatten)]
        content: BoardShape,
    },
    Time {
        seconds: u64,
        nanoseconds: u32,
    },
    Comment {
        text: String,
    },
    Glyph {
        glyph: u16,
    },
    Variation {
        items: Vec<ItemShape>,
    },
    Result {
        result: String,
    },
    Unreadable {
        text: String,
    },
}

#[derive(Serialize, Deserialize, PartialEq)]
#[serde(untagged)]
enum BoardShape {
    Sketch { rows: Vec<Vec<Option<u16>>>, to_move: Option<String> },
    Facts { facts: Vec<FactShape> },
}

#[derive(Serialize, Deserialize, PartialEq)]
struct FactShape {
    of: String,
    stones: u32,
}

#[derive(Serialize, Deserialize, PartialEq)]
#[serde(untagged)]
enum ReadingShape {
    Move(Box<MoveShape>),
    /// How many plies are missing; null when nobody knows.
    Missing {
        missing: Option<u16>,
    },
}

#[derive(Serialize, Deserialize, PartialEq)]
struct MoveShape {
    hole: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    direction: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    relays: Vec<Option<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stop: Option<StopShape>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    landings: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    taken: Option<Vec<u16>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    total: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bonus: Option<Vec<ChosenShape>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    claim: Option<String>,
}

#[derive(Serialize, Deserialize, PartialEq)]
struct StopShape {
    head: Option<String>,
    landing: Option<u16>,
}

#[derive(Serialize, Deserialize, PartialEq)]
struct ChosenShape {
    hole: String,
    stones: Option<u16>,
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RecordShape {
            text: self.text.clone(),
            origin: self.origin,
            header: Some(entries(&self.header.entries)),
            items: Some(items(self, &self.items)),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Record, D::Error> {
        let shape = RecordShape::deserialize(deserializer)?;
        let record = Record::parse(shape.text, shape.origin);
        if shape.header.is_some_and(|header| header != entries(&record.header.entries)) {
            return Err(D::Error::custom(
                "the header's entries are not those of the record's text; change the text, and leave `header` out",
            ));
        }
        if shape.items.is_some_and(|given| given != items(&record, &record.items)) {
            return Err(D::Error::custom(
                "the items are not those of the record's text; change the text, and leave `items` out",
            ));
        }
        Ok(record)
    }
}

fn entries(written: &[Entry]) -> Vec<EntryShape> {
    written.iter().map(|entry| EntryShape { key: entry.key.value.clone(), value: value(&entry.value.value) }).collect()
}

fn value(written: &Value) -> ValueShape {
    match written {
        Value::Empty => ValueShape::Empty(()),
        Value::Text(text) => ValueShape::Text(text.clone()),
        Value::List(list) => ValueShape::List(list.iter().map(|item| value(&item.value)).collect()),
        Value::Map(map) => ValueShape::Map { entries: entries(map) },
    }
}

fn items(record: &Record, written: &[Item]) -> Vec<ItemShape> {
    let shape = |item: &Item| ItemShape { start: item.span.start, end: item.span.end, kind: kind(record, item) };
    written.iter().map(shape).collect()
}

fn kind(record: &Record, item: &Item) -> KindShape {
    let text = || record.at(item.span).to_owned();
    match &item.kind {
        ItemKind::Number(number) => KindShape::Number { number: number.number, second: number.second },
        ItemKind::Ply(ply) => KindShape::Ply {
            readings: ply.readings().map(reading).collect(),
            mark: ply.mark.map(|mark| match mark {
                Mark::Doubtful => "doubtful".to_owned(),
                Mark::Really => "really".to_owned(),
            }),
        },
        ItemKind::Board(board) => KindShape::Board {
            really: board.really,
            content: match &board.content {
                BoardContent::Sketch(sketch) => BoardShape::Sketch {
                    rows: sketch.rows.iter().map(|row| row.holes.iter().map(|hole| hole.stones).collect()).collect(),
                    to_move: sketch.to_move.map(mover),
                },
                BoardContent::Facts(facts) => BoardShape::Facts {
                    facts: facts
                        .iter()
                        .map(|fact| FactShape {
                            of: match &fact.subject {
                                FactSubject::Hole(hole) => hole_name(hole),
                                FactSubject::Side(side) => mover(*side),
                                FactSubject::Off => "off".to_owned(),
                            },
                            stones: fact.stones,
                        })
                        .collect(),
                },
            },
        },
        ItemKind::Time(time) => KindShape::Time { seconds: time.seconds, nanoseconds: time.nanoseconds },
        ItemKind::Comment(_) => KindShape::Comment { text: text() },
        ItemKind::Glyph(glyph) => KindShape::Glyph { glyph: glyph.0 },
        ItemKind::Variation(inner) => KindShape::Variation { items: items(record, inner) },
        ItemKind::Result(result) => KindShape::Result { result: result_name(*result).to_owned() },
        ItemKind::Unreadable => KindShape::Unreadable { text: text() },
    }
}

fn mover(mover: Mover) -> String {
    match mover {
        Mover::South => "S".to_owned(),
        Mover::North => "N".to_owned(),
    }
}

const fn result_name(result: GameResult) -> &'static str {
    match result {
        GameResult::South => "1-0",
        GameResult::North => "0-1",
        GameResult::Draw => "1/2-1/2",
        GameResult::Unfinished => "*",
    }
}

fn reading(reading: &Reading) -> ReadingShape {
    match reading {
        Reading::Missing(Missing::Unknown) => ReadingShape::Missing { missing: None },
        Reading::Missing(Missing::Plies(plies)) => ReadingShape::Missing { missing: Some(*plies) },
        Reading::Move(written) => ReadingShape::Move(Box::new(written_move(written))),
    }
}

fn written_move(written: &WrittenMove) -> MoveShape {
    let name = |hole: &WrittenHole| hole_name(hole);
    MoveShape {
        hole: hole_name(&written.hole),
        direction: written.direction().map(|direction| if direction.right { ">" } else { "<" }.to_owned()),
        relays: written.relays().iter().map(|relay| relay.head.as_ref().map(name)).collect(),
        stop: written.stop().map(|stop| StopShape { head: stop.head.as_ref().map(name), landing: stop.landing }),
        landings: written.landings().iter().map(name).collect(),
        taken: written.taken.map(|taken| match taken.stones {
            TakenStones::Some => Vec::new(),
            TakenStones::Total(all) => vec![all],
            TakenStones::Each(inner, outer) => vec![inner, outer],
        }),
        total: written.total().map(|total| total.count),
        bonus: written.bonus.as_ref().map(|bonus| {
            bonus.holes.iter().map(|chosen| ChosenShape { hole: name(&chosen.hole), stones: chosen.stones }).collect()
        }),
        claim: written.claim().map(|claim| match claim.kind {
            ClaimKind::Won => "#".to_owned(),
            ClaimKind::Endless => "~".to_owned(),
        }),
    }
}
