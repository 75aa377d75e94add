//! Boards noted down, held against the position: what differs, and since when it does.

use tsoro_notation::record::{BoardContent, FactSubject, Sketch, WrittenBoard};
use tsoro_notation::span::Span;
use tsoro_rules::{Position, Side, VIEW};

use crate::code::Code;
use crate::finding::Finding;
use crate::gap::Goal;
use crate::holes::{NoHole, Reader};
use crate::setup::side;
use crate::sown::no_such_hole;
use crate::step::Step;
use crate::turn::counted;

/// No farther back than so many plies is looked for a position that a board agrees with.
const FARTHEST_BACK: usize = 2000;

/// One statement of a board: so many stones in a place.
#[derive(Debug, Clone, Copy)]
struct Statement {
    span: Span,
    place: Place,
    stones: u32,
}

#[derive(Debug, Clone, Copy)]
enum Place {
    Hole(tsoro_rules::Hole),
    Side(Side),
    Off,
}

/// A board that could be read on this table.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    span: Span,
    statements: Vec<Statement>,
    /// Whose turn it is said to be.
    pub(crate) to_move: Option<Side>,
    /// Whether every hole is known.
    pub(crate) complete: bool,
}

/// What is known of the game so far, for comparison.
pub(crate) struct Game<'a> {
    pub(crate) reader: Reader,
    /// Stones at the start.
    pub(crate) stones: u32,
    /// The position the line began from.
    pub(crate) start: &'a Position,
    /// The plies so far.
    pub(crate) steps: &'a [Step],
}

impl Game<'_> {
    /// Every position so far with the number of the ply that led to it, 0 for the start.
    fn course(&self) -> impl DoubleEndedIterator<Item = (u32, &Position)> {
        std::iter::once((0, self.start)).chain(self.steps.iter().map(|step| (step.ply, &step.after)))
    }
}

/// Reads a board on this table.
///
/// # Errors
/// A finding when the board cannot be one of this game.
pub(crate) fn read(board: &WrittenBoard, span: Span, game: &Game<'_>) -> Result<Seen, Box<Finding>> {
    match &board.content {
        BoardContent::Sketch(sketch) => read_sketch(sketch, span, game),
        BoardContent::Facts(facts) => {
            let mut statements = Vec::new();
            for fact in facts {
                let place = match fact.subject {
                    FactSubject::Hole(hole) => match game.reader.hole(hole) {
                        Ok(hole) => Place::Hole(hole),
                        Err(NoHole::OffBoard) => return Err(Box::new(no_such_hole(hole, game.reader))),
                        Err(NoHole::Illegible) => continue,
                    },
                    FactSubject::Side(mover) => Place::Side(side(mover)),
                    FactSubject::Off => Place::Off,
                };
                if fact.stones > game.stones {
                    return Err(too_many(fact.span, fact.stones, game.stones));
                }
                statements.push(Statement { span: fact.span, place, stones: fact.stones });
            }
            Ok(Seen { span, statements, to_move: None, complete: false })
        }
    }
}

fn read_sketch(sketch: &Sketch, span: Span, game: &Game<'_>) -> Result<Seen, Box<Finding>> {
    let columns = game.reader.columns;
    let length = sketch.rows.first().map_or(0, |row| row.holes.len());
    if sketch.rows.len() != 4 {
        let rows = sketch.rows.len();
        let message = format!("a board has four rows, and this one has {rows}");
        let label = format!("{rows} row{}", if rows == 1 { "" } else { "s" });
        return Err(Box::new(Finding::error(Code::MalformedBoard, sketch.span, message).label(label)));
    }
    if let Some(odd) = sketch.rows.iter().find(|row| row.holes.len() != length) {
        let message = format!("the rows of a board are equally long: the first one here has {length} holes");
        let finding = Finding::error(Code::MalformedBoard, odd.span, message);
        return Err(Box::new(finding.label(format!("{} holes", odd.holes.len()))));
    }
    if length != usize::from(columns.get()) {
        return Err(Box::new(
            Finding::error(
                Code::BoardImpossible,
                sketch.rows[0].span,
                format!("this board has {length} columns, and the game is played on {columns}"),
            )
            .label(format!("{length} holes")),
        ));
    }
    let mut statements = Vec::new();
    let mut total = 0;
    for ((owner, row), drawn) in VIEW.into_iter().zip(&sketch.rows) {
        for (left, hole) in (0..).zip(&drawn.holes) {
            let column = if owner == Side::South { left + 1 } else { columns.get() - left };
            let (Some(stones), Some(at)) = (hole.stones, columns.hole(owner, row, column)) else { continue };
            total += u32::from(stones);
            statements.push(Statement { span: hole.span, place: Place::Hole(at), stones: u32::from(stones) });
        }
    }
    if total > game.stones {
        return Err(too_many(span, total, game.stones));
    }
    let complete = statements.len() == 2 * usize::from(columns.circuit());
    Ok(Seen { span, statements, to_move: sketch.to_move.map(side), complete })
}

