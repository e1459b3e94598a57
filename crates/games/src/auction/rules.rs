//! The rules, as in section L4-T04 of the rules page.

use crate::kit::level4::{self, Binds, Claim, Word, whole_within};
use crate::kit::{Board, Choice, Due, Effects, Next, Params, Phase, Rules, chance};
use serde_json::{Map, json};
use trivium_core::{Announce, Code, Condition, Dec, Json, LegalForm, ParamError, Rng, Round, Seat, SeatSet, Step};

/// What commitments speak of: the bid of the round.
pub const BINDS: Binds = &[("discuss", "bid")];

/// What the winner pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pricing {
    /// Its own bid.
    First,
    /// The highest other valid bid, at least the reserve.
    Second,
}

impl Pricing {
    /// Reads the parameter.
    pub fn read(word: &str) -> Pricing {
        if word == "second" { Pricing::Second } else { Pricing::First }
    }

    const fn name(self) -> &'static str {
        match self {
            Pricing::First => "first",
            Pricing::Second => "second",
        }
    }
}

/// Who may win and at what price, from the bids of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sale {
    /// The seats with the highest valid bid; none where no bid reaches the reserve.
    pub top: Vec<Seat>,
    /// What one of them pays.
    pub price: i64,
}

impl Sale {
    /// Clears the market.
    pub fn of(bids: &[i64], reserve: i64, pricing: Pricing) -> Sale {
        let valid = |bid: &i64| *bid >= reserve;
        let Some(highest) = bids.iter().copied().filter(valid).max() else { return Sale { top: Vec::new(), price: 0 } };
        let top: Vec<Seat> = (0..).zip(bids).filter(|(_, bid)| **bid == highest).map(|(seat, _)| seat).collect();
        let price = match pricing {
            Pricing::First => highest,
            Pricing::Second if top.len() > 1 => highest,
            Pricing::Second => bids.iter().copied().filter(|b| *b < highest && valid(b)).max().unwrap_or(reserve),
        };
        Sale { top, price }
    }
}

/// What a `plan` claim proposes: who wins, and what the others bid at most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Plan {
    /// The seat that is to win.
    pub winner: Seat,
    /// The others' highest bid.
    pub others_max: i64,
}

impl Plan {
    /// Reads `{"winner":seat,"others_max":amount}` with exactly these keys.
    pub fn read(value: &Json, bidders: Seat, max_bid: i64) -> Option<Plan> {
        let object = value.as_object().filter(|o| o.len() == 2)?;
        Some(Plan {
            winner: level4::seat_number(object.get("winner")?, bidders)?,
            others_max: whole_within(object.get("others_max")?, 0, max_bid)?,
        })
    }
}

/// What becomes public after a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Disclosure {
    WinnerAndPrice,
    AllBids,
}

/// Rules and state.
#[derive(Clone, Debug)]
pub struct Auction {
    bidders: Seat,
    rounds: u32,
    max_value: i64,
    max_bid: i64,
    pricing: Pricing,
    reserve: i64,
    disclosure: Disclosure,
    condition: Condition,
    round: Round,
    values: Vec<i64>,
    board: Board,
    /// A sale that waits for its tie to be broken.
    tied: Option<Sale>,
    results: Vec<Json>,
    over: bool,
}

impl Auction {
    /// A series of auctions from its parameters.
    pub fn new(params: &Json, condition: Condition) -> Result<Auction, ParamError> {
        let mut params = Params::new(params)?;
        let bidders = params.whole("bidders", 4, 2, 10)? as Seat;
        let rounds = params.whole("rounds", 6, 1, 100)? as u32;
        let max_value = params.whole("max_value", 100, 1, 10_000)?;
        let max_bid = params.whole("max_bid", 100, 1, 10_000)?;
        let pricing = Pricing::read(params.word("price", &["first", "second"])?);
        let reserve = params.whole("reserve", 0, 0, max_bid)?;
        let disclosure = match params.word("disclose", &["winner_and_price", "all_bids"])? {
            "all_bids" => Disclosure::AllBids,
            _ => Disclosure::WinnerAndPrice,
        };
        params.finish()?;
        Ok(Auction {
            bidders,
            rounds,
            max_value,
            max_bid,
            pricing,
            reserve,
            disclosure,
            condition,
            round: 1,
            values: Vec::new(),
            board: Board::at_start(condition),
            tied: None,
            results: Vec::new(),
            over: false,
        })
    }

