//! Records held against each other: two versions of one record, two transcriptions of one game, records of one game among
//! thousands.

mod align;
mod collate;
mod diff;
mod duplicates;
mod line;

pub use align::{Pair, align};
pub use collate::{Collated, Collation, Reading, collate};
pub use diff::{Change, Difference, diff};
pub use duplicates::{Duplicate, Likeness, duplicates};
pub use line::{Lift, Line};
