//! The platform's services as traits, with in-memory fakes for tests. The page has one file for each.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// Tells the time.
pub trait Clock {
    /// Milliseconds since 1970-01-01 UTC.
    fn now_ms(&self) -> u64;
}

/// Gives fresh seeds from the platform.
pub trait Entropy {
    /// 64 bits that nobody can predict.
    fn seed(&self) -> u64;
}

/// A request over HTTP.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    /// `GET` or `POST`.
    pub method: &'static str,
    /// The address. Never holds a key.
    pub url: String,
    /// Header names and values. Values may be secret and are never logged.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
    /// Milliseconds after which to give up.
    pub timeout_ms: u32,
}

impl std::fmt::Debug for Request {
    /// Names the headers without their values, which may be secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Request")
            .field("method", &self.method)
            .field("url", &self.url)
            .field("headers", &self.headers.iter().map(|(name, _)| name).collect::<Vec<_>>())
            .field("body", &String::from_utf8_lossy(&self.body))
            .field("timeout_ms", &self.timeout_ms)
            .finish()
    }
}

/// An answer over HTTP.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers that could be read.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// Why no answer could be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TransportError {
    /// The time was up.
    #[error("no answer within {0} ms")]
    Timeout(u32),
    /// The address is not one that can be called.
    #[error("the address cannot be called: {0}")]
    BadAddress(String),
    /// The platform gives no reason: offline, refused by the server's CORS rules, blocked by policy.
    #[error("no answer could be read: {0}")]
    Opaque(String),
    /// An answer began and broke off: its status was read, its body was not.
    #[error("the answer broke off: {0}")]
    Broken(String),
    /// The caller gave up.
    #[error("cancelled")]
    Cancelled,
}

/// Sends requests.
#[allow(async_fn_in_trait, reason = "single-threaded in the page; callers never need Send")]
pub trait Transport {
    /// Sends one request and reads the whole answer.
    async fn send(&self, request: Request) -> Result<Response, TransportError>;

    /// Whether a server answers at an address at all, though its answer may not be read (in a page: a `GET` with mode
    /// `no-cors` and without credentials). `None` where the platform cannot tell.
    async fn answers(&self, _url: &str) -> Option<bool> {
        None
    }
}

/// Why something was not stored or read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("storage: {0}")]
pub struct StoreError(pub String);

/// Keeps append-only logs of lines, each under a name.
#[allow(async_fn_in_trait, reason = "single-threaded in the page; callers never need Send")]
pub trait Store {
    /// Appends lines from the given index on; returns once they would survive a crash. Refused when the log does
    /// not have exactly `from` lines (another writer was there).
    async fn append(&self, log: &str, from: u32, lines: &[String]) -> Result<(), StoreError>;
    /// All lines of a log, in order; empty for one that does not exist.
    async fn read(&self, log: &str) -> Result<Vec<String>, StoreError>;
    /// The names of all logs, sorted.
    async fn list(&self) -> Result<Vec<String>, StoreError>;
    /// Removes a log.
    async fn remove(&self, log: &str) -> Result<(), StoreError>;
}

/// A clock that tests set.
#[derive(Default)]
pub struct FixedClock(pub Cell<u64>);

impl Clock for FixedClock {
    fn now_ms(&self) -> u64 {
        self.0.get()
    }
}

/// Entropy that counts up from a start.
#[derive(Default)]
pub struct CountingEntropy(pub Cell<u64>);

impl Entropy for CountingEntropy {
    fn seed(&self) -> u64 {
        let seed = self.0.get();
        self.0.set(seed.wrapping_add(1));
        seed
    }
}

/// Storage in memory.
#[derive(Default)]
pub struct MemoryStore(RefCell<BTreeMap<String, Vec<String>>>);

impl Store for MemoryStore {
    async fn append(&self, log: &str, from: u32, lines: &[String]) -> Result<(), StoreError> {
        let mut logs = self.0.borrow_mut();
        let log = logs.entry(log.to_owned()).or_default();
        if log.len() != from as usize {
            return Err(StoreError(format!("the log has {} lines, not {from}", log.len())));
        }
        log.extend_from_slice(lines);
        Ok(())
    }

    async fn read(&self, log: &str) -> Result<Vec<String>, StoreError> {
        Ok(self.0.borrow().get(log).cloned().unwrap_or_default())
    }

    async fn list(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.0.borrow().keys().cloned().collect())
    }

    async fn remove(&self, log: &str) -> Result<(), StoreError> {
        self.0.borrow_mut().remove(log);
        Ok(())
    }
}

/// A transport that answers from a list, in order, and keeps what it was asked.
#[derive(Default)]
pub struct ScriptedTransport {
    /// The answers to come.
    pub answers: RefCell<std::collections::VecDeque<Result<Response, TransportError>>>,
    /// The requests so far.
    pub requests: RefCell<Vec<Request>>,
}

impl Transport for ScriptedTransport {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        self.requests.borrow_mut().push(request);
        let next = self.answers.borrow_mut().pop_front();
        next.unwrap_or_else(|| Err(TransportError::Opaque("the script is over".into())))
    }
}
