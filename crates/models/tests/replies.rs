//! What is made of each provider's answers, in every form that its reference names and however their bytes are cut.
//!
//! `fixtures` holds one body a file, written by hand after the providers' documentation. A reply is summed up in one
//! line: text, reasoning, refusal and calls in quotes where there are any, the finish with the provider's own word, and
//! the tokens as input/cached/written to cache/output/reasoning. A failure has its class or kind, and what had come.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::fmt::Write;
use std::path::Path;
use trivium_core::ports::{Response, TransportError};
use trivium_models::provider::{
    Decoder, Empty, Failure, Fault, Finish, Format, Reply, Step, Target, Usage, decode, service,
};
use trivium_models::{Endpoint, Key};

const SECRET: &str = "sk-canary-Zq81LmTt0vXw";
/// Most cuts of one file.
const CUTS: usize = 1500;

fn key() -> Key {
    Key::read(SECRET).unwrap().unwrap()
}

fn target(id: &str) -> Target {
    let service = service(id).unwrap();
    let base = if service.base.is_empty() { "http://localhost:9/v1" } else { service.base };
    Target::new(Endpoint::new(&base.replace("{resource}", "r"), "m").unwrap(), service)
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap()
}

fn usage(usage: &Usage) -> String {
    let counts = [usage.input_total, usage.input_cached, usage.input_cache_write, usage.output_total, usage.reasoning];
    match counts.iter().all(Option::is_none) {
        true => String::new(),
        false => {
            let counts = counts.map(|count| count.map_or("-".to_owned(), |count| count.to_string()));
            format!(" u={}", counts.join("/"))
        }
    }
}

fn reply(reply: &Reply) -> String {
    let mut out = String::new();
    for (name, value) in [("text", &reply.text), ("reasoning", &reply.reasoning), ("refusal", &reply.refusal)] {
        if let Some(value) = value {
            write!(out, "{name}={value:?} ").unwrap();
        }
    }
    for call in &reply.calls {
        write!(out, "call={} {}({}) ", call.id, call.name, call.arguments).unwrap();
    }
    write!(out, "{}", reply.finish.name()).unwrap();
    if let Some(native) = reply.native_finish.as_deref().filter(|native| *native != reply.finish.name()) {
        write!(out, "<{native}").unwrap();
    }
    out + &usage(&reply.usage)
}

fn summary(result: &Result<Reply, Failure>) -> String {
    let failure = match result {
        Ok(answer) => return reply(answer),
        Err(failure) => failure,
    };
    let mut out = match &failure.fault {
        Fault::Refused(refused) => {
            let wait = refused.wait_ms.map(|ms| format!(" wait={ms}")).unwrap_or_default();
            format!("ERR {}{wait}", refused.class.name())
        }
        Fault::NoAnswer { error: TransportError::Broken(_), .. } => "ERR broken".to_owned(),
        Fault::Html { .. } => "ERR html".to_owned(),
        Fault::NotJson { what } => format!("ERR no json: {what}"),
        Fault::Shape { what } => format!("ERR shape: {what}"),
        other => format!("ERR {other:?}"),
    };
    if let Some(partial) = &failure.partial {
        write!(out, " after {}", reply(partial)).unwrap();
    }
    out
}

/// Reads a body that comes in these pieces.
fn read<'a>(target: &Target, status: u16, pieces: impl Iterator<Item = &'a [u8]>) -> Result<Reply, Failure> {
    let mut decoder = Decoder::new(target, status, Vec::new());
    for piece in pieces {
        let _ = decoder.so_far(Some(&key()));
        if decoder.push(piece) == Step::Ended {
            break;
        }
    }
    decoder.finish(Some(&key()))
}

/// Every row: the body, whole and in all its cuts, gives this summary and shows no key.
fn check(rows: &[(&str, u16, &str, &str)]) {
    for &(id, status, name, expected) in rows {
        let (target, body) = (target(id), fixture(name));
        let response = Response { status, headers: Vec::new(), body: body.clone() };
        let whole = decode(&target, &response, Some(&key()));
        assert_eq!(summary(&whole), expected, "{name}");
        let shown = format!("{whole:?}");
        assert!(!shown.contains("canary") && !shown.contains("LmTt0vXw"), "{name}: {shown}");
        assert_eq!(read(&target, status, body.chunks(1)), whole, "{name} byte by byte");
        for at in (0..body.len()).step_by(body.len().div_ceil(CUTS).max(1)) {
            let (first, second) = body.split_at(at);
            assert_eq!(read(&target, status, [first, second].into_iter()), whole, "{name} cut at {at}");
        }
        if name.ends_with(".sse") {
            for end in ["\r\n", "\r"] {
                let text = String::from_utf8(body.clone()).unwrap().replace("\r\n", "\n").replace('\n', end);
                assert_eq!(read(&target, status, text.as_bytes().chunks(7)), whole, "{name} with {end:?}");
            }
        }
    }
}

