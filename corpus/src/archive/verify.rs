//! Whether the archive still holds what it was given, and taking back what another copy still has.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use rayon::prelude::*;
use rusqlite::{TransactionBehavior, params};

use super::add::{Chain, derive};
use super::positions;
use super::row::Derived;
use super::{Archive, ArchiveError, Hash, keep};
use crate::game::GameReader;

/// Something wrong with an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Defect {
    /// The file itself is damaged, in the database's words.
    Unreadable(String),
    /// A record that was added, was never removed, and is not there.
    Missing {
        /// Its number.
        record: i64,
        /// Its content.
        hash: Hash,
    },
    /// A record whose bytes are no longer those that came in.
    Altered {
        /// Its number.
        record: i64,
        /// What came in.
        hash: Hash,
        /// What is there.
        found: Hash,
    },
    /// A record that was never added by this program.
    Extra {
        /// Its number.
        record: i64,
    },
    /// What is stored about a record is not what comes out of its text. A rebuild mends it.
    Stale {
        /// Its number.
        record: i64,
        /// What differs.
        what: &'static str,
    },
    /// The index of positions does not hold the positions of the records. A rebuild mends it.
    StaleIndex,
    /// The list of what was added was changed: it no longer fits its chain of hashes.
    Ledger {
        /// The batch from which on it does not fit.
        batch: i64,
    },
}

impl Defect {
    /// Whether working everything out again mends it.
    pub const fn is_derived(&self) -> bool {
        matches!(self, Defect::Stale { .. } | Defect::StaleIndex)
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::Unreadable(words) => write!(f, "unreadable: {words}"),
            Defect::Missing { record, hash } => {
                write!(f, "missing: record {record} ({}) was added and is not there", hash.short())
            }
            Defect::Altered { record, hash, found } => {
                write!(f, "altered: record {record} came in as {} and is now {}", hash.short(), found.short())
            }
            Defect::Extra { record } => write!(f, "extra: record {record} was never added by this program"),
            Defect::Stale { record, what } => {
                write!(
                    f,
                    "stale: the {what} stored for record {record} do not come out of its text; rebuild the archive"
                )
            }
            Defect::StaleIndex => {
                f.write_str("stale: the index of positions does not fit the records; rebuild the archive")
            }
            Defect::Ledger { batch } => {
                write!(f, "altered: the list of what was added does not fit its hashes from batch {batch} on")
            }
        }
    }
}

/// What came of looking through an archive.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verification {
    /// Records looked at.
    pub records: u64,
    /// Bytes hashed.
    pub bytes: u64,
    /// What is wrong.
    pub defects: Vec<Defect>,
}

impl Verification {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.defects.is_empty()
    }
}

/// What a repair took back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Repaired {
    /// Records whose bytes are right again.
    pub mended: Vec<i64>,
    /// Records that the other archive does not have either, or has altered.
    pub lost: Vec<i64>,
}

/// Records looked at side by side.
const BATCH: usize = 2000;

impl Archive {
    /// Hashes and replays every record again, compares with what is stored, and writes into the log what came of it.
    /// `progress` hears after each batch how many records were looked at.
    ///
    /// # Errors
    /// When the archive cannot be read at all, or the log not be written. Damage is no error but a [`Defect`].
    pub fn verify(&mut self, mut progress: impl FnMut(u64)) -> Result<Verification, ArchiveError> {
        let mut verification = Verification::default();
        self.check_file(&mut verification.defects)?;
        let ledger = self.check_ledger(&mut verification.defects)?;
        let mut checksum = 0u64;
        let records = self.numbers()?;
        for chunk in records.chunks(BATCH) {
            self.check_chunk(chunk, &ledger, &mut verification, &mut checksum);
            progress(verification.records);
        }
        let removed: HashSet<i64> = self.tombstones()?.into_iter().map(|tombstone| tombstone.record).collect();
        for (&record, &hash) in &ledger {
            if records.binary_search(&record).is_err() && !removed.contains(&record) {
                verification.defects.push(Defect::Missing { record, hash });
            }
        }
        match self.index_checksum(&records) {
            Ok(index) if index == checksum => {}
            _ => verification.defects.push(Defect::StaleIndex),
        }
        let defects = verification.defects.len();
        let outcome = if defects == 0 { "sound".to_owned() } else { format!("{defects} defects") };
        self.note("verify", &format!("{} records: {outcome}", verification.records))?;
        Ok(verification)
    }

