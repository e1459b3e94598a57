//! Reading and writing `results.json`.
//!
//! [`load`] reads a whole file or says what is wrong and where. [`salvage`] reads what can be read
//! of a broken one. Both schema eras are understood: missing and extra keys are accepted
//! everywhere, computed keys are kept for comparison only. [`ResultsFile::write`] gives back every
//! member and row as it was read, keys unknown to this crate included.

mod error;
mod model;
mod peek;
mod row;
mod scan;
mod sniff;

use std::io;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

pub use error::{LoadError, LoadErrorKind, Position};
pub use model::{
    CalendarExecution, CalledFunction, ContextMessage, Email, MarketMessage, MarketplaceExecution, Offer, Outcome,
    RawArguments, RawList, StoredDiligence, StoredOutcome, ToolCall,
};
pub use row::StoredEvaluation;

use crate::task::Domain;
use peek::RowPeek;
use row::{CalendarRow, MarketplaceRow};
use scan::{Fault, FaultKind, Scan};

/// What is refused, whatever the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Greatest size of a file.
    pub max_bytes: u64,
    /// Greatest nesting of lists and objects.
    pub max_depth: u32,
    /// Greatest length of one string, in bytes as written.
    pub max_string_bytes: u32,
    /// Greatest number of rows.
    pub max_rows: u32,
}

impl Limits {
    /// 1 GiB, 100 levels, 64 MiB a string, 1,000,000 rows.
    pub const DEFAULT: Limits =
        Limits { max_bytes: 1 << 30, max_depth: 100, max_string_bytes: 64 << 20, max_rows: 1_000_000 };
}

/// What happened in one task.
#[derive(Clone, Debug, PartialEq)]
pub enum Execution<'a> {
    /// A calendar task.
    Calendar(Box<CalendarExecution<'a>>),
    /// A marketplace task.
    Marketplace(Box<MarketplaceExecution<'a>>),
}

impl Execution<'_> {
    /// The domain.
    pub fn domain(&self) -> Domain {
        match self {
            Execution::Calendar(_) => Domain::Calendar,
            Execution::Marketplace(_) => Domain::Marketplace,
        }
    }

    /// The recorded failure of the run; an empty text counts as none.
    pub fn error(&self) -> Option<&str> {
        let error = match self {
            Execution::Calendar(execution) => execution.error.as_deref(),
            Execution::Marketplace(execution) => execution.error.as_deref(),
        };
        error.filter(|text| !text.is_empty())
    }

    /// The task's number.
    pub fn task_id(&self) -> i64 {
        match self {
            Execution::Calendar(execution) => execution.task.id,
            Execution::Marketplace(execution) => execution.task.id,
        }
    }

    /// The task's variant.
    pub fn variant(&self) -> Option<&str> {
        match self {
            Execution::Calendar(execution) => execution.task.variant.as_deref(),
            Execution::Marketplace(execution) => execution.task.variant.as_deref(),
        }
    }

    /// The task's content hash, computed from the embedded task.
    pub fn task_hash(&self) -> String {
        match self {
            Execution::Calendar(execution) => execution.task.hash(),
            Execution::Marketplace(execution) => execution.task.hash(),
        }
    }
}

/// One element of `results`.
#[derive(Clone, Debug, PartialEq)]
pub struct Row<'a> {
    /// Place in the file's list, from 0.
    pub index: u32,
    /// What happened.
    pub execution: Execution<'a>,
    /// What the file says about it.
    pub stored: StoredEvaluation<'a>,
    raw: &'a str,
}

impl<'a> Row<'a> {
    /// The row's JSON text as it stands in the file.
    pub fn raw(&self) -> &'a str {
        self.raw
    }
}

/// Which generation of the benchmark's scorer wrote a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaEra {
    /// Until May 2026: due diligence rated by a judge, outcome by older rules. Stored numbers differ
    /// from recomputed ones on purpose.
    Judge,
    /// v0.1.0 and later: the deterministic scorer. Stored and recomputed numbers should be equal.
    Reasonable,
    /// No row says.
    Unknown,
}

impl SchemaEra {
    /// A short name.
    pub fn as_str(self) -> &'static str {
        match self {
            SchemaEra::Judge => "judge",
            SchemaEra::Reasonable => "reasonable",
            SchemaEra::Unknown => "unknown",
        }
    }
}

