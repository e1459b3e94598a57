//! Providers and servers as data: what they speak, where they are, and in what they differ.

use super::ask::{Delivery, Form};
use crate::endpoint::{Endpoint, LimitField, Retention};

/// Wire formats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Format {
    /// OpenAI's chat completions, which most servers speak.
    Chat,
    /// OpenAI's responses.
    Responses,
    /// Anthropic's messages.
    Anthropic,
    /// Google's `generateContent`.
    Gemini,
    /// Ollama's own chat.
    Ollama,
}

/// How a key is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Auth {
    /// `Authorization: Bearer`.
    Bearer,
    /// A header of this name that holds the key alone.
    Header(&'static str),
    /// Not at all.
    None,
}

/// Where requests go below the base URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Route {
    /// To the path of the format.
    Plain,
    /// Azure's older form: a deployment in the path and this version of the interface in the query.
    AzureDeployment(&'static str),
}

/// The parts in which servers that speak chat completions differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compat {
    /// The field that limits the answer.
    pub limit: LimitField,
    /// The field of the seed; `None` if there is none.
    pub seed: Option<&'static str>,
    /// Whether there is a field for stop texts.
    pub stop: Has,
    /// How the amount of reasoning is asked for.
    pub reasoning: ReasoningField,
    /// The best form of answer it takes.
    pub form: Form,
    /// Whether `tool_choice` is known.
    pub tool_choice: Has,
    /// Whether `stream_options` is known, without which many send no usage in a stream.
    pub stream_options: Has,
    /// Whether `store: false` is sent.
    pub retention: Retention,
    /// Whose names its models have.
    pub names: Names,
    /// Whether a piece of reasoning may come twice in a stream.
    pub repeats: Has,
}

/// Whether a server has something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Has {
    Yes,
    No,
}

/// How the amount of reasoning is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReasoningField {
    /// Not at all.
    None,
    /// `reasoning_effort`.
    Effort,
    /// `reasoning_effort`, with `reasoning_format: "parsed"` so that the text comes apart.
    EffortParsed,
    /// `thinking: {type}` and `reasoning_effort`.
    Thinking,
    /// `reasoning: {effort, max_tokens, enabled}`.
    Object,
    /// `chat_template_kwargs: {enable_thinking}` to switch it off, `reasoning_effort` for levels.
    Template,
}

/// Whose names the models of a server have: OpenAI's own models refuse some settings, which their names tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// OpenAI's.
    OpenAi,
    /// Others'.
    Other,
}

/// A provider or server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Service {
    /// A short name for files and settings.
    pub id: &'static str,
    /// The name that people read.
    pub name: &'static str,
    /// The usual base URL; `{resource}` stands for a part that every customer has of their own; empty for any.
    pub base: &'static str,
    /// What it speaks.
    pub format: Format,
    /// How a key is sent.
    pub auth: Auth,
    /// Where requests go.
    pub route: Route,
    /// In what it differs, for chat completions.
    pub compat: Compat,
    /// Whether an aggregator stands behind it that can be told which provider to use.
    pub routing: Has,
}

/// What nearly every compatible server takes. A server of one's own starts from it.
pub const CONSERVATIVE: Compat = Compat {
    limit: LimitField::MaxTokens,
    seed: Some("seed"),
    stop: Has::Yes,
    reasoning: ReasoningField::None,
    form: Form::Schema,
    tool_choice: Has::Yes,
    stream_options: Has::No,
    retention: Retention::Unsaid,
    names: Names::Other,
    repeats: Has::No,
};

const OPENAI: Compat = Compat {
    limit: LimitField::MaxCompletionTokens,
    reasoning: ReasoningField::Effort,
    form: Form::Strict,
    stream_options: Has::Yes,
    retention: Retention::Refused,
    names: Names::OpenAi,
    ..CONSERVATIVE
};

const STREAMS_USAGE: Compat = Compat { stream_options: Has::Yes, ..CONSERVATIVE };

const CUSTOM: Service = Service {
    id: "custom",
    name: "Any OpenAI-compatible server",
    base: "",
    format: Format::Chat,
    auth: Auth::Bearer,
    route: Route::Plain,
    compat: CONSERVATIVE,
    routing: Has::No,
};

const fn chat(id: &'static str, name: &'static str, base: &'static str, compat: Compat) -> Service {
    Service { id, name, base, compat, ..CUSTOM }
}

