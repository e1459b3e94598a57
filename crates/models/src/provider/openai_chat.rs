//! The wire format of OpenAI's chat completions, which most servers speak, without streaming.

use super::reported::Reported;
use super::{Answer, Chat, Class, Fault, Finish, Refused, Role, Usage};
use crate::endpoint::{AnswerForm, Dialect, Dropped, Endpoint, LimitField, Retention};
use crate::key::{Key, clean_error, clean_reply};
use serde::Serialize;
use serde_json::value::RawValue;
use trivium_core::Json;
use trivium_core::ports::{Request, Response};

/// Longest `usage` object kept, in bytes.
pub(super) const USAGE_LIMIT: usize = 4096;

/// The body of a request. A struct and not a JSON value, since the schema in it keeps its order.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    messages: Vec<Message<'a>>,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    store: Option<bool>,
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    content: &'a str,
}

#[derive(Serialize)]
struct ResponseFormat<'a> {
    r#type: &'static str,
    json_schema: NamedSchema<'a>,
}

#[derive(Serialize)]
struct NamedSchema<'a> {
    name: &'static str,
    schema: &'a RawValue,
}

/// The request for one question. Headers are those every server of this kind allows pages to send, and no others.
pub fn encode(endpoint: &Endpoint, dialect: Dialect, key: Option<&Key>, chat: &Chat) -> Request {
    let mut messages = vec![Message { role: "system", content: &chat.system }];
    messages.extend(chat.turns.iter().map(|turn| {
        let role = match turn.role {
            Role::User => "user",
            Role::Assistant => "assistant",
        };
        Message { role, content: &turn.text }
    }));
    let limit = |field: LimitField| endpoint.settings.max_output_tokens.filter(|_| dialect.limit == field);
    // The prompt holds the schema too, so a schema that is no JSON would only be left out here.
    let schema: Option<&RawValue> = serde_json::from_str(&chat.schema).ok();
    let schema = schema.filter(|_| dialect.form == AnswerForm::Schema);
    let body = Body {
        model: endpoint.model(),
        messages,
        stream: false,
        max_tokens: limit(LimitField::MaxTokens),
        max_completion_tokens: limit(LimitField::MaxCompletionTokens),
        temperature: endpoint.settings.temperature.filter(|t| t.is_finite()),
        response_format: schema.map(|schema| ResponseFormat {
            r#type: "json_schema",
            json_schema: NamedSchema { name: "answer", schema },
        }),
        store: (dialect.retention == Retention::Refused).then_some(false),
    };
    let mut headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    if let Some(key) = key {
        headers.push(("authorization".to_owned(), key.bearer()));
    }
    Request {
        method: "POST",
        url: endpoint.url().to_owned(),
        headers,
        // Texts and finite numbers always serialise.
        body: serde_json::to_vec(&body).unwrap_or_default(),
        timeout_ms: endpoint.settings.timeout_ms,
    }
}

/// Reads an answer, or says what is wrong with it. A successful status does not mean success.
pub fn decode(response: &Response, key: Option<&Key>) -> Result<Answer, Fault> {
    let success = (200..300).contains(&response.status);
    let body = response.body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&response.body);
    let parsed = serde_json::from_slice::<Json>(body);
    let page = body.trim_ascii_start().starts_with(b"<");
    match parsed {
        Ok(value) => {
            let reported = Reported::read(&value).filter(|r| !success || r.certain);
            match reported {
                Some(reported) => Err(Fault::Refused(reported.classify(response, key))),
                None if !success => Err(Fault::Refused(Reported::default().classify(response, key))),
                None => answer(&value, key),
            }
        }
        Err(_) if success && page => Err(Fault::Html { status: response.status }),
        Err(error) if success => Err(Fault::NotJson { what: not_json(body, &error) }),
        Err(_) => {
            // Many servers and proxies refuse in plain text; a page of HTML says nothing that its status does not.
            let text = String::from_utf8_lossy(body);
            let message = (!page && !text.trim().is_empty()).then(|| text.into_owned());
            Err(Fault::Refused(Reported { message, ..Reported::default() }.classify(response, key)))
        }
    }
}

pub(super) fn not_json(body: &[u8], error: &serde_json::Error) -> String {
    if body.trim_ascii().is_empty() {
        return "the body is empty".into();
    }
    if body.trim_ascii_start().starts_with(b"data:") {
        return "it is a stream of events, which was not asked for".into();
    }
    // serde_json's own words can quote the input; the place cannot.
    let what = if error.is_eof() { "it is cut off" } else { "it is no valid JSON" };
    format!("{what} at line {}, column {}", error.line(), error.column())
}