/// A results file. It borrows from the bytes it was read from.
#[derive(Clone, Debug)]
pub struct ResultsFile<'a> {
    /// Calendar or marketplace, told by the content.
    pub domain: Domain,
    /// How the run was configured, all keys.
    pub config: Map<String, Value>,
    /// When the output was built, local time without a zone.
    pub timestamp: Option<String>,
    /// How long the run took, in seconds.
    pub elapsed_seconds: Option<f64>,
    /// The stored aggregates, all keys.
    pub evaluation: Option<Map<String, Value>>,
    /// The rows, in file order.
    pub rows: Vec<Row<'a>>,
    members: Vec<(&'a str, &'a str)>,
}

impl<'a> ResultsFile<'a> {
    /// The preset of the evaluated side; the oldest files call it `privacy_prompt`.
    pub fn system_prompt(&self) -> Option<&str> {
        ["system_prompt", "privacy_prompt"].into_iter().find_map(|key| self.config.get(key).and_then(Value::as_str))
    }

    /// The generation of the scorer, told by the rows' due diligence: without a `type` it was the
    /// judge's.
    pub fn era(&self) -> SchemaEra {
        let diligence = self.rows.iter().find_map(|row| row.stored.due_diligence_eval.get());
        match diligence.map(|diligence| diligence.kind.get().map(|kind| &**kind)) {
            None => SchemaEra::Unknown,
            Some(Some("reasonable")) => SchemaEra::Reasonable,
            Some(_) => SchemaEra::Judge,
        }
    }

    /// Top-level members as key and JSON text, in file order, `results` among them.
    pub fn members(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.members.iter().copied()
    }

    /// Writes the file again: every top-level member and every row that was read, unchanged.
    ///
    /// After [`salvage`] this makes a whole file of the rows that could be read.
    pub fn write<W: io::Write>(&self, mut out: W) -> io::Result<()> {
        let mut separator = "{";
        let mut written_results = false;
        for (key, value) in &self.members {
            if *key == "results" {
                if !written_results {
                    write!(out, "{separator}\"results\":")?;
                    self.write_rows(&mut out)?;
                    written_results = true;
                    separator = ",";
                }
                continue;
            }
            write!(out, "{separator}\"{key}\":{value}")?;
            separator = ",";
        }
        if !written_results {
            write!(out, "{separator}\"results\":")?;
            self.write_rows(&mut out)?;
        }
        out.write_all(b"}")
    }

    fn write_rows<W: io::Write>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(b"[")?;
        for (at, row) in self.rows.iter().enumerate() {
            if at > 0 {
                out.write_all(b",")?;
            }
            out.write_all(row.raw.as_bytes())?;
        }
        out.write_all(b"]")
    }
}

/// What could be read of a file, and what was wrong with the rest.
#[derive(Clone, Debug)]
pub struct Salvaged<'a> {
    /// The readable rows, with their places in the file's list.
    pub file: ResultsFile<'a>,
    /// Everything that could not be read; empty for a sound file.
    pub problems: Vec<LoadError>,
}

/// Reads a results file under [`Limits::DEFAULT`].
pub fn load(bytes: &[u8]) -> Result<ResultsFile<'_>, LoadError> {
    load_within(bytes, &Limits::DEFAULT)
}

/// Reads a results file under the given limits.
pub fn load_within<'a>(bytes: &'a [u8], limits: &Limits) -> Result<ResultsFile<'a>, LoadError> {
    let source = Source::open(bytes, limits)?;
    let scan = scan::scan(source.text.as_bytes(), limits);
    if let Some(fault) = &scan.fault {
        let mut error = source.fault(fault);
        error.rows_before = Some(u32::try_from(scan.rows.len()).unwrap_or(u32::MAX));
        return Err(error);
    }
    let mut problems = Vec::new();
    let file = source.read(&scan, &mut problems, OnBadRow::Stop);
    match problems.into_iter().next() {
        Some(problem) => Err(problem),
        None => file,
    }
}

