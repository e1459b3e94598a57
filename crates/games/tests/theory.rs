//! The theory board against the oracle files, against arithmetic by hand, and against the engines' own trees.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use serde_json::json;
use shared::{Shared, number, random};
use trivium_core::{Attempt, Condition, Dec, Event, Game, Json, Origin, Rng, Seat};
use trivium_games::dilemma::{Payoffs, strategies};
use trivium_games::theory::board::{exact, near, ratio, whole};
use trivium_games::theory::memory_one::{Chain, Vector};
use trivium_games::theory::{
    Board, Fact, Fraction, Lens, Scope, Value, View, board, games, interim_payoff, last, review,
};
use trivium_games::{GAMES, Registry, find};

/// A game that the test plays by hand.
struct Play(Box<dyn Game>);

impl Play {
    fn new(id: &str, params: Json) -> Play {
        Play(find(id).unwrap().start(&params, Condition::Silent).unwrap())
    }

    fn act(&mut self, seat: Seat, action: impl Into<Json>) -> &mut Play {
        let phase = self.0.status().phase;
        self.0.attempt(seat, phase, Attempt::Action(action.into()), Origin::Chosen).unwrap();
        self
    }

    fn all<A: Into<Json>>(&mut self, actions: impl IntoIterator<Item = A>) -> &mut Play {
        for (seat, action) in (0..).zip(actions) {
            self.act(seat, action);
        }
        self
    }

    fn chance(&mut self, name: &str, seat: Option<Seat>, value: impl Into<Json>) -> &mut Play {
        let event = Event::Chance { round: self.0.status().round, name: name.to_owned(), seat, value: value.into() };
        self.0.apply(&event).unwrap();
        self
    }

    fn board(&self, seat: Seat) -> Board {
        board(&self.0.observe(seat)).unwrap_or_else(|| panic!("no board for {}", self.0.id()))
    }
}

fn lens<'a>(board: &'a Board, view: &View, scope: Scope) -> &'a Lens {
    let mut found = board.lenses.iter().filter(|l| l.view == *view && l.scope == scope);
    found.next().unwrap_or_else(|| panic!("no {view:?} of {scope:?} in {}", board.game))
}

fn value(board: &Board, view: &View, scope: Scope, action: impl Into<Json>) -> Value {
    let place = board.place(&action.into()).unwrap();
    lens(board, view, scope).values[place].unwrap()
}

fn best(board: &Board, view: &View, scope: Scope) -> Vec<Json> {
    lens(board, view, scope).best.iter().map(|i| board.actions[*i as usize].clone()).collect()
}

fn fact(board: &Board, wanted: Fact) -> Value {
    board.facts.iter().find(|(name, ..)| *name == wanted).unwrap().1
}

fn is(found: Value, num: i64, den: i64) {
    assert_eq!(found, Value::Exact(ratio(num, den)));
}

fn close(found: f64, expected: &Json, tolerance: f64, at: &str) {
    assert!((found - number(expected)).abs() <= tolerance, "{at}: {found} instead of {expected}");
}

const SO_FAR: View = View::SoFar;

#[test]
fn games_of_two_choices_have_the_equilibria_and_optima_of_the_oracle() {
    let Some(file) = Shared::oracle("normal_form.json") else { return };
    let cases = [
        ("prisoners_dilemma", "L1-T01", Json::Null),
        ("stag_hunt", "L1-T02", json!({"SS": 4, "SH": 0, "HS": 3, "HH": 3})),
        ("chicken", "L1-T03", json!({"both_swerve": 0, "swerve_alone": -1, "straight_alone": 1, "crash": -10})),
        ("battle_of_the_sexes", "L1-T04", Json::Null),
        ("battle_of_the_sexes", "L2-T06", Json::Null),
    ];
    let mut compared = 0;
    for (name, id, params) in cases {
        let oracle = file["two_player"].as_array().unwrap().iter().find(|g| g["game"] == name).unwrap();
        for seat in 0..2u8 {
            let board = Play::new(id, params.clone()).board(seat);
            let player = ["p1", "p2"][usize::from(seat)];
            // The equilibria, as mixtures over the seat's own choices, in any order.
            let mut found: Vec<(Vec<Fraction>, Vec<Value>)> = board
                .equilibria
                .iter()
                .map(|e| {
                    let chance = |action: &Json| match e.own.iter().find(|(a, _)| a == action) {
                        Some((_, Value::Exact(p))) => *p,
                        _ => whole(0),
                    };
                    (board.actions.iter().map(chance).collect(), e.payoffs.clone())
                })
                .collect();
            let text = |v: &Json| Value::Exact(v.as_str().unwrap().parse().unwrap());
            let mut expected: Vec<(Vec<Fraction>, Vec<Value>)> = oracle["extreme_equilibria"]
                .as_array()
                .unwrap()
                .iter()
                .map(|e| {
                    let mix = e[player].as_array().unwrap().iter().map(|p| p.as_str().unwrap().parse().unwrap());
                    (mix.collect(), e["payoffs"].as_array().unwrap().iter().map(text).collect())
                })
                .collect();
            found.sort_by(|a, b| a.0.cmp(&b.0));
            expected.sort_by(|a, b| a.0.cmp(&b.0));
            assert_eq!(found, expected, "{id} seat {seat}");
            assert_eq!(board.optimum.sum.map(Value::near), oracle["max_welfare"].as_f64(), "{id}");
            let security = oracle["pure_security_level"][usize::from(seat)].as_f64();
            assert_eq!(Some(fact(&board, Fact::SecurityLevel).near()), security, "{id}");
            // What each pair of choices pays.
            for own in 0..2 {
                for other in 0..2 {
                    let view = View::If(board.actions[other].clone());
                    let (row, column) = if seat == 0 { (own, other) } else { (other, own) };
                    let expected = &oracle[["payoffs_p1", "payoffs_p2"][usize::from(seat)]][row][column];
                    let found = value(&board, &view, Scope::Round, board.actions[own].clone());
                    assert_eq!(Some(found.near()), expected.as_f64(), "{id}");
                }
            }
            // Nothing was played yet: both choices of the other count alike, and that is said.
            let so_far = lens(&board, &SO_FAR, Scope::Round);
            assert!(so_far.basis.prior.is_some());
            compared += 1;
        }
    }
    println!("compared {compared} boards");
}

