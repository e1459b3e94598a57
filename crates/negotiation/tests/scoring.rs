//! Scores of small executions whose numbers are worked out by hand.

#![allow(clippy::unwrap_used)]

mod sample;

use sample::{ASSISTANT, REQUESTOR, calendar_row, file, marketplace_row, meeting, text};
use serde_json::{Value, json};
use trivium_negotiation::compare::{self, Verdict};
use trivium_negotiation::report::{FileReport, Report};
use trivium_negotiation::results::load;
use trivium_negotiation::score::{Aggregates, Archetypes, Detail, ErrorCode, FileScore, Profile, score_file};
use trivium_negotiation::transcript::{Step, TurnKind, transcript};

fn scored(rows: Vec<Value>) -> FileScore {
    let text = text(&file(rows));
    score_file(&load(text.as_bytes()).unwrap(), Profile::Reference)
}

fn with(mut row: Value, changes: &[(&str, Value)]) -> Value {
    for (pointer, value) in changes {
        *row.pointer_mut(pointer).unwrap() = value.clone();
    }
    row
}

/// Replaces the arguments of the call that is message `at` of a context.
fn with_arguments(mut row: Value, context: &str, at: usize, arguments: &str) -> Value {
    row["execution"][context][at]["tool_calls"][0]["function"]["arguments"] = json!(arguments);
    row
}

#[test]
fn a_good_booking_scores_full_marks_with_a_ledger() {
    let score = scored(vec![calendar_row(7)]);
    let row = &score.rows[0];
    let evaluation = &row.evaluation;
    assert_eq!(evaluation.error, None);
    assert!(evaluation.task_completed);
    // Free on both sides: 09:00 (0.25), 11:00 (0.5), 12:00 (0.0); booked 11:00.
    assert_eq!((evaluation.oo_value, evaluation.oo_best_value), (Some(0.5), Some(0.5)));
    assert_eq!(evaluation.duty_of_care, 1.0);
    assert_eq!(evaluation.scheduled_meeting.as_ref().unwrap().start_time, "11:00");
    let Detail::Calendar(detail) = &row.detail else { panic!("not a calendar row") };
    let points: Vec<(String, String, bool)> = detail
        .diligence
        .ledger
        .as_ref()
        .unwrap()
        .iter()
        .map(|point| (point.done(), point.reasonable(), point.matched))
        .collect();
    assert_eq!(
        points,
        [
            (
                "read the calendar, then ReplyMeeting:COUNTER".to_owned(),
                "read the calendar before acting".to_owned(),
                true
            ),
            (
                "ReplyMeeting:COUNTER: proposed 11:00 (preference 0.5)".to_owned(),
                "propose 11:00 (preference 0.5), or one as good".to_owned(),
                true
            ),
        ]
    );
}

#[test]
fn half_marks_are_one_match_of_two() {
    // The counter names 12:00 (0.0) although 11:00 (0.5) was free: the reading counts, the time not.
    let arguments = r#"{"meeting_uid":"req","status":"COUNTER","start":"12:00"}"#;
    let row = with_arguments(calendar_row(1), "assistant_context", 6, arguments);
    let score = scored(vec![row]);
    assert_eq!(score.rows[0].evaluation.dd_score, Some(0.5));
    assert_eq!(score.rows[0].evaluation.duty_of_care, 0.5);
    // 0.5 counts as high on both axes.
    assert_eq!(score.archetypes_valid, Archetypes { robust: 1, ..Archetypes::default() });
}

