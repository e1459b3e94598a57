//! Tournaments: the oracle's round-robin, the two paths, slices, seats, every game against its recorded sessions.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

#[path = "../../games/tests/shared/mod.rs"]
mod shared;

use serde_json::json;
use shared::seats::{SYMMETRIC, Symmetry};
use std::path::Path;
use trivium_core::rng::stream_seed;
use trivium_core::session::Plan;
use trivium_core::{Condition, Dec, Json, Rng, SeatSpec, Session};
use trivium_games::{GAMES, Registry, find};
use trivium_measures::stats::{Resampling, mean};
use trivium_measures::tournament::{
    Contest, NoiseBy, Report, Seating, SelfPlay, Spec, Tournament, cooperation_csv, matrix_csv, ranking_csv,
};

fn oracle(name: &str) -> Option<Json> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(std::env::var_os("TRIVIUM_SHARED").unwrap_or_else(|| "../shared".into()));
    let path = root.join("data/oracles").join(name);
    if !path.is_file() {
        assert!(std::env::var("TRIVIUM_REQUIRE_SHARED").is_err(), "shared data is required and absent");
        println!("skipped: no {name}");
        return None;
    }
    Some(serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap())
}

fn run(mut tournament: Tournament, slice: u64) -> Report {
    let mut last = tournament.progress();
    while !last.finished {
        let now = tournament.step(slice);
        assert!(now.decisions > last.decisions && now.matches_done >= last.matches_done, "{now:?}");
        last = now;
    }
    assert_eq!(last.matches_done, last.matches);
    assert_eq!(tournament.step(slice), last, "nothing follows the end");
    tournament.result()
}

fn played(spec: Spec) -> Report {
    run(Tournament::new(spec, &Registry).unwrap(), u64::MAX)
}

fn contest(game: &str, params: Json, agents: &[&str]) -> Contest {
    Contest { params, ..Contest::new(game, agents) }
}

#[test]
fn the_round_robin_of_the_oracle_comes_out_point_for_point() {
    let Some(file) = oracle("ipd_tournament.json") else { return };
    for table in file["tables"].as_array().unwrap() {
        let turns = table["turns"].as_u64().unwrap();
        let ids: Vec<&str> = table["strategies"].as_array().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
        let mut spec = Spec::new(1);
        spec.repetitions = 1;
        spec.self_play = SelfPlay::Shown;
        spec.contests.push(contest("L2-T01", json!({"rounds": turns}), &ids));
        for tournament in [Tournament::new(spec.clone(), &Registry), Tournament::engine_only(spec, &Registry)] {
            let report = run(tournament.unwrap(), 1000);
            let result = &report.contests[0];
            assert_eq!((result.seating, report.matches), (Seating::Alike, 171));
            let points = |per_turn: f64| per_turn * turns as f64;
            for (i, id) in ids.iter().enumerate() {
                let standing = result.ranking.iter().find(|s| s.agent == *id).unwrap();
                let close = |found: f64, key: &str| {
                    let expected = table[key][id].as_f64().unwrap();
                    assert!((found - expected).abs() < 1e-9, "{id} {key}: {found} instead of {expected}");
                };
                assert_eq!(standing.matches, 17);
                close(points(standing.mean.unwrap()) * 17.0, "total_score_excluding_self_play");
                close(result.matrix[i].iter().map(|m| points(m.unwrap())).sum(), "total_score_including_self_play");
                close(f64::from(standing.wins), "wins");
                assert_eq!(standing.wins + standing.draws + standing.losses, 17);
                close(standing.cooperation.unwrap() * points(17.0), "cooperations_excluding_self_play");
            }
            // Equal totals stand in any order in the oracle's list.
            let total = |id: &str| table["total_score_excluding_self_play"][id].as_i64();
            let order = |ids: &[&str]| ids.iter().map(|id| total(id)).collect::<Vec<_>>();
            let ranked: Vec<&str> = result.ranking.iter().map(|s| s.agent.as_str()).collect();
            let expected: Vec<&str> =
                table["ranking"].as_array().unwrap().iter().map(|s| s.as_str().unwrap()).collect();
            assert_eq!(order(&ranked), order(&expected));
        }
        println!("compared {} strategies over {turns} turns", ids.len());
    }
}