#[test]
fn chat_completions() {
    let text = "text=\"I choose C — grüße 😀.\" stop u=20/8/4/12/5";
    let tools = "call=call_a look({\"round\":3}) call=call_b wait({}) tool_use<tool_calls u=20/8/4/12/5";
    check(&[
        ("openai", 200, "openai-chat/plain.json", text),
        ("openai", 200, "openai-chat/plain.sse", text),
        ("openai", 200, "openai-chat/tools.json", tools),
        ("openai", 200, "openai-chat/tools.sse", tools),
        (
            "openai",
            200,
            "openai-chat/tool-bad-arguments.json",
            "call=call_a look({\"round\":) tool_use<tool_calls u=20/8/4/12/5",
        ),
        (
            "openai",
            200,
            "openai-chat/old-function-call.json",
            "call=call_0 look({}) tool_use<function_call u=20/8/4/12/5",
        ),
        ("openai", 200, "openai-chat/refusal.json", "refusal=\"I cannot help with that.\" refusal<stop u=20/8/4/12/5"),
        ("openai", 200, "openai-chat/refusal.sse", "refusal=\"I cannot help.\" refusal<stop u=20/8/4/12/5"),
        ("openai", 200, "openai-chat/filter.json", "text=\"{\\\"act\" content_filter u=20/8/4/12/5"),
        ("openai", 200, "openai-chat/filter.sse", "text=\"{\\\"act\" content_filter"),
        ("openai", 200, "openai-chat/length-no-text.json", "length u=20/-/-/64/64"),
        ("openai", 200, "openai-chat/no-usage.sse", "text=\"C\" stop"),
        ("openai", 200, "openai-chat/no-done.sse", "text=\"C\" stop u=20/8/4/12/5"),
        ("openai", 200, "openai-chat/no-last-line-end.sse", "text=\"C\" stop"),
        ("openai", 200, "openai-chat/unknown-finish.sse", "text=\"C\" tired"),
        ("openai", 200, "openai-chat/unknown-events.sse", "text=\"C\" stop"),
        ("openai", 200, "openai-chat/empty.sse", "stop"),
        ("openai", 200, "openai-chat/cut-after-tokens.sse", "ERR broken after text=\"I cho\" unknown"),
        ("openai", 200, "openai-chat/cut-before-tokens.sse", "ERR broken"),
        ("openai", 200, "openai-chat/error-before-tokens.sse", "ERR server"),
        ("openai", 200, "openai-chat/error-after-tokens.sse", "ERR rate_limited after text=\"I cho\" provider_error"),
        ("openai", 200, "openai-chat/error-bare.sse", "ERR overloaded after text=\"I cho\" provider_error"),
        (
            "openai",
            200,
            "openai-chat/broken-event.sse",
            "ERR no json: in an event of the stream, it is cut off at line 1, column 21 after text=\"I cho\" unknown",
        ),
        ("openai", 200, "openai-chat/empty.txt", "ERR no json: the body is empty"),
        ("openai", 200, "openai-chat/blanks.txt", "ERR no json: the body is empty"),
        ("openai", 200, "openai-chat/200-error.json", "ERR server"),
        ("openai", 200, "openai-chat/200.html", "ERR html"),
    ]);
}

