//! A tournament and a row of theory boards come to the same digits natively and in a browser. The pinned hashes change
//! only when an agent, a rule or a formula does, and then on purpose.

#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

use trivium_core::rng::fnv1a;
use trivium_core::{Attempt, Condition, Dec, Origin, Rng};
use trivium_games::{GAMES, Registry, theory};
use trivium_measures::tournament::{Contest, Spec, Tournament};

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_tournament_of_every_game_has_the_same_digits_everywhere() {
    let mut spec = Spec::new(11);
    spec.repetitions = 2;
    spec.noise = Dec::parse("0.05");
    for game in GAMES {
        let agents = game.agents();
        let ids: Vec<&str> = agents.iter().rev().take(3).map(|agent| agent.info.id).collect();
        spec.contests.push(Contest::new(game.id, &ids));
    }
    let mut tournament = Tournament::new(spec, &Registry).unwrap();
    while !tournament.step(777).finished {}
    let text = serde_json::to_string(&tournament.result()).unwrap();
    assert_eq!(fnv1a(&text), 119598999423279493, "{} characters", text.len());
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn theory_boards_have_the_same_digits_everywhere() {
    let mut hashes = String::new();
    for info in GAMES.iter().filter(|info| theory::games().any(|id| id == info.id)) {
        let mut game = info.start(&trivium_core::Json::Null, Condition::Silent).unwrap();
        let mut rng = Rng::new(3);
        loop {
            if let Some(due) = game.draw(&mut rng) {
                game.apply(&due).unwrap();
                continue;
            }
            let status = game.status();
            let Some(&seat) = status.to_act.first() else { break };
            let action = game.legal(seat).unwrap().sample(&mut rng);
            game.attempt(seat, status.phase, Attempt::Action(action), Origin::Chosen).unwrap();
        }
        let reviewed = theory::review(&Registry, game.as_ref(), 0).unwrap();
        hashes.push_str(&format!("{:x} ", fnv1a(&serde_json::to_string(&reviewed).unwrap())));
    }
    assert_eq!(fnv1a(&hashes), 11258405842943398431, "{hashes}");
}
