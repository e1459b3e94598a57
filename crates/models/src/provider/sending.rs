//! What of a question is sent, noted while its body is written.

use super::ask::{Ask, Form, Learned, NotSent, OutputSchema, Reasoning, Sent, Setting, ToolChoice, Why};
use serde_json::json;
use trivium_core::Json;

/// Collects what is sent while a body is written.
pub(super) struct Sending<'a> {
    pub ask: &'a Ask,
    pub learned: &'a Learned,
    pub sent: Sent,
}

impl<'a> Sending<'a> {
    pub fn new(ask: &'a Ask, learned: &'a Learned) -> Sending<'a> {
        Sending { ask, learned, sent: Sent::default() }
    }

    /// Notes that a setting is not sent.
    pub fn drop(&mut self, setting: Setting, why: Why) {
        self.sent.drops.push(NotSent { setting, why });
    }

    /// The value of a setting if it is to be sent; notes either.
    pub fn pass<T: Clone + Into<Json>>(&mut self, setting: Setting, value: Option<T>, why: Option<Why>) -> Option<T> {
        let value = value?;
        let refused = self.learned.drops.iter().find(|drop| drop.setting == setting).map(|drop| drop.why.clone());
        match refused.or(why) {
            Some(why) => {
                self.drop(setting, why);
                None
            }
            None => {
                self.sent.settings.insert(setting.name().into(), value.clone().into());
                Some(value)
            }
        }
    }

    pub fn max_tokens(&mut self) -> Option<u32> {
        self.pass(Setting::MaxOutputTokens, self.ask.wanted.max_output_tokens, None)
    }

    /// A temperature up to `most`.
    pub fn temperature(&mut self, most: f64, why: Option<Why>) -> Option<f64> {
        let value = self.ask.wanted.temperature;
        let why = why.or_else(|| value.is_some_and(|t| !(0.0..=most).contains(&t)).then_some(Why::Range));
        self.sampling(Setting::Temperature, value, why)
    }

    pub fn top_p(&mut self, why: Option<Why>) -> Option<f64> {
        let value = self.ask.wanted.top_p;
        let why = why.or_else(|| value.is_some_and(|p| !(0.0..=1.0).contains(&p)).then_some(Why::Range));
        self.sampling(Setting::TopP, value, why)
    }

    fn sampling(&mut self, setting: Setting, value: Option<f64>, why: Option<Why>) -> Option<f64> {
        self.pass(setting, value, why)
    }

    pub fn seed(&mut self, why: Option<Why>) -> Option<u32> {
        self.pass(Setting::Seed, self.ask.wanted.seed, why)
    }

    pub fn stop(&mut self, why: Option<Why>) -> Option<Vec<String>> {
        let stop = &self.ask.wanted.stop;
        self.pass(Setting::Stop, (!stop.is_empty()).then(|| stop.clone()), why)
    }

    /// The reasoning asked for, noted as sent; `why` says why this kind cannot be.
    pub fn reasoning(&mut self, why: impl FnOnce(Reasoning) -> Option<Why>) -> Option<Reasoning> {
        let wanted = self.ask.wanted.reasoning?;
        self.pass(Setting::Reasoning, Some(wanted), why(wanted))
    }

    /// The tool choice; `why` is for choices other than the usual one. `None` where there are no tools.
    pub fn tool_choice(&mut self, why: Option<Why>) -> Option<&'a ToolChoice> {
        let ask = self.ask;
        if ask.tools.is_empty() || ask.tool_choice == ToolChoice::Auto {
            return None;
        }
        self.pass(Setting::ToolChoice, Some(Choice(&ask.tool_choice)), why).map(|choice| choice.0)
    }

    /// The form to ask for, if a form is wanted. `best` is what the server is known to take; notes where it is less
    /// than a schema.
    pub fn form(&mut self, best: Form, why: Why) -> Option<(&'a OutputSchema, Form)> {
        let schema = self.ask.schema.as_ref()?;
        // Text that is no JSON cannot be sent as a schema.
        let best = if serde_json::from_str::<Json>(&schema.schema).is_ok() { best } else { Form::Plain };
        let form = self.learned.form.map_or(best, |learned| learned.max(best));
        if form >= Form::Object {
            let learned = self.learned.drops.iter().find(|drop| drop.setting == Setting::Schema);
            let why = learned.map_or(why, |drop| drop.why.clone());
            self.drop(Setting::Schema, why);
        }
        self.sent.form = Some(form);
        Some((schema, form))
    }

    /// The system text, with the form in words where it is not sent as a schema.
    pub fn system(&self) -> String {
        let words = self.ask.schema.as_ref().map(|schema| schema.fallback.as_str()).unwrap_or_default();
        if self.sent.form < Some(Form::Object) || words.is_empty() {
            return self.ask.system.clone();
        }
        match self.ask.system.is_empty() {
            true => words.to_owned(),
            false => format!("{}\n\n{words}", self.ask.system),
        }
    }
}

#[derive(Clone)]
struct Choice<'a>(&'a ToolChoice);

impl From<Choice<'_>> for Json {
    fn from(choice: Choice<'_>) -> Json {
        match choice.0 {
            ToolChoice::Auto => "auto".into(),
            ToolChoice::None => "none".into(),
            ToolChoice::Required => "required".into(),
            ToolChoice::Named(name) => json!({"name": name}),
        }
    }
}

/// Whether a schema meets the limits of strict mode: every object closed, every property required.
pub(super) fn fits_strict(schema: &str) -> bool {
    fn closed(value: &Json) -> bool {
        match value {
            Json::Object(fields) => {
                let object = fields.get("type") == Some(&"object".into()) || fields.contains_key("properties");
                let own = !object || {
                    let names = fields.get("properties").and_then(Json::as_object);
                    let required = fields.get("required").and_then(Json::as_array);
                    let listed = |name: &String| required.is_some_and(|r| r.iter().any(|r| r.as_str() == Some(name)));
                    fields.get("additionalProperties") == Some(&Json::Bool(false))
                        && names.is_some_and(|names| names.keys().all(listed))
                };
                own && fields.values().all(closed)
            }
            Json::Array(values) => values.iter().all(closed),
            _ => true,
        }
    }
    serde_json::from_str::<Json>(schema).is_ok_and(|schema| schema.is_object() && closed(&schema))
}
