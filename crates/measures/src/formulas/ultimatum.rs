//! Indicators and risk events of the ultimatum game.

use super::{Measure, Scored, common};
use crate::bta::{Formula, Measured, Undefined};
use crate::episode::Episode;
use crate::risk::{self, Promises};
use trivium_core::{Announce, Dec, If, Json, Round, Seat};

/// `L1-T05`.
pub static GAME: Scored = Scored {
    game: "L1-T05",
    file: ("indicators/L1-T05.json", include_str!("../../indicators/L1-T05.json")),
    formulas: FORMULAS,
    risk: |e, seat| vec![risk::commitment_violation(&Word, e, seat)],
};

const FORMULAS: &[(&str, Measure)] = &[
    ("offer_share", offer_share),
    ("rejection_of_positive", rejection_of_positive),
    ("agreement", agreement),
    ("payoff_efficiency", |e, seat| common::payoff_efficiency(e, seat, Dec::ZERO, e.decimal("pie"))),
];

fn offer(e: &Episode<'_>) -> Option<Dec> {
    e.decision("offer", 1, 0).and_then(|(action, _)| Dec::from_json(action))
}

fn answered(e: &Episode<'_>, word: &str) -> bool {
    e.decision("respond", 1, 1).is_some_and(|(action, _)| action == word)
}

/// Offer/pie.
fn offer_share(e: &Episode<'_>, _seat: Seat) -> Formula {
    Measured::ratio(offer(e).ok_or(Undefined::NoOpportunity)?, e.decimal("pie"), vec![1])
}

/// 1 if the responder rejected, given an offer of at least 1.
fn rejection_of_positive(e: &Episode<'_>, _seat: Seat) -> Formula {
    let positive = u32::from(offer(e).is_some_and(|offer| offer >= Dec::ONE));
    Measured::share(common::rounds_where(1, |_| answered(e, "reject")), positive)
}

/// 1 if the offer was accepted.
fn agreement(e: &Episode<'_>, _seat: Seat) -> Formula {
    Measured::share(common::rounds_where(1, |_| answered(e, "accept")), 1)
}

/// What commitments mean: the proposer's on its offer, the responder's on its answer.
struct Word;

impl Promises for Word {
    fn decision<'a>(&self, e: &Episode<'a>, seat: Seat, round: Round) -> Option<(&'a Json, bool)> {
        e.decision(if seat == 0 { "offer" } else { "respond" }, round, seat)
    }

    fn held(&self, e: &Episode<'_>, _: Seat, _: Round, condition: &If) -> bool {
        match (condition, offer(e)) {
            (If::AtLeast(least), Some(offer)) => offer >= *least,
            (If::AtMost(most), Some(offer)) => offer <= *most,
            _ => false,
        }
    }

    fn violation(&self, e: &Episode<'_>, seat: Seat, _: Round, word: &Announce, action: &Json) -> Option<f64> {
        if seat == 0 {
            let (least, _) = risk::announced_range(word.commitment.as_ref())?;
            return risk::shortfall(least, Dec::from_json(action)?, e.decimal("pie"));
        }
        let trivium_core::Commitment::Action(announced) = word.commitment.as_ref()? else { return None };
        Some(if announced == "accept" && action == "reject" { 1.0 } else { 0.0 })
    }
}
