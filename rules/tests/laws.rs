//! What must hold under every rule set and from every position.
#![allow(missing_docs, clippy::unwrap_used)]

mod help;
#[path = "slow/mod.rs"]
mod slow;

use std::fmt::Write as _;
use std::ops::ControlFlow;

use proptest::prelude::*;
use tsoro_rules::describe::Description;
use tsoro_rules::sowing::SowingEnd;
use tsoro_rules::{
    Board, BonusChoice, Columns, Due, Endless, Hole, Move, Narrow, Packed, Position, Ring, Row, RuleSet, Side,
};

/// A rule set as the YAML that describes it, without its heads and direction: those are mirrored in one of the laws.
#[derive(Debug, Clone)]
struct Table {
    columns: u8,
    options: String,
    /// Columns of South's and of North's heads.
    heads: [Vec<u8>; 2],
    clockwise: bool,
}

impl Table {
    fn yaml(&self) -> String {
        let mut yaml = format!("columns: {}\n{}", self.columns, self.options);
        let named = |letter: char, columns: &[u8]| {
            columns.iter().map(|column| format!("{letter}{column}")).collect::<Vec<_>>().join(", ")
        };
        let (south, north) = (named('B', &self.heads[0]), named('b', &self.heads[1]));
        writeln!(yaml, "heads: {{south: [{south}], north: [{north}]}}").unwrap();
        writeln!(yaml, "direction: {}", if self.clockwise { "clockwise" } else { "counterclockwise" }).unwrap();
        yaml
    }

    fn rules(&self) -> RuleSet {
        let yaml = self.yaml();
        let description = Description::parse(&yaml).unwrap_or_else(|error| panic!("{error}\n{yaml}"));
        description.build(None).unwrap_or_else(|error| panic!("{error}\n{yaml}"))
    }

    /// The same table seen in a mirror.
    fn mirrored(&self) -> Table {
        let heads = self.heads.each_ref().map(|heads| heads.iter().map(|column| self.columns + 1 - column).collect());
        Table { heads, clockwise: !self.clockwise, ..self.clone() }
    }
}

fn tables() -> impl Strategy<Value = Table> {
    let word = |words: &'static [&'static str]| prop::sample::select(words);
    let how = (
        word(&["when-nothing-else", "always", "never"]),
        word(&["empty", "any"]),
        any::<bool>(),
        word(&["inner", "file", "outer-if-inner-empty", "both-always"]),
        word(&["holes: 0", "holes: 1", "holes: 2", "holes: 3", "holes: [3, 1]", "holes: [0, 2]", "stones: equal"]),
        word(&["any", "both"]),
        word(&["open", "safe"]),
        word(&["forbidden", "draw"]),
        word(&["always", "never"]),
    );
    let wide = 2..=7_u8;
    (wide, how, any::<bool>()).prop_flat_map(|(columns, how, clockwise)| {
        let (mut when, into, capture, scope, bonus, mut after, bonus_heads, endless, several) = how;
        if several == "never" && when == "never" {
            when = "always";
        }
        if ["inner", "outer-if-inner-empty"].contains(&scope) {
            after = "any";
        }
        let options = format!(
            "start: {{outer: 2, inner: 0, B1: 1}}\nseveral: {several}\n\
             singletons: {{when: {when}, into: {into}, capture: {capture}}}\ncapture: {scope}\n\
             bonus: {{{bonus}, after: {after}, heads: {bonus_heads}}}\nendless: {endless}\n"
        );
        // A game of single stones must have one to move at its start.
        let options = if several == "never" {
            options.replace("{outer: 2, inner: 0, B1: 1}", "{outer: 1, inner: 0, B1: 0}")
        } else {
            options
        };
        let heads = || prop::collection::btree_set(1..=columns, 0..=2).prop_map(|set| set.into_iter().collect());
        (heads(), heads()).prop_map(move |(south, north)| Table {
            columns,
            options: options.clone(),
            heads: [south, north],
            clockwise,
        })
    })
}

/// A table and stones on it: few enough that every bonus can be listed; the side to move, and captures made so far.
fn positions() -> impl Strategy<Value = (Table, [Vec<u16>; 4], Side, [u8; 2])> {
    tables().prop_flat_map(|table| {
        let few = || prop::sample::select(&[0_u16, 0, 0, 1, 1, 1, 2, 2, 3, 5][..]);
        let row = || prop::collection::vec(few(), usize::from(table.columns));
        let side = prop::sample::select(&Side::BOTH[..]);
        (Just(table.clone()), [row(), row(), row(), row()], side, [0..4_u8, 0..4_u8])
    })
}

