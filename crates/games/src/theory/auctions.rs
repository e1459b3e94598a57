//! Sealed-bid auctions of one good, first and second price (Vickrey 1961), with independent values that are uniform on
//! the whole numbers from 0.
//!
//! A seat seldom sees what the others bid. What it sees bounds their highest bid, so its values against play so far
//! are ranges where they must be.

use super::board::{amount, exact, range, ratio, whole};
use super::{Basis, Board, Count, Decided, Equilibrium, Fact, Fraction, Optimum, Scope, Theory, Value, View};
use crate::auction::Pricing;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, One, Zero};
use trivium_core::{Dec, Event, Json, Observation, Round, Seat};

pub(super) const THEORY: Theory = Theory { game: "L4-T04", board, hindsight };

/// What a bidder with value `v` expects in a first-price auction of `n` bidders when it bids `b` and the others, whose
/// values are uniform on 0 … `top`, bid (n − 1)/n of theirs: (v − b)·min(1, n·b/((n − 1)·top))^(n − 1). `None` where
/// the numbers outgrow 128 bits.
pub fn interim_payoff(n: u32, v: Fraction, b: Fraction, top: Fraction) -> Option<Fraction> {
    if n < 2 || top <= Fraction::zero() || b < Fraction::zero() {
        return None;
    }
    let others = whole(i64::from(n) - 1);
    let wins_against_one = (b * whole(i64::from(n)) / (others * top)).min(Fraction::one());
    (1..n).try_fold(v - b, |payoff, _| payoff.checked_mul(&wins_against_one))
}

/// The equilibrium bid of a value: v − (v^n − r^n)/(n·v^(n−1)) in first price with reserve r, the value in second
/// price; `None` below the reserve and where the numbers outgrow 128 bits.
fn equilibrium_bid(rules: &Rules, v: i64) -> Option<Fraction> {
    if v < rules.reserve {
        return None;
    }
    if rules.pricing == Pricing::Second || v == 0 {
        return Some(whole(v));
    }
    let n = whole(rules.bidders);
    let shaded = whole(v) * (n - Fraction::one()) / n;
    // r^n/(n·v^(n−1)), as r/n · (r/v)^(n−1).
    let from_reserve = (1..rules.bidders)
        .try_fold(whole(rules.reserve) / n, |product, _| product.checked_mul(&ratio(rules.reserve, v)))?;
    shaded.checked_add(&from_reserve)
}

/// The parameters.
struct Rules {
    bidders: i64,
    max_value: i64,
    max_bid: i64,
    reserve: i64,
    pricing: Pricing,
}

impl Rules {
    fn of(o: &Observation) -> Rules {
        Rules {
            bidders: o.whole("bidders"),
            max_value: o.whole("max_value"),
            max_bid: o.whole("max_bid"),
            reserve: o.whole("reserve"),
            pricing: Pricing::read(o.params.get("price").and_then(Json::as_str).unwrap_or_default()),
        }
    }

    /// What a bid earns, twice over, against a highest other bid (−1 for none): a tie is won half the time.
    fn twice(&self, value: i64, bid: i64, other: i64) -> i64 {
        if bid < self.reserve || bid < other {
            return 0;
        }
        let price = match self.pricing {
            Pricing::First => bid,
            Pricing::Second => other.max(self.reserve),
        };
        (value - price) * if bid == other { 1 } else { 2 }
    }

    /// The same where the highest other bid is only known to lie in a range: least and most.
    fn twice_within(&self, value: i64, bid: i64, lo: i64, hi: i64) -> (i64, i64) {
        // Constant below the bid in first price, falling with the other bid in second price; half at a tie, 0 above.
        let at = [lo, hi, bid, bid - 1, self.reserve];
        let inside = at.into_iter().filter(|m| (lo..=hi).contains(m));
        let earned = inside.map(|m| self.twice(value, bid, m));
        let (least, most) = earned.fold((i64::MAX, i64::MIN), |(a, b), x| (a.min(x), b.max(x)));
        (least, most)
    }
}

/// A finished auction as the seat sees it: its own bid, and between which bounds the highest other bid lies (−1 for
/// none that reached the reserve).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    round: Round,
    own: i64,
    lo: i64,
    hi: i64,
}

/// The seat's value in a round.
fn value(o: &Observation, of: Round) -> Option<i64> {
    o.events.iter().find_map(|event| match event {
        Event::Chance { round, name, seat, value } if name == "value" && *round == of && *seat == Some(o.seat) => {
            value.as_i64()
        }
        _ => None,
    })
}

