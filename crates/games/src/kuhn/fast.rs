//! Plays silent hands without writing events and without allocation per decision, by the tables of the agents. Tests
//! hold it equal to the logged path.

use super::agents;
use crate::fast::{Tremble, chance_stream, seat_streams};
use crate::theory::kuhn::{Card, Spot, payoff};
use trivium_core::{Rng, Seat};

/// How a seat decides.
#[derive(Clone, PartialEq, Debug)]
pub enum Policy {
    /// Bets with the odds `(num, den)` of a table, by spot and card.
    Table([[(u64, u64); 3]; 4]),
    /// Passes and bets with the same chance, as the agent `random` does.
    Uniform,
}

impl Policy {
    /// How an agent decides; `None` for what is no agent of the game.
    pub fn find(id: &str) -> Option<Policy> {
        if id == "random" {
            return Some(Policy::Uniform);
        }
        let table = agents::table(id)?;
        let odds = |spot: Spot, card: Card| {
            let p = table.bet(spot, card);
            (u64::try_from(*p.numer()).unwrap_or(0), u64::try_from(*p.denom()).unwrap_or(1))
        };
        Some(Policy::Table(Spot::ALL.map(|spot| Card::ALL.map(|card| odds(spot, card)))))
    }

    fn bets(&self, spot: Spot, card: Card, rng: impl FnOnce() -> Rng) -> bool {
        match self {
            Policy::Uniform => rng().index(2) == 1,
            Policy::Table(odds) => {
                let (num, den) = odds[spot as usize][card as usize];
                num == den || (num > 0 && rng().chance(num, den))
            }
        }
    }
}

/// A finished hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    /// Who acted first.
    pub first: Seat,
    /// Each seat's card.
    pub cards: [Card; 2],
    /// The betting, `p` for pass and `b` for bet.
    pub betting: &'static str,
    /// What seat 0 won.
    pub won: i64,
}

/// What follows a move: another spot, or the betting of a finished hand.
const fn follows(spot: Spot, bets: bool) -> Result<Spot, &'static str> {
    match (spot, bets) {
        (Spot::Open, false) => Ok(Spot::AfterCheck),
        (Spot::Open, true) => Ok(Spot::AfterBet),
        (Spot::AfterCheck, false) => Err("pp"),
        (Spot::AfterCheck, true) => Ok(Spot::CheckedTo),
        (Spot::AfterBet, false) => Err("bp"),
        (Spot::AfterBet, true) => Err("bb"),
        (Spot::CheckedTo, false) => Err("pbp"),
        (Spot::CheckedTo, true) => Err("pbb"),
    }
}

/// Plays `hands` hands under a base seed and gives what seat 0 won in all. `each` is told of every hand.
pub fn run(policies: [&Policy; 2], hands: u32, tremble: Tremble, seed: u64, mut each: impl FnMut(Hand)) -> i64 {
    let streams = seat_streams(seed);
    let mut chance = Rng::new(chance_stream(seed));
    let mut decisions = [0u64; 2];
    let mut total = 0;
    for hand in 0..hands {
        let first = (hand % 2) as usize;
        // Cards are drawn from those that are left, lowest first.
        let one = chance.index(3) as usize;
        let left = [[Card::Q, Card::K], [Card::J, Card::K], [Card::J, Card::Q]][one];
        let cards = [Card::ALL[one], left[chance.index(2) as usize]];
        let mut spot = Spot::Open;
        let betting = loop {
            let actor = match spot {
                Spot::Open | Spot::CheckedTo => first,
                Spot::AfterCheck | Spot::AfterBet => 1 - first,
            };
            let k = decisions[actor];
            decisions[actor] += 1;
            let chosen = policies[actor].bets(spot, cards[actor], || Rng::for_decision(streams[actor], k));
            let slips = !tremble.is_steady() && tremble.slips(&mut Tremble::generator(seed, actor as Seat, k));
            match follows(spot, chosen != slips) {
                Ok(next) => spot = next,
                Err(betting) => break betting,
            }
        };
        let of_first = payoff(cards[first], cards[1 - first], betting).unwrap_or(0);
        let won = if first == 0 { of_first } else { -of_first };
        total += won;
        each(Hand { first: first as Seat, cards, betting, won });
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_betting_leads_where_its_letters_do() {
        for (spot, so_far) in
            [(Spot::Open, ""), (Spot::AfterCheck, "p"), (Spot::AfterBet, "b"), (Spot::CheckedTo, "pb")]
        {
            for (bets, letter) in [(false, "p"), (true, "b")] {
                let betting = format!("{so_far}{letter}");
                match follows(spot, bets) {
                    Ok(next) => assert_eq!(Spot::after(&betting), Some(next)),
                    Err(end) => {
                        assert_eq!(end, betting);
                        assert!(payoff(Card::J, Card::K, &betting).is_some());
                    }
                }
            }
        }
    }
}