/// Reads the rows that are whole and sound, and lists what is wrong with the rest.
///
/// Fails only if not even the kind of file can be told.
pub fn salvage(bytes: &[u8]) -> Result<Salvaged<'_>, LoadError> {
    let limits = &Limits::DEFAULT;
    let source = Source::open(bytes, limits)?;
    let scan = scan::scan(source.text.as_bytes(), limits);
    let mut problems = Vec::new();
    if let Some(fault) = &scan.fault {
        problems.push(source.fault(fault));
    }
    let file = source.read(&scan, &mut problems, OnBadRow::Skip).map_err(|error| {
        // A fault in the text explains a missing part better than the missing part does.
        problems.first().cloned().unwrap_or(error)
    })?;
    Ok(Salvaged { file, problems })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum OnBadRow {
    Stop,
    Skip,
}

/// The text of a file, with what is needed to place trouble in it.
struct Source<'a> {
    text: &'a str,
    /// Bytes before the text (a byte-order mark).
    skipped: u64,
    limits: Limits,
}

impl<'a> Source<'a> {
    fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, LoadError> {
        sniff::check_kind(bytes)?;
        if bytes.len() as u64 > limits.max_bytes {
            return Err(LoadError::whole_file(
                LoadErrorKind::Limit,
                format!("the file has {} bytes, more than the size limit of {}", bytes.len(), limits.max_bytes),
            ));
        }
        let (bytes, skipped) = match bytes.strip_prefix(b"\xEF\xBB\xBF") {
            Some(rest) => (rest, 3),
            None => (bytes, 0),
        };
        let source = Source { text: "", skipped, limits: *limits };
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Source { text, ..source }),
            Err(error) => {
                let offset = error.valid_up_to();
                let (path, _) = scan::place_at(bytes, offset, limits);
                Err(LoadError {
                    kind: LoadErrorKind::NotUtf8,
                    path,
                    position: Some(source.position(bytes, offset)),
                    message: format!("byte 0x{:02X} is no valid UTF-8; save the file as UTF-8", bytes[offset]),
                    rows_before: None,
                })
            }
        }
    }

    fn position(&self, bytes: &[u8], offset: usize) -> Position {
        let mut position = Position::of(bytes, offset);
        position.byte += self.skipped;
        position
    }

    fn fault(&self, fault: &Fault) -> LoadError {
        let limits = self.limits;
        let (kind, message) = match fault.kind {
            FaultKind::Truncated { row: Some(row) } => {
                (LoadErrorKind::Truncated, format!("the file ends inside results[{row}]: it is cut off"))
            }
            FaultKind::Truncated { row: None } => {
                (LoadErrorKind::Truncated, "the file ends here: it is cut off".to_owned())
            }
            FaultKind::Expected(what) => {
                let found = self.text[fault.offset..].chars().next();
                let found = found.map_or("the end".to_owned(), |c| format!("`{}`", c.escape_debug()));
                (LoadErrorKind::Syntax, format!("expected {what}, found {found}"))
            }
            FaultKind::LoneSurrogate => (
                LoadErrorKind::LoneSurrogate,
                format!(
                    "`{}` is half of a surrogate pair and stands for no character",
                    self.text.get(fault.offset..fault.offset + 6).unwrap_or("\\u")
                ),
            ),
            FaultKind::TooDeep => {
                (LoadErrorKind::Limit, format!("nested deeper than the depth limit of {} levels", limits.max_depth))
            }
            FaultKind::StringTooLong => (
                LoadErrorKind::Limit,
                format!("a string longer than the length limit of {} bytes", limits.max_string_bytes),
            ),
            FaultKind::TooManyRows => {
                (LoadErrorKind::Limit, format!("more rows than the limit of {}", limits.max_rows))
            }
        };
        LoadError {
            kind,
            path: fault.path.clone(),
            position: Some(self.position(self.text.as_bytes(), fault.offset)),
            message,
            rows_before: None,
        }
    }

    /// An error of the JSON parser on a part of the text, placed in the whole.
    fn parse_error(&self, part_start: usize, part: &str, error: &serde_json::Error) -> LoadError {
        let mut line_start = 0;
        for at in memchr::memchr_iter(b'\n', part.as_bytes()).take(error.line().saturating_sub(1)) {
            line_start = at + 1;
        }
        let mut offset = (part_start + line_start + error.column()).min(part_start + part.len());
        let message = error.to_string();
        // The parser places what a value's own rules refuse (and not its type) after the bracket
        // that closes the object or list around it, if that follows at once.
        let closed = offset.checked_sub(1).map(|at| self.text.as_bytes()[at]);
        if error.is_data() && !message.starts_with("missing") && matches!(closed, Some(b'}' | b']')) {
            offset -= 1;
        }
        let (path, start) = scan::place_at(self.text.as_bytes(), offset, &self.limits);
        let (kind, start) = match error.classify() {
            serde_json::error::Category::Data => (LoadErrorKind::Shape, start),
            _ => (LoadErrorKind::Syntax, offset.saturating_sub(1)),
        };
        LoadError {
            kind,
            path,
            position: Some(self.position(self.text.as_bytes(), start)),
            message: in_plain_words(&message),
            rows_before: None,
        }
    }

    /// A value of the wrong shape at a place known by its offset.
    fn shape_error(&self, path: &str, offset: usize, message: impl Into<String>) -> LoadError {
        LoadError {
            kind: LoadErrorKind::Shape,
            path: path.to_owned(),
            position: Some(self.position(self.text.as_bytes(), offset)),
            message: message.into(),
            rows_before: None,
        }
    }

    fn part<T: serde::Deserialize<'a>>(&self, span: &std::ops::Range<usize>) -> Result<T, LoadError> {
        let part = &self.text[span.clone()];
        serde_json::from_str(part).map_err(|error| self.parse_error(span.start, part, &error))
    }

    fn read(
        &self,
        scan: &Scan,
        problems: &mut Vec<LoadError>,
        on_bad_row: OnBadRow,
    ) -> Result<ResultsFile<'a>, LoadError> {
        let mut config = Map::new();
        let mut timestamp = None;
        let mut elapsed_seconds = None;
        let mut evaluation = None;
        let mut results = None;
        let mut members = Vec::with_capacity(scan.members.len());
        for (key, value) in &scan.members {
            let name = &self.text[key.clone()];
            members.push((name, &self.text[value.clone()]));
            match name {
                "config" => config = self.part::<Option<Map<_, _>>>(value)?.unwrap_or_default(),
                "timestamp" => timestamp = self.part(value)?,
                "elapsed_seconds" => elapsed_seconds = self.part(value)?,
                "evaluation" => evaluation = self.part(value)?,
                "results" => results = Some(value.start),
                _ => {
                    self.part::<&RawValue>(value)?;
                }
            }
        }
        let partial = scan.fault.is_some() && !scan.rows.is_empty();
        match results {
            Some(start) if !self.text[start..].starts_with('[') => {
                let found = match self.text.as_bytes()[start] {
                    b'n' => "null",
                    b'{' => "an object",
                    b'"' => "a string",
                    b't' | b'f' => "a truth value",
                    _ => "a number",
                };
                return Err(self.shape_error("results", start, format!("expected a list, found {found}")));
            }
            None if !partial => return Err(self.no_results(&members)),
            _ => {}
        }

        let mut domain = match domain_of_keys(&config, evaluation.as_ref()) {
            // A guess that saves looking at a row twice; the rows decide.
            Some(domain) => domain,
            None => self.domain_of_rows(scan, results.unwrap_or(0))?,
        };

        let mut rows = Vec::with_capacity(scan.rows.len());
        for (index, span) in scan.rows.iter().enumerate() {
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            let mut row = self.row(index, span, domain);
            if row.is_err()
                && rows.is_empty()
                && let Ok(Some(other)) = self.domain_of_row(span)
                && other != domain
            {
                domain = other;
                row = self.row(index, span, domain);
            }
            match row {
                Ok(row) => rows.push(row),
                Err(mut error) => {
                    error.rows_before = Some(index);
                    problems.push(error);
                    if on_bad_row == OnBadRow::Stop {
                        break;
                    }
                }
            }
        }
        Ok(ResultsFile { domain, config, timestamp, elapsed_seconds, evaluation, rows, members })
    }

    fn row(&self, index: u32, span: &std::ops::Range<usize>, domain: Domain) -> Result<Row<'a>, LoadError> {
        let raw = &self.text[span.clone()];
        let (execution, stored) = match domain {
            Domain::Calendar => {
                let (execution, stored) = self.part::<CalendarRow<'a>>(span)?.split();
                (Execution::Calendar(Box::new(execution)), stored)
            }
            Domain::Marketplace => {
                let (execution, stored) = self.part::<MarketplaceRow<'a>>(span)?.split();
                (Execution::Marketplace(Box::new(execution)), stored)
            }
        };
        Ok(Row { index, execution, stored, raw })
    }

    /// The domain of the first row that tells it.
    fn domain_of_rows(&self, scan: &Scan, results: usize) -> Result<Domain, LoadError> {
        let mut first_error = None;
        for span in &scan.rows {
            match self.domain_of_row(span) {
                Ok(Some(domain)) => return Ok(domain),
                Ok(None) => {}
                Err(error) => {
                    first_error.get_or_insert(error);
                }
            }
        }
        Err(first_error.unwrap_or_else(|| {
            let message = if scan.rows.is_empty() {
                "the list is empty and the configuration names neither a buyer nor an assistant, \
                 so the kind of benchmark cannot be told"
            } else {
                "no row's task has a `type`, a `requestor` or a `product`, so the kind of \
                 benchmark cannot be told"
            };
            self.shape_error("results", results, message)
        }))
    }

    /// The domain a row's task belongs to.
    fn domain_of_row(&self, span: &std::ops::Range<usize>) -> Result<Option<Domain>, LoadError> {
        let row: RowPeek<'_> = self.part(span)?;
        let task = row.execution.task;
        Ok(match task.kind.as_deref() {
            Some("calendar") => Some(Domain::Calendar),
            Some("marketplace") => Some(Domain::Marketplace),
            _ if task.requestor.is_some() => Some(Domain::Calendar),
            _ if task.product.is_some() => Some(Domain::Marketplace),
            _ => None,
        })
    }

    fn no_results(&self, members: &[(&str, &str)]) -> LoadError {
        let has = |name: &str| members.iter().any(|(key, _)| *key == name);
        let message = if has("execution_results") {
            "this is a checkpoint of an unfinished run, not a results file: it has \
             `execution_results` instead of `results`"
                .to_owned()
        } else {
            let keys: Vec<&str> = members.iter().map(|(key, _)| *key).take(8).collect();
            let keys = if keys.is_empty() { "none".to_owned() } else { keys.join(", ") };
            let keys: String = keys.chars().take(200).collect();
            format!("the key `results` is missing (keys found: {keys})")
        };
        LoadError::whole_file(LoadErrorKind::Shape, message)
    }
}

