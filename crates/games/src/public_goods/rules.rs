//! The rules, as in the section L3-T01 of the rules page.

use crate::kit::chance::{check_order, draw_order};
use crate::kit::speech::{Conditions, PastAction, Speech};
use crate::kit::{Board, Choice, Due, Effects, Next, Params, Phase, Rules};
use serde_json::json;
use trivium_core::{Announce, Code, Condition, Dec, Json, LegalForm, ParamError, Rng, Round, Seat};

/// A thousandth.
const THOUSANDTH: Dec = Dec::from_scaled(1_000_000_000);

/// The pool of one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pool {
    /// Number of seats.
    pub n: Seat,
    /// What each seat has in a round.
    pub endowment: i64,
    /// What each seat gets of every unit in the pool.
    pub mpcr: Dec,
}

impl Pool {
    /// Reads `n`, `endowment` and `mpcr`.
    pub fn read(params: &mut Params<'_>) -> Result<Pool, ParamError> {
        let n = params.whole("n", 4, 2, 10)?;
        let endowment = params.whole("endowment", 20, 1, 1000)?;
        let mpcr = params.decimal("mpcr", THOUSANDTH * 400, THOUSANDTH, THOUSANDTH * 999)?;
        if mpcr * n <= Dec::ONE {
            let allowed = format!("above 1/n, so that the group gains: n is {n}");
            return Err(ParamError::new("mpcr", mpcr.to_string(), allowed));
        }
        Ok(Pool { n: n as Seat, endowment, mpcr })
    }

    /// The seats.
    pub fn seats(&self) -> Vec<Seat> {
        (0..self.n).collect()
    }

    /// What a seat may contribute.
    pub fn legal(&self) -> LegalForm {
        LegalForm::Int { min: 0, max: self.endowment }
    }

    /// What each seat earns: endowment − own contribution + mpcr · sum of all.
    pub fn payoffs(&self, contributions: &[i64]) -> Vec<Dec> {
        let shared = self.mpcr * contributions.iter().sum();
        contributions.iter().map(|c| Dec::int(self.endowment - c) + shared).collect()
    }

    /// Whether a seat may announce this in `round`: a contribution, perhaps if the others' mean is high enough, and
    /// claims about contributions of the rounds before.
    pub fn admits(&self, round: Round, announce: &Announce) -> bool {
        let speech = Speech { decision: self.legal(), share: false, condition: Conditions::Mean };
        let claim_fits = |claim: &Json| {
            PastAction::read(claim).is_some_and(|past| {
                past.seat < self.n && (1..round).contains(&past.round) && self.legal().check(past.action).is_ok()
            })
        };
        speech.admits(announce) && announce.claims.iter().all(claim_fits)
    }
}

/// The contributions of a finished phase, in seat order.
pub fn contributions(choices: &[Choice]) -> Vec<i64> {
    choices.iter().map(|c| Dec::from_json(&c.action).and_then(Dec::to_i64).unwrap_or(0)).collect()
}

/// Rules and state.
#[derive(Clone, Debug)]
pub struct PublicGoods {
    pool: Pool,
    rounds: u32,
    condition: Condition,
    board: Board,
    round: Round,
    over: bool,
}

impl PublicGoods {
    /// From parameters.
    pub fn new(params: &Json, condition: Condition) -> Result<PublicGoods, ParamError> {
        let mut params = Params::new(params)?;
        let pool = Pool::read(&mut params)?;
        let rounds = params.whole("rounds", 10, 1, 100)? as u32;
        params.finish()?;
        Ok(PublicGoods { pool, rounds, condition, board: Board::at_start(condition), round: 1, over: false })
    }
}

impl Rules for PublicGoods {
    fn id(&self) -> &'static str {
        "L3-T01"
    }

    fn params(&self) -> Json {
        let Pool { n, endowment, mpcr } = self.pool;
        json!({"n": n, "endowment": endowment, "mpcr": mpcr, "rounds": self.rounds})
    }

    fn seats(&self) -> Seat {
        self.pool.n
    }

    fn round(&self) -> Round {
        self.round
    }

    fn next(&self) -> Next {
        if self.over {
            return Next::Over;
        }
        self.board.next().unwrap_or_else(|| Next::Phase(Phase::together("contribute", self.pool.seats())))
    }

    fn legal(&self, _phase: &Phase, _seat: Seat) -> LegalForm {
        self.pool.legal()
    }

    fn fallback(&self, _phase: &Phase, _seat: Seat) -> Json {
        Json::from(0)
    }

    fn admits(&self, _phase: &Phase, _seat: Seat, announce: &Announce) -> bool {
        self.pool.admits(self.round, announce)
    }

    fn support(&self, _due: &Due, value: &Json) -> Result<Json, Code> {
        check_order(&self.pool.seats(), value)
    }

    fn draw(&self, _due: &Due, rng: &mut Rng) -> Json {
        draw_order(&self.pool.seats(), rng)
    }

    fn on_chance(&mut self, _due: &Due, value: &Json, _at: u32, _effects: &mut Effects) {
        self.board.order(value);
    }

    fn on_phase(&mut self, phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        if phase.name == Board::PHASE {
            return self.board.close();
        }
        let given = contributions(choices);
        effects.pay(self.pool.payoffs(&given), json!({"contributions": given}));
        if self.round == self.rounds {
            self.over = true;
        } else {
            self.round += 1;
            self.board = Board::at_start(self.condition);
        }
    }
}
