//! The archive as Parquet tables: what goes out comes back as it was, and damaged tables add nothing.
#![cfg(feature = "parquet")]

use std::fs;
use std::path::{Path, PathBuf};

use parquet::data_type::{ByteArrayType, Int32Type};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use tempfile::TempDir;
use tsoro_corpus::archive::{Archive, Entry, Incoming};
use tsoro_corpus::exchange::ExchangeError;
use tsoro_corpus::exchange::parquet::{self as tables, GAMES, PLIES, POSITIONS, SUMS, Tables, Written};

type Tested<T = ()> = Result<T, Box<dyn std::error::Error>>;

const FIRST: &str = "---\ncolumns: 6\nidentifier: g1\nsouth: Anna\nnorth: {name: Ben, home: Gweru}\ndate: 1964-07\n\
                     place: Gatooma\n---\n1. B1 {under the mango tree} b1 *\n";
const SECOND: &str = "---\r\ncolumns: 6\nidentifier: g1\nsouth: Anna\nnorth: Ben\n---\n1. B1 b2 *";
const THIRD: &str = "---\ncolumns: 6\nidentifier: g1\n---\n1. B2 b2 *\n";
const FAULTY: &str = "---\ncolumns: 6\ndate: 196X\n---\n1. A1 b1 1-0\n";
const UNREADABLE: &str = "\u{feff}%%% what is this? \0 {\r";

/// An archive of versions, one of them removed, of faulty records and of long games.
fn archive(folder: &Path) -> Tested<Archive> {
    let mut archive = Archive::create(&folder.join("archive"))?;
    archive.set_clock(|| "2001-02-03T04:05:06Z".to_owned());
    let texts = [FIRST, SECOND, THIRD, FAULTY, UNREADABLE];
    archive.add(texts.map(|text| Incoming::new(text, "field notes.tsoro")), |_| {})?;
    archive.remove("g1@2", "a slip")?;
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("games");
    let mut records = Vec::new();
    for file in tsoro_corpus::read::sources(&[games], |error| panic!("{error}")) {
        for record in tsoro_corpus::read::RecordReader::new(file.open()?) {
            records.push(Incoming::from_text(record?, file.to_string()));
        }
    }
    archive.set_clock(|| "2002-02-03T04:05:06Z".to_owned());
    archive.add(records, |_| {})?;
    Ok(archive)
}

fn exported() -> Tested<(TempDir, Archive, PathBuf)> {
    let folder = tempfile::tempdir()?;
    let archive = archive(folder.path())?;
    let target = folder.path().join("tables");
    tables::write(&target, &archive)?;
    Ok((folder, archive, target))
}

fn entries(archive: &Archive) -> Tested<Vec<(Entry, Vec<u8>)>> {
    let mut entries = Vec::new();
    archive.each(true, |entry| -> Result<(), Box<dyn std::error::Error>> {
        let bytes = archive.bytes(entry.record)?;
        // Numbers are given anew.
        entries.push((Entry { record: 0, ..entry }, bytes));
        Ok(())
    })?;
    Ok(entries)
}

#[test]
fn what_goes_out_comes_back_as_it_was() -> Tested {
    let (folder, archive, target) = exported()?;
    let tables = Tables::open(&target)?;
    assert_eq!(tables.games(), archive.count()?);
    let mut other = Archive::create(&folder.path().join("other"))?;
    other.add(tables.records()?.collect::<Result<Vec<_>, _>>()?, |_| {})?;
    assert_eq!(entries(&other)?, entries(&archive)?);
    assert!(other.verify(|_| {})?.is_sound());
    let versions: Vec<_> = other.versions("g1")?.iter().map(|entry| entry.version).collect();
    assert_eq!(versions, [1, 3], "the number of the removed version is not given to another");
    Ok(())
}

#[test]
fn the_same_archive_gives_the_same_bytes() -> Tested {
    let (folder, archive, target) = exported()?;
    let again = folder.path().join("again");
    tables::write(&again, &archive)?;
    for file in [GAMES, PLIES, POSITIONS, SUMS] {
        assert!(fs::read(target.join(file))? == fs::read(again.join(file))?, "{file}");
    }
    Ok(())
}

