//! Level 4 against the oracle files: Kuhn poker and auctions.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use serde_json::json;
use shared::{Shared, number};
use std::collections::BTreeMap;
use trivium_core::{Condition, Dec, Event, Game, Json, Rng, Seat};
use trivium_games::auction::{Pricing, Sale};
use trivium_games::registry;
use trivium_games::theory::kuhn::{Card, Fraction, Spot, Table, best_first, best_second, double, exploitability};
use trivium_games::theory::kuhn::{fraction, payoff, value};

const CLOSE: f64 = 1e-12;

fn chance(round: u32, name: &str, seat: Option<Seat>, value: Json) -> Event {
    Event::Chance { round, name: name.to_owned(), seat, value }
}

fn action(round: u32, phase: &str, seat: Seat, action: Json) -> Event {
    Event::Action { round, phase: phase.to_owned(), seat, action, fallback: false }
}

fn card(index: &Json) -> Card {
    Card::ALL[index.as_u64().unwrap() as usize]
}

/// A double of the oracle as the fraction it stands for.
fn exact(p: f64) -> Fraction {
    let twelfths = fraction((p * 12.0).round() as i64, 12);
    assert!((double(twelfths) - p).abs() < 1e-15, "{p} is no twelfth");
    twelfths
}

/// A policy of the oracle: states are named by the card 0, 1, 2 and the betting.
fn policy(states: &Json) -> Table {
    let names = ["", "pb", "p", "b"];
    Table::from_fn(|spot, card| {
        assert_eq!(Spot::after(names[spot as usize]), Some(spot));
        exact(number(&states[format!("{}{}", card as usize, names[spot as usize])]))
    })
}

/// Plays the betting once per hand, as the first and as the second seat, and gives what the first actor won.
fn played(game: &mut dyn Game, hand: u32, cards: [Card; 2], betting: &str) -> i64 {
    let first = ((hand - 1) % 2) as Seat;
    let before = game.totals();
    for seat in 0..2 {
        let held = cards[usize::from(seat ^ first)];
        game.apply(&chance(hand, "card", Some(seat), held.letter().into())).unwrap();
    }
    for (i, letter) in betting.chars().enumerate() {
        let word = if letter == 'b' { "bet" } else { "pass" };
        game.apply(&action(hand, "move", first ^ (i % 2) as Seat, word.into())).unwrap();
    }
    let won = game.totals()[usize::from(first)] - before[usize::from(first)];
    won.to_i64().unwrap()
}

#[test]
fn kuhn_terminals_pay_what_the_oracle_says() {
    let Some(oracle) = Shared::oracle("kuhn_poker.json") else { return };
    let terminals = oracle["terminals"].as_array().unwrap();
    let mut compared = 0;
    for terminal in terminals {
        let cards = [card(&terminal["cards"][0]), card(&terminal["cards"][1])];
        let betting = terminal["betting"].as_str().unwrap();
        let expected = number(&terminal["returns"][0]) as i64;
        assert_eq!(payoff(cards[0], cards[1], betting), Some(expected), "{terminal}");
        let info = registry::find("L4-T05").unwrap();
        let mut game = info.start(&json!({"hands": 2}), Condition::Silent).unwrap();
        for hand in 1..=2 {
            assert_eq!(played(game.as_mut(), hand, cards, betting), expected, "{terminal} in hand {hand}");
        }
        assert!(game.status().over());
        // Cards are shown unless somebody folded.
        let folded = matches!(betting, "bp" | "pbp");
        for seat in 0..2 {
            let shown = game.observe(seat).events.iter().filter(|e| matches!(e, Event::Chance { .. })).count();
            assert_eq!(shown, if folded { 2 } else { 4 }, "{terminal}");
        }
        compared += 1;
    }
    assert!(compared > 0);
    println!("compared {compared} terminal hands, each with both seats first");
}

