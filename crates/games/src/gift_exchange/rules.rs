//! The rules, as in the section L2-T04 of the rules page.

use super::{EMPLOYER, WORKER};
use crate::kit::speech::{Conditions, PastAction, Speech};
use crate::kit::{Choice, Effects, Next, Params, Phase, Rules};
use serde_json::{Map, json};
use trivium_core::{Announce, Condition, Dec, Json, LegalForm, ParamError, Round, Seat};

/// Bound of wages and of what a unit of effort is worth.
const PAYOFF_LIMIT: i64 = 1000;
/// Most levels of effort.
const MOST_LEVELS: usize = 100;
/// Default costs of the efforts 0.1, 0.2, … 1.
const COSTS: [i64; 10] = [0, 1, 2, 4, 6, 8, 10, 12, 15, 18];

/// What can be paid, what can be done, and what both are worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Labour {
    /// Lowest wage.
    pub wage_min: i64,
    /// Highest wage.
    pub wage_max: i64,
    /// What the work is worth to the employer at effort 1, before the wage.
    pub value: Dec,
    /// What the worker gives up by working.
    pub reserve: Dec,
    /// The levels of effort, increasing.
    pub efforts: Vec<Dec>,
    /// What each costs the worker, increasing from 0.
    pub costs: Vec<Dec>,
}

impl Labour {
    /// Reads all but the number of rounds.
    pub fn read(params: &mut Params<'_>) -> Result<Labour, ParamError> {
        let wage_min = params.whole("wage_min", 30, -PAYOFF_LIMIT, PAYOFF_LIMIT)?;
        let wage_max = params.whole("wage_max", 126, -PAYOFF_LIMIT, PAYOFF_LIMIT)?;
        let (value, reserve) = (params.payoff("value", 126)?, params.payoff("reserve", 26)?);
        let tenth = Dec::from_scaled(100_000_000_000);
        let efforts: Vec<Dec> = (1..=10).map(|k| tenth * k).collect();
        let (zero, limit) = (Dec::ZERO, Dec::int(PAYOFF_LIMIT));
        let efforts = params.decimals("efforts", &efforts, zero, limit)?;
        let costs = params.decimals("costs", &COSTS.map(Dec::int), zero, limit)?;
        let labour = Labour { wage_min, wage_max, value, reserve, efforts, costs };
        labour.check()?;
        Ok(labour)
    }

    fn check(&self) -> Result<(), ParamError> {
        let wrong = |field: &str, found: String, allowed: String| Err(ParamError::new(field, found, allowed));
        let increasing = |list: &[Dec]| list.windows(2).all(|pair| pair[0] < pair[1]);
        let list = |list: &[Dec]| format!("{list:?}");
        if self.wage_min >= self.wage_max {
            return wrong("wage_max", self.wage_max.to_string(), format!("above wage_min, {}", self.wage_min));
        }
        if self.value < Dec::int(self.wage_max) {
            return wrong("value", self.value.to_string(), format!("at least wage_max, {}", self.wage_max));
        }
        if self.reserve > Dec::int(self.wage_min) {
            return wrong("reserve", self.reserve.to_string(), format!("at most wage_min, {}", self.wage_min));
        }
        if !(2..=MOST_LEVELS).contains(&self.efforts.len()) || !increasing(&self.efforts) {
            let allowed = format!("from 2 to {MOST_LEVELS} increasing decimals");
            return wrong("efforts", list(&self.efforts), allowed);
        }
        if self.costs.len() != self.efforts.len() || !increasing(&self.costs) || self.costs[0] != Dec::ZERO {
            let allowed = format!("{} increasing decimals, the first 0: one for each effort", self.efforts.len());
            return wrong("costs", list(&self.costs), allowed);
        }
        Ok(())
    }

    /// Reads complete parameters; `None` for anything but those of a game.
    pub fn of(params: &Json) -> Option<Labour> {
        Labour::read(&mut Params::new(params).ok()?).ok()
    }

    /// The number of a level of effort, from 0.
    pub fn level(&self, effort: Dec) -> Option<usize> {
        self.efforts.iter().position(|&level| level == effort)
    }

    /// What employer and worker earn: (value − wage) · effort and wage − reserve − cost.
    pub fn payoffs(&self, wage: i64, level: usize) -> [Dec; 2] {
        let (effort, cost) = match (self.efforts.get(level), self.costs.get(level)) {
            (Some(&effort), Some(&cost)) => (effort, cost),
            _ => (Dec::ZERO, Dec::ZERO),
        };
        // Both have at most 3 decimals and a magnitude of at most 2000: the product is exact.
        let profit = (self.value - Dec::int(wage)).checked_mul(effort).unwrap_or_default();
        [profit, Dec::int(wage) - self.reserve - cost]
    }

    /// The level of effort, from 0, that answers a wage in proportion: the lowest to the lowest wage, the highest to
    /// the highest.
    pub fn proportional(&self, wage: i64) -> usize {
        let steps = self.efforts.len() as i64 - 1;
        let level = steps * (wage - self.wage_min) / (self.wage_max - self.wage_min).max(1);
        level.clamp(0, steps) as usize
    }

    /// The wage half-way, rounded down.
    pub fn middle_wage(&self) -> i64 {
        (self.wage_min + self.wage_max).div_euclid(2)
    }
}

