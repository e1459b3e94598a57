//! The digest is the tracked one. With `TRIVIUM_WRITE_DIGEST` set (by `cargo xtask digest --write`) it is written anew
//! instead: when rules, agents or scores change on purpose. The commit then says what changed.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

use std::path::Path;

#[test]
fn the_digest_is_the_tracked_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("digest.txt");
    let digest = trivium_archive::digest();
    if std::env::var_os("TRIVIUM_WRITE_DIGEST").is_some() {
        std::fs::write(path, format!("{digest}\n")).unwrap();
        println!("{digest}");
        return;
    }
    let tracked = std::fs::read_to_string(path).unwrap();
    assert_eq!(digest, tracked.trim(), "if the change is meant, run cargo xtask digest --write");
}
