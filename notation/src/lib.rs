//! What was written down: four-row mancala records as text, parsed into typed items and written back.
//!
//! Knows no rules: whether a ply is legal is the replay's affair.

pub mod header;
pub mod record;
pub mod slip;
pub mod span;
