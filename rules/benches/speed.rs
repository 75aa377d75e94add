//! How fast the engine is: laps of long sowings, plies of random play, moves counted, each beside the slow engine of the
//! tests in the same run. The book's page on speed says what the figures mean.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use tsoro_rules::describe::Description;
use tsoro_rules::{Board, Columns, Narrow, Packed, Position, Randomness, Ring, RuleSet, Side, Wide};

#[path = "../tests/slow/mod.rs"]
mod slow;

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

/// The same kind of games by the slow engine. `listed`: it lists all sowings and picks one, which is how one plays at
/// random with such an engine; else it is spared that, and sows only from one hole, as the fast one does.
fn slow_plies(rules: &slow::Rules, start: &slow::Position, random: &mut Randomness, plies: u64, listed: bool) {
    let mut left = plies;
    while left > 0 {
        let mut position = start.clone();
        for _ in 0..left.min(2000) {
            let Some(next) = slow_ply(rules, &position, random, listed) else { break };
            position = next;
            left -= 1;
        }
        black_box(&position);
    }
}

fn slow_ply(
    rules: &slow::Rules,
    position: &slow::Position,
    random: &mut Randomness,
    listed: bool,
) -> Option<slow::Position> {
    let mut liftable: Vec<slow::Hole> =
        rules.holes().into_iter().filter(|&hole| position.may_lift(rules, hole)).collect();
    while !liftable.is_empty() {
        let lift = liftable.swap_remove(random.below(liftable.len() as u32) as usize);
        let mut ends = if listed { position.sowings(rules) } else { position.sow(rules, lift) };
        ends.retain(|end| end.end != slow::End::Endless || !rules.endless_forbidden);
        if ends.is_empty() {
            continue;
        }
        let end = ends.swap_remove(random.below(ends.len() as u32) as usize);
        let mut after = end.after;
        let opponent = 1 - position.to_move;
        let (picks, each) = match end.due {
            slow::Due::Nothing => (0, u32::MAX),
            slow::Due::Holes(holes) => (holes as u32, u32::MAX),
            slow::Due::Stones(stones) => (stones, 1),
        };
        for _ in 0..picks {
            let occupied: Vec<slow::Hole> =
                rules.holes().into_iter().filter(|&hole| after.halves[opponent].get(hole) > 0).collect();
            let hole = occupied[random.below(occupied.len() as u32) as usize];
            let held = after.halves[opponent].get_mut(hole);
            *held -= each.min(*held);
        }
        after.to_move = opponent;
        return Some(after);
    }
    None
}

/// One of the long sowings of the tables: an endless one of 900 laps and 2,520 stones a round.
fn long_sowings(c: &mut Criterion) {
    let rules = rules("nsolo-sanderson", 10);
    let board = Board::from_rows([
        &[1, 2, 2, 0, 1, 0, 2, 0, 2, 0],
        &[2, 1, 3, 3, 0, 1, 0, 0, 0, 1],
        &[2, 0, 1, 2, 1, 3, 4, 2, 0, 1],
        &[1, 0, 1, 0, 1, 2, 1, 4, 1, 0],
    ]);
    let wide = Position::of(board.expect("four rows of ten"), Side::South);
    let narrow = wide.convert::<Narrow>().expect("ten columns fit");
    let lift = rules.columns().parse_hole("A6").expect("a hole").circuit();
    let mut group = c.benchmark_group("long sowings, laps");
    group.throughput(Throughput::Elements(900));
    group.bench_function("narrow", |b| {
        b.iter(|| black_box(narrow).sow(&rules, lift, |_, _| false, |_| {}));
    });
    group.bench_function("wide", |b| b.iter(|| black_box(wide).sow(&rules, lift, |_, _| false, |_| {})));
    let slow_rules = slow::Rules::of(&rules);
    let slow = slow::Position::from_rows(&wide.board.rows(), 0);
    let slow_lift = slow::Hole { row: slow::Row::Inner, column: 6 };
    group.bench_function("slow engine", |b| b.iter(|| black_box(&slow).sow(&slow_rules, slow_lift)));
    group.finish();
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
    for (name, rules) in [("tsoro 4×8", &small), ("tsoro 4×21", &large), ("nsolo 4×36", &nsolo)] {
        let (slow_rules, start) = (slow::Rules::of(rules), slow::Position::start(rules));
        for (how, listed) in [("all sowings listed", true), ("one sown", false)] {
            group.bench_function(format!("{name} slow engine, {how}"), |b| {
                b.iter(|| slow_plies(&slow_rules, &start, &mut random, PLIES, listed));
            });
        }
    }
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
        let (slow_rules, slow) = (slow::Rules::of(&rules), slow::Position::start(&rules));
        group.bench_function(format!("{name} 4×{columns} depth {depth} slow engine"), |b| {
            b.iter(|| slow.perft(&slow_rules, black_box(depth)));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = long_sowings, random_play, perft
}
criterion_main!(benches);
