//! Rule-based agents for both domains and all four seats.
//!
//! An agent is given its own side's brief (preferences and address, or limit and anchor) and reads
//! everything else from its messages, as a model would: it has no other way to learn what happened.
//! It keeps no state of its own, and the random agent draws from a named stream, so that the same
//! seed gives the same episode everywhere.
//!
//! Time-dependent and behaviour-dependent tactics follow P. Faratin, C. Sierra, N. R. Jennings,
//! "Negotiation decision functions for autonomous agents", Robotics and Autonomous Systems 24
//! (1998), 159–182.

mod calendar;
mod market;
mod reading;

pub use calendar::{CalendarAgent, CalendarBrief};
pub use market::{MarketAgent, MarketBrief};

use crate::episode::{Conditions, Party, Policy};
use crate::task::Task;

/// How an agent negotiates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Manner {
    /// The agent that due diligence compares with: looks first, asks for the best that is left,
    /// agrees when nothing better is.
    Reasonable,
    /// Takes the first thing offered, whatever it is.
    FirstOffer,
    /// Asks for its best and never moves.
    Stubborn,
    /// Concedes evenly until its limit at the last round (Faratin's β = 1).
    Linear,
    /// Holds out and concedes at the end (Faratin's β = 0.2).
    Boulware,
    /// Concedes early (Faratin's β = 5).
    Conceder,
    /// Concedes as much as the other side has (Faratin's absolute tit-for-tat).
    TitForTat,
    /// Calls random tools with random arguments.
    Random,
}

impl Manner {
    /// Every manner.
    pub const ALL: [Manner; 8] = [
        Manner::Reasonable,
        Manner::FirstOffer,
        Manner::Stubborn,
        Manner::Linear,
        Manner::Boulware,
        Manner::Conceder,
        Manner::TitForTat,
        Manner::Random,
    ];

    /// A short name, as in run files.
    pub fn as_str(self) -> &'static str {
        match self {
            Manner::Reasonable => "reasonable",
            Manner::FirstOffer => "first-offer",
            Manner::Stubborn => "stubborn",
            Manner::Linear => "linear",
            Manner::Boulware => "boulware",
            Manner::Conceder => "conceder",
            Manner::TitForTat => "tit-for-tat",
            Manner::Random => "random",
        }
    }

    /// The manner of that name.
    pub fn read(name: &str) -> Option<Manner> {
        Manner::ALL.into_iter().find(|manner| manner.as_str() == name)
    }

    /// What it does, in a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Manner::Reasonable => "Looks first, asks for the best that is left, agrees when nothing better is.",
            Manner::FirstOffer => "Takes the first thing offered, whatever it is.",
            Manner::Stubborn => "Asks for its best and never moves.",
            Manner::Linear => "Concedes evenly and reaches its limit in the last round.",
            Manner::Boulware => "Holds out and concedes only near the end.",
            Manner::Conceder => "Concedes most of the way early.",
            Manner::TitForTat => "Concedes as much as the other side has conceded.",
            Manner::Random => "Calls random tools with random arguments.",
        }
    }
}

/// How much of the best outcome an agent still asks for: 1 is its best, 0 its limit.
///
/// `round` counts from 1 to `max_rounds`; `conceded` is what the other side's offers have gained
/// the agent since the first one, on the same scale.
fn aspiration(manner: Manner, round: u32, max_rounds: u32, conceded: f64) -> f64 {
    let beta = match manner {
        Manner::Linear => 1.0,
        Manner::Boulware => 0.2,
        Manner::Conceder => 5.0,
        Manner::TitForTat => return 1.0 - conceded.clamp(0.0, 1.0),
        Manner::Reasonable | Manner::Stubborn => return 1.0,
        Manner::FirstOffer | Manner::Random => return 0.0,
    };
    let last = max_rounds.saturating_sub(1);
    if last == 0 {
        return 0.0;
    }
    let passed = round.saturating_sub(1).min(last);
    // Faratin's α(t) = κ + (1 − κ)(min(t, t_max) / t_max)^(1/β) with κ = 0.
    1.0 - libm::pow(f64::from(passed) / f64::from(last), 1.0 / beta)
}

/// An agent for a party of a task. `seed` matters to the random manner only.
pub fn agent(task: &Task<'_>, party: Party, manner: Manner, conditions: &Conditions, seed: u64) -> Box<dyn Policy> {
    match task {
        Task::Calendar(task) => {
            Box::new(CalendarAgent::new(CalendarBrief::of(task, party, conditions.max_rounds), manner, seed))
        }
        Task::Marketplace(task) => {
            Box::new(MarketAgent::new(MarketBrief::of(task, party, conditions.max_rounds), manner, seed))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aspirations_at_hand_computed_points() {
        // 11 rounds: round 6 is half of the time. 0.5^1 = 0.5, 0.5^5 = 0.03125, 0.5^0.2 = 0.870550563…
        let at = |manner, round| aspiration(manner, round, 11, 0.0);
        assert_eq!(at(Manner::Linear, 6), 0.5);
        assert_eq!(at(Manner::Boulware, 6), 0.96875);
        assert!((at(Manner::Conceder, 6) - 0.129_449_436_703_875_88).abs() < 1e-15);
        for manner in [Manner::Linear, Manner::Boulware, Manner::Conceder] {
            assert_eq!((at(manner, 1), at(manner, 11), at(manner, 99)), (1.0, 0.0, 0.0));
        }
        assert_eq!(aspiration(Manner::TitForTat, 3, 11, 0.25), 0.75);
        assert_eq!(aspiration(Manner::Linear, 1, 1, 0.0), 0.0);
    }
}
