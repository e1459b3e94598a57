//! The repeated dilemma against the oracle files of the shared data folder.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use shared::{Shared, number};
use std::collections::BTreeMap;
use trivium_core::session::Plan;
use trivium_core::{Condition, Dec, Event, Json, SeatSpec, Session};
use trivium_games::Registry;
use trivium_games::dilemma::strategies::{self, LIBRARY, Play};
use trivium_games::dilemma::{Move, Payoffs, play};

fn letters(moves: &[[Move; 2]], player: usize) -> String {
    moves.iter().map(|m| m[player].letter()).collect()
}

fn entry(id: &str) -> &'static strategies::Entry {
    strategies::find(id).unwrap_or_else(|| panic!("the library lacks {id}"))
}

#[test]
fn the_library_holds_every_strategy_that_the_oracles_name() {
    let Some(file) = Shared::oracle("ipd_strategies.json") else { return };
    let named = file["strategies"].as_array().unwrap();
    for strategy in named {
        let id = strategy["id"].as_str().unwrap();
        assert_eq!(entry(id).stochastic, strategy["stochastic"].as_bool().unwrap(), "{id}");
    }
    println!("compared {} strategies of {} in the library", named.len(), LIBRARY.len());
}

#[test]
fn deterministic_pairs_reproduce_the_oracle_move_for_move() {
    let Some(file) = Shared::oracle("ipd_deterministic_pairs.json") else { return };
    let pairs = file["pairs"].as_array().unwrap();
    for pair in pairs {
        let ids = [pair["p1"].as_str().unwrap(), pair["p2"].as_str().unwrap()];
        for rounds in [10u32, 50] {
            let result = play(ids.map(entry), &Payoffs::AXELROD, rounds, 1);
            for (player, key) in ["a1", "a2"].into_iter().enumerate() {
                let expected = &pair[key].as_str().unwrap()[..rounds as usize];
                assert_eq!(letters(&result.moves, player), expected, "{ids:?} player {player}");
                let total = pair[format!("s{rounds}")][player].as_i64().unwrap();
                assert_eq!(result.totals[player], Dec::int(total), "{ids:?}");
                let cooperations = letters(&result.moves, player).matches('C').count() as i64;
                assert_eq!(cooperations, pair[format!("c{rounds}")][player].as_i64().unwrap(), "{ids:?}");
            }
        }
    }
    println!("compared {} pairs at 10 and 50 rounds", pairs.len());
}

#[test]
fn the_tournament_totals_agree() {
    let Some(file) = Shared::oracle("ipd_tournament.json") else { return };
    for table in file["tables"].as_array().unwrap() {
        let turns = table["turns"].as_u64().unwrap() as u32;
        let names: Vec<&str> = table["strategies"].as_array().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
        let mut without: BTreeMap<&str, i64> = names.iter().map(|&n| (n, 0)).collect();
        let mut with = without.clone();
        for (i, &a) in names.iter().enumerate() {
            for &b in &names[i..] {
                let totals = play([entry(a), entry(b)], &Payoffs::AXELROD, turns, 3).totals;
                let points = totals.map(|t| t.to_i64().unwrap());
                *with.get_mut(a).unwrap() += points[0];
                if a != b {
                    *with.get_mut(b).unwrap() += points[1];
                    *without.get_mut(a).unwrap() += points[0];
                    *without.get_mut(b).unwrap() += points[1];
                }
            }
        }
        for name in &names {
            assert_eq!(without[name], table["total_score_excluding_self_play"][name].as_i64().unwrap(), "{name}");
            assert_eq!(with[name], table["total_score_including_self_play"][name].as_i64().unwrap(), "{name}");
        }
        println!("compared a tournament of {} strategies over {turns} turns", names.len());
    }
}

/// P(C) of a strategy in the first round and after CC, CD, DC, DD, read off fresh machines.
fn vector(id: &str) -> (f64, [f64; 4]) {
    let odds = |play: Play| match play {
        Play::Pure(Move::C) => 1.0,
        Play::Pure(Move::D) => 0.0,
        Play::Odds { num, den } => num as f64 / den as f64,
    };
    let first = odds(entry(id).start(&Payoffs::AXELROD).next(None));
    let after = [(Move::C, Move::C), (Move::C, Move::D), (Move::D, Move::C), (Move::D, Move::D)].map(|last| {
        let mut machine = entry(id).start(&Payoffs::AXELROD);
        machine.next(None);
        odds(machine.next(Some(last)))
    });
    (first, after)
}

