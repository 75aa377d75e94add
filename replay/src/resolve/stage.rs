//! What the search keeps: the positions that are still alive, and for each doubtful place what it may mean and what led there.

use std::collections::HashMap;

use tsoro_notation::span::Span;
use tsoro_rules::Position;

/// Why not everything was tried.
pub(super) const AT_ITS_BOUND: &str = "the search was ended at its bound";

/// No more things than these are kept for one place: a position each.
pub(super) const MOST_ENTRIES: usize = 20_000;

/// A position that the record may have led to.
pub(super) struct Node {
    pub(super) position: Position,
    /// The entries of the latest stage that lead here.
    pub(super) from: Vec<u32>,
}

/// One thing that a stage may mean.
pub(super) struct Entry {
    /// The entries of the stage before that it goes on from.
    pub(super) from: Vec<u32>,
    /// For each part, which of its answers.
    pub(super) answers: Vec<u32>,
}

/// A doubtful place, or a row of them that are searched as one.
pub(super) struct Stage {
    pub(super) parts: Vec<Part>,
    pub(super) entries: Vec<Entry>,
}

/// One doubtful place.
pub(super) struct Part {
    pub(super) ply: u32,
    pub(super) span: Span,
    pub(super) answers: Vec<String>,
    pub(super) known: HashMap<String, u32>,
    /// The written readings that could not be played at all, with the reason.
    pub(super) refused: Vec<(String, String)>,
    /// The answers of each written reading.
    pub(super) readings: Vec<(String, Vec<u32>)>,
    /// What is written beside it agrees with none of the answers.
    pub(super) disagrees: bool,
    /// Nothing in it is illegible: it is asked about because the record fails later.
    pub(super) suspected: bool,
    pub(super) notes: Vec<String>,
}

pub(super) fn too_many() -> String {
    format!("more than {MOST_ENTRIES} ways were found, and no more were looked for")
}

impl Part {
    pub(super) fn new(ply: u32, span: Span) -> Part {
        Part {
            ply,
            span,
            answers: Vec::new(),
            known: HashMap::new(),
            refused: Vec::new(),
            readings: Vec::new(),
            disagrees: false,
            suspected: false,
            notes: Vec::new(),
        }
    }

    /// The number of an answer.
    pub(super) fn answer(&mut self, text: String) -> u32 {
        if let Some(&known) = self.known.get(&text) {
            return known;
        }
        let index = self.answers.len() as u32;
        self.answers.push(text.clone());
        self.known.insert(text, index);
        index
    }

    /// Notes that a written reading has this answer.
    pub(super) fn reading(&mut self, reading: &str, answer: u32) {
        match self.readings.iter_mut().find(|(known, _)| known == reading) {
            Some((_, answers)) if !answers.contains(&answer) => answers.push(answer),
            Some(_) => {}
            None => self.readings.push((reading.to_owned(), vec![answer])),
        }
    }
}

/// Positions, each once.
#[derive(Default)]
pub(super) struct Nodes {
    pub(super) list: Vec<Node>,
    pub(super) known: HashMap<Position, usize>,
}

impl Nodes {
    pub(super) fn add(&mut self, position: Position, from: &[u32]) {
        match self.known.get(&position) {
            Some(&index) => {
                let node = &mut self.list[index];
                node.from.extend(from);
                node.from.sort_unstable();
                node.from.dedup();
            }
            None => {
                self.known.insert(position, self.list.len());
                self.list.push(Node { position, from: from.to_vec() });
            }
        }
    }
}
