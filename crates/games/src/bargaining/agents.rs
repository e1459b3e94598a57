//! Rule-based agents of bargaining. Each proposes and answers.

use super::{Pie, text};
use crate::kit::agent::say;
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Dec, Decision, Json, Observation, Rng, Round, Traits};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Equilibrium,
    EqualSplit,
    Stubborn,
    LinearConceder,
    FalsePromise,
}

/// The concession of a round: from a tenth of the pie in the first to a half in the last, rounded down.
fn concession(pie: &Pie, round: Round) -> i64 {
    match i64::from(pie.rounds) - 1 {
        0 => pie.size / 10,
        steps => pie.size * (steps + 4 * (i64::from(round) - 1)) / (10 * steps),
    }
}

impl Kind {
    fn offers(self, pie: &Pie, round: Round) -> i64 {
        match self {
            Kind::Equilibrium => pie.size - pie.value(round),
            Kind::EqualSplit => pie.size / 2,
            Kind::Stubborn | Kind::FalsePromise => pie.size / 5,
            Kind::LinearConceder => concession(pie, round),
        }
    }

    fn accepts(self, pie: &Pie, round: Round, offer: i64) -> bool {
        match self {
            Kind::Equilibrium => pie.acceptable(offer, round),
            Kind::EqualSplit | Kind::FalsePromise => offer >= pie.size / 2,
            Kind::Stubborn => offer >= pie.size - pie.size / 5,
            Kind::LinearConceder => offer >= pie.size - concession(pie, round),
        }
    }

    fn announcement(self, pie: &Pie, round: Round, proposes: bool) -> Option<Json> {
        let half = pie.size / 2;
        match (self, proposes) {
            (Kind::EqualSplit | Kind::FalsePromise, true) => Some(json!({"action": half})),
            (Kind::Stubborn | Kind::LinearConceder, true) => Some(json!({"action": self.offers(pie, round)})),
            (Kind::EqualSplit, false) => Some(json!({"action": "accept", "if": {"at_least": half}})),
            (Kind::Stubborn, false) => {
                Some(json!({"action": "reject", "if": {"at_most": pie.size - pie.size / 5 - 1}}))
            }
            (Kind::Equilibrium, _) | (Kind::LinearConceder | Kind::FalsePromise, false) => None,
        }
    }
}

impl Agent for Kind {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        // The parameters of an observation are complete and checked.
        let Some(pie) = Pie::of(&o.params) else { return Decision::say("") };
        if o.talking() {
            let announce = self.announcement(&pie, o.round, Pie::proposer(o.round) == o.seat);
            return say(text::spoken(announce.as_ref()), announce);
        }
        let offer = o.facts.get("offer").and_then(Dec::from_json).and_then(Dec::to_i64);
        Decision::Action(match offer {
            Some(offer) if self.accepts(&pie, o.round, offer) => "accept".into(),
            Some(_) => "reject".into(),
            None => self.offers(&pie, o.round).into(),
        })
    }
}

/// The agents, `random` last.
pub fn all() -> Vec<Seated> {
    let seated = |kind: Kind, id, name, description, source, speech| {
        let traits = Traits { memory: Some(0), stochastic: false, speech };
        Seated::with(AgentInfo { id, name, description, source, traits }, move || Box::new(kind))
    };
    vec![
        seated(
            Kind::Equilibrium,
            "equilibrium",
            "Equilibrium",
            "Offers just enough and accepts what is worth not waiting for, by backward induction; announces nothing.",
            "Ståhl 1972; Rubinstein 1982",
            Speech::Quiet,
        ),
        seated(
            Kind::EqualSplit,
            "equal-split",
            "Equal split",
            "Offers half and accepts half or more, and says so.",
            "equal division",
            Speech::Honest,
        ),
        seated(
            Kind::Stubborn,
            "stubborn",
            "Stubborn",
            "Offers a fifth, accepts only four fifths or more, and says so.",
            "Trivium",
            Speech::Honest,
        ),
        seated(
            Kind::LinearConceder,
            "linear-conceder",
            "Linear conceder",
            "Concedes in equal steps from a tenth of the pie to a half; announces its offers.",
            "linear concession (Faratin, Sierra and Jennings 1998)",
            Speech::Honest,
        ),
        seated(
            Kind::FalsePromise,
            "false-promise",
            "False promise",
            "Announces half and offers a fifth; accepts half or more.",
            "Trivium",
            Speech::Deceptive,
        ),
        Seated::random(),
    ]
}
