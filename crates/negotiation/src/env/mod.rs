//! The two environments as pure state machines: what each tool does, when it is refused, and what
//! the other side finds the next time it looks.
//!
//! An environment knows nothing of models, turns or limits: those belong to
//! [`episode`](crate::episode). Rules, order of checks and field names are the benchmark's; result
//! sentences and tool descriptions are our own.
//!
//! - [`calendar`]: two calendars and one mail log.
//! - [`marketplace`]: messages and offers between a buyer and a seller.
//! - [`tool`]: tool specifications as data, and the reading of a call's arguments.
//! - [`moment`]: the dates and times of day that agents may write.

pub mod calendar;
mod listing;
pub mod marketplace;
pub mod moment;
pub mod tool;

pub use calendar::{CalendarAction, CalendarEnv, CalendarRefusal, CalendarSide, SetupError};
pub use listing::{EventBlock, EventKind};
pub use marketplace::{MarketAction, MarketEnv, MarketRefusal, MarketSide};
pub use tool::{ArgumentError, Arguments, Parameter, ParameterKind, Tool};

/// What an accepted action does to the turn it was made in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The turn goes on.
    Continue,
    /// The turn is over.
    EndTurn,
    /// The episode is over.
    EndEpisode,
}

/// An action that was carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// What the agent is told.
    pub text: String,
    /// What follows.
    pub flow: Flow,
}

impl Done {
    fn and_continue(text: impl Into<String>) -> Done {
        Done { text: text.into(), flow: Flow::Continue }
    }
}
