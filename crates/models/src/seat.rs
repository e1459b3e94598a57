//! One decision of a model's seat: ask, record what came, play it or ask again.
//!
//! Each step is one exchange, in three parts, so that a page need not hold its session while the model thinks:
//! [`question`] reads the session, [`exchange`] sends, [`take`] records the reply and plays. [`ask`] joins them for
//! callers that can wait. What a decision has been through is read from the record, so a page that was reloaded
//! between two answers goes on where it was.

use crate::endpoint::{Connection, Dropped};
use crate::prompt::{self, Rejected};
use crate::provider::{Answer, Chat, Empty, Fault, Finish, openai_chat};
use crate::reply::{self, Expected, Path, Trouble};
use crate::text::{At, Texts};
use serde_json::json;
use trivium_core::ports::{Clock, Transport, TransportError};
use trivium_core::session::Beside;
use trivium_core::{Decision, Json, LegalForm, Origin, Rationale, Round, Seat, Session, record};

/// How often a decision is asked again after an answer that cannot be taken.
pub const RE_ASKS: u32 = 2;
/// Longest reply kept in the record, in bytes; its line stays below the record's limit even where JSON escapes it.
const RAW_LIMIT: usize = reply::REPLY_LIMIT;
/// Longest reasoning kept, in bytes.
const REASONING_LIMIT: usize = 48 * 1024;
/// Longest earlier answer shown to the model again, in bytes.
const SHOWN_LIMIT: usize = 4000;

/// Why a decision was not played. Nothing was recorded as a move.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SeatError {
    /// There is no answer to be read.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The seat is not to decide now, or another decision than the one asked for is due.
    #[error("the seat is not to decide this now")]
    NotDue,
    /// The new lines could not be stored.
    #[error("the new lines were not stored: {0}")]
    Store(String),
    /// The rules refuse even their own fallback: the game and its record are at odds.
    #[error("the game refuses its own fallback: {0}")]
    Fallback(String),
}

/// One question to a model about one decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// Who is asked.
    pub seat: Seat,
    /// The round.
    pub round: Round,
    /// The phase.
    pub phase: String,
    /// 0 for the first question, then one more for each re-ask.
    pub attempt: u32,
    /// What may be decided.
    pub form: LegalForm,
    /// What is sent.
    pub chat: Chat,
}

/// What came of one exchange.
#[derive(Clone, PartialEq, Debug)]
pub struct Heard {
    /// The answer.
    pub answer: Answer,
    /// Parameters that the server refused and that were not sent.
    pub dropped: Vec<Dropped>,
    /// Milliseconds from question to answer, if there was a clock.
    pub took_ms: Option<u64>,
}

/// What a step led to. The new lines are `session.lines()[from..]`: store them before the screen changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Taken {
    /// Index of the first new line.
    pub from: usize,
    /// What is next.
    pub next: Next,
}

/// What follows a step.
#[derive(Clone, PartialEq, Debug)]
pub enum Next {
    /// The decision was played.
    Played(Played),
    /// The answer cannot be taken, for this reason; ask again.
    Again(String),
    /// No text came. It is recorded and shown; asking again is the person's choice.
    Stopped(Fault),
}

/// A decision that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// What was decided, as it was handed to the game.
    pub decision: Decision,
    /// Whether the model or the fallback rule decided.
    pub origin: Origin,
    /// The reasons given.
    pub rationale: Option<Rationale>,
    /// How the last answer was read, as in the record.
    pub path: String,
    /// How many answers it took.
    pub answers: u32,
}

/// The question that is due for a seat.
pub fn question(session: &Session, seat: Seat, texts: &Texts) -> Result<Question, SeatError> {
    let seen = session.game().observe(seat);
    let form = seen.legal.clone().ok_or(SeatError::NotDue)?;
    let rejected = rejected(session, seat);
    // A record that ends after the last refusal, before the fallback, is asked the last question once more.
    let attempt = u32::try_from(rejected.len()).unwrap_or(RE_ASKS).min(RE_ASKS);
    let rejected = &rejected[..attempt as usize];
    let chat = prompt::chat(&seen, session.game().seats(), texts, rejected).ok_or(SeatError::NotDue)?;
    Ok(Question { seat, round: seen.round, phase: seen.phase.to_owned(), attempt, form, chat })
}

