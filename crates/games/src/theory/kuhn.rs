//! Kuhn poker in exact fractions: the twelve information states, the equilibrium family, the value of two strategies
//! against each other, best responses and exploitability.
//!
//! Sources: Kuhn, A simplified two-person poker (1950), for the game and its equilibria; Johanson et al., Accelerating
//! best response calculation in large extensive games (2011), for exploitability as the mean of what the best
//! responses win against both halves of a strategy.

use num_rational::Ratio;

/// A fraction of whole numbers in lowest terms.
pub type Fraction = Ratio<i128>;

/// The three cards, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// Jack.
    J,
    /// Queen.
    Q,
    /// King.
    K,
}

impl Card {
    /// All three, lowest first.
    pub const ALL: [Card; 3] = [Card::J, Card::Q, Card::K];

    /// The letter in records.
    pub const fn letter(self) -> &'static str {
        match self {
            Card::J => "J",
            Card::Q => "Q",
            Card::K => "K",
        }
    }

    /// Reads the letter.
    pub fn read(letter: &str) -> Option<Card> {
        Card::ALL.into_iter().find(|card| card.letter() == letter)
    }

    /// The two other cards.
    pub fn others(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().filter(move |card| *card != self)
    }
}

/// What has been bet when a player is to act.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot {
    /// The first actor, at the start.
    Open,
    /// The first actor, after its check was answered by a bet.
    CheckedTo,
    /// The second actor, after a check.
    AfterCheck,
    /// The second actor, after a bet.
    AfterBet,
}

impl Spot {
    /// All four.
    pub const ALL: [Spot; 4] = [Spot::Open, Spot::CheckedTo, Spot::AfterCheck, Spot::AfterBet];

    /// From the betting so far, `p` for pass and `b` for bet; `None` where the hand is over.
    pub fn after(betting: &str) -> Option<Spot> {
        match betting {
            "" => Some(Spot::Open),
            "pb" => Some(Spot::CheckedTo),
            "p" => Some(Spot::AfterCheck),
            "b" => Some(Spot::AfterBet),
            _ => None,
        }
    }

    /// Whether a bet is to be answered.
    pub const fn faces_bet(self) -> bool {
        matches!(self, Spot::CheckedTo | Spot::AfterBet)
    }
}

/// What the first actor wins (negative: loses) when the betting has ended with these cards; `None` while it has not.
pub fn payoff(first: Card, second: Card, betting: &str) -> Option<i64> {
    let higher = if first > second { 1 } else { -1 };
    match betting {
        "bp" => Some(1),
        "pbp" => Some(-1),
        "pp" => Some(higher),
        "bb" | "pbb" => Some(2 * higher),
        _ => None,
    }
}

/// A behaviour strategy: the probability of a bet (or call) in each of the twelve information states.
#[derive(Clone, PartialEq, Debug)]
pub struct Table([[Fraction; 3]; 4]);

fn whole(n: i64) -> Fraction {
    Fraction::from_integer(i128::from(n))
}

/// `num/den`; 0 for `den` 0.
pub fn fraction(num: i64, den: i64) -> Fraction {
    if den == 0 { whole(0) } else { Fraction::new(num.into(), den.into()) }
}

/// The double of a fraction: one division.
pub fn double(f: Fraction) -> f64 {
    *f.numer() as f64 / *f.denom() as f64
}

/// 2 for the higher card, −2 for the lower: what a called bet brings.
fn called(own: Card, other: Card) -> Fraction {
    whole(if own > other { 2 } else { -2 })
}

/// 1 for the higher card, −1 for the lower: what a checked hand brings.
fn checked(own: Card, other: Card) -> Fraction {
    whole(if own > other { 1 } else { -1 })
}

impl Table {
    /// From a rule.
    pub fn from_fn(bet: impl Fn(Spot, Card) -> Fraction) -> Table {
        Table(Spot::ALL.map(|spot| Card::ALL.map(|card| bet(spot, card))))
    }

    /// The equilibrium of the family with parameter α, 0 ≤ α ≤ 1/3 (the second actor's half is the same for all).
    pub fn equilibrium(alpha: Fraction) -> Table {
        let third = fraction(1, 3);
        Table::from_fn(|spot, card| match (spot, card) {
            (Spot::Open, Card::J) => alpha,
            (Spot::Open, Card::K) => alpha * 3,
            (Spot::CheckedTo, Card::Q) => alpha + third,
            (Spot::AfterCheck, Card::J) | (Spot::AfterBet, Card::Q) => third,
            (Spot::CheckedTo | Spot::AfterCheck | Spot::AfterBet, Card::K) => whole(1),
            _ => whole(0),
        })
    }

