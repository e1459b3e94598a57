//! The rules, as in the section L2-T05 of the rules page.

use crate::kit::speech::{Conditions, Speech};
use crate::kit::{Choice, Effects, Next, Params, Phase, Rules};
use serde_json::{Map, json};
use trivium_core::{Announce, Condition, Dec, Json, LegalForm, ParamError, Round, Seat};

/// A hundredth: the discount is a whole number of them.
const HUNDREDTH: Dec = Dec::from_scaled(10_000_000_000);

/// What is divided, and how it shrinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pie {
    /// The pie in the first round.
    pub size: i64,
    /// What a round leaves of it, in hundredths.
    pub percent: i64,
    /// The last round.
    pub rounds: u32,
}

impl Pie {
    /// Reads `pie`, `discount` and `rounds`.
    pub fn read(params: &mut Params<'_>) -> Result<Pie, ParamError> {
        let size = params.whole("pie", 100, 1, 1000)?;
        let discount = params.decimal("discount", HUNDREDTH * 80, HUNDREDTH, Dec::ONE)?;
        let percent = (discount * 100).to_i64().ok_or_else(|| {
            ParamError::new("discount", discount.to_string(), "a decimal from 0.01 to 1 with at most 2 places")
        })?;
        Ok(Pie { size, percent, rounds: params.whole("rounds", 6, 1, 12)? as u32 })
    }

    /// Reads complete parameters; `None` for anything but those of a game.
    pub fn of(params: &Json) -> Option<Pie> {
        Pie::read(&mut Params::new(params).ok()?).ok()
    }

    /// Who proposes in a round: seat 0 in the odd ones, seat 1 in the even ones.
    pub const fn proposer(round: Round) -> Seat {
        if round % 2 == 1 { 0 } else { 1 }
    }

    /// What an amount agreed in a round is worth: the discount to the power round − 1, times the amount, exactly.
    pub fn worth(&self, amount: i64, round: Round) -> Dec {
        // At most 11 factors of two decimals: 22 of the 24 places.
        let discounted = (1..round).try_fold(Dec::int(amount), |worth, _| worth.checked_mul(HUNDREDTH * self.percent));
        discounted.unwrap_or_default()
    }

    /// What the proposer of a round keeps in equilibrium, with whole offers and a responder who accepts when
    /// indifferent: the pie in the last round; before, the pie − ⌈discount · what the next proposer keeps⌉.
    pub fn value(&self, round: Round) -> i64 {
        (round..self.rounds).fold(self.size, |next, _| self.size - (self.percent * next + 99) / 100)
    }

    /// Whether a selfish responder of a round accepts an offer.
    pub fn acceptable(&self, offer: i64, round: Round) -> bool {
        round >= self.rounds || 100 * offer >= self.percent * self.value(round + 1)
    }
}

/// The phase of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Talk,
    Offer,
    Respond { offer: i64 },
}

/// Rules and state.
#[derive(Clone, Debug)]
pub struct Bargaining {
    pie: Pie,
    first: Stage,
    round: Round,
    stage: Stage,
    over: bool,
}

impl Bargaining {
    /// From parameters.
    pub fn new(params: &Json, condition: Condition) -> Result<Bargaining, ParamError> {
        let mut params = Params::new(params)?;
        let pie = Pie::read(&mut params)?;
        params.finish()?;
        let first = if condition == Condition::Comm { Stage::Talk } else { Stage::Offer };
        Ok(Bargaining { pie, first, round: 1, stage: first, over: false })
    }

    fn proposer(&self) -> Seat {
        Pie::proposer(self.round)
    }

    /// What a seat decides in this round.
    fn decision(&self, seat: Seat) -> LegalForm {
        if seat == self.proposer() {
            LegalForm::Int { min: 0, max: self.pie.size }
        } else {
            LegalForm::labels(&["accept", "reject"])
        }
    }

    fn answer(&mut self, offer: i64, accepted: bool, effects: &mut Effects) {
        let proposer = self.proposer();
        let mut payoffs = vec![Dec::ZERO; 2];
        if accepted {
            payoffs[usize::from(proposer)] = self.pie.worth(self.pie.size - offer, self.round);
            payoffs[usize::from(1 - proposer)] = self.pie.worth(offer, self.round);
        }
        effects.pay(payoffs, json!({"proposer": proposer, "offer": offer, "accepted": accepted}));
        if accepted || self.round == self.pie.rounds {
            self.over = true;
        } else {
            self.round += 1;
            self.stage = self.first;
        }
    }
}

