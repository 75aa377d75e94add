//! How fast an archive is built and asked: `tsoro generate --games 100000 | cargo run --release --example archive_speed`.

use std::time::{Duration, Instant};

use tsoro_corpus::archive::{Archive, Incoming, Query};
use tsoro_corpus::game::{Game, PositionKey};
use tsoro_corpus::read::RecordReader;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("archive");
    let mut archive = Archive::create(&path)?;
    let begin = Instant::now();
    let (mut records, mut bytes) = (0u64, 0);
    let incoming = RecordReader::new(std::io::stdin()).map_while(Result::ok);
    let incoming =
        incoming.map(|record| Incoming::from_text(record, "standard input")).inspect(|it| bytes += it.text.len());
    archive.add(incoming, |_| records += 1)?;
    let built = begin.elapsed();
    let plies: u64 = archive.plies()?;
    println!("{records} records, {plies} plies, {bytes} bytes of text added in {built:.1?}");
    println!(
        "  {:.0} records/s, {:.0} plies/s",
        records as f64 / built.as_secs_f64(),
        plies as f64 / built.as_secs_f64()
    );
    println!("  file {} bytes, index of positions {} bytes", std::fs::metadata(&path)?.len(), archive.index_size()?);

    let mut times = Vec::new();
    for number in (1..=records.cast_signed()).step_by((records as usize / 500).max(1)) {
        let game = Game::read(&archive.text(number)?);
        for ply in [0, game.plies.len() as u32 / 2, game.plies.len() as u32] {
            let Some(position) = game.position(ply) else { continue };
            let key = PositionKey::of(position);
            let begin = Instant::now();
            let met = archive.met(key)?;
            times.push((begin.elapsed(), met.len()));
        }
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{} lookups of positions by the index: median {:.1?}, 99% {:.1?}, slowest {:?}",
        times.len(),
        at(0.5).0,
        at(0.99).0,
        at(1.0)
    );
    for (name, query) in [
        (
            "one record by its event, with nothing found",
            Query { fields: vec![("event".into(), "none".into())], ..Query::default() },
        ),
        ("twenty hits of the start", Query { position: Some(start(&archive)?), limit: Some(20), ..Query::default() }),
        ("a word", Query { text: Some("random".into()), limit: Some(20), ..Query::default() }),
    ] {
        let begin = Instant::now();
        let hits = archive.find(&query)?.len();
        let time: Duration = begin.elapsed();
        println!("find, {name}: {hits} hits in {time:.1?}");
    }
    Ok(())
}

fn start(archive: &Archive) -> Result<tsoro_corpus::archive::Pattern, Box<dyn std::error::Error>> {
    Ok((&Game::read(&archive.text(1)?).start).into())
}
