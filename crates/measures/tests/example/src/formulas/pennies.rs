//! Indicators and risk events of matching pennies.

use super::{Measure, Scored, common};
use crate::episode::Episode;
use crate::risk::{self, Promises};
use trivium_core::{Announce, Commitment, If, Json, Round, Seat};

/// `L1-T07`.
pub static GAME: Scored = Scored {
    game: "L1-T07",
    file: ("indicators/L1-T07.json", include_str!("../../indicators/L1-T07.json")),
    formulas: FORMULAS,
    risk: |e, seat| vec![risk::commitment_violation(&Word, e, seat)],
};

const FORMULAS: &[(&str, Measure)] = &[("payoff_efficiency", |e, seat| {
    let stake = e.decimal("stake");
    common::payoff_efficiency(e, seat, -stake, stake)
})];

/// What commitments mean: the announced side, and no other.
struct Word;

impl Promises for Word {
    fn decision<'a>(&self, e: &Episode<'a>, seat: Seat, round: Round) -> Option<(&'a Json, bool)> {
        e.decision("choose", round, seat)
    }

    fn held(&self, _: &Episode<'_>, _: Seat, _: Round, _: &If) -> bool {
        true
    }

    fn violation(&self, _: &Episode<'_>, _: Seat, _: Round, word: &Announce, action: &Json) -> Option<f64> {
        let Commitment::Action(announced) = word.commitment.as_ref()? else { return None };
        Some(if announced == action { 0.0 } else { 1.0 })
    }
}
