//! The engines against the trajectory cases of the shared data folder: states, legal actions, visibility, payoffs,
//! refusals, two-world pairs and the decisions of rule-based agents. Indicators are compared by the measures crate.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use shared::Shared;
use std::collections::BTreeMap;
use trivium_core::{Attempt, Condition, Dec, Decision, Event, Game, Json, LegalForm, Observation, Origin, Rng, Seat};
use trivium_games::registry;

#[derive(Default)]
struct Counts {
    cases: u32,
    checkpoints: u32,
    refusals: u32,
    decisions: u32,
    twins: u32,
}

fn start(game: &str, case: &Json) -> Box<dyn Game> {
    let condition: Condition = case["condition"].as_str().unwrap().parse().unwrap();
    let info = registry::find(game).unwrap();
    info.start(&case["params"], condition).unwrap_or_else(|e| panic!("{}: {e}", case["id"]))
}

fn events(case: &Json) -> Vec<Event> {
    case["events"].as_array().unwrap().iter().map(|e| serde_json::from_value(e.clone()).unwrap()).collect()
}

fn list<'a>(value: &'a Json, key: &str) -> Vec<&'a Json> {
    value.get(key).and_then(Json::as_array).map(|a| a.iter().collect()).unwrap_or_default()
}

fn indices(value: &Json) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|i| i.as_u64().unwrap()).collect()
}

/// Numbers by value, so that `"19.4"`, `19.4` and forms with trailing zeros are one.
fn canonical(value: &Json) -> Json {
    match value {
        Json::Array(items) => items.iter().map(canonical).collect(),
        Json::Object(object) => object.iter().map(|(k, v)| (k.clone(), canonical(v))).collect(),
        other => Dec::from_json(other).map_or_else(|| other.clone(), Dec::to_json),
    }
}

fn check_point(id: &Json, game: &dyn Game, case_events: &[Event], point: &Json) {
    let at = format!("{id} after {}", point["after"]);
    let status = game.status();
    assert_eq!(Json::from(status.round), point["round"], "{at}: round");
    assert_eq!(status.phase, point["phase"].as_str().unwrap(), "{at}: phase");
    assert_eq!(Json::from(status.to_act.clone()), point["to_act"], "{at}: to act");
    for seat in 0..game.seats() {
        let key = seat.to_string();
        let expected = point.get("legal").and_then(|l| l.get(&key));
        let legal = game.legal(seat).map(|form| serde_json::to_value(form).unwrap());
        if let Some(expected) = expected {
            assert_eq!(legal.as_ref().map(canonical), Some(canonical(expected)), "{at}: legal actions of seat {seat}");
        }
        assert_eq!(game.legal(seat).is_some(), status.to_act.contains(&seat), "{at}: turn of seat {seat}");
        let visible: Vec<u64> = game.visible(seat).into_iter().map(u64::from).collect();
        let observation = game.observe(seat);
        check_observation(&at, case_events, &visible, &observation);
        if let Some(sees) = point.get("sees").and_then(|s| s.get(&key)) {
            for index in indices(sees) {
                assert!(visible.contains(&index), "{at}: seat {seat} must see event {index}");
            }
        }
        if let Some(hides) = point.get("hides").and_then(|s| s.get(&key)) {
            for index in indices(hides) {
                assert!(!visible.contains(&index), "{at}: seat {seat} must not see event {index}");
            }
        }
        if let Some(facts) = point.get("facts").and_then(|f| f.get(&key)) {
            for (name, value) in facts.as_object().unwrap() {
                let found = observation.fact(name).map(|v| canonical(&v));
                assert_eq!(found, Some(canonical(value)), "{at}: fact {name} of seat {seat}");
            }
        }
    }
}

/// The observation shows exactly the visible events.
fn check_observation(at: &str, events: &[Event], visible: &[u64], observation: &Observation) {
    let mut shown: Vec<String> = observation.events.iter().map(content).collect();
    let mut expected: Vec<String> = visible.iter().map(|&i| content(&events[i as usize])).collect();
    shown.sort();
    expected.sort();
    assert_eq!(shown, expected, "{at}: events shown");
}

fn content(event: &Event) -> String {
    canonical(&serde_json::to_value(event).unwrap()).to_string()
}

fn attempt(game: &mut dyn Game, illegal: &Json) -> Result<(), String> {
    if let Some(event) = illegal.get("event") {
        let event: Event = serde_json::from_value(event.clone()).unwrap();
        return game.apply(&event).map(|_| ()).map_err(|e| e.code.name().to_owned());
    }
    let seat = illegal["seat"].as_u64().unwrap() as Seat;
    let tried = match illegal.get("message") {
        Some(message) => Attempt::Message(message.clone()),
        None => Attempt::Action(illegal["action"].clone()),
    };
    let phase = illegal["phase"].as_str().unwrap();
    game.attempt(seat, phase, tried, Origin::Chosen).map(|_| ()).map_err(|e| e.code.name().to_owned())
}

fn state(game: &dyn Game) -> String {
    let seen: Vec<Observation> = (0..game.seats()).map(|s| game.observe(s)).collect();
    format!("{:?} {:?} {}", game.status(), game.totals(), serde_json::to_string(&seen).unwrap())
}

