//! The rules, as in the section L3-T05 of the rules page.

use super::{tally, top};
use crate::kit::speech::{Conditions, PastAction, Speech};
use crate::kit::{Board, Choice, Due, Effects, Kind, Next, Params, Phase, Rules, chance};
use serde_json::{Map, json};
use trivium_core::{Announce, Code, Condition, Dec, Json, LegalForm, ParamError, Rng, Round, Seat, Step};

/// The names of the alternatives.
pub const LETTERS: [&str; 5] = ["A", "B", "C", "D", "E"];

/// The name of an alternative.
pub fn letter(alternative: usize) -> &'static str {
    LETTERS.get(alternative).copied().unwrap_or("?")
}

/// The alternative of a name.
pub fn index(name: &Json) -> Option<usize> {
    let name = name.as_str()?;
    LETTERS.iter().position(|&letter| letter == name)
}

/// Parameters and state.
#[derive(Clone, Debug)]
pub struct Committee {
    condition: Condition,
    seats: Seat,
    alternatives: usize,
    value_max: i64,
    ballots: Round,
    quota: i64,
    /// The values dealt so far, seat by seat.
    values: Vec<Vec<i64>>,
    round: Round,
    board: Board,
    /// The straw poll of this ballot.
    straw: Option<Vec<usize>>,
    over: bool,
}

impl Committee {
    /// The game at its start.
    pub fn new(params: &Json, condition: Condition) -> Result<Committee, ParamError> {
        let mut read = Params::new(params)?;
        let seats = read.whole("n", 5, 3, 9)?;
        let alternatives = read.whole("alternatives", 3, 2, LETTERS.len() as i64)?;
        let value_max = read.whole("value_max", 10, 1, 100)?;
        let ballots = read.whole("ballots", 5, 1, 20)?;
        let majority = seats / 2 + 1;
        let quota = read.whole("quota", majority, majority, seats)?;
        read.finish()?;
        Ok(Committee {
            condition,
            seats: seats as Seat,
            alternatives: alternatives as usize,
            value_max,
            ballots: ballots as Round,
            quota,
            values: Vec::new(),
            round: 1,
            board: Board::at_start(condition),
            straw: None,
            over: false,
        })
    }

    fn all(&self) -> Vec<Seat> {
        (0..self.seats).collect()
    }

    fn choices(&self) -> LegalForm {
        LegalForm::labels(&LETTERS[..self.alternatives])
    }

    fn is_alternative(&self, name: Option<&Json>) -> bool {
        name.and_then(index).is_some_and(|alternative| alternative < self.alternatives)
    }

    fn admits_claim(&self, claim: &Json) -> bool {
        let Some(object) = claim.as_object() else { return false };
        let alternative = || self.is_alternative(object.get("alternative"));
        match (object.get("kind").and_then(Json::as_str), object.len()) {
            (Some("top"), 2) => alternative(),
            (Some("value"), 3) => {
                let value = object.get("value").and_then(Dec::from_json).and_then(Dec::to_i64);
                alternative() && value.is_some_and(|value| (0..=self.value_max).contains(&value))
            }
            (Some("past_action"), _) => PastAction::read(claim).is_some_and(|past| {
                past.seat < self.seats
                    && (1..self.round).contains(&past.round)
                    && self.is_alternative(Some(past.action))
            }),
            _ => false,
        }
    }

    /// The values of a seat once they are dealt.
    fn values_of(&self, seat: Seat) -> Option<&Vec<i64>> {
        self.values.get(usize::from(seat))
    }

    fn count(&mut self, votes: Vec<usize>, effects: &mut Effects) {
        let counts = tally(&votes, self.alternatives);
        let winner = counts.iter().position(|&count| count >= self.quota);
        let names = |list: &[usize]| list.iter().map(|&a| letter(a)).collect::<Vec<_>>();
        let straw = self.straw.take().unwrap_or_default();
        let pay = |values: &Vec<i64>| winner.map_or(Dec::ZERO, |w| Dec::int(values[w]));
        effects.pay(
            self.values.iter().map(pay).collect(),
            json!({"straw": names(&straw), "votes": names(&votes), "winner": winner.map(letter)}),
        );
        self.over = winner.is_some() || self.round == self.ballots;
        if !self.over {
            self.round += 1;
            self.board = Board::at_start(self.condition);
        }
    }
}

impl Rules for Committee {
    fn id(&self) -> &'static str {
        "L3-T05"
    }

    fn params(&self) -> Json {
        json!({
            "n": self.seats, "alternatives": self.alternatives, "value_max": self.value_max,
            "ballots": self.ballots, "quota": self.quota,
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
        let dealt = self.values.len() as Seat;
        if dealt < self.seats {
            return Next::Chance(Due::private("values", dealt));
        }
        let ballot = if self.straw.is_none() { "straw" } else { "vote" };
        self.board.next().unwrap_or_else(|| Next::Phase(Phase::together(ballot, 0..self.seats)))
    }

    fn legal(&self, _phase: &Phase, _seat: Seat) -> LegalForm {
        self.choices()
    }

    fn fallback(&self, _phase: &Phase, seat: Seat) -> Json {
        Json::from(letter(self.values_of(seat).map_or(0, |values| top(values))))
    }

    fn admits(&self, _phase: &Phase, _seat: Seat, announce: &Announce) -> bool {
        let speech = Speech { decision: self.choices(), share: false, condition: Conditions::None };
        speech.admits(announce) && announce.claims.iter().all(|claim| self.admits_claim(claim))
    }

    fn support(&self, due: &Due, value: &Json) -> Result<Json, Code> {
        if due.name == Board::ORDER {
            return chance::check_order(&self.all(), value);
        }
        let values = chance::whole_list(value, self.alternatives)?;
        let possible = values.iter().all(|v| (0..=self.value_max).contains(v));
        if possible { Ok(Json::from(values)) } else { Err(Code::NotFeasible) }
    }

    fn draw(&self, due: &Due, rng: &mut Rng) -> Json {
        if due.name == Board::ORDER {
            return chance::draw_order(&self.all(), rng);
        }
        (0..self.alternatives).map(|_| rng.between(0, self.value_max)).collect()
    }

    fn on_chance(&mut self, due: &Due, value: &Json, _at: u32, _effects: &mut Effects) {
        if due.name == Board::ORDER {
            self.board.order(value);
        } else {
            self.values.push(chance::whole_list(value, self.alternatives).unwrap_or_default());
        }
    }

    fn on_phase(&mut self, phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        if phase.kind == Kind::Talk {
            self.board.close();
            return;
        }
        let chosen = choices.iter().map(|c| index(&c.action).unwrap_or(0)).collect();
        if self.straw.is_none() {
            self.straw = Some(chosen);
        } else {
            self.count(chosen, effects);
        }
    }

    fn public_payoffs(&self) -> bool {
        false
    }

    fn step_view(&self, seat: Seat, step: &Step) -> Json {
        json!({"round": step.round, "payoff": step.payoffs.get(usize::from(seat)), "outcome": step.outcome})
    }

    fn facts(&self, seat: Seat) -> Map<String, Json> {
        Map::from_iter([("own_values".to_owned(), json!(self.values_of(seat)))])
    }
}
