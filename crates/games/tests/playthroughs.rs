//! The tracked playthroughs are what the rules give. With `TRIVIUM_WRITE_PLAYTHROUGHS` set (by
//! `cargo xtask playthroughs`) they are written anew instead.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

use std::path::{Path, PathBuf};
use trivium_core::Condition;
use trivium_games::{GAMES, playthrough};

fn path(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("playthroughs").join(format!("{id}.txt"))
}

#[test]
fn every_game_plays_as_its_playthroughs_say() {
    let write = std::env::var_os("TRIVIUM_WRITE_PLAYTHROUGHS").is_some();
    for info in GAMES {
        let text = playthrough::all(info).unwrap();
        assert!(!text.contains("refused"), "{}", info.id);
        for condition in [Condition::Silent, Condition::Comm] {
            let plays = text.matches(&format!("\n## {} · seed ", condition.name())).count();
            assert!(plays >= 3, "{}: {plays} playthroughs in {condition:?}", info.id);
        }
        if write {
            std::fs::create_dir_all(path(info.id).parent().unwrap()).unwrap();
            std::fs::write(path(info.id), text).unwrap();
            continue;
        }
        let tracked = std::fs::read_to_string(path(info.id))
            .unwrap_or_else(|e| panic!("{}: {e}; run cargo xtask playthroughs", path(info.id).display()));
        let at = text.lines().zip(tracked.lines()).position(|(a, b)| a != b);
        if let Some(at) = at {
            let line = |t: &str| t.lines().nth(at).unwrap_or_default().to_owned();
            panic!(
                "{} line {}: the rules give\n{}\nand the playthrough says\n{}\nIf the change is meant, run cargo xtask playthroughs",
                info.id,
                at + 1,
                line(&text),
                line(&tracked)
            );
        }
        assert_eq!(text.len(), tracked.len(), "{}: length", info.id);
    }
    println!("compared the playthroughs of {} games", GAMES.len());
}
