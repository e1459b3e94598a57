//! Where a model is and how it is to be asked.

use crate::Key;
use serde_json::json;
use std::cell::RefCell;
use trivium_core::{Json, SeatSpec};

/// An address and a model's name, with settings. Holds no key.
#[derive(Clone, PartialEq, Debug)]
pub struct Endpoint {
    base: String,
    url: String,
    origin: String,
    host: String,
    model: String,
    /// How to ask.
    pub settings: Settings,
}

/// Settings of the calls.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Most tokens of an answer, those of its reasoning included; `None` leaves it to the server.
    pub max_output_tokens: Option<u32>,
    /// Sampling temperature, 0 to 2; sent only if set.
    pub temperature: Option<f64>,
    /// Milliseconds to wait for a whole answer.
    pub timeout_ms: u32,
}

/// The parts of the wire format in which servers of this kind differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The field that limits the answer.
    pub limit: LimitField,
    /// How the form of the answer is asked for.
    pub form: AnswerForm,
    /// Whether `store: false` is sent, so that the provider keeps nothing.
    pub retention: Retention,
}

/// The field that limits the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitField {
    /// `max_tokens`, which nearly every compatible server knows.
    MaxTokens,
    /// `max_completion_tokens`, which newer models ask for.
    MaxCompletionTokens,
}

impl LimitField {
    /// The field's name.
    pub const fn name(self) -> &'static str {
        match self {
            LimitField::MaxTokens => "max_tokens",
            LimitField::MaxCompletionTokens => "max_completion_tokens",
        }
    }
}

/// How the form of the answer is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnswerForm {
    /// `response_format` with a JSON Schema, beside the words of the prompt.
    Schema,
    /// The words of the prompt alone.
    Plain,
}

/// Whether the provider is told to store nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Retention {
    /// `store: false` is sent.
    Refused,
    /// Nothing is said; servers may refuse fields they do not know.
    Unsaid,
}

/// Something left out of a request or sent otherwise, because the server refused it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// The parameter.
    pub param: &'static str,
    /// What the server said, without keys.
    pub why: String,
}

/// Why an address or a model's name cannot be used. The message repeats nothing that was typed, for it may hold a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadEndpoint {
    /// Nothing was given.
    #[error("The base URL is missing. Enter your provider's, such as https://api.openai.com/v1.")]
    NoAddress,
    /// Neither http nor https.
    #[error("The base URL starts with https:// or, for a server on your own computer, http://.")]
    Scheme,
    /// No host or one with characters that no host has.
    #[error(
        "The base URL has no host that can be called. It looks like https://api.openai.com/v1 or http://localhost:8080/v1."
    )]
    Host,
    /// The port is no number up to 65535.
    #[error("The port in the base URL is not a number from 1 to 65535.")]
    Port,
    /// It has a user name or password.
    #[error("The base URL holds a user name or password. Leave it out and enter the key in the key field.")]
    Credentials,
    /// It has a query or fragment.
    #[error("The base URL holds a ? or #. Leave out what follows; a key belongs into the key field only.")]
    Query,
    /// It has blanks or control characters.
    #[error("The base URL holds a blank or a character that must be written with %. Copy it again.")]
    Characters,
    /// No model was named.
    #[error("The model's name is missing. Enter it as your provider writes it.")]
    NoModel,
    /// The model's name has control characters or is too long.
    #[error("The model's name holds a line end or is longer than 200 characters. Copy it again.")]
    Model,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { max_output_tokens: Some(4096), temperature: None, timeout_ms: 120_000 }
    }
}

impl Settings {
    /// As the record's header keeps them: what was asked for.
    pub fn to_json(&self) -> Json {
        let mut settings = json!({"timeout_ms": self.timeout_ms});
        if let Some(tokens) = self.max_output_tokens {
            settings["max_output_tokens"] = tokens.into();
        }
        if let Some(temperature) = self.temperature.filter(|t| t.is_finite()) {
            settings["temperature"] = temperature.into();
        }
        settings
    }
}

impl Endpoint {
    /// Takes a base URL (with or without a slash at the end or the whole path to `chat/completions`) and a model's
    /// name as its provider writes it.
    pub fn new(base: &str, model: &str) -> Result<Endpoint, BadEndpoint> {
        let address = Address::read(base.trim())?;
        let model = model.trim();
        if model.is_empty() {
            return Err(BadEndpoint::NoModel);
        }
        if model.chars().any(char::is_control) || model.chars().count() > 200 {
            return Err(BadEndpoint::Model);
        }
        let Address { origin, host, path } = address;
        let path = path.trim_end_matches('/');
        let path = path.strip_suffix("/chat/completions").unwrap_or(path).trim_end_matches('/');
        let base = format!("{origin}{path}");
        let url = format!("{base}/chat/completions");
        Ok(Endpoint { base, url, origin, host, model: model.to_owned(), settings: Settings::default() })
    }

