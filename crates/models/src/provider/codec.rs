//! Questions into requests, for every wire format, and what to do when a server refuses a part of one.

use super::ask::{Ask, Delivery, Form, Learned, NotSent, Sent, Setting, Why};
use super::sending::Sending;
use super::service::{Auth, Format, Target};
use super::{Class, Refused, anthropic, chat, gemini, ollama, openai_chat, responses};
use crate::endpoint::LimitField;
use crate::key::Key;
use trivium_core::ports::Request;

/// The request for one question, and what of the settings it holds. Its headers are those that the provider is known to
/// allow pages to send, and no others.
pub fn encode(target: &Target, key: Option<&Key>, ask: &Ask, learned: &Learned) -> (Request, Sent) {
    let mut sending = Sending::new(ask, learned);
    let body = match target.service.format {
        Format::Chat => chat::encode(target, &mut sending),
        Format::Responses => responses::encode(target, &mut sending),
        Format::Anthropic => anthropic::encode(target, &mut sending),
        Format::Gemini => gemini::encode(target, &mut sending),
        Format::Ollama => ollama::encode(target, &mut sending),
    };
    let mut headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    match (target.service.auth, key) {
        (Auth::Bearer, Some(key)) => headers.push(("authorization".into(), key.bearer())),
        (Auth::Header(name), Some(key)) => headers.push((name.into(), key.bare())),
        // A server of one's own may stand behind a gateway that wants a key after all.
        (Auth::None, Some(key)) => headers.push(("authorization".into(), key.bearer())),
        (_, None) => {}
    }
    if target.service.format == Format::Anthropic {
        headers.push(("anthropic-version".into(), anthropic::VERSION.into()));
        // Without it the answer may not be read by a page.
        headers.push(("anthropic-dangerous-direct-browser-access".into(), "true".into()));
    }
    let request = Request {
        method: "POST",
        url: target.url(ask.delivery),
        headers,
        body: body.bytes(),
        timeout_ms: ask.timeout_ms,
    };
    (request, sending.sent)
}

/// Whether settings on which results depend may be left out when a server refuses them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// They may not: the refusal stands.
    Keep,
    /// They may, and the record says so.
    LeaveOut,
}

impl Learned {
    /// After a refusal of one named part of a request: what to send instead, once; `None` where nothing can be changed.
    /// The form of the answer falls back from a schema to JSON to words, and the name of the field for the limit and
    /// `store` carry no meaning; all else is left out only if the policy allows.
    pub fn after(&self, target: &Target, sent: &Sent, refused: &Refused, policy: Policy) -> Option<Learned> {
        if refused.class != Class::BadRequest || !matches!(refused.status, 400 | 422) {
            return None;
        }
        let low = |text: &Option<String>| text.as_deref().unwrap_or_default().to_lowercase();
        let (param, said) = (low(&refused.param), low(&refused.said));
        let why = Why::Server(refused.said.clone().unwrap_or_else(|| format!("HTTP {}", refused.status)));
        let mut learned = self.clone();
        if target.service.format == Format::Chat && sent.settings.contains_key(Setting::MaxOutputTokens.name()) {
            let limit = self.limit.unwrap_or(target.service.compat.limit);
            // Once each way at most: a server that refuses both names is not asked forever.
            if self.limit.is_none() && openai_chat::refuses_name(&param, &said, limit) {
                learned.limit = Some(match limit {
                    LimitField::MaxTokens => LimitField::MaxCompletionTokens,
                    LimitField::MaxCompletionTokens => LimitField::MaxTokens,
                });
                return Some(learned);
            }
        }
        let named = |setting: Setting| match param.is_empty() {
            true => chat::names_of(setting).iter().any(|name| mentions(&said, name)),
            false => chat::names_of(setting).iter().any(|name| param.split('[').next() == Some(name)),
        };
        let left_out = |setting: Setting| NotSent { setting, why: why.clone() };
        let settings = [
            Setting::Temperature,
            Setting::TopP,
            Setting::Seed,
            Setting::Stop,
            Setting::Reasoning,
            Setting::ToolChoice,
        ];
        let sent_one = |setting: &Setting| sent.settings.contains_key(setting.name()) && named(*setting);
        if policy == Policy::LeaveOut
            && let Some(setting) = settings.into_iter().find(sent_one)
        {
            learned.drops.push(left_out(setting));
            return Some(learned);
        }
        if named(Setting::Store) && !self.drops.iter().any(|drop| drop.setting == Setting::Store) {
            learned.drops.push(left_out(Setting::Store));
            return Some(learned);
        }
        // A setting that may not be left out is what was refused, though the words speak of a format as well.
        if settings.iter().any(sent_one) {
            return None;
        }
        let form = sent.form.filter(|_| named(Setting::Schema) || param.starts_with("response_format"))?;
        learned.form = Some(match (target.service.format, chat::looser(form)?) {
            (Format::Anthropic, Form::Object) => Form::Plain,
            (_, looser) => looser,
        });
        learned.drops.retain(|drop| drop.setting != Setting::Schema);
        learned.drops.push(left_out(Setting::Schema));
        Some(learned)
    }
}

/// Whether a text has a name as a word of its own.
fn mentions(said: &str, name: &str) -> bool {
    if name.contains(' ') {
        return said.contains(name);
    }
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    said.split(|c: char| !part(c)).any(|word| word.trim_matches('.') == name)
}

impl Ask {
    /// A question of a seat.
    pub fn of_chat(chat: &super::Chat, settings: &crate::Settings) -> Ask {
        use super::ask::{Carry, OutputSchema, Said, ToolChoice, Wanted};
        let turns = chat.turns.iter().map(|turn| match turn.role {
            super::Role::User => Said::User(turn.text.clone()),
            super::Role::Assistant => {
                Said::Assistant { text: turn.text.clone(), calls: Vec::new(), carry: Carry::default() }
            }
        });
        Ask {
            system: chat.system.clone(),
            turns: turns.collect(),
            wanted: Wanted {
                max_output_tokens: settings.max_output_tokens,
                temperature: settings.temperature.filter(|t| t.is_finite()),
                ..Wanted::default()
            },
            // The prompt of a seat says the form in words already.
            schema: Some(OutputSchema { name: "answer".into(), schema: chat.schema.clone(), fallback: String::new() }),
            tools: Vec::new(),
            tool_choice: ToolChoice::Auto,
            delivery: Delivery::Whole,
            timeout_ms: settings.timeout_ms,
        }
    }
}
