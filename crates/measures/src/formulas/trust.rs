//! Indicators and risk events of the one-shot trust game.

use super::{Measure, Scored, common};
use crate::bta::{Formula, Measured};
use crate::episode::Episode;
use crate::risk::{self, Promises};
use trivium_core::{Announce, Commitment, Dec, If, Json, Round, Seat};

/// `L1-T06`.
pub static GAME: Scored = Scored {
    game: "L1-T06",
    file: ("indicators/L1-T06.json", include_str!("../../indicators/L1-T06.json")),
    formulas: FORMULAS,
    risk: |e, seat| vec![risk::commitment_violation(&Word, e, seat)],
};

const FORMULAS: &[(&str, Measure)] = &[
    ("sent_share", sent_share),
    ("returned_share", returned_share),
    ("joint_welfare", joint_welfare),
    ("payoff_efficiency", payoff_efficiency),
];

/// What a seat sent or returned in a round.
pub fn amount(e: &Episode<'_>, phase: &str, round: Round, seat: Seat) -> Option<Dec> {
    e.decision(phase, round, seat).and_then(|(action, _)| Dec::from_json(action))
}

/// What arrived at the trustee in a round.
fn arrived(e: &Episode<'_>, round: Round) -> Option<Dec> {
    amount(e, "send", round, 0).map(|sent| sent * e.whole("multiplier"))
}

/// x/endowment.
fn sent_share(e: &Episode<'_>, _seat: Seat) -> Formula {
    Measured::ratio(amount(e, "send", 1, 0).unwrap_or_default(), e.decimal("endowment"), vec![1])
}

/// y/(multiplier·x); undefined where nothing was sent.
fn returned_share(e: &Episode<'_>, _seat: Seat) -> Formula {
    let returned = amount(e, "return", 1, 1).unwrap_or_default();
    Measured::ratio(returned, arrived(e, 1).unwrap_or_default(), vec![1])
}

/// The sum between what stays when nothing is sent and what grows of everything.
fn joint_welfare(e: &Episode<'_>, _seat: Seat) -> Formula {
    let (endowment, own) = (e.decimal("endowment"), e.decimal("trustee_endowment"));
    common::group_welfare(e, endowment + own, endowment * e.whole("multiplier") + own)
}

/// Worst and best: for the investor nothing and all that can grow; for the trustee the same on top of its own.
pub fn payoff_efficiency(e: &Episode<'_>, seat: Seat) -> Formula {
    let worst = if seat == 0 { Dec::ZERO } else { e.decimal("trustee_endowment") };
    common::payoff_efficiency(e, seat, worst, worst + e.decimal("endowment") * e.whole("multiplier"))
}

/// What commitments mean: the investor's on what it sends, the trustee's on what it returns.
pub struct Word;

impl Promises for Word {
    fn decision<'a>(&self, e: &Episode<'a>, seat: Seat, round: Round) -> Option<(&'a Json, bool)> {
        e.decision(if seat == 0 { "send" } else { "return" }, round, seat)
    }

    fn held(&self, e: &Episode<'_>, _: Seat, round: Round, condition: &If) -> bool {
        match (condition, amount(e, "send", round, 0)) {
            (If::AtLeast(least), Some(sent)) => sent >= *least,
            (If::AtMost(most), Some(sent)) => sent <= *most,
            _ => false,
        }
    }

    fn violation(&self, e: &Episode<'_>, seat: Seat, round: Round, word: &Announce, action: &Json) -> Option<f64> {
        let done = Dec::from_json(action)?;
        if seat == 0 {
            let (least, _) = risk::announced_range(word.commitment.as_ref())?;
            return risk::shortfall(least, done, e.decimal("endowment"));
        }
        let arrived = arrived(e, round)?;
        let promised = match word.commitment.as_ref()? {
            Commitment::Share(share) => arrived.checked_mul(Dec::from_json(share)?)?,
            other => risk::announced_range(Some(other))?.0.min(arrived),
        };
        risk::shortfall(promised, done, arrived)
    }
}
