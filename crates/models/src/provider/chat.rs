//! OpenAI's chat completions with all that it offers, and the servers that speak it with differences of their own.

use super::ask::{Ask, Form, OutputSchema, Reasoning, Said, Setting, ToolChoice, Why};
use super::body::{Node, Object};
use super::draft::{Draft, Trouble, count, list, text};
use super::openai_chat::parts_of;
use super::sending::{Sending, fits_strict};
use super::service::{Compat, Format, Has, Names, ReasoningField, Target};
use super::{Delivery, Finish, ToolCall, Usage, openai_chat};
use crate::endpoint::{LimitField, Retention};
use serde_json::json;
use trivium_core::Json;

/// What the name of a model of OpenAI's tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpenAiModel {
    /// It does not reason: sampling is free.
    Plain,
    /// It always reasons: no sampling and no stop texts.
    OSeries,
    /// It always reasons: no sampling.
    Reasoning,
    /// It reasons unless told not to, and only then takes sampling.
    Switchable,
}

impl OpenAiModel {
    pub fn of(names: Names, model: &str) -> OpenAiModel {
        let model = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
        if names == Names::Other {
            return OpenAiModel::Plain;
        }
        let digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        if model.strip_prefix('o').is_some_and(digit) {
            return OpenAiModel::OSeries;
        }
        let Some(version) = model.strip_prefix("gpt-").filter(|v| digit(v) && !v.contains("chat")) else {
            return OpenAiModel::Plain;
        };
        let mut numbers = version.split('-').next().unwrap_or_default().split('.');
        let mut next = || numbers.next().and_then(|n| n.parse::<u32>().ok());
        match (next(), next()) {
            (Some(5), None | Some(0)) => OpenAiModel::Reasoning,
            (Some(5..), _) => OpenAiModel::Switchable,
            _ => OpenAiModel::Plain,
        }
    }

    pub fn reasons(self) -> bool {
        self != OpenAiModel::Plain
    }

    /// Why sampling settings are not sent, if they are not.
    pub fn no_sampling(self, wanted: Option<Reasoning>) -> Option<Why> {
        match self {
            OpenAiModel::Plain => None,
            OpenAiModel::OSeries | OpenAiModel::Reasoning => Some(Why::Model),
            OpenAiModel::Switchable => (wanted != Some(Reasoning::Off)).then_some(Why::WhileReasoning),
        }
    }

    /// Why an amount of reasoning cannot be asked for, if it cannot.
    pub fn no_reasoning(self, wanted: Reasoning) -> Option<Why> {
        match (self, wanted) {
            (_, Reasoning::Budget(_)) => Some(Why::NoField),
            (OpenAiModel::Plain, Reasoning::Effort(_)) => Some(Why::Model),
            (OpenAiModel::OSeries | OpenAiModel::Reasoning, Reasoning::Off) => Some(Why::Model),
            _ => None,
        }
    }
}

/// The form that a schema can be asked for in: strict only where it meets the limits of that.
pub(super) fn best_form(best: Form, ask: &Ask) -> Form {
    let fits = ask.schema.as_ref().is_some_and(|schema| fits_strict(&schema.schema));
    if best == Form::Strict && !fits { Form::Schema } else { best }
}

