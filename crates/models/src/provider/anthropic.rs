//! Anthropic's messages.

use super::ask::{Ask, Effort, Form, Reasoning, Said, Setting, ToolChoice, Why};
use super::body::{Node, Object};
use super::draft::{Draft, DraftCall, Trouble, count, sum, text};
use super::sending::Sending;
use super::service::{Format, Target};
use super::{Class, Delivery, Finish, Usage};
use serde_json::json;
use trivium_core::Json;

/// The version of the interface that is spoken here.
pub(super) const VERSION: &str = "2023-06-01";
/// The limit that is sent where none is asked for: the interface wants one.
const USUAL_LIMIT: u32 = 4096;
/// The least budget of reasoning that is taken.
const LEAST_BUDGET: u32 = 1024;

/// What the name of a model tells: its version, 4.7 as (4, 7); `None` for names of another form.
fn version(model: &str) -> Option<(u32, u32)> {
    let mut numbers =
        model.rsplit('/').next()?.split(['-', '.', '@']).skip(1).filter(|part| part.len() <= 2).map(str::parse::<u32>);
    let mut next = || numbers.by_ref().find_map(Result::ok);
    let major = next()?;
    Some((major, next().unwrap_or(0)))
}

/// Writes the body.
pub(super) fn encode(target: &Target, sending: &mut Sending<'_>) -> Object {
    let ask = sending.ask;
    let model = target.endpoint.model();
    let version = version(model);
    let since = |major: u32, minor: u32| version.is_none_or(|v| v >= (major, minor));
    // Of a model with a name of another form nothing is known; a wrong guess is refused in words.
    let fixed_sampling = version.is_some_and(|v| v >= (4, 7));
    let max = match sending.max_tokens() {
        Some(max) => max,
        None => {
            sending.sent.settings.insert(Setting::MaxOutputTokens.name().into(), USUAL_LIMIT.into());
            USUAL_LIMIT
        }
    };
    let reasoning = sending.reasoning(|wanted| match wanted {
        Reasoning::Off => None,
        Reasoning::Effort(Effort::Minimal) => Some(Why::Range),
        Reasoning::Effort(Effort::XHigh) if !since(4, 7) => Some(Why::Model),
        Reasoning::Effort(_) => (!since(4, 6)).then_some(Why::Model),
        Reasoning::Budget(_) if version.is_some_and(|v| !((3, 7)..(4, 7)).contains(&v)) => Some(Why::Model),
        Reasoning::Budget(tokens) => (tokens < LEAST_BUDGET || tokens >= max).then_some(Why::Range),
    });
    let thinks = reasoning.is_some_and(|wanted| wanted != Reasoning::Off);
    let thinking = reasoning.and_then(|wanted| match wanted {
        // Models before this one do not reason at all and do not know the field.
        Reasoning::Off => since(3, 7).then(|| json!({"type": "disabled"})),
        Reasoning::Effort(_) => Some(json!({"type": "adaptive"})),
        Reasoning::Budget(tokens) => Some(json!({"type": "enabled", "budget_tokens": tokens})),
    });
    let effort = reasoning.and_then(|wanted| match wanted {
        Reasoning::Effort(effort) => Some(effort.name()),
        _ => None,
    });
    let why = match thinks {
        true => Some(Why::WhileReasoning),
        false => fixed_sampling.then_some(Why::Model),
    };
    // What these models take still is what they do anyway.
    let only_one = fixed_sampling && !thinks && ask.wanted.temperature == Some(1.0);
    let temperature = sending.temperature(1.0, why.clone().filter(|_| !only_one));
    let near_one = fixed_sampling && !thinks && ask.wanted.top_p.is_some_and(|p| p >= 0.99);
    let both = temperature.is_some().then_some(Why::WithTemperature);
    let top_p = sending.top_p(why.filter(|_| !near_one).or(both));
    sending.seed(Some(Why::NoField));
    let stop = sending.stop(None);
    let schema = since(4, 5) || (version == Some((4, 1)) && model.contains("opus"));
    let form = sending.form(if schema { Form::Schema } else { Form::Plain }, Why::Model);
    let format = form
        .filter(|(_, form)| *form <= Form::Schema)
        .map(|(schema, _)| Object::default().with("type", "json_schema").with("schema", Node::raw(&schema.schema)));
    let output = Object::default().maybe("effort", effort).maybe("format", format).filled();
    let system = Some(sending.system()).filter(|system| !system.is_empty());
    let mut body = Object::default()
        .with("model", model)
        .with("max_tokens", max)
        .maybe("system", system)
        .with("messages", messages(ask))
        .with("stream", ask.delivery == Delivery::Stream)
        .maybe("temperature", temperature)
        .maybe("top_p", top_p)
        .maybe("stop_sequences", stop)
        .maybe("thinking", thinking)
        .maybe("output_config", output);
    if !ask.tools.is_empty() {
        let tools: Vec<Node> = ask
            .tools
            .iter()
            .map(|tool| {
                let tool = Object::default()
                    .with("name", tool.name.as_str())
                    .with("description", tool.description.as_str())
                    .with("input_schema", Node::raw(&tool.schema));
                tool.into()
            })
            .collect();
        body = body.with("tools", tools).maybe("tool_choice", sending.tool_choice(None).map(choice));
    }
    body
}

