//! The rules, as in the sections L1-T02 to L1-T04 and L2-T06 of the rules page.

use super::{Form, Matrix};
use crate::kit::speech::{Conditions, PastAction, Speech};
use crate::kit::{Choice, Effects, Next, Params, Phase, Rules};
use serde_json::{Map, json};
use trivium_core::{Announce, Condition, Dec, Json, LegalForm, ParamError, Round, Seat};

/// Rules and state.
#[derive(Clone, Debug)]
pub struct TwoByTwo {
    form: &'static Form,
    params: Json,
    payoffs: [Matrix; 2],
    rounds: Round,
    talks: &'static [&'static str],
    round: Round,
    /// Message phases of this round that are finished.
    talked: usize,
    over: bool,
}

impl TwoByTwo {
    /// The game at its start.
    pub fn new(form: &'static Form, params: &Json, condition: Condition) -> Result<TwoByTwo, ParamError> {
        let mut params = Params::new(params)?;
        let mut complete = Map::new();
        let mut values: Vec<Dec> = Vec::new();
        for (name, default) in form.params {
            let value = params.payoff(name, *default)?;
            complete.insert((*name).to_owned(), value.to_json());
            values.push(value);
        }
        let rounds = if form.repeated { params.whole("rounds", 10, 1, 200)? as Round } else { 1 };
        if form.repeated {
            complete.insert("rounds".to_owned(), rounds.into());
        }
        params.finish()?;
        if !(form.allowed)(&values) {
            let names: Vec<&str> = form.params.iter().map(|(name, _)| *name).collect();
            let found: Vec<String> = values.iter().map(Dec::to_string).collect();
            return Err(ParamError::new(names.join(", "), found.join(", "), form.required));
        }
        let talks: &[&str] = match (condition, form.repeated) {
            (Condition::Silent, _) => &[],
            (Condition::Comm, false) => &["talk1", "talk2"],
            (Condition::Comm, true) => &["talk"],
        };
        let payoffs = (form.payoffs)(&values);
        Ok(TwoByTwo { form, params: complete.into(), payoffs, rounds, talks, round: 1, talked: 0, over: false })
    }

    fn choices(&self) -> LegalForm {
        LegalForm::labels(&self.form.choices)
    }

    fn admits_claim(&self, claim: &Json) -> bool {
        PastAction::read(claim).is_some_and(|past| {
            past.seat < 2 && (1..self.round).contains(&past.round) && self.form.index(past.action).is_some()
        })
    }
}

impl Rules for TwoByTwo {
    fn id(&self) -> &'static str {
        self.form.id
    }

    fn params(&self) -> Json {
        self.params.clone()
    }

    fn seats(&self) -> Seat {
        2
    }

    fn role(&self, seat: Seat) -> &'static str {
        self.form.roles[usize::from(seat.min(1))]
    }

    fn round(&self) -> Round {
        self.round
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
        self.choices()
    }

    fn fallback(&self, _phase: &Phase, seat: Seat) -> Json {
        Json::from(self.form.choices[self.form.fallback[usize::from(seat.min(1))]])
    }

    fn admits(&self, _phase: &Phase, _seat: Seat, announce: &Announce) -> bool {
        let condition = Conditions::Action(self.choices());
        let speech = Speech { decision: self.choices(), share: false, condition };
        speech.admits(announce) && announce.claims.iter().all(|claim| self.admits_claim(claim))
    }

    fn on_phase(&mut self, phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        if phase.name != "choose" {
            self.talked += 1;
            return;
        }
        let chosen: Vec<usize> = choices.iter().filter_map(|c| self.form.index(&c.action)).collect();
        if let [a, b] = chosen[..] {
            let names = [a, b].map(|i| self.form.choices[i]);
            effects.pay(vec![self.payoffs[0][a][b], self.payoffs[1][b][a]], json!({"actions": names}));
        }
        if self.round == self.rounds {
            self.over = true;
        } else {
            self.round += 1;
            self.talked = 0;
        }
    }
}
