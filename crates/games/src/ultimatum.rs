//! The ultimatum game (Güth, Schmittberger and Schwarze 1982), `L1-T05`: a proposer offers a part of a pie, a
//! responder accepts or leaves both with nothing.

use crate::kit::agent::{by_rule, say};
use crate::kit::speech::{Conditions, Speech};
use crate::kit::{Choice, Effects, Next, Params, Phase, Rules};
use crate::registry::{GameInfo, Position, RuleText, Seated, table};
use serde_json::{Map, json};
use trivium_core::game::Speech as Talk;
use trivium_core::{
    AgentInfo, Announce, Condition, Dec, Decision, Json, LegalForm, Observation, ParamError, Round, Seat, Traits,
};

/// `L1-T05`.
pub static GAME: GameInfo = GameInfo {
    id: "L1-T05",
    level: 1,
    name: "Ultimatum",
    seats: 2,
    task: include_str!("../tasks/L1-T05.json"),
    make: |params, condition| table(Ultimatum::new(params, condition)?, condition),
    agents,
    text,
    label,
};

const PROPOSER: Seat = 0;
const RESPONDER: Seat = 1;
const TALKS: &[&str] = &["talk1", "talk2"];

/// Rules and state.
#[derive(Clone, Debug)]
pub struct Ultimatum {
    pie: i64,
    talks: &'static [&'static str],
    talked: usize,
    offer: Option<i64>,
    over: bool,
}

impl Ultimatum {
    /// The game at its start.
    pub fn new(params: &Json, condition: Condition) -> Result<Ultimatum, ParamError> {
        let mut params = Params::new(params)?;
        let pie = params.whole("pie", 10, 1, 1000)?;
        params.finish()?;
        let talks = if condition == Condition::Comm { TALKS } else { &[] };
        Ok(Ultimatum { pie, talks, talked: 0, offer: None, over: false })
    }

    fn offers(&self) -> LegalForm {
        LegalForm::Int { min: 0, max: self.pie }
    }

    fn answers() -> LegalForm {
        LegalForm::labels(&["accept", "reject"])
    }
}

impl Rules for Ultimatum {
    fn id(&self) -> &'static str {
        "L1-T05"
    }

    fn params(&self) -> Json {
        json!({"pie": self.pie})
    }

    fn seats(&self) -> Seat {
        2
    }

    fn role(&self, seat: Seat) -> &'static str {
        if seat == PROPOSER { "proposer" } else { "responder" }
    }

    fn round(&self) -> Round {
        1
    }

    fn next(&self) -> Next {
        if self.over {
            return Next::Over;
        }
        Next::Phase(match (self.talks.get(self.talked), self.offer) {
            (Some(talk), _) => Phase::talk(talk, 0..2),
            (None, None) => Phase::single("offer", PROPOSER),
            (None, Some(_)) => Phase::single("respond", RESPONDER),
        })
    }

    fn legal(&self, phase: &Phase, _seat: Seat) -> LegalForm {
        if phase.name == "offer" { self.offers() } else { Ultimatum::answers() }
    }

    fn fallback(&self, phase: &Phase, _seat: Seat) -> Json {
        if phase.name == "offer" { Json::from(self.pie / 2) } else { Json::from("accept") }
    }

    fn admits(&self, _phase: &Phase, seat: Seat, announce: &Announce) -> bool {
        let (decision, condition) = match seat {
            PROPOSER => (self.offers(), Conditions::None),
            _ => (Ultimatum::answers(), Conditions::Amount),
        };
        Speech { decision, share: false, condition }.admits(announce) && announce.claims.is_empty()
    }

    fn on_phase(&mut self, phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        let Some(action) = choices.first().map(|choice| &choice.action) else { return };
        match phase.name {
            "offer" => self.offer = action.as_i64(),
            "respond" => {
                let offer = self.offer.unwrap_or(0);
                let accepted = action == "accept";
                let payoffs = if accepted { [self.pie - offer, offer] } else { [0, 0] };
                effects.pay(payoffs.map(Dec::int).to_vec(), json!({"offer": offer, "accepted": accepted}));
                self.over = true;
            }
            _ => self.talked += 1,
        }
    }

    fn facts(&self, _seat: Seat) -> Map<String, Json> {
        let offer = self.offer.filter(|_| !self.over);
        offer.map(|offer| ("offer".to_owned(), offer.into())).into_iter().collect()
    }
}

