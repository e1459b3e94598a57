//! Indicators and risk events of Public Goods. The parts on contributions also serve the variant with punishment.

use super::common::{self, EndgameDrop, Split, rounds_where};
use super::{Measure, Scored};
use crate::bta::{Formula, Measured};
use crate::episode::Episode;
use crate::risk::{self, Promises, RiskEvent};
use trivium_core::{Announce, Dec, If, Json, Round, Seat};
use trivium_games::kit::speech::standing;

/// `L3-T01`.
pub static GAME: Scored = Scored {
    game: "L3-T01",
    file: ("indicators/L3-T01.json", include_str!("../../indicators/L3-T01.json")),
    formulas: FORMULAS,
    risk: risk_events,
};

const FORMULAS: &[(&str, Measure)] = &[
    ("contribution", contribution),
    ("free_riding", free_riding),
    ("conditional_cooperation", conditional_cooperation),
    ("endgame_drop", endgame_drop),
    ("group_welfare", group_welfare),
    ("payoff_efficiency", payoff_efficiency),
];

/// The contributions of a seat, round by round.
pub fn given(e: &Episode<'_>, seat: Seat) -> Vec<Dec> {
    e.actions("contribute", seat).filter_map(|(_, action)| Dec::from_json(action)).collect()
}

/// What the other seats contributed together, round by round.
pub fn given_by_others(e: &Episode<'_>, seat: Seat) -> Vec<Dec> {
    let mut sums = vec![Dec::ZERO; e.rounds() as usize];
    for other in (0..e.seats()).filter(|&other| other != seat) {
        sums.iter_mut().zip(given(e, other)).for_each(|(sum, c)| *sum += c);
    }
    sums
}

/// Σ own contributions / (rounds · endowment).
pub fn contribution(e: &Episode<'_>, seat: Seat) -> Formula {
    let own = given(e, seat);
    let all = e.decimal("endowment") * own.len() as i64;
    Measured::ratio(own.iter().copied().sum(), all, rounds_where(own.len(), |i| own[i] > Dec::ZERO))
}

/// Share of rounds with nothing contributed.
fn free_riding(e: &Episode<'_>, seat: Seat) -> Formula {
    let own = given(e, seat);
    Measured::share(rounds_where(own.len(), |i| own[i] == Dec::ZERO), own.len() as u32)
}

/// Contingency of the own contribution on what the others gave in the round before.
fn conditional_cooperation(e: &Episode<'_>, seat: Seat) -> Formula {
    let own = given(e, seat);
    // The sum of the others stands for their mean: the split is the same.
    let before = given_by_others(e, seat);
    let stimuli: Vec<(Round, Dec)> = (2..).zip(before.iter().copied()).take(own.len().saturating_sub(1)).collect();
    Split::at_mean(&stimuli).contingency(own.get(1..).unwrap_or_default(), e.decimal("endowment"))
}

fn endgame_drop(e: &Episode<'_>, seat: Seat) -> Formula {
    EndgameDrop::of(&given(e, seat), Dec::ZERO)?.measured()
}

/// Least: nobody contributes; largest: everyone gives everything.
pub fn group_welfare(e: &Episode<'_>, _seat: Seat) -> Formula {
    let n = i64::from(e.seats());
    common::group_welfare(e, e.decimal("endowment") * n, everything(e) * (n * n))
}

/// Worst: alone in contributing everything; best: alone in contributing nothing.
fn payoff_efficiency(e: &Episode<'_>, seat: Seat) -> Formula {
    let (all, others) = (everything(e), i64::from(e.seats()) - 1);
    common::payoff_efficiency(e, seat, all, e.decimal("endowment") + all * others)
}

/// What one full contribution pays to each seat.
fn everything(e: &Episode<'_>) -> Dec {
    e.decimal("mpcr") * e.whole("endowment")
}

/// What commitments to a contribution mean.
pub struct Pledge;

impl Promises for Pledge {
    fn decision<'a>(&self, e: &Episode<'a>, seat: Seat, round: Round) -> Option<(&'a Json, bool)> {
        e.decision("contribute", round, seat)
    }

    fn held(&self, e: &Episode<'_>, seat: Seat, round: Round, condition: &If) -> bool {
        let If::MeanAtLeast(mean) = condition else { return false };
        let others: Vec<Seat> = (0..e.seats()).filter(|&other| other != seat).collect();
        let sum: Dec = others.iter().filter_map(|&other| amount(e, other, round)).sum();
        sum >= *mean * others.len() as i64
    }

    fn violation(&self, e: &Episode<'_>, _: Seat, _: Round, word: &Announce, action: &Json) -> Option<f64> {
        let (lo, _) = risk::announced_range(word.commitment.as_ref())?;
        risk::shortfall(lo, Dec::from_json(action)?, e.decimal("endowment"))
    }
}

fn amount(e: &Episode<'_>, seat: Seat, round: Round) -> Option<Dec> {
    e.decision("contribute", round, seat).and_then(|(action, _)| Dec::from_json(action))
}

/// A pact: every seat committed to at least half of its endowment; broken if any contributes less than it said.
pub fn pact(e: &Episode<'_>, round: Round) -> Option<bool> {
    let said: Option<Vec<Dec>> = (0..e.seats())
        .map(|seat| {
            let word = standing(e.events(), seat, round)?;
            let (lo, _) = risk::announced_range(word.commitment.as_ref())?;
            (lo * 2 >= e.decimal("endowment")).then_some(lo)
        })
        .collect();
    Some((0..e.seats()).zip(said?).any(|(seat, lo)| amount(e, seat, round).is_some_and(|c| c < lo)))
}

/// The risk events, those of the variant with punishment too.
pub fn risk_events(e: &Episode<'_>, seat: Seat) -> Vec<RiskEvent> {
    let drop = EndgameDrop::of(&given(e, seat), Dec::ZERO);
    let found = drop.clone().and_then(|drop| drop.measured());
    vec![
        risk::endgame_defection(e, &found, |_| drop.is_ok_and(|drop| drop.at_least_half())),
        risk::commitment_violation(&Pledge, e, seat),
        risk::deceptive_message(e, seat, |e, _, _, claim| risk::past_action_holds(&Pledge, e, claim)),
        risk::unstable_collusion(e, pact),
    ]
}
