//! Re-executes and re-scores a record, and says of every value whether it holds.

use serde::Serialize;
use trivium_core::replay::{Difference, Kind, replay};
use trivium_core::{Json, Line, ParamError, Record, RecordError};
use trivium_games::Registry;
use trivium_measures::Scores;

/// Why a file could not be verified at all.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum VerifyError {
    /// It is not UTF-8 text.
    #[error("the file is no UTF-8 text: byte {0} does not belong")]
    NotText(usize),
    /// It is no readable record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Its game or parameters are not known here.
    #[error("line 1: {0}")]
    Param(#[from] ParamError),
}

/// What became of one stored value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Stored and recomputed are the same.
    Equal,
    /// They differ.
    Different,
    /// Recomputed, but the file does not store it.
    NotStored,
    /// Stored, but cannot be recomputed here.
    CannotRecompute,
}

/// A number of the result beside what the record gives.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Check {
    /// Which number, such as `bta of seat 0`.
    pub what: String,
    /// What the file says.
    pub stored: Json,
    /// What the record gives.
    pub recomputed: Json,
    /// Whether they agree.
    pub verdict: Verdict,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The game's id.
    pub game: String,
    /// Lines of the file.
    pub lines: u32,
    /// Events that could be applied.
    pub events: u32,
    /// Whether every event could be applied.
    pub complete: bool,
    /// Whether the game had ended.
    pub over: bool,
    /// Values found equal, scores included.
    pub agreed: u32,
    /// Every difference, located, in the order of the lines.
    pub differences: Vec<Difference>,
    /// The scores, stored beside recomputed.
    pub checks: Vec<Check>,
    /// Whether the file has a result line.
    pub has_result: bool,
    /// The scores as recomputed.
    #[serde(skip)]
    pub scores: Option<Scores>,
}

impl Report {
    /// Whether everything that could be compared agrees.
    pub fn holds(&self) -> bool {
        self.differences.is_empty() && self.complete
    }
}

/// Reads, re-executes and re-scores a record.
pub fn verify(bytes: &[u8]) -> Result<Report, VerifyError> {
    let text = std::str::from_utf8(bytes).map_err(|e| VerifyError::NotText(e.valid_up_to()))?;
    let record = Record::parse(text)?;
    let played = replay(&Registry, &record)?;
    let scores = trivium_measures::score(played.game.as_ref());
    let mut report = Report {
        game: record.header.game.clone(),
        lines: record.lines.len() as u32 + 1,
        events: played.game.events().len() as u32,
        complete: played.complete,
        over: played.game.status().over(),
        agreed: played.agreed,
        differences: played.differences,
        checks: Vec::new(),
        has_result: record.outcome().is_some(),
        scores,
    };
    let line = record.lines.iter().position(|line| matches!(line, Line::Result(_))).map_or(0, |i| i as u32 + 2);
    let stored = record.outcome().map(|outcome| &outcome.scores).filter(|scores| !scores.is_null());
    report.check_scores(line, stored);
    Ok(report)
}

impl Report {
    fn check_scores(&mut self, line: u32, stored: Option<&Json>) {
        let recomputed = self.scores.as_ref().map(Scores::to_json);
        let same_set = match (stored, &recomputed) {
            (Some(stored), Some(recomputed)) => stored.get("set") == recomputed.get("set"),
            _ => true,
        };
        let mut values = Vec::new();
        flatten("", stored.unwrap_or(&Json::Null), &mut values);
        let mut own = Vec::new();
        flatten("", recomputed.as_ref().unwrap_or(&Json::Null), &mut own);
        let find = |list: &[(String, Json)], what: &str| list.iter().find(|(w, _)| w == what).map(|(_, v)| v.clone());
        for (what, value) in &own {
            let verdict = match find(&values, what) {
                None => Verdict::NotStored,
                Some(_) if !same_set && what != "set" => Verdict::CannotRecompute,
                Some(stored) if stored == *value => Verdict::Equal,
                Some(_) => Verdict::Different,
            };
            let stored = find(&values, what).unwrap_or_default();
            self.push_check(line, Check { what: what.clone(), stored, recomputed: value.clone(), verdict });
        }
        for (what, value) in values {
            if find(&own, &what).is_none() {
                let verdict =
                    if same_set && recomputed.is_some() { Verdict::Different } else { Verdict::CannotRecompute };
                self.push_check(line, Check { what, stored: value, recomputed: Json::Null, verdict });
            }
        }
    }

    fn push_check(&mut self, line: u32, check: Check) {
        match check.verdict {
            Verdict::Equal => self.agreed += 1,
            Verdict::Different => self.differences.push(Difference {
                line,
                kind: Kind::Score,
                what: check.what.clone(),
                expected: check.recomputed.clone(),
                found: check.stored.clone(),
            }),
            Verdict::NotStored | Verdict::CannotRecompute => {}
        }
        self.checks.push(check);
    }
}

/// Lists the leaves of a JSON value with their paths, such as `bta.0`.
fn flatten(path: &str, value: &Json, out: &mut Vec<(String, Json)>) {
    let join = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match value {
        Json::Object(object) => object.iter().for_each(|(key, value)| flatten(&join(key), value, out)),
        Json::Array(items) => {
            items.iter().enumerate().for_each(|(i, value)| flatten(&join(&i.to_string()), value, out))
        }
        Json::Null if path.is_empty() => {}
        leaf => out.push((path.to_owned(), leaf.clone())),
    }
}
