//! Errors as servers report them, in any of the forms in use, and their class.

use super::{Class, Refused};
use crate::key::{Key, clean_error};
use trivium_core::Json;
use trivium_core::ports::Response;

/// Longest error text kept, in characters.
const SAID: usize = 400;

/// An error as the server reports it, in any of the forms in use.
#[derive(Default)]
pub(super) struct Reported {
    pub message: Option<String>,
    pub kind: Option<String>,
    pub code: Option<String>,
    pub number: Option<u16>,
    pub param: Option<String>,
    /// Whether it is an error even in a successful answer.
    pub certain: bool,
}

impl Reported {
    /// Reads an error out of a body, if there is one.
    pub fn read(value: &Json) -> Option<Reported> {
        let text = |object: &Json, name: &str| object.get(name).and_then(Json::as_str).map(str::to_owned);
        let of = |object: &Json, certain: bool| Reported {
            message: text(object, "message"),
            kind: text(object, "type"),
            code: text(object, "code").or_else(|| text(object, "status")),
            number: object.get("code").and_then(Json::as_u64).and_then(|n| u16::try_from(n).ok()),
            param: text(object, "param"),
            certain,
        };
        match value.get("error") {
            Some(error @ Json::Object(_)) => return Some(of(error, true)),
            Some(Json::String(message)) => return Some(Reported { message: Some(message.clone()), ..of(value, true) }),
            _ => {}
        }
        if text(value, "object").as_deref() == Some("error") {
            return Some(of(value, true));
        }
        let detail = match value.get("detail") {
            Some(Json::String(detail)) => Some(detail.clone()),
            Some(detail @ Json::Array(_)) => Some(detail.to_string()),
            _ => None,
        };
        let reported = Reported { message: text(value, "message").or(detail), ..of(value, false) };
        reported.message.is_some().then_some(reported)
    }

    /// What the error is, by status and words.
    pub fn classify(self, response: &Response, key: Option<&Key>) -> Refused {
        self.classify_as(None, None, response, key)
    }

    /// The status that tells what it is: an error inside a successful answer may carry the one it should have had.
    pub fn true_status(&self, response: &Response) -> u16 {
        let success = (200..300).contains(&response.status);
        if success { self.number.unwrap_or(0) } else { response.status }
    }

    /// The same, where the provider's own table knows the class or its body states the wait.
    pub fn classify_as(
        self,
        known: Option<Class>,
        body_wait: Option<u64>,
        response: &Response,
        key: Option<&Key>,
    ) -> Refused {
        let class = known.unwrap_or_else(|| self.class(self.true_status(response)));
        let said = self.message.as_deref().map(|text| clean_error(text, key, SAID)).filter(|said| !said.is_empty());
        let wait_ms = match class {
            Class::RateLimited | Class::Overloaded => {
                let stated = body_wait.or_else(|| header_wait(response));
                stated.or_else(|| self.message.as_deref().and_then(prose_wait))
            }
            _ => None,
        };
        let short = |text: Option<String>| text.map(|text| clean_error(&text, key, 80));
        Refused {
            class,
            status: response.status,
            code: short(self.code.or(self.kind)),
            param: short(self.param),
            said,
            wait_ms,
        }
    }

    fn class(&self, status: u16) -> Class {
        let low = |text: &Option<String>| text.as_deref().unwrap_or_default().to_lowercase();
        let (code, kind, message) = (low(&self.code), low(&self.kind), low(&self.message));
        let named = |words: &[&str]| words.iter().any(|w| code.contains(w) || kind.contains(w));
        let says = |words: &[&str]| words.iter().any(|w| message.contains(w));
        let context = named(&["context_length_exceeded", "exceed_context"])
            || says(&["context length", "context window", "context size", "maximum context", "prompt is too long"]);
        let money = named(&["insufficient_quota", "credit_balance", "billing", "insufficient_balance"])
            || says(&["exceeded your current quota", "insufficient balance", "insufficient credit", "credit balance"]);
        match status {
            401 => Class::Auth,
            402 => Class::Quota,
            403 if money => Class::Quota,
            403 => Class::Permission,
            404 if named(&["model"]) || message.contains("model") => Class::Model,
            404 | 405 | 410 | 300..=399 => Class::Path,
            408 | 504 | 524 => Class::Timeout,
            409 => Class::Server,
            413 => Class::TooLarge,
            429 if money => Class::Quota,
            429 => Class::RateLimited,
            503 if says(&["loading"]) => Class::Loading,
            503 | 529 => Class::Overloaded,
            500..=599 => Class::Server,
            _ if named(&["invalid_api_key", "api_key_invalid", "authentication"]) => Class::Auth,
            _ if money => Class::Quota,
            _ if named(&["model_not_found", "model_not_exist"]) => Class::Model,
            _ if context => Class::ContextFull,
            _ if named(&["content_filter", "content_policy"]) => Class::Blocked,
            // From here on the status says nothing more: a plain 400, or an error in a successful answer.
            1..=499 => Class::BadRequest,
            _ if named(&["rate_limit", "too_many_requests"]) => Class::RateLimited,
            _ if named(&["overloaded", "unavailable"]) => Class::Overloaded,
            _ if named(&["invalid_request", "bad_request"]) => Class::BadRequest,
            _ => Class::Server,
        }
    }
}

/// The stated wait in milliseconds, where the header can be read. A date instead of a number is passed over.
fn header_wait(response: &Response) -> Option<u64> {
    let header = |name: &str| {
        let found = response.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name))?;
        milliseconds(found.1.trim(), "")
    };
    header("retry-after-ms").map(|ms| ms / 1000).or_else(|| header("retry-after"))
}

/// The wait in words such as `try again in 1.2s`, `in 6m0s` or `in 200ms`.
fn prose_wait(message: &str) -> Option<u64> {
    wait_after(message, "again in ")
}

/// The wait that follows these words, given in lower case.
pub(super) fn wait_after(message: &str, words: &str) -> Option<u64> {
    let low = message.to_lowercase();
    let rest = low[low.find(words)? + words.len()..].trim_start();
    let mut total = None;
    let mut rest = rest;
    loop {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        if digits == 0 {
            return total;
        }
        let (number, tail) = rest.split_at(digits);
        let tail = tail.trim_start();
        let letters = tail.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tail.len());
        let (unit, tail) = tail.split_at(letters);
        let Some(part) = milliseconds(number, unit) else { return total };
        total = Some(u64::saturating_add(total.unwrap_or(0), part));
        rest = tail;
    }
}

/// A duration in milliseconds; without unit it is in seconds.
pub(super) fn milliseconds(number: &str, unit: &str) -> Option<u64> {
    let number: f64 = number.trim_end_matches('.').parse().ok().filter(|n: &f64| (0.0..1e9).contains(n))?;
    let factor = match unit {
        "ms" | "millisecond" | "milliseconds" => 1.0,
        "" | "s" | "sec" | "second" | "seconds" => 1000.0,
        "m" | "min" | "minute" | "minutes" => 60_000.0,
        "h" | "hour" | "hours" => 3_600_000.0,
        _ => return None,
    };
    Some((number * factor).ceil() as u64)
}
