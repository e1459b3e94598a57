//! What was said and done in a row, in reading order.
//!
//! The two agents' contexts are cut into turns at the injected mail or message fetch and laid
//! beside each other in order of play. Nothing here can fail: shapes nobody expected are shown as
//! they are.

use std::fmt;

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::results::Row;
use crate::task::Domain;

/// A row as a conversation.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Transcript {
    /// Turns in order of play, both sides' instructions first.
    pub turns: Vec<Turn>,
}

/// What a turn is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnKind {
    /// What the side was told before it started.
    Instructions,
    /// The forced first move, before any message was fetched.
    Opening,
    /// An ordinary turn.
    Turn,
}

/// One side's move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Turn {
    /// `assistant`, `requestor`, `buyer` or `seller`.
    pub seat: String,
    /// Round from 1; 0 for instructions and the calendar's opening.
    pub round: u32,
    /// What it is.
    pub kind: TurnKind,
    /// Its steps in order.
    pub steps: Vec<Step>,
}

/// One step of a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Step {
    /// A system or user message.
    Told {
        /// `system` or `user`.
        role: String,
        /// Its text.
        text: String,
    },
    /// Reasoning the provider returned beside the answer.
    Thought {
        /// Its text.
        text: String,
    },
    /// Text the agent wrote beside or before its call; the other side does not see it.
    Said {
        /// Its text.
        text: String,
    },
    /// A tool call.
    Call {
        /// The tool.
        tool: String,
        /// Its arguments by name, readable.
        arguments: Vec<Argument>,
        /// Whether the harness, not the agent, made it.
        injected: bool,
        /// What came back, readable.
        result: Option<String>,
    },
    /// A mail of the common log (shown only if there are no contexts).
    Mail {
        /// Addressee.
        to: String,
        /// Subject.
        subject: String,
        /// Text and event.
        text: String,
    },
    /// Something of an unknown shape, as JSON.
    Other {
        /// The JSON text.
        json: String,
    },
}

/// An argument of a tool call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// Its value: texts as they are, anything else as JSON.
    pub value: String,
}

/// Lays out a row as a conversation.
pub fn transcript(row: &Row<'_>) -> Transcript {
    let raw: Value = serde_json::from_str(row.raw()).unwrap_or_default();
    let execution = &raw["execution"];
    let turns = match row.execution.domain() {
        Domain::Calendar => calendar(execution),
        Domain::Marketplace => marketplace(execution),
    };
    Transcript { turns }
}

fn calendar(execution: &Value) -> Vec<Turn> {
    let assistant = Log::read(&execution["assistant_context"], "GetEmails");
    let requestor = Log::read(&execution["requestor_context"], "GetEmails");
    if assistant.is_empty() && requestor.is_empty() {
        return mails(&execution["emails"]);
    }
    let mut board = Board::default();
    board.instructions("assistant", assistant.instructions);
    board.instructions("requestor", requestor.instructions);
    board.turns("requestor", requestor.turns, |turn| (turn, 1));
    board.turns("assistant", assistant.turns, |turn| (turn, 0));
    board.in_order()
}

fn marketplace(execution: &Value) -> Vec<Turn> {
    let buyer = Log::read(&execution["buyer_context"], "GetMessages");
    let seller = Log::read(&execution["seller_context"], "GetMessages");
    let trace = &execution["action_trace"];
    if buyer.is_empty() && seller.is_empty() {
        return traced(trace);
    }
    let mut board = Board::default();
    board.instructions("buyer", buyer.instructions);
    board.instructions("seller", seller.instructions);
    // A forced opening is the seller's turn of round 1, so its later turns are one round further.
    let opened = seller.turns.first().is_some_and(|opening| !opening.is_empty());
    let buyer_first = !opened && trace[0]["actor"] == "buyer";
    board.turns("seller", seller.turns, |turn| (turn + u32::from(opened), u32::from(buyer_first)));
    board.turns("buyer", buyer.turns, |turn| (turn, u32::from(!buyer_first)));
    board.in_order()
}

/// Turns with their place in the order of play.
#[derive(Default)]
struct Board(Vec<(u32, u32, Turn)>);

impl Board {
    fn instructions(&mut self, seat: &str, steps: Vec<Step>) {
        if !steps.is_empty() {
            let kind = TurnKind::Instructions;
            self.0.push((0, 0, Turn { seat: seat.to_owned(), round: 0, kind, steps }));
        }
    }