    /// The same with other settings.
    pub fn with(self, settings: Settings) -> Endpoint {
        Endpoint { settings, ..self }
    }

    /// The base URL in its plain form.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The address that is called.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Scheme, host and port, as a page's policy names it.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The host, without port, in lower case.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port, if the address names one.
    pub fn port(&self) -> Option<u16> {
        let authority = self.origin.split_once("://")?.1;
        authority.strip_prefix(self.host.as_str())?.strip_prefix(':')?.parse().ok()
    }

    /// The model's name.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// What the record's header says of the seat.
    pub fn seat_spec(&self) -> SeatSpec {
        SeatSpec::Model { model: self.model.clone(), endpoint: self.base.clone(), settings: self.settings.to_json() }
    }

    /// Where the server runs, seen from the address alone.
    pub fn place(&self) -> Place {
        place(&self.host)
    }

    /// What is tried first: what the host is known to take, else what nearly every server takes.
    fn dialect(&self) -> Dialect {
        let (limit, retention) = match self.host.as_str() {
            "api.openai.com" => (LimitField::MaxCompletionTokens, Retention::Refused),
            "api.x.ai" => (LimitField::MaxCompletionTokens, Retention::Unsaid),
            _ => (LimitField::MaxTokens, Retention::Unsaid),
        };
        Dialect { limit, form: AnswerForm::Schema, retention }
    }
}

/// Where a host is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// This computer.
    Loopback,
    /// The local network.
    Lan,
    /// The internet.
    Public,
}

/// Where a host is, by its name or address alone.
pub fn place(host: &str) -> Place {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    if host == "localhost" || host.ends_with(".localhost") {
        return Place::Loopback;
    }
    if let Ok(v4) = host.parse::<std::net::Ipv4Addr>() {
        return match v4 {
            v4 if v4.is_loopback() || v4.is_unspecified() => Place::Loopback,
            v4 if v4.is_private() || v4.is_link_local() => Place::Lan,
            _ => Place::Public,
        };
    }
    if let Ok(v6) = host.parse::<std::net::Ipv6Addr>() {
        let first = v6.segments()[0];
        return match v6 {
            v6 if v6.is_loopback() => Place::Loopback,
            _ if first & 0xfe00 == 0xfc00 || first & 0xffc0 == 0xfe80 => Place::Lan,
            _ => Place::Public,
        };
    }
    if host.ends_with(".local") || !host.contains('.') { Place::Lan } else { Place::Public }
}

/// The parts of an address. A full URL library brings tables for international names that would be a fifth of the
/// page; browsers show such names in ASCII form, and that is what is taken here.
struct Address {
    origin: String,
    host: String,
    path: String,
}

impl Address {
    fn read(text: &str) -> Result<Address, BadEndpoint> {
        if text.is_empty() {
            return Err(BadEndpoint::NoAddress);
        }
        let (scheme, rest) = text.split_once("://").ok_or(BadEndpoint::Scheme)?;
        let scheme = scheme.to_ascii_lowercase();
        if scheme != "http" && scheme != "https" {
            return Err(BadEndpoint::Scheme);
        }
        if rest.contains(['?', '#']) {
            return Err(BadEndpoint::Query);
        }
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        if authority.contains('@') {
            return Err(BadEndpoint::Credentials);
        }
        if !path.bytes().all(|b| b.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&b)) {
            return Err(BadEndpoint::Characters);
        }
        let (host, port) = match authority.strip_prefix('[') {
            Some(v6) => {
                let (inside, port) = v6.split_once(']').ok_or(BadEndpoint::Host)?;
                inside.parse::<std::net::Ipv6Addr>().map_err(|_| BadEndpoint::Host)?;
                (format!("[{}]", inside.to_ascii_lowercase()), port)
            }
            None => {
                let (name, port) = authority.split_at(authority.find(':').unwrap_or(authority.len()));
                let fits = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_');
                if name.is_empty() || !name.bytes().all(fits) {
                    return Err(BadEndpoint::Host);
                }
                (name.to_ascii_lowercase(), port)
            }
        };
        let port = match port.strip_prefix(':') {
            None if port.is_empty() => String::new(),
            None => return Err(BadEndpoint::Host),
            Some(digits) => {
                let number: u16 = digits.parse().ok().filter(|&n| n > 0).ok_or(BadEndpoint::Port)?;
                format!(":{number}")
            }
        };
        Ok(Address { origin: format!("{scheme}://{host}{port}"), host, path: path.to_owned() })
    }
}

/// An endpoint with its key and what was learned of the server while asking it. Lives in memory only.
pub struct Connection {
    /// The endpoint.
    pub endpoint: Endpoint,
    pub(crate) key: Option<Key>,
    learned: RefCell<(Dialect, Vec<Dropped>)>,
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Connection").field("endpoint", &self.endpoint).field("key", &self.key).finish_non_exhaustive()
    }
}

