//! The rules, as in section L4-T06 of the rules page.

use super::deals::{self, Triple, rest, triple, worth};
use crate::kit::level4::{self, Binds, Claim, Word, whole_within};
use crate::kit::{Choice, Due, Effects, Next, Params, Phase, Rules, chance};
use serde_json::{Map, json};
use trivium_core::{Announce, Code, Condition, Dec, Json, LegalForm, ParamError, Rng, Round, Seat, Step};

/// What commitments speak of: the offer of the turn.
pub const BINDS: Binds = &[("say", "offer")];

/// A claim about the own values, items by their index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stated {
    /// One unit of the item is worth this.
    Worth(usize, i64),
    /// No item is worth more.
    Most(usize),
    /// No item is worth less.
    Least(usize),
    /// The items by falling value.
    Order(Vec<usize>),
}

impl Stated {
    /// Reads a claim of kind `value`; `None` for another kind or form.
    pub fn read(claim: &Claim<'_>, items: &[String], total: i64) -> Option<Stated> {
        let item = |name: &Json| items.iter().position(|i| Some(i.as_str()) == name.as_str());
        if claim.kind != "value" {
            return None;
        }
        if let Some(target) = claim.target {
            return Some(Stated::Worth(item(target)?, whole_within(claim.value, 0, total)?));
        }
        let object = claim.value.as_object().filter(|o| o.len() == 1)?;
        let (key, value) = object.iter().next()?;
        match key.as_str() {
            "most" => Some(Stated::Most(item(value)?)),
            "least" => Some(Stated::Least(item(value)?)),
            "order" => {
                let order: Vec<usize> = value.as_array()?.iter().map(item).collect::<Option<_>>()?;
                let different = (1..order.len()).all(|i| !order[..i].contains(&order[i]));
                (different && (2..=3).contains(&order.len())).then_some(Stated::Order(order))
            }
            _ => None,
        }
    }
}

/// The names of the items, from complete parameters.
pub fn item_names(params: &Json) -> Vec<String> {
    let names = params.get("items").and_then(Json::as_array);
    names.into_iter().flatten().filter_map(Json::as_str).map(str::to_owned).collect()
}

/// Rules and state.
#[derive(Clone, Debug)]
pub struct Bargaining {
    turns: u32,
    items: Vec<String>,
    total: i64,
    min_items: i64,
    max_items: i64,
    condition: Condition,
    pool: Option<Triple>,
    values: Vec<Triple>,
    turn: Round,
    said: bool,
    /// What the other side would take, by its last offer.
    offer: Option<Triple>,
    over: bool,
}

impl Bargaining {
    /// A negotiation from its parameters.
    pub fn new(params: &Json, condition: Condition) -> Result<Bargaining, ParamError> {
        let mut params = Params::new(params)?;
        let turns = params.whole("turns", 8, 1, 40)? as u32;
        let items = match params.raw("items") {
            None => ["books", "hats", "balls"].map(str::to_owned).to_vec(),
            Some(value) => {
                let names = item_names(&json!({"items": value}));
                let listed = value.as_array().map(Vec::len) == Some(3) && names.len() == 3;
                let different = (1..names.len()).all(|i| !names[..i].contains(&names[i]));
                if !listed || !different || names.iter().any(String::is_empty) {
                    return Err(ParamError::new("items", value.to_string(), "three different names"));
                }
                names
            }
        };
        let total = params.whole("total_value", 10, 1, 100)?;
        let min_items = params.whole("min_items", 5, 3, 12)?;
        let max_items = params.whole("max_items", 7, min_items, 12)?;
        params.finish()?;
        if deals::pools(min_items, max_items, total).next().is_none() {
            let found = format!("{total} with {min_items} to {max_items} items");
            let allowed = "a total that some pool of that size can have for both sides, every item worth something to \
                           somebody and one to both";
            return Err(ParamError::new("total_value", found, allowed));
        }
        Ok(Bargaining {
            turns,
            items,
            total,
            min_items,
            max_items,
            condition,
            pool: None,
            values: Vec::new(),
            turn: 1,
            said: condition == Condition::Silent,
            offer: None,
            over: false,
        })
    }

    fn actor(&self) -> Seat {
        ((self.turn - 1) % 2) as Seat
    }

    fn form(&self) -> LegalForm {
        LegalForm::Bargain {
            pool: self.pool.unwrap_or_default().to_vec(),
            offer: self.turn < self.turns,
            accept: self.offer.is_some(),
            walk: true,
        }
    }

