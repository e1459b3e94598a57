//! Kuhn poker at the table: what betting and passing are worth with the own card against the other as it has played.
//!
//! Folded cards are never shown. A fold of an unknown card counts in part for each card that it may have been, in
//! proportion to how often the equilibrium would have come to that fold with it.

use super::board::{ratio, whole};
use super::kuhn::{Card, Spot, Table};
use super::{Basis, Board, Count, Decided, Equilibrium, Fact, Fraction, Optimum, Prior, Scope, Theory, Value, View};
use num_traits::{One, Zero};
use trivium_core::{Event, Json, Observation, Round, Seat};

pub(super) const THEORY: Theory = Theory { game: "L4-T05", board, hindsight };

/// The equilibrium that stands for play that has not been seen: the middle of the family.
fn prior() -> Table {
    Table::equilibrium(ratio(1, 6))
}

/// A hand as the seat sees it.
struct Hand {
    first: Seat,
    own: Card,
    /// The other's card, where it was shown.
    other: Option<Card>,
    betting: String,
}

fn hand(o: &Observation, of: Round) -> Option<Hand> {
    let card = |wanted: Seat| {
        o.events.iter().find_map(|event| match event {
            Event::Chance { round, name, seat, value } if name == "card" && *round == of && *seat == Some(wanted) => {
                Card::read(value.as_str()?)
            }
            _ => None,
        })
    };
    let own = o.seat.min(1);
    let moves = o.actions("move").filter(|(round, ..)| *round == of);
    Some(Hand {
        first: ((of - 1) % 2) as Seat,
        own: card(own)?,
        other: card(1 - own),
        betting: moves.map(|(.., action)| if action == "bet" { 'b' } else { 'p' }).collect(),
    })
}

/// The decisions of a seat in a hand: in which spot, and whether it bet.
fn decisions(hand: &Hand, of: Seat) -> Vec<(Spot, bool)> {
    let mut found = Vec::new();
    for (i, letter) in hand.betting.char_indices() {
        let actor = if i % 2 == 0 { hand.first } else { 1 - hand.first };
        if let Some(spot) = Spot::after(&hand.betting[..i]).filter(|_| actor == of) {
            found.push((spot, letter == 'b'));
        }
    }
    found
}

/// How often the other was in each state, and bet there; fractions where its card is not known.
#[derive(Clone, Copy)]
struct Tally {
    decisions: [[Fraction; 3]; 4],
    bets: [[Fraction; 3]; 4],
    hands: i64,
    hidden: i64,
}

impl Tally {
    fn of(o: &Observation) -> Tally {
        let zero = [[Fraction::zero(); 3]; 4];
        let mut tally = Tally { decisions: zero, bets: zero, hands: 0, hidden: 0 };
        let other = 1 - o.seat.min(1);
        for round in 1..o.round {
            let Some(hand) = hand(o, round) else { continue };
            let made = decisions(&hand, other);
            tally.hands += 1;
            tally.hidden += i64::from(hand.other.is_none());
            let weights = match hand.other {
                Some(card) => vec![(card, Fraction::one())],
                None => likely(&prior(), hand.own, &made),
            };
            for (card, weight) in weights {
                for &(spot, bet) in &made {
                    tally.decisions[spot as usize][card as usize] += weight;
                    if bet {
                        tally.bets[spot as usize][card as usize] += weight;
                    }
                }
            }
        }
        tally
    }

    /// The other's table: frequencies, with the equilibrium as two observations of every state.
    fn table(&self) -> Table {
        let prior = prior();
        Table::from_fn(|spot, card| {
            let (n, bets) = (self.decisions[spot as usize][card as usize], self.bets[spot as usize][card as usize]);
            (bets + prior.bet(spot, card) * whole(2)) / (n + whole(2))
        })
    }
}

