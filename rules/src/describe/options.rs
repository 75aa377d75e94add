//! What a description says, option by option, with the place where it says so; and one description laid over another.
//!
//! Nothing here knows how wide the board is: that is settled in [`settle`](super::settle).

use std::collections::BTreeMap;
use std::ops::Range;

use crate::{
    Bonus, BonusAfter, BonusHeads, CaptureScope, Columns, Direction, Endless, Hole, NoMove, Repetition, Row, Side,
    SingletonsInto, SingletonsWhen,
};

/// A value with its place in the text; without one when the text is a preset's and not the user's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Told<T> {
    pub(super) value: T,
    pub(super) at: Option<Place>,
}

/// A range of bytes that can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl From<Range<usize>> for Place {
    fn from(range: Range<usize>) -> Place {
        Place { start: range.start, end: range.end }
    }
}

impl From<Place> for Range<usize> {
    fn from(place: Place) -> Range<usize> {
        place.start..place.end
    }
}

impl<T> Told<T> {
    pub(super) fn new(value: T, at: Range<usize>) -> Told<T> {
        Told { value, at: Some(at.into()) }
    }
}

/// Every option, each left open or told.
#[derive(Debug, Clone, Default)]
pub(super) struct Options {
    pub(super) about: About,
    pub(super) columns: Option<Told<Columns>>,
    pub(super) columns_in_source: Option<Vec<Columns>>,
    /// The start, layer over layer: a preset's, then what a description changes of it.
    pub(super) start: Vec<StartLayer>,
    /// The start that takes the place of the first layer where both sides' heads are so many, from the right.
    pub(super) start_by_heads: BTreeMap<u8, StartLayer>,
    /// South's and North's.
    pub(super) heads: [Option<Told<Heads>>; 2],
    pub(super) direction: Option<Told<Direction>>,
    pub(super) several: Option<Told<Several>>,
    pub(super) singletons_when: Option<Told<SingletonsWhen>>,
    pub(super) singletons_into: Option<Told<SingletonsInto>>,
    pub(super) singletons_capture: Option<Told<bool>>,
    pub(super) capture: Option<Told<CaptureScope>>,
    pub(super) bonus: Option<Told<Bonus>>,
    pub(super) bonus_after: Option<Told<BonusAfter>>,
    pub(super) bonus_heads: Option<Told<BonusHeads>>,
    pub(super) bonus_mandatory: Option<Told<bool>>,
    pub(super) endless: Option<Told<Endless>>,
    pub(super) repetition: Option<Told<Repetition>>,
    pub(super) no_move: Option<Told<NoMove>>,
}

/// What a description tells about the game itself; none of it changes how it is played.
#[derive(Debug, Clone, Default)]
pub(super) struct About {
    pub(super) name: Option<String>,
    pub(super) title: Option<String>,
    pub(super) aliases: Option<Vec<String>>,
    pub(super) people: Option<String>,
    pub(super) region: Option<String>,
    pub(super) source: Option<String>,
    pub(super) notes: Option<String>,
}

/// Whether holes of two stones and more are lifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Several {
    #[default]
    Always,
    /// Only single stones move.
    Never,
}

/// A side's heads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Heads {
    /// So many outer holes from the owner's right hand.
    Right(u8),
    /// Outer holes by name.
    Named(Vec<Told<Named>>),
}

/// A hole's name without its side: a row and a column, counted from the left hand or from the right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) row: Row,
    pub(super) column: u8,
    pub(super) from_right: bool,
}

impl Named {
    /// The hole on a board; `None` where the board has none such.
    pub(super) fn on(self, columns: Columns, side: Side) -> Option<Hole> {
        let column = if self.from_right { (columns.get() + 1).checked_sub(self.column)? } else { self.column };
        columns.hole(side, self.row, column)
    }

    /// The name, upper case for South and for both.
    pub(super) fn written(self, side: Side) -> String {
        let row = match (side, self.row) {
            (Side::South, Row::Inner) => 'A',
            (Side::South, Row::Outer) => 'B',
            (Side::North, Row::Inner) => 'a',
            (Side::North, Row::Outer) => 'b',
        };
        let sign = if self.from_right { "-" } else { "" };
        format!("{row}{sign}{}", self.column)
    }
}

/// One description's word on the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StartLayer {
    pub(super) at: Option<Place>,
    pub(super) start: Start,
}