fn past(o: &Observation, rules: &Rules) -> Vec<Seen> {
    let one = |result: &Json| {
        let round = Round::try_from(result.get("round")?.as_u64()?).ok()?;
        let own = amount(o.action_of("bid", round, o.seat)?);
        let seen = |lo: i64, hi: i64| Some(Seen { round, own, lo, hi });
        let others = || (0..o.whole("bidders")).filter_map(|s| Seat::try_from(s).ok()).filter(|s| *s != o.seat);
        let shown: Vec<i64> = others().filter_map(|s| o.action_of("bid", round, s).map(amount)).collect();
        let valid = |bid: i64| if bid >= rules.reserve { bid } else { -1 };
        if shown.len() as i64 == rules.bidders - 1 {
            let highest = shown.into_iter().map(valid).max()?;
            return seen(highest, highest);
        }
        let outcome = result.get("outcome")?;
        let Some(winner) = outcome.get("winner").and_then(Json::as_u64) else { return seen(-1, -1) };
        let price = outcome.get("price")?.as_i64()?;
        let tied = o
            .events
            .iter()
            .any(|e| matches!(e, Event::Chance { round: r, name, .. } if name == "tie_break" && *r == round));
        match (winner == u64::from(o.seat), rules.pricing) {
            // A tie shows the highest bid.
            (_, _) if tied => seen(price, price),
            (true, Pricing::First) => seen(-1, own - 1),
            (true, Pricing::Second) if price == rules.reserve => seen(-1, price),
            (true, Pricing::Second) => seen(price, price),
            (false, Pricing::First) => seen(price, price),
            // The winner bid more than the bid that set the price, unless that was the reserve alone.
            (false, Pricing::Second) => {
                seen(price + i64::from(price > rules.reserve || own >= rules.reserve), rules.max_bid)
            }
        }
    };
    o.results.iter().filter_map(one).collect()
}

fn board(o: &Observation, _action: Option<&Json>) -> Option<Board> {
    let rules = Rules::of(o);
    let v = value(o, o.round)?;
    let optimum = Optimum {
        text: "The good goes to the bidder with the highest value.".to_owned(),
        own: Vec::new(),
        sum: None,
        scope: Scope::Round,
    };
    let mut board = Board::new(o, range(0, rules.max_bid), optimum);
    so_far(&mut board, &rules, v, &past(o, &rules));
    let expected: Vec<Value> = match against_equilibrium(&rules, v) {
        Some(exactly) => exactly.into_iter().map(Value::Exact).collect(),
        None => nearly_against_equilibrium(&rules, v).into_iter().map(Value::Near).collect(),
    };
    board.see(View::Equilibrium(0), Scope::Round, Basis::rules(), |bid| {
        expected.get(usize::try_from(amount(bid)).ok()?).copied()
    });
    let bid = equilibrium_bid(&rules, v);
    // Below the reserve nothing is bid.
    let own = bid.map_or(0, |b| i64::try_from(b.floor().to_integer()).unwrap_or(0)).min(rules.max_bid);
    let text = match rules.pricing {
        Pricing::First => {
            "Everyone bids what the highest of the others' values is expected to be, given that it is below the own: \
             (n − 1)/n of the value where there is no reserve."
        }
        Pricing::Second => "Everyone bids its value: no other bid does better against any bids.",
    };
    board.equilibria.push(Equilibrium::pure(text, own, Vec::new(), Scope::Round));
    board.further = Some(match rules.pricing {
        Pricing::First => {
            "Exact for values on a line; on whole numbers it holds up to rounding. It is the only symmetric one."
        }
        Pricing::Second => {
            "There are others in which one seat bids high and the rest stay out; they use dominated bids."
        }
    });
    if let Some(bid) = bid {
        board.facts.push((Fact::EquilibriumBid, Value::Exact(bid), None));
    }
    board.facts.push((Fact::SecurityLevel, Value::int(0), None));
    Some(board)
}

/// Values against the highest other bids of the finished rounds, as far as the seat knows them.
fn so_far(board: &mut Board, rules: &Rules, v: i64, past: &[Seen]) {
    if past.is_empty() {
        return;
    }
    let rounds = past.len() as i64;
    let known = past.iter().filter(|s| s.lo == s.hi).count() as i64;
    let counts = vec![Count::new("rounds in which the highest other bid is known", known, rounds)];
    board.see(View::SoFar, Scope::Round, Basis::seen(counts, None), |bid| {
        let sums = past.iter().map(|s| rules.twice_within(v, amount(bid), s.lo, s.hi));
        let (least, most) = sums.fold((0, 0), |(a, b), (x, y)| (a + x, b + y));
        Some(Value::between(ratio(least, 2 * rounds), ratio(most, 2 * rounds)))
    });
}

