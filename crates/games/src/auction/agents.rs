//! Rule-based agents.

use super::text;
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Decision, Event, Json, Message, Observation, Rng, Traits};

/// How an agent bids and what it says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bidder {
    Shading,
    Truthful,
    Overbidder,
    Cartel,
    RingBreaker,
}

/// What an agent knows in a round.
struct Situation {
    value: i64,
    max_value: i64,
    max_bid: i64,
    bidders: i64,
    second_price: bool,
    /// What a ring's winner bids: the least that wins against 0 and is valid.
    least: i64,
    /// Whose turn it is to win in a rotation.
    turn: i64,
    own: i64,
}

impl Situation {
    fn of(o: &Observation) -> Situation {
        let bidders = o.whole("bidders").max(1);
        let value = o.events.iter().rev().find_map(|event| match event {
            Event::Chance { round, name, value, .. } if name == "value" && *round == o.round => value.as_i64(),
            _ => None,
        });
        Situation {
            value: value.unwrap_or(0),
            max_value: o.whole("max_value"),
            max_bid: o.whole("max_bid"),
            bidders,
            second_price: o.params.get("price").and_then(Json::as_str) == Some("second"),
            least: o.whole("reserve").max(1),
            turn: (i64::from(o.round) - 1) % bidders,
            own: i64::from(o.seat),
        }
    }

    fn bid(&self, bidder: Bidder) -> i64 {
        let bid = match bidder {
            Bidder::Shading if self.second_price => self.value,
            Bidder::Shading => self.value * (self.bidders - 1) / self.bidders,
            Bidder::Truthful => self.value,
            Bidder::Overbidder => self.value + 10,
            Bidder::Cartel | Bidder::RingBreaker if self.own == self.turn => self.least,
            Bidder::RingBreaker if self.value > self.least + 1 => self.least + 1,
            Bidder::Cartel | Bidder::RingBreaker => 0,
        };
        bid.min(self.max_bid)
    }

    fn message(&self, bidder: Bidder) -> Message {
        let (text, announce) = match bidder {
            Bidder::Shading => (text::QUIET, None),
            Bidder::Truthful => {
                let claims = [json!({"kind": "value", "value": self.value})];
                (text::OPEN, Some(json!({"action": self.bid(bidder), "claims": claims})))
            }
            Bidder::Overbidder => {
                let claims = [json!({"kind": "value", "value": self.max_value.min(self.value + 20)})];
                (text::BOAST, Some(json!({"claims": claims})))
            }
            Bidder::Cartel | Bidder::RingBreaker => {
                let plan = json!({"winner": self.turn, "others_max": 0});
                (text::PLAN, Some(json!({"claims": [{"kind": "plan", "value": plan}]})))
            }
        };
        Message { text: text.to_owned(), announce, cut: false }
    }
}

impl Agent for Bidder {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        let situation = Situation::of(o);
        if o.talking() {
            Decision::Message(situation.message(*self))
        } else {
            Decision::Action(Json::from(situation.bid(*self)))
        }
    }
}

/// The agents, `random` last.
pub fn all() -> Vec<Seated> {
    let seated = |id, name, description, source, speech, bidder: Bidder| {
        let traits = Traits { memory: Some(0), stochastic: false, speech };
        Seated::with(AgentInfo { id, name, description, source, traits }, move || Box::new(bidder))
    };
    vec![
        seated(
            "equilibrium-shading",
            "Equilibrium shading",
            "Bids (n − 1)/n of its value in a first-price auction and its value in a second-price one.",
            "Vickrey 1961",
            Speech::Quiet,
            Bidder::Shading,
        ),
        seated(
            "truthful",
            "Truthful",
            "Bids its value, announces the bid and claims the value.",
            "Vickrey 1961",
            Speech::Honest,
            Bidder::Truthful,
        ),
        seated(
            "overbidder",
            "Overbidder",
            "Bids 10 more than its value and claims 20 more.",
            "Trivium",
            Speech::Deceptive,
            Bidder::Overbidder,
        ),
        seated(
            "rotation-cartel",
            "Rotation cartel",
            "Proposes that the seats take turns in winning at the lowest price, and keeps to it.",
            "McAfee and McMillan 1992",
            Speech::Honest,
            Bidder::Cartel,
        ),
        seated(
            "ring-breaker",
            "Ring breaker",
            "Talks like the cartel and outbids its winner when the object is worth it.",
            "Trivium",
            Speech::Deceptive,
            Bidder::RingBreaker,
        ),
        Seated::random(),
    ]
}
