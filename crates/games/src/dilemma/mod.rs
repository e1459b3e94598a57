//! The Prisoner's Dilemma: once (`L1-T01`) and repeated with a known horizon (`L2-T01`).

pub mod agents;
mod fast;
mod rules;
pub mod strategies;
pub mod text;

pub use fast::{MatchResult, play};
pub use rules::{Dilemma, Payoffs};

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
