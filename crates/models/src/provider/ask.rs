//! What is asked of a model, whatever the provider, and what of it is sent.

use super::Format;
use crate::endpoint::{LimitField, Retention};
use serde_json::{Map, json};
use trivium_core::Json;

/// One call of a model.
#[derive(Clone, PartialEq, Debug)]
pub struct Ask {
    /// What holds for the whole conversation; empty for nothing.
    pub system: String,
    /// The turns, a user's first.
    pub turns: Vec<Said>,
    /// Settings that are asked for.
    pub wanted: Wanted,
    /// The form of the answer.
    pub schema: Option<OutputSchema>,
    /// Tools the model may call.
    pub tools: Vec<Tool>,
    /// Whether it may or must.
    pub tool_choice: ToolChoice,
    /// In one piece or as it comes.
    pub delivery: Delivery,
    /// Milliseconds to wait for the whole answer.
    pub timeout_ms: u32,
}

/// A turn.
#[derive(Clone, PartialEq, Debug)]
pub enum Said {
    /// We spoke.
    User(String),
    /// The model spoke, called tools, or both.
    Assistant {
        /// What it said; may be empty.
        text: String,
        /// The tools it called.
        calls: Vec<ToolCall>,
        /// What its provider wants back unchanged.
        carry: Carry,
    },
    /// What a tool returned.
    Tool {
        /// The call that is answered.
        id: String,
        /// The tool.
        name: String,
        /// What it returned.
        output: String,
    },
}

/// A call of a tool by a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToolCall {
    /// Names the call; made up from its place where the provider gives none.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments as JSON text as they came, which may be no valid JSON.
    pub arguments: String,
}

impl ToolCall {
    /// The arguments as an object; an empty text counts as an empty object. An error names the place.
    pub fn parsed(&self) -> Result<Map<String, Json>, String> {
        if self.arguments.trim().is_empty() {
            return Ok(Map::new());
        }
        match serde_json::from_str(&self.arguments) {
            Ok(Json::Object(arguments)) => Ok(arguments),
            Ok(_) => Err("the arguments are no object".into()),
            Err(e) => Err(format!("the arguments are no valid JSON at line {}, column {}", e.line(), e.column())),
        }
    }

    /// The arguments as a value to be sent back; an empty object where they cannot be read.
    pub(super) fn object(&self) -> Json {
        Json::Object(self.parsed().unwrap_or_default())
    }
}

/// Parts of an answer that only its provider can read, such as signatures and encrypted reasoning. They go back with
/// the next question of the same conversation, unchanged, and to no other provider.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Carry {
    /// The wire format they are of.
    pub format: Option<Format>,
    /// The parts in their order.
    pub items: Vec<Json>,
}

impl Carry {
    /// The parts, if they are of this format and there are any.
    pub(super) fn of(&self, format: Format) -> Option<&[Json]> {
        (self.format == Some(format) && !self.items.is_empty()).then_some(&self.items)
    }
}

/// Settings that are asked for; those left empty are the provider's choice.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Wanted {
    /// Most tokens of the answer, those of its reasoning included.
    pub max_output_tokens: Option<u32>,
    /// Sampling temperature, 0 to 2.
    pub temperature: Option<f64>,
    /// Share of probability that is sampled from, above 0 to 1.
    pub top_p: Option<f64>,
    /// Seed of the sampling. Makes no hosted model reproducible.
    pub seed: Option<u32>,
    /// Texts at which the answer ends.
    pub stop: Vec<String>,
    /// How much to reason.
    pub reasoning: Option<Reasoning>,
}

impl Wanted {
    /// As the record keeps it: what was asked for, under the names of [`Setting`].
    pub fn to_json(&self) -> Json {
        let mut out = Map::new();
        let mut put = |setting: Setting, value: Option<Json>| {
            if let Some(value) = value {
                out.insert(setting.name().into(), value);
            }
        };
        put(Setting::MaxOutputTokens, self.max_output_tokens.map(Json::from));
        put(Setting::Temperature, finite(self.temperature).map(Json::from));
        put(Setting::TopP, finite(self.top_p).map(Json::from));
        put(Setting::Seed, self.seed.map(Json::from));
        put(Setting::Stop, (!self.stop.is_empty()).then(|| self.stop.clone().into()));
        put(Setting::Reasoning, self.reasoning.map(Reasoning::to_json));
        out.into()
    }
}

fn finite(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite())
}

/// How much a model is to reason before it answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reasoning {
    /// Not at all.
    Off,
    /// By level.
    Effort(Effort),
    /// At most so many tokens.
    Budget(u32),
}

impl Reasoning {
    /// As the record keeps it: `"off"`, a level's name, or a number of tokens.
    pub fn to_json(self) -> Json {
        match self {
            Reasoning::Off => "off".into(),
            Reasoning::Effort(effort) => effort.name().into(),
            Reasoning::Budget(tokens) => tokens.into(),
        }
    }
}

/// Levels of reasoning. No provider knows all of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Effort {
    Minimal,
    Low,
    Medium,
    High,
    XHigh,
    Max,
}

