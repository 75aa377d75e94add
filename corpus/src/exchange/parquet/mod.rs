//! The archive as three Parquet tables, for engines that count millions of games: `games.parquet`, `plies.parquet` and
//! `positions.parquet` in one folder, with their SHA-256 sums beside them.
//!
//! `games` holds the records, byte for byte, with their hashes, where they came from, and when; [`Tables`] takes them
//! back. `plies` and `positions` are worked out from the records, so they are left aside then. Every column is described
//! on the book's page on tables.
//!
//! ```
//! use tsoro_corpus::archive::{Archive, Incoming};
//! use tsoro_corpus::exchange::parquet::{self, Tables};
//!
//! let folder = tempfile::tempdir()?;
//! let mut archive = Archive::create(&folder.path().join("one"))?;
//! archive.add([Incoming::new("---\ncolumns: 6\n---\n1. B1 b1 *\n", "notebook.tsoro")], |_| {})?;
//! let written = parquet::write(&folder.path().join("tables"), &archive)?;
//! assert_eq!((written.games, written.plies, written.positions), (1, 2, 3));
//!
//! let tables = Tables::open(&folder.path().join("tables"))?;
//! let records = tables.records()?.collect::<Result<Vec<_>, _>>()?;
//! Archive::create(&folder.path().join("other"))?.add(records, |_| {})?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod games;
mod plies;
mod positions;
mod read;
mod sums;
mod table;

pub use read::{Records, Tables};

use std::path::Path;

use rayon::prelude::*;

use self::table::Table;
use super::{ExchangeError, fresh};
use crate::archive::{Archive, Entry, Hash};
use crate::game::{Game, GameReader};

/// The table of games: a row a record.
pub const GAMES: &str = "games.parquet";
/// The table of plies: a row a ply of the main line.
pub const PLIES: &str = "plies.parquet";
/// The table of positions: a row for each start and for the position after each ply.
pub const POSITIONS: &str = "positions.parquet";
/// The sums of the three, as `sha256sum` writes and checks them.
pub const SUMS: &str = "SHA256SUMS";

/// The number of the schema, which stands in each file under `tsoro.schema`.
pub const SCHEMA: u32 = 1;

/// Records that are replayed side by side.
const BATCH: usize = 256;
/// Bytes after which a batch is full.
const BYTES: usize = 1 << 20;

/// How many rows were written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Written {
    /// Records.
    pub games: u64,
    /// Plies of their main lines.
    pub plies: u64,
    /// Positions: each start, and one after every ply.
    pub positions: u64,
}

/// Writes an archive as tables into a new folder, every version of a record among them. What it takes of memory does not
/// depend on how many records there are. A table has its name only once it is complete, `games` last.
///
/// # Errors
/// When the folder holds something already, or cannot be written; when the archive cannot be read, or has a record that
/// is not what came in.
pub fn write(folder: &Path, archive: &Archive) -> Result<Written, ExchangeError> {
    fresh(folder)?;
    let about = |table: &str| [("tsoro.schema", SCHEMA.to_string()), ("tsoro.table", table.to_owned())];
    let mut tables = Writing {
        games: Table::create(folder, GAMES, &games::COLUMNS, &about("games"))?,
        plies: Table::create(folder, PLIES, &plies::COLUMNS, &about("plies"))?,
        positions: Table::create(folder, POSITIONS, &positions::COLUMNS, &about("positions"))?,
    };
    let (mut batch, mut bytes) = (Vec::new(), 0);
    archive.each(true, |entry| -> Result<(), ExchangeError> {
        let record = archive.bytes(entry.record)?;
        if Hash::of(&record) != entry.hash {
            return Err(ExchangeError::Unsound(format!("record {} is not what came in", entry.record)));
        }
        bytes += record.len();
        batch.push((entry, record));
        if batch.len() == BATCH || bytes > BYTES {
            bytes = 0;
            tables.take(std::mem::take(&mut batch))?;
        }
        Ok(())
    })?;
    tables.take(batch)?;
    let written =
        Written { games: tables.games.rows(), plies: tables.plies.rows(), positions: tables.positions.rows() };
    // A record of which nothing has been worked out is not among the entries, and must not be left behind unnoticed.
    let there = archive.count()?;
    if written.games < there {
        let missing = there - written.games;
        return Err(ExchangeError::Unsound(format!("{missing} of {there} records could not be read")));
    }
    let (plies, positions) = (tables.plies.finish()?, tables.positions.finish()?);
    let files = [tables.games.finish()?, plies, positions];
    sums::write(&folder.join(SUMS), &files)?;
    Ok(written)
}

struct Writing {
    games: Table<{ games::COLUMNS.len() }>,
    plies: Table<{ plies::COLUMNS.len() }>,
    positions: Table<{ positions::COLUMNS.len() }>,
}

impl Writing {
    fn take(&mut self, batch: Vec<(Entry, Vec<u8>)>) -> Result<(), ExchangeError> {
        let work = |reader: &mut GameReader, (entry, bytes): (Entry, Vec<u8>)| {
            let game = reader.read(&String::from_utf8_lossy(&bytes));
            (entry, bytes, game)
        };
        let replayed: Vec<(Entry, Vec<u8>, Game)> = batch.into_par_iter().map_init(GameReader::default, work).collect();
        for (entry, bytes, game) in &replayed {
            games::push(&mut self.games, entry, bytes, game)?;
            plies::push(&mut self.plies, entry.record, game)?;
            positions::push(&mut self.positions, entry.record, game)?;
        }
        Ok(())
    }
}
