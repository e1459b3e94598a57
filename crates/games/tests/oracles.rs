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
use trivium_games::dilemma::{Move, OpenEnd, Payoffs, play, play_open};

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

/// The four joint states of two memory-one strategies (own move first): how it starts, and how one state follows
/// another, when each move is turned with probability `noise`.
struct Chain {
    start: [f64; 4],
    follows: [[f64; 4]; 4],
}

impl Chain {
    fn of(a: &str, b: &str, noise: f64) -> Chain {
        let ((a0, av), (b0, bv)) = (vector(a), vector(b));
        // The second player sees CD and DC swapped.
        let bv = [bv[0], bv[2], bv[1], bv[3]];
        let out = |p: f64| p * (1.0 - noise) + (1.0 - p) * noise;
        let joint = |pa: f64, pb: f64| {
            let (pa, pb) = (out(pa), out(pb));
            [pa * pb, pa * (1.0 - pb), (1.0 - pa) * pb, (1.0 - pa) * (1.0 - pb)]
        };
        Chain { start: joint(a0, b0), follows: std::array::from_fn(|s| joint(av[s], bv[s])) }
    }

    fn next(&self, state: [f64; 4]) -> [f64; 4] {
        std::array::from_fn(|to| (0..4).map(|from| state[from] * self.follows[from][to]).sum())
    }

    /// What both earn in a round.
    fn scores(state: [f64; 4]) -> [f64; 2] {
        let [cc, cd, dc, dd] = state;
        [3.0 * cc + 5.0 * dc + dd, 3.0 * cc + 5.0 * cd + dd]
    }

    /// How often both cooperate in a round.
    fn cooperation([cc, cd, dc, _]: [f64; 4]) -> [f64; 2] {
        [cc + cd, cc + dc]
    }

    /// Expected totals and cooperation rates over a number of rounds.
    fn expected(&self, rounds: u32) -> ([f64; 2], [f64; 2]) {
        let (mut state, mut totals, mut rates) = (self.start, [0.0; 2], [0.0; 2]);
        for _ in 0..rounds {
            for player in [0, 1] {
                totals[player] += Chain::scores(state)[player];
                rates[player] += Chain::cooperation(state)[player] / f64::from(rounds);
            }
            state = self.next(state);
        }
        (totals, rates)
    }

    /// Where a chain ends that forgets its start, as every chain with noise does.
    fn limit(&self) -> [f64; 4] {
        (0..100_000).fold(self.start, |state, _| self.next(state))
    }
}

fn assert_near(found: f64, expected: f64, at: &dyn std::fmt::Display) {
    assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{at}: {found} instead of {expected}");
}

fn assert_chain(chain: &Chain, pair: &Json) {
    for rounds in [10, 50, 200] {
        let (totals, rates) = chain.expected(rounds);
        let expected = &pair[format!("exp{rounds}")];
        for player in [0, 1] {
            let at = format!("{} {} over {rounds}", pair["p1"], pair["p2"]);
            assert_near(totals[player], number(&expected["score"][player]), &at);
            assert_near(rates[player], number(&expected["coop_rate"][player]), &at);
        }
    }
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
        assert_chain(&Chain::of(ids[0], ids[1], 0.0), pair);
        let play = |seed| play(ids.map(entry), &Payoffs::AXELROD, 50, seed).totals;
        simulate(&ids, play, [0, 1].map(|player| number(&pair["exp50"]["score"][player])));
    }
    println!("compared {} noise-free pairs by the chain and by 400 matches each", pairs.len());
}

#[test]
fn noisy_memory_one_pairs_agree_by_the_exact_chain_and_by_simulation() {
    let Some(file) = Shared::oracle("ipd_memory_one.json") else { return };
    let pairs: Vec<&Json> =
        file["pairs"].as_array().unwrap().iter().filter(|pair| number(&pair["noise"]) > 0.0).collect();
    for pair in &pairs {
        let ids = [pair["p1"].as_str().unwrap(), pair["p2"].as_str().unwrap()];
        let chain = Chain::of(ids[0], ids[1], number(&pair["noise"]));
        assert_chain(&chain, pair);
        let limit = chain.limit();
        for (found, expected) in limit.iter().zip(pair["limit_state"].as_array().unwrap()) {
            assert_near(*found, number(expected), &pair["p1"]);
        }
        for player in [0, 1] {
            assert_near(Chain::scores(limit)[player], number(&pair["limit_score"][player]), &pair["p1"]);
            assert_near(Chain::cooperation(limit)[player], number(&pair["limit_coop"][player]), &pair["p1"]);
        }
        // Another round always follows, up to the cap: as many rounds as the row has.
        let end = OpenEnd { continuation: Dec::ONE, cap: 50, noise: Dec::from_json(&pair["noise"]).unwrap() };
        let play = |seed| {
            let result = play_open(ids.map(entry), &Payoffs::AXELROD, &end, seed);
            assert_eq!(result.moves.len(), 50);
            result.totals
        };
        simulate(&ids, play, [0, 1].map(|player| number(&pair["exp50"]["score"][player])));
    }
    println!("compared {} noisy pairs by the chain, its limit, and by 400 matches each", pairs.len());
}

