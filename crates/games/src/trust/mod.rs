//! The trust game (Berg, Dickhaut and McCabe 1995): an investor sends an amount, which is multiplied on the way, and
//! a trustee returns what it likes of it. Once, `L1-T06`.

mod agents;
mod rules;
mod text;

pub use rules::Trust;

use crate::registry::{GameInfo, table};

/// `L1-T06`.
pub static GAME: GameInfo = GameInfo {
    id: "L1-T06",
    level: 1,
    name: "Trust",
    seats: 2,
    task: include_str!("../../tasks/L1-T06.json"),
    make: |params, condition| table(Trust::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};
