//! The common pool and punishment against the oracle file of the shared data folder.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use serde_json::json;
use shared::{Shared, number};
use trivium_core::{Attempt, Condition, Dec, Game, Json, Origin, Seat};
use trivium_games::common_pool::stock::{SustainableShare, harvest, regrowth};

/// The decimal of a JSON number.
fn dec(value: &Json) -> Dec {
    Dec::from_json(value).unwrap_or_else(|| panic!("{value} is no decimal"))
}

fn near(at: &str, found: Dec, expected: &Json, tolerance: f64) {
    assert!((found.to_f64() - number(expected)).abs() <= tolerance, "{at}: {found} instead of {expected}");
}

fn all(game: &mut dyn Game, actions: impl IntoIterator<Item = Json>) {
    let phase = game.status().phase;
    for (seat, action) in actions.into_iter().enumerate() {
        game.attempt(seat as Seat, phase, Attempt::Action(action), Origin::Chosen).unwrap();
    }
}

#[test]
fn the_logistic_pool_agrees_round_by_round() {
    let Some(file) = Shared::oracle("group_and_sequential_games.json") else { return };
    let tolerance: f64 = file["tolerance"].as_str().unwrap().parse().unwrap();
    let (mut by_formula, mut by_engine) = (0, 0);
    for pool in file["common_pool_logistic"].as_array().unwrap() {
        let [initial, capacity, growth] = ["initial", "capacity", "growth_rate"].map(|key| dec(&pool[key]));
        let rounds = pool["rounds"].as_array().unwrap();
        let n = rounds[0]["requests"].as_array().unwrap().len() as i64;
        // Growth is largest where the sustainable share leaves the stock.
        let best = dec(&pool["msy_remaining_stock"]);
        near("largest growth", regrowth(best, growth, capacity), &pool["msy_harvest"], tolerance);
        let share = SustainableShare::of(capacity, capacity, n);
        assert_eq!(share.down(Dec::from_scaled(1)) * n, capacity - best);

        let params = json!({"n": n, "stock": initial, "capacity": capacity, "growth": growth, "rounds": rounds.len()});
        let mut game = trivium_games::find("L3-T03").unwrap().start(&params, Condition::Silent).unwrap();
        let mut stock = initial;
        for (r, round) in rounds.iter().enumerate() {
            let at = format!("growth {growth} from {initial}, round {}", r + 1);
            near(&at, stock, &round["stock"], tolerance);
            let requests: Vec<Dec> = round["requests"].as_array().unwrap().iter().map(dec).collect();
            let taken = harvest(stock, &requests);
            for (taken, expected) in taken.iter().zip(round["taken"].as_array().unwrap()) {
                near(&at, *taken, expected, tolerance);
            }
            let remaining = stock - taken.iter().copied().sum();
            near(&at, remaining, &round["remaining"], tolerance);
            stock = capacity.min(remaining + regrowth(remaining, growth, capacity));
            near(&at, stock, &round["next_stock"], tolerance);
            by_formula += 1;
            // The engine ends at a collapse, where the oracle plays on with nothing left.
            if game.status().over() {
                continue;
            }
            all(game.as_mut(), requests.iter().map(|r| r.to_json()));
            let step = game.steps().last().unwrap().clone();
            assert_eq!(step.payoffs, taken, "{at}");
            near(&at, dec(&step.outcome["remaining"]), &round["remaining"], tolerance);
            match &step.outcome["next_stock"] {
                Json::Null => assert!(game.status().over(), "{at}"),
                next => near(&at, dec(next), &round["next_stock"], tolerance),
            }
            by_engine += 1;
        }
    }
    println!("compared {by_formula} rounds by formula and {by_engine} by the engine");
}

#[test]
fn punishment_agrees_with_the_oracle() {
    let Some(file) = Shared::oracle("group_and_sequential_games.json") else { return };
    let tolerance: f64 = file["tolerance"].as_str().unwrap().parse().unwrap();
    let oracle = &file["public_goods"];
    let mut compared = 0;
    for profile in oracle["with_punishment"].as_array().unwrap() {
        // One point costs 1 and takes 3, as the oracle's facts say; some give more than the usual most.
        let params = json!({"n": oracle["N"], "endowment": oracle["endowment"], "mpcr": oracle["mpcr"], "rounds": 1,
            "punish_cost": 1, "punish_harm": 3, "max_points": 20});
        let mut game = trivium_games::find("L3-T04").unwrap().start(&params, Condition::Silent).unwrap();
        all(game.as_mut(), profile["contributions"].as_array().unwrap().clone());
        all(game.as_mut(), profile["punishment"].as_array().unwrap().clone());
        let at = profile.to_string();
        // The payoffs that may go negative: the rules floor nothing.
        for (pay, expected) in game.totals().into_iter().zip(profile["payoffs"].as_array().unwrap()) {
            near(&at, pay, expected, tolerance);
            compared += 1;
        }
        near(&at, game.totals().into_iter().sum(), &profile["welfare_after"], tolerance);
    }
    println!("compared {compared} payoffs after punishment");
}
