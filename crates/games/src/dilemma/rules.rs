//! The rules, as in the sections L1-T01 and L2-T01 of the rules page.

use super::Move;
use crate::kit::speech::{Conditions, PastAction, Speech};
use crate::kit::{Choice, Effects, Next, Params, Phase, Rules};
use serde_json::json;
use trivium_core::{Announce, Condition, Dec, Json, LegalForm, ParamError, Round, Seat};

/// The four payoffs of the dilemma, T > R > P > S.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payoffs {
    /// Temptation: defect against a cooperator.
    pub t: Dec,
    /// Reward of mutual cooperation.
    pub r: Dec,
    /// Punishment of mutual defection.
    pub p: Dec,
    /// Sucker's payoff.
    pub s: Dec,
}

impl Payoffs {
    /// 5, 3, 1, 0.
    pub const AXELROD: Payoffs = Payoffs { t: Dec::int(5), r: Dec::int(3), p: Dec::int(1), s: Dec::int(0) };

    /// Reads `T`, `R`, `P`, `S`.
    pub fn read(params: &mut Params<'_>) -> Result<Payoffs, ParamError> {
        let payoffs = Payoffs {
            t: params.payoff("T", 5)?,
            r: params.payoff("R", 3)?,
            p: params.payoff("P", 1)?,
            s: params.payoff("S", 0)?,
        };
        let Payoffs { t, r, p, s } = payoffs;
        if t > r && r > p && p > s {
            Ok(payoffs)
        } else {
            Err(ParamError::new("T, R, P, S", format!("{t}, {r}, {p}, {s}"), "T > R > P > S"))
        }
    }

    /// What the first of two moves earns against the second.
    pub const fn of(&self, own: Move, other: Move) -> Dec {
        match (own, other) {
            (Move::C, Move::C) => self.r,
            (Move::C, Move::D) => self.s,
            (Move::D, Move::C) => self.t,
            (Move::D, Move::D) => self.p,
        }
    }
}

/// How often the dilemma is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Once,
    Repeated { rounds: u32 },
}

/// Rules and state of both forms.
#[derive(Clone, Debug)]
pub struct Dilemma {
    form: Form,
    payoffs: Payoffs,
    talks: &'static [&'static str],
    round: Round,
    /// Phases of this round that are finished.
    stage: usize,
    over: bool,
}

impl Dilemma {
    /// The one-shot game.
    pub fn once(params: &Json, condition: Condition) -> Result<Dilemma, ParamError> {
        let mut params = Params::new(params)?;
        let payoffs = Payoffs::read(&mut params)?;
        params.finish()?;
        Ok(Dilemma::start(Form::Once, payoffs, condition, &["talk1", "talk2"]))
    }

    /// The repeated game.
    pub fn repeated(params: &Json, condition: Condition) -> Result<Dilemma, ParamError> {
        let mut params = Params::new(params)?;
        let payoffs = Payoffs::read(&mut params)?;
        let rounds = params.whole("rounds", 10, 1, 200)? as u32;
        params.finish()?;
        Ok(Dilemma::start(Form::Repeated { rounds }, payoffs, condition, &["talk"]))
    }

    fn start(form: Form, payoffs: Payoffs, condition: Condition, talks: &'static [&'static str]) -> Dilemma {
        let talks = if condition == Condition::Comm { talks } else { &[] };
        Dilemma { form, payoffs, talks, round: 1, stage: 0, over: false }
    }

    fn rounds(&self) -> u32 {
        match self.form {
            Form::Once => 1,
            Form::Repeated { rounds } => rounds,
        }
    }

    fn admits_claim(&self, claim: &Json) -> bool {
        self.form != Form::Once
            && PastAction::read(claim).is_some_and(|past| {
                past.seat < 2 && (1..self.round).contains(&past.round) && Move::read(past.action).is_some()
            })
    }
}

impl Rules for Dilemma {
    fn id(&self) -> &'static str {
        match self.form {
            Form::Once => "L1-T01",
            Form::Repeated { .. } => "L2-T01",
        }
    }

    fn params(&self) -> Json {
        let Payoffs { t, r, p, s } = self.payoffs;
        match self.form {
            Form::Once => json!({"T": t, "R": r, "P": p, "S": s}),
            Form::Repeated { rounds } => json!({"T": t, "R": r, "P": p, "S": s, "rounds": rounds}),
        }
    }

    fn seats(&self) -> Seat {
        2
    }

    fn round(&self) -> Round {
        self.round
    }

    fn next(&self) -> Next {
        if self.over {
            return Next::Over;
        }
        Next::Phase(match self.talks.get(self.stage) {
            Some(talk) => Phase::talk(talk, 0..2),
            None => Phase::together("choose", 0..2),
        })
    }

    fn legal(&self, _phase: &Phase, _seat: Seat) -> LegalForm {
        LegalForm::labels(&["C", "D"])
    }

    fn fallback(&self, _phase: &Phase, _seat: Seat) -> Json {
        Json::from("D")
    }

    fn admits(&self, _phase: &Phase, _seat: Seat, announce: &Announce) -> bool {
        let choices = LegalForm::labels(&["C", "D"]);
        let speech = Speech { decision: choices.clone(), share: false, condition: Conditions::Action(choices) };
        speech.admits(announce) && announce.claims.iter().all(|claim| self.admits_claim(claim))
    }

    fn on_phase(&mut self, phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        self.stage += 1;
        if phase.name != "choose" {
            return;
        }
        let moves: Vec<Move> = choices.iter().filter_map(|c| Move::read(&c.action)).collect();
        if let [a, b] = moves[..] {
            effects
                .pay(vec![self.payoffs.of(a, b), self.payoffs.of(b, a)], json!({"actions": [a.letter(), b.letter()]}));
        }
        if self.round == self.rounds() {
            self.over = true;
        } else {
            self.round += 1;
            self.stage = 0;
        }
    }
}
