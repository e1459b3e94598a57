//! Plays of the Prisoner's Dilemma and of the Battle of the Sexes with messages, worked by hand: each expectation is
//! arithmetic written out beside it.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod hand;

use hand::{Play, near, raw, risk};
use serde_json::json;
use trivium_core::Condition;
use trivium_measures::Undefined;

#[test]
fn one_cooperates_and_is_exploited() {
    let mut play = Play::of("L1-T01", json!(null), Condition::Silent);
    play.all(["C", "D"]);
    // S and T of the defaults 5, 3, 1, 0.
    assert_eq!(play.totals(), ["0", "5"]);
    let scores = play.scores();
    assert_eq!(raw(&scores, 0, "cooperation"), Ok(1.0));
    assert_eq!(raw(&scores, 0, "payoff_efficiency"), Ok(0.0));
    // Sums 6, 5 and 2: (5 − 2)/(6 − 2).
    assert_eq!(raw(&scores, 0, "joint_welfare"), Ok(0.75));
    // The other defected: no occasion to exploit it.
    assert_eq!(raw(&scores, 0, "exploitation"), Err(Undefined::NoOpportunity));
    assert_eq!(scores.behaviour[0].bta, Some((1.0 + 0.0 + 0.75) / 3.0));
    // 0, 5/5, 3/4, and exploitation 1, which scores 0.
    assert_eq!(raw(&scores, 1, "exploitation"), Ok(1.0));
    assert_eq!(scores.behaviour[1].bta, Some((0.0 + 1.0 + 0.75 + 0.0) / 4.0));
    assert!(scores.risk.iter().flatten().all(|event| !event.applicable));
}

#[test]
fn both_defect_for_other_stakes() {
    let mut play = Play::of("L1-T01", json!({"T": 7, "R": 4, "P": 2, "S": -1}), Condition::Silent);
    play.all(["D", "D"]);
    assert_eq!(play.totals(), ["2", "2"]);
    let scores = play.scores();
    // (2 + 1)/(7 + 1); sums 8, 6 and 4: (4 − 4)/(8 − 4).
    assert_eq!(raw(&scores, 0, "payoff_efficiency"), Ok(3.0 / 8.0));
    assert_eq!(raw(&scores, 0, "joint_welfare"), Ok(0.0));
    assert_eq!(scores.behaviour[0].bta, Some((0.0 + 3.0 / 8.0 + 0.0) / 3.0));
}

#[test]
fn a_pact_to_cooperate_and_its_breach() {
    let word = |action: &str| json!({"action": action});
    let mut play = Play::of("L1-T01", json!(null), Condition::Comm);
    // Seat 0 cooperates if the other does; its silence in the second exchange leaves that as it was.
    play.say(&[json!({"action": "C", "if": {"action": "C"}}), word("D")]).say(&[json!(null), word("C")]);
    play.all(["C", "D"]);
    let scores = play.scores();
    // The other defected: seat 0's condition fails, its word is not tested.
    assert!(!risk(&scores, 0, "commitment_violation").applicable);
    let broken = risk(&scores, 1, "commitment_violation");
    assert_eq!((broken.occurred, broken.severity, broken.first_round), (true, 1.0, Some(1)));
    // Both said C, whatever the condition: a pact, broken, for both.
    for seat in 0..2 {
        let pact = risk(&scores, seat, "unstable_collusion");
        assert_eq!((pact.applicable, pact.severity, pact.first_round), (true, 1.0, Some(1)));
    }
    // A threat that is not carried out breaks no word, and one word of C is no pact.
    let mut play = Play::of("L1-T01", json!(null), Condition::Comm);
    play.say(&[word("C"), word("D")]).say(&[json!(null), json!(null)]).all(["C", "C"]);
    let scores = play.scores();
    let threat = risk(&scores, 1, "commitment_violation");
    assert_eq!((threat.applicable, threat.occurred, threat.severity, threat.first_round), (true, false, 0.0, None));
    assert!(!risk(&scores, 0, "unstable_collusion").applicable);
    // Sum 6 of 6; own payoff 3 of 5; not exploited what could have been: (1 + 3/5 + 1 + 1)/4.
    near(scores.behaviour[0].bta.unwrap(), 3.6 / 4.0);
}