#[test]
fn errors_of_chat_completions() {
    check(&[
        ("openai", 400, "openai-chat/400-context.json", "ERR context_full"),
        ("openai", 400, "openai-chat/400-parameter.json", "ERR bad_request"),
        ("openai", 400, "openai-chat/400-value.json", "ERR bad_request"),
        ("openai", 400, "openai-chat/400-prompt.json", "ERR bad_request"),
        ("openai", 400, "openai-chat/400-schema.json", "ERR bad_request"),
        ("openai", 401, "openai-chat/401-key.json", "ERR auth"),
        ("openai", 401, "openai-chat/401-starred.json", "ERR auth"),
        ("openai", 403, "openai-chat/403-region.json", "ERR permission"),
        ("openai", 404, "openai-chat/404-model.json", "ERR model_not_found"),
        ("openai", 408, "openai-chat/empty.txt", "ERR timeout"),
        ("openai", 409, "openai-chat/409.json", "ERR server"),
        ("openai", 413, "openai-chat/413.html", "ERR too_large"),
        ("openai", 429, "openai-chat/429-prose.json", "ERR rate_limited wait=1200"),
        ("openai", 429, "openai-chat/429-nothing.json", "ERR rate_limited"),
        ("openai", 429, "openai-chat/429-quota.json", "ERR quota_exhausted"),
        ("openai", 429, "openai-chat/429-credit.json", "ERR quota_exhausted"),
        ("openai", 500, "openai-chat/500.json", "ERR server"),
        ("openai", 502, "openai-chat/502.html", "ERR server"),
        ("openai", 503, "openai-chat/503.json", "ERR overloaded"),
        ("openai", 504, "openai-chat/empty.txt", "ERR timeout"),
    ]);
}

#[test]
fn responses() {
    let reasoning = "reasoning=\"They may defect.\\n\\nI reciprocate.\"";
    let text = format!("text=\"I choose C — grüße 😀.\" {reasoning} stop<completed u=30/10/6/25/15");
    let tools = "call=call_a look({\"round\":3}) tool_use<completed u=30/10/6/25/15";
    let partial = "text=\"I choose C — grü\" provider_error";
    check(&[
        ("openai-responses", 200, "openai-responses/plain.json", &text),
        ("openai-responses", 200, "openai-responses/plain.sse", &text),
        ("openai-responses", 200, "openai-responses/unknown-event.sse", &text),
        ("openai-responses", 200, "openai-responses/terminal-without-output.sse", &text),
        (
            "openai-responses",
            200,
            "openai-responses/phases.json",
            "text=\"C\" reasoning=\"Let me see.\" stop<completed u=30/10/6/25/15",
        ),
        ("openai-responses", 200, "openai-responses/tools.json", &format!("{reasoning} {tools}")),
        ("openai-responses", 200, "openai-responses/tools.sse", tools),
        (
            "openai-responses",
            200,
            "openai-responses/refusal.json",
            "refusal=\"I cannot.\" refusal<completed u=30/10/6/25/15",
        ),
        (
            "openai-responses",
            200,
            "openai-responses/refusal.sse",
            "refusal=\"I cannot.\" refusal<completed u=30/10/6/25/15",
        ),
        (
            "openai-responses",
            200,
            "openai-responses/length.json",
            &format!("{reasoning} length<max_output_tokens u=30/10/6/25/15"),
        ),
        (
            "openai-responses",
            200,
            "openai-responses/length.sse",
            &format!("{reasoning} length<max_output_tokens u=30/10/6/25/15"),
        ),
        ("openai-responses", 200, "openai-responses/filter.json", "text=\"{\\\"act\" content_filter u=30/10/6/25/15"),
        ("openai-responses", 200, "openai-responses/queued.json", "paused<queued"),
        ("openai-responses", 200, "openai-responses/cancelled.json", "cancelled"),
        ("openai-responses", 200, "openai-responses/failed.json", "ERR server"),
        ("openai-responses", 200, "openai-responses/failed-policy.json", "ERR blocked"),
        (
            "openai-responses",
            200,
            "openai-responses/failed.sse",
            &format!("ERR rate_limited wait=20000 after {}", partial.to_owned() + "<failed"),
        ),
        ("openai-responses", 200, "openai-responses/error-event.sse", &format!("ERR server after {partial}")),
        ("openai-responses", 200, "openai-responses/error-first.sse", "ERR quota_exhausted"),
        ("openai-responses", 200, "openai-responses/cut.sse", "ERR broken after text=\"I choose C — grü\" unknown"),
        ("openai-responses", 400, "openai-responses/400-verify.json", "ERR bad_request"),
        ("openai-responses", 200, "openai-chat/200-error.json", "ERR server"),
    ]);
}