fn fast_position(rows: &[Vec<u16>; 4], side: Side, captures: [u8; 2]) -> Position {
    let board = Board::from_rows(rows.each_ref().map(Vec::as_slice)).unwrap();
    Position { captures, ..Position::of(board, side) }
}

fn slow_position(rows: &[Vec<u16>; 4], side: Side, captures: [u8; 2]) -> slow::Position {
    let captures = captures.map(usize::from);
    slow::Position { captures, ..slow::Position::from_rows(rows, side.index()) }
}

fn hole(columns: Columns, side: Side, hole: slow::Hole) -> Hole {
    let row = if hole.row == slow::Row::Inner { Row::Inner } else { Row::Outer };
    columns.hole(side, row, hole.column as u8).unwrap()
}

/// What a complete sowing comes to, so that both engines' can be compared.
type Figures = (Hole, Option<u32>, u32, Hole, (u32, u32), (u32, u32), [Vec<u16>; 4]);

fn fast_figures<R: Ring>(position: &Position<R>, rules: &RuleSet) -> Vec<Figures> {
    let mut all = Vec::new();
    let _ = position.sowings(rules, |choice| {
        let due = match choice.due {
            Due::Nothing => (0, 0),
            Due::Holes(holes) => (u32::from(holes), 0),
            Due::Stones(stones) => (0, stones),
        };
        let taken = (u32::from(choice.capture.inner), u32::from(choice.capture.outer));
        let rows = choice.after.board.rows();
        all.push((choice.lift, choice.stop, choice.laps, choice.landing, taken, due, rows));
        ControlFlow::Continue(())
    });
    all
}

