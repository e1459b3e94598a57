//! Rule-based agents of Gift Exchange. Each can take both roles.

use super::{EMPLOYER, Labour, WORKER, text};
use crate::kit::agent::say;
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Dec, Decision, Json, Observation, Rng, Traits};

/// By how much the reciprocal employer moves its wage.
const WAGE_STEP: i64 = 6;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    FairWage,
    MinimumWage,
    Reciprocal,
    Shirker,
}

/// The wage of a round.
fn wage(o: &Observation, round: u32) -> Option<i64> {
    o.action_of("wage", round, EMPLOYER).and_then(Dec::from_json).and_then(Dec::to_i64)
}

/// The wage of the round before and the level of effort that answered it.
fn last(o: &Observation, labour: &Labour) -> Option<(i64, usize)> {
    let round = o.round.checked_sub(1)?;
    let effort = o.action_of("effort", round, WORKER).and_then(Dec::from_json)?;
    Some((wage(o, round)?, labour.level(effort)?))
}

impl Kind {
    fn pays(self, o: &Observation, labour: &Labour) -> i64 {
        match (self, last(o, labour)) {
            (Kind::MinimumWage | Kind::Shirker, _) => labour.wage_min,
            (Kind::FairWage, _) | (Kind::Reciprocal, None) => labour.middle_wage(),
            (Kind::Reciprocal, Some((wage, level))) => {
                let step = if level >= labour.proportional(wage) { WAGE_STEP } else { -WAGE_STEP };
                (wage + step).clamp(labour.wage_min, labour.wage_max)
            }
        }
    }

    fn works(self, labour: &Labour, wage: i64) -> Dec {
        match self {
            Kind::FairWage | Kind::Reciprocal => labour.efforts[labour.proportional(wage)],
            Kind::MinimumWage | Kind::Shirker => labour.efforts[0],
        }
    }

    fn announcement(self, o: &Observation, labour: &Labour) -> Json {
        let mid = labour.middle_wage();
        match (self, o.seat == EMPLOYER) {
            (Kind::Shirker, true) => json!({"action": mid}),
            (_, true) => json!({"action": self.pays(o, labour)}),
            (Kind::Shirker, false) => json!({"action": labour.efforts.last()}),
            (Kind::MinimumWage, false) => json!({"action": labour.efforts[0]}),
            (Kind::FairWage | Kind::Reciprocal, false) => {
                json!({"action": self.works(labour, mid), "if": {"at_least": mid}})
            }
        }
    }
}

impl Agent for Kind {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        // The parameters of an observation are complete and checked.
        let Some(labour) = Labour::of(&o.params) else { return Decision::say("") };
        if o.talking() {
            let announce = self.announcement(o, &labour);
            return say(text::spoken(o.seat == EMPLOYER, &announce), Some(announce));
        }
        Decision::Action(match wage(o, o.round) {
            Some(wage) => self.works(&labour, wage).to_json(),
            None => self.pays(o, &labour).into(),
        })
    }
}

/// The agents, `random` last.
pub fn all() -> Vec<Seated> {
    let seated = |kind: Kind, id, name, description, source, memory, speech| {
        let traits = Traits { memory: Some(memory), stochastic: false, speech };
        Seated::with(AgentInfo { id, name, description, source, traits }, move || Box::new(kind))
    };
    vec![
        seated(
            Kind::FairWage,
            "fair-wage",
            "Fair wage",
            "Pays the wage half-way; works in proportion to the wage.",
            "Akerlof and Yellen 1990 (fair wage–effort hypothesis)",
            0,
            Speech::Honest,
        ),
        seated(
            Kind::MinimumWage,
            "minimum-wage",
            "Minimum wage",
            "Pays the lowest wage or works with the lowest effort, and says so.",
            "subgame-perfect equilibrium",
            0,
            Speech::Honest,
        ),
        seated(
            Kind::Reciprocal,
            "reciprocal",
            "Reciprocal",
            "Raises the wage after effort in proportion and lowers it after less; works in proportion to the wage.",
            "Fehr, Kirchsteiger and Riedl 1993",
            1,
            Speech::Honest,
        ),
        seated(
            Kind::Shirker,
            "shirker",
            "Shirker",
            "Promises a fair wage or the highest effort and gives the lowest.",
            "Trivium",
            0,
            Speech::Deceptive,
        ),
        Seated::random(),
    ]
}
