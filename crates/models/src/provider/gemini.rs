//! Google's `generateContent`.

use super::ask::{Ask, Effort, Form, Reasoning, Said, ToolChoice, Why};
use super::body::{Node, Object};
use super::draft::{Draft, DraftCall, Trouble, count, list, sum, text};
use super::reported::milliseconds;
use super::sending::Sending;
use super::service::{Format, Target};
use super::{Class, Finish, Usage};
use serde_json::json;
use trivium_core::Json;

/// How a model is told how much to reason.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thinking {
    /// It does not reason and refuses to be told.
    No,
    /// In tokens.
    Budget,
    /// By level; tokens are taken too.
    Level,
}

fn thinking(model: &str) -> Thinking {
    let name = model.rsplit('/').next().unwrap_or(model);
    let version = name.strip_prefix("gemini-").and_then(|rest| rest.split('-').next());
    match version.and_then(|version| version.parse::<f64>().ok()) {
        Some(version) if version < 2.5 => Thinking::No,
        Some(version) if version < 3.0 => Thinking::Budget,
        None if name.starts_with("gemma") => Thinking::No,
        // Of others nothing is known; a wrong guess is refused in words.
        _ => Thinking::Level,
    }
}

/// Writes the body.
pub(super) fn encode(target: &Target, sending: &mut Sending<'_>) -> Object {
    let ask = sending.ask;
    let kind = thinking(target.endpoint.model());
    let max = sending.max_tokens();
    let temperature = sending.temperature(2.0, None);
    let top_p = sending.top_p(None);
    // The field holds a signed number of 32 bits.
    let seed = sending.seed(ask.wanted.seed.and_then(|seed| i32::try_from(seed).is_err().then_some(Why::Range)));
    let stop = sending.stop(None);
    let reasoning = sending.reasoning(|wanted| match (kind, wanted) {
        (Thinking::No, Reasoning::Off) => None,
        (Thinking::No, _) => Some(Why::Model),
        (Thinking::Budget, Reasoning::Effort(_)) => Some(Why::Model),
        (_, Reasoning::Effort(Effort::XHigh | Effort::Max)) => Some(Why::Range),
        _ => None,
    });
    let thinking = reasoning.filter(|_| kind != Thinking::No).map(|wanted| match wanted {
        Reasoning::Off => json!({"thinkingBudget": 0}),
        Reasoning::Effort(effort) => {
            json!({"thinkingLevel": effort.name().to_ascii_uppercase(), "includeThoughts": true})
        }
        Reasoning::Budget(tokens) => json!({"thinkingBudget": tokens, "includeThoughts": true}),
    });
    let form = sending.form(Form::Schema, Why::NoField);
    let json = form.filter(|(_, form)| *form < Form::Plain).map(|_| "application/json");
    let schema = form.filter(|(_, form)| *form <= Form::Schema).map(|(schema, _)| Node::raw(&schema.schema));
    let config = Object::default()
        .maybe("temperature", temperature)
        .maybe("topP", top_p)
        .maybe("seed", seed)
        .maybe("maxOutputTokens", max)
        .maybe("stopSequences", stop)
        .maybe("thinkingConfig", thinking)
        .maybe("responseMimeType", json)
        .maybe("responseJsonSchema", schema);
    let system = Some(sending.system()).filter(|system| !system.is_empty());
    let mut body = Object::default()
        .maybe("systemInstruction", system.map(|system| json!({"parts": [{"text": system}]})))
        .with("contents", contents(ask))
        .maybe("generationConfig", config.filled());
    if !ask.tools.is_empty() {
        let tools: Vec<Node> = ask
            .tools
            .iter()
            .map(|tool| {
                let tool = Object::default()
                    .with("name", tool.name.as_str())
                    .with("description", tool.description.as_str())
                    .with("parameters", Node::raw(&tool.schema));
                tool.into()
            })
            .collect();
        body = body.with("tools", vec![Node::Object(Object::default().with("functionDeclarations", tools))]);
        body = body.maybe("toolConfig", sending.tool_choice(None).map(choice));
    }
    body
}

fn choice(choice: &ToolChoice) -> Node {
    let config = match choice {
        ToolChoice::Auto => json!({"mode": "AUTO"}),
        ToolChoice::None => json!({"mode": "NONE"}),
        ToolChoice::Required => json!({"mode": "ANY"}),
        ToolChoice::Named(name) => json!({"mode": "ANY", "allowedFunctionNames": [name]}),
    };
    json!({"functionCallingConfig": config}).into()
}

/// The turns as parts, neighbours of one role joined.
fn contents(ask: &Ask) -> Vec<Node> {
    let mut contents: Vec<(&str, Vec<Json>)> = Vec::new();
    for turn in &ask.turns {
        let (role, parts) = match turn {
            Said::User(text) => ("user", vec![json!({"text": text})]),
            Said::Assistant { text, calls, carry } => match carry.of(Format::Gemini) {
                Some(carried) => ("model", carried.to_vec()),
                None => {
                    let said = (!text.is_empty()).then(|| json!({"text": text}));
                    let called =
                        calls.iter().map(|call| json!({"functionCall": {"name": call.name, "args": call.object()}}));
                    ("model", said.into_iter().chain(called).collect())
                }
            },
            Said::Tool { name, output, .. } => {
                let response = json!({"name": name, "response": {"result": output}});
                ("user", vec![json!({"functionResponse": response})])
            }
        };
        match contents.last_mut().filter(|last| last.0 == role) {
            Some((_, before)) => before.extend(parts),
            None if parts.is_empty() => {}
            None => contents.push((role, parts)),
        }
    }
    contents.into_iter().map(|(role, parts)| json!({"role": role, "parts": parts}).into()).collect()
}

