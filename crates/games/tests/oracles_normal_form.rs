//! Games in normal form against the oracle file of the shared data folder, and the equilibria that the rules state.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use serde_json::json;
use shared::Shared;
use trivium_core::{Attempt, Condition, Dec, Json, Origin};
use trivium_games::registry;
use trivium_games::theory::normal_form::{Bimatrix, Dominance, Equilibrium, Fraction, Outcome};

fn table(value: &Json) -> Vec<Vec<Dec>> {
    let row = |row: &Json| row.as_array().unwrap().iter().map(|v| Dec::from_json(v).unwrap()).collect();
    value.as_array().unwrap().iter().map(row).collect()
}

fn pairs(value: &Json) -> Vec<Outcome> {
    serde_json::from_value(value.clone()).unwrap()
}

fn fractions(value: &Json) -> Vec<Fraction> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().parse().unwrap()).collect()
}

#[test]
fn two_player_games_agree_with_the_oracle() {
    let Some(file) = Shared::oracle("normal_form.json") else { return };
    let mut equilibria = 0;
    let games = file["two_player"].as_array().unwrap();
    for entry in games {
        let name = &entry["game"];
        let game = Bimatrix::new(table(&entry["payoffs_p1"]), table(&entry["payoffs_p2"])).unwrap();
        assert_eq!(game.pure_equilibria(), pairs(&entry["pure_equilibria"]), "{name}");
        assert_eq!(game.pareto_efficient(), pairs(&entry["pareto_efficient"]), "{name}");
        assert_eq!(game.welfare_optimal(), pairs(&entry["welfare_optimal"]), "{name}");
        assert_eq!(Some(game.welfare(game.welfare_optimal()[0])), Dec::from_json(&entry["max_welfare"]), "{name}");
        for player in [0, 1] {
            let strict = pairs(&entry[format!("strictly_dominated_p{}", player + 1)]);
            assert_eq!(game.dominated(player, Dominance::Strict), strict, "{name}");
            let weak = pairs(&entry[format!("weakly_dominated_p{}", player + 1)]);
            assert_eq!(game.dominated(player, Dominance::Weak), weak, "{name}");
            let level = Dec::from_json(&entry["pure_security_level"][player]);
            assert_eq!(Some(game.security_level(player)), level, "{name}");
        }
        assert_eq!(json!(game.survivors()), entry["survive_iterated_strict"], "{name}");
        let mut expected: Vec<Equilibrium> = entry["extreme_equilibria"]
            .as_array()
            .unwrap()
            .iter()
            .map(|e| Equilibrium {
                strategies: [fractions(&e["p1"]), fractions(&e["p2"])],
                payoffs: fractions(&e["payoffs"]).try_into().unwrap(),
            })
            .collect();
        expected.sort();
        equilibria += expected.len();
        assert_eq!(game.extreme_equilibria().unwrap(), expected, "{name}");
    }
    println!("compared {} games with {equilibria} extreme equilibria", games.len());
}

/// The game of an engine: the payoffs of each pair of first decisions.
fn of_engine(id: &str, params: &Json) -> (Vec<String>, Bimatrix) {
    let start = registry::find(id).unwrap().start(params, Condition::Silent).unwrap();
    let form = serde_json::to_value(start.legal(0).unwrap()).unwrap();
    let choices: Vec<String> = serde_json::from_value(form["values"].clone()).unwrap();
    let played = |a: &str, b: &str| {
        let mut game = start.boxed();
        for (seat, action) in [(0, a), (1, b)] {
            game.attempt(seat, "choose", Attempt::Action(action.into()), Origin::Chosen).unwrap();
        }
        assert!(game.status().over());
        game.returns()
    };
    let of = |player: usize| choices.iter().map(|a| choices.iter().map(|b| played(a, b)[player]).collect()).collect();
    let game = Bimatrix::new(of(0), of(1)).unwrap();
    (choices, game)
}