#[test]
fn every_cell_says_what_the_replay_says() -> Tested {
    let (folder, archive, target) = exported()?;
    let mut names: Vec<_> =
        fs::read_dir(&target)?.map(|entry| entry.map(|entry| entry.file_name())).collect::<Result<_, _>>()?;
    names.sort_unstable();
    assert_eq!(names, [SUMS, GAMES, PLIES, POSITIONS], "nothing is left lying about");
    let table = |name| {
        SerializedFileReader::new(fs::File::open(target.join(name))?).map_err(Box::<dyn std::error::Error>::from)
    };
    let (games, plies, positions) = (table(GAMES)?, table(PLIES)?, table(POSITIONS)?);
    let row = games.get_row_iter(None)?.next().ok_or("no row")??;
    let shown = row.get_column_iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join("\n");
    let hash = archive.entry("1")?.hash;
    assert!(shown.starts_with(&format!(
        "record: 1\nhash: \"{hash}\"\nidentifier: \"g1\"\nversion: 1\nsuperseded: true\nsource: \"field notes.tsoro\"\n\
         byte: 0\nline: 0\nordinal: 1\nadded: \"2001-02-03T04:05:06Z\"\ntitle: \"Anna – Ben, 1964-07\"\nrules: \"tsoro\"\n\
         columns: 6\nresult: \"*\"\nrecorded: \"*\"\nreplayed: \"*\"\nending: null\nplace: \"Gatooma\"\n\
         date: \"1964-07\"\ndate_from: 1964-07-01\ndate_to: 1964-07-31\nsouth: \"Anna\"\nnorth: \"Ben\"\n\
         first: \"south\"\nplies: 2\ncertain: 2\nlaps: "
    )), "{shown}");
    let mut rows = plies.get_row_iter(None)?.zip(positions.get_row_iter(None)?.skip(1));
    let (ply, position) = rows.next().ok_or("no row")?;
    let (ply, position) = (ply?.to_string(), position?.to_string());
    assert!(
        ply.starts_with("{record: 1, rules: \"tsoro\", columns: 6, ply: 1, side: \"south\", written: \"B1\","),
        "{ply}"
    );
    assert!(position.contains("ply: 1, columns: 6, to_move: \"north\", certain: true, key: "), "{position}");
    // A start, then one position a ply.
    let count = |table: &SerializedFileReader<fs::File>| table.metadata().file_metadata().num_rows();
    assert_eq!(count(&positions), count(&plies) + count(&games));
    // Stones are where the board of the text has them.
    for row in positions.get_row_iter(None)? {
        let row = row?;
        let side = |inner: usize| -> Tested<i32> {
            let mut sum = 0;
            for list in [inner, inner + 1] {
                let list = row.get_list(list)?;
                for at in 0..list.len() {
                    sum += parquet::record::ListAccessor::get_int(list, at)?;
                }
            }
            Ok(sum)
        };
        assert_eq!((side(8)?, side(10)?), (row.get_int(6)?, row.get_int(7)?), "{row}");
    }
    drop(folder);
    Ok(())
}

#[test]
fn damage_is_named_and_nothing_of_it_comes_in() -> Tested {
    let (folder, archive, target) = exported()?;
    let games = target.join(GAMES);
    let sound = fs::read(&games)?;
    let expected: Vec<_> = Tables::open(&target)?.records()?.collect::<Result<_, _>>()?;
    assert_eq!(expected.len() as u64, archive.count()?);
    let spoil = |at: usize, bit: u8| {
        let mut bytes = sound.clone();
        bytes[at] ^= 1 << bit;
        fs::write(&games, &bytes)
    };
    // With the sums beside it, every change is seen.
    for at in (0..sound.len()).step_by(sound.len() / 40) {
        spoil(at, (at % 8) as u8)?;
        let error = Tables::open(&target).err().ok_or("it passed")?;
        assert!(matches!(error, ExchangeError::Table { .. }), "{error}");
        assert!(error.to_string().contains("SHA256SUMS"), "{error}");
    }
    fs::remove_file(target.join(SUMS))?;
    // Without, a record that comes out is one that went in; there is an error or all is well, and never a panic.
    let mut refused = 0;
    let places = (0..sound.len()).step_by(37).chain(sound.len() - 4000..sound.len());
    for at in places {
        spoil(at, (at % 8) as u8)?;
        match Tables::open(&target) {
            Err(_) => refused += 1,
            Ok(tables) => {
                for record in tables.records()? {
                    let record = record?;
                    assert!(expected.iter().any(|sound| sound.text == record.text));
                }
            }
        }
    }
    assert!(refused > 100, "{refused}");
    for length in [0, 3, 4, 11, 12, 1000, sound.len() - 1] {
        fs::write(&games, &sound[..length])?;
        assert!(Tables::open(&target).is_err(), "the first {length} bytes");
    }
    drop(folder);
    Ok(())
}

