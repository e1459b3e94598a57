//! A tournament and a row of theory boards come to the same digits natively and in a browser. The pinned hashes change
//! only when an agent, a rule or a formula does, and then on purpose.

#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

use trivium_core::rng::fnv1a;
use trivium_core::{Attempt, Condition, Dec, Origin, Rng};
use trivium_games::{GAMES, Registry, find, theory};
use trivium_measures::tournament::{Contest, Spec, Tournament};

/// The games with the hashes of their contests. A game that is added may stay out.
const TOURNAMENT: &[(&str, u64)] = &[
    ("L1-T01", 17650802832943968039),
    ("L1-T02", 13160672491545354423),
    ("L1-T03", 17465995095222321174),
    ("L1-T04", 15022083895381999826),
    ("L1-T05", 11013079268247017887),
    ("L1-T06", 18310926562331655583),
    ("L2-T01", 9639250924513382882),
    ("L2-T02", 15659354625533072075),
    ("L2-T03", 380249624576739085),
    ("L2-T04", 8010577627498039383),
    ("L2-T05", 16590125728252248023),
    ("L2-T06", 13536918072325914046),
    ("L3-T01", 14306398068846967065),
    ("L3-T02", 6357080952433293883),
    ("L3-T03", 14269287089439463452),
    ("L3-T04", 16255491204969378275),
    ("L3-T05", 16608354135602805099),
    ("L3-T06", 15602057443955089932),
    ("L4-T01", 14348242593396295079),
    ("L4-T02", 6034420700596843768),
    ("L4-T03", 7579394802271209886),
    ("L4-T04", 12862285294357586463),
    ("L4-T05", 2880313678764490837),
    ("L4-T06", 12487256120401783882),
];

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_tournament_has_the_same_digits_everywhere_for_every_pinned_game() {
    let mut spec = Spec::new(11);
    spec.repetitions = 2;
    spec.noise = Dec::parse("0.05");
    for (id, _) in TOURNAMENT {
        let agents = find(id).unwrap().agents();
        let ids: Vec<&str> = agents.iter().rev().take(3).map(|agent| agent.info.id).collect();
        spec.contests.push(Contest::new(id, &ids));
    }
    let mut tournament = Tournament::new(spec, &Registry).unwrap();
    while !tournament.step(777).finished {}
    let contests = tournament.result().contests;
    let found = TOURNAMENT.iter().zip(&contests);
    let found: Vec<(&str, u64)> =
        found.map(|((id, _), contest)| (*id, fnv1a(&serde_json::to_string(contest).unwrap()))).collect();
    assert_eq!(found, TOURNAMENT);
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
