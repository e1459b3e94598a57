//! Bytes into replies, for every wire format, in one piece or as they come.

use super::draft::{Draft, Trouble, text};
use super::lines::Ndjson;
use super::openai_chat::not_json;
use super::reported::{Reported, wait_after};
use super::service::{Format, Has, Target};
use super::sse::{Frame, Sse};
use super::{Class, Failure, Fault, Finish, Refused, Reply, Usage};
use super::{anthropic, chat, gemini, ollama, responses};
use crate::key::{Key, clean_reply};
use trivium_core::Json;
use trivium_core::ports::{Response, TransportError};

/// Most bytes of one answer that are read.
const LONGEST: usize = 32 << 20;

/// Reads one answer. Whether it comes as a stream or in one piece is seen from its first byte, since servers do not
/// always do what was asked for; however the bytes are cut into pieces, the reply is the same.
///
/// Nothing that comes out of it holds a key; what stands inside it may, so it has no `Debug`.
pub struct Decoder {
    format: Format,
    repeats: Has,
    /// Status and headers; the body stays empty.
    head: Response,
    frames: Frames,
    draft: Draft,
    end: Option<End>,
    total: usize,
    /// Whether any part of a stream could be read.
    heard: bool,
}

enum Frames {
    /// Nothing but blanks so far.
    Undecided(Vec<u8>),
    Events(Sse),
    Lines(Ndjson),
    Whole(Vec<u8>),
}

/// What ended an answer before its own end.
enum End {
    Error(Json),
    Fault(Fault),
}

/// Whether more is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Go on reading.
    More,
    /// The answer is complete or broken: nothing after this counts.
    Ended,
}

/// What has come so far, without keys.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SoFar {
    /// Of the answer.
    pub text: String,
    /// Of its reasoning.
    pub reasoning: String,
}

