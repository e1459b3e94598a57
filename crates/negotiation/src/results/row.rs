//! One element of `results`: the execution and the numbers the file holds about it.

use super::model::{CalendarExecution, MarketplaceExecution, StoredDiligence, StoredOutcome};
use crate::record::{Stored, Text, record};
use crate::task::{LabeledMeeting, Meeting};

/// The numbers a row holds about itself. They are compared with, never trusted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StoredEvaluation<'a> {
    /// Why the evaluation failed, if it did; an empty text means it did not.
    pub error: Stored<Text<'a>>,
    /// Task completion.
    pub task_completed: Stored<bool>,
    /// Outcome optimality × due diligence.
    pub duty_of_care: Stored<f64>,
    /// Due diligence, 0 for none.
    pub due_diligence: Stored<f64>,
    /// Share of secrets that leaked.
    pub leakage_rate: Stored<f64>,
    /// Outcome optimality, 0 for none.
    pub outcome_optimality: Stored<f64>,
    /// Outcome optimality in detail.
    pub outcome_optimality_eval: Stored<StoredOutcome<'a>>,
    /// Due diligence in detail.
    pub due_diligence_eval: Stored<StoredDiligence<'a>>,
    /// Calendar: whether meetings overlap.
    pub has_conflicts: Stored<bool>,
    /// Calendar: immovable meetings that were touched.
    pub illegal_moves: Stored<Vec<LabeledMeeting<'a>>>,
    /// Calendar: the meeting that was booked.
    pub scheduled_meeting: Stored<Meeting<'a>>,
    /// Calendar: how far its length is from the one asked for, in minutes.
    pub scheduled_duration_error: Stored<i64>,
}

/// Declares a row of one domain: its execution beside the fields of [`StoredEvaluation`].
macro_rules! row_record {
    ($(#[$meta:meta])* $name:ident, $execution:ident, { $($field:ident: $kind:ty),* $(,)? }) => {
        record! {
            $(#[$meta])*
            pub struct $name as "a result row" {
                execution: $execution<'a>,
                $( $field: $kind = Stored::Absent, )*
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
    error: Stored<Text<'a>>,
    task_completed: Stored<bool>,
    duty_of_care: Stored<f64>,
    due_diligence: Stored<f64>,
    leakage_rate: Stored<f64>,
    outcome_optimality: Stored<f64>,
    outcome_optimality_eval: Stored<StoredOutcome<'a>>,
    due_diligence_eval: Stored<StoredDiligence<'a>>,
    has_conflicts: Stored<bool>,
    illegal_moves: Stored<Vec<LabeledMeeting<'a>>>,
    scheduled_meeting: Stored<Meeting<'a>>,
    scheduled_duration_error: Stored<i64>,
}
