//! What the archive holds: listing, one record with its text, versions, removal with a mark, the log.

use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

use super::row::{Derived, Summary, findings};
use super::{Archive, ArchiveError, Hash};
use crate::game::FoundAt;

/// A record of the archive: what it is called, where it came from, and its figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the archive, never given twice.
    pub record: i64,
    /// Its content.
    pub hash: Hash,
    /// The header's `identifier`.
    pub identifier: Option<String>,
    /// Which version of its identifier it is.
    pub version: u32,
    /// Whether a later version is there.
    pub superseded: bool,
    /// Where it came from.
    pub source: String,
    /// Bytes before it in its source.
    pub byte: u64,
    /// Lines before it in its source.
    pub line: u64,
    /// Which record of its source it was, from 1.
    pub ordinal: u64,
    /// When it came in.
    pub added: String,
    /// Its figures.
    pub summary: Summary,
}

/// The mark of a record that was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tombstone {
    /// The number it had.
    pub record: i64,
    /// The content it had.
    pub hash: Hash,
    /// Its identifier.
    pub identifier: Option<String>,
    /// Which version it was.
    pub version: u32,
    /// What it was called.
    pub title: String,
    /// Where it had come from.
    pub source: String,
    /// When it had come in.
    pub added: String,
    /// When it was removed.
    pub removed: String,
    /// Why.
    pub reason: String,
}

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// When.
    pub at: String,
    /// `init`, `add`, `remove`, `verify`, `repair`, `rebuild`.
    pub action: String,
    /// What came of it.
    pub detail: String,
}

impl Archive {
    /// How many records there are.
    ///
    /// # Errors
    /// When the archive cannot be read.
    pub fn count(&self) -> Result<u64, ArchiveError> {
        let count: i64 = self.connection.query_row("SELECT count(*) FROM records", [], |row| row.get(0))?;
        Ok(count as u64)
    }

    /// How many plies all records have together.
    ///
    /// # Errors
    /// When the archive cannot be read.
    pub fn plies(&self) -> Result<u64, ArchiveError> {
        let plies: i64 =
            self.connection.query_row("SELECT coalesce(sum(plies), 0) FROM games", [], |row| row.get(0))?;
        Ok(plies as u64)
    }

    /// How many bytes the index of positions has.
    ///
    /// # Errors
    /// When the archive cannot be read.
    pub fn index_size(&self) -> Result<u64, ArchiveError> {
        let sql = "SELECT coalesce(sum(length(entries)), 0) FROM position_blocks";
        let bytes: i64 = self.connection.query_row(sql, [], |row| row.get(0))?;
        Ok(bytes as u64)
    }

    /// Calls `visit` with every record, in the order in which they came in. `all` says whether superseded versions are
    /// among them.
    ///
    /// # Errors
    /// When the archive cannot be read, or what `visit` returns.
    pub fn each<E: From<ArchiveError>>(
        &self,
        all: bool,
        mut visit: impl FnMut(Entry) -> Result<(), E>,
    ) -> Result<(), E> {
        let run = || -> Result<_, ArchiveError> { Ok(self.connection.prepare(&format!("{SELECT} ORDER BY r.id"))?) };
        let mut statement = run()?;
        let mut rows = statement.query([]).map_err(ArchiveError::from)?;
        while let Some(row) = rows.next().map_err(ArchiveError::from)? {
            let entry = entry(row).map_err(ArchiveError::from)?;
            if all || !entry.superseded {
                visit(entry)?;
            }
        }
        Ok(())
    }

    /// One record. `name` is its number, the beginning of its hash (four digits or more), or an identifier; of an
    /// identifier the latest version is meant, or the one that `@2` behind it names.
    ///
    /// # Errors
    /// When there is none, or several hashes begin so.
    pub fn entry(&self, name: &str) -> Result<Entry, ArchiveError> {
        self.entry_of(self.resolve(name)?)
    }

    /// A record by its number.
    ///
    /// # Errors
    /// When there is none.
    pub fn entry_of(&self, record: i64) -> Result<Entry, ArchiveError> {
        let mut statement = self.connection.prepare_cached(&format!("{SELECT} WHERE r.id = ?1"))?;
        let found = statement.query_row([record], entry).optional()?;
        found.ok_or_else(|| ArchiveError::NoRecord(record.to_string()))
    }

    /// A record's bytes, as they came in.
    ///
    /// # Errors
    /// When there is no such record.
    pub fn bytes(&self, record: i64) -> Result<Vec<u8>, ArchiveError> {
        bytes(&self.connection, record)?.ok_or_else(|| ArchiveError::NoRecord(record.to_string()))
    }

