//! What may be played: four-row mancala boards, rule sets, sowing, legal moves and the end of the game.
//!
//! Pure: no record text, no files, no clock. The rules are those of the book's pages on the games; clause numbers in
//! the docs (2.4, 4.6 …) are theirs.

mod board;
pub mod describe;
mod hole;
mod moves;
mod position;
mod random;
mod ring;
mod ruleset;
mod side;
pub mod sowing;

pub use board::{Board, VIEW};
pub use hole::{COLUMNS, Columns, ColumnsError, Hole, HoleError, HoleSet, Row};
pub use moves::{Choice, Over, Perft};
pub use position::{BonusChoice, Capture, Due, Illegal, Move, Position};
pub use random::{Randomness, Turn};
pub use ring::{Narrow, Packed, Ring, Wide};
pub use ruleset::{
    Bonus, BonusAfter, BonusHeads, CaptureScope, Direction, Endless, NoMove, Repetition, RuleSet, Singletons,
    SingletonsInto, SingletonsWhen,
};
pub use side::Side;
