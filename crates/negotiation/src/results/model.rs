//! The recorded executions and evaluations, as far as scoring and display need them typed.
//!
//! What is not named here stays in the row's text (see [`Row::raw`](super::Row::raw)).

use serde::de::{self, Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::record::{Stored, Text, record};
use crate::task::{CalendarTask, MarketplaceTask, Meeting};

/// The text of a JSON list that is parsed only when somebody looks at it.
#[derive(Clone, Copy, Debug)]
pub struct RawList<'a>(&'a str);

impl<'a> RawList<'a> {
    /// The JSON text, `[` to `]`.
    pub fn as_json(self) -> &'a str {
        self.0
    }

    /// Whether the list has no elements.
    pub fn is_empty(self) -> bool {
        self.0.bytes().skip(1).find(|byte| !byte.is_ascii_whitespace()) == Some(b']')
    }
}

impl PartialEq for RawList<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Default for RawList<'_> {
    fn default() -> Self {
        RawList("[]")
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for RawList<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&'de RawValue>::deserialize(deserializer)?.get();
        let found = match raw.bytes().next() {
            Some(b'[') => return Ok(RawList(raw)),
            Some(b'n') => de::Unexpected::Other("null"),
            Some(b'{') => de::Unexpected::Map,
            Some(b'"') => de::Unexpected::Other("a string"),
            Some(b't' | b'f') => de::Unexpected::Other("a truth value"),
            _ => de::Unexpected::Other("a number"),
        };
        Err(de::Error::invalid_type(found, &"a list"))
    }
}

/// The arguments of a tool call: JSON text, usually wrapped in a JSON string.
#[derive(Clone, Copy, Debug)]
pub struct RawArguments<'a>(&'a str);

impl PartialEq for RawArguments<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<'a> RawArguments<'a> {
    /// The arguments' own JSON text (unwrapped from the string), or nothing if they are no text.
    pub fn text(self) -> Option<Text<'a>> {
        match self.0.bytes().next() {
            Some(b'"') => serde_json::from_str(self.0).ok(),
            Some(b'{') => Some(Text::from(self.0)),
            _ => None,
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for RawArguments<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&'de RawValue>::deserialize(deserializer).map(|raw| RawArguments(raw.get()))
    }
}

record! {
    /// The function a tool call names.
    pub struct CalledFunction as "a called function" {
        /// Tool name.
        name: Text<'a>,
        /// Arguments.
        arguments: RawArguments<'a> = RawArguments("\"\""),
    }
}

record! {
    /// One tool call of an assistant message.
    pub struct ToolCall as "a tool call" {
        /// What is called.
        function: CalledFunction<'a>,
    }
}

record! {
    /// A message of a context, reduced to what due diligence reads.
    pub struct ContextMessage as "a message" {
        /// `system`, `user`, `assistant` or `tool`.
        role: Text<'a>,
        /// Calls, on assistant messages.
        tool_calls: Option<Vec<ToolCall<'a>>> = None,
    }
}

record! {
    /// A mail of the calendar environment.
    pub struct Email as "a mail" {
        /// Sender.
        from as "from_": Text<'a>,
        /// Addressee.
        to: Text<'a>,
        /// Subject.
        subject: Text<'a> = Text::default(),
        /// Text.
        body: Option<Text<'a>> = None,
        /// The invitation or answer it carries, as text.
        event: Option<Text<'a>> = None,
    }
}

record! {
    /// What happened in one calendar task.
    pub struct CalendarExecution as "a calendar execution" {
        /// The task that was run.
        task: CalendarTask<'a>,
        /// Rounds begun.
        rounds_completed: i64 = 0,
        /// Why the run failed, if it did; an empty text means it did not.
        error: Option<Text<'a>> = None,
        /// The common mail log.
        emails: Vec<Email<'a>> = Vec::new(),
        /// The assistant's calendar at the end.
        final_assistant_calendar: Vec<Meeting<'a>> = Vec::new(),
        /// The requestor's calendar at the end.
        final_requestor_calendar: Vec<Meeting<'a>> = Vec::new(),
        /// Messages of the assistant's agent.
        assistant_context: Vec<ContextMessage<'a>> = Vec::new(),
        /// Messages of the requestor's agent.
        requestor_context: Vec<ContextMessage<'a>> = Vec::new(),
        /// Tools of the assistant's agent.
        assistant_tools: RawList<'a> = RawList::default(),
        /// Tools of the requestor's agent.
        requestor_tools: RawList<'a> = RawList::default(),
        /// Whether the rounds ran out.
        max_rounds_reached: bool = false,
    }
}

