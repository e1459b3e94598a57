//! Tool specifications as data.

use serde_json::{Map, Value, json};

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// Any text.
    Text,
    /// A text of at least one character.
    NonEmptyText,
    /// A list of texts.
    TextList,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A finite number above 0.
    PositiveNumber,
    /// A whole number from 1.
    PositiveInteger,
}

/// A parameter of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its key.
    pub name: &'static str,
    /// What it takes.
    pub kind: ParameterKind,
    /// Whether it must be given; an optional one may also be null.
    pub required: bool,
    /// What it is for.
    pub description: &'static str,
}

/// A tool an agent can call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// What it does, for the agent.
    pub description: &'static str,
    /// Its parameters in order.
    pub parameters: &'static [Parameter],
}

/// Why the arguments of a call cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArgumentError {
    /// They are no JSON object.
    #[error("the arguments of {tool} are no JSON object")]
    NoObject {
        /// The tool.
        tool: &'static str,
    },
    /// A parameter the tool does not have.
    #[error("{tool} has no parameter `{name}`; it takes {}", listed(.known))]
    Unknown {
        /// The tool.
        tool: &'static str,
        /// The parameter, shortened.
        name: String,
        /// The parameters it has.
        known: Vec<&'static str>,
    },
    /// A required parameter is missing.
    #[error("{tool} needs `{name}`: {wanted}")]
    Missing {
        /// The tool.
        tool: &'static str,
        /// The parameter.
        name: &'static str,
        /// What it takes.
        wanted: String,
    },
    /// A parameter has another type or an impossible value.
    #[error("`{name}` of {tool} must be {wanted}")]
    Wrong {
        /// The tool.
        tool: &'static str,
        /// The parameter.
        name: &'static str,
        /// What it takes.
        wanted: String,
    },
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The arguments of a call, read against its tool: required ones are there, types fit, nothing else
/// is in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arguments(Map<String, Value>);

impl Arguments {
    /// The text under a key; empty if it is absent or no text.
    pub fn text(&self, key: &str) -> String {
        self.optional_text(key).unwrap_or_default()
    }

    /// The text under a key, if there is one.
    pub fn optional_text(&self, key: &str) -> Option<String> {
        self.0.get(key).and_then(Value::as_str).map(str::to_owned)
    }

    /// The texts under a key; none if it is absent.
    pub fn texts(&self, key: &str) -> Vec<String> {
        let items = self.0.get(key).and_then(Value::as_array);
        items.into_iter().flatten().filter_map(|item| item.as_str().map(str::to_owned)).collect()
    }

    /// The number under a key.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.0.get(key).and_then(Value::as_f64)
    }

    /// The whole number under a key.
    pub fn integer(&self, key: &str) -> Option<i64> {
        self.0.get(key).and_then(Value::as_i64)
    }

    /// As compact JSON.
    pub fn to_json(&self) -> String {
        Value::Object(self.0.clone()).to_string()
    }
}

impl ParameterKind {
    /// What it takes, in words.
    fn wanted(self) -> String {
        match self {
            ParameterKind::Text => "a text".to_owned(),
            ParameterKind::NonEmptyText => "a text that is not empty".to_owned(),
            ParameterKind::TextList => "a list of texts".to_owned(),
            ParameterKind::Choice(words) => format!("one of {}", words.join(", ")),
            ParameterKind::PositiveNumber => "a number above 0".to_owned(),
            ParameterKind::PositiveInteger => "a whole number from 1".to_owned(),
        }
    }

