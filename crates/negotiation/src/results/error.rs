//! What can be wrong with a results file, and where.

use std::fmt;

/// A place in the text of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: u64,
    /// Column in bytes, from 1.
    pub column: u64,
    /// Offset in bytes, from 0.
    pub byte: u64,
}

impl Position {
    /// The position of a byte offset in a text.
    pub(super) fn of(bytes: &[u8], offset: usize) -> Self {
        let before = &bytes[..offset.min(bytes.len())];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        Position {
            line: memchr::memchr_iter(b'\n', before).count() as u64 + 1,
            column: (before.len() - line_start) as u64 + 1,
            byte: before.len() as u64,
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}, byte {}", self.line, self.column, self.byte)
    }
}

/// The kinds of trouble a results file can give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadErrorKind {
    /// Nothing in the file, or white space only.
    Empty,
    /// Another kind of file (a picture, an archive, UTF-16 text, a checkpoint …).
    OtherFormat,
    /// Bytes that are no UTF-8.
    NotUtf8,
    /// The text ends before the JSON is complete.
    Truncated,
    /// The JSON itself is broken.
    Syntax,
    /// An escape that is half of a surrogate pair.
    LoneSurrogate,
    /// One of the [`Limits`](super::Limits) was exceeded.
    Limit,
    /// The JSON is whole, but a value is missing or of the wrong kind.
    Shape,
}

/// Why a results file, or a part of it, cannot be read: the place and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    /// What kind of trouble.
    pub kind: LoadErrorKind,
    /// The place in the JSON, such as `results[14].execution.emails[2].to`; empty for the file
    /// as a whole.
    pub path: String,
    /// The place in the text, where there is one.
    pub position: Option<Position>,
    /// What was expected and found, in words.
    pub message: String,
    /// How many complete rows precede the trouble, where [`salvage`](super::salvage) can help.
    pub rows_before: Option<u32>,
}

impl LoadError {
    pub(super) fn whole_file(kind: LoadErrorKind, message: impl Into<String>) -> Self {
        LoadError { kind, path: String::new(), position: None, message: message.into(), rows_before: None }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)?;
        if let Some(position) = self.position {
            write!(f, " ({position})")?;
        }
        match self.rows_before {
            Some(0) | None => Ok(()),
            Some(1) => f.write_str("; the 1 complete row before it can still be read"),
            Some(rows) => write!(f, "; the {rows} complete rows before it can still be read"),
        }
    }
}

impl std::error::Error for LoadError {}