#[test]
fn what_other_engines_write_is_read() -> Tested {
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;

    let folder = tempfile::tempdir()?;
    let table = folder.path().join("games.parquet");
    fs::create_dir(&table)?;
    // A folder of parts; columns that may be empty, in another order, and no more of them than a record needs.
    let schema = "message spark { optional int32 version; optional binary hash (utf8); optional binary bytes; }";
    let texts = [FIRST, THIRD, FAULTY];
    for (at, text) in texts.iter().enumerate() {
        let schema = parquet::schema::parser::parse_message_type(schema)?;
        let file = fs::File::create(table.join(format!("part-{at}.snappy.parquet")))?;
        let mut writer = SerializedFileWriter::new(file, schema.into(), WriterProperties::builder().build().into())?;
        let mut group = writer.next_row_group()?;
        let hash = tsoro_corpus::archive::Hash::of(text.as_bytes()).to_string();
        let mut column = group.next_column()?.ok_or("a column")?;
        column.typed::<Int32Type>().write_batch(&[], Some(&[0]), None)?;
        column.close()?;
        for bytes in [hash.as_str(), text] {
            let mut column = group.next_column()?.ok_or("a column")?;
            column.typed::<ByteArrayType>().write_batch(&[bytes.into()], Some(&[1]), None)?;
            column.close()?;
        }
        group.close()?;
        writer.close()?;
    }
    fs::write(table.join("_SUCCESS"), "")?;
    for path in [folder.path(), &table] {
        let records: Vec<_> = Tables::open(path)?.records()?.collect::<Result<_, _>>()?;
        assert_eq!(records.iter().map(|record| record.text.as_str()).collect::<Vec<_>>(), texts);
        assert!(records.iter().all(|record| record.added.is_none() && record.version.is_none()));
    }
    // Another table is no table of games.
    let error = Tables::open(&folder.path().join("nothing.parquet")).err().ok_or("it passed")?;
    assert!(matches!(error, ExchangeError::File { .. }), "{error}");
    Ok(())
}

#[test]
fn an_archive_that_is_not_sound_is_not_handed_on() -> Tested {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("archive");
    drop(archive(folder.path())?);
    let connection = rusqlite::Connection::open(&path)?;
    connection.execute("UPDATE records SET bytes = CAST('other' AS BLOB) WHERE id = 3", [])?;
    let target = folder.path().join("tables");
    let error = tables::write(&target, &Archive::open(&path)?).err().ok_or("it passed")?;
    assert!(error.to_string().starts_with("record 3 is not what came in; "), "{error}");
    assert_eq!(fs::read_dir(&target)?.count(), 0, "half a table is not left behind");
    connection.execute("UPDATE records SET bytes = ?1 WHERE id = 3", [THIRD.as_bytes()])?;
    connection.execute("DELETE FROM games WHERE record = 4", [])?;
    let error = tables::write(&target, &Archive::open(&path)?).err().ok_or("it passed")?;
    assert!(error.to_string().contains("records could not be read"), "{error}");
    Ok(())
}

#[test]
fn an_empty_archive_has_empty_tables() -> Tested {
    let folder = tempfile::tempdir()?;
    let archive = Archive::create(&folder.path().join("archive"))?;
    let target = folder.path().join("tables");
    assert_eq!(tables::write(&target, &archive)?, Written::default());
    assert_eq!(Tables::open(&target)?.records()?.count(), 0);
    assert!(matches!(tables::write(&target, &archive), Err(ExchangeError::NotEmpty(_))));
    Ok(())
}
