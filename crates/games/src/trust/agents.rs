//! Rule-based agents; each plays either role.

use super::text;
use crate::kit::agent::{by_rule, say};
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{AgentInfo, Decision, Json, Observation, Traits};

/// What an agent sends, which part of what arrives it returns, and the share it promises as trustee.
struct Plan {
    sends: fn(i64) -> i64,
    returns: fn(i64) -> i64,
    promises: &'static str,
}

fn none(_: i64) -> i64 {
    0
}

fn half(n: i64) -> i64 {
    n / 2
}

impl Plan {
    fn decide(&self, o: &Observation) -> Decision {
        let sends = (self.sends)(o.whole("endowment"));
        match (o.role.as_str(), o.talking()) {
            ("investor", true) => speak(json!({"action": sends})),
            ("investor", false) => Decision::Action(sends.into()),
            (_, true) => speak(json!({"share": share(self.promises)})),
            (_, false) => {
                let available = o.facts.get("available").and_then(Json::as_i64).unwrap_or(0);
                Decision::Action((self.returns)(available).into())
            }
        }
    }
}

fn share(text: &str) -> Json {
    trivium_core::Dec::parse(text).unwrap_or_default().to_json()
}

fn speak(announce: Json) -> Decision {
    say(text::spoken(&announce), Some(announce))
}

/// The agents of the game.
pub fn all() -> Vec<Seated> {
    let info = |id, name, description, source, speech| AgentInfo {
        id,
        name,
        description,
        source,
        traits: Traits { memory: Some(0), stochastic: false, speech },
    };
    vec![
        by_rule(
            info(
                "full-trust",
                "Full trust",
                "Sends everything; returns half of what arrives.",
                "Berg, Dickhaut and McCabe 1995",
                Speech::Honest,
            ),
            |o, _| Plan { sends: |all| all, returns: half, promises: "0.3" }.decide(o),
        ),
        by_rule(
            info(
                "no-trust",
                "No trust",
                "Sends nothing and returns nothing, as self-interest alone would have it.",
                "subgame-perfect equilibrium",
                Speech::Honest,
            ),
            |o, _| Plan { sends: none, returns: none, promises: "0" }.decide(o),
        ),
        by_rule(
            info(
                "half-return",
                "Half return",
                "Sends half of its endowment; returns half of what arrives.",
                "Berg, Dickhaut and McCabe 1995",
                Speech::Honest,
            ),
            |o, _| Plan { sends: half, returns: half, promises: "0.3" }.decide(o),
        ),
        by_rule(
            info(
                "zero-return",
                "Zero return",
                "Sends half of its endowment; promises to return half and keeps everything.",
                "Trivium",
                Speech::Deceptive,
            ),
            |o, _| Plan { sends: half, returns: none, promises: "0.5" }.decide(o),
        ),
        Seated::random(),
    ]
}