/// Default stag hunt against one of two: stag 4/2 + 0/2 = 2, hare 3/2 + 2/2 = 5/2.
#[test]
fn a_fair_coin_stands_in_where_nothing_was_played() {
    let board = Play::new("L1-T02", Json::Null).board(1);
    is(value(&board, &SO_FAR, Scope::Round, "stag"), 2, 1);
    is(value(&board, &SO_FAR, Scope::Round, "hare"), 5, 2);
    assert_eq!(best(&board, &SO_FAR, Scope::Round), ["hare"]);
}

/// Ten rounds; the other played C, D, C. Against one C in three: C earns 3·2/3 + 0 = 2, D 5·2/3 + 1/3 = 11/3.
#[test]
fn the_repeated_dilemma_by_hand() {
    let mut play = Play::new("L2-T01", Json::Null);
    play.all(["C", "C"]).all(["C", "D"]).all(["D", "C"]);
    let board = play.board(0);
    is(value(&board, &SO_FAR, Scope::Round, "C"), 2, 1);
    is(value(&board, &SO_FAR, Scope::Round, "D"), 11, 3);
    let counts = &lens(&board, &SO_FAR, Scope::Round).basis.counts;
    assert_eq!((counts[0].times, counts[0].of), (Value::int(2), Value::int(3)));
    // Seven rounds are left: against defectors C earns 0 + 6, D 7.
    is(value(&board, &View::Equilibrium(0), Scope::Rest, "C"), 6, 1);
    is(value(&board, &View::Equilibrium(0), Scope::Rest, "D"), 7, 1);
    assert_eq!(board.equilibria[0].own, [(json!("D"), Value::int(1))]);
    assert_eq!(board.optimum.own, [json!("C")]);
    is(board.optimum.sum.unwrap(), 6, 1);
    // The regret of the third move, D against C, is none; of the first, C against C, 2; of the second 1.
    let reviewed = review(&Registry, play.0.as_ref(), 0).unwrap();
    let missed: Vec<Option<Value>> = reviewed.iter().map(|r| r.hindsight).collect();
    assert_eq!(missed, [2, 1, 0].map(|n| Some(Value::int(n))));
    // Before the second move the other had played C only: C was worth 3 and D 5.
    assert_eq!(reviewed[1].regret[0], Some(Value::int(2)));
    assert_eq!(reviewed[0].board.round, 1);
    assert_eq!(last(&Registry, play.0.as_ref(), 0).unwrap().as_ref(), reviewed.last());
}

/// Against Tit For Tat, seen in every situation, with four rounds to go: the best of all sixteen courses.
#[test]
fn the_best_course_against_answers_is_the_best_of_all_courses() {
    let payoff = |own: usize, other: usize| [[3, 0], [5, 1]][own][other];
    let seen = ["CC", "CC", "DC", "DD", "CD", "CC", "CD", "DC"];
    for rounds_left in 1..=6usize {
        let mut play = Play::new("L2-T01", json!({"rounds": seen.len() + rounds_left}));
        for round in seen {
            play.all([&round[..1], &round[1..]]);
        }
        // Counted by hand: after CC the other played C, C, D; after DC D; after DD D; after CD C, C; and so on.
        let mut after = [[0.0f64; 2]; 4];
        let code = |round: &str| 2 * usize::from(&round[..1] == "D") + usize::from(&round[1..] == "D");
        for pair in seen.windows(2) {
            after[code(pair[0])][usize::from(&pair[1][1..] == "D")] += 1.0;
        }
        let chance = |state: usize| match after[state][0] + after[state][1] {
            0.0 => 0.5,
            n => after[state][0] / n,
        };
        // Every plan that reacts to what happened, by recursion over all of them.
        fn most(
            state: usize,
            left: usize,
            chance: &dyn Fn(usize) -> f64,
            payoff: &dyn Fn(usize, usize) -> i32,
        ) -> [f64; 2] {
            [0, 1].map(|own| {
                let p = chance(state);
                (0..2).fold(0.0, |sum, other| {
                    let later = if left == 1 { [0.0; 2] } else { most(2 * own + other, left - 1, chance, payoff) };
                    let weight = if other == 0 { p } else { 1.0 - p };
                    sum + weight * (f64::from(payoff(own, other)) + later[0].max(later[1]))
                })
            })
        }
        let expected = most(code(seen[seen.len() - 1]), rounds_left, &chance, &payoff);
        let board = play.board(0);
        for (action, expected) in ["C", "D"].into_iter().zip(expected) {
            let found = value(&board, &View::Answering, Scope::Rest, action).near();
            assert!((found - expected).abs() < 1e-12, "{rounds_left} left, {action}: {found} instead of {expected}");
        }
    }
}

#[test]
fn long_runs_and_expectations_of_memory_one_pairs_are_those_of_the_oracle() {
    let Some(file) = Shared::oracle("ipd_memory_one.json") else { return };
    let pairs = file["pairs"].as_array().unwrap();
    let scores = |state: [f64; 4]| {
        let [cc, cd, dc, dd] = state;
        [3.0 * cc + 5.0 * dc + dd, 3.0 * cc + 5.0 * cd + dd]
    };
    for pair in pairs {
        let vector = |key: &str| {
            let entry = strategies::find(pair[key].as_str().unwrap()).unwrap();
            Vector::of(entry, &Payoffs::AXELROD).unwrap_or_else(|| panic!("{} looks further", entry.id))
        };
        let noise = exact(Dec::from_json(&pair["noise"]).unwrap());
        let at = format!("{} {} {}", pair["p1"], pair["p2"], pair["noise"]);
        let chain = Chain::of(&vector("p1"), &vector("p2"), noise).unwrap();
        let limit = chain.limit().unwrap_or_else(|| panic!("{at}: too large"));
        assert_eq!(limit.iter().fold(whole(0), |sum, p| sum + *p), whole(1), "{at}");
        for (found, expected) in limit.iter().zip(pair["limit_state"].as_array().unwrap()) {
            close(near(*found), expected, 1e-9, &at);
        }
        for seat in 0..2 {
            close(scores(limit.map(near))[seat], &pair["limit_score"][seat], 1e-9, &at);
            for rounds in [10, 50, 200] {
                let expected = &pair[format!("exp{rounds}")]["score"][seat];
                close(scores(chain.expected(rounds))[seat], expected, 1e-9 * number(expected).max(1.0), &at);
            }
        }
    }
    println!("compared {} pairs, long runs exactly", pairs.len());
}

