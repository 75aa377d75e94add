//! One table on its way out: rows are gathered column by column and leave as row groups, so that a table of any length
//! is written in the memory of one of them. Which tables there are and what is in them is left to the other modules.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{ColumnPath, Type, TypePtr};
use tempfile::NamedTempFile;

use super::super::{ExchangeError, at};

/// Bytes of cells after which a row group is full.
const GROUP: usize = 32 << 20;

/// A column: its name, what its cells are, and whether they may be empty.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    pub(super) name: &'static str,
    kind: Kind,
    optional: bool,
    /// Whether its cells are all different, so that a dictionary of them would be as long as the column.
    distinct: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Flag,
    Int,
    Long,
    Day,
    Text,
    Bytes,
    Ints,
}

impl Column {
    const fn new(name: &'static str, kind: Kind) -> Column {
        Column { name, kind, optional: false, distinct: false }
    }

    pub(super) const fn flag(name: &'static str) -> Column {
        Column::new(name, Kind::Flag)
    }

    pub(super) const fn int(name: &'static str) -> Column {
        Column::new(name, Kind::Int)
    }

    pub(super) const fn long(name: &'static str) -> Column {
        Column::new(name, Kind::Long)
    }

    pub(super) const fn day(name: &'static str) -> Column {
        Column::new(name, Kind::Day)
    }

    pub(super) const fn text(name: &'static str) -> Column {
        Column::new(name, Kind::Text)
    }

    pub(super) const fn bytes(name: &'static str) -> Column {
        Column::new(name, Kind::Bytes)
    }

    pub(super) const fn ints(name: &'static str) -> Column {
        Column::new(name, Kind::Ints)
    }

    pub(super) const fn or_null(self) -> Column {
        Column { optional: true, ..self }
    }

    pub(super) const fn distinct(self) -> Column {
        Column { distinct: true, ..self }
    }

    fn schema(&self) -> Result<TypePtr, ParquetError> {
        let repetition = if self.optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let (physical, logical) = match self.kind {
            Kind::Flag => (Physical::BOOLEAN, None),
            Kind::Int | Kind::Ints => (Physical::INT32, None),
            Kind::Long => (Physical::INT64, None),
            Kind::Day => (Physical::INT32, Some(LogicalType::Date)),
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Bytes => (Physical::BYTE_ARRAY, None),
        };
        let primitive = |name, repetition| {
            let builder = Type::primitive_type_builder(name, physical).with_repetition(repetition);
            Ok::<_, ParquetError>(Arc::new(builder.with_logical_type(logical.clone()).build()?))
        };
        if self.kind != Kind::Ints {
            return primitive(self.name, repetition);
        }
        let group = |name, repetition, inner| {
            Type::group_type_builder(name).with_repetition(repetition).with_fields(vec![inner])
        };
        let list = group("list", Repetition::REPEATED, primitive("element", Repetition::REQUIRED)?).build()?;
        let whole = group(self.name, repetition, Arc::new(list)).with_logical_type(Some(LogicalType::List));
        Ok(Arc::new(whole.build()?))
    }

    fn path(&self) -> ColumnPath {
        let inside: &[&str] = if self.kind == Kind::Ints { &["list", "element"] } else { &[] };
        ColumnPath::new(std::iter::once(&self.name).chain(inside).map(|&part| part.to_owned()).collect())
    }
}

/// What stands in one column of a row.
#[derive(Debug)]
pub(super) enum Cell<'a> {
    Null,
    Flag(bool),
    Int(i32),
    Long(i64),
    Text(&'a str),
    Bytes(&'a [u8]),
    Ints(Vec<i32>),
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Cell<'a> {
        Cell::Text(text)
    }
}

impl From<u32> for Cell<'_> {
    /// No count of a record outgrows a signed number; one that did would come out as the greatest there is.
    fn from(count: u32) -> Self {
        Cell::Int(i32::try_from(count).unwrap_or(i32::MAX))
    }
}

