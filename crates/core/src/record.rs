//! The record of a session: JSON Lines, append-only, versioned, each line chained to the one before.
//!
//! The first line is the header; event lines follow, with a payoff line after each event that completed a step;
//! a finished or exported record ends with a result line. Every line after the first carries `prev`, the SHA-256 of
//! the bytes of the line before it. That shows accidental or partial change and where; it is no proof against
//! someone who rewrites every line. `docs/record.md` describes each field.

use crate::{Condition, Dec, Event, Json, Rationale, Round, Seat};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The format's name and version, the first thing in a record.
pub const FORMAT: &str = "trivium-record/1";
/// Longest line read, in bytes.
pub const LINE_LIMIT: usize = 1 << 20;
/// Most lines read.
pub const LINES_LIMIT: usize = 1_000_000;

/// Who sits at a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum SeatSpec {
    /// A person.
    Human,
    /// A rule-based agent.
    Agent {
        /// Its id in the game's list.
        id: String,
    },
    /// A language model.
    Model {
        /// The model's name at its provider.
        model: String,
        /// Base URL of the endpoint, without credentials.
        endpoint: String,
        /// Settings asked for, such as `temperature`.
        #[serde(default, skip_serializing_if = "Json::is_null")]
        settings: Json,
    },
}

/// The first line: everything that is fixed before play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`].
    pub format: String,
    /// The game's id.
    pub game: String,
    /// The complete parameters.
    pub params: Json,
    /// The condition.
    pub condition: Condition,
    /// Who sits where.
    pub seats: Vec<SeatSpec>,
    /// The base seed, as decimal text.
    #[serde(with = "seed_text")]
    pub seed: u64,
    /// The seeds derived from it: of the chance stream and of each seat's stream.
    pub streams: Streams,
}

/// Derived seeds, as decimal texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Streams {
    /// Seed of the stream from which chance outcomes are drawn.
    #[serde(with = "seed_text")]
    pub chance: u64,
    /// Seed of each seat's stream.
    #[serde(with = "seed_texts")]
    pub seats: Vec<u64>,
}

impl Streams {
    /// Derives the streams of a match: `seed ⊕ FNV-1a("chance")` and `seed ⊕ FNV-1a("seat/i")`.
    pub fn derive(seed: u64, seats: usize) -> Streams {
        Streams {
            chance: crate::rng::stream_seed(seed, "chance"),
            seats: (0..seats).map(|i| crate::rng::stream_seed(seed, &format!("seat/{i}"))).collect(),
        }
    }
}

mod seed_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub fn serialize<S: Serializer>(seed: &u64, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(seed)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<u64, D::Error> {
        let text = String::deserialize(d)?;
        text.parse().map_err(|_| D::Error::custom(format!("seed {text:?} is no whole number below 2^64")))
    }
}

mod seed_texts {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    pub fn serialize<S: Serializer>(seeds: &[u64], s: S) -> Result<S::Ok, S::Error> {
        seeds.iter().map(u64::to_string).collect::<Vec<_>>().serialize(s)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Vec<u64>, D::Error> {
        let texts = Vec::<String>::deserialize(d)?;
        texts
            .iter()
            .map(|t| t.parse().map_err(|_| D::Error::custom(format!("seed {t:?} is no whole number below 2^64"))))
            .collect()
    }
}

/// What a line after the header says.
#[derive(Clone, PartialEq, Debug)]
pub enum Line {
    /// An event of the game.
    Event {
        /// The event.
        event: Event,
        /// The reasons given for it.
        rationale: Option<Rationale>,
        /// When it was recorded, in milliseconds since 1970; absent in seeded runs without clock.
        at: Option<u64>,
    },
    /// Payoffs that accrued.
    Payoff(Payoff),
    /// One call to a model and what was understood of the reply.
    Call(Call),
    /// The end of the record.
    Result(Outcome),
}

/// A payoff line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Payoff {
    /// The round.
    pub round: Round,
    /// What each seat earned in this step.
    pub payoffs: Vec<Dec>,
    /// The step's results.
    pub outcome: Json,
}

/// A call line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Call {
    /// The round.
    pub round: Round,
    /// The phase.
    pub phase: String,
    /// The seat that was asked.
    pub seat: Seat,
    /// 0 for the first question of a decision, then one more for each re-ask.
    pub attempt: u32,
    /// The text of the reply as it came; absent if there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<String>,
    /// How the answer was read: `exact`, `tolerant:…`, or `none`.
    pub path: String,
    /// Why the answer was not taken, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Token counts as the provider reported them.
    #[serde(default, skip_serializing_if = "Json::is_null")]
    pub usage: Json,
    /// What else came with the reply and how it was asked for: why it ended, its reasoning, settings that were sent or
    /// refused. Nothing of it decides anything.
    #[serde(default, skip_serializing_if = "Json::is_null")]
    pub details: Json,
}