/// Expected totals over `rounds` rounds by the exact chain of the four joint states.
fn expected_totals(a: &str, b: &str, rounds: u32) -> [f64; 2] {
    let ((a0, av), (b0, bv)) = (vector(a), vector(b));
    // The second player sees CD and DC swapped.
    let bv = [bv[0], bv[2], bv[1], bv[3]];
    let joint = |pa: f64, pb: f64| [pa * pb, pa * (1.0 - pb), (1.0 - pa) * pb, (1.0 - pa) * (1.0 - pb)];
    let mut state = joint(a0, b0);
    let mut totals = [0.0, 0.0];
    for _ in 0..rounds {
        totals[0] += 3.0 * state[0] + 5.0 * state[2] + state[3];
        totals[1] += 3.0 * state[0] + 5.0 * state[1] + state[3];
        let mut next = [0.0; 4];
        for (from, weight) in state.iter().enumerate() {
            for (to, p) in joint(av[from], bv[from]).iter().enumerate() {
                next[to] += weight * p;
            }
        }
        state = next;
    }
    totals
}

#[test]
fn memory_one_pairs_agree_by_the_exact_chain_and_by_simulation() {
    let Some(file) = Shared::oracle("ipd_memory_one.json") else { return };
    for (id, expected) in file["vectors"].as_object().unwrap() {
        let (first, after) = vector(id);
        assert!((first - number(&expected["first_move_P_C"])).abs() < 1e-12, "{id}");
        for (p, e) in after.iter().zip(expected["vector"].as_array().unwrap()) {
            assert!((p - number(e)).abs() < 1e-12, "{id}");
        }
    }
    let pairs: Vec<&Json> =
        file["pairs"].as_array().unwrap().iter().filter(|pair| number(&pair["noise"]) == 0.0).collect();
    for pair in &pairs {
        let ids = [pair["p1"].as_str().unwrap(), pair["p2"].as_str().unwrap()];
        for rounds in [10, 50, 200] {
            let totals = expected_totals(ids[0], ids[1], rounds);
            for (player, total) in totals.iter().enumerate() {
                let expected = number(&pair[format!("exp{rounds}")]["score"][player]);
                assert!(
                    (total - expected).abs() < 1e-9 * expected.max(1.0),
                    "{ids:?} over {rounds}: {total} {expected}"
                );
            }
        }
        simulate(ids, 50, number(&pair["exp50"]["score"][0]));
    }
    println!("compared {} noise-free pairs by the chain and by 400 matches each", pairs.len());
}

/// The mean of seeded matches lies within four standard errors of the expectation.
fn simulate(ids: [&str; 2], rounds: u32, expected: f64) {
    let n = 400;
    let scores: Vec<f64> =
        (0..n).map(|seed| play(ids.map(entry), &Payoffs::AXELROD, rounds, seed).totals[0].to_f64()).collect();
    let mean = scores.iter().sum::<f64>() / n as f64;
    let variance = scores.iter().map(|s| (s - mean) * (s - mean)).sum::<f64>() / (n - 1) as f64;
    let error = (variance / n as f64).sqrt();
    assert!((mean - expected).abs() <= 4.0 * error + 1e-9, "{ids:?}: {mean} against {expected}, error {error}");
}

#[test]
fn the_fast_path_plays_what_the_logged_path_plays() {
    let ids: Vec<&str> = LIBRARY.iter().map(|e| e.id).collect();
    let mut compared = 0;
    for a in &ids {
        for b in &ids {
            let seed = compared;
            let plan = Plan {
                game: "L2-T01".into(),
                params: serde_json::json!({"rounds": 14}),
                condition: Condition::Silent,
                seats: [a, b].map(|id| SeatSpec::Agent { id: (*id).to_owned() }).to_vec(),
                seed,
            };
            let mut session = Session::start(&Registry, plan).unwrap();
            session.play_agents(&Registry, None).unwrap();
            let fast = play([entry(a), entry(b)], &Payoffs::AXELROD, 14, seed);
            let logged: Vec<String> = session
                .game()
                .events()
                .iter()
                .filter_map(|event| match event {
                    Event::Action { action, .. } => action.as_str().map(str::to_owned),
                    _ => None,
                })
                .collect();
            let expected: Vec<String> = fast.moves.iter().flatten().map(|m| m.letter().to_owned()).collect();
            assert_eq!(logged, expected, "{a} against {b}");
            assert_eq!(session.game().totals(), fast.totals);
            compared += 1;
        }
    }
    println!("compared {compared} pairs");
}