impl Connection {
    /// Joins an endpoint and its key. Dropping the connection forgets the key.
    pub fn new(endpoint: Endpoint, key: Option<Key>) -> Connection {
        let dialect = endpoint.dialect();
        Connection { endpoint, key, learned: RefCell::new((dialect, Vec::new())) }
    }

    /// The key, if one was given.
    pub fn key(&self) -> Option<&Key> {
        self.key.as_ref()
    }

    /// How the server is spoken to now.
    pub fn dialect(&self) -> Dialect {
        self.learned.borrow().0
    }

    /// What the server refused so far and is no longer sent.
    pub fn dropped(&self) -> Vec<Dropped> {
        self.learned.borrow().1.clone()
    }

    pub(crate) fn learn(&self, dialect: Dialect, dropped: Dropped) {
        let mut learned = self.learned.borrow_mut();
        learned.0 = dialect;
        learned.1.push(dropped);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_urls_are_joined_whatever_their_end() {
        for (base, url) in [
            ("https://api.openai.com/v1", "https://api.openai.com/v1/chat/completions"),
            (" https://api.openai.com/v1/ ", "https://api.openai.com/v1/chat/completions"),
            ("https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1/chat/completions"),
            ("https://api.openai.com/v1/chat/completions//", "https://api.openai.com/v1/chat/completions"),
            ("https://api.deepseek.com", "https://api.deepseek.com/chat/completions"),
            ("HTTP://LocalHost:8080/V1", "http://localhost:8080/V1/chat/completions"),
            ("http://[::1]:8000/v1", "http://[::1]:8000/v1/chat/completions"),
            ("https://api.groq.com/openai/v1", "https://api.groq.com/openai/v1/chat/completions"),
        ] {
            assert_eq!(Endpoint::new(base, "m").unwrap().url(), url, "{base}");
        }
        let endpoint = Endpoint::new("http://[::1]:8000/v1", "m").unwrap();
        assert_eq!((endpoint.host(), endpoint.port()), ("[::1]", Some(8000)));
        assert_eq!(Endpoint::new("https://api.x.ai/v1", "m").unwrap().port(), None);
    }

    #[test]
    fn wrong_addresses_are_named_without_repeating_them() {
        for (base, error) in [
            ("", BadEndpoint::NoAddress),
            ("api.openai.com/v1", BadEndpoint::Scheme),
            ("ftp://host/v1", BadEndpoint::Scheme),
            ("https://", BadEndpoint::Host),
            ("https:///v1", BadEndpoint::Host),
            ("https://a b/v1", BadEndpoint::Host),
            ("https://host:x/v1", BadEndpoint::Port),
            ("https://host:0/v1", BadEndpoint::Port),
            ("https://host:70000/v1", BadEndpoint::Port),
            ("http://[::1/v1", BadEndpoint::Host),
            ("http://[::1]8/v1", BadEndpoint::Host),
            ("https://me:sk-secret@host/v1", BadEndpoint::Credentials),
            ("https://host/v1?key=sk-secret", BadEndpoint::Query),
            ("https://host/v1#sk-secret", BadEndpoint::Query),
            ("https://host/v 1", BadEndpoint::Characters),
        ] {
            let found = Endpoint::new(base, "m").unwrap_err();
            assert_eq!(found, error, "{base}");
            assert!(!found.to_string().contains("sk-secret"));
        }
        assert_eq!(Endpoint::new("https://host/v1", " "), Err(BadEndpoint::NoModel));
        assert_eq!(Endpoint::new("https://host/v1", "a\nb"), Err(BadEndpoint::Model));
    }

    #[test]
    fn places_are_told_by_name() {
        for (host, expected) in [
            ("localhost", Place::Loopback),
            ("127.0.0.1", Place::Loopback),
            ("[::1]", Place::Loopback),
            ("192.168.1.7", Place::Lan),
            ("10.0.0.1", Place::Lan),
            ("172.20.0.3", Place::Lan),
            ("nas.local", Place::Lan),
            ("[fd00::1]", Place::Lan),
            ("172.32.0.1", Place::Public),
            ("api.openai.com", Place::Public),
        ] {
            assert_eq!(place(host), expected, "{host}");
        }
    }

    #[test]
    fn the_header_names_model_endpoint_and_settings_and_no_key() {
        let settings = Settings { max_output_tokens: Some(300), temperature: Some(0.7), timeout_ms: 5000 };
        let endpoint = Endpoint::new("https://host/v1/", "m").unwrap().with(settings);
        let spec = serde_json::to_value(endpoint.seat_spec()).unwrap();
        let settings = json!({"max_output_tokens": 300, "temperature": 0.7, "timeout_ms": 5000});
        let expected = json!({"kind": "model", "model": "m", "endpoint": "https://host/v1", "settings": settings});
        assert_eq!(spec, expected);
        let key = Key::read("sk-canary-123456").unwrap();
        assert!(!format!("{:?}", Connection::new(endpoint, key)).contains("canary"));
    }
}
