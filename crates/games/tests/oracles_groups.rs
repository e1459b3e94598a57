//! Public goods, volunteering, trust and gift exchange against the oracle file of the shared data folder.

#![cfg(not(target_arch = "wasm32"))]
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

/// The payoffs of one round of which the first `k` of all seats choose the one action, the others the other.
fn split(id: &str, params: &Json, k: usize, actions: [&Json; 2]) -> Vec<Dec> {
    let mut game = start(id, params);
    for seat in 0..game.seats() {
        act(game.as_mut(), seat, actions[usize::from(usize::from(seat) >= k)].clone());
    }
    game.totals()
}

#[test]
fn games_of_two_choices_have_the_payoffs_and_equilibria_of_the_oracle() {
    let Some(file) = Shared::oracle("normal_form.json") else { return };
    let volunteering =
        ("volunteers_dilemma_N5_b10_c4", "L3-T02", json!({"rounds": 1}), json!("volunteer"), json!("abstain"));
    let giving = ("n_person_pd_N4_e20_mpcr0.4", "L3-T01", json!({"rounds": 1}), json!(20), json!(0));
    for (name, id, params, one, other) in [volunteering, giving] {
        let games = file["n_player_binary"].as_array().unwrap();
        let oracle = games.iter().find(|game| game["game"] == name).unwrap();
        let n = oracle["players"].as_u64().unwrap() as usize;
        let outcomes: Vec<Vec<Dec>> = (0..=n).map(|k| split(id, &params, k, [&one, &other])).collect();
        let welfare = |k: usize| outcomes[k].iter().copied().sum::<Dec>();
        for (k, expected) in oracle["by_count"].as_array().unwrap().iter().enumerate() {
            let at = format!("{name} with {k}");
            if k > 0 {
                near(&at, outcomes[k][0], &expected["payoff_1"], 0.0);
            }
            if k < n {
                near(&at, outcomes[k][n - 1], &expected["payoff_0"], 0.0);
            }
            near(&at, welfare(k), &expected["welfare"], 0.0);
            // Nobody gains by changing sides: seat k − 1 would make it k − 1 of them, seat k would make it k + 1.
            let stays = k == 0 || outcomes[k][k - 1] >= outcomes[k - 1][k - 1];
            let keeps_out = k == n || outcomes[k][k] >= outcomes[k + 1][k];
            assert_eq!(Json::from(stays && keeps_out), expected["is_pure_equilibrium"], "{at}");
        }
        let most = (0..=n).map(welfare).max().unwrap();
        near(name, most, &oracle["max_welfare"], 0.0);
        let optimal: Vec<usize> = (0..=n).filter(|&k| welfare(k) == most).collect();
        assert_eq!(Json::from(optimal), oracle["welfare_optimal_counts"], "{name}");
        println!("compared {} outcomes of {name}", n + 1);
    }
}

#[test]
fn repeated_trust_pays_round_by_round_what_the_oracle_says() {
    let Some((file, tolerance)) = file() else { return };
    let cases = file["trust"]["cases"].as_array().unwrap();
    // Amounts are whole here; the oracle also has a fraction.
    let whole: Vec<&Json> =
        cases.iter().filter(|case| Dec::from_json(&case["returned"]).and_then(Dec::to_i64).is_some()).collect();
    let same = |key: &str| {
        assert!(cases.iter().all(|case| case[key] == cases[0][key]), "{key} differs");
        cases[0][key].clone()
    };
    let params = json!({
        "endowment": same("sender_endowment"),
        "trustee_endowment": same("receiver_endowment"),
        "multiplier": same("multiplier"),
        "rounds": whole.len(),
    });
    let mut game = start("L2-T03", &params);
    for (round, case) in whole.iter().enumerate() {
        let at = format!("round {}", round + 1);
        act(game.as_mut(), 0, case["sent"].clone());
        if number(&case["sent"]) > 0.0 {
            act(game.as_mut(), 1, case["returned"].clone());
        }
        let step = &game.steps()[round];
        near(&at, step.payoffs[0], &case["sender"], tolerance);
        near(&at, step.payoffs[1], &case["receiver"], tolerance);
        near(&at, step.payoffs[0] + step.payoffs[1], &case["welfare"], tolerance);
    }
    assert!(game.status().over());
    println!("compared {} rounds of trust of {}", whole.len(), cases.len());
}

#[test]
fn gift_exchange_pays_what_the_oracle_says() {
    let Some((file, tolerance)) = file() else { return };
    let oracle = &file["gift_exchange_multiplicative"];
    let defaults = start("L2-T04", &Json::Null).params().clone();
    // The default efforts and costs are the oracle's.
    let costs = oracle["effort_cost"].as_object().unwrap();
    assert_eq!(defaults["efforts"].as_array().unwrap().len(), costs.len());
    for (effort, cost) in defaults["efforts"].as_array().unwrap().iter().zip(defaults["costs"].as_array().unwrap()) {
        let effort = Dec::from_json(effort).unwrap();
        let found = costs.iter().find(|(name, _)| Dec::parse(name) == Some(effort));
        assert_eq!(found.map(|(_, cost)| cost), Some(cost), "cost of {effort}");
    }
    let cases = oracle["cases"].as_array().unwrap();
    for case in cases {
        // The oracle also pays the reservation wage, 26, which is below the lowest wage here.
        let mut game = start("L2-T04", &json!({"wage_min": 26, "rounds": 1}));
        act(game.as_mut(), 0, case["wage"].clone());
        act(game.as_mut(), 1, case["effort"].clone());
        let at = format!("wage {}, effort {}", case["wage"], case["effort"]);
        let totals = game.totals();
        near(&at, totals[0], &case["firm"], tolerance);
        near(&at, totals[1], &case["worker"], tolerance);
        near(&at, totals[0] + totals[1], &case["welfare"], tolerance);
    }
    // Self-interest: the lowest effort whatever the wage, and then the lowest wage.
    let outcome = |wage: i64, effort: &Json| {
        let mut game = start("L2-T04", &json!({"rounds": 1}));
        act(game.as_mut(), 0, wage.into());
        act(game.as_mut(), 1, effort.clone());
        game.totals()
    };
    let efforts = defaults["efforts"].as_array().unwrap();
    for wage in 30..=126 {
        let worker: Vec<Dec> = efforts.iter().map(|effort| outcome(wage, effort)[1]).collect();
        assert!(worker[1..].iter().all(|&pay| pay < worker[0]), "wage {wage}");
        assert!(wage == 30 || outcome(wage, &efforts[0])[0] < outcome(wage - 1, &efforts[0])[0], "wage {wage}");
    }
    println!("compared {} pairs of wage and effort", cases.len());
}
