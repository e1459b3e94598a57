//! How fast tournaments and playouts run, natively: the repeated dilemma's round-robin of 20 strategies, Kuhn poker
//! with random moves, and the same through the engine.
//!
//! `cargo run --release -p trivium-measures --example speed -- [SECONDS]`

#![allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use trivium_core::{Dec, Json};
use trivium_games::fast::Tremble;
use trivium_games::kuhn::fast::{Policy, run};
use trivium_games::{GAMES, Registry};
use trivium_measures::tournament::{Contest, SelfPlay, Spec, Tournament};

/// Turns of a match and matches of the round-robin: 20 · 21 / 2 pairs, ten times.
const TURNS: u64 = 200;
const MATCHES: u64 = 2_100;
/// What Axelrod-Python was seen to play on a machine of this kind, in turns a second.
const AXELROD: f64 = 78_000.0;
/// What a loop over OpenSpiel in Python was seen to play, in hands a second.
const OPEN_SPIEL: f64 = 190_000.0;

/// Fifteen deterministic strategies and five that draw.
const STRATEGIES: [&str; 20] = [
    "Cooperator",
    "Defector",
    "Alternator",
    "TitForTat",
    "SuspiciousTitForTat",
    "TitFor2Tats",
    "TwoTitsForTat",
    "HardTitForTat",
    "ContriteTitForTat",
    "Grudger",
    "WinStayLoseShift",
    "Gradual",
    "GoByMajority",
    "Prober",
    "Punisher",
    "GTFT",
    "FirstByJoss",
    "ZDExtort2",
    "ZDGTFT2",
    "Random",
];

/// The best of repeated runs within the budget: seconds for one.
fn best(budget: Duration, mut one: impl FnMut() -> Result<(), Box<dyn Error>>) -> Result<f64, Box<dyn Error>> {
    let start = Instant::now();
    let mut best = f64::INFINITY;
    loop {
        let before = Instant::now();
        one()?;
        best = best.min(before.elapsed().as_secs_f64());
        if start.elapsed() >= budget {
            return Ok(best);
        }
    }
}

fn round_robin(game: &str, params: Json, noise: Option<&str>) -> Spec {
    let mut spec = Spec::new(42);
    spec.noise = noise.and_then(Dec::parse);
    spec.self_play = SelfPlay::Shown;
    spec.contests.push(Contest { params, ..Contest::new(game, &STRATEGIES) });
    spec
}

fn play(mut tournament: Tournament) -> Tournament {
    while !tournament.step(100_000).finished {}
    tournament
}

fn line(what: &str, seconds: f64, count: u64, unit: &str, peer: Option<f64>) {
    let rate = count as f64 / seconds;
    let ratio = peer.map(|peer| format!("  {:8.0} times the peer's {peer}", rate / peer)).unwrap_or_default();
    println!("{what:<46} {:9.3} ms  {rate:12.0} {unit}/s{ratio}", seconds * 1e3);
}

fn main() -> Result<(), Box<dyn Error>> {
    let seconds: u64 = std::env::args().nth(1).map_or(Ok(2), |text| text.parse())?;
    let budget = Duration::from_secs(seconds);

    println!("round-robin of 20 strategies, {MATCHES} matches of {TURNS} turns, every match played");
    let known = serde_json::json!({"rounds": TURNS});
    let open = serde_json::json!({"continuation": 1, "cap": TURNS, "noise": 0});
    for (what, spec) in [
        ("known length, no noise", round_robin("L2-T01", known.clone(), None)),
        ("known length, trembling hands 0.05", round_robin("L2-T01", known.clone(), Some("0.05"))),
        ("noise 0.05 that seats know of (L2-T02)", round_robin("L2-T02", open, Some("0.05"))),
    ] {
        let mut done = None;
        let taken = best(budget, || {
            done = Some(play(Tournament::new(spec.clone(), &Registry)?));
            Ok(())
        })?;
        let tournament = done.ok_or("nothing played")?;
        assert_eq!(tournament.progress().matches_done, MATCHES);
        assert_eq!(tournament.progress().decisions, 2 * MATCHES * TURNS);
        line(what, taken, MATCHES * TURNS, "turns", Some(AXELROD));
        let taken = best(budget / 4, || {
            black_box(tournament.result());
            Ok(())
        })?;
        println!("{:<46} {:9.3} ms", "  its ranking with 20 bootstrap intervals", taken * 1e3);
    }
    let mut spec = round_robin("L2-T01", serde_json::json!({"rounds": 10}), None);
    spec.repetitions = 1;
    let taken = best(budget / 4, || {
        black_box(play(Tournament::engine_only(spec.clone(), &Registry)?).progress());
        Ok(())
    })?;
    line("through the engine, 210 matches of 10 turns", taken, MATCHES, "turns", None);

    println!("\nKuhn poker, both seats at random");
    let random = Policy::find("random").ok_or("no random policy")?;
    let table = Policy::find("equilibrium-1-6").ok_or("no equilibrium")?;
    for (what, policies, hands, matches) in [
        ("matches of 20 hands", [&random, &random], 20, 50_000),
        ("matches of one hand", [&random, &random], 1, 1_000_000),
        ("matches of 20 hands at equilibrium", [&table, &table], 20, 50_000),
    ] {
        let taken = best(budget, || {
            let won: i64 = (0..matches).map(|seed| run(policies, hands, Tremble::STEADY, seed, |_| {})).sum();
            black_box(won);
            Ok(())
        })?;
        line(what, taken, matches * u64::from(hands), "hands", Some(OPEN_SPIEL));
    }

    println!("\nevery game through the engine, in silence, its first two agents");
    for game in GAMES {
        let agents = game.agents();
        let ids: Vec<&str> = agents.iter().take(2).map(|agent| agent.info.id).collect();
        let mut spec = Spec::new(1);
        spec.repetitions = 25;
        spec.contests.push(Contest::new(game.id, &ids));
        let mut decisions = 0;
        let taken = best(budget / 20, || {
            decisions = play(Tournament::engine_only(spec.clone(), &Registry)?).progress().decisions;
            Ok(())
        })?;
        line(game.id, taken, decisions, "decisions", None);
    }
    Ok(())
}