/// What an agent offers and from which offer on it accepts; what it says about either.
struct Plan {
    offers: i64,
    accepts_from: i64,
    says_offer: i64,
    says_answer: Option<Json>,
}

impl Plan {
    fn decide(self, o: &Observation) -> Decision {
        match (o.role.as_str(), o.talking()) {
            ("proposer", true) => speak(Some(json!({"action": self.says_offer}))),
            ("proposer", false) => Decision::Action(self.offers.into()),
            (_, true) => speak(self.says_answer),
            (_, false) => {
                let offer = o.facts.get("offer").and_then(Json::as_i64).unwrap_or(0);
                Decision::Action(if offer >= self.accepts_from { "accept" } else { "reject" }.into())
            }
        }
    }
}

fn accept_from(offer: i64) -> Option<Json> {
    Some(json!({"action": "accept", "if": {"at_least": offer}}))
}

fn speak(announce: Option<Json>) -> Decision {
    let limit = |name: &str| announce.as_ref().and_then(|a| a.get("if")?.get(name)?.as_i64());
    let text = match (announce.as_ref().and_then(|a| a.get("action")), limit("at_least"), limit("at_most")) {
        (_, Some(least), _) => format!("I accept offers from {least} on."),
        (_, _, Some(most)) => format!("I reject offers of {most} or less."),
        (Some(offer), ..) => format!("I will offer {offer}."),
        _ => "I keep my plans to myself.".to_owned(),
    };
    say(text, announce)
}

fn agents() -> Vec<Seated> {
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
                "fair-split",
                "Fair split",
                "Offers half of the pie and accepts from half on.",
                "Güth, Schmittberger and Schwarze 1982",
                Talk::Honest,
            ),
            |o, _| {
                let half = o.whole("pie") / 2;
                Plan { offers: half, accepts_from: half, says_offer: half, says_answer: accept_from(half) }.decide(o)
            },
        ),
        by_rule(
            info(
                "minimal-offer",
                "Minimal offer",
                "Offers the least and accepts the least; announces half and threatens to reject less.",
                "subgame-perfect equilibrium, with bluffs by Trivium",
                Talk::Deceptive,
            ),
            |o, _| {
                let half = o.whole("pie") / 2;
                let threat = (half > 0).then(|| json!({"action": "reject", "if": {"at_most": half - 1}}));
                Plan { offers: 1, accepts_from: 1, says_offer: half, says_answer: threat }.decide(o)
            },
        ),
        by_rule(
            info(
                "threshold",
                "Threshold",
                "Offers three tenths of the pie and accepts from there on.",
                "Camerer 2003",
                Talk::Honest,
            ),
            |o, _| {
                let least = (3 * o.whole("pie") + 9) / 10;
                Plan { offers: least, accepts_from: least, says_offer: least, says_answer: accept_from(least) }
                    .decide(o)
            },
        ),
        Seated::random(),
    ]
}

fn text(params: &Json, condition: Condition) -> RuleText {
    let pie = params.get("pie").and_then(Dec::from_json).unwrap_or_default();
    let mut lines = vec![
        format!("There are {pie} points to divide."),
        format!("First the proposer offers the responder a whole amount from 0 to {pie}."),
        "Then the responder, who sees the offer, accepts or rejects it.".to_owned(),
        "If it accepts, it gets the offer and the proposer keeps the rest. If it rejects, both get nothing.".to_owned(),
        "The game is played once.".to_owned(),
    ];
    if condition == Condition::Comm {
        lines.push(
            "Before the offer the players exchange two messages each; each pair is sent at the same time. Messages \
             bind nobody."
                .to_owned(),
        );
    }
    RuleText { summary: "One offer, take it or leave it.", lines }
}

fn label(at: &Position<'_>, action: &Json) -> Option<String> {
    match (at.phase, action) {
        ("offer", Json::Number(_)) => {
            let (offer, pie) = (Dec::from_json(action)?, at.number("pie")?);
            Some(format!("Offer {offer} of {pie} (you keep {})", pie - offer))
        }
        ("respond", Json::String(word)) if word == "accept" => Some("Accept".to_owned()),
        ("respond", Json::String(word)) if word == "reject" => Some("Reject".to_owned()),
        _ => None,
    }
}
