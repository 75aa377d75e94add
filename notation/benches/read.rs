//! How fast records are read: the movetext alone, the header alone, whole files; and how fast they are written.
//!
//! The games are of random play, with the evidence that the canonical writer of a program gives. `cargo bench -p
//! tsoro-notation` prints MB/s; the movetext's target is 210 MB/s on one core.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tsoro_notation::span::Origin;
use tsoro_notation::{Record, records, write};

const GAMES: &str = include_str!("games.tsoro");

/// Every ply written as its hole alone: the shortest records there are, about five bytes a ply with the numbers.
fn bare(movetext: &str) -> String {
    let words = movetext.split_whitespace().map(|word| match word.find(['+', '/', 'x', ':']) {
        Some(end) if !word.starts_with(['0', '1']) => &word[..end],
        _ => word,
    });
    words.collect::<Vec<_>>().join(" ")
}

fn read(criterion: &mut Criterion) {
    let texts: Vec<String> = records(GAMES).map(|record| record.text).collect();
    let movetexts: Vec<&str> = texts.iter().filter_map(|text| text.split("\n---\n").nth(1)).collect();
    let headers: Vec<String> =
        texts.iter().filter_map(|text| text.split("\n---\n").next()).map(|head| format!("{head}\n---\n")).collect();
    let bare: Vec<String> = movetexts.iter().map(|movetext| bare(movetext)).collect();
    let mapped: Vec<String> = headers
        .iter()
        .map(|head| head.replace("source: ", "source: \""))
        .map(|head| head.replace("play\n", "play\"\n"))
        .collect();

    let mut group = criterion.benchmark_group("read");
    let bytes = |texts: &[String]| Throughput::Bytes(texts.iter().map(String::len).sum::<usize>() as u64);
    let read_all = |texts: &[String]| {
        for text in texts {
            black_box(Record::parse(text.as_str(), Origin::default()));
        }
    };
    let movetexts: Vec<String> = movetexts.into_iter().map(str::to_owned).collect();
    group.throughput(bytes(&movetexts));
    group.bench_function("movetext", |bencher| bencher.iter(|| read_all(&movetexts)));
    group.throughput(bytes(&bare));
    group.bench_function("movetext, holes alone", |bencher| bencher.iter(|| read_all(&bare)));
    group.throughput(bytes(&headers));
    group.bench_function("header, flat", |bencher| bencher.iter(|| read_all(&headers)));
    group.throughput(bytes(&mapped));
    group.bench_function("header, with one value in quotation marks", |bencher| bencher.iter(|| read_all(&mapped)));
    group.throughput(Throughput::Bytes(GAMES.len() as u64));
    group.bench_function("file", |bencher| {
        bencher.iter(|| records(black_box(GAMES)).map(|record| record.items.len()).sum::<usize>());
    });
    group.finish();

    let mut group = criterion.benchmark_group("write");
    group.throughput(Throughput::Bytes(GAMES.len() as u64));
    let read: Vec<Record> = records(GAMES).collect();
    group.bench_function("file", |bencher| {
        bencher.iter(|| read.iter().map(|record| write::canonical(record).len()).sum::<usize>());
    });
    group.finish();
}

criterion_group!(benches, read);
criterion_main!(benches);