#[test]
fn anthropic() {
    let text = "text=\"I choose C — grüße 😀.\" reasoning=\"They may defect.\" stop<end_turn u=22/5/7/18/6";
    check(&[
        ("anthropic", 200, "anthropic/plain.json", text),
        ("anthropic", 200, "anthropic/plain.sse", text),
        (
            "anthropic",
            200,
            "anthropic/tools.json",
            "text=\"Looking.\" call=toolu_1 look({\"round\":3}) tool_use u=22/5/7/18/6",
        ),
        (
            "anthropic",
            200,
            "anthropic/tools.sse",
            "text=\"Looking.\" call=toolu_1 look({\"round\":3}) call=toolu_2 wait({}) tool_use u=22/5/7/18/6",
        ),
        (
            "anthropic",
            200,
            "anthropic/refusal.json",
            "refusal=\"reasoning_extraction: It asks for hidden reasoning.\" refusal u=22/5/7/18/6",
        ),
        ("anthropic", 200, "anthropic/refusal.sse", "refusal=\"cyber\" refusal u=22/5/7/1/6"),
        ("anthropic", 200, "anthropic/length.json", "reasoning=\"They may defect.\" length<max_tokens u=22/5/7/18/6"),
        (
            "anthropic",
            200,
            "anthropic/context.json",
            "text=\"I ch\" context_full<model_context_window_exceeded u=22/5/7/18/6",
        ),
        ("anthropic", 200, "anthropic/paused.json", "text=\"So far\" paused<pause_turn u=22/5/7/18/6"),
        ("anthropic", 200, "anthropic/redacted.json", "text=\"C\" stop<end_turn u=22/5/7/18/6"),
        ("anthropic", 200, "anthropic/empty.json", "stop<end_turn u=22/5/7/18/6"),
        ("anthropic", 200, "anthropic/stop-sequence.json", "text=\"C\" stop<stop_sequence u=22/5/7/18/6"),
        ("anthropic", 200, "anthropic/unknown.sse", "text=\"C\" bored u=22/5/7/18/6"),
        ("anthropic", 200, "anthropic/no-stop-event.sse", "text=\"C\" stop<end_turn u=22/5/7/18/6"),
        ("anthropic", 200, "anthropic/only-thinking.sse", "reasoning=\"They may defect.\" stop<end_turn u=22/5/7/18/6"),
        ("anthropic", 200, "anthropic/error-before-tokens.sse", "ERR overloaded"),
        (
            "anthropic",
            200,
            "anthropic/error-after-tokens.sse",
            "ERR overloaded after text=\"I cho\" provider_error u=22/5/7/1/-",
        ),
        ("anthropic", 200, "anthropic/cut.sse", "ERR broken after text=\"I cho\" unknown u=22/5/7/1/-"),
        ("anthropic", 400, "anthropic/400.json", "ERR bad_request"),
        ("anthropic", 400, "anthropic/400-long.json", "ERR context_full"),
        ("anthropic", 400, "anthropic/400-spend.json", "ERR quota_exhausted"),
        ("anthropic", 401, "anthropic/401.json", "ERR auth"),
        ("anthropic", 401, "anthropic/401-cors.json", "ERR auth"),
        ("anthropic", 402, "anthropic/402.json", "ERR quota_exhausted"),
        ("anthropic", 403, "anthropic/403.json", "ERR permission"),
        ("anthropic", 404, "anthropic/404.json", "ERR model_not_found"),
        ("anthropic", 409, "anthropic/409.json", "ERR server"),
        ("anthropic", 413, "anthropic/413.json", "ERR too_large"),
        ("anthropic", 413, "openai-chat/413.html", "ERR too_large"),
        ("anthropic", 429, "anthropic/429.json", "ERR rate_limited"),
        ("anthropic", 500, "anthropic/500.json", "ERR server"),
        ("anthropic", 504, "anthropic/504.json", "ERR timeout"),
        ("anthropic", 529, "anthropic/529.json", "ERR overloaded"),
        ("anthropic", 502, "openai-chat/502.html", "ERR server"),
        ("anthropic", 200, "openai-chat/200.html", "ERR html"),
    ]);
}