/// 5, 3, 1, 0: grim trigger from (5 − 3)/(5 − 1) = 1/2 on, Tit For Tat from (5 − 3)/(3 − 0) = 2/3.
#[test]
fn the_open_end_by_hand() {
    let params = json!({"continuation": "0.6", "cap": 3, "noise": 0});
    let mut play = Play::new("L2-T02", params);
    let board = play.board(0);
    let threshold = |wanted: Fact| *board.facts.iter().find(|(name, ..)| *name == wanted).unwrap();
    assert_eq!(threshold(Fact::GrimThreshold), (Fact::GrimThreshold, Value::Exact(ratio(1, 2)), Some(true)));
    let tit_for_tat = threshold(Fact::TitForTatThreshold);
    assert_eq!(tit_for_tat, (Fact::TitForTatThreshold, Value::Exact(ratio(2, 3)), Some(false)));
    // 1 + 0.6 + 0.36 rounds; both defecting, C now costs 1.
    assert!((fact(&board, Fact::ExpectedRounds).near() - 1.96).abs() < 1e-12);
    let now = |a: &str| value(&board, &View::Equilibrium(0), Scope::Rest, a).near();
    assert!((now("C") - 0.96).abs() < 1e-12 && (now("D") - 1.96).abs() < 1e-12);
    // The other answered C with C. In the long run the cooperator gets 3 a round; the defector is at (D, C), of which
    // nothing was seen: a coin, so (D, C) and (D, D) half the time: 5/2 + 1/2.
    for _ in 0..2 {
        play.all(["C", "C"])
            .chance("flip", Some(0), false)
            .chance("flip", Some(1), false)
            .chance("continue", None, true);
    }
    let board = play.board(0);
    let plan = |id: &str| board.plans.iter().find(|p| p.id == id).unwrap().payoffs;
    assert_eq!(plan("Cooperator"), [Value::int(3); 2]);
    assert_eq!(plan("Defector"), [Value::int(3), Value::Exact(ratio(1, 2))]);
    // One round is left at most: what it pays is all that counts.
    let worth = |a: &str| value(&board, &View::Answering, Scope::Rest, a);
    assert_eq!((worth("C"), worth("D")), (Value::Near(3.0), Value::Near(5.0)));
}

/// With slips of one in ten: D against C pays 0.9·5 + 0.1·3 = 4.8 when the other's move is what came out.
#[test]
fn slips_of_the_own_hand_are_in_the_values() {
    let play = Play::new("L2-T02", json!({"noise": "0.1"}));
    let board = play.board(1);
    is(value(&board, &View::If("C".into()), Scope::Round, "D"), 24, 5);
    is(value(&board, &View::If("D".into()), Scope::Round, "C"), 1, 10);
}

#[test]
fn the_ultimatum_by_its_own_tree() {
    for pie in [1i64, 2, 10] {
        let start = Play::new("L1-T05", json!({"pie": pie}));
        let board = start.board(0);
        for offer in 0..=pie {
            let mut offered = Play(start.0.boxed());
            offered.act(0, offer);
            let answers = offered.board(1);
            for answer in ["accept", "reject"] {
                let mut end = Play(offered.0.boxed());
                end.act(1, answer);
                let paid = end.0.returns();
                assert_eq!(value(&answers, &View::Certain, Scope::Round, answer), Value::dec(paid[1]), "{pie} {offer}");
                let gave_up = if answer == "reject" { offer } else { 0 };
                let reviewed = last(&Registry, end.0.as_ref(), 1).unwrap().unwrap();
                assert_eq!(reviewed.hindsight, Some(Value::int(gave_up)));
                assert_eq!(last(&Registry, end.0.as_ref(), 0).unwrap().unwrap().hindsight, None);
                // The two equilibria differ in the answer to 0 only.
                if answer == "accept" {
                    let accepted = |i: u32| value(&board, &View::Equilibrium(i), Scope::Round, offer);
                    assert_eq!(accepted(0), Value::dec(paid[0]));
                    assert_eq!(accepted(1), if offer == 0 { Value::int(0) } else { Value::dec(paid[0]) });
                }
            }
        }
        assert_eq!(best(&board, &View::Equilibrium(0), Scope::Round), [json!(0)]);
        assert_eq!(board.equilibria[1].own, [(json!(1), Value::int(1))]);
        assert_eq!(board.equilibria[1].payoffs, [Value::int(pie - 1), Value::int(1)]);
        assert_eq!(board.optimum.sum, Some(Value::int(pie)));
    }
}

#[test]
fn trust_by_its_own_tree() {
    for (id, params) in [
        ("L1-T06", json!({"endowment": 4, "multiplier": 3, "trustee_endowment": 2})),
        ("L2-T03", json!({"endowment": 4, "multiplier": 3, "trustee_endowment": 2, "rounds": 1})),
    ] {
        let start = Play::new(id, params);
        let board = start.board(0);
        for sent in 0..=4i64 {
            let mut node = Play(start.0.boxed());
            node.act(0, sent);
            let returns: Vec<i64> = if sent == 0 { vec![0] } else { (0..=3 * sent).collect() };
            let mut mean = whole(0);
            for back in &returns {
                let mut end = Play(node.0.boxed());
                if sent > 0 {
                    let trustee = end.board(1);
                    end.act(1, *back);
                    let paid = end.0.returns();
                    assert_eq!(value(&trustee, &View::Certain, Scope::Round, *back), Value::dec(paid[1]), "{id}");
                    assert_eq!(trustee.optimum.sum, Some(Value::dec(paid[0] + paid[1])));
                    assert_eq!(trustee.equilibria[0].payoffs[1], value(&trustee, &View::Certain, Scope::Round, 0));
                }
                mean += exact(end.0.returns()[0]) / whole(returns.len() as i64);
            }
            // Nothing was seen: every return is equally likely; in equilibrium nothing comes back.
            assert_eq!(value(&board, &SO_FAR, Scope::Round, sent), Value::Exact(mean), "{id} {sent}");
            is(value(&board, &View::Equilibrium(0), Scope::Rest, sent), 4 - sent, 1);
        }
        assert_eq!(board.equilibria[0].payoffs, [Value::int(4), Value::int(2)]);
        is(board.optimum.sum.unwrap(), 14, 1);
        is(fact(&board, Fact::BreakEven), 1, 3);
    }
}