#[test]
fn engines_pay_as_the_oracle_where_the_parameters_are_the_same() {
    let Some(file) = Shared::oracle("normal_form.json") else { return };
    let of = |name: &str| file["two_player"].as_array().unwrap().iter().find(|e| e["game"] == name).cloned();
    let cases = [
        ("prisoners_dilemma", "L1-T01", Json::Null),
        ("stag_hunt", "L1-T02", json!({"SS": 4, "SH": 0, "HS": 3, "HH": 3})),
        ("chicken", "L1-T03", json!({"both_swerve": 0, "swerve_alone": -1, "straight_alone": 1, "crash": -10})),
        ("battle_of_the_sexes", "L1-T04", Json::Null),
        ("battle_of_the_sexes", "L2-T06", json!({"rounds": 1})),
    ];
    let mut compared = 0;
    for (name, id, params) in cases {
        let Some(entry) = of(name) else { continue };
        let expected = Bimatrix::new(table(&entry["payoffs_p1"]), table(&entry["payoffs_p2"])).unwrap();
        assert_eq!(of_engine(id, &params).1, expected, "{id}");
        compared += 1;
    }
    // Hawk and dove is Chicken with the choices in the other order: V = 4, C = 6.
    let params = json!({"both_swerve": 2, "swerve_alone": 0, "straight_alone": 4, "crash": -1});
    let (_, game) = of_engine("L1-T03", &params);
    if let Some(entry) = of("hawk_dove") {
        let payoffs = table(&entry["payoffs_p1"]);
        assert!(game.outcomes().all(|[a, b]| game.payoff(0, [a, b]) == payoffs[1 - a][1 - b]));
        compared += 1;
    }
    println!("compared {compared} engines");
}

fn mixture(game: &Bimatrix) -> [Vec<Fraction>; 2] {
    let all = game.extreme_equilibria().unwrap();
    let inside = |e: &&Equilibrium| e.strategies.iter().flatten().all(|p| *p != Fraction::from_integer(0));
    let mixed: Vec<&Equilibrium> = all.iter().filter(inside).collect();
    assert_eq!(mixed.len(), 1);
    mixed[0].strategies.clone()
}

fn ratio(n: i128, d: i128) -> Fraction {
    Fraction::new(n, d)
}

#[test]
fn the_rules_state_the_equilibria() {
    let (choices, game) = of_engine("L1-T01", &Json::Null);
    assert_eq!(choices, ["C", "D"]);
    assert_eq!((game.dominated(0, Dominance::Strict), game.pure_equilibria()), (vec![[0, 1]], vec![[1, 1]]));
    assert_eq!(game.welfare_optimal(), [[0, 0]]);

    let (choices, game) = of_engine("L1-T02", &Json::Null);
    assert_eq!(choices, ["stag", "hare"]);
    assert_eq!(game.pure_equilibria(), [[0, 0], [1, 1]]);
    assert_eq!(game.pareto_efficient(), [[0, 0]]);
    // (HH − SH)/((SS − HS) + (HH − SH)) = 2/(1 + 2).
    assert_eq!(mixture(&game)[0][0], ratio(2, 3));
    // Hare against a fair coin 3 + 2, stag 4 + 0: risk-dominant.
    assert!(game.payoff(0, [1, 0]) + game.payoff(0, [1, 1]) > game.payoff(0, [0, 0]) + game.payoff(0, [0, 1]));

    let (choices, game) = of_engine("L1-T03", &Json::Null);
    assert_eq!(choices, ["swerve", "straight"]);
    assert_eq!(game.pure_equilibria(), [[0, 1], [1, 0]]);
    assert_eq!(game.welfare_optimal(), [[0, 0]]);
    assert_eq!(mixture(&game)[0][1], ratio(1, 2));
    assert_eq!([0, 1].map(|player| game.security_level(player)), [Dec::ONE; 2]);

    let (choices, game) = of_engine("L1-T04", &Json::Null);
    assert_eq!(choices, ["opera", "football"]);
    assert_eq!((game.pure_equilibria(), game.welfare_optimal()), (vec![[0, 0], [1, 1]], vec![[0, 0], [1, 1]]));
    let [first, second] = mixture(&game);
    assert_eq!((first[0], second[1]), (ratio(3, 5), ratio(3, 5)));
}