/// The answers to the present decision that the record holds and that were not taken.
fn rejected(session: &Session, seat: Seat) -> Vec<Rejected> {
    let mut found = Vec::new();
    for line in session.lines().iter().skip(1).rev() {
        let Ok(line) = serde_json::from_str::<Json>(line) else { continue };
        if line.get("seat").and_then(Json::as_u64) != Some(u64::from(seat)) {
            continue;
        }
        let text = |name: &str| line.get(name).and_then(Json::as_str);
        match text("e") {
            Some("action" | "message") => break,
            Some("call") => {}
            _ => continue,
        }
        // Answers without text are shown to the person, and do not count.
        let (Some(raw), Some(refused)) = (text("raw"), text("refused")) else { continue };
        let (code, reason) = refused.split_once(": ").unwrap_or(("", refused));
        if !code.starts_with("empty") {
            found.push(Rejected { text: shown(raw), reason: reason.to_owned() });
        }
    }
    found.reverse();
    found
}

/// An earlier answer as the model sees it again: without reasoning, and not longer than needed.
fn shown(raw: &str) -> String {
    let text = reply::without_reasoning(raw);
    let kept = cut(text, SHOWN_LIMIT);
    if kept.is_empty() { "…".to_owned() } else { kept.to_owned() }
}

/// The start of a text, at most `limit` bytes.
fn cut(text: &str, limit: usize) -> &str {
    let mut end = limit.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Sends one question. A parameter without meaning of its own that the server refuses is left out from then on.
pub async fn exchange<T: Transport>(
    transport: &T,
    connection: &Connection,
    chat: &Chat,
    clock: Option<&dyn Clock>,
) -> Result<Heard, Fault> {
    let endpoint = &connection.endpoint;
    let started = clock.map(Clock::now_ms);
    // Each of the three adjustments can happen once.
    for _ in 0..4 {
        let dialect = connection.dialect();
        let request = openai_chat::encode(endpoint, dialect, connection.key(), chat);
        let response = match transport.send(request).await {
            Ok(response) => response,
            Err(error) => return Err(no_answer(transport, connection, error).await),
        };
        match openai_chat::decode(&response, connection.key()) {
            Ok(answer) => {
                let took_ms = clock.map(|c| c.now_ms().saturating_sub(started.unwrap_or_default()));
                return Ok(Heard { answer, dropped: connection.dropped(), took_ms });
            }
            Err(Fault::Refused(refused)) => match openai_chat::adapt(dialect, endpoint, &refused) {
                Some((dialect, dropped)) if !connection.dropped().iter().any(|d| d.param == dropped.param) => {
                    connection.learn(dialect, dropped);
                }
                _ => return Err(Fault::Refused(refused)),
            },
            Err(fault) => return Err(fault),
        }
    }
    Err(Fault::Shape { what: "every form of the request was refused".into() })
}

/// Finds out whether some server answers at all, where the platform gives no reason.
async fn no_answer<T: Transport>(transport: &T, connection: &Connection, error: TransportError) -> Fault {
    let clean = |text: String| crate::key::clean_error(&text, connection.key(), 200);
    let error = match error {
        TransportError::Opaque(text) => TransportError::Opaque(clean(text)),
        TransportError::BadAddress(text) => TransportError::BadAddress(clean(text)),
        TransportError::Broken(text) => TransportError::Broken(clean(text)),
        other => other,
    };
    let answers = match error {
        TransportError::Opaque(_) => transport.answers(connection.endpoint.url()).await,
        _ => None,
    };
    Fault::NoAnswer { error, answers }
}

/// Records a reply and plays it, if it can be taken; after the last re-ask the fallback is played.
pub fn take(
    session: &mut Session,
    question: &Question,
    texts: &Texts,
    heard: &Heard,
    at: Option<u64>,
) -> Result<Taken, SeatError> {
    let status = session.game().status();
    let seat = question.seat;
    let due = session.game().legal(seat).as_ref() == Some(&question.form);
    if !due || status.round != question.round || status.phase != question.phase {
        return Err(SeatError::NotDue);
    }
    let (reading, empty) = understand(session, question, texts, &heard.answer);
    let (path, rationale) = (reading.path.to_string(), reading.rationale);
    let refused = match (&empty, &reading.decision) {
        (Some(empty), _) => Some(format!("{}: {}", empty.name(), empty.sentence())),
        (None, Err(trouble)) => Some(trouble.to_string()),
        (None, Ok(_)) => None,
    };
    let from = session.record_call(call(question, heard, &path, refused.as_deref(), at));
    if let Some(empty) = empty {
        return Ok(Taken { from, next: Next::Stopped(Fault::Empty(empty)) });
    }
    let answers = question.attempt + 1;
    match reading.decision {
        Ok(decision) => {
            let beside = Beside { rationale: rationale.clone(), at, origin: Origin::Chosen };
            // `understand` has tried it on a copy of the game.
            session.act(seat, decision.clone(), beside).map_err(|_| SeatError::NotDue)?;
            let played = Played { decision, origin: Origin::Chosen, rationale, path, answers };
            Ok(Taken { from, next: Next::Played(played) })
        }
        Err(trouble) if question.attempt < RE_ASKS => Ok(Taken { from, next: Next::Again(trouble.sentence()) }),
        Err(_) => {
            let decision = session.game().fallback(seat).ok_or(SeatError::NotDue)?;
            // The reasons given for a decision that was not taken are in its call line; they are none for this one.
            let beside = Beside { rationale: None, at, origin: Origin::Fallback };
            session.act(seat, decision.clone(), beside).map_err(|e| SeatError::Fallback(e.to_string()))?;
            let played = Played { decision, origin: Origin::Fallback, rationale: None, path, answers };
            Ok(Taken { from, next: Next::Played(played) })
        }
    }
}

/// Reads an answer and tries it on a copy of the game.
fn understand(
    session: &Session,
    question: &Question,
    texts: &Texts,
    answer: &Answer,
) -> (reply::Reading, Option<Empty>) {
    let none = |trouble| reply::Reading { path: Path::None, rationale: None, decision: Err(trouble) };
    if let Some(empty) = answer.empty() {
        return (none(Trouble::Unreadable), Some(empty));
    }
    let text = answer.text.as_deref().unwrap_or_default();
    let seen = session.game().observe(question.seat);
    let mut reading = reply::read(text, &Expected::new(&question.form, texts, &At::of(&seen)));
    let cut_off = answer.finish == Finish::Length;
    if reading.decision == Err(Trouble::OnlyThinking) {
        return (reading, Some(if cut_off { Empty::Length } else { Empty::Reasoning }));
    }
    let whole = match &reading.path {
        Path::Exact => true,
        Path::Tolerant(rules) => !rules.iter().any(|rule| rule.needs_the_end()),
        Path::None => false,
    };
    if cut_off && !whole {
        return (none(Trouble::CutOff), None);
    }
    if let Ok(decision) = &reading.decision {
        let mut copy = session.game().boxed();
        let attempt = decision.clone().into_attempt();
        if let Err(refusal) = copy.attempt(question.seat, &question.phase, attempt, Origin::Chosen) {
            reading.decision = Err(Trouble::Illegal(refusal.code));
        }
    }
    (reading, None)
}

fn call(question: &Question, heard: &Heard, path: &str, refused: Option<&str>, at: Option<u64>) -> record::Call {
    let Heard { answer, dropped, took_ms } = heard;
    let mut details = json!({"finish": answer.finish.name()});
    let mut note = |name: &str, value: Option<Json>| {
        if let Some(value) = value {
            details[name] = value;
        }
    };
    note("at", at.map(Json::from));
    note("took_ms", took_ms.map(Json::from));
    note("model", answer.model.as_deref().map(Json::from));
    note("reasoning", answer.reasoning.as_deref().map(|text| cut(text, REASONING_LIMIT).into()));
    note("refusal", answer.refusal.as_deref().map(|text| cut(text, SHOWN_LIMIT).into()));
    let dropped: Vec<Json> = dropped.iter().map(|d| json!({"param": d.param, "why": d.why})).collect();
    note("dropped", (!dropped.is_empty()).then(|| dropped.into()));
    let raw = answer.text.as_deref();
    note("cut_at", raw.filter(|raw| raw.len() > RAW_LIMIT).map(|_| RAW_LIMIT.into()));
    record::Call {
        round: question.round,
        phase: question.phase.clone(),
        seat: question.seat,
        attempt: question.attempt,
        raw: raw.map(|raw| cut(raw, RAW_LIMIT).to_owned()),
        path: path.to_owned(),
        refused: refused.map(str::to_owned),
        usage: answer.usage.to_json(),
        details,
    }
}

/// Plays one decision of a model's seat. After each step `keep` gets the session and the index of its first new line,
/// to store them; an error of its stops the play. Faults stop it too: nothing is recorded as a move, and the same call
/// made again goes on at the same question.
pub async fn ask<T: Transport>(
    transport: &T,
    connection: &Connection,
    session: &mut Session,
    seat: Seat,
    texts: &Texts,
    clock: Option<&dyn Clock>,
    mut keep: impl AsyncFnMut(&Session, usize) -> Result<(), String>,
) -> Result<Played, SeatError> {
    loop {
        let question = question(session, seat, texts)?;
        let heard = exchange(transport, connection, &question.chat, clock).await?;
        let taken = take(session, &question, texts, &heard, clock.map(Clock::now_ms))?;
        keep(session, taken.from).await.map_err(SeatError::Store)?;
        match taken.next {
            Next::Played(played) => return Ok(played),
            Next::Again(_) => {}
            Next::Stopped(fault) => return Err(fault.into()),
        }
    }
}