#[test]
fn gemini() {
    let text = "text=\"I choose C — grüße 😀.\" reasoning=\"They may defect.\" stop<STOP u=16/4/-/30/21";
    check(&[
        ("gemini", 200, "gemini/plain.json", text),
        ("gemini", 200, "gemini/plain.sse", text),
        ("gemini", 200, "gemini/plain-crlf.sse", text),
        ("gemini", 200, "gemini/plain-list.json", text),
        ("gemini", 200, "gemini/tools.json", "call=call_0 look({\"round\":3}) tool_use<STOP u=16/4/-/30/21"),
        (
            "gemini",
            200,
            "gemini/tools.sse",
            "call=f1 look({\"round\":3}) call=call_1 wait() tool_use<STOP u=16/4/-/30/21",
        ),
        ("gemini", 200, "gemini/stop-empty.json", "stop<STOP u=16/4/-/30/21"),
        ("gemini", 200, "gemini/length-no-text.json", "length<MAX_TOKENS u=16/4/-/30/21"),
        ("gemini", 200, "gemini/finish-safety.json", "text=\"I ch\" content_filter<SAFETY u=16/4/-/30/21"),
        ("gemini", 200, "gemini/finish-recitation.json", "text=\"I ch\" content_filter<RECITATION u=16/4/-/30/21"),
        ("gemini", 200, "gemini/finish-blocklist.json", "text=\"I ch\" content_filter<BLOCKLIST u=16/4/-/30/21"),
        (
            "gemini",
            200,
            "gemini/finish-prohibited_content.json",
            "text=\"I ch\" content_filter<PROHIBITED_CONTENT u=16/4/-/30/21",
        ),
        ("gemini", 200, "gemini/finish-spii.json", "text=\"I ch\" content_filter<SPII u=16/4/-/30/21"),
        ("gemini", 200, "gemini/finish-language.json", "text=\"I ch\" content_filter<LANGUAGE u=16/4/-/30/21"),
        ("gemini", 200, "gemini/finish-image_safety.json", "text=\"I ch\" content_filter<IMAGE_SAFETY u=16/4/-/30/21"),
        (
            "gemini",
            200,
            "gemini/finish-malformed_function_call.json",
            "tool_malformed<MALFORMED_FUNCTION_CALL u=16/4/-/30/21",
        ),
        (
            "gemini",
            200,
            "gemini/finish-unexpected_tool_call.json",
            "tool_malformed<UNEXPECTED_TOOL_CALL u=16/4/-/30/21",
        ),
        ("gemini", 200, "gemini/finish-too_many_tool_calls.json", "tool_malformed<TOO_MANY_TOOL_CALLS u=16/4/-/30/21"),
        ("gemini", 200, "gemini/finish-other.json", "OTHER u=16/4/-/30/21"),
        ("gemini", 200, "gemini/prompt-blocked.json", "content_filter<SAFETY u=14/-/-/-/-"),
        ("gemini", 200, "gemini/error-bare.sse", "ERR overloaded after text=\"I choose C — grü\" provider_error"),
        ("gemini", 200, "gemini/error-bare-first.sse", "ERR server"),
        ("gemini", 200, "gemini/cut.sse", "ERR broken after text=\"I choose C — grü\" unknown"),
        ("gemini", 400, "gemini/400.json", "ERR bad_request"),
        ("gemini", 400, "gemini/400-key.json", "ERR auth"),
        ("gemini", 400, "gemini/400-region.json", "ERR permission"),
        ("gemini", 400, "gemini/400-long.json", "ERR context_full"),
        ("gemini", 403, "gemini/403.json", "ERR permission"),
        ("gemini", 404, "gemini/404.json", "ERR model_not_found"),
        ("gemini", 429, "gemini/429-retry.json", "ERR rate_limited wait=12000"),
        ("gemini", 429, "gemini/429-day.json", "ERR quota_exhausted"),
        ("gemini", 500, "gemini/500.json", "ERR server"),
        ("gemini", 503, "gemini/503.json", "ERR overloaded"),
        ("gemini", 504, "gemini/504.json", "ERR timeout"),
    ]);
}