    /// Adds a side's turns; `place` gives round and order within the round of its n-th turn.
    fn turns(&mut self, seat: &str, turns: Vec<Vec<Step>>, place: impl Fn(u32) -> (u32, u32)) {
        for (number, steps) in (0u32..).zip(turns) {
            if steps.is_empty() {
                continue;
            }
            let (round, order) = place(number);
            let kind = if number == 0 { TurnKind::Opening } else { TurnKind::Turn };
            // Instructions come before any move of round 0.
            self.0.push((round, order + 1, Turn { seat: seat.to_owned(), round, kind, steps }));
        }
    }

    fn in_order(mut self) -> Vec<Turn> {
        self.0.sort_by_key(|(round, order, _)| (*round, *order));
        self.0.into_iter().map(|(_, _, turn)| turn).collect()
    }
}

/// One side's context: what it was told first, then its turns. Turn 0 is what precedes the first
/// injected fetch.
struct Log {
    instructions: Vec<Step>,
    turns: Vec<Vec<Step>>,
}

impl Log {
    fn is_empty(&self) -> bool {
        self.instructions.is_empty() && self.turns.iter().all(Vec::is_empty)
    }

    fn read(context: &Value, fetch: &str) -> Log {
        let mut log = Log { instructions: Vec::new(), turns: vec![Vec::new()] };
        // Ids of calls in the current turn that wait for their result, with the step's place.
        let mut waiting: Vec<(String, usize)> = Vec::new();
        for message in context.as_array().into_iter().flatten() {
            let role = message["role"].as_str().unwrap_or_default();
            match role {
                "system" | "user" => {
                    let step = Step::Told { role: role.to_owned(), text: content(message) };
                    if log.turns.len() == 1 && log.turns[0].is_empty() {
                        log.instructions.push(step);
                    } else {
                        log.push(step);
                    }
                }
                "assistant" => {
                    log.push_text(Step::Thought { text: thoughts(message) });
                    log.push_text(Step::Said { text: content(message) });
                    for call in message["tool_calls"].as_array().into_iter().flatten() {
                        let id = call["id"].as_str().unwrap_or_default();
                        let step = read_call(call, id, fetch);
                        if matches!(&step, Step::Call { tool, injected: true, .. } if tool == fetch) {
                            log.open_turn();
                            waiting.clear();
                        }
                        log.push(step);
                        waiting.push((id.to_owned(), log.last_turn().len() - 1));
                    }
                }
                "tool" => {
                    let id = message["tool_call_id"].as_str().unwrap_or_default();
                    let text = readable(&content(message));
                    let call = waiting.iter().rposition(|(known, _)| known == id);
                    match call.map(|at| waiting.remove(at).1).and_then(|at| log.step(at)) {
                        Some(Step::Call { result, .. }) => *result = Some(text),
                        _ => log.push(Step::Told { role: "tool".to_owned(), text }),
                    }
                }
                _ => log.push(Step::Other { json: message.to_string() }),
            }
        }
        log
    }

    fn last_turn(&self) -> &[Step] {
        self.turns.last().map_or(&[], Vec::as_slice)
    }

    fn step(&mut self, at: usize) -> Option<&mut Step> {
        self.turns.last_mut()?.get_mut(at)
    }

    fn push(&mut self, step: Step) {
        if let Some(turn) = self.turns.last_mut() {
            turn.push(step);
        }
    }

    fn push_text(&mut self, step: Step) {
        let empty = match &step {
            Step::Thought { text } | Step::Said { text } => text.trim().is_empty(),
            _ => false,
        };
        if !empty {
            self.push(step);
        }
    }

    /// Starts a turn. What the harness said last ("it is your turn") belongs to it.
    fn open_turn(&mut self) {
        let mut carried = Vec::new();
        if let Some(turn) = self.turns.last_mut() {
            while matches!(turn.last(), Some(Step::Told { role, .. }) if role == "user") {
                carried.extend(turn.pop());
            }
        }
        carried.reverse();
        self.turns.push(carried);
    }
}

fn read_call(call: &Value, id: &str, fetch: &str) -> Step {
    let Some(tool) = call["function"]["name"].as_str() else {
        return Step::Other { json: call.to_string() };
    };
    // The calendar's agents have no fetching tool; the oldest marketplace agents had, and the
    // harness's own calls are told by their ids, which are message numbers.
    let numbered = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    let injected = numbered || (tool == fetch && fetch == "GetEmails");
    Step::Call { tool: tool.to_owned(), arguments: arguments(&call["function"]["arguments"]), injected, result: None }
}