/// The result line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Whether the game had ended.
    pub over: bool,
    /// Payoffs of each seat.
    pub totals: Vec<Dec>,
    /// What the play was worth to each seat.
    pub returns: Vec<Dec>,
    /// Scores, as the scorer that wrote them gives them.
    #[serde(default, skip_serializing_if = "Json::is_null")]
    pub scores: Json,
}

#[derive(Serialize)]
struct Chained<'a, T: Serialize> {
    #[serde(skip_serializing_if = "Option::is_none")]
    e: Option<&'static str>,
    #[serde(flatten)]
    body: &'a T,
    #[serde(skip_serializing_if = "Option::is_none")]
    rationale: Option<&'a Rationale>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
    prev: &'a str,
}

impl Line {
    /// The line as text, chained to the line before by its hash.
    pub fn text(&self, prev: &str) -> String {
        fn text<T: Serialize>(line: &Chained<'_, T>) -> String {
            // Nothing in a line can fail to serialise: keys are text and numbers are finite.
            serde_json::to_string(line).unwrap_or_default()
        }
        let (rationale, at) = (None, None);
        match self {
            Line::Event { event, rationale, at } => {
                text(&Chained { e: None, body: event, rationale: rationale.as_ref(), at: *at, prev })
            }
            Line::Payoff(body) => text(&Chained { e: Some("payoff"), body, rationale, at, prev }),
            Line::Call(body) => text(&Chained { e: Some("call"), body, rationale, at, prev }),
            Line::Result(body) => text(&Chained { e: Some("result"), body, rationale, at, prev }),
        }
    }

    fn parse(text: &str) -> Result<(Line, String), String> {
        let mut value: Json = serde_json::from_str(text).map_err(|e| e.to_string())?;
        let object = value.as_object_mut().ok_or("expected an object")?;
        let prev = match object.remove("prev") {
            Some(Json::String(prev)) => prev,
            Some(_) => return Err("prev is not text".into()),
            None => return Err("prev is missing".into()),
        };
        let kind = object.get("e").and_then(Json::as_str).map(str::to_owned).ok_or("e is missing")?;
        let line = match kind.as_str() {
            "payoff" => Line::Payoff(read(value)?),
            "call" => Line::Call(read(value)?),
            "result" => Line::Result(read(value)?),
            "chance" | "message" | "action" => {
                let rationale = object.remove("rationale").map(read).transpose()?;
                let at = object.remove("at").map(read).transpose()?;
                Line::Event { event: read(value)?, rationale, at }
            }
            other => {
                return Err(format!("e is {other:?}; allowed are chance, message, action, payoff, call and result"));
            }
        };
        Ok((line, prev))
    }
}

fn read<T: serde::de::DeserializeOwned>(value: Json) -> Result<T, String> {
    serde_json::from_value(value).map_err(|e| e.to_string())
}

/// SHA-256 of a line's bytes, in lower-case hex.
pub fn line_hash(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// Bytes as lower-case hex.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut out, b| {
        let _ = write!(out, "{b:02x}");
        out
    })
}

/// A record that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The header.
    pub header: Header,
    /// The lines after it.
    pub lines: Vec<Line>,
    /// The lines whose `prev` does not fit the line before: line number from 1.
    pub broken_links: Vec<u32>,
}

/// Why a record could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordError {
    /// There is nothing in it.
    #[error("the file is empty; a record starts with a header line")]
    Empty,
    /// It is not a record of ours.
    #[error("line 1 is no record header: {0}")]
    NotARecord(String),
    /// It is of another version.
    #[error("this record has the format {0:?}; this version reads {FORMAT:?}")]
    Version(String),
    /// A line is wrong.
    #[error("line {line}: {what}")]
    Line {
        /// Its number, from 1.
        line: u32,
        /// What is wrong.
        what: String,
    },
    /// It is larger than what is read.
    #[error("{0}")]
    TooLarge(String),
}

