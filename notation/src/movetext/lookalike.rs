//! Characters that look like those of the notation: letters of other alphabets, full-width forms, printers' dashes.
//!
//! A keyboard set to Russian types `А` for `A`, a word processor writes `–` for `-`. The eye cannot tell, so the reader
//! is told which character it is, and what was meant is read.

/// What counts as white space: what Unicode calls so, and the invisible characters that editors leave behind.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{FEFF}' | '\u{200B}'..='\u{200D}' | '\u{2060}')
}

/// What a character stands for, in the notation's own characters.
pub(crate) fn meant(c: char) -> Option<&'static str> {
    const FULL_WIDTH: &str =
        "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
    const DIGITS: &str = "0123456789";
    let digit = |zero: char| {
        let value = (c as usize).checked_sub(zero as usize)?;
        DIGITS.get(value..=value)
    };
    match c {
        '\u{FF01}'..='\u{FF5E}' => {
            let index = c as usize - 0xFF01;
            FULL_WIDTH.get(index..=index)
        }
        // Arabic, Persian, Devanagari, Bengali figures.
        '\u{0660}'..='\u{0669}' => digit('\u{0660}'),
        '\u{06F0}'..='\u{06F9}' => digit('\u{06F0}'),
        '\u{0966}'..='\u{096F}' => digit('\u{0966}'),
        '\u{09E6}'..='\u{09EF}' => digit('\u{09E6}'),
        '\u{0410}' | '\u{0391}' => Some("A"),
        '\u{0412}' | '\u{0392}' => Some("B"),
        '\u{0430}' | '\u{03B1}' => Some("a"),
        '\u{044C}' | '\u{042C}' | '\u{0184}' => Some("b"),
        '\u{0445}' | '\u{0425}' | '\u{03C7}' | '\u{03A7}' | '×' | '✕' | '✗' => Some("x"),
        '\u{041E}' | '\u{043E}' | '\u{039F}' | '\u{03BF}' => Some("0"),
        '\u{0405}' => Some("S"),
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE63}' => Some("-"),
        '\u{2026}' => Some("..."),
        '½' => Some("1/2"),
        '\u{2044}' | '\u{2215}' => Some("/"),
        '\u{2217}' | '\u{204E}' => Some("*"),
        '\u{201A}' | '\u{060C}' | '\u{3001}' => Some(","),
        '\u{FE55}' | '\u{2236}' => Some(":"),
        '\u{2223}' | '\u{01C0}' => Some("|"),
        '\u{02DC}' | '\u{223C}' => Some("~"),
        '‼' => Some("!!"),
        '⁇' => Some("??"),
        '⁈' => Some("?!"),
        '⁉' => Some("!?"),
        // A word processor's quotation marks around a ply mean nothing: the ply is read.
        _ if is_quotation_mark(c) => Some(""),
        _ => None,
    }
}

/// The quotation marks of printers and word processors.
pub(super) fn is_quotation_mark(c: char) -> bool {
    matches!(c, '\u{2018}'..='\u{201F}' | '«' | '»')
}

/// A character's name, for messages: `Cyrillic А (U+0410)`.
pub(crate) fn name(c: char) -> String {
    let script = match c {
        '\u{0370}'..='\u{03FF}' => "Greek ",
        '\u{0400}'..='\u{052F}' => "Cyrillic ",
        '\u{FF01}'..='\u{FF5E}' => "full-width ",
        '\u{0660}'..='\u{0669}' | '\u{06F0}'..='\u{06F9}' => "Arabic ",
        '\u{0966}'..='\u{096F}' => "Devanagari ",
        '\u{09E6}'..='\u{09EF}' => "Bengali ",
        '\u{2010}'..='\u{2015}' => "dash ",
        '\u{2212}' => "minus sign ",
        _ if is_quotation_mark(c) => "curly quotation mark ",
        _ => "",
    };
    if c.is_control() {
        format!("control character U+{:04X}", c as u32)
    } else {
        format!("{script}`{c}` (U+{:04X})", c as u32)
    }
}

/// A text with the characters that were meant, and the way back to the places it came from.
pub(crate) struct Normalised {
    /// What was meant.
    pub(crate) text: String,
    /// For every byte of `text` and the one behind it: the byte of the original that it comes from.
    origins: Vec<u32>,
    /// The characters replaced, each with its byte in the original.
    pub(crate) replaced: Vec<(u32, char, &'static str)>,
}

impl Normalised {
    /// The text with its look-alikes replaced; `None` when there are none.
    pub(crate) fn of(text: &str) -> Option<Normalised> {
        let mut normalised = Normalised { text: String::new(), origins: Vec::new(), replaced: Vec::new() };
        for (at, c) in text.char_indices() {
            let mut buffer = [0; 4];
            let meant = if c.is_ascii() { None } else { meant(c) };
            if let Some(meant) = meant {
                normalised.replaced.push((at as u32, c, meant));
            }
            let written = meant.unwrap_or_else(|| c.encode_utf8(&mut buffer));
            normalised.text.push_str(written);
            normalised.origins.extend(std::iter::repeat_n(at as u32, written.len()));
        }
        normalised.origins.push(text.len() as u32);
        (!normalised.replaced.is_empty() && !normalised.text.is_empty()).then_some(normalised)
    }

    /// Whether a byte of the normalised text lies inside of a character that became several.
    pub(crate) fn is_inside(&self, byte: u32) -> bool {
        let byte = byte as usize;
        byte > 0 && self.origins.get(byte) == self.origins.get(byte - 1)
    }

    /// The place in the original of a byte of the normalised text. Inside of a character that became several, its
    /// beginning.
    pub(crate) fn origin(&self, byte: u32) -> u32 {
        self.origins.get(byte as usize).or(self.origins.last()).copied().unwrap_or(0)
    }
}