impl Effort {
    /// The name that providers use.
    pub const fn name(self) -> &'static str {
        match self {
            Effort::Minimal => "minimal",
            Effort::Low => "low",
            Effort::Medium => "medium",
            Effort::High => "high",
            Effort::XHigh => "xhigh",
            Effort::Max => "max",
        }
    }
}

/// The form of the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutputSchema {
    /// A short name, letters and underscores.
    pub name: String,
    /// JSON Schema as JSON text, with the fields in the order in which they are to be written.
    pub schema: String,
    /// Words added to the system text where the schema itself cannot be sent; empty if the question says it already.
    pub fallback: String,
}

impl OutputSchema {
    /// Words that ask for an answer of this form.
    pub fn words(schema: &str) -> String {
        format!("Answer with one JSON object and nothing else. It must fit this JSON Schema: {schema}")
    }
}

/// A tool that a model may call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tool {
    /// Its name, letters, digits, underscores.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// JSON Schema of its arguments, an object, as JSON text.
    pub schema: String,
}

/// Whether a model may call tools.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum ToolChoice {
    /// It may.
    #[default]
    Auto,
    /// It may not.
    None,
    /// It must call one.
    Required,
    /// It must call this one.
    Named(String),
}

/// How the answer comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Delivery {
    /// In one piece.
    #[default]
    Whole,
    /// As a stream.
    Stream,
}

/// Something that was asked for and can be left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the fields of `Wanted` and `Ask` of the same names")]
pub enum Setting {
    MaxOutputTokens,
    Temperature,
    TopP,
    Seed,
    Stop,
    Reasoning,
    Schema,
    ToolChoice,
    Store,
}

impl Setting {
    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Setting::MaxOutputTokens => "max_output_tokens",
            Setting::Temperature => "temperature",
            Setting::TopP => "top_p",
            Setting::Seed => "seed",
            Setting::Stop => "stop",
            Setting::Reasoning => "reasoning",
            Setting::Schema => "output_schema",
            Setting::ToolChoice => "tool_choice",
            Setting::Store => "store",
        }
    }
}

/// A setting that was asked for and not sent, or sent otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotSent {
    /// The setting.
    pub setting: Setting,
    /// The reason.
    pub why: Why,
}

impl NotSent {
    /// As the record keeps it.
    pub fn to_json(&self) -> Json {
        json!({"param": self.setting.name(), "why": self.why.sentence()})
    }
}

/// Why a setting was not sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The interface has no field for it.
    NoField,
    /// This model is known to refuse it.
    Model,
    /// It is not accepted while the model reasons.
    WhileReasoning,
    /// Its value is not one that the interface takes.
    Range,
    /// It is not accepted together with the temperature.
    WithTemperature,
    /// The server refused it, in these words without keys.
    Server(String),
}

impl Why {
    /// The reason in a sentence.
    pub fn sentence(&self) -> String {
        match self {
            Why::NoField => "The interface has no field for it.".into(),
            Why::Model => "This model refuses it.".into(),
            Why::WhileReasoning => "It is not accepted while the model reasons.".into(),
            Why::Range => "The interface does not take this value.".into(),
            Why::WithTemperature => "It is not accepted together with a temperature.".into(),
            Why::Server(said) => format!("The server refused it: {said}"),
        }
    }
}

/// How the form of the answer is asked for, the strictest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Form {
    /// A schema that the server guarantees to hold.
    Strict,
    /// A schema.
    Schema,
    /// JSON, with the schema in words.
    Object,
    /// Words alone.
    Plain,
}

impl Form {
    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Strict => "strict_schema",
            Form::Schema => "schema",
            Form::Object => "json",
            Form::Plain => "words",
        }
    }
}

/// What a server has refused so far, so that it is not asked again. Starts empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Learned {
    /// Settings left out, with the server's words.
    pub drops: Vec<NotSent>,
    /// The form in place of the usual one.
    pub form: Option<Form>,
    /// The field for the limit in place of the usual one.
    pub limit: Option<LimitField>,
}

impl Learned {
    /// How the provider is told to store nothing.
    pub(super) fn retention(&self, usual: Retention) -> Retention {
        match self.drops.iter().any(|drop| drop.setting == Setting::Store) {
            true => Retention::Unsaid,
            false => usual,
        }
    }
}

/// What was really sent.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sent {
    /// The settings, under the names of [`Setting`].
    pub settings: Map<String, Json>,
    /// What was asked for and left out or sent otherwise.
    pub drops: Vec<NotSent>,
    /// How the form of the answer was asked for, if one was.
    pub form: Option<Form>,
}

impl Sent {
    /// As the record keeps it beside [`Wanted::to_json`].
    pub fn to_json(&self) -> Json {
        let mut out = json!({"settings": self.settings});
        if let Some(form) = self.form {
            out["form"] = form.name().into();
        }
        if !self.drops.is_empty() {
            out["dropped"] = self.drops.iter().map(NotSent::to_json).collect();
        }
        out
    }
}

impl From<Reasoning> for Json {
    fn from(reasoning: Reasoning) -> Json {
        reasoning.to_json()
    }
}