#[test]
fn kuhn_values_and_best_responses_agree() {
    let Some(oracle) = Shared::oracle("kuhn_poker.json") else { return };
    let policies: BTreeMap<&str, Table> =
        oracle["policies"].as_object().unwrap().iter().map(|(name, p)| (name.as_str(), policy(p))).collect();
    assert_eq!(policies["uniform"], Table::from_fn(|_, _| fraction(1, 2)));
    for (name, alpha) in [("nash_alpha_0", (0, 1)), ("nash_alpha_1_6", (1, 6)), ("nash_alpha_1_3", (1, 3))] {
        assert_eq!(policies[name], Table::equilibrium(fraction(alpha.0, alpha.1)), "{name}");
    }
    let (mut compared, mut exactly) = (0, 0);
    for profile in oracle["profiles"].as_array().unwrap() {
        let [first, second] = ["player0", "player1"].map(|p| &policies[profile[p].as_str().unwrap()]);
        let close = |name: &str, found: Fraction| {
            let expected = number(&profile[name]);
            assert!((double(found) - expected).abs() <= CLOSE, "{profile}: {name} is {found}");
        };
        close("value0", value(first, second));
        close("best_response_value0", best_first(second));
        close("best_response_value1", best_second(first));
        close("nash_conv", best_first(second) + best_second(first));
        close("exploitability", (best_first(second) + best_second(first)) / 2);
        if profile["player0"] == profile["player1"] {
            close("exploitability", exploitability(first));
        }
        if let Some(text) = profile["value0_exact"].as_str() {
            let (num, den) = text.split_once('/').unwrap_or((text, "1"));
            let expected = fraction(num.parse().unwrap(), den.parse().unwrap());
            assert_eq!(value(first, second), expected, "{profile}");
            exactly += 1;
        }
        compared += 1;
    }
    let table = Table::equilibrium(fraction(1, 6));
    assert_eq!(value(&table, &table), fraction(-1, 18));
    assert!((double(fraction(-1, 18)) - number(&oracle["game_value_player0"])).abs() <= CLOSE);
    println!("compared {compared} profiles of {} policies, {exactly} values exactly", policies.len());
}

/// The unit interval of the oracle as whole numbers of the game.
const UNIT: f64 = 10_000.0;
/// Simulated auctions per row.
const DRAWS: u32 = 60_000;

fn whole(x: f64) -> i64 {
    (x * UNIT).round() as i64
}

fn numbers(list: &Json) -> Vec<f64> {
    list.as_array().unwrap().iter().map(number).collect()
}

fn rows<'a>(oracle: &'a Json, key: &str) -> &'a Vec<Json> {
    let rows = oracle[key].as_array().unwrap();
    assert!(!rows.is_empty(), "{key}");
    rows
}

#[test]
fn single_auctions_sell_as_the_oracle_says() {
    let Some(oracle) = Shared::oracle("auctions.json") else { return };
    let mut compared = 0;
    for row in rows(&oracle, "instances") {
        let (values, bids) = (numbers(&row["values"]), numbers(&row["bids"]));
        for (price, key) in [("first", "first_price"), ("second", "second_price")] {
            let params = json!({"bidders": values.len(), "rounds": 1, "max_value": UNIT as i64, "max_bid": UNIT as i64, "price": price});
            let mut game = registry::find("L4-T04").unwrap().start(&params, Condition::Silent).unwrap();
            for (seat, v) in (0..).zip(&values) {
                game.apply(&chance(1, "value", Some(seat), whole(*v).into())).unwrap();
            }
            for (seat, bid) in (0..).zip(&bids) {
                game.apply(&action(1, "bid", seat, whole(*bid).into())).unwrap();
            }
            // The oracle breaks ties for the lowest seat.
            let tie = game.status().due.is_some();
            assert_eq!(Json::from(tie), row["tie_at_top"], "{row}");
            if tie {
                game.apply(&chance(1, "tie_break", None, row["winner"].clone())).unwrap();
            }
            let step = &game.steps()[0];
            let expected = json!({"winner": row["winner"], "price": whole(number(&row[key]["price"]))});
            assert_eq!(step.outcome, expected, "{row} {price}");
            let winner = row["winner"].as_u64().unwrap() as usize;
            assert_eq!(step.payoffs[winner], Dec::int(whole(number(&row[key]["winner_surplus"]))), "{row} {price}");
            compared += 1;
        }
    }
    println!("compared {compared} single auctions");
}

/// Means of what happened in simulated auctions, with the variance of the revenue.
#[derive(Default)]
struct Simulated {
    revenue: f64,
    revenue_variance: f64,
    surplus: f64,
    sold: f64,
    highest: f64,
    payoffs: Vec<f64>,
    wins: Vec<f64>,
}

/// Sells to bidders with uniform values who bid by a rule; ties by lot. In units of the oracle.
fn simulate(n: usize, reserve: i64, pricing: Pricing, seed: u64, bid: impl Fn(usize, i64) -> i64) -> Simulated {
    let mut rng = Rng::new(seed);
    let mut s = Simulated { payoffs: vec![0.0; n], wins: vec![0.0; n], ..Simulated::default() };
    let mut squares = 0.0;
    for _ in 0..DRAWS {
        let values: Vec<i64> = (0..n).map(|_| rng.between(0, UNIT as i64)).collect();
        let bids: Vec<i64> = values.iter().enumerate().map(|(seat, v)| bid(seat, *v)).collect();
        let sale = Sale::of(&bids, reserve, pricing);
        s.highest += *values.iter().max().unwrap() as f64 / UNIT;
        let Some(&winner) = rng.choice(&sale.top) else { continue };
        let winner = usize::from(winner);
        let (value, price) = (values[winner] as f64 / UNIT, sale.price as f64 / UNIT);
        s.revenue += price;
        squares += price * price;
        s.surplus += value;
        s.sold += 1.0;
        s.payoffs[winner] += value - price;
        s.wins[winner] += 1.0;
    }
    let draws = f64::from(DRAWS);
    let means = [&mut s.revenue, &mut s.surplus, &mut s.sold, &mut s.highest];
    means.into_iter().chain(&mut s.payoffs).chain(&mut s.wins).for_each(|sum| *sum /= draws);
    s.revenue_variance = squares / draws - s.revenue * s.revenue;
    s
}

