//! How fast the engine is: laps of long sowings, plies of random play, moves counted, each beside the slow engine of the
//! tests in the same run. The book's page on speed says what the figures mean.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

use tsoro_rules::describe::Description;
use tsoro_rules::{Columns, Narrow, Packed, Position, Randomness, Ring, RuleSet, Side, Wide};

fn rules(name: &str, columns: u8) -> RuleSet {
    let columns = Columns::new(columns).expect("a width between 2 and 64");
    Description::parse(name).and_then(|description| description.build(Some(columns))).expect("a preset")
}

/// Plays games at random until so many plies are played; a game is left after 2,000, since some never end.
fn random_plies<R: Ring>(rules: &RuleSet, random: &mut Randomness, plies: u64) {
    let start = Position::<R>::start(rules, Side::South).expect("the start fits");
    let mut left = plies;
    while left > 0 {
        let mut position = start;
        for _ in 0..left.min(2000) {
            if position.play_random(rules, random, |_, _| {}).is_none() {
                break;
            }
            left -= 1;
        }
        black_box(&position);
    }
}

fn random_play(c: &mut Criterion) {
    const PLIES: u64 = 10_000;
    let mut group = c.benchmark_group("random play, plies");
    group.throughput(Throughput::Elements(PLIES));
    let mut random = Randomness::seeded(1);
    let small = rules("tsoro", 8);
    group.bench_function("tsoro 4×8 packed", |b| b.iter(|| random_plies::<Packed>(&small, &mut random, PLIES)));
    group.bench_function("tsoro 4×8 narrow", |b| b.iter(|| random_plies::<Narrow>(&small, &mut random, PLIES)));
    group.bench_function("tsoro 4×8 wide", |b| b.iter(|| random_plies::<Wide>(&small, &mut random, PLIES)));
    let large = rules("tsoro", 21);
    group.bench_function("tsoro 4×21 narrow", |b| b.iter(|| random_plies::<Narrow>(&large, &mut random, PLIES)));
    group.bench_function("tsoro 4×21 wide", |b| b.iter(|| random_plies::<Wide>(&large, &mut random, PLIES)));
    let nsolo = rules("nsolo", 36);
    group.bench_function("nsolo 4×36 wide", |b| b.iter(|| random_plies::<Wide>(&nsolo, &mut random, PLIES)));
    group.finish();
}

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft, moves");
    for (name, columns, depth) in [("tsoro", 8, 4), ("tsoro", 21, 3), ("nsolo", 8, 2), ("bao-kigogo", 12, 4)] {
        let rules = rules(name, columns);
        let narrow = Position::<Narrow>::start(&rules, Side::South).expect("the start fits");
        group.throughput(Throughput::Elements(narrow.perft(&rules, depth).moves));
        group.bench_function(format!("{name} 4×{columns} depth {depth}"), |b| {
            b.iter(|| match narrow.convert::<Packed>() {
                Some(packed) => packed.perft(&rules, black_box(depth)),
                None => narrow.perft(&rules, black_box(depth)),
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = random_play, perft
}
criterion_main!(benches);