fn choice(choice: &ToolChoice) -> Node {
    let value = match choice {
        ToolChoice::Auto => json!({"type": "auto"}),
        ToolChoice::None => json!({"type": "none"}),
        ToolChoice::Required => json!({"type": "any"}),
        ToolChoice::Named(name) => json!({"type": "tool", "name": name}),
    };
    value.into()
}

/// The turns as blocks, neighbours of one role joined.
fn messages(ask: &Ask) -> Vec<Node> {
    let mut messages: Vec<(&str, Vec<Json>)> = Vec::new();
    let block = |text: &str| (!text.is_empty()).then(|| json!({"type": "text", "text": text}));
    for turn in &ask.turns {
        let (role, blocks) = match turn {
            Said::User(text) => ("user", Vec::from_iter(block(text))),
            Said::Assistant { text, calls, carry } => match carry.of(Format::Anthropic) {
                Some(carried) => ("assistant", carried.to_vec()),
                None => {
                    let used = calls.iter().map(
                        |call| json!({"type": "tool_use", "id": call.id, "name": call.name, "input": call.object()}),
                    );
                    ("assistant", block(text).into_iter().chain(used).collect())
                }
            },
            Said::Tool { id, output, .. } => {
                ("user", vec![json!({"type": "tool_result", "tool_use_id": id, "content": output})])
            }
        };
        match messages.last_mut().filter(|last| last.0 == role) {
            Some((_, before)) => before.extend(blocks),
            None if blocks.is_empty() => {}
            None => messages.push((role, blocks)),
        }
    }
    messages.into_iter().map(|(role, blocks)| json!({"role": role, "content": blocks}).into()).collect()
}

/// Takes a whole message.
pub(super) fn whole(draft: &mut Draft, value: &Json) -> Result<(), Trouble> {
    let content = value.get("content").ok_or(Trouble::Shape("it has no content"))?;
    let content = content.as_array().ok_or(Trouble::Shape("content is no list"))?;
    draft.named(value, "model", "id");
    draft.count(value.get("usage"));
    draft.items = content.clone();
    stopped(draft, value);
    draft.ended = true;
    Ok(())
}

/// Takes an event of a stream.
pub(super) fn event(draft: &mut Draft, name: Option<&str>, value: &Json) -> Result<(), Trouble> {
    let kind = value.get("type").and_then(Json::as_str).or(name).unwrap_or_default();
    let at = value.get("index").and_then(Json::as_u64).and_then(|at| usize::try_from(at).ok()).unwrap_or(0);
    match kind {
        "message_start" => {
            let message = value.get("message").unwrap_or(&Json::Null);
            draft.named(message, "model", "id");
            draft.count(message.get("usage"));
        }
        "content_block_start" => {
            let block = value.get("content_block").ok_or(Trouble::Shape("a block starts without its content"))?;
            // Blocks come in order; a number far ahead would be made room for in vain.
            if at != draft.items.len() {
                return Err(Trouble::Shape("a block is out of order"));
            }
            draft.items.push(block.clone());
        }
        "content_block_delta" => {
            let delta = value.get("delta").unwrap_or(&Json::Null);
            let block = draft.items.get_mut(at).ok_or(Trouble::Shape("a piece of a block came before its start"))?;
            let field = match text(delta, "type") {
                "text_delta" => "text",
                "thinking_delta" => "thinking",
                "signature_delta" => "signature",
                "input_json_delta" => "partial_json",
                _ => return Ok(()),
            };
            append(block, field, text(delta, field));
        }
        "message_delta" => {
            draft.count(value.get("usage"));
            stopped(draft, value.get("delta").unwrap_or(&Json::Null));
        }
        "message_stop" => draft.ended = true,
        "error" => return Err(Trouble::Error(value.clone())),
        // Pings, ends of blocks, and events that are not known yet.
        _ => {}
    }
    Ok(())
}

fn append(block: &mut Json, field: &str, piece: &str) {
    let Json::Object(fields) = block else { return };
    match fields.get_mut(field) {
        Some(Json::String(so_far)) => so_far.push_str(piece),
        _ => {
            fields.insert(field.into(), piece.into());
        }
    }
}

