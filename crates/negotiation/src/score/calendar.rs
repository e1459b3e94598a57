//! Calendar: was the meeting booked, conflicts, illegal moves, outcome optimality.

use std::collections::BTreeMap;

use super::diligence::{self, CalendarDiligence};
use super::{BookedMeeting, ErrorCode, Evaluation};
use crate::results::CalendarExecution;
use crate::task::{CalendarTask, LabeledMeeting, Meeting};

/// The scores under both answers to "is this candidate the requested meeting?".
#[derive(Clone, Debug, PartialEq)]
pub struct JudgeAnswers {
    /// What the file's stored verdict was; it decides which answer is in force.
    pub stored_verdict: bool,
    /// Scores if the judge takes the first candidate for the requested meeting.
    pub if_judge_says_match: Evaluation,
    /// Scores if the judge takes no candidate for it.
    pub if_judge_says_no_match: Evaluation,
}

/// What stands behind a calendar row's numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct CalendarDetail {
    /// Due diligence, decision by decision.
    pub diligence: CalendarDiligence,
    /// Meetings of the final calendar that both sides accepted, earliest first.
    pub candidates: Vec<BookedMeeting>,
    /// Both answers, where exact matching did not settle which candidate was asked for.
    pub judge_answers: Option<JudgeAnswers>,
    /// Whether the run used up its rounds.
    pub max_rounds_reached: bool,
}

/// Scores a calendar execution. `stored_verdict` is the judge's recorded answer, used only where
/// exact matching does not settle the question.
pub(super) fn evaluate(execution: &CalendarExecution<'_>, stored_verdict: bool) -> (Evaluation, CalendarDetail) {
    let task = &execution.task;
    let diligence = diligence::replay(execution);
    let candidates = candidates(execution);
    let exact = exact_match(&task.requestor.requested_meeting, &candidates);
    let score = |booked: Option<&Meeting<'_>>| scored(execution, booked, &diligence);

    let (evaluation, judge_answers) = match (exact, candidates.first()) {
        (None, Some(first)) => {
            let answers = JudgeAnswers {
                stored_verdict,
                if_judge_says_match: score(Some(first)),
                if_judge_says_no_match: score(None),
            };
            let in_force = if stored_verdict {
                answers.if_judge_says_match.clone()
            } else {
                answers.if_judge_says_no_match.clone()
            };
            (in_force, Some(answers))
        }
        (exact, _) => (score(exact), None),
    };
    let detail = CalendarDetail {
        candidates: candidates.into_iter().map(booked).collect(),
        diligence,
        judge_answers,
        max_rounds_reached: execution.max_rounds_reached,
    };
    (evaluation, detail)
}

fn scored(
    execution: &CalendarExecution<'_>,
    meeting: Option<&Meeting<'_>>,
    diligence: &CalendarDiligence,
) -> Evaluation {
    let task = &execution.task;
    // The benchmark judges diligence before the outcome, so its failure is the one reported.
    let dd_score = match (diligence.error(), diligence.score()) {
        (Some(error), _) => return Evaluation::failed(error),
        (None, Some(score)) => score,
        (None, None) => return Evaluation::failed(ErrorCode::DdUndefined),
    };
    let has_conflicts = has_conflicts(&execution.final_assistant_calendar);
    let illegal_moves = illegal_moves(&task.assistant.calendar, &execution.final_assistant_calendar);
    let outcome = match outcome(task, meeting, has_conflicts) {
        Ok(outcome) => outcome,
        Err(error) => return Evaluation::failed(error),
    };
    let outcome_optimality = outcome.score.unwrap_or(0.0);
    Evaluation {
        error: None,
        task_completed: meeting.is_some() == task.satisfiable && !has_conflicts && illegal_moves.is_empty(),
        oo_value: outcome.value,
        oo_best_value: outcome.best,
        oo_score: outcome.score,
        outcome_optimality,
        dd_score: Some(dd_score),
        due_diligence: dd_score,
        duty_of_care: outcome_optimality * dd_score,
        has_conflicts: Some(has_conflicts),
        illegal_moves: Some(illegal_moves),
        scheduled_meeting: meeting.map(booked),
        scheduled_duration_error: meeting.map(|meeting| {
            let requested = task.requestor.requested_meeting.duration_minutes();
            (meeting.duration_minutes() - requested).abs()
        }),
    }
}

fn booked(meeting: &Meeting<'_>) -> BookedMeeting {
    BookedMeeting {
        uid: meeting.uid.to_string(),
        date: meeting.date.to_string(),
        start_time: meeting.start_time.to_string(),
        end_time: meeting.end_time.to_string(),
    }
}

/// Meetings of the final calendar that the organizer of the requested meeting and the assistant
/// have both accepted, by date, start and end.
fn candidates<'r, 'a>(execution: &'r CalendarExecution<'a>) -> Vec<&'r Meeting<'a>> {
    let organizer = &execution.task.requestor.requested_meeting.organizer;
    let assistant = &execution.task.assistant.email;
    let mut candidates: Vec<&Meeting<'_>> = execution
        .final_assistant_calendar
        .iter()
        .filter(|meeting| meeting.accepted_by(organizer) && meeting.accepted_by(assistant))
        .collect();
    candidates.sort_by(|a, b| {
        (&a.date, a.start_time.minutes(), a.end_time.minutes()).cmp(&(
            &b.date,
            b.start_time.minutes(),
            b.end_time.minutes(),
        ))
    });
    candidates
}

