//! The digest is the tracked one. When rules, agents or scores change on purpose, write it anew with
//! `cargo xtask digest --write` and say in the commit what changed.

#![cfg(not(target_arch = "wasm32"))]

#[test]
fn the_digest_is_the_tracked_one() {
    assert_eq!(trivium_archive::digest(), include_str!("../digest.txt").trim());
}
