//! The digest in a browser is the one that the native build gives.

#![cfg(target_arch = "wasm32")]

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn the_digest_is_the_native_one() {
    assert_eq!(trivium_archive::digest(), include_str!("../digest.txt").trim());
}
