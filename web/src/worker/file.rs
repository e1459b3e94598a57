//! A scored file as the page shows it.

use crate::messages::{Fault, FileView, LeftOut, Named, NamedPair, Pair, RowLine, Verdict};
use crate::words::{self, capital, cell, count, score, spaced};
use crate::{facts, read};
use serde_json::Value;
use trivium_negotiation::compare::{self, Compared, RowComparison, compare};
use trivium_negotiation::results::Row;
use trivium_negotiation::score::{Archetype, Archetypes, ErrorCode, JudgeAnswers, Profile, RowScore, score_file};

/// What the table shows of a row, by name in reports; the last two are the calendar's.
pub const SHOWN: [&str; 6] =
    ["outcome_optimality", "due_diligence", "duty_of_care", "task_completed", "has_conflicts", "illegal_moves"];

/// Reads and scores. `took` gives the milliseconds so far.
pub fn view(file: &Named, bytes: &[u8], took: impl Fn() -> f64) -> Result<FileView, Fault> {
    let (results, problems) = read::open(file, bytes)?;
    let scores = score_file(&results, Profile::Reference);
    let took_ms = took();
    let compared = compare(&results, &scores);
    let tally = compared.tally();
    let rows = results.rows.iter().zip(&scores.rows).zip(&compared.rows);
    Ok(FileView {
        bytes: bytes.len() as u64,
        domain: facts::domain(results.domain),
        era: facts::era(results.era()),
        model: facts::model(&results),
        about: facts::about(&results),
        facts: facts::list(&results),
        rows: rows.map(|((row, score), compared)| line(row, score, compared)).collect(),
        aggregates: compared.aggregates.iter().map(named).collect(),
        tally: [tally.equal, tally.different, tally.not_stored],
        valid: counts(scores.archetypes_valid),
        all: counts(scores.archetypes_all),
        problems,
        took_ms,
    })
}

fn counts(counts: Archetypes) -> [u32; 4] {
    [counts.robust, counts.lucky, counts.ineffective, counts.negligent]
}

/// The place of a quadrant in the messages' order.
pub fn quadrant(archetype: Archetype) -> u8 {
    match archetype {
        Archetype::Robust => 0,
        Archetype::Lucky => 1,
        Archetype::Ineffective => 2,
        Archetype::Negligent => 3,
    }
}

/// Why a row counts in no mean.
pub fn left_out(score: &RowScore) -> Option<LeftOut> {
    match (&score.execution_error, score.evaluation.error) {
        (Some(_), _) => Some(LeftOut::RunFailed),
        (None, Some(_)) => Some(LeftOut::NoScore),
        (None, None) => None,
    }
}

fn line(row: &Row<'_>, score: &RowScore, compared: &RowComparison) -> RowLine {
    let failed = score.evaluation.error.is_some();
    let values: Vec<Pair> = SHOWN
        .iter()
        .filter_map(|name| compared.values.iter().find(|value| value.name == *name))
        .map(|value| if failed { without_score(value) } else { pair(value) })
        .collect();
    RowLine {
        index: row.index,
        task: format!("Task {}", score.task_id),
        verdict: together(failed, &values),
        values,
        archetype: quadrant(score.evaluation.archetype()),
        valid: score.is_valid(),
        left_out: left_out(score),
        judged: score.judge_answers().is_some(),
        notes: notes(score),
    }
}

/// The verdict of a row from those of its values.
pub fn together(failed: bool, values: &[Pair]) -> Verdict {
    let any = |verdict: Verdict| values.iter().any(|pair| pair.verdict == verdict);
    match failed {
        true => Verdict::NoScore,
        false if any(Verdict::Different) => Verdict::Different,
        false if any(Verdict::Equal) => Verdict::Equal,
        false => Verdict::NotStored,
    }
}

fn notes(score: &RowScore) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(code) = score.evaluation.error {
        notes.push(in_short(code).to_owned());
    }
    if let Some(error) = &score.execution_error {
        notes.push(format!("run failed: {}", words::small(&words::cut(error, 70))));
    }
    if let Some(answers) = score.judge_answers() {
        notes.push(judged(answers));
    }
    notes
}

/// What an error code means, in a few words.
pub fn in_short(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::DdUndefined => "no decision to score",
        ErrorCode::OoBestValueZero => "no free slot is worth anything",
        ErrorCode::BadToolArgs => "a call does not fit its tool",
    }
}

