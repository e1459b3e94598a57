//! Indicators, BTA and risk events against the trajectory cases of the shared data folder.

#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

#[path = "../../games/tests/shared/mod.rs"]
mod shared;

use shared::{Shared, number};
use trivium_core::{Condition, Event, Game, Json};
use trivium_games::registry;

fn play(game: &str, case: &Json) -> Box<dyn Game> {
    let condition: Condition = case["condition"].as_str().unwrap().parse().unwrap();
    let mut game = registry::find(game).unwrap().start(&case["params"], condition).unwrap();
    for event in case["events"].as_array().unwrap() {
        let event: Event = serde_json::from_value(event.clone()).unwrap();
        game.apply(&event).unwrap();
    }
    game
}

/// Compares two JSON values, numbers within the tolerance.
fn compare(at: &str, found: &Json, expected: &Json, tolerance: f64, numbers: &mut u32) {
    match (found, expected) {
        (Json::Object(f), Json::Object(e)) => {
            let keys = |o: &serde_json::Map<String, Json>| o.keys().cloned().collect::<Vec<_>>();
            assert_eq!(keys(f), keys(e), "{at}: names");
            for (key, value) in e {
                compare(&format!("{at}.{key}"), &f[key], value, tolerance, numbers);
            }
        }
        (Json::Array(f), Json::Array(e)) => {
            assert_eq!(f.len(), e.len(), "{at}: length");
            for (i, (f, e)) in f.iter().zip(e).enumerate() {
                compare(&format!("{at}[{i}]"), f, e, tolerance, numbers);
            }
        }
        (Json::Number(_), Json::Number(_)) => {
            let (f, e) = (number(found), number(expected));
            assert!((f - e).abs() <= tolerance, "{at}: {f} instead of {e}");
            *numbers += 1;
        }
        _ => assert_eq!(found, expected, "{at}"),
    }
}

#[test]
fn every_case_of_the_scored_games_agrees() {
    let (mut cases, mut numbers) = (0, 0);
    for (game, file) in Shared::trajectories() {
        if registry::find(&game).is_err() {
            continue;
        }
        let tolerance = number(&file["tolerance"]);
        for case in file["cases"].as_array().unwrap() {
            let played = play(&game, case);
            let scores = trivium_measures::score(played.as_ref()).unwrap_or_else(|| panic!("{game} is not scored"));
            let found = scores.to_json();
            for part in ["indicators", "bta", "risk"] {
                if let Some(expected) = case["expect"].get(part) {
                    let at = format!("{} {part}", case["id"]);
                    compare(&at, &found[part], expected, tolerance, &mut numbers);
                }
            }
            cases += 1;
        }
    }
    println!("compared {cases} cases with {numbers} numbers");
}
