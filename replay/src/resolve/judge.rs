//! What every place has come to, when a segment has been followed to its end.

use super::segment::{Segment, Stop};
use super::stage::{Entry, Part};
use super::{MOST_LISTED, Matter, Outcome};

impl Segment<'_> {
    /// What every place has come to.
    pub(super) fn judge(&self, stop: Option<&Stop>, matters: &mut Vec<Matter>) {
        let fault = match stop {
            Some(Stop::Fault(fault)) => Some(format!("the record cannot be followed beyond ply {}", fault.ply)),
            Some(Stop::Contradiction) => Some(format!("nothing fits at ply {}", self.ply)),
            _ => None,
        };
        let mut alive: Vec<bool> = Vec::new();
        for (index, stage) in self.stages.iter().enumerate().rev() {
            let last = index + 1 == self.stages.len();
            if last {
                alive = vec![false; stage.entries.len()];
                // Where nothing fits the last stage, the positions are still those before it.
                if !stage.entries.is_empty() {
                    mark(&mut alive, self.nodes.iter().flat_map(|node| &node.from));
                }
            }
            for (at, part) in stage.parts.iter().enumerate() {
                let contradicted = last && matches!(stop, Some(Stop::Contradiction));
                matters.extend(self.matter(part, at, &stage.entries, &alive, contradicted, fault.as_deref()));
            }
            if let Some(before) = index.checked_sub(1).and_then(|before| self.stages.get(before)) {
                let mut earlier = vec![false; before.entries.len()];
                if stage.entries.is_empty() {
                    mark(&mut earlier, self.nodes.iter().flat_map(|node| &node.from));
                } else {
                    let living = stage.entries.iter().zip(&alive).filter(|(_, alive)| **alive);
                    mark(&mut earlier, living.flat_map(|(entry, _)| &entry.from));
                }
                alive = earlier;
            }
        }
    }

    fn matter(
        &self,
        part: &Part,
        at: usize,
        entries: &[Entry],
        alive: &[bool],
        contradicted: bool,
        fault: Option<&str>,
    ) -> Option<Matter> {
        let mut left: Vec<u32> =
            entries.iter().zip(alive).filter(|(_, alive)| **alive).map(|(entry, _)| entry.answers[at]).collect();
        left.sort_unstable();
        left.dedup();
        let written = self.record.at(part.span).to_owned();
        let text = |answer: &u32| part.answers[*answer as usize].clone();
        let mut notes = part.notes.clone();
        let outcome = match (left.len(), &self.incomplete, fault) {
            (0, None, _) if contradicted => Outcome::Contradicted,
            (0, ..) => Outcome::Unsearched,
            (_, Some(why), _) => {
                notes.push(why.clone());
                Outcome::Unsearched
            }
            (1, None, None) if !part.disagrees => Outcome::Settled,
            (_, None, fault) => {
                notes.extend(fault.map(str::to_owned));
                Outcome::Open
            }
        };
        // A ply that was only suspected, and is right as it stands.
        if part.suspected && outcome == Outcome::Settled && written.starts_with(&text(&left[0])) {
            return None;
        }
        let mut ruled_out = part.refused.clone();
        for (reading, answers) in &part.readings {
            if !left.is_empty() && part.readings.len() > 1 && answers.iter().all(|answer| !left.contains(answer)) {
                ruled_out.push((
                    reading.clone(),
                    "it may be played here, and what comes after does not agree with it".to_owned(),
                ));
            }
        }
        let readings = left.iter().take(MOST_LISTED).map(text).collect();
        Some(Matter { ply: part.ply, span: part.span, written, outcome, readings, left: left.len(), ruled_out, notes })
    }
}

fn mark<'a>(alive: &mut [bool], living: impl Iterator<Item = &'a u32>) {
    for &entry in living {
        if let Some(alive) = alive.get_mut(entry as usize) {
            *alive = true;
        }
    }
}