/// Sent 10 and got 15 of 30, sent 4 and got 0 of 12: 15 of 42 came back. Of 10 sent, 30·15/42 = 75/7 are expected.
#[test]
fn trust_goes_by_what_came_back_so_far() {
    let mut play = Play::new("L2-T03", Json::Null);
    play.act(0, 10).act(1, 15).act(0, 4).act(1, 0).act(0, 0);
    let board = play.board(0);
    is(value(&board, &SO_FAR, Scope::Round, 10), 75, 7);
    is(value(&board, &SO_FAR, Scope::Round, 0), 10, 1);
    is(value(&board, &View::SameAction, Scope::Round, 10), 15, 1);
    is(value(&board, &View::SameAction, Scope::Round, 4), 6, 1);
    assert_eq!(lens(&board, &View::SameAction, Scope::Round).values[5], None);
    // Seven rounds are left from this one on.
    is(value(&board, &View::Equilibrium(0), Scope::Rest, 3), 67, 1);
    let reviewed = review(&Registry, play.0.as_ref(), 1).unwrap();
    assert_eq!(reviewed.iter().map(|r| r.hindsight).collect::<Vec<_>>(), [Some(Value::int(15)), Some(Value::int(0))]);
}

#[test]
fn gift_exchange_pays_what_the_oracle_says() {
    let Some(file) = Shared::oracle("group_and_sequential_games.json") else { return };
    let cases = file["gift_exchange_multiplicative"]["cases"].as_array().unwrap();
    let mut compared = 0;
    for case in cases.iter().filter(|case| case["wage"].as_i64().unwrap() >= 30) {
        let mut play = Play::new("L2-T04", Json::Null);
        play.act(0, case["wage"].clone());
        let board = play.board(1);
        let found = value(&board, &View::Certain, Scope::Round, case["effort"].clone());
        close(found.near(), &case["worker"], 1e-9, "worker");
        play.act(1, case["effort"].clone());
        // The employer now knows one effort: at this wage it earns what it earned.
        let board = play.board(0);
        let found = value(&board, &SO_FAR, Scope::Round, case["wage"].clone());
        close(found.near(), &case["firm"], 1e-9, "firm");
        assert_eq!(value(&board, &View::SameAction, Scope::Round, case["wage"].clone()), found);
        // What the effort cost is what the worker missed.
        let cost = &file["gift_exchange_multiplicative"]["effort_cost"];
        let cost = cost.as_object().unwrap().iter().find(|(e, _)| e.parse::<f64>().ok() == case["effort"].as_f64());
        let missed = last(&Registry, play.0.as_ref(), 1).unwrap().unwrap().hindsight.unwrap();
        close(missed.near(), cost.unwrap().1, 0.0, "cost");
        compared += 1;
    }
    let board = Play::new("L2-T04", Json::Null).board(0);
    // 96·0.1 = 9.6 and 30 − 26 = 4, ten times; the largest sum 100 at 126 and 0.1.
    assert_eq!(board.equilibria[0].payoffs, [Value::int(96), Value::int(40)]);
    assert_eq!(board.equilibria[0].own, [(json!(30), Value::int(1))]);
    assert_eq!((board.optimum.sum, &board.optimum.own), (Some(Value::int(100)), &vec![json!(126)]));
    // Every effort equally likely: the mean effort is 0.55, so 96·0.55 = 52.8 at 30.
    is(value(&board, &SO_FAR, Scope::Round, 30), 264, 5);
    println!("compared {compared} pairs");
}

/// What a seat earns in the rest of the bargaining when both are selfish and accept when indifferent: by the engine's
/// own tree.
fn selfish(node: &Play) -> Vec<Dec> {
    if node.0.status().over() {
        return node.0.returns();
    }
    let status = node.0.status();
    let seat = status.to_act[0];
    let trivium_core::LegalForm::Int { max, .. } = node.0.legal(seat).unwrap() else {
        let ends = ["accept", "reject"].map(|answer| {
            let mut next = Play(node.0.boxed());
            next.act(seat, answer);
            selfish(&next)
        });
        let [accept, reject] = ends;
        return if accept[usize::from(seat)] >= reject[usize::from(seat)] { accept } else { reject };
    };
    let ends = (0..=max).map(|offer| {
        let mut next = Play(node.0.boxed());
        next.act(seat, offer);
        selfish(&next)
    });
    ends.max_by_key(|paid| paid[usize::from(seat)]).unwrap()
}

#[test]
fn bargaining_by_its_own_tree() {
    for (pie, discount, rounds) in [(5, "0.8", 3), (4, "0.5", 2), (6, "0.95", 2), (3, "1", 3)] {
        let mut play = Play::new("L2-T05", json!({"pie": pie, "discount": discount, "rounds": rounds}));
        for round in 1..=rounds {
            let proposer = play.0.status().to_act[0];
            let board = play.board(proposer);
            for offer in 0..=pie {
                let mut offered = Play(play.0.boxed());
                offered.act(proposer, offer);
                let at = format!("pie {pie}, {discount}, round {round}, offer {offer}");
                let expected = selfish(&offered);
                let found = value(&board, &View::Equilibrium(0), Scope::Rest, offer);
                assert_eq!(found, Value::dec(expected[usize::from(proposer)]), "{at}");
                let answers = offered.board(1 - proposer);
                for answer in ["accept", "reject"] {
                    let mut next = Play(offered.0.boxed());
                    next.act(1 - proposer, answer);
                    let expected = selfish(&next)[usize::from(1 - proposer)];
                    assert_eq!(
                        value(&answers, &View::Equilibrium(0), Scope::Rest, answer),
                        Value::dec(expected),
                        "{at}"
                    );
                }
            }
            let expected = selfish(&play);
            assert_eq!(board.equilibria[0].payoffs, expected.iter().map(|d| Value::dec(*d)).collect::<Vec<_>>());
            play.act(proposer, 0).act(1 - proposer, "reject");
        }
    }
    // The default: 60 of 100 in round 1; after a rejected 50 the responder's next is taken to be rejected up to 50.
    let mut play = Play::new("L2-T05", Json::Null);
    let board = play.board(0);
    assert_eq!(best(&board, &View::Equilibrium(0), Scope::Rest), [json!(60)]);
    assert_eq!(board.equilibria[0].payoffs, [Value::int(40), Value::int(60)]);
    play.act(0, 50).act(1, "reject").act(1, 10).act(0, "reject");
    let board = play.board(0);
    // Round 3: the other would then propose and keep 84, leaving 16·0.8³ = 8.192; 0.64·(100 − 60)/2 + 8.192/2 at 60.
    let rejected = exact(Dec::parse("8.192").unwrap());
    assert_eq!(value(&board, &SO_FAR, Scope::Rest, 50), Value::Exact(rejected));
    let half = exact(Dec::parse("12.8").unwrap()) + rejected / whole(2);
    assert_eq!(value(&board, &SO_FAR, Scope::Rest, 60), Value::Exact(half));
}