pub(crate) fn too_many(span: Span, stones: u32, game: u32) -> Box<Finding> {
    Box::new(
        Finding::error(
            Code::BoardImpossible,
            span,
            format!("{stones} stones are more than the game has: it began with {game}"),
        )
        .label(format!("{stones} stones")),
    )
}

impl Statement {
    fn held(&self, position: &Position, stones: u32) -> u32 {
        match self.place {
            Place::Hole(hole) => u32::from(position.board.get(hole)),
            Place::Side(side) => position.board.stones(side),
            Place::Off => stones.saturating_sub(position.board.total()),
        }
    }

    fn name(&self) -> String {
        match self.place {
            Place::Hole(hole) => hole.to_string(),
            Place::Side(side) => format!("{side}'s side"),
            Place::Off => "off the board".to_owned(),
        }
    }
}

impl Seen {
    /// Whether the position is as this board says.
    pub(crate) fn fits(&self, position: &Position, stones: u32) -> bool {
        self.to_move.is_none_or(|mover| mover == position.to_move)
            && self.statements.iter().all(|statement| statement.held(position, stones) == statement.stones)
    }

    /// What a reconstruction has to lead to.
    pub(crate) fn goal(&self, columns: tsoro_rules::Columns) -> Goal {
        let mut goal = Goal::unseen(columns);
        for statement in &self.statements {
            if let Place::Hole(hole) = statement.place {
                goal = goal.with(hole, statement.stones as u16);
            }
        }
        if let Some(side) = self.to_move { goal.with_mover(side) } else { goal }
    }

    /// The position as it stood: every hole that is known is taken over.
    pub(crate) fn taken_over(&self, mut position: Position) -> Position {
        for statement in &self.statements {
            if let Place::Hole(hole) = statement.place {
                position.board.set(hole, statement.stones as u16);
            }
        }
        if let Some(mover) = self.to_move {
            position.to_move = mover;
        }
        position
    }

    /// What differs between the board and the position after the last ply of the course; `None` when nothing does.
    pub(crate) fn differs(&self, position: &Position, game: &Game<'_>, really: bool) -> Option<Finding> {
        let ply = game.steps.last().map_or(0, |step| step.ply);
        let differing: Vec<&Statement> = self
            .statements
            .iter()
            .filter(|statement| statement.held(position, game.stones) != statement.stones)
            .collect();
        let wrong_mover = self.to_move.filter(|mover| *mover != position.to_move);
        if differing.is_empty() && wrong_mover.is_none() {
            return None;
        }
        let after = if ply == 0 { "at the start".to_owned() } else { format!("after ply {ply}") };
        let held = |statement: &Statement| {
            let held = statement.held(position, game.stones);
            match statement.place {
                Place::Off => format!("{held} are off the board {after}, not {}", statement.stones),
                _ => format!("{} holds {held} {after}, not {}", statement.name(), statement.stones),
            }
        };
        let (span, message) = match (&differing[..], wrong_mover) {
            ([], _) => (self.span, format!("{} is to move {after}", position.to_move)),
            ([only], None) => (only.span, held(only)),
            (several, _) => (
                several[0].span,
                format!("this board differs from the position {after} in {}", counted(several.len() as u32, "place")),
            ),
        };
        let mut finding = if really {
            Finding::note(Code::BoardTakenOver, span, message)
                .fact("the board is taken as it stood, and play goes on from it")
        } else {
            Finding::warning(Code::BoardDiffers, span, message)
        };
        let first = differing.first().map(|statement| format!("holds {}", statement.held(position, game.stones)));
        finding = finding.label(first.unwrap_or_default());
        if differing.len() > 1 {
            const MOST: usize = 6;
            for statement in differing.iter().take(MOST) {
                finding = finding.fact(held(statement));
            }
            if differing.len() > MOST {
                finding = finding.fact(format!("and {} more", counted((differing.len() - MOST) as u32, "place")));
            }
        }
        if !really {
            finding = finding.fact(self.agreement(game)).fact("`[! …]` says that the board really stood so");
        }
        Some(finding)
    }

    /// Since, or up to, which ply the board and the game agree.
    fn agreement(&self, game: &Game<'_>) -> String {
        // One hole or two alone agree with nearly any position by chance; still it is what a reader asks first.
        let agrees = |position: &Position| {
            self.statements.iter().all(|statement| statement.held(position, game.stones) == statement.stones)
        };
        match game.course().rev().take(FARTHEST_BACK).find(|(_, position)| agrees(position)) {
            Some((0, _)) => "it agrees with the start".to_owned(),
            Some((ply, _)) => format!("it agrees with the position after ply {ply}"),
            None => {
                let least = game.course().rev().take(FARTHEST_BACK).min_by_key(|(_, position)| {
                    self.statements
                        .iter()
                        .filter(|statement| statement.held(position, game.stones) != statement.stones)
                        .count()
                });
                match least {
                    // The position that it was held against is no news.
                    Some((ply, _)) if ply > 0 && game.steps.last().is_some_and(|step| step.ply != ply) => {
                        format!("it agrees with no position so far; the nearest is after ply {ply}")
                    }
                    _ => "it agrees with no position so far".to_owned(),
                }
            }
        }
    }
}
