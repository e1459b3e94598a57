//! The wire format: what is sent, and what is made of every kind of answer.
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use serde_json::{Value, json};
use trivium_core::ports::{Request, Response};
use trivium_models::endpoint::{AnswerForm, Dialect, LimitField, Retention};
use trivium_models::provider::openai_chat::{adapt, decode, encode};
use trivium_models::provider::{Chat, Class, Empty, Finish, Role, Turn};
use trivium_models::{Answer, Connection, Endpoint, Fault, Key, Settings};

const SECRET: &str = "sk-canary-Zq81LmTt0vXw";

fn key() -> Key {
    Key::read(SECRET).unwrap().unwrap()
}

fn chat() -> Chat {
    let turn = |role, text: &str| Turn { role, text: text.into() };
    Chat {
        system: "rules".into(),
        turns: vec![turn(Role::User, "q1"), turn(Role::Assistant, "a1"), turn(Role::User, "q2")],
        schema: r#"{"type":"object","properties":{"rationale":{},"action":{}}}"#.into(),
    }
}

fn request(endpoint: &Endpoint, key: Option<&Key>) -> (Request, Value) {
    let dialect = Connection::new(endpoint.clone(), None).dialect();
    let request = encode(endpoint, dialect, key, &chat());
    let body = serde_json::from_slice(&request.body).unwrap();
    (request, body)
}

#[test]
fn the_request_has_the_fields_of_the_conservative_dialect() {
    let endpoint = Endpoint::new("http://localhost:8080/v1/", "tiny").unwrap();
    let settings = Settings { max_output_tokens: Some(500), temperature: None, timeout_ms: 7000 };
    let (request, body) = request(&endpoint.with(settings), None);
    assert_eq!((request.method, request.timeout_ms), ("POST", 7000));
    assert_eq!(request.url, "http://localhost:8080/v1/chat/completions");
    assert_eq!(request.headers, [("content-type".to_owned(), "application/json".to_owned())]);
    let message = |role: &str, content: &str| json!({"role": role, "content": content});
    let schema: Value = serde_json::from_str(&chat().schema).unwrap();
    let expected = json!({
        "model": "tiny",
        "messages": [message("system", "rules"), message("user", "q1"), message("assistant", "a1"), message("user", "q2")],
        "stream": false,
        "max_tokens": 500,
        "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}},
    });
    assert_eq!(body, expected);
    let text = String::from_utf8(request.body).unwrap();
    assert!(text.find("\"rationale\"") < text.find("\"action\""), "reasons come before the decision");
}

#[test]
fn newer_providers_get_their_field_and_store_nothing() {
    let settings = Settings { max_output_tokens: Some(500), temperature: Some(0.5), timeout_ms: 7000 };
    let endpoint = Endpoint::new("https://api.openai.com/v1", "m").unwrap().with(settings);
    let (request, body) = request(&endpoint, Some(&key()));
    assert_eq!(body["max_completion_tokens"], 500);
    assert_eq!((body.get("max_tokens"), &body["store"], &body["temperature"]), (None, &json!(false), &json!(0.5)));
    assert_eq!(request.headers[1], ("authorization".to_owned(), format!("Bearer {SECRET}")));
    assert_eq!(request.headers.len(), 2, "no header that a preflight could refuse");
    assert!(!format!("{request:?}").contains("canary"), "a debug print shows no key");
    assert!(!String::from_utf8_lossy(&request.body).contains("canary"));
    let plain = Dialect { limit: LimitField::MaxTokens, form: AnswerForm::Plain, retention: Retention::Unsaid };
    let unlimited = endpoint.with(Settings { max_output_tokens: None, temperature: None, timeout_ms: 1 });
    let body: Value = serde_json::from_slice(&encode(&unlimited, plain, None, &chat()).body).unwrap();
    assert_eq!(body.as_object().unwrap().keys().collect::<Vec<_>>(), ["messages", "model", "stream"]);
}

fn respond(status: u16, body: impl AsRef<[u8]>) -> Result<Answer, Fault> {
    decode(&Response { status, headers: Vec::new(), body: body.as_ref().to_vec() }, Some(&key()))
}

