//! From scanned text to rows, and from trouble to its place in words.

use std::ops::Range;

use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::peek::RowPeek;
use super::row::{CalendarRow, MarketplaceRow};
use super::scan::{self, Fault, FaultKind, Scan};
use super::{Execution, Limits, LoadError, LoadErrorKind, Position, ResultsFile, Row, sniff};
use crate::task::Domain;

/// What a row that cannot be read means for the rows after it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OnBadRow {
    Stop,
    Skip,
}

/// The text of a file, with what is needed to place trouble in it.
pub(super) struct Source<'a> {
    pub(super) text: &'a str,
    /// Bytes before the text (a byte-order mark).
    skipped: u64,
    limits: Limits,
}

impl<'a> Source<'a> {
    pub(super) fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, LoadError> {
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

    pub(super) fn fault(&self, fault: &Fault) -> LoadError {
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

    fn part<T: serde::Deserialize<'a>>(&self, span: &Range<usize>) -> Result<T, LoadError> {
        let part = &self.text[span.clone()];
        serde_json::from_str(part).map_err(|error| self.parse_error(span.start, part, &error))
    }

    pub(super) fn read(
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

    fn row(&self, index: u32, span: &Range<usize>, domain: Domain) -> Result<Row<'a>, LoadError> {
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
    fn domain_of_row(&self, span: &Range<usize>) -> Result<Option<Domain>, LoadError> {
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
