//! Rule-based agents of Repeated Trust. Each can take both roles.

use super::{INVESTOR, TRUSTEE, text};
use crate::kit::agent::say;
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Dec, Decision, Json, Observation, Rng, Traits};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    FullTrust,
    GradualTrust,
    GrimTrust,
    Reciprocal,
    ZeroReturn,
    EndgameCheater,
}

/// What an agent reads off its observation.
struct View {
    endowment: i64,
    round: i64,
    rounds: i64,
    /// What was sent and, where something was sent, returned, in the rounds before this one.
    past: Vec<(i64, Option<i64>)>,
}

fn amount(action: &Json) -> Option<i64> {
    Dec::from_json(action).and_then(Dec::to_i64)
}

impl View {
    fn of(o: &Observation) -> View {
        let finished = 1..o.round;
        let past = finished
            .filter_map(|t| {
                let sent = o.action_of("send", t, INVESTOR).and_then(amount)?;
                Some((sent, o.action_of("return", t, TRUSTEE).and_then(amount)))
            })
            .collect();
        View { endowment: o.whole("endowment"), round: i64::from(o.round), rounds: o.whole("rounds"), past }
    }

    /// Whether this is one of the last two rounds.
    fn endgame(&self) -> bool {
        self.round > self.rounds - 2
    }

    /// Whether less than was sent came back in some round.
    fn exploited(&self) -> bool {
        self.past.iter().any(|(sent, returned)| returned.is_some_and(|y| y < *sent))
    }

    /// Whether less than half of the endowment was sent in some round.
    fn slighted(&self) -> bool {
        self.past.iter().any(|(sent, _)| self.below_half(*sent))
    }

    fn below_half(&self, sent: i64) -> bool {
        2 * sent < self.endowment
    }
}

/// `a/b` rounded up, for a ≥ 0 and b > 0.
fn ceil_div(a: i64, b: i64) -> i64 {
    (a + b - 1) / b
}

impl Kind {
    fn sends(self, view: &View) -> i64 {
        let all = view.endowment;
        match (self, view.past.last()) {
            (Kind::FullTrust, _) => all,
            (Kind::GradualTrust, None) => ceil_div(3 * all, 10),
            (Kind::GradualTrust, Some((0, _))) => 1,
            (Kind::GradualTrust, Some((sent, returned))) => {
                let step = ceil_div(all, 5);
                if returned.unwrap_or(0) >= *sent { all.min(sent + step) } else { (sent - step).max(0) }
            }
            (Kind::GrimTrust, _) => {
                if view.exploited() {
                    0
                } else {
                    all
                }
            }
            (Kind::Reciprocal, None) => all,
            (Kind::Reciprocal, Some((_, Some(returned)))) => all.min(*returned),
            (Kind::Reciprocal, Some((_, None))) => 1,
            (Kind::ZeroReturn, _) => all / 2,
            (Kind::EndgameCheater, _) => {
                if view.endgame() {
                    0
                } else {
                    all
                }
            }
        }
    }

    fn returns(self, view: &View, sent: i64, available: i64) -> i64 {
        let keeps = match self {
            Kind::FullTrust | Kind::GradualTrust | Kind::Reciprocal => false,
            Kind::GrimTrust => view.slighted() || view.below_half(sent),
            Kind::ZeroReturn => true,
            Kind::EndgameCheater => view.endgame(),
        };
        if keeps { 0 } else { available / 2 }
    }

    fn announcement(self, view: &View, invests: bool) -> Json {
        match self {
            Kind::EndgameCheater if invests => json!({"action": view.endowment}),
            _ if invests => json!({"action": self.sends(view)}),
            Kind::ZeroReturn | Kind::EndgameCheater => json!({"share": "0.5"}),
            Kind::GrimTrust if view.slighted() => json!({"share": 0}),
            Kind::GrimTrust => json!({"share": "0.3", "if": {"at_least": ceil_div(view.endowment, 2)}}),
            Kind::FullTrust | Kind::GradualTrust | Kind::Reciprocal => json!({"share": "0.3"}),
        }
    }
}

impl Agent for Kind {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        let view = View::of(o);
        let invests = o.seat == INVESTOR;
        if o.talking() {
            let announce = self.announcement(&view, invests);
            return say(text::spoken(invests, &announce), Some(announce));
        }
        let sent = o.action_of("send", o.round, INVESTOR).and_then(amount);
        Decision::Action(Json::from(match sent {
            Some(sent) => self.returns(&view, sent, sent * o.whole("multiplier")),
            None => self.sends(&view),
        }))
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
            Kind::FullTrust,
            "full-trust",
            "Full trust",
            "Sends everything; returns half of what arrives.",
            "Berg, Dickhaut and McCabe 1995",
            Some(0),
            Speech::Honest,
        ),
        seated(
            Kind::GradualTrust,
            "gradual-trust",
            "Gradual trust",
            "Starts with three tenths and sends a fifth of the endowment more after a fair return, a fifth less after \
             another; returns half of what arrives.",
            "Trivium",
            Some(1),
            Speech::Honest,
        ),
        seated(
            Kind::GrimTrust,
            "grim-trust",
            "Grim trust",
            "Sends everything until less than was sent comes back, then nothing; returns half until less than half of \
             the endowment is sent, then nothing.",
            "Trivium, after the grim trigger (Friedman 1971)",
            None,
            Speech::Honest,
        ),
        seated(
            Kind::Reciprocal,
            "reciprocal",
            "Reciprocal",
            "Sends everything at first, then as much as came back last; returns half of what arrives.",
            "Trivium",
            Some(1),
            Speech::Honest,
        ),
        seated(
            Kind::ZeroReturn,
            "zero-return",
            "Zero return",
            "Sends half; promises half of what arrives and returns nothing.",
            "Trivium",
            Some(0),
            Speech::Deceptive,
        ),
        seated(
            Kind::EndgameCheater,
            "endgame-cheater",
            "Endgame cheater",
            "Sends everything or returns half, and nothing in the last two rounds, while it announces the opposite.",
            "Trivium, after Selten and Stoecker 1986",
            Some(0),
            Speech::Deceptive,
        ),
        Seated::random(),
    ]
}
