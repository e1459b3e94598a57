//! JSON Schemas of answers, from the grammar of legal actions.

use crate::text::AnnounceForm;
use serde_json::json;
use trivium_core::{Dec, Json, LegalForm};

/// Most values of a grid that are listed one by one.
const LISTED: i128 = 200;

/// The schema of the whole answer: rationale and action, or rationale and message in a message phase.
///
/// JSON text, because servers that hold a model to a schema have it write the fields in the schema's order: the reasons
/// come before the decision.
pub fn answer(form: &LegalForm, announce: Option<&AnnounceForm>) -> String {
    let text = r#"{"type":"string"}"#.to_owned();
    let fields = ["goals", "beliefs", "plan", "justification"];
    let rationale = closed(&fields.map(|field| (field, text.clone())), &fields);
    if *form != LegalForm::Text {
        return closed(&[("rationale", rationale), ("action", action(form).to_string())], &["rationale", "action"]);
    }
    let mut properties = vec![("rationale", rationale), ("message", text)];
    if let Some(announce) = announce {
        properties.push(("announce", announcement(announce)));
    }
    closed(&properties, &["rationale", "message"])
}

/// The schema of an action.
pub fn action(form: &LegalForm) -> Json {
    match form {
        LegalForm::Enum { values } => listed(values),
        LegalForm::Int { min, max } => json!({"type": "integer", "minimum": min, "maximum": max}),
        LegalForm::Grid { min, max, step } => grid(*min, *max, *step),
        LegalForm::Text => json!({"type": "string"}),
        LegalForm::Points { n, max, .. } => {
            let item = json!({"type": "integer", "minimum": 0, "maximum": max});
            json!({"type": "array", "items": item, "minItems": n, "maxItems": n})
        }
        LegalForm::Proposal { weights, prize, .. } => {
            let seat = json!({"type": "integer", "minimum": 0, "maximum": weights.len().saturating_sub(1)});
            let share = json!({"type": "integer", "minimum": 0, "maximum": prize});
            let list = |item: Json| json!({"type": "array", "items": item, "minItems": 1, "maxItems": weights.len()});
            object(&[("coalition", list(seat)), ("shares", list(share))])
        }
        LegalForm::Team { of, size } => {
            let item = json!({"type": "integer", "enum": of});
            json!({"type": "array", "items": item, "minItems": size, "maxItems": size})
        }
        LegalForm::Bargain { pool, offer, accept, walk } => {
            let mut options = Vec::new();
            if *offer {
                let most = pool.iter().copied().max().unwrap_or(0);
                let item = json!({"type": "integer", "minimum": 0, "maximum": most});
                let list = json!({"type": "array", "items": item, "minItems": pool.len(), "maxItems": pool.len()});
                options.push(object(&[("offer", list)]));
            }
            let words: Vec<Json> =
                [(*accept, "accept"), (*walk, "walk")].iter().filter(|w| w.0).map(|w| w.1.into()).collect();
            if !words.is_empty() {
                options.push(listed(&words));
            }
            match options.len() {
                1 => options.remove(0),
                _ => json!({"anyOf": options}),
            }
        }
    }
}

fn listed(values: &[Json]) -> Json {
    let text = values.iter().any(Json::is_string);
    let number = values.iter().any(Json::is_number);
    let kind = match (text, number) {
        (true, true) => json!(["string", "number"]),
        (true, false) => json!("string"),
        _ => json!("number"),
    };
    json!({"type": kind, "enum": values})
}

fn grid(min: Dec, max: Dec, step: Dec) -> Json {
    let steps = (max - min).scaled().checked_div(step.scaled()).unwrap_or(0);
    if (0..LISTED).contains(&steps) {
        // As numbers, which is how models write them; the check compares by value.
        let values: Vec<Json> = (0..=steps as i64).map(|k| number(min + step * k)).collect();
        return listed(&values);
    }
    json!({"type": "number", "minimum": number(min), "maximum": number(max)})
}

fn number(value: Dec) -> Json {
    value.to_i64().map_or_else(|| value.to_f64().into(), Json::from)
}

fn object(properties: &[(&str, Json)]) -> Json {
    let required: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    let properties: serde_json::Map<String, Json> =
        properties.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

fn announcement(form: &AnnounceForm) -> String {
    let mut properties = vec![("action", action(&form.action).to_string())];
    if let Some(condition) = &form.condition {
        properties.push(("if", closed(&[("action", action(condition).to_string())], &["action"])));
    }
    properties.push(("withdraw", r#"{"type":"boolean","enum":[true]}"#.to_owned()));
    if !form.claims.is_empty() {
        properties.push(("claims", r#"{"type":"array","items":{"type":"object"}}"#.to_owned()));
    }
    closed(&properties, &[])
}

/// An object with these properties, in this order, and no others.
fn closed(properties: &[(&str, String)], required: &[&str]) -> String {
    let properties: Vec<String> = properties.iter().map(|(name, schema)| format!("\"{name}\":{schema}")).collect();
    let required: Vec<String> = required.iter().map(|name| format!("\"{name}\"")).collect();
    format!(
        "{{\"type\":\"object\",\"properties\":{{{}}},\"required\":[{}],\"additionalProperties\":false}}",
        properties.join(","),
        required.join(",")
    )
}
