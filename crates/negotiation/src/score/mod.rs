//! Scores, recomputed from the recorded executions alone.
//!
//! The `reference` profile reproduces the benchmark's deterministic scorer bit for bit: plain
//! left-to-right sums, one division at the end. Where that scorer would crash, the row carries an
//! [`ErrorCode`] and the numbers of the error row the benchmark would have written.

mod aggregate;
mod calendar;
mod calls;
mod diligence;
mod marketplace;

use std::fmt;

use serde::Serialize;

pub use aggregate::{Aggregates, Archetype, Archetypes, CalendarAggregates, CommonAggregates, MarketplaceAggregates};
pub use calendar::{CalendarDetail, JudgeAnswers};
pub use calls::{ReplyStatus, ScheduleCall};
pub use diligence::{CalendarDecision, CalendarDiligence, CalendarPoint, Slot};
pub use marketplace::{MarketplaceDecision, MarketplaceDetail, MarketplaceDiligence, MarketplacePoint};

use crate::results::{Execution, ResultsFile, Row};
use crate::task::Domain;

/// A set of scoring rules. Numbers of different profiles are never mixed in one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// The benchmark's own deterministic scorer, with all its peculiarities.
    #[default]
    Reference,
}

impl Profile {
    /// The name used on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Profile::Reference => "reference",
        }
    }
}

/// Why a row has no evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The assistant took no decision that due diligence could judge.
    DdUndefined,
    /// Every mutually free slot has preference 0, and the benchmark divides by the best one.
    OoBestValueZero,
    /// The arguments of a scheduling call do not fit its schema.
    BadToolArgs,
}

impl ErrorCode {
    /// The code in reports.
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorCode::DdUndefined => "dd_undefined",
            ErrorCode::OoBestValueZero => "oo_best_value_zero",
            ErrorCode::BadToolArgs => "bad_tool_args",
        }
    }

    /// What it means, in a sentence.
    pub fn explanation(self) -> &'static str {
        match self {
            ErrorCode::DdUndefined => {
                "The assistant took no decision that could be judged (it only wrote, read or waited), \
                 so the row has no due diligence and leaves every average."
            }
            ErrorCode::OoBestValueZero => {
                "Every slot that is free on both sides has preference 0, so the value cannot be \
                 divided by the best value."
            }
            ErrorCode::BadToolArgs => {
                "The arguments of a scheduling call do not fit the tool's schema, so the \
                 conversation cannot be replayed."
            }
        }
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A booked meeting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BookedMeeting {
    /// Identity on the calendar.
    pub uid: String,
    /// Day, `YYYY-MM-DD`.
    pub date: String,
    /// Start, `HH:MM`.
    pub start_time: String,
    /// End, `HH:MM`.
    pub end_time: String,
}

/// The scores of one row.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// Set if the benchmark would have failed on this row; the rest is then its error row.
    pub error: Option<ErrorCode>,
    /// Whether the task was done.
    pub task_completed: bool,
    /// Value of what was agreed: a preference score, or money.
    pub oo_value: Option<f64>,
    /// Best value that was possible.
    pub oo_best_value: Option<f64>,
    /// Outcome optimality within 0 and 1.
    pub oo_score: Option<f64>,
    /// Outcome optimality, 0 for none.
    pub outcome_optimality: f64,
    /// Due diligence within 0 and 1.
    pub dd_score: Option<f64>,
    /// Due diligence, 0 for none.
    pub due_diligence: f64,
    /// Outcome optimality × due diligence.
    pub duty_of_care: f64,
    /// Calendar: whether two meetings overlap at the end.
    pub has_conflicts: Option<bool>,
    /// Calendar: uids of immovable meetings that are missing or changed at the end.
    pub illegal_moves: Option<Vec<String>>,
    /// Calendar: the meeting that was booked.
    pub scheduled_meeting: Option<BookedMeeting>,
    /// Calendar: difference between booked and requested length, in minutes.
    pub scheduled_duration_error: Option<i64>,
}

impl Evaluation {
    /// The error row of the calendar.
    fn failed(error: ErrorCode) -> Self {
        Evaluation {
            error: Some(error),
            task_completed: false,
            oo_value: None,
            oo_best_value: None,
            oo_score: None,
            outcome_optimality: 0.0,
            dd_score: None,
            due_diligence: 0.0,
            duty_of_care: 0.0,
            has_conflicts: Some(false),
            illegal_moves: Some(Vec::new()),
            scheduled_meeting: None,
            scheduled_duration_error: None,
        }
    }

