//! The formulas by name, the default indicator files and the risk events of each game: the one place in this crate
//! that knows games by id.

mod auction;
mod bargaining;
mod coalition;
mod committee;
pub mod common;
mod common_pool;
pub mod dilemma;
mod gift_exchange;
mod informant;
mod kuhn;
mod multi_issue;
mod public_goods;
mod punishment;
mod repeated_trust;
mod traitor;
mod trust;
mod twobytwo;
mod ultimatum;
mod volunteer;
mod werewolf;

use crate::bta::{Formula, Undefined};
use crate::episode::Episode;
use crate::risk::RiskEvent;
use trivium_core::Seat;

/// A formula: a function of the play and the seat that is scored.
pub type Measure = fn(&Episode<'_>, Seat) -> Formula;

/// What this crate knows of a game.
pub struct Scored {
    /// The game's id.
    pub game: &'static str,
    /// The default indicator file: its name and text.
    pub file: (&'static str, &'static str),
    /// The formulas by name.
    pub formulas: &'static [(&'static str, Measure)],
    /// The risk events of a seat.
    pub risk: fn(&Episode<'_>, Seat) -> Vec<RiskEvent>,
}

/// Every game that is scored, in the order of the levels.
pub static SCORED: &[&Scored] = &[
    &dilemma::ONCE,            // L1-T01
    &twobytwo::STAG_HUNT,      // L1-T02
    &twobytwo::CHICKEN,        // L1-T03
    &twobytwo::SEXES,          // L1-T04
    &ultimatum::GAME,          // L1-T05
    &trust::GAME,              // L1-T06
    &dilemma::REPEATED,        // L2-T01
    &dilemma::OPEN,            // L2-T02
    &repeated_trust::GAME,     // L2-T03
    &gift_exchange::GAME,      // L2-T04
    &bargaining::GAME,         // L2-T05
    &twobytwo::REPEATED_SEXES, // L2-T06
    &public_goods::GAME,       // L3-T01
    &volunteer::GAME,          // L3-T02
    &common_pool::SCORED,      // L3-T03
    &punishment::GAME,         // L3-T04
    &committee::SCORED,        // L3-T05
    &coalition::SCORED,        // L3-T06
    &traitor::GAME,            // L4-T01
    &informant::GAME,          // L4-T02
    &werewolf::GAME,           // L4-T03
    &auction::GAME,            // L4-T04
    &kuhn::GAME,               // L4-T05
    &multi_issue::GAME,        // L4-T06
];

/// What this crate knows of a game.
pub fn of(game: &str) -> Option<&'static Scored> {
    SCORED.iter().copied().find(|s| s.game == game)
}

impl Scored {
    /// The names of the formulas.
    pub fn names(&self) -> Vec<&'static str> {
        self.formulas.iter().map(|(name, _)| *name).collect()
    }

    /// Applies a formula.
    pub fn measure(&self, formula: &str, episode: &Episode<'_>, seat: Seat) -> Formula {
        match self.formulas.iter().find(|(name, _)| *name == formula) {
            Some((_, measure)) => measure(episode, seat),
            None => Err(Undefined::NoOpportunity),
        }
    }
}

/// The names of a game's formulas.
pub fn names(game: &str) -> Vec<&'static str> {
    of(game).map(Scored::names).unwrap_or_default()
}
