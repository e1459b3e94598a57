//! Public goods, trust and gift exchange against the oracle file of the shared data folder.

#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use serde_json::json;
use shared::{Shared, number};
use trivium_core::{Attempt, Condition, Dec, Game, Json, Origin, Seat};

fn file() -> Option<(Json, f64)> {
    let file = Shared::oracle("group_and_sequential_games.json")?;
    let tolerance = file["tolerance"].as_str().unwrap().parse().unwrap();
    Some((file, tolerance))
}

fn near(at: &str, found: Dec, expected: &Json, tolerance: f64) {
    assert!((found.to_f64() - number(expected)).abs() <= tolerance, "{at}: {found} instead of {expected}");
}

fn start(id: &str, params: &Json) -> Box<dyn Game> {
    trivium_games::find(id).unwrap().start(params, Condition::Silent).unwrap()
}

fn act(game: &mut dyn Game, seat: Seat, action: Json) {
    let phase = game.status().phase;
    game.attempt(seat, phase, Attempt::Action(action), Origin::Chosen).unwrap();
}

/// The payoffs of one round in which the seats contribute these amounts.
fn contribute(params: &Json, contributions: &[i64]) -> Vec<Dec> {
    let mut game = start("L3-T01", params);
    for (seat, &amount) in contributions.iter().enumerate() {
        act(game.as_mut(), seat as Seat, amount.into());
    }
    game.totals()
}

#[test]
fn public_goods_pay_what_the_oracle_says() {
    let Some((file, tolerance)) = file() else { return };
    let oracle = &file["public_goods"];
    let endowment = oracle["endowment"].as_i64().unwrap();
    let params = json!({"n": oracle["N"], "endowment": endowment, "mpcr": oracle["mpcr"], "rounds": 1});
    let profiles: Vec<&Json> =
        ["profiles", "with_punishment"].iter().flat_map(|key| oracle[key].as_array().unwrap()).collect();
    for profile in &profiles {
        let at = profile["contributions"].to_string();
        let contributions: Vec<i64> =
            profile["contributions"].as_array().unwrap().iter().map(|c| c.as_i64().unwrap()).collect();
        let payoffs = contribute(&params, &contributions);
        for (pay, expected) in payoffs.iter().zip(profile["stage1"].as_array().unwrap()) {
            near(&at, *pay, expected, tolerance);
        }
        near(&at, payoffs.iter().copied().sum(), &profile["welfare"], tolerance);
    }
    // Giving one more costs the giver and gains the group, whatever the others do. The private return is net of the unit
    // given, the social one is what all get for it.
    let facts = &oracle["facts"];
    let alike = |own: i64, others: i64| contribute(&params, &[own, others, others, others]);
    for others in [0, 7, endowment - 1] {
        for own in 0..endowment {
            let (less, more) = (alike(own, others), alike(own + 1, others));
            near("private return", more[0] - less[0], &facts["marginal_private_return"], tolerance);
            let sum = |payoffs: Vec<Dec>| payoffs.into_iter().sum::<Dec>();
            near("social return", sum(more) - sum(less) + Dec::ONE, &facts["marginal_social_return"], tolerance);
        }
    }
    for name in ["nash", "optimum"] {
        let all = facts[format!("{name}_contribution")].as_i64().unwrap();
        near(name, alike(all, all)[0], &facts[format!("{name}_payoff")], tolerance);
    }
    println!("compared {} profiles of contributions", profiles.len());
}
