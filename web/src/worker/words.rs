//! Numbers, lists and names as people read them.

use serde_json::Value;

/// `speaking_order` as "speaking order".
pub fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// The first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The first letter in lower case.
pub fn small(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// A score between 0 and 1: three decimals, the ends as they are.
pub fn score(value: f64) -> String {
    if value == 0.0 || value == 1.0 { format!("{}", value.abs()) } else { format!("{value:.3}") }
}

/// An amount or a preference: at most six decimals, no trailing zeros.
pub fn amount(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A count with its noun: "1 row", "3 rows".
pub fn count(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// At most so many characters, with a sign that there were more.
pub fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let head: String = text.chars().take(most).collect();
    format!("{}…", head.trim_end())
}

/// A JSON value in a cell; `exact` writes numbers with all their digits.
pub fn cell(value: &Value, exact: bool) -> String {
    match value {
        Value::Null => "none".into(),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::String(text) => cut(text, 80),
        Value::Number(number) => match number.as_f64() {
            _ if exact || number.is_i64() || number.is_u64() => number.to_string(),
            Some(value) if (0.0..=1.0).contains(&value) => score(value),
            Some(value) => amount(value),
            None => number.to_string(),
        },
        Value::Array(items) if items.is_empty() => "none".into(),
        Value::Array(items) if items.len() <= 8 || exact => {
            items.iter().map(|item| cell(item, exact)).collect::<Vec<_>>().join(", ")
        }
        Value::Array(items) => format!("{} entries", items.len()),
        Value::Object(_) => cut(&value.to_string(), 80),
    }
}
