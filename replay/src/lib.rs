//! A record held against the rules: what happened step by step, and what there is to say of it.

mod boards;
mod canonical;
mod causes;
pub mod code;
pub mod diagram;
pub mod explain;
pub mod finding;
mod follow;
pub mod gap;
pub mod generate;
pub mod holes;
pub mod identify;
pub mod json;
mod line;
pub mod plain;
mod readings;
mod reconstruct;
pub mod render;
mod replay;
pub mod resolve;
mod setup;
mod slips;
mod sown;
pub mod step;
mod turn;

pub use code::Code;
pub use finding::{Finding, Severity};
pub use replay::{Checked, Options, Replayer, replay, sign};
pub use step::{Played, Replay, ReplayedResult, Step, Variation};

/// The examples on the book's page about the library run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/src/library.md")]
struct OfTheBook;
