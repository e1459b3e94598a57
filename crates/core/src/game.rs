//! The contracts of games and agents.

use crate::{Attempt, Condition, Dec, Decision, Event, Json, LegalForm, Origin, Rng, Round, Seat};
use serde::{Deserialize, Serialize};

/// Why an attempt was refused. The first that applies, in this order, is the answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The game has ended.
    GameOver,
    /// A message in the silent condition.
    MessagesOff,
    /// Not the current phase, a message outside a message phase, an action inside one, or another chance outcome
    /// than the one that is due.
    WrongPhase,
    /// The seat does not take part in this phase, or another seat is next.
    NotYourTurn,
    /// The seat has acted in this phase.
    AlreadyActed,
    /// Wrong type or shape.
    Malformed,
    /// Not one of the listed values.
    NotInSet,
    /// Below the minimum or above the maximum.
    OutOfRange,
    /// In range, but between two steps.
    NotOnGrid,
    /// Well-formed parts that do not fit together.
    NotFeasible,
    /// An announcement that the rules do not allow here.
    BadAnnounce,
}

impl Code {
    /// The name used in records and in the rules pages, such as `not_in_set`.
    pub const fn name(self) -> &'static str {
        match self {
            Code::GameOver => "game_over",
            Code::MessagesOff => "messages_off",
            Code::WrongPhase => "wrong_phase",
            Code::NotYourTurn => "not_your_turn",
            Code::AlreadyActed => "already_acted",
            Code::Malformed => "malformed",
            Code::NotInSet => "not_in_set",
            Code::OutOfRange => "out_of_range",
            Code::NotOnGrid => "not_on_grid",
            Code::NotFeasible => "not_feasible",
            Code::BadAnnounce => "bad_announce",
        }
    }

    /// The reason in a sentence for the person or model that made the attempt.
    pub const fn sentence(self) -> &'static str {
        match self {
            Code::GameOver => "The game is over.",
            Code::MessagesOff => "This game is played without messages.",
            Code::WrongPhase => "That does not belong to the present phase of the game.",
            Code::NotYourTurn => "It is another seat's turn.",
            Code::AlreadyActed => "This seat has decided already in this phase.",
            Code::Malformed => "The answer does not have the form that was asked for.",
            Code::NotInSet => "The answer is not one of the listed choices.",
            Code::OutOfRange => "The number is outside the allowed range.",
            Code::NotOnGrid => "The number lies between two allowed steps.",
            Code::NotFeasible => "The parts of the answer do not fit together.",
            Code::BadAnnounce => "The announcement is not one that the rules allow here.",
        }
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A refused attempt; the game has not changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{code}: {}", code.sentence())]
pub struct Refusal {
    /// The reason.
    pub code: Code,
}

impl From<Code> for Refusal {
    fn from(code: Code) -> Refusal {
        Refusal { code }
    }
}

/// The chance outcome that is due.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Due {
    /// Its name.
    pub name: &'static str,
    /// The seat it belongs to, if to one.
    pub seat: Option<Seat>,
}

/// Where a game stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// The running round; after the end that of the last event.
    pub round: Round,
    /// The phase: `over` after the end, `chance` where a chance outcome is due.
    pub phase: &'static str,
    /// The seats that may decide now.
    pub to_act: Vec<Seat>,
    /// The chance outcome that is due, if one is.
    pub due: Option<Due>,
    /// Whether the present phase takes messages.
    pub talk: bool,
}

impl Status {
    /// Whether the game has ended.
    pub fn over(&self) -> bool {
        self.phase == "over"
    }
}

/// A point at which payoffs accrue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The round.
    pub round: Round,
    /// Number of events applied when it happened.
    pub after: u32,
    /// What each seat earned.
    pub payoffs: Vec<Dec>,
    /// The results of the step, in the game's form.
    pub outcome: Json,
}

/// What applying an event did.
#[derive(Clone, PartialEq, Debug)]
pub struct Applied {
    /// The event as it stands in the record (numbers canonical, long text cut).
    pub event: Event,
    /// The step that it completed, if one.
    pub step: Option<Step>,
}

/// Everything the rules show a seat, and nothing else.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Observation {
    /// The game's id.
    pub game: &'static str,
    /// The complete parameters.
    pub params: Json,
    /// Whether the seats may talk.
    pub condition: Condition,
    /// The own seat.
    pub seat: Seat,
    /// The own role.
    pub role: String,
    /// The running round.
    pub round: Round,
    /// The running phase.
    pub phase: &'static str,
    /// What the seat may decide now; absent when it is not its turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<LegalForm>,
    /// The visible events, in order; those of a finished simultaneous phase in seat order.
    pub events: Vec<Event>,
    /// The visible results of finished steps.
    pub results: Vec<Json>,
    /// The seat's payoff so far.
    pub own_total: Dec,
    /// Everyone's payoff so far, where payoffs are public.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<Vec<Dec>>,
    /// Further named values that the game's page lists.
    pub facts: serde_json::Map<String, Json>,
}

impl Observation {
    /// A named value: `own_total`, `totals`, or one of the game's facts.
    pub fn fact(&self, name: &str) -> Option<Json> {
        match name {
            "own_total" => Some(self.own_total.to_json()),
            "totals" => self.totals.as_ref().map(|t| t.iter().map(|d| d.to_json()).collect()),
            _ => self.facts.get(name).cloned(),
        }
    }

