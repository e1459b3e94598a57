//! What can go wrong between a question and its answer, in classes.

use trivium_core::ports::TransportError;

/// Why there is no answer to be read. Holds nothing of a key.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Fault {
    /// No answer could be read at all.
    #[error("{error}")]
    NoAnswer {
        /// What the platform said.
        error: TransportError,
        /// Whether some server answers at the address, though the answer may not be read; `None` if that is unknown.
        answers: Option<bool>,
    },
    /// The server reported an error.
    #[error("the server refused: {0}")]
    Refused(Refused),
    /// The server answered with a page for people.
    #[error("the server answered {status} with a web page")]
    Html {
        /// The HTTP status.
        status: u16,
    },
    /// The answer is no JSON.
    #[error("the answer is no JSON: {what}")]
    NotJson {
        /// What is wrong and where.
        what: String,
    },
    /// The answer is JSON of another form.
    #[error("the answer has not the form of a chat completion: {what}")]
    Shape {
        /// What is missing or wrong.
        what: String,
    },
    /// An answer came, but no text.
    #[error("the answer has no text: {}", .0.name())]
    Empty(Empty),
}

/// An error that the server reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// What kind of error it is.
    pub class: Class,
    /// The HTTP status it came with; 200 where the error stood in a successful answer.
    pub status: u16,
    /// The provider's code or type.
    pub code: Option<String>,
    /// The parameter it is about.
    pub param: Option<String>,
    /// The provider's words, without keys.
    pub said: Option<String>,
    /// How long to wait before asking again, in milliseconds, if stated.
    pub wait_ms: Option<u64>,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (HTTP {})", self.class.name(), self.status)
    }
}

/// Kinds of errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// The key is missing or wrong.
    Auth,
    /// The account has no money left.
    Quota,
    /// The account or key may not do this.
    Permission,
    /// The model is not known or not open to the key.
    Model,
    /// Nothing is at this path.
    Path,
    /// The request is not one the server takes.
    BadRequest,
    /// The question is longer than the model can read.
    ContextFull,
    /// The request has too many bytes.
    TooLarge,
    /// Too many requests in a short time.
    RateLimited,
    /// The server is overloaded.
    Overloaded,
    /// The model is being loaded.
    Loading,
    /// The server failed.
    Server,
    /// The server took too long.
    Timeout,
    /// A filter refused the question.
    Blocked,
}

impl Class {
    /// The name in records and tests.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Auth => "auth",
            Class::Quota => "quota_exhausted",
            Class::Permission => "permission",
            Class::Model => "model_not_found",
            Class::Path => "not_found",
            Class::BadRequest => "bad_request",
            Class::ContextFull => "context_full",
            Class::TooLarge => "too_large",
            Class::RateLimited => "rate_limited",
            Class::Overloaded => "overloaded",
            Class::Loading => "loading",
            Class::Server => "server",
            Class::Timeout => "timeout",
            Class::Blocked => "blocked",
        }
    }
}

/// Why an answer has no text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Empty {
    /// No reason is given.
    Nothing,
    /// There is reasoning, but no answer after it.
    Reasoning,
    /// The limit of tokens was reached before the answer.
    Length,
    /// A filter stopped the answer.
    Filter,
    /// The model refused.
    Refusal,
}

impl Empty {
    /// The name in records; all begin with `empty`.
    pub const fn name(self) -> &'static str {
        match self {
            Empty::Nothing => "empty",
            Empty::Reasoning => "empty_reasoning",
            Empty::Length => "empty_length",
            Empty::Filter => "empty_filter",
            Empty::Refusal => "empty_refusal",
        }
    }

    /// The reason in a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Empty::Nothing => "The answer has no text.",
            Empty::Reasoning => "The answer holds reasoning only.",
            Empty::Length => "The limit of tokens was reached before there was an answer.",
            Empty::Filter => "A safety filter stopped the answer.",
            Empty::Refusal => "The model refused to answer.",
        }
    }
}
