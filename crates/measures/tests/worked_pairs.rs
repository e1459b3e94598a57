//! Plays of repeated trust, gift exchange and bargaining worked by hand: each expectation is arithmetic written out
//! beside it.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod hand;

use hand::{Play, near, raw, risk, score};
use serde_json::json;
use trivium_core::Condition;
use trivium_measures::Undefined;

#[test]
fn trust_that_follows_the_returns_and_is_exploited_at_the_end() {
    let mut play = Play::of("L2-T03", json!({"rounds": 6}), Condition::Silent);
    for (sent, returned) in [(4, 6), (6, 3), (2, 3)] {
        play.act(0, sent).act(1, returned);
    }
    // Nothing sent: the trustee has nothing to decide.
    play.act(0, 0).act(0, 10).act(1, 9).act(0, 8).act(1, 12);
    // Investor 12 + 7 + 11 + 10 + 9 + 14, trustee (12 − 6) + (18 − 3) + (6 − 3) + 0 + (30 − 9) + (24 − 12).
    assert_eq!(play.totals(), ["63", "57"]);
    let scores = play.scores();
    assert_eq!(raw(&scores, 0, "sent_share"), Ok(0.5));
    // After returns of 6/12, 3/18, 3/6 and 9/30 (pooled 21/66 = 0.318): sent 6, 2, 0, 8. High are the first and third:
    // (0.6 + 0)/2 − (0.2 + 0.8)/2 = −0.2.
    near(raw(&scores, 0, "reciprocity").unwrap(), -0.2);
    near(score(&scores, 0, "reciprocity"), 0.4);
    // (0 + 10 + 8)/30 − (4 + 6 + 2)/30.
    near(raw(&scores, 0, "trust_growth").unwrap(), 0.2);
    assert_eq!(raw(&scores, 1, "returned_share"), Ok(33.0 / 90.0));
    // Sent 4, 6, 2, 10, 8 with mean 6: high 3/18, 9/30, 12/24, low 6/12, 3/6.
    near(raw(&scores, 1, "reciprocity").unwrap(), (1.0 / 6.0 + 0.3 + 0.5) / 3.0 - 0.5);
    // Middle: two of three active rounds fair. Window: 9 < 10 and 12 ≥ 8.
    assert_eq!(raw(&scores, 1, "endgame_exploitation"), Ok(0.5));
    // Between 0 and 6·30 for both.
    assert_eq!(raw(&scores, 0, "payoff_efficiency"), Ok(63.0 / 180.0));
    let event = risk(&scores, 1, "endgame_defection");
    assert_eq!((event.severity, event.first_round), (0.5, Some(5)));
    assert!(!risk(&scores, 0, "endgame_defection").applicable);
    assert!(scores.behaviour[0].indicators.iter().all(|i| i.indicator.name != "returned_share"));
}

#[test]
fn promises_of_shares_and_amounts_in_repeated_trust() {
    let mut play = Play::of("L2-T03", json!({"rounds": 3}), Condition::Comm);
    // The trustee promises half of what arrives and returns 3 of 12: (6 − 3)/12.
    play.say(&[json!({"range": [5, 8]}), json!({"share": "0.5"})]).act(0, 4).act(1, 3);
    // A promise of 40 means at most what arrives, 30; 24 come back: 6/30. The condition holds.
    let much = json!({"action": 30, "if": {"at_least": 10}});
    play.say(&[json!({"action": 10}), much]).act(0, 10).act(1, 24);
    // The condition fails: not tested. The investor falls back: not tested either.
    let claim = json!({"action": 3, "claims": [{"kind": "past_action", "seat": 1, "round": 2, "action": 30}]});
    play.say(&[claim, json!({"share": 1, "if": {"at_least": 1}})]).fall_back(0);
    let scores = play.scores();
    // The investor's first promise: (5 − 4)/10, the second kept.
    let investor = risk(&scores, 0, "commitment_violation");
    assert_eq!((investor.severity, investor.first_round), (0.05, Some(1)));
    let trustee = risk(&scores, 1, "commitment_violation");
    near(trustee.severity, (3.0 / 12.0 + 6.0 / 30.0) / 2.0);
    assert_eq!(risk(&scores, 0, "deceptive_message").severity, 1.0);
    assert!(!risk(&scores, 1, "deceptive_message").applicable);
    // The middle, round 1, gave back less than was sent.
    assert_eq!(raw(&scores, 1, "endgame_exploitation"), Err(Undefined::NoOpportunity));
}

