//! The one sowing loop of the house: laps relayed until one ends in an empty hole, the mover stops, or the sowing is
//! found to have no end (`games.md` 2).

use std::ops::ControlFlow;

use crate::{Direction, Ring};

/// One lap of a sowing, as it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lap {
    /// 1 for the first lap.
    pub number: u32,
    /// Where the stones were lifted, as a place on the circuit.
    pub from: u8,
    /// Where the last stone fell, as a place on the circuit.
    pub landing: u8,
    /// How many stones were sown.
    pub stones: u16,
    /// Whether the hole landed in held stones before the last one fell.
    pub occupied: bool,
}

/// Why a sowing is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SowingEnd {
    /// The last stone fell into an empty hole (2.3).
    Empty,
    /// The mover stopped there (2.4).
    Stopped,
    /// It is back at the holes and the hole lifted from that it began with, so it would go on for ever (2.5).
    Endless,
}

/// A whole sowing in figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sowing {
    /// Laps sown; of an endless one, the laps of one round.
    pub laps: u32,
    /// Stones sown, each as often as it was dropped.
    pub stones: u64,
    /// The hole in which the last lap ended, as a place on the circuit.
    pub landing: u8,
    /// Why it is over.
    pub end: SowingEnd,
}

/// Sows from `from` on a circuit of `size` holes until an empty hole, a break asked for by `visit`, or an endless round.
///
/// `visit` is called after every lap, with the ring as it then is. The hole lifted from must hold stones. An endless
/// sowing leaves the ring as it was at the beginning. Comparing with the beginning is a complete test, since a lap is
/// one to one on pairs of (holes, hole to lift): `games.md` 2.5.
pub fn sow<R: Ring>(
    ring: &mut R,
    size: u8,
    direction: Direction,
    from: u8,
    mut visit: impl FnMut(&R, Lap) -> ControlFlow<()>,
) -> Sowing {
    match direction {
        Direction::Counterclockwise => sow_on(ring, size, from, visit),
        Direction::Clockwise => {
            // A clockwise sowing is a counterclockwise one seen from below the board.
            let mirror = |circuit: u8| size - 1 - circuit;
            let mut mirrored = reversed(ring, size);
            let sowing = sow_on(&mut mirrored, size, mirror(from), |ring, lap| {
                visit(&reversed(ring, size), Lap { from: mirror(lap.from), landing: mirror(lap.landing), ..lap })
            });
            *ring = reversed(&mirrored, size);
            Sowing { landing: mirror(sowing.landing), ..sowing }
        }
    }
}

#[inline]
fn sow_on<R: Ring>(ring: &mut R, size: u8, from: u8, mut visit: impl FnMut(&R, Lap) -> ControlFlow<()>) -> Sowing {
    debug_assert!(ring.get(from) > 0, "a sowing begins with stones");
    let beginning = *ring;
    let mut sowing = Sowing { laps: 0, stones: 0, landing: from, end: SowingEnd::Empty };
    let mut lifted = from;
    let mut stones = ring.get(from);
    loop {
        let landing = ring.lap(lifted, stones, size);
        let held = ring.get(landing);
        let occupied = held > 1;
        sowing.laps += 1;
        sowing.stones += u64::from(stones);
        sowing.landing = landing;
        let stop = visit(ring, Lap { number: sowing.laps, from: lifted, landing, stones, occupied });
        if !occupied {
            return sowing;
        }
        if stop.is_break() {
            sowing.end = SowingEnd::Stopped;
            return sowing;
        }
        if landing == from && *ring == beginning {
            sowing.end = SowingEnd::Endless;
            return sowing;
        }
        lifted = landing;
        stones = held;
    }
}

fn reversed<R: Ring>(ring: &R, size: u8) -> R {
    let mut reversed = R::empty();
    for circuit in 0..size {
        reversed.set(size - 1 - circuit, ring.get(circuit));
    }
    reversed
}