#[test]
fn public_goods_are_those_of_the_oracle() {
    let Some(file) = Shared::oracle("group_and_sequential_games.json") else { return };
    let facts = &file["public_goods"]["facts"];
    for id in ["L3-T01", "L3-T04"] {
        let board = Play::new(id, json!({"rounds": 1})).board(2);
        assert_eq!(board.equilibria[0].own, [(facts["nash_contribution"].clone(), Value::int(1))]);
        close(board.equilibria[0].payoffs[2].near(), &facts["nash_payoff"], 1e-9, id);
        assert_eq!(board.optimum.own, [facts["optimum_contribution"].clone()]);
        assert_eq!(board.optimum.sum, Some(Value::int(4 * facts["optimum_payoff"].as_i64().unwrap())));
        close(fact(&board, Fact::PrivateReturn).near(), &facts["marginal_private_return"], 1e-9, id);
        close(fact(&board, Fact::SocialReturn).near(), &facts["marginal_social_return"], 1e-9, id);
    }
    // After a round of these contributions, repeating the own one is worth what it paid.
    let mut compared = 0;
    for profile in file["public_goods"]["profiles"].as_array().unwrap() {
        let mut play = Play::new("L3-T01", Json::Null);
        play.all(profile["contributions"].as_array().unwrap().clone());
        for (seat, paid) in (0..4u8).zip(profile["stage1"].as_array().unwrap()) {
            let board = play.board(seat);
            let own = profile["contributions"][usize::from(seat)].clone();
            close(value(&board, &SO_FAR, Scope::Round, own.clone()).near(), paid, 1e-9, "stage 1");
            assert_eq!(best(&board, &SO_FAR, Scope::Round), [json!(0)]);
            // Giving costs 0.6 a unit.
            let missed = last(&Registry, play.0.as_ref(), seat).unwrap().unwrap().hindsight;
            assert_eq!(missed, Some(Value::Exact(ratio(3, 5) * whole(own.as_i64().unwrap()))));
            compared += 1;
        }
    }
    println!("compared {compared} payoffs");
}

/// Seat 0 gave 0 and met 6 points, later 20 and met none. Others gave 10 each in both rounds: 0.4·30 = 12.
#[test]
fn punishment_so_far_is_in_the_values_and_points_cost() {
    let mut play = Play::new("L3-T04", Json::Null);
    play.all([0, 10, 10, 10]);
    let punish = play.board(0);
    is(value(&punish, &View::Certain, Scope::Round, json!([0, 0, 0, 0])), 0, 1);
    is(value(&punish, &View::Certain, Scope::Round, json!([0, 1, 0, 0])), -1, 1);
    play.act(0, json!([0, 2, 0, 1]))
        .act(1, json!([3, 0, 0, 0]))
        .act(2, json!([3, 0, 0, 0]))
        .act(3, json!([0, 0, 0, 0]));
    play.all([20, 10, 10, 10]).all([
        json!([0, 0, 0, 0]),
        json!([0, 0, 0, 0]),
        json!([0, 0, 0, 0]),
        json!([0, 0, 0, 0]),
    ]);
    let board = play.board(0);
    // 20 − 0 + 12 − 3·6 and 20 − 20 + 8 + 12 − 0.
    is(value(&board, &View::SameAction, Scope::Round, 0), 14, 1);
    is(value(&board, &View::SameAction, Scope::Round, 20), 20, 1);
    is(value(&board, &SO_FAR, Scope::Round, 0), 32, 1);
    let reviewed = review(&Registry, play.0.as_ref(), 0).unwrap();
    // The list with three points is valued too; it cost 3.
    assert_eq!((reviewed[1].action.clone(), reviewed[1].hindsight), (json!([0, 2, 0, 1]), Some(Value::int(3))));
    assert_eq!(reviewed[1].regret, [Some(Value::int(3))]);
}

#[test]
fn volunteering_is_that_of_the_oracle() {
    let Some(file) = Shared::oracle("normal_form.json") else { return };
    let games = file["n_player_binary"].as_array().unwrap();
    let oracle = games.iter().find(|g| g["game"] == "volunteers_dilemma_N5_b10_c4").unwrap();
    let board = Play::new("L3-T02", Json::Null).board(3);
    close(fact(&board, Fact::VolunteerChance).near(), &oracle["closed_form_p_volunteer"], 1e-12, "chance");
    let mixed = board.equilibria.last().unwrap();
    close(mixed.payoffs[3].near(), &oracle["expected_payoff_mixed"], 1e-12, "payoff");
    // One pure equilibrium for each seat.
    let by_count = oracle["by_count"].as_array().unwrap();
    assert_eq!(board.equilibria.len(), 6);
    for (seat, e) in board.equilibria[..5].iter().enumerate() {
        for (i, pay) in e.payoffs.iter().enumerate() {
            let expected = &by_count[1][if i == seat { "payoff_1" } else { "payoff_0" }];
            close(pay.near(), expected, 0.0, "pure");
        }
        assert_eq!(e.own[0].0, if seat == 3 { "volunteer" } else { "abstain" });
    }
    close(board.optimum.sum.unwrap().near(), &oracle["max_welfare"], 0.0, "optimum");
    // Against coins: nobody else with chance 1/16; waiting is worth 10·15/16.
    is(value(&board, &SO_FAR, Scope::Round, "abstain"), 75, 8);
    is(value(&board, &SO_FAR, Scope::Round, "volunteer"), 6, 1);
    // In one round of three nobody else volunteered: waiting is worth 20/3.
    let mut play = Play::new("L3-T02", Json::Null);
    let (v, a) = ("volunteer", "abstain");
    play.all([v, v, a, a, a]).all([a, a, a, a, a]).all([a, a, v, v, a]);
    is(value(&play.board(0), &SO_FAR, Scope::Round, a), 20, 3);
    let missed: Vec<Option<Value>> =
        review(&Registry, play.0.as_ref(), 0).unwrap().iter().map(|r| r.hindsight).collect();
    assert_eq!(missed, [4, 6, 0].map(|n| Some(Value::int(n))));
}