/// Every game with its first agents, both conditions.
fn everything(repetitions: u32, noise: Option<&str>) -> Spec {
    let mut spec = Spec::new(2026);
    spec.repetitions = repetitions;
    spec.noise = noise.map(|text| Dec::parse(text).unwrap());
    for game in GAMES {
        let agents = game.agents();
        let ids: Vec<&str> = agents.iter().rev().take(3).map(|agent| agent.info.id).collect();
        for condition in [Condition::Silent, Condition::Comm] {
            spec.contests.push(Contest { condition, ..Contest::new(game.id, &ids) });
        }
    }
    spec
}

#[test]
fn the_size_of_the_slices_changes_nothing() {
    for noise in [None, Some("0.1")] {
        let spec = everything(1, noise);
        let whole = serde_json::to_string(&played(spec.clone())).unwrap();
        for slice in [1, 37, 1000] {
            let sliced = run(Tournament::new(spec.clone(), &Registry).unwrap(), slice);
            assert_eq!(serde_json::to_string(&sliced).unwrap(), whole, "slices of {slice}");
        }
    }
}

#[test]
fn both_paths_come_to_the_same_result() {
    let library: Vec<&str> = ["TitForTat", "GTFT", "Random", "Gradual", "OmegaTFT", "ContriteTitForTat", "FalseFriend"]
        .into_iter()
        .chain(["random", "FirstByJoss", "ZDExtort2", "Punisher", "AdaptiveTitForTat"])
        .collect();
    let known: Vec<&str> = library.iter().copied().chain(["EndgameCheater"]).collect();
    let open: Vec<&str> = library.iter().copied().chain(["SlipClaimer"]).collect();
    let kuhn: Vec<&str> = vec!["equilibrium-0", "equilibrium-1-3", "always-bet", "honest", "random"];
    for noise in [None, Some("0"), Some("0.07")] {
        for self_play in [SelfPlay::Counted, SelfPlay::Shown, SelfPlay::Absent] {
            let mut spec = Spec::new(5);
            spec.repetitions = 2;
            spec.noise = noise.map(|text| Dec::parse(text).unwrap());
            spec.self_play = self_play;
            spec.contests.push(contest("L2-T01", json!({"rounds": 17}), &known));
            spec.contests.push(contest("L2-T02", json!({"cap": 12}), &open));
            spec.contests.push(contest("L4-T05", json!({"hands": 9}), &kuhn));
            let fast = played(spec.clone());
            let engine = run(Tournament::engine_only(spec, &Registry).unwrap(), 500);
            assert_eq!(serde_json::to_string(&fast).unwrap(), serde_json::to_string(&engine).unwrap());
            let by: Vec<NoiseBy> = fast.contests.iter().map(|c| c.noise_by).collect();
            let expected = match noise {
                None => [NoiseBy::Game; 3],
                Some(_) => [NoiseBy::Tremble, NoiseBy::Parameter, NoiseBy::Tremble],
            };
            assert_eq!(by, expected);
        }
    }
}

/// The totals of a recorded session.
fn session(game: &str, condition: Condition, ids: &[&str], seed: u64) -> Session {
    let seats = ids.iter().map(|id| SeatSpec::Agent { id: (*id).to_owned() }).collect();
    let plan = Plan { game: game.into(), params: Json::Null, condition, seats, seed };
    let mut session = Session::start(&Registry, plan).unwrap();
    session.play_agents(&Registry, None).unwrap();
    assert!(session.game().status().over());
    session
}

/// Payoff per turn as the rules pages have it: by planned rounds, played rounds, or the whole game.
fn per_turn(session: &Session, seat: usize) -> f64 {
    let game = session.game();
    let planned = match game.id() {
        "L2-T05" => None,
        "L2-T02" => Some(game.steps().len() as i64),
        _ => game.params().get("rounds").or(game.params().get("hands")).and_then(Json::as_i64),
    };
    game.totals()[seat].ratio(Dec::int(planned.unwrap_or(1))).unwrap()
}