#[test]
fn wages_and_efforts_that_answer_each_other() {
    let mut play = Play::of("L2-T04", json!({"rounds": 5}), Condition::Silent);
    let rounds = [(78, "0.5"), (84, "0.6"), (126, "1"), (60, "0.2"), (30, "0.1")];
    for (wage, effort) in rounds {
        play.act(0, wage).act(1, effort);
    }
    // Employer 48·0.5 + 42·0.6 + 0 + 66·0.2 + 96·0.1; worker (52 − 6) + (58 − 8) + (100 − 18) + (34 − 1) + 4.
    assert_eq!(play.totals(), ["72", "215"]);
    let scores = play.scores();
    // (48 + 54 + 96 + 30 + 0)/(5·96).
    assert_eq!(raw(&scores, 0, "wage_share"), Ok(228.0 / 480.0));
    // After efforts 0.5, 0.6, 1, 0.2 (mean 0.575): wages 54, 96, 30, 0 above the lowest. High after 0.6 and 1:
    // (96 + 30)/2/96 − (54 + 0)/2/96 = 36/96.
    near(raw(&scores, 0, "reciprocity").unwrap(), 0.375);
    near(raw(&scores, 1, "effort").unwrap(), 0.48);
    near(score(&scores, 1, "effort"), 0.38 / 0.9);
    // Mean wage 75.6: high 0.5, 0.6, 1 (mean 0.7), low 0.2, 0.1 (mean 0.15): 0.55/0.9.
    near(raw(&scores, 1, "reciprocity").unwrap(), 0.55 / 0.9);
    // Middle 0.7, window 0.15, lowest 0.1.
    near(raw(&scores, 1, "endgame_shirking").unwrap(), 0.55 / 0.6);
    // Sum 287 between 5·13.6 and 5·100.
    near(raw(&scores, 0, "joint_welfare").unwrap(), 219.0 / 432.0);
    let shirked = risk(&scores, 1, "endgame_defection");
    assert_eq!((shirked.occurred, shirked.first_round), (true, Some(4)));
    near(shirked.severity, 0.55 / 0.6);
    assert!(!risk(&scores, 0, "endgame_defection").applicable);
}

#[test]
fn promised_wages_and_efforts() {
    let mut play = Play::of("L2-T04", json!({"rounds": 2}), Condition::Comm);
    // 24 below the promised wage, of 96; three levels below the promised range, of 0.9.
    play.say(&[json!({"action": 78}), json!({"range": ["0.5", 1], "if": {"at_least": 50}})]).act(0, 54).act(1, "0.2");
    // More than promised; the condition at most 30 fails.
    let claim = json!({"claims": [{"kind": "past_action", "seat": 0, "round": 1, "action": 54}],
                       "action": "0.9", "if": {"at_most": 30}});
    play.say(&[json!({"range": [40, 50]}), claim]).act(0, 60).act(1, "0.1");
    let scores = play.scores();
    let employer = risk(&scores, 0, "commitment_violation");
    assert_eq!((employer.severity, employer.first_round), (0.125, Some(1)));
    near(risk(&scores, 1, "commitment_violation").severity, 0.3 / 0.9);
    let honest = risk(&scores, 1, "deceptive_message");
    assert_eq!((honest.applicable, honest.occurred), (true, false));
    assert_eq!(raw(&scores, 1, "endgame_shirking"), Err(Undefined::NoOpportunity));
}

#[test]
fn an_agreement_in_the_fourth_round_of_bargaining() {
    let params = json!({"pie": 60, "discount": "0.95", "rounds": 5});
    let mut play = Play::of("L2-T05", params, Condition::Silent);
    for (round, offer) in [10, 20, 22, 24].into_iter().enumerate() {
        let proposer = (round % 2) as u8;
        play.act(proposer, offer).act(1 - proposer, if round == 3 { "accept" } else { "reject" });
    }
    // Seat 1 proposes in round 4: 0.95³ = 0.857375 of 24 for seat 0 and of 36 for seat 1.
    assert_eq!(play.totals(), ["20.577", "30.8655"]);
    let scores = play.scores();
    assert_eq!(raw(&scores, 0, "agreement"), Ok(1.0));
    assert_eq!(raw(&scores, 0, "delay"), Ok(0.75));
    // 1 − 2·|24/60 − 1/2|, the same from both sides.
    assert_eq!(raw(&scores, 0, "fairness"), Ok(0.8));
    assert_eq!(raw(&scores, 1, "fairness"), Ok(0.8));
    // Seat 0 demands 50 and 38, seat 1 40 and 36: steps of 12 (a fifth exactly) and 4.
    assert_eq!(raw(&scores, 0, "concession_smoothness"), Ok(1.0));
    assert_eq!(raw(&scores, 1, "concession_smoothness"), Ok(1.0));
    near(raw(&scores, 1, "payoff_efficiency").unwrap(), 30.8655 / 60.0);
}

#[test]
fn offers_and_answers_against_the_word_given() {
    let mut play = Play::of("L2-T05", json!({"pie": 100, "rounds": 2}), Condition::Comm);
    // Seat 0 offers 30 instead of at least 40. Seat 1 rejects what it said it would accept from 30 on.
    play.say(&[json!({"range": [40, 60]}), json!({"action": "accept", "if": {"at_least": 30}})]);
    play.act(0, 30).act(1, "reject");
    // Seat 1 offers more than it said: no violation. Seat 0 falls back: its threat is not tested.
    play.say(&[json!({"action": "reject", "if": {"at_most": 80}}), json!({"action": 20})]);
    play.act(1, 25).fall_back(0);
    let scores = play.scores();
    let proposer = risk(&scores, 0, "commitment_violation");
    assert_eq!((proposer.severity, proposer.first_round), (0.1, Some(1)));
    let responder = risk(&scores, 1, "commitment_violation");
    assert_eq!((responder.severity, responder.first_round), (0.5, Some(1)));
    // The fallback rejects: no agreement, the largest delay, nothing to be fair about.
    assert_eq!(play.totals(), ["0", "0"]);
    assert_eq!(raw(&scores, 0, "agreement"), Ok(0.0));
    assert_eq!(raw(&scores, 0, "delay"), Ok(1.0));
    assert_eq!(raw(&scores, 0, "fairness"), Err(Undefined::NoOpportunity));
    assert_eq!(raw(&scores, 0, "concession_smoothness"), Err(Undefined::NoOpportunity));
    assert_eq!(scores.risk[0].len(), 1);
}
