//! JSON objects in a text, with their fields as they stand: a field given twice is seen twice.

use super::{Expected, Rule};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use trivium_core::Json;

/// Most places of a text at which an object is tried.
const TRIES: usize = 200;

/// The fields of an object in the order of the text.
#[derive(Clone, PartialEq, Debug)]
pub struct Object(Vec<(String, Json)>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Object;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Object(fields))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

impl Object {
    /// The object that the whole text is.
    pub fn whole(text: &str) -> Option<Object> {
        text.starts_with('{').then(|| serde_json::from_str(text).ok()).flatten()
    }

    /// The outermost objects that stand in a text; `None` where there are too many places to try.
    pub fn all(text: &str) -> Option<Vec<Object>> {
        let mut found = Vec::new();
        let mut from = 0;
        for _ in 0..TRIES {
            let Some(at) = text[from..].find('{').map(|at| at + from) else { return Some(found) };
            let mut stream = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Object>();
            match stream.next() {
                Some(Ok(object)) => {
                    found.push(object);
                    from = at + stream.byte_offset();
                }
                _ => from = at + 1,
            }
        }
        // What was not looked at may state another decision.
        None
    }

    /// The last value of a field.
    pub fn last(&self, name: &str) -> Option<&Json> {
        self.0.iter().rev().find(|field| field.0 == name).map(|field| &field.1)
    }

    /// Whether it has a field that answers the question.
    pub fn answers(&self, expected: &Expected<'_>) -> bool {
        self.answers_of(expected).next().is_some()
    }

    /// The values that answer the question: those of the field that was asked for, and those of fields that other
    /// words name, which rule [`Rule::Field`] reads.
    pub fn answers_of<'a>(&'a self, expected: &'a Expected<'_>) -> impl Iterator<Item = (Option<Rule>, &'a Json)> + 'a {
        self.0.iter().filter_map(|(name, value)| {
            if name == expected.field() {
                return Some((None, value));
            }
            let low = name.trim().to_lowercase();
            let known = low == expected.field() || expected.aliases().contains(&low.as_str());
            known.then_some((Some(Rule::Field), value))
        })
    }
}