#[test]
fn every_game_pays_in_a_tournament_what_its_session_pays() {
    let spec = everything(1, None);
    let report = played(spec.clone());
    let mut compared = 0;
    for (contest, result) in spec.contests.iter().zip(&report.contests) {
        let (game, condition) = (contest.game.as_str(), contest.condition);
        let ids: Vec<&str> = contest.agents.iter().map(String::as_str).collect();
        let seed = |a: &str, b: &str, order: u32| {
            stream_seed(2026, &format!("tournament/{game}/{}/{a}/{b}/0/{order}", condition.name()))
        };
        for (i, a) in ids.iter().enumerate() {
            for (j, b) in ids.iter().enumerate() {
                let seats = usize::from(find(game).unwrap().seats);
                let expected = match result.seating {
                    Seating::OneAmong => {
                        let mut sitting = vec![*b; seats];
                        sitting[0] = a;
                        per_turn(&session(game, condition, &sitting, seed(a, b, 0)), 0)
                    }
                    _ if i == j => {
                        let match_ = session(game, condition, &[a, b], seed(a, b, 0));
                        (per_turn(&match_, 0) + per_turn(&match_, 1)) / 2.0
                    }
                    // The pair is named in the order of the specification.
                    Seating::Alike => {
                        let (first, second) = if i < j { (a, b) } else { (b, a) };
                        let match_ = session(game, condition, &[first, second], seed(first, second, 0));
                        per_turn(&match_, usize::from(i > j))
                    }
                    Seating::BothOrders => {
                        let (first, second) = if i < j { (a, b) } else { (b, a) };
                        let own = usize::from(i > j);
                        let there = session(game, condition, &[first, second], seed(first, second, 0));
                        let back = session(game, condition, &[second, first], seed(first, second, 1));
                        (per_turn(&there, own) + per_turn(&back, 1 - own)) / 2.0
                    }
                };
                assert_eq!(result.matrix[i][j], Some(expected), "{game} {condition:?}: {a} against {b}");
                compared += 1;
            }
        }
    }
    println!("compared {compared} cells of {} contests", spec.contests.len());
}

#[test]
fn seats_are_shared_as_the_rules_of_the_game_have_them() {
    for game in GAMES {
        let agents = game.agents();
        let ids: Vec<&str> = agents.iter().take(2).map(|agent| agent.info.id).collect();
        let mut spec = Spec::new(1);
        spec.repetitions = 1;
        spec.contests.push(Contest::new(game.id, &ids));
        let tournament = Tournament::new(spec, &Registry).unwrap();
        // Two seats are alike where renaming them leaves the game as it is.
        let (expected, matches) = match game.seats {
            2 if SYMMETRIC.contains(&(game.id, Symmetry::All)) => (Seating::Alike, 3),
            2 => (Seating::BothOrders, 4),
            _ => (Seating::OneAmong, 4),
        };
        assert_eq!(tournament.preview().contests[0].seating, expected, "{}", game.id);
        assert_eq!(tournament.progress().matches, matches, "{}", game.id);
    }
}

