//! What went wrong, in words that say what to do: a pure function of the fault, the endpoint and the page around it.

use crate::endpoint::{Endpoint, Place, place};
use crate::provider::{Class, Empty, Fault, Refused};
use crate::seat::SeatError;
use trivium_core::ports::TransportError;

/// What the page knows of itself when a call failed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Around {
    /// The page's origin, such as `https://example.org`; empty outside a page, where no such rules hold.
    pub page_origin: String,
    /// Whether the browser says it is online; `None` if unknown.
    pub online: Option<bool>,
    /// Whether the page's policy reported a blocked connection to the endpoint during the call.
    pub policy_blocked: bool,
    /// What the browser says of calls to this computer or the local network; `None` if it does not say.
    pub local_network: Option<Permission>,
}

/// The state of a browser's permission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Permission {
    /// Allowed.
    Granted,
    /// Not asked or not answered yet.
    Prompt,
    /// Forbidden.
    Denied,
}

/// A fault in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnosis {
    /// A short name of the kind, for tests and marks on the page.
    pub code: &'static str,
    /// What happened, in one or two sentences.
    pub headline: String,
    /// What to do, one step each, in order.
    pub to_do: Vec<String>,
    /// What the server said, without keys, if it said something.
    pub server_said: Option<String>,
    /// Whether asking again can help.
    pub retry: Retry,
}

/// Whether asking again can help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Retry {
    /// Not before something is changed.
    AfterChange,
    /// At once.
    Now,
    /// After so many milliseconds.
    AfterMs(u64),
}

impl Diagnosis {
    fn new(code: &'static str, headline: impl Into<String>, retry: Retry) -> Diagnosis {
        Diagnosis { code, headline: headline.into(), to_do: Vec::new(), server_said: None, retry }
    }

    fn step(mut self, step: impl Into<String>) -> Diagnosis {
        self.to_do.push(step.into());
        self
    }

    /// Whether asking again without a change can help.
    pub fn can_retry(&self) -> bool {
        self.retry != Retry::AfterChange
    }
}

/// Says what a seat's error means and what to do.
pub fn diagnose_seat(error: &SeatError, endpoint: &Endpoint, around: &Around) -> Diagnosis {
    match error {
        SeatError::Fault(fault) => diagnose(fault, endpoint, around),
        SeatError::NotDue => Diagnosis::new(
            "not_due",
            "The game went on while the model was asked. Its answer was not used.",
            Retry::Now,
        ),
        SeatError::Store(what) => Diagnosis::new(
            "not_stored",
            format!("The model's reply could not be stored on this device: {what}."),
            Retry::AfterChange,
        )
        .step("Export the session now, so that nothing is lost.")
        .step("Free some space for this page, or leave private browsing, and reload."),
        SeatError::Fallback(what) => Diagnosis::new(
            "bad_fallback",
            format!("The game refuses its own fallback move: {what}."),
            Retry::AfterChange,
        )
        .step("Export the session and report it: this is a fault of the program."),
    }
}

/// Says what a fault means and what to do.
pub fn diagnose(fault: &Fault, endpoint: &Endpoint, around: &Around) -> Diagnosis {
    match fault {
        Fault::NoAnswer { error, answers } => no_answer(error, *answers, endpoint, around),
        Fault::Refused(refused) => Diagnosis { server_said: refused.said.clone(), ..by_class(refused, endpoint) },
        Fault::Html { .. } => wrong_address(
            "html",
            format!("{} answered with a web page, not as a model server.", endpoint.base()),
            endpoint,
        ),
        Fault::NotJson { what } => {
            wrong_address("not_json", format!("The answer of {} is no JSON: {what}.", endpoint.host()), endpoint)
        }
        Fault::Shape { what } => wrong_address(
            "wrong_shape",
            format!("The answer of {} is not a chat completion: {what}.", endpoint.host()),
            endpoint,
        ),
        Fault::Empty(empty) => no_text(*empty, endpoint),
    }
}

fn wrong_address(code: &'static str, headline: String, endpoint: &Endpoint) -> Diagnosis {
    let diagnosis = Diagnosis::new(code, headline, Retry::Now).step(
        "Check the base URL: it is the one for the OpenAI-compatible interface, which your provider's page names.",
    );
    match versioned(endpoint) {
        true => diagnosis,
        false => diagnosis.step(format!("Most servers want /v1 at its end: {}/v1.", endpoint.base())),
    }
}

