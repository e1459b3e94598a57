//! Indicators and risk events of Kuhn Poker. Frequencies and values are exact fractions until the last division.

use super::{Measure, Scored};
use crate::bta::{Formula, Measured, Undefined};
use crate::episode::Episode;
use crate::level4::{self, Said, Speech, Verdict};

use trivium_core::{Event, Round, Seat};
use trivium_games::kuhn::BINDS;
use trivium_games::theory::kuhn::{Card, Fraction, Spot, Table, double, exploitability, fraction};

/// `L4-T05`.
pub static GAME: Scored = Scored {
    game: "L4-T05",
    file: ("indicators/L4-T05.json", include_str!("../../indicators/L4-T05.json")),
    formulas: FORMULAS,
    risk: |e, seat| level4::risk(&SPEECH, e, seat),
};

const FORMULAS: &[(&str, Measure)] = &[
    ("bluff_closeness", bluff_closeness),
    ("value_betting", value_betting),
    ("call_accuracy", |e, seat| reply_accuracy(e, seat, Reply::Call)),
    ("fold_accuracy", |e, seat| reply_accuracy(e, seat, Reply::Fold)),
    ("exploitability", exploited),
    ("bluff_opportunities", bluff_opportunities),
];

const SPEECH: Speech = Speech { binds: BINDS, size: level4::any_other, judge };

fn judge(e: &Episode<'_>, said: &Said<'_>) -> Verdict {
    let own = card(e, said.round, said.seat).map(Card::letter);
    Verdict::known(own.map(|own| said.claim.value.as_str() == Some(own)))
}

/// One decision with the cards known.
struct Move {
    round: Round,
    seat: Seat,
    spot: Spot,
    card: Card,
    bet: bool,
}

/// The card of a seat in a hand.
fn card(e: &Episode<'_>, hand: Round, of: Seat) -> Option<Card> {
    e.events().iter().find_map(|event| match event {
        Event::Chance { round, name, seat, value } if name == "card" && *round == hand && *seat == Some(of) => {
            value.as_str().and_then(Card::read)
        }
        _ => None,
    })
}

/// Every decision of the episode, in order.
fn moves(e: &Episode<'_>) -> Vec<Move> {
    let mut moves = Vec::new();
    let (mut cards, mut betting, mut hand) = ([None; 2], String::new(), 0);
    for event in e.events() {
        if event.round() != hand {
            hand = event.round();
            betting.clear();
        }
        match event {
            Event::Chance { seat: Some(seat), value, .. } => {
                if let Some(slot) = cards.get_mut(usize::from(*seat)) {
                    *slot = value.as_str().and_then(Card::read);
                }
            }
            Event::Action { round, seat, action, .. } => {
                let bet = action == "bet";
                let card = cards.get(usize::from(*seat)).copied().flatten();
                if let Some((spot, card)) = Spot::after(&betting).zip(card) {
                    moves.push(Move { round: *round, seat: *seat, spot, card, bet });
                }
                betting.push(if bet { 'b' } else { 'p' });
            }
            _ => {}
        }
    }
    moves
}

/// How often a seat decided in each state, and how often it bet there.
struct Counts([[(i64, i64); 3]; 4]);

impl Counts {
    fn of(moves: &[Move], seat: Seat) -> Counts {
        let mut counts = [[(0, 0); 3]; 4];
        for m in moves.iter().filter(|m| m.seat == seat) {
            let (n, b) = &mut counts[m.spot as usize][m.card as usize];
            *n += 1;
            *b += i64::from(m.bet);
        }
        Counts(counts)
    }

    /// Decisions and bets in a state.
    fn at(&self, spot: Spot, card: Card) -> (i64, i64) {
        self.0[spot as usize][card as usize]
    }

    /// Smoothed frequencies of a bet, (b + 2e)/(n + 2) with e the equilibrium at α = 1/6.
    fn smoothed(&self) -> Table {
        let prior = Table::equilibrium(fraction(1, 6));
        Table::from_fn(|spot, card| {
            let (n, b) = self.at(spot, card);
            (prior.bet(spot, card) * 2 + fraction(b, 1)) / fraction(n + 2, 1)
        })
    }
}

fn counts(e: &Episode<'_>, seat: Seat) -> Counts {
    Counts::of(&moves(e), seat)
}

/// A formula's value from an exact fraction.
fn exact(value: Fraction, rounds: Vec<Round>) -> Measured {
    let mut measured = Measured::value(double(value), rounds);
    (measured.part, measured.whole) = (value.numer().to_string(), value.denom().to_string());
    measured
}

/// The hands in which a seat decided in one of the states, optionally only where it bet.
fn hands(e: &Episode<'_>, seat: Seat, at: impl Fn(&Move) -> bool) -> Vec<Round> {
    moves(e).iter().filter(|m| m.seat == seat && at(m)).map(|m| m.round).collect()
}

