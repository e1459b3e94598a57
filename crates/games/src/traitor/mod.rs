//! Hidden Traitor (`L4-T01`).

pub mod agents;
mod rules;
pub mod suspicion;
pub mod text;

pub use rules::{BINDS, HiddenTraitor};

use crate::registry::{GameInfo, table};

/// `L4-T01`.
pub static GAME: GameInfo = GameInfo {
    id: "L4-T01",
    level: 4,
    name: "Hidden Traitor",
    seats: 5,
    task: include_str!("../../tasks/L4-T01.json"),
    make: |params, condition| table(HiddenTraitor::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};
