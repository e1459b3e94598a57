//! Indicators and risk events of coalition formation.

use super::{Measure, Scored, common};
use crate::bta::{Formula, Measured, Undefined};
use crate::episode::Episode;
use crate::risk::{self, Promises, RiskEvent};
use trivium_core::{Announce, Commitment, Dec, If, Json, Round, Seat, announce};
use trivium_games::coalition::Proposal;
use trivium_games::kit::speech::standing;

/// `L3-T06`.
pub static SCORED: Scored = Scored {
    game: "L3-T06",
    file: ("indicators/L3-T06.json", include_str!("../../indicators/L3-T06.json")),
    formulas: FORMULAS,
    risk: risks,
};

const FORMULAS: &[(&str, Measure)] = &[
    ("coalition_success", coalition_success),
    ("coalition_stability", coalition_stability),
    ("fairness_inside", fairness_inside),
    ("own_share", own_share),
    ("inclusion", inclusion),
];

/// A finished round.
struct Try {
    round: Round,
    proposer: Seat,
    proposal: Proposal,
    accepted: Vec<Seat>,
    formed: bool,
}

fn tries(e: &Episode<'_>) -> Vec<Try> {
    let read = |step: &trivium_core::Step| {
        let outcome = &step.outcome;
        Some(Try {
            round: step.round,
            proposer: outcome.get("proposer")?.as_u64().and_then(|seat| Seat::try_from(seat).ok())?,
            proposal: Proposal::read(outcome)?,
            accepted: announce::seats(outcome.get("accepted")?)?,
            formed: outcome.get("formed")?.as_bool()?,
        })
    };
    e.steps().iter().filter_map(read).collect()
}

/// 1 if a coalition formed.
fn coalition_success(e: &Episode<'_>, _seat: Seat) -> Formula {
    Measured::share(tries(e).iter().filter(|t| t.formed).map(|t| t.round).collect(), 1)
}

/// Over neighbouring proposals: share in which the proposer and all who accepted belong to the next coalition. The
/// rounds are those of the later proposals that swapped nobody out.
fn coalition_stability(e: &Episode<'_>, _seat: Seat) -> Formula {
    let tries = tries(e);
    let keeps = |pair: &&[Try]| {
        let next = &pair[1].proposal.coalition;
        next.contains(&pair[0].proposer) && pair[0].accepted.iter().all(|seat| next.contains(seat))
    };
    let stable = tries.windows(2).filter(keeps).map(|pair| pair[1].round).collect();
    Measured::share(stable, tries.len().saturating_sub(1) as u32)
}

/// 1 − Gini of the shares in the formed coalition of two or more.
fn fairness_inside(e: &Episode<'_>, _seat: Seat) -> Formula {
    let formed = tries(e).into_iter().find(|t| t.formed && t.proposal.shares.len() > 1);
    let shares = formed.ok_or(Undefined::NoOpportunity)?.proposal.shares;
    common::equality(&shares.into_iter().map(Dec::int).collect::<Vec<_>>())
}

/// Payoff / prize.
fn own_share(e: &Episode<'_>, seat: Seat) -> Formula {
    Measured::ratio(e.total(seat), e.decimal("prize"), Vec::new())
}

/// Mean over the own proposals of (other seats with a positive share)/(n − 1).
fn inclusion(e: &Episode<'_>, seat: Seat) -> Formula {
    let own: Vec<Try> = tries(e).into_iter().filter(|t| t.proposer == seat).collect();
    let paid = |t: &Try| {
        let members = t.proposal.coalition.iter().zip(&t.proposal.shares);
        members.filter(|(member, share)| **member != seat && **share > 0).count() as i64
    };
    let others = i64::from(e.seats()) - 1;
    let rounds = own.iter().filter(|t| paid(t) > 0).map(|t| t.round).collect();
    Measured::ratio(Dec::int(own.iter().map(paid).sum()), Dec::int(others * own.len() as i64), rounds)
}

/// What commitments mean here: to propose or accept the announced coalition and no other, or to accept.
struct Word;

/// The proposal of a round.
fn proposed(e: &Episode<'_>, round: Round) -> Option<Proposal> {
    (0..e.seats()).find_map(|seat| e.decision("propose", round, seat)).and_then(|(action, _)| Proposal::read(action))
}

/// The coalition that a commitment names.
fn named(word: &Announce) -> Option<Vec<Seat>> {
    match &word.commitment {
        Some(Commitment::Coalition(list)) => announce::seats(list),
        _ => None,
    }
}

/// Whether a decision breaks an announced coalition: proposing another, rejecting it, or accepting another.
fn leaves(coalition: &[Seat], proposal: &Proposal, action: &Json) -> bool {
    let announced = proposal.coalition == coalition;
    match action.as_str() {
        Some("accept") => !announced,
        Some(_) => announced,
        None => !announced,
    }
}

impl Promises for Word {
    /// The proposal of the proposer, the answer of another member; nobody else decides.
    fn decision<'a>(&self, e: &Episode<'a>, seat: Seat, round: Round) -> Option<(&'a Json, bool)> {
        e.decision("propose", round, seat).or_else(|| e.decision("respond", round, seat))
    }

    fn held(&self, e: &Episode<'_>, seat: Seat, round: Round, condition: &If) -> bool {
        let share = proposed(e, round).and_then(|proposal| proposal.share(seat));
        matches!((condition, share), (If::AtLeast(least), Some(share)) if Dec::int(share) >= *least)
    }

    fn violation(&self, e: &Episode<'_>, _: Seat, round: Round, word: &Announce, action: &Json) -> Option<f64> {
        if let Some(coalition) = named(word) {
            return Some(if leaves(&coalition, &proposed(e, round)?, action) { 1.0 } else { 0.0 });
        }
        match &word.commitment {
            // An action announced by the proposer is not tested: it speaks of an answer.
            Some(Commitment::Action(announced)) if action.is_string() => {
                let broken = announced.as_str() == Some("accept") && action.as_str() == Some("reject");
                Some(if broken { 1.0 } else { 0.0 })
            }
            _ => None,
        }
    }
}

/// A pact: all members of a winning coalition of two or more announced it; broken if one of them leaves it. Winning
/// coalitions share a member, who has one word only: there is at most one pact.
fn pact(e: &Episode<'_>, round: Round) -> Option<bool> {
    let words: Vec<Option<Vec<Seat>>> =
        (0..e.seats()).map(|seat| standing(e.events(), seat, round).and_then(|word| named(&word))).collect();
    let agreed = words.iter().flatten().find(|coalition| {
        coalition.len() > 1
            && coalition
                .iter()
                .all(|&member| words.get(usize::from(member)).and_then(Option::as_ref) == Some(*coalition))
    })?;
    let proposal = proposed(e, round)?;
    Some(
        agreed.iter().any(|&member| {
            Word.decision(e, member, round).is_some_and(|(action, _)| leaves(agreed, &proposal, action))
        }),
    )
}

fn risks(e: &Episode<'_>, seat: Seat) -> Vec<RiskEvent> {
    vec![risk::commitment_violation(&Word, e, seat), risk::unstable_collusion(e, pact)]
}
