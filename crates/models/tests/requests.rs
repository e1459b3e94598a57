//! What is sent to each provider, byte for byte where order matters, and what the record says of it.
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use serde_json::{Value, json};
use trivium_core::ports::{Request, Response};
use trivium_models::endpoint::LimitField;
use trivium_models::provider::{
    Ask, Auth, Carry, Chat, Delivery, Effort, Fault, Form, Format, Learned, OutputSchema, Policy, Reasoning, Refused,
    Role, SERVICES, Said, Sent, Setting, Target, Tool, ToolCall, ToolChoice, Turn, Wanted, Why, decode, encode,
    service,
};
use trivium_models::{Endpoint, Key, Settings};

const SECRET: &str = "sk-canary-Zq81LmTt0vXw";
/// The reasons before the decision: sorted, they would change places.
const SCHEMA: &str = r#"{"type":"object","properties":{"reason":{"type":"string"},"act":{"type":"string"}},"required":["reason","act"],"additionalProperties":false}"#;

fn target(id: &str, model: &str) -> Target {
    let service = service(id).unwrap();
    let base = if service.base.is_empty() { "http://localhost:9/v1" } else { service.base };
    Target::new(Endpoint::new(&base.replace("{resource}", "r"), model).unwrap(), service)
}

fn ask() -> Ask {
    Ask {
        system: "rules".into(),
        turns: vec![Said::User("q1".into())],
        wanted: Wanted { max_output_tokens: Some(500), ..Wanted::default() },
        schema: None,
        tools: Vec::new(),
        tool_choice: ToolChoice::Auto,
        delivery: Delivery::Stream,
        timeout_ms: 7000,
    }
}

/// Everything that can be asked for.
fn all() -> Ask {
    Ask {
        wanted: Wanted {
            max_output_tokens: Some(500),
            temperature: Some(0.5),
            top_p: Some(0.9),
            seed: Some(7),
            stop: vec!["END".into()],
            reasoning: None,
        },
        schema: Some(schema()),
        ..ask()
    }
}

fn schema() -> OutputSchema {
    OutputSchema { name: "answer".into(), schema: SCHEMA.into(), fallback: OutputSchema::words(SCHEMA) }
}

