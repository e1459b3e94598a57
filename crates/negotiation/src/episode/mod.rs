//! Episodes: who moves when, what each side is shown, and what is written down.
//!
//! An episode is a stepper. [`Episode::due`] says what it waits for, [`Episode::open`],
//! [`Episode::answer`] and [`Episode::fail`] give it; nothing else moves it on. Whoever answers
//! (a model through a runner, a person through a page, a rule) sees the same messages and the same
//! tools, and answers with one tool call. [`play`] drives an episode with two [`Policy`]s.
//!
//! At the end [`Episode::execution_json`] is one `execution` of a results file, read back and scored
//! like any other.

mod calendar;
mod marketplace;
mod message;
mod prompt;
mod seat;

use serde_json::Value;

pub use calendar::CalendarEpisode;
pub use marketplace::{MarketEpisode, Trace};
pub use message::{AssistantMessage, Message, ToolCall};
pub use prompt::Preset;

use crate::env::{SetupError, Tool};
use crate::results::Execution;
use crate::task::{Domain, Task};

/// How an episode is played, beside its task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// Most rounds, at least 1.
    pub max_rounds: u32,
    /// Most steps in one turn, at least 1.
    pub max_steps_per_turn: u32,
    /// What the evaluated side is told about its manner.
    pub preset: Preset,
    /// Calendar: whether agents are told their preferences.
    pub expose_preferences: bool,
}

impl Default for Conditions {
    /// 20 rounds of 20 steps, no preset, preferences shown.
    fn default() -> Self {
        Conditions { max_rounds: 20, max_steps_per_turn: 20, preset: Preset::None, expose_preferences: true }
    }
}

impl Conditions {
    fn check(&self) -> Result<(), SetupError> {
        if self.max_rounds == 0 || self.max_steps_per_turn == 0 { Err(SetupError::NoRounds) } else { Ok(()) }
    }
}

/// Whose move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Party {
    /// The evaluated side: assistant or buyer.
    Principal,
    /// Its counterpart: requestor or seller.
    Counterparty,
}

/// What a party is shown when it is asked.
#[derive(Clone, Copy, Debug)]
pub struct View<'e> {
    /// Its messages so far.
    pub context: &'e [Message],
    /// What follows them in this question only and is not kept: the wish for an opening message, or
    /// failed attempts with what was wrong.
    pub scratch: &'e [Message],
    /// The tools it has; none when it is asked for an opening message.
    pub tools: &'static [&'static Tool],
    /// Round, from 1; 0 for the calendar's opening.
    pub round: u32,
    /// Step within the turn, from 1.
    pub step: u32,
    /// Attempt at this step, from 1.
    pub attempt: u32,
}

impl<'e> View<'e> {
    /// All messages in order.
    pub fn messages(&self) -> impl Iterator<Item = &'e Message> {
        self.context.iter().chain(self.scratch)
    }
}

/// What an episode waits for.
#[derive(Clone, Copy, Debug)]
pub enum Due<'e> {
    /// A short text that goes with the forced opening move: [`Episode::open`].
    Opening {
        /// Who is asked.
        party: Party,
        /// What it is shown.
        view: View<'e>,
    },
    /// One tool call: [`Episode::answer`].
    Step {
        /// Who is asked.
        party: Party,
        /// What it is shown.
        view: View<'e>,
    },
    /// Nothing: the episode is over.
    Over,
}

/// What a party answers: one tool call, and what it said beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Thinking asked for before the call; kept as a message of its own.
    pub thought: Option<String>,
    /// Text beside the call.
    pub content: Option<String>,
    /// Reasoning the provider returned.
    pub reasoning: Vec<String>,
    /// The calls; anything but exactly one is turned back.
    pub calls: Vec<ToolCall>,
}

impl Answer {
    /// A single call, its id left to the episode.
    pub fn call(name: &str, arguments: &Value) -> Answer {
        let call = ToolCall { id: String::new(), name: name.to_owned(), arguments: arguments.to_string() };
        Answer { calls: vec![call], ..Answer::default() }
    }
}

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Trying again later in the episode may help.
    Recoverable(String),
    /// Nothing will help: wrong key, unknown model, exhausted quota, context too long.
    Fatal(String),
}

impl Failure {
    /// What went wrong.
    pub fn text(&self) -> &str {
        match self {
            Failure::Recoverable(text) | Failure::Fatal(text) => text,
        }
    }
}

/// An answer of a kind the episode does not wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the episode does not wait for that now")]
pub struct NotDue;

/// An episode of either domain.
pub trait Episode {
    /// What it waits for.
    fn due(&self) -> Due<'_>;
    /// Gives the text of the forced opening move.
    fn open(&mut self, text: &str) -> Result<(), NotDue>;
    /// Gives a party's answer to a step.
    fn answer(&mut self, answer: Answer) -> Result<(), NotDue>;
    /// Reports that no answer came.
    fn fail(&mut self, failure: &Failure) -> Result<(), NotDue>;
    /// The domain.
    fn domain(&self) -> Domain;
    /// What happened so far as the JSON of an `execution` in a results file.
    fn execution_json(&self) -> String;
}

/// Starts an episode of a task.
pub fn start(task: &Task<'_>, conditions: Conditions) -> Result<Box<dyn Episode>, SetupError> {
    Ok(match task {
        Task::Calendar(task) => Box::new(CalendarEpisode::new(task, conditions)?),
        Task::Marketplace(task) => Box::new(MarketEpisode::new(task, conditions)?),
    })
}

/// Whoever plays a party: a function from what it is shown to one tool call.
pub trait Policy {
    /// The text of the forced opening move.
    fn opening(&mut self, view: &View<'_>) -> String;
    /// The next call.
    fn choose(&mut self, view: &View<'_>) -> Answer;
}

/// Plays an episode to its end.
pub fn play(episode: &mut dyn Episode, principal: &mut dyn Policy, counterparty: &mut dyn Policy) {
    loop {
        let moved = match episode.due() {
            Due::Over => return,
            Due::Opening { party: Party::Principal, view } => {
                let text = principal.opening(&view);
                episode.open(&text)
            }
            Due::Opening { party: Party::Counterparty, view } => {
                let text = counterparty.opening(&view);
                episode.open(&text)
            }
            Due::Step { party: Party::Principal, view } => {
                let answer = principal.choose(&view);
                episode.answer(answer)
            }
            Due::Step { party: Party::Counterparty, view } => {
                let answer = counterparty.choose(&view);
                episode.answer(answer)
            }
        };
        // What was due is what was given.
        debug_assert!(moved.is_ok());
        if moved.is_err() {
            return;
        }
    }
}

/// Reads the JSON of an `execution`, as [`Episode::execution_json`] gives it.
pub fn read_execution(domain: Domain, json: &str) -> Result<Execution<'_>, serde_json::Error> {
    Ok(match domain {
        Domain::Calendar => Execution::Calendar(Box::new(serde_json::from_str(json)?)),
        Domain::Marketplace => Execution::Marketplace(Box::new(serde_json::from_str(json)?)),
    })
}
