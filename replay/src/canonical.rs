//! A ply in canonical notation, written from what was played.

use std::fmt::Write;

use tsoro_rules::{Bonus, Capture, Hole, RuleSet};

use crate::step::Played;

/// Gives a played ply its canonical name: `B5+B20/B21x3,1:a3,b12`.
pub(crate) fn name(mut played: Played, rules: &RuleSet) -> Played {
    played.canonical = written(&played, rules, |hole| hole.to_string());
    played
}

/// A played ply as it is written where holes have the names that `name` gives them.
pub(crate) fn written(played: &Played, rules: &RuleSet, name: impl Fn(Hole) -> String) -> String {
    let mut text = name(played.lift);
    match (played.stop, played.stop_ordinal) {
        // Long relays are named by which landing on the head they stop at.
        (Some(stop), Some(ordinal)) if played.relayed.len() > MOST_RELAYS => {
            let before = played.relayed.iter().filter(|&&head| head == stop).count();
            let _ = write!(text, "/{}^{}", name(stop), before + 1);
            debug_assert!(ordinal as usize > before);
        }
        (stop, _) => {
            if played.relayed.len() <= MOST_RELAYS {
                for &head in &played.relayed {
                    let _ = write!(text, "+{}", name(head));
                }
            }
            if let Some(stop) = stop {
                let _ = write!(text, "/{}", name(stop));
            }
        }
    }
    text += &taken(played.captured);
    for (index, &(hole, stones)) in played.bonus.iter().enumerate() {
        let _ = write!(text, "{}{}", if index == 0 { ':' } else { ',' }, name(hole));
        if *rules.bonus() == Bonus::Stones {
            let _ = write!(text, "={stones}");
        }
    }
    if played.endless {
        text.push('~');
    }
    text
}

/// More heads than these are not written out one by one.
const MOST_RELAYS: usize = 8;

/// `x3,1`; nothing for no capture.
pub(crate) fn taken(capture: Capture) -> String {
    if capture.total() == 0 { String::new() } else { format!("x{},{}", capture.inner, capture.outer) }
}

/// Board order: the order in which stones travel, B1 … Bn, An … A1.
pub(crate) fn board_order(hole: Hole) -> u8 {
    hole.circuit()
}