/// The mean of seeded matches lies within four standard errors of the expectation, for both players.
fn simulate(ids: &[&str], play: impl Fn(u64) -> [Dec; 2], expected: [f64; 2]) {
    let n = 400;
    let matches: Vec<[Dec; 2]> = (0..n).map(play).collect();
    for player in [0, 1] {
        let scores: Vec<f64> = matches.iter().map(|totals| totals[player].to_f64()).collect();
        let mean = scores.iter().sum::<f64>() / n as f64;
        let variance = scores.iter().map(|s| (s - mean) * (s - mean)).sum::<f64>() / (n - 1) as f64;
        let error = (variance / n as f64).sqrt();
        let expected = expected[player];
        assert!((mean - expected).abs() <= 4.0 * error + 1e-9, "{ids:?}: {mean} against {expected}, error {error}");
    }
}

/// The game at its end when strategies of the library play it in silence, with events.
fn logged(game: &str, params: Json, ids: [&str; 2], seed: u64) -> Session {
    let plan = Plan {
        game: game.into(),
        params,
        condition: Condition::Silent,
        seats: ids.map(|id| SeatSpec::Agent { id: id.to_owned() }).to_vec(),
        seed,
    };
    let mut session = Session::start(&Registry, plan).unwrap();
    session.play_agents(&Registry, None).unwrap();
    session
}

/// The letters of all actions, in order.
fn chosen(session: &Session) -> Vec<String> {
    let letter = |event: &Event| match event {
        Event::Action { action, .. } => action.as_str().map(str::to_owned),
        _ => None,
    };
    session.game().events().iter().filter_map(letter).collect()
}

fn in_order(moves: &[[Move; 2]]) -> Vec<String> {
    moves.iter().flatten().map(|m| m.letter().to_owned()).collect()
}

#[test]
fn the_fast_path_plays_what_the_logged_path_plays() {
    let ids: Vec<&str> = LIBRARY.iter().map(|e| e.id).collect();
    let mut compared = 0;
    for a in &ids {
        for b in &ids {
            let session = logged("L2-T01", serde_json::json!({"rounds": 14}), [a, b], compared);
            let fast = play([entry(a), entry(b)], &Payoffs::AXELROD, 14, compared);
            assert_eq!(chosen(&session), in_order(&fast.moves), "{a} against {b}");
            assert_eq!(session.game().totals(), fast.totals);
            compared += 1;
        }
    }
    println!("compared {compared} pairs");
}

#[test]
fn the_fast_path_slips_and_ends_as_the_logged_path_does() {
    let ids: Vec<&str> = LIBRARY.iter().map(|e| e.id).collect();
    let d = |text| Dec::parse(text).unwrap();
    let (mut compared, mut slips, mut capped) = (0, 0, 0);
    for a in &ids {
        for b in &ids {
            let end = OpenEnd { continuation: d("0.9"), cap: 16, noise: d("0.1") };
            let params = serde_json::json!({"continuation": "0.9", "cap": 16, "noise": "0.1"});
            let session = logged("L2-T02", params, [a, b], compared);
            let fast = play_open([entry(a), entry(b)], &Payoffs::AXELROD, &end, compared);
            assert_eq!(chosen(&session), in_order(&fast.meant), "{a} against {b}");
            let realised: Vec<String> =
                session.game().steps().iter().map(|step| step.outcome["realised"].to_string()).collect();
            let expected: Vec<String> =
                fast.moves.iter().map(|m| serde_json::json!(m.map(Move::letter)).to_string()).collect();
            assert_eq!(realised, expected, "{a} against {b}");
            assert_eq!(session.game().totals(), fast.totals);
            slips += fast.moves.iter().flatten().zip(fast.meant.iter().flatten()).filter(|(m, n)| m != n).count();
            capped += u32::from(fast.moves.len() == 16);
            compared += 1;
        }
    }
    // Some 1849·8 rounds on average, one move in ten turned; 0.9¹⁵ = 0.206 of the matches reach the cap.
    assert!(slips > 2000 && (250..520).contains(&capped), "{slips} {capped}");
    println!("compared {compared} pairs with {slips} slips; {capped} reached the cap");
}

/// A slip of one's own is made good for; Tit For Tat starts a feud instead.
#[test]
fn contrite_tit_for_tat_knows_what_it_meant() {
    let slip_in_round_two = |id: &str| {
        let params = serde_json::json!({"continuation": 1, "cap": 6});
        let mut game = trivium_games::find("L2-T02").unwrap().start(&params, Condition::Silent).unwrap();
        let agents = trivium_games::find("L2-T02").unwrap().agents();
        let player = |id: &str| agents.iter().find(|agent| agent.info.id == id).unwrap().start();
        let players = [player(id), player("TitForTat")];
        while !game.status().over() {
            let status = game.status();
            if let Some(due) = status.due {
                let value = due.name == "continue" || (due.seat == Some(0) && status.round == 2);
                let name = due.name.to_owned();
                let event = Event::Chance { round: status.round, name, seat: due.seat, value: value.into() };
                game.apply(&event).unwrap();
                continue;
            }
            let seat = status.to_act[0];
            let decision = players[usize::from(seat)].decide(&game.observe(seat), &mut trivium_core::Rng::new(0));
            let attempt = decision.into_attempt();
            game.attempt(seat, status.phase, attempt, trivium_core::Origin::Chosen).unwrap();
        }
        let letters = |seat: usize| -> String {
            game.steps().iter().map(|step| step.outcome["realised"][seat].as_str().unwrap().to_owned()).collect()
        };
        [letters(0), letters(1)]
    };
    // Round 2 slips; round 3 the other retaliates and both ways of Tit For Tat cooperate; in round 4 the contrite one
    // takes the punishment as deserved.
    assert_eq!(slip_in_round_two("ContriteTitForTat"), ["CDCCCC", "CCDCCC"]);
    assert_eq!(slip_in_round_two("TitForTat"), ["CDCDCD", "CCDCDC"]);
}
