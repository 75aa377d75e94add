//! Text written so that YAML reads it back as that text.

/// A YAML scalar in single quotes, or double ones where it has more than one line or a control character.
pub(super) fn quoted(text: &str) -> String {
    if text.chars().any(char::is_control) {
        format!("\"{}\"", text.escape_debug())
    } else {
        format!("'{}'", text.replace('\'', "''"))
    }
}