#[test]
fn the_commons_by_the_engine_and_by_hand() {
    // 50, then 10 a round, 60 in the last: 210 in twelve rounds. The sustainable share of 100 is 12.5.
    let play = Play::new("L3-T03", Json::Null);
    let board = play.board(1);
    assert_eq!((board.optimum.sum, &board.optimum.own), (Some(Value::int(210)), &vec![json!("12.5")]));
    assert_eq!(fact(&board, Fact::SustainableShare), Value::Exact(ratio(25, 2)));
    assert_eq!(board.equilibria[0].payoffs, vec![Value::int(25); 4]);
    assert!(board.complete && board.actions.len() == 201);
    // Each request against the engine: others ask for their share, or for everything.
    for others in ["12.5", "100"] {
        for own in board.actions.iter().step_by(7) {
            let mut round = Play(play.0.boxed());
            round.all([json!(others), own.clone(), json!(others), json!(others)]);
            let paid = round.0.steps()[0].payoffs[1];
            let each = Dec::parse(others).unwrap().to_json();
            let found = value(&board, &View::If(each), Scope::Round, own.clone());
            assert_eq!(found, Value::dec(paid), "{own} against {others}");
        }
    }
    // The last round: everything is best whatever the others do.
    let mut end = Play::new("L3-T03", json!({"rounds": 1}));
    let board = end.board(0);
    for lens in &board.lenses {
        assert!(lens.best.contains(&200), "{lens:?}");
    }
    assert_eq!(board.optimum.sum, Some(Value::int(100)));
    end.all(["10", "20", "30", "40"]);
    // 100 of a sum of 190 instead of 10 of 100: 52.63… − 10, cut after 12 decimals.
    let missed = last(&Registry, end.0.as_ref(), 0).unwrap().unwrap().hindsight;
    assert_eq!(missed, Some(Value::dec(Dec::parse("42.631578947368").unwrap())));
}

/// The others asked for half of 100, then for a quarter of what was left: three eighths on the average.
#[test]
fn requests_so_far_are_parts_of_the_stock() {
    let mut play = Play::new("L3-T03", json!({"n": 2, "rounds": 3}));
    play.all([0, 50]);
    // 50 is left and grows by 0.4·50·½ = 10.
    play.all([0, 15]);
    // 45 + 0.4·45·0.55 = 54.9.
    let board = play.board(0);
    // They would ask for 27.45 and for 13.725: all of both is served beside a request of 10.
    is(value(&board, &SO_FAR, Scope::Round, 10), 10, 1);
    // Asking for 54.5 (the most): 54.5·54.9/(54.5 + 27.45) and 54.5·54.9/(54.5 + 13.725), cut; the mean of both.
    let served = |others: &str| {
        let own = Dec::parse("54.5").unwrap();
        own.mul_div(Dec::parse("54.9").unwrap(), own + Dec::parse(others).unwrap()).unwrap()
    };
    let mean = (exact(served("27.45")) + exact(served("13.725"))) / whole(2);
    assert_eq!(value(&board, &SO_FAR, Scope::Round, "54.5"), Value::Exact(mean));
    // This is the last round, so going on as before is the same as the round with the mean of both.
    is(value(&board, &View::Steady, Scope::Rest, 10), 10, 1);
}

#[test]
fn auctions_are_those_of_the_oracle() {
    let Some(file) = Shared::oracle("auctions.json") else { return };
    // A double of the oracle as the short decimal that it stands for.
    let decimal = |v: &Json| exact(Dec::parse(&format!("{}", number(v))).unwrap());
    for row in file["interim_deviations"].as_array().unwrap() {
        let n = row["n"].as_u64().unwrap() as u32;
        let (v, b) = (decimal(&row["value"]), decimal(&row["bid"]));
        let found = interim_payoff(n, v, b, whole(1)).unwrap();
        close(near(found), &row["payoff_vs_equilibrium"], 1e-9, &row.to_string());
        let shaded = v * ratio(i64::from(n) - 1, i64::from(n));
        let found = interim_payoff(n, v, shaded, whole(1)).unwrap();
        close(near(found), &row["equilibrium_payoff"], 1e-9, &row.to_string());
        // On a grid of a thousandth the board is near the continuous value.
        let whole_value = (number(&row["value"]) * 1000.0).round() as i64;
        let params = json!({"bidders": n, "max_value": 1000, "max_bid": 1000});
        let mut play = Play::new("L4-T04", params);
        for seat in 0..n as Seat {
            play.chance("value", Some(seat), whole_value);
        }
        let board = play.board(0);
        let bid = (number(&row["bid"]) * 1000.0).round() as i64;
        let found = value(&board, &View::Equilibrium(0), Scope::Round, bid).near() / 1000.0;
        close(found, &row["payoff_vs_equilibrium"], 5e-3, &row.to_string());
    }
    for row in file["equilibrium"].as_array().unwrap() {
        let n = row["n"].as_u64().unwrap();
        for (price, key) in [("first", "first_price_bid_slope"), ("second", "second_price_bid_slope")] {
            let mut play = Play::new("L4-T04", json!({"bidders": n, "price": price, "max_value": 60, "max_bid": 60}));
            for seat in 0..n as Seat {
                play.chance("value", Some(seat), 60);
            }
            let board = play.board(1);
            close(fact(&board, Fact::EquilibriumBid).near() / 60.0, &row[key], 1e-9, key);
            assert_eq!(board.equilibria[0].own[0].0, json!((60.0 * number(&row[key])).round() as i64));
        }
    }
    println!("compared {} deviations", file["interim_deviations"].as_array().unwrap().len());
}

