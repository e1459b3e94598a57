//! The rules, as in the section L3-T04 of the rules page.

use crate::kit::chance::{check_order, draw_order, whole_list};
use crate::kit::{Board, Choice, Due, Effects, Next, Params, Phase, Rules};
use crate::public_goods::{Pool, contributions};
use serde_json::{Map, json};
use trivium_core::{Announce, Code, Condition, Dec, Json, LegalForm, ParamError, Rng, Round, Seat, SeatSet, Step};

/// Largest cost and harm of a point.
const LARGEST_PRICE: Dec = Dec::int(1000);

/// Rules and state.
#[derive(Clone, Debug)]
pub struct Punishment {
    pool: Pool,
    rounds: Round,
    /// What a point costs the seat that gives it.
    cost: Dec,
    /// What a point takes from the seat that receives it.
    harm: Dec,
    max_points: i64,
    /// Whether everyone sees who gave points to whom.
    reveal: bool,
    condition: Condition,
    board: Board,
    round: Round,
    /// The contributions of the running round, once they are in.
    contributions: Option<Vec<i64>>,
    /// The points each seat received in the last finished round.
    received: Option<Vec<i64>>,
    over: bool,
}

impl Punishment {
    /// From parameters.
    pub fn new(params: &Json, condition: Condition) -> Result<Punishment, ParamError> {
        let mut params = Params::new(params)?;
        let pool = Pool::read(&mut params)?;
        let rounds = params.whole("rounds", 10, 1, 100)? as Round;
        let cost = params.decimal("punish_cost", Dec::int(1), Dec::ZERO, LARGEST_PRICE)?;
        let harm = params.decimal("punish_harm", Dec::int(3), Dec::ZERO, LARGEST_PRICE)?;
        let max_points = params.whole("max_points", 5, 1, 20)?;
        let reveal = params.flag("reveal_punishers", false)?;
        params.finish()?;
        Ok(Punishment {
            pool,
            rounds,
            cost,
            harm,
            max_points,
            reveal,
            condition,
            board: Board::at_start(condition),
            round: 1,
            contributions: None,
            received: None,
            over: false,
        })
    }

    /// Ends the round: the pool pays, points cost the giver and harm the receiver. Nothing is floored.
    fn settle(&mut self, contributions: &[i64], given: &[Vec<i64>], effects: &mut Effects) {
        let seats = 0..contributions.len();
        let received: Vec<i64> = seats.map(|seat| given.iter().map(|row| row[seat]).sum()).collect();
        let mut payoffs = self.pool.payoffs(contributions);
        for ((pay, row), &points) in payoffs.iter_mut().zip(given).zip(&received) {
            *pay = *pay - self.cost * row.iter().sum() - self.harm * points;
        }
        effects.pay(payoffs, json!({"contributions": contributions, "given": given}));
        self.received = Some(received);
        self.over = self.round == self.rounds;
        if !self.over {
            self.round += 1;
            self.board = Board::at_start(self.condition);
        }
    }
}

impl Rules for Punishment {
    fn id(&self) -> &'static str {
        "L3-T04"
    }

    fn params(&self) -> Json {
        let Pool { n, endowment, mpcr } = self.pool;
        json!({
            "n": n, "endowment": endowment, "mpcr": mpcr, "rounds": self.rounds, "punish_cost": self.cost,
            "punish_harm": self.harm, "max_points": self.max_points, "reveal_punishers": self.reveal,
        })
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
        self.board.next().unwrap_or_else(|| {
            Next::Phase(match self.contributions {
                None => Phase::together("contribute", self.pool.seats()),
                Some(_) => {
                    let audience = if self.reveal { SeatSet::ALL } else { SeatSet::NONE };
                    Phase::together("punish", self.pool.seats()).seen_by(audience)
                }
            })
        })
    }

    fn legal(&self, phase: &Phase, seat: Seat) -> LegalForm {
        match phase.name {
            "punish" => LegalForm::Points { n: self.pool.n, giver: seat, max: self.max_points },
            _ => self.pool.legal(),
        }
    }

    fn fallback(&self, phase: &Phase, _seat: Seat) -> Json {
        match phase.name {
            "punish" => Json::from(vec![0; usize::from(self.pool.n)]),
            _ => Json::from(0),
        }
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
        match self.contributions.take() {
            None => self.contributions = Some(contributions(choices)),
            Some(contributions) => {
                let n = contributions.len();
                let row = |choice: &Choice| whole_list(&choice.action, n).unwrap_or_else(|_| vec![0; n]);
                let given: Vec<Vec<i64>> = choices.iter().map(row).collect();
                self.settle(&contributions, &given, effects);
            }
        }
    }

    fn public_payoffs(&self) -> bool {
        self.reveal
    }

    /// Where punishers are hidden: the contributions, the points the seat gave, the total it received, its payoff.
    fn step_view(&self, seat: Seat, step: &Step) -> Json {
        if self.reveal {
            return json!({"round": step.round, "payoffs": step.payoffs, "outcome": step.outcome});
        }
        let at = usize::from(seat);
        let rows = step.outcome.get("given").and_then(Json::as_array);
        let points = |row: &Json| row.get(at).and_then(Json::as_i64).unwrap_or(0);
        let received: i64 = rows.into_iter().flatten().map(points).sum();
        json!({
            "round": step.round,
            "payoff": step.payoffs.get(at),
            "outcome": {
                "contributions": step.outcome.get("contributions"),
                "given": rows.and_then(|rows| rows.get(at)),
                "received": received,
            },
        })
    }

    fn facts(&self, seat: Seat) -> Map<String, Json> {
        let received = self.received.as_ref().and_then(|points| points.get(usize::from(seat)));
        Map::from_iter([("received".to_owned(), json!(received))])
    }
}