fn stopped(draft: &mut Draft, value: &Json) {
    let Some(native) = value.get("stop_reason").and_then(Json::as_str) else { return };
    let finish = match native {
        "end_turn" | "stop_sequence" => Finish::Stop,
        "max_tokens" => Finish::Length,
        "tool_use" => Finish::ToolUse,
        "pause_turn" => Finish::Paused,
        "refusal" => Finish::Refusal,
        "model_context_window_exceeded" => Finish::ContextFull,
        other => Finish::Unknown(Some(other.to_owned())),
    };
    draft.finished(native, finish);
    if let Some(details) = value.get("stop_details").filter(|details| text(details, "type") == "refusal") {
        let parts = [text(details, "category"), text(details, "explanation")];
        draft.refusal = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
    }
}

/// Makes text, reasoning and calls of the blocks.
pub(super) fn settle(draft: &mut Draft) {
    draft.text.clear();
    draft.reasoning.clear();
    draft.calls.clear();
    for block in &mut draft.items {
        match text(block, "type") {
            "text" => draft.text.push_str(text(block, "text")),
            "thinking" => draft.reasoning.push_str(text(block, "thinking")),
            "tool_use" => {
                let partial = block.get("partial_json").and_then(Json::as_str).map(str::to_owned);
                let partial = partial.filter(|partial| !partial.trim().is_empty());
                let input = block.get("input").cloned().unwrap_or_else(|| json!({}));
                let arguments = partial.unwrap_or_else(|| input.to_string());
                draft.calls.push(DraftCall {
                    index: None,
                    id: text(block, "id").to_owned(),
                    name: text(block, "name").to_owned(),
                    arguments: arguments.clone(),
                });
                if let Json::Object(fields) = block {
                    fields.remove("partial_json");
                    let input = serde_json::from_str::<Json>(&arguments).ok().filter(Json::is_object);
                    fields.insert("input".into(), input.unwrap_or_else(|| json!({})));
                }
            }
            _ => {}
        }
    }
}

/// Whether a block has come that says something.
pub(super) fn started(draft: &Draft) -> bool {
    let says = |block: &Json| match text(block, "type") {
        "text" => !text(block, "text").is_empty(),
        "thinking" => !text(block, "thinking").is_empty(),
        _ => true,
    };
    draft.items.iter().any(says)
}

/// Reads the counts. The input count leaves out what touched the cache; the output count includes reasoning.
pub(super) fn usage(raw: &Json) -> Usage {
    let (read, written) = (count(raw, "/cache_read_input_tokens"), count(raw, "/cache_creation_input_tokens"));
    Usage {
        input_total: sum(&[count(raw, "/input_tokens"), written, read]),
        input_cached: read,
        input_cache_write: written,
        output_total: count(raw, "/output_tokens"),
        reasoning: count(raw, "/output_tokens_details/thinking_tokens"),
        raw: Json::Null,
    }
}

/// The class that the interface's own table names.
pub(super) fn class(value: &Json, status: u16) -> Option<Class> {
    let error = value.get("error")?;
    let message = text(error, "message").to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| message.contains(word));
    Some(match text(error, "type") {
        "invalid_request_error" if says(&["prompt is too long", "context window", "context limit"]) => {
            Class::ContextFull
        }
        "invalid_request_error" if says(&["credit balance", "spend limit", "usage limit", "spending limit"]) => {
            Class::Quota
        }
        "invalid_request_error" => Class::BadRequest,
        "authentication_error" => Class::Auth,
        "billing_error" => Class::Quota,
        "permission_error" => Class::Permission,
        "not_found_error" if message.contains("model") => Class::Model,
        "not_found_error" => Class::Path,
        "request_too_large" => Class::TooLarge,
        "rate_limit_error" => Class::RateLimited,
        "api_error" if status != 504 => Class::Server,
        "timeout_error" => Class::Timeout,
        "overloaded_error" => Class::Overloaded,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_versions() {
        for (model, expected) in [
            ("claude-opus-4-7", Some((4, 7))),
            ("claude-opus-4-1-20250805", Some((4, 1))),
            ("claude-sonnet-4-20250514", Some((4, 0))),
            ("claude-3-5-sonnet-20241022", Some((3, 5))),
            ("claude-3-haiku-20240307", Some((3, 0))),
            ("claude-sonnet-5", Some((5, 0))),
            ("anthropic/claude-opus-4.6", Some((4, 6))),
            ("my-model", None),
        ] {
            assert_eq!(version(model), expected, "{model}");
        }
    }
}