/// The phase of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Talk,
    Wage,
    Effort { wage: i64 },
}

/// Rules and state.
#[derive(Clone, Debug)]
pub struct GiftExchange {
    labour: Labour,
    rounds: u32,
    first: Stage,
    round: Round,
    stage: Stage,
    over: bool,
}

impl GiftExchange {
    /// From parameters.
    pub fn new(params: &Json, condition: Condition) -> Result<GiftExchange, ParamError> {
        let mut params = Params::new(params)?;
        let labour = Labour::read(&mut params)?;
        let rounds = params.whole("rounds", 10, 1, 100)? as u32;
        params.finish()?;
        let first = if condition == Condition::Comm { Stage::Talk } else { Stage::Wage };
        Ok(GiftExchange { labour, rounds, first, round: 1, stage: first, over: false })
    }

    fn decision(&self, seat: Seat) -> LegalForm {
        if seat == EMPLOYER {
            LegalForm::Int { min: self.labour.wage_min, max: self.labour.wage_max }
        } else {
            LegalForm::Enum { values: self.labour.efforts.iter().map(|effort| effort.to_json()).collect() }
        }
    }

    fn admits_claim(&self, claim: &Json) -> bool {
        PastAction::read(claim).is_some_and(|past| {
            past.seat <= WORKER
                && (1..self.round).contains(&past.round)
                && self.decision(past.seat).check(past.action).is_ok()
        })
    }
}

impl Rules for GiftExchange {
    fn id(&self) -> &'static str {
        "L2-T04"
    }

    fn params(&self) -> Json {
        let Labour { wage_min, wage_max, value, reserve, efforts, costs } = &self.labour;
        json!({
            "wage_min": wage_min,
            "wage_max": wage_max,
            "value": value,
            "reserve": reserve,
            "efforts": efforts,
            "costs": costs,
            "rounds": self.rounds,
        })
    }

    fn seats(&self) -> Seat {
        2
    }

    fn role(&self, seat: Seat) -> &'static str {
        if seat == EMPLOYER { "employer" } else { "worker" }
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
            Stage::Wage => Phase::single("wage", EMPLOYER),
            Stage::Effort { .. } => Phase::single("effort", WORKER),
        })
    }

    fn legal(&self, _phase: &Phase, seat: Seat) -> LegalForm {
        self.decision(seat)
    }

    fn fallback(&self, _phase: &Phase, seat: Seat) -> Json {
        if seat == EMPLOYER { self.labour.wage_min.into() } else { self.labour.efforts[0].to_json() }
    }

    fn admits(&self, _phase: &Phase, seat: Seat, announce: &Announce) -> bool {
        let condition = if seat == WORKER { Conditions::Amount } else { Conditions::None };
        let speech = Speech { decision: self.decision(seat), share: false, condition };
        speech.admits(announce) && announce.claims.iter().all(|claim| self.admits_claim(claim))
    }

    fn on_phase(&mut self, _phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        let chosen = choices.first().and_then(|c| Dec::from_json(&c.action)).unwrap_or_default();
        match self.stage {
            Stage::Talk => self.stage = Stage::Wage,
            Stage::Wage => self.stage = Stage::Effort { wage: chosen.to_i64().unwrap_or(self.labour.wage_min) },
            Stage::Effort { wage } => {
                let level = self.labour.level(chosen).unwrap_or(0);
                effects.pay(self.labour.payoffs(wage, level).to_vec(), json!({"wage": wage, "effort": chosen}));
                if self.round == self.rounds {
                    self.over = true;
                } else {
                    self.round += 1;
                    self.stage = self.first;
                }
            }
        }
    }

    fn facts(&self, _seat: Seat) -> Map<String, Json> {
        let mut facts = Map::new();
        if let Stage::Effort { wage } = self.stage
            && !self.over
        {
            facts.insert("wage".into(), wage.into());
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_answers_the_wage_in_proportion() {
        let labour = Labour::of(&Json::Null).unwrap();
        // ⌊9·(w − 30)/96⌋: the second level from 30 + 96/9 = 40.67 on.
        let levels = [30, 40, 41, 78, 125, 126].map(|wage| labour.proportional(wage));
        assert_eq!(levels, [0, 0, 1, 4, 8, 9]);
        assert_eq!(labour.middle_wage(), 78);
    }

    #[test]
    fn lists_that_do_not_fit_are_refused_by_name() {
        for (params, field) in [
            (json!({"efforts": [1]}), "efforts"),
            (json!({"efforts": ["0.2", "0.1"], "costs": [0, 1]}), "efforts"),
            (json!({"efforts": "all"}), "efforts"),
            (json!({"efforts": [0, "0.0001"]}), "efforts"),
            (json!({"costs": [0, 1]}), "costs"),
            (json!({"efforts": [0, 1], "costs": [1, 2]}), "costs"),
            (json!({"wage_max": 30}), "wage_max"),
            (json!({"wage_max": 127}), "value"),
            (json!({"reserve": 31}), "reserve"),
        ] {
            let error = GiftExchange::new(&params, Condition::Silent).unwrap_err();
            assert_eq!(error.field, field, "{params}: {error}");
        }
    }
}