impl From<u64> for Cell<'_> {
    fn from(count: u64) -> Self {
        Cell::Long(i64::try_from(count).unwrap_or(i64::MAX))
    }
}

impl From<bool> for Cell<'_> {
    fn from(flag: bool) -> Self {
        Cell::Flag(flag)
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(cell: Option<T>) -> Cell<'a> {
        cell.map_or(Cell::Null, Into::into)
    }
}

/// The cells of one column that wait for their row group.
#[derive(Debug)]
struct Gathered {
    values: Values,
    /// How much of each cell is there: levels of definition, where the column has any.
    present: Vec<i16>,
    /// Which values of a list begin a row.
    begins: Vec<i16>,
}

#[derive(Debug)]
enum Values {
    Flags(Vec<bool>),
    Ints(Vec<i32>),
    Longs(Vec<i64>),
    Bytes(Vec<ByteArray>),
}

impl Gathered {
    fn new(column: &Column) -> Gathered {
        let values = match column.kind {
            Kind::Flag => Values::Flags(Vec::new()),
            Kind::Int | Kind::Day | Kind::Ints => Values::Ints(Vec::new()),
            Kind::Long => Values::Longs(Vec::new()),
            Kind::Text | Kind::Bytes => Values::Bytes(Vec::new()),
        };
        Gathered { values, present: Vec::new(), begins: Vec::new() }
    }

    /// Takes a cell, and says how many bytes it has; `None` where it is none of this column.
    fn push(&mut self, column: &Column, cell: Cell<'_>) -> Option<usize> {
        let there = i16::from(column.optional);
        let bytes = match (&mut self.values, cell) {
            (_, Cell::Null) if column.optional => {
                self.present.push(0);
                return Some(1);
            }
            (Values::Ints(ints), Cell::Ints(list)) if column.kind == Kind::Ints => {
                let bytes = 4 * list.len();
                for at in 0..list.len().max(1) {
                    self.present.push(there + i16::from(!list.is_empty()));
                    self.begins.push(i16::from(at > 0));
                }
                ints.extend(list);
                return Some(bytes);
            }
            (Values::Flags(flags), Cell::Flag(flag)) => {
                flags.push(flag);
                1
            }
            (Values::Ints(ints), Cell::Int(int)) if column.kind != Kind::Ints => {
                ints.push(int);
                4
            }
            (Values::Longs(longs), Cell::Long(long)) => {
                longs.push(long);
                8
            }
            (Values::Bytes(texts), Cell::Text(text)) if column.kind == Kind::Text => {
                texts.push(text.into());
                text.len() + size_of::<ByteArray>()
            }
            (Values::Bytes(texts), Cell::Bytes(bytes)) if column.kind == Kind::Bytes => {
                texts.push(bytes.into());
                bytes.len() + size_of::<ByteArray>()
            }
            _ => return None,
        };
        if column.optional {
            self.present.push(1);
        }
        Some(bytes)
    }

    fn write(&mut self, writer: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = |levels: &'_ Vec<i16>| if levels.is_empty() { None } else { Some(levels.clone()) };
        let (present, begins) = (levels(&self.present), levels(&self.begins));
        let (present, begins) = (present.as_deref(), begins.as_deref());
        match &mut self.values {
            Values::Flags(values) => {
                writer.typed::<BoolType>().write_batch(values, present, begins)?;
                values.clear();
            }
            Values::Ints(values) => {
                writer.typed::<Int32Type>().write_batch(values, present, begins)?;
                values.clear();
            }
            Values::Longs(values) => {
                writer.typed::<Int64Type>().write_batch(values, present, begins)?;
                values.clear();
            }
            Values::Bytes(values) => {
                writer.typed::<ByteArrayType>().write_batch(values, present, begins)?;
                values.clear();
            }
        }
        self.present.clear();
        self.begins.clear();
        Ok(())
    }
}

/// A table that is being written, beside its place until it is complete.
pub(super) struct Table<const N: usize> {
    path: PathBuf,
    writer: SerializedFileWriter<NamedTempFile>,
    columns: &'static [Column; N],
    gathered: Vec<Gathered>,
    bytes: usize,
    rows: u64,
}