    /// A record's text, as it came in.
    ///
    /// # Errors
    /// When there is no such record.
    pub fn text(&self, record: i64) -> Result<String, ArchiveError> {
        // Only text is ever added; what was altered since must not keep anybody from looking at it.
        Ok(String::from_utf8(self.bytes(record)?)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    }

    /// A record's findings.
    ///
    /// # Errors
    /// When the archive cannot be read.
    pub fn findings(&self, record: i64) -> Result<Vec<FoundAt>, ArchiveError> {
        findings(&self.connection, record)
    }

    /// All versions of an identifier, the first one first.
    ///
    /// # Errors
    /// When the archive cannot be read.
    pub fn versions(&self, identifier: &str) -> Result<Vec<Entry>, ArchiveError> {
        let mut statement =
            self.connection.prepare_cached(&format!("{SELECT} WHERE r.identifier = ?1 ORDER BY r.version"))?;
        let entries = statement.query_map([identifier], entry)?.collect::<Result<_, _>>()?;
        Ok(entries)
    }

    /// Removes a record, leaving a mark of what it was.
    ///
    /// # Errors
    /// When there is no such record, or the archive cannot be written.
    pub fn remove(&mut self, name: &str, reason: &str) -> Result<Tombstone, ArchiveError> {
        let record = self.resolve(name)?;
        let at = (self.clock)();
        let entry = self.entry_of(record)?;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let Entry { hash, identifier, version, source, added, summary, .. } = entry;
        let title = summary.title;
        if transaction.execute("DELETE FROM records WHERE id = ?1", [record])? == 0 {
            return Err(ArchiveError::NoRecord(name.to_owned()));
        }
        Derived::forget(&transaction, record)?;
        transaction.execute(
            "INSERT INTO tombstones (id, hash, identifier, version, title, source, added, removed, reason) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            params![record, &hash.0[..], identifier, version, title, source, added, at, reason],
        )?;
        super::note(&transaction, &at, "remove", &format!("record {record} ({}): {reason}", hash.short()))?;
        transaction.commit()?;
        let (removed, reason) = (at, reason.to_owned());
        Ok(Tombstone { record, hash, identifier, version, title, source, added, removed, reason })
    }

    /// The marks of what was removed.
    ///
    /// # Errors
    /// When the archive cannot be read.
    pub fn tombstones(&self) -> Result<Vec<Tombstone>, ArchiveError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id, hash, identifier, version, title, source, added, removed, reason FROM tombstones ORDER BY id",
        )?;
        let rows = statement.query_map([], |row| {
            Ok(Tombstone {
                record: row.get(0)?,
                hash: Hash(row.get(1)?),
                identifier: row.get(2)?,
                version: row.get(3)?,
                title: row.get(4)?,
                source: row.get(5)?,
                added: row.get(6)?,
                removed: row.get(7)?,
                reason: row.get(8)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// What was done with the archive, the earliest first.
    ///
    /// # Errors
    /// When the archive cannot be read.
    pub fn log(&self) -> Result<Vec<LogEntry>, ArchiveError> {
        let mut statement = self.connection.prepare_cached("SELECT at, action, detail FROM log ORDER BY id")?;
        let rows = statement
            .query_map([], |row| Ok(LogEntry { at: row.get(0)?, action: row.get(1)?, detail: row.get(2)? }))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn resolve(&self, name: &str) -> Result<i64, ArchiveError> {
        let missing = || ArchiveError::NoRecord(name.to_owned());
        let by_number = name.parse::<i64>().ok();
        if let Some(record) = by_number
            && self.bytes(record).is_ok()
        {
            return Ok(record);
        }
        let versioned =
            name.rsplit_once('@').and_then(|(identifier, version)| Some((identifier, version.parse::<u32>().ok()?)));
        let (identifier, version) = versioned.map_or((name, None), |(identifier, version)| (identifier, Some(version)));
        let found: Option<i64> = self
            .connection
            .prepare_cached(
                "SELECT id FROM records WHERE identifier = ?1 AND (?2 IS NULL OR version = ?2) \
                 ORDER BY version DESC LIMIT 1",
            )?
            .query_row(params![identifier, version], |row| row.get(0))
            .optional()?;
        if let Some(record) = found {
            return Ok(record);
        }
        if name.len() < 4 || name.len() > 64 || !name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(missing());
        }
        // The hashes that begin so lie between the prefix filled up with 0 and filled up with f.
        let bound = |fill: &str| {
            let digits = format!("{name}{}", fill.repeat(64 - name.len()));
            let byte = |at: usize| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap_or_default();
            (0..32).map(byte).collect::<Vec<u8>>()
        };
        let mut statement = self.connection.prepare_cached("SELECT id FROM records WHERE hash BETWEEN ?1 AND ?2")?;
        let found: Vec<i64> =
            statement.query_map([bound("0"), bound("f")], |row| row.get(0))?.collect::<Result<_, _>>()?;
        match found[..] {
            [] => Err(missing()),
            [record] => Ok(record),
            _ => Err(ArchiveError::Ambiguous { prefix: name.to_owned(), count: found.len() as u64 }),
        }
    }
}

pub(super) fn bytes(connection: &Connection, record: i64) -> Result<Option<Vec<u8>>, ArchiveError> {
    let mut statement = connection.prepare_cached("SELECT bytes FROM records WHERE id = ?1")?;
    Ok(statement.query_row([record], |row| row.get(0)).optional()?)
}

/// A record with its figures, in the order that [`entry`] reads.
pub(super) const SELECT: &str = "SELECT r.id, r.hash, r.identifier, r.version, \
     r.identifier IS NOT NULL AND EXISTS (SELECT 1 FROM records l WHERE l.identifier = r.identifier \
     AND l.version > r.version), r.source, r.byte, r.line, r.ordinal, r.added, g.title, g.rules, g.columns, g.result, g.recorded, \
     g.replayed, g.ending, g.place, g.date, g.plies, g.certain, g.laps, g.captures, g.captured, g.stops, g.errors, \
     g.warnings, g.notes, g.first, g.moves, g.relays FROM records r JOIN games g ON g.record = r.id";

pub(super) fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        record: row.get(0)?,
        hash: Hash(row.get(1)?),
        identifier: row.get(2)?,
        version: row.get(3)?,
        superseded: row.get(4)?,
        source: row.get(5)?,
        byte: row.get::<_, i64>(6)? as u64,
        line: row.get::<_, i64>(7)? as u64,
        ordinal: row.get::<_, i64>(8)? as u64,
        added: row.get(9)?,
        summary: Summary::from_row(row, 10)?,
    })
}
