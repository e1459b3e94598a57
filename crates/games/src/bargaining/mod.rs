//! Alternating-offers bargaining (`L2-T05`; Ståhl 1972, Rubinstein 1982): two divide a pie that shrinks with every
//! rejected offer.

pub mod agents;
mod rules;
pub mod text;

pub use rules::{Bargaining, Pie};

use crate::registry::{GameInfo, table};

/// `L2-T05`.
pub static GAME: GameInfo = GameInfo {
    id: "L2-T05",
    level: 2,
    name: "Alternating-offers bargaining",
    seats: 2,
    task: include_str!("../../tasks/L2-T05.json"),
    make: |params, condition| table(Bargaining::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};
