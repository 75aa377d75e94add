//! Records of one game among many: the same moves, the same moves in other coordinates, one a part of the other, or a few
//! plies different.
//!
//! Looked at is what is written, not what was replayed: a record in wrong coordinates cannot be replayed, and that is just
//! the one to be found.

use std::collections::{BTreeMap, HashMap};

use super::line::Lift;
use super::{Pair, align};

/// How two records are alike, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Likeness {
    /// The same holes lifted, in the same order.
    Same,
    /// The same, when the columns of one are counted from the other end.
    OtherEnd,
    /// The same, with the sides changed.
    SidesChanged,
    /// The same, with the sides changed and the columns counted from the other end.
    Both,
    /// One goes as far as the other and then on.
    Prefix,
    /// So many plies differ, are missing, or too many.
    Near(u32),
}

impl std::fmt::Display for Likeness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Likeness::Same => f.write_str("the same moves"),
            Likeness::OtherEnd => f.write_str("the same moves, columns counted from the other end"),
            Likeness::SidesChanged => f.write_str("the same moves with the sides changed"),
            Likeness::Both => f.write_str("the same moves with the sides changed, columns from the other end"),
            Likeness::Prefix => f.write_str("one is the beginning of the other"),
            Likeness::Near(1) => f.write_str("1 ply differs"),
            Likeness::Near(plies) => write!(f, "{plies} plies differ"),
        }
    }
}

/// Two records that look like one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duplicate {
    /// The earlier one, by its place in the input.
    pub left: usize,
    /// The later one.
    pub right: usize,
    /// How they are alike.
    pub likeness: Likeness,
}

/// The shortest game that is compared: shorter ones are alike by chance.
const SHORTEST: usize = 6;
/// Plies of the windows by which records that differ in a few plies are brought together.
const WINDOW: usize = 6;
/// A window that more records have is an opening, and says nothing.
const COMMON: usize = 24;

/// Finds pairs of records that look like one game. Each record is given by the holes lifted and the columns of its board;
/// every pair is told once, by its strongest likeness, in the order of the input.
pub fn duplicates(records: &[(Vec<Lift>, u8)]) -> Vec<Duplicate> {
    let lines: Vec<(Vec<Lift>, u8)> = records
        .iter()
        .map(|(line, columns)| (line.iter().map(|lift| lift.from_left(*columns)).collect(), *columns))
        .collect();
    let mut found: BTreeMap<(usize, usize), Likeness> = BTreeMap::new();
    let mut note = |a: usize, b: usize, likeness: Likeness| {
        if a != b {
            let known = found.entry((a.min(b), a.max(b))).or_insert(likeness);
            *known = likeness.min(*known);
        }
    };
    same(&lines, &mut note);
    prefixes(&lines, &mut note);
    near(&lines, &mut note);
    found.into_iter().map(|((left, right), likeness)| Duplicate { left, right, likeness }).collect()
}

fn same(lines: &[(Vec<Lift>, u8)], note: &mut impl FnMut(usize, usize, Likeness)) {
    let mut by_line: HashMap<(&[Lift], u8), Vec<usize>> = HashMap::new();
    for (at, (line, columns)) in lines.iter().enumerate().filter(|(_, (line, _))| line.len() >= SHORTEST) {
        by_line.entry((line, *columns)).or_default().push(at);
    }
    for (at, (line, columns)) in lines.iter().enumerate().filter(|(_, (line, _))| line.len() >= SHORTEST) {
        let turned = |turn: &dyn Fn(Lift) -> Lift| line.iter().map(|&lift| turn(lift)).collect::<Vec<_>>();
        let forms = [
            (line.clone(), Likeness::Same),
            (turned(&|lift| lift.from_other_end(*columns)), Likeness::OtherEnd),
            (turned(&Lift::other_side), Likeness::SidesChanged),
            (turned(&|lift| lift.from_other_end(*columns).other_side()), Likeness::Both),
        ];
        for (form, likeness) in forms {
            for &other in by_line.get(&(&form[..], *columns)).into_iter().flatten() {
                note(at, other, likeness);
            }
        }
    }
}

