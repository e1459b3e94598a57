//! What rule-based agents share: an agent from a plain function, what it says, and what it heard.

use super::speech::standing;
use crate::registry::Seated;
use trivium_core::{Agent, AgentInfo, Announce, Decision, Json, Message, Observation, Rng, Seat};

/// A decision as a function of what the seat sees.
pub type Rule = fn(&Observation, &mut Rng) -> Decision;

struct ByRule(Rule);

impl Agent for ByRule {
    fn decide(&self, o: &Observation, rng: &mut Rng) -> Decision {
        (self.0)(o, rng)
    }
}

/// An agent without memory of its own: it looks at what its seat sees and decides.
pub fn by_rule(info: AgentInfo, rule: Rule) -> Seated {
    Seated::with(info, move || Box::new(ByRule(rule)))
}

/// A message with a machine-readable part.
pub fn say(text: impl Into<String>, announce: Option<Json>) -> Decision {
    Decision::Message(Message { text: text.into(), announce, cut: false })
}

/// The other seat of two.
pub fn other(o: &Observation) -> Seat {
    1 - o.seat.min(1)
}

/// What the other seat of two is committed to by its messages of this round in the named phases.
pub fn heard(o: &Observation, phases: &[&str]) -> Option<Announce> {
    standing(o.events.iter().filter(|e| e.phase().is_some_and(|p| phases.contains(&p))), other(o), o.round)
}
