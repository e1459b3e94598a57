//! Facts of logic of the level-4 games: what the rules make impossible, and values that theory gives for play by
//! agents and by lot.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use serde_json::json;
use shared::random::{play, start};
use trivium_core::session::Plan;
use trivium_core::{Attempt, Condition, Event, Game, Json, Origin, Rng, Seat, SeatSpec, Session};
use trivium_games::kit::level4::seat_list;
use trivium_games::traitor::suspicion::{Mission, weights};
use trivium_games::{Registry, find};

const CONDITIONS: [Condition; 2] = [Condition::Silent, Condition::Comm];

/// The actions of a phase in order.
fn actions<'a>(game: &'a dyn Game, of: &'a str) -> impl Iterator<Item = (u32, Seat, &'a Json)> + 'a {
    game.events().iter().filter_map(move |event| match event {
        Event::Action { round, phase, seat, action, .. } if phase == of => Some((*round, *seat, action)),
        _ => None,
    })
}

#[test]
fn a_team_without_the_traitor_never_fails_and_suspicion_never_clears_it() {
    let (info, mut failed) = (find("L4-T01").unwrap(), 0);
    for seed in 0..300 {
        let mut game = start(info, &Json::Null, Condition::Silent);
        play(game.as_mut(), &mut Rng::new(seed));
        let traitor = (0..game.seats()).find(|&s| game.role(s) == "traitor").unwrap();
        let outcome = &game.steps()[0].outcome;
        let teams = outcome["teams"].as_array().unwrap().iter().map(seat_list);
        let sabotages = outcome["sabotages"].as_array().unwrap().iter().map(|s| s.as_u64().unwrap() as u32);
        let missions: Vec<Mission> =
            teams.zip(sabotages).map(|(team, sabotages)| Mission { team, sabotages }).collect();
        assert!(missions.iter().filter(|m| m.failed()).all(|m| m.team.contains(&traitor) && m.sabotages == 1));
        for seat in (0..game.seats()).filter(|&s| s != traitor) {
            assert!(weights(&missions, game.seats(), seat)[usize::from(traitor)] > 0);
        }
        failed += missions.iter().filter(|m| m.failed()).count();
        // Cards stay with their owners, also at the end.
        for seat in 0..game.seats() {
            let seen = game.observe(seat);
            assert!(seen.actions("mission").all(|(_, by, _)| by == seat));
        }
        assert!(actions(game.as_ref(), "mission").all(|(_, seat, card)| seat == traitor || card == "support"));
    }
    println!("{failed} failed missions all held the traitor");
}

/// The village's chance, by recursion: every day a uniformly random living seat is out, every night a non-werewolf.
fn village_wins(wolves: u32, village: u32) -> f64 {
    if wolves == 0 {
        return 1.0;
    }
    if wolves >= village {
        return 0.0;
    }
    let (w, v) = (wolves, village - 1);
    if w >= v {
        return 0.0;
    }
    let n = f64::from(w + v);
    f64::from(w) / n * village_wins(w - 1, v) + f64::from(v) / n * village_wins(w, v - 1)
}

#[test]
fn villages_that_vote_by_lot_win_as_often_as_theory_says() {
    const GAMES: u32 = 4000;
    for (wolves, villagers, num, den) in [(2, 5, 1.0, 12.0), (1, 4, 1.0, 4.0), (1, 6, 3.0, 8.0), (2, 7, 5.0, 32.0)] {
        let expected: f64 = num / den;
        assert!((village_wins(wolves, villagers) - expected).abs() < 1e-12);
        let params = json!({"werewolves": wolves, "villagers": villagers, "seers": 0, "doctors": 0, "max_days": 20});
        let (mut rng, mut won) = (Rng::new(u64::from(wolves * 10 + villagers)), 0u32);
        for _ in 0..GAMES {
            let mut game = start(find("L4-T03").unwrap(), &params, Condition::Silent);
            while !game.status().over() {
                if let Some(due) = game.draw(&mut rng) {
                    game.apply(&due).unwrap();
                    continue;
                }
                let status = game.status();
                let victim = *rng.choice(&status.to_act).unwrap();
                for seat in status.to_act {
                    let action = match (status.phase, game.legal(seat)) {
                        ("vote", _) if seat == victim => Json::from("none"),
                        ("vote", _) => Json::from(victim),
                        (_, Some(form)) => form.sample(&mut rng),
                        _ => Json::Null,
                    };
                    game.attempt(seat, status.phase, Attempt::Action(action), Origin::Chosen).unwrap();
                }
            }
            won += u32::from(game.steps()[0].outcome["winner"] == "village");
        }
        let deviation = (expected * (1.0 - expected) / f64::from(GAMES)).sqrt();
        let found = f64::from(won) / f64::from(GAMES);
        assert!((found - expected).abs() < 4.0 * deviation, "{wolves} and {villagers}: {found} instead of {expected}");
        println!("{wolves} werewolves, {villagers} villagers: {found} for {expected:.4}");
    }
}

#[test]
fn who_acts_at_night_does_not_show() {
    let params = json!({"talk_rounds": 1});
    for condition in CONDITIONS {
        for seed in 0..20 {
            let mut game = start(find("L4-T03").unwrap(), &params, condition);
            let mut rng = Rng::new(seed);
            loop {
                let status = game.status();
                let before: Vec<_> = (0..game.seats()).map(|s| game.observe(s)).collect();
                if !shared::random::step(game.as_mut(), &mut rng) {
                    break;
                }
                let after = game.status();
                let night = |phase: &str| phase == "night" || phase == "wolf_talk";
                if !night(status.phase) || after.phase != status.phase || after.round != status.round {
                    continue;
                }
                let actor = game.events().last().and_then(Event::seat).unwrap();
                for seat in (0..game.seats()).filter(|&s| s != actor) {
                    let hears = status.phase == "wolf_talk" && game.observe(seat).role == "werewolf";
                    let same = game.observe(seat) == before[usize::from(seat)];
                    assert!(same || hears, "seat {seat} notices that seat {actor} has acted in {}", status.phase);
                }
            }
        }
    }
}

#[test]
fn equilibrium_players_of_kuhn_poker_earn_the_value_of_the_game() {
    let (mut sum, mut squares, mut hands) = (0.0, 0.0, 0.0);
    for (seed, id) in (0..).zip(["equilibrium-0", "equilibrium-1-6", "equilibrium-1-3"].into_iter().cycle().take(600)) {
        let plan = Plan {
            game: "L4-T05".into(),
            params: json!({"hands": 50}),
            condition: Condition::Silent,
            seats: vec![SeatSpec::Agent { id: id.into() }, SeatSpec::Agent { id: "equilibrium-1-6".into() }],
            seed,
        };
        let mut session = Session::start(&Registry, plan).unwrap();
        session.play_agents(&Registry, None).unwrap();
        for step in session.game().steps() {
            let first = ((step.round - 1) % 2) as usize;
            let won = step.payoffs[first].to_f64();
            sum += won;
            squares += won * won;
            hands += 1.0;
        }
    }
    let (mean, expected) = (sum / hands, -1.0 / 18.0);
    let error = ((squares / hands - mean * mean) / hands).sqrt();
    assert!((mean - expected).abs() < 4.0 * error, "{mean} instead of {expected}, standard error {error}");
    println!("{hands} hands: the first actor earns {mean:.4} for {expected:.4}");
}
