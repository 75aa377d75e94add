//! What each finding means: a page a code, with an example that yields it and the same example mended.
//!
//! The pages are Markdown; the book includes them, and `tsoro explain` prints them. A page begins with its code as a
//! heading, then says in a sentence or two what is wrong. Its examples stand in fences: `tsoro` yields the code,
//! `tsoro mended` does not, and a test replays both. In a
//! fence that says `shortened`, words in angle brackets stand for what a page cannot print.

use crate::code::Code;

macro_rules! pages {
    ($($variant:ident = $name:literal,)+) => {
        /// The page of a code, as Markdown.
        ///
        /// ```
        /// use tsoro_replay::code::Code;
        /// let page = tsoro_replay::explain::explain(Code::IllegalLift);
        /// assert!(page.starts_with("# illegal-lift\n"));
        /// ```
        pub const fn explain(code: Code) -> &'static str {
            match code {
                $(Code::$variant => include_str!(concat!("explain/", $name, ".md")),)+
            }
        }
    };
}

pages! {
    Unreadable = "unreadable",
    UnknownRow = "unknown-row",
    UnclosedComment = "unclosed-comment",
    UnclosedBoard = "unclosed-board",
    UnclosedVariation = "unclosed-variation",
    ClosesNothing = "closes-nothing",
    TooDeep = "too-deep",
    MalformedBoard = "malformed-board",
    LookAlike = "look-alike",
    Punctuation = "punctuation",
    AfterResult = "after-result",
    UnknownGlyph = "unknown-glyph",
    TooLarge = "too-large",
    ControlCharacter = "control-character",
    UnclosedHeader = "unclosed-header",
    MalformedHeader = "malformed-header",
    MisspeltKey = "misspelt-key",
    BadValue = "bad-value",
    TreacherousValue = "treacherous-value",
    BadDate = "bad-date",
    HeaderTooLong = "header-too-long",
    BadRules = "bad-rules",
    WidthNotInSource = "width-not-in-source",
    BadStart = "bad-start",
    NoSuchHole = "no-such-hole",
    WrongSide = "wrong-side",
    SidesSwapped = "sides-swapped",
    MirroredColumns = "mirrored-columns",
    IllegalLift = "illegal-lift",
    EndlessSowing = "endless-sowing",
    NotEndless = "not-endless",
    NotAHead = "not-a-head",
    NoSuchStop = "no-such-stop",
    HeadsOutOfOrder = "heads-out-of-order",
    LandingDiffers = "landing-differs",
    CaptureDiffers = "capture-differs",
    TotalDiffers = "total-differs",
    BonusNotDue = "bonus-not-due",
    BonusTooSmall = "bonus-too-small",
    BonusTooLarge = "bonus-too-large",
    BonusHole = "bonus-hole",
    BonusStones = "bonus-stones",
    NotWon = "not-won",
    DirectionMark = "direction-mark",
    PlayedAgainstRules = "played-against-rules",
    PlyAfterEnd = "ply-after-end",
    OpenReading = "open-reading",
    NoReadingFits = "no-reading-fits",
    Gap = "gap",
    MoveNumber = "move-number",
    BoardDiffers = "board-differs",
    BoardImpossible = "board-impossible",
    BoardTakenOver = "board-taken-over",
    ResultDiffers = "result-differs",
    EndingDiffers = "ending-differs",
    Repetition = "repetition",
    NoSowingEnds = "no-sowing-ends",
    Unfinished = "unfinished",
}

/// An example of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The record, or the records.
    pub text: String,
    /// Whether it is the mended one, which does not yield the code.
    pub mended: bool,
}

/// What is wrong, in a sentence or two: the first paragraph of a code's page.
pub fn summary(code: Code) -> &'static str {
    explain(code).split("\n\n").nth(1).unwrap_or("").trim()
}

/// The examples of a code's page, in its order.
pub fn examples(code: Code) -> Vec<Example> {
    let mut rest = explain(code);
    let mut examples = Vec::new();
    while let Some((_, behind)) = rest.split_once("\n```tsoro") {
        let Some((info, text)) = behind.split_once('\n') else { break };
        let Some(end) = text.find("```\n") else { break };
        let written = &text[..end];
        let text = if info.contains("shortened") { written_out(written) } else { written.to_owned() };
        examples.push(Example { text, mended: info.contains("mended") });
        rest = &behind[info.len() + 1 + end..];
    }
    examples
}

/// What a page cannot print is named there in angle brackets.
fn written_out(text: &str) -> String {
    text.replace("⟨NUL⟩", "\0").replace("⟨70000 letters⟩", &"x".repeat(70_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_its_heading_a_summary_and_both_examples() {
        for &code in Code::ALL {
            let page = explain(code);
            assert!(page.starts_with(&format!("# {code}\n\n")), "{code}: the heading");
            assert!(page.ends_with(".\n") || page.ends_with("```\n"), "{code}: the end");
            assert!(summary(code).ends_with('.'), "{code}: the summary");
            assert!(!summary(code).contains('\n'), "{code}: the summary stands in one line");
            let examples = examples(code);
            assert!(examples.iter().any(|example| !example.mended), "{code}: an example");
            assert!(examples.iter().any(|example| example.mended), "{code}: a mended example");
            assert_eq!(page.matches("```tsoro").count(), examples.len(), "{code}: every fence is found");
        }
    }
}
