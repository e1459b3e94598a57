//! Multi-Issue Bargaining (`L4-T06`).

pub mod agents;
pub mod deals;
mod rules;
pub mod text;

pub use rules::{BINDS, Bargaining, Stated, item_names};

use crate::registry::{GameInfo, table};

/// `L4-T06`.
pub static GAME: GameInfo = GameInfo {
    id: "L4-T06",
    level: 4,
    name: "Multi-Issue Bargaining",
    seats: 2,
    task: include_str!("../../tasks/L4-T06.json"),
    make: |params, condition| table(Bargaining::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};