impl Decoder {
    /// Starts at the head of an answer.
    pub fn new(target: &Target, status: u16, headers: Vec<(String, String)>) -> Decoder {
        let success = (200..300).contains(&status);
        Decoder {
            format: target.service.format,
            repeats: target.service.compat.repeats,
            head: Response { status, headers, body: Vec::new() },
            frames: if success { Frames::Undecided(Vec::new()) } else { Frames::Whole(Vec::new()) },
            draft: Draft::default(),
            end: None,
            total: 0,
            heard: false,
        }
    }

    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) -> Step {
        if self.over() {
            return Step::Ended;
        }
        self.total = self.total.saturating_add(bytes.len());
        if self.total > LONGEST {
            let what = format!("it is longer than {} MiB", LONGEST >> 20);
            self.end = Some(End::Fault(Fault::Shape { what }));
            return Step::Ended;
        }
        match &mut self.frames {
            Frames::Whole(body) => body.extend_from_slice(bytes),
            Frames::Undecided(start) => {
                start.extend_from_slice(bytes);
                // The three are the byte order mark.
                let first = start.iter().find(|b| !b.is_ascii_whitespace() && !matches!(b, 0xef | 0xbb | 0xbf));
                let Some(&first) = first else { return Step::More };
                let start = std::mem::take(start);
                self.frames = match (self.format, first) {
                    (_, b'<') => Frames::Whole(Vec::new()),
                    (Format::Ollama, _) => Frames::Lines(Ndjson::default()),
                    (_, b'd' | b'e' | b'i' | b'r' | b':') => Frames::Events(Sse::default()),
                    _ => Frames::Whole(Vec::new()),
                };
                self.total = 0;
                return self.push(&start);
            }
            Frames::Events(events) => {
                for frame in events.push(bytes) {
                    self.frame(frame, Place::Inside);
                }
            }
            Frames::Lines(lines) => {
                for line in lines.push(bytes) {
                    self.piece(None, &line, Place::Inside);
                }
            }
        }
        if self.over() { Step::Ended } else { Step::More }
    }

    /// Whether anything of an answer has come: a stream that breaks after it may have cost something.
    pub fn started(&self) -> bool {
        self.draft.started() || (self.format == Format::Anthropic && anthropic::started(&self.draft))
    }

    /// What can be shown while the answer comes.
    pub fn so_far(&self, key: Option<&Key>) -> SoFar {
        let (mut said, mut thought) = (self.draft.text.clone(), self.draft.reasoning.clone());
        if self.format == Format::Anthropic {
            for block in &self.draft.items {
                said.push_str(if text(block, "type") == "text" { text(block, "text") } else { "" });
                thought.push_str(if text(block, "type") == "thinking" { text(block, "thinking") } else { "" });
            }
        }
        SoFar { text: clean_reply(&said, key), reasoning: clean_reply(&thought, key) }
    }

    /// The reply, once the body has ended.
    pub fn finish(mut self, key: Option<&Key>) -> Result<Reply, Failure> {
        self.flush(key);
        self.close(None, key)
    }

    /// The reply, where the body broke off: a failure unless the answer was complete by then.
    pub fn cut(mut self, error: TransportError, key: Option<&Key>) -> Result<Reply, Failure> {
        // A status that tells of an error is enough; the rest of its page is not missed.
        let success = (200..300).contains(&self.head.status);
        let whole = matches!(self.frames, Frames::Whole(_) | Frames::Undecided(_));
        if !(success && whole) {
            self.flush(key);
        }
        self.close(Some(error), key)
    }

    fn over(&self) -> bool {
        self.end.is_some() || self.draft.ended
    }

    /// Reads what is left.
    fn flush(&mut self, key: Option<&Key>) {
        if self.over() {
            return;
        }
        match std::mem::replace(&mut self.frames, Frames::Undecided(Vec::new())) {
            Frames::Events(events) => {
                for frame in events.finish() {
                    self.frame(frame, Place::Last);
                }
            }
            Frames::Lines(lines) => {
                if let Some(line) = lines.finish() {
                    self.piece(None, &line, Place::Last);
                }
            }
            Frames::Whole(body) => self.whole(&body, key),
            // Blanks alone are nothing.
            Frames::Undecided(_) => self.total = 0,
        }
    }

    fn close(mut self, cut: Option<TransportError>, key: Option<&Key>) -> Result<Reply, Failure> {
        let complete = match self.format {
            Format::Chat => self.draft.ended || self.draft.finish.is_some(),
            Format::Responses | Format::Ollama => self.draft.ended,
            Format::Anthropic | Format::Gemini => self.draft.finish.is_some(),
        };
        let fault = match self.end.take() {
            Some(End::Error(value)) => {
                self.draft.finish = Some(Finish::ProviderError);
                if let Some(failed) = value.pointer("/error/failed_generation").and_then(Json::as_str) {
                    self.draft.text.push_str(failed);
                }
                Some(Fault::Refused(self.refused(&value, key)))
            }
            Some(End::Fault(fault)) => Some(fault),
            None if complete => None,
            None => Some(match cut {
                Some(error) => Fault::NoAnswer { error, answers: None },
                None if self.total == 0 => Fault::NotJson { what: "the body is empty".into() },
                None if !self.heard => Fault::NotJson { what: "it is no stream of events either".into() },
                None => {
                    let what = "the stream ended before the answer did".to_owned();
                    Fault::NoAnswer { error: TransportError::Broken(what), answers: None }
                }
            }),
        };
        if self.format == Format::Anthropic {
            anthropic::settle(&mut self.draft);
        }
        let started = self.draft.started();
        let usage: fn(&Json) -> Usage = match self.format {
            Format::Chat => chat::usage,
            Format::Responses => responses::usage,
            Format::Anthropic => anthropic::usage,
            Format::Gemini => gemini::usage,
            Format::Ollama => ollama::usage,
        };
        let format = self.format;
        match fault {
            None => Ok(self.draft.reply(format, usage, key)),
            Some(fault) => {
                let partial = started.then(|| Box::new(self.draft.reply(format, usage, key)));
                Err(Failure { fault, partial })
            }
        }
    }

    fn frame(&mut self, frame: Frame, place: Place) {
        match frame {
            Frame::Event { data, .. } if data.trim() == "[DONE]" && self.format == Format::Chat => {
                self.heard = true;
                self.draft.ended = true;
            }
            Frame::Event { name, data } => self.piece(name.as_deref(), &data, place),
            Frame::Bare(data) => self.piece(None, &data, place),
        }
    }

    /// Takes one piece of a stream. A last piece that is no JSON is one that broke off.
    fn piece(&mut self, name: Option<&str>, data: &str, place: Place) {
        if self.over() {
            return;
        }
        let value = match serde_json::from_str::<Json>(data) {
            Ok(value) => value,
            // Words such as `ping` or `[DONE]` are signs of life.
            Err(_) if place == Place::Last || !data.trim_start().starts_with('{') => return,
            Err(error) => {
                let what = not_json(data.as_bytes(), &error);
                self.end = Some(End::Fault(Fault::NotJson { what: format!("in an event of the stream, {what}") }));
                return;
            }
        };
        self.heard = true;
        let taken = match self.error_in(&value) {
            true => Err(Trouble::Error(value)),
            false => match self.format {
                Format::Chat => chat::take(&mut self.draft, &value, self.repeats),
                Format::Responses => responses::event(&mut self.draft, name, &value),
                Format::Anthropic => anthropic::event(&mut self.draft, name, &value),
                Format::Gemini => gemini::take(&mut self.draft, &value),
                Format::Ollama => ollama::take(&mut self.draft, &value),
            },
        };
        self.taken(taken);
    }

    fn taken(&mut self, taken: Result<(), Trouble>) {
        match taken {
            Ok(()) => {}
            Err(Trouble::Error(value)) => self.end = Some(End::Error(value)),
            Err(Trouble::Shape(what)) => self.end = Some(End::Fault(Fault::Shape { what: what.into() })),
        }
    }

    /// Whether an object of a successful answer is an error for certain.
    fn error_in(&self, value: &Json) -> bool {
        // A response tells of its failure itself, beside what had come.
        let own = self.format == Format::Responses && (value.get("status").is_some() || value.get("type").is_some());
        !own && Reported::read(value).is_some_and(|reported| reported.certain)
    }

    fn whole(&mut self, body: &[u8], key: Option<&Key>) {
        let success = (200..300).contains(&self.head.status);
        let body = body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body);
        let page = body.trim_ascii_start().starts_with(b"<");
        self.heard = true;
        match serde_json::from_slice::<Json>(body) {
            // Some gateways put the one error into a list.
            Ok(Json::Array(list)) if !success => {
                self.end = Some(End::Error(list.into_iter().next().unwrap_or_default()));
            }
            Ok(value) if !success || self.error_in(&value) => self.end = Some(End::Error(value)),
            Ok(value) => {
                let taken = match self.format {
                    Format::Chat => match value.get("choices").and_then(Json::as_array).map(Vec::is_empty) {
                        Some(true) => Err(Trouble::Shape("choices is empty")),
                        _ => chat::take(&mut self.draft, &value, Has::No),
                    },
                    Format::Responses => responses::whole(&mut self.draft, &value),
                    Format::Anthropic => anthropic::whole(&mut self.draft, &value),
                    Format::Gemini => gemini::take(&mut self.draft, &value),
                    Format::Ollama => ollama::take(&mut self.draft, &value),
                };
                // In one piece it is complete, whatever it says of its end.
                self.draft.finish.get_or_insert(Finish::Unknown(None));
                self.draft.ended = true;
                self.taken(taken);
            }
            Err(_) if success && page => self.end = Some(End::Fault(Fault::Html { status: self.head.status })),
            Err(error) if success => {
                self.end = Some(End::Fault(Fault::NotJson { what: not_json(body, &error) }));
            }
            Err(_) => {
                // Many servers and proxies refuse in plain text; a page of HTML says nothing that its status does not.
                let said = String::from_utf8_lossy(body);
                let message = (!page && !said.trim().is_empty()).then(|| said.into_owned());
                let reported = Reported { message, ..Reported::default() };
                self.end = Some(End::Fault(Fault::Refused(reported.classify(&self.head, key))));
            }
        }
    }

    fn refused(&self, value: &Json, key: Option<&Key>) -> Refused {
        let reported = Reported::read(value).unwrap_or_default();
        let status = reported.true_status(&self.head);
        let (class, wait) = match self.format {
            Format::Anthropic => (anthropic::class(value, status), None),
            Format::Gemini => (gemini::class(value), gemini::wait(value)),
            Format::Chat | Format::Responses => {
                // Azure's words, whose header a page cannot read.
                let stated = reported.message.as_deref().and_then(|said| wait_after(said, "retry after "));
                (class(value, status), stated)
            }
            Format::Ollama => (None, None),
        };
        reported.classify_as(class, wait, &self.head, key)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Inside,
    Last,
}

/// What OpenAI, Azure and OpenRouter say that the general reading does not know.
fn class(value: &Json, status: u16) -> Option<Class> {
    let error = value.get("error")?;
    let flagged = error.get("metadata").is_some_and(|m| m.get("flagged_input").is_some() || m.get("reasons").is_some());
    match text(error, "code") {
        _ if status == 403 && flagged => Some(Class::Blocked),
        "bio_policy" | "cyber_policy" | "content_policy_violation" => Some(Class::Blocked),
        "DeploymentNotFound" => Some(Class::Model),
        "slow_down" => Some(Class::RateLimited),
        "invalid_prompt" if matches!(status, 0 | 400) => Some(Class::BadRequest),
        // An error inside a stream has no status of its own to tell these.
        "context_length_exceeded" => Some(Class::ContextFull),
        _ => None,
    }
}

/// Reads an answer that came in one piece, or a stream that was kept whole.
pub fn decode(target: &Target, response: &Response, key: Option<&Key>) -> Result<Reply, Failure> {
    let mut decoder = Decoder::new(target, response.status, response.headers.clone());
    decoder.push(&response.body);
    decoder.finish(key)
}
