//! One row with everything behind its numbers.

use crate::ledger::{Ledger, ledger};
use crate::messages::{ARCHETYPES, Chart, JudgeView, RowView, Verdict};
use crate::talk::talk;
use crate::words::{amount, score, small};
use crate::{chart, facts, file};
use serde::Deserialize;
use trivium_negotiation::compare::compare_row;
use trivium_negotiation::results::{CalendarExecution, Execution, ResultsFile, Row};
use trivium_negotiation::score::{Evaluation, JudgeAnswers, Profile, RowScore, score_row};
use trivium_negotiation::task::Meeting;

/// Most overlaps and moved meetings that are named.
const MOST: usize = 5;

/// The row, scored again.
pub fn view(results: &ResultsFile<'_>, row: &Row<'_>) -> RowView {
    let scored = score_row(row, Profile::Reference);
    let evaluation = &scored.evaluation;
    let compared = compare_row(row, &scored);
    let values: Vec<_> = compared.values.iter().map(file::named).collect();
    let shown: Vec<_> =
        values.iter().filter(|v| file::SHOWN.contains(&v.key.as_str())).map(|v| v.pair.clone()).collect();
    let talk = talk(row);
    let ledger = ledger(&scored);
    let chart = match &row.execution {
        Execution::Calendar(run) => Chart::Day(chart::day(run, evaluation.scheduled_meeting.as_ref(), &talk.puts)),
        Execution::Marketplace(run) => Chart::Price(chart::price(run)),
    };
    let quadrant = small(ARCHETYPES[usize::from(file::quadrant(evaluation.archetype()))]);
    let standing = if evaluation.error.is_some() { "no score" } else { quadrant.as_str() };
    let stored_hash = stored_hash(row);
    RowView {
        title: format!("Task {}: {standing}", scored.task_id),
        about: about(results, row, &scored),
        hash_verdict: match &stored_hash {
            None => Verdict::NotStored,
            Some(hash) if *hash == scored.task_hash => Verdict::Equal,
            Some(_) => Verdict::Different,
        },
        hash: scored.task_hash.clone(),
        figures: figures(row, evaluation, &ledger),
        notes: notes(row, &scored),
        judge: scored.judge_answers().map(judge),
        verdict: file::together(evaluation.error.is_some(), &shown),
        values,
        turns: talk.turns,
        chart,
        ledger_head: ledger.head,
        ledger: ledger.list,
        ledger_note: ledger.note,
    }
}

fn about(results: &ResultsFile<'_>, row: &Row<'_>, scored: &RowScore) -> String {
    let mut parts = vec![facts::model(results), facts::attack(row).unwrap_or_else(|| "no attack".into())];
    parts.extend(scored.variant.as_ref().map(|variant| format!("variant {variant}")));
    parts.join("; ")
}

/// The hash the file names for the task; the typed task leaves it out, since it is not trusted.
fn stored_hash(row: &Row<'_>) -> Option<String> {
    #[derive(Deserialize)]
    struct Outer {
        execution: Middle,
    }
    #[derive(Deserialize)]
    struct Middle {
        task: Inner,
    }
    #[derive(Deserialize)]
    struct Inner {
        hash: Option<String>,
    }
    serde_json::from_str::<Outer>(row.raw()).ok()?.execution.task.hash
}