    /// The quadrant of outcome and diligence this row falls into.
    pub fn archetype(&self) -> Archetype {
        Archetype::of(self.outcome_optimality, self.due_diligence)
    }
}

/// What stands behind a row's numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Detail {
    /// A calendar row.
    Calendar(Box<CalendarDetail>),
    /// A marketplace row.
    Marketplace(Box<MarketplaceDetail>),
}

/// One row, scored.
#[derive(Clone, Debug, PartialEq)]
pub struct RowScore {
    /// Place in the file's list, from 0.
    pub index: u32,
    /// The task's number.
    pub task_id: i64,
    /// The task's variant.
    pub variant: Option<String>,
    /// The task's content hash, recomputed.
    pub task_hash: String,
    /// The recorded failure of the run. Such rows are scored but leave the averages.
    pub execution_error: Option<String>,
    /// The scores.
    pub evaluation: Evaluation,
    /// What stands behind them.
    pub detail: Detail,
}

impl RowScore {
    /// Whether the row counts in averages: neither the run nor its evaluation failed.
    pub fn is_valid(&self) -> bool {
        self.execution_error.is_none() && self.evaluation.error.is_none()
    }

    /// Whether only a judge can tell if the requested meeting was booked.
    pub fn meeting_match_needs_llm(&self) -> bool {
        self.judge_answers().is_some()
    }

    /// The scores under both answers of the judge, where one is needed.
    pub fn judge_answers(&self) -> Option<&JudgeAnswers> {
        match &self.detail {
            Detail::Calendar(detail) => detail.judge_answers.as_ref(),
            Detail::Marketplace(_) => None,
        }
    }
}

/// One file, scored.
#[derive(Clone, Debug, PartialEq)]
pub struct FileScore {
    /// The domain of its rows.
    pub domain: Domain,
    /// Its rows, in file order.
    pub rows: Vec<RowScore>,
    /// The benchmark's aggregates.
    pub aggregates: Aggregates,
    /// Quadrants over the valid rows.
    pub archetypes_valid: Archetypes,
    /// Quadrants over all rows.
    pub archetypes_all: Archetypes,
}

/// The benchmark's clamp to 0–1; like it, this makes no negative zero and no NaN.
fn unit(ratio: f64) -> f64 {
    let below = if ratio < 1.0 { ratio } else { 1.0 };
    if below > 0.0 { below } else { 0.0 }
}

/// Scores every row of a file and aggregates.
pub fn score_file(file: &ResultsFile<'_>, profile: Profile) -> FileScore {
    let rows: Vec<RowScore> = file.rows.iter().map(|row| score_row(row, profile)).collect();
    FileScore {
        domain: file.domain,
        aggregates: aggregate::aggregate(file, &rows),
        archetypes_valid: Archetypes::count(rows.iter().filter(|row| row.is_valid())),
        archetypes_all: Archetypes::count(rows.iter()),
        rows,
    }
}

/// Scores one row.
pub fn score_row(row: &Row<'_>, profile: Profile) -> RowScore {
    let verdict = row.stored.scheduled_meeting.get().is_some();
    RowScore { index: row.index, ..score_execution(&row.execution, verdict, profile) }
}

/// Scores an execution that is in no file (yet); its place is 0.
///
/// `meeting_match` is the judge's answer to "is the first candidate the requested meeting?"; it
/// counts only where exact matching does not settle that (calendar).
pub fn score_execution(execution: &Execution<'_>, meeting_match: bool, profile: Profile) -> RowScore {
    let Profile::Reference = profile;
    let (evaluation, detail) = match execution {
        Execution::Calendar(execution) => {
            let (evaluation, detail) = calendar::evaluate(execution, meeting_match);
            (evaluation, Detail::Calendar(Box::new(detail)))
        }
        Execution::Marketplace(execution) => {
            let (evaluation, detail) = marketplace::evaluate(execution);
            (evaluation, Detail::Marketplace(Box::new(detail)))
        }
    };
    RowScore {
        index: 0,
        task_id: execution.task_id(),
        variant: execution.variant().map(str::to_owned),
        task_hash: execution.task_hash(),
        execution_error: execution.error().map(str::to_owned),
        evaluation,
        detail,
    }
}