    /// Takes back from another archive the records that this one misses or has altered, and works out again all that is
    /// derived from them. Only bytes that have the hash they came in with are taken.
    ///
    /// # Errors
    /// When one of the archives cannot be read, or this one not be written; it is then as it was.
    pub fn repair(&mut self, other: &Archive) -> Result<Repaired, ArchiveError> {
        let mut defects = Vec::new();
        let ledger = self.check_ledger(&mut defects)?;
        let records = self.numbers()?;
        let removed: HashSet<i64> = self.tombstones()?.into_iter().map(|tombstone| tombstone.record).collect();
        let mut repaired = Repaired::default();
        let at = (self.clock)();
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        for (&record, &hash) in &ledger {
            if removed.contains(&record) {
                continue;
            }
            let there = records.binary_search(&record).is_ok();
            let sound = there
                && keep::bytes(&transaction, record)
                    .is_ok_and(|bytes| bytes.is_some_and(|bytes| Hash::of(&bytes) == hash));
            if sound {
                continue;
            }
            match other.kept(hash)? {
                Some(kept) => {
                    kept.restore(&transaction, record, hash)?;
                    Derived::forget(&transaction, record)?;
                    let text = String::from_utf8_lossy(&kept.bytes).into_owned();
                    derive(&transaction, vec![(record, text)])?;
                    repaired.mended.push(record);
                }
                None => repaired.lost.push(record),
            }
        }
        let detail = format!("{} mended, {} lost", repaired.mended.len(), repaired.lost.len());
        super::note(&transaction, &at, "repair", &detail)?;
        transaction.commit()?;
        if !repaired.mended.is_empty() {
            // An altered record's old positions are still in the index.
            self.rebuild()?;
        }
        Ok(repaired)
    }

    fn check_file(&self, defects: &mut Vec<Defect>) -> Result<(), ArchiveError> {
        let mut statement = self.connection.prepare("PRAGMA integrity_check(20)")?;
        let mut rows = statement.query([])?;
        loop {
            match rows.next() {
                Ok(Some(row)) => {
                    let words: String = row.get(0)?;
                    if words != "ok" {
                        defects.push(Defect::Unreadable(words));
                    }
                }
                Ok(None) => return Ok(()),
                Err(error) => {
                    defects.push(Defect::Unreadable(error.to_string()));
                    return Ok(());
                }
            }
        }
    }

