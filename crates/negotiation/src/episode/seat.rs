//! One party's side of the tool loop: its history, its attempts, and the calls put in its mouth.

use serde_json::Value;

use super::{Answer, AssistantMessage, Message, Party, ToolCall, View};
use crate::env::{Arguments, Tool};

/// Attempts at one step before it is given up.
const MAX_ATTEMPTS: u32 = 3;

pub(super) struct Seat {
    pub tools: &'static [&'static Tool],
    context: Vec<Message>,
    scratch: Vec<Message>,
    attempt: u32,
    /// The only address this party may write to, where that is checked.
    may_write_to: Option<String>,
}

/// What became of an answer.
pub(super) enum Attempt {
    /// A sound call; it is in the history and waits for its result.
    Call { id: String, tool: &'static Tool, arguments: Arguments },
    /// Turned back; the party is asked again.
    Again,
    /// Turned back for the last time.
    Exhausted,
}

impl Seat {
    pub fn new(context: Vec<Message>, tools: &'static [&'static Tool], may_write_to: Option<String>) -> Seat {
        Seat { tools, context, scratch: Vec::new(), attempt: 1, may_write_to }
    }

    pub fn context(&self) -> &[Message] {
        &self.context
    }

    pub fn view(&self, round: u32, step: u32) -> View<'_> {
        let Seat { tools, context, scratch, attempt, .. } = self;
        View { context, scratch, tools, round, step, attempt: *attempt }
    }

    /// What the party is shown when it is asked for its opening message.
    pub fn opening_view(&self, round: u32) -> View<'_> {
        View { tools: &[], ..self.view(round, 1) }
    }

    /// Adds a message to the next question only.
    pub fn ask(&mut self, text: &str) {
        self.scratch.push(Message::User(text.to_owned()));
    }

    /// Drops what was said for one question only.
    pub fn forget_attempts(&mut self) {
        self.scratch.clear();
        self.attempt = 1;
    }

    /// Writes a call into the history as if the party had made it, with its result. The id is the
    /// number of messages before it, which tells such calls from the party's own.
    pub fn force(&mut self, tool: &str, arguments: &Value, result: String) {
        let id = self.context.len().to_string();
        let call = ToolCall { id: id.clone(), name: tool.to_owned(), arguments: arguments.to_string() };
        self.context.push(Message::Assistant(AssistantMessage { calls: vec![call], ..AssistantMessage::default() }));
        self.result(id, result);
    }

    /// Writes the result of a call.
    pub fn result(&mut self, call_id: String, content: String) {
        self.context.push(Message::Tool { call_id, content });
    }

    /// Takes an answer: a sound one goes into the history, anything else is answered with what is
    /// wrong, in the scratch.
    pub fn attempt(&mut self, answer: Answer) -> Attempt {
        let Answer { thought, content, reasoning, mut calls } = answer;
        let before = self.context.len() + self.scratch.len();
        for (number, call) in calls.iter_mut().enumerate() {
            if call.id.is_empty() {
                call.id = format!("call_{before}_{number}");
            }
            if call.arguments.trim().is_empty() {
                call.arguments = "{}".to_owned();
            }
        }
        let read = match &calls[..] {
            [call] => self.read(call).map(|(tool, arguments)| (call.id.clone(), tool, arguments)),
            [] => Err("The user is away and cannot answer. Call exactly one of your tools.".to_owned()),
            _ => Err(format!("call exactly one tool at a time; there were {} calls", calls.len())),
        };
        let thought = thought.filter(|thought| !thought.trim().is_empty()).map(|thought| {
            Message::Assistant(AssistantMessage { content: Some(thought), ..AssistantMessage::default() })
        });
        match read {
            Ok((id, tool, arguments)) => {
                self.context.extend(thought);
                self.context.push(Message::Assistant(AssistantMessage { content, reasoning, calls }));
                self.forget_attempts();
                Attempt::Call { id, tool, arguments }
            }
            Err(_) if self.attempt >= MAX_ATTEMPTS => {
                self.forget_attempts();
                Attempt::Exhausted
            }
            Err(wrong) => {
                self.attempt += 1;
                self.scratch.extend(thought);
                let ids: Vec<String> = calls.iter().map(|call| call.id.clone()).collect();
                let said = content.as_deref().is_some_and(|text| !text.trim().is_empty());
                if said || !calls.is_empty() {
                    self.scratch.push(Message::Assistant(AssistantMessage { content, reasoning, calls }));
                }
                if ids.is_empty() {
                    self.scratch.push(Message::User(wrong));
                } else {
                    let content = error_text(&wrong);
                    let answers = ids.into_iter().map(|call_id| Message::Tool { call_id, content: content.clone() });
                    self.scratch.extend(answers);
                }
                Attempt::Again
            }
        }
    }

    fn read(&self, call: &ToolCall) -> Result<(&'static Tool, Arguments), String> {
        let tool = self.tools.iter().find(|tool| tool.name == call.name).ok_or_else(|| {
            let known: Vec<&str> = self.tools.iter().map(|tool| tool.name).collect();
            let name: String = call.name.chars().take(40).collect();
            format!("there is no tool `{name}`; there are {}", known.join(", "))
        })?;
        let arguments = tool.read(&call.arguments).map_err(|error| error.to_string())?;
        if let Some(address) = &self.may_write_to
            && tool.name == "SendEmail"
            && arguments.text("to") != *address
        {
            return Err(format!("you can write to {address} only"));
        }
        Ok((tool, arguments))
    }
}

/// The result of a call that was refused.
pub(super) fn error_text(wrong: &str) -> String {
    format!("Error: {wrong}")
}

/// How failures name a party.
pub(super) fn failure_text(role: &str, round: u32, party: Party, text: &str) -> String {
    let side = match party {
        Party::Principal => "evaluated side",
        Party::Counterparty => "counterpart",
    };
    format!("the {role} ({side}) failed in round {round}: {text}")
}
