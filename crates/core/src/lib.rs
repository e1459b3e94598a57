//! The ground every other crate stands on: exact numbers ([`Dec`]), seeded randomness ([`Rng`]), the event
//! record ([`record`]), and the contracts of games, agents, seats and the platform's services ([`ports`]).
//!
//! Nothing here knows a game by name, reads a clock, opens a file or draws from the system's randomness.

pub mod announce;
pub mod dec;
pub mod event;
pub mod game;
pub mod legal;
pub mod ports;
pub mod record;
pub mod replay;
pub mod rng;
pub mod session;

pub use announce::{Announce, Commitment, If};
pub use dec::Dec;
pub use event::{Attempt, Condition, Decision, Event, Message, Origin, Rationale, Round, Seat, SeatSet};
pub use game::{Agent, AgentInfo, Catalog, Code, Due, Game, Observation, ParamError, Refusal, Status, Step, Traits};
pub use legal::LegalForm;
pub use record::{Header, Line, Record, RecordError, SeatSpec};
pub use rng::Rng;
pub use session::Session;

/// A JSON value. Objects keep their keys sorted, so that equal values have equal bytes.
pub type Json = serde_json::Value;

/// The compact text of a JSON value, keys sorted, as it is hashed and compared.
pub fn canonical(value: &Json) -> String {
    value.to_string()
}
