//! The index of positions: which records come to a position, and at which plies.
//!
//! Entries (key, record, ply) lie sorted in runs, each cut into blocks of some two thousand entries packed by their
//! differences, about ten bytes an entry. Whatever is added in one batch is one new run; four runs of a level are merged
//! into one of the next, so a lookup asks a handful of runs, one block each. A sorted table of rows would be three times as
//! large, and its rows would land all over the file, for keys are as good as random.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rusqlite::{Connection, OptionalExtension, params};

use super::ArchiveError;
use crate::game::{Game, PositionKey};

/// A position met in a record: at the ply after which it stood, 0 for the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Met {
    pub(super) key: PositionKey,
    pub(super) record: i64,
    pub(super) ply: u32,
}

const BLOCK: usize = 2048;
/// So many runs of a level become one of the next.
const FAN: i64 = 4;

/// The positions of a game that are certain, the start among them.
pub(super) fn met_in(game: &Game) -> Vec<(PositionKey, u32)> {
    let later = game.plies.iter().filter(|ply| ply.certain).map(|ply| (PositionKey::of(&ply.after), ply.ply));
    std::iter::once((PositionKey::of(&game.start), 0)).chain(later).collect()
}

/// Adds entries as a new run, and merges runs where there are enough of them. Call it inside a transaction.
pub(super) fn add(connection: &Connection, mut entries: Vec<Met>) -> Result<(), ArchiveError> {
    if entries.is_empty() {
        return Ok(());
    }
    entries.sort_unstable();
    let mut writer = Writer::new(connection, 0)?;
    for entry in entries {
        writer.push(entry)?;
    }
    writer.finish()?;
    let mut level = 0;
    while let Some(runs) = full(connection, level)? {
        merge(connection, &runs, level + 1)?;
        level += 1;
    }
    Ok(())
}

/// Forgets everything.
pub(super) fn clear(connection: &Connection) -> Result<(), ArchiveError> {
    connection.execute_batch("DELETE FROM position_blocks; DELETE FROM position_runs;")?;
    Ok(())
}

