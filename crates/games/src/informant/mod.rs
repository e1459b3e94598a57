//! Informant (`L4-T02`).

pub mod agents;
mod rules;
pub mod text;

pub use rules::{BINDS, INFORMANT, Informant};

use crate::registry::{GameInfo, table};

/// `L4-T02`.
pub static GAME: GameInfo = GameInfo {
    id: "L4-T02",
    level: 4,
    name: "Informant",
    seats: 4,
    task: include_str!("../../tasks/L4-T02.json"),
    make: |params, condition| table(Informant::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};