fn answer(value: &Json, key: Option<&Key>) -> Result<Answer, Fault> {
    let shape = |what: &str| Fault::Shape { what: what.into() };
    let choices = value.get("choices").ok_or_else(|| shape("it has no choices"))?;
    let choices = choices.as_array().ok_or_else(|| shape("choices is no list"))?;
    let choice = choices.first().ok_or_else(|| shape("choices is empty"))?;
    let message =
        choice.get("message").filter(|m| m.is_object()).ok_or_else(|| shape("choices[0].message is missing"))?;
    let own = |text: &str| Some(clean_reply(text, key)).filter(|t| !t.trim().is_empty());
    let named = |name: &str| message.get(name).and_then(Json::as_str).and_then(own);
    let (mut text, mut thought) = (None, None);
    match message.get("content") {
        None | Some(Json::Null) => {}
        Some(Json::String(content)) => text = own(content),
        Some(Json::Array(parts)) => {
            let (said, thinking) = parts_of(parts);
            (text, thought) = (own(&said), own(&thinking));
        }
        Some(_) => return Err(shape("choices[0].message.content is no text")),
    }
    let finish = match choice.get("finish_reason").and_then(Json::as_str) {
        Some("stop" | "eos" | "end_turn") => Finish::Stop,
        Some("length" | "model_length" | "max_tokens") => Finish::Length,
        Some("content_filter") => Finish::ContentFilter,
        Some("tool_calls" | "function_call") => Finish::ToolUse,
        other => Finish::Unknown(other.map(|raw| clean_error(raw, key, 60))),
    };
    Ok(Answer {
        text,
        reasoning: named("reasoning_content").or_else(|| named("reasoning")).or(thought),
        refusal: named("refusal"),
        finish,
        usage: usage(value.get("usage"), key),
        model: value.get("model").and_then(Json::as_str).map(|model| clean_error(model, key, 200)),
    })
}

/// Text and reasoning of a content that comes in parts.
pub(super) fn parts_of(parts: &[Json]) -> (String, String) {
    let (mut said, mut thinking) = (String::new(), String::new());
    for part in parts {
        let text = |part: &Json| part.get("text").and_then(Json::as_str).unwrap_or_default().to_owned();
        match part.get("type").and_then(Json::as_str) {
            Some("text" | "output_text") => said.push_str(&text(part)),
            Some("thinking") => match part.get("thinking") {
                Some(Json::Array(inner)) => inner.iter().for_each(|part| thinking.push_str(&text(part))),
                Some(Json::String(inner)) => thinking.push_str(inner),
                _ => {}
            },
            _ => {}
        }
    }
    (said, thinking)
}

pub(super) fn usage(raw: Option<&Json>, key: Option<&Key>) -> Usage {
    let Some(raw) = raw.filter(|raw| raw.is_object()) else { return Usage::default() };
    let count = |path: &str| raw.pointer(path).and_then(Json::as_u64);
    // Only numbers and known words belong into a usage; cleaning the text of the whole object is enough.
    let text = clean_reply(&raw.to_string(), key);
    let kept = Some(text).filter(|text| text.len() <= USAGE_LIMIT).and_then(|text| serde_json::from_str(&text).ok());
    Usage {
        input_total: count("/prompt_tokens"),
        input_cache_write: None,
        input_cached: count("/prompt_tokens_details/cached_tokens")
            .or_else(|| count("/prompt_cache_hit_tokens"))
            .or_else(|| count("/num_cached_tokens")),
        output_total: count("/completion_tokens"),
        reasoning: count("/completion_tokens_details/reasoning_tokens"),
        raw: kept.unwrap_or_default(),
    }
}

/// After a refusal of a parameter that carries no meaning of its own: how to ask instead, once, and what to note.
/// Sampling settings are never left out, since results depend on them.
pub fn adapt(dialect: Dialect, endpoint: &Endpoint, refused: &Refused) -> Option<(Dialect, Dropped)> {
    if !matches!(refused.class, Class::BadRequest) || !matches!(refused.status, 400 | 422) {
        return None;
    }
    let low = |text: &Option<String>| text.as_deref().unwrap_or_default().to_lowercase();
    let (param, said) = (low(&refused.param), low(&refused.said));
    let about = |names: &[&str]| names.iter().any(|n| param.contains(n) || said.contains(n));
    let why = refused.said.clone().unwrap_or_else(|| format!("HTTP {}", refused.status));
    let both = about(&["max_tokens"]) || about(&["max_completion_tokens"]);
    if endpoint.settings.max_output_tokens.is_some() && both && refuses_name(&param, &said, dialect.limit) {
        let limit = match dialect.limit {
            LimitField::MaxTokens => LimitField::MaxCompletionTokens,
            LimitField::MaxCompletionTokens => LimitField::MaxTokens,
        };
        return Some((Dialect { limit, ..dialect }, Dropped { param: dialect.limit.name(), why }));
    }
    if dialect.form == AnswerForm::Schema && about(&["response_format", "json_schema", "response format", "grammar"]) {
        return Some((Dialect { form: AnswerForm::Plain, ..dialect }, Dropped { param: "response_format", why }));
    }
    if dialect.retention == Retention::Refused && param == "store" {
        return Some((Dialect { retention: Retention::Unsaid, ..dialect }, Dropped { param: "store", why }));
    }
    None
}

/// Whether the server does not know the field, rather than not liking its value.
pub(super) fn refuses_name(param: &str, said: &str, sent: LimitField) -> bool {
    let unknown = ["unsupported", "not supported", "unrecognized", "unknown", "extra inputs", "not permitted"];
    let named = param == sent.name() || said.contains(sent.name());
    named && (unknown.iter().any(|w| said.contains(w)) || said.contains("use 'max_completion_tokens'"))
}