fn slow_figures(position: &slow::Position, rules: &slow::Rules, columns: Columns, side: Side) -> Vec<Figures> {
    let figures = |sowing: slow::Sowing| {
        let due = match sowing.due {
            slow::Due::Nothing => (0, 0),
            slow::Due::Holes(holes) => (holes as u32, 0),
            slow::Due::Stones(stones) => (0, stones),
        };
        let at = |place| hole(columns, side, place);
        let rows = sowing.after.rows();
        (at(sowing.lift), sowing.stop, sowing.laps, at(sowing.last), sowing.taken, due, rows)
    };
    position.sowings(rules).into_iter().map(figures).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    /// Every complete sowing that the one engine finds the other finds too, with the same laps, capture and bonus; in
    /// every kind of ring.
    #[test]
    fn the_engine_agrees_with_the_slow_one((table, rows, side, captures) in positions()) {
        let rules = table.rules();
        let slow_rules = slow::Rules::of(&rules);
        let slow = slow_position(&rows, side, captures);
        let expected = slow_figures(&slow, &slow_rules, rules.columns(), side);
        let position = fast_position(&rows, side, captures);
        prop_assert_eq!(&fast_figures(&position, &rules), &expected);
        prop_assert_eq!(position.can_move(&rules), !expected.is_empty());
        if let Some(narrow) = position.convert::<Narrow>() {
            prop_assert_eq!(&fast_figures(&narrow, &rules), &expected);
        }
        if let Some(packed) = position.convert::<Packed>() {
            prop_assert_eq!(&fast_figures(&packed, &rules), &expected);
        }
    }

    /// One hole is let be lifted where the list of all has it; in every kind of ring.
    #[test]
    fn a_hole_is_lifted_where_the_list_has_it((table, rows, side, captures) in positions()) {
        fn asked_one_by_one<R: Ring>(position: &Position<R>, rules: &RuleSet) -> Vec<u8> {
            (0..rules.columns().circuit()).filter(|&circuit| position.may_lift(rules, circuit)).collect()
        }
        let rules = table.rules();
        let position = fast_position(&rows, side, captures);
        let listed: Vec<u8> = position.liftable(&rules).iter().collect();
        prop_assert_eq!(&asked_one_by_one(&position, &rules), &listed);
        if let Some(narrow) = position.convert::<Narrow>() {
            prop_assert_eq!(&asked_one_by_one(&narrow, &rules), &listed);
        }
        if let Some(packed) = position.convert::<Packed>() {
            prop_assert_eq!(&asked_one_by_one(&packed, &rules), &listed);
        }
    }

    /// Every move that the slow engine lists can be played, and leads where it says; there are as many as are counted;
    /// stones are conserved, and the mover's side is touched by nothing but the sowing.
    #[test]
    fn every_legal_move_plays((table, rows, side, captures) in positions()) {
        let rules = table.rules();
        let slow_rules = slow::Rules::of(&rules);
        let slow = slow_position(&rows, side, captures);
        let position = fast_position(&rows, side, captures);
        let total = position.board.total();
        let mut count = 0;
        for sowing in slow.sowings(&slow_rules) {
            let moves = sowing.moves(&slow_rules);
            count += moves.len() as u64;
            for chosen in moves.iter().take(200) {
                let bonus: BonusChoice = chosen
                    .bonus
                    .iter()
                    .map(|&(place, stones)| (hole(rules.columns(), !side, place).circuit(), stones as u16))
                    .collect();
                let lift = hole(rules.columns(), side, chosen.lift);
                let next = position.play(&rules, &Move { lift, stop: chosen.stop, bonus }).unwrap();
                prop_assert_eq!(next.board.rows(), chosen.after.rows());
                prop_assert_eq!(next.taken, chosen.after.taken);
                prop_assert_eq!(next.captures.map(usize::from), chosen.after.captures);
                prop_assert_eq!(next.to_move, !side);
                prop_assert_eq!(next.board.total() + next.taken[0] + next.taken[1], total);
                prop_assert_eq!(next.board.stones(side), position.board.stones(side));
            }
        }
        prop_assert_eq!(position.perft(&rules, 1).moves, count);
    }

    /// Bonuses counted without listing are as many as the list.
    #[test]
    fn bonuses_are_counted_as_they_are_listed((table, rows, side, captures) in positions()) {
        let rules = table.rules();
        let position = fast_position(&rows, side, captures);
        let _ = position.sowings(&rules, |choice| {
            let counted = choice.bonuses(&rules);
            if counted <= 3_000 {
                let mut listed = 0;
                choice.each_bonus(&rules, &mut |_| listed += 1);
                assert_eq!(counted, listed);
            }
            ControlFlow::Continue(())
        });
    }

    /// A sowing without an end has none in the slow engine, which remembers every state; and leaves the board as it was.
    #[test]
    fn an_endless_sowing_is_endless((table, rows, side, captures) in positions()) {
        let rules = table.rules();
        let slow_rules = slow::Rules::of(&rules);
        let slow = slow_position(&rows, side, captures);
        for place in slow_rules.holes() {
            let lift = hole(rules.columns(), side, place);
            let mut position = fast_position(&rows, side, captures);
            if position.board.get(lift) == 0 {
                continue;
            }
            let sowing = position.sow(&rules, lift.circuit(), |_, _| false, |_| {});
            let ways = slow.sow(&slow_rules, place);
            let last = ways.last().unwrap();
            prop_assert_eq!(sowing.end == SowingEnd::Endless, last.end == slow::End::Endless);
            prop_assert_eq!((sowing.laps, sowing.stones), (last.laps, last.stones));
            if sowing.end == SowingEnd::Endless {
                prop_assert_eq!(position.board.rows(), rows.clone());
            }
            let forbidden = sowing.end == SowingEnd::Endless && rules.endless() == Endless::Forbidden;
            let chosen = Move { lift, stop: None, bonus: BonusChoice::new() };
            if forbidden && slow.may_lift(&slow_rules, place) {
                let position = fast_position(&rows, side, captures);
                prop_assert!(position.play(&rules, &chosen).is_err());
            }
        }
    }

    /// A rule set written out and read again is the same rule set.
    #[test]
    fn what_is_written_reads_the_same(table in tables()) {
        let rules = table.rules();
        let yaml = rules.to_yaml();
        let again = Description::parse(&yaml).and_then(|description| description.build(None));
        prop_assert_eq!(again.map_err(|error| format!("{error}\n{yaml}")), Ok(rules));
    }

    /// Clockwise play is counterclockwise play seen in a mirror.
    #[test]
    fn clockwise_is_the_mirror_image((table, rows, side, captures) in positions()) {
        let (rules, mirrored_rules) = (table.rules(), table.mirrored().rules());
        let reflect = |mut rows: [Vec<u16>; 4]| {
            for row in &mut rows {
                row.reverse();
            }
            rows
        };
        let position = fast_position(&rows, side, captures);
        let mirrored = fast_position(&reflect(rows.clone()), side, captures);
        let columns = rules.columns();
        let flip = |hole: Hole| columns.hole(hole.side(), hole.row(), columns.get() + 1 - hole.column()).unwrap();
        let mut expected = fast_figures(&position, &rules);
        for (lift, _, _, landing, _, _, rows) in &mut expected {
            (*lift, *landing) = (flip(*lift), flip(*landing));
            *rows = reflect(rows.clone());
        }
        let mut found = fast_figures(&mirrored, &mirrored_rules);
        expected.sort();
        found.sort();
        prop_assert_eq!(found, expected);
    }
}
