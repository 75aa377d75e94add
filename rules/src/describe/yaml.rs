//! YAML text as a tree of values, each with its place. The only module here that names the YAML crate.
//!
//! A rule set is small and says everything once, so what YAML offers beyond that is refused: anchors, aliases, merge
//! keys, tags, keys that stand twice, deep nesting. What the values mean is `read`'s affair.

use std::fmt;
use std::ops::Range;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::{Error, Location, Spanned};

use super::DescriptionError;

/// The longest text that is read as a rule set, in bytes. The widest board written out in full needs a tenth of it.
const LONGEST: usize = 64 * 1024;

/// How deep a rule set may nest: a list in a row of a side of a start is the deepest there is.
const DEEPEST: usize = 8;

/// A value with its place in the text, in bytes.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) span: Range<usize>,
    pub(super) value: Value,
}

/// What stands there.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Number(i128),
    /// A number that is not whole, or beyond all bounds.
    Fraction(f64),
    Text(String),
    List(Vec<Node>),
    Map(Vec<(Key, Node)>),
}

/// A mapping's key with its place.
#[derive(Debug, Clone)]
pub(super) struct Key {
    pub(super) span: Range<usize>,
    pub(super) name: String,
}

/// Reads one YAML document.
pub(super) fn parse(text: &str) -> Result<Node, DescriptionError> {
    if text.len() > LONGEST {
        return Err(DescriptionError::new(format!(
            "this is {} bytes long, and no rule set needs more than {LONGEST}",
            text.len()
        ))
        .at(0..0));
    }
    let options = serde_yaml::options! {
        budget: serde_yaml::budget! { max_depth: DEEPEST, max_anchors: 0, max_aliases: 0, max_nodes: 4096 },
        merge_keys: serde_yaml::MergeKeyPolicy::Error,
        strict_booleans: true,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        reject_unsupported_tags: true,
        with_snippet: false,
    };
    let spanned: Spanned<Value> =
        serde_yaml::from_str_with_options(text, options).map_err(|error| refused(text, &error))?;
    let mut node = Node::from(spanned);
    node.widen(text);
    Ok(node)
}

/// The YAML crate's error in our words, where ours are plainer.
fn refused(text: &str, error: &Error) -> DescriptionError {
    let message = match error.without_snippet() {
        Error::DuplicateMappingKey { key: Some(key), .. } => {
            format!("the key `{key}` stands twice in one mapping; each option is given once")
        }
        Error::DuplicateMappingKey { .. } => "a key stands twice in one mapping; each option is given once".into(),
        Error::MergeKeyNotAllowed { .. } => {
            "`<<` has no place in a rule set; a rule set that changes another begins with `preset: NAME`".into()
        }
        Error::Budget { breach, .. } => budget(breach),
        Error::UnknownAnchor { .. } => ANCHORS.into(),
        Error::MultipleDocuments { .. } => {
            "a second document begins here, and a rule set is one; leave out the `---` and what follows it".into()
        }
        Error::Eof { .. } => {
            "there is nothing here; a rule set is a preset's name or options such as `heads: 2`".into()
        }
        Error::UnsupportedTag { tag, .. } => format!("the tag `{tag}` has no place in a rule set; leave it out"),
        other => syntax(&other.to_string()),
    };
    let mut refusal = DescriptionError::new(message);
    if let Some(location) = error.location() {
        refusal = refusal.at(bytes(text, &location));
    }
    refusal
}

/// What the YAML crate says of a fault of syntax, which it tells in words alone.
fn syntax(message: &str) -> String {
    let message = without_place(message);
    if message.contains("recursion limit") {
        return too_deep();
    }
    if message.contains("tab") && message.contains("indent") {
        return "a tab cannot indent YAML; write blanks instead".into();
    }
    format!("this is not YAML that can be read: {message}")
}

fn too_deep() -> String {
    format!("this nests too deeply; no option of a rule set needs more than {DEEPEST} levels")
}