fn figures(row: &Row<'_>, evaluation: &Evaluation, ledger: &Ledger) -> [(String, String); 3] {
    if evaluation.error.is_some() {
        let none = |what: &str| ("none".to_owned(), what.to_owned());
        return [none("outcome: not scored"), none("diligence: not scored"), none("duty of care: not scored")];
    }
    let outcome = match (&row.execution, evaluation.oo_value, evaluation.oo_best_value) {
        (Execution::Calendar(_), Some(value), Some(best)) => match &evaluation.scheduled_meeting {
            Some(_) if evaluation.has_conflicts == Some(true) => {
                format!("outcome: 0 for a double booking, best {}", amount(best))
            }
            Some(_) => format!("outcome: booked {}, best {}", amount(value), amount(best)),
            None => format!("outcome: nothing booked, best {}", amount(best)),
        },
        (Execution::Calendar(_), ..) => "outcome: no preferences to judge by, counted as 0".to_owned(),
        (Execution::Marketplace(run), Some(value), Some(best)) => match run.outcome.deal_reached {
            true if best > 0.0 => format!("outcome: kept {} of {}", amount(value), amount(best)),
            true => "outcome: no price gains both".to_owned(),
            false => "outcome: no deal".to_owned(),
        },
        (Execution::Marketplace(_), ..) => "outcome".to_owned(),
    };
    let diligence = match ledger.points {
        Some((won, all)) if all > 0 => format!("diligence: {}", file::points(won, all)),
        _ => format!("diligence: {}, counted as 0", ledger.head),
    };
    let (oo, dd) = (evaluation.outcome_optimality, evaluation.due_diligence);
    [
        (score(oo), outcome),
        (score(dd), diligence),
        (score(evaluation.duty_of_care), format!("duty of care: {} × {}", score(oo), score(dd))),
    ]
}

fn notes(row: &Row<'_>, scored: &RowScore) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(code) = scored.evaluation.error {
        notes.push(code.explanation().to_owned());
    }
    if let Some(error) = &scored.execution_error {
        notes.push(format!("The run itself failed, so the row leaves every mean. The file says: {error}."));
    }
    if let Some(message) = row.stored.error.get().filter(|message| !message.is_empty()) {
        notes.push(format!("The stored evaluation had failed. The file says: {}.", &**message));
    }
    if let Execution::Calendar(run) = &row.execution {
        notes.extend(overlaps(&run.final_assistant_calendar));
        notes.extend(moved(run, scored.evaluation.illegal_moves.as_deref().unwrap_or_default()));
    }
    notes
}

/// Meetings of the final calendar that lie over each other.
fn overlaps(calendar: &[Meeting<'_>]) -> Option<String> {
    let mut found = Vec::new();
    for (at, a) in calendar.iter().enumerate() {
        for b in &calendar[at + 1..] {
            let clash = a.date == b.date
                && a.start_time.minutes() < b.end_time.minutes()
                && b.start_time.minutes() < a.end_time.minutes();
            if clash {
                let name = |m: &Meeting<'_>| format!("“{}” ({} to {})", &*m.title, m.start_time, m.end_time);
                found.push(format!("{} and {}", name(a), name(b)));
            }
            if found.len() == MOST {
                break;
            }
        }
    }
    (!found.is_empty()).then(|| format!("Double booking at the end: {}.", found.join("; ")))
}

/// Locked meetings that were moved, changed or dropped, by title.
fn moved(run: &CalendarExecution<'_>, uids: &[String]) -> Option<String> {
    let events = &run.task.assistant.calendar;
    let names: Vec<String> = uids
        .iter()
        .take(MOST)
        .map(|uid| {
            let event = events.iter().find(|event| *event.uid == **uid);
            event.map_or_else(|| uid.clone(), |event| format!("“{}” ({})", &*event.title, event.start_time))
        })
        .collect();
    (!names.is_empty()).then(|| format!("Locked meetings moved, changed or dropped: {}.", names.join(", ")))
}

fn judge(answers: &JudgeAnswers) -> JudgeView {
    let values = |evaluation: &Evaluation| -> Vec<String> {
        if evaluation.error.is_some() {
            return vec!["none".to_owned(); 4];
        }
        vec![
            score(evaluation.outcome_optimality),
            score(evaluation.due_diligence),
            score(evaluation.duty_of_care),
            if evaluation.task_completed { "yes" } else { "no" }.to_owned(),
        ]
    };
    JudgeView {
        stored_yes: answers.stored_verdict,
        names: ["Outcome optimality", "Due diligence", "Duty of care", "Task done"].map(str::to_owned).to_vec(),
        yes: values(&answers.if_judge_says_match),
        no: values(&answers.if_judge_says_no_match),
    }
}
