//! What happens in a session: chance outcomes, messages and actions, and the attempts that become them.

use crate::Json;
use serde::{Deserialize, Serialize};

/// A seat, counted from 0.
pub type Seat = u8;
/// A round, counted from 1.
pub type Round = u32;

/// Longest message kept, in Unicode characters; longer text is cut and marked.
pub const MESSAGE_LIMIT: usize = 600;

/// Whether the seats may talk.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Condition {
    /// No messages.
    Silent,
    /// The game's message phases are played.
    Comm,
}

impl Condition {
    /// `silent` or `comm`.
    pub const fn name(self) -> &'static str {
        match self {
            Condition::Silent => "silent",
            Condition::Comm => "comm",
        }
    }
}

impl std::str::FromStr for Condition {
    type Err = String;
    fn from_str(text: &str) -> Result<Condition, String> {
        match text {
            "silent" => Ok(Condition::Silent),
            "comm" => Ok(Condition::Comm),
            other => Err(format!("condition is {other:?}; allowed are silent and comm")),
        }
    }
}

/// A set of seats (at most 32).
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct SeatSet(u32);

impl SeatSet {
    /// No seat.
    pub const NONE: SeatSet = SeatSet(0);
    /// Every seat.
    pub const ALL: SeatSet = SeatSet(u32::MAX);

    /// One seat.
    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << (seat & 31))
    }

    /// Whether the seat is in the set.
    pub const fn has(self, seat: Seat) -> bool {
        seat < 32 && self.0 & (1 << seat) != 0
    }

    /// Both sets together.
    pub const fn with(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 | other.0)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::NONE, |set, seat| set.with(SeatSet::one(seat)))
    }
}

impl std::fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries((0..32u8).filter(|&s| self.has(s))).finish()
    }
}

/// One event of an episode, as the record holds it. Applying the events in order gives the same states, payoffs
/// and observations without any generator.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "e", rename_all = "lowercase")]
pub enum Event {
    /// A random outcome.
    Chance {
        /// The round in which it stands.
        round: Round,
        /// What was drawn.
        name: String,
        /// The seat it belongs to, if to one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The outcome.
        value: Json,
    },
    /// A message; empty text is silence.
    Message {
        /// The round in which it was sent.
        round: Round,
        /// The message phase.
        phase: String,
        /// Who speaks.
        seat: Seat,
        /// What was said, and its machine-readable part.
        #[serde(flatten)]
        message: Message,
        /// Sent by the fallback rule, not by the seat.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        fallback: bool,
    },
    /// A decision.
    Action {
        /// The round in which it was taken.
        round: Round,
        /// The phase.
        phase: String,
        /// Who decides.
        seat: Seat,
        /// The action in the game's JSON form.
        action: Json,
        /// Played by the fallback rule, not by the seat.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        fallback: bool,
    },
}

impl Event {
    /// The round the event stands in.
    pub fn round(&self) -> Round {
        match self {
            Event::Chance { round, .. } | Event::Message { round, .. } | Event::Action { round, .. } => *round,
        }
    }

    /// The seat that acts or that the outcome belongs to.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Event::Chance { seat, .. } => *seat,
            Event::Message { seat, .. } | Event::Action { seat, .. } => Some(*seat),
        }
    }

    /// The phase, for messages and actions.
    pub fn phase(&self) -> Option<&str> {
        match self {
            Event::Chance { .. } => None,
            Event::Message { phase, .. } | Event::Action { phase, .. } => Some(phase),
        }
    }
}

/// What was said, and optionally what it commits to in machine-readable form (see [`crate::Announce`]).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Message {
    /// The text, at most [`MESSAGE_LIMIT`] characters.
    pub text: String,
    /// The machine-readable part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announce: Option<Json>,
    /// The text was longer and has been cut.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut: bool,
}

/// What a seat decides: an action, or a message in a message phase.
#[derive(Clone, PartialEq, Debug)]
pub enum Decision {
    /// An action in the game's JSON form.
    Action(Json),
    /// A message.
    Message(Message),
}

impl Decision {
    /// A message without machine-readable part.
    pub fn say(text: impl Into<String>) -> Decision {
        Decision::Message(Message { text: text.into(), announce: None, cut: false })
    }

    /// The decision as something to be tried on a game.
    pub fn into_attempt(self) -> Attempt {
        match self {
            Decision::Action(action) => Attempt::Action(action),
            Decision::Message(message) => {
                let mut object = serde_json::Map::new();
                object.insert("text".into(), Json::String(message.text));
                if let Some(announce) = message.announce {
                    object.insert("announce".into(), announce);
                }
                Attempt::Message(Json::Object(object))
            }
        }
    }
}

/// A decision as it comes from outside, not yet checked.
#[derive(Clone, PartialEq, Debug)]
pub enum Attempt {
    /// An action.
    Action(Json),
    /// A message: `{"text": …, "announce": …}`.
    Message(Json),
}

/// The reasons a seat gave for a decision. Never shown to the other seats.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Rationale {
    /// What it wants.
    #[serde(default)]
    pub goals: String,
    /// What it expects of the others.
    #[serde(default)]
    pub beliefs: String,
    /// What it plans to do.
    #[serde(default)]
    pub plan: String,
    /// Why.
    #[serde(default)]
    pub justification: String,
}

/// Whose choice a decision was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// The seat's own.
    #[default]
    Chosen,
    /// The fallback rule's, after the seat gave no legal answer.
    Fallback,
}
