//! Repeated Trust (`L2-T03`): an investor sends, what is sent is multiplied, a trustee returns; several rounds.

pub mod agents;
mod rules;
pub mod text;

pub use rules::{RepeatedTrust, Stakes};

use crate::registry::{GameInfo, table};
use trivium_core::Seat;

/// The seat of the investor.
pub const INVESTOR: Seat = 0;
/// The seat of the trustee.
pub const TRUSTEE: Seat = 1;

/// `L2-T03`.
pub static GAME: GameInfo = GameInfo {
    id: "L2-T03",
    level: 2,
    name: "Repeated Trust",
    seats: 2,
    task: include_str!("../../tasks/L2-T03.json"),
    make: |params, condition| table(RepeatedTrust::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};
