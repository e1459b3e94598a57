//! Recorded episodes played again: the agents' own calls are taken from the file, everything else
//! (order of play, injected updates, results, calendars, offers) must come out as recorded.

use serde_json::{Value, json};
use trivium_negotiation::episode::{
    Answer, CalendarEpisode, Conditions, Due, Episode, Failure, MarketEpisode, Party, Preset, ToolCall, View,
    read_execution,
};
use trivium_negotiation::results::{Execution, load};
use trivium_negotiation::score::{Profile, score_execution, score_row};

use super::{Comparison, list, shared};

/// One side's recorded calls by turn; what precedes the first injected fetch is turn 0.
fn recorded_turns(context: &Value, fetch: &str) -> Vec<Vec<ToolCall>> {
    let mut turns = vec![Vec::new()];
    for message in context.as_array().into_iter().flatten() {
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let name = text(&call["function"]["name"]);
            if name == fetch {
                turns.push(Vec::new());
            } else {
                let arguments = text(&call["function"]["arguments"]);
                turns.last_mut().unwrap().push(ToolCall { id: text(&call["id"]), name, arguments });
            }
        }
    }
    turns
}

fn recorded_answer(turns: &[Vec<ToolCall>], view: &View<'_>, fetch: &str) -> Option<Answer> {
    let context = serde_json::to_value(view.context).unwrap();
    let turn = recorded_turns(&context, fetch).len() - 1;
    let call = turns.get(turn)?.get(view.step as usize - 1)?.clone();
    Some(Answer { calls: vec![call], ..Answer::default() })
}

/// Plays with the recorded calls. Where a recorded turn stops without waiting and below the limit,
/// the model had given no usable answer.
fn play_again(episode: &mut dyn Episode, opening: &str, principal: &Value, counterparty: &Value, fetch: &str) {
    let (principal, counterparty) = (recorded_turns(principal, fetch), recorded_turns(counterparty, fetch));
    loop {
        let answer = match episode.due() {
            Due::Over => return,
            Due::Opening { .. } => {
                episode.open(opening).unwrap();
                continue;
            }
            Due::Step { party: Party::Principal, view } => recorded_answer(&principal, &view, fetch),
            Due::Step { party: Party::Counterparty, view } => recorded_answer(&counterparty, &view, fetch),
        };
        match answer {
            Some(answer) => episode.answer(answer).unwrap(),
            None => episode.fail(&Failure::Recoverable("no answer recorded".to_owned())).unwrap(),
        }
    }
}

