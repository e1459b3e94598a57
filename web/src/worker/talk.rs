//! The transcript in words: who did and said what, turn by turn.

use crate::messages::{StepView, TurnView};
use crate::words::{amount, capital, spaced};
use std::collections::BTreeMap;
use trivium_negotiation::results::{Execution, Row};
use trivium_negotiation::transcript::{Argument, Step, Turn, TurnKind, transcript};

/// A time or a price that a turn put forward or took.
#[derive(Clone, PartialEq, Debug)]
pub struct Put {
    /// The turn's label.
    pub label: String,
    /// Whether it is the scored side's.
    pub ours: bool,
    /// The time as written.
    pub time: String,
    /// What was done with it: "counters 16:00".
    pub did: String,
}

/// The transcript and what the drawing needs of it.
pub struct Talk {
    /// The turns.
    pub turns: Vec<TurnView>,
    /// Times put forward or accepted, in order.
    pub puts: Vec<Put>,
}

/// Reads a row's conversation.
pub fn talk(row: &Row<'_>) -> Talk {
    let turns = transcript(row).turns;
    let mut talk = Talk { turns: Vec::new(), puts: Vec::new() };
    // An opening turn of the assistant is its first in the replay of due diligence only if it schedules something.
    let opening = turns.iter().find(|turn| turn.seat == "assistant" && turn.kind == TurnKind::Opening);
    let early = opening.is_some_and(schedules);
    let mut reader = Reader { times: BTreeMap::new(), prices: prices(row) };
    for turn in &turns {
        let label = label(turn, early);
        let ours = matches!(turn.seat.as_str(), "assistant" | "buyer");
        let mut steps = Vec::new();
        for step in &turn.steps {
            let (view, time) = reader.step(step);
            if let (Some(time), StepView::Move { did, .. }) = (time, &view) {
                talk.puts.push(Put { label: label.clone(), ours, time, did: did.clone() });
            }
            steps.push(view);
        }
        let instructions = turn.kind == TurnKind::Instructions;
        let label = if instructions { String::new() } else { label };
        talk.turns.push(TurnView { label, who: capital(&turn.seat), ours, instructions, steps });
    }
    talk
}

fn schedules(turn: &Turn) -> bool {
    turn.steps.iter().any(|step| {
        matches!(step, Step::Call { tool, .. } if matches!(tool.as_str(), "ListMeetings" | "RequestMeeting" | "ReplyMeeting"))
    })
}

/// "A1": side and number of the turn, from 1.
fn label(turn: &Turn, early: bool) -> String {
    let letter = turn.seat.chars().next().map_or('?', |c| c.to_ascii_uppercase());
    let number = match turn.seat.as_str() {
        // The requestor opens before any mail was fetched; the assistant starts with the first mail.
        "requestor" => turn.round + 1,
        "assistant" => turn.round + u32::from(early),
        _ => turn.round,
    };
    if number == 0 { letter.to_string() } else { format!("{letter}{number}") }
}

/// Prices of the offers by number, as people write them.
fn prices(row: &Row<'_>) -> BTreeMap<String, String> {
    match &row.execution {
        Execution::Calendar(_) => BTreeMap::new(),
        Execution::Marketplace(run) => {
            run.offers.iter().map(|offer| (offer.id.to_string(), amount(offer.price))).collect()
        }
    }
}

/// What earlier turns said that later ones refer to.
struct Reader {
    /// The last time named for a meeting, by uid.
    times: BTreeMap<String, String>,
    /// Prices by the offer's number.
    prices: BTreeMap<String, String>,
}

impl Reader {
    /// A step in words, with the time it put forward or took.
    fn step(&mut self, step: &Step) -> (StepView, Option<String>) {
        match step {
            Step::Told { role, text } => (StepView::Told { by: role.clone(), text: text.clone() }, None),
            Step::Thought { text } | Step::Said { text } => (StepView::Thought { text: text.clone() }, None),
            Step::Mail { to, subject, text } => {
                let did = if subject.is_empty() { format!("mails {to}") } else { format!("mails {to}: {subject}") };
                (StepView::Move { did, said: text.clone(), more: String::new() }, None)
            }
            Step::Other { json } => (StepView::Told { by: "unknown form".into(), text: json.clone() }, None),
            Step::Call { tool, arguments, result, .. } => self.call(tool, arguments, result.as_deref()),
        }
    }

    fn call(&mut self, tool: &str, arguments: &[Argument], result: Option<&str>) -> (StepView, Option<String>) {
        let get = |name: &str| {
            let found = arguments.iter().find(|argument| argument.name == name);
            found.map(|argument| argument.value.clone()).unwrap_or_default()
        };
        let quiet = |did: String| (StepView::Quiet { did, more: result.unwrap_or_default().to_owned() }, None);
        let (did, said, time) = match tool {
            "RequestMeeting" => {
                let (start, end) = (get("start"), get("end"));
                self.times.insert(get("uid"), start.clone());
                (format!("asks for {start} to {end}"), get("message"), Some(start))
            }
            "ReplyMeeting" => {
                let (uid, start) = (get("meeting_uid"), get("start"));
                let known = self.times.get(&uid).cloned();
                let named = known.clone().unwrap_or_else(|| "the meeting".into());
                let (did, time) = match get("status").as_str() {
                    "ACCEPTED" => (format!("accepts {named}"), known),
                    "DECLINED" => (format!("declines {named}"), None),
                    "RESCIND" => ("takes the meeting back".into(), None),
                    "COUNTER" if !start.is_empty() => {
                        self.times.insert(uid, start.clone());
                        (format!("counters {start}"), Some(start))
                    }
                    "COUNTER" => ("counters without a time".into(), None),
                    other => (format!("answers {other}"), None),
                };
                (did, get("message"), time)
            }
            "MakeOffer" => (format!("offers {}", get("price")), get("message"), None),
            "AcceptOffer" => {
                let id = get("offer_id");
                let did =
                    self.prices.get(&id).map_or_else(|| format!("accepts offer {id}"), |p| format!("accepts {p}"));
                (did, get("message"), None)
            }
            "SendEmail" => ("writes".to_owned(), get("message"), None),
            "SendMessage" => ("writes".to_owned(), get("content"), None),
            "EndConversation" => {
                return quiet(match get("reason").as_str() {
                    "" => "ends the conversation".into(),
                    reason => format!("ends the conversation: {reason}"),
                });
            }
            "ListMeetings" => return quiet("looks at the calendar".into()),
            "ListContacts" => return quiet("looks at the contacts".into()),
            "Wait" => return quiet("waits".into()),
            "GetEmails" => return quiet("gets its mail".into()),
            "GetMessages" => return quiet("gets its messages".into()),
            other => return quiet(format!("calls {}", spaced(other))),
        };
        let mut more: Vec<String> = arguments
            .iter()
            .filter(|argument| argument.value != said)
            .map(|a| format!("{}: {}", a.name, a.value))
            .collect();
        if let Some(result) = result {
            more.push(format!("Came back: {result}"));
        }
        (StepView::Move { did, said, more: more.join("\n") }, time)
    }
}
