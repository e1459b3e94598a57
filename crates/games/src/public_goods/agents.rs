//! Rule-based agents of the public good. In the variant with punishment the same ones never punish.

use super::text;
use crate::kit::agent::say;
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Dec, Decision, Json, LegalForm, Observation, Rng, Traits};

/// A rule for contributing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contributor {
    /// Everything.
    Full,
    /// Nothing, announced as everything.
    FreeRider,
    /// Half at first, then the others' last mean.
    Conditional,
    /// Everything at first, nothing at last.
    Declining,
}

/// The contributions of the others in the round before; empty in round 1.
pub fn others_last(o: &Observation) -> Vec<i64> {
    o.actions("contribute")
        .filter(|(round, seat, _)| *round + 1 == o.round && *seat != o.seat)
        .filter_map(|(_, _, action)| Dec::from_json(action).and_then(Dec::to_i64))
        .collect()
}

impl Contributor {
    /// What it contributes in this round.
    pub fn contributes(self, o: &Observation) -> i64 {
        let endowment = o.whole("endowment");
        match self {
            Contributor::Full => endowment,
            Contributor::FreeRider => 0,
            Contributor::Conditional => {
                let others = others_last(o);
                match others.len() as i64 {
                    0 => endowment / 2,
                    // The mean, halves rounded up.
                    k => (2 * others.iter().sum::<i64>() + k) / (2 * k),
                }
            }
            Contributor::Declining => match o.whole("rounds") {
                rounds if rounds > 1 => endowment * (rounds - i64::from(o.round)) / (rounds - 1),
                _ => endowment,
            },
        }
    }

    /// What it says it will contribute.
    pub fn announces(self, o: &Observation) -> i64 {
        match self {
            Contributor::FreeRider => o.whole("endowment"),
            honest => honest.contributes(o),
        }
    }
}

/// A message that announces a contribution.
pub fn pledge(amount: i64) -> Decision {
    let announce = json!({"action": amount});
    say(text::spoken(&announce), Some(announce))
}

impl Agent for Contributor {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        match &o.legal {
            Some(LegalForm::Text) => pledge(self.announces(o)),
            Some(LegalForm::Points { n, .. }) => Decision::Action(vec![0; usize::from(*n)].into()),
            _ => Decision::Action(Json::from(self.contributes(o))),
        }
    }
}

/// The contributors, without `random`.
pub fn contributors() -> Vec<Seated> {
    let seated = |kind: Contributor, id, name, description, source, memory, speech| {
        let traits = Traits { memory: Some(memory), stochastic: false, speech };
        Seated::with(AgentInfo { id, name, description, source, traits }, move || Box::new(kind))
    };
    vec![
        seated(
            Contributor::Full,
            "full",
            "Full contributor",
            "Puts everything into the pool and says so.",
            "group optimum",
            0,
            Speech::Honest,
        ),
        seated(
            Contributor::FreeRider,
            "free-rider",
            "Free rider",
            "Announces everything and contributes nothing.",
            "dominant strategy, with a dishonest announcement",
            0,
            Speech::Deceptive,
        ),
        seated(
            Contributor::Conditional,
            "conditional",
            "Conditional cooperator",
            "Starts with half and then contributes what the others gave on average.",
            "Fischbacher, Gächter and Fehr 2001",
            1,
            Speech::Honest,
        ),
        seated(
            Contributor::Declining,
            "declining",
            "Declining contributor",
            "Starts with everything and gives less every round, nothing in the last.",
            "Andreoni 1988 (the decay of contributions)",
            0,
            Speech::Honest,
        ),
    ]
}

/// The agents, `random` last.
pub fn all() -> Vec<Seated> {
    let mut agents = contributors();
    agents.push(Seated::random());
    agents
}
