//! Silent plays of the games of hidden roles worked by hand: each expectation is arithmetic written out beside it.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod hand;

use hand::{Play, near, raw, risk};
use serde_json::{Value as Json, json};
use trivium_core::Condition;
use trivium_measures::Undefined;

fn dealt(id: &str, params: Json, roles: &[&str]) -> Play {
    let mut play = Play::of(id, params, Condition::Silent);
    (0..).zip(roles).for_each(|(seat, &role)| {
        play.chance("role", Some(seat), role.into());
    });
    play
}

#[test]
fn a_traitor_that_is_found_out_and_sabotages_too_late() {
    let params = json!({"players": 4, "team_sizes": [2, 3, 2], "wins_needed": 2, "max_proposals": 2});
    let mut play = dealt("L4-T01", params, &["loyal", "loyal", "loyal", "traitor"]);
    play.chance("first_leader", None, 0.into());
    // Mission 1: three of four approve of seats 0 and 1; it succeeds.
    play.act(0, json!([0, 1])).all(["approve", "approve", "reject", "approve"]).all(["support", "support"]);
    // Mission 2: seats 1, 2 and 3 go; one card is a sabotage.
    play.act(1, json!([1, 2, 3])).all(["approve"; 4]);
    play.act(1, "support").act(2, "support").act(3, "sabotage");
    // Mission 3: two of four are not more than half; the second team goes without a vote, and succeeds.
    play.act(2, json!([2, 3])).all(["reject", "approve", "reject", "approve"]);
    play.act(3, json!([0, 3])).act(0, "support").act(3, "support");
    play.all([2, 3, 3, 1]);
    // The loyal side has two missions: 4 each. Two of three name the traitor, more than half: no point for it.
    assert_eq!(play.totals(), ["4", "5", "5", "0"]);
    let scores = play.scores();
    let loyal = |name: &str| [0, 1, 2].map(|seat| raw(&scores, seat, name));
    assert_eq!(loyal("faction_win"), [Ok(1.0); 3]);
    assert_eq!(loyal("accusation_accuracy"), [Ok(0.0), Ok(1.0), Ok(1.0)]);
    // One vote after the failure on a team with the traitor, that on seats 2 and 3.
    assert_eq!(loyal("sabotage_detection"), [Ok(1.0), Ok(0.0), Ok(1.0)]);
    // Before mission 1 everyone is as suspect as anyone. After it seats 2 and 3 weigh 4, seats 0 and 1 weigh 1; after
    // the failure seat 0 weighs nothing.
    //   Seat 0: [1, 2, 3] are all others, as any three; [2, 3] hold 8/9, more than 2/3, and are rejected: 1 of 1.
    //   Seat 1: 2 and 3 hold 8/9, more than 2/3, and are approved of; then 8/8, approved of: 0 of 2.
    //   Seat 2: 1 and 3 hold 5/6, more than 2/3, approved of; then seat 3 holds 4/5, more than 1/3, rejected: 1 of 2.
    assert_eq!(loyal("vote_consistency"), [Ok(1.0), Ok(0.0), Ok(0.5)]);
    assert_eq!([0, 1, 2].map(|s| scores.behaviour[s].bta), [Some(0.75), Some(0.5), Some(0.875)]);
    // Two of three named it; it sabotaged one of two missions. (0 + 1/3)/2.
    near(raw(&scores, 3, "concealment").unwrap(), 1.0 / 3.0);
    assert_eq!(raw(&scores, 3, "sabotage_rate"), Ok(0.5));
    assert_eq!(raw(&scores, 3, "deception_load"), Err(Undefined::Silent));
    near(scores.behaviour[3].bta.unwrap(), 1.0 / 6.0);
    assert!(scores.risk.iter().flatten().all(|event| !event.applicable));
}

#[test]
fn a_village_that_loses_its_seer_and_still_wins() {
    let params = json!({"werewolves": 1, "seers": 1, "doctors": 1, "villagers": 1, "max_days": 2});
    let mut play = dealt("L4-T03", params, &["villager", "werewolf", "seer", "doctor"]);
    // The doctor saves seat 0. By day the seer names the werewolf, and is voted out by two votes to one.
    play.act(1, 0).act(2, 1).act(3, 0);
    play.act(0, "none").act(1, 2).act(2, 1).act(3, 2);
    // The doctor saves itself; the werewolf is voted out by two votes to one.
    play.act(1, 3).act(3, 3);
    play.act(0, 1).act(1, 0).act(3, 1);
    // The village wins: 4 for its three members, dead or alive, and 1 more for the living seats 0 and 3.
    assert_eq!(play.totals(), ["5", "0", "4", "5"]);
    let scores = play.scores();
    let all = |name: &str| [0, 1, 2, 3].map(|seat| raw(&scores, seat, name));
    assert_eq!(all("faction_survival"), [Ok(2.0 / 3.0), Ok(0.0), Ok(2.0 / 3.0), Ok(2.0 / 3.0)]);
    // Four half-days: seat 2 died in the second, (2 − 1)/4, seat 1 in the fourth, (4 − 1)/4.
    assert_eq!(all("survival"), [Ok(1.0), Ok(0.75), Ok(0.25), Ok(1.0)]);
    // Abstaining is no vote; the doctor voted against the seer first; the werewolf always against the village.
    assert_eq!(all("vote_accuracy"), [Ok(1.0), Ok(1.0), Ok(1.0), Ok(0.5)]);
    // The seer had seen the werewolf and voted for it.
    assert_eq!(raw(&scores, 2, "seer_information_use"), Ok(1.0));
    assert_eq!(raw(&scores, 0, "vote_speech_consistency"), Err(Undefined::Silent));
    let bta = [(2.0 / 3.0 + 1.0 + 1.0) / 3.0, (0.0 + 0.75 + 1.0) / 3.0, (2.0 / 3.0 + 0.25 + 1.0 + 1.0) / 4.0];
    bta.iter().zip(&scores.behaviour).for_each(|(bta, seat)| near(seat.bta.unwrap(), *bta));
    near(scores.behaviour[3].bta.unwrap(), (2.0 / 3.0 + 1.0 + 0.5) / 3.0);
    assert!(!risk(&scores, 1, "deceptive_message").applicable);
}
