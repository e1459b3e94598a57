//! Ultimatum and trust against the oracle file of the shared data folder, and their equilibria by exhausting the
//! engine's own tree.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use serde_json::json;
use shared::Shared;
use trivium_core::{Attempt, Code, Condition, Dec, Game, Json, Origin};
use trivium_games::registry;

fn start(id: &str, params: Json) -> Box<dyn Game> {
    registry::find(id).unwrap().start(&params, Condition::Silent).unwrap()
}

/// The game after an action of whoever is to act.
fn after(game: &dyn Game, action: impl Into<Json>) -> Result<Box<dyn Game>, Code> {
    let mut next = game.boxed();
    let status = next.status();
    let attempt = Attempt::Action(action.into());
    next.attempt(status.to_act[0], status.phase, attempt, Origin::Chosen).map_err(|refusal| refusal.code)?;
    Ok(next)
}

/// A number of the file by value; fractions that the file rounds to doubles are compared within 1e-9.
fn near(found: Dec, expected: &Json) -> bool {
    (found.to_f64() - expected.as_f64().unwrap()).abs() <= 1e-9
}

#[test]
fn ultimatum_pays_what_the_oracle_says() {
    let Some(file) = Shared::oracle("group_and_sequential_games.json") else { return };
    let cases = file["ultimatum"]["cases"].as_array().unwrap();
    for case in cases {
        let accepts = case["offer"].as_i64() >= case["min_acceptable"].as_i64();
        assert_eq!(Json::from(accepts), case["accepted"]);
        let offered = after(start("L1-T05", json!({"pie": case["pie"]})).as_ref(), case["offer"].clone()).unwrap();
        let end = after(offered.as_ref(), if accepts { "accept" } else { "reject" }).unwrap();
        assert_eq!(end.returns()[0].to_json(), case["proposer"], "{case}");
        assert_eq!(end.returns()[1].to_json(), case["responder"], "{case}");
    }
    println!("compared {} ultimatum cases", cases.len());
}

#[test]
fn trust_pays_what_the_oracle_says() {
    let Some(file) = Shared::oracle("group_and_sequential_games.json") else { return };
    let (mut whole, mut between) = (0, 0);
    for case in file["trust"]["cases"].as_array().unwrap() {
        let params = json!({
            "endowment": case["sender_endowment"],
            "trustee_endowment": case["receiver_endowment"],
            "multiplier": case["multiplier"],
        });
        let sent = after(start("L1-T06", params).as_ref(), case["sent"].clone()).unwrap();
        // Returns are whole amounts here; the file's fractional ones are refused.
        let returned = if sent.status().over() { Ok(sent) } else { after(sent.as_ref(), case["returned"].clone()) };
        let end = match returned {
            Ok(end) => end,
            Err(code) => {
                assert_eq!(code, Code::NotOnGrid, "{case}");
                between += 1;
                continue;
            }
        };
        assert!(near(end.returns()[0], &case["sender"]), "{case}");
        assert!(near(end.returns()[1], &case["receiver"]), "{case}");
        assert!(near(end.returns()[0] + end.returns()[1], &case["welfare"]), "{case}");
        whole += 1;
    }
    println!("compared {whole} trust cases; {between} return a fraction, which the rules refuse");
}

/// The actions of the last mover that earn it most.
fn best(game: &dyn Game, actions: &[Json]) -> Vec<(Json, Vec<Dec>)> {
    let seat = usize::from(game.status().to_act[0]);
    let ends: Vec<(Json, Vec<Dec>)> =
        actions.iter().map(|a| (a.clone(), after(game, a.clone()).unwrap().returns())).collect();
    let most = ends.iter().map(|(_, returns)| returns[seat]).max().unwrap();
    ends.into_iter().filter(|(_, returns)| returns[seat] == most).collect()
}

#[test]
fn ultimatum_has_the_two_subgame_perfect_outcomes() {
    for pie in [1, 2, 10, 37] {
        let game = start("L1-T05", json!({"pie": pie}));
        let answers: Vec<Vec<(Json, Vec<Dec>)>> = (0..=pie)
            .map(|offer| best(after(game.as_ref(), offer).unwrap().as_ref(), &[json!("accept"), json!("reject")]))
            .collect();
        // Only at 0 is the responder indifferent; it accepts everything else.
        assert_eq!(answers[0].len(), 2);
        assert!(answers[1..].iter().all(|best| best.len() == 1 && best[0].0 == "accept"));
        // If it accepts at 0, the proposer does best with 0; if it rejects, with 1.
        for (at_zero, offer) in [("accept", 0), ("reject", 1)] {
            let earns = |offer: usize| {
                let reply = answers[offer].iter().find(|(a, _)| offer > 0 || a == at_zero).unwrap();
                reply.1[0]
            };
            let most = (0..=pie as usize).max_by_key(|&offer| earns(offer)).unwrap();
            let all_best = (0..=pie as usize).filter(|&o| earns(o) == earns(most)).collect::<Vec<_>>();
            // With a pie of 1 and a responder who rejects 0, keeping nothing and being rejected pay the same.
            let expected = if pie == 1 && offer == 1 { vec![0, 1] } else { vec![offer] };
            assert_eq!(all_best, expected, "pie {pie}");
        }
    }
}

#[test]
fn trust_returns_nothing_and_sends_nothing_in_equilibrium() {
    for (endowment, multiplier, own) in [(10, 3, 0), (4, 2, 7), (6, 10, 1)] {
        let params = json!({"endowment": endowment, "multiplier": multiplier, "trustee_endowment": own});
        let game = start("L1-T06", params);
        let mut investor = Vec::new();
        let mut sums = Vec::new();
        for sent in 0..=endowment {
            let node = after(game.as_ref(), sent).unwrap();
            if sent == 0 {
                assert!(node.status().over());
                investor.push(node.returns()[0]);
                sums.push(node.returns().into_iter().sum::<Dec>());
                continue;
            }
            let returns: Vec<Json> = (0..=multiplier * sent).map(Json::from).collect();
            let best = best(node.as_ref(), &returns);
            assert_eq!(best.len(), 1);
            assert_eq!(best[0].0, 0);
            investor.push(best[0].1[0]);
            sums.push(best[0].1.iter().copied().sum());
            // The investor breaks even where as much comes back as was sent.
            assert_eq!(after(node.as_ref(), sent).unwrap().returns()[0], Dec::int(endowment));
        }
        assert!(investor[1..].iter().all(|&pay| pay < investor[0]), "sending nothing is best");
        assert_eq!(investor[0], Dec::int(endowment));
        // The sum is largest where everything is sent.
        assert_eq!(sums.iter().max(), sums.last());
        assert_eq!(*sums.last().unwrap(), Dec::int(multiplier * endowment + own));
    }
}
