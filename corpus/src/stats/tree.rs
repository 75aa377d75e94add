//! The tree of openings: which plies were played first, and how the games went on.

use std::collections::BTreeMap;

use super::Results;
use crate::archive::Summary;

/// What was played from a position, and how the games ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    /// The games that come here.
    pub results: Results,
    /// What they go on with, by the ply in canonical notation.
    pub next: BTreeMap<String, Tree>,
}

/// One line of a tree as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// How many plies deep, 1 for the first.
    pub depth: usize,
    /// The ply.
    pub ply: String,
    /// How the games ended that went on with it.
    pub results: Results,
}

impl Tree {
    /// The tree of the first `depth` plies of games. Games of other rule sets or widths belong into trees of their own.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a Summary>, depth: usize) -> Tree {
        let mut tree = Tree::default();
        games.into_iter().for_each(|game| tree.count(game, depth));
        tree
    }

    /// Counts one more game. Its first ply that is not known ends it.
    pub fn count(&mut self, game: &Summary, depth: usize) {
        let mut here = self;
        here.results.count(&game.result, &game.first);
        let certain = game.moves.split_whitespace().take(game.certain as usize);
        for ply in certain.take(depth).take_while(|&ply| ply != "_") {
            here = here.next.entry(ply.to_owned()).or_default();
            here.results.count(&game.result, &game.first);
        }
    }

    /// The branches that `least` games or more took, the most played first, each followed by its own.
    pub fn branches(&self, least: u64) -> Vec<Branch> {
        let mut branches = Vec::new();
        self.gather(1, least, &mut branches);
        branches
    }

    /// The branches as a table: the column names, then a row a branch, its line of play from the first ply on.
    pub fn csv_rows(&self, least: u64) -> Vec<Vec<String>> {
        let names = ["line", "depth", "games", "first", "second", "drawn", "open"];
        let shares = ["first_share", "first_share_low", "first_share_high"];
        let mut line: Vec<String> = Vec::new();
        let rows = self.branches(least).into_iter().map(|Branch { depth, ply, results }| {
            line.truncate(depth - 1);
            line.push(ply);
            let Results { first, second, drawn, open } = results;
            let counts = [depth as u64, results.games(), first, second, drawn, open].map(|count| count.to_string());
            let share = results.first_share().map(|share| [share.share, share.low, share.high]);
            let share = share.map_or_else(Default::default, |share| share.map(|part| format!("{part:.4}")));
            std::iter::once(line.join(" ")).chain(counts).chain(share).collect()
        });
        let head = names.into_iter().chain(shares).map(str::to_owned).collect();
        std::iter::once(head).chain(rows).collect()
    }

    fn gather(&self, depth: usize, least: u64, into: &mut Vec<Branch>) {
        let mut next: Vec<_> = self.next.iter().filter(|(_, tree)| tree.results.games() >= least).collect();
        next.sort_by_key(|(_, tree)| std::cmp::Reverse(tree.results.games()));
        for (ply, tree) in next {
            into.push(Branch { depth, ply: ply.clone(), results: tree.results });
            tree.gather(depth + 1, least, into);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn the_most_played_comes_first() {
        let games = ["1. B1 b1 1-0", "1. B2 b1 0-1", "1. B2 b2 1-0", "1. B2 *"]
            .map(|text| Summary::of(&Game::read(&format!("---\ncolumns: 6\n---\n{text}\n"))));
        let tree = Tree::of(&games, 2);
        let shown: Vec<_> = tree.branches(1).into_iter().map(|branch| (branch.depth, branch.results.games())).collect();
        assert_eq!(shown, [(1, 3), (2, 1), (2, 1), (1, 1), (2, 1)]);
        assert_eq!(tree.branches(2).len(), 1);
        let rows = tree.csv_rows(1);
        assert!(rows.iter().all(|row| row.len() == rows[0].len()));
        assert_eq!(rows[1][..7].join(","), format!("{},1,3,1,1,0,1", tree.branches(1)[0].ply));
        assert!(rows[2][0].starts_with(&rows[1][0]), "{rows:?}");
    }
}