/// The two cards that the other may hold, by how likely a table makes the decisions that it has taken. What the table
/// never does is judged by the equilibrium family, whose members keep the same proportions.
fn likely(table: &Table, own: Card, made: &[(Spot, bool)]) -> Vec<(Card, Fraction)> {
    let weighed = |table: &Table| {
        let weight = |card: Card| {
            made.iter().fold(Fraction::one(), |weight, (spot, bet)| {
                let p = table.bet(*spot, card);
                weight * if *bet { p } else { Fraction::one() - p }
            })
        };
        let weights: Vec<(Card, Fraction)> = own.others().map(|card| (card, weight(card))).collect();
        let sum = weights.iter().fold(Fraction::zero(), |sum, (_, w)| sum + *w);
        (!sum.is_zero()).then(|| weights.into_iter().map(|(card, w)| (card, w / sum)).collect())
    };
    let even = || own.others().map(|card| (card, ratio(1, 2))).collect();
    weighed(table).or_else(|| weighed(&prior())).unwrap_or_else(even)
}

/// What passing and betting are worth with a card in a spot, against a table, given what the other has done so far in
/// the hand. Whoever bets or checks first goes on in the best way.
fn worth(own: Card, spot: Spot, table: &Table, made: &[(Spot, bool)]) -> [Fraction; 2] {
    let cards = likely(table, own, made);
    let mean =
        |of: &dyn Fn(Card) -> Fraction| cards.iter().fold(Fraction::zero(), |sum, (card, w)| sum + *w * of(*card));
    let higher = |card: Card| whole(if own > card { 1 } else { -1 });
    let one = Fraction::one();
    let called = |card: Card| higher(card) * whole(2);
    match spot {
        Spot::AfterBet | Spot::CheckedTo => [whole(-1), mean(&called)],
        Spot::AfterCheck => {
            let bet = |card: Card| {
                let calls = table.bet(Spot::CheckedTo, card);
                calls * called(card) + (one - calls)
            };
            [mean(&higher), mean(&bet)]
        }
        Spot::Open => {
            let bet = |card: Card| {
                let calls = table.bet(Spot::AfterBet, card);
                calls * called(card) + (one - calls)
            };
            // After a check the other checks too, or bets: then the better of folding and calling, with what the bet
            // says of its card.
            let checks = mean(&|card| (one - table.bet(Spot::AfterCheck, card)) * higher(card));
            let bets = mean(&|card| table.bet(Spot::AfterCheck, card));
            let answered = mean(&|card| table.bet(Spot::AfterCheck, card) * called(card));
            [checks + answered.max(-bets), mean(&bet)]
        }
    }
}

fn board(o: &Observation, _action: Option<&Json>) -> Option<Board> {
    let now = hand(o, o.round)?;
    let spot = Spot::after(&now.betting)?;
    let made = decisions(&now, 1 - o.seat.min(1));
    let optimum = Optimum {
        text: "What one wins the other loses: the sum is always 0.".to_owned(),
        own: Vec::new(),
        sum: Some(Value::int(0)),
        scope: Scope::Round,
    };
    let mut board = Board::new(o, vec!["pass".into(), "bet".into()], optimum);
    let pick = |values: [Fraction; 2]| move |action: &Json| Some(Value::Exact(values[usize::from(action == "bet")]));
    let tally = Tally::of(o);
    let table = tally.table();
    let mut counts = vec![
        Count::new("hands played", tally.hands, i64::from(o.round) - 1),
        Count::new("hands in which the other's card stayed hidden", tally.hidden, tally.hands),
    ];
    let names = ["first to act", "first, checked and facing a bet", "second, after a check", "second, facing a bet"];
    for spot in Spot::ALL {
        for card in Card::ALL {
            let (n, bets) = (tally.decisions[spot as usize][card as usize], tally.bets[spot as usize][card as usize]);
            if !n.is_zero() {
                let what = format!("bets with {}, {}", card.letter(), names[spot as usize]);
                counts.push(Count { what, times: Value::Exact(bets), of: Value::Exact(n) });
            }
        }
    }
    let basis = Basis::seen(counts, Some(Prior::EquilibriumAsTwo));
    board.see(View::SoFar, Scope::Round, basis, pick(worth(now.own, spot, &table, &made)));
    let ends = [ratio(0, 1), ratio(1, 3)];
    let first = now.first == o.seat.min(1);
    // The second actor's half is the same for the whole family.
    let distinct: &[Fraction] = if first { &ends[..1] } else { &ends };
    for (i, alpha) in (0u32..).zip(distinct) {
        let values = worth(now.own, spot, &Table::equilibrium(*alpha), &made);
        board.see(View::Equilibrium(i), Scope::Round, Basis::rules(), pick(values));
    }
    let value = ratio(if first { -1 } else { 1 }, 18);
    for alpha in ends {
        let p = Table::equilibrium(alpha).bet(spot, now.own);
        let mut payoffs = vec![Value::Exact(ratio(-1, 18)), Value::Exact(ratio(1, 18))];
        payoffs.rotate_right(usize::from(now.first));
        board.equilibria.push(Equilibrium {
            text: format!(
                "α = {}: with {} here a bet with chance {}.",
                Value::Exact(alpha),
                now.own.letter(),
                Value::Exact(p)
            ),
            own: vec![("pass".into(), Value::Exact(Fraction::one() - p)), ("bet".into(), Value::Exact(p))],
            payoffs,
            scope: Scope::Round,
        });
    }
    board.further = Some(
        "These are the ends of a family: every α between 0 and 1/3 is an equilibrium, with chances between these. The \
         payoffs are those of a whole hand before the cards are dealt.",
    );
    board.facts.push((Fact::GameValue, Value::Exact(value), None));
    Some(board)
}

