//! Language models at a seat.
//!
//! One decision goes through these modules in order: [`prompt`] makes the question from what the seat sees,
//! [`provider`] writes and reads the wire format, [`reply`] understands the text, [`seat`] records the reply and plays
//! the decision, and [`diagnosis`] says in words what went wrong and what to do. All but the sending is pure; the
//! sending goes through core's [`Transport`](trivium_core::ports::Transport). `docs/model-seat.md` says what is sent,
//! what is recorded and what never leaves memory.

pub mod diagnosis;
pub mod endpoint;
pub mod key;
pub mod prompt;
pub mod provider;
pub mod reply;
pub mod schema;
pub mod seat;
pub mod text;

pub use diagnosis::{Around, Diagnosis, Permission, Retry, diagnose};
pub use endpoint::{BadEndpoint, Connection, Endpoint, Settings};
pub use key::{BadKey, Key};
pub use provider::{Answer, Fault};
pub use seat::{Played, SeatError, ask};
pub use text::{AnnounceForm, At, Texts};
