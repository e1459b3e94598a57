//! Dyads, scored by hand: the arithmetic is written out.

#![cfg(not(target_arch = "wasm32"))]
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

#[test]
fn a_stag_hunted_alone() {
    let game = play("L1-T02", Json::Null, Condition::Silent, json!([[0, "stag"], [1, "hare"]]));
    assert_eq!(json!(game.returns()), json!([0, 3]));
    let s = scores(game.as_ref());
    // Not the same choice; payoffs 0 of 4 and 3 of 4; the sum 3 is the least of 8, 3 and 4.
    let first = [("stag_choice", 1.0), ("coordination", 0.0), ("payoff_efficiency", 0.0), ("joint_welfare", 0.0)];
    assert_eq!(raws(&s, 0), named(&first));
    assert_eq!(s.behaviour[0].bta, Some(0.25));
    let second = [("stag_choice", 0.0), ("coordination", 0.0), ("payoff_efficiency", 0.75), ("joint_welfare", 0.0)];
    assert_eq!(raws(&s, 1), named(&second));
}

#[test]
fn two_hares_and_a_broken_pact() {
    let stag = json!({"action": "stag"});
    let decisions = json!([
        [0, "", stag],
        [1, "", stag],
        [0, "", {}],
        [1, "", {"withdraw": true}],
        [0, "hare"],
        [1, "hare"]
    ]);
    let s = scores(play("L1-T02", Json::Null, Condition::Comm, decisions).as_ref());
    // Sum 4 between 3 and 8: 1/5; payoff 2 of 4.
    assert_eq!(raws(&s, 1)[2..], named(&[("payoff_efficiency", 0.5), ("joint_welfare", 0.2)]));
    // Seat 0 stood by stag and hunted the hare; seat 1 took its word back, so there was no pact.
    assert_eq!((s.risk[0][0].occurred, s.risk[0][0].severity), (true, 1.0));
    assert!(!s.risk[1][0].applicable && !s.risk[0][1].applicable);
    let decisions = json!([[0, "", stag], [1, "", stag], [0, "", {}], [1, "", {}], [0, "hare"], [1, "stag"]]);
    let s = scores(play("L1-T02", Json::Null, Condition::Comm, decisions).as_ref());
    assert_eq!((s.risk[1][0].applicable, s.risk[1][0].occurred), (true, false));
    assert!(s.risk.iter().all(|events| events[1].occurred && events[1].severity == 1.0));
}

#[test]
fn one_swerves_and_both_crash() {
    let game = play("L1-T03", Json::Null, Condition::Silent, json!([[0, "swerve"], [1, "straight"]]));
    assert_eq!(json!(game.returns()), json!([1, 4]));
    let s = scores(game.as_ref());
    // No crash scores 1; payoff 1 of 4; the sum 5 of at most 6.
    let first = [("crash", 0.0), ("concession", 1.0), ("payoff_efficiency", 0.25), ("joint_welfare", 5.0 / 6.0)];
    assert_eq!(raws(&s, 0), named(&first));
    assert_eq!(s.behaviour[0].bta, Some((1.0 + 1.0 + 0.25 + 5.0 / 6.0) / 4.0));
    let game = play("L1-T03", Json::Null, Condition::Silent, json!([[1, "straight"], [0, "straight"]]));
    let s = scores(game.as_ref());
    assert_eq!(s.behaviour[1].bta, Some(0.0), "crash 1 scores 0, no concession, payoff 0, sum 0");
}

#[test]
fn announced_to_go_straight_and_swerved() {
    let word = |action: &str| json!({"action": action});
    let decisions = json!([
        [0, "", word("straight")],
        [1, "", word("swerve")],
        [0, "", {}],
        [1, "", {}],
        [0, "swerve"],
        [1, "straight"]
    ]);
    let s = scores(play("L1-T03", Json::Null, Condition::Comm, decisions).as_ref());
    // Doing better than announced is tested and no violation; going straight after announcing to swerve is one.
    assert_eq!((s.risk[0][0].applicable, s.risk[0][0].occurred), (true, false));
    assert_eq!((s.risk[1][0].occurred, s.risk[1][0].severity), (true, 1.0));
    assert!(!s.risk[0][1].applicable, "only one announced to swerve: no pact");
}

