//! The Coalition Formation game (`L3-T06`): a weighted vote over the division of a prize.

pub mod agents;
mod rules;
pub mod text;

pub use rules::{Coalition, Proposal};

use crate::registry::{GameInfo, table};
use trivium_core::Seat;

/// `L3-T06`.
pub static GAME: GameInfo = GameInfo {
    id: "L3-T06",
    level: 3,
    name: "Coalition Formation",
    seats: 3,
    task: include_str!("../../tasks/L3-T06.json"),
    make: |params, condition| table(Coalition::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};

/// Whether the seats, in ascending order and each once, have weight enough to win.
pub fn wins(seats: &[Seat], weights: &[i64], quota: i64) -> bool {
    let ascending = seats.windows(2).all(|pair| pair[0] < pair[1]);
    let known = seats.iter().all(|&seat| usize::from(seat) < weights.len());
    ascending && known && seats.iter().map(|&seat| weights[usize::from(seat)]).sum::<i64>() >= quota
}