/// By hand: two rounds of 5, 3, 1, 0. Cooperator and Defector: 0 against 5 a turn. With itself 3 and 1.
#[test]
fn ranking_matrix_and_cooperation_of_two_are_those_by_hand() {
    let mut spec = Spec::new(9);
    spec.repetitions = 3;
    spec.contests.push(contest("L2-T01", json!({"rounds": 2}), &["Cooperator", "Defector", "TitForTat"]));
    let result = &played(spec.clone()).contests[0];
    // Tit For Tat: 3 with the cooperator and itself; against the defector 0 then 1, the other 5 then 1.
    let expected = [[3.0, 0.0, 3.0], [5.0, 1.0, 3.0], [3.0, 0.5, 3.0]];
    assert_eq!(result.matrix, expected.map(|row| row.map(Some).to_vec()));
    let ranking: Vec<(&str, f64, f64)> =
        result.ranking.iter().map(|s| (s.agent.as_str(), s.rank, s.mean.unwrap())).collect();
    assert_eq!(ranking, [("Defector", 1.0, 3.0), ("TitForTat", 2.0, 19.5 / 9.0), ("Cooperator", 3.0, 2.0)]);
    let defector = &result.ranking[0];
    assert_eq!((defector.matches, defector.wins, defector.draws, defector.losses), (9, 6, 0, 0));
    // Tit For Tat cooperates in every first round, and in the second in two of three matches; with itself both seats
    // count: 9 + 3 choices a round, of which 3 fail in the second.
    let cooperation = result.cooperation.as_ref().unwrap();
    assert_eq!(cooperation[2], [Some(1.0), Some(0.75)]);
    assert_eq!(cooperation[1], [Some(0.0), Some(0.0)]);
    assert_eq!(result.ranking[1].cooperation, Some(21.0 / 24.0));
    // All together: 12 + 12 of 36, then 12 + 9.
    assert_eq!(result.cooperation_overall, Some(vec![Some(24.0 / 36.0), Some(21.0 / 36.0)]));
    // The interval is the bootstrap over the nine matches, drawn from the figure's own generator.
    let units = [5.0, 5.0, 5.0, 1.0, 1.0, 1.0, 3.0, 3.0, 3.0];
    let figure = &mut Rng::named(9, "tournament/L2-T01/silent/Defector/mean");
    assert_eq!(mean(&units), defector.mean);
    assert_eq!(Some(Resampling::default().of_mean(&units, figure)), defector.interval);
}

#[test]
fn equal_means_share_their_places() {
    let mut spec = Spec::new(9);
    spec.contests.push(contest("L2-T01", json!({"rounds": 5}), &["Cooperator", "TitForTat", "Grudger", "Defector"]));
    let ranking = &played(spec).contests[0].ranking;
    // The two retaliators fare alike; the cooperator is exploited, the defector exploits only it.
    let placed: Vec<(&str, f64)> = ranking.iter().map(|s| (s.agent.as_str(), s.rank)).collect();
    assert_eq!(placed, [("TitForTat", 1.5), ("Grudger", 1.5), ("Defector", 3.0), ("Cooperator", 4.0)]);
}

/// Amounts count by their place in the legal range: contributions of 10 and 20 out of 20.
#[test]
fn cooperation_in_amounts_and_requests() {
    let mut spec = Spec::new(3);
    spec.repetitions = 4;
    spec.contests.push(Contest::new("L3-T01", &["full", "free-rider", "declining"]));
    spec.contests.push(Contest::new("L3-T03", &["sustainable", "greedy"]));
    spec.contests.push(Contest::new("L2-T03", &["full-trust", "zero-return"]));
    let report = played(spec);
    let goods = report.contests[0].cooperation.as_ref().unwrap();
    assert!(goods[0].iter().all(|c| *c == Some(1.0)) && goods[1].iter().all(|c| *c == Some(0.0)));
    // floor(20·(10 − t)/9)/20 in round t: 20, 17, 15, … of 20.
    let declining: Vec<f64> = (1..=10).map(|t| f64::from(20 * (10 - t) / 9) / 20.0).collect();
    assert!(goods[2].iter().zip(declining).all(|(c, d)| (c.unwrap() - d).abs() < 1e-12));
    let pool = &report.contests[1];
    assert!(pool.cooperation.as_ref().unwrap()[0].iter().flatten().all(|c| *c == 1.0));
    // Among the greedy the pool is gone after one round; payoffs are spread over the twelve planned ones.
    assert_eq!(pool.cooperation.as_ref().unwrap()[1][0], Some(0.0));
    let greedy_alone = pool.matrix[1][1].unwrap();
    assert!((greedy_alone - 25.0 / 12.0).abs() < 1e-9, "{greedy_alone}");
    // Full trust sends 10 of 10 to either; of itself it gets 30 and returns 15, of the other 15 and returns 7.
    let trust = &report.contests[2];
    assert_eq!(trust.seating, Seating::BothOrders);
    let full = trust.ranking.iter().find(|s| s.agent == "full-trust").unwrap();
    assert!((full.cooperation.unwrap() - (2.0 + 0.5 + 7.0 / 15.0) / 4.0).abs() < 1e-12, "{full:?}");
}