/// Two rounds of a first-price auction of two. In the first the seat loses to 40; in the second it wins with 30, so
/// the other bid 29 or less. Bids of a value of 60 in the third: 41 wins both times, 19. 30 wins the second only: half
/// of 30. 20 loses the first and may win the second: 0 to 20.
#[test]
fn what_a_bidder_sees_bounds_what_its_bids_are_worth() {
    let mut play = Play::new("L4-T04", json!({"bidders": 2}));
    for (values, bids) in [([50, 80], [10, 40]), ([50, 20], [30, 10])] {
        play.chance("value", Some(0), values[0]).chance("value", Some(1), values[1]).all(bids);
    }
    play.chance("value", Some(0), 60).chance("value", Some(1), 5);
    let board = play.board(0);
    is(value(&board, &SO_FAR, Scope::Round, 41), 19, 1);
    is(value(&board, &SO_FAR, Scope::Round, 30), 15, 1);
    assert_eq!(value(&board, &SO_FAR, Scope::Round, 20), Value::Between(whole(0), whole(20)));
    // A tie with 40 is won half the time: 20·(1 + ½)/2.
    is(value(&board, &SO_FAR, Scope::Round, 40), 15, 1);
    // Lost at 40 with a value of 50: 41 would have left 9. Won at 30: between nothing and 30 too much.
    let missed: Vec<Option<Value>> =
        review(&Registry, play.0.as_ref(), 0).unwrap().iter().map(|r| r.hindsight).collect();
    assert_eq!(missed, [Some(Value::int(9)), Some(Value::Between(whole(0), whole(30)))]);
    // Where all bids are shown, it is known: 11 would have won.
    let mut open = Play::new("L4-T04", json!({"bidders": 2, "disclose": "all_bids"}));
    open.chance("value", Some(0), 50).chance("value", Some(1), 20).all([30, 10]);
    let missed = last(&Registry, open.0.as_ref(), 0).unwrap().unwrap().hindsight;
    assert_eq!(missed, Some(Value::int(19)));
    // Second price: the winner knows the price that the others set.
    let mut second = Play::new("L4-T04", json!({"bidders": 2, "price": "second"}));
    second.chance("value", Some(0), 50).chance("value", Some(1), 70).all([80, 70]);
    assert_eq!(last(&Registry, second.0.as_ref(), 0).unwrap().unwrap().hindsight, Some(Value::int(20)));
    assert_eq!(last(&Registry, second.0.as_ref(), 1).unwrap().unwrap().hindsight, Some(Value::int(0)));
}

/// Before anything was seen the other plays the equilibrium with α = 1/6.
#[test]
fn kuhn_poker_by_hand() {
    let dealt = |own: &str, other: &str| {
        let mut play = Play::new("L4-T05", Json::Null);
        play.chance("card", Some(0), own).chance("card", Some(1), other);
        play
    };
    // Seat 0 with the queen: a check meets a bet of the king and a third of the jacks. Folding and calling: J bets 1/3,
    // K 1; half each. Check: ½·(2/3)·1 + max(½·(1/3)·2 − ½·2, −½·(4/3)) = 1/3 − 2/3. Bet: the king calls and wins 2,
    // the jack folds: ½·(−2) + ½·1.
    let mut play = dealt("Q", "J");
    let board = play.board(0);
    is(value(&board, &SO_FAR, Scope::Round, "pass"), -1, 3);
    is(value(&board, &SO_FAR, Scope::Round, "bet"), -1, 2);
    is(fact(&board, Fact::GameValue), -1, 18);
    // After check and bet the queen is indifferent: the bet is a jack one time in four.
    play.act(0, "pass").act(1, "bet");
    let board = play.board(0);
    is(value(&board, &SO_FAR, Scope::Round, "pass"), -1, 1);
    is(value(&board, &SO_FAR, Scope::Round, "bet"), -1, 1);
    assert_eq!(lens(&board, &SO_FAR, Scope::Round).best, [0, 1]);
    let chances: Vec<Value> = board.equilibria.iter().map(|e| e.own[1].1).collect();
    assert_eq!(chances, [Value::Exact(ratio(1, 3)), Value::Exact(ratio(2, 3))]);
    // Seat 1 facing a bet: the jack folds, the king calls for 2.
    let mut play = dealt("Q", "K");
    play.act(0, "bet");
    is(value(&play.board(1), &SO_FAR, Scope::Round, "bet"), 2, 1);
    // Facing it with the queen: with every α a bet is a jack one time in four, ¼·2 − ¾·2. With α = 0 nobody bets, and
    // the proportion is that of the family.
    let mut play = dealt("J", "Q");
    play.act(0, "bet");
    let board = play.board(1);
    is(value(&board, &View::Equilibrium(0), Scope::Round, "bet"), -1, 1);
    is(value(&board, &View::Equilibrium(1), Scope::Round, "bet"), -1, 1);
}

/// What was shown counts: after a called bluff the other's jack bets (1 + 2/6)/3 of the time.
#[test]
fn kuhn_poker_learns_from_what_is_shown() {
    let mut play = Play::new("L4-T05", Json::Null);
    play.chance("card", Some(0), "J").chance("card", Some(1), "K").act(0, "bet").act(1, "bet");
    // In the second hand seat 1 acts first; in the third seat 0 again, and bets.
    play.chance("card", Some(0), "Q").chance("card", Some(1), "K").act(1, "bet").act(0, "pass");
    play.chance("card", Some(0), "K").chance("card", Some(1), "Q").act(0, "bet");
    let board = play.board(1);
    // First actor's bets seen by seat 1 in hand 1: the jack, shown. Prior 1/6 counts twice: (1 + 1/3)/(1 + 2) = 4/9;
    // the king stays at 1/2. A bet is a jack with chance (4/9)/(4/9 + 1/2) = 8/17.
    is(value(&board, &SO_FAR, Scope::Round, "bet"), -2, 17);
    let counts = &lens(&board, &SO_FAR, Scope::Round).basis.counts;
    assert_eq!((counts[0].times, counts[1].times), (Value::int(2), Value::int(1)));
}

