//! What all games share: the order of refusals, message phases, simultaneous choices, visibility and the
//! bookkeeping of payoffs. A game is a [`Rules`] value; [`Table`] makes a [`Game`] of it.

pub mod agent;
pub mod board;
pub mod chance;
pub mod level4;
pub mod params;
pub mod speech;
mod table;

pub use board::Board;
pub use params::Params;
pub use table::Table;

use serde_json::Map;
use trivium_core::{Announce, Code, Dec, Json, LegalForm, Rng, Round, Seat, SeatSet};

/// What comes next in a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Nothing; the game is over.
    Over,
    /// A chance outcome.
    Chance(Due),
    /// Decisions or messages.
    Phase(Phase),
}

/// A chance outcome that is due.
#[derive(Clone, Debug, PartialEq)]
pub struct Due {
    /// Its name.
    pub name: &'static str,
    /// The seat it belongs to, if to one.
    pub seat: Option<Seat>,
    /// Who sees it at once.
    pub audience: SeatSet,
}

impl Due {
    /// An outcome that everyone sees.
    pub fn public(name: &'static str) -> Due {
        Due { name, seat: None, audience: SeatSet::ALL }
    }

    /// An outcome that belongs to a seat, which alone sees it.
    pub fn private(name: &'static str, seat: Seat) -> Due {
        Due { name, seat: Some(seat), audience: SeatSet::one(seat) }
    }
}

/// A named point at which seats decide or speak.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// Its name.
    pub name: &'static str,
    /// Messages or actions.
    pub kind: Kind,
    /// Who takes part; in a sequential phase in this order.
    pub seats: Vec<Seat>,
    /// Whether all decide without seeing one another, or one after another.
    pub order: Order,
    /// Who sees the choices (besides their authors): of a simultaneous phase when all are in, of a sequential one
    /// at once.
    pub audience: SeatSet,
}

/// What a phase takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Messages.
    Talk,
    /// Actions.
    Act,
}

/// How the seats of a phase follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All decide without seeing one another.
    Simultaneous,
    /// One after another.
    Sequential,
}

impl Phase {
    /// A phase in which the seats choose without seeing one another; public when all are in.
    pub fn together(name: &'static str, seats: impl IntoIterator<Item = Seat>) -> Phase {
        Phase {
            name,
            kind: Kind::Act,
            seats: seats.into_iter().collect(),
            order: Order::Simultaneous,
            audience: SeatSet::ALL,
        }
    }

    /// A phase in which one seat acts, seen by all at once.
    pub fn single(name: &'static str, seat: Seat) -> Phase {
        Phase { order: Order::Sequential, ..Phase::together(name, [seat]) }
    }

    /// Messages sent without seeing one another; public when all are in.
    pub fn talk(name: &'static str, seats: impl IntoIterator<Item = Seat>) -> Phase {
        Phase { kind: Kind::Talk, ..Phase::together(name, seats) }
    }

    /// Messages one after another in the given order, each seen by all at once.
    pub fn board(name: &'static str, order: impl IntoIterator<Item = Seat>) -> Phase {
        Phase { order: Order::Sequential, ..Phase::talk(name, order) }
    }

    /// The same phase with another audience.
    pub fn seen_by(self, audience: SeatSet) -> Phase {
        Phase { audience, ..self }
    }
}

/// One choice of a finished phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Who chose.
    pub seat: Seat,
    /// The action; `Null` for a message.
    pub action: Json,
    /// Index of its event.
    pub at: u32,
}

/// What a chance outcome or a finished phase leads to besides the change of state.
#[derive(Debug, Default)]
pub struct Effects {
    /// Payoffs that accrue, and the outcome of the step.
    pub step: Option<(Vec<Dec>, Json)>,
    /// Events that become visible to further seats.
    pub reveal: Vec<(u32, SeatSet)>,
}

impl Effects {
    /// Payoffs accrue.
    pub fn pay(&mut self, payoffs: Vec<Dec>, outcome: Json) {
        self.step = Some((payoffs, outcome));
    }
}

/// The rules of one game: a value that holds parameters and state. No clock, storage or generator.
pub trait Rules: Clone + Send + Sync + 'static {
    /// The id.
    fn id(&self) -> &'static str;
    /// The complete parameters as JSON.
    fn params(&self) -> Json;
    /// Number of seats.
    fn seats(&self) -> Seat;
    /// A seat's role as that seat may know it.
    fn role(&self, _seat: Seat) -> &'static str {
        "player"
    }
    /// The running round.
    fn round(&self) -> Round;
    /// What comes next.
    fn next(&self) -> Next;
    /// What a seat may decide in an action phase.
    fn legal(&self, phase: &Phase, seat: Seat) -> LegalForm;
    /// Checks an action and gives its canonical form. What the legal form says, unless a game reads its actions
    /// more strictly.
    fn check(&self, phase: &Phase, seat: Seat, action: &Json) -> Result<Json, Code> {
        self.legal(phase, seat).check(action)
    }
    /// The action that commits the seat to least.
    fn fallback(&self, phase: &Phase, seat: Seat) -> Json;
    /// Whether an announcement is admissible from this seat in this message phase.
    fn admits(&self, phase: &Phase, seat: Seat, announce: &Announce) -> bool;
    /// Checks a chance outcome: `malformed` for the wrong shape, `not_feasible` outside its support; the canonical
    /// value otherwise.
    fn support(&self, due: &Due, _value: &Json) -> Result<Json, Code> {
        debug_assert!(false, "{} has no chance outcome {}", self.id(), due.name);
        Err(Code::NotFeasible)
    }
    /// Draws a chance outcome.
    fn draw(&self, due: &Due, _rng: &mut Rng) -> Json {
        debug_assert!(false, "{} has no chance outcome {}", self.id(), due.name);
        Json::Null
    }
    /// Takes a checked chance outcome, the event of which has the index `at`.
    fn on_chance(&mut self, _due: &Due, _value: &Json, _at: u32, _effects: &mut Effects) {}
    /// Takes the choices of a finished phase, in seat order (sequential: in order of acting).
    fn on_phase(&mut self, phase: &Phase, choices: &[Choice], effects: &mut Effects);
    /// Whether payoffs and totals are public.
    fn public_payoffs(&self) -> bool {
        true
    }
    /// What a seat sees of a finished step.
    fn step_view(&self, _seat: Seat, step: &trivium_core::Step) -> Json {
        serde_json::json!({"round": step.round, "payoffs": step.payoffs, "outcome": step.outcome})
    }
    /// Further named values that the seat may read off.
    fn facts(&self, _seat: Seat) -> Map<String, Json> {
        Map::new()
    }
}
