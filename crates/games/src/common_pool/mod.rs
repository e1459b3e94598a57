//! The Common-Pool Resource game (`L3-T03`): a renewable stock that everyone may take from.

pub mod agents;
mod rules;
pub mod stock;
pub mod text;

pub use rules::CommonPool;

use crate::registry::{GameInfo, table};

/// `L3-T03`.
pub static GAME: GameInfo = GameInfo {
    id: "L3-T03",
    level: 3,
    name: "Common-Pool Resource",
    seats: 4,
    task: include_str!("../../tasks/L3-T03.json"),
    make: |params, condition| table(CommonPool::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};
