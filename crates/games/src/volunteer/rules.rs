//! The rules, as in the section L3-T02 of the rules page.

use super::Choice;
use crate::kit::chance::{check_order, draw_order};
use crate::kit::speech::{Conditions, PastAction, Speech};
use crate::kit::{self, Board, Due, Effects, Next, Params, Phase, Rules};
use serde_json::json;
use trivium_core::{Announce, Code, Condition, Dec, Json, LegalForm, ParamError, Rng, Round, Seat};

/// Rules and state.
#[derive(Clone, Debug)]
pub struct Volunteering {
    n: Seat,
    benefit: Dec,
    cost: Dec,
    rounds: u32,
    condition: Condition,
    board: Board,
    round: Round,
    over: bool,
}

impl Volunteering {
    /// From parameters.
    pub fn new(params: &Json, condition: Condition) -> Result<Volunteering, ParamError> {
        let mut params = Params::new(params)?;
        let n = params.whole("n", 5, 2, 10)? as Seat;
        let (benefit, cost) = (params.payoff("benefit", 10)?, params.payoff("cost", 4)?);
        if cost <= Dec::ZERO || cost >= benefit {
            return Err(ParamError::new("cost", cost.to_string(), format!("above 0 and below the benefit, {benefit}")));
        }
        let rounds = params.whole("rounds", 5, 1, 100)? as u32;
        params.finish()?;
        let board = Board::at_start(condition);
        Ok(Volunteering { n, benefit, cost, rounds, condition, board, round: 1, over: false })
    }

    fn seat_list(&self) -> Vec<Seat> {
        (0..self.n).collect()
    }

    fn payoffs(&self, volunteers: &[Seat]) -> Vec<Dec> {
        let benefit = if volunteers.is_empty() { Dec::ZERO } else { self.benefit };
        let pays = |seat: &Seat| if volunteers.contains(seat) { self.cost } else { Dec::ZERO };
        self.seat_list().iter().map(|seat| benefit - pays(seat)).collect()
    }

    fn admits_claim(&self, claim: &Json) -> bool {
        PastAction::read(claim).is_some_and(|past| {
            past.seat < self.n && (1..self.round).contains(&past.round) && Choice::read(past.action).is_some()
        })
    }
}

impl Rules for Volunteering {
    fn id(&self) -> &'static str {
        "L3-T02"
    }

    fn params(&self) -> Json {
        json!({"n": self.n, "benefit": self.benefit, "cost": self.cost, "rounds": self.rounds})
    }

    fn seats(&self) -> Seat {
        self.n
    }

    fn round(&self) -> Round {
        self.round
    }

    fn next(&self) -> Next {
        if self.over {
            return Next::Over;
        }
        self.board.next().unwrap_or_else(|| Next::Phase(Phase::together("choose", self.seat_list())))
    }

    fn legal(&self, _phase: &Phase, _seat: Seat) -> LegalForm {
        LegalForm::labels(&Choice::WORDS)
    }

    fn fallback(&self, _phase: &Phase, _seat: Seat) -> Json {
        Choice::Abstain.word().into()
    }

    fn admits(&self, _phase: &Phase, _seat: Seat, announce: &Announce) -> bool {
        let decision = LegalForm::labels(&Choice::WORDS);
        let speech = Speech { decision, share: false, condition: Conditions::None };
        speech.admits(announce) && announce.claims.iter().all(|claim| self.admits_claim(claim))
    }

    fn support(&self, _due: &Due, value: &Json) -> Result<Json, Code> {
        check_order(&self.seat_list(), value)
    }

    fn draw(&self, _due: &Due, rng: &mut Rng) -> Json {
        draw_order(&self.seat_list(), rng)
    }

    fn on_chance(&mut self, _due: &Due, value: &Json, _at: u32, _effects: &mut Effects) {
        self.board.order(value);
    }

    fn on_phase(&mut self, phase: &Phase, choices: &[kit::Choice], effects: &mut Effects) {
        if phase.name == Board::PHASE {
            return self.board.close();
        }
        let volunteered = |c: &&kit::Choice| Choice::read(&c.action) == Some(Choice::Volunteer);
        let volunteers: Vec<Seat> = choices.iter().filter(volunteered).map(|c| c.seat).collect();
        effects.pay(self.payoffs(&volunteers), json!({"volunteers": volunteers}));
        if self.round == self.rounds {
            self.over = true;
        } else {
            self.round += 1;
            self.board = Board::at_start(self.condition);
        }
    }
}
