//! What is to be seen on a sheet of charts about many games: lines of counts and shares, and how long the games were.
//! Plain data, as a [`Picture`](super::Picture) is; where the counts come from is left to others.

/// A sheet of charts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Chart {
    /// What it is about, in a few words.
    pub title: String,
    /// The same in sentences, for whoever cannot see it.
    pub description: String,
    /// Groups of games under their headings.
    pub sections: Vec<Section>,
    /// How many games have so many plies, from the shortest on.
    pub lengths: Vec<(u32, u64)>,
}

/// Groups of one kind.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Section {
    /// What kind: `Rule sets`.
    pub name: String,
    /// A line each.
    pub lines: Vec<Line>,
    /// What is said below them.
    pub note: Option<String>,
}

/// A group of games.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Games won by whoever moved first, won by the other, drawn, and open.
    pub results: [u64; 4],
    /// What share of the points whoever moved first got.
    pub first: Option<Interval>,
    /// At what share of the heads landed on the mover stopped.
    pub stops: Option<Interval>,
    /// The plies of the shortest game, of all on average, of the longest.
    pub plies: Option<[f64; 3]>,
}

/// A share from 0 to 1 with the ends of its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// As counted.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Line {
    /// All its games.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }
}

/// The tree of openings, to be drawn as blocks beside each other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Openings {
    /// What it is about, in a few words.
    pub title: String,
    /// The same in sentences, for whoever cannot see it.
    pub description: String,
    /// All games.
    pub games: u64,
    /// What they began with, in the order to be drawn.
    pub next: Vec<Opening>,
}

/// A ply of the tree, and what came after it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Opening {
    /// The ply in canonical notation.
    pub ply: String,
    /// The games that went on with it.
    pub games: u64,
    /// What share of the points whoever moved first got in them.
    pub first: Option<Interval>,
    /// What they went on with, in the order to be drawn.
    pub next: Vec<Opening>,
}
