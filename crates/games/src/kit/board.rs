//! The message board of level 3: in Comm each round opens with a drawn speaking order, in which every seat then
//! posts once, seen by all at once.

use super::{Due, Next, Phase};
use trivium_core::{Condition, Json, Seat};

/// Where the board of a round stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Board {
    /// The speaking order is to be drawn.
    Unordered,
    /// The seats post in this order.
    Open(Vec<Seat>),
    /// Everyone has posted, or the game is played in silence.
    Closed,
}

impl Board {
    /// The name of the chance outcome; its value is an order of all seats.
    pub const ORDER: &'static str = "speaking_order";
    /// The name of the message phase.
    pub const PHASE: &'static str = "board";

    /// At the start of a round.
    pub fn at_start(condition: Condition) -> Board {
        match condition {
            Condition::Comm => Board::Unordered,
            Condition::Silent => Board::Closed,
        }
    }

    /// What the board waits for; `None` when it is closed.
    pub fn next(&self) -> Option<Next> {
        match self {
            Board::Unordered => Some(Next::Chance(Due::public(Board::ORDER))),
            Board::Open(order) => Some(Next::Phase(Phase::board(Board::PHASE, order.iter().copied()))),
            Board::Closed => None,
        }
    }

    /// Takes the speaking order (checked before).
    pub fn order(&mut self, value: &Json) {
        *self = Board::Open(trivium_core::announce::seats(value).unwrap_or_default());
    }

    /// Everyone has posted.
    pub fn close(&mut self) {
        *self = Board::Closed;
    }
}
