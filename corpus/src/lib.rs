//! Many records: reading files and folders, the archive, search, comparison, exchange.

pub mod archive;
pub mod compare;
pub mod dates;
pub mod exchange;
pub mod game;
pub mod read;
