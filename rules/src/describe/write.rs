//! A settled rule set written out as YAML that describes it again, every option told.

use std::fmt::Write as _;

use super::options::Several;
use super::read;
use crate::{Bonus, HoleSet, RuleSet, Side};

impl RuleSet {
    /// The YAML of this rule set on its board, every option written out and nothing left to a default. Reading it gives
    /// the same rules.
    ///
    /// ```
    /// use tsoro_rules::describe::Description;
    /// let rules = Description::parse("{preset: nsolo, columns: 4}")?.build(None)?;
    /// let again = Description::parse(&rules.to_yaml())?.build(None)?;
    /// assert_eq!(rules.start(), again.start());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_yaml(&self) -> String {
        let singletons = self.singletons;
        let several = if self.several_move { Several::Always } else { Several::Never };
        let mut yaml = String::new();
        let mut line = |key: &str, value: &str| {
            // Writing into a string cannot fail.
            let _ = writeln!(yaml, "{key}: {value}");
        };
        line("name", &quoted(&self.name));
        line("columns", &self.columns.to_string());
        line("start", &self.start.to_string());
        line("direction", word(self.direction, &read::DIRECTIONS));
        let [south, north] = Side::BOTH.map(|side| self.heads_in_yaml(side));
        line("heads", &format!("{{ south: [{south}], north: [{north}] }}"));
        line("several", word(several, &read::SEVERAL));
        let (when, into) = (word(singletons.when, &read::WHEN), word(singletons.into, &read::INTO));
        line("singletons", &format!("{{ when: {when}, into: {into}, capture: {} }}", singletons.capture));
        line("capture", word(self.capture, &read::SCOPES));
        let bonus = match &self.bonus {
            Bonus::None => "holes: 0".to_owned(),
            Bonus::Holes(schedule) => format!("holes: {schedule:?}"),
            Bonus::Stones => "stones: equal".to_owned(),
        };
        let (after, heads) = (word(self.bonus_after, &read::AFTER), word(self.bonus_heads, &read::BONUS_HEADS));
        let mandatory = self.bonus_mandatory;
        line("bonus", &format!("{{ {bonus}, after: {after}, heads: {heads}, mandatory: {mandatory} }}"));
        line("endless", word(self.endless, &read::ENDLESS));
        line("repetition", word(self.repetition, &read::REPETITION));
        line("no-move", word(self.no_move, &read::NO_MOVE));
        yaml
    }

    fn heads_in_yaml(&self, side: Side) -> String {
        let heads: HoleSet = self.heads(side);
        heads.holes(self.columns, side).map(|hole| hole.to_string()).collect::<Vec<_>>().join(", ")
    }
}

/// The word that an option's value is written with.
fn word<T: Copy + PartialEq>(value: T, words: &[(&'static str, T)]) -> &'static str {
    words.iter().find(|(_, known)| *known == value).map_or("", |&(word, _)| word)
}

/// A YAML string in double quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
