//! Records coming in: batch by batch, each one transaction, and nothing reported before it is safe.

use rayon::prelude::*;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use tsoro_notation::span::Origin;

use super::positions::{self, Met};
use super::row::Derived;
use super::{Archive, ArchiveError, Hash};
use crate::game::{Game, GameReader, PositionKey};
use crate::read::RecordText;

/// Records of one transaction.
const BATCH: usize = 2000;
/// Bytes after which a batch is full.
const BYTES: usize = 8 << 20;

/// A record on its way in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incoming {
    /// Byte for byte.
    pub text: String,
    /// Where it comes from: a path, as the user would say it.
    pub source: String,
    /// Where it begins there.
    pub origin: Origin,
    /// When it first came in, as RFC 3339 text, where another archive kept it before this one.
    pub added: Option<String>,
    /// Which version of its identifier it was there. It keeps that number unless this archive has come as far already.
    pub version: Option<u32>,
}

impl Incoming {
    /// A record that is a source of its own.
    pub fn new(text: impl Into<String>, source: impl Into<String>) -> Incoming {
        Incoming::at(text.into(), source.into(), Origin { byte: 0, line: 0, record: 1 })
    }

    /// A record read out of a source.
    pub fn from_text(record: RecordText, source: impl Into<String>) -> Incoming {
        Incoming::at(record.text, source.into(), record.origin)
    }

    fn at(text: String, source: String, origin: Origin) -> Incoming {
        Incoming { text, source, origin, added: None, version: None }
    }
}

/// What became of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is kept now.
    Added {
        /// Its number in the archive.
        record: i64,
        /// Its content.
        hash: Hash,
        /// Which version of its identifier it is; 1 where it has none.
        version: u32,
        /// How many errors its replay found: a faulty record is kept and marked.
        errors: u32,
    },
    /// The archive has the same bytes already.
    Unchanged {
        /// The number it has.
        record: i64,
        /// Its content.
        hash: Hash,
    },
}

/// A record with all that is worked out before the transaction begins.
struct Prepared {
    incoming: Incoming,
    hash: Hash,
    identifier: Option<String>,
    derived: Derived,
    comments: Vec<String>,
    positions: Vec<(PositionKey, u32)>,
}

impl Prepared {
    fn new(reader: &mut GameReader, incoming: Incoming) -> Prepared {
        let game = reader.read(&incoming.text);
        Prepared {
            hash: Hash::of(incoming.text.as_bytes()),
            identifier: identifier(&game),
            derived: Derived::of(&game),
            positions: positions::met_in(&game),
            comments: game.comments,
            incoming,
        }
    }
}

fn identifier(game: &Game) -> Option<String> {
    game.field("identifier").filter(|identifier| !identifier.is_empty()).map(str::to_owned)
}

impl Archive {
    /// Adds records. `report` is told of each one after the transaction that holds it has been committed, so whatever was
    /// reported as added is on the disk. The same bytes are kept once; other bytes with the same `identifier` become its
    /// next version.
    ///
    /// # Errors
    /// When the archive cannot be written. Batches reported by then stay; the one at hand leaves no trace.
    pub fn add(
        &mut self,
        records: impl IntoIterator<Item = Incoming, IntoIter: Send>,
        mut report: impl FnMut(&Outcome),
    ) -> Result<(), ArchiveError> {
        let mut records = records.into_iter();
        let mut batch = prepare(&mut records);
        while !batch.is_empty() {
            let at = (self.clock)();
            let connection = &mut self.connection;
            // One batch is written while the next is being replayed.
            let (written, next) = rayon::join(|| write(connection, batch, &at), || prepare(&mut records));
            written?.iter().for_each(&mut report);
            batch = next;
        }
        Ok(())
    }

    /// Works out again everything that is derived from the records.
    ///
    /// # Errors
    /// When the archive cannot be read or written; it is then as it was.
    pub fn rebuild(&mut self) -> Result<u64, ArchiveError> {
        let at = (self.clock)();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction
            .execute_batch("DELETE FROM games; DELETE FROM fields; DELETE FROM findings; DELETE FROM events;")?;
        transaction.execute_batch("INSERT INTO words (words) VALUES ('delete-all');")?;
        positions::clear(&transaction)?;
        let mut after = 0;
        let mut count = 0;
        loop {
            let texts = texts_after(&transaction, after)?;
            let Some(&(last, _)) = texts.last() else { break };
            after = last;
            count += texts.len() as u64;
            derive(&transaction, texts)?;
        }
        super::note(&transaction, &at, "rebuild", &format!("{count} records"))?;
        transaction.commit()?;
        Ok(count)
    }
}

/// Works out and writes all that is derived from some records of the archive. Call it inside a transaction.
pub(super) fn derive(connection: &Connection, texts: Vec<(i64, String)>) -> Result<(), ArchiveError> {
    let work = |reader: &mut GameReader, (record, text): (i64, String)| {
        let game = reader.read(&text);
        (record, Derived::of(&game), positions::met_in(&game), game.comments)
    };
    let games: Vec<_> = texts.into_par_iter().map_init(GameReader::default, work).collect();
    let mut met = Vec::new();
    for (record, derived, positions, comments) in games {
        derived.store(connection, record, &comments)?;
        met.extend(positions.into_iter().map(|(key, ply)| Met { key, record, ply }));
    }
    positions::add(connection, met)
}

