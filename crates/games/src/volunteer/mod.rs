//! The Volunteer's Dilemma (`L3-T02`; Diekmann 1985): one volunteer is enough for all, and volunteering costs.

pub mod agents;
mod rules;
pub mod text;

pub use rules::Volunteering;

use crate::registry::{GameInfo, table};
use trivium_core::Json;

/// `L3-T02`.
pub static GAME: GameInfo = GameInfo {
    id: "L3-T02",
    level: 3,
    name: "Volunteer's Dilemma",
    seats: 5,
    task: include_str!("../../tasks/L3-T02.json"),
    make: |params, condition| table(Volunteering::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};

/// Volunteer or wait for somebody else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// Volunteer.
    Volunteer,
    /// Wait for somebody else.
    Abstain,
}

impl Choice {
    /// The words in records.
    pub const WORDS: [&'static str; 2] = ["volunteer", "abstain"];

    /// The word in records.
    pub const fn word(self) -> &'static str {
        match self {
            Choice::Volunteer => Choice::WORDS[0],
            Choice::Abstain => Choice::WORDS[1],
        }
    }

    /// Reads the word.
    pub fn read(value: &Json) -> Option<Choice> {
        match value.as_str()? {
            "volunteer" => Some(Choice::Volunteer),
            "abstain" => Some(Choice::Abstain),
            _ => None,
        }
    }
}
