//! Reads parameters with messages that name the field and what may stand there.

use serde_json::Map;
use trivium_core::{Dec, Json, ParamError};

/// Largest magnitude of a payoff parameter.
const PAYOFF_LIMIT: i64 = 1000;
/// Most decimals of a decimal parameter.
const PARAM_DECIMALS: u32 = 3;

/// The parameters of a game while they are read: every field once, unknown ones refused at the end.
pub struct Params<'a> {
    given: Option<&'a Map<String, Json>>,
    known: Vec<&'static str>,
}

impl<'a> Params<'a> {
    /// From an object, or null for all defaults.
    pub fn new(value: &'a Json) -> Result<Params<'a>, ParamError> {
        let given = match value {
            Json::Null => None,
            Json::Object(object) => Some(object),
            other => return Err(ParamError::new("params", other.to_string(), "an object")),
        };
        Ok(Params { given, known: Vec::new() })
    }

    /// The JSON of a field, if given.
    pub fn raw(&mut self, field: &'static str) -> Option<&'a Json> {
        self.known.push(field);
        self.given.and_then(|object| object.get(field)).filter(|value| !value.is_null())
    }

    /// A whole number in a range.
    pub fn whole(&mut self, field: &'static str, default: i64, min: i64, max: i64) -> Result<i64, ParamError> {
        let Some(value) = self.raw(field) else { return Ok(default) };
        let allowed = || format!("a whole number from {min} to {max}");
        Dec::from_json(value)
            .and_then(Dec::to_i64)
            .filter(|n| (min..=max).contains(n))
            .ok_or_else(|| ParamError::new(field, value.to_string(), allowed()))
    }

    /// A decimal in a range, with at most 3 places.
    pub fn decimal(&mut self, field: &'static str, default: Dec, min: Dec, max: Dec) -> Result<Dec, ParamError> {
        let Some(value) = self.raw(field) else { return Ok(default) };
        let allowed = || format!("a decimal from {min} to {max} with at most {PARAM_DECIMALS} places");
        Dec::from_json(value)
            .filter(|d| *d >= min && *d <= max && d.decimals() <= PARAM_DECIMALS)
            .ok_or_else(|| ParamError::new(field, value.to_string(), allowed()))
    }

    /// A list of decimals, each in a range and with at most 3 places.
    pub fn decimals(
        &mut self,
        field: &'static str,
        default: &[Dec],
        min: Dec,
        max: Dec,
    ) -> Result<Vec<Dec>, ParamError> {
        let Some(value) = self.raw(field) else { return Ok(default.to_vec()) };
        let allowed = || format!("a list of decimals from {min} to {max} with at most {PARAM_DECIMALS} places");
        let fits = |d: &Dec| *d >= min && *d <= max && d.decimals() <= PARAM_DECIMALS;
        value
            .as_array()
            .and_then(|list| list.iter().map(|item| Dec::from_json(item).filter(fits)).collect())
            .ok_or_else(|| ParamError::new(field, value.to_string(), allowed()))
    }

    /// A payoff: a decimal from −1000 to 1000.
    pub fn payoff(&mut self, field: &'static str, default: i64) -> Result<Dec, ParamError> {
        self.decimal(field, Dec::int(default), Dec::int(-PAYOFF_LIMIT), Dec::int(PAYOFF_LIMIT))
    }

    /// A yes or no.
    pub fn flag(&mut self, field: &'static str, default: bool) -> Result<bool, ParamError> {
        match self.raw(field) {
            None => Ok(default),
            Some(Json::Bool(b)) => Ok(*b),
            Some(other) => Err(ParamError::new(field, other.to_string(), "true or false")),
        }
    }

    /// One of some words, the first being the default.
    pub fn word(&mut self, field: &'static str, words: &[&'static str]) -> Result<&'static str, ParamError> {
        let Some(value) = self.raw(field) else { return Ok(words.first().copied().unwrap_or_default()) };
        let found = value.as_str().and_then(|said| words.iter().find(|word| **word == said));
        found.copied().ok_or_else(|| ParamError::new(field, value.to_string(), words.join(" or ")))
    }

    /// Refuses fields that the game does not have.
    pub fn finish(self) -> Result<(), ParamError> {
        let unknown = self.given.and_then(|object| object.keys().find(|k| !self.known.contains(&k.as_str())));
        match unknown {
            None => Ok(()),
            Some(field) => Err(ParamError::new(field, "not a parameter of this game", self.known.join(", "))),
        }
    }
}