impl Record {
    /// Reads a record. Line ends may be LF or CRLF; a byte-order mark and empty lines at the end are skipped.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut lines = text.trim_end().lines();
        let first = lines.next().filter(|l| !l.trim().is_empty()).ok_or(RecordError::Empty)?;
        let header = parse_header(first)?;
        let mut record = Record { header, lines: Vec::new(), broken_links: Vec::new() };
        let mut before = line_hash(first);
        for (i, text) in lines.enumerate() {
            let number = i as u32 + 2;
            if i >= LINES_LIMIT {
                return Err(RecordError::TooLarge(format!("more than {LINES_LIMIT} lines; that is the most read")));
            }
            if text.len() > LINE_LIMIT {
                return Err(RecordError::TooLarge(format!(
                    "line {number} has {} bytes; at most {LINE_LIMIT} are read",
                    text.len()
                )));
            }
            let (line, prev) = Line::parse(text).map_err(|what| RecordError::Line { line: number, what })?;
            if prev != before {
                record.broken_links.push(number);
            }
            before = line_hash(text);
            record.lines.push(line);
        }
        Ok(record)
    }

    /// The events of the game, in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.lines.iter().filter_map(|line| match line {
            Line::Event { event, .. } => Some(event),
            _ => None,
        })
    }

    /// The result line, if the record has one.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.lines.iter().find_map(|line| match line {
            Line::Result(outcome) => Some(outcome),
            _ => None,
        })
    }
}

fn parse_header(text: &str) -> Result<Header, RecordError> {
    if text.len() > LINE_LIMIT {
        return Err(RecordError::TooLarge(format!("line 1 has {} bytes; at most {LINE_LIMIT} are read", text.len())));
    }
    let value: Json = serde_json::from_str(text).map_err(|e| RecordError::NotARecord(e.to_string()))?;
    match value.get("format").and_then(Json::as_str) {
        Some(FORMAT) => serde_json::from_value(value).map_err(|e| RecordError::Line { line: 1, what: e.to_string() }),
        Some(other) => Err(RecordError::Version(other.chars().take(60).collect())),
        None => Err(RecordError::NotARecord("the field format is missing".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn header() -> Header {
        Header {
            format: FORMAT.into(),
            game: "L1-T01".into(),
            params: json!({"T": 5}),
            condition: Condition::Silent,
            seats: vec![SeatSpec::Human, SeatSpec::Agent { id: "always-C".into() }],
            seed: u64::MAX,
            streams: Streams::derive(u64::MAX, 2),
        }
    }

    fn lines() -> Vec<Line> {
        let action = |seat, action: &str| Line::Event {
            event: Event::Action { round: 1, phase: "choose".into(), seat, action: json!(action), fallback: false },
            rationale: (seat == 0).then(|| Rationale { goals: "win".into(), ..Rationale::default() }),
            at: None,
        };
        vec![
            action(0, "D"),
            action(1, "C"),
            Line::Payoff(Payoff {
                round: 1,
                payoffs: vec![Dec::int(5), Dec::ZERO],
                outcome: json!({"actions": ["D", "C"]}),
            }),
        ]
    }

    fn text() -> String {
        let mut out = serde_json::to_string(&header()).unwrap();
        let mut prev = line_hash(&out);
        for line in lines() {
            let text = line.text(&prev);
            prev = line_hash(&text);
            out = format!("{out}\n{text}");
        }
        out
    }

    #[test]
    fn what_is_written_reads_back_with_every_link_whole() {
        let record = Record::parse(&text()).unwrap();
        assert_eq!(record.header, header());
        assert_eq!(record.lines, lines());
        assert!(record.broken_links.is_empty());
        let windows = format!("\u{feff}{}\r\n", text().replace('\n', "\r\n"));
        assert_eq!(Record::parse(&windows).unwrap(), record);
    }

    #[test]
    fn a_changed_line_breaks_the_link_of_the_next() {
        let changed = text().replace("\"seat\":0,\"action\":\"D\"", "\"seat\":0,\"action\":\"C\"");
        assert_ne!(changed, text());
        assert_eq!(Record::parse(&changed).unwrap().broken_links, [3]);
    }

    #[test]
    fn wrong_files_are_named() {
        assert_eq!(Record::parse(""), Err(RecordError::Empty));
        assert!(matches!(Record::parse("\u{1}PNG"), Err(RecordError::NotARecord(_))));
        assert!(matches!(Record::parse("{\"format\":\"trivium-record/9\"}"), Err(RecordError::Version(_))));
        let cut = text();
        let cut = &cut[..cut.len() - 5];
        assert!(matches!(Record::parse(cut), Err(RecordError::Line { line: 4, .. })));
        let deep = format!("{}\n{}", text(), "[".repeat(100_000));
        assert!(matches!(Record::parse(&deep), Err(RecordError::Line { line: 5, .. })));
    }
}
