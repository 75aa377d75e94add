//! One side's holes: [`Ring`], and the three ways of storing one.
//!
//! A ring lies in circuit order, so sowing is a walk over it. [`Wide`] holds whatever the rules allow; [`Narrow`] and
//! [`Packed`] are for boards whose counts fit into bytes, which real games' do. One sowing loop serves all three.

use std::fmt;
use std::hash::Hash;
use std::ops::AddAssign;

/// The counts of one side's holes in circuit order (B1 … Bn, An … A1).
pub trait Ring: Copy + Eq + Hash + fmt::Debug {
    /// The widest board this ring can hold, in columns.
    const COLUMNS: u8;
    /// The most stones that a whole board may have for no hole ever to overflow.
    const STONES: u32;

    /// No stones anywhere.
    fn empty() -> Self;
    /// The stones in the hole at this place of the circuit.
    fn get(&self, circuit: u8) -> u16;
    /// Puts exactly so many stones there.
    fn set(&mut self, circuit: u8, stones: u16);
    /// One lap: lifts the `stones` at `from`, all that lie there and at least 1, and drops one in each following hole of
    /// a circuit of `size` holes. Returns where the last one fell.
    fn lap(&mut self, from: u8, stones: u16, size: u8) -> u8;
    /// The holes of a circuit of `size` that hold at least 1 stone, as bits.
    fn occupied(&self, size: u8) -> u128;
    /// The holes of a circuit of `size` that hold at least 2 stones, as bits.
    fn several(&self, size: u8) -> u128;
    /// Whether any hole of a circuit of `size` holds at least 2 stones.
    #[inline]
    fn any_several(&self, size: u8) -> bool {
        self.several(size) != 0
    }
    /// A quick sum over the counts: rings that differ nearly always differ in it. Each kind of ring has its own; to be
    /// kept, or to be compared between kinds, [`Ring::fold_into`] is meant.
    fn weight(&self) -> u64;
    /// Mixes the counts of a circuit of `size` into a fingerprint, the same way for every kind of ring.
    #[inline]
    fn fold_into(&self, mut print: u64, size: u8) -> u64 {
        for first in (0..size).step_by(8) {
            // Eight holes at a time: their counts modulo 256 as a word, and what is above that as another.
            let (mut low, mut high) = (0, 0);
            for at in first..size.min(first + 8) {
                let stones = u64::from(self.get(at));
                low |= (stones & 0xff) << (8 * (at - first));
                high |= (stones >> 8) << (8 * (at - first));
            }
            print = mix(mix(print, low), high);
        }
        print
    }
    /// All stones of a circuit of `size`.
    fn total(&self, size: u8) -> u32 {
        (0..size).map(|circuit| u32::from(self.get(circuit))).sum()
    }
}

/// A ring for every board: up to 64 columns, up to 65,535 stones a hole.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Wide([u16; 128]);

impl Ring for Wide {
    const COLUMNS: u8 = 64;
    const STONES: u32 = u16::MAX as u32;

    #[inline]
    fn empty() -> Self {
        Wide([0; 128])
    }

    #[inline]
    fn get(&self, circuit: u8) -> u16 {
        self.0[circuit as usize & 127]
    }

    #[inline]
    fn set(&mut self, circuit: u8, stones: u16) {
        self.0[circuit as usize & 127] = stones;
    }

    #[inline]
    fn lap(&mut self, from: u8, stones: u16, size: u8) -> u8 {
        lap(&mut self.0, from, stones, size)
    }

    #[inline]
    fn occupied(&self, size: u8) -> u128 {
        self.at_least(size, 1)
    }

    #[inline]
    fn several(&self, size: u8) -> u128 {
        self.at_least(size, 2)
    }

    #[inline]
    fn weight(&self) -> u64 {
        let words = self
            .0
            .as_chunks::<4>()
            .0
            .iter()
            .map(|counts| counts.iter().rev().fold(0, |word, &stones| word << 16 | u64::from(stones)));
        words
            .zip(1..)
            .fold(0, |sum, (word, place)| sum.wrapping_add(word.wrapping_mul(ODD.wrapping_mul(2 * place + 1))))
    }
}

impl Wide {
    #[inline]
    fn at_least(&self, size: u8, least: u16) -> u128 {
        let mut bits = 0;
        for (index, counts) in self.0.as_chunks::<8>().0.iter().enumerate().take(usize::from(size.div_ceil(8))) {
            // Eight comparisons at once: the bytes are 0 or 1, and their lowest bits are gathered.
            let enough = counts.map(|stones| u8::from(stones >= least));
            bits |= u128::from(gather(u64::from_le_bytes(enough))) << (8 * index);
        }
        bits
    }
}

impl fmt::Debug for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter()).finish()
    }
}

/// A ring of bytes: up to 32 columns and 255 stones on the whole board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Narrow([u8; 64]);

impl Ring for Narrow {
    const COLUMNS: u8 = 32;
    const STONES: u32 = u8::MAX as u32;

    #[inline]
    fn empty() -> Self {
        Narrow([0; 64])
    }