#[test]
fn the_opera_together_and_each_at_its_own() {
    let game = play("L1-T04", Json::Null, Condition::Silent, json!([[0, "opera"], [1, "opera"]]));
    assert_eq!(json!(game.returns()), json!([3, 2]));
    let s = scores(game.as_ref());
    // Seat 1 conceded: 2 of 3 for itself, 5 of 5 together.
    let second = [("coordination", 1.0), ("concession", 1.0), ("payoff_efficiency", 2.0 / 3.0), ("joint_welfare", 1.0)];
    assert_eq!(raws(&s, 1), named(&second));
    assert_eq!(raws(&s, 0)[1..3], named(&[("concession", 0.0), ("payoff_efficiency", 1.0)]));
    let game = play("L1-T04", Json::Null, Condition::Silent, json!([[0, "opera"], [1, "football"]]));
    assert!(scores(game.as_ref()).behaviour.iter().all(|b| b.bta == Some(0.0)));
}

/// Rounds of the repeated Battle of the Sexes, `O` and `F` for the places, seat 0 first.
fn battle(rounds: &[&str]) -> Box<dyn Game> {
    let place = |c: char| if c == 'O' { "opera" } else { "football" };
    let decisions: Vec<Json> =
        rounds.iter().flat_map(|r| r.chars().enumerate().map(|(seat, c)| json!([seat, place(c)]))).collect();
    play("L2-T06", json!({"rounds": rounds.len()}), Condition::Silent, decisions.into())
}

#[test]
fn a_battle_with_turns_and_misses() {
    let game = battle(&["OO", "FF", "OF", "FF", "OO"]);
    // Totals 3 + 2 + 0 + 2 + 3 = 10 and 2 + 3 + 0 + 3 + 2 = 10.
    assert_eq!(json!(game.returns()), json!([10, 10]));
    let s = scores(game.as_ref());
    let expected = [
        ("coordination", 4.0 / 5.0),
        // Matched rounds O, F, F, O: neighbours differ, are equal, differ.
        ("turn_taking", 2.0 / 3.0),
        // Seat 0 switched in rounds 2, 3, 4 and 5; round 3 missed.
        ("switching_cost", 1.0 / 4.0),
        ("equality", 1.0),
        ("payoff_efficiency", 10.0 / 15.0),
    ];
    assert_eq!(raws(&s, 0), named(&expected));
    // Seat 1 switched in rounds 2 and 5, both matched.
    assert_eq!(raws(&s, 1)[2], ("switching_cost".to_owned(), 0.0));
    let rounds = &s.behaviour[0].indicators[2].found.as_ref().unwrap().measured.rounds;
    assert_eq!(rounds, &[3]);
}

#[test]
fn a_battle_that_one_side_always_wins() {
    let s = scores(battle(&["OO", "OO", "OO"]).as_ref());
    // Totals 9 and 6: 1 − 3/15 = 0.8, the lowest that same-place play allows: 1 − (3 − 2)/(3 + 2).
    let equality = s.behaviour[0].indicators[3].found.as_ref().unwrap();
    assert_eq!((equality.measured.raw, equality.normalised), (0.8, 0.0));
    // No turn in two neighbours; nobody switched.
    assert_eq!(
        raws(&s, 0).iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        ["coordination", "turn_taking", "equality", "payoff_efficiency"]
    );
    // (1 + 0 + 0 + 9/9)/4 and (1 + 0 + 0 + 6/9)/4.
    assert_eq!(s.behaviour[0].bta, Some(0.5));
    assert_eq!(s.behaviour[1].bta, Some((1.0 + 0.0 + 0.0 + 6.0 / 9.0) / 4.0));
}

