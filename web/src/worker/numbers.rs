//! The numbers to take away: the report as the command line prints it, or a table.

use crate::messages::{Fault, Form, Named};
use crate::read;
use serde_json::Value;
use trivium_negotiation::compare::compare_row;
use trivium_negotiation::report::{FileReport, Report, RowReport};
use trivium_negotiation::score::{Profile, score_file};

/// Stored values that stand beside the recomputed ones in the table.
const STORED: [&str; 6] =
    ["task_completed", "has_conflicts", "illegal_moves", "outcome_optimality", "due_diligence", "duty_of_care"];

const HEAD: [&str; 16] = [
    "file",
    "domain",
    "index",
    "task_id",
    "task_hash",
    "error",
    "execution_error",
    "task_completed",
    "has_conflicts",
    "illegal_moves",
    "oo_value",
    "oo_best_value",
    "outcome_optimality",
    "due_diligence",
    "duty_of_care",
    "meeting_match_needs_llm",
];

/// A download that grows file by file.
pub enum Numbers {
    /// The report.
    Json(Report),
    /// One line a row.
    Csv(Box<csv::Writer<Vec<u8>>>),
}

impl Numbers {
    /// Nothing yet.
    pub fn new(form: Form) -> Numbers {
        match form {
            Form::Json => Numbers::Json(Report { files: Vec::new() }),
            Form::Csv => {
                let mut table = csv::Writer::from_writer(Vec::new());
                let stored = STORED.iter().map(|name| format!("stored_{name}"));
                // Writing into memory cannot fail, here and below.
                let _ = table.write_record(HEAD.iter().map(|name| (*name).to_owned()).chain(stored));
                Numbers::Csv(Box::new(table))
            }
        }
    }

    /// Scores a file and adds it.
    pub fn add(&mut self, file: &Named, bytes: &[u8]) -> Result<(), Fault> {
        let (results, _) = read::open(file, bytes)?;
        let scores = score_file(&results, Profile::Reference);
        match self {
            Numbers::Json(report) => report.files.push(FileReport::new(&file.name, &scores)),
            Numbers::Csv(table) => {
                for (row, score) in results.rows.iter().zip(&scores.rows) {
                    let report = RowReport::new(score);
                    let compared = compare_row(row, score).values;
                    let stored = STORED.iter().map(|name| {
                        let value = compared.iter().find(|value| value.name == *name);
                        value.and_then(|value| value.stored.as_ref()).map(plain).unwrap_or_default()
                    });
                    let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
                    let truth = |value: Option<bool>| value.map(|value| value.to_string()).unwrap_or_default();
                    let own = [
                        file.name.clone(),
                        scores.domain.to_string(),
                        report.index.to_string(),
                        report.task_id.to_string(),
                        report.task_hash,
                        report.error.map(|code| code.to_string()).unwrap_or_default(),
                        score.execution_error.clone().unwrap_or_default(),
                        report.task_completed.to_string(),
                        truth(report.has_conflicts),
                        report.illegal_moves.map(|moves| moves.join(" ")).unwrap_or_default(),
                        number(report.oo_value),
                        number(report.oo_best_value),
                        number(Some(score.evaluation.outcome_optimality)),
                        number(Some(report.due_diligence)),
                        number(Some(report.duty_of_care)),
                        report.meeting_match_needs_llm.to_string(),
                    ];
                    let _ = table.write_record(own.into_iter().chain(stored));
                }
            }
        }
        Ok(())
    }

    /// The whole text.
    pub fn finish(self) -> Result<String, Fault> {
        let text = match self {
            Numbers::Json(report) => serde_json::to_string(&report).ok().map(|text| text + "\n"),
            Numbers::Csv(table) => table.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()),
        };
        text.ok_or_else(|| Fault {
            title: "The numbers cannot be written".into(),
            what: "The text could not be put together.".into(),
            advice: "Take the other form.".into(),
            readable: 0,
            is_record: false,
        })
    }
}

/// A stored value in a cell of the table.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}
