//! As much of a row as tells which domain it belongs to.

use crate::record::{Text, record};

record! {
    /// As much of a row as tells its domain.
    pub struct RowPeek as "a result row" {
        /// Its execution.
        execution: ExecutionPeek<'a>,
    }
}

record! {
    /// As much of an execution as tells its domain.
    pub struct ExecutionPeek as "an execution" {
        /// Its task.
        task: TaskPeek<'a>,
    }
}

record! {
    /// As much of a task as tells its domain.
    pub struct TaskPeek as "a task" {
        /// Domain tag.
        kind as "type": Option<Text<'a>> = None,
        /// Present in calendar tasks.
        requestor: Option<Present> = None,
        /// Present in marketplace tasks.
        product: Option<Present> = None,
    }
}

/// A value whose presence is all that matters.
#[derive(Clone, Debug, PartialEq)]
pub struct Present;

impl<'de> serde::Deserialize<'de> for Present {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer).map(|_| Present)
    }
}
