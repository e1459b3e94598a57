//! Rule-based agents of the committee.

use super::{index, letter, tally, text, top};
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Decision, Json, Message, Observation, Rng, Round, Traits};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Sincere,
    Strategic,
    Logroller,
    Stubborn,
}

/// The own values.
fn values(o: &Observation) -> Vec<i64> {
    let dealt = o.facts.get("own_values").and_then(Json::as_array);
    dealt.map(|list| list.iter().map(|v| v.as_i64().unwrap_or(0)).collect()).unwrap_or_default()
}

/// How often each alternative was named in a phase of a ballot.
fn named(o: &Observation, phase: &str, ballot: Round, alternatives: usize) -> Vec<i64> {
    let names: Vec<usize> =
        o.actions(phase).filter(|(round, ..)| *round == ballot).filter_map(|(_, _, name)| index(name)).collect();
    tally(&names, alternatives)
}

/// The better for the seat of the two alternatives with most straw votes in this ballot; ranking by straw votes, then
/// alphabet; the higher ranked where both are worth the same.
fn better_of_two(o: &Observation, values: &[i64]) -> usize {
    let straw = named(o, "straw", o.round, values.len());
    let first = top(&straw);
    let rest: Vec<i64> = straw.iter().enumerate().map(|(i, &n)| if i == first { -1 } else { n }).collect();
    let second = top(&rest);
    if values[second] > values[first] { second } else { first }
}

/// The alternative with most votes in the previous ballot among those worth at least half the highest value; ties by
/// own value, then alphabet. The own top in the first ballot.
fn acceptable_leader(o: &Observation, values: &[i64]) -> usize {
    let best = top(values);
    if o.round == 1 {
        return best;
    }
    let votes = named(o, "vote", o.round - 1, values.len());
    let acceptable = (0..values.len()).rev().filter(|&a| 2 * values[a] >= values[best]);
    acceptable.max_by_key(|&a| (votes[a], values[a])).unwrap_or(best)
}

impl Kind {
    /// Whether it votes for the better of the two leading alternatives in this ballot.
    fn compromises(self, o: &Observation) -> bool {
        match self {
            Kind::Strategic => true,
            Kind::Sincere => o.round > 1 && i64::from(o.round) == o.whole("ballots"),
            Kind::Logroller | Kind::Stubborn => false,
        }
    }

    fn choice(self, o: &Observation, values: &[i64]) -> usize {
        match self {
            Kind::Logroller => acceptable_leader(o, values),
            _ if o.phase == "vote" && self.compromises(o) => better_of_two(o, values),
            _ => top(values),
        }
    }

    fn announcement(self, o: &Observation, values: &[i64]) -> Json {
        let own = letter(top(values));
        match self {
            _ if self.compromises(o) => json!({"claims": [{"kind": "top", "alternative": own}]}),
            Kind::Stubborn => {
                let claim = json!({"kind": "value", "alternative": own, "value": o.whole("value_max")});
                json!({"action": own, "claims": [claim]})
            }
            // What these vote for is known before the board, and is what they choose now.
            _ => json!({"action": letter(self.choice(o, values))}),
        }
    }
}

impl Agent for Kind {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        let values = values(o);
        if !o.talking() {
            return Decision::Action(Json::from(letter(self.choice(o, &values))));
        }
        let announce = Some(self.announcement(o, &values));
        Decision::Message(Message { text: text::spoken(announce.as_ref()), announce, cut: false })
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
            Kind::Sincere,
            "sincere",
            "Sincere",
            "Names its favourite throughout; in the last ballot it votes for the better of the two alternatives that \
             lead the straw poll.",
            "after Farquharson 1969",
            0,
            Speech::Honest,
        ),
        seated(
            Kind::Strategic,
            "strategic",
            "Strategic",
            "Names its favourite in the straw poll and votes in every ballot for the better of the two alternatives \
             that lead it.",
            "after Farquharson 1969",
            0,
            Speech::Honest,
        ),
        seated(
            Kind::Logroller,
            "logroller",
            "Logroller",
            "Starts with its favourite, then joins the alternative with most votes among those worth at least half its \
             favourite; announces its vote.",
            "after Buchanan and Tullock 1962",
            1,
            Speech::Honest,
        ),
        seated(
            Kind::Stubborn,
            "stubborn",
            "Stubborn",
            "Always votes for its favourite and claims that it is worth the highest possible value.",
            "Trivium",
            0,
            Speech::Deceptive,
        ),
        Seated::random(),
    ]
}