/// What another move would have met is not known.
fn hindsight(_now: &Observation, _decided: &Decided<'_>) -> Option<Value> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::kuhn::{best_first, best_second};
    use trivium_core::Rng;

    /// The best moves, card by card, add up to the best response to the whole table.
    #[test]
    fn best_moves_add_up_to_best_responses() {
        let mut rng = Rng::new(8);
        let mut tables: Vec<Table> = (0..200)
            .map(|_| {
                let mut odds = [[Fraction::zero(); 3]; 4];
                odds.iter_mut().flatten().for_each(|p| *p = ratio(rng.between(0, 12), 12));
                Table::from_fn(|spot, card| odds[spot as usize][card as usize])
            })
            .collect();
        tables.push(prior());
        for table in tables {
            let best = |own: Card, spot: Spot, made: &[(Spot, bool)]| {
                let [pass, bet] = worth(own, spot, &table, made);
                pass.max(bet)
            };
            let third = ratio(1, 3);
            let first =
                Card::ALL.map(|own| best(own, Spot::Open, &[])).into_iter().fold(Fraction::zero(), |a, b| a + b);
            assert_eq!(first * third, best_first(&table));
            let mut second = Fraction::zero();
            for own in Card::ALL {
                for (spot, bet) in [(Spot::AfterCheck, false), (Spot::AfterBet, true)] {
                    let chance = own.others().fold(Fraction::zero(), |sum, card| {
                        let p = table.bet(Spot::Open, card);
                        sum + if bet { p } else { Fraction::one() - p }
                    });
                    second += chance * ratio(1, 2) * best(own, spot, &[(Spot::Open, bet)]) * third;
                }
            }
            assert_eq!(second, best_second(&table));
        }
    }

    #[test]
    fn a_fold_counts_for_the_cards_that_it_may_have_been() {
        // I bet the king first; the other folds: a jack always does, a queen two times in three.
        let made = [(Spot::AfterBet, false)];
        assert_eq!(likely(&prior(), Card::K, &made), [(Card::J, ratio(3, 5)), (Card::Q, ratio(2, 5))]);
        // A bet that nobody makes is judged by the family: jack and king in the proportion 1 to 3.
        let never = Table::from_fn(|_, _| Fraction::zero());
        assert_eq!(likely(&never, Card::Q, &[(Spot::Open, true)]), [(Card::J, ratio(1, 4)), (Card::K, ratio(3, 4))]);
        // What the family never does either says nothing: a king that folds, a jack that calls.
        let odd = [(Spot::AfterBet, false), (Spot::CheckedTo, true)];
        assert_eq!(likely(&never, Card::Q, &odd), [(Card::J, ratio(1, 2)), (Card::K, ratio(1, 2))]);
    }
}
