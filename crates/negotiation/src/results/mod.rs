//! Reading and writing `results.json`.
//!
//! [`load`] reads a whole file or says what is wrong and where. [`salvage`] reads what can be read
//! of a broken one. Both schema eras are understood: missing and extra keys are accepted
//! everywhere, computed keys are kept for comparison only. [`ResultsFile::write`] gives back every
//! member and row as it was read, keys unknown to this crate included.

mod error;
mod model;
mod peek;
mod reader;
mod row;
mod scan;
mod sniff;

use std::io;

use serde_json::{Map, Value};

pub use error::{LoadError, LoadErrorKind, Position};
pub use model::{
    CalendarExecution, CalledFunction, ContextMessage, Email, MarketMessage, MarketplaceExecution, Offer, Outcome,
    RawArguments, RawList, StoredDiligence, StoredOutcome, ToolCall,
};
pub use row::StoredEvaluation;

use crate::task::Domain;
use reader::{OnBadRow, Source};

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
