//! What the rules of the group games of level 3 promise beyond what holds for every game.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use proptest::prelude::*;
use serde_json::json;
use shared::random::{play, start, step};
use trivium_core::{Attempt, Condition, Dec, Event, Game, Json, Origin, Rng, Seat};
use trivium_games::find;

fn game(id: &str, params: &Json, condition: Condition) -> Box<dyn Game> {
    start(find(id).unwrap(), params, condition)
}

fn act(game: &mut dyn Game, seat: Seat, action: Json) {
    let phase = game.status().phase;
    game.attempt(seat, phase, Attempt::Action(action), Origin::Chosen).unwrap();
}

/// Draws and applies what is due.
fn chance(game: &mut dyn Game, rng: &mut Rng) -> Json {
    let event = game.draw(rng).unwrap();
    game.apply(&event).unwrap();
    match event {
        Event::Chance { value, .. } => value,
        other => panic!("{other:?}"),
    }
}

fn sum(decs: &[Dec]) -> Dec {
    decs.iter().copied().sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_pool_is_conserved_and_its_totals_stay_below_the_bound(
        seed in any::<u64>(), n in 2..6i64, growth in 1..=2000i64, rounds in 1..12i64, step in 1..=3000i64,
        stock in 2000..=100_000i64,
    ) {
        let thousandths = |k: i64| Dec::from_scaled(i128::from(k) * 1_000_000_000);
        let params = json!({
            "n": n, "growth": thousandths(growth), "rounds": rounds, "request_step": thousandths(step),
            "stock": thousandths(stock), "collapse": 1,
        });
        let mut game = game("L3-T03", &params, Condition::Silent);
        play(game.as_mut(), &mut Rng::new(seed));
        let capacity = Dec::int(100);
        let mut stock = thousandths(stock);
        for step in game.steps() {
            let part = |name: &str| Dec::from_json(&step.outcome[name]).unwrap();
            prop_assert_eq!(part("stock"), stock);
            prop_assert_eq!(part("remaining") + sum(&step.payoffs), stock);
            prop_assert!(part("remaining") >= Dec::ZERO && step.payoffs.iter().all(|&taken| taken >= Dec::ZERO));
            prop_assert_eq!(step.outcome["collapsed"].as_bool().unwrap(), part("remaining") < Dec::ONE);
            if let Some(next) = Dec::from_json(&step.outcome["next_stock"]) {
                prop_assert!(next >= part("remaining") && next <= capacity);
                stock = next;
            }
        }
        // stock + (rounds − 1)·growth·capacity/4, times 4.
        let first = Dec::from_json(&game.steps()[0].outcome["stock"]).unwrap();
        let most = first * 4 + thousandths(growth) * 100 * (rounds - 1);
        prop_assert!(sum(&game.totals()) * 4 <= most);
        prop_assert_eq!(game.observe(0).fact("stock").and_then(|s| Dec::from_json(&s)),
            game.steps().last().and_then(|s| Dec::from_json(&s.outcome["remaining"])));
    }

    #[test]
    fn who_punished_and_what_others_earned_stays_hidden(seed in any::<u64>(), n in 3..6u8) {
        let params = json!({"n": n, "rounds": 3});
        let mut game = game("L3-T04", &params, Condition::Silent);
        play(game.as_mut(), &mut Rng::new(seed));
        for seat in 0..n {
            let o = game.observe(seat);
            prop_assert!(o.totals.is_none());
            prop_assert!(o.actions("punish").all(|(_, giver, _)| giver == seat));
            prop_assert_eq!(o.actions("punish").count(), 3);
            prop_assert_eq!(o.actions("contribute").count(), 3 * usize::from(n));
            for (step, shown) in game.steps().iter().zip(&o.results) {
                let points = |giver: u8, to: u8| step.outcome["given"][usize::from(giver)][usize::from(to)].as_i64();
                let received: i64 = (0..n).filter_map(|giver| points(giver, seat)).sum();
                let expected = json!({
                    "round": step.round,
                    "payoff": step.payoffs[usize::from(seat)],
                    "outcome": {
                        "contributions": step.outcome["contributions"],
                        "given": step.outcome["given"][usize::from(seat)],
                        "received": received,
                    },
                });
                prop_assert_eq!(shown, &expected);
            }
        }
    }

    #[test]
    fn points_only_destroy_and_payoffs_stay_within_their_bounds(seed in any::<u64>(), reveal in any::<bool>()) {
        let mut game = game("L3-T04", &json!({"rounds": 4, "reveal_punishers": reveal}), Condition::Comm);
        play(game.as_mut(), &mut Rng::new(seed));
        for step in game.steps() {
            let list = |value: &Json| value.as_array().unwrap().iter().map(|v| v.as_i64().unwrap()).sum::<i64>();
            let pool = list(&step.outcome["contributions"]);
            let points: i64 = step.outcome["given"].as_array().unwrap().iter().map(list).sum();
            // 4·20 and 0.6 more for every unit given; a point destroys 1 + 3.
            let tenths = (sum(&step.payoffs) * 10).to_i64();
            prop_assert_eq!(tenths, Some(800 + 6 * pool - 40 * points));
            // The bounds of the rules page.
            prop_assert!(step.payoffs.iter().all(|&pay| pay >= Dec::int(-52) && pay <= Dec::int(44)));
            prop_assert!(sum(&step.payoffs) >= Dec::int(-160) && sum(&step.payoffs) <= Dec::int(128));
        }
        prop_assert_eq!(game.observe(0).totals.is_some(), reveal);
    }

    #[test]
    fn a_prize_is_divided_whole_or_not_at_all(seed in any::<u64>(), weights in prop::collection::vec(1..9i64, 3..=6)) {
        let total: i64 = weights.iter().sum();
        let params = json!({"weights": weights, "quota": total / 2 + 1, "prize": 7, "proposals": 9});
        let mut game = game("L3-T06", &params, Condition::Comm);
        play(game.as_mut(), &mut Rng::new(seed));
        let formed = game.steps().last().unwrap().outcome["formed"] == json!(true);
        prop_assert_eq!(sum(&game.totals()), Dec::int(if formed { 7 } else { 0 }));
        prop_assert!(formed || game.steps().len() == 9);
    }

    #[test]
    fn everyone_proposes_once_before_anyone_proposes_again(seed in any::<u64>(), n in 3..=6usize) {
        let params = json!({"weights": vec![1; n], "quota": n, "proposals": 3 * n});
        let mut game = game("L3-T06", &params, Condition::Silent);
        let mut rng = Rng::new(seed);
        let mut drawn = Vec::new();
        while !game.status().over() {
            let proposer = chance(game.as_mut(), &mut rng).as_u64().unwrap();
            drawn.push(proposer);
            prop_assert_eq!(game.observe(0).fact("proposer"), Some(json!(proposer)));
            let everyone: Vec<usize> = (0..n).collect();
            let mut shares = vec![0; n];
            shares[0] = 100;
            act(game.as_mut(), proposer as Seat, json!({"coalition": everyone, "shares": shares}));
            for seat in game.status().to_act {
                act(game.as_mut(), seat, json!("reject"));
            }
            prop_assert_eq!(game.observe(0).fact("proposer"), None);
        }
        for block in drawn.chunks(n) {
            let mut block = block.to_vec();
            block.sort_unstable();
            prop_assert_eq!(block, (0..n as u64).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_record_may_repeat_a_proposer_and_the_draws_go_on() {
    let mut game = game("L3-T06", &Json::Null, Condition::Silent);
    let mut rng = Rng::new(3);
    for round in 1..=2 {
        game.apply(&Event::Chance { round, name: "proposer".into(), seat: None, value: json!(1) }).unwrap();
        act(game.as_mut(), 1, json!({"coalition": [1, 2], "shares": [50, 50]}));
        act(game.as_mut(), 2, json!("reject"));
    }
    assert_ne!(chance(game.as_mut(), &mut rng), json!(1));
}

#[test]
fn values_of_a_committee_are_uniform_and_stay_private_after_the_end() {
    let mut seen = [0u32; 11];
    for seed in 0..400 {
        let mut game = game("L3-T05", &Json::Null, Condition::Silent);
        let mut rng = Rng::new(seed);
        for _ in 0..5 {
            for value in chance(game.as_mut(), &mut rng).as_array().unwrap() {
                seen[value.as_u64().unwrap() as usize] += 1;
            }
        }
        if seed % 40 > 0 {
            continue;
        }
        play(game.as_mut(), &mut rng);
        for seat in 0..5 {
            let o = game.observe(seat);
            let dealt = o.events.iter().filter(|e| matches!(e, Event::Chance { name, .. } if name == "values"));
            assert_eq!(dealt.filter_map(Event::seat).collect::<Vec<_>>(), [seat]);
            assert!(o.totals.is_none());
            let shown = serde_json::to_string(&o.results).unwrap();
            assert!(!shown.contains("payoffs"), "{shown}");
        }
    }
    // 6000 draws of 11 values: 545 each, standard deviation √(6000·1/11·10/11) = 22; five of them.
    assert!(seen.iter().all(|&n| (435..=655).contains(&n)), "{seen:?}");
}

#[test]
fn the_board_shows_each_post_at_once_and_in_the_drawn_order() {
    for id in ["L3-T01", "L3-T03", "L3-T04", "L3-T05", "L3-T06"] {
        let mut game = game(id, &Json::Null, Condition::Comm);
        let mut rng = Rng::new(9);
        while game.status().phase != "board" {
            assert!(step(game.as_mut(), &mut rng), "{id} has no board");
        }
        let order: Vec<Seat> = match game.events().last().unwrap() {
            Event::Chance { name, value, .. } if name == "speaking_order" => {
                value.as_array().unwrap().iter().map(|s| s.as_u64().unwrap() as Seat).collect()
            }
            other => panic!("{id}: {other:?}"),
        };
        assert_eq!(order.len(), usize::from(game.seats()));
        for (k, seat) in order.into_iter().enumerate() {
            assert_eq!(game.status().to_act, [seat], "{id}");
            let message = Attempt::Message(json!({"text": format!("post {k}")}));
            game.attempt(seat, "board", message, Origin::Chosen).unwrap();
            for other in 0..game.seats() {
                let o = game.observe(other);
                let last = o.events.last().unwrap();
                assert!(matches!(last, Event::Message { message, .. } if message.text == format!("post {k}")), "{id}");
            }
        }
        assert!(!game.status().talk, "{id}");
    }
}