/// Whether the base URL ends in a version, as those of nearly all servers do.
fn versioned(endpoint: &Endpoint) -> bool {
    let last = endpoint.base().rsplit('/').next().unwrap_or_default();
    last.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn by_class(refused: &Refused, endpoint: &Endpoint) -> Diagnosis {
    let (host, model) = (endpoint.host(), endpoint.model());
    let after = |otherwise: u64| Retry::AfterMs(refused.wait_ms.unwrap_or(otherwise));
    let new = |headline: String, retry: Retry| Diagnosis::new(refused.class.name(), headline, retry);
    match refused.class {
        Class::Auth => new(format!("{host} did not accept the key."), Retry::AfterChange)
            .step("Enter the key again, whole and for this provider.")
            .step("If it is new, check on the provider's page that it is active and may use this model."),
        Class::Quota => new(format!("{host} refuses because the account has no credit left."), Retry::AfterChange)
            .step("Add credit or raise the spending limit on the provider's page, or use another key."),
        Class::Permission => {
            new(format!("{host} knows the key, but does not allow it to use {model} from here."), Retry::AfterChange)
                .step("Check on the provider's page which models the key may use, and whether your country is served.")
                .step("Choose another model or another key.")
        }
        Class::Model => {
            new(format!("{host} has no model named {model}, or the key may not use it."), Retry::AfterChange)
                .step("Enter the model's name exactly as the provider lists it.")
                .step(match endpoint.place() {
                    Place::Public => "Check that your account has access to it.",
                    _ => "On a server of your own, load or pull the model first.",
                })
        }
        Class::Path => {
            let headline = format!("{host} has nothing at {}.", endpoint.url());
            Diagnosis { code: refused.class.name(), retry: Retry::AfterChange, ..wrong_address("", headline, endpoint) }
        }
        Class::BadRequest => {
            let about = refused.param.as_deref().map(|p| format!(" It names the parameter {p}.")).unwrap_or_default();
            let diagnosis = new(format!("{host} does not take the request.{about}"), Retry::AfterChange);
            match endpoint.settings.temperature {
                Some(_) => diagnosis.step("Leave the temperature empty: many newer models refuse it."),
                None => diagnosis.step("Check that the model is one for chat, and that the base URL is right."),
            }
            .step("Change the answer limit, if the server says it is too high.")
        }
        Class::ContextFull => {
            new(format!("The game's history and the answer limit are more than {model} can read."), Retry::AfterChange)
                .step("Lower the answer limit in the settings, or choose a model with a larger context.")
                .step("On a server of your own, start it with a larger context window.")
        }
        Class::TooLarge => new(format!("{host} takes no request of this size."), Retry::AfterChange)
            .step("Choose a model or server that takes longer questions, or play fewer rounds."),
        Class::RateLimited => new(format!("{host} allows no more requests for the moment."), after(10_000))
            .step(match refused.wait_ms {
                Some(ms) => format!("Ask again in {}.", seconds(ms)),
                None => "Wait a little and ask again.".to_owned(),
            })
            .step("If it happens often, use a key with a higher rate limit."),
        Class::Overloaded => new(format!("{host} is overloaded."), after(10_000)).step("Ask again in a minute."),
        Class::Loading => new(format!("{host} is still loading the model."), after(5_000))
            .step("Wait until the server says that it is ready, then ask again."),
        Class::Server if refused.status == 200 => {
            new(format!("{host} reported an error in place of an answer."), Retry::Now).step("Ask again.")
        }
        Class::Server => new(format!("{host} failed with HTTP status {}.", refused.status), Retry::Now)
            .step("Ask again. If it stays, look at the provider's status page or the server's log."),
        Class::Timeout => {
            new(format!("{host} took too long and gave up."), Retry::Now).step("Ask again, or choose a faster model.")
        }
        Class::Blocked => new(format!("A safety filter of {host} refused the question."), Retry::AfterChange)
            .step("Look at the messages of this game for what it may object to.")
            .step("Choose another model, or play without messages."),
    }
}

fn no_text(empty: Empty, endpoint: &Endpoint) -> Diagnosis {
    let model = endpoint.model();
    let raise = match endpoint.settings.max_output_tokens {
        Some(tokens) => format!("Raise the answer limit; it is {tokens} tokens now, and reasoning counts."),
        None => "Set an answer limit that leaves room for the answer after the reasoning.".to_owned(),
    };
    let kept = "What came is kept in the record. No move was made.";
    match empty {
        Empty::Nothing => Diagnosis::new("empty", format!("{model} answered with nothing. {kept}"), Retry::Now)
            .step("Ask again.")
            .step("If it stays, choose another model: some return nothing when they cannot give the form asked for."),
        Empty::Reasoning => {
            let headline = format!("{model} reasoned, but gave no answer. {kept}");
            Diagnosis::new("empty_reasoning", headline, Retry::Now).step("Ask again.").step(raise)
        }
        Empty::Length => {
            let headline = format!("{model} reached the answer limit before it gave an answer. {kept}");
            Diagnosis::new("empty_length", headline, Retry::AfterChange).step(raise)
        }
        Empty::Filter => {
            let headline = format!("A safety filter stopped the answer of {model}. {kept}");
            Diagnosis::new("empty_filter", headline, Retry::Now)
                .step("Ask again. If it stays, choose another model, or play without messages.")
        }
        Empty::Refusal => Diagnosis::new("empty_refusal", format!("{model} refused to answer. {kept}"), Retry::Now)
            .step("Ask again. If it stays, choose another model."),
    }
}

fn no_answer(error: &TransportError, answers: Option<bool>, endpoint: &Endpoint, around: &Around) -> Diagnosis {
    match error {
        TransportError::Timeout(ms) => {
            let headline = format!("{} gave no answer within {}.", endpoint.host(), seconds(u64::from(*ms)));
            let diagnosis = Diagnosis::new("timeout", headline, Retry::Now).step("Ask again.");
            match endpoint.place() {
                Place::Public => diagnosis.step("Raise the waiting time for a model that reasons long."),
                _ => diagnosis.step("A model that is being loaded can need minutes. Raise the waiting time."),
            }
        }
        TransportError::BadAddress(_) => {
            Diagnosis::new("bad_address", format!("{} cannot be called.", endpoint.base()), Retry::AfterChange)
                .step("Check the base URL. It looks like https://api.openai.com/v1 or http://localhost:8080/v1.")
        }
        TransportError::Broken(_) => {
            let headline = format!("The answer of {} broke off in the middle. No move was made.", endpoint.host());
            Diagnosis::new("broken_off", headline, Retry::Now)
                .step("Ask again. If it stays, look at the server's log: it may have run out of memory.")
        }
        TransportError::Cancelled => {
            Diagnosis::new("cancelled", "You stopped the question. No move was made.", Retry::Now).step("Ask again.")
        }
        TransportError::Opaque(_) => unreadable(answers, endpoint, around),
    }
}

/// The ladder for a call that failed without a reason: the page first, then the way, then the server.
fn unreadable(answers: Option<bool>, endpoint: &Endpoint, around: &Around) -> Diagnosis {
    let (host, origin, target) = (endpoint.host(), around.page_origin.as_str(), endpoint.place());
    let page = page_place(origin);
    if around.policy_blocked {
        return Diagnosis::new(
            "blocked_by_policy",
            format!("This page's own policy does not allow calls to {}.", endpoint.origin()),
            Retry::AfterChange,
        )
        .step("Reload the page and enter the endpoint before anything else is called.")
        .step(format!("If you host the page yourself, add {} to connect-src in its policy.", endpoint.origin()));
    }
    if around.online == Some(false) && target != Place::Loopback {
        return Diagnosis::new("offline", "This device is offline. The session is kept.", Retry::Now)
            .step("Connect to the network and ask again.");
    }
    let plain = endpoint.origin().starts_with("http://");
    let granted = around.local_network == Some(Permission::Granted);
    if plain && target != Place::Loopback && origin.starts_with("https://") && !granted {
        return Diagnosis::new(
            "mixed_content",
            format!("This page came over https, so the browser blocks plain http to {host}."),
            Retry::AfterChange,
        )
        .step("Give the server an https address, or run it on this computer and call it at http://localhost.")
        .step("Or open this page from a server on this computer, at http://localhost.");
    }
    if target != Place::Public && page == Place::Public && around.local_network == Some(Permission::Denied) {
        let where_ = if target == Place::Loopback { "this computer" } else { "your local network" };
        return Diagnosis::new(
            "local_network_denied",
            format!("The browser does not let this page call {where_}."),
            Retry::AfterChange,
        )
        .step("Open the site settings beside the address, allow access to the local network, and ask again.");
    }
    match answers {
        Some(true) => refused_to_page(endpoint, around),
        Some(false) => not_there(endpoint, around),
        None => {
            let mut diagnosis = Diagnosis::new(
                "no_answer",
                format!("No answer from {host} could be read, and the browser does not say why."),
                Retry::Now,
            )
            .step(match target {
                Place::Public => "Check the base URL and your connection.".to_owned(),
                _ => format!("Check that the server runs at {}.", endpoint.origin()),
            });
            if !origin.is_empty() {
                diagnosis = diagnosis.step(allow(endpoint, origin));
            }
            prompt_step(diagnosis, target, page, around)
        }
    }
}

fn refused_to_page(endpoint: &Endpoint, around: &Around) -> Diagnosis {
    let headline = "The server answered, but did not allow this page to read the answer.";
    let diagnosis = Diagnosis::new("cors", headline, Retry::AfterChange).step(allow(endpoint, &around.page_origin));
    match endpoint.place() {
        Place::Public => diagnosis
            .step("Check the key and the model's name: some providers hide their error messages from pages.")
            .step("If the provider allows no pages at all, use it through a gateway that does."),
        _ => diagnosis.step("Then restart the server and ask again.").step(
            "If it allows this page already, check the key and the model's name: some servers hide their errors.",
        ),
    }
}

fn not_there(endpoint: &Endpoint, around: &Around) -> Diagnosis {
    let target = endpoint.place();
    let headline = format!("Nothing answers at {}.", endpoint.origin());
    let diagnosis = Diagnosis::new("server_down", headline, Retry::Now);
    let diagnosis = match target {
        Place::Public => diagnosis
            .step("Check the base URL for a slip, and your connection.")
            .step("A content blocker or a company network may stop the call: try without it."),
        _ => diagnosis.step("Start the server, or correct the port in the base URL."),
    };
    let diagnosis = match endpoint.host() {
        "localhost" => diagnosis.step("Try 127.0.0.1 in place of localhost: the server may listen there only."),
        _ => diagnosis,
    };
    let page = page_place(&around.page_origin);
    let diagnosis = prompt_step(diagnosis, target, page, around);
    if target == Place::Loopback && around.page_origin.starts_with("https://") {
        return diagnosis
            .step("Safari blocks plain http to this computer from an https page: use another browser there.");
    }
    diagnosis
}

/// Where a browser may have asked for leave to call the local network, says so.
fn prompt_step(diagnosis: Diagnosis, target: Place, page: Place, around: &Around) -> Diagnosis {
    let open = !matches!(around.local_network, Some(Permission::Granted));
    if target != Place::Public && page == Place::Public && open {
        return diagnosis.step("If the browser asks whether this page may use the local network, allow it.");
    }
    diagnosis
}

/// How to make a server allow this page, as far as its port tells which server it is.
fn allow(endpoint: &Endpoint, origin: &str) -> String {
    let origin = if origin.is_empty() { "this page's address" } else { origin };
    match (endpoint.place(), endpoint.port()) {
        (Place::Public, _) => format!("The server must allow the origin {origin} (CORS)."),
        (_, Some(11434)) => format!("Start Ollama with OLLAMA_ORIGINS={origin} in its environment."),
        (_, Some(1234)) => "In LM Studio, switch on \"Enable CORS\" in the server's settings.".to_owned(),
        (_, Some(8000)) => format!("Start vLLM with `--allowed-origins '[\"{origin}\"]'`."),
        (_, Some(8080)) => format!("Start llama-server with `--cors-origins {origin}`."),
        _ => format!("Start it with `--cors-origins`, or what it is called there, set to {origin}."),
    }
}

fn page_place(origin: &str) -> Place {
    let Some((_, authority)) = origin.split_once("://") else { return Place::Loopback };
    let host = match authority.find(']') {
        Some(end) => &authority[..=end],
        None => authority.split(':').next().unwrap_or_default(),
    };
    place(host)
}

fn seconds(ms: u64) -> String {
    match ms {
        0..=1000 => "1 second".to_owned(),
        ms if ms < 120_000 => format!("{} seconds", ms.div_ceil(1000)),
        ms => format!("{} minutes", ms.div_ceil(60_000)),
    }
}