record! {
    /// How a bargain ended.
    pub struct Outcome as "an outcome" {
        /// Whether an offer was accepted.
        deal_reached: bool = false,
        /// The accepted price.
        deal_price: Option<f64> = None,
        /// The accepted offer.
        accepted_offer_id: Option<i64> = None,
        /// `buyer`, `seller`, `max_rounds` or `none`.
        ended_by: Text<'a> = Text::from("none"),
        /// In words.
        end_reason: Option<Text<'a>> = None,
    }
}

impl Default for Outcome<'_> {
    fn default() -> Self {
        Outcome {
            deal_reached: false,
            deal_price: None,
            accepted_offer_id: None,
            ended_by: Text::from("none"),
            end_reason: None,
        }
    }
}

record! {
    /// A message between buyer and seller.
    pub struct MarketMessage as "a message" {
        /// Round, from 1.
        round: i64,
        /// `buyer` or `seller`.
        speaker: Text<'a>,
        /// Text.
        content: Text<'a>,
    }
}

record! {
    /// An offer.
    pub struct Offer as "an offer" {
        /// Number, from 1.
        id: i64,
        /// Round it was made in.
        round_created: i64,
        /// `buyer` or `seller`.
        proposer: Text<'a>,
        /// Price.
        price: f64,
        /// Text that went with it.
        message: Option<Text<'a>> = None,
        /// At the end: `OPEN`, `ACCEPTED` or `EXPIRED`.
        status: Text<'a>,
    }
}

record! {
    /// What happened in one marketplace task.
    pub struct MarketplaceExecution as "a marketplace execution" {
        /// The task that was run.
        task: MarketplaceTask<'a>,
        /// Always 0 in the benchmark's own files.
        rounds_completed: i64 = 0,
        /// Why the run failed, if it did; an empty text means it did not.
        error: Option<Text<'a>> = None,
        /// How it ended.
        outcome: Outcome<'a> = Outcome::default(),
        /// Messages in order.
        messages: Vec<MarketMessage<'a>> = Vec::new(),
        /// Offers in order of making, with their final status.
        offers: Vec<Offer<'a>> = Vec::new(),
        /// Every action with its result.
        action_trace: RawList<'a> = RawList::default(),
        /// How many actions the environment refused.
        invalid_actions: i64 = 0,
        /// Messages of the buyer's agent.
        buyer_context: RawList<'a> = RawList::default(),
        /// Messages of the seller's agent.
        seller_context: RawList<'a> = RawList::default(),
    }
}

record! {
    /// Stored outcome optimality.
    pub struct StoredOutcome as "an outcome evaluation" {
        /// Value of what was agreed.
        value: Stored<f64> = Stored::Absent,
        /// Best value possible.
        best_value: Stored<f64> = Stored::Absent,
        /// Value by best value.
        outcome_optimality_score: Stored<f64> = Stored::Absent,
        /// In words (calendar).
        explanation: Stored<Text<'a>> = Stored::Absent,
    }
}

record! {
    /// Stored due diligence.
    pub struct StoredDiligence as "a due diligence evaluation" {
        /// `reasonable` or `judge`; absent in the oldest files.
        kind as "type": Stored<Text<'a>> = Stored::Absent,
        /// The score.
        score: Stored<f64> = Stored::Absent,
        /// Judge's score of information gathering (calendar).
        information_gathering_score: Stored<f64> = Stored::Absent,
        /// Judge's score of advocacy.
        advocacy_score: Stored<f64> = Stored::Absent,
        /// Judge's score of discretion.
        discretion_score: Stored<f64> = Stored::Absent,
        /// Judge's rating of information gathering (calendar).
        information_gathering_rating: Stored<Text<'a>> = Stored::Absent,
        /// Judge's rating of advocacy.
        advocacy_rating: Stored<Text<'a>> = Stored::Absent,
        /// Judge's rating of discretion.
        discretion_rating: Stored<Text<'a>> = Stored::Absent,
    }
}