/// What the keys of configuration and aggregates tell about the domain.
fn domain_of_keys(config: &Map<String, Value>, evaluation: Option<&Map<String, Value>>) -> Option<Domain> {
    let evaluation_has = |key| evaluation.is_some_and(|evaluation| evaluation.contains_key(key));
    if config.contains_key("assistant_model") || evaluation_has("task_conflicts") {
        Some(Domain::Calendar)
    } else if config.contains_key("buyer_model") || evaluation_has("deal_count") {
        Some(Domain::Marketplace)
    } else {
        None
    }
}

/// A parser's message in plain words, without the place it names (a part's place is not the file's).
fn in_plain_words(message: &str) -> String {
    let message = message.rfind(" at line ").map_or(message, |at| &message[..at]);
    if let Some(key) = message.strip_prefix("missing field ") {
        return format!("the key {key} is missing");
    }
    let kinds = ["invalid type: ", "invalid value: "];
    let Some(rest) = kinds.into_iter().find_map(|kind| message.strip_prefix(kind)) else {
        return message.to_owned();
    };
    let Some((found, expected)) = rest.rsplit_once(", expected ") else {
        return message.to_owned();
    };
    let expected = match expected {
        "a sequence" => "a list",
        "a map" => "an object",
        "f64" => "a number",
        "i64" | "u64" | "u32" => "a whole number",
        "a boolean" => "true or false",
        other => other,
    };
    let found = match found {
        "map" => "an object",
        "sequence" => "a list",
        other => other,
    };
    let mut shown: String = found.chars().take(80).collect();
    if shown.len() < found.len() {
        shown.push('…');
    }
    format!("expected {expected}, found {shown}")
}