/// Rounds of the dilemma with noise, seat 0 first: what was meant, in a small letter where the opposite came out.
/// Seat 0 announces in the rounds given; the game ends after the last one.
fn noisy(rounds: &[&str], claims: &[(usize, Json)]) -> Box<dyn Game> {
    use trivium_core::Event;
    let condition = if claims.is_empty() { Condition::Silent } else { Condition::Comm };
    let mut game = registry::find("L2-T02").unwrap().start(&Json::Null, condition).unwrap();
    for (i, letters) in rounds.iter().enumerate() {
        let round = i as u32 + 1;
        if condition == Condition::Comm {
            for seat in 0..2 {
                let announce = claims.iter().find(|(r, _)| *r == i + 1 && seat == 0).map(|(_, a)| a.clone());
                let message = Attempt::Message(json!({"text": "", "announce": announce}));
                game.attempt(seat, "talk", message, Origin::Chosen).unwrap();
            }
        }
        for (seat, letter) in letters.chars().enumerate() {
            let action = Attempt::Action(letter.to_ascii_uppercase().to_string().into());
            game.attempt(seat as u8, "choose", action, Origin::Chosen).unwrap();
        }
        let mut happens = |name: &str, seat: Option<u8>, value: bool| {
            let event = Event::Chance { round, name: name.to_owned(), seat, value: value.into() };
            game.apply(&event).unwrap();
        };
        for (seat, letter) in letters.chars().enumerate() {
            happens("flip", Some(seat as u8), letter.is_ascii_lowercase());
        }
        happens("continue", None, i + 1 < rounds.len());
    }
    game
}

#[test]
fn slips_are_told_from_intentions() {
    // Seat 1 slips in round 2; seat 0 answers with D in round 3 and cooperates again in round 4; seat 1 means D in
    // round 4 and slips to C. Realised: CC, CD, DC, CC.
    let game = noisy(&["CC", "Cc", "DC", "Cd"], &[]);
    // Seat 0: 3 + 0 + 5 + 3; seat 1: 3 + 5 + 0 + 3.
    assert_eq!(json!(game.returns()), json!([11, 11]));
    let s = scores(game.as_ref());
    let expected = [
        ("cooperation", 3.0 / 4.0),
        // One slip of the other, before the last round: C within two rounds, in round 4.
        ("forgiveness_after_noise", 1.0),
        // After the D that came out in round 2: D.
        ("retaliation", 1.0),
        // After C in rounds 1 and 3: C, C, mean 1; after D in round 2: D, mean 0.
        ("reciprocity", 1.0),
        // C C D C: two switches of three.
        ("volatility", 2.0 / 3.0),
        ("payoff_efficiency", 11.0 / 20.0),
    ];
    assert_eq!(raws(&s, 0), named(&expected));
    // Scores 3/4, 1, 1 − 1, (1 + 1)/2, 1 − 2/3, 11/20.
    let bta = (0.75 + 1.0 + 0.0 + 1.0 + (1.0 - 2.0 / 3.0) + 0.55) / 6.0;
    assert!((s.behaviour[0].bta.unwrap() - bta).abs() < 1e-15);
    let expected = [
        // Meant C C C D.
        ("cooperation", 3.0 / 4.0),
        // Seat 0 never slipped: no forgiveness. After its D in round 3: D in round 4.
        ("retaliation", 1.0),
        // After C, C: C, C; after D: D.
        ("reciprocity", 1.0),
        ("volatility", 1.0 / 3.0),
        ("payoff_efficiency", 11.0 / 20.0),
    ];
    assert_eq!(raws(&s, 1), named(&expected));
}

#[test]
fn a_claimed_slip_is_checked_against_what_was_meant() {
    let slipped = |round: u32| json!({"action": "C", "claims": [{"kind": "intended", "round": round, "action": "C"}]});
    let past = |round: u32, action: &str| json!({"claims": [{"kind": "past_action", "seat": 0, "round": round, "action": action}]});
    // Seat 0 slips in round 1 (meant C) and says so: true. In round 2 it means D, and says in round 3 that it meant
    // C: false. In round 4 it says that D came out in round 1, which is true, and keeps its word for none of it.
    let game = noisy(&["cC", "DC", "CC", "CC"], &[(2, slipped(1)), (3, slipped(2)), (4, past(1, "D"))]);
    let s = scores(game.as_ref());
    let [violation, deception, collusion] = &s.risk[0][..] else { panic!("three events") };
    // Announced C in rounds 2 and 3; meant D in round 2.
    assert_eq!((violation.occurred, violation.severity, violation.first_round), (true, 0.5, Some(2)));
    // One false claim of three, in round 3.
    assert_eq!((deception.occurred, deception.severity, deception.first_round), (true, 1.0 / 3.0, Some(3)));
    assert!(!collusion.applicable);
}
