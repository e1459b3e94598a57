//! Public Goods (`L3-T01`): what each puts into the pool grows and is shared by all. The pool and the contributors
//! also serve the variant with punishment.

pub mod agents;
mod rules;
pub mod text;

pub use rules::{Pool, PublicGoods, contributions};

use crate::registry::{GameInfo, table};

/// `L3-T01`.
pub static GAME: GameInfo = GameInfo {
    id: "L3-T01",
    level: 3,
    name: "Public Goods",
    seats: 4,
    task: include_str!("../../tasks/L3-T01.json"),
    make: |params, condition| table(PublicGoods::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};
