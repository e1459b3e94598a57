//! What is asked of a model and what comes back, whatever the provider; one module per wire format.
//!
//! A seat asks through [`openai_chat`]. The rest of the formats, with streams, tools and all settings, go through
//! [`encode`] and [`Decoder`]: an [`Ask`] and a [`Target`] make a request and say what of the settings is in it; bytes
//! make a [`Reply`] or a [`Failure`]. All of it is pure.

mod anthropic;
mod ask;
mod body;
mod chat;
mod codec;
mod decoder;
mod draft;
mod fault;
mod gemini;
pub mod lines;
mod ollama;
pub mod openai_chat;
mod reply;
mod reported;
mod responses;
mod sending;
mod service;
pub mod sse;

pub use ask::{
    Ask, Carry, Delivery, Effort, Form, Learned, NotSent, OutputSchema, Reasoning, Said, Sent, Setting, Tool, ToolCall,
    ToolChoice, Wanted, Why,
};
pub use codec::{Policy, encode};
pub use decoder::{Decoder, SoFar, Step, decode};
pub use fault::{Class, Empty, Fault, Refused};
pub use reply::{Failure, Reply};
pub use service::{
    Auth, CONSERVATIVE, Compat, Format, Has, Names, ReasoningField, Route, SERVICES, Service, Target, service,
};

use serde::Serialize;
use trivium_core::Json;

/// One question to a model.
#[derive(Clone, PartialEq, Debug)]
pub struct Chat {
    /// What holds for the whole game.
    pub system: String,
    /// The turns, a user's first and last.
    pub turns: Vec<Turn>,
    /// JSON Schema of the answer, as JSON text with the fields in the order in which they are to be written.
    pub schema: String,
}

/// A turn of the conversation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub text: String,
}

/// Who speaks in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// We do.
    User,
    /// The model does.
    Assistant,
}

/// What a model answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The text of the answer, without keys; `None` if there is none but blanks.
    pub text: Option<String>,
    /// Its reasoning, where the server shows it apart.
    pub reasoning: Option<String>,
    /// Its refusal, where the server shows it apart.
    pub refusal: Option<String>,
    /// Why it ended.
    pub finish: Finish,
    /// What it cost.
    pub usage: Usage,
    /// The model that answered, as the server names it.
    pub model: Option<String>,
}

impl Answer {
    /// Why there is no text to be read, if so: nothing came, or a filter stopped it.
    pub fn empty(&self) -> Option<Empty> {
        match (&self.text, &self.finish) {
            (_, Finish::ContentFilter) => Some(Empty::Filter),
            (_, Finish::Refusal) => Some(Empty::Refusal),
            (Some(_), _) => None,
            (None, _) if self.refusal.is_some() => Some(Empty::Refusal),
            (None, Finish::Length | Finish::ContextFull) => Some(Empty::Length),
            (None, _) if self.reasoning.is_some() => Some(Empty::Reasoning),
            (None, _) => Some(Empty::Nothing),
        }
    }
}

/// Why an answer ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finish {
    /// It was complete.
    Stop,
    /// The limit of tokens was reached.
    Length,
    /// A filter stopped it.
    ContentFilter,
    /// The model wants a tool.
    ToolUse,
    /// The model could read no more.
    ContextFull,
    /// The model refused.
    Refusal,
    /// The model's call of a tool cannot be read.
    ToolMalformed,
    /// The provider stopped in the middle and would go on if asked to, or has not begun.
    Paused,
    /// The provider failed.
    ProviderError,
    /// The server did not say, or said something else.
    Unknown(Option<String>),
}

impl Finish {
    /// The name in records.
    pub fn name(&self) -> &str {
        match self {
            Finish::Stop => "stop",
            Finish::Length => "length",
            Finish::ContentFilter => "content_filter",
            Finish::ToolUse => "tool_use",
            Finish::ContextFull => "context_full",
            Finish::Refusal => "refusal",
            Finish::ToolMalformed => "tool_malformed",
            Finish::Paused => "paused",
            Finish::ProviderError => "provider_error",
            Finish::Unknown(Some(raw)) => raw,
            Finish::Unknown(None) => "unknown",
        }
    }
}

/// Token counts as the provider reported them, all optional.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Usage {
    /// Tokens of the question, cached ones included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_total: Option<u64>,
    /// Those of them that came from a cache.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_cached: Option<u64>,
    /// Those of them that were written to a cache, where that is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_cache_write: Option<u64>,
    /// Tokens of the answer, those of its reasoning included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_total: Option<u64>,
    /// Those of them that are reasoning.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<u64>,
    /// The object as it came.
    #[serde(skip_serializing_if = "Json::is_null")]
    pub raw: Json,
}

impl Usage {
    /// As the record keeps it; null where nothing was reported.
    pub fn to_json(&self) -> Json {
        if *self == Usage::default() {
            return Json::Null;
        }
        serde_json::to_value(self).unwrap_or_default()
    }
}
