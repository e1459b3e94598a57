//! The rules, as in the section L3-T03 of the rules page.

use super::stock::{down, harvest, regrowth};
use crate::kit::speech::{Conditions, PastAction, Speech};
use crate::kit::{Board, Choice, Due, Effects, Kind, Next, Params, Phase, Rules, chance};
use serde_json::{Map, json};
use trivium_core::{Announce, Code, Condition, Dec, Json, LegalForm, ParamError, Rng, Round, Seat};

/// Largest stock and capacity.
const LARGEST_CAPACITY: Dec = Dec::int(1000);

/// Parameters and state.
#[derive(Clone, Debug)]
pub struct CommonPool {
    condition: Condition,
    seats: Seat,
    start: Dec,
    capacity: Dec,
    growth: Dec,
    rounds: Round,
    collapse: Dec,
    step: Dec,
    round: Round,
    board: Board,
    /// What is there: at the start of the running round, after the end what remains.
    stock: Dec,
    over: bool,
}

impl CommonPool {
    /// The game at its start.
    pub fn new(params: &Json, condition: Condition) -> Result<CommonPool, ParamError> {
        let least = Dec::from_scaled(1_000_000_000);
        let mut read = Params::new(params)?;
        let seats = read.whole("n", 4, 2, 10)? as Seat;
        let start = read.decimal("stock", Dec::int(100), least, LARGEST_CAPACITY)?;
        let capacity = read.decimal("capacity", Dec::int(100), least, LARGEST_CAPACITY)?;
        let growth = read.decimal("growth", Dec::from_scaled(400_000_000_000), least, Dec::int(2))?;
        let rounds = read.whole("rounds", 12, 1, 50)? as Round;
        let collapse = read.decimal("collapse", Dec::int(5), least, LARGEST_CAPACITY)?;
        let step = read.decimal("request_step", Dec::from_scaled(500_000_000_000), least, LARGEST_CAPACITY)?;
        read.finish()?;
        if start > capacity {
            return Err(ParamError::new("stock", start.to_string(), format!("at most the capacity, {capacity}")));
        }
        if collapse >= start {
            return Err(ParamError::new("collapse", collapse.to_string(), format!("less than the stock, {start}")));
        }
        Ok(CommonPool {
            condition,
            seats,
            start,
            capacity,
            growth,
            rounds,
            collapse,
            step,
            round: 1,
            board: Board::at_start(condition),
            stock: start,
            over: false,
        })
    }

    fn all(&self) -> Vec<Seat> {
        (0..self.seats).collect()
    }

    /// The requests that may be announced: multiples of the step up to the capacity.
    fn announceable(&self) -> LegalForm {
        LegalForm::Grid { min: Dec::ZERO, max: self.capacity, step: self.step }
    }

    fn admits_claim(&self, claim: &Json) -> bool {
        PastAction::read(claim).is_some_and(|past| {
            past.seat < self.seats
                && (1..self.round).contains(&past.round)
                && self.announceable().check(past.action).is_ok()
        })
    }
}

impl Rules for CommonPool {
    fn id(&self) -> &'static str {
        "L3-T03"
    }

    fn params(&self) -> Json {
        json!({
            "n": self.seats, "stock": self.start, "capacity": self.capacity, "growth": self.growth,
            "rounds": self.rounds, "collapse": self.collapse, "request_step": self.step,
        })
    }

    fn seats(&self) -> Seat {
        self.seats
    }

    fn round(&self) -> Round {
        self.round
    }

    fn next(&self) -> Next {
        if self.over {
            return Next::Over;
        }
        self.board.next().unwrap_or_else(|| Next::Phase(Phase::together("request", 0..self.seats)))
    }

    fn legal(&self, _phase: &Phase, _seat: Seat) -> LegalForm {
        LegalForm::Grid { min: Dec::ZERO, max: down(self.stock, self.step), step: self.step }
    }

    fn fallback(&self, _phase: &Phase, _seat: Seat) -> Json {
        Json::from(0)
    }

    fn admits(&self, _phase: &Phase, _seat: Seat, announce: &Announce) -> bool {
        let speech = Speech { decision: self.announceable(), share: false, condition: Conditions::None };
        speech.admits(announce) && announce.claims.iter().all(|claim| self.admits_claim(claim))
    }

    fn support(&self, _due: &Due, value: &Json) -> Result<Json, Code> {
        chance::check_order(&self.all(), value)
    }

    fn draw(&self, _due: &Due, rng: &mut Rng) -> Json {
        chance::draw_order(&self.all(), rng)
    }

    fn on_chance(&mut self, _due: &Due, value: &Json, _at: u32, _effects: &mut Effects) {
        self.board.order(value);
    }

    fn on_phase(&mut self, phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        if phase.kind == Kind::Talk {
            self.board.close();
            return;
        }
        let requests: Vec<Dec> = choices.iter().map(|c| Dec::from_json(&c.action).unwrap_or_default()).collect();
        let taken = harvest(self.stock, &requests);
        let remaining = self.stock - taken.iter().copied().sum();
        let collapsed = remaining < self.collapse;
        self.over = collapsed || self.round == self.rounds;
        let next = (!self.over).then(|| self.capacity.min(remaining + regrowth(remaining, self.growth, self.capacity)));
        let outcome = json!({
            "stock": self.stock, "requests": requests, "taken": taken, "remaining": remaining,
            "next_stock": next, "collapsed": collapsed,
        });
        effects.pay(taken, outcome);
        self.stock = next.unwrap_or(remaining);
        if !self.over {
            self.round += 1;
            self.board = Board::at_start(self.condition);
        }
    }

    fn facts(&self, _seat: Seat) -> Map<String, Json> {
        Map::from_iter([("stock".to_owned(), self.stock.to_json())])
    }
}