/// Writes the body.
pub(super) fn encode(target: &Target, sending: &mut Sending<'_>) -> Object {
    let (ask, compat) = (sending.ask, &target.service.compat);
    let model = OpenAiModel::of(compat.names, target.endpoint.model());
    let why = model.no_sampling(ask.wanted.reasoning);
    let limit = sending.learned.limit.unwrap_or(compat.limit);
    let max = sending.max_tokens();
    let max_of = |field: LimitField| max.filter(|_| limit == field);
    let temperature = sending.temperature(2.0, why.clone());
    let top_p = sending.top_p(why);
    let seed = sending.seed(compat.seed.is_none().then_some(Why::NoField));
    let stop = sending.stop(match (compat.stop, model) {
        (Has::No, _) => Some(Why::NoField),
        (_, OpenAiModel::OSeries) => Some(Why::Model),
        _ => None,
    });
    let form = sending.form(best_form(compat.form, ask), Why::NoField);
    let streams = ask.delivery == Delivery::Stream;
    let mut options = Object::default().with("include_usage", true);
    if compat.names == Names::OpenAi {
        options = options.with("include_obfuscation", false);
    }
    let role = if model.reasons() { "developer" } else { "system" };
    let mut body = Object::default()
        .with("model", target.endpoint.model())
        .with("messages", messages(ask, role, &sending.system()))
        .with("stream", streams)
        .maybe("stream_options", (streams && compat.stream_options == Has::Yes).then_some(options))
        .maybe("max_tokens", max_of(LimitField::MaxTokens))
        .maybe("max_completion_tokens", max_of(LimitField::MaxCompletionTokens))
        .maybe("temperature", temperature)
        .maybe("top_p", top_p)
        .maybe(compat.seed.unwrap_or("seed"), seed)
        .maybe("stop", stop);
    body = reasoning(body, compat, model, sending);
    body = body.maybe("response_format", form.and_then(|(schema, form)| response_format(schema, form)));
    if !ask.tools.is_empty() {
        body = body.with("tools", tools(ask));
        let known = (compat.tool_choice == Has::No).then_some(Why::NoField);
        body = body.maybe("tool_choice", sending.tool_choice(known).map(choice));
    }
    if sending.learned.retention(compat.retention) == Retention::Refused {
        body = body.with("store", false);
    }
    if target.service.routing == Has::Yes {
        // Without the first, settings that a provider does not know are dropped without a word.
        let mut routing = json!({"require_parameters": true, "data_collection": "deny"});
        if !target.pinned.is_empty() {
            routing["order"] = target.pinned.clone().into();
            routing["allow_fallbacks"] = false.into();
        }
        body = body.with("provider", routing);
    }
    body
}

fn reasoning(body: Object, compat: &Compat, model: OpenAiModel, sending: &mut Sending<'_>) -> Object {
    use Reasoning::{Budget, Effort, Off};
    let wanted = sending.reasoning(|wanted| match (compat.reasoning, wanted) {
        (ReasoningField::None, _) => Some(Why::NoField),
        (ReasoningField::Object, _) => None,
        (_, Budget(_)) => Some(Why::NoField),
        _ if compat.names == Names::OpenAi => model.no_reasoning(wanted),
        _ => None,
    });
    let Some(wanted) = wanted else { return body };
    let level = match wanted {
        Effort(effort) => Some(effort.name()),
        Off => Some("none"),
        Budget(_) => None,
    };
    match compat.reasoning {
        ReasoningField::None => body,
        // A model that never reasons is off already.
        ReasoningField::Effort if compat.names == Names::OpenAi && !model.reasons() => body,
        ReasoningField::Effort => body.maybe("reasoning_effort", level),
        ReasoningField::EffortParsed => {
            body.maybe("reasoning_effort", level).maybe("reasoning_format", (wanted != Off).then_some("parsed"))
        }
        ReasoningField::Thinking => {
            let kind = if wanted == Off { "disabled" } else { "enabled" };
            body.with("thinking", json!({"type": kind})).maybe("reasoning_effort", level.filter(|_| wanted != Off))
        }
        ReasoningField::Template if wanted == Off => {
            body.with("chat_template_kwargs", json!({"enable_thinking": false}))
        }
        ReasoningField::Template => body.maybe("reasoning_effort", level),
        ReasoningField::Object => body.with(
            "reasoning",
            match wanted {
                Off => json!({"enabled": false}),
                Effort(effort) => json!({"effort": effort.name()}),
                Budget(tokens) => json!({"max_tokens": tokens}),
            },
        ),
    }
}

