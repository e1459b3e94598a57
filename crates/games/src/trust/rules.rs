//! The rules, as in the section L1-T06 of the rules page.

use crate::kit::speech::{Conditions, Speech};
use crate::kit::{Choice, Effects, Next, Params, Phase, Rules};
use serde_json::{Map, json};
use trivium_core::{Announce, Condition, Dec, Json, LegalForm, ParamError, Round, Seat};

/// The seat that sends.
const INVESTOR: Seat = 0;
/// The seat that returns.
const TRUSTEE: Seat = 1;

const TALKS: &[&str] = &["talk1", "talk2"];

/// Rules and state.
#[derive(Clone, Debug)]
pub struct Trust {
    endowment: i64,
    multiplier: i64,
    trustee_endowment: i64,
    talks: &'static [&'static str],
    /// Message phases that are finished.
    talked: usize,
    sent: Option<i64>,
    over: bool,
}

impl Trust {
    /// The game at its start.
    pub fn new(params: &Json, condition: Condition) -> Result<Trust, ParamError> {
        let mut params = Params::new(params)?;
        let endowment = params.whole("endowment", 10, 1, 1000)?;
        let multiplier = params.whole("multiplier", 3, 2, 10)?;
        let trustee_endowment = params.whole("trustee_endowment", 0, 0, 1000)?;
        params.finish()?;
        let talks = if condition == Condition::Comm { TALKS } else { &[] };
        Ok(Trust { endowment, multiplier, trustee_endowment, talks, talked: 0, sent: None, over: false })
    }

    /// What the trustee may return of an amount that was sent.
    fn returns(&self, sent: i64) -> LegalForm {
        LegalForm::Int { min: 0, max: self.multiplier * sent }
    }

    fn sends(&self) -> LegalForm {
        LegalForm::Int { min: 0, max: self.endowment }
    }

    fn settle(&mut self, sent: i64, returned: Option<i64>, effects: &mut Effects) {
        let back = returned.unwrap_or(0);
        let payoffs = [self.endowment - sent + back, self.trustee_endowment + self.multiplier * sent - back];
        effects.pay(payoffs.map(Dec::int).to_vec(), json!({"sent": sent, "returned": returned}));
        self.over = true;
    }
}

impl Rules for Trust {
    fn id(&self) -> &'static str {
        "L1-T06"
    }

    fn params(&self) -> Json {
        json!({
            "endowment": self.endowment,
            "multiplier": self.multiplier,
            "trustee_endowment": self.trustee_endowment,
        })
    }

    fn seats(&self) -> Seat {
        2
    }

    fn role(&self, seat: Seat) -> &'static str {
        if seat == INVESTOR { "investor" } else { "trustee" }
    }

    fn round(&self) -> Round {
        1
    }

    fn next(&self) -> Next {
        if self.over {
            return Next::Over;
        }
        Next::Phase(match (self.talks.get(self.talked), self.sent) {
            (Some(talk), _) => Phase::talk(talk, 0..2),
            (None, None) => Phase::single("send", INVESTOR),
            (None, Some(_)) => Phase::single("return", TRUSTEE),
        })
    }

    fn legal(&self, phase: &Phase, _seat: Seat) -> LegalForm {
        if phase.name == "send" { self.sends() } else { self.returns(self.sent.unwrap_or(0)) }
    }

    fn fallback(&self, _phase: &Phase, _seat: Seat) -> Json {
        Json::from(0)
    }

    fn admits(&self, _phase: &Phase, seat: Seat, announce: &Announce) -> bool {
        let speech = match seat {
            INVESTOR => Speech { decision: self.sends(), share: false, condition: Conditions::None },
            _ => Speech { decision: self.returns(self.endowment), share: true, condition: Conditions::Amount },
        };
        speech.admits(announce) && announce.claims.is_empty()
    }

    fn on_phase(&mut self, phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        let amount = choices.first().and_then(|choice| choice.action.as_i64()).unwrap_or(0);
        match phase.name {
            "send" if amount == 0 => self.settle(0, None, effects),
            "send" => self.sent = Some(amount),
            "return" => self.settle(self.sent.unwrap_or(0), Some(amount), effects),
            _ => self.talked += 1,
        }
    }

    fn facts(&self, _seat: Seat) -> Map<String, Json> {
        let available = self.sent.map(|sent| ("available".to_owned(), Json::from(self.multiplier * sent)));
        available.filter(|_| !self.over).into_iter().collect()
    }
}
