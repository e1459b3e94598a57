//! One element of `results`: the execution and the numbers the file holds about it.

use super::model::{CalendarExecution, MarketplaceExecution, StoredDiligence, StoredOutcome};
use crate::record::{Text, record};
use crate::task::{LabeledMeeting, Meeting};

/// The numbers a row holds about itself. They are compared with, never trusted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredEvaluation<'a> {
    /// Why the evaluation failed, if it did; an empty text means it did not.
    pub error: Option<Text<'a>>,
    /// Task completion.
    pub task_completed: Option<bool>,
    /// Outcome optimality × due diligence.
    pub duty_of_care: Option<f64>,
    /// Due diligence, 0 for none.
    pub due_diligence: Option<f64>,
    /// Share of secrets that leaked.
    pub leakage_rate: Option<f64>,
    /// Outcome optimality, 0 for none.
    pub outcome_optimality: Option<f64>,
    /// Outcome optimality in detail.
    pub outcome_optimality_eval: Option<StoredOutcome<'a>>,
    /// Due diligence in detail.
    pub due_diligence_eval: Option<StoredDiligence<'a>>,
    /// Calendar: whether meetings overlap.
    pub has_conflicts: Option<bool>,
    /// Calendar: immovable meetings that were touched.
    pub illegal_moves: Option<Vec<LabeledMeeting<'a>>>,
    /// Calendar: the meeting that was booked.
    pub scheduled_meeting: Option<Meeting<'a>>,
    /// Calendar: how far its length is from the one asked for, in minutes.
    pub scheduled_duration_error: Option<i64>,
}

/// Declares a row of one domain: its execution beside the fields of [`StoredEvaluation`].
macro_rules! row_record {
    ($(#[$meta:meta])* $name:ident, $execution:ident, { $($field:ident: $kind:ty),* $(,)? }) => {
        record! {
            $(#[$meta])*
            pub struct $name as "a result row" {
                execution: $execution<'a>,
                $( $field: $kind = None, )*
            }
        }

        impl<'a> $name<'a> {
            pub(super) fn split(self) -> ($execution<'a>, StoredEvaluation<'a>) {
                let stored = StoredEvaluation { $( $field: self.$field, )* };
                (self.execution, stored)
            }
        }
    };
}

macro_rules! both_rows {
    ($($fields:tt)*) => {
        row_record!(
            /// A calendar row.
            CalendarRow, CalendarExecution, { $($fields)* }
        );
        row_record!(
            /// A marketplace row.
            MarketplaceRow, MarketplaceExecution, { $($fields)* }
        );
    };
}

both_rows! {
    error: Option<Text<'a>>,
    task_completed: Option<bool>,
    duty_of_care: Option<f64>,
    due_diligence: Option<f64>,
    leakage_rate: Option<f64>,
    outcome_optimality: Option<f64>,
    outcome_optimality_eval: Option<StoredOutcome<'a>>,
    due_diligence_eval: Option<StoredDiligence<'a>>,
    has_conflicts: Option<bool>,
    illegal_moves: Option<Vec<LabeledMeeting<'a>>>,
    scheduled_meeting: Option<Meeting<'a>>,
    scheduled_duration_error: Option<i64>,
}