fn messages(ask: &Ask, role: &str, system: &str) -> Vec<Node> {
    let said = |role: &str, text: &str| Object::default().with("role", role).with("content", text);
    let mut messages = Vec::new();
    if !system.is_empty() {
        messages.push(said(role, system).into());
    }
    messages.extend(ask.turns.iter().map(|turn| {
        Node::Object(match turn {
            Said::User(text) => said("user", text),
            Said::Assistant { text, calls, carry } => {
                let object = match text.is_empty() && !calls.is_empty() {
                    true => Object::default().with("role", "assistant").with("content", Json::Null),
                    false => said("assistant", text),
                };
                let details = carry.of(Format::Chat).map(|items| Json::from(items.to_vec()));
                let calls: Vec<Node> = calls.iter().map(called).collect();
                object.maybe("tool_calls", (!calls.is_empty()).then_some(calls)).maybe("reasoning_details", details)
            }
            Said::Tool { id, output, .. } => said("tool", output).with("tool_call_id", id.as_str()),
        })
    }));
    messages
}

fn called(call: &ToolCall) -> Node {
    json!({"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}).into()
}

fn response_format(schema: &OutputSchema, form: Form) -> Option<Node> {
    let kind = |kind: &str| Object::default().with("type", kind);
    match form {
        Form::Plain => None,
        Form::Object => Some(kind("json_object").into()),
        Form::Strict | Form::Schema => {
            let named = Object::default()
                .with("name", schema.name.as_str())
                .with("schema", Node::raw(&schema.schema))
                .maybe("strict", (form == Form::Strict).then_some(true));
            Some(kind("json_schema").with("json_schema", named).into())
        }
    }
}

pub(super) fn tools(ask: &Ask) -> Vec<Node> {
    let tools = ask.tools.iter().map(|tool| {
        let function = Object::default()
            .with("name", tool.name.as_str())
            .with("description", tool.description.as_str())
            .with("parameters", Node::raw(&tool.schema));
        Object::default().with("type", "function").with("function", function).into()
    });
    tools.collect()
}

fn choice(choice: &ToolChoice) -> Node {
    match choice {
        ToolChoice::Auto => "auto".into(),
        ToolChoice::None => "none".into(),
        ToolChoice::Required => "required".into(),
        ToolChoice::Named(name) => json!({"type": "function", "function": {"name": name}}).into(),
    }
}

/// Takes a whole answer or a piece of a stream; they differ in the name of one field.
pub(super) fn take(draft: &mut Draft, value: &Json, repeats: Has) -> Result<(), Trouble> {
    draft.named(value, "model", "id");
    if let Some(provider) = value.get("provider").and_then(Json::as_str) {
        draft.served_by = Some(provider.to_owned());
    }
    draft.count(value.get("usage"));
    draft.count(value.pointer("/x_groq/usage"));
    let choices = value.get("choices").ok_or(Trouble::Shape("it has no choices"))?;
    let choices = choices.as_array().ok_or(Trouble::Shape("choices is no list"))?;
    let first = |choice: &&Json| choice.get("index").and_then(Json::as_u64).unwrap_or(0) == 0;
    // The last piece of a stream has usage and no choices; so may the first.
    let Some(choice) = choices.iter().find(first) else { return Ok(()) };
    if let Some(error) = choice.get("error").filter(|error| error.is_object()) {
        return Err(Trouble::Error(json!({"error": error})));
    }
    if let Some(message) = choice.get("delta").or_else(|| choice.get("message")).filter(|m| m.is_object()) {
        said(draft, message, repeats)?;
    }
    if let Some(native) = choice.get("finish_reason").and_then(Json::as_str).filter(|native| !native.is_empty()) {
        draft.finished(native, finish(native));
        let failed = match native {
            "insufficient_system_resource" => json!({"code": "overloaded", "message": "insufficient system resource"}),
            "error" => json!({"code": "server_error", "message": "the provider's stream ended in an error"}),
            _ => return Ok(()),
        };
        // The error itself, where there is one, was seen before the choices.
        return Err(Trouble::Error(json!({"error": failed})));
    }
    Ok(())
}

fn said(draft: &mut Draft, message: &Json, repeats: Has) -> Result<(), Trouble> {
    let mut thought = String::new();
    match message.get("content") {
        None | Some(Json::Null) => {}
        Some(Json::String(content)) => draft.text.push_str(content),
        Some(Json::Array(parts)) => {
            let (said, thinking) = parts_of(parts);
            draft.text.push_str(&said);
            thought = thinking;
        }
        Some(_) => return Err(Trouble::Shape("the content is no text")),
    }
    let apart = ["reasoning_content", "reasoning"].map(|name| text(message, name)).into_iter().find(|t| !t.is_empty());
    let thought = apart.map_or(thought, str::to_owned);
    let again = repeats == Has::Yes && thought == draft.last_reasoning;
    if !thought.is_empty() && !again {
        draft.reasoning.push_str(&thought);
        draft.last_reasoning = thought;
    }
    draft.refusal.push_str(text(message, "refusal"));
    draft.items.extend(list(message, "reasoning_details").iter().cloned());
    for (at, call) in list(message, "tool_calls").iter().enumerate() {
        let function = call.get("function").unwrap_or(&Json::Null);
        let id = call.get("id").and_then(Json::as_str);
        // A whole answer numbers its calls by their place alone.
        let place = id.is_none().then_some(at as u64).filter(|_| at > 0);
        fragment(draft, call.get("index").and_then(Json::as_u64).or(place), id, function);
    }
    if let Some(function) = message.get("function_call").filter(|call| call.is_object()) {
        fragment(draft, Some(0), None, function);
    }
    Ok(())
}

fn fragment(draft: &mut Draft, index: Option<u64>, id: Option<&str>, function: &Json) {
    let call = draft.call(index, id);
    if call.name.is_empty() {
        call.name = text(function, "name").to_owned();
    }
    match function.get("arguments") {
        Some(Json::String(piece)) => call.arguments.push_str(piece),
        // Some servers send the object in place of its text.
        Some(object @ Json::Object(_)) => call.arguments = object.to_string(),
        _ => {}
    }
}

fn finish(native: &str) -> Finish {
    match native {
        "stop" | "eos" | "end_turn" => Finish::Stop,
        "length" | "model_length" | "max_tokens" => Finish::Length,
        "content_filter" => Finish::ContentFilter,
        "tool_calls" | "function_call" => Finish::ToolUse,
        "insufficient_system_resource" | "error" => Finish::ProviderError,
        other => Finish::Unknown(Some(other.to_owned())),
    }
}

/// Reads the counts. The output total includes reasoning, except where the whole total says that it does not.
pub(super) fn usage(raw: &Json) -> Usage {
    let usage = openai_chat::usage(Some(raw), None);
    let total = count(raw, "/total_tokens");
    let plain = usage.input_total.zip(usage.output_total).map(|(input, output)| input.saturating_add(output));
    let outside = plain.zip(usage.reasoning).map(|(plain, reasoning)| plain.saturating_add(reasoning));
    let apart = total.is_some() && total == outside && total != plain;
    let output_total = match apart {
        true => super::draft::sum(&[usage.output_total, usage.reasoning]),
        false => usage.output_total,
    };
    Usage { output_total, input_cache_write: count(raw, "/prompt_tokens_details/cache_write_tokens"), ..usage }
}

/// The forms to try after a refusal of this one.
pub(super) fn looser(form: Form) -> Option<Form> {
    match form {
        Form::Strict => Some(Form::Schema),
        Form::Schema => Some(Form::Object),
        Form::Object => Some(Form::Plain),
        Form::Plain => None,
    }
}

/// The words by which a setting is named in a refusal.
pub(super) fn names_of(setting: Setting) -> &'static [&'static str] {
    match setting {
        Setting::MaxOutputTokens => &["max_tokens", "max_completion_tokens", "max_output_tokens"],
        Setting::Temperature => &["temperature"],
        Setting::TopP => &["top_p", "topp"],
        Setting::Seed => &["seed"],
        Setting::Stop => &["stop"],
        Setting::Reasoning => &["reasoning", "thinking", "effort", "think"],
        Setting::Schema => &[
            "response_format",
            "response format",
            "json_schema",
            "json_object",
            "grammar",
            "output_config.format",
            "output_format",
            "text.format",
            "responsejsonschema",
            "response_json_schema",
            "response_schema",
            "responsemimetype",
            "response_mime_type",
            "structured output",
            "schema",
            "format",
        ],
        Setting::ToolChoice => &["tool_choice"],
        Setting::Store => &["store"],
    }
}
