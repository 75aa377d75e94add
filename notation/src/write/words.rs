//! Items as words.

use std::fmt::Write as _;

use super::board_order;
use super::lines::Lines;
use crate::movetext::is_prose;
use crate::record::{
    BoardContent, ClaimKind, CommentKind, FactSubject, GameResult, Glyph, Item, ItemKind, Mark, Missing, Mover, Ply,
    Reading, Record, Sketch, TakenStones, WrittenBoard, WrittenColumn, WrittenHole, WrittenMove, WrittenRow,
};

/// Items being written.
pub(super) struct Words<'a> {
    pub(super) record: &'a Record,
    /// The columns of the board, where holes are to be turned from board to owner coordinates.
    pub(super) columns: Option<u8>,
    pub(super) lines: &'a mut Lines,
}

impl Words<'_> {
    pub(super) fn items(&mut self, items: &[Item]) {
        let mut last: Option<&Item> = None;
        for item in items {
            self.item(item, last);
            last = Some(item);
        }
    }

    fn item(&mut self, item: &Item, last: Option<&Item>) {
        let source = self.record.at(item.span);
        match &item.kind {
            ItemKind::Number(number) => {
                self.lines.word(&format!("{}{}", number.number, if number.second { "..." } else { "." }));
            }
            ItemKind::Ply(ply) => {
                let ply = self.ply(ply);
                self.lines.word(&ply);
            }
            ItemKind::Board(board) => self.board(board, source),
            ItemKind::Time(_) | ItemKind::Comment(CommentKind::Braces) => self.lines.word(source),
            ItemKind::Comment(CommentKind::Line) => {
                self.lines.word(source);
                self.lines.break_line();
            }
            ItemKind::Glyph(glyph) => self.glyph(*glyph, last),
            ItemKind::Variation(items) => {
                self.lines.word("(");
                self.lines.glue();
                self.items(items);
                if is_closed(self.record, item, items) {
                    self.lines.touch(")");
                }
            }
            ItemKind::Result(result) => self.lines.word(match result {
                GameResult::South => "1-0",
                GameResult::North => "0-1",
                GameResult::Draw => "1/2-1/2",
                GameResult::Unfinished => "*",
            }),
            ItemKind::Unreadable => {
                // Two lines of prose are two slips, and stay two.
                let prose = |item: &Item| item.kind == ItemKind::Unreadable && is_prose(self.record.at(item.span));
                if last.is_some_and(prose) && is_prose(source) {
                    self.lines.break_line();
                }
                self.lines.word(source);
                // A board that was never closed would go on into what follows.
                if source.starts_with('[') && !source.ends_with(']') {
                    self.lines.break_line();
                }
            }
        }
    }

    fn glyph(&mut self, glyph: Glyph, last: Option<&Item>) {
        let sign = match glyph.0 {
            1 => "!",
            2 => "?",
            3 => "!!",
            4 => "??",
            5 => "!?",
            6 => "?!",
            number => return self.lines.word(&format!("${number}")),
        };
        match last {
            Some(Item { kind: ItemKind::Ply(_), .. }) => self.lines.touch(sign),
            _ => self.lines.word(sign),
        }
    }

    fn ply(&self, ply: &Ply) -> String {
        let mut written = String::new();
        for (index, reading) in ply.readings().enumerate() {
            if index > 0 {
                written.push('|');
            }
            self.reading(&mut written, reading);
        }
        written.push_str(match ply.mark {
            None => "",
            Some(Mark::Doubtful) => "(?)",
            Some(Mark::Really) => "(!)",
        });
        written
    }

    fn reading(&self, written: &mut String, reading: &Reading) {
        let written_move = match reading {
            Reading::Missing(Missing::Plies(1)) => return written.push('_'),
            Reading::Missing(Missing::Plies(plies)) => return push(written, format_args!("_*{plies}")),
            Reading::Missing(Missing::Unknown) => return written.push_str("_*"),
            Reading::Move(written_move) => written_move,
        };
        if is_saturated(written_move) {
            return written.push_str(self.record.at(written_move.span));
        }
        self.hole(written, &written_move.hole);
        for relay in written_move.relays() {
            written.push('+');
            relay.head.iter().for_each(|head| self.hole(written, head));
        }
        if let Some(stop) = written_move.stop() {
            written.push('/');
            stop.head.iter().for_each(|head| self.hole(written, head));
            stop.landing.iter().for_each(|landing| push(written, format_args!("^{landing}")));
        }
        for landing in written_move.landings() {
            written.push('-');
            self.hole(written, landing);
        }
        match written_move.taken.map(|taken| taken.stones) {
            None => {}
            Some(TakenStones::Some) => written.push('x'),
            Some(TakenStones::Total(all)) => push(written, format_args!("x{all}")),
            Some(TakenStones::Each(inner, outer)) => push(written, format_args!("x{inner},{outer}")),
        }
        written_move.total().iter().for_each(|total| push(written, format_args!("({})", total.count)));
        if let Some(bonus) = &written_move.bonus {
            let mut holes: Vec<_> = bonus
                .holes
                .iter()
                .copied()
                .map(|mut chosen| {
                    chosen.hole = self.turned(chosen.hole);
                    chosen
                })
                .collect();
            holes.sort_by_key(board_order);
            written.push_str(if holes.is_empty() { ":0" } else { ":" });
            for (index, chosen) in holes.iter().enumerate() {
                if index > 0 {
                    written.push(',');
                }
                write_hole(written, &chosen.hole);
                chosen.stones.iter().for_each(|stones| push(written, format_args!("={stones}")));
            }
        }
        match written_move.claim().map(|claim| claim.kind) {
            None => {}
            Some(ClaimKind::Won) => written.push('#'),
            Some(ClaimKind::Endless) => written.push('~'),
        }
    }

    fn hole(&self, written: &mut String, hole: &WrittenHole) {
        write_hole(written, &self.turned(*hole));
    }

    /// The hole in owner coordinates.
    fn turned(&self, mut hole: WrittenHole) -> WrittenHole {
        let north = matches!(hole.row, WrittenRow::NorthInner | WrittenRow::NorthOuter);
        if let (Some(columns), WrittenColumn::Left(column), true) = (self.columns, hole.column, north)
            && (1..=u16::from(columns)).contains(&column)
        {
            hole.column = WrittenColumn::Left(u16::from(columns) + 1 - column);
        }
        hole
    }

    fn board(&mut self, board: &WrittenBoard, source: &str) {
        if is_saturated_board(board) {
            return self.lines.word(source);
        }
        self.lines.word(if board.really { "[!" } else { "[" });
        if !board.really {
            self.lines.glue();
        }
        match &board.content {
            BoardContent::Sketch(sketch) => self.sketch(sketch),
            BoardContent::Facts(facts) => {
                for fact in facts {
                    let mut word = String::new();
                    match fact.subject {
                        FactSubject::Hole(hole) => self.hole(&mut word, &hole),
                        FactSubject::Side(Mover::South) => word.push('S'),
                        FactSubject::Side(Mover::North) => word.push('N'),
                        FactSubject::Off => word.push_str("off"),
                    }
                    push(&mut word, format_args!("={}", fact.stones));
                    self.lines.word(&word);
                }
            }
        }
        self.lines.touch("]");
    }

    fn sketch(&mut self, sketch: &Sketch) {
        for (index, row) in sketch.rows.iter().enumerate() {
            if index > 0 {
                self.lines.word("/");
            }
            for run in row.holes.chunk_by(|a, b| a.stones == b.stones) {
                let stones = run[0].stones.map_or(".".to_owned(), |stones| stones.to_string());
                if run.len() > 2 {
                    self.lines.word(&format!("{stones}*{}", run.len()));
                } else {
                    for _ in run {
                        self.lines.word(&stones);
                    }
                }
            }
        }
        match sketch.to_move {
            None => {}
            Some(Mover::South) => self.lines.word("S"),
            Some(Mover::North) => self.lines.word("N"),
        }
    }
}