/// How a start is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Start {
    /// All four rows, from top to bottom and left to right as South sees them, equally long.
    Board(Columns, [Vec<u16>; 4]),
    /// Rows and single holes. Later parts go over earlier ones; they are sorted by rank.
    Parts(Vec<Part>),
}

/// A row or a hole of a start with its stones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// South's, North's, or both sides'.
    pub(super) sides: Sides,
    pub(super) what: What,
    pub(super) at: Option<Place>,
}

/// Whose rows and holes a part speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sides {
    Both,
    One(Side),
}

impl Sides {
    pub(super) fn each(self) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(move |&side| self == Sides::Both || self == Sides::One(side))
    }
}

/// What a part fills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    /// Every hole of a row with so many.
    Each(Row, u16),
    /// A row hole by hole, from the owner's left.
    Listed(Row, Vec<u16>),
    /// One hole.
    Hole(Named, u16),
}

impl Part {
    /// Rows before holes, what both sides share before what is one side's.
    pub(super) fn rank(&self) -> u8 {
        let hole = u8::from(matches!(self.what, What::Hole(..)));
        hole + 2 * u8::from(self.sides != Sides::Both)
    }
}

impl Options {
    /// This description's options laid over those of the preset that it changes.
    pub(super) fn over(self, base: Options) -> Options {
        let [south, north] = self.heads;
        let [base_south, base_north] = base.heads;
        let mut start_by_heads = base.start_by_heads;
        start_by_heads.extend(self.start_by_heads);
        let start = match self.start.first() {
            // A whole board leaves nothing of what was below it.
            Some(StartLayer { start: Start::Board(..), .. }) => {
                start_by_heads.clear();
                self.start
            }
            _ => base.start.into_iter().chain(self.start).collect(),
        };
        Options {
            about: self.about.over(base.about),
            columns: self.columns.or(base.columns),
            columns_in_source: self.columns_in_source.or(base.columns_in_source),
            start,
            start_by_heads,
            heads: [south.or(base_south), north.or(base_north)],
            direction: self.direction.or(base.direction),
            several: self.several.or(base.several),
            singletons_when: self.singletons_when.or(base.singletons_when),
            singletons_into: self.singletons_into.or(base.singletons_into),
            singletons_capture: self.singletons_capture.or(base.singletons_capture),
            capture: self.capture.or(base.capture),
            bonus: self.bonus.or(base.bonus),
            bonus_after: self.bonus_after.or(base.bonus_after),
            bonus_heads: self.bonus_heads.or(base.bonus_heads),
            bonus_mandatory: self.bonus_mandatory.or(base.bonus_mandatory),
            endless: self.endless.or(base.endless),
            repetition: self.repetition.or(base.repetition),
            no_move: self.no_move.or(base.no_move),
        }
    }

    /// The same options with every place forgotten: those of a preset, whose text is not the user's.
    pub(super) fn placeless(mut self) -> Options {
        fn forget<T>(told: &mut Option<Told<T>>) {
            if let Some(told) = told {
                told.at = None;
            }
        }
        forget(&mut self.columns);
        for heads in &mut self.heads {
            if let Some(Told { value: Heads::Named(holes), .. }) = heads {
                for hole in holes {
                    hole.at = None;
                }
            }
            forget(heads);
        }
        for layer in self.start.iter_mut().chain(self.start_by_heads.values_mut()) {
            layer.at = None;
            if let Start::Parts(parts) = &mut layer.start {
                for part in parts {
                    part.at = None;
                }
            }
        }
        forget(&mut self.direction);
        forget(&mut self.several);
        forget(&mut self.singletons_when);
        forget(&mut self.singletons_into);
        forget(&mut self.singletons_capture);
        forget(&mut self.capture);
        forget(&mut self.bonus);
        forget(&mut self.bonus_after);
        forget(&mut self.bonus_heads);
        forget(&mut self.bonus_mandatory);
        forget(&mut self.endless);
        forget(&mut self.repetition);
        forget(&mut self.no_move);
        self
    }
}

impl About {
    fn over(self, base: About) -> About {
        About {
            name: self.name.or(base.name),
            title: self.title.or(base.title),
            aliases: self.aliases.or(base.aliases),
            people: self.people.or(base.people),
            region: self.region.or(base.region),
            source: self.source.or(base.source),
            notes: self.notes.or(base.notes),
        }
    }
}
