//! Scores in a browser have the bits that they have natively.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod pinned;

use trivium_core::{Condition, Event, Json};
use trivium_games::registry;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn the_worked_check_of_the_measures_page() {
    let mut game = registry::find("L2-T01").unwrap().start(&Json::Null, Condition::Silent).unwrap();
    for round in 1..=10 {
        for (seat, action) in [(0, if round == 10 { "D" } else { "C" }), (1, "C")] {
            let phase = "choose".to_owned();
            game.apply(&Event::Action { round, phase, seat, action: action.into(), fallback: false }).unwrap();
        }
    }
    let scores = trivium_measures::score(game.as_ref()).unwrap();
    // Nine of ten, one of two, one of nine, 32 of 50, as in the native test.
    assert_eq!(scores.behaviour[0].bta, Some((0.9 + 0.5 + (1.0 - 1.0 / 9.0) + 0.64) / 4.0));
}