    /// What was ever added, by number, the chain of hashes held against it.
    fn check_ledger(&self, defects: &mut Vec<Defect>) -> Result<BTreeMap<i64, Hash>, ArchiveError> {
        let mut statement = self.connection.prepare("SELECT id, hash, batch FROM ledger ORDER BY id")?;
        let mut by_batch: BTreeMap<i64, Vec<(i64, Hash)>> = BTreeMap::new();
        let mut ledger = BTreeMap::new();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, Hash(row.get(1)?), row.get(2)?)))?;
        for row in rows {
            let (record, hash, batch) = row?;
            ledger.insert(record, hash);
            by_batch.entry(batch).or_default().push((record, hash));
        }
        let mut statement = self.connection.prepare("SELECT id, chain FROM batches ORDER BY id")?;
        let mut before: Vec<u8> = Vec::new();
        let rows = statement.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Vec<u8>>(1)?)))?;
        let mut broken = None;
        for row in rows {
            let (batch, written) = row?;
            let mut chain = Chain::after(&before);
            for (record, hash) in by_batch.remove(&batch).unwrap_or_default() {
                chain.link(record, hash);
            }
            if chain.end().0[..] != written[..] {
                broken.get_or_insert(batch);
            }
            before = written;
        }
        // Entries of batches that are not listed.
        let stray = by_batch.keys().next().copied();
        if let Some(batch) = broken.or(stray) {
            defects.push(Defect::Ledger { batch });
        }
        Ok(ledger)
    }

    fn numbers(&self) -> Result<Vec<i64>, ArchiveError> {
        let mut statement = self.connection.prepare("SELECT id FROM records ORDER BY id")?;
        Ok(statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
    }

    fn check_chunk(
        &self,
        chunk: &[i64],
        ledger: &BTreeMap<i64, Hash>,
        verification: &mut Verification,
        checksum: &mut u64,
    ) {
        let mut contents = Vec::new();
        for &record in chunk {
            verification.records += 1;
            match keep::bytes(&self.connection, record) {
                Ok(Some(bytes)) => {
                    verification.bytes += bytes.len() as u64;
                    contents.push((record, bytes, Derived::load(&self.connection, record).ok().flatten()));
                }
                // Removed since the list was made.
                Ok(None) => {}
                Err(error) => verification.defects.push(Defect::Unreadable(format!("record {record}: {error}"))),
            }
        }
        let work = |reader: &mut GameReader, (record, bytes, stored): (i64, Vec<u8>, Option<Derived>)| {
            let game = reader.read(&String::from_utf8_lossy(&bytes));
            let sum = positions::met_in(&game)
                .into_iter()
                .fold(0, |sum: u64, (key, ply)| sum.wrapping_add(weight(key.0, record, ply)));
            (record, Hash::of(&bytes), stale(stored.as_ref(), &Derived::of(&game)), sum)
        };
        let looked: Vec<_> = contents.into_par_iter().map_init(GameReader::default, work).collect();
        for (record, found, stale, sum) in looked {
            *checksum = checksum.wrapping_add(sum);
            match ledger.get(&record) {
                None => verification.defects.push(Defect::Extra { record }),
                Some(&hash) if hash != found => verification.defects.push(Defect::Altered { record, hash, found }),
                Some(_) => verification.defects.extend(stale.map(|what| Defect::Stale { record, what })),
            }
        }
    }

    /// The sum over the index, records that are no longer there left out.
    fn index_checksum(&self, records: &[i64]) -> Result<u64, ArchiveError> {
        let mut sum = 0u64;
        positions::each(&self.connection, |met| {
            if records.binary_search(&met.record).is_ok() {
                sum = sum.wrapping_add(weight(met.key.0, met.record, met.ply));
            }
        })?;
        Ok(sum)
    }

    fn kept(&self, hash: Hash) -> Result<Option<Kept>, ArchiveError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT bytes, identifier, version, source, byte, line, ordinal, added, batch FROM records WHERE hash = ?1",
        )?;
        let mut rows = statement.query([&hash.0[..]])?;
        let Some(row) = rows.next()? else { return Ok(None) };
        let kept = Kept {
            bytes: row.get(0)?,
            identifier: row.get(1)?,
            version: row.get(2)?,
            source: row.get(3)?,
            place: [row.get(4)?, row.get(5)?, row.get(6)?],
            added: row.get(7)?,
        };
        Ok((Hash::of(&kept.bytes) == hash).then_some(kept))
    }
}

/// A record as another archive keeps it.
struct Kept {
    bytes: Vec<u8>,
    identifier: Option<String>,
    version: u32,
    source: String,
    place: [i64; 3],
    added: String,
}

impl Kept {
    /// Puts it back under the number it had; what this archive itself still knows of where it came from stays.
    fn restore(&self, connection: &rusqlite::Connection, record: i64, hash: Hash) -> Result<(), ArchiveError> {
        let update = "UPDATE records SET bytes = ?2, hash = ?3 WHERE id = ?1";
        if connection.execute(update, params![record, self.bytes, &hash.0[..]])? > 0 {
            return Ok(());
        }
        let [byte, line, ordinal] = self.place;
        connection.execute(
            "INSERT INTO records (id, hash, bytes, identifier, version, source, byte, line, ordinal, added, batch) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, (SELECT batch FROM ledger WHERE id = ?1))",
            params![
                record,
                &hash.0[..],
                self.bytes,
                self.identifier,
                self.version,
                self.source,
                byte,
                line,
                ordinal,
                self.added
            ],
        )?;
        Ok(())
    }
}

/// Which part of what is stored does not come out of the text.
fn stale(stored: Option<&Derived>, derived: &Derived) -> Option<&'static str> {
    let Some(stored) = stored else { return Some("figures") };
    if stored.summary != derived.summary {
        return Some("figures");
    }
    if stored.fields != derived.fields {
        return Some("header fields");
    }
    if stored.findings != derived.findings {
        return Some("findings");
    }
    (stored.events != derived.events).then_some("events")
}

/// What an entry of the index adds to its checksum.
fn weight(key: u64, record: i64, ply: u32) -> u64 {
    let mut mixed = key ^ (record as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(ply).rotate_left(40);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 31
}