#[test]
fn openrouter() {
    check(&[
        ("openrouter", 200, "openrouter/plain.json", "text=\"C\" reasoning=\"They may defect.\" stop u=20/-/-/12/5"),
        ("openrouter", 200, "openrouter/plain.sse", "text=\"C\" reasoning=\"They may defect.\" stop u=20/-/-/12/5"),
        ("openrouter", 200, "openrouter/error-inside.sse", "ERR server after text=\"I cho\" provider_error"),
        ("openrouter", 200, "openrouter/finish-error.sse", "ERR server after text=\"I cho\" provider_error<error"),
        ("openrouter", 200, "openrouter/200-error.json", "ERR rate_limited"),
        ("openrouter", 400, "openrouter/400.json", "ERR bad_request"),
        ("openrouter", 401, "openrouter/401.json", "ERR auth"),
        ("openrouter", 402, "openrouter/402.json", "ERR quota_exhausted"),
        ("openrouter", 403, "openrouter/403.json", "ERR blocked"),
        ("openrouter", 408, "openrouter/408.json", "ERR timeout"),
        ("openrouter", 429, "openrouter/429.json", "ERR rate_limited"),
        ("openrouter", 502, "openrouter/502.json", "ERR server"),
        ("openrouter", 503, "openrouter/503.json", "ERR overloaded"),
    ]);
    let response = Response { status: 200, headers: Vec::new(), body: fixture("openrouter/plain.sse") };
    let reply = decode(&target("openrouter"), &response, None).unwrap();
    assert_eq!((reply.served_by.as_deref(), reply.id.as_deref()), (Some("Fireworks"), Some("gen-1")));
    assert_eq!(reply.usage.raw["cost"], 0.0004);
    assert_eq!((reply.carry.format, reply.carry.items.len()), (Some(Format::Chat), 1));
}

#[test]
fn ollama() {
    let text = "text=\"I choose C — grüße 😀.\" reasoning=\"They may defect.\" stop u=26/-/-/41/-";
    check(&[
        ("ollama", 200, "ollama/plain.json", text),
        ("ollama", 200, "ollama/plain.ndjson", text),
        (
            "ollama",
            200,
            "ollama/tools.ndjson",
            "call=call_0 look({\"round\":3}) call=call_1 wait({}) tool_use<stop u=26/-/-/41/-",
        ),
        ("ollama", 200, "ollama/length.ndjson", "text=\"I ch\" length u=26/-/-/41/-"),
        ("ollama", 200, "ollama/load.json", "load"),
        ("ollama", 200, "ollama/only-thinking.ndjson", "reasoning=\"hm\" stop u=26/-/-/41/-"),
        ("ollama", 200, "ollama/error-first.ndjson", "ERR server"),
        ("ollama", 200, "ollama/error-inside.ndjson", "ERR server after text=\"I cho\" provider_error"),
        ("ollama", 200, "ollama/cut.ndjson", "ERR broken after text=\"I cho\" unknown"),
        ("ollama", 400, "ollama/400.json", "ERR bad_request"),
        ("ollama", 403, "ollama/403.txt", "ERR permission"),
        ("ollama", 404, "ollama/404.json", "ERR model_not_found"),
        ("ollama", 429, "ollama/429.json", "ERR rate_limited"),
        ("ollama", 500, "ollama/500.json", "ERR server"),
        ("ollama", 502, "ollama/502.json", "ERR server"),
        ("ollama", 200, "openai-chat/200.html", "ERR html"),
        ("ollama-v1", 200, "ollama/v1.sse", "text=\"C\" reasoning=\"hm\" stop u=3/-/-/4/-"),
    ]);
}

