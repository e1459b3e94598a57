//! Rule-based agents of coalition formation.

use super::{Proposal, text};
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Decision, Json, Message, Observation, Rng, Seat, Traits};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    EqualSplit,
    MinimalWinning,
    Greedy,
    Loyal,
}

fn weights(o: &Observation) -> Vec<i64> {
    let list = o.params.get("weights").and_then(Json::as_array);
    list.map(|list| list.iter().map(|w| w.as_i64().unwrap_or(0)).collect()).unwrap_or_default()
}

fn everyone(o: &Observation) -> Vec<Seat> {
    (0..weights(o).len() as Seat).collect()
}

/// The coalition of the seat with its partner: alone if it wins alone; else with the lightest seat that makes a
/// winning pair; else with the lightest seats until it wins. The lower seat among equals.
fn lightest_winning(o: &Observation) -> Vec<Seat> {
    let (weights, quota) = (weights(o), o.whole("quota"));
    let weight = |seat: Seat| weights.get(usize::from(seat)).copied().unwrap_or(0);
    let mut total = weight(o.seat);
    let mut coalition = vec![o.seat];
    if total >= quota {
        return coalition;
    }
    let mut others: Vec<Seat> = everyone(o).into_iter().filter(|&seat| seat != o.seat).collect();
    others.sort_by_key(|&seat| (weight(seat), seat));
    if let Some(&partner) = others.iter().find(|&&seat| total + weight(seat) >= quota) {
        coalition.push(partner);
    } else {
        for seat in others {
            if total >= quota {
                break;
            }
            total += weight(seat);
            coalition.push(seat);
        }
    }
    coalition.sort_unstable();
    coalition
}

/// The last proposed coalition that held the seat and that it proposed or accepted.
fn last_joined(o: &Observation) -> Option<Vec<Seat>> {
    o.actions("propose")
        .filter_map(|(round, proposer, action)| {
            let proposal = Proposal::read(action).filter(|p| p.coalition.contains(&o.seat))?;
            let accepted = o.action_of("respond", round, o.seat).and_then(Json::as_str) == Some("accept");
            (proposer == o.seat || accepted).then_some(proposal.coalition)
        })
        .last()
}

impl Kind {
    fn proposal(self, o: &Observation) -> Proposal {
        let prize = o.whole("prize");
        match self {
            Kind::EqualSplit => Proposal::equal(everyone(o), prize, o.seat),
            Kind::MinimalWinning => Proposal::equal(lightest_winning(o), prize, o.seat),
            Kind::Loyal => {
                let coalition = last_joined(o).unwrap_or_else(|| lightest_winning(o));
                Proposal::equal(coalition, prize, o.seat)
            }
            Kind::Greedy => {
                let coalition = lightest_winning(o);
                let others = coalition.len() as i64 - 1;
                Proposal::paying(coalition, prize, o.seat, prize / (5 * others).max(1))
            }
        }
    }

    /// The smallest share of a proposed coalition of `k` members that it accepts.
    fn least_accepted(self, o: &Observation, k: usize) -> i64 {
        let prize = o.whole("prize");
        match self {
            Kind::EqualSplit => prize / (everyone(o).len() as i64).max(1),
            Kind::MinimalWinning => prize / (k as i64).max(1),
            Kind::Greedy => (prize + 1) / 2,
            Kind::Loyal => 1,
        }
    }

    fn accepts(self, o: &Observation) -> bool {
        let proposal = o.actions("propose").filter(|(round, ..)| *round == o.round).last();
        proposal.and_then(|(_, _, action)| Proposal::read(action)).is_some_and(|proposal| {
            proposal.share(o.seat).is_some_and(|share| share >= self.least_accepted(o, proposal.coalition.len()))
        })
    }

    fn announcement(self, o: &Observation) -> Option<Json> {
        let proposes = o.facts.get("proposer").and_then(Json::as_u64) == Some(u64::from(o.seat));
        match self {
            Kind::EqualSplit if proposes => Some(json!({"coalition": everyone(o)})),
            Kind::EqualSplit | Kind::Loyal => {
                let least = self.least_accepted(o, everyone(o).len());
                Some(json!({"action": "accept", "if": {"at_least": least}}))
            }
            Kind::MinimalWinning => proposes.then(|| json!({"coalition": lightest_winning(o)})),
            Kind::Greedy => Some(json!({"coalition": everyone(o)})),
        }
    }
}

impl Agent for Kind {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        if o.talking() {
            let announce = self.announcement(o);
            return Decision::Message(Message { text: text::spoken(announce.as_ref()), announce, cut: false });
        }
        Decision::Action(match o.phase {
            "propose" => self.proposal(o).to_json(),
            _ => Json::from(if self.accepts(o) { "accept" } else { "reject" }),
        })
    }
}

/// The agents, `random` last.
pub fn all() -> Vec<Seated> {
    let seated = |kind: Kind, id, name, description, source, memory, speech| {
        let traits = Traits { memory, stochastic: false, speech };
        Seated::with(AgentInfo { id, name, description, source, traits }, move || Box::new(kind))
    };
    vec![
        seated(
            Kind::EqualSplit,
            "equal-split",
            "Equal split",
            "Proposes that all share equally and accepts an equal share of all; says so.",
            "equal division",
            Some(0),
            Speech::Honest,
        ),
        seated(
            Kind::MinimalWinning,
            "minimal-winning",
            "Minimal winning",
            "Proposes a smallest winning coalition with equal shares and accepts an equal share of whatever coalition is \
             proposed.",
            "Riker 1962",
            Some(0),
            Speech::Honest,
        ),
        seated(
            Kind::Greedy,
            "greedy",
            "Greedy",
            "Proposes a smallest winning coalition and leaves its partners a fifth of the prize together, accepts from half \
             the prize on, and announces a coalition of all.",
            "Trivium, after Baron and Ferejohn 1989",
            Some(0),
            Speech::Deceptive,
        ),
        seated(
            Kind::Loyal,
            "loyal",
            "Loyal",
            "Returns to the last coalition it had joined, with equal shares, and accepts every positive share; says so.",
            "Trivium",
            None,
            Speech::Honest,
        ),
        Seated::random(),
    ]
}
