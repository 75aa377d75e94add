//! A replay as JSON: the keys that other programs rely on, in their order.

use tsoro_replay::json::ReplayData;
use tsoro_replay::{Options, replay};

#[test]
fn a_replay_as_json() {
    let text = "---\ngame: tsoro\ncolumns: 6\nstart: \"0 2 0 1 0 3 / 0 0 0 3 0 1 / 0 0 0 0 0 2 / 1 1 0 0 0 0 S\"\n---\n\n1. A6x2,1:b5,b1 B9\n";
    let record = tsoro_notation::records(text).next().expect("there is a record");
    let replay = replay(&record, &Options::default());
    let line = serde_json::to_string(&ReplayData::of("game.tsoro", &record, &replay)).expect("it can be written");
    insta::assert_snapshot!(line);
}