#[test]
fn results_and_specifications_survive_json_and_make_tables() {
    let mut spec = everything(1, None);
    spec.contests.truncate(8);
    let text = serde_json::to_string_pretty(&spec).unwrap();
    assert_eq!(Spec::parse(&text).unwrap(), spec);
    let report = played(spec);
    let text = serde_json::to_string(&report).unwrap();
    assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    let ranking = ranking_csv(&report);
    let mut reader = csv::Reader::from_reader(ranking.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), report.contests.iter().map(|c| c.agents.len()).sum::<usize>());
    let mut standings = report.contests.iter().flat_map(|c| &c.ranking);
    assert!(rows.iter().all(|row| {
        let standing = standings.next().unwrap();
        row[3] == standing.agent && row[4].parse::<f64>().ok() == standing.mean
    }));
    assert_eq!(
        matrix_csv(&report).lines().count(),
        1 + report.contests.iter().map(|c| c.agents.len().pow(2)).sum::<usize>()
    );
    assert!(cooperation_csv(&report).starts_with("game,condition,agent,round,cooperation\nL1-T01,silent,"));
}

#[test]
fn wrong_specifications_are_refused_with_the_place() {
    let good = || {
        let mut spec = Spec::new(1);
        spec.contests.push(Contest::new("L2-T01", &["TitForTat", "Defector"]));
        spec
    };
    let refused = |change: fn(&mut Spec)| {
        let mut spec = good();
        change(&mut spec);
        Tournament::new(spec, &Registry).err().map(|e| e.field).unwrap_or_default()
    };
    assert_eq!(refused(|_| ()), "");
    assert_eq!(refused(|s| s.format = "x".into()), "format");
    assert_eq!(refused(|s| s.contests.clear()), "contests");
    assert_eq!(refused(|s| s.repetitions = 0), "repetitions");
    assert_eq!(refused(|s| s.noise = Dec::parse("1.5")), "noise");
    assert_eq!(refused(|s| s.noise = Dec::parse("0.6")), "");
    assert_eq!(refused(|s| s.contests[0].game = "L9".into()), "contests[0].game");
    assert_eq!(refused(|s| s.contests[0].agents[0] = "x".into()), "contests[0].agent of L2-T01");
    assert_eq!(refused(|s| s.contests[0].agents[0] = "Defector".into()), "contests[0].agents");
    assert_eq!(refused(|s| s.contests[0].agents.clear()), "contests[0].agents");
    assert_eq!(refused(|s| s.contests[0].params = json!({"rounds": 0})), "contests[0].rounds");
    // The noise of the open-ended dilemma goes up to one half.
    let noisy = |s: &mut Spec| {
        s.noise = Dec::parse("0.6");
        s.contests[0] = Contest::new("L2-T02", &["TitForTat", "Defector"]);
    };
    assert_eq!(refused(noisy), "contests[0].noise");
    assert_eq!(refused(|s| s.self_play = SelfPlay::Absent), "");
    let alone = |s: &mut Spec| {
        s.self_play = SelfPlay::Absent;
        s.contests[0].agents.pop();
    };
    assert_eq!(refused(alone), "contests[0].agents");
    let many = |s: &mut Spec| {
        s.repetitions = 10_000;
        s.contests[0].agents = find("L2-T01").unwrap().agents().iter().map(|a| a.info.id.to_owned()).collect();
    };
    assert_eq!(refused(many), "repetitions");
    for text in ["", "{}", "[1]", r#"{"format":"trivium-tournament/1","contests":[],"repetitions":1,"seed":1}"#] {
        assert!(Spec::parse(text).is_err(), "{text}");
    }
}