/// How many of the values 0 … `max_value` lead to no bid that counts, and how many to each bid, when everyone bids as
/// in equilibrium, rounded down.
fn leads(rules: &Rules) -> (i64, Vec<i64>) {
    let mut none = 0;
    let mut leads = vec![0; usize::try_from(rules.max_bid).unwrap_or(0) + 1];
    for value in 0..=rules.max_value {
        if value < rules.reserve {
            none += 1;
            continue;
        }
        let bid = match equilibrium_bid(rules, value) {
            Some(bid) => i64::try_from(bid.floor().to_integer()).unwrap_or(0),
            // The part that the reserve adds is then far below one.
            None => value * (rules.bidders - 1) / rules.bidders,
        };
        if let Some(values) = leads.get_mut(usize::try_from(bid.min(rules.max_bid)).unwrap_or(0)) {
            *values += 1;
        }
    }
    (none, leads)
}

/// What each bid earns against others who bid as in equilibrium, their values uniform on the whole numbers
/// 0 … `max_value`; ties by lot. `None` where the numbers outgrow 128 bits.
fn against_equilibrium(rules: &Rules, v: i64) -> Option<Vec<Fraction>> {
    let others = u32::try_from(rules.bidders - 1).ok()?;
    let all = (i128::from(rules.max_value) + 1).checked_pow(others)?;
    let (none, leads) = leads(rules);
    // Walk up the bids: how many values lead to a lower one (or none), and in how many of all cases the highest other
    // bid lies below.
    let mut below = i128::from(none);
    // Sum over lower highest bids m of cases times (v − max(m, reserve)), for second price.
    let mut lower = below.checked_pow(others)?.checked_mul(i128::from(v - rules.reserve))?;
    let mut found = Vec::new();
    for (bid, here) in (0..).zip(leads) {
        let here = i128::from(here);
        let wins = below.checked_pow(others)?;
        // Sharing a tie with k others, of whom each bids the same: Σ C(n−1, k)·here^k·below^(n−1−k)/(k + 1).
        let mut tie = Fraction::zero();
        let mut ways = 1i128;
        for k in 1..=others {
            ways = ways.checked_mul(i128::from(others - k + 1))? / i128::from(k);
            let cases = ways.checked_mul(here.checked_pow(k)?)?.checked_mul(below.checked_pow(others - k)?)?;
            tie = tie.checked_add(&Fraction::new(cases, i128::from(k) + 1))?;
        }
        let own = whole(v - bid);
        let earned = match rules.pricing {
            _ if bid < rules.reserve => Fraction::zero(),
            Pricing::First => own.checked_mul(&tie.checked_add(&Fraction::from_integer(wins))?)?,
            Pricing::Second => Fraction::from_integer(lower).checked_add(&own.checked_mul(&tie)?)?,
        };
        found.push(earned.checked_div(&Fraction::from_integer(all))?);
        let next = below + here;
        let exactly_here = next.checked_pow(others)?.checked_sub(wins)?;
        lower = lower.checked_add(exactly_here.checked_mul(i128::from(v - bid.max(rules.reserve)))?)?;
        below = next;
    }
    Some(found)
}

/// The same in doubles, for the largest games.
fn nearly_against_equilibrium(rules: &Rules, v: i64) -> Vec<f64> {
    let values = (rules.max_value + 1) as f64;
    let power = |p: f64, times: i64| (0..times).fold(1.0, |product, _| product * p);
    let (none, leads) = leads(rules);
    let others = rules.bidders - 1;
    let mut below = none as f64 / values;
    let mut lower = power(below, others) * (v - rules.reserve) as f64;
    let mut found = Vec::new();
    for (bid, here) in (0..).zip(leads) {
        let here = here as f64 / values;
        let (wins, mut tie, mut ways) = (power(below, others), 0.0, 1.0);
        for k in 1..=others {
            ways = ways * (others - k + 1) as f64 / k as f64;
            tie += ways * power(here, k) * power(below, others - k) / (k + 1) as f64;
        }
        let own = (v - bid) as f64;
        found.push(match rules.pricing {
            _ if bid < rules.reserve => 0.0,
            Pricing::First => own * (tie + wins),
            Pricing::Second => lower + own * tie,
        });
        lower += (power(below + here, others) - wins) * (v - bid.max(rules.reserve)) as f64;
        below += here;
    }
    found
}