fn completion(message: Value, finish: &str) -> String {
    json!({"model": "m-1", "choices": [{"index": 0, "message": message, "finish_reason": finish}]}).to_string()
}

#[test]
fn a_good_answer_is_read_with_its_usage() {
    let body = json!({
        "model": "m-1",
        "choices": [{"message": {"role": "assistant", "content": "{}", "refusal": null, "reasoning_content": "hm"},
                     "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 211, "completion_tokens": 57, "prompt_tokens_details": {"cached_tokens": 100},
                  "completion_tokens_details": {"reasoning_tokens": 40}, "cost": 0.01},
    });
    let answer = respond(200, format!("\u{feff}{body}")).unwrap();
    assert_eq!((answer.text.as_deref(), answer.reasoning.as_deref()), (Some("{}"), Some("hm")));
    assert_eq!((answer.finish.clone(), answer.model.as_deref()), (Finish::Stop, Some("m-1")));
    let usage = &answer.usage;
    let counts = (usage.input_total, usage.input_cached, usage.output_total, usage.reasoning);
    assert_eq!(counts, (Some(211), Some(100), Some(57), Some(40)));
    assert_eq!(usage.raw["cost"], 0.01);
    assert_eq!(answer.empty(), None);
}

#[test]
fn contents_in_parts_and_other_reasoning_fields_are_read() {
    let parts =
        json!([{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}, {"type": "text", "text": "{}"}]);
    let answer = respond(200, completion(json!({"content": parts}), "stop")).unwrap();
    assert_eq!((answer.text.as_deref(), answer.reasoning.as_deref()), (Some("{}"), Some("hm")));
    let answer = respond(200, completion(json!({"content": "{}", "reasoning": "so"}), "odd")).unwrap();
    assert_eq!((answer.reasoning.as_deref(), answer.finish.name()), (Some("so"), "odd"));
    assert_eq!(answer.usage.to_json(), Value::Null);
}

#[test]
fn answers_without_text_have_their_kind() {
    for (message, finish, expected) in [
        (json!({"content": null}), "stop", Empty::Nothing),
        (json!({"content": "  \n"}), "stop", Empty::Nothing),
        (json!({}), "tool_calls", Empty::Nothing),
        (json!({"content": "", "reasoning_content": "long thoughts"}), "stop", Empty::Reasoning),
        (json!({"content": "", "reasoning_content": "long thoughts"}), "length", Empty::Length),
        (json!({"content": null, "refusal": "I cannot."}), "stop", Empty::Refusal),
        (json!({"content": null}), "content_filter", Empty::Filter),
        (json!({"content": "{\"act"}), "content_filter", Empty::Filter),
    ] {
        let answer = respond(200, completion(message.clone(), finish)).unwrap();
        assert_eq!(answer.empty(), Some(expected), "{message} {finish}");
    }
}

#[test]
fn what_is_no_completion_is_named_with_its_place() {
    assert_eq!(respond(200, "<!doctype html><p>hello"), Err(Fault::Html { status: 200 }));
    for (body, what) in [
        ("", "the body is empty"),
        ("data: {\"choices\":[]}\n\n", "it is a stream of events, which was not asked for"),
        ("{\"choices\":[", "it is cut off at line 1, column 12"),
        ("hello", "it is no valid JSON at line 1, column 1"),
    ] {
        assert_eq!(respond(200, body), Err(Fault::NotJson { what: what.into() }), "{body}");
    }
    for (body, what) in [
        ("{}", "it has no choices"),
        ("[]", "it has no choices"),
        (r#"{"choices":{}}"#, "choices is no list"),
        (r#"{"choices":[]}"#, "choices is empty"),
        (r#"{"choices":[{}]}"#, "choices[0].message is missing"),
        (r#"{"choices":[{"message":{"content":5}}]}"#, "choices[0].message.content is no text"),
    ] {
        assert_eq!(respond(200, body), Err(Fault::Shape { what: what.into() }), "{body}");
    }
    assert!(respond(200, [0xff, 0xfe, 0x00]).is_err());
    assert!(respond(200, "[".repeat(100_000)).is_err());
}

#[track_caller]
fn class(status: u16, body: &str) -> Class {
    match respond(status, body) {
        Err(Fault::Refused(refused)) => refused.class,
        other => panic!("{other:?}"),
    }
}

fn error(code: &str, message: &str) -> String {
    json!({"error": {"message": message, "type": "invalid_request_error", "param": null, "code": code}}).to_string()
}

#[test]
fn errors_have_their_class() {
    for (status, body, expected) in [
        (401, error("invalid_api_key", "Incorrect API key"), Class::Auth),
        (400, error("invalid_api_key", "no"), Class::Auth),
        (403, error("unsupported_country", "not here"), Class::Permission),
        (402, error("", "no money"), Class::Quota),
        (404, error("model_not_found", "No such model."), Class::Model),
        (404, json!({"error": "model \"x\" not found, try pulling it first"}).to_string(), Class::Model),
        (404, "404 page not found".into(), Class::Path),
        (405, json!({"detail": "Method Not Allowed"}).to_string(), Class::Path),
        (308, String::new(), Class::Path),
        (408, String::new(), Class::Timeout),
        (409, error("lock", "busy"), Class::Server),
        (413, "<html>too big</html>".into(), Class::TooLarge),
        (429, error("rate_limit_exceeded", "Rate limit reached"), Class::RateLimited),
        (429, json!({"error": {"message": "quota", "type": "insufficient_quota"}}).to_string(), Class::Quota),
        (429, error("", "You exceeded your current quota, please check your plan"), Class::Quota),
        (400, error("context_length_exceeded", "too long"), Class::ContextFull),
        (
            400,
            json!({"error": {"code": 400, "message": "the request exceeds the available context size"}}).to_string(),
            Class::ContextFull,
        ),
        (400, error("content_filter", "blocked"), Class::Blocked),
        (422, json!({"detail": [{"loc": ["body"], "msg": "field required"}]}).to_string(), Class::BadRequest),
        (400, error("unsupported_value", "no"), Class::BadRequest),
        (500, error("server_error", "sorry"), Class::Server),
        (502, "<html><h1>502 Bad Gateway</h1></html>".into(), Class::Server),
        (503, error("server_is_overloaded", "Overloaded."), Class::Overloaded),
        (503, json!({"error": {"message": "Loading model", "code": 503}}).to_string(), Class::Loading),
        (504, String::new(), Class::Timeout),
        (418, String::new(), Class::BadRequest),
        (401, json!({"object": "error", "message": "Unauthorized", "type": "auth"}).to_string(), Class::Auth),
        (400, json!({"code": "bad", "error": "text"}).to_string(), Class::BadRequest),
    ] {
        assert_eq!(class(status, &body), expected, "{status} {body}");
    }
}

#[test]
fn an_error_inside_a_successful_answer_is_an_error() {
    let numbered = |code: u16| json!({"error": {"code": code, "message": "upstream"}}).to_string();
    for (body, expected) in [
        (numbered(502), Class::Server),
        (numbered(429), Class::RateLimited),
        (numbered(401), Class::Auth),
        (error("rate_limit_exceeded", "slow"), Class::RateLimited),
        (error("insufficient_quota", "pay"), Class::Quota),
        (error("model_not_found", "no"), Class::Model),
        (error("", "no"), Class::BadRequest),
        (json!({"error": "CUDA out of memory"}).to_string(), Class::Server),
        (json!({"object": "error", "message": "m", "type": "t"}).to_string(), Class::Server),
    ] {
        assert_eq!(class(200, &body), expected, "{body}");
    }
    let fine = json!({"error": null, "message": "", "choices": [{"message": {"content": "{}"}}]}).to_string();
    assert_eq!(respond(200, fine).unwrap().text.as_deref(), Some("{}"));
}

#[test]
fn the_wait_is_taken_from_header_or_prose() {
    let wait = |headers: &[(&str, &str)], message: &str| {
        let headers = headers.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        let body = error("rate_limit_exceeded", message).into_bytes();
        match decode(&Response { status: 429, headers, body }, None) {
            Err(Fault::Refused(refused)) => refused.wait_ms,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(wait(&[], "Please try again in 1.2s."), Some(1200));
    assert_eq!(wait(&[], "Try again in 6m0s"), Some(360_000));
    assert_eq!(wait(&[], "try again in 250ms"), Some(250));
    assert_eq!(wait(&[], "try again in 5 seconds, or pay"), Some(5000));
    assert_eq!(wait(&[], "try again in a while"), None);
    assert_eq!(wait(&[], "slow down"), None);
    assert_eq!(wait(&[("Retry-After", "3")], "slow down"), Some(3000));
    assert_eq!(wait(&[("retry-after-ms", "1500"), ("retry-after", "9")], ""), Some(1500));
    assert_eq!(wait(&[("retry-after", "Wed, 21 Oct 2026 07:28:00 GMT")], "try again in 2s"), Some(2000));
    assert_eq!(wait(&[("retry-after", "1e99")], ""), None);
}

#[test]
fn no_key_comes_back_in_any_text() {
    let echo = |status: u16, body: String| {
        let shown = match respond(status, body) {
            Ok(answer) => format!("{answer:?} {}", answer.usage.to_json()),
            Err(fault) => format!("{fault:?} {fault}"),
        };
        assert!(!shown.contains("canary") && !shown.contains("LmTt0vXw"), "{shown}");
    };
    let starred = "sk-canar**********0vXw";
    for body in [
        error("invalid_api_key", &format!("Incorrect API key provided: {SECRET}. See")),
        error(SECRET, starred),
        json!({"error": format!("Bearer {SECRET}")}).to_string(),
        json!({"detail": {"headers": {"authorization": SECRET}}}).to_string(),
        format!("plain text {SECRET}"),
        format!("<html>{SECRET}"),
        format!("{{\"half\": \"{SECRET}\""),
    ] {
        for status in [200, 400, 401, 404, 429, 500] {
            echo(status, body.clone());
        }
    }
    let message = json!({"content": SECRET, "reasoning": format!("x{SECRET}"), "refusal": SECRET});
    let choice = json!({"message": message, "finish_reason": SECRET});
    echo(200, json!({"model": SECRET, "choices": [choice], "usage": {"prompt_tokens": 1, SECRET: SECRET}}).to_string());
}

#[test]
fn only_parameters_without_meaning_of_their_own_are_dropped() {
    let endpoint = Endpoint::new("http://localhost:8080/v1", "m").unwrap();
    let dialect = Connection::new(endpoint.clone(), None).dialect();
    let try_adapt = |dialect, status, param: &str, message: &str| {
        let body = json!({"error": {"message": message, "param": param, "code": "unsupported_parameter"}}).to_string();
        match respond(status, body) {
            Err(Fault::Refused(refused)) => adapt(dialect, &endpoint, &refused),
            other => panic!("{other:?}"),
        }
    };
    let (plain, dropped) = try_adapt(dialect, 400, "response_format", "not supported here").unwrap();
    assert_eq!((plain.form, dropped.param), (AnswerForm::Plain, "response_format"));
    assert_eq!(try_adapt(plain, 400, "response_format", "not supported here"), None);
    let said =
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    let (newer, dropped) = try_adapt(dialect, 400, "max_tokens", said).unwrap();
    assert_eq!((newer.limit, dropped.param), (LimitField::MaxCompletionTokens, "max_tokens"));
    let (older, _) = try_adapt(newer, 422, "", "Extra inputs are not permitted: max_completion_tokens").unwrap();
    assert_eq!(older.limit, LimitField::MaxTokens);
    assert_eq!(try_adapt(dialect, 400, "max_tokens", "max_tokens is too large"), None);
    assert_eq!(try_adapt(dialect, 400, "temperature", "Unsupported value: 'temperature'"), None);
    assert_eq!(try_adapt(dialect, 401, "response_format", "no"), None);
}
