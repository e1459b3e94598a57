//! The rules, as in section L4-T05 of the rules page.

use crate::kit::level4::{self, Binds, Claim, Word};
use crate::kit::{Choice, Due, Effects, Next, Params, Phase, Rules};
use crate::theory::kuhn::{Card, Spot, payoff};
use serde_json::{Map, json};
use trivium_core::{Announce, Code, Condition, Dec, Json, LegalForm, ParamError, Rng, Round, Seat, SeatSet};

/// What commitments speak of: the seat's first move of the hand.
pub const BINDS: Binds = &[("table_talk", "move")];

const LETTERS: [&str; 3] = ["J", "Q", "K"];

/// A dealt card and the index of its event.
#[derive(Clone, Copy, Debug)]
struct Dealt {
    card: Card,
    at: u32,
}

/// Rules and state.
#[derive(Clone, Debug)]
pub struct KuhnPoker {
    hands: u32,
    condition: Condition,
    hand: Round,
    dealt: [Option<Dealt>; 2],
    talked: bool,
    /// The betting of the hand so far, `p` for pass and `b` for bet.
    betting: String,
    over: bool,
}

impl KuhnPoker {
    /// A match from its parameters.
    pub fn new(params: &Json, condition: Condition) -> Result<KuhnPoker, ParamError> {
        let mut params = Params::new(params)?;
        let hands = params.whole("hands", 20, 1, 1000)? as u32;
        params.finish()?;
        Ok(KuhnPoker {
            hands,
            condition,
            hand: 1,
            dealt: [None; 2],
            talked: condition == Condition::Silent,
            betting: String::new(),
            over: false,
        })
    }

    fn first(&self) -> Seat {
        ((self.hand - 1) % 2) as Seat
    }

    fn actor(&self) -> Seat {
        match Spot::after(&self.betting) {
            Some(Spot::AfterCheck | Spot::AfterBet) => 1 - self.first(),
            _ => self.first(),
        }
    }

    fn showdown(&self, effects: &mut Effects) {
        effects.reveal.extend(self.dealt.iter().flatten().map(|dealt| (dealt.at, SeatSet::ALL)));
    }

    fn end_hand(&mut self) {
        if self.hand == self.hands {
            self.over = true;
            return;
        }
        self.hand += 1;
        self.dealt = [None; 2];
        self.talked = self.condition == Condition::Silent;
        self.betting.clear();
    }

    fn taken(&self, seat: Seat) -> Option<Card> {
        self.dealt.get(usize::from(1 - seat.min(1))).copied().flatten().map(|dealt| dealt.card)
    }
}

impl Rules for KuhnPoker {
    fn id(&self) -> &'static str {
        "L4-T05"
    }

    fn params(&self) -> Json {
        json!({"hands": self.hands})
    }

    fn seats(&self) -> Seat {
        2
    }

    fn round(&self) -> Round {
        self.hand
    }

    fn next(&self) -> Next {
        if self.over {
            return Next::Over;
        }
        if let Some(seat) = (0..2).find(|&seat| self.dealt[seat].is_none()) {
            return Next::Chance(Due::private("card", seat as Seat));
        }
        let first = self.first();
        Next::Phase(if self.talked {
            Phase::single("move", self.actor())
        } else {
            Phase::board("table_talk", [first, 1 - first])
        })
    }

    fn legal(&self, _phase: &Phase, _seat: Seat) -> LegalForm {
        LegalForm::labels(&["pass", "bet"])
    }

    fn fallback(&self, _phase: &Phase, _seat: Seat) -> Json {
        Json::from("pass")
    }

    fn admits(&self, _phase: &Phase, _seat: Seat, announce: &Announce) -> bool {
        let legal = |action: &Json| LegalForm::labels(&["pass", "bet"]).check(action).is_ok();
        let claim = |c: &Claim<'_>| c.kind == "card" && c.target.is_none() && c.word(&LETTERS).is_some();
        level4::admits(announce, &Word::Action(&legal), claim)
    }

    fn support(&self, due: &Due, value: &Json) -> Result<Json, Code> {
        let card = level4::check_drawn_word(&LETTERS, value)?;
        let taken = due.seat.and_then(|seat| self.taken(seat));
        if taken.is_some_and(|taken| card == taken.letter()) { Err(Code::NotFeasible) } else { Ok(card) }
    }

    fn draw(&self, due: &Due, rng: &mut Rng) -> Json {
        let taken = due.seat.and_then(|seat| self.taken(seat));
        let left: Vec<Card> = Card::ALL.into_iter().filter(|card| Some(*card) != taken).collect();
        rng.choice(&left).map_or(Json::Null, |card| Json::from(card.letter()))
    }

    fn on_chance(&mut self, due: &Due, value: &Json, at: u32, _effects: &mut Effects) {
        let card = value.as_str().and_then(Card::read);
        if let (Some(seat), Some(card)) = (due.seat, card) {
            self.dealt[usize::from(seat)] = Some(Dealt { card, at });
        }
    }

    fn on_phase(&mut self, phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        if phase.name == "table_talk" {
            self.talked = true;
            return;
        }
        for choice in choices {
            self.betting.push(if choice.action == "bet" { 'b' } else { 'p' });
        }
        let first = usize::from(self.first());
        let (Some(a), Some(b)) = (self.dealt[first], self.dealt[1 - first]) else { return };
        let Some(won) = payoff(a.card, b.card, &self.betting) else { return };
        let mut payoffs = vec![Dec::int(won), Dec::int(-won)];
        payoffs.rotate_right(first);
        // Only a hand that ends with a bet unanswered has no showdown.
        let showdown = !matches!(self.betting.as_str(), "bp" | "pbp");
        effects.pay(payoffs, json!({"betting": self.betting, "showdown": showdown}));
        if showdown {
            self.showdown(effects);
        }
        self.end_hand();
    }

    fn facts(&self, _seat: Seat) -> Map<String, Json> {
        Map::from_iter([("first".to_owned(), Json::from(self.first()))])
    }
}
