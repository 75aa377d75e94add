//! Findings: what a replay has to say of a record, as data. How they look is decided elsewhere.

use crate::code::Code;
use serde::{Deserialize, Serialize};
use tsoro_notation::slip::Mend;
use tsoro_notation::span::Span;

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// What was seen does not agree with what must have been.
    Warning,
    /// Cannot be so under the rules, or cannot be read.
    Error,
}

/// Something that the replay found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Its stable code, a phrase such as `illegal-lift`.
    pub code: Code,
    /// How grave it is here.
    pub severity: Severity,
    /// The ply it is about, from 1; `None` for the header, the start, the whole record.
    pub ply: Option<u32>,
    /// The text concerned.
    pub span: Span,
    /// A few words under the underlined text; may be empty.
    pub label: String,
    /// A sentence: what is wrong.
    pub message: String,
    /// The rule behind it, with its clause: `3.2 a singleton is lifted only while …`.
    pub rule: Option<String>,
    /// Further facts, a sentence each.
    pub notes: Vec<String>,
    /// Other places that belong to it, each with a few words.
    pub related: Vec<(Span, String)>,
    /// The likely mends, best first.
    pub mends: Vec<Mend>,
}
