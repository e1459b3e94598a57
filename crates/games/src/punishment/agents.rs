//! Rule-based agents of the public good with punishment: the contributors of the game without, and three that
//! answer to contributions.

use crate::public_goods::agents::{contributors, others_last, pledge};
use crate::registry::Seated;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Dec, Decision, Json, LegalForm, Observation, Rng, Traits};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Punisher,
    Antisocial,
    SecondOrder,
}

/// The contributions of this round, by seat.
fn contributions(o: &Observation) -> Vec<i64> {
    let now = o.actions("contribute").filter(|(round, ..)| *round == o.round);
    now.map(|(_, _, action)| Dec::from_json(action).and_then(Dec::to_i64).unwrap_or(0)).collect()
}

impl Kind {
    fn contributes(self, o: &Observation) -> i64 {
        match self {
            Kind::Punisher => o.whole("endowment"),
            Kind::Antisocial => 0,
            Kind::SecondOrder => others_last(o).into_iter().max().unwrap_or_else(|| o.whole("endowment")),
        }
    }

    /// The points for a seat that contributed `other`, given the own contribution.
    fn points(self, o: &Observation, own: i64, other: i64) -> i64 {
        let (most, endowment) = (o.whole("max_points"), o.whole("endowment").max(1));
        match self {
            // The shortfall in units of the endowment, times the most points, rounded up.
            Kind::Punisher if other < own => most.min(((own - other) * most + endowment - 1) / endowment),
            Kind::Antisocial if other > own => most.min(2),
            _ => 0,
        }
    }
}

impl Agent for Kind {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        match &o.legal {
            Some(LegalForm::Text) => pledge(match self {
                Kind::Antisocial => o.whole("endowment"),
                honest => honest.contributes(o),
            }),
            Some(LegalForm::Points { giver, .. }) => {
                let all = contributions(o);
                let own = all.get(usize::from(*giver)).copied().unwrap_or(0);
                Decision::Action(all.iter().map(|&other| self.points(o, own, other)).collect())
            }
            _ => Decision::Action(Json::from(self.contributes(o))),
        }
    }
}

/// The agents, `random` last.
pub fn all() -> Vec<Seated> {
    let seated = |kind: Kind, id, name, description, source, memory, speech| {
        let traits = Traits { memory: Some(memory), stochastic: false, speech };
        Seated::with(AgentInfo { id, name, description, source, traits }, move || Box::new(kind))
    };
    let mut agents = contributors();
    agents.extend([
        seated(
            Kind::Punisher,
            "punisher",
            "Punisher",
            "Contributes everything, says so, and punishes whoever contributes less, in proportion to what is missing.",
            "Fehr and Gächter 2000",
            0,
            Speech::Honest,
        ),
        seated(
            Kind::Antisocial,
            "antisocial",
            "Antisocial punisher",
            "Announces everything, contributes nothing, and punishes whoever contributes more.",
            "Herrmann, Thöni and Gächter 2008",
            0,
            Speech::Deceptive,
        ),
        seated(
            Kind::SecondOrder,
            "second-order",
            "Second-order free rider",
            "Contributes as much as the best of the others did, says so, and leaves punishing to them.",
            "after Panchanathan and Boyd 2004",
            1,
            Speech::Honest,
        ),
        Seated::random(),
    ]);
    agents
}