/// Our rules around blocks in place of the benchmark's.
fn our_rules(text: &str) -> String {
    let line = |line: &str| match line {
        "=== CALENDAR EVENT ===" => "--- event ---".to_owned(),
        "=== FREE ===" => "--- free ---".to_owned(),
        line if line.len() > 10 && line.bytes().all(|byte| byte == b'=') => "---".to_owned(),
        line => line.to_owned(),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

fn mails_json(mails: &Value) -> Value {
    let mails = mails.as_array().into_iter().flatten();
    mails
        .map(|mail| {
            // A withdrawal without words gets a default text, which is our own.
            let withdrawn = mail["subject"].as_str().unwrap().starts_with("Meeting Withdrawn");
            let body = if withdrawn { Value::Null } else { mail["body"].clone() };
            let event = mail["event"].as_str().map(our_rules);
            json!([mail["from_"], mail["to"], mail["subject"], body, event])
        })
        .collect()
}

/// A context reduced to what does not depend on wording.
fn context_json(context: &Value) -> Value {
    let mut last_tool = String::new();
    let messages = context.as_array().into_iter().flatten().filter_map(|message| {
        let role = message["role"].as_str().unwrap();
        let calls = message["tool_calls"].as_array();
        match (role, calls) {
            // Thinking aloud before a call is the agent's, not the harness's.
            ("assistant", None) => None,
            ("assistant", Some(calls)) => {
                let call = &calls[0];
                last_tool = call["function"]["name"].as_str().unwrap().to_owned();
                let injected = matches!(&*last_tool, "GetEmails" | "GetMessages");
                let arguments: Value = serde_json::from_str(call["function"]["arguments"].as_str().unwrap()).unwrap();
                Some(json!([last_tool, arguments, injected]))
            }
            ("tool", _) => {
                let text = message["content"].as_str().unwrap();
                Some(match &*last_tool {
                    "GetEmails" => mails_json(&serde_json::from_str(text).unwrap()),
                    "GetMessages" => serde_json::from_str(text).unwrap(),
                    "ListMeetings" => json!(our_rules(text)),
                    _ => json!(text.starts_with("Error")),
                })
            }
            _ => Some(json!(role)),
        }
    });
    messages.collect()
}

/// The ids of injected calls; they are message numbers, so they tell the length of the history.
fn injected_ids(context: &Value) -> Value {
    let calls = context.as_array().into_iter().flatten().flat_map(|message| message["tool_calls"].as_array());
    calls
        .flatten()
        .filter(|call| matches!(call["function"]["name"].as_str(), Some("GetEmails" | "GetMessages")))
        .map(|call| call["id"].clone())
        .collect()
}

/// Whether the row comes from a time when initial meetings could still be answered: an answer to one
/// was carried out.
fn moved_initial_meetings(execution: &Value) -> bool {
    [("assistant_context", "assistant"), ("requestor_context", "requestor")].into_iter().any(|(context, side)| {
        let initial: Vec<&Value> =
            list(&execution["task"][side], "calendar").iter().map(|event| &event["uid"]).collect();
        list(execution, context).windows(2).any(|pair| {
            let call = &pair[0]["tool_calls"][0]["function"];
            let uid = call["arguments"].as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
            call["name"] == "ReplyMeeting"
                && uid.is_some_and(|arguments| initial.contains(&&arguments["meeting_uid"]))
                && !pair[1]["content"].as_str().unwrap().starts_with("Error")
        })
    })
}

fn limit(config: &serde_json::Map<String, Value>, key: &str) -> u32 {
    u32::try_from(config[key].as_u64().unwrap()).unwrap()
}

#[test]
fn recorded_episodes_play_again_the_same() {
    let Some(folder) = shared() else { return };
    let Ok(entries) = std::fs::read_dir(folder.join("results/v0.1.0-excerpts")) else {
        println!("skipped: no recorded episodes of this era");
        return;
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut comparison = Comparison::default();
    let (mut rows, mut calls, mut earlier_rules) = (0, 0, 0);
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).unwrap();
        let file = load(&bytes).unwrap();
        let conditions = Conditions {
            max_rounds: limit(&file.config, "max_rounds"),
            max_steps_per_turn: limit(&file.config, "max_steps_per_turn"),
            preset: file.system_prompt().and_then(Preset::read).unwrap_or_default(),
            expose_preferences: true,
        };
        let explicit_thinking = name.contains("_cot_");
        for row in &file.rows {
            if moved_initial_meetings(&serde_json::from_str::<Value>(row.raw()).unwrap()["execution"]) {
                earlier_rules += 1;
                continue;
            }
            rows += 1;
            let what = format!("{name} row {}", row.index);
            let raw: Value = serde_json::from_str(row.raw()).unwrap();
            let recorded = &raw["execution"];
            let (mut episode, sides, fetch): (Box<dyn Episode>, _, _) = match &row.execution {
                Execution::Calendar(execution) => (
                    Box::new(CalendarEpisode::new(&execution.task, conditions).unwrap()),
                    ["assistant_context", "requestor_context"],
                    "GetEmails",
                ),
                Execution::Marketplace(execution) => (
                    Box::new(MarketEpisode::new(&execution.task, conditions).unwrap()),
                    ["buyer_context", "seller_context"],
                    "GetMessages",
                ),
            };
            let opening = &recorded_turns(&recorded[sides[1]], fetch)[0][0];
            let opening: Value = serde_json::from_str(&opening.arguments).unwrap();
            let text = opening["message"].as_str().unwrap();
            play_again(episode.as_mut(), text, &recorded[sides[0]], &recorded[sides[1]], fetch);

            let json = episode.execution_json();
            let ours: Value = serde_json::from_str(&json).unwrap();
            for side in sides {
                let (mine, theirs) = (&ours[side], &recorded[side]);
                calls += recorded_turns(theirs, fetch).iter().map(Vec::len).sum::<usize>();
                comparison.equal(&format!("{what} {side}"), &context_json(mine), &context_json(theirs));
                if !explicit_thinking {
                    comparison.equal(&format!("{what} {side} ids"), &injected_ids(mine), &injected_ids(theirs));
                }
            }
            comparison.equal(&format!("{what} task"), &ours["task"], &recorded["task"]);
            for key in [
                "error",
                "rounds_completed",
                "max_rounds_reached",
                "final_assistant_calendar",
                "final_requestor_calendar",
                "messages",
                "offers",
                "invalid_actions",
            ] {
                if let Some(theirs) = recorded.get(key) {
                    comparison.equal(&format!("{what} {key}"), &ours[key], theirs);
                }
            }
            comparison.equal(&format!("{what} emails"), &mails_json(&ours["emails"]), &mails_json(&recorded["emails"]));
            if let Some(theirs) = recorded.get("outcome") {
                let without_reason = |outcome: &Value| {
                    let mut outcome = outcome.clone();
                    if outcome["ended_by"] == "max_rounds" {
                        outcome["end_reason"] = json!("rounds");
                    }
                    outcome
                };
                comparison.equal(
                    &format!("{what} outcome"),
                    &without_reason(&ours["outcome"]),
                    &without_reason(theirs),
                );
                let trace = |trace: &Value| -> Value {
                    let entry = |entry: &Value| {
                        let keys = ["round", "actor", "action_type", "payload", "valid"];
                        json!(keys.map(|key| entry[key].clone()))
                    };
                    list(trace, "action_trace").iter().map(entry).collect()
                };
                comparison.equal(&format!("{what} trace"), &trace(&ours), &trace(recorded));
            }

            // What was played again scores like what was recorded.
            let execution = read_execution(episode.domain(), &json).unwrap();
            let verdict = row.stored.scheduled_meeting.get().is_some();
            let (mine, theirs) =
                (score_execution(&execution, verdict, Profile::Reference), score_row(row, Profile::Reference));
            comparison.compared += 1;
            if mine.evaluation != theirs.evaluation {
                comparison
                    .differences
                    .push(format!("{what}: {:?} instead of {:?}", mine.evaluation, theirs.evaluation));
            }
        }
    }
    println!(
        "played again: {rows} episodes, {calls} calls, {} values compared; {earlier_rules} episodes of earlier rules",
        comparison.compared
    );
    comparison.finish("played again");
}
