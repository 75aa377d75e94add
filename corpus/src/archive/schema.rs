//! The archive's tables, and how an older archive becomes a newer one.
//!
//! `user_version` counts the migrations an archive has been through; each is one transaction. A released migration is
//! never changed: what comes later is a new one behind it.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::ArchiveError;

/// `TSOR`: tells an archive from any other SQLite file.
const APPLICATION: i32 = 0x5453_4F52;

/// What is kept comes first (records, ledger, batches, tombstones, log); all the rest is derived from it.
const MIGRATIONS: &[&str] = &[
    "
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- Every record as it came in, byte for byte.
CREATE TABLE records (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE,
    bytes BLOB NOT NULL,
    identifier TEXT,
    version INTEGER NOT NULL,
    source TEXT NOT NULL,
    byte INTEGER NOT NULL,
    line INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    added TEXT NOT NULL,
    batch INTEGER NOT NULL
) STRICT;
CREATE INDEX records_by_identifier ON records (identifier, version) WHERE identifier IS NOT NULL;

-- What was ever added, so that a record which has gone without a tombstone is missed. Each batch's chain is the hash of
-- the chain before it and of its records' hashes.
CREATE TABLE ledger (id INTEGER PRIMARY KEY, hash BLOB NOT NULL, batch INTEGER NOT NULL) STRICT;
CREATE TABLE batches (id INTEGER PRIMARY KEY, at TEXT NOT NULL, records INTEGER NOT NULL, chain BLOB NOT NULL) STRICT;
CREATE TABLE tombstones (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL,
    identifier TEXT,
    version INTEGER NOT NULL,
    title TEXT NOT NULL,
    source TEXT NOT NULL,
    added TEXT NOT NULL,
    removed TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
CREATE TABLE log (id INTEGER PRIMARY KEY, at TEXT NOT NULL, action TEXT NOT NULL, detail TEXT NOT NULL) STRICT;

CREATE TABLE games (
    record INTEGER PRIMARY KEY,
    title TEXT NOT NULL,
    rules TEXT NOT NULL,
    columns INTEGER NOT NULL,
    result TEXT NOT NULL,
    recorded TEXT,
    replayed TEXT NOT NULL,
    ending TEXT,
    place TEXT,
    date TEXT,
    date_from INTEGER,
    date_to INTEGER,
    plies INTEGER NOT NULL,
    certain INTEGER NOT NULL,
    laps INTEGER NOT NULL,
    captures INTEGER NOT NULL,
    captured INTEGER NOT NULL,
    stops INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    warnings INTEGER NOT NULL,
    notes INTEGER NOT NULL,
    first TEXT NOT NULL,
    moves TEXT NOT NULL
) STRICT;
CREATE INDEX games_by_rules ON games (rules, columns);
CREATE INDEX games_by_date ON games (date_from, date_to) WHERE date_from IS NOT NULL;
CREATE INDEX games_by_errors ON games (errors) WHERE errors > 0;
CREATE TABLE fields (
    record INTEGER NOT NULL, place INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (record, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX fields_by_key ON fields (key, value);
CREATE TABLE findings (
    record INTEGER NOT NULL, place INTEGER NOT NULL, code TEXT NOT NULL, severity TEXT NOT NULL,
    ply INTEGER, line INTEGER NOT NULL, column INTEGER NOT NULL, message TEXT NOT NULL,
    PRIMARY KEY (record, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX findings_by_code ON findings (code);
CREATE TABLE events (
    record INTEGER NOT NULL, place INTEGER NOT NULL, ply INTEGER NOT NULL, side TEXT NOT NULL, kind TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (record, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_by_kind ON events (kind, amount);
CREATE VIRTUAL TABLE words USING fts5 (
    header, comments, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

-- The index of positions: sorted runs, each cut into blocks of packed entries.
CREATE TABLE position_runs (id INTEGER PRIMARY KEY, level INTEGER NOT NULL, entries INTEGER NOT NULL) STRICT;
CREATE TABLE position_blocks (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL, first INTEGER NOT NULL, entries BLOB NOT NULL
) STRICT;
CREATE INDEX position_blocks_by_first ON position_blocks (run, first, id);
",
    "
-- How often a game relayed on at a head, beside how often it stopped at one.
ALTER TABLE games ADD COLUMN relays INTEGER NOT NULL DEFAULT 0;
UPDATE games SET relays = sums.relays FROM
    (SELECT record, sum(amount) AS relays FROM events WHERE kind = 'head-relay' GROUP BY record) AS sums
    WHERE sums.record = games.record;
",
];

/// The latest schema.
pub(super) const VERSION: u32 = MIGRATIONS.len() as u32;

/// Makes a new file an archive.
pub(super) fn create(connection: &mut Connection) -> Result<(), ArchiveError> {
    connection.pragma_update(None, "application_id", APPLICATION)?;
    migrate(connection, MIGRATIONS)
}

/// Looks whether a file is an archive that this program knows, and brings an older one up to date.
pub(super) fn check(connection: &mut Connection, path: &Path) -> Result<(), ArchiveError> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let application = pragma("application_id").map_err(|error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => ArchiveError::NotAnArchive(path.to_owned()),
        _ => error.into(),
    })?;
    if application != APPLICATION {
        return Err(ArchiveError::NotAnArchive(path.to_owned()));
    }
    let found = pragma("user_version")? as u32;
    if found > VERSION {
        return Err(ArchiveError::TooNew { path: path.to_owned(), found, known: VERSION });
    }
    if found < VERSION { migrate(connection, MIGRATIONS) } else { Ok(()) }
}

fn migrate(connection: &mut Connection, migrations: &[&str]) -> Result<(), ArchiveError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Asked again inside: another process may have been faster.
    let done: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for migration in migrations.iter().skip(done as usize) {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "user_version", (migrations.len() as u32).max(done))?;
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_archive_is_brought_up_to_date_and_keeps_its_rows() -> Result<(), ArchiveError> {
        let mut connection = Connection::open_in_memory()?;
        migrate(&mut connection, &["CREATE TABLE t (a); INSERT INTO t VALUES (1);"])?;
        migrate(&mut connection, &["not run again", "ALTER TABLE t ADD COLUMN b DEFAULT 7;"])?;
        let row: (i32, i32) = connection.query_row("SELECT a, b FROM t", [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        assert_eq!(row, (1, 7));
        assert_eq!(connection.pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0))?, 2);
        Ok(())
    }

    #[test]
    fn relays_are_counted_from_the_events_of_an_archive_of_the_first_schema() -> Result<(), ArchiveError> {
        let mut connection = Connection::open_in_memory()?;
        migrate(&mut connection, &MIGRATIONS[..1])?;
        for record in [1, 2] {
            connection.execute(
                "INSERT INTO games VALUES (?1, '', '', 8, '*', NULL, '*', NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, \
                 0, 0, 0, 0, '', '')",
                [record],
            )?;
        }
        for (place, kind, amount) in [(0, "head-relay", 2), (1, "head-stop", 9), (2, "head-relay", 3)] {
            let row = rusqlite::params![place, kind, amount];
            connection.execute("INSERT INTO events VALUES (1, ?1, 1, 'South', ?2, ?3)", row)?;
        }
        migrate(&mut connection, MIGRATIONS)?;
        let mut statement = connection.prepare("SELECT relays FROM games ORDER BY record")?;
        let relays: Vec<i64> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        assert_eq!(relays, [5, 0]);
        Ok(())
    }

    #[test]
    fn a_migration_that_fails_leaves_the_archive_as_it_was() -> Result<(), ArchiveError> {
        let mut connection = Connection::open_in_memory()?;
        migrate(&mut connection, &["CREATE TABLE t (a);"])?;
        let failed = migrate(&mut connection, &["", "CREATE TABLE u (a);", "CREATE TABLE t (a);"]);
        assert!(failed.is_err());
        assert!(connection.prepare("SELECT * FROM u").is_err());
        assert_eq!(connection.pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0))?, 1);
        Ok(())
    }

    #[test]
    fn later_and_foreign_files_are_refused() -> Result<(), ArchiveError> {
        let path = Path::new("x");
        let mut connection = Connection::open_in_memory()?;
        assert!(matches!(check(&mut connection, path), Err(ArchiveError::NotAnArchive(_))));
        create(&mut connection)?;
        check(&mut connection, path)?;
        connection.pragma_update(None, "user_version", VERSION + 1)?;
        assert!(matches!(check(&mut connection, path), Err(ArchiveError::TooNew { .. })));
        Ok(())
    }
}