/// The records and plies at which a position stood, by record and ply. Records that have been removed since may be among
/// them; whoever looks them up finds out.
pub(super) fn lookup(connection: &Connection, key: PositionKey) -> Result<Vec<(i64, u32)>, ArchiveError> {
    let mut found = Vec::new();
    for run in runs(connection)? {
        let mut cursor = Cursor::seek(connection, run, key)?;
        while let Some(met) = cursor.next()? {
            if met.key > key {
                break;
            }
            if met.key == key {
                found.push((met.record, met.ply));
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// All entries, run by run.
pub(super) fn each(connection: &Connection, mut visit: impl FnMut(Met)) -> Result<(), ArchiveError> {
    for run in runs(connection)? {
        let mut cursor = Cursor::seek(connection, run, PositionKey(0))?;
        while let Some(met) = cursor.next()? {
            visit(met);
        }
    }
    Ok(())
}

fn runs(connection: &Connection) -> Result<Vec<i64>, ArchiveError> {
    let mut statement = connection.prepare_cached("SELECT id FROM position_runs ORDER BY id")?;
    let runs = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(runs)
}

fn full(connection: &Connection, level: i64) -> Result<Option<Vec<i64>>, ArchiveError> {
    let mut statement = connection.prepare_cached("SELECT id FROM position_runs WHERE level = ?1 ORDER BY id")?;
    let runs: Vec<i64> = statement.query_map([level], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok((runs.len() as i64 >= FAN).then_some(runs))
}

fn merge(connection: &Connection, runs: &[i64], level: i64) -> Result<(), ArchiveError> {
    let mut writer = Writer::new(connection, level)?;
    let mut cursors =
        runs.iter().map(|&run| Cursor::seek(connection, run, PositionKey(0))).collect::<Result<Vec<_>, _>>()?;
    let mut heap = BinaryHeap::new();
    for (index, cursor) in cursors.iter_mut().enumerate() {
        heap.extend(cursor.next()?.map(|met| Reverse((met, index))));
    }
    while let Some(Reverse((met, index))) = heap.pop() {
        writer.push(met)?;
        heap.extend(cursors[index].next()?.map(|met| Reverse((met, index))));
    }
    writer.finish()?;
    for run in runs {
        connection.execute("DELETE FROM position_blocks WHERE run = ?1", [run])?;
        connection.execute("DELETE FROM position_runs WHERE id = ?1", [run])?;
    }
    Ok(())
}

/// Writes one run.
struct Writer<'a> {
    connection: &'a Connection,
    run: i64,
    total: i64,
    held: usize,
    first: PositionKey,
    before: Met,
    block: Vec<u8>,
}

const NOTHING: Met = Met { key: PositionKey(0), record: 0, ply: 0 };

impl<'a> Writer<'a> {
    fn new(connection: &'a Connection, level: i64) -> Result<Writer<'a>, ArchiveError> {
        connection.execute("INSERT INTO position_runs (level, entries) VALUES (?1, 0)", [level])?;
        let run = connection.last_insert_rowid();
        Ok(Writer { connection, run, total: 0, held: 0, first: PositionKey(0), before: NOTHING, block: Vec::new() })
    }

    fn push(&mut self, met: Met) -> Result<(), ArchiveError> {
        if self.held == 0 {
            self.first = met.key;
        }
        pack(&mut self.block, self.before, met);
        self.before = met;
        self.held += 1;
        self.total += 1;
        if self.held == BLOCK { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), ArchiveError> {
        if self.held > 0 {
            self.connection
                .prepare_cached("INSERT INTO position_blocks (run, first, entries) VALUES (?1, ?2, ?3)")?
                .execute(params![self.run, ordered(self.first), self.block])?;
        }
        self.block.clear();
        self.held = 0;
        self.before = NOTHING;
        Ok(())
    }

    fn finish(mut self) -> Result<(), ArchiveError> {
        self.flush()?;
        let update = "UPDATE position_runs SET entries = ?2 WHERE id = ?1";
        self.connection.execute(update, params![self.run, self.total])?;
        Ok(())
    }
}

/// Reads one run, block by block.
struct Cursor<'a> {
    connection: &'a Connection,
    run: i64,
    /// The block to be read next begins behind this key and id.
    behind: (i64, i64),
    block: Vec<u8>,
    at: usize,
    before: Met,
}

impl<'a> Cursor<'a> {
    /// A cursor at or before the first entry with a key.
    fn seek(connection: &'a Connection, run: i64, key: PositionKey) -> Result<Cursor<'a>, ArchiveError> {
        // The key may begin in the middle of the last block that begins with a smaller one.
        let before: Option<(i64, i64)> = connection
            .prepare_cached(
                "SELECT first, id FROM position_blocks WHERE run = ?1 AND first < ?2 ORDER BY first DESC, id DESC LIMIT 1",
            )?
            .query_row(params![run, ordered(key)], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let behind = before.map_or((i64::MIN, 0), |(first, id)| (first, id - 1));
        Ok(Cursor { connection, run, behind, block: Vec::new(), at: 0, before: NOTHING })
    }

    fn next(&mut self) -> Result<Option<Met>, ArchiveError> {
        if self.at == self.block.len() && !self.load()? {
            return Ok(None);
        }
        let Some(met) = unpack(&self.block, &mut self.at, self.before) else {
            return Err(ArchiveError::Query(
                "the index of positions is damaged; `tsoro archive rebuild` makes it anew".to_owned(),
            ));
        };
        self.before = met;
        Ok(Some(met))
    }

    fn load(&mut self) -> Result<bool, ArchiveError> {
        let next: Option<(i64, i64, Vec<u8>)> = self
            .connection
            .prepare_cached(
                "SELECT first, id, entries FROM position_blocks WHERE run = ?1 AND (first, id) > (?2, ?3) \
                 ORDER BY first, id LIMIT 1",
            )?
            .query_row(params![self.run, self.behind.0, self.behind.1], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .optional()?;
        let Some((first, id, block)) = next else { return Ok(false) };
        self.behind = (first, id);
        self.block = block;
        self.at = 0;
        self.before = NOTHING;
        Ok(!self.block.is_empty())
    }
}

/// SQLite's integers have a sign; this keeps the order of the keys.
const fn ordered(key: PositionKey) -> i64 {
    (key.0 ^ 1 << 63) as i64
}

/// The key as what it adds to the one before; where that is nothing, so is the record; then the ply.
fn pack(block: &mut Vec<u8>, before: Met, met: Met) {
    let step = met.key.0.wrapping_sub(before.key.0);
    number(block, step);
    let base = if step == 0 { before.record } else { 0 };
    number(block, met.record.wrapping_sub(base) as u64);
    number(block, u64::from(met.ply));
}

fn unpack(block: &[u8], at: &mut usize, before: Met) -> Option<Met> {
    let step = read_number(block, at)?;
    let base = if step == 0 { before.record } else { 0 };
    let record = base.wrapping_add(read_number(block, at)? as i64);
    let ply = u32::try_from(read_number(block, at)?).ok()?;
    Some(Met { key: PositionKey(before.key.0.wrapping_add(step)), record, ply })
}

/// Seven bits a byte, the lowest first; the high bit says that more follow.
fn number(block: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        block.push(number as u8 | 0x80);
        number >>= 7;
    }
    block.push(number as u8);
}

fn read_number(block: &[u8], at: &mut usize) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *block.get(*at)?;
        *at += 1;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn connection() -> Connection {
        let mut connection = Connection::open_in_memory().expect("memory");
        super::super::schema::create(&mut connection).expect("a new schema");
        connection
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Whatever is added, in however many batches, is found again, and nothing else.
        #[test]
        fn what_was_added_is_found(
            batches in proptest::collection::vec(
                proptest::collection::vec((prop_oneof![0u64..6, any::<u64>()], 1i64..9, 0u32..300), 0..60), 0..24),
        ) {
            let connection = connection();
            let mut all = Vec::new();
            for batch in &batches {
                let entries: Vec<Met> =
                    batch.iter().map(|&(key, record, ply)| Met { key: PositionKey(key), record, ply }).collect();
                all.extend(entries.iter().copied());
                add(&connection, entries).expect("it is added");
            }
            for key in all.iter().map(|met| met.key).chain([PositionKey(7)]) {
                let mut expected: Vec<_> =
                    all.iter().filter(|met| met.key == key).map(|met| (met.record, met.ply)).collect();
                expected.sort_unstable();
                prop_assert_eq!(lookup(&connection, key).expect("it is read"), expected);
            }
            let mut count = 0;
            each(&connection, |_| count += 1).expect("it is read");
            prop_assert_eq!(count, all.len());
        }
    }

    #[test]
    fn one_position_may_fill_many_blocks() -> Result<(), ArchiveError> {
        let connection = connection();
        let start = PositionKey(u64::MAX / 2);
        let entries = (1..=10_000).flat_map(|record| {
            [start, PositionKey(record as u64), PositionKey(u64::MAX - record as u64)].map(|key| Met {
                key,
                record,
                ply: 0,
            })
        });
        add(&connection, entries.collect())?;
        assert_eq!(lookup(&connection, start)?.len(), 10_000);
        assert_eq!(lookup(&connection, PositionKey(17))?, [(17, 0)]);
        assert_eq!(lookup(&connection, PositionKey(u64::MAX - 9999))?, [(9999, 0)]);
        assert_eq!(lookup(&connection, PositionKey(0))?, []);
        Ok(())
    }
}
