//! Rule-based agents of the common pool.

use super::stock::{SustainableShare, down, down_share};
use super::text;
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Dec, Decision, Json, Message, Observation, Rng, Traits};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Sustainable,
    Greedy,
    Conditional,
    LastRoundGrabber,
}

impl Kind {
    fn request(self, o: &Observation) -> Dec {
        match self {
            Kind::Sustainable => sustainable(o),
            Kind::Greedy => largest(o),
            Kind::Conditional => others_mean(o).unwrap_or_else(|| sustainable(o)).min(largest(o)),
            Kind::LastRoundGrabber if i64::from(o.round) == o.whole("rounds") => largest(o),
            Kind::LastRoundGrabber => sustainable(o),
        }
    }

    fn announcement(self, o: &Observation) -> Json {
        match self {
            Kind::Sustainable => json!({"range": [0, sustainable(o)]}),
            Kind::Conditional => json!({"action": self.request(o)}),
            Kind::Greedy | Kind::LastRoundGrabber => json!({"action": sustainable(o)}),
        }
    }
}

fn stock(o: &Observation) -> Dec {
    o.facts.get("stock").and_then(Dec::from_json).unwrap_or_default()
}

/// The sustainable share of this round, on the grid of requests.
fn sustainable(o: &Observation) -> Dec {
    SustainableShare::of(stock(o), o.decimal("capacity"), o.whole("n")).down(o.decimal("request_step"))
}

fn largest(o: &Observation) -> Dec {
    down(stock(o), o.decimal("request_step"))
}

/// The mean of the others' requests of the last round, on the grid; `None` in the first round.
fn others_mean(o: &Observation) -> Option<Dec> {
    let last = o.round.checked_sub(1).filter(|&last| last > 0)?;
    let others = o.actions("request").filter(|(round, seat, _)| *round == last && *seat != o.seat);
    let sum: Dec = others.filter_map(|(_, _, request)| Dec::from_json(request)).sum();
    Some(down_share(sum, (o.whole("n") - 1).max(1), o.decimal("request_step")))
}

impl Agent for Kind {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        if !o.talking() {
            return Decision::Action(self.request(o).to_json());
        }
        let announce = Some(self.announcement(o));
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
            Kind::Sustainable,
            "sustainable",
            "Sustainable",
            "Takes its part of what lies above half the capacity, so that growth stays at its maximum, and says so.",
            "Reed 1979",
            0,
            Speech::Honest,
        ),
        seated(
            Kind::Greedy,
            "greedy",
            "Greedy",
            "Asks for everything and announces the sustainable share.",
            "Hardin 1968",
            0,
            Speech::Deceptive,
        ),
        seated(
            Kind::Conditional,
            "conditional",
            "Conditional",
            "Starts with the sustainable share, then takes what the others asked for on average in the round before; \
             announces its request.",
            "after Ostrom, Gardner and Walker 1994",
            1,
            Speech::Honest,
        ),
        seated(
            Kind::LastRoundGrabber,
            "last-round-grabber",
            "Last-round grabber",
            "Takes the sustainable share until the last round and then asks for everything; always announces the \
             sustainable share.",
            "Trivium",
            0,
            Speech::Deceptive,
        ),
        Seated::random(),
    ]
}
