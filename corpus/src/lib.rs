//! Many records: reading files and folders, the archive, search, comparison, exchange.

pub mod dates;
pub mod read;
