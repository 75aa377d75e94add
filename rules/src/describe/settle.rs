//! Options settled for a board of one width: defaults filled in, and what makes no sense refused.

use super::options::{Heads, Options, Several, Told};
use super::{DescriptionError, heads, start};
use crate::{
    Board, Bonus, BonusAfter, CaptureScope, Columns, HoleSet, Position, RuleSet, Side, Singletons, SingletonsWhen,
};

/// The most stones that a start may have, on both sides together: what a hole can count.
const MOST_STONES: u32 = 65_535;

/// The rule set that these options make on a board of so many columns.
pub(super) fn settle(options: &Options, name: String, columns: Columns) -> Result<RuleSet, DescriptionError> {
    let heads =
        [Side::South, Side::North].map(|side| heads::settle(options.heads[side.index()].as_ref(), columns, side));
    let [south, north] = heads;
    let heads = [south?, north?];
    let rules = RuleSet {
        name,
        columns,
        start: lay_start(options, heads, columns)?,
        heads,
        direction: value(options.direction.as_ref()),
        singletons: Singletons {
            when: value(options.singletons_when.as_ref()),
            into: value(options.singletons_into.as_ref()),
            capture: options.singletons_capture.is_none_or(|told| told.value),
        },
        capture: options.capture.map_or(CaptureScope::File, |told| told.value),
        bonus: options.bonus.as_ref().map_or(Bonus::None, |told| told.value.clone()),
        bonus_after: value(options.bonus_after.as_ref()),
        bonus_heads: value(options.bonus_heads.as_ref()),
        bonus_mandatory: value(options.bonus_mandatory.as_ref()),
        endless: value(options.endless.as_ref()),
        repetition: value(options.repetition.as_ref()),
        no_move: value(options.no_move.as_ref()),
        width_in_source: options.columns_in_source.as_ref().is_none_or(|named| named.contains(&columns)),
        several_move: value(options.several.as_ref()) == Several::Always,
    };
    agree(options, &rules)?;
    something_to_lift(options, &rules)?;
    Ok(rules)
}

fn value<T: Copy + Default>(told: Option<&Told<T>>) -> T {
    told.map(|told| told.value).unwrap_or_default()
}

/// The start, layer over layer; the first one replaced where a start goes with the heads that there are.
fn lay_start(options: &Options, heads: [HoleSet; 2], columns: Columns) -> Result<Board, DescriptionError> {
    let mut board = Board::empty(columns);
    let mut instead = None;
    for (&count, layer) in &options.start_by_heads {
        let right = Told { value: Heads::Right(count.min(columns.get())), at: None };
        if heads == [heads::settle(Some(&right), columns, Side::South)?; 2] {
            instead = Some(layer);
        }
    }
    for (index, layer) in options.start.iter().enumerate() {
        let layer = if index == 0 { instead.unwrap_or(layer) } else { layer };
        start::lay(layer, &mut board)?;
    }
    if board.total() > MOST_STONES {
        let message = format!("this start has {} stones, and a board holds no more than {MOST_STONES}", board.total());
        return Err(DescriptionError::new(message).at_place(place_of_start(options)));
    }
    Ok(board)
}

fn place_of_start(options: &Options) -> Option<super::options::Place> {
    options.start.iter().rev().find_map(|layer| layer.at)
}

/// Options that contradict each other.
fn agree(options: &Options, rules: &RuleSet) -> Result<(), DescriptionError> {
    if !rules.several_move && rules.singletons.when == SingletonsWhen::Never {
        let at = options.singletons_when.and_then(|told| told.at).or(options.several.and_then(|told| told.at));
        let message = "neither holes of several stones nor single stones may be lifted, so nobody could ever move; \
                       `several` and `singletons: when` cannot both be `never`";
        return Err(DescriptionError::new(message.into()).at_place(at));
    }
    let only_one = match rules.capture {
        CaptureScope::Inner => "inner",
        CaptureScope::OuterIfInnerEmpty => "outer-if-inner-empty",
        CaptureScope::File | CaptureScope::BothAlways => return Ok(()),
    };
    if rules.bonus_after == BonusAfter::Both && rules.bonus != Bonus::None {
        let at = options.bonus_after.and_then(|told| told.at).or(options.capture.and_then(|told| told.at));
        let message = format!(
            "a bonus `after: both` would never be due: with `capture: {only_one}` no capture takes from both holes"
        );
        return Err(DescriptionError::new(message).at_place(at));
    }
    Ok(())
}

/// A start from which a side has nothing to lift is no start: either side may be the one to begin.
fn something_to_lift(options: &Options, rules: &RuleSet) -> Result<(), DescriptionError> {
    for side in Side::BOTH {
        if !Position::of(rules.start, side).liftable(rules).is_empty() {
            continue;
        }
        let message = if rules.start.stones(side) == 0 {
            format!("{side} has no stones at the start, so there is nothing to lift")
        } else {
            format!("{side} has nothing to lift at the start: none of the stones there may be moved by these rules")
        };
        return Err(DescriptionError::new(message).at_place(place_of_start(options)));
    }
    Ok(())
}
