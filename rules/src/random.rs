//! Random play: one legal turn after another, for made-up games and for measuring the engine.

use crate::sowing::SowingEnd;
use crate::{Capture, Due, Endless, HoleSet, Position, Ring, RuleSet};

/// A source of random numbers that gives the same ones for the same seed, on every machine and in every version.
#[derive(Debug, Clone)]
pub struct Randomness(oorandom::Rand32);

impl Randomness {
    /// A source for a seed.
    pub fn seeded(seed: u64) -> Randomness {
        Randomness(oorandom::Rand32::new(seed))
    }

    /// The next 32 random bits.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        self.0.rand_u32()
    }

    /// A number from 0 up to but not including `end`.
    #[inline]
    pub fn below(&mut self, end: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(end)) >> 32) as u32
    }

    /// One place of a set that is not empty, each as likely as the others.
    #[inline]
    pub fn pick(&mut self, set: HoleSet) -> u8 {
        if set.0 >> 16 == 0 {
            return self.pick_of_sixteen(set.0 as u16);
        }
        if set.0 >> 64 == 0 {
            // Half the work, for all boards of up to 32 columns.
            let mut rest = set.0 as u64;
            for _ in 0..self.below(rest.count_ones()) {
                rest &= rest - 1;
            }
            return rest.trailing_zeros() as u8;
        }
        let mut rest = set.0;
        for _ in 0..self.below(rest.count_ones()) {
            rest &= rest - 1;
        }
        rest.trailing_zeros() as u8
    }

    /// The same on boards of up to 8 columns, by table: a loop ends where the processor cannot foresee.
    #[inline]
    fn pick_of_sixteen(&mut self, set: u16) -> u8 {
        let [low, high] = set.to_le_bytes();
        let in_low = u32::from(COUNT[low as usize]);
        let rank = self.below(in_low + u32::from(COUNT[high as usize]));
        let upper = rank >= in_low;
        let (byte, rank, base) = if upper { (high, rank - in_low, 8) } else { (low, rank, 0) };
        base + PLACE[byte as usize][rank as usize & 7]
    }
}

/// How many bits are set in a byte.
const COUNT: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).count_ones() as u8;
        byte += 1;
    }
    table
};

/// `PLACE[byte][rank]`: the place of the set bit that has `rank` set bits below it.
static PLACE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut rank) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][rank] = place as u8;
                rank += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// A turn that was played at random.
#[derive(Debug, Clone, Copy)]
pub struct Turn {
    /// The hole lifted, as a place on the mover's circuit.
    pub lift: u8,
    /// Where the sowing ended.
    pub landing: u8,
    /// How it ended.
    pub end: SowingEnd,
    /// Landings on occupied heads up to the end, the one stopped at included.
    pub heads: u32,
    /// Laps sown.
    pub laps: u32,
    /// What was captured, the bonus not counted.
    pub capture: Capture,
}

impl<R: Ring> Position<R> {
    /// Plays one legal turn in place, chosen at random: any lift that may be made, at every head landed on a toss of a
    /// coin whether to stop, the full bonus from any holes. `bonus` is told of every hole that gives, and of how many
    /// stones. `None`, and nothing changed, when there is no legal move.
    #[inline]
    pub fn play_random(
        &mut self,
        rules: &RuleSet,
        random: &mut Randomness,
        mut bonus: impl FnMut(u8, u16),
    ) -> Option<Turn> {
        let mut liftable = self.liftable(rules);
        while !liftable.is_empty() {
            let lift = random.pick(liftable);
            let singleton = self.board.ring(self.to_move).get(lift) == 1;
            let mut heads = 0;
            let mut sowing = self.sow(
                rules,
                lift,
                |ordinal, _| {
                    heads = ordinal;
                    random.bits() & 1 == 1
                },
                |_| {},
            );
            if sowing.end == SowingEnd::Endless && rules.endless() == Endless::Forbidden {
                // The ring is as it was. Where a head is passed the lift is legal by stopping at one.
                if heads == 0 {
                    liftable.0 &= !(1 << lift);
                    continue;
                }
                let stop = 1 + random.below(heads);
                heads = stop;
                sowing = self.sow(rules, lift, |ordinal, _| ordinal == stop, |_| {});
            }
            let mut capture = Capture::default();
            if sowing.end == SowingEnd::Empty {
                capture = self.capture(rules, sowing.landing, singleton);
                if capture.total() > 0 {
                    self.random_bonus(rules, capture, random, &mut bonus);
                }
            }
            self.pass();
            return Some(Turn { lift, landing: sowing.landing, end: sowing.end, heads, laps: sowing.laps, capture });
        }
        None
    }

    #[inline]
    fn random_bonus(
        &mut self,
        rules: &RuleSet,
        capture: Capture,
        random: &mut Randomness,
        bonus: &mut impl FnMut(u8, u16),
    ) {
        let due = self.due(rules, capture);
        self.count_capture();
        let mut free = self.bonus_holes(rules);
        match due {
            Due::Nothing => {}
            Due::Holes(holes) => {
                for _ in 0..holes {
                    let circuit = random.pick(free);
                    free.0 &= !(1 << circuit);
                    let stones = self.board.ring(!self.to_move).get(circuit);
                    self.take(circuit, stones);
                    bonus(circuit, stones);
                }
            }
            Due::Stones(stones) => {
                for _ in 0..stones {
                    let circuit = random.pick(free);
                    self.take(circuit, 1);
                    bonus(circuit, 1);
                    if self.board.ring(!self.to_move).get(circuit) == 0 {
                        free.0 &= !(1 << circuit);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_a_set_is_picked_and_no_other() {
        let mut random = Randomness::seeded(7);
        for set in [0b1, 0b1010_0000_0000_0001, 0x8001_0100, 1 << 63 | 1 << 40, u128::MAX, 1 << 127 | 1 << 64 | 1] {
            let mut seen = 0;
            for _ in 0..20_000 {
                seen |= 1 << random.pick(HoleSet(set));
            }
            assert_eq!(seen, set, "{set:b}");
        }
    }
}
