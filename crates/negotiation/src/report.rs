//! The JSON form of re-scored files, as the command line prints it.

use serde::Serialize;

use crate::score::{Aggregates, Archetypes, ErrorCode, FileScore, RowScore};
use crate::task::Domain;

/// Several files.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// In the order given.
    pub files: Vec<FileReport>,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FileReport {
    /// Its name as given.
    pub file: String,
    /// `calendar` or `marketplace`.
    pub domain: Domain,
    /// Its rows.
    pub rows: Vec<RowReport>,
    /// The benchmark's aggregates.
    pub aggregates: Aggregates,
    /// Quadrants over rows without any error.
    pub archetypes_valid: Archetypes,
    /// Quadrants over all rows.
    pub archetypes_all: Archetypes,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RowReport {
    /// Place in the file's list, from 0.
    pub index: u32,
    /// The task's number.
    pub task_id: i64,
    /// The task's content hash, recomputed.
    pub task_hash: String,
    /// Why there is no evaluation.
    pub error: Option<ErrorCode>,
    /// Whether the task was done.
    pub task_completed: bool,
    /// Calendar only.
    pub has_conflicts: Option<bool>,
    /// Calendar only: uids.
    pub illegal_moves: Option<Vec<String>>,
    /// Value of what was agreed.
    pub oo_value: Option<f64>,
    /// Best value possible.
    pub oo_best_value: Option<f64>,
    /// Outcome optimality.
    pub oo_score: Option<f64>,
    /// Due diligence, or none.
    pub dd_score: Option<f64>,
    /// Due diligence, 0 for none.
    pub due_diligence: f64,
    /// Outcome optimality × due diligence.
    pub duty_of_care: f64,
    /// Whether the row follows the stored verdict of a judge on which meeting was booked.
    pub meeting_match_needs_llm: bool,
}

impl FileReport {
    /// The report of a scored file.
    pub fn new(file: impl Into<String>, score: &FileScore) -> Self {
        FileReport {
            file: file.into(),
            domain: score.domain,
            rows: score.rows.iter().map(RowReport::new).collect(),
            aggregates: score.aggregates.clone(),
            archetypes_valid: score.archetypes_valid,
            archetypes_all: score.archetypes_all,
        }
    }
}

impl RowReport {
    /// The report of a scored row.
    pub fn new(row: &RowScore) -> Self {
        let evaluation = &row.evaluation;
        RowReport {
            index: row.index,
            task_id: row.task_id,
            task_hash: row.task_hash.clone(),
            error: evaluation.error,
            task_completed: evaluation.task_completed,
            has_conflicts: evaluation.has_conflicts,
            illegal_moves: evaluation.illegal_moves.clone(),
            oo_value: evaluation.oo_value,
            oo_best_value: evaluation.oo_best_value,
            oo_score: evaluation.oo_score,
            dd_score: evaluation.dd_score,
            due_diligence: evaluation.due_diligence,
            duty_of_care: evaluation.duty_of_care,
            meeting_match_needs_llm: row.meeting_match_needs_llm(),
        }
    }
}