/// Four standard errors of the mean of a variable within the unit interval (standard deviation at most 1/2), and the
/// width of the grid.
fn assert_near(found: f64, expected: &Json, what: &str) {
    let tolerance = 4.0 * 0.5 / f64::from(DRAWS).sqrt() + 2.0 / UNIT;
    assert!((found - number(expected)).abs() < tolerance, "{what}: {found} instead of {expected}");
}

#[test]
fn equilibrium_bidding_earns_what_theory_says() {
    let Some(oracle) = Shared::oracle("auctions.json") else { return };
    let mut compared = 0;
    for (seed, row) in (0..).zip(rows(&oracle, "equilibrium")) {
        let n = row["n"].as_u64().unwrap() as usize;
        let shade = |v: i64| v * (n as i64 - 1) / n as i64;
        assert!(((n as f64 - 1.0) / n as f64 - number(&row["first_price_bid_slope"])).abs() < 1e-15);
        for (pricing, revenue, variance) in [
            (Pricing::First, "expected_revenue_first", "revenue_variance_first"),
            (Pricing::Second, "expected_revenue_second", "revenue_variance_second"),
        ] {
            let s = simulate(n, 0, pricing, seed, |_, v| if pricing == Pricing::First { shade(v) } else { v });
            let what = format!("{n} bidders, {pricing:?}");
            assert_near(s.revenue, &row[revenue], &what);
            assert_near(s.revenue_variance, &row[variance], &what);
            assert_near(s.surplus, &row["expected_total_surplus"], &what);
            s.payoffs.iter().for_each(|p| assert_near(*p, &row["expected_surplus_per_bidder"], &what));
            compared += 3 + n;
        }
    }
    for (seed, row) in (100..).zip(rows(&oracle, "linear_first_price")) {
        let slopes = numbers(&row["slopes"]);
        let s = simulate(slopes.len(), 0, Pricing::First, seed, |seat, v| (slopes[seat] * v as f64).round() as i64);
        let what = format!("slopes {slopes:?}");
        assert_near(s.revenue, &row["expected_revenue"], &what);
        assert_near(s.surplus, &row["expected_total_surplus"], &what);
        assert_near(s.surplus / s.highest, &row["efficiency_ratio"], &what);
        for seat in 0..slopes.len() {
            assert_near(s.payoffs[seat], &row["expected_payoffs"][seat], &what);
            assert_near(s.wins[seat], &row["win_probabilities"][seat], &what);
        }
        compared += 3 + 2 * slopes.len();
    }
    for (seed, row) in (200..).zip(rows(&oracle, "reserve")) {
        let (n, reserve) = (row["n"].as_u64().unwrap() as usize, whole(number(&row["reserve"])));
        let s = simulate(n, reserve, Pricing::Second, seed, |_, v| v);
        let what = format!("{n} bidders, reserve {reserve}");
        assert_near(s.revenue, &row["expected_revenue"], &what);
        assert_near(s.sold, &row["sale_probability"], &what);
        assert_near(s.surplus, &row["expected_total_surplus"], &what);
        compared += 3;
    }
    println!("compared {compared} expectations by {DRAWS} auctions each");
}

#[test]
fn deviations_from_equilibrium_earn_what_theory_says() {
    let Some(oracle) = Shared::oracle("auctions.json") else { return };
    let mut compared = 0;
    for row in rows(&oracle, "interim_deviations") {
        let n = row["n"].as_u64().unwrap() as i64;
        let (value, bid) = (whole(number(&row["value"])), whole(number(&row["bid"])));
        // Against one other, counted over all its values; against n − 1 independent ones the power of the chance.
        let earned = |bid: i64| {
            let chances =
                (0..=UNIT as i64).map(|other| match Sale::of(&[bid, other * (n - 1) / n], 0, Pricing::First) {
                    sale if sale.top == [0] => 1.0,
                    sale if sale.top.len() == 2 => 0.5,
                    _ => 0.0,
                });
            let chance = chances.sum::<f64>() / (UNIT + 1.0);
            (1..n).fold((value - bid) as f64 / UNIT, |p, _| p * chance)
        };
        let near = |found: f64, name: &str| {
            assert!((found - number(&row[name])).abs() < 5.0 / UNIT, "{row}: {name} {found}");
        };
        near(earned(bid), "payoff_vs_equilibrium");
        near(earned(value * (n - 1) / n), "equilibrium_payoff");
        compared += 1;
    }
    println!("compared {compared} deviations on the grid");
}