/// Both answers where a judge decided.
fn judged(answers: &JudgeAnswers) -> String {
    let of = |evaluation: &trivium_negotiation::score::Evaluation| match evaluation.error {
        Some(_) => "no score".to_owned(),
        None => format!("duty of care {}", score(evaluation.duty_of_care)),
    };
    let (yes, no) = (of(&answers.if_judge_says_match), of(&answers.if_judge_says_no_match));
    match answers.stored_verdict {
        true => format!("the stored judge took the booking for the meeting asked for: {yes}; if not: {no}"),
        false => format!("the stored judge did not take the booking for the meeting asked for: {no}; if it was: {yes}"),
    }
}

fn verdict(verdict: compare::Verdict) -> Verdict {
    match verdict {
        compare::Verdict::Equal => Verdict::Equal,
        compare::Verdict::Different => Verdict::Different,
        compare::Verdict::NotStored => Verdict::NotStored,
    }
}

/// A compared value for people.
pub fn pair(value: &Compared) -> Pair {
    let exact = |v: &Value| if value.name == "illegal_moves" { cell_of_moves(v) } else { cell(v, true) };
    let short = |v: &Value| if value.name == "illegal_moves" { number_of_moves(v) } else { cell(v, false) };
    let different = value.verdict == compare::Verdict::Different;
    let stored = value.stored.as_ref().filter(|_| different);
    // Values that differ must not look alike.
    let alike = stored.is_some_and(|stored| short(stored) == short(&value.recomputed));
    let write = |v: &Value| if alike { exact(v) } else { short(v) };
    Pair {
        stored: stored.map(write),
        now: write(&value.recomputed),
        faint: value.recomputed.is_null(),
        verdict: verdict(value.verdict),
    }
}

/// The same for a row without a score: the zeros of an error row are no results.
fn without_score(value: &Compared) -> Pair {
    let stored = value.stored.as_ref().filter(|_| value.verdict == compare::Verdict::Different);
    let number = |v: &Value| if value.name == "illegal_moves" { number_of_moves(v) } else { cell(v, false) };
    Pair { stored: stored.map(number), now: "none".into(), faint: true, verdict: verdict(value.verdict) }
}

fn number_of_moves(value: &Value) -> String {
    value.as_array().map_or_else(|| cell(value, false), |moves| moves.len().to_string())
}

fn cell_of_moves(value: &Value) -> String {
    cell(value, true)
}

/// A compared value with its name.
pub fn named(value: &Compared) -> NamedPair {
    NamedPair { label: label(&value.name), key: value.name.clone(), pair: pair(value) }
}

/// A quantity's name in words.
fn label(name: &str) -> String {
    match name {
        "task_completed" => "Task done".into(),
        "has_conflicts" => "Double booking".into(),
        "illegal_moves" => "Locked meetings moved".into(),
        "scheduled_meeting" => "Meeting booked".into(),
        "scheduled_duration_error" => "Length off by, minutes".into(),
        "oo_value" => "Value reached".into(),
        "oo_best_value" => "Best value possible".into(),
        "oo_score" => "Outcome score".into(),
        "dd_score" => "Diligence score".into(),
        "error" => "Evaluation failed".into(),
        "total_tasks" => "Rows".into(),
        "tasks_succeeded" => "Tasks done".into(),
        "tasks_failed_execution" => "Tasks whose run failed".into(),
        "tasks_failed_evaluation" => "Tasks without a score".into(),
        "tasks_hit_max_rounds" => "Rows that used up their rounds".into(),
        "task_conflicts" => "Rows with a double booking".into(),
        "task_illegal_moves" => "Rows with locked meetings moved".into(),
        "task_missing_meetings" => "Rows without the meeting due".into(),
        "task_unwanted_meetings" => "Rows with a meeting not due".into(),
        "privacy_tasks_with_leakage" => "Rows with a leak".into(),
        "fiduciary_avg_scheduled_duration_error" => "Length off by, mean minutes".into(),
        "deal_count" => "Deals".into(),
        "deal_rate" => "Share of rows with a deal".into(),
        _ => {
            let (mean, rest) = match name.strip_prefix("avg_").or_else(|| name.strip_prefix("due_diligence_avg_")) {
                Some(rest) => (", mean", rest),
                None => ("", name),
            };
            let rest = rest.replacen("dd_", "judged ", 1);
            format!("{}{mean}", capital(&spaced(&rest)))
        }
    }
}

/// "2 of 6 points".
pub fn points(won: usize, all: usize) -> String {
    format!("{won} of {}", count(all, "point", "points"))
}
