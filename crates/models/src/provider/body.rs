//! JSON bodies that keep the order in which they are written.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::value::RawValue;
use trivium_core::Json;

/// A JSON value whose objects keep their order: a server that holds a model to a schema has it write the fields in the
/// schema's order, which a sorted object would lose.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// Any value, with sorted keys.
    Value(Json),
    /// JSON text, written as it is.
    Raw(Box<RawValue>),
    /// A list.
    List(Vec<Node>),
    /// An object in order.
    Object(Object),
}

/// The fields of an object, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Object(Vec<(&'static str, Node)>);

impl Object {
    /// Adds a field.
    pub fn with(mut self, name: &'static str, node: impl Into<Node>) -> Object {
        self.0.push((name, node.into()));
        self
    }

    /// Adds a field if there is a value for it.
    pub fn maybe(self, name: &'static str, node: Option<impl Into<Node>>) -> Object {
        match node {
            Some(node) => self.with(name, node),
            None => self,
        }
    }

    /// The object, unless it is empty.
    pub fn filled(self) -> Option<Object> {
        Some(self).filter(|object| !object.0.is_empty())
    }

    /// As bytes. Texts and finite numbers always serialise.
    pub fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

impl Node {
    /// JSON text as it is; `null` if it is no JSON.
    pub fn raw(text: &str) -> Node {
        serde_json::from_str::<Box<RawValue>>(text).map_or(Node::Value(Json::Null), Node::Raw)
    }
}

macro_rules! from_value {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Node {
            fn from(value: $kind) -> Node {
                Node::Value(value.into())
            }
        })*
    };
}

from_value!(Json, &str, String, bool, u32, f64, Vec<String>);

impl From<Object> for Node {
    fn from(object: Object) -> Node {
        Node::Object(object)
    }
}

impl From<Vec<Node>> for Node {
    fn from(list: Vec<Node>) -> Node {
        Node::List(list)
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, node) in &self.0 {
            map.serialize_entry(name, node)?;
        }
        map.end()
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Value(value) => value.serialize(serializer),
            Node::Raw(raw) => raw.serialize(serializer),
            Node::Object(object) => object.serialize(serializer),
            Node::List(list) => {
                let mut seq = serializer.serialize_seq(Some(list.len()))?;
                for node in list {
                    seq.serialize_element(node)?;
                }
                seq.end()
            }
        }
    }
}
