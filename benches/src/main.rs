//! Our records beside those of chess, in one run on one core: how fast each is read into records that own what they
//! hold, and how fast each is held against its rules. The README beside this says what to type and what the figures mean.

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::{Chess, KnownOutcome, Outcome, Position as _};
use tsoro_notation::records;
use tsoro_replay::generate::Game;
use tsoro_replay::{Options, Replayer};
use tsoro_rules::describe::Description;
use tsoro_rules::{Columns, Position, Randomness, Side};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let pgn = match arguments.next() {
        Some(path) if path != "--write-pgn" => std::fs::read(path)?,
        Some(_) => {
            let path = arguments.next().ok_or("--write-pgn takes the path of the file to be written")?;
            return Ok(std::fs::write(path, chess_games(20_000))?);
        }
        None => chess_games(5_000).into_bytes(),
    };
    chess(&pgn)?;
    for (preset, columns, games) in [("tsoro", 8, 20_000), ("tsoro", 21, 5_000), ("nsolo", 36, 2_000)] {
        ours(preset, columns, games)?;
    }
    Ok(())
}

/// Chess, by pgn-reader and shakmaty.
fn chess(pgn: &[u8]) -> Result<(), Failure> {
    println!("chess, {:.1} MB of PGN", pgn.len() as f64 / 1e6);
    let plies = each(pgn, &mut Tokens)?;
    report("pgn-reader: tokens counted", pgn.len(), plies, || each(pgn, &mut Tokens).unwrap_or(0));
    report("pgn-reader: owned typed records", pgn.len(), plies, || each(pgn, &mut Keep).unwrap_or(0));
    report("pgn-reader and shakmaty: legality", pgn.len(), plies, || each(pgn, &mut Legal).unwrap_or(0));
    println!();
    Ok(())
}

/// Our records of a game: the whole file, and the movetext alone under a header that is read once.
fn ours(preset: &str, columns: u8, games: u64) -> Result<(), Failure> {
    let rules = Description::parse(preset)?.build(Some(Columns::new(columns)?))?;
    let start = Position::of(*rules.start(), Side::South);
    let (mut text, mut movetext, mut plies) = (String::new(), String::new(), 0);
    for seed in 0..games {
        let _ = writeln!(text, "---\ngame: {preset}\ncolumns: {columns}");
        let game = Game::played(&rules, &start, 300, &mut Randomness::seeded(seed));
        let header = text.len();
        game.write(&mut text);
        let (_, moves) = text[header..].split_once("---\n").ok_or("a record without a movetext")?;
        let _ = write!(movetext, "---\n---\n{moves}");
        plies += u64::from(game.plies());
    }
    println!("{preset} 4×{columns}, {:.1} MB of records with headers", text.len() as f64 / 1e6);
    let read = |text: &str| records(text).map(|record| record.items.len() as u64).sum::<u64>();
    report("owned typed records, movetext alone", movetext.len(), plies, || read(black_box(&movetext)));
    report("owned typed records, with headers", text.len(), plies, || read(black_box(&text)));
    let mut replayer = Replayer::new(Options { rules: Some(rules) });
    let mut check = |text: &str| records(text).map(|record| u64::from(replayer.check(&record).plies)).sum::<u64>();
    report("read and checked, movetext alone", movetext.len(), plies, || check(black_box(&movetext)));
    let mut replayer = Replayer::new(Options::default());
    let mut check = |text: &str| records(text).map(|record| u64::from(replayer.check(&record).plies)).sum::<u64>();
    report("read and checked, with headers", text.len(), plies, || check(black_box(&text)));
    println!();
    Ok(())
}

/// The fastest of several runs: what is slower was disturbed.
fn report(what: &str, bytes: usize, plies: u64, mut run: impl FnMut() -> u64) {
    let fastest = (0..7).map(|_| {
        let begun = Instant::now();
        black_box(run());
        begun.elapsed()
    });
    let seconds = fastest.min().unwrap_or(Duration::MAX).as_secs_f64();
    let (megabytes, plies) = (bytes as f64 / 1e6 / seconds, plies as f64 / 1e6 / seconds);
    println!("  {what:<40} {megabytes:>7.0} MB/s {plies:>7.1} million plies/s");
}

