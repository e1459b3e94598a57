//! Messages in the form result files hold them.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};

/// A call of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolCall {
    /// Identity, repeated by the result; an empty one is filled in.
    pub id: String,
    /// The tool.
    pub name: String,
    /// JSON text of the arguments.
    pub arguments: String,
}

/// A message of an agent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssistantMessage {
    /// Text.
    pub content: Option<String>,
    /// Reasoning the provider returned beside it.
    pub reasoning: Vec<String>,
    /// Calls.
    pub calls: Vec<ToolCall>,
}

/// A message of a context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// What the agent is.
    System(String),
    /// What it is told.
    User(String),
    /// What it wrote and called.
    Assistant(AssistantMessage),
    /// What a call gave back.
    Tool {
        /// The call.
        call_id: String,
        /// The result.
        content: String,
    },
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Message::System(content) => {
                map.serialize_entry("role", "system")?;
                map.serialize_entry("content", content)?;
            }
            Message::User(content) => {
                map.serialize_entry("role", "user")?;
                map.serialize_entry("content", content)?;
            }
            Message::Tool { call_id, content } => {
                map.serialize_entry("role", "tool")?;
                map.serialize_entry("tool_call_id", call_id)?;
                map.serialize_entry("content", content)?;
            }
            Message::Assistant(AssistantMessage { content, reasoning, calls }) => {
                let calls: Vec<Value> = calls
                    .iter()
                    .map(|ToolCall { id, name, arguments }| {
                        json!({"id": id, "function": {"arguments": arguments, "name": name}, "type": "function"})
                    })
                    .collect();
                let reasoning: Vec<Value> =
                    reasoning.iter().map(|text| json!({"text": text, "thought": true})).collect();
                map.serialize_entry("content", content)?;
                map.serialize_entry("refusal", &None::<()>)?;
                map.serialize_entry("role", "assistant")?;
                map.serialize_entry("annotations", &None::<()>)?;
                map.serialize_entry("audio", &None::<()>)?;
                map.serialize_entry("function_call", &None::<()>)?;
                map.serialize_entry("tool_calls", &some_of(calls))?;
                map.serialize_entry("completion_info", &None::<()>)?;
                map.serialize_entry("thought_parts", &some_of(reasoning))?;
            }
        }
        map.end()
    }
}

/// An empty list is written as null.
fn some_of(list: Vec<Value>) -> Option<Vec<Value>> {
    if list.is_empty() { None } else { Some(list) }
}