/// The next texts behind a record, as many as make a batch. Bytes that are no text read with replacement characters, and
/// [`Archive::verify`] names them.
pub(super) fn texts_after(connection: &Connection, after: i64) -> Result<Vec<(i64, String)>, ArchiveError> {
    let mut statement = connection.prepare_cached("SELECT id, bytes FROM records WHERE id > ?1 ORDER BY id")?;
    let mut rows = statement.query([after])?;
    let (mut texts, mut bytes) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        let content: Vec<u8> = row.get(1)?;
        bytes += content.len();
        texts.push((row.get(0)?, String::from_utf8_lossy(&content).into_owned()));
        if texts.len() == BATCH || bytes > BYTES {
            break;
        }
    }
    Ok(texts)
}

fn prepare(records: &mut impl Iterator<Item = Incoming>) -> Vec<Prepared> {
    let (mut batch, mut bytes) = (Vec::new(), 0);
    for record in records.by_ref() {
        bytes += record.text.len();
        batch.push(record);
        if batch.len() == BATCH || bytes > BYTES {
            break;
        }
    }
    batch.into_par_iter().map_init(GameReader::default, Prepared::new).collect()
}

fn write(connection: &mut Connection, batch: Vec<Prepared>, at: &str) -> Result<Vec<Outcome>, ArchiveError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let number: i64 = transaction.query_row("SELECT coalesce(max(id), 0) + 1 FROM batches", [], |row| row.get(0))?;
    let chain: Option<Vec<u8>> =
        transaction.query_row("SELECT chain FROM batches ORDER BY id DESC LIMIT 1", [], |row| row.get(0)).optional()?;
    let mut chain = Chain::after(chain.as_deref().unwrap_or_default());
    let (mut outcomes, mut met, mut added) = (Vec::with_capacity(batch.len()), Vec::new(), 0);
    for prepared in batch {
        let hash = prepared.hash;
        let there: Option<i64> = transaction
            .prepare_cached("SELECT id FROM records WHERE hash = ?1")?
            .query_row([&hash.0[..]], |row| row.get(0))
            .optional()?;
        if let Some(record) = there {
            outcomes.push(Outcome::Unchanged { record, hash });
            continue;
        }
        let Incoming { text, source, origin, added: before, version } = &prepared.incoming;
        let version = version.unwrap_or(1).max(next_version(&transaction, prepared.identifier.as_deref())?);
        transaction
            .prepare_cached(
                "INSERT INTO records (hash, bytes, identifier, version, source, byte, line, ordinal, added, batch) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .execute(params![
                &hash.0[..],
                text.as_bytes(),
                prepared.identifier,
                version,
                source,
                origin.byte as i64,
                origin.line as i64,
                origin.record as i64,
                before.as_deref().unwrap_or(at),
                number
            ])?;
        let record = transaction.last_insert_rowid();
        transaction.prepare_cached("INSERT INTO ledger (id, hash, batch) VALUES (?1, ?2, ?3)")?.execute(params![
            record,
            &hash.0[..],
            number
        ])?;
        prepared.derived.store(&transaction, record, &prepared.comments)?;
        met.extend(prepared.positions.into_iter().map(|(key, ply)| Met { key, record, ply }));
        chain.link(record, hash);
        added += 1;
        outcomes.push(Outcome::Added { record, hash, version, errors: prepared.derived.summary.errors });
    }
    if added > 0 {
        positions::add(&transaction, met)?;
        transaction.execute(
            "INSERT INTO batches (id, at, records, chain) VALUES (?1, ?2, ?3, ?4)",
            params![number, at, added, &chain.end().0[..]],
        )?;
        super::note(&transaction, at, "add", &format!("batch {number}: {added} records"))?;
        transaction.commit()?;
    }
    Ok(outcomes)
}

fn next_version(connection: &Connection, identifier: Option<&str>) -> Result<u32, ArchiveError> {
    let Some(identifier) = identifier else { return Ok(1) };
    // Versions that were removed keep their numbers, so no two versions ever share one.
    let version = connection
        .prepare_cached(
            "SELECT coalesce(max(version), 0) + 1 FROM (SELECT version FROM records WHERE identifier = ?1 \
             UNION ALL SELECT version FROM tombstones WHERE identifier = ?1)",
        )?
        .query_row([identifier], |row| row.get(0))?;
    Ok(version)
}

/// The hash over all batches so far: a ledger that was changed afterwards no longer fits it.
pub(super) struct Chain(blake3::Hasher);

impl Chain {
    pub(super) fn after(before: &[u8]) -> Chain {
        let mut hasher = blake3::Hasher::new();
        hasher.update(before);
        Chain(hasher)
    }

    pub(super) fn link(&mut self, record: i64, hash: Hash) {
        self.0.update(&record.to_le_bytes());
        self.0.update(&hash.0);
    }

    pub(super) fn end(self) -> Hash {
        Hash(*self.0.finalize().as_bytes())
    }
}
