//! The Prisoner's Dilemma: once (`L1-T01`), repeated with a known horizon (`L2-T01`), and repeated with noise and an
//! open end (`L2-T02`).

pub mod agents;
pub mod fast;
mod rules;
pub mod strategies;
pub mod text;

pub use fast::{MatchResult, play, play_open};
pub use rules::{Dilemma, Intended, OpenEnd, Payoffs};

use crate::registry::{GameInfo, table};

/// `L1-T01`.
pub static ONCE: GameInfo = GameInfo {
    id: "L1-T01",
    level: 1,
    name: "Prisoner's Dilemma",
    seats: 2,
    task: include_str!("../../tasks/L1-T01.json"),
    make: |params, condition| table(Dilemma::once(params, condition)?, condition),
    agents: agents::one_shot,
    text: text::rules,
    label: text::label,
};

/// `L2-T01`.
pub static REPEATED: GameInfo = GameInfo {
    id: "L2-T01",
    level: 2,
    name: "Repeated Prisoner's Dilemma",
    seats: 2,
    task: include_str!("../../tasks/L2-T01.json"),
    make: |params, condition| table(Dilemma::repeated(params, condition)?, condition),
    agents: agents::repeated,
    text: text::rules,
    label: text::label,
};

/// `L2-T02`.
pub static OPEN: GameInfo = GameInfo {
    id: "L2-T02",
    level: 2,
    name: "Repeated Prisoner's Dilemma with noise and open end",
    seats: 2,
    task: include_str!("../../tasks/L2-T02.json"),
    make: |params, condition| table(Dilemma::open(params, condition)?, condition),
    agents: agents::open,
    text: text::rules,
    label: text::label,
};

/// Cooperate or defect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Cooperate.
    C,
    /// Defect.
    D,
}

impl Move {
    /// The letter in records.
    pub const fn letter(self) -> &'static str {
        match self {
            Move::C => "C",
            Move::D => "D",
        }
    }

    /// Reads the letter.
    pub fn read(value: &trivium_core::Json) -> Option<Move> {
        match value.as_str()? {
            "C" => Some(Move::C),
            "D" => Some(Move::D),
            _ => None,
        }
    }

    /// The other move.
    pub const fn flipped(self) -> Move {
        match self {
            Move::C => Move::D,
            Move::D => Move::C,
        }
    }
}