fn push(written: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = written.write_fmt(text);
}

pub(super) fn write_hole(written: &mut String, hole: &WrittenHole) {
    written.push(match hole.row {
        WrittenRow::SouthInner => 'A',
        WrittenRow::SouthOuter => 'B',
        WrittenRow::NorthInner => 'a',
        WrittenRow::NorthOuter => 'b',
        WrittenRow::Illegible => '_',
    });
    match hole.column {
        WrittenColumn::Left(column) => push(written, format_args!("{column}")),
        WrittenColumn::Right(column) => push(written, format_args!("-{column}")),
        WrittenColumn::Illegible => written.push('_'),
    }
}

/// Whether a variation has its closing parenthesis: something of it stands behind its last item.
fn is_closed(record: &Record, item: &Item, items: &[Item]) -> bool {
    match items.last() {
        Some(last) => item.span.end > last.span.end,
        None => record.at(item.span).chars().count() > 1,
    }
}

/// Every hole that a move names.
pub(super) fn holes(written: &WrittenMove) -> impl Iterator<Item = &WrittenHole> {
    std::iter::once(&written.hole)
        .chain(written.relays().iter().filter_map(|relay| relay.head.as_ref()))
        .chain(written.stop().and_then(|stop| stop.head.as_ref()))
        .chain(written.landings())
        .chain(written.bonus.iter().flat_map(|bonus| bonus.holes.iter().map(|chosen| &chosen.hole)))
}

/// Every hole that a board states a fact about.
pub(super) fn fact_holes(board: &WrittenBoard) -> impl Iterator<Item = &WrittenHole> {
    let facts: &[_] = match &board.content {
        BoardContent::Facts(facts) => facts,
        BoardContent::Sketch(_) => &[],
    };
    facts.iter().filter_map(|fact| match &fact.subject {
        FactSubject::Hole(hole) => Some(hole),
        _ => None,
    })
}

/// Whether a number in a move was too large to be kept: then only its text has it.
fn is_saturated(written: &WrittenMove) -> bool {
    holes(written).any(column_is_saturated)
        || written.taken.is_some_and(|taken| match taken.stones {
            TakenStones::Some => false,
            TakenStones::Total(all) => all == u16::MAX,
            TakenStones::Each(inner, outer) => inner == u16::MAX || outer == u16::MAX,
        })
        || written.bonus.as_ref().is_some_and(|bonus| bonus.holes.iter().any(|chosen| chosen.stones == Some(u16::MAX)))
        || written.stop().is_some_and(|stop| stop.landing == Some(u16::MAX))
        || written.total().is_some_and(|total| total.count == u32::MAX)
}

fn column_is_saturated(hole: &WrittenHole) -> bool {
    matches!(hole.column, WrittenColumn::Left(u16::MAX) | WrittenColumn::Right(u16::MAX))
}

fn is_saturated_board(board: &WrittenBoard) -> bool {
    match &board.content {
        BoardContent::Facts(facts) => {
            fact_holes(board).any(column_is_saturated) || facts.iter().any(|fact| fact.stones == u32::MAX)
        }
        BoardContent::Sketch(sketch) => {
            sketch.rows.iter().flat_map(|row| &row.holes).any(|hole| hole.stones == Some(u16::MAX))
        }
    }
}