/// Takes a whole answer or a piece of a stream: both are a response object with the next parts. A list of them is a
/// stream that was asked for in another form.
pub(super) fn take(draft: &mut Draft, value: &Json) -> Result<(), Trouble> {
    if let Json::Array(pieces) = value {
        return pieces.iter().try_for_each(|piece| match piece.get("error") {
            Some(_) => Err(Trouble::Error(piece.clone())),
            None => take(draft, piece),
        });
    }
    draft.named(value, "modelVersion", "responseId");
    let counts = value.get("usageMetadata");
    draft.count(counts);
    let blocked = value.pointer("/promptFeedback/blockReason").and_then(Json::as_str);
    if let Some(native) = blocked {
        draft.finished(native, Finish::ContentFilter);
    }
    let Some(candidate) = list(value, "candidates").first() else {
        let known = blocked.is_some() || counts.is_some();
        return if known { Ok(()) } else { Err(Trouble::Shape("it has no candidates")) };
    };
    for part in candidate.get("content").map(|content| list(content, "parts")).unwrap_or_default() {
        let said = text(part, "text");
        match part.get("thought").and_then(Json::as_bool) {
            Some(true) => draft.reasoning.push_str(said),
            _ => draft.text.push_str(said),
        }
        if let Some(call) = part.get("functionCall") {
            draft.calls.push(DraftCall {
                index: None,
                id: text(call, "id").to_owned(),
                name: text(call, "name").to_owned(),
                arguments: call.get("args").map(Json::to_string).unwrap_or_default(),
            });
        }
        draft.items.push(part.clone());
    }
    if let Some(native) = candidate.get("finishReason").and_then(Json::as_str).filter(|native| !native.is_empty()) {
        draft.finished(native, finish(native));
    }
    Ok(())
}

fn finish(native: &str) -> Finish {
    match native {
        "STOP" => Finish::Stop,
        "MAX_TOKENS" => Finish::Length,
        "SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" | "LANGUAGE" => Finish::ContentFilter,
        image if image.starts_with("IMAGE_") => Finish::ContentFilter,
        "MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" | "TOO_MANY_TOOL_CALLS" => Finish::ToolMalformed,
        other => Finish::Unknown(Some(other.to_owned())),
    }
}

/// Reads the counts. The candidates' count leaves out reasoning, and the prompt's what tools added.
pub(super) fn usage(raw: &Json) -> Usage {
    let thoughts = count(raw, "/thoughtsTokenCount");
    Usage {
        input_total: sum(&[count(raw, "/promptTokenCount"), count(raw, "/toolUsePromptTokenCount")]),
        input_cached: count(raw, "/cachedContentTokenCount"),
        input_cache_write: None,
        output_total: sum(&[count(raw, "/candidatesTokenCount"), thoughts]),
        reasoning: thoughts,
        raw: Json::Null,
    }
}

/// The class that the interface's own table names. An invalid key is a 400 here.
pub(super) fn class(value: &Json) -> Option<Class> {
    let error = value.get("error")?;
    let details = list(error, "details");
    let message = text(error, "message").to_lowercase();
    if details.iter().any(|detail| text(detail, "reason").starts_with("API_KEY_")) {
        return Some(Class::Auth);
    }
    Some(match text(error, "status") {
        "INVALID_ARGUMENT" if message.contains("api key not valid") => Class::Auth,
        "INVALID_ARGUMENT" if message.contains("token count") && message.contains("exceed") => Class::ContextFull,
        "INVALID_ARGUMENT" | "OUT_OF_RANGE" => Class::BadRequest,
        "FAILED_PRECONDITION" if message.contains("location") || message.contains("region") => Class::Permission,
        "FAILED_PRECONDITION" => Class::Quota,
        "UNAUTHENTICATED" => Class::Auth,
        "PERMISSION_DENIED" => Class::Permission,
        "NOT_FOUND" if message.contains("model") => Class::Model,
        "NOT_FOUND" => Class::Path,
        "RESOURCE_EXHAUSTED" if details.iter().any(per_day) => Class::Quota,
        "RESOURCE_EXHAUSTED" => Class::RateLimited,
        "INTERNAL" => Class::Server,
        "UNAVAILABLE" => Class::Overloaded,
        "DEADLINE_EXCEEDED" => Class::Timeout,
        _ => return None,
    })
}

/// Whether a detail names a quota that is full for the day.
fn per_day(detail: &Json) -> bool {
    list(detail, "violations").iter().any(|violation| text(violation, "quotaId").contains("PerDay"))
}

/// The wait that the body states, such as `"12s"`, in milliseconds.
pub(super) fn wait(value: &Json) -> Option<u64> {
    let details = value.get("error").map(|error| list(error, "details")).unwrap_or_default();
    let delay = details.iter().map(|detail| text(detail, "retryDelay")).find(|delay| !delay.is_empty())?;
    milliseconds(delay.strip_suffix('s')?, "s")
}