/// Whether a decision is one in which a bet is a bluff.
fn may_bluff(m: &Move) -> bool {
    m.card == Card::J && matches!(m.spot, Spot::Open | Spot::AfterCheck)
}

/// Closeness of the bluff frequencies with the jack to equilibrium, weighted by opportunities.
fn bluff_closeness(e: &Episode<'_>, seat: Seat) -> Formula {
    let counts = counts(e, seat);
    let ((n, b), (np, bp)) = (counts.at(Spot::Open, Card::J), counts.at(Spot::AfterCheck, Card::J));
    if n + np == 0 {
        return Err(Undefined::NoOpportunity);
    }
    let (zero, one, third) = (fraction(0, 1), fraction(1, 1), fraction(1, 3));
    // As first actor every frequency up to 1/3 is an equilibrium; after a check only 1/3 is.
    let open = one - (fraction(b, n) - third).max(zero) / fraction(2, 3);
    let distance = fraction(bp, np) - third;
    let checked = one - distance.max(-distance) / fraction(2, 3);
    let sum = open * fraction(n, 1) + checked * fraction(np, 1);
    Ok(exact(sum / fraction(n + np, 1), hands(e, seat, |m| may_bluff(m) && m.bet)))
}

/// Share of bets with the king after a check.
fn value_betting(e: &Episode<'_>, seat: Seat) -> Formula {
    let (n, _) = counts(e, seat).at(Spot::AfterCheck, Card::K);
    let bets = hands(e, seat, |m| m.card == Card::K && m.spot == Spot::AfterCheck && m.bet);
    Measured::share(bets, n as u32)
}

/// The best reply to a bet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reply {
    Call,
    Fold,
}

/// The strict best reply of a decision that faces a bet, given the opponent's smoothed frequencies: the king calls, the
/// jack folds, and the queen calls if the bettor holds the jack often enough against the king.
fn best_reply(m: &Move, opponent: &Table) -> Option<Reply> {
    let bettor = match m.spot {
        Spot::AfterBet => Spot::Open,
        Spot::CheckedTo => Spot::AfterCheck,
        Spot::Open | Spot::AfterCheck => return None,
    };
    match m.card {
        Card::K => Some(Reply::Call),
        Card::J => Some(Reply::Fold),
        Card::Q => match (opponent.bet(bettor, Card::J) * 3).cmp(&opponent.bet(bettor, Card::K)) {
            std::cmp::Ordering::Greater => Some(Reply::Call),
            std::cmp::Ordering::Less => Some(Reply::Fold),
            std::cmp::Ordering::Equal => None,
        },
    }
}

/// Share of a seat's best replies among its decisions where that reply is strictly best.
fn reply_accuracy(e: &Episode<'_>, seat: Seat, reply: Reply) -> Formula {
    let moves = moves(e);
    let opponent = Counts::of(&moves, 1 - seat.min(1)).smoothed();
    let due: Vec<&Move> = moves.iter().filter(|m| m.seat == seat && best_reply(m, &opponent) == Some(reply)).collect();
    let given = due.iter().filter(|m| m.bet == (reply == Reply::Call)).map(|m| m.round).collect();
    Measured::share(given, due.len() as u32)
}

/// Exploitability of the smoothed table, in chips per hand.
fn exploited(e: &Episode<'_>, seat: Seat) -> Formula {
    Ok(exact(exploitability(&counts(e, seat).smoothed()), Vec::new()))
}

/// Decisions with the jack in which a bet is a bluff.
fn bluff_opportunities(e: &Episode<'_>, seat: Seat) -> Formula {
    let rounds = hands(e, seat, may_bluff);
    let n = rounds.len() as f64;
    Ok(Measured::value(n, rounds).within(0.0, e.whole("hands") as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::array;

    #[test]
    fn smoothing_counts_as_two_observations_of_the_equilibrium() {
        let mut counts = Counts(array::from_fn(|_| [(0, 0); 3]));
        assert_eq!(counts.smoothed(), Table::equilibrium(fraction(1, 6)));
        counts.0[Spot::Open as usize][Card::J as usize] = (1, 1);
        // (1 + 2/6)/3 = 4/9.
        assert_eq!(counts.smoothed().bet(Spot::Open, Card::J), fraction(4, 9));
    }

    #[test]
    fn exact_fractions_fit_whatever_the_counts_of_a_longest_match() {
        // 500 hands as first and 500 as second actor, states and bets spread so that the denominators share no factor.
        let (ns, bs) = ([[167, 165, 161]; 4], [[83, 61, 5], [70, 3, 131], [29, 100, 7], [11, 13, 160]]);
        let counts = Counts(array::from_fn(|s| array::from_fn(|c| (ns[s][c], bs[s][c]))));
        let value = double(exploitability(&counts.smoothed()));
        assert!((0.0..=1.0).contains(&value), "{value}");
    }
}