    /// The value in the form the environment uses, if it fits. Numbers written as text are taken.
    fn read(self, value: &Value) -> Option<Value> {
        match (self, value) {
            (ParameterKind::Text, Value::String(_)) => Some(value.clone()),
            (ParameterKind::NonEmptyText, Value::String(text)) => (!text.is_empty()).then(|| value.clone()),
            (ParameterKind::TextList, Value::Array(items)) => items.iter().all(Value::is_string).then(|| value.clone()),
            (ParameterKind::Choice(words), Value::String(text)) => {
                words.contains(&text.as_str()).then(|| value.clone())
            }
            (ParameterKind::PositiveNumber, _) => {
                let number = as_number(value)?;
                (number.is_finite() && number > 0.0).then(|| json!(number))
            }
            (ParameterKind::PositiveInteger, _) => {
                let number = as_number(value)?;
                let whole = (1.0..=9_007_199_254_740_992.0).contains(&number) && number.trunc() == number;
                whole.then(|| json!(number as i64))
            }
            _ => None,
        }
    }

    fn schema(self) -> Map<String, Value> {
        let schema = match self {
            ParameterKind::Text => json!({"type": "string"}),
            ParameterKind::NonEmptyText => json!({"type": "string", "minLength": 1}),
            ParameterKind::TextList => json!({"type": "array", "items": {"type": "string"}}),
            ParameterKind::Choice(words) => json!({"type": "string", "enum": words}),
            ParameterKind::PositiveNumber => json!({"type": "number", "exclusiveMinimum": 0}),
            ParameterKind::PositiveInteger => json!({"type": "integer", "minimum": 1}),
        };
        schema.as_object().cloned().unwrap_or_default()
    }
}

fn as_number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

impl Tool {
    /// Reads the arguments of a call: JSON text of an object. An empty text stands for `{}`.
    pub fn read(&self, arguments: &str) -> Result<Arguments, ArgumentError> {
        let tool = self.name;
        let text = if arguments.trim().is_empty() { "{}" } else { arguments };
        let given: Map<String, Value> = serde_json::from_str(text).map_err(|_| ArgumentError::NoObject { tool })?;
        if let Some(name) = given.keys().find(|key| !self.parameters.iter().any(|known| known.name == **key)) {
            let name = name.chars().take(40).collect();
            let known = self.parameters.iter().map(|parameter| parameter.name).collect();
            return Err(ArgumentError::Unknown { tool, name, known });
        }
        let mut read = Map::new();
        for Parameter { name, kind, required, .. } in self.parameters {
            let wanted = || kind.wanted();
            match given.get(*name) {
                None if *required => return Err(ArgumentError::Missing { tool, name, wanted: wanted() }),
                None => {}
                Some(Value::Null) if !required => {}
                Some(value) => {
                    let value =
                        kind.read(value).ok_or_else(|| ArgumentError::Wrong { tool, name, wanted: wanted() })?;
                    read.insert((*name).to_owned(), value);
                }
            }
        }
        Ok(Arguments(read))
    }

    /// The definition of the tool as chat-completion services take it and result files hold it:
    /// `{"type": "function", "function": {name, description, parameters: <JSON schema>}}`.
    pub fn definition(&self) -> Value {
        let properties: Map<String, Value> = self
            .parameters
            .iter()
            .map(|parameter| {
                let mut schema = parameter.kind.schema();
                schema.insert("description".to_owned(), json!(parameter.description));
                (parameter.name.to_owned(), Value::Object(schema))
            })
            .collect();
        let required: Vec<&str> =
            self.parameters.iter().filter(|parameter| parameter.required).map(|parameter| parameter.name).collect();
        json!({
            "type": "function",
            "function": {
                "name": self.name,
                "description": self.description,
                "parameters": {
                    "type": "object",
                    "properties": properties,
                    "required": required,
                    "additionalProperties": false,
                },
            },
        })
    }
}

/// The definitions of several tools, as a JSON list.
pub fn definitions(tools: &[&Tool]) -> Value {
    tools.iter().map(|tool| tool.definition()).collect()
}

/// Short form of a required parameter.
pub(super) const fn needed(name: &'static str, kind: ParameterKind, description: &'static str) -> Parameter {
    Parameter { name, kind, required: true, description }
}

/// Short form of an optional parameter.
pub(super) const fn optional(name: &'static str, kind: ParameterKind, description: &'static str) -> Parameter {
    Parameter { name, kind, required: false, description }
}
