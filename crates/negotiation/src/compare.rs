//! The stored number beside the recomputed one.
//!
//! Numbers are compared exactly as doubles, lists in order. Files of the judge's era differ from
//! today's scorer on purpose; files of the deterministic scorer should not differ at all.

use serde::Serialize;
use serde_json::{Value, json};

use crate::record::Stored;
use crate::results::{ResultsFile, Row};
use crate::score::{FileScore, RowScore};
use crate::task::Domain;

/// How a stored value relates to the recomputed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The same, bit for bit.
    Equal,
    /// Not the same.
    Different,
    /// The file does not hold it.
    NotStored,
}

impl Verdict {
    /// In words.
    pub fn as_str(self) -> &'static str {
        match self {
            Verdict::Equal => "equal",
            Verdict::Different => "different",
            Verdict::NotStored => "not stored",
        }
    }
}

/// One quantity, twice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// Its name in reports.
    pub name: String,
    /// What the file says; nothing if it does not say.
    pub stored: Option<Value>,
    /// What scoring gives.
    pub recomputed: Value,
    /// How they relate.
    pub verdict: Verdict,
}

impl Compared {
    fn new(name: &str, stored: Stored<Value>, recomputed: Value) -> Self {
        let stored = match stored {
            Stored::Absent => None,
            Stored::Null => Some(Value::Null),
            Stored::Value(value) => Some(value),
        };
        let verdict = match &stored {
            None => Verdict::NotStored,
            Some(stored) if same(stored, &recomputed) => Verdict::Equal,
            Some(_) => Verdict::Different,
        };
        Compared { name: name.to_owned(), stored, recomputed, verdict }
    }
}

/// The quantities of one row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RowComparison {
    /// Place in the file's list, from 0.
    pub index: u32,
    /// The task's number.
    pub task_id: i64,
    /// In report order.
    pub values: Vec<Compared>,
}

/// The quantities of one file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FileComparison {
    /// Row by row.
    pub rows: Vec<RowComparison>,
    /// The aggregates.
    pub aggregates: Vec<Compared>,
}

/// How many quantities were equal, different, not stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// The same, bit for bit.
    pub equal: u64,
    /// Not the same.
    pub different: u64,
    /// The file does not hold them.
    pub not_stored: u64,
}

impl FileComparison {
    /// Counts the verdicts of rows and aggregates.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for compared in self.rows.iter().flat_map(|row| &row.values).chain(&self.aggregates) {
            *match compared.verdict {
                Verdict::Equal => &mut tally.equal,
                Verdict::Different => &mut tally.different,
                Verdict::NotStored => &mut tally.not_stored,
            } += 1;
        }
        tally
    }
}

/// Compares a file with its scores.
pub fn compare(file: &ResultsFile<'_>, score: &FileScore) -> FileComparison {
    FileComparison {
        rows: file.rows.iter().zip(&score.rows).map(|(row, score)| compare_row(row, score)).collect(),
        aggregates: compare_aggregates(file, score),
    }
}

/// Compares one row with its scores.
///
/// `error` compares whether there was a failure, since files hold a message and scores a code.
pub fn compare_row(row: &Row<'_>, score: &RowScore) -> RowComparison {
    let stored = &row.stored;
    let evaluation = &score.evaluation;
    let outcome = &stored.outcome_optimality_eval;
    let mut values = Vec::with_capacity(13);
    let mut push = |name: &str, stored: Stored<Value>, recomputed: Value| {
        values.push(Compared::new(name, stored, recomputed));
    };

    push("task_completed", value(&stored.task_completed), json!(evaluation.task_completed));
    if let Some(has_conflicts) = evaluation.has_conflicts {
        push("has_conflicts", value(&stored.has_conflicts), json!(has_conflicts));
    }
    if let Some(illegal_moves) = &evaluation.illegal_moves {
        let uids = stored
            .illegal_moves
            .and_then(|moves| Stored::Value(moves.iter().map(|meeting| json!(&*meeting.uid)).collect()));
        push("illegal_moves", uids, json!(illegal_moves));
    }
    if row.execution.domain() == Domain::Calendar {
        let uid = stored.scheduled_meeting.and_then(|meeting| Stored::Value(json!(&*meeting.uid)));
        let booked = evaluation.scheduled_meeting.as_ref().map(|meeting| &meeting.uid);
        push("scheduled_meeting", uid, json!(booked));
        push(
            "scheduled_duration_error",
            value(&stored.scheduled_duration_error),
            json!(evaluation.scheduled_duration_error),
        );
    }
    push("oo_value", outcome.and_then(|outcome| value(&outcome.value)), json!(evaluation.oo_value));
    push("oo_best_value", outcome.and_then(|outcome| value(&outcome.best_value)), json!(evaluation.oo_best_value));
    push("oo_score", outcome.and_then(|outcome| value(&outcome.outcome_optimality_score)), json!(evaluation.oo_score));
    push("outcome_optimality", value(&stored.outcome_optimality), json!(evaluation.outcome_optimality));
    push(
        "dd_score",
        stored.due_diligence_eval.and_then(|diligence| value(&diligence.score)),
        json!(evaluation.dd_score),
    );
    push("due_diligence", value(&stored.due_diligence), json!(evaluation.due_diligence));
    push("duty_of_care", value(&stored.duty_of_care), json!(evaluation.duty_of_care));

    let message = stored.error.get().filter(|message| !message.is_empty());
    let verdict = match (stored.error.is_absent(), message.is_some() == evaluation.error.is_some()) {
        (true, _) => Verdict::NotStored,
        (false, true) => Verdict::Equal,
        (false, false) => Verdict::Different,
    };
    values.push(Compared {
        name: "error".to_owned(),
        stored: (!stored.error.is_absent()).then(|| json!(message.map(|message| &**message))),
        recomputed: json!(evaluation.error),
        verdict,
    });
    RowComparison { index: row.index, task_id: score.task_id, values }
}

fn value<T: Serialize>(stored: &Stored<T>) -> Stored<Value> {
    stored.and_then(|stored| Stored::Value(json!(stored)))
}

fn compare_aggregates(file: &ResultsFile<'_>, score: &FileScore) -> Vec<Compared> {
    let Ok(Value::Object(recomputed)) = serde_json::to_value(&score.aggregates) else {
        return Vec::new();
    };
    score
        .aggregates
        .names()
        .iter()
        .filter_map(|name| recomputed.get(*name).map(|recomputed| (*name, recomputed.clone())))
        .map(|(name, recomputed)| {
            let stored = file.evaluation.as_ref().and_then(|evaluation| evaluation.get(name));
            let stored = match stored {
                None => Stored::Absent,
                Some(Value::Null) => Stored::Null,
                Some(stored) => Stored::Value(task_ids(stored)),
            };
            Compared::new(name, stored, recomputed)
        })
        .collect()
}

/// Lists of failures name task and error; the scores' lists are of task ids.
fn task_ids(stored: &Value) -> Value {
    match stored {
        Value::Array(items) => items.iter().map(|item| item.get("task_id").unwrap_or(item).clone()).collect(),
        other => other.clone(),
    }
}

/// Equality of JSON values with numbers compared as doubles (`1` and `1.0` are the same).
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => a == b,
            _ => a == b,
        },
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (a, b) => a == b,
    }
}