const ANCHORS: &str = "anchors and aliases (`&name`, `*name`) have no place in a rule set; write the value out";

fn budget(breach: &serde_yaml::budget::BudgetBreach) -> String {
    use serde_yaml::budget::BudgetBreach as Breach;
    match breach {
        Breach::Depth { .. } => too_deep(),
        Breach::Anchors { .. } | Breach::Aliases { .. } => ANCHORS.into(),
        _ => "this holds more values than any rule set needs".into(),
    }
}

/// Drops the place that the YAML crate writes into its messages: the span says it.
fn without_place(message: &str) -> &str {
    let message = message.trim();
    let end = message.find(" at line ").or_else(|| message.find(" (line ")).unwrap_or(message.len());
    message[..end].trim_end_matches(['.', ',', ':'])
}

/// A location as a range of bytes that lies inside the text, on borders of characters. Faults of syntax come with a line
/// and a column alone.
fn bytes(text: &str, location: &Location) -> Range<usize> {
    let span = location.span();
    let Some(start) = span.byte_offset() else {
        let lines: usize =
            text.split_inclusive('\n').take((location.line() as usize).saturating_sub(1)).map(str::len).sum();
        let rest = &text[lines..];
        let mut letters = rest.char_indices().skip((location.column() as usize).saturating_sub(1));
        let start = lines + letters.next().map_or(rest.len(), |(offset, _)| offset);
        let end = text[start..].chars().next().filter(|&c| c != '\n').map_or(start, |c| start + c.len_utf8());
        return start..end;
    };
    let length = span.byte_len().unwrap_or(0);
    let inside = |offset: u64| {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    inside(start)..inside(start.saturating_add(length))
}

impl Node {
    /// The YAML crate places a list or mapping at its first mark; this makes its span reach over all of it.
    fn widen(&mut self, text: &str) {
        let mut end = self.span.end;
        match &mut self.value {
            Value::List(nodes) => {
                for node in nodes {
                    node.widen(text);
                    end = end.max(node.span.end);
                }
            }
            Value::Map(entries) => {
                for (key, node) in entries {
                    node.widen(text);
                    end = end.max(key.span.end).max(node.span.end);
                }
            }
            _ => {}
        }
        let close = match text.as_bytes().get(self.span.start) {
            Some(b'{') => '}',
            Some(b'[') => ']',
            _ => '\0',
        };
        let rest = text.get(end..).unwrap_or_default();
        let blank = rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',').len();
        if matches!(self.value, Value::List(_) | Value::Map(_)) && rest[blank..].starts_with(close) {
            end += blank + 1;
        }
        let scalar = !matches!(self.value, Value::List(_) | Value::Map(_));
        self.span.end = end;
        if scalar {
            // A plain scalar may be placed with the blanks behind it.
            let written = text.get(self.span.clone()).unwrap_or_default();
            self.span.end = self.span.start + written.trim_end().len();
        }
    }
}

impl From<Spanned<Value>> for Node {
    fn from(spanned: Spanned<Value>) -> Node {
        Node { span: raw(&spanned.referenced), value: spanned.value }
    }
}

/// A range as the YAML crate gives it. Its bounds come from the text itself.
fn raw(location: &Location) -> Range<usize> {
    let span = location.span();
    let start = span.byte_offset().unwrap_or(0) as usize;
    start..start + span.byte_len().unwrap_or(0) as usize
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Value, E> {
        Ok(Value::Number(value))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Value, E> {
        Ok(i128::try_from(value).map_or(Value::Fraction(f64::INFINITY), Value::Number))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Fraction(value))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = list.next_element::<Spanned<Value>>()? {
            nodes.push(node.into());
        }
        Ok(Value::List(nodes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(key) = map.next_key::<Spanned<String>>()? {
            let key = Key { span: raw(&key.referenced), name: key.value };
            entries.push((key, map.next_value::<Spanned<Value>>()?.into()));
        }
        Ok(Value::Map(entries))
    }
}