/// The first candidate with the requested uid, else the first with exactly the requested title.
fn exact_match<'r, 'a>(requested: &Meeting<'_>, candidates: &[&'r Meeting<'a>]) -> Option<&'r Meeting<'a>> {
    let by_uid = candidates.iter().find(|meeting| meeting.uid == requested.uid);
    by_uid.or_else(|| candidates.iter().find(|meeting| meeting.title == requested.title)).copied()
}

/// Whether any two meetings of one day overlap; every meeting counts, whoever accepted it.
///
/// Two meetings overlap if each starts before the other ends. A meeting that ends before it starts
/// overlaps one that covers the time between, and never another of its kind.
fn has_conflicts(calendar: &[Meeting<'_>]) -> bool {
    let mut days: BTreeMap<&str, Vec<(u16, u16)>> = BTreeMap::new();
    for meeting in calendar {
        let times = (meeting.start_time.minutes(), meeting.end_time.minutes());
        days.entry(&meeting.date).or_default().push(times);
    }
    days.into_values().any(|times| {
        let (mut forward, backward): (Vec<_>, Vec<_>) = times.into_iter().partition(|(start, end)| start < end);
        forward.sort_unstable();
        // Sorted by start, any overlap shows between neighbours.
        forward.windows(2).any(|pair| pair[1].0 < pair[0].1)
            || backward.into_iter().any(|(start, end)| {
                let next = forward.partition_point(|(other, _)| *other < end);
                next.checked_sub(1).is_some_and(|at| start < forward[at].1)
            })
    })
}

/// Immovable initial meetings that are missing, or differ in title, description, date or times.
/// Attendees are not compared; the last of several meetings with one uid is.
fn illegal_moves(initial: &[LabeledMeeting<'_>], last: &[Meeting<'_>]) -> Vec<String> {
    let kept: BTreeMap<&str, &Meeting<'_>> = last.iter().map(|meeting| (&*meeting.uid, meeting)).collect();
    initial
        .iter()
        .filter(|event| !event.is_movable)
        .filter(|event| {
            kept.get(&*event.uid).is_none_or(|kept| {
                kept.title != event.title
                    || kept.description != event.description
                    || kept.date != event.date
                    || kept.start_time != event.start_time
                    || kept.end_time != event.end_time
            })
        })
        .map(|event| event.uid.to_string())
        .collect()
}

struct Outcome {
    value: Option<f64>,
    best: Option<f64>,
    score: Option<f64>,
}

/// Preference of the booked slot by the best preference that was free on both sides.
fn outcome(task: &CalendarTask<'_>, booked: Option<&Meeting<'_>>, has_conflicts: bool) -> Result<Outcome, ErrorCode> {
    if task.assistant.preferences.is_empty() {
        return Ok(Outcome { value: None, best: None, score: None });
    }
    let Some(best) = task.mutually_free_scores().reduce(f64::max) else {
        let score = if booked.is_none() { 1.0 } else { 0.0 };
        return Ok(Outcome { value: Some(0.0), best: Some(0.0), score: Some(score) });
    };
    let value = match booked {
        Some(meeting) if !has_conflicts => task.preference_at(meeting.start_time.as_str()),
        _ => 0.0,
    };
    if best == 0.0 {
        return Err(ErrorCode::OoBestValueZero);
    }
    Ok(Outcome { value: Some(value), best: Some(best), score: Some(super::unit(value / best)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::ClockTime;
    use proptest::prelude::*;

    fn meeting(date: u8, start: u16, end: u16) -> Meeting<'static> {
        let time = |minutes: u16| ClockTime::new(format!("{:02}:{:02}", minutes / 60, minutes % 60));
        let text = |text: &str| crate::record::Text::from(text.to_owned());
        Meeting {
            uid: text("u"),
            title: text("t"),
            description: text(""),
            organizer: text("o"),
            date: text(&format!("2031-05-{date:02}")),
            start_time: time(start).unwrap(),
            end_time: time(end).unwrap(),
            attendees: Vec::new(),
        }
    }

    #[test]
    fn touching_meetings_do_not_overlap() {
        assert!(!has_conflicts(&[meeting(1, 600, 660), meeting(1, 540, 600)]));
        assert!(!has_conflicts(&[meeting(1, 600, 660), meeting(2, 600, 660)]));
        assert!(has_conflicts(&[meeting(1, 600, 660), meeting(1, 600, 660)]));
        assert!(has_conflicts(&[meeting(1, 540, 720), meeting(1, 600, 660)]));
        assert!(!has_conflicts(&[meeting(1, 600, 600), meeting(1, 600, 600)]));
        assert!(has_conflicts(&[meeting(1, 600, 600), meeting(1, 540, 660)]));
        assert!(!has_conflicts(&[meeting(1, 700, 500), meeting(1, 540, 660)]));
        assert!(has_conflicts(&[meeting(1, 620, 580), meeting(1, 540, 660)]));
    }

    proptest! {
        /// The definition, pair by pair.
        #[test]
        fn conflicts_are_those_of_any_pair(
            times in prop::collection::vec((1u8..3, 0u16..40, 0u16..40), 0..8),
        ) {
            let calendar: Vec<Meeting<'_>> = times
                .iter()
                .map(|(date, start, end)| meeting(*date, start * 30, end * 30))
                .collect();
            let any_pair = times.iter().enumerate().any(|(at, a)| {
                times[at + 1..].iter().any(|b| a.0 == b.0 && a.1 < b.2 && b.1 < a.2)
            });
            prop_assert_eq!(has_conflicts(&calendar), any_pair);
        }
    }
}