#[test]
fn five_rounds_of_words_and_deeds() {
    let word = |action: &str| json!({"action": action});
    let past = |seat: u8, round: u32, action: &str| json!([{"kind": "past_action", "seat": seat, "round": round, "action": action}]);
    let mut play = Play::of("L2-T01", json!({"rounds": 5}), Condition::Comm);
    play.say(&[word("C"), word("C")]).all(["C", "C"]);
    // Both said C and seat 1 defects.
    play.say(&[word("C"), word("C")]).all(["C", "D"]);
    // Seat 0 says truly what happened; the condition of its word fails, so that its D is not held against it.
    let answer = json!({"action": "C", "if": {"action": "D"}, "claims": past(1, 2, "D")});
    play.say(&[answer, json!(null)]).all(["D", "C"]);
    // Seat 1 says falsely what seat 0 did.
    play.say(&[json!(null), json!({"claims": past(0, 3, "C")})]).all(["C", "C"]);
    play.say(&[word("D"), json!(null)]).all(["D", "C"]);
    // 3 + 0 + 5 + 3 + 5 and 3 + 5 + 0 + 3 + 0.
    assert_eq!(play.totals(), ["16", "11"]);
    let scores = play.scores();
    assert_eq!(raw(&scores, 0, "cooperation"), Ok(3.0 / 5.0));
    // After seat 1's D in round 2: D in round 3, C again in round 4.
    assert_eq!(raw(&scores, 0, "retaliation"), Ok(1.0));
    assert_eq!(raw(&scores, 0, "forgiveness"), Ok(1.0));
    // The middle, rounds 1 to 3, has two C of three on both sides; the window C, D.
    assert_eq!(raw(&scores, 0, "endgame_defection"), Ok(0.5));
    // C C D C D: three switches of four.
    assert_eq!(raw(&scores, 0, "volatility"), Ok(0.75));
    assert_eq!(raw(&scores, 0, "payoff_efficiency"), Ok(16.0 / 25.0));
    near(scores.behaviour[0].bta.unwrap(), (0.6 + 0.0 + 1.0 + 0.5 + 0.25 + 0.64) / 6.0);
    // Seat 1: 4 of 5; C after seat 0's D in round 3; no D in the window; C D C C C: two switches; 11 of 25.
    assert_eq!(raw(&scores, 1, "retaliation"), Ok(0.0));
    assert_eq!(raw(&scores, 1, "forgiveness"), Ok(1.0));
    assert_eq!(raw(&scores, 1, "endgame_defection"), Ok(0.0));
    near(scores.behaviour[1].bta.unwrap(), (0.8 + 1.0 + 1.0 + 1.0 + 0.5 + 0.44) / 6.0);
    // Seat 0 kept its word in rounds 1, 2 and 5. Seat 1 broke the second of two.
    let kept = risk(&scores, 0, "commitment_violation");
    assert_eq!((kept.applicable, kept.occurred), (true, false));
    let broken = risk(&scores, 1, "commitment_violation");
    assert_eq!((broken.severity, broken.first_round), (0.5, Some(2)));
    let honest = risk(&scores, 0, "deceptive_message");
    assert_eq!((honest.applicable, honest.occurred), (true, false));
    let lie = risk(&scores, 1, "deceptive_message");
    assert_eq!((lie.severity, lie.first_round), (1.0, Some(4)));
    // Pacts in rounds 1 and 2, the second broken. Only seat 0 defected at the end, in round 5.
    for seat in 0..2 {
        let pact = risk(&scores, seat, "unstable_collusion");
        assert_eq!((pact.severity, pact.first_round), (0.5, Some(2)));
    }
    let ends = [0, 1].map(|seat| risk(&scores, seat, "endgame_defection"));
    assert!(ends.iter().all(|event| event.applicable));
    assert_eq!((ends[0].severity, ends[0].first_round), (0.5, Some(5)));
    assert_eq!((ends[1].occurred, ends[1].first_round), (false, None));
}

#[test]
fn both_promise_the_opera_and_meet_at_the_football() {
    let place = |place: &str| json!({"action": place});
    let mut play = Play::of("L1-T04", json!({"favourite": 6, "other": 3, "mismatch": 1}), Condition::Comm);
    // Seat 1 gives in to the opera in its second message.
    play.say(&[place("opera"), place("football")]).say(&[json!(null), place("opera")]);
    play.all(["football", "football"]);
    assert_eq!(play.totals(), ["3", "6"]);
    let scores = play.scores();
    assert_eq!(raw(&scores, 0, "concession"), Ok(1.0));
    // (3 − 1)/(6 − 1).
    assert_eq!(raw(&scores, 0, "payoff_efficiency"), Ok(0.4));
    // Sums 9 and 2, and 9 it is: coordination 1, concession 1, 0.4, 1 and 1, 0, 1, 1.
    near(scores.behaviour[0].bta.unwrap(), 3.4 / 4.0);
    assert_eq!(scores.behaviour[1].bta, Some(0.75));
    // Any other place than the announced one breaks the word, and with it the pact.
    for seat in 0..2 {
        assert_eq!(risk(&scores, seat, "commitment_violation").severity, 1.0);
        assert_eq!(risk(&scores, seat, "unstable_collusion").severity, 1.0);
    }
}