/// All presets. The last takes any base URL.
pub const SERVICES: &[Service] = &[
    chat("openai", "OpenAI (Chat Completions)", "https://api.openai.com/v1", OPENAI),
    Service {
        format: Format::Responses,
        ..chat("openai-responses", "OpenAI (Responses)", "https://api.openai.com/v1", OPENAI)
    },
    Service {
        format: Format::Anthropic,
        auth: Auth::Header("x-api-key"),
        ..chat("anthropic", "Anthropic", "https://api.anthropic.com/v1", CONSERVATIVE)
    },
    Service {
        format: Format::Gemini,
        auth: Auth::Header("x-goog-api-key"),
        ..chat("gemini", "Google Gemini", "https://generativelanguage.googleapis.com/v1beta", CONSERVATIVE)
    },
    Service {
        routing: Has::Yes,
        ..chat(
            "openrouter",
            "OpenRouter",
            "https://openrouter.ai/api/v1",
            Compat { reasoning: ReasoningField::Object, ..STREAMS_USAGE },
        )
    },
    Service {
        format: Format::Ollama,
        auth: Auth::None,
        ..chat("ollama", "Ollama", "http://localhost:11434", CONSERVATIVE)
    },
    Service {
        auth: Auth::None,
        ..chat(
            "ollama-v1",
            "Ollama (compatible interface)",
            "http://localhost:11434/v1",
            Compat { reasoning: ReasoningField::Effort, tool_choice: Has::No, ..STREAMS_USAGE },
        )
    },
    chat("lm-studio", "LM Studio", "http://localhost:1234/v1", STREAMS_USAGE),
    chat("vllm", "vLLM", "http://localhost:8000/v1", Compat { reasoning: ReasoningField::Template, ..STREAMS_USAGE }),
    chat("llama-cpp", "llama.cpp", "http://localhost:8080/v1", STREAMS_USAGE),
    chat(
        "groq",
        "Groq",
        "https://api.groq.com/openai/v1",
        Compat { reasoning: ReasoningField::EffortParsed, ..STREAMS_USAGE },
    ),
    chat(
        "mistral",
        "Mistral",
        "https://api.mistral.ai/v1",
        // It sends usage in a stream unasked and refuses fields it does not know.
        Compat { seed: Some("random_seed"), reasoning: ReasoningField::Effort, ..CONSERVATIVE },
    ),
    chat(
        "deepseek",
        "DeepSeek",
        "https://api.deepseek.com",
        Compat { seed: None, reasoning: ReasoningField::Thinking, form: Form::Object, ..STREAMS_USAGE },
    ),
    chat(
        "xai",
        "xAI",
        "https://api.x.ai/v1",
        Compat {
            limit: LimitField::MaxCompletionTokens,
            stop: Has::No,
            reasoning: ReasoningField::Effort,
            repeats: Has::Yes,
            ..STREAMS_USAGE
        },
    ),
    chat("together", "Together", "https://api.together.xyz/v1", STREAMS_USAGE),
    Service {
        auth: Auth::Header("api-key"),
        ..chat("azure", "Azure OpenAI (Chat Completions)", "https://{resource}.openai.azure.com/openai/v1", OPENAI)
    },
    Service {
        format: Format::Responses,
        auth: Auth::Header("api-key"),
        ..chat("azure-responses", "Azure OpenAI (Responses)", "https://{resource}.openai.azure.com/openai/v1", OPENAI)
    },
    Service {
        auth: Auth::Header("api-key"),
        route: Route::AzureDeployment("2024-10-21"),
        ..chat("azure-deployment", "Azure OpenAI (older address)", "https://{resource}.openai.azure.com", OPENAI)
    },
    CUSTOM,
];

/// The preset of this short name.
pub fn service(id: &str) -> Option<&'static Service> {
    SERVICES.iter().find(|service| service.id == id)
}

/// A model at a service, and what is told to the service beside the question.
#[derive(Clone, PartialEq, Debug)]
pub struct Target {
    /// Base URL and model. Its settings are the seat's and are not read here.
    pub endpoint: Endpoint,
    /// What is there.
    pub service: Service,
    /// Behind an aggregator: the providers to use, in order, and no others. Empty leaves it to the aggregator.
    pub pinned: Vec<String>,
    /// Tokens of context that the server is to provide, where it can be told.
    pub context: Option<u32>,
}

impl Target {
    /// A model at a service.
    pub fn new(endpoint: Endpoint, service: &Service) -> Target {
        Target { endpoint, service: service.clone(), pinned: Vec::new(), context: None }
    }

    /// The address that is called. Never holds a key.
    pub fn url(&self, delivery: Delivery) -> String {
        let base = self.endpoint.base();
        let model = self.endpoint.model();
        if let Route::AzureDeployment(version) = self.service.route {
            let base = base.strip_suffix("/openai").unwrap_or(base);
            return format!("{base}/openai/deployments/{}/chat/completions?api-version={version}", escaped(model));
        }
        match self.service.format {
            Format::Chat => self.endpoint.url().to_owned(),
            Format::Responses => format!("{}/responses", base.trim_end_matches("/responses")),
            Format::Anthropic => format!("{}/messages", base.trim_end_matches("/messages")),
            Format::Gemini => {
                let model = escaped(model.strip_prefix("models/").unwrap_or(model));
                match delivery {
                    Delivery::Stream => format!("{base}/models/{model}:streamGenerateContent?alt=sse"),
                    Delivery::Whole => format!("{base}/models/{model}:generateContent"),
                }
            }
            Format::Ollama => {
                let base = ["/api/chat", "/api", "/v1"].iter().find_map(|end| base.strip_suffix(end)).unwrap_or(base);
                format!("{base}/api/chat")
            }
        }
    }
}

/// A name as one segment of a path.
fn escaped(name: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
    name.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}
