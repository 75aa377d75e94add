//! Many records of four-row mancala games: reading them, keeping them, finding them, comparing them, handing them on.
//!
//! | module | what it is for |
//! |---|---|
//! | [`read`] | files, folders and streams, plain or packed, one record at a time in flat memory |
//! | [`game`] | a record as the other modules see it: figures, plies, findings, events, worked out from its text |
//! | [`archive`] | one file that keeps records byte for byte, finds them again, and proves that nothing was lost |
//! | [`compare`] | versions, transcriptions and duplicates, held against each other ply by ply |
//! | [`exchange`] | folders, JSON, YAML, CSV, bags and Parquet tables, out and in |
//! | [`stats`] | many games as a whole: counts, what moving first is worth, the tree of openings |
//! | [`dates`] | imprecise dates as stretches of days |

pub mod archive;
pub mod compare;
pub mod dates;
pub mod exchange;
pub mod game;
pub mod read;
pub mod stats;