/// Random games of chess, as PGN.
fn chess_games(games: u64) -> String {
    let mut random = Randomness::seeded(1);
    let mut pgn = String::new();
    for round in 1..=games {
        let _ = writeln!(pgn, "[Event \"Random play\"]\n[Round \"{round}\"]");
        let mut position = Chess::default();
        let mut words = Vec::new();
        let mut outcome = Outcome::Unknown;
        for ply in 0..160 {
            outcome = position.outcome();
            let moves = position.legal_moves();
            if outcome.is_known() || moves.is_empty() {
                break;
            }
            if ply % 2 == 0 {
                words.push(format!("{}.", ply / 2 + 1));
            }
            let chosen = moves[random.below(moves.len() as u32) as usize];
            words.push(SanPlus::from_move_and_play_unchecked(&mut position, chosen).to_string());
        }
        let result = match outcome {
            Outcome::Known(KnownOutcome::Decisive { winner }) => winner.fold_wb("1-0", "0-1"),
            Outcome::Known(KnownOutcome::Draw) => "1/2-1/2",
            Outcome::Unknown => "*",
        };
        let _ = write!(pgn, "[Result \"{result}\"]\n\n");
        words.push(result.to_owned());
        let mut width = 0;
        for word in words {
            let blank = if width == 0 {
                ""
            } else if width + word.len() > 78 {
                "\n"
            } else {
                " "
            };
            width = if blank == " " { width + 1 + word.len() } else { word.len() };
            let _ = write!(pgn, "{blank}{word}");
        }
        pgn.push_str("\n\n");
    }
    pgn
}

/// Reads all games with a visitor that answers with a game's plies.
fn each<V: Visitor<Output = u64>>(pgn: &[u8], visitor: &mut V) -> Result<u64, Failure> {
    let mut reader = Reader::new(Cursor::new(pgn));
    let mut plies = 0;
    while let Some(game) = reader.read_game(visitor)? {
        plies += game;
    }
    Ok(plies)
}

/// Only counts.
struct Tokens;

impl Visitor for Tokens {
    type Tags = ();
    type Movetext = u64;
    type Output = u64;

    fn begin_tags(&mut self) -> ControlFlow<u64> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<u64, u64> {
        ControlFlow::Continue(0)
    }

    fn san(&mut self, plies: &mut u64, _: SanPlus) -> ControlFlow<u64> {
        *plies += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, plies: u64) -> u64 {
        plies
    }
}

/// A chess game that owns what it holds.
#[derive(Default)]
struct Kept {
    tags: Vec<(Vec<u8>, Vec<u8>)>,
    moves: Vec<SanPlus>,
    comments: Vec<(usize, Vec<u8>)>,
}

/// Keeps each game as typed values, as ours are kept.
struct Keep;

impl Visitor for Keep {
    type Tags = Kept;
    type Movetext = Kept;
    type Output = u64;

    fn begin_tags(&mut self) -> ControlFlow<u64, Kept> {
        ControlFlow::Continue(Kept::default())
    }

    fn tag(&mut self, kept: &mut Kept, name: &[u8], value: RawTag<'_>) -> ControlFlow<u64> {
        kept.tags.push((name.to_vec(), value.as_bytes().to_vec()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, kept: Kept) -> ControlFlow<u64, Kept> {
        ControlFlow::Continue(kept)
    }

    fn san(&mut self, kept: &mut Kept, san: SanPlus) -> ControlFlow<u64> {
        kept.moves.push(san);
        ControlFlow::Continue(())
    }

    fn comment(&mut self, kept: &mut Kept, comment: RawComment<'_>) -> ControlFlow<u64> {
        kept.comments.push((kept.moves.len(), comment.as_bytes().to_vec()));
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, kept: Kept) -> u64 {
        black_box(&kept);
        kept.moves.len() as u64
    }
}

/// Plays every move, if it is legal.
struct Legal;

impl Visitor for Legal {
    type Tags = ();
    type Movetext = (Chess, u64);
    type Output = u64;

    fn begin_tags(&mut self) -> ControlFlow<u64> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<u64, (Chess, u64)> {
        ControlFlow::Continue((Chess::default(), 0))
    }

    fn san(&mut self, (position, plies): &mut (Chess, u64), san: SanPlus) -> ControlFlow<u64> {
        let Ok(chosen) = san.san.to_move(position) else { return ControlFlow::Break(*plies) };
        position.play_unchecked(chosen);
        *plies += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (position, plies): (Chess, u64)) -> u64 {
        black_box(&position);
        plies
    }
}
