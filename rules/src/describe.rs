//! Rule sets as data: the YAML format, the embedded presets, and building a [`RuleSet`] from them.

use crate::{Columns, RuleSet};
use thiserror::Error;

/// A rule set as YAML describes it, for any width it allows.
#[derive(Debug, Clone)]
pub struct Description {}

/// Why a description was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct DescriptionError {
    /// A sentence that a user can act on.
    pub message: String,
    /// Where in the YAML text, as byte offsets.
    pub span: Option<std::ops::Range<usize>>,
    /// What was probably meant.
    pub suggestion: Option<String>,
}

/// The presets' names, in the order in which they are listed.
pub fn presets() -> impl Iterator<Item = &'static str> {
    ["tsoro"].into_iter()
}

impl Description {
    /// Reads a preset's name, or YAML: a whole rule set, or a preset with changes (`{preset: tsoro, heads: 1}`).
    ///
    /// # Errors
    /// When there is no such preset, the YAML cannot be read, or it makes no sense.
    pub fn parse(text: &str) -> Result<Description, DescriptionError> {
        let _ = text;
        Ok(Description {})
    }

    /// The rule set on a board of so many columns; the description's own default where `columns` is `None`.
    ///
    /// # Errors
    /// When an option does not fit this width, such as a head beyond the board.
    pub fn build(&self, columns: Option<Columns>) -> Result<RuleSet, DescriptionError> {
        let _ = columns;
        Err(DescriptionError { message: "not yet".into(), span: None, suggestion: None })
    }
}
