//! A reply while it comes.

use super::openai_chat::USAGE_LIMIT;
use super::{Carry, Finish, Format, Reply, ToolCall, Usage};
use crate::key::{Key, clean_error, clean_reply};
use trivium_core::Json;

/// What has come of a reply so far, as it came: texts may still hold a key.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub text: String,
    pub reasoning: String,
    pub refusal: String,
    pub calls: Vec<DraftCall>,
    pub finish: Option<Finish>,
    pub native_finish: Option<String>,
    /// The provider's usage object.
    pub usage: Json,
    pub model: Option<String>,
    pub id: Option<String>,
    pub served_by: Option<String>,
    /// Parts that go back with the next question.
    pub items: Vec<Json>,
    /// The last piece of reasoning, to see repetitions.
    pub last_reasoning: String,
    /// Whether the provider said that this is the end.
    pub ended: bool,
}

/// A call of a tool while it comes.
#[derive(Clone, Debug, Default)]
pub(super) struct DraftCall {
    pub index: Option<u64>,
    pub id: String,
    pub name: String,
    pub arguments: String,
}

/// Why an event cannot be taken.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It is an error, of which this object tells.
    Error(Json),
    /// It has another form; what is missing.
    Shape(&'static str),
}

impl Draft {
    /// Whether anything of an answer has come.
    pub fn started(&self) -> bool {
        !(self.text.is_empty() && self.reasoning.is_empty() && self.refusal.is_empty() && self.calls.is_empty())
    }

    /// Keeps what names the reply; the last word counts.
    pub fn named(&mut self, value: &Json, model: &str, id: &str) {
        let text = |name: &str| value.get(name).and_then(Json::as_str).filter(|t| !t.is_empty()).map(str::to_owned);
        self.model = text(model).or(self.model.take());
        self.id = text(id).or(self.id.take());
    }

    /// Keeps the provider's word for the end and ours.
    pub fn finished(&mut self, native: &str, finish: Finish) {
        self.native_finish = Some(native.to_owned());
        self.finish = Some(finish);
    }

    /// Takes a usage object over the one before, field by field: the later count is the whole count.
    pub fn count(&mut self, usage: Option<&Json>) {
        let Some(Json::Object(new)) = usage else { return };
        match &mut self.usage {
            Json::Object(old) => {
                old.extend(new.iter().filter(|(_, v)| !v.is_null()).map(|(k, v)| (k.clone(), v.clone())))
            }
            other => *other = Json::Object(new.clone()),
        }
    }

    /// The reply without keys. `usage` reads the provider's counts.
    pub fn reply(self, format: Format, usage: fn(&Json) -> Usage, key: Option<&Key>) -> Reply {
        let own = |text: String| Some(clean_reply(&text, key)).filter(|t| !t.trim().is_empty());
        let short = |text: Option<String>, most: usize| text.map(|text| clean_error(&text, key, most));
        let calls: Vec<ToolCall> = self.calls.into_iter().enumerate().map(|(at, call)| call.whole(at, key)).collect();
        let refusal = own(self.refusal);
        let finish = match self.finish {
            Some(Finish::Stop) | None if !calls.is_empty() => Finish::ToolUse,
            Some(Finish::Stop) if refusal.is_some() => Finish::Refusal,
            Some(Finish::Unknown(raw)) => Finish::Unknown(short(raw, 60)),
            Some(finish) => finish,
            None => Finish::Unknown(None),
        };
        let items: Vec<Json> = self.items.iter().filter_map(|item| clean_json(item, key)).collect();
        let counted = if self.usage.is_object() { usage(&self.usage) } else { Usage::default() };
        let raw = clean_json(&self.usage, key).filter(|raw| raw.to_string().len() <= USAGE_LIMIT);
        Reply {
            text: own(self.text),
            reasoning: own(self.reasoning),
            refusal,
            calls,
            finish,
            native_finish: short(self.native_finish, 60),
            usage: Usage { raw: raw.unwrap_or_default(), ..counted },
            model: short(self.model, 200),
            id: short(self.id, 200),
            served_by: short(self.served_by, 200),
            carry: Carry { format: (!items.is_empty()).then_some(format), items },
        }
    }

    /// The call that a fragment belongs to: by its number, else by its name, else the last.
    pub fn call(&mut self, index: Option<u64>, id: Option<&str>) -> &mut DraftCall {
        let id = id.unwrap_or_default();
        let found = match index {
            // Some servers number every call of a reply alike and tell them apart by name.
            Some(_) => self
                .calls
                .iter()
                .rposition(|call| call.index == index && (id.is_empty() || call.id.is_empty() || call.id == id)),
            None if id.is_empty() => self.calls.len().checked_sub(1),
            None => self.calls.iter().position(|call| call.id == id),
        };
        let at = found.unwrap_or_else(|| {
            self.calls.push(DraftCall { index, ..DraftCall::default() });
            self.calls.len() - 1
        });
        let call = &mut self.calls[at];
        if call.id.is_empty() {
            call.id = id.to_owned();
        }
        call
    }
}

impl DraftCall {
    fn whole(self, at: usize, key: Option<&Key>) -> ToolCall {
        let id = if self.id.is_empty() { format!("call_{at}") } else { self.id };
        ToolCall {
            id: clean_error(&id, key, 200),
            name: clean_error(&self.name, key, 200),
            arguments: clean_reply(&self.arguments, key),
        }
    }
}

/// A value without the key. What is no JSON any more without it is left out.
fn clean_json(value: &Json, key: Option<&Key>) -> Option<Json> {
    if value.is_null() {
        return None;
    }
    match key {
        None => Some(value.clone()),
        Some(_) => serde_json::from_str(&clean_reply(&value.to_string(), key)).ok(),
    }
}

/// A text field of an object; empty if it is not there.
pub(super) fn text<'a>(value: &'a Json, name: &str) -> &'a str {
    value.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// A list field of an object; empty if it is not there.
pub(super) fn list<'a>(value: &'a Json, name: &str) -> &'a [Json] {
    value.get(name).and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// A count by its place.
pub(super) fn count(value: &Json, place: &str) -> Option<u64> {
    value.pointer(place).and_then(Json::as_u64)
}

/// The sum of the counts that are there; `None` if none is.
pub(super) fn sum(counts: &[Option<u64>]) -> Option<u64> {
    counts.iter().flatten().fold(None, |sum, &count| Some(sum.unwrap_or(0u64).saturating_add(count)))
}
