//! OpenAI's responses.

use super::ask::{Ask, Form, Reasoning, Said, ToolChoice, Why};
use super::body::{Node, Object};
use super::chat::{OpenAiModel, best_form};
use super::draft::{Draft, DraftCall, Trouble, count, list, text};
use super::sending::Sending;
use super::service::{Format, Names, Target};
use super::{Delivery, Finish, Usage};
use crate::endpoint::Retention;
use serde_json::json;
use trivium_core::Json;

/// Writes the body.
pub(super) fn encode(target: &Target, sending: &mut Sending<'_>) -> Object {
    let ask = sending.ask;
    let model = OpenAiModel::of(Names::OpenAi, target.endpoint.model());
    let why = model.no_sampling(ask.wanted.reasoning);
    let max = sending.max_tokens();
    let temperature = sending.temperature(2.0, why.clone());
    let top_p = sending.top_p(why);
    sending.seed(Some(Why::NoField));
    sending.stop(Some(Why::NoField));
    let effort = sending.reasoning(|wanted| model.no_reasoning(wanted)).filter(|_| model.reasons());
    let effort = effort.and_then(|wanted| match wanted {
        Reasoning::Off => Some(json!({"effort": "none"})),
        Reasoning::Effort(effort) => Some(json!({"effort": effort.name()})),
        Reasoning::Budget(_) => None,
    });
    let form = sending.form(best_form(Form::Strict, ask), Why::NoField);
    let format = form.and_then(|(schema, form)| match form {
        Form::Plain => None,
        Form::Object => Some(Object::default().with("type", "json_object")),
        Form::Strict | Form::Schema => Some(
            Object::default()
                .with("type", "json_schema")
                .with("name", schema.name.as_str())
                .with("schema", Node::raw(&schema.schema))
                .with("strict", form == Form::Strict),
        ),
    });
    let system = Some(sending.system()).filter(|system| !system.is_empty());
    let streams = ask.delivery == Delivery::Stream;
    let mut body = Object::default()
        .with("model", target.endpoint.model())
        .maybe("instructions", system)
        .with("input", input(ask))
        .with("stream", streams)
        .maybe("stream_options", streams.then(|| json!({"include_obfuscation": false})))
        .maybe("max_output_tokens", max)
        .maybe("temperature", temperature)
        .maybe("top_p", top_p)
        .maybe("reasoning", effort)
        .maybe("text", format.map(|format| Object::default().with("format", format)));
    if !ask.tools.is_empty() {
        let tools: Vec<Node> = ask
            .tools
            .iter()
            .map(|tool| {
                let tool = Object::default()
                    .with("type", "function")
                    .with("name", tool.name.as_str())
                    .with("description", tool.description.as_str())
                    .with("parameters", Node::raw(&tool.schema))
                    .with("strict", false);
                tool.into()
            })
            .collect();
        body = body.with("tools", tools).maybe("tool_choice", sending.tool_choice(None).map(choice));
    }
    if sending.learned.retention(Retention::Refused) == Retention::Refused {
        body = body.with("store", false);
    }
    // An overlong question fails loudly.
    body.with("truncation", "disabled")
}

fn choice(choice: &ToolChoice) -> Node {
    match choice {
        ToolChoice::Auto => "auto".into(),
        ToolChoice::None => "none".into(),
        ToolChoice::Required => "required".into(),
        ToolChoice::Named(name) => json!({"type": "function", "name": name}).into(),
    }
}

fn input(ask: &Ask) -> Vec<Node> {
    let said = |role: &str, text: &str| Node::from(json!({"role": role, "content": text}));
    let mut items = Vec::new();
    for turn in &ask.turns {
        match turn {
            Said::User(text) => items.push(said("user", text)),
            Said::Assistant { text, calls, carry } => match carry.of(Format::Responses) {
                Some(carried) => items.extend(carried.iter().cloned().map(Node::from)),
                None => {
                    if !text.is_empty() {
                        items.push(said("assistant", text));
                    }
                    items.extend(calls.iter().map(|call| {
                        let (id, name, arguments) = (&call.id, &call.name, &call.arguments);
                        json!({"type": "function_call", "call_id": id, "name": name, "arguments": arguments}).into()
                    }));
                }
            },
            Said::Tool { id, output, .. } => {
                items.push(json!({"type": "function_call_output", "call_id": id, "output": output}).into());
            }
        }
    }
    items
}

