//! The stable codes of findings. A code is never reused.

/// A finding's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Code {
    /// The hole may not be lifted.
    IllegalLift,
}

impl Code {
    /// The code as written in reports: `illegal-lift`.
    pub const fn name(self) -> &'static str {
        match self {
            Code::IllegalLift => "illegal-lift",
        }
    }
}
