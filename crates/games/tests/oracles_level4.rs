//! Level 4 against the oracle files: Kuhn poker.

#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use serde_json::json;
use shared::{Shared, number};
use std::collections::BTreeMap;
use trivium_core::{Condition, Event, Game, Json, Seat};
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