/// Takes a whole response.
pub(super) fn whole(draft: &mut Draft, value: &Json) -> Result<(), Trouble> {
    let status = value.get("status").and_then(Json::as_str).ok_or(Trouble::Shape("it has no status"))?;
    draft.named(value, "model", "id");
    draft.count(value.get("usage"));
    let output = match list(value, "output") {
        // A terminal event without its output: what the stream had sent before stands.
        [] => std::mem::take(&mut draft.items),
        output => output.to_vec(),
    };
    if !output.is_empty() {
        items(draft, output);
    }
    draft.ended = true;
    let reason = value.pointer("/incomplete_details/reason").and_then(Json::as_str);
    match (status, reason) {
        ("completed", _) => draft.finished(status, Finish::Stop),
        ("incomplete", Some("max_output_tokens")) => draft.finished("max_output_tokens", Finish::Length),
        ("incomplete", Some("content_filter")) => draft.finished("content_filter", Finish::ContentFilter),
        ("incomplete", other) => {
            draft.finished(other.unwrap_or(status), Finish::Unknown(other.or(Some(status)).map(str::to_owned)));
        }
        ("queued" | "in_progress", _) => draft.finished(status, Finish::Paused),
        ("failed", _) => {
            draft.finished(status, Finish::ProviderError);
            let error = value.get("error").filter(|error| error.is_object()).cloned();
            return Err(Trouble::Error(json!({"error": error.unwrap_or_else(|| json!({"code": "server_error"}))})));
        }
        (other, _) => draft.finished(other, Finish::Unknown(Some(other.to_owned()))),
    }
    Ok(())
}

/// Reads the items of an output over whatever pieces had come of them.
fn items(draft: &mut Draft, output: Vec<Json>) {
    draft.text.clear();
    draft.reasoning.clear();
    draft.refusal.clear();
    draft.calls.clear();
    for item in &output {
        match text(item, "type") {
            "message" => {
                let aside = text(item, "phase") == "commentary";
                for part in list(item, "content") {
                    match text(part, "type") {
                        "output_text" if aside => paragraph(&mut draft.reasoning, text(part, "text")),
                        "output_text" => draft.text.push_str(text(part, "text")),
                        "refusal" => draft.refusal.push_str(text(part, "refusal")),
                        _ => {}
                    }
                }
            }
            "reasoning" => {
                let parts = list(item, "summary").iter().chain(list(item, "content"));
                parts.for_each(|part| paragraph(&mut draft.reasoning, text(part, "text")));
            }
            "function_call" => draft.calls.push(DraftCall {
                index: None,
                id: text(item, "call_id").to_owned(),
                name: text(item, "name").to_owned(),
                arguments: text(item, "arguments").to_owned(),
            }),
            _ => {}
        }
    }
    draft.items = output;
}

fn paragraph(to: &mut String, text: &str) {
    if !to.is_empty() && !text.is_empty() {
        to.push_str("\n\n");
    }
    to.push_str(text);
}

/// Takes an event of a stream.
pub(super) fn event(draft: &mut Draft, name: Option<&str>, value: &Json) -> Result<(), Trouble> {
    let kind = value.get("type").and_then(Json::as_str).or(name).unwrap_or_default();
    let delta = text(value, "delta");
    match kind {
        "response.completed" | "response.incomplete" | "response.failed" => {
            let response = value.get("response").ok_or(Trouble::Shape("its last event has no response"))?;
            return whole(draft, response);
        }
        "response.created" | "response.in_progress" => {
            draft.named(value.get("response").unwrap_or(&Json::Null), "model", "id");
        }
        "response.output_text.delta" => draft.text.push_str(delta),
        "response.refusal.delta" => draft.refusal.push_str(delta),
        "response.reasoning_text.delta" | "response.reasoning_summary_text.delta" => draft.reasoning.push_str(delta),
        "response.output_item.added" => {
            let item = value.get("item").unwrap_or(&Json::Null);
            if text(item, "type") == "function_call" {
                let call = draft.call(place(value), Some(text(item, "call_id")));
                call.name = text(item, "name").to_owned();
            }
        }
        "response.function_call_arguments.delta" => draft.call(place(value), None).arguments.push_str(delta),
        // The copy that counts; the one in `added` may be incomplete.
        "response.output_item.done" => draft.items.extend(value.get("item").cloned()),
        "error" => {
            let error = value.get("error").filter(|error| error.is_object()).unwrap_or(value);
            let mut error = error.clone();
            if let Json::Object(fields) = &mut error
                && fields.get("type") == Some(&"error".into())
            {
                fields.remove("type");
            }
            return Err(Trouble::Error(json!({"error": error})));
        }
        _ => {}
    }
    Ok(())
}

fn place(value: &Json) -> Option<u64> {
    value.get("output_index").and_then(Json::as_u64)
}

/// Reads the counts. Both totals include what is told apart.
pub(super) fn usage(raw: &Json) -> Usage {
    Usage {
        input_total: count(raw, "/input_tokens"),
        input_cached: count(raw, "/input_tokens_details/cached_tokens"),
        input_cache_write: count(raw, "/input_tokens_details/cache_write_tokens"),
        output_total: count(raw, "/output_tokens"),
        reasoning: count(raw, "/output_tokens_details/reasoning_tokens"),
        raw: Json::Null,
    }
}
