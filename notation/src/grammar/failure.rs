//! The error of the grammar: how far a parser came, and what it expected there.

use nom::error::{ContextError, ErrorKind, ParseError};
use smallvec::SmallVec;

/// The deepest failure of all alternatives tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The bytes that were left where it failed: the fewer, the deeper.
    pub(crate) left: usize,
    /// What was expected there, as short names of things.
    pub(crate) expected: SmallVec<[&'static str; 4]>,
}

impl Failure {
    /// A failure at the beginning of `input`, where one of `expected` was wanted.
    pub(crate) fn new(input: &str, expected: &[&'static str]) -> Failure {
        Failure { left: input.len(), expected: SmallVec::from_slice(expected) }
    }
}

impl ParseError<&str> for Failure {
    fn from_error_kind(input: &str, _: ErrorKind) -> Failure {
        Failure { left: input.len(), expected: SmallVec::new() }
    }

    fn append(_: &str, _: ErrorKind, other: Failure) -> Failure {
        other
    }

    fn or(mut self, other: Failure) -> Failure {
        match self.left.cmp(&other.left) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal => {
                for name in other.expected {
                    if !self.expected.contains(&name) {
                        self.expected.push(name);
                    }
                }
                self
            }
        }
    }
}

impl ContextError<&str> for Failure {
    /// A name for what failed replaces the names of its first part, and gives way to what was expected further on.
    fn add_context(input: &str, name: &'static str, mut other: Failure) -> Failure {
        if other.left == input.len() {
            other.expected = SmallVec::from_slice(&[name]);
        }
        other
    }
}
