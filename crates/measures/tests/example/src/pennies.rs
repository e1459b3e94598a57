//! Matching pennies (`L1-T07`): seat 0 wants to match, seat 1 wants not to.

use crate::kit::agent::{by_rule, say};
use crate::kit::speech::{Conditions, Speech};
use crate::kit::{Choice, Effects, Next, Params, Phase, Rules};
use crate::registry::{GameInfo, Position, RuleText, Seated, table};
use serde_json::json;
use trivium_core::game::Speech as Talk;
use trivium_core::{
    AgentInfo, Announce, Condition, Dec, Decision, Json, LegalForm, Observation, ParamError, Round, Seat, Traits,
};

/// `L1-T07`.
pub static GAME: GameInfo = GameInfo {
    id: "L1-T07",
    level: 1,
    name: "Matching Pennies",
    seats: 2,
    task: include_str!("../tasks/L1-T07.json"),
    make: |params, condition| table(Pennies::new(params, condition)?, condition),
    agents,
    text,
    label,
};

const TALKS: &[&str] = &["talk1", "talk2"];

/// Rules and state.
#[derive(Clone, Debug)]
pub struct Pennies {
    stake: i64,
    talks: &'static [&'static str],
    talked: usize,
    over: bool,
}

impl Pennies {
    /// The game at its start.
    pub fn new(params: &Json, condition: Condition) -> Result<Pennies, ParamError> {
        let mut params = Params::new(params)?;
        let stake = params.whole("stake", 1, 1, 1000)?;
        params.finish()?;
        let talks = if condition == Condition::Comm { TALKS } else { &[] };
        Ok(Pennies { stake, talks, talked: 0, over: false })
    }

    fn sides() -> LegalForm {
        LegalForm::labels(&["heads", "tails"])
    }
}

impl Rules for Pennies {
    fn id(&self) -> &'static str {
        "L1-T07"
    }

    fn params(&self) -> Json {
        json!({ "stake": self.stake })
    }

    fn seats(&self) -> Seat {
        2
    }

    fn role(&self, seat: Seat) -> &'static str {
        if seat == 0 { "matcher" } else { "evader" }
    }

    fn round(&self) -> Round {
        1
    }

    fn next(&self) -> Next {
        if self.over {
            return Next::Over;
        }
        Next::Phase(match self.talks.get(self.talked) {
            Some(talk) => Phase::talk(talk, 0..2),
            None => Phase::together("choose", 0..2),
        })
    }

    fn legal(&self, _phase: &Phase, _seat: Seat) -> LegalForm {
        Pennies::sides()
    }

    fn fallback(&self, _phase: &Phase, _seat: Seat) -> Json {
        Json::from("heads")
    }

    fn admits(&self, _phase: &Phase, _seat: Seat, announce: &Announce) -> bool {
        let speech = Speech { decision: Pennies::sides(), share: false, condition: Conditions::None };
        speech.admits(announce) && announce.claims.is_empty()
    }

    fn on_phase(&mut self, phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        if phase.name != "choose" {
            self.talked += 1;
            return;
        }
        let [a, b] = choices else { return };
        let won = if a.action == b.action { self.stake } else { -self.stake };
        effects.pay(vec![Dec::int(won), Dec::int(-won)], json!({"actions": [a.action, b.action]}));
        self.over = true;
    }
}

fn choose(o: &Observation, side: &str) -> Decision {
    if o.talking() {
        say(format!("I choose {side}."), Some(json!({ "action": side })))
    } else {
        Decision::Action(side.into())
    }
}

fn agents() -> Vec<Seated> {
    let info = |id, name, description, speech| AgentInfo {
        id,
        name,
        description,
        source: "Trivium",
        traits: Traits { memory: Some(0), stochastic: false, speech },
    };
    vec![
        by_rule(info("heads", "Heads", "Chooses heads and says so.", Talk::Honest), |o, _| choose(o, "heads")),
        by_rule(info("tails", "Tails", "Chooses tails and says so.", Talk::Honest), |o, _| choose(o, "tails")),
        by_rule(info("bluffer", "Bluffer", "Announces heads and chooses tails.", Talk::Deceptive), |o, _| {
            choose(o, if o.talking() { "heads" } else { "tails" })
        }),
        Seated::random(),
    ]
}

fn text(params: &Json, condition: Condition) -> RuleText {
    let stake = params.get("stake").and_then(Dec::from_json).unwrap_or_default();
    let mut lines = vec![
        "Two players choose heads or tails at the same time.".to_owned(),
        format!("If the choices match, the first player gets {stake} and the second loses {stake}."),
        format!("If they differ, the second player gets {stake} and the first loses {stake}."),
    ];
    if condition == Condition::Comm {
        lines.push("Before it the players exchange two messages each. Messages bind nobody.".to_owned());
    }
    RuleText { summary: "Guess what the other does, or avoid being guessed.", lines }
}

fn label(_at: &Position<'_>, action: &Json) -> Option<String> {
    match action.as_str()? {
        "heads" => Some("Heads".to_owned()),
        "tails" => Some("Tails".to_owned()),
        _ => None,
    }
}
