//! What happened so far, read from an agent's own messages.

use serde_json::{Map, Value};

use crate::env::{EventBlock, EventKind};
use crate::episode::{Message, View};

/// A call with its result.
pub(super) struct Made {
    pub tool: String,
    pub arguments: Map<String, Value>,
    pub result: String,
}

impl Made {
    pub fn refused(&self) -> bool {
        self.result.starts_with("Error:")
    }

    pub fn text(&self, key: &str) -> String {
        self.arguments.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
    }
}

/// Every call of a context with its result, in order; injected fetches are among them.
pub(super) fn calls(view: &View<'_>) -> Vec<Made> {
    let mut made: Vec<Made> = Vec::new();
    for message in view.context {
        match message {
            Message::Assistant(message) => made.extend(message.calls.iter().map(|call| Made {
                tool: call.name.clone(),
                arguments: serde_json::from_str(&call.arguments).unwrap_or_default(),
                result: String::new(),
            })),
            Message::Tool { content, .. } => {
                if let Some(last) = made.last_mut() {
                    last.result.clone_from(content);
                }
            }
            Message::System(_) | Message::User(_) => {}
        }
    }
    made
}

/// The calls of the turn under way: those after the last fetch.
pub(super) fn this_turn<'c>(calls: &'c [Made], fetch: &str) -> &'c [Made] {
    let after = calls.iter().rposition(|call| call.tool == fetch).map_or(0, |at| at + 1);
    &calls[after..]
}

/// Who put the present time forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Me,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// A time is put forward and not answered.
    Open(By),
    Agreed,
    /// The other side has declined the time I put forward.
    Declined,
    Closed,
}

/// A meeting under negotiation.
#[derive(Clone, Debug)]
pub(super) struct Matter {
    pub uid: String,
    pub date: String,
    pub stand: Stand,
    /// Minutes from start to end of the time last put forward.
    pub minutes: i32,
    /// Starts I have put forward, in order.
    pub own_starts: Vec<String>,
    /// Starts the other side has put forward, in order.
    pub other_starts: Vec<String>,
}

/// Every meeting under negotiation, in order of appearance.
pub(super) fn matters(calls: &[Made]) -> Vec<Matter> {
    let mut matters: Vec<Matter> = Vec::new();
    for call in calls {
        match &*call.tool {
            "GetEmails" => read_mails(&call.result, &mut matters),
            "RequestMeeting" if !call.refused() => {
                let (start, end) = (call.text("start"), call.text("end"));
                put(&mut matters, &call.text("uid"), &call.text("date"), &start, &end, By::Me);
            }
            "ReplyMeeting" if !call.refused() => {
                let uid = call.text("meeting_uid");
                match &*call.text("status") {
                    "COUNTER" => {
                        put(&mut matters, &uid, &call.text("date"), &call.text("start"), &call.text("end"), By::Me)
                    }
                    "ACCEPTED" => stand(&mut matters, &uid, Stand::Agreed),
                    _ => stand(&mut matters, &uid, Stand::Closed),
                }
            }
            _ => {}
        }
    }
    matters
}

fn read_mails(result: &str, matters: &mut Vec<Matter>) {
    let mails: Vec<Value> = serde_json::from_str(result).unwrap_or_default();
    for mail in mails {
        let Some(event) = mail["event"].as_str().and_then(|text| EventBlock::read_all(text).into_iter().next()) else {
            // A withdrawal carries no event and names the meeting by its title only. Whatever was
            // agreed has to be looked up again.
            if mail["subject"].as_str().is_some_and(|subject| subject.starts_with("Meeting Withdrawn")) {
                matters.iter_mut().for_each(|matter| matter.stand = Stand::Closed);
            }
            continue;
        };
        let (start, end) = (event.start.as_str(), event.end.as_str());
        match event.kind {
            Some(EventKind::Request | EventKind::Counter) => {
                put(matters, &event.uid, &event.date, start, end, By::Other);
            }
            Some(EventKind::Accepted) => stand(matters, &event.uid, Stand::Agreed),
            Some(EventKind::Declined) => stand(matters, &event.uid, Stand::Declined),
            None => {}
        }
    }
}

fn stand(matters: &mut [Matter], uid: &str, stand: Stand) {
    if let Some(matter) = matters.iter_mut().find(|matter| matter.uid == uid) {
        matter.stand = stand;
    }
}

fn put(matters: &mut Vec<Matter>, uid: &str, date: &str, start: &str, end: &str, by: By) {
    let at = match matters.iter().position(|matter| matter.uid == uid) {
        Some(at) => at,
        None => {
            matters.push(Matter {
                uid: uid.to_owned(),
                date: date.to_owned(),
                stand: Stand::Closed,
                minutes: 60,
                own_starts: Vec::new(),
                other_starts: Vec::new(),
            });
            matters.len() - 1
        }
    };
    let matter = &mut matters[at];
    matter.stand = Stand::Open(by);
    date.clone_into(&mut matter.date);
    if let (Some(start), Some(end)) = (minutes(start), minutes(end)) {
        matter.minutes = end - start;
    }
    match by {
        By::Me => matter.own_starts.push(start.to_owned()),
        By::Other => matter.other_starts.push(start.to_owned()),
    }
}

/// Minutes since midnight of a time the environment would take.
pub(super) fn minutes(time: &str) -> Option<i32> {
    let (hour, minute) = time.split_once(':')?;
    Some(hour.parse::<i32>().ok()? * 60 + minute.parse::<i32>().ok()?)
}
