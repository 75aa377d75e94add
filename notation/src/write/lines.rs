//! Words laid out in lines.

/// Lines being filled.
pub(super) struct Lines {
    text: String,
    /// Characters in the last line.
    column: usize,
    /// The byte at which the last line begins.
    line: usize,
    width: usize,
    /// The next word touches the last one.
    glue: bool,
}

impl Lines {
    pub(super) fn new(width: usize) -> Lines {
        Lines { text: String::new(), column: 0, line: 0, width, glue: true }
    }

    /// Adds a word behind a blank, or in a new line where it would be too long.
    pub(super) fn word(&mut self, word: &str) {
        let first = word.split('\n').next().unwrap_or(word).chars().count();
        if !self.glue && self.column > 0 {
            if self.column + 1 + first > self.width {
                self.break_line();
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.touch(word);
    }

    /// Adds text that touches the word before it.
    pub(super) fn touch(&mut self, word: &str) {
        self.text.push_str(word);
        self.glue = false;
        match word.rfind('\n') {
            Some(end) => {
                self.line = self.text.len() - (word.len() - end - 1);
                self.column = word[end + 1..].chars().count();
            }
            None => self.column += word.chars().count(),
        }
    }

    /// The next word touches the last one.
    pub(super) fn glue(&mut self) {
        self.glue = true;
    }

    /// Ends the line, if there is anything on it.
    pub(super) fn break_line(&mut self) {
        if self.column > 0 {
            // A line of nothing but three dashes would begin another record.
            if matches!(&self.text[self.line..], "---" | "---\r") {
                self.text.push(' ');
            }
            self.text.push('\n');
            self.column = 0;
            self.line = self.text.len();
            self.glue = true;
        }
    }

    pub(super) fn finish(mut self) -> String {
        self.break_line();
        self.text
    }
}
