//! Many games seen as a whole: counts by rule set, place and decade, lengths, captures, head stops, what the first move is
//! worth, and the tree of openings.

mod chart;
mod table;
mod tree;

pub use chart::{chart, openings};
pub use table::{csv_rows, json_object, text_rows};
pub use tree::{Branch, Tree};

use std::collections::BTreeMap;

use crate::archive::Summary;

/// How games ended, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Results {
    /// Won by whoever moved first.
    pub first: u64,
    /// Won by the other.
    pub second: u64,
    /// Drawn.
    pub drawn: u64,
    /// Unfinished, or not known.
    pub open: u64,
}

impl Results {
    /// Counts a result as a record writes it, `1-0` for South; `first` is who moved first.
    pub fn count(&mut self, result: &str, first: &str) {
        let south_first = first != "North";
        match result {
            "1-0" if south_first => self.first += 1,
            "0-1" if !south_first => self.first += 1,
            "1-0" | "0-1" => self.second += 1,
            "1/2-1/2" => self.drawn += 1,
            _ => self.open += 1,
        }
    }

    /// Games that ended.
    pub const fn ended(&self) -> u64 {
        self.first + self.second + self.drawn
    }

    /// All games.
    pub const fn games(&self) -> u64 {
        self.ended() + self.open
    }

    /// What share of the points (1 for a win, ½ for a draw) the first mover got, with the interval that holds the true share
    /// with 95 % confidence (Wilson's). `None` where no game ended.
    pub fn first_share(&self) -> Option<Share> {
        let points = self.first as f64 + self.drawn as f64 / 2.0;
        Share::of(points, self.ended())
    }
}

/// A share with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// As counted, from 0 to 1.
    pub share: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Share {
    /// So much out of so many, by Wilson's score interval, which holds for few games and for shares near 0 and 1 as well.
    ///
    /// ```
    /// use tsoro_corpus::stats::Share;
    /// let share = Share::of(8.0, 10).unwrap();
    /// assert_eq!(format!("{:.3} {:.3} {:.3}", share.share, share.low, share.high), "0.800 0.490 0.943");
    /// ```
    pub fn of(part: f64, whole: u64) -> Option<Share> {
        if whole == 0 {
            return None;
        }
        const Z: f64 = 1.959_963_984_540_054;
        let n = whole as f64;
        let share = part / n;
        let middle = share + Z * Z / (2.0 * n);
        let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        Some(Share { share, low: (middle - half) / scale, high: (middle + half) / scale })
    }
}

/// Games of one kind, counted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Group {
    /// How they ended.
    pub results: Results,
    /// Plies in all.
    pub plies: u64,
    /// The fewest and the most plies of a game.
    pub lengths: Option<(u32, u32)>,
    /// Laps in all.
    pub laps: u64,
    /// Plies that captured.
    pub captures: u64,
    /// Stones taken.
    pub captured: u64,
    /// Stops at heads.
    pub stops: u64,
    /// Heads relayed on at.
    pub relays: u64,
    /// Games with errors.
    pub faulty: u64,
}

impl Group {
    /// At what share of the occupied heads that were landed on the mover stopped. `None` where there were none.
    pub fn stop_share(&self) -> Option<Share> {
        Share::of(self.stops as f64, self.stops + self.relays)
    }

    /// Counts a game.
    pub fn count(&mut self, game: &Summary) {
        self.results.count(&game.result, &game.first);
        self.plies += u64::from(game.plies);
        let (fewest, most) = self.lengths.unwrap_or((game.plies, game.plies));
        self.lengths = Some((fewest.min(game.plies), most.max(game.plies)));
        self.laps += game.laps;
        self.captures += u64::from(game.captures);
        self.captured += game.captured;
        self.stops += u64::from(game.stops);
        self.relays += game.relays;
        self.faulty += u64::from(game.errors > 0);
    }
}

/// Games counted as a whole and by kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stats {
    /// All of them.
    pub all: Group,
    /// By rule set and columns: `tsoro 21`.
    pub by_rules: BTreeMap<String, Group>,
    /// By place, as written.
    pub by_place: BTreeMap<String, Group>,
    /// How many games have so many plies.
    pub lengths: BTreeMap<u32, u64>,
    /// By decade; games whose date leaves it open are not among them.
    pub by_decade: BTreeMap<i64, Group>,
}

impl Stats {
    /// Counts games.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a Summary>) -> Stats {
        let mut stats = Stats::default();
        games.into_iter().for_each(|game| stats.count(game));
        stats
    }

    /// Counts one more.
    pub fn count(&mut self, game: &Summary) {
        self.all.count(game);
        *self.lengths.entry(game.plies).or_default() += 1;
        self.by_rules.entry(format!("{} {}", game.rules, game.columns)).or_default().count(game);
        if let Some(place) = game.place.as_deref().filter(|place| !place.is_empty()) {
            self.by_place.entry(place.to_owned()).or_default().count(game);
        }
        if let Some(decade) = game.days().and_then(crate::dates::Days::decade) {
            self.by_decade.entry(decade).or_default().count(game);
        }
    }

    /// All groups, each with what it is a group by and its name: `rules`, `tsoro 21`.
    pub fn groups(&self) -> impl Iterator<Item = (&'static str, String, &Group)> {
        let decades = self.by_decade.iter().map(|(decade, group)| ("decade", format!("{decade}s"), group));
        std::iter::once(("all", String::new(), &self.all))
            .chain(self.by_rules.iter().map(|(name, group)| ("rules", name.clone(), group)))
            .chain(self.by_place.iter().map(|(name, group)| ("place", name.clone(), group)))
            .chain(decades)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn games_are_counted_by_who_moved_first() {
        let games = [
            "---\ncolumns: 6\nplace: Ndola\ndate: 1964\n---\n1. B1 b1 1-0\n",
            "---\ncolumns: 6\nplace: Ndola\ndate: 196X\n---\n1. B1 b1 0-1\n",
            "---\ncolumns: 6\nfirst: north\ndate: 1959/1961\n---\n1. b1 B1 0-1\n",
            "---\ncolumns: 8\n---\n1. B1 *\n",
        ]
        .map(|text| Summary::of(&Game::read(text)));
        let stats = Stats::of(&games);
        assert_eq!(stats.all.results, Results { first: 2, second: 1, drawn: 0, open: 1 });
        assert_eq!(stats.by_rules.keys().collect::<Vec<_>>(), ["tsoro 6", "tsoro 8"]);
        assert_eq!(stats.by_place["Ndola"].results.games(), 2);
        assert_eq!(stats.by_decade.keys().collect::<Vec<_>>(), [&1960]);
        assert_eq!(stats.groups().count(), 1 + 2 + 1 + 1);
        assert_eq!(stats.lengths, BTreeMap::from([(1, 1), (2, 3)]));
    }

    #[test]
    fn no_games_have_no_share() {
        assert_eq!(Results::default().first_share(), None);
    }
}
