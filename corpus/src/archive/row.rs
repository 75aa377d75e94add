//! What the archive keeps of a game besides its text: one row of figures, the header, the findings and the events. Written
//! when a record comes in, read again when the archive is verified.

use rusqlite::{Connection, OptionalExtension, Row, params};
use tsoro_notation::record::GameResult;
use tsoro_replay::finding::Severity;
use tsoro_rules::Side;

use super::ArchiveError;
use crate::dates::Days;
use crate::game::{Event, Field, FoundAt, Game, ending_text, result_text};

/// A game in figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// What to call it: the event, or the players, or the identifier.
    pub title: String,
    /// The rule set's name.
    pub rules: String,
    /// Holes in a row.
    pub columns: u8,
    /// The result that counts.
    pub result: String,
    /// The result as recorded.
    pub recorded: Option<String>,
    /// The result on the board.
    pub replayed: String,
    /// How it ended.
    pub ending: Option<String>,
    /// The header's `place`.
    pub place: Option<String>,
    /// The header's `date`.
    pub date: Option<String>,
    /// Plies of the main line.
    pub plies: u32,
    /// How many of them are certain.
    pub certain: u32,
    /// Laps sown in all.
    pub laps: u64,
    /// Plies that captured.
    pub captures: u32,
    /// Stones taken in all, bonuses included.
    pub captured: u64,
    /// Stops at heads.
    pub stops: u32,
    /// Findings that are errors.
    pub errors: u32,
    /// Findings that are warnings.
    pub warnings: u32,
    /// Findings that are notes.
    pub notes: u32,
    /// Who moved first.
    pub first: String,
    /// The main line in canonical notation.
    pub moves: String,
    /// Heads relayed on at.
    pub relays: u64,
}

impl Summary {
    /// The figures of a game.
    pub fn of(game: &Game) -> Summary {
        let played = || game.plies.iter().filter_map(|ply| ply.played.as_ref());
        let captures = || played().filter(|played| played.captured.total() > 0);
        let bonus = |played: &tsoro_replay::step::Played| -> u64 {
            played.bonus.iter().map(|&(_, stones)| u64::from(stones)).sum()
        };
        let text = |result: GameResult| result_text(result).to_owned();
        Summary {
            title: title(game),
            rules: game.rules.clone(),
            columns: game.columns,
            result: text(game.result()),
            recorded: game.recorded.map(text),
            replayed: text(game.replayed),
            ending: game.ending.map(|ending| ending_text(ending).to_owned()),
            place: game.field("place").map(str::to_owned),
            date: game.field("date").map(str::to_owned),
            plies: game.plies.len() as u32,
            certain: game.plies.iter().filter(|ply| ply.certain).count() as u32,
            laps: played().map(|played| u64::from(played.laps)).sum(),
            captures: captures().count() as u32,
            captured: captures().map(|played| u64::from(played.captured.total()) + bonus(played)).sum(),
            stops: played().filter(|played| played.stop.is_some()).count() as u32,
            errors: game.count(Severity::Error) as u32,
            warnings: game.count(Severity::Warning) as u32,
            notes: game.count(Severity::Note) as u32,
            first: game.start.to_move.to_string(),
            moves: game.moves(),
            relays: played().map(|played| played.relayed.len() as u64).sum(),
        }
    }

    /// The days that the date may mean.
    pub fn days(&self) -> Option<Days> {
        self.date.as_deref().and_then(Days::parse)
    }

    pub(super) const COLUMNS: &str = "title, rules, columns, result, recorded, replayed, ending, place, date, plies, \
                                      certain, laps, captures, captured, stops, errors, warnings, notes, first, moves, relays";

    /// From a row that has [`Summary::COLUMNS`] from `at` on.
    pub(super) fn from_row(row: &Row<'_>, at: usize) -> rusqlite::Result<Summary> {
        Ok(Summary {
            title: row.get(at)?,
            rules: row.get(at + 1)?,
            columns: row.get(at + 2)?,
            result: row.get(at + 3)?,
            recorded: row.get(at + 4)?,
            replayed: row.get(at + 5)?,
            ending: row.get(at + 6)?,
            place: row.get(at + 7)?,
            date: row.get(at + 8)?,
            plies: row.get(at + 9)?,
            certain: row.get(at + 10)?,
            laps: row.get::<_, i64>(at + 11)? as u64,
            captures: row.get(at + 12)?,
            captured: row.get::<_, i64>(at + 13)? as u64,
            stops: row.get(at + 14)?,
            errors: row.get(at + 15)?,
            warnings: row.get(at + 16)?,
            notes: row.get(at + 17)?,
            first: row.get(at + 18)?,
            moves: row.get(at + 19)?,
            relays: row.get::<_, i64>(at + 20)? as u64,
        })
    }
}

fn title(game: &Game) -> String {
    let players = match (game.player(Side::South), game.player(Side::North)) {
        (None, None) => None,
        (south, north) => Some(format!("{} – {}", south.unwrap_or("?"), north.unwrap_or("?"))),
    };
    let parts: Vec<&str> =
        [players.as_deref(), game.field("event"), game.field("date")].into_iter().flatten().collect();
    match (parts.is_empty(), game.field("identifier")) {
        (false, _) => parts.join(", "),
        (true, Some(identifier)) => identifier.to_owned(),
        (true, None) => "untitled".to_owned(),
    }
}

/// Everything derived from one record but its positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Derived {
    pub(super) summary: Summary,
    pub(super) fields: Vec<Field>,
    pub(super) findings: Vec<FoundAt>,
    pub(super) events: Vec<Event>,
}