/// The agents called `mixed` draw as the equilibrium says.
#[test]
fn mixed_agents_play_the_mixed_equilibrium() {
    let cases = [
        ("L1-T03", Json::Null),
        ("L1-T03", json!({"both_swerve": "2.5", "swerve_alone": 1, "straight_alone": 7, "crash": -20})),
        ("L1-T04", Json::Null),
        ("L1-T04", json!({"favourite": 9, "other": 2, "mismatch": 1})),
    ];
    for (id, params) in cases {
        let (choices, game) = of_engine(id, &params);
        let strategies = mixture(&game);
        let agents = registry::find(id).unwrap().agents();
        let mixed = agents.iter().find(|a| a.info.id == "mixed").unwrap().start();
        let start = registry::find(id).unwrap().start(&params, Condition::Silent).unwrap();
        for seat in 0..2u8 {
            let seen = start.observe(seat);
            let n = 20_000u32;
            let count = (0..n)
                .filter(|&k| {
                    let mut rng = trivium_core::Rng::for_decision(99, u64::from(k));
                    mixed.decide(&seen, &mut rng) == trivium_core::Decision::Action(choices[1].as_str().into())
                })
                .count();
            let p = strategies[usize::from(seat)][1];
            let p = *p.numer() as f64 / *p.denom() as f64;
            // Five standard deviations of the count.
            let deviation = (f64::from(n) * p * (1.0 - p)).sqrt();
            assert!((count as f64 - f64::from(n) * p).abs() < 5.0 * deviation, "{id} seat {seat}: {count} of {n}, {p}");
        }
    }
}

#[test]
fn degenerate_and_odd_shapes() {
    let d = |rows: &[&[i64]]| rows.iter().map(|r| r.iter().map(|&v| Dec::int(v)).collect()).collect::<Vec<Vec<Dec>>>();
    assert!(Bimatrix::new(Vec::new(), Vec::new()).is_none());
    assert!(Bimatrix::new(d(&[&[1, 2], &[3]]), d(&[&[1, 2], &[3, 4]])).is_none());
    assert!(Bimatrix::new(d(&[&[1, 2]]), d(&[&[1], &[2]])).is_none());
    // One row, two columns that pay the same: both columns and nothing between them are extreme.
    let game = Bimatrix::new(d(&[&[1, 0]]), d(&[&[5, 5]])).unwrap();
    assert_eq!(game.pure_equilibria(), [[0, 0], [0, 1]]);
    assert_eq!(game.extreme_equilibria().unwrap().len(), 2);
    // All payoffs equal: each of the four corners.
    let flat = d(&[&[0, 0], &[0, 0]]);
    assert_eq!(Bimatrix::new(flat.clone(), flat).unwrap().extreme_equilibria().unwrap().len(), 4);
    // Thirteen strategies are too many.
    let wide = vec![vec![Dec::ONE; 12]];
    assert_eq!(Bimatrix::new(wide.clone(), wide).unwrap().extreme_equilibria(), None);
}

/// Grim trigger sustains cooperation if the game goes on with probability (T − R)/(T − P) = 1/2 or more.
#[test]
fn grim_trigger_needs_patience() {
    use trivium_games::dilemma::{Payoffs, play, strategies};
    let against_grim = |id: &str, continuation: f64| {
        let players = [id, "Grudger"].map(|id| strategies::find(id).unwrap());
        let moves = play(players, &Payoffs::AXELROD, 200, 0).moves;
        // Round t is reached with probability δ^(t − 1); what lies beyond round 200 is below 10⁻²⁰.
        let mut weight = 1.0;
        moves.iter().fold(0.0, |sum, m| {
            let value = sum + weight * Payoffs::AXELROD.of(m[0], m[1]).to_f64();
            weight *= continuation;
            value
        })
    };
    // Cooperation 3/(1 − δ); defection 5 + δ/(1 − δ).
    for (continuation, gains) in [(0.4, true), (0.49, true), (0.51, false), (0.7, false)] {
        assert_eq!(against_grim("Defector", continuation) > against_grim("Grudger", continuation), gains);
    }
    assert!((against_grim("Defector", 0.5) - 6.0).abs() < 1e-12 && (against_grim("Grudger", 0.5) - 6.0).abs() < 1e-12);
}
