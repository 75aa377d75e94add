//! How fast records are checked: games that were played out at random, parsed before or parsed as well, by the short way
//! and by the full replay, and replayed by the engine alone. The book's page on speed says what the figures mean.
#![allow(missing_docs)]

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tsoro_notation::{Record, records};
use tsoro_replay::generate::Game;
use tsoro_replay::{Options, Replayer};
use tsoro_rules::describe::Description;
use tsoro_rules::{Columns, Position, Randomness, Side};

/// A file of random games, and how many plies they have.
fn games(preset: &str, columns: u8, games: u64) -> (String, u64) {
    let columns = Columns::new(columns).expect("a width between 2 and 64");
    let rules = Description::parse(preset).and_then(|preset| preset.build(Some(columns))).expect("a preset");
    let start = Position::of(*rules.start(), Side::South);
    let (mut text, mut plies) = (String::new(), 0);
    for seed in 0..games {
        let _ = writeln!(text, "---\ngame: {preset}\ncolumns: {columns}");
        let game = Game::played(&rules, &start, 300, &mut Randomness::seeded(seed));
        game.write(&mut text);
        plies += u64::from(game.plies());
    }
    (text, plies)
}

fn check(c: &mut Criterion) {
    for (name, preset, columns) in [("tsoro 4×8", "tsoro", 8), ("tsoro 4×21", "tsoro", 21), ("nsolo 4×36", "nsolo", 36)]
    {
        let (text, plies) = games(preset, columns, 200);
        let parsed: Vec<Record> = records(&text).collect();
        let mut replayer = Replayer::new(Options::default());
        let clean = parsed.iter().filter(|record| replayer.check(record).findings.is_empty()).count();
        // A repetition is noted by the full replay; nearly all games have none.
        assert!(clean * 10 >= parsed.len() * 8, "{clean} of {} records are clean", parsed.len());

        let mut group = c.benchmark_group(format!("check {name}, plies"));
        group.throughput(Throughput::Elements(plies));
        group.bench_function("parsed before", |b| {
            b.iter(|| parsed.iter().map(|record| replayer.check(record).plies).sum::<u32>());
        });
        group.bench_function("parsed as well", |b| {
            b.iter(|| records(black_box(&text)).map(|record| replayer.check(&record).plies).sum::<u32>());
        });
        group.bench_function("full replay, parsed before", |b| {
            b.iter(|| parsed.iter().map(|record| replayer.replay(record).steps.len()).sum::<usize>());
        });
        group.finish();

        let mut group = c.benchmark_group(format!("check {name}, bytes"));
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function("parsed only", |b| b.iter(|| records(black_box(&text)).count()));
        group.bench_function("parsed and checked", |b| {
            b.iter(|| records(black_box(&text)).map(|record| replayer.check(&record).plies).sum::<u32>());
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = check
}
criterion_main!(benches);