/// What the best bid would have earned more against the others' bids of that round, as far as the seat knows them. A
/// tie counts as lost, as the winning bid is one above.
fn hindsight(now: &Observation, decided: &Decided<'_>) -> Option<Value> {
    let rules = Rules::of(now);
    let v = value(now, decided.round)?;
    let seen = past(now, &rules).into_iter().find(|s| s.round == decided.round)?;
    let result = now.results.iter().find(|r| r.get("round").and_then(Json::as_u64) == Some(decided.round.into()))?;
    let earned = exact(result.get("payoff").and_then(Dec::from_json)?);
    let best = |other: i64| {
        let price = match rules.pricing {
            Pricing::First => (other + 1).max(rules.reserve),
            Pricing::Second => other.max(rules.reserve),
        };
        let reachable = (other + 1).max(rules.reserve) <= rules.max_bid;
        whole(if reachable { (v - price).max(0) } else { 0 })
    };
    let missed = |other: i64| (best(other) - earned).max(Fraction::zero());
    // What is missed falls with the other's bid.
    Some(Value::between(missed(seen.hi), missed(seen.lo)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auction::Sale;

    fn rules(bidders: i64, max_value: i64, reserve: i64, pricing: Pricing) -> Rules {
        Rules { bidders, max_value, max_bid: max_value, reserve, pricing }
    }

    /// Every combination of the others' values, sold by the engine's own rule of clearing.
    #[test]
    fn expectations_are_those_of_counting_every_case() {
        for pricing in [Pricing::First, Pricing::Second] {
            for (n, top, reserve) in [(2, 9, 0), (3, 7, 0), (3, 6, 3), (4, 4, 1)] {
                let rules = rules(n, top, reserve, pricing);
                let bid_of = |v: i64| match equilibrium_bid(&rules, v) {
                    Some(b) => b.floor().to_integer() as i64,
                    None => -1,
                };
                for v in 0..=top {
                    let found = against_equilibrium(&rules, v).unwrap();
                    let near = nearly_against_equilibrium(&rules, v);
                    assert!(found.iter().zip(near).all(|(f, x)| (crate::theory::board::near(*f) - x).abs() < 1e-12));
                    for bid in 0..=top {
                        let (mut sum, mut cases) = (Fraction::zero(), 0);
                        let others = (n - 1) as u32;
                        for code in 0..(top + 1).pow(others) {
                            let digits = (0..others).map(|k| code / (top + 1).pow(k) % (top + 1));
                            let bids: Vec<i64> = std::iter::once(bid).chain(digits.map(bid_of)).collect();
                            let sale = Sale::of(&bids, reserve, pricing);
                            if sale.top.contains(&0) {
                                sum += ratio(v - sale.price, sale.top.len() as i64);
                            }
                            cases += 1;
                        }
                        let at = format!("{pricing:?} {n} bidders, values to {top}, reserve {reserve}: {bid} with {v}");
                        assert_eq!(found[bid as usize], sum / whole(cases), "{at}");
                    }
                }
            }
        }
    }

    #[test]
    fn ranges_hold_every_other_bid_that_they_cover() {
        for pricing in [Pricing::First, Pricing::Second] {
            for reserve in [0, 3] {
                let rules = rules(3, 8, reserve, pricing);
                for (lo, hi) in [(-1, 8), (-1, 4), (2, 2), (4, 8), (5, 6)] {
                    for v in 0..=8 {
                        for bid in 0..=8 {
                            // Below the reserve there is no bid that counts, so −1 stands for all of those.
                            let others = (lo..=hi).map(|m| rules.twice(v, bid, m));
                            let (least, most) = (others.clone().min().unwrap(), others.max().unwrap());
                            assert_eq!(rules.twice_within(v, bid, lo, hi), (least, most), "{v} {bid} {lo} {hi}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn bidding_the_value_is_best_in_second_price_whatever_is_known() {
        let rules = rules(4, 20, 5, Pricing::Second);
        for v in 0..=20 {
            let found = against_equilibrium(&rules, v).unwrap();
            assert!(found.iter().all(|e| *e <= found[v as usize]), "{v}");
        }
    }

    #[test]
    fn the_equilibrium_bid_is_the_formula_of_the_oracle() {
        // n = 2, r = 25 of 100: v − (v² − r²)/(2v) at v = 50: 50 − (2500 − 625)/100 = 31.25.
        assert_eq!(equilibrium_bid(&rules(2, 100, 25, Pricing::First), 50), Some(ratio(125, 4)));
        assert_eq!(equilibrium_bid(&rules(2, 100, 25, Pricing::First), 25), Some(whole(25)));
        assert_eq!(equilibrium_bid(&rules(2, 100, 25, Pricing::First), 24), None);
        assert_eq!(equilibrium_bid(&rules(4, 100, 0, Pricing::First), 60), Some(whole(45)));
    }
}
