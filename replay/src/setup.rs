//! Before the first ply: which rules a record is played by, on how wide a board, from what position, and who begins.

use std::sync::Arc;

use tsoro_notation::header::{Coordinates, Game};
use tsoro_notation::record::{Mover, Record, Sketch};
use tsoro_notation::slip::{Edit, Mend};
use tsoro_notation::span::Span;
use tsoro_rules::describe::{Description, DescriptionError};
use tsoro_rules::{Board, Columns, Position, RuleSet, Side};

use crate::code::Code;
use crate::finding::Finding;
use crate::holes::Reader;

/// The rules that a record without a header, or without a game, is played by.
pub(crate) const DEFAULT_GAME: &str = "tsoro";

/// More stones than these are refused: with tens of thousands a single sowing can go on for hours before it ends. The
/// largest game known has 284.
pub(crate) const MOST_STONES: u32 = 10_000;

/// The table a record is played on.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    pub(crate) rules: Arc<RuleSet>,
    pub(crate) start: Position,
    pub(crate) reader: Reader,
}

/// Rule sets that records have asked for, kept so that a folder of records by the same rules builds them once.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shelf {
    built: Vec<Built>,
}

/// A rule set, and what was asked for.
#[derive(Debug, Clone)]
struct Built {
    text: String,
    columns: Option<Columns>,
    rules: Arc<RuleSet>,
}

impl Shelf {
    /// More rule sets than these are not kept: a file may name a new one in every record.
    const ROOM: usize = 64;

    fn get(&mut self, text: &str, columns: Option<Columns>) -> Result<Arc<RuleSet>, DescriptionError> {
        // Few rule sets share a folder, and their names mostly differ in length: a walk along the shelf is quick.
        if let Some(built) = self.built.iter().find(|built| built.text == text && built.columns == columns) {
            return Ok(Arc::clone(&built.rules));
        }
        let rules = Arc::new(Description::parse(text)?.build(columns)?);
        if self.built.len() < Shelf::ROOM {
            self.built.push(Built { text: text.to_owned(), columns, rules: Arc::clone(&rules) });
        }
        Ok(rules)
    }
}

/// Settles the table. `None`, with a finding, when the record's rules cannot be had; then it can be read, not replayed.
pub(crate) fn setup(
    record: &Record,
    instead: Option<&Arc<RuleSet>>,
    shelf: &mut Shelf,
    findings: &mut Vec<Finding>,
) -> Option<Setup> {
    let header = &record.header;
    let rules = match instead {
        Some(rules) => Arc::clone(rules),
        None => rules(record, shelf, findings)?,
    };
    let reader = Reader {
        columns: rules.columns(),
        coordinates: header.coordinates.map_or(Coordinates::Owner, |coordinates| coordinates.value),
        mirrored: false,
    };
    let mut first = header.first.map_or(Side::South, |first| side(first.value));
    let mut board = *rules.start();
    if let Some(start) = &header.start {
        match sketched(&start.value, &rules, start.span) {
            Ok(drawn) => {
                board = drawn;
                if let Some(mover) = start.value.to_move {
                    if let Some(said) = header.first
                        && said.value != mover
                    {
                        findings.push(
                            Finding::warning(
                                Code::BadStart,
                                said.span,
                                format!("`first` says {}, and the start says {}", side(said.value), side(mover)),
                            )
                            .label("the start's side to move is taken")
                            .beside(start.span, "the start"),
                        );
                    }
                    first = side(mover);
                }
            }
            Err(finding) => {
                findings.push(*finding);
                return None;
            }
        }
    }
    if !rules.width_in_source() && instead.is_none() {
        let span = header.columns.as_ref().map_or(whole(record), |columns| columns.span);
        findings.push(
            Finding::note(
                Code::WidthNotInSource,
                span,
                format!("the source of `{}` names no board of {} columns", rules.name(), rules.columns()),
            )
            .rule("6.0 other widths, from 2 to 64 columns, are accepted"),
        );
    }
    Some(Setup { start: Position::of(board, first), rules, reader })
}

