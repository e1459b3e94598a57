//! The rules, as in the section L2-T03 of the rules page.

use super::{INVESTOR, TRUSTEE};
use crate::kit::speech::{Conditions, PastAction, Speech};
use crate::kit::{Choice, Effects, Next, Params, Phase, Rules};
use serde_json::{Map, json};
use trivium_core::{Announce, Condition, Dec, Json, LegalForm, ParamError, Round, Seat};

/// What is at stake in one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stakes {
    /// What the investor has to send from.
    pub endowment: i64,
    /// What the amount sent is multiplied by on its way.
    pub multiplier: i64,
    /// What the trustee has in any case.
    pub trustee_endowment: i64,
}

impl Stakes {
    /// Reads `endowment`, `multiplier` and `trustee_endowment`.
    pub fn read(params: &mut Params<'_>) -> Result<Stakes, ParamError> {
        Ok(Stakes {
            endowment: params.whole("endowment", 10, 1, 1000)?,
            multiplier: params.whole("multiplier", 3, 2, 10)?,
            trustee_endowment: params.whole("trustee_endowment", 0, 0, 1000)?,
        })
    }

    /// What investor and trustee earn when `sent` is sent and `returned` comes back.
    pub fn payoffs(&self, sent: i64, returned: i64) -> [Dec; 2] {
        let arrives = self.multiplier * sent;
        [self.endowment - sent + returned, self.trustee_endowment + arrives - returned].map(Dec::int)
    }
}

/// The phase of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Talk,
    Send,
    Return { sent: i64 },
}

/// Rules and state.
#[derive(Clone, Debug)]
pub struct RepeatedTrust {
    stakes: Stakes,
    rounds: u32,
    first: Stage,
    round: Round,
    stage: Stage,
    /// For each finished round whether something was sent, so that the trustee decided too.
    active: Vec<bool>,
    over: bool,
}

impl RepeatedTrust {
    /// From parameters.
    pub fn new(params: &Json, condition: Condition) -> Result<RepeatedTrust, ParamError> {
        let mut params = Params::new(params)?;
        let stakes = Stakes::read(&mut params)?;
        let rounds = params.whole("rounds", 10, 1, 100)? as u32;
        params.finish()?;
        let first = if condition == Condition::Comm { Stage::Talk } else { Stage::Send };
        Ok(RepeatedTrust { stakes, rounds, first, round: 1, stage: first, active: Vec::new(), over: false })
    }

    /// What a seat may decide under the parameters, in any round.
    fn decision(&self, seat: Seat) -> LegalForm {
        let Stakes { endowment, multiplier, .. } = self.stakes;
        LegalForm::Int { min: 0, max: if seat == INVESTOR { endowment } else { multiplier * endowment } }
    }

    fn admits_claim(&self, claim: &Json) -> bool {
        PastAction::read(claim).is_some_and(|past| {
            let active = past.round.checked_sub(1).and_then(|i| self.active.get(i as usize));
            let decided = match past.seat {
                INVESTOR => active.is_some(),
                TRUSTEE => active == Some(&true),
                _ => false,
            };
            decided && self.decision(past.seat).check(past.action).is_ok()
        })
    }

    fn finish_round(&mut self, sent: i64, returned: Option<i64>, effects: &mut Effects) {
        let payoffs = self.stakes.payoffs(sent, returned.unwrap_or(0));
        effects.pay(payoffs.to_vec(), json!({"sent": sent, "returned": returned}));
        self.active.push(returned.is_some());
        if self.round == self.rounds {
            self.over = true;
        } else {
            self.round += 1;
            self.stage = self.first;
        }
    }
}

impl Rules for RepeatedTrust {
    fn id(&self) -> &'static str {
        "L2-T03"
    }

    fn params(&self) -> Json {
        let Stakes { endowment, multiplier, trustee_endowment } = self.stakes;
        json!({
            "endowment": endowment,
            "multiplier": multiplier,
            "trustee_endowment": trustee_endowment,
            "rounds": self.rounds,
        })
    }

    fn seats(&self) -> Seat {
        2
    }

    fn role(&self, seat: Seat) -> &'static str {
        if seat == INVESTOR { "investor" } else { "trustee" }
    }

    fn round(&self) -> Round {
        self.round
    }

    fn next(&self) -> Next {
        if self.over {
            return Next::Over;
        }
        Next::Phase(match self.stage {
            Stage::Talk => Phase::talk("talk", 0..2),
            Stage::Send => Phase::single("send", INVESTOR),
            Stage::Return { .. } => Phase::single("return", TRUSTEE),
        })
    }

    fn legal(&self, _phase: &Phase, seat: Seat) -> LegalForm {
        match self.stage {
            Stage::Return { sent } => LegalForm::Int { min: 0, max: self.stakes.multiplier * sent },
            _ => self.decision(seat),
        }
    }

    fn fallback(&self, _phase: &Phase, _seat: Seat) -> Json {
        Json::from(0)
    }

    fn admits(&self, _phase: &Phase, seat: Seat, announce: &Announce) -> bool {
        let condition = if seat == TRUSTEE { Conditions::Amount } else { Conditions::None };
        let speech = Speech { decision: self.decision(seat), share: seat == TRUSTEE, condition };
        speech.admits(announce) && announce.claims.iter().all(|claim| self.admits_claim(claim))
    }

    fn on_phase(&mut self, _phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        let amount = || choices.first().and_then(|c| Dec::from_json(&c.action)).and_then(Dec::to_i64).unwrap_or(0);
        match self.stage {
            Stage::Talk => self.stage = Stage::Send,
            Stage::Send => match amount() {
                0 => self.finish_round(0, None, effects),
                sent => self.stage = Stage::Return { sent },
            },
            Stage::Return { sent } => self.finish_round(sent, Some(amount()), effects),
        }
    }

    fn facts(&self, _seat: Seat) -> Map<String, Json> {
        let mut facts = Map::new();
        if let Stage::Return { sent } = self.stage
            && !self.over
        {
            facts.insert("available".into(), (self.stakes.multiplier * sent).into());
        }
        facts
    }
}
