//! The archive as its users rely on it: what was added is there, what is wrong is named, what is lost comes back.

use rusqlite::Connection;
use tempfile::TempDir;
use tsoro_corpus::archive::{Archive, ArchiveError, Defect, Incoming, Outcome, Query};
use tsoro_corpus::game::{EventKind, PositionKey};

type Tested<T = ()> = Result<T, Box<dyn std::error::Error>>;

fn archive() -> Tested<(TempDir, Archive)> {
    let folder = tempfile::tempdir()?;
    let mut archive = Archive::create(&folder.path().join("a"))?;
    archive.set_clock(|| "2001-02-03T04:05:06Z".to_owned());
    Ok((folder, archive))
}

fn add(archive: &mut Archive, texts: &[&str]) -> Tested<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    let incoming = texts.iter().map(|&text| Incoming::new(text, "test.tsoro"));
    archive.add(incoming.collect::<Vec<_>>(), |outcome| outcomes.push(outcome.clone()))?;
    Ok(outcomes)
}

const FIRST: &str = "---\ncolumns: 6\nidentifier: g1\nsouth: Anna\nnorth: {name: Ben, home: Gweru}\ndate: 1964-07\n\
                     place: Gatooma\n---\n1. B1 {under the mango tree} b1 *\n";
const SECOND: &str = "---\ncolumns: 6\nidentifier: g1\nsouth: Anna\nnorth: Ben\n---\n1. B1 b2 *\n";
const FAULTY: &str = "---\ncolumns: 6\ndate: 196X\n---\n1. A1 b1 1-0\n";
const UNREADABLE: &str = "%%% what is this? \0 {";

#[test]
fn bytes_are_kept_once_and_versions_counted() -> Tested {
    let (_folder, mut archive) = archive()?;
    let outcomes = add(&mut archive, &[FIRST, SECOND, FIRST, FAULTY, UNREADABLE])?;
    let told: Vec<_> = outcomes
        .iter()
        .map(|outcome| match outcome {
            Outcome::Added { record, version, errors, .. } => (*record, Some(*version), *errors > 0),
            Outcome::Unchanged { record, .. } => (*record, None, false),
        })
        .collect();
    assert_eq!(
        told,
        [(1, Some(1), false), (2, Some(2), false), (1, None, false), (3, Some(1), true), (4, Some(1), true)]
    );
    for (record, text) in [(1, FIRST), (2, SECOND), (3, FAULTY), (4, UNREADABLE)] {
        assert_eq!(archive.text(record)?, text);
    }
    assert_eq!(archive.entry("g1")?.record, 2);
    assert_eq!(archive.entry("g1@1")?.record, 1);
    assert!(archive.entry("1")?.superseded);
    let hash = archive.entry("3")?.hash.to_string();
    assert_eq!(archive.entry(&hash[..10])?.record, 3);
    assert!(matches!(archive.entry("nothing"), Err(ArchiveError::NoRecord(_))));
    assert_eq!(archive.versions("g1")?.len(), 2);
    assert!(archive.verify(|_| {})?.is_sound());
    Ok(())
}

#[test]
fn what_is_removed_leaves_a_mark() -> Tested {
    let (_folder, mut archive) = archive()?;
    add(&mut archive, &[FIRST, SECOND])?;
    archive.remove("g1", "asked to by the family")?;
    assert_eq!(archive.count()?, 1);
    let tombstones = archive.tombstones()?;
    assert_eq!((tombstones[0].record, tombstones[0].version), (2, 2));
    assert_eq!(tombstones[0].title, "Anna – Ben");
    assert!(archive.verify(|_| {})?.is_sound());
    // Added again it is a new record, with a version number that was never used.
    let outcomes = add(&mut archive, &[SECOND])?;
    assert!(matches!(outcomes[..], [Outcome::Added { record: 3, version: 3, .. }]), "{outcomes:?}");
    assert!(archive.verify(|_| {})?.is_sound());
    let log: Vec<_> = archive.log()?.into_iter().map(|entry| entry.action).collect();
    assert_eq!(log, ["init", "add", "remove", "verify", "add", "verify"]);
    Ok(())
}