fn rules(record: &Record, shelf: &mut Shelf, findings: &mut Vec<Finding>) -> Option<Arc<RuleSet>> {
    let header = &record.header;
    let (text, offset, span) = match header.game.as_ref().map(|game| (&game.value, game.span)) {
        None => (DEFAULT_GAME, None, whole(record)),
        Some((Game::Preset(name), span)) => (name.as_str(), None, span),
        Some((Game::Mapping { text, offset }, span)) => (text.as_str(), Some(*offset), span),
    };
    let columns = match &header.columns {
        None => None,
        // A width that no board has was said by the parser, with the header's own words.
        Some(columns) => match u8::try_from(columns.value).ok().and_then(|columns| Columns::new(columns).ok()) {
            Some(columns) => Some(columns),
            None => {
                findings.push(
                    Finding::error(
                        Code::BadRules,
                        columns.span,
                        format!("a board has from 2 to 64 columns, not {}", columns.value),
                    )
                    .fact("the record is read, and not replayed"),
                );
                return None;
            }
        },
    };
    match shelf.get(text, columns) {
        Ok(rules) => Some(rules),
        Err(error) => {
            findings.push(refused(error, span, offset));
            None
        }
    }
}

fn refused(error: DescriptionError, span: Span, offset: Option<u32>) -> Finding {
    let place = match (offset, &error.span) {
        (Some(offset), Some(range)) => Span::new(offset + range.start as u32, offset + range.end as u32),
        _ => span,
    };
    let mut finding = Finding::error(Code::BadRules, place, error.message)
        .rule("6 the presets, and rule sets of one's own")
        .fact("the record is read, and not replayed");
    if let Some(meant) = error.suggestion {
        finding = finding.mend(Mend {
            message: format!("write `{meant}`"),
            edits: vec![Edit { span: place, text: meant }],
            sure: false,
        });
    }
    finding
}

/// A complete sketch as a board of these rules.
pub(crate) fn sketched(sketch: &Sketch, rules: &RuleSet, span: Span) -> Result<Board, Box<Finding>> {
    let columns = usize::from(rules.columns().get());
    let start = |span: Span, message: String, label: String| {
        Box::new(Finding::error(Code::BadStart, span, message).label(label))
    };
    if sketch.rows.len() != 4 {
        let rows = sketch.rows.len();
        return Err(start(span, format!("a board has four rows, and this one has {rows}"), format!("{rows} rows")));
    }
    let mut rows = [const { Vec::new() }; 4];
    for (row, drawn) in rows.iter_mut().zip(&sketch.rows) {
        if drawn.holes.len() != columns {
            let holes = drawn.holes.len();
            return Err(start(
                drawn.span,
                format!("a row of this board has {columns} holes, and this one has {holes}"),
                format!("{holes} holes"),
            ));
        }
        for hole in &drawn.holes {
            let Some(stones) = hole.stones else {
                let message = "a game begins from a board of which every hole is known".to_owned();
                return Err(start(hole.span, message, "a hole not seen".to_owned()));
            };
            row.push(stones);
        }
    }
    let board = Board::from_rows([&rows[0], &rows[1], &rows[2], &rows[3]]);
    let board = board.filter(|board| board.total() <= MOST_STONES);
    board.ok_or_else(|| {
        start(span, format!("a game has at most {MOST_STONES} stones"), "too many stones to be sown".to_owned())
    })
}

/// A side as the notation names it.
pub(crate) fn side(mover: Mover) -> Side {
    match mover {
        Mover::South => Side::South,
        Mover::North => Side::North,
    }
}

/// Where to point when something concerns the whole record: its first line that is not blank.
pub(crate) fn whole(record: &Record) -> Span {
    let text = &record.text;
    let start = text.len() - text.trim_start().len();
    let end = text[start..].find(['\n', '\r']).map_or(text.len(), |length| start + length);
    Span::new(start as u32, end as u32)
}