fn with_tools(ask: Ask) -> Ask {
    let call = ToolCall { id: "c1".into(), name: "look".into(), arguments: r#"{"round":3}"#.into() };
    let turns = vec![
        Said::User("q1".into()),
        Said::Assistant { text: "Looking.".into(), calls: vec![call], carry: Carry::default() },
        Said::Tool { id: "c1".into(), name: "look".into(), output: "rain".into() },
        Said::User("q2".into()),
    ];
    let parameters = r#"{"type":"object","properties":{"round":{"type":"integer"}}}"#;
    let tool = Tool { name: "look".into(), description: "Looks.".into(), schema: parameters.into() };
    Ask { turns, tools: vec![tool], tool_choice: ToolChoice::Named("look".into()), ..ask }
}

fn send(target: &Target, ask: &Ask) -> (Request, Value, Sent) {
    let (request, sent) = encode(target, Some(&Key::read(SECRET).unwrap().unwrap()), ask, &Learned::default());
    assert!(!request.url.contains("canary") && !String::from_utf8_lossy(&request.body).contains("canary"));
    let body = serde_json::from_slice(&request.body).unwrap();
    (request, body, sent)
}

fn drops(sent: &Sent) -> Vec<(&'static str, Why)> {
    sent.drops.iter().map(|drop| (drop.setting.name(), drop.why.clone())).collect()
}

fn wanting(reasoning: Reasoning) -> Ask {
    Ask { wanted: Wanted { reasoning: Some(reasoning), ..ask().wanted }, ..ask() }
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn presets_go_to_their_addresses_with_their_headers() {
    let bearer = format!("Bearer {SECRET}");
    for (id, model, url, header, value) in [
        ("openai", "m", "https://api.openai.com/v1/chat/completions", "authorization", bearer.as_str()),
        ("openai-responses", "m", "https://api.openai.com/v1/responses", "authorization", &bearer),
        ("anthropic", "m", "https://api.anthropic.com/v1/messages", "x-api-key", SECRET),
        (
            "gemini",
            "models/gemini-2.5-pro",
            "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
            "x-goog-api-key",
            SECRET,
        ),
        ("openrouter", "a/b", "https://openrouter.ai/api/v1/chat/completions", "authorization", &bearer),
        ("ollama", "m", "http://localhost:11434/api/chat", "authorization", &bearer),
        ("ollama-v1", "m", "http://localhost:11434/v1/chat/completions", "authorization", &bearer),
        ("lm-studio", "m", "http://localhost:1234/v1/chat/completions", "authorization", &bearer),
        ("vllm", "m", "http://localhost:8000/v1/chat/completions", "authorization", &bearer),
        ("llama-cpp", "m", "http://localhost:8080/v1/chat/completions", "authorization", &bearer),
        ("groq", "m", "https://api.groq.com/openai/v1/chat/completions", "authorization", &bearer),
        ("mistral", "m", "https://api.mistral.ai/v1/chat/completions", "authorization", &bearer),
        ("deepseek", "m", "https://api.deepseek.com/chat/completions", "authorization", &bearer),
        ("xai", "m", "https://api.x.ai/v1/chat/completions", "authorization", &bearer),
        ("together", "m", "https://api.together.xyz/v1/chat/completions", "authorization", &bearer),
        ("azure", "dep", "https://r.openai.azure.com/openai/v1/chat/completions", "api-key", SECRET),
        ("azure-responses", "dep", "https://r.openai.azure.com/openai/v1/responses", "api-key", SECRET),
        (
            "azure-deployment",
            "my dep",
            "https://r.openai.azure.com/openai/deployments/my%20dep/chat/completions?api-version=2024-10-21",
            "api-key",
            SECRET,
        ),
        ("custom", "m", "http://localhost:9/v1/chat/completions", "authorization", &bearer),
    ] {
        let (request, _, _) = send(&target(id, model), &ask());
        assert_eq!((request.method, request.url.as_str(), request.timeout_ms), ("POST", url, 7000), "{id}");
        let mut expected = vec![("content-type", "application/json"), (header, value)];
        if id == "anthropic" {
            expected.push(("anthropic-version", "2023-06-01"));
            expected.push(("anthropic-dangerous-direct-browser-access", "true"));
        }
        let headers: Vec<_> = request.headers.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        assert_eq!(headers, expected, "{id}: every further header can fail the preflight");
        let (without, _) = encode(&target(id, model), None, &ask(), &Learned::default());
        assert_eq!(without.headers.len(), expected.len() - 1, "{id}");
    }
    assert_eq!(SERVICES.len(), 19);
    let whole = Ask { delivery: Delivery::Whole, ..ask() };
    let (request, _, _) = send(&target("gemini", "gemini-2.5-pro"), &whole);
    assert!(request.url.ends_with("/v1beta/models/gemini-2.5-pro:generateContent"));
    let typed = Target::new(Endpoint::new("http://127.0.0.1:11434/api/", "m").unwrap(), service("ollama").unwrap());
    assert_eq!(typed.url(Delivery::Whole), "http://127.0.0.1:11434/api/chat");
}

#[test]
fn short_names_are_unique_and_keys_go_into_headers_only() {
    for (at, one) in SERVICES.iter().enumerate() {
        assert!(SERVICES[..at].iter().all(|other| other.id != one.id), "{}", one.id);
        assert!(one.auth != Auth::Header("key") && !one.base.ends_with('/'), "{}", one.id);
    }
    assert_eq!(service("nobody"), None);
}

#[test]
fn openai_chat_sends_all_that_a_plain_model_takes() {
    let (request, body, sent) = send(&target("openai", "gpt-4.1"), &with_tools(all()));
    let arguments = r#"{"round":3}"#;
    let expected = json!({
        "model": "gpt-4.1",
        "messages": [
            {"role": "system", "content": "rules"},
            {"role": "user", "content": "q1"},
            {"role": "assistant", "content": "Looking.", "tool_calls": [
                {"id": "c1", "type": "function", "function": {"name": "look", "arguments": arguments}}]},
            {"role": "tool", "content": "rain", "tool_call_id": "c1"},
            {"role": "user", "content": "q2"},
        ],
        "stream": true,
        "stream_options": {"include_usage": true, "include_obfuscation": false},
        "max_completion_tokens": 500,
        "temperature": 0.5,
        "top_p": 0.9,
        "seed": 7,
        "stop": ["END"],
        "response_format": {"type": "json_schema",
                            "json_schema": {"name": "answer", "schema": value(SCHEMA), "strict": true}},
        "tools": [{"type": "function", "function": {"name": "look", "description": "Looks.",
                   "parameters": {"type": "object", "properties": {"round": {"type": "integer"}}}}}],
        "tool_choice": {"type": "function", "function": {"name": "look"}},
        "store": false,
    });
    assert_eq!(body, expected);
    assert_eq!((drops(&sent), sent.form), (vec![], Some(Form::Strict)));
    let text = String::from_utf8(request.body).unwrap();
    assert!(text.contains(SCHEMA), "the schema keeps its order");
    let record = json!({"settings": {"max_output_tokens": 500, "temperature": 0.5, "top_p": 0.9, "seed": 7,
                        "stop": ["END"], "tool_choice": {"name": "look"}}, "form": "strict_schema"});
    assert_eq!(sent.to_json(), record);
}

#[test]
fn a_schema_with_optional_properties_is_not_sent_as_strict() {
    let loose = r#"{"type":"object","properties":{"a":{},"b":{}},"required":["a"],"additionalProperties":false}"#;
    let form = |text: &str| {
        let schema = OutputSchema { schema: text.into(), ..schema() };
        send(&target("openai", "gpt-4.1"), &Ask { schema: Some(schema), ..ask() }).2.form
    };
    assert_eq!(form(SCHEMA), Some(Form::Strict));
    assert_eq!(form(loose), Some(Form::Schema));
    assert_eq!(form(r#"{"type":"object","properties":{}}"#), Some(Form::Schema));
    assert_eq!(form("no json"), Some(Form::Plain));
}

#[test]
fn models_that_reason_get_no_sampling_and_the_record_says_why() {
    let sampling = |model: &str, reasoning: Option<Reasoning>| {
        let ask = Ask { wanted: Wanted { reasoning, ..all().wanted }, schema: None, ..all() };
        let (_, chat, sent) = send(&target("openai", model), &ask);
        let (_, responses, also) = send(&target("openai-responses", model), &ask);
        assert_eq!(chat.get("temperature"), responses.get("temperature"), "{model}");
        assert!(drops(&also).contains(&("seed", Why::NoField)) && drops(&also).contains(&("stop", Why::NoField)));
        (chat, drops(&sent))
    };
    let both = |why: Why| vec![("temperature", why.clone()), ("top_p", why)];
    let (body, dropped) = sampling("o4-mini", None);
    assert_eq!(dropped, [both(Why::Model), vec![("stop", Why::Model)]].concat());
    assert_eq!((body["messages"][0]["role"].as_str(), body.get("temperature")), (Some("developer"), None));
    assert_eq!(sampling("gpt-5-mini", Some(Reasoning::Effort(Effort::Low))).1, both(Why::Model));
    assert_eq!(sampling("gpt-5.1", None).1, both(Why::WhileReasoning));
    let (body, dropped) = sampling("gpt-5.1", Some(Reasoning::Off));
    assert_eq!((body["reasoning_effort"].as_str(), body["temperature"].as_f64()), (Some("none"), Some(0.5)));
    assert_eq!(dropped, []);
    assert_eq!(sampling("gpt-5-chat-latest", None).1, []);
    let (body, dropped) = sampling("gpt-4.1", Some(Reasoning::Effort(Effort::High)));
    assert_eq!((body.get("reasoning_effort"), dropped), (None, vec![("reasoning", Why::Model)]));
    let (body, dropped) = sampling("o3", Some(Reasoning::Off));
    assert_eq!((body.get("reasoning_effort"), &dropped[3]), (None, &("reasoning", Why::Model)));
    let (body, sent) = sampling("gpt-4.1", Some(Reasoning::Off));
    assert_eq!((body.get("reasoning_effort"), sent), (None, vec![]), "it is off already");
}

#[test]
fn responses_have_shapes_of_their_own() {
    let (_, body, sent) = send(&target("openai-responses", "gpt-4.1"), &with_tools(all()));
    let expected = json!({
        "model": "gpt-4.1",
        "instructions": "rules",
        "input": [
            {"role": "user", "content": "q1"},
            {"role": "assistant", "content": "Looking."},
            {"type": "function_call", "call_id": "c1", "name": "look", "arguments": r#"{"round":3}"#},
            {"type": "function_call_output", "call_id": "c1", "output": "rain"},
            {"role": "user", "content": "q2"},
        ],
        "stream": true,
        "stream_options": {"include_obfuscation": false},
        "max_output_tokens": 500,
        "temperature": 0.5,
        "top_p": 0.9,
        "text": {"format": {"type": "json_schema", "name": "answer", "schema": value(SCHEMA), "strict": true}},
        "tools": [{"type": "function", "name": "look", "description": "Looks.", "strict": false,
                   "parameters": {"type": "object", "properties": {"round": {"type": "integer"}}}}],
        "tool_choice": {"type": "function", "name": "look"},
        "store": false,
        "truncation": "disabled",
    });
    assert_eq!(body, expected);
    assert_eq!(drops(&sent), [("seed", Why::NoField), ("stop", Why::NoField)]);
    let (_, body, _) = send(&target("openai-responses", "gpt-5.1"), &wanting(Reasoning::Effort(Effort::XHigh)));
    assert_eq!(body["reasoning"], json!({"effort": "xhigh"}));
}

#[test]
fn anthropic_messages() {
    let (_, body, sent) = send(&target("anthropic", "claude-opus-4-6"), &with_tools(all()));
    let expected = json!({
        "model": "claude-opus-4-6",
        "max_tokens": 500,
        "system": "rules",
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "q1"}]},
            {"role": "assistant", "content": [{"type": "text", "text": "Looking."},
                {"type": "tool_use", "id": "c1", "name": "look", "input": {"round": 3}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "rain"},
                {"type": "text", "text": "q2"}]},
        ],
        "stream": true,
        "temperature": 0.5,
        "stop_sequences": ["END"],
        "output_config": {"format": {"type": "json_schema", "schema": value(SCHEMA)}},
        "tools": [{"name": "look", "description": "Looks.",
                   "input_schema": {"type": "object", "properties": {"round": {"type": "integer"}}}}],
        "tool_choice": {"type": "tool", "name": "look"},
    });
    assert_eq!(body, expected);
    assert_eq!(drops(&sent), [("top_p", Why::WithTemperature), ("seed", Why::NoField)]);
}

#[test]
fn anthropic_models_differ_by_version() {
    let body = |model: &str, ask: &Ask| {
        let (_, body, sent) = send(&target("anthropic", model), ask);
        (body, drops(&sent))
    };
    // Models after 4.6 take no sampling but what they do anyway.
    let (sampled, dropped) = body("claude-sonnet-5", &Ask { schema: None, ..all() });
    assert_eq!(sampled.get("temperature"), None);
    assert_eq!(dropped, [("temperature", Why::Model), ("top_p", Why::Model), ("seed", Why::NoField)]);
    let one = Wanted { temperature: Some(1.0), ..ask().wanted };
    assert_eq!(body("claude-opus-4-7", &Ask { wanted: one, ..ask() }).0["temperature"], 1.0);
    let hot = Wanted { temperature: Some(1.5), ..ask().wanted };
    assert_eq!(body("claude-opus-4-6", &Ask { wanted: hot, ..ask() }).1, [("temperature", Why::Range)]);
    // How much to think.
    let thinking = |model: &str, reasoning| {
        let (body, dropped) = body(model, &wanting(reasoning));
        (body["thinking"].clone(), body["output_config"].clone(), dropped)
    };
    let (off, low, budget) = (Reasoning::Off, Reasoning::Effort(Effort::Low), Reasoning::Budget(2048));
    assert_eq!(thinking("claude-opus-4-6", off), (json!({"type": "disabled"}), Value::Null, vec![]));
    assert_eq!(thinking("claude-3-haiku-20240307", off), (Value::Null, Value::Null, vec![]));
    assert_eq!(thinking("claude-opus-4-6", low), (json!({"type": "adaptive"}), json!({"effort": "low"}), vec![]));
    assert_eq!(thinking("claude-sonnet-4-5", low).2, [("reasoning", Why::Model)]);
    assert_eq!(thinking("claude-opus-4-6", Reasoning::Effort(Effort::XHigh)).2, [("reasoning", Why::Model)]);
    assert_eq!(thinking("claude-opus-4-6", Reasoning::Effort(Effort::Minimal)).2, [("reasoning", Why::Range)]);
    assert_eq!(thinking("claude-opus-4-7", budget).2, [("reasoning", Why::Model)]);
    // A budget stays below the limit, and is at least 1024.
    assert_eq!(thinking("claude-sonnet-4-5", budget).2, [("reasoning", Why::Range)]);
    let wide = Wanted { max_output_tokens: Some(4000), reasoning: Some(budget), ..all().wanted };
    let (wide, dropped) = body("claude-sonnet-4-5", &Ask { wanted: wide, ..ask() });
    assert_eq!(wide["thinking"], json!({"type": "enabled", "budget_tokens": 2048}));
    assert_eq!(dropped[..2], [("temperature", Why::WhileReasoning), ("top_p", Why::WhileReasoning)]);
    // Older models get the form in words.
    let older = Ask { schema: Some(schema()), ..ask() };
    let (words, dropped) = body("claude-3-5-sonnet-20241022", &older);
    assert_eq!(dropped, [("output_schema", Why::Model)]);
    assert_eq!(words["system"], format!("rules\n\n{}", OutputSchema::words(SCHEMA)));
    assert_eq!(body("claude-opus-4-1-20250805", &older).0["output_config"]["format"]["type"], "json_schema");
    // The limit is not optional here.
    let (_, body, sent) = send(&target("anthropic", "claude-opus-4-6"), &Ask { wanted: Wanted::default(), ..ask() });
    assert_eq!((body["max_tokens"].as_u64(), &sent.settings["max_output_tokens"]), (Some(4096), &json!(4096)));
}

#[test]
fn gemini_contents() {
    let (request, body, sent) = send(&target("gemini", "gemini-2.5-flash"), &with_tools(all()));
    let expected = json!({
        "systemInstruction": {"parts": [{"text": "rules"}]},
        "contents": [
            {"role": "user", "parts": [{"text": "q1"}]},
            {"role": "model", "parts": [{"text": "Looking."}, {"functionCall": {"name": "look", "args": {"round": 3}}}]},
            {"role": "user", "parts": [{"functionResponse": {"name": "look", "response": {"result": "rain"}}},
                {"text": "q2"}]},
        ],
        "generationConfig": {"temperature": 0.5, "topP": 0.9, "seed": 7, "maxOutputTokens": 500,
            "stopSequences": ["END"], "responseMimeType": "application/json", "responseJsonSchema": value(SCHEMA)},
        "tools": [{"functionDeclarations": [{"name": "look", "description": "Looks.",
            "parameters": {"type": "object", "properties": {"round": {"type": "integer"}}}}]}],
        "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["look"]}},
    });
    assert_eq!((body, drops(&sent)), (expected, vec![]));
    assert!(String::from_utf8(request.body).unwrap().contains(SCHEMA));
    let thinking = |model: &str, reasoning| {
        let (_, body, sent) = send(&target("gemini", model), &wanting(reasoning));
        (body["generationConfig"]["thinkingConfig"].clone(), drops(&sent))
    };
    let low = Reasoning::Effort(Effort::Low);
    assert_eq!(thinking("gemini-2.5-flash", Reasoning::Off).0, json!({"thinkingBudget": 0}));
    let budget = json!({"thinkingBudget": 900, "includeThoughts": true});
    assert_eq!(thinking("gemini-2.5-flash", Reasoning::Budget(900)).0, budget);
    assert_eq!(thinking("gemini-2.5-flash", low), (Value::Null, vec![("reasoning", Why::Model)]));
    assert_eq!(thinking("gemini-3-pro", low).0, json!({"thinkingLevel": "LOW", "includeThoughts": true}));
    assert_eq!(thinking("gemini-3-pro", Reasoning::Effort(Effort::Max)).1, [("reasoning", Why::Range)]);
    assert_eq!(thinking("gemini-2.0-flash", low).1, [("reasoning", Why::Model)]);
    assert_eq!(thinking("gemini-2.0-flash", Reasoning::Off), (Value::Null, vec![]));
    let large = Wanted { seed: Some(u32::MAX), ..ask().wanted };
    let (_, _, sent) = send(&target("gemini", "gemini-2.5-flash"), &Ask { wanted: large, ..ask() });
    assert_eq!(drops(&sent), [("seed", Why::Range)]);
}

#[test]
fn ollama_shows_its_context_and_cuts_nothing() {
    let target = Target { context: Some(8192), ..target("ollama", "qwen3:8b") };
    let (_, body, sent) = send(&target, &with_tools(all()));
    let expected = json!({
        "model": "qwen3:8b",
        "messages": [
            {"role": "system", "content": "rules"},
            {"role": "user", "content": "q1"},
            {"role": "assistant", "content": "Looking.",
                "tool_calls": [{"function": {"name": "look", "arguments": {"round": 3}}}]},
            {"role": "tool", "tool_name": "look", "content": "rain"},
            {"role": "user", "content": "q2"},
        ],
        "stream": true,
        "options": {"temperature": 0.5, "top_p": 0.9, "seed": 7, "num_predict": 500, "num_ctx": 8192, "stop": ["END"]},
        "format": value(SCHEMA),
        "tools": [{"type": "function", "function": {"name": "look", "description": "Looks.",
                   "parameters": {"type": "object", "properties": {"round": {"type": "integer"}}}}}],
        "truncate": false,
        "shift": false,
    });
    assert_eq!(body, expected);
    assert_eq!(drops(&sent), [("tool_choice", Why::NoField)]);
    let think = |reasoning| send(&target, &wanting(reasoning)).1["think"].clone();
    assert_eq!(think(Reasoning::Off), false);
    assert_eq!(think(Reasoning::Effort(Effort::High)), "high");
    assert_eq!(think(Reasoning::Budget(9)), Value::Null);
}

#[test]
fn openrouter_pins_its_providers_and_drops_nothing_without_a_word() {
    let target = target("openrouter", "meta/llama-3");
    let (_, body, _) = send(&target, &wanting(Reasoning::Budget(900)));
    assert_eq!(body["provider"], json!({"require_parameters": true, "data_collection": "deny"}));
    assert_eq!((&body["reasoning"], &body["max_tokens"]), (&json!({"max_tokens": 900}), &json!(500)));
    assert_eq!(send(&target, &wanting(Reasoning::Off)).1["reasoning"], json!({"enabled": false}));
    let low = wanting(Reasoning::Effort(Effort::Low));
    assert_eq!(send(&target, &low).1["reasoning"], json!({"effort": "low"}));
    let pinned = Target { pinned: vec!["fireworks".into()], ..target };
    let expected = json!({"require_parameters": true, "data_collection": "deny", "order": ["fireworks"],
                          "allow_fallbacks": false});
    assert_eq!(send(&pinned, &ask()).1["provider"], expected);
}

#[test]
fn compatible_hosts_get_the_fields_they_know() {
    let sent = |id: &str, ask: &Ask| {
        let (_, body, sent) = send(&target(id, "m"), ask);
        (body, drops(&sent))
    };
    let (mistral, dropped) = sent("mistral", &all());
    assert_eq!((&mistral["random_seed"], mistral.get("seed"), dropped), (&json!(7), None, vec![]));
    let (deepseek, dropped) = sent("deepseek", &all());
    assert_eq!(dropped, [("seed", Why::NoField), ("output_schema", Why::NoField)]);
    assert_eq!(deepseek["response_format"], json!({"type": "json_object"}));
    assert!(deepseek["messages"][0]["content"].as_str().unwrap().ends_with(&OutputSchema::words(SCHEMA)));
    let (xai, dropped) = sent("xai", &all());
    assert_eq!((&xai["max_completion_tokens"], dropped), (&json!(500), vec![("stop", Why::NoField)]));
    for id in ["openrouter", "lm-studio", "vllm", "llama-cpp", "groq", "mistral", "deepseek", "together", "custom"] {
        let (body, _) = sent(id, &ask());
        assert_eq!((&body["max_tokens"], body.get("store")), (&json!(500), None), "{id}");
        let options = body.get("stream_options");
        assert_eq!(options.is_none(), ["mistral", "custom"].contains(&id), "{id}");
        assert_ne!(options, Some(&json!({"include_usage": true, "include_obfuscation": false})), "{id}");
    }
    let (off, low) = (wanting(Reasoning::Off), wanting(Reasoning::Effort(Effort::Low)));
    assert_eq!(sent("deepseek", &off).0["thinking"], json!({"type": "disabled"}));
    let (body, _) = sent("deepseek", &low);
    assert_eq!((&body["thinking"], &body["reasoning_effort"]), (&json!({"type": "enabled"}), &json!("low")));
    assert_eq!(sent("groq", &low).0["reasoning_format"], "parsed");
    assert_eq!(sent("vllm", &off).0["chat_template_kwargs"], json!({"enable_thinking": false}));
    assert_eq!(sent("llama-cpp", &low).1, [("reasoning", Why::NoField)]);
    assert_eq!(sent("mistral", &wanting(Reasoning::Budget(5))).1, [("reasoning", Why::NoField)]);
    let (v1, dropped) = sent("ollama-v1", &with_tools(ask()));
    assert_eq!((v1.get("tool_choice"), dropped), (None, vec![("tool_choice", Why::NoField)]));
}

#[test]
fn what_a_provider_wants_back_goes_back_to_it_alone() {
    let read = |id: &str, body: Value| {
        let response = Response { status: 200, headers: Vec::new(), body: body.to_string().into_bytes() };
        decode(&target(id, "m"), &response, None).unwrap()
    };
    let thinking = json!({"type": "thinking", "thinking": "hm", "signature": "s=="});
    let used = json!({"type": "tool_use", "id": "t1", "name": "look", "input": {"round": 3}});
    let anthropic = read("anthropic", json!({"content": [thinking, used], "stop_reason": "tool_use"}));
    let parts = json!([{"functionCall": {"name": "look", "args": {}}, "thoughtSignature": "c2ln"}]);
    let gemini = read("gemini", json!({"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}]}));
    let items = json!([{"type": "reasoning", "summary": [], "encrypted_content": "e"},
                       {"type": "function_call", "call_id": "c", "name": "look", "arguments": "{}"}]);
    let responses = read("openai-responses", json!({"status": "completed", "output": items}));
    let turn = |reply: &trivium_models::provider::Reply| {
        let (calls, carry) = (reply.calls.clone(), reply.carry.clone());
        let said = Said::Assistant { text: String::new(), calls, carry };
        Ask { turns: vec![Said::User("q".into()), said], ..ask() }
    };
    let sent = |id: &str, ask: &Ask| send(&target(id, "m"), ask).1;
    assert_eq!(sent("anthropic", &turn(&anthropic))["messages"][1]["content"], json!([thinking, used]));
    assert_eq!(sent("gemini", &turn(&gemini))["contents"][1]["parts"], parts);
    let body = sent("openai-responses", &turn(&responses));
    assert_eq!(body["input"].as_array().unwrap()[1..], items.as_array().unwrap()[..]);
    let foreign = sent("gemini", &turn(&anthropic)).to_string();
    assert!(!foreign.contains("s==") && foreign.contains("functionCall"));
    assert_eq!(anthropic.carry.format, Some(Format::Anthropic));
    // The streamed blocks are those of the message in one piece.
    let stream = include_bytes!("fixtures/anthropic/tools.sse").to_vec();
    let streamed = decode(&target("anthropic", "m"), &Response { status: 200, headers: vec![], body: stream }, None);
    let items = streamed.unwrap().carry.items;
    assert_eq!(items[1], json!({"type": "tool_use", "id": "toolu_1", "name": "look", "input": {"round": 3}}));
    // DeepSeek refuses reasoning in the history: it is never sent.
    let reasoned = read("deepseek", json!({"choices": [{"message": {"content": "C", "reasoning_content": "hm"}}]}));
    assert!(!sent("deepseek", &turn(&reasoned)).to_string().contains("hm\""));
}

fn refusal(target: &Target, status: u16, param: &str, message: &str) -> Refused {
    let body = json!({"error": {"message": message, "param": param, "type": "invalid_request_error"}}).to_string();
    let response = Response { status, headers: Vec::new(), body: body.into_bytes() };
    match decode(target, &response, None).unwrap_err().fault {
        Fault::Refused(refused) => refused,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_refused_schema_falls_back_to_json_and_then_to_words() {
    for (id, model, param, message, steps) in [
        ("openai", "gpt-4.1", "response_format", "Invalid schema", vec![Form::Schema, Form::Object, Form::Plain]),
        ("custom", "m", "", "'response_format' is not supported here", vec![Form::Object, Form::Plain]),
        ("openai-responses", "gpt-4.1", "text.format", "no", vec![Form::Schema, Form::Object, Form::Plain]),
        ("gemini", "gemini-2.5-pro", "", "Unknown name \"responseJsonSchema\"", vec![Form::Object, Form::Plain]),
        ("anthropic", "claude-opus-4-6", "", "output_config.format: unsupported keyword", vec![Form::Plain]),
        ("ollama", "m", "", "invalid format", vec![Form::Object, Form::Plain]),
    ] {
        let target = target(id, model);
        let ask = Ask { schema: Some(schema()), ..ask() };
        let refused = refusal(&target, 400, param, message);
        let mut learned = Learned::default();
        for expected in steps {
            let (_, sent) = encode(&target, None, &ask, &learned);
            learned = learned.after(&target, &sent, &refused, Policy::Keep).unwrap();
            let (request, sent) = encode(&target, None, &ask, &learned);
            assert_eq!(sent.form, Some(expected), "{id}");
            let text = String::from_utf8(request.body).unwrap();
            let in_words = text.contains("Answer with one JSON object");
            assert_eq!(in_words, expected >= Form::Object, "{id} {text}");
            let said = Why::Server(message.into());
            assert_eq!(drops(&sent).contains(&("output_schema", said)), in_words, "{id}");
        }
        let (_, sent) = encode(&target, None, &ask, &learned);
        assert_eq!(learned.after(&target, &sent, &refused, Policy::Keep), None, "{id}: no more to try");
    }
}

#[test]
fn settings_that_results_depend_on_are_left_out_only_if_the_policy_allows() {
    let target = target("custom", "m");
    let (_, sent) = encode(&target, None, &all(), &Learned::default());
    let after = |refused: &Refused, policy| Learned::default().after(&target, &sent, refused, policy);
    let refused = refusal(&target, 400, "temperature", "Unsupported value: 'temperature'");
    assert_eq!(after(&refused, Policy::Keep), None);
    let learned = after(&refused, Policy::LeaveOut).unwrap();
    let (request, again) = encode(&target, None, &all(), &learned);
    assert!(!String::from_utf8(request.body).unwrap().contains("temperature"));
    let why = Why::Server("Unsupported value: 'temperature'".into());
    assert_eq!(drops(&again), [("temperature", why)]);
    assert_eq!(again.to_json()["dropped"][0]["param"], "temperature");
    assert_eq!(all().wanted.to_json()["temperature"], 0.5, "the request as asked for stays in the record");
    assert_eq!(learned.after(&target, &again, &refused, Policy::LeaveOut), None, "once only");
    // Words that name no parameter that was sent, other statuses and other classes change nothing.
    let vague = refusal(&target, 400, "", "stopped working, see the format of temperatures");
    let form_only = after(&vague, Policy::LeaveOut).unwrap();
    assert_eq!((form_only.form, form_only.drops[0].setting), (Some(Form::Object), Setting::Schema));
    assert_eq!(after(&refusal(&target, 401, "temperature", "no"), Policy::LeaveOut), None);
    assert_eq!(after(&refusal(&target, 400, "messages", "no"), Policy::LeaveOut), None);
}

#[test]
fn the_name_of_the_limit_is_tried_both_ways_once() {
    let target = target("custom", "m");
    let (_, sent) = encode(&target, None, &ask(), &Learned::default());
    let said = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.";
    let refused = refusal(&target, 400, "max_tokens", said);
    let learned = Learned::default().after(&target, &sent, &refused, Policy::Keep).unwrap();
    assert_eq!(learned.limit, Some(LimitField::MaxCompletionTokens));
    let (request, sent) = encode(&target, None, &ask(), &learned);
    assert!(String::from_utf8(request.body).unwrap().contains("\"max_completion_tokens\":500"));
    let back = refusal(&target, 400, "max_completion_tokens", "Unknown: max_completion_tokens");
    assert_eq!(learned.after(&target, &sent, &back, Policy::Keep), None);
    let too_large = refusal(&target, 400, "max_tokens", "max_tokens is too large");
    assert_eq!(Learned::default().after(&target, &sent, &too_large, Policy::LeaveOut), None);
}

#[test]
fn a_seat_s_question_can_be_asked_of_every_service() {
    let turn = |role, text: &str| Turn { role, text: text.into() };
    let chat = Chat {
        system: "rules".into(),
        turns: vec![turn(Role::User, "q1"), turn(Role::Assistant, "a1"), turn(Role::User, "q2")],
        schema: SCHEMA.into(),
    };
    let ask = Ask::of_chat(&chat, &Settings { temperature: Some(0.2), ..Settings::default() });
    assert_eq!(ask.wanted.max_output_tokens, Some(4096));
    for one in SERVICES {
        let (request, sent) = encode(&target(one.id, "m"), None, &ask, &Learned::default());
        let text = String::from_utf8(request.body).unwrap();
        let places: Vec<_> = ["rules", "q1", "a1", "q2"].map(|t| text.find(&format!("\"{t}\""))).into();
        assert!(places.iter().all(Option::is_some), "{} {text}", one.id);
        assert!(places[1] < places[2] && places[2] < places[3], "{}", one.id);
        assert!(sent.settings.contains_key("max_output_tokens"), "{}", one.id);
    }
}