fn prefixes(lines: &[(Vec<Lift>, u8)], note: &mut impl FnMut(usize, usize, Likeness)) {
    let mut order: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].0.len() >= SHORTEST).collect();
    order.sort_by(|&a, &b| (lines[a].1, &lines[a].0).cmp(&(lines[b].1, &lines[b].0)));
    // Behind a line come those that begin with it, and nothing between.
    for (place, &at) in order.iter().enumerate() {
        let (line, columns) = &lines[at];
        for &other in order[place + 1..]
            .iter()
            .take_while(|&&other| lines[other].1 == *columns && lines[other].0.starts_with(line))
        {
            note(at, other, Likeness::Prefix);
        }
    }
}

fn near(lines: &[(Vec<Lift>, u8)], note: &mut impl FnMut(usize, usize, Likeness)) {
    let mut windows: HashMap<(&[Lift], u8), Vec<usize>> = HashMap::new();
    for (at, (line, columns)) in lines.iter().enumerate() {
        for window in line.windows(WINDOW) {
            let records = windows.entry((window, *columns)).or_default();
            if records.len() <= COMMON && records.last() != Some(&at) {
                records.push(at);
            }
        }
    }
    let mut shared: HashMap<(usize, usize), u32> = HashMap::new();
    for records in windows.values().filter(|records| (2..=COMMON).contains(&records.len())) {
        for (place, &a) in records.iter().enumerate() {
            for &b in &records[place + 1..] {
                *shared.entry((a, b)).or_default() += 1;
            }
        }
    }
    for ((a, b), count) in shared {
        let (x, y) = (&lines[a].0, &lines[b].0);
        let longer = x.len().max(y.len());
        let most = (longer / 10).max(3);
        // Every differing ply spoils as many windows as it has places in.
        let expected = longer.saturating_sub(WINDOW * (most + 1));
        if (count as usize) < expected.max(2) || x.len().abs_diff(y.len()) > most {
            continue;
        }
        let pairs = align(x, y, |a, b| if a == b { 0 } else { 3 });
        let differ = |pair: &&Pair| !matches!(pair, Pair::Both(i, j) if x[*i] == y[*j]);
        let differing = pairs.iter().filter(differ).count();
        if differing <= most {
            note(a, b, Likeness::Near(differing as u32));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seed: u32, plies: u32) -> Vec<Lift> {
        let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        (0..plies)
            .map(|ply| {
                let rows = if ply % 2 == 0 { ['A', 'B'] } else { ['a', 'b'] };
                Lift { row: rows[(next() % 2) as usize], column: (next() % 8).cast_signed() + 1 }
            })
            .collect()
    }

    #[test]
    fn games_are_found_again_whatever_was_done_to_them() {
        let whole = game(1, 60);
        let other_end = whole.iter().map(|lift| lift.from_other_end(8)).collect();
        let changed = whole.iter().map(|lift| lift.other_side()).collect();
        let from_right = whole.iter().map(|lift| Lift { column: lift.column - 9, ..*lift }).collect();
        let part = whole[..40].to_vec();
        let mut near = whole.clone();
        near[10].column = 9 - near[10].column;
        near.remove(30);
        let mut records = vec![whole, other_end, changed, from_right, part, near];
        records.extend((2..200).map(|seed| game(seed, 60)));
        let records: Vec<_> = records.into_iter().map(|line| (line, 8)).collect();
        let found = duplicates(&records);
        let with_first: Vec<_> =
            found.iter().filter(|pair| pair.left == 0).map(|pair| (pair.right, pair.likeness)).collect();
        assert_eq!(
            with_first,
            [
                (1, Likeness::OtherEnd),
                (2, Likeness::SidesChanged),
                (3, Likeness::Same),
                (4, Likeness::Prefix),
                (5, Likeness::Near(2)),
            ]
        );
        assert!(found.iter().all(|pair| pair.right < 6), "games made apart are not alike");
    }
}
