//! What a model replied, whatever the provider.

use super::{Answer, Carry, Empty, Fault, Finish, ToolCall, Usage};

/// A whole reply. All texts are without keys.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    /// The text of the answer; `None` if there is none but blanks.
    pub text: Option<String>,
    /// Reasoning that the provider shows apart. Reasoning between tags inside the text stays there.
    pub reasoning: Option<String>,
    /// A refusal that the provider shows apart, or its reason.
    pub refusal: Option<String>,
    /// Tools that were called.
    pub calls: Vec<ToolCall>,
    /// Why it ended.
    pub finish: Finish,
    /// The provider's own word for it.
    pub native_finish: Option<String>,
    /// What it cost, as reported. A reply that broke off may have none or a part of it.
    pub usage: Usage,
    /// The model that answered, as the server names it.
    pub model: Option<String>,
    /// The reply's own name at the provider.
    pub id: Option<String>,
    /// Who served it, where an aggregator says so.
    pub served_by: Option<String>,
    /// What the provider wants back unchanged with the next question.
    pub carry: Carry,
}

impl Reply {
    /// Why there is nothing to go on with, if so. A call of a tool is something.
    pub fn empty(&self) -> Option<Empty> {
        match &self.finish {
            Finish::ContentFilter => return Some(Empty::Filter),
            Finish::Refusal => return Some(Empty::Refusal),
            _ => {}
        }
        if self.text.is_some() || !self.calls.is_empty() {
            return None;
        }
        Some(match &self.finish {
            _ if self.refusal.is_some() => Empty::Refusal,
            Finish::Length | Finish::ContextFull => Empty::Length,
            _ if self.reasoning.is_some() => Empty::Reasoning,
            _ => Empty::Nothing,
        })
    }

    /// As a seat reads it.
    pub fn into_answer(self) -> Answer {
        let Reply { text, reasoning, refusal, finish, usage, model, .. } = self;
        Answer { text, reasoning, refusal, finish, usage, model }
    }
}

/// A call without a whole reply.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// What went wrong.
    pub fault: Fault,
    /// What had come until then, if anything had. Never played; kept as the record of an attempt.
    pub partial: Option<Box<Reply>>,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure { fault, partial: None }
    }
}