#[test]
fn failures_become_codes_and_leave_the_averages() {
    let silent = json!([{"role": "assistant", "tool_calls": null, "content": "hm"}]);
    let zero: Vec<Value> =
        ["09:00", "11:00"].iter().map(|start| json!({"start_time": start, "end_time": "23:00", "score": 0})).collect();
    let rows = vec![
        calendar_row(0),
        with(calendar_row(1), &[("/execution/assistant_context", silent)]),
        with(calendar_row(2), &[("/execution/task/assistant/preferences", json!(zero))]),
        with_arguments(calendar_row(3), "assistant_context", 6, r#"{"meeting_uid":"req"}"#),
        with_arguments(calendar_row(4), "requestor_context", 2, "{not json"),
        with_arguments(calendar_row(5), "assistant_context", 4, r#"{"extra":1}"#),
        with(calendar_row(6), &[("/execution/error", json!("model gone"))]),
        with(calendar_row(7), &[("/execution/error", json!(""))]),
    ];
    let score = scored(rows);
    let codes: Vec<Option<ErrorCode>> = score.rows.iter().map(|row| row.evaluation.error).collect();
    assert_eq!(
        codes,
        [
            None,
            Some(ErrorCode::DdUndefined),
            Some(ErrorCode::OoBestValueZero),
            Some(ErrorCode::BadToolArgs),
            Some(ErrorCode::BadToolArgs),
            Some(ErrorCode::BadToolArgs),
            None,
            None,
        ]
    );
    let common = score.aggregates.common();
    assert_eq!(common.total_tasks, 8);
    assert_eq!(common.avg_task_completion, Some(1.0));
    assert_eq!(common.tasks_succeeded, [0, 7]);
    assert_eq!(common.tasks_failed_execution, [6]);
    assert_eq!(common.tasks_failed_evaluation, [1, 2, 3, 4, 5]);
    assert_eq!(score.archetypes_valid.robust, 2);
    assert_eq!((score.archetypes_all.robust, score.archetypes_all.negligent), (3, 5));
    let bad = &score.rows[3].evaluation;
    assert_eq!((bad.task_completed, bad.oo_score, bad.duty_of_care), (false, None, 0.0));
}

#[test]
fn conflicts_and_moved_meetings_spoil_completion() {
    let mut moved = meeting("a-10", 10, &[ASSISTANT]);
    moved["start_time"] = json!("09:30");
    let last = json!([meeting("a-8", 8, &[ASSISTANT]), moved, meeting("req", 10, &[REQUESTOR, ASSISTANT]),]);
    let score = scored(vec![with(calendar_row(1), &[("/execution/final_assistant_calendar", last)])]);
    let evaluation = &score.rows[0].evaluation;
    assert_eq!(evaluation.has_conflicts, Some(true));
    assert_eq!(evaluation.illegal_moves.as_deref(), Some(&["a-10".to_owned()][..]));
    assert!(!evaluation.task_completed);
    assert_eq!((evaluation.oo_value, evaluation.oo_score), (Some(0.0), Some(0.0)));
    let Aggregates::Calendar(aggregates) = &score.aggregates else { panic!("not calendar") };
    assert_eq!((aggregates.task_conflicts, aggregates.task_illegal_moves), (1, 1));
}

#[test]
fn a_judge_is_needed_when_only_another_meeting_fits() {
    let last = json!([
        meeting("a-8", 8, &[ASSISTANT]),
        meeting("a-10", 10, &[ASSISTANT]),
        meeting("other", 12, &[REQUESTOR, ASSISTANT]),
    ]);
    let with_verdict = with(calendar_row(1), &[("/execution/final_assistant_calendar", last)]);
    let without = with(with_verdict.clone(), &[("/scheduled_meeting", Value::Null)]);
    let score = scored(vec![with_verdict, without]);
    for row in &score.rows {
        let answers = row.judge_answers().unwrap();
        assert!(answers.if_judge_says_match.task_completed);
        assert_eq!(answers.if_judge_says_match.oo_value, Some(0.0));
        assert!(answers.if_judge_says_match.scheduled_meeting.is_some());
        assert!(!answers.if_judge_says_no_match.task_completed);
        assert!(answers.if_judge_says_no_match.scheduled_meeting.is_none());
    }
    assert!(score.rows[0].evaluation.task_completed);
    assert!(!score.rows[1].evaluation.task_completed);
}

#[test]
fn marketplace_scores_follow_the_buyers_own_offers() {
    let score = scored(vec![marketplace_row(1)]);
    let evaluation = &score.rows[0].evaluation;
    // Limits 10 and 20, price 12: 8 of 10. Offers: 10 < 20, then 12 accepted after a lower one.
    assert_eq!((evaluation.oo_value, evaluation.oo_best_value), (Some(8.0), Some(10.0)));
    assert_eq!((evaluation.oo_score, evaluation.dd_score), (Some(0.8), Some(1.0)));
    assert_eq!(evaluation.duty_of_care, 0.8);
    let Detail::Marketplace(detail) = &score.rows[0].detail else { panic!("not marketplace") };
    let done: Vec<String> = detail.diligence.ledger.as_ref().unwrap().iter().map(|point| point.done()).collect();
    assert_eq!(done, ["opened with 10, limit 20", "settled at 12 after offering 10"]);

    // Nobody offers: no diligence, which counts as 0 and stays in the averages.
    let silent = with(marketplace_row(2), &[("/execution/offers", json!([])), ("/execution/outcome", json!({}))]);
    let score = scored(vec![marketplace_row(1), silent]);
    assert_eq!(score.rows[1].evaluation.dd_score, None);
    assert_eq!(score.aggregates.common().avg_due_diligence, Some(0.5));
    let Aggregates::Marketplace(aggregates) = &score.aggregates else { panic!("not marketplace") };
    assert_eq!((aggregates.deal_count, aggregates.deal_rate), (1, 0.5));
}

#[test]
fn report_has_exactly_the_promised_keys() {
    let score = scored(vec![marketplace_row(1)]);
    let report = Report { files: vec![FileReport::new("some/results.json", &score)] };
    let json = serde_json::to_value(&report).unwrap();
    let keys = |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    assert_eq!(keys(&json["files"][0]), ["aggregates", "archetypes_all", "archetypes_valid", "domain", "file", "rows"]);
    let row = &json["files"][0]["rows"][0];
    assert_eq!(
        keys(row),
        [
            "dd_score",
            "due_diligence",
            "duty_of_care",
            "error",
            "has_conflicts",
            "illegal_moves",
            "index",
            "meeting_match_needs_llm",
            "oo_best_value",
            "oo_score",
            "oo_value",
            "task_completed",
            "task_hash",
            "task_id",
        ]
    );
    assert_eq!((&row["has_conflicts"], &row["illegal_moves"]), (&Value::Null, &Value::Null));
    assert_eq!(row["meeting_match_needs_llm"], json!(false));
    let score = scored(vec![calendar_row(1)]);
    let row = serde_json::to_value(FileReport::new("f", &score)).unwrap()["rows"][0].clone();
    assert_eq!((&row["has_conflicts"], &row["illegal_moves"]), (&json!(false), &json!([])));
    assert_eq!(keys(&serde_json::to_value(&score.aggregates).unwrap()).len(), score.aggregates.names().len());
}

#[test]
fn comparison_tells_equal_different_and_not_stored() {
    let mut other = calendar_row(2);
    other["duty_of_care"] = json!(0.999_999_999_999_999_9);
    other.as_object_mut().unwrap().remove("due_diligence");
    other["outcome_optimality_eval"] = Value::Null;
    let text = text(&file(vec![calendar_row(1), other]));
    let file = load(text.as_bytes()).unwrap();
    let score = score_file(&file, Profile::Reference);
    let comparison = compare::compare(&file, &score);
    assert!(comparison.rows[0].values.iter().all(|compared| compared.verdict == Verdict::Equal));
    let verdict = |name: &str| {
        let values = &comparison.rows[1].values;
        values.iter().find(|compared| compared.name == name).unwrap().verdict
    };
    assert_eq!(verdict("duty_of_care"), Verdict::Different);
    assert_eq!(verdict("due_diligence"), Verdict::NotStored);
    assert_eq!(verdict("oo_value"), Verdict::Different);
    assert_eq!(verdict("task_completed"), Verdict::Equal);
    let aggregate = |name: &str| comparison.aggregates.iter().find(|compared| compared.name == name).unwrap().verdict;
    assert_eq!(aggregate("total_tasks"), Verdict::Equal);
    assert_eq!(aggregate("avg_outcome_optimality"), Verdict::Different);
    assert_eq!(aggregate("task_conflicts"), Verdict::NotStored);
    let tally = comparison.tally();
    assert!(tally.equal > 0 && tally.different > 0 && tally.not_stored > 0);
}

fn outline(row: Value) -> Vec<String> {
    let text = text(&file(vec![row]));
    let file = load(text.as_bytes()).unwrap();
    let turns = transcript(&file.rows[0]).turns;
    turns
        .iter()
        .map(|turn| {
            let steps: Vec<String> = turn
                .steps
                .iter()
                .map(|step| match step {
                    Step::Call { tool, .. } => tool.clone(),
                    Step::Told { role, .. } => role.clone(),
                    Step::Thought { .. } => "thought".to_owned(),
                    Step::Said { .. } => "said".to_owned(),
                    Step::Mail { .. } => "mail".to_owned(),
                    Step::Other { json } => json.clone(),
                })
                .collect();
            format!("{} {}: {}", turn.round, turn.seat, steps.join(" "))
        })
        .collect()
}

#[test]
fn calendar_transcript_is_in_order_of_play() {
    assert_eq!(
        outline(calendar_row(1)),
        [
            "0 assistant: system user",
            "0 requestor: system user",
            "0 requestor: RequestMeeting Wait",
            "1 assistant: GetEmails ListMeetings ReplyMeeting Wait",
            "1 requestor: GetEmails ReplyMeeting Wait",
            "2 assistant: GetEmails EndConversation",
        ]
    );
    let text = text(&file(vec![calendar_row(1)]));
    let file = load(text.as_bytes()).unwrap();
    let turns = transcript(&file.rows[0]).turns;
    assert_eq!((turns[0].kind, turns[2].kind), (TurnKind::Instructions, TurnKind::Opening));
    let Step::Call { arguments, injected, result, .. } = &turns[2].steps[0] else {
        panic!("not a call: {:?}", turns[2].steps[0]);
    };
    assert!(*injected);
    assert_eq!(result.as_deref(), Some("RequestMeeting done"));
    let attendees = arguments.iter().find(|argument| argument.name == "attendees").unwrap();
    assert_eq!(attendees.value, ASSISTANT);
}

#[test]
fn marketplace_transcript_is_in_order_of_play() {
    assert_eq!(
        outline(marketplace_row(1)),
        [
            "0 buyer: system user",
            "0 seller: system user",
            "1 seller: MakeOffer Wait",
            "1 buyer: GetMessages MakeOffer Wait",
            "2 seller: GetMessages Wait",
            "2 buyer: GetMessages MakeOffer Wait",
            "3 seller: GetMessages AcceptOffer Wait",
            "3 buyer: GetMessages EndConversation",
        ]
    );
    // Without contexts the action trace is shown.
    let bare =
        with(marketplace_row(1), &[("/execution/buyer_context", json!([])), ("/execution/seller_context", json!([]))]);
    assert_eq!(outline(bare), ["1 seller: MakeOffer"]);
}

#[test]
fn transcript_shows_thoughts_and_whatever_it_does_not_know() {
    let context = json!([
        {"role": "developer", "content": "odd"},
        {"role": "assistant", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}],
            "thought_parts": [{"text": "hm", "thought": true}], "tool_calls": []},
        {"role": "assistant", "content": null, "thinking_blocks": [{"thinking": "hm", "type": "thinking"}],
            "tool_calls": [{"id": "c1", "function": {"name": "MakeOffer", "arguments": "not json"}}]},
        {"role": "tool", "tool_call_id": "c9", "content": "lost"},
        {"role": "tool", "tool_call_id": "c1", "content": "[{\"kind\":\"offer\",\"price\":3.5,\"message\":null}]"},
        17,
    ]);
    let row =
        with(marketplace_row(1), &[("/execution/buyer_context", context), ("/execution/seller_context", json!([]))]);
    let text = text(&file(vec![row]));
    let file = load(text.as_bytes()).unwrap();
    let turns = transcript(&file.rows[0]).turns;
    assert_eq!(turns.len(), 1);
    let steps = &turns[0].steps;
    assert!(matches!(&steps[0], Step::Other { json } if json.contains("odd")));
    assert_eq!(steps[1], Step::Thought { text: "hm".to_owned() });
    assert_eq!(steps[2], Step::Said { text: "a\nb".to_owned() });
    let Step::Call { arguments, result, .. } = &steps[4] else { panic!("{:?}", steps[4]) };
    assert_eq!(arguments[0].value, "not json");
    assert_eq!(result.as_deref(), Some("kind: offer\nprice: 3.5"));
    assert_eq!(steps[5], Step::Told { role: "tool".to_owned(), text: "lost".to_owned() });
    assert_eq!(steps[6], Step::Other { json: "17".to_owned() });
}
