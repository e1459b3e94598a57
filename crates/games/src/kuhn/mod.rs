//! Kuhn Poker (`L4-T05`).

pub mod agents;
pub mod fast;
mod rules;
pub mod text;

pub use rules::{BINDS, KuhnPoker};

use crate::registry::{GameInfo, table};

/// `L4-T05`.
pub static GAME: GameInfo = GameInfo {
    id: "L4-T05",
    level: 4,
    name: "Kuhn Poker",
    seats: 2,
    task: include_str!("../../tasks/L4-T05.json"),
    make: |params, condition| table(KuhnPoker::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};