    fn end(&mut self, ended_by: &str, deal: Option<[Triple; 2]>, effects: &mut Effects) {
        let mut payoffs = vec![Dec::ZERO; 2];
        for (seat, values) in self.values.iter().enumerate().take(2) {
            payoffs[seat] = Dec::int(deal.map_or(0, |deal| worth(values, &deal[seat])));
        }
        effects.pay(payoffs, json!({"deal": deal, "ended_by": ended_by}));
        self.over = true;
    }
}

impl Rules for Bargaining {
    fn id(&self) -> &'static str {
        "L4-T06"
    }

    fn params(&self) -> Json {
        json!({
            "turns": self.turns,
            "items": self.items,
            "total_value": self.total,
            "min_items": self.min_items,
            "max_items": self.max_items,
        })
    }

    fn seats(&self) -> Seat {
        2
    }

    fn round(&self) -> Round {
        self.turn
    }

    fn next(&self) -> Next {
        if self.over {
            return Next::Over;
        }
        if self.pool.is_none() {
            return Next::Chance(Due::public("pool"));
        }
        if self.values.len() < 2 {
            return Next::Chance(Due::private("values", self.values.len() as Seat));
        }
        Next::Phase(if self.said { Phase::single("offer", self.actor()) } else { Phase::board("say", [self.actor()]) })
    }

    fn legal(&self, _phase: &Phase, _seat: Seat) -> LegalForm {
        self.form()
    }

    fn fallback(&self, _phase: &Phase, _seat: Seat) -> Json {
        if self.turn < self.turns {
            json!({"offer": self.pool.unwrap_or_default().map(|p| p / 2)})
        } else {
            Json::from("walk")
        }
    }

    fn admits(&self, _phase: &Phase, _seat: Seat, announce: &Announce) -> bool {
        let legal = |action: &Json| self.form().check(action).is_ok();
        level4::admits(announce, &Word::Action(&legal), |claim| Stated::read(claim, &self.items, self.total).is_some())
    }

    fn support(&self, due: &Due, value: &Json) -> Result<Json, Code> {
        let list = chance::whole_list(value, 3)?;
        let drawn: Triple = std::array::from_fn(|i| list[i]);
        let fits = match self.pool {
            None => drawn.iter().all(|&p| p >= 1) && (self.min_items..=self.max_items).contains(&drawn.iter().sum()),
            Some(pool) => {
                // The bounds keep the products small, whatever the record says.
                due.name == "values"
                    && drawn.iter().all(|v| (0..=self.total).contains(v))
                    && worth(&drawn, &pool) == self.total
            }
        };
        if fits { Ok(json!(drawn)) } else { Err(Code::NotFeasible) }
    }

    fn draw(&self, _due: &Due, rng: &mut Rng) -> Json {
        let drawn = match (self.pool, self.values.first()) {
            (None, _) => {
                let pools: Vec<Triple> = deals::pools(self.min_items, self.max_items, self.total).collect();
                rng.choice(&pools).copied()
            }
            (Some(pool), None) => deals::draw_first(&pool, self.total, rng),
            (Some(pool), Some(first)) => deals::draw_second(&pool, self.total, first, rng),
        };
        drawn.map_or(Json::Null, |drawn| json!(drawn))
    }

    fn on_chance(&mut self, due: &Due, value: &Json, _at: u32, _effects: &mut Effects) {
        let Some(drawn) = triple(value) else { return };
        match due.name {
            "pool" => self.pool = Some(drawn),
            _ => self.values.push(drawn),
        }
    }

    fn on_phase(&mut self, phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        if phase.name == "say" {
            self.said = true;
            return;
        }
        let Some(choice) = choices.first() else { return };
        match (choice.action.as_str(), self.pool, self.offer) {
            (Some("accept"), Some(pool), Some(taken)) => {
                let mut deal = [taken, rest(&pool, &taken)];
                // The other side made the offer: its bundle stands at its own seat.
                deal.rotate_right(usize::from(1 - choice.seat.min(1)));
                self.end("accept", Some(deal), effects);
            }
            (Some(_), ..) => self.end("walk", None, effects),
            (None, ..) => {
                self.offer = choice.action.get("offer").and_then(triple);
                self.turn += 1;
                self.said = self.condition == Condition::Silent;
            }
        }
    }

    fn public_payoffs(&self) -> bool {
        false
    }

    fn step_view(&self, seat: Seat, step: &Step) -> Json {
        json!({"round": step.round, "payoff": step.payoffs.get(usize::from(seat)), "outcome": step.outcome})
    }

    fn facts(&self, seat: Seat) -> Map<String, Json> {
        let own = self.values.get(usize::from(seat));
        Map::from_iter(own.map(|values| ("own_values".to_owned(), json!(values))))
    }
}