#[test]
fn every_decision_of_a_game_with_theory_has_a_board_that_holds_together() {
    let rounds = if std::env::var("TRIVIUM_FULL").is_ok() { 40 } else { 2 };
    let mut boards = 0;
    for info in GAMES.iter().filter(|info| games().any(|id| id == info.id)) {
        for params in random::parameters(info, 4) {
            for condition in [Condition::Silent, Condition::Comm] {
                let mut rng = Rng::new(17);
                for _ in 0..rounds {
                    let mut game = random::start(info, &params, condition);
                    while random::step(game.as_mut(), &mut rng) {
                        for seat in 0..game.seats() {
                            let seen = game.observe(seat);
                            let deciding = seen.legal.is_some() && !seen.talking();
                            let Some(board) = board(&seen) else {
                                assert!(!deciding, "{}: no board in {}", info.id, seen.phase);
                                continue;
                            };
                            assert!(deciding);
                            boards += 1;
                            check(&board, &seen.legal.unwrap().sample(&mut rng));
                        }
                    }
                    for seat in 0..game.seats() {
                        let reviewed = review(&Registry, game.as_ref(), seat).unwrap();
                        let own = |e: &&Event| matches!(e, Event::Action { seat: by, .. } if *by == seat);
                        assert_eq!(reviewed.len(), game.events().iter().filter(own).count(), "{}", info.id);
                        for r in &reviewed {
                            assert_eq!(r.board.actions[r.place as usize], r.action);
                            assert!(r.regret.iter().flatten().chain(&r.hindsight).all(|v| v.least() >= 0.0), "{r:?}");
                        }
                    }
                }
            }
        }
    }
    println!("checked {boards} boards");
}

fn check(board: &Board, legal: &Json) {
    let at = format!("{} round {} {}", board.game, board.round, board.phase);
    assert!(!board.lenses.is_empty() && (!board.equilibria.is_empty() || board.phase == "request"), "{at}");
    assert!(!board.complete || board.place(legal).is_some(), "{at}: {legal} is not listed");
    for lens in &board.lenses {
        assert_eq!(lens.values.len(), board.actions.len(), "{at}");
        assert!(!lens.best.is_empty(), "{at}: {:?}", lens.view);
        assert!(lens.values.iter().flatten().all(|v| v.near().is_finite() && v.least() <= v.most()), "{at}");
        if let View::Equilibrium(i) = lens.view {
            assert!(board.equilibria.get(i as usize).is_some(), "{at}");
        }
        // No count is above what it is out of.
        assert!(
            lens.basis.counts.iter().all(|c| c.what.contains("points") || c.times.near() <= c.of.near()),
            "{at}: {lens:?}"
        );
    }
    for e in &board.equilibria {
        let sum: f64 = e.own.iter().map(|(_, p)| p.near()).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{at}: {e:?}");
        assert!(e.own.iter().all(|(a, _)| board.place(a).is_some()), "{at}: {e:?}");
        assert!(e.payoffs.is_empty() || e.payoffs.len() > usize::from(board.seat), "{at}");
    }
    // An action of an equilibrium is a best reply to it, where the board values that.
    for (i, e) in (0u32..).zip(&board.equilibria) {
        for lens in board.lenses.iter().filter(|l| l.view == View::Equilibrium(i)) {
            for (action, p) in e.own.iter().filter(|(_, p)| p.near() > 0.0) {
                let place = board.place(action).unwrap();
                let short = lens.regret(place).unwrap().near();
                // On whole numbers the equilibrium of the auction holds up to rounding.
                let slack = if board.game == "L4-T04" { 1.0 } else { 1e-9 };
                assert!(short <= slack, "{at}: {action} with {p} in {e:?} misses {short}");
            }
        }
    }
    serde_json::to_string(board).unwrap();
}

/// The largest games: exact numbers neither overflow nor give out.
#[test]
fn boards_of_the_largest_games_hold_together() {
    let mut rng = Rng::new(5);
    let largest = [
        ("L2-T01", json!({"T": 1000, "R": "999.999", "P": "-999.998", "S": "-999.999", "rounds": 200})),
        (
            "L2-T02",
            json!({"T": "7.001", "R": "3.003", "P": "1.007", "S": "0.011", "continuation": "0.999", "cap": 200,
            "noise": "0.499"}),
        ),
        ("L2-T03", json!({"endowment": 1000, "multiplier": 10, "trustee_endowment": 1000, "rounds": 6})),
        ("L2-T04", json!({"wage_min": -1000, "wage_max": 999, "value": "999.999", "reserve": "-1000", "rounds": 3})),
        ("L2-T05", json!({"pie": 1000, "discount": "0.99", "rounds": 12})),
        ("L2-T06", json!({"favourite": 1000, "other": "0.002", "mismatch": "0.001", "rounds": 60})),
        ("L3-T01", json!({"n": 10, "endowment": 1000, "mpcr": "0.999", "rounds": 100})),
        ("L3-T02", json!({"n": 10, "benefit": "999.999", "cost": "0.001", "rounds": 100})),
        (
            "L3-T03",
            json!({"n": 10, "stock": "999.999", "capacity": 1000, "growth": "1.999", "rounds": 50,
            "collapse": "0.001", "request_step": "0.001"}),
        ),
        (
            "L3-T04",
            json!({"n": 10, "endowment": 1000, "mpcr": "0.101", "punish_cost": "0.001", "max_points": 20,
            "rounds": 5}),
        ),
        ("L4-T04", json!({"bidders": 10, "max_value": 10000, "max_bid": 10000, "reserve": 1, "rounds": 2})),
        ("L4-T04", json!({"bidders": 10, "max_value": 100, "max_bid": 100, "price": "second", "rounds": 100})),
        ("L4-T05", json!({"hands": 300})),
    ];
    for (id, params) in largest {
        let mut game = find(id).unwrap().start(&params, Condition::Silent).unwrap();
        let (mut decisions, mut boards) = (0u32, 0u32);
        while random::step(game.as_mut(), &mut rng) {
            let Some(&seat) = game.status().to_act.first() else { continue };
            decisions += 1;
            if decisions % 23 == 1 {
                let seen = game.observe(seat);
                check(&board(&seen).unwrap(), &seen.legal.unwrap().sample(&mut rng));
                boards += 1;
            }
        }
        println!("{id}: {boards} boards");
    }
}
