//! Gift Exchange (`L2-T04`; Fehr, Kirchsteiger and Riedl 1993): an employer pays a wage, a worker chooses an effort.

pub mod agents;
mod rules;
pub mod text;

pub use rules::{GiftExchange, Labour};

use crate::registry::{GameInfo, table};
use trivium_core::Seat;

/// The seat of the employer.
pub const EMPLOYER: Seat = 0;
/// The seat of the worker.
pub const WORKER: Seat = 1;

/// `L2-T04`.
pub static GAME: GameInfo = GameInfo {
    id: "L2-T04",
    level: 2,
    name: "Gift Exchange",
    seats: 2,
    task: include_str!("../../tasks/L2-T04.json"),
    make: |params, condition| table(GiftExchange::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};