    #[inline]
    fn get(&self, circuit: u8) -> u16 {
        u16::from(self.0[circuit as usize & 63])
    }

    #[inline]
    fn set(&mut self, circuit: u8, stones: u16) {
        self.0[circuit as usize & 63] = stones as u8;
    }

    #[inline]
    fn lap(&mut self, from: u8, stones: u16, size: u8) -> u8 {
        lap(&mut self.0, from, stones, size)
    }

    #[inline]
    fn fold_into(&self, print: u64, size: u8) -> u64 {
        self.words(size).fold(print, |print, word| mix(mix(print, word), 0))
    }

    #[inline]
    fn occupied(&self, size: u8) -> u128 {
        self.bits(size, |word| word)
    }

    #[inline]
    fn several(&self, size: u8) -> u128 {
        self.bits(size, |word| word & (LOW * 0xfe))
    }

    #[inline]
    fn any_several(&self, _: u8) -> bool {
        self.all_words().fold(0, |all, word| all | word) & (LOW * 0xfe) != 0
    }

    #[inline]
    fn weight(&self) -> u64 {
        let odd = |place: u64| ODD.wrapping_mul(2 * place + 1);
        self.all_words().zip(1..).fold(0, |sum, (word, place)| sum.wrapping_add(word.wrapping_mul(odd(place))))
    }
}

impl Narrow {
    /// A bit for every byte that is not 0 after `keep`, eight bytes at a time.
    #[inline]
    fn bits(&self, size: u8, keep: impl Fn(u64) -> u64) -> u128 {
        let bits = (0..).zip(self.words(size)).map(|(index, word)| nonzero(keep(word)) << (8 * index));
        u128::from(bits.fold(0, |all, bits| all | bits))
    }

    /// All counts, those beyond the circuit being 0, eight holes a word.
    #[inline]
    fn all_words(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes))
    }

    /// The counts of a circuit of `size`, eight holes a word.
    #[inline]
    fn words(&self, size: u8) -> impl Iterator<Item = u64> + '_ {
        self.0.as_chunks::<8>().0.iter().take(usize::from(size.div_ceil(8))).map(|bytes| u64::from_le_bytes(*bytes))
    }
}

/// A ring of sixteen bytes that a lap changes in one addition: up to 8 columns and 255 stones on the whole board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Packed([u8; 16]);

impl Ring for Packed {
    const COLUMNS: u8 = 8;
    const STONES: u32 = u8::MAX as u32;

    #[inline]
    fn empty() -> Self {
        Packed([0; 16])
    }

    #[inline]
    fn get(&self, circuit: u8) -> u16 {
        u16::from(self.0[circuit as usize & 15])
    }

    #[inline]
    fn set(&mut self, circuit: u8, stones: u16) {
        // All bytes at once: a lone byte written makes the next reading of the whole wait for it.
        let at = circuit as usize & 15;
        self.write((self.read() & CLEAR[at]) | (u128::from(stones & 0xff) * ONE[at]));
    }

    #[inline]
    fn lap(&mut self, from: u8, stones: u16, size: u8) -> u8 {
        let mut whole = self.read() & CLEAR[from as usize & 15];
        let mut rest = stones as u8;
        if rest >= size {
            whole += ROUND[usize::from(size & 31)] * u128::from(rest / size);
            rest %= size;
        }
        self.write(whole + LAP[usize::from(size >> 1) & 15][from as usize & 15][rest as usize & 15]);
        let end = from + rest;
        if end >= size { end - size } else { end }
    }

    #[inline]
    fn fold_into(&self, print: u64, size: u8) -> u64 {
        let whole = self.read();
        let print = mix(mix(print, whole as u64), 0);
        if size <= 8 { print } else { mix(mix(print, (whole >> 64) as u64), 0) }
    }

    #[inline]
    fn occupied(&self, _: u8) -> u128 {
        self.bits(LOW * 0xff)
    }

    #[inline]
    fn several(&self, _: u8) -> u128 {
        self.bits(LOW * 0xfe)
    }

    #[inline]
    fn any_several(&self, _: u8) -> bool {
        let whole = self.read();
        (whole as u64 | (whole >> 64) as u64) & (LOW * 0xfe) != 0
    }

    #[inline]
    fn weight(&self) -> u64 {
        let whole = self.read();
        (whole as u64).wrapping_mul(ODD).wrapping_add(((whole >> 64) as u64).wrapping_mul(ODD.wrapping_mul(3)))
    }
}

impl Packed {
    #[inline]
    fn read(self) -> u128 {
        u128::from_le_bytes(self.0)
    }

    #[inline]
    fn write(&mut self, whole: u128) {
        self.0 = whole.to_le_bytes();
    }

    #[inline]
    fn bits(self, keep: u64) -> u128 {
        let whole = self.read();
        u128::from(nonzero(whole as u64 & keep) | nonzero((whole >> 64) as u64 & keep) << 8)
    }
}