#[test]
fn compatible_hosts() {
    check(&[
        ("groq", 200, "compatible/groq-usage.sse", "text=\"C\" reasoning=\"hm\" stop u=3/-/-/4/-"),
        ("groq", 200, "compatible/groq-error-inside.sse", "ERR server after text=\"I cho\" provider_error"),
        ("groq", 400, "compatible/groq-400.json", "ERR bad_request after text=\"{\\\"action\\\": C}\" provider_error"),
        (
            "mistral",
            200,
            "compatible/mistral-thinking.sse",
            "text=\"C\" reasoning=\"They may defect.\" length<model_length u=3/2/-/4/-",
        ),
        ("mistral", 429, "compatible/mistral-error.json", "ERR rate_limited"),
        ("mistral", 422, "compatible/mistral-422.json", "ERR bad_request"),
        ("deepseek", 200, "compatible/deepseek.sse", "text=\"C\" reasoning=\"hm\" stop u=9/6/-/4/-"),
        (
            "deepseek",
            200,
            "compatible/deepseek-resources.sse",
            "ERR overloaded after text=\"I cho\" provider_error<insufficient_system_resource",
        ),
        ("deepseek", 402, "compatible/deepseek-402.json", "ERR quota_exhausted"),
        ("deepseek", 422, "compatible/deepseek-422.json", "ERR bad_request"),
        // Ten in, two out and thirty of reasoning beside them are the forty-two in all.
        (
            "xai",
            200,
            "compatible/xai-repeats.sse",
            "text=\"hahahaha\" reasoning=\"They may defect.\" stop u=10/-/-/32/30",
        ),
        ("xai", 400, "compatible/xai-error-text.json", "ERR bad_request"),
        ("together", 200, "compatible/together-eos.sse", "text=\"C\" stop<eos"),
        ("vllm", 200, "compatible/vllm-reasoning.sse", "text=\"C\" reasoning=\"hm\" stop"),
        ("vllm", 400, "compatible/vllm-context.json", "ERR context_full"),
        ("llama-cpp", 400, "compatible/llama-cpp-context.json", "ERR context_full"),
        ("llama-cpp", 503, "compatible/llama-cpp-loading.json", "ERR loading"),
        ("llama-cpp", 200, "compatible/llama-cpp-timings.json", "text=\"C\" reasoning=\"hm\" stop u=3/-/-/4/-"),
        ("lm-studio", 400, "compatible/lm-studio-error.json", "ERR bad_request"),
        (
            "custom",
            200,
            "compatible/calls-without-index.sse",
            "call=a look({\"round\":3}) call=b wait({}) tool_use<stop",
        ),
    ]);
}

#[test]
fn azure() {
    check(&[
        ("azure", 200, "azure/plain.sse", "text=\"C\" stop"),
        ("azure", 200, "azure/filter.sse", "text=\"I ch\" content_filter"),
        ("azure", 400, "azure/400-filter.json", "ERR blocked"),
        ("azure", 404, "azure/404.json", "ERR model_not_found"),
        ("azure-deployment", 429, "azure/429.json", "ERR rate_limited wait=8000"),
        ("azure-responses", 400, "azure/400-filter.json", "ERR blocked"),
    ]);
}

#[test]
fn every_fixture_is_read_by_a_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let source = include_str!("replies.rs");
    let mut files = 0;
    for group in std::fs::read_dir(folder).unwrap() {
        let group = group.unwrap();
        for file in std::fs::read_dir(group.path()).unwrap() {
            let name = format!("{}/{}", group.file_name().display(), file.unwrap().file_name().display());
            assert!(source.contains(&format!("\"{name}\"")), "{name} is not read");
            files += 1;
        }
    }
    assert!(files > 150);
}