impl<const N: usize> Table<N> {
    pub(super) fn create(
        folder: &Path,
        name: &str,
        columns: &'static [Column; N],
        about: &[(&str, String)],
    ) -> Result<Table<N>, ExchangeError> {
        let path = folder.join(name);
        let file = beside(folder)?;
        let writer = writer(file, columns, about).map_err(|error| failure(&path, error))?;
        Ok(Table { path, writer, columns, gathered: columns.iter().map(Gathered::new).collect(), bytes: 0, rows: 0 })
    }

    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// Takes a row, and writes a row group when there are enough of them.
    pub(super) fn push(&mut self, row: [Cell<'_>; N]) -> Result<(), ExchangeError> {
        for ((column, gathered), cell) in self.columns.iter().zip(&mut self.gathered).zip(row) {
            let bytes = gathered.push(column, cell);
            let wrong = || ParquetError::General(format!("a cell that is none of the column {}", column.name));
            self.bytes += bytes.ok_or_else(|| failure(&self.path, wrong()))?;
        }
        self.rows += 1;
        if self.bytes >= GROUP { self.flush() } else { Ok(()) }
    }

    /// Writes what is left and the end of the file, and puts it in its place once it is on the disk.
    pub(super) fn finish(mut self) -> Result<PathBuf, ExchangeError> {
        if self.bytes > 0 {
            self.flush()?;
        }
        let Table { path, writer, .. } = self;
        let file = writer.into_inner().map_err(|error| failure(&path, error))?;
        file.as_file().sync_all().map_err(at(&path))?;
        file.persist_noclobber(&path).map_err(|error| at(&path)(error.error))?;
        Ok(path)
    }

    fn flush(&mut self) -> Result<(), ExchangeError> {
        let mut write = || -> Result<(), ParquetError> {
            let mut group = self.writer.next_row_group()?;
            let mut columns = self.gathered.iter_mut();
            while let (Some(mut writer), Some(gathered)) = (group.next_column()?, columns.next()) {
                gathered.write(&mut writer)?;
                writer.close()?;
            }
            group.close()?;
            Ok(())
        };
        write().map_err(|error| failure(&self.path, error))?;
        self.bytes = 0;
        Ok(())
    }
}

fn writer(
    file: NamedTempFile,
    columns: &[Column],
    about: &[(&str, String)],
) -> Result<SerializedFileWriter<NamedTempFile>, ParquetError> {
    let fields = columns.iter().map(Column::schema).collect::<Result<_, _>>()?;
    let schema = Type::group_type_builder("schema").with_fields(fields).build()?;
    let about = about.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone())).collect();
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("tsoro ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(about));
    for column in columns {
        if column.distinct {
            properties = properties.set_column_dictionary_enabled(column.path(), false);
        }
        // The least and the greatest of whole records or lists help no query.
        if matches!(column.kind, Kind::Bytes | Kind::Ints) {
            properties = properties.set_column_statistics_enabled(column.path(), EnabledStatistics::None);
        }
    }
    SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties.build()))
}

/// A file in the folder in which it will have its place. Who may read it is the user's to say, as for any new file.
pub(super) fn beside(folder: &Path) -> Result<NamedTempFile, ExchangeError> {
    let mut file = tempfile::Builder::new();
    file.prefix(".").suffix(".part");
    #[cfg(unix)]
    file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    file.tempfile_in(folder).map_err(at(folder))
}

/// Names the file in an error of the Parquet crate. What the system said of a file is handed on as that.
pub(super) fn failure(path: &Path, error: ParquetError) -> ExchangeError {
    let message = match error {
        ParquetError::External(inner) => match inner.downcast::<std::io::Error>() {
            Ok(error) => return at(path)(*error),
            Err(other) => other.to_string(),
        },
        ParquetError::General(message) | ParquetError::EOF(message) => message,
        other => other.to_string(),
    };
    ExchangeError::Table { path: path.to_owned(), message }
}
