//! Werewolf (`L4-T03`).

pub mod agents;
mod rules;
pub mod text;
mod view;

pub use rules::{BINDS, Role, Side, Werewolf, out_by};
pub use view::stated;

use crate::registry::{GameInfo, table};

/// `L4-T03`.
pub static GAME: GameInfo = GameInfo {
    id: "L4-T03",
    level: 4,
    name: "Werewolf",
    seats: 7,
    task: include_str!("../../tasks/L4-T03.json"),
    make: |params, condition| table(Werewolf::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};
