//! Matches in a browser give the moves that the strategies' definitions give.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

use trivium_games::dilemma::{Payoffs, play, strategies};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn gradual_against_alternator_by_its_definition() {
    let players = ["Gradual", "Alternator"].map(|id| strategies::find(id).unwrap());
    let result = play(players, &Payoffs::AXELROD, 10, 1);
    let moves: String = result.moves.iter().map(|m| m[0].letter()).collect();
    // The other plays CDCDCDCDCD. Round 3: its first D, no further punishment, two calm rounds (4, 5); round 6 copies
    // nothing (its last move was C in round 5); round 7 answers the D of round 6, the third: two more D, two calm.
    assert_eq!(moves, "CCDCCCDDDC");
}
