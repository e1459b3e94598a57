//! Ollama's own chat, which shows what its compatible interface hides: reasoning, and the size of the context.

use super::ask::{Ask, Effort, Form, Reasoning, Said, Why};
use super::body::{Node, Object};
use super::chat::tools;
use super::draft::{Draft, Trouble, count, list, text};
use super::sending::Sending;
use super::service::Target;
use super::{Delivery, Finish, Usage};
use serde_json::json;
use trivium_core::Json;

/// Writes the body.
pub(super) fn encode(target: &Target, sending: &mut Sending<'_>) -> Object {
    let ask = sending.ask;
    let max = sending.max_tokens();
    let temperature = sending.temperature(2.0, None);
    let top_p = sending.top_p(None);
    let seed = sending.seed(None);
    let stop = sending.stop(None);
    let reasoning = sending.reasoning(|wanted| match wanted {
        Reasoning::Budget(_) => Some(Why::NoField),
        Reasoning::Effort(Effort::Minimal | Effort::XHigh) => Some(Why::Range),
        _ => None,
    });
    let think = reasoning.map(|wanted| match wanted {
        Reasoning::Effort(effort) => Json::from(effort.name()),
        _ => false.into(),
    });
    let form = sending.form(Form::Schema, Why::NoField);
    let format = form.and_then(|(schema, form)| match form {
        Form::Strict | Form::Schema => Some(Node::raw(&schema.schema)),
        Form::Object => Some("json".into()),
        Form::Plain => None,
    });
    let options = Object::default()
        .maybe("temperature", temperature)
        .maybe("top_p", top_p)
        .maybe("seed", seed)
        .maybe("num_predict", max)
        .maybe("num_ctx", target.context)
        .maybe("stop", stop);
    sending.tool_choice(Some(Why::NoField));
    Object::default()
        .with("model", target.endpoint.model())
        .with("messages", messages(ask, &sending.system()))
        .with("stream", ask.delivery == Delivery::Stream)
        .maybe("options", options.filled())
        .maybe("think", think)
        .maybe("format", format)
        .maybe("tools", (!ask.tools.is_empty()).then(|| tools(ask)))
        // Otherwise a history longer than the context is cut without a word.
        .with("truncate", false)
        .with("shift", false)
}

fn messages(ask: &Ask, system: &str) -> Vec<Node> {
    let mut messages = Vec::new();
    if !system.is_empty() {
        messages.push(json!({"role": "system", "content": system}).into());
    }
    messages.extend(ask.turns.iter().map(|turn| {
        Node::Value(match turn {
            Said::User(text) => json!({"role": "user", "content": text}),
            Said::Assistant { text, calls, .. } if calls.is_empty() => json!({"role": "assistant", "content": text}),
            Said::Assistant { text, calls, .. } => {
                let calls: Vec<Json> = calls
                    .iter()
                    .map(|call| json!({"function": {"name": call.name, "arguments": call.object()}}))
                    .collect();
                json!({"role": "assistant", "content": text, "tool_calls": calls})
            }
            Said::Tool { name, output, .. } => json!({"role": "tool", "tool_name": name, "content": output}),
        })
    }));
    messages
}

/// Takes a whole answer or a line of a stream, which have the same form.
pub(super) fn take(draft: &mut Draft, value: &Json) -> Result<(), Trouble> {
    draft.named(value, "model", "id");
    let done = value.get("done").and_then(Json::as_bool);
    let message = value.get("message").filter(|message| message.is_object());
    if done.is_none() && message.is_none() {
        return Err(Trouble::Shape("it has no message"));
    }
    if let Some(message) = message {
        draft.text.push_str(text(message, "content"));
        draft.reasoning.push_str(text(message, "thinking"));
        for call in list(message, "tool_calls") {
            let function = call.get("function").unwrap_or(&Json::Null);
            let index = draft.calls.len() as u64;
            let id = call.get("id").and_then(Json::as_str).filter(|id| !id.is_empty());
            let draft = draft.call(Some(index), id);
            draft.name = text(function, "name").to_owned();
            draft.arguments = function.get("arguments").map(Json::to_string).unwrap_or_default();
        }
    }
    if done == Some(true) {
        draft.ended = true;
        draft.count(Some(&counts(value)));
        match value.get("done_reason").and_then(Json::as_str) {
            Some("stop") => draft.finished("stop", Finish::Stop),
            Some("length") => draft.finished("length", Finish::Length),
            Some(other) => draft.finished(other, Finish::Unknown(Some(other.to_owned()))),
            None => draft.finish = Some(Finish::Unknown(None)),
        }
    }
    Ok(())
}

/// The counts and durations, which stand beside the message.
fn counts(value: &Json) -> Json {
    let Json::Object(fields) = value else { return Json::Null };
    let counted = |name: &str| name.ends_with("_count") || name.ends_with("_duration");
    fields.iter().filter(|(name, _)| counted(name)).map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// Reads the counts.
pub(super) fn usage(raw: &Json) -> Usage {
    Usage { input_total: count(raw, "/prompt_eval_count"), output_total: count(raw, "/eval_count"), ..Usage::default() }
}