    fn bids(&self) -> LegalForm {
        LegalForm::Int { min: 0, max: self.max_bid }
    }

    fn admits_claim(&self, claim: &Claim<'_>) -> bool {
        claim.target.is_none()
            && match claim.kind {
                "value" => whole_within(claim.value, 0, self.max_value).is_some(),
                "plan" => Plan::read(claim.value, self.bidders, self.max_bid).is_some(),
                _ => false,
            }
    }

    fn settle(&mut self, winner: Option<Seat>, price: i64, effects: &mut Effects) {
        let mut payoffs = vec![Dec::ZERO; usize::from(self.bidders)];
        let price = winner.map(|_| price);
        if let (Some(seat), Some(price)) = (winner, price) {
            let value = self.values.get(usize::from(seat)).copied().unwrap_or(0);
            payoffs[usize::from(seat)] = Dec::int(value - price);
        }
        effects.pay(payoffs, json!({"winner": winner, "price": price}));
        self.results.push(json!([winner, price]));
        self.values.clear();
        self.tied = None;
        self.board = Board::at_start(self.condition);
        if self.round == self.rounds {
            self.over = true;
        } else {
            self.round += 1;
        }
    }
}

impl Rules for Auction {
    fn id(&self) -> &'static str {
        "L4-T04"
    }

    fn params(&self) -> Json {
        json!({
            "bidders": self.bidders,
            "rounds": self.rounds,
            "max_value": self.max_value,
            "max_bid": self.max_bid,
            "price": self.pricing.name(),
            "reserve": self.reserve,
            "disclose": match self.disclosure {
                Disclosure::WinnerAndPrice => "winner_and_price",
                Disclosure::AllBids => "all_bids",
            },
        })
    }

    fn seats(&self) -> Seat {
        self.bidders
    }

    fn role(&self, _seat: Seat) -> &'static str {
        "bidder"
    }

    fn round(&self) -> Round {
        self.round
    }

    fn next(&self) -> Next {
        if self.over {
            return Next::Over;
        }
        if self.values.len() < usize::from(self.bidders) {
            return Next::Chance(Due::private("value", self.values.len() as Seat));
        }
        match &self.board {
            Board::Unordered => Next::Chance(Due::public(Board::ORDER)),
            Board::Open(order) => Next::Phase(Phase::board("discuss", order.iter().copied())),
            Board::Closed if self.tied.is_some() => Next::Chance(Due::public("tie_break")),
            Board::Closed => Next::Phase(Phase::together("bid", 0..self.bidders).seen_by(match self.disclosure {
                Disclosure::WinnerAndPrice => SeatSet::NONE,
                Disclosure::AllBids => SeatSet::ALL,
            })),
        }
    }

    fn legal(&self, _phase: &Phase, _seat: Seat) -> LegalForm {
        self.bids()
    }

    fn fallback(&self, _phase: &Phase, _seat: Seat) -> Json {
        Json::from(0)
    }

    fn admits(&self, _phase: &Phase, _seat: Seat, announce: &Announce) -> bool {
        let legal = |bid: &Json| self.bids().check(bid).is_ok();
        level4::admits(announce, &Word::Number(&legal), |claim| self.admits_claim(claim))
    }

    fn support(&self, due: &Due, value: &Json) -> Result<Json, Code> {
        match due.name {
            "value" => {
                let drawn = chance::whole(value)?;
                whole_within(value, 0, self.max_value).map(|_| Json::from(drawn)).ok_or(Code::NotFeasible)
            }
            "tie_break" => {
                let top = self.tied.as_ref().map(|sale| sale.top.as_slice()).unwrap_or_default();
                level4::check_drawn_seat(top, value)
            }
            _ => chance::check_order(&(0..self.bidders).collect::<Vec<_>>(), value),
        }
    }

    fn draw(&self, due: &Due, rng: &mut Rng) -> Json {
        match due.name {
            "value" => Json::from(rng.between(0, self.max_value)),
            "tie_break" => {
                self.tied.as_ref().and_then(|sale| rng.choice(&sale.top)).map_or(Json::Null, |&seat| Json::from(seat))
            }
            _ => chance::draw_order(&(0..self.bidders).collect::<Vec<_>>(), rng),
        }
    }

    fn on_chance(&mut self, due: &Due, value: &Json, _at: u32, effects: &mut Effects) {
        match due.name {
            "value" => self.values.push(value.as_i64().unwrap_or(0)),
            "tie_break" => {
                let price = self.tied.as_ref().map_or(0, |sale| sale.price);
                self.settle(level4::seat_number(value, self.bidders), price, effects);
            }
            _ => self.board.order(value),
        }
    }

    fn on_phase(&mut self, phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        if phase.name == "discuss" {
            self.board.close();
            return;
        }
        let bids: Vec<i64> = choices.iter().map(|choice| choice.action.as_i64().unwrap_or(0)).collect();
        let sale = Sale::of(&bids, self.reserve, self.pricing);
        match sale.top[..] {
            [] => self.settle(None, 0, effects),
            [winner] => self.settle(Some(winner), sale.price, effects),
            _ => self.tied = Some(sale),
        }
    }

    fn public_payoffs(&self) -> bool {
        false
    }

    fn step_view(&self, seat: Seat, step: &Step) -> Json {
        json!({"round": step.round, "payoff": step.payoffs.get(usize::from(seat)), "outcome": step.outcome})
    }

    fn facts(&self, _seat: Seat) -> Map<String, Json> {
        Map::from_iter([("results".to_owned(), Json::from(self.results.clone()))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_price_pays_the_highest_other_bid_or_the_reserve() {
        let sale = |bids: &[i64], reserve| Sale::of(bids, reserve, Pricing::Second);
        assert_eq!(sale(&[30, 80, 50], 0), Sale { top: vec![1], price: 50 });
        assert_eq!(sale(&[30, 80, 50], 60), Sale { top: vec![1], price: 60 });
        assert_eq!(sale(&[30, 80, 80], 60), Sale { top: vec![1, 2], price: 80 });
        assert_eq!(sale(&[30, 80, 50], 81), Sale { top: vec![], price: 0 });
        assert_eq!(Sale::of(&[30, 80, 50], 60, Pricing::First), Sale { top: vec![1], price: 80 });
        assert_eq!(Sale::of(&[0, 0], 0, Pricing::First), Sale { top: vec![0, 1], price: 0 });
    }

    #[test]
    fn bidding_the_value_is_dominant_in_second_price_on_the_grid() {
        // Whatever the highest other bid: no other bid earns more, ties all won or all lost.
        for value in 0..=12 {
            for other in 0..=12 {
                for reserve in [0, 5] {
                    let earns = |bid: i64, win_ties: bool| {
                        let sale = Sale::of(&[bid, other], reserve, Pricing::Second);
                        let wins = sale.top == [0] || (sale.top.len() == 2 && win_ties);
                        if wins { value - sale.price } else { 0 }
                    };
                    for bid in 0..=12 {
                        for ties in [false, true] {
                            assert!(earns(bid, ties) <= earns(value, ties) && earns(value, ties) >= 0);
                        }
                    }
                }
            }
        }
    }
}