    /// The visible actions of a phase, in order: round, seat, action.
    pub fn actions<'a>(&'a self, of: &'a str) -> impl Iterator<Item = (Round, Seat, &'a Json)> + 'a {
        self.events.iter().filter_map(move |event| match event {
            Event::Action { round, phase, seat, action, .. } if phase == of => Some((*round, *seat, action)),
            _ => None,
        })
    }

    /// The visible action of one seat in a phase of a round.
    pub fn action_of(&self, of: &str, in_round: Round, by: Seat) -> Option<&Json> {
        self.events.iter().find_map(|event| match event {
            Event::Action { round, phase, seat, action, .. } if phase == of && *round == in_round && *seat == by => {
                Some(action)
            }
            _ => None,
        })
    }

    /// A parameter as a whole number (0 where there is none of that name).
    pub fn whole(&self, param: &str) -> i64 {
        self.params.get(param).and_then(Dec::from_json).and_then(Dec::to_i64).unwrap_or(0)
    }

    /// A parameter as an exact decimal (0 where there is none of that name).
    pub fn decimal(&self, param: &str) -> Dec {
        self.params.get(param).and_then(Dec::from_json).unwrap_or(Dec::ZERO)
    }

    /// Whether the present phase takes messages.
    pub fn talking(&self) -> bool {
        self.legal == Some(LegalForm::Text)
    }
}

/// The rules of one game with its parameters, as a state machine without clock, storage or generator.
pub trait Game: Send + Sync {
    /// The id, such as `L2-T01`.
    fn id(&self) -> &'static str;
    /// The complete parameters.
    fn params(&self) -> &Json;
    /// The condition.
    fn condition(&self) -> Condition;
    /// Number of seats.
    fn seats(&self) -> Seat;
    /// A seat's role.
    fn role(&self, seat: Seat) -> String;
    /// Where the game stands.
    fn status(&self) -> Status;
    /// What a seat may decide now; `None` when it is not its turn.
    fn legal(&self, seat: Seat) -> Option<LegalForm>;
    /// What is recorded for a seat that gives no legal answer: the action that commits it to least.
    fn fallback(&self, seat: Seat) -> Option<Decision>;
    /// Tries a decision of the seat in the named phase of the running round. A refusal changes nothing.
    fn attempt(&mut self, seat: Seat, phase: &str, attempt: Attempt, origin: Origin) -> Result<Applied, Refusal>;
    /// Applies a recorded event. A refusal changes nothing.
    fn apply(&mut self, event: &Event) -> Result<Applied, Refusal>;
    /// Draws the chance outcome that is due, without applying it.
    fn draw(&self, rng: &mut Rng) -> Option<Event>;
    /// What the seat sees now.
    fn observe(&self, seat: Seat) -> Observation;
    /// The indices of the events whose content the seat sees now.
    fn visible(&self, seat: Seat) -> Vec<u32>;
    /// The events applied so far.
    fn events(&self) -> &[Event];
    /// The steps completed so far.
    fn steps(&self) -> &[Step];
    /// Payoffs so far.
    fn totals(&self) -> Vec<Dec>;
    /// What the play is worth to each seat.
    fn returns(&self) -> Vec<Dec> {
        self.totals()
    }
    /// A copy of this state.
    fn boxed(&self) -> Box<dyn Game>;
}

/// What is known of a rule-based agent, as data that pages filter by.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AgentInfo {
    /// The id under which records name it.
    pub id: &'static str,
    /// The name people read.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub description: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// Its traits.
    pub traits: Traits,
}

/// Traits of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Traits {
    /// Rounds it looks back; `None` for the whole history.
    pub memory: Option<u32>,
    /// Whether it draws.
    pub stochastic: bool,
    /// What it says in Comm.
    pub speech: Speech,
}

/// What an agent announces in Comm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Speech {
    /// It announces nothing.
    Quiet,
    /// It does what it announces.
    Honest,
    /// It announces something else than it does.
    Deceptive,
    /// Its decisions depend on what others announce.
    Listening,
    /// Honest or not, as the role demands that it is dealt.
    Role,
}

/// A rule-based agent: a function of what its seat sees. Its draws come from a generator of that decision alone.
pub trait Agent: Send + Sync {
    /// Decides at its turn.
    fn decide(&self, observation: &Observation, rng: &mut Rng) -> Decision;
}

/// A parameter or setting that is not allowed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field} is {found}; allowed: {allowed}")]
pub struct ParamError {
    /// The field.
    pub field: String,
    /// What stands there.
    pub found: String,
    /// What may stand there.
    pub allowed: String,
}

impl ParamError {
    /// A field with what was found and what is allowed.
    pub fn new(field: impl Into<String>, found: impl Into<String>, allowed: impl Into<String>) -> ParamError {
        ParamError { field: field.into(), found: found.into(), allowed: allowed.into() }
    }
}

/// Where sessions get their games and agents from.
pub trait Catalog {
    /// Builds a game at its start. Missing parameters get their defaults.
    fn game(&self, id: &str, params: &Json, condition: Condition) -> Result<Box<dyn Game>, ParamError>;
    /// An agent of a game by its id.
    fn agent(&self, game: &str, id: &str) -> Result<Box<dyn Agent>, ParamError>;
}