#[test]
fn every_kind_of_damage_is_named_and_repaired() -> Tested {
    let (folder, mut archive) = archive()?;
    add(&mut archive, &[FIRST, SECOND, FAULTY, UNREADABLE])?;
    let mut copy = Archive::create(&folder.path().join("copy"))?;
    add(&mut copy, &[UNREADABLE, FAULTY, FIRST])?;
    let meddler = Connection::open(archive.path())?;
    meddler.execute("DELETE FROM records WHERE id = 1", [])?;
    meddler.execute("DELETE FROM records WHERE id = 2", [])?;
    meddler.execute("UPDATE records SET bytes = CAST('1. B2' AS BLOB) WHERE id = 3", [])?;
    meddler.execute("UPDATE games SET plies = 77 WHERE record = 4", [])?;
    meddler.execute(
        "INSERT INTO records (id, hash, bytes, version, source, byte, line, ordinal, added, batch) \
         VALUES (9, zeroblob(32), CAST('' AS BLOB), 1, '', 0, 0, 1, '', 1)",
        [],
    )?;
    let verification = archive.verify(|_| {})?;
    let kinds: Vec<_> = verification
        .defects
        .iter()
        .map(|defect| match defect {
            Defect::Missing { record, .. } => ("missing", *record),
            Defect::Altered { record, .. } => ("altered", *record),
            Defect::Extra { record } => ("extra", *record),
            Defect::Stale { record, .. } => ("stale", *record),
            Defect::StaleIndex => ("index", 0),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(kinds, [("altered", 3), ("stale", 4), ("extra", 9), ("missing", 1), ("missing", 2), ("index", 0)]);

    let repaired = archive.repair(&copy)?;
    assert_eq!((repaired.mended, repaired.lost), (vec![1, 3], vec![2]));
    assert_eq!(archive.text(1)?, FIRST);
    assert_eq!(archive.text(3)?, FAULTY);
    let left: Vec<_> = archive.verify(|_| {})?.defects.iter().map(ToString::to_string).collect();
    assert_eq!(left.len(), 2, "{left:?}");
    assert!(left[0].starts_with("extra: record 9") && left[1].starts_with("missing: record 2"), "{left:?}");
    Ok(())
}

#[test]
fn a_ledger_that_was_rewritten_is_noticed() -> Tested {
    let (_folder, mut archive) = archive()?;
    add(&mut archive, &[FIRST])?;
    add(&mut archive, &[SECOND])?;
    let meddler = Connection::open(archive.path())?;
    meddler.execute_batch("DELETE FROM records WHERE id = 2; DELETE FROM ledger WHERE id = 2;")?;
    let defects = archive.verify(|_| {})?.defects;
    assert!(defects.contains(&Defect::Ledger { batch: 2 }), "{defects:?}");
    Ok(())
}

#[test]
fn a_file_with_damaged_pages_is_named() -> Tested {
    let (_folder, mut archive) = archive()?;
    let texts: Vec<String> = (0..400).map(|n| format!("---\ncolumns: 6\nevent: {n}\n---\n1. B1 *\n")).collect();
    add(&mut archive, &texts.iter().map(String::as_str).collect::<Vec<_>>())?;
    let path = archive.path().to_owned();
    Connection::open(&path)?.pragma_update(None, "wal_checkpoint", "truncate").ok();
    drop(archive);
    let mut bytes = std::fs::read(&path)?;
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0xA5);
    std::fs::write(&path, bytes)?;
    let mut archive = Archive::open(&path)?;
    match archive.verify(|_| {}) {
        Ok(verification) => {
            let said: Vec<_> = verification.defects.iter().map(ToString::to_string).collect();
            assert!(said.iter().any(|said| said.starts_with("unreadable")), "{said:?}");
        }
        Err(error) => assert!(error.to_string().contains("malformed"), "{error}"),
    }
    Ok(())
}

#[test]
fn everything_derived_can_be_made_again() -> Tested {
    let (_folder, mut archive) = archive()?;
    add(&mut archive, &[FIRST, SECOND, FAULTY])?;
    let meddler = Connection::open(archive.path())?;
    meddler.execute_batch(
        "DELETE FROM games; DELETE FROM fields; DELETE FROM findings; DELETE FROM events; \
         DELETE FROM position_runs; DELETE FROM position_blocks; INSERT INTO words (words) VALUES ('delete-all');",
    )?;
    assert!(!archive.verify(|_| {})?.is_sound());
    assert_eq!(archive.rebuild()?, 3);
    assert!(archive.verify(|_| {})?.is_sound());
    let query = Query { text: Some("mango".to_owned()), superseded: true, ..Query::default() };
    assert_eq!(archive.find(&query)?.len(), 1);
    Ok(())
}

fn found(archive: &Archive, query: &Query) -> Tested<Vec<(i64, Option<u32>)>> {
    Ok(archive.find(query)?.into_iter().map(|hit| (hit.entry.record, hit.ply)).collect())
}

#[test]
fn records_are_found_by_their_header_figures_and_findings() -> Tested {
    let (_folder, mut archive) = archive()?;
    add(&mut archive, &[FIRST, SECOND, FAULTY, UNREADABLE])?;
    let all = Query { superseded: true, ..Query::default() };
    let field = |key: &str, value: &str| Query { fields: vec![(key.to_owned(), value.to_owned())], ..all.clone() };
    let numbers = |query: &Query| -> Tested<Vec<i64>> {
        Ok(found(&archive, query)?.into_iter().map(|(record, _)| record).collect())
    };
    assert_eq!(numbers(&all)?, [1, 2, 3, 4]);
    assert_eq!(numbers(&Query::default())?, [2, 3, 4], "a later version has taken the place of record 1");
    assert_eq!(numbers(&field("south", "anna"))?, [1, 2]);
    assert_eq!(numbers(&field("north", "B*"))?, [1, 2], "north.name counts as north");
    assert_eq!(numbers(&field("north.home", "Gweru"))?, [1]);
    assert_eq!(numbers(&field("south", "A_n*"))?, [0i64; 0], "no wildcard but the star");
    let text = |words: &str| Query { text: Some(words.to_owned()), ..all.clone() };
    assert_eq!(numbers(&text("MANGO"))?, [1]);
    assert_eq!(numbers(&text("gat*"))?, [1]);
    assert_eq!(numbers(&text("\"mango tree\""))?, [1]);
    assert_eq!(numbers(&text("\"tree mango\""))?, [0i64; 0]);
    assert!(matches!(archive.find(&text("***")), Err(ArchiveError::Query(_))));
    let dates = |text| Query { dates: tsoro_corpus::dates::Days::parse(text), ..all.clone() };
    assert_eq!(numbers(&dates("1964"))?, [1, 3], "196X may be 1964");
    assert_eq!(numbers(&dates("1965/1966"))?, [3]);
    assert_eq!(numbers(&Query { result: Some("1-0".to_owned()), ..all.clone() })?, [3]);
    assert_eq!(numbers(&Query { findings: vec!["illegal-lift".to_owned()], ..all.clone() })?, [3]);
    assert_eq!(numbers(&Query { findings: vec!["error".to_owned()], ..all.clone() })?, [3, 4]);
    assert_eq!(numbers(&Query { columns: Some(6), plies: Some((2, 2)), ..all.clone() })?, [1, 2, 3]);
    assert_eq!(numbers(&Query { limit: Some(2), ..all })?, [1, 2]);
    Ok(())
}

#[test]
fn positions_are_found_exactly_with_holes_unknown_and_mirrored() -> Tested {
    let (_folder, mut archive) = archive()?;
    add(&mut archive, &[FIRST, FAULTY, "---\ncolumns: 8\n---\n1. B1 *\n"])?;
    let start = "2*6 / 0*6 / 0*6 / 2*6";
    let query = |text: &str, mirrored| -> Tested<Query> {
        Ok(Query { position: Some(text.parse()?), mirrored, ..Query::default() })
    };
    assert_eq!(found(&archive, &query(&format!("{start} S"), false)?)?, [(1, Some(0)), (2, Some(0))]);
    assert_eq!(found(&archive, &query(&format!("{start} N"), false)?)?, []);
    assert_eq!(found(&archive, &query(&format!("{start} N"), true)?)?, [(1, Some(0)), (2, Some(0))]);
    assert_eq!(found(&archive, &query(start, false)?)?, [(1, Some(0)), (2, Some(0))]);
    assert_eq!(found(&archive, &query("2*6 / 0*6 / .*6 / 2 . 2*4 S", false)?)?, [(1, Some(0)), (2, Some(0))]);
    // After the first ply of the first record; its board and its reflection.
    let game = tsoro_corpus::game::Game::read(FIRST);
    let after = game.position(1).ok_or("a ply was played")?;
    let hits = archive.find(&query(&after.to_string(), false)?)?;
    assert_eq!((hits[0].entry.record, hits[0].ply, hits[0].position), (1, Some(1), Some(*after)));
    let pattern: tsoro_corpus::archive::Pattern = after.to_string().parse()?;
    let turned = Query { position: Some(pattern.mirrored()), mirrored: true, ..Query::default() };
    assert_eq!(found(&archive, &turned)?, [(1, Some(1))]);
    assert_eq!(archive.met(PositionKey::of(after))?, [(1, 1)]);
    // Nothing behind an illegal ply is certain, so nothing of it is indexed.
    assert_eq!(archive.entry("2")?.summary.certain, 0);
    Ok(())
}

#[test]
fn openings_and_events_are_found() -> Tested {
    let (_folder, mut archive) = archive()?;
    add(&mut archive, &[FIRST, SECOND, "---\ncolumns: 6\n---\n1. B1 b1 2. B2 *\n"])?;
    let opening = |plies: &[&str]| Query {
        columns: Some(6),
        superseded: true,
        opening: plies.iter().map(|&ply| ply.to_owned()).collect(),
        ..Query::default()
    };
    assert_eq!(found(&archive, &opening(&["B1", "b1"]))?, [(1, Some(2)), (3, Some(2))]);
    assert_eq!(found(&archive, &opening(&["B1", "b2"]))?, [(2, Some(2))]);
    assert!(matches!(archive.find(&opening(&["A1"])), Err(ArchiveError::Query(_))));
    let events: Vec<_> = EventKind::ALL
        .into_iter()
        .filter(|&kind| {
            let query = Query { events: vec![(kind, 1)], superseded: true, ..Query::default() };
            archive.find(&query).is_ok_and(|hits| !hits.is_empty())
        })
        .collect();
    for kind in events {
        let query = Query { events: vec![(kind, 1)], superseded: true, ..Query::default() };
        assert!(archive.find(&query)?.iter().all(|hit| hit.ply.is_some() && hit.position.is_some()), "{kind}");
    }
    Ok(())
}

#[test]
fn two_writers_wait_for_each_other() -> Tested {
    let (folder, mut archive) = archive()?;
    let path = folder.path().join("a");
    let other = std::thread::spawn(move || -> Result<(), ArchiveError> {
        let mut archive = Archive::open(&path)?;
        for n in 0..40 {
            archive.add([Incoming::new(format!("---\ncolumns: 6\nevent: x{n}\n---\n1. B1\n"), "x")], |_| {})?;
        }
        Ok(())
    });
    for n in 0..40 {
        archive.add([Incoming::new(format!("---\ncolumns: 6\nevent: y{n}\n---\n1. B1\n"), "y")], |_| {})?;
    }
    other.join().expect("it does not panic")?;
    assert_eq!(archive.count()?, 80);
    assert!(archive.verify(|_| {})?.is_sound());
    Ok(())
}

#[test]
fn what_is_no_archive_is_refused() -> Tested {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("x");
    assert!(matches!(Archive::open(&path), Err(ArchiveError::Missing(_))));
    std::fs::write(
        &path,
        "1. B5 b7 and much more text than a header of a database has, so that it is read as one\n".repeat(20),
    )?;
    assert!(matches!(Archive::open(&path), Err(ArchiveError::NotAnArchive(_))), "{:?}", Archive::open(&path));
    assert!(matches!(Archive::create(&path), Err(ArchiveError::Exists(_))));
    let other = folder.path().join("y");
    Connection::open(&other)?.execute_batch("CREATE TABLE t (a)")?;
    assert!(matches!(Archive::open(&other), Err(ArchiveError::NotAnArchive(_))));
    Ok(())
}
