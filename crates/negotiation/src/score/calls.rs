//! The scheduling calls in a context, cut into turns.

use std::fmt;

use serde_json::{Map, Value};

use crate::results::{CalledFunction, ContextMessage};

/// The answer a `ReplyMeeting` call gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyStatus {
    /// Agreed.
    Accepted,
    /// Refused.
    Declined,
    /// Another time proposed.
    Counter,
    /// Taken back.
    Rescind,
}

impl ReplyStatus {
    /// The word in tool arguments.
    pub fn as_str(self) -> &'static str {
        match self {
            ReplyStatus::Accepted => "ACCEPTED",
            ReplyStatus::Declined => "DECLINED",
            ReplyStatus::Counter => "COUNTER",
            ReplyStatus::Rescind => "RESCIND",
        }
    }

    /// The answer this word stands for in tool arguments.
    pub fn read(word: &str) -> Option<Self> {
        [Self::Accepted, Self::Declined, Self::Counter, Self::Rescind]
            .into_iter()
            .find(|status| status.as_str() == word)
    }
}

/// A tool call that due diligence looks at. It counts even if the environment refused it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScheduleCall {
    /// Reading the own calendar.
    ListMeetings,
    /// Asking for a meeting.
    RequestMeeting {
        /// Its uid.
        uid: String,
        /// Start, as written by the agent.
        start: String,
    },
    /// Answering.
    ReplyMeeting {
        /// The meeting's uid.
        uid: String,
        /// The answer.
        status: ReplyStatus,
        /// Start, as written by the agent; absent if empty.
        start: Option<String>,
    },
}

impl fmt::Display for ScheduleCall {
    /// The short label, such as `ReplyMeeting:COUNTER`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScheduleCall::ListMeetings => f.write_str("ListMeetings"),
            ScheduleCall::RequestMeeting { .. } => f.write_str("RequestMeeting"),
            ScheduleCall::ReplyMeeting { status, .. } => {
                write!(f, "ReplyMeeting:{}", status.as_str())
            }
        }
    }
}

/// Splits the calls of a context into turns: each injected `GetEmails` opens one.
pub(super) fn turns_of(context: &[ContextMessage<'_>]) -> Result<Vec<Vec<ScheduleCall>>, String> {
    let mut turns = vec![Vec::new()];
    for message in context {
        if message.role != "assistant" {
            continue;
        }
        for call in message.tool_calls.iter().flatten() {
            if call.function.name == "GetEmails" {
                turns.push(Vec::new());
            } else if let Some(call) = read_call(&call.function)?
                && let Some(turn) = turns.last_mut()
            {
                turn.push(call);
            }
        }
    }
    if turns[0].is_empty() {
        turns.remove(0);
    }
    Ok(turns)
}

/// Reads a scheduling call strictly: required keys, right types, no extra keys. Other tools give
/// nothing.
fn read_call(function: &CalledFunction<'_>) -> Result<Option<ScheduleCall>, String> {
    let (required, optional): (&[&str], &[&str]) = match &*function.name {
        "ListMeetings" => (&[], &[]),
        "RequestMeeting" => {
            (&["uid", "title", "organizer", "date", "start", "end", "attendees"], &["message", "description"])
        }
        "ReplyMeeting" => (&["meeting_uid", "status"], &["message", "date", "start", "end"]),
        _ => return Ok(None),
    };
    let name = &function.name;
    let text = function.arguments.text();
    let arguments: Map<String, Value> = text
        .as_deref()
        .and_then(|text| serde_json::from_str(text).ok())
        .ok_or_else(|| format!("the arguments of {name} are no JSON object"))?;
    if let Some(extra) =
        arguments.keys().find(|key| !required.contains(&key.as_str()) && !optional.contains(&key.as_str()))
    {
        return Err(format!("{name} has no parameter `{extra}`"));
    }
    for key in required {
        let fits = match arguments.get(*key) {
            Some(Value::Array(items)) => *key == "attendees" && items.iter().all(Value::is_string),
            Some(Value::String(_)) => *key != "attendees",
            _ => false,
        };
        if !fits {
            return Err(format!("{name} needs `{key}`"));
        }
    }
    for key in optional {
        if !matches!(arguments.get(*key), None | Some(Value::Null | Value::String(_))) {
            return Err(format!("`{key}` of {name} must be a string"));
        }
    }
    let string = |key: &str| arguments.get(key).and_then(Value::as_str).map(str::to_owned);
    let missing = |key: &str| format!("{name} needs `{key}`");
    Ok(Some(match &**name {
        "RequestMeeting" => ScheduleCall::RequestMeeting {
            uid: string("uid").ok_or_else(|| missing("uid"))?,
            start: string("start").ok_or_else(|| missing("start"))?,
        },
        "ReplyMeeting" => {
            let status = string("status").ok_or_else(|| missing("status"))?;
            ScheduleCall::ReplyMeeting {
                uid: string("meeting_uid").ok_or_else(|| missing("meeting_uid"))?,
                status: ReplyStatus::read(&status)
                    .ok_or_else(|| format!("{name} has no status `{}`", shortened(&status)))?,
                start: string("start").filter(|start| !start.is_empty()),
            }
        }
        _ => ScheduleCall::ListMeetings,
    }))
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
