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

impl Finding {
    /// A finding with its place and a sentence; the rest is added by the methods below.
    pub fn new(code: Code, severity: Severity, span: Span, message: impl Into<String>) -> Finding {
        Finding {
            code,
            severity,
            ply: None,
            span,
            label: String::new(),
            message: message.into(),
            rule: None,
            notes: Vec::new(),
            related: Vec::new(),
            mends: Vec::new(),
        }
    }

    /// An error: it cannot be so under the rules, or cannot be read.
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(code, Severity::Error, span, message)
    }

    /// A warning: what was seen does not agree with what must have been.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(code, Severity::Warning, span, message)
    }

    /// A note: worth knowing.
    pub fn note(code: Code, span: Span, message: impl Into<String>) -> Finding {
        Finding::new(code, Severity::Note, span, message)
    }

    /// Words under the underlined text.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Finding {
        self.label = label.into();
        self
    }

    /// The rule behind it.
    #[must_use]
    pub fn rule(mut self, rule: impl Into<String>) -> Finding {
        self.rule = Some(rule.into());
        self
    }

    /// One more fact.
    #[must_use]
    pub fn fact(mut self, fact: impl Into<String>) -> Finding {
        self.notes.push(fact.into());
        self
    }

    /// A place that belongs to it.
    #[must_use]
    pub fn beside(mut self, span: Span, words: impl Into<String>) -> Finding {
        self.related.push((span, words.into()));
        self
    }

    /// One more likely mend.
    #[must_use]
    pub fn mend(mut self, mend: Mend) -> Finding {
        self.mends.push(mend);
        self
    }
}