fn arguments(arguments: &Value) -> Vec<Argument> {
    let members = match arguments {
        Value::String(text) if text.is_empty() => return Vec::new(),
        Value::String(text) => serde_json::from_str(text),
        other => Members::deserialize(other),
    };
    match members {
        Ok(members) => members.0,
        Err(_) => vec![Argument { name: "arguments".to_owned(), value: plain(arguments) }],
    }
}

/// The members of an object that say something (are not null), in written order, readable.
struct Members(Vec<Argument>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;
        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    if !value.is_null() {
                        members.push(Argument { name, value: plain(&value) });
                    }
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(MembersVisitor)
    }
}

/// A text as it is, a list of texts with commas, anything else as JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.iter().all(Value::is_string) => {
            let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            items.join(", ")
        }
        other => other.to_string(),
    }
}

/// JSON objects, alone or in a list, as lines of `name: value`; any other text as it is.
fn readable(text: &str) -> String {
    let block = |Members(members): Members| {
        let lines: Vec<String> = members.iter().map(|member| format!("{}: {}", member.name, member.value)).collect();
        lines.join("\n")
    };
    if let Ok(members) = serde_json::from_str(text) {
        return block(members);
    }
    match serde_json::from_str::<Vec<Members>>(text) {
        Ok(items) if !items.is_empty() => {
            let blocks: Vec<String> = items.into_iter().map(block).collect();
            blocks.join("\n\n")
        }
        _ => text.to_owned(),
    }
}

/// The text of a message: a string, or the texts of its parts.
fn content(message: &Value) -> String {
    match &message["content"] {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Array(parts) => {
            let parts: Vec<String> =
                parts.iter().map(|part| part["text"].as_str().map_or_else(|| plain(part), str::to_owned)).collect();
            parts.join("\n")
        }
        other => other.to_string(),
    }
}

/// Reasoning in the forms providers return it.
fn thoughts(message: &Value) -> String {
    let listed = |list: &str, key: &'static str| {
        let parts = message[list].as_array().cloned().unwrap_or_default();
        parts.into_iter().filter_map(move |part| part[key].as_str().map(str::to_owned))
    };
    let mut texts: Vec<String> = listed("thought_parts", "text").collect();
    texts.extend(listed("thinking_blocks", "thinking"));
    for key in ["reasoning_content", "reasoning"] {
        texts.extend(message[key].as_str().map(str::to_owned));
    }
    texts.join("\n\n")
}

/// The mail log as turns: all there is when the contexts are empty.
fn mails(emails: &Value) -> Vec<Turn> {
    let emails = emails.as_array().into_iter().flatten();
    let text = |mail: &Value, key: &str| mail[key].as_str().unwrap_or_default().to_owned();
    emails
        .map(|mail| {
            let parts = [text(mail, "body"), text(mail, "event")];
            let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            Turn {
                seat: text(mail, "from_"),
                round: 0,
                kind: TurnKind::Turn,
                steps: vec![Step::Mail {
                    to: text(mail, "to"),
                    subject: text(mail, "subject"),
                    text: parts.join("\n\n"),
                }],
            }
        })
        .collect()
}

/// The action trace as turns: all there is when the contexts are empty.
fn traced(trace: &Value) -> Vec<Turn> {
    let mut turns: Vec<Turn> = Vec::new();
    for entry in trace.as_array().into_iter().flatten() {
        let seat = entry["actor"].as_str().unwrap_or("unknown");
        let round = entry["round"].as_u64().and_then(|round| u32::try_from(round).ok()).unwrap_or(0);
        let step = match entry["action_type"].as_str() {
            Some(tool) => Step::Call {
                tool: tool.to_owned(),
                arguments: arguments(&entry["payload"]),
                injected: false,
                result: entry["result"].as_str().map(str::to_owned),
            },
            None => Step::Other { json: entry.to_string() },
        };
        match turns.last_mut() {
            Some(turn) if turn.seat == seat && turn.round == round => turn.steps.push(step),
            _ => turns.push(Turn { seat: seat.to_owned(), round, kind: TurnKind::Turn, steps: vec![step] }),
        }
    }
    turns
}
