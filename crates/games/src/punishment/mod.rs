//! Public Goods with Punishment (`L3-T04`): after the contributions each seat may pay to take payoff from others.

pub mod agents;
mod rules;
pub mod text;

pub use rules::Punishment;

use crate::registry::{GameInfo, table};

/// `L3-T04`.
pub static GAME: GameInfo = GameInfo {
    id: "L3-T04",
    level: 3,
    name: "Public Goods with Punishment",
    seats: 4,
    task: include_str!("../../tasks/L3-T04.json"),
    make: |params, condition| table(Punishment::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};
