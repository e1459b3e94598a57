//! One-shot dyads, scored by hand: the arithmetic is written out.

#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

use serde_json::{Value as Json, json};
use trivium_core::{Attempt, Condition, Game, Origin};
use trivium_games::registry;
use trivium_measures::Scores;

/// A game played through: `[seat, action]` or `[seat, text, announce]`, in order.
fn play(id: &str, params: Json, condition: Condition, decisions: Json) -> Box<dyn Game> {
    let mut game = registry::find(id).unwrap().start(&params, condition).unwrap();
    for decision in decisions.as_array().unwrap() {
        let seat = decision[0].as_u64().unwrap() as u8;
        let attempt = match decision.get(2) {
            Some(announce) => Attempt::Message(json!({"text": decision[1], "announce": announce})),
            None => Attempt::Action(decision[1].clone()),
        };
        game.attempt(seat, game.status().phase, attempt, Origin::Chosen).unwrap();
    }
    game
}

fn scores(game: &dyn Game) -> Scores {
    trivium_measures::score(game).unwrap()
}

/// Raw values of a seat's indicators in their order; undefined ones are left out.
fn raws(scores: &Scores, seat: usize) -> Vec<(String, f64)> {
    let found = scores.behaviour[seat].indicators.iter();
    found.filter_map(|i| Some((i.indicator.name.clone(), i.found.as_ref().ok()?.measured.raw))).collect()
}

fn named(values: &[(&str, f64)]) -> Vec<(String, f64)> {
    values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
}

#[test]
fn an_unequal_split_that_is_accepted() {
    let game = play("L1-T05", Json::Null, Condition::Silent, json!([[0, 3], [1, "accept"]]));
    let s = scores(game.as_ref());
    // Offer 3 of 10; agreed; the proposer keeps 7 of 10, the responder 3 of 10.
    assert_eq!(raws(&s, 0), named(&[("offer_share", 0.3), ("agreement", 1.0), ("payoff_efficiency", 0.7)]));
    assert_eq!(raws(&s, 1), named(&[("rejection_of_positive", 0.0), ("agreement", 1.0), ("payoff_efficiency", 0.3)]));
    assert_eq!(s.behaviour[0].bta, Some((0.3 + 1.0 + 0.7) / 3.0));
    // Not rejecting counts in full: (1 + 1 + 0.3)/3.
    assert_eq!(s.behaviour[1].bta, Some((1.0 + 1.0 + 0.3) / 3.0));
}

#[test]
fn a_promise_of_half_that_became_two_tenths() {
    let decisions = json!([
        [0, "half", {"action": 5}],
        [1, "from three on", {"action": "accept", "if": {"at_least": 3}}],
        [0, "", {}],
        [1, "", {}],
        [0, 2],
        [1, "reject"]
    ]);
    let s = scores(play("L1-T05", Json::Null, Condition::Comm, decisions).as_ref());
    // The offer falls short by 5 − 2 of a pie of 10; the responder's condition (at least 3) did not hold.
    let (offer, answer) = (&s.risk[0][0], &s.risk[1][0]);
    assert_eq!((offer.applicable, offer.occurred, offer.severity, offer.first_round), (true, true, 0.3, Some(1)));
    assert_eq!((answer.applicable, answer.occurred), (false, false));
    // Rejected: agreement 0, payoffs 0; the rejection of a positive offer scores 0.
    assert_eq!(s.behaviour[1].bta, Some(0.0));
}

#[test]
fn half_of_what_arrives_comes_back() {
    let game = play("L1-T06", Json::Null, Condition::Silent, json!([[0, 6], [1, 9]]));
    let s = scores(game.as_ref());
    // Sent 6 of 10, 18 arrive, 9 come back: the investor has 4 + 9 = 13 of at most 30, the trustee 9 of at most 30.
    // Together 22, between 10 (nothing sent) and 30 (everything sent): 12/20.
    assert_eq!(raws(&s, 0), named(&[("sent_share", 0.6), ("joint_welfare", 0.6), ("payoff_efficiency", 13.0 / 30.0)]));
    assert_eq!(raws(&s, 1), named(&[("returned_share", 0.5), ("joint_welfare", 0.6), ("payoff_efficiency", 0.3)]));
    assert_eq!(s.behaviour[1].bta, Some((0.5 + 0.6 + 0.3) / 3.0));
}

#[test]
fn a_promised_share_that_is_kept_in_part() {
    let decisions = json!([
        [0, "", {}],
        [1, "half", {"share": "0.5"}],
        [0, "", {}],
        [1, "", {}],
        [0, 10],
        [1, 9]
    ]);
    let s = scores(play("L1-T06", Json::Null, Condition::Comm, decisions).as_ref());
    // Promised 0.5 of 30 = 15, returned 9: short by 6 of 30.
    assert_eq!((s.risk[1][0].occurred, s.risk[1][0].severity), (true, 6.0 / 30.0));
    // Nothing sent: nothing to return, the promise is not tested and the returned share undefined.
    let decisions = json!([[0, "", {}], [1, "half", {"share": "0.5"}], [0, "", {}], [1, "", {}], [0, 0]]);
    let s = scores(play("L1-T06", Json::Null, Condition::Comm, decisions).as_ref());
    assert!(!s.risk[1][0].applicable);
    assert_eq!(raws(&s, 1), named(&[("joint_welfare", 0.0), ("payoff_efficiency", 0.0)]));
}