/// Deterministic agents decide what the case records.
fn check_agent(case: &Json, game: &dyn Game, event: &Event) -> bool {
    let (Some(seat), false) = (event.seat(), matches!(event, Event::Chance { .. })) else { return false };
    let Some(id) = case.get("agents").and_then(|a| a[usize::from(seat)].as_str()) else { return false };
    let agents = registry::find(game.id()).unwrap().agents();
    let seated = agents.iter().find(|a| a.info.id == id).unwrap_or_else(|| panic!("{}: no agent {id}", game.id()));
    if seated.info.traits.stochastic {
        return false;
    }
    let decision = seated.start().decide(&game.observe(seat), &mut Rng::new(0));
    match (decision, event) {
        (Decision::Action(action), Event::Action { action: expected, round, .. }) => {
            let form: LegalForm = game.legal(seat).unwrap();
            let action = form.check(&action).unwrap_or_else(|e| panic!("{}: {id} plays {action}: {e}", case["id"]));
            assert_eq!(canonical(&action), canonical(expected), "{}: {id} at seat {seat}, round {round}", case["id"]);
        }
        (Decision::Message(said), Event::Message { message, round, .. }) => {
            let plain = |a: &Option<Json>| a.as_ref().map(canonical).filter(|a| *a != serde_json::json!({}));
            assert_eq!(
                plain(&said.announce),
                plain(&message.announce),
                "{}: {id} at seat {seat}, round {round} says",
                case["id"]
            );
        }
        (decision, event) => panic!("{}: {id} gives {decision:?} for {event:?}", case["id"]),
    }
    true
}

fn check_case(game_id: &str, case: &Json, counts: &mut Counts) {
    let events = events(case);
    let mut game = start(game_id, case);
    let id = &case["id"];
    assert_eq!(canonical(game.params()), canonical(&case["params"]), "{id}: complete parameters");
    for k in 0..=events.len() {
        for point in list(case, "checkpoints").into_iter().filter(|p| p["after"] == k) {
            check_point(id, game.as_ref(), &events, point);
            counts.checkpoints += 1;
        }
        for illegal in list(case, "illegal").into_iter().filter(|i| i["after"] == k) {
            let before = state(game.as_ref());
            assert_eq!(
                attempt(game.as_mut(), illegal),
                Err(illegal["code"].as_str().unwrap().to_owned()),
                "{id}: {illegal}"
            );
            assert_eq!(state(game.as_ref()), before, "{id}: a refusal changes nothing: {illegal}");
            counts.refusals += 1;
        }
        if let Some(event) = events.get(k) {
            counts.decisions += u32::from(check_agent(case, game.as_ref(), event));
            game.apply(event).unwrap_or_else(|e| panic!("{id}: event {k} {event:?}: {e}"));
        }
    }
    let expect = &case["expect"];
    assert_eq!(Json::from(game.status().over()), expect["over"], "{id}: over");
    let steps: Vec<Json> = game.steps().iter().map(|s| serde_json::to_value(s).unwrap()).collect();
    assert_eq!(canonical(&Json::from(steps)), canonical(&expect["steps"]), "{id}: steps");
    let decs = |d: Vec<Dec>| d.into_iter().map(Dec::to_json).collect::<Json>();
    assert_eq!(decs(game.totals()), canonical(&expect["totals"]), "{id}: totals");
    assert_eq!(decs(game.returns()), canonical(&expect["returns"]), "{id}: returns");
    check_arrival(id, case, &events);
    counts.cases += 1;
}

/// A simultaneous phase gives the same result in whatever order its choices arrive.
fn check_arrival(id: &Json, case: &Json, events: &[Event]) {
    let (mut plain, mut turned) = (
        start(case["id"].as_str().unwrap().split('/').next().unwrap(), case),
        start(case["id"].as_str().unwrap().split('/').next().unwrap(), case),
    );
    let mut i = 0;
    while i < events.len() {
        let together = plain.status().to_act.len().max(1);
        let group = &events[i..(i + together).min(events.len())];
        for event in group {
            plain.apply(event).unwrap();
        }
        for event in group.iter().rev() {
            turned.apply(event).unwrap_or_else(|e| panic!("{id}: in reverse {event:?}: {e}"));
        }
        for seat in 0..plain.seats() {
            assert_eq!(plain.observe(seat), turned.observe(seat), "{id}: the order of arrival shows to seat {seat}");
        }
        i += group.len();
    }
}

fn check_twins(game_id: &str, cases: &[&Json]) -> u32 {
    let mut pairs: BTreeMap<&str, Vec<&Json>> = BTreeMap::new();
    for case in cases {
        if let Some(name) = case.get("twin").and_then(Json::as_str) {
            pairs.entry(name).or_default().push(case);
        }
    }
    let mut compared = 0;
    for (name, pair) in pairs {
        let [a, b] = pair[..] else { panic!("{name}: a twin stands alone") };
        let seat = a["twin_seat"].as_u64().unwrap() as Seat;
        let points: Vec<u64> = match a.get("twin_after").and_then(Json::as_u64) {
            Some(after) => vec![after],
            None => list(a, "checkpoints")
                .iter()
                .filter_map(|p| p["after"].as_u64())
                .filter(|after| list(b, "checkpoints").iter().any(|q| q["after"].as_u64() == Some(*after)))
                .collect(),
        };
        for after in points {
            let seen = [a, b].map(|case| {
                let mut game = start(game_id, case);
                for event in &events(case)[..after as usize] {
                    game.apply(event).unwrap();
                }
                game.observe(seat)
            });
            assert_eq!(seen[0], seen[1], "{name}: seat {seat} after {after}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn every_case_of_the_games_in_the_registry_agrees() {
    let mut counts = Counts::default();
    let files = Shared::trajectories();
    for (game, file) in &files {
        if registry::find(game).is_err() {
            continue;
        }
        let cases = list(file, "cases");
        for case in &cases {
            check_case(game, case, &mut counts);
        }
        counts.twins += check_twins(game, &cases);
        println!("{game}: {} cases", cases.len());
    }
    let Counts { cases, checkpoints, refusals, decisions, twins } = counts;
    println!(
        "compared {cases} cases: {checkpoints} checkpoints, {refusals} refusals, {decisions} agents' decisions, {twins} two-world observations"
    );
}
