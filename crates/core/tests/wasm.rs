//! The numbers that everything rests on, in a browser.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

use trivium_core::{Dec, Json, Rng};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn the_generator_gives_the_published_first_output() {
    assert_eq!(Rng::new(0).next_u64(), 5987356902031041503);
}

#[wasm_bindgen_test]
fn json_floats_keep_every_bit() {
    let mut rng = Rng::new(9);
    for _ in 0..10_000 {
        let x = f64::from_bits(rng.next_u64());
        if x.is_finite() {
            let text = serde_json::to_string(&x).unwrap();
            assert_eq!(serde_json::from_str::<f64>(&text).unwrap().to_bits(), x.to_bits(), "{text}");
        }
    }
}

#[wasm_bindgen_test]
fn decimals_are_exact() {
    let third = Dec::int(100).mul_div(Dec::int(1), Dec::int(3)).unwrap();
    assert_eq!(third.to_json(), Json::from("33.333333333333"));
}