impl Derived {
    pub(super) fn of(game: &Game) -> Derived {
        Derived {
            summary: Summary::of(game),
            fields: game.fields.clone(),
            findings: game.findings.clone(),
            events: game.events.clone(),
        }
    }

    /// Writes it for a record. Call it inside a transaction.
    pub(super) fn store(&self, connection: &Connection, record: i64, comments: &[String]) -> Result<(), ArchiveError> {
        let Summary { title, rules, columns, result, recorded, replayed, ending, place, date, .. } = &self.summary;
        let s = &self.summary;
        let days = s.days();
        connection
            .prepare_cached(
                "INSERT INTO games (record, title, rules, columns, result, recorded, replayed, ending, place, date, \
                 plies, certain, laps, captures, captured, stops, errors, warnings, notes, first, moves, relays, \
                 date_from, date_to) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, \
                 ?20, ?21, ?22, ?23, ?24)",
            )?
            .execute(params![
                record,
                title,
                rules,
                columns,
                result,
                recorded,
                replayed,
                ending,
                place,
                date,
                s.plies,
                s.certain,
                s.laps as i64,
                s.captures,
                s.captured as i64,
                s.stops,
                s.errors,
                s.warnings,
                s.notes,
                s.first,
                s.moves,
                s.relays as i64,
                days.map(|days| days.from),
                days.map(|days| days.to),
            ])?;
        let mut insert =
            connection.prepare_cached("INSERT INTO fields (record, place, key, value) VALUES (?1, ?2, ?3, ?4)")?;
        for (place, Field { key, value }) in self.fields.iter().enumerate() {
            insert.execute(params![record, place as i64, key, value])?;
        }
        let mut insert = connection.prepare_cached(
            "INSERT INTO findings (record, place, code, severity, ply, line, column, message) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?;
        for (place, f) in self.findings.iter().enumerate() {
            let severity = severity_name(f.severity);
            insert.execute(params![record, place as i64, f.code, severity, f.ply, f.line, f.column, f.message])?;
        }
        let mut insert = connection.prepare_cached(
            "INSERT INTO events (record, place, ply, side, kind, amount) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        for (place, e) in self.events.iter().enumerate() {
            insert.execute(params![record, place as i64, e.ply, e.side.to_string(), e.kind.name(), e.amount])?;
        }
        let header: Vec<&str> = self.fields.iter().map(|field| field.value.as_str()).collect();
        if !header.is_empty() || !comments.is_empty() {
            connection
                .prepare_cached("INSERT INTO words (rowid, header, comments) VALUES (?1, ?2, ?3)")?
                .execute(params![record, header.join("\n"), comments.join("\n")])?;
        }
        Ok(())
    }

    /// What is stored for a record; `None` when nothing is, or nothing that makes sense.
    pub(super) fn load(connection: &Connection, record: i64) -> Result<Option<Derived>, ArchiveError> {
        let summary = connection
            .prepare_cached(&format!("SELECT {} FROM games WHERE record = ?1", Summary::COLUMNS))?
            .query_row([record], |row| Summary::from_row(row, 0))
            .optional()?;
        let Some(summary) = summary else { return Ok(None) };
        let fields = connection
            .prepare_cached("SELECT key, value FROM fields WHERE record = ?1 ORDER BY place")?
            .query_map([record], |row| Ok(Field { key: row.get(0)?, value: row.get(1)? }))?
            .collect::<Result<_, _>>()?;
        let findings = findings(connection, record)?;
        let events = events(connection, record)?;
        Ok(Some(Derived { summary, fields, findings, events }))
    }

    /// Takes away what is stored for a record, its positions left to the index's next rebuilding.
    pub(super) fn forget(connection: &Connection, record: i64) -> Result<(), ArchiveError> {
        for table in ["games", "fields", "findings", "events"] {
            connection.prepare_cached(&format!("DELETE FROM {table} WHERE record = ?1"))?.execute([record])?;
        }
        connection.prepare_cached("DELETE FROM words WHERE rowid = ?1")?.execute([record])?;
        Ok(())
    }
}

/// A record's findings, in the order of the replay's report.
pub(super) fn findings(connection: &Connection, record: i64) -> Result<Vec<FoundAt>, ArchiveError> {
    let mut statement = connection.prepare_cached(
        "SELECT code, severity, ply, line, column, message FROM findings WHERE record = ?1 ORDER BY place",
    )?;
    let rows = statement.query_map([record], |row| {
        Ok(FoundAt {
            code: row.get(0)?,
            severity: severity_of(&row.get::<_, String>(1)?),
            ply: row.get(2)?,
            line: row.get(3)?,
            column: row.get(4)?,
            message: row.get(5)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn events(connection: &Connection, record: i64) -> Result<Vec<Event>, ArchiveError> {
    let mut statement =
        connection.prepare_cached("SELECT ply, side, kind, amount FROM events WHERE record = ?1 ORDER BY place")?;
    let rows = statement.query_map([record], |row| {
        let side = if row.get::<_, String>(1)? == "North" { Side::North } else { Side::South };
        let kind = row.get::<_, String>(2)?.parse().ok();
        Ok((row.get(0)?, side, kind, row.get(3)?))
    })?;
    let mut events = Vec::new();
    for row in rows {
        // A kind that nobody knows cannot be equal to what is worked out again, and that is all it is compared with.
        if let (ply, side, Some(kind), amount) = row? {
            events.push(Event { ply, side, kind, amount });
        }
    }
    Ok(events)
}

/// As the reports write it.
pub(super) const fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn severity_of(name: &str) -> Severity {
    match name {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => Severity::Note,
    }
}