/// `ROUND[size]` has a 1 in each of the lowest `size` bytes.
const ROUND: [u128; 32] = {
    let mut ones = [0; 32];
    let mut size = 1;
    while size <= 16 {
        ones[size] = ones[size - 1] << 8 | 1;
        size += 1;
    }
    ones
};

/// Everything but one byte.
const CLEAR: [u128; 16] = {
    let mut masks = [0; 16];
    let mut at = 0;
    while at < 16 {
        masks[at] = !(0xff << (8 * at));
        at += 1;
    }
    masks
};

/// A 1 in one byte.
const ONE: [u128; 16] = {
    let mut ones = [0; 16];
    let mut at = 0;
    while at < 16 {
        ones[at] = 1 << (8 * at);
        at += 1;
    }
    ones
};

/// `LAP[columns][from][stones]` has a 1 for every hole that a stone falls into; fewer stones than holes.
static LAP: [[[u128; 16]; 16]; 16] = {
    let mut laps = [[[0; 16]; 16]; 16];
    let mut columns = 2;
    while columns <= 8 {
        let size = 2 * columns;
        let mut from = 0;
        while from < size {
            let mut stones = 1;
            while stones < size {
                laps[columns][from][stones] = laps[columns][from][stones - 1] | 1 << (8 * ((from + stones) % size));
                stones += 1;
            }
            from += 1;
        }
        columns += 1;
    }
    laps
};

/// An odd number without a pattern in its bits.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A 1 in every byte.
const LOW: u64 = 0x0101_0101_0101_0101;

/// Mixes a word into a fingerprint. A word of 0 costs nothing: `high` is nearly always 0.
#[inline]
const fn mix(print: u64, word: u64) -> u64 {
    if word == 0 {
        return print.rotate_left(23);
    }
    let product = (print ^ word.wrapping_mul(ODD)) as u128 * 0xd6e8_feb8_6659_fd93_u128;
    (product as u64) ^ (product >> 64) as u64
}

/// Bit i for every byte i of the word that is not 0.
#[inline]
const fn nonzero(word: u64) -> u64 {
    let low7 = LOW * 0x7f;
    let high = (((word & low7) + low7) | word) & !low7;
    gather(high >> 7)
}

/// The lowest bits of the eight bytes, all else in them being 0, as one byte.
#[inline]
const fn gather(bytes: u64) -> u64 {
    bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// A lap over an array of counts, hole by hole. `N` is a power of two, no smaller than `size`.
#[inline]
fn lap<T: Copy + Default + From<bool> + From<u8> + AddAssign, const N: usize>(
    holes: &mut [T; N],
    from: u8,
    stones: u16,
    size: u8,
) -> u8 {
    if stones >= HEAP {
        return lap_of_a_heap(holes, from, stones, size);
    }
    holes[from as usize & (N - 1)] = T::default();
    // Nearly every lap is of four stones or fewer. Adding to four holes always, nothing to those beyond the lap, leaves
    // no branch that the processor could guess wrong.
    let mut at = from;
    let mut landing = from;
    for dropped in 0..4 {
        at = following(at, size);
        let falls = dropped < stones;
        holes[at as usize & (N - 1)] += T::from(falls);
        landing = if falls { at } else { landing };
    }
    for _ in 4..stones {
        landing = following(landing, size);
        holes[landing as usize & (N - 1)] += T::from(true);
    }
    landing
}

/// From so many stones on a lap goes round by round. No real game has such a hole, but a made-up one must not take for
/// ever.
const HEAP: u16 = 512;

#[cold]
fn lap_of_a_heap<T: Copy + Default + From<bool> + From<u8> + AddAssign, const N: usize>(
    holes: &mut [T; N],
    from: u8,
    stones: u16,
    size: u8,
) -> u8 {
    holes[from as usize & (N - 1)] = T::default();
    let mut rounds = stones / u16::from(size);
    while rounds > 0 {
        let some = rounds.min(u16::from(u8::MAX)) as u8;
        for hole in &mut holes[..usize::from(size)] {
            *hole += T::from(some);
        }
        rounds -= u16::from(some);
    }
    let mut landing = from;
    for _ in 0..stones % u16::from(size) {
        landing = following(landing, size);
        holes[landing as usize & (N - 1)] += T::from(true);
    }
    landing
}

#[inline]
const fn following(circuit: u8, size: u8) -> u8 {
    if circuit + 1 >= size { 0 } else { circuit + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heap_is_sown_as_hole_by_hole() {
        for (size, stones, from) in [(4, 512, 0), (16, 513, 3), (16, 4000, 15), (42, 600, 7), (128, 9999, 127)] {
            let mut ring = Wide::empty();
            ring.set(from, stones);
            ring.set(from / 2, 5);
            let mut slowly = ring;
            let landing = ring.lap(from, ring.get(from), size);
            let all = slowly.get(from);
            slowly.set(from, 0);
            let mut at = from;
            for _ in 0..all {
                at = following(at, size);
                slowly.set(at, slowly.get(at) + 1);
            }
            assert_eq!((landing, ring), (at, slowly), "{stones} stones on {size} holes");
        }
    }
}