impl Rules for Bargaining {
    fn id(&self) -> &'static str {
        "L2-T05"
    }

    fn params(&self) -> Json {
        let Pie { size, percent, rounds } = self.pie;
        json!({"pie": size, "discount": HUNDREDTH * percent, "rounds": rounds})
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
        Next::Phase(match self.stage {
            Stage::Talk => Phase::talk("talk", 0..2),
            Stage::Offer => Phase::single("offer", self.proposer()),
            Stage::Respond { .. } => Phase::single("respond", 1 - self.proposer()),
        })
    }

    fn legal(&self, _phase: &Phase, seat: Seat) -> LegalForm {
        self.decision(seat)
    }

    fn fallback(&self, phase: &Phase, _seat: Seat) -> Json {
        if phase.name == "offer" { (self.pie.size / 2).into() } else { "reject".into() }
    }

    fn admits(&self, _phase: &Phase, seat: Seat, announce: &Announce) -> bool {
        let condition = if seat == self.proposer() { Conditions::None } else { Conditions::Amount };
        let speech = Speech { decision: self.decision(seat), share: false, condition };
        speech.admits(announce) && announce.claims.is_empty()
    }

    fn on_phase(&mut self, _phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        let Some(choice) = choices.first() else { return };
        match self.stage {
            Stage::Talk => self.stage = Stage::Offer,
            Stage::Offer => {
                let offer = Dec::from_json(&choice.action).and_then(Dec::to_i64).unwrap_or(0);
                self.stage = Stage::Respond { offer };
            }
            Stage::Respond { offer } => self.answer(offer, choice.action == "accept", effects),
        }
    }

    fn facts(&self, _seat: Seat) -> Map<String, Json> {
        let mut facts = Map::new();
        if let Stage::Respond { offer } = self.stage
            && !self.over
        {
            facts.insert("offer".into(), offer.into());
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_equilibrium_of_the_default_game_is_that_of_the_rules_page() {
        let pie = Pie::of(&Json::Null).unwrap();
        // 100; 100 − 80; 100 − 16; 100 − ⌈67.2⌉; 100 − ⌈25.6⌉; 100 − ⌈59.2⌉.
        assert_eq!([6, 5, 4, 3, 2, 1].map(|round| pie.value(round)), [100, 20, 84, 32, 74, 40]);
        // In round 1 an offer of 60 is at least 0.8·74 = 59.2, one of 59 is not; in the last round anything will do.
        assert_eq!([59, 60].map(|offer| pie.acceptable(offer, 1)), [false, true]);
        assert!(pie.acceptable(0, 6));
    }

    #[test]
    fn the_equilibrium_is_what_backward_induction_over_every_offer_gives() {
        for (size, percent, rounds) in [(100, 80, 6), (10, 95, 12), (7, 50, 5), (1, 100, 4), (30, 1, 3), (100, 100, 12)]
        {
            let pie = Pie { size, percent, rounds };
            // What each role earns from a round on, in hundredths of that round's pie, when both are selfish.
            let mut next: Option<(i64, i64)> = None;
            for round in (1..=rounds).rev() {
                // The responder proposes next and accepts what is worth waiting for.
                let worth_waiting = |offer: i64| match next {
                    None => true,
                    Some((keeps, _)) => 100 * offer >= percent * keeps,
                };
                let rejected = next.map_or(0, |(_, gets)| percent * gets);
                let best = (0..=size).filter(|&offer| worth_waiting(offer)).map(|offer| size - offer).max().unwrap();
                assert!(100 * best >= rejected, "{pie:?}: agreement is worth it in round {round}");
                assert_eq!(best, pie.value(round), "{pie:?} in round {round}");
                for offer in 0..=size {
                    assert_eq!(pie.acceptable(offer, round), worth_waiting(offer), "{pie:?}, {offer} in round {round}");
                }
                next = Some((best, size - best));
            }
        }
    }

    #[test]
    fn a_discount_of_three_places_is_refused() {
        let error = Bargaining::new(&json!({"discount": "0.925"}), Condition::Silent).unwrap_err();
        assert_eq!((error.field.as_str(), error.found.as_str()), ("discount", "0.925"));
        assert!(Bargaining::new(&json!({"discount": 0}), Condition::Silent).is_err());
    }
}
