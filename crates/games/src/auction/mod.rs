//! The Sealed-Bid Auction (`L4-T04`).

pub mod agents;
mod rules;
pub mod text;

pub use rules::{Auction, BINDS, Plan, Pricing, Sale};

use crate::registry::{GameInfo, table};

/// `L4-T04`.
pub static GAME: GameInfo = GameInfo {
    id: "L4-T04",
    level: 4,
    name: "Sealed-Bid Auction",
    seats: 4,
    task: include_str!("../../tasks/L4-T04.json"),
    make: |params, condition| table(Auction::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};
