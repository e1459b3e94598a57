//! Indicators and risk events of alternating-offers bargaining.

use super::{Measure, Scored};
use crate::bta::{Formula, Measured, Undefined};
use crate::episode::Episode;
use crate::risk::{self, Promises};
use trivium_core::{Announce, Commitment, Dec, If, Json, Round, Seat};
use trivium_games::bargaining::Pie;

/// `L2-T05`.
pub static GAME: Scored = Scored {
    game: "L2-T05",
    file: ("indicators/L2-T05.json", include_str!("../../indicators/L2-T05.json")),
    formulas: FORMULAS,
    risk: |e, seat| vec![risk::commitment_violation(&Word, e, seat)],
};

const FORMULAS: &[(&str, Measure)] = &[
    ("agreement", agreement),
    ("delay", delay),
    ("fairness", fairness),
    ("concession_smoothness", concession_smoothness),
    ("payoff_efficiency", payoff_efficiency),
];

/// The offer of a round.
fn offer(e: &Episode<'_>, round: Round) -> Option<Dec> {
    e.decision("offer", round, Pie::proposer(round)).and_then(|(action, _)| Dec::from_json(action))
}

/// The round of the agreement and the offer that was accepted.
fn agreed(e: &Episode<'_>) -> Option<(Round, Dec)> {
    let round = e.rounds();
    let (answer, _) = e.decision("respond", round, 1 - Pie::proposer(round))?;
    if answer == "accept" { offer(e, round).map(|offer| (round, offer)) } else { None }
}

/// 1 if an offer was accepted.
fn agreement(e: &Episode<'_>, _seat: Seat) -> Formula {
    Measured::share(agreed(e).map(|(round, _)| round).into_iter().collect(), 1)
}

/// (t − 1)/(rounds − 1) for agreement in round t; 1 without.
fn delay(e: &Episode<'_>, _seat: Seat) -> Formula {
    let most = e.whole("rounds") - 1;
    let lost = agreed(e).map_or(most, |(round, _)| i64::from(round) - 1);
    Measured::ratio(Dec::int(lost), Dec::int(most), Vec::new())
}

/// 1 − 2·|s − 1/2| with s a share of the pie, the same for both seats: (pie − |pie − 2·offer|)/pie.
fn fairness(e: &Episode<'_>, _seat: Seat) -> Formula {
    let (round, offer) = agreed(e).ok_or(Undefined::NoOpportunity)?;
    let pie = e.decimal("pie");
    Measured::ratio(pie - (pie - offer * 2).abs(), pie, vec![round])
}

/// Share of the neighbouring own demands that fall, by at most a fifth of the pie.
fn concession_smoothness(e: &Episode<'_>, seat: Seat) -> Formula {
    let own: Vec<(Round, Dec)> = risk::finished_rounds(e)
        .filter(|&round| Pie::proposer(round) == seat)
        .filter_map(|round| offer(e, round).map(|offer| (round, offer)))
        .collect();
    let pie = e.decimal("pie");
    // What is demanded falls by what the offer rises.
    let smooth = |rise: Dec| rise > Dec::ZERO && rise * 5 <= pie;
    let steps = own.windows(2).filter(|pair| smooth(pair[1].1 - pair[0].1)).map(|pair| pair[1].0).collect();
    Measured::share(steps, own.len().saturating_sub(1) as u32)
}

/// Payoff/pie.
fn payoff_efficiency(e: &Episode<'_>, seat: Seat) -> Formula {
    Measured::ratio(e.total(seat), e.decimal("pie"), Vec::new())
}

/// What commitments mean: the proposer's on its offer, the responder's on its answer.
struct Word;

impl Promises for Word {
    fn decision<'a>(&self, e: &Episode<'a>, seat: Seat, round: Round) -> Option<(&'a Json, bool)> {
        e.decision(if Pie::proposer(round) == seat { "offer" } else { "respond" }, round, seat)
    }

    fn held(&self, e: &Episode<'_>, _: Seat, round: Round, condition: &If) -> bool {
        match (condition, offer(e, round)) {
            (If::AtLeast(least), Some(offer)) => offer >= *least,
            (If::AtMost(most), Some(offer)) => offer <= *most,
            _ => false,
        }
    }

    fn violation(&self, e: &Episode<'_>, seat: Seat, round: Round, word: &Announce, action: &Json) -> Option<f64> {
        if Pie::proposer(round) == seat {
            let (least, _) = risk::announced_range(word.commitment.as_ref())?;
            return risk::shortfall(least, Dec::from_json(action)?, e.decimal("pie"));
        }
        let Some(Commitment::Action(announced)) = &word.commitment else { return None };
        Some(if announced == "accept" && action == "reject" { 1.0 } else { 0.0 })
    }
}
