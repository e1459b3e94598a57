//! Two players with two choices each: Stag Hunt (`L1-T02`), Chicken (`L1-T03`), Battle of the Sexes once (`L1-T04`)
//! and repeated (`L2-T06`). One engine; what distinguishes a game
//! is its [`Form`].

mod agents;
pub mod form;
mod rules;
mod text;

pub use form::{Form, Matrix};
pub use rules::TwoByTwo;

use crate::registry::{GameInfo, table};

/// `L1-T02`.
pub static STAG_HUNT: GameInfo = GameInfo {
    id: "L1-T02",
    level: 1,
    name: "Stag Hunt",
    seats: 2,
    task: include_str!("../../tasks/L1-T02.json"),
    make: |params, condition| table(TwoByTwo::new(&form::STAG_HUNT, params, condition)?, condition),
    agents: agents::stag_hunt,
    text: text::stag_hunt,
    label: |_, action| text::label(&form::STAG_HUNT, action),
};

/// `L1-T03`.
pub static CHICKEN: GameInfo = GameInfo {
    id: "L1-T03",
    level: 1,
    name: "Chicken",
    seats: 2,
    task: include_str!("../../tasks/L1-T03.json"),
    make: |params, condition| table(TwoByTwo::new(&form::CHICKEN, params, condition)?, condition),
    agents: agents::chicken,
    text: text::chicken,
    label: |_, action| text::label(&form::CHICKEN, action),
};

/// `L1-T04`.
pub static SEXES: GameInfo = GameInfo {
    id: "L1-T04",
    level: 1,
    name: "Battle of the Sexes",
    seats: 2,
    task: include_str!("../../tasks/L1-T04.json"),
    make: |params, condition| table(TwoByTwo::new(&form::SEXES, params, condition)?, condition),
    agents: agents::sexes,
    text: text::sexes,
    label: |_, action| text::label(&form::SEXES, action),
};

/// `L2-T06`.
pub static REPEATED_SEXES: GameInfo = GameInfo {
    id: "L2-T06",
    level: 2,
    name: "Repeated Battle of the Sexes",
    seats: 2,
    task: include_str!("../../tasks/L2-T06.json"),
    make: |params, condition| table(TwoByTwo::new(&form::REPEATED_SEXES, params, condition)?, condition),
    agents: agents::repeated_sexes,
    text: text::sexes,
    label: |_, action| text::label(&form::REPEATED_SEXES, action),
};
