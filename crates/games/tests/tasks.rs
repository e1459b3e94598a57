//! Edited task files of every game: played as they say, put into words, or refused with the file, the field and what is
//! allowed.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use serde_json::json;
use shared::random::{parameters, play, start};
use trivium_core::{Condition, Json, ParamError, Rng};
use trivium_games::registry::GameInfo;
use trivium_games::{GAMES, task};

const FILE: &str = "my game.json";

fn read(value: &Json) -> Result<Json, ParamError> {
    match task::read(FILE, value.to_string().as_bytes()) {
        Ok(task) => Ok(start(task.game, &task.params.into(), Condition::Silent).params().clone()),
        Err(refused) => {
            assert_eq!(refused.file, FILE);
            let (text, error) = (refused.to_string(), refused.fault);
            assert!(text.starts_with(FILE) && text.contains(&error.field) && text.contains(&error.allowed), "{text}");
            assert!(!error.allowed.is_empty() && !error.found.is_empty(), "{text}");
            Err(error)
        }
    }
}

/// The delivered file of a game with one parameter edited.
fn edited(info: &GameInfo, field: &str, value: Json) -> Json {
    let mut file: Json = serde_json::from_str(info.task).unwrap();
    file["params"][field] = value;
    file
}

#[test]
fn edited_files_are_played_as_they_say() {
    let mut played = 0;
    for info in GAMES {
        for params in parameters(info, 8) {
            let given = start(info, &params, Condition::Silent).params().clone();
            let read = read(&json!({"format": task::FORMAT, "game": info.id, "params": given})).unwrap();
            assert_eq!(read, given, "{}", info.id);
            let mut game = start(info, &read, Condition::Comm);
            play(game.as_mut(), &mut Rng::new(1));
            played += 1;
        }
    }
    println!("played {played} edited task files");
}

#[test]
fn wrong_edits_are_refused_with_file_field_and_what_is_allowed() {
    let mut refused = 0;
    for info in GAMES {
        let Json::Object(defaults) = info.defaults() else { panic!("{}: parameters are an object", info.id) };
        for (field, value) in &defaults {
            for bad in [json!("x"), json!(-1e9), json!(1e15), json!({"a": 1}), json!([[]]), json!(true)] {
                if value.is_boolean() && bad.is_boolean() {
                    continue;
                }
                let error = read(&edited(info, field, bad.clone())).unwrap_err();
                assert!(error.field.contains(field.as_str()), "{}: {field} is {bad}: {error}", info.id);
                refused += 1;
            }
        }
        let error = read(&edited(info, "no such field", json!(1))).unwrap_err();
        assert_eq!(error.field, "no such field");
        defaults.keys().for_each(|field| assert!(error.allowed.contains(field.as_str()), "{error}"));
        refused += 1;
    }
    println!("{refused} wrong edits of {} task files were refused", GAMES.len());
}

/// Lists, and fields that must fit to one: edited together.
const JOINT: &[(&str, &[&str], &str)] = &[
    ("L2-T04", &["efforts", "costs"], r#"{"efforts": [1, 2, 3], "costs": [0, 1, 5]}"#),
    ("L3-T06", &["weights"], r#"{"weights": [4, 3, 1]}"#),
    ("L4-T01", &["team_sizes"], r#"{"team_sizes": [2, 2, 3, 3, 3]}"#),
    ("L4-T01", &["wins_needed", "team_sizes"], r#"{"wins_needed": 2, "team_sizes": [2, 3, 2]}"#),
    ("L4-T06", &["items"], r#"{"items": ["pens", "hats", "balls"]}"#),
];

#[test]
fn the_rules_in_words_follow_every_parameter() {
    let mut followed = 0;
    for info in GAMES {
        let text = |params: &Json| [Condition::Silent, Condition::Comm].map(|c| info.text(params, c).lines);
        let before = text(&info.defaults());
        let mut check = |file: &Json, what: &str| {
            let Ok(params) = read(file) else { return false };
            assert_ne!(text(&params), before, "{}: the rules do not say {what}, edited in {params}", info.id);
            followed += 1;
            true
        };
        let joint = JOINT.iter().filter(|(game, ..)| *game == info.id);
        for (_, fields, params) in joint.clone() {
            let params: Json = serde_json::from_str(params).unwrap();
            assert!(check(&json!({"format": task::FORMAT, "game": info.id, "params": params}), &fields.join(", ")));
        }
        for (field, value) in info.defaults().as_object().unwrap() {
            let words = ["second", "all_bids", "0.45", "0.85", "0.3"].map(Json::from);
            let near = value.as_i64().into_iter().flat_map(|n| [n - 1, n + 1, n + 2]).map(Json::from);
            let others = [json!(false), json!(true)].into_iter().chain(words).chain(near).filter(|v| v != value);
            let legal = others.filter(|other| check(&edited(info, field, other.clone()), field)).count();
            let fits_others = joint.clone().any(|(_, fields, _)| fields.contains(&field.as_str()));
            assert!(legal > 0 || fits_others, "{}: no other {field} was found", info.id);
        }
    }
    println!("the rules in words follow {followed} edits");
}