    /// The probability of a bet in a state.
    pub fn bet(&self, spot: Spot, card: Card) -> Fraction {
        self.0[spot as usize][card as usize]
    }

    fn pass(&self, spot: Spot, card: Card) -> Fraction {
        whole(1) - self.bet(spot, card)
    }
}

/// The expected payoff of a first actor who plays by the first table, against a second actor by the second.
pub fn value(first: &Table, second: &Table) -> Fraction {
    let mut sum = whole(0);
    for own in Card::ALL {
        for other in own.others() {
            let (call, answer) = (second.bet(Spot::AfterBet, other), second.bet(Spot::AfterCheck, other));
            let bets = call * called(own, other) + (whole(1) - call);
            let after = first.bet(Spot::CheckedTo, own);
            let raised = after * called(own, other) - (whole(1) - after);
            let checks = (whole(1) - answer) * checked(own, other) + answer * raised;
            sum += first.bet(Spot::Open, own) * bets + first.pass(Spot::Open, own) * checks;
        }
    }
    sum / 6
}

/// What the best first actor earns against the second actor's half of a table.
pub fn best_first(against: &Table) -> Fraction {
    let mut sum = whole(0);
    for own in Card::ALL {
        let over = |term: &dyn Fn(Card) -> Fraction| own.others().map(term).fold(whole(0), |a, b| a + b);
        let bet = over(&|other| {
            against.bet(Spot::AfterBet, other) * called(own, other) + against.pass(Spot::AfterBet, other)
        });
        let passed = over(&|other| against.pass(Spot::AfterCheck, other) * checked(own, other));
        let call = over(&|other| against.bet(Spot::AfterCheck, other) * called(own, other));
        let fold = over(&|other| -against.bet(Spot::AfterCheck, other));
        sum += bet.max(passed + call.max(fold));
    }
    sum / 6
}

/// What the best second actor earns against the first actor's half of a table.
pub fn best_second(against: &Table) -> Fraction {
    let mut sum = whole(0);
    for own in Card::ALL {
        let over = |term: &dyn Fn(Card) -> Fraction| own.others().map(term).fold(whole(0), |a, b| a + b);
        let call = over(&|other| against.bet(Spot::Open, other) * called(own, other));
        let fold = over(&|other| -against.bet(Spot::Open, other));
        let pass = over(&|other| against.pass(Spot::Open, other) * checked(own, other));
        let bet = over(&|other| {
            let calls = against.bet(Spot::CheckedTo, other);
            against.pass(Spot::Open, other) * (calls * called(own, other) + (whole(1) - calls))
        });
        sum += call.max(fold) + pass.max(bet);
    }
    sum / 6
}

/// Exploitability in chips per hand: the mean of what the best first actor and the best second actor win against the
/// other half of the table.
pub fn exploitability(table: &Table) -> Fraction {
    (best_first(table) + best_second(table)) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exploitability_of_the_plain_tables_is_what_the_rules_page_says() {
        let always = |p: i64| Table::from_fn(|_, _| fraction(p, 1));
        assert_eq!(exploitability(&always(0)), fraction(1, 1));
        assert_eq!(exploitability(&always(1)), fraction(1, 3));
        assert_eq!(exploitability(&Table::from_fn(|_, _| fraction(1, 2))), fraction(11, 24));
        let honest = Table::from_fn(|_, card| fraction(i64::from(card == Card::K), 1));
        assert_eq!(exploitability(&honest), fraction(1, 4));
    }

    #[test]
    fn no_table_of_the_family_can_be_exploited() {
        for k in 0..=60 {
            let table = Table::equilibrium(fraction(k, 180));
            assert_eq!(exploitability(&table), fraction(0, 1), "alpha {k}/180");
            assert_eq!(value(&table, &table), fraction(-1, 18));
        }
        assert!(exploitability(&Table::equilibrium(fraction(34, 100))) > fraction(0, 1));
    }

    #[test]
    fn letters_lead_to_the_states() {
        assert_eq!(Card::read("Q"), Some(Card::Q));
        assert_eq!(Card::read("A"), None);
        assert_eq!(["", "p", "b", "pb"].map(Spot::after).iter().flatten().count(), 4);
        assert!(["pp", "bb", "bp", "pbp", "pbb"].iter().all(|b| Spot::after(b).is_none()));
        assert!(["pp", "bb", "bp", "pbp", "pbb"].iter().all(|b| payoff(Card::J, Card::K, b).is_some()));
    }
}