#[test]
fn the_wait_in_a_header_is_read_where_it_can_be() {
    let wait = |id: &str, name: &str, value: &str| {
        let headers = vec![(name.to_owned(), value.to_owned())];
        let body = fixture("openai-chat/429-nothing.json");
        match decode(&target(id), &Response { status: 429, headers, body }, None).unwrap_err().fault {
            Fault::Refused(refused) => refused.wait_ms,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(wait("openai", "retry-after", "3"), Some(3000));
    assert_eq!(wait("anthropic", "Retry-After", "7"), Some(7000));
    assert_eq!(wait("openrouter", "retry-after-ms", "250"), Some(250));
    assert_eq!(wait("groq", "x-other", "7"), None);
}

#[test]
fn a_cut_is_a_failure_unless_the_answer_was_complete() {
    let cut = |id: &str, name: &str| {
        let body = fixture(name);
        let mut decoder = Decoder::new(&target(id), 200, Vec::new());
        decoder.push(&body);
        let started = decoder.started();
        (started, decoder.cut(TransportError::Timeout(9), Some(&key())))
    };
    let (started, reply) = cut("openai", "openai-chat/no-done.sse");
    assert_eq!((started, summary(&reply)), (true, "text=\"C\" stop u=20/8/4/12/5".to_owned()));
    let (started, reply) = cut("anthropic", "anthropic/cut.sse");
    let failure = reply.unwrap_err();
    assert_eq!(failure.fault, Fault::NoAnswer { error: TransportError::Timeout(9), answers: None });
    assert_eq!((started, failure.partial.unwrap().text.as_deref()), (true, Some("I cho")));
    let (started, reply) = cut("openai", "openai-chat/cut-before-tokens.sse");
    assert_eq!((started, reply.unwrap_err().partial), (false, None));
    let (_, reply) = cut("openai", "openai-chat/empty.txt");
    assert_eq!(reply.unwrap_err().fault, Fault::NoAnswer { error: TransportError::Timeout(9), answers: None });
}

#[test]
fn what_came_so_far_is_shown_without_the_key() {
    let (head, tail) = SECRET.split_at(9);
    let piece =
        |text: &str| format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{text}\"}}}}]}}\n\n");
    let mut decoder = Decoder::new(&target("openai"), 200, Vec::new());
    decoder.push(piece("The key is ").as_bytes());
    assert_eq!(decoder.so_far(Some(&key())).text, "The key is ");
    decoder.push((piece(head) + &piece(tail)).as_bytes());
    assert_eq!(decoder.so_far(Some(&key())).text, "The key is [key]");
}

#[test]
fn empty_replies_have_their_kind() {
    for (id, name, expected) in [
        ("openai", "openai-chat/empty.sse", Some(Empty::Nothing)),
        ("openai", "openai-chat/refusal.sse", Some(Empty::Refusal)),
        ("openai", "openai-chat/filter.sse", Some(Empty::Filter)),
        ("openai", "openai-chat/length-no-text.json", Some(Empty::Length)),
        ("openai", "openai-chat/tools.sse", None),
        ("openai-responses", "openai-responses/length.sse", Some(Empty::Length)),
        ("anthropic", "anthropic/only-thinking.sse", Some(Empty::Reasoning)),
        ("anthropic", "anthropic/refusal.sse", Some(Empty::Refusal)),
        ("anthropic", "anthropic/empty.json", Some(Empty::Nothing)),
        ("gemini", "gemini/stop-empty.json", Some(Empty::Nothing)),
        ("gemini", "gemini/length-no-text.json", Some(Empty::Length)),
        ("gemini", "gemini/prompt-blocked.json", Some(Empty::Filter)),
        ("ollama", "ollama/only-thinking.ndjson", Some(Empty::Reasoning)),
        ("ollama", "ollama/plain.ndjson", None),
    ] {
        let response = Response { status: 200, headers: Vec::new(), body: fixture(name) };
        let reply = decode(&target(id), &response, None).unwrap();
        assert_eq!(reply.empty(), expected, "{name}");
        // A seat knows no calls of tools; of all else it says the same.
        let calls = !reply.calls.is_empty();
        assert_eq!(reply.into_answer().empty(), if calls { Some(Empty::Nothing) } else { expected }, "{name}");
    }
}

#[test]
fn arguments_of_calls_may_be_no_json() {
    let calls = |id: &str, name: &str| {
        let response = Response { status: 200, headers: Vec::new(), body: fixture(name) };
        decode(&target(id), &response, None).unwrap().calls
    };
    let error = calls("openai", "openai-chat/tool-bad-arguments.json")[0].parsed().unwrap_err();
    assert_eq!(error, "the arguments are no valid JSON at line 1, column 9");
    assert_eq!(calls("openai", "openai-chat/tools.json")[0].parsed().unwrap()["round"], 3);
    assert!(calls("gemini", "gemini/tools.sse")[1].parsed().unwrap().is_empty());
}

/// No body at all makes a decoder panic, and none shows the key.
mod any_bytes {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn are_read_or_refused(
            names in prop::collection::vec(0..fixtures().len(), 1..4),
            cuts in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6),
            status in prop::sample::select(vec![200u16, 204, 302, 400, 401, 429, 500]),
            piece in 1usize..40,
        ) {
            let all = fixtures();
            let mut body: Vec<u8> = names.iter().flat_map(|&at| std::fs::read(&all[at]).unwrap()).collect();
            for (place, byte) in cuts {
                if !body.is_empty() {
                    let at = place.index(body.len());
                    body[at] = byte;
                }
            }
            for service in trivium_models::provider::SERVICES {
                let target = target(service.id);
                let whole = read(&target, status, [body.as_slice()].into_iter());
                prop_assert_eq!(&read(&target, status, body.chunks(piece)), &whole);
                if let Ok(reply) = &whole {
                    prop_assert!(reply.finish != Finish::ProviderError);
                }
            }
        }
    }

    fn fixtures() -> Vec<std::path::PathBuf> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
        let groups = std::fs::read_dir(folder).unwrap();
        let mut files: Vec<_> = groups
            .flat_map(|group| std::fs::read_dir(group.unwrap().path()).unwrap())
            .map(|file| file.unwrap().path())
            .collect();
        files.sort();
        files
    }
}
