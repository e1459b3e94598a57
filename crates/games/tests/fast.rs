//! The fast path plays what the logged path plays: every pair of agents it is used with, move by move, with and
//! without slips.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use serde_json::json;
use shared::random::plan;
use std::collections::BTreeMap;
use trivium_core::session::Beside;
use trivium_core::{Agent, Condition, Dec, Decision, Event, Json, LegalForm, Rng, SeatSpec, Session};
use trivium_games::dilemma::agents::Silent;
use trivium_games::dilemma::fast::{Course, run};
use trivium_games::dilemma::{Move, OpenEnd, Payoffs};
use trivium_games::fast::{Fast, Tally, Tremble};
use trivium_games::kuhn::fast as kuhn;
use trivium_games::{Registry, find};

fn tremble(chance: &str) -> Tremble {
    Tremble::new(Dec::parse(chance).unwrap()).unwrap()
}

/// The agents of a game.
fn agents(game: &str) -> BTreeMap<&'static str, Box<dyn Agent>> {
    find(game).unwrap().agents().iter().map(|agent| (agent.info.id, agent.start())).collect()
}

/// A silent match with events, in which each action comes out as the trembling hand lets it.
fn logged(
    agents: &BTreeMap<&'static str, Box<dyn Agent>>,
    game: &str,
    params: &Json,
    ids: [&str; 2],
    hand: Tremble,
    seed: u64,
) -> Session {
    let seats = ids.map(|_| SeatSpec::Human).to_vec();
    let plan = plan(find(game).unwrap(), params, Condition::Silent, seats, seed);
    let mut session = Session::start(&Registry, plan).unwrap();
    let mut decisions = [0u64; 2];
    while !session.game().status().over() {
        for seat in session.game().status().to_act {
            let at = usize::from(seat);
            let k = decisions[at];
            decisions[at] += 1;
            let mut rng = Rng::for_decision(session.header().streams.seats[at], k);
            let decision = agents[ids[at]].decide(&session.game().observe(seat), &mut rng);
            let Decision::Action(action) = decision else { panic!("{game}: a message in silence") };
            let form = session.game().legal(seat).unwrap();
            let out = hand.comes_out(&form, form.check(&action).unwrap(), &mut Tremble::generator(seed, seat, k));
            session.act(seat, Decision::Action(out), Beside::default()).unwrap();
        }
    }
    session
}

/// The same as the session itself plays its agents.
#[test]
fn the_logged_path_of_this_test_is_that_of_the_session() {
    for (game, ids) in [
        ("L2-T01", ["GTFT", "random"]),
        ("L2-T02", ["FirstByJoss", "Gradual"]),
        ("L4-T05", ["equilibrium-1-6", "random"]),
    ] {
        let seats = ids.map(|id| SeatSpec::Agent { id: id.to_owned() }).to_vec();
        let plan = plan(find(game).unwrap(), &Json::Null, Condition::Silent, seats, 12);
        let mut session = Session::start(&Registry, plan).unwrap();
        session.play_agents(&Registry, None).unwrap();
        let again = logged(&agents(game), game, &Json::Null, ids, Tremble::STEADY, 12);
        assert_eq!(session.game().events(), again.game().events());
    }
}

/// The actions of a record, in order.
fn actions(session: &Session) -> String {
    let words = session.game().events().iter().filter_map(|event| match event {
        Event::Action { action, .. } => action.as_str(),
        _ => None,
    });
    words.map(|word| if word == "bet" { "b" } else { &word[..1] }).collect()
}

fn ids(game: &str) -> Vec<&'static str> {
    find(game).unwrap().agents().iter().map(|agent| agent.info.id).collect()
}

fn letters(moves: &[[Move; 2]]) -> String {
    moves.iter().flatten().map(|m| m.letter()).collect()
}

struct Case<'a> {
    game: &'a str,
    params: &'a Json,
    course: Course,
    fast: Fast,
    ids: Vec<&'static str>,
    agents: BTreeMap<&'static str, Box<dyn Agent>>,
}

impl Case<'_> {
    fn new<'a>(game: &'a str, params: &'a Json, course: Course) -> Case<'a> {
        let hand = match course {
            Course::Known { tremble, .. } => tremble,
            Course::Open(_) => Tremble::STEADY,
        };
        let ids = ids(game);
        let fast = Fast::of(game, params, Condition::Silent, &ids, hand).unwrap();
        Case { game, params, course, fast, ids, agents: agents(game) }
    }
}

/// Compares one pair of agents of the dilemma under a seed, and the summary that tournaments read.
fn compare_dilemma(case: &Case<'_>, pair: [usize; 2], seed: u64) -> u32 {
    let Case { game, params, course, fast, ids, agents } = case;
    let names = pair.map(|i| ids[i]);
    let hand = match course {
        Course::Known { tremble, .. } => *tremble,
        Course::Open(_) => Tremble::STEADY,
    };
    let session = logged(agents, game, params, names, hand, seed);
    let (mut meant, mut moves) = (Vec::new(), Vec::new());
    let mut machines = names.map(|id| Silent::find(id, course).unwrap().start(&Payoffs::AXELROD));
    let counts = run(&mut machines, course, seed, |a, b| {
        meant.push(a);
        moves.push(b);
    });
    let at = format!("{game} {names:?} seed {seed}");
    assert_eq!(actions(&session), letters(&meant), "{at}");
    let came_out = |step: &trivium_core::Step| {
        let list = step.outcome.get("actions").or(step.outcome.get("realised")).unwrap();
        [0, 1].map(|i| Move::read(&list[i]).unwrap())
    };
    let realised: Vec<[Move; 2]> = session.game().steps().iter().map(came_out).collect();
    assert_eq!(realised, moves, "{at}");
    assert_eq!(session.game().totals(), counts.totals(&Payoffs::AXELROD), "{at}");
    let mut tally = Tally::default();
    fast.play(pair, seed, &mut tally);
    assert_eq!(tally.totals.to_vec(), session.game().totals(), "{at}");
    assert_eq!(tally.rounds as usize, session.game().steps().len(), "{at}");
    let cooperative: Vec<[bool; 2]> = meant.iter().map(|pair| pair.map(|m| m == Move::C)).collect();
    assert_eq!(tally.cooperative, cooperative, "{at}");
    moves.iter().flatten().zip(meant.iter().flatten()).filter(|(a, b)| a != b).count() as u32
}

#[test]
fn every_pair_of_the_repeated_dilemma_plays_the_same() {
    let rounds = 15;
    let params = json!({"T": 5, "R": 3, "P": 1, "S": 0, "rounds": rounds});
    for hand in [Tremble::STEADY, tremble("0.05")] {
        let case = Case::new("L2-T01", &params, Course::Known { rounds, tremble: hand });
        let mut compared = 0;
        for a in 0..case.ids.len() {
            for b in 0..case.ids.len() {
                compare_dilemma(&case, [a, b], compared);
                compared += 1;
            }
        }
        println!("compared {compared} matches of {rounds} rounds, {hand:?}");
    }
}

#[test]
fn long_matches_of_the_repeated_dilemma_play_the_same() {
    let full = std::env::var("TRIVIUM_FULL").is_ok();
    let mut draw = Rng::new(4);
    let params = json!({"T": 5, "R": 3, "P": 1, "S": 0, "rounds": 120});
    for hand in [Tremble::STEADY, tremble("0.02")] {
        let case = Case::new("L2-T01", &params, Course::Known { rounds: 120, tremble: hand });
        for _ in 0..if full { 1500 } else { 40 } {
            let pair = [0; 2].map(|_| draw.index(case.ids.len() as u64) as usize);
            compare_dilemma(&case, pair, draw.next_u64());
        }
    }
}

#[test]
fn every_pair_with_noise_and_an_open_end_plays_the_same() {
    let params = json!({"T": 5, "R": 3, "P": 1, "S": 0, "continuation": "0.95", "cap": 18, "noise": "0.1"});
    let end = OpenEnd::of(&params).unwrap();
    let case = Case::new("L2-T02", &params, Course::Open(end));
    let (mut compared, mut slips) = (0, 0);
    for a in 0..case.ids.len() {
        for b in 0..case.ids.len() {
            slips += compare_dilemma(&case, [a, b], 77 + compared);
            compared += 1;
        }
    }
    // 2116 matches of 11 to 12 rounds on average (1 + 0.95 + … + 0.95¹⁷ = 12.06), two moves each, one in ten turned.
    assert!((4500..5700).contains(&slips), "{slips}");
    println!("compared {compared} matches with {slips} slips");
}

#[test]
fn every_pair_at_kuhn_poker_plays_the_same() {
    let (ids, agents) = (ids("L4-T05"), agents("L4-T05"));
    let mut hands_compared = 0;
    for hand in [Tremble::STEADY, tremble("0.15")] {
        let params = json!({"hands": 25});
        let fast = Fast::of("L4-T05", &params, Condition::Silent, &ids, hand).unwrap();
        for a in 0..ids.len() {
            for b in 0..ids.len() {
                for seed in [3, 1_000_000_007] {
                    let names = [ids[a], ids[b]];
                    let at = format!("{names:?} seed {seed}");
                    let session = logged(&agents, "L4-T05", &params, names, hand, seed);
                    let policies = names.map(|id| kuhn::Policy::find(id).unwrap());
                    let (mut betting, mut cards, mut won) = (String::new(), Vec::new(), Vec::new());
                    let total = kuhn::run([&policies[0], &policies[1]], 25, hand, seed, |hand| {
                        betting.push_str(hand.betting);
                        cards.extend(hand.cards.map(|card| card.letter()));
                        won.push(vec![Dec::int(hand.won), Dec::int(-hand.won)]);
                    });
                    assert_eq!(actions(&session), betting, "{at}");
                    let dealt: Vec<&str> = session
                        .game()
                        .events()
                        .iter()
                        .filter_map(|e| if let Event::Chance { value, .. } = e { value.as_str() } else { None })
                        .collect();
                    assert_eq!(dealt, cards, "{at}");
                    let steps: Vec<Vec<Dec>> = session.game().steps().iter().map(|s| s.payoffs.clone()).collect();
                    assert_eq!(steps, won, "{at}");
                    assert_eq!(session.game().totals(), [Dec::int(total), Dec::int(-total)], "{at}");
                    let mut tally = Tally::default();
                    fast.play([a, b], seed, &mut tally);
                    assert_eq!(tally.totals.to_vec(), session.game().totals(), "{at}");
                    assert_eq!((tally.rounds, tally.cooperative.len()), (25, 0));
                    hands_compared += 25;
                }
            }
        }
    }
    println!("compared {hands_compared} hands");
}

#[test]
fn what_has_no_fast_path_says_so() {
    let params = json!({"T": 5, "R": 3, "P": 1, "S": 0, "rounds": 5});
    let of = |game: &str, params: &Json, condition, agents: &[&str], hand| {
        Fast::of(game, params, condition, agents, hand).is_some()
    };
    let steady = Tremble::STEADY;
    assert!(of("L2-T01", &params, Condition::Silent, &["TitForTat", "random"], steady));
    assert!(!of("L2-T01", &params, Condition::Comm, &["TitForTat"], steady));
    assert!(!of("L2-T01", &params, Condition::Silent, &["SlipClaimer"], steady));
    assert!(!of("L2-T01", &json!({}), Condition::Silent, &["TitForTat"], steady));
    assert!(!of("L1-T01", &params, Condition::Silent, &["always-C"], steady));
    let open = find("L2-T02").unwrap().defaults();
    assert!(of("L2-T02", &open, Condition::Silent, &["TitForTat", "SlipClaimer"], steady));
    assert!(!of("L2-T02", &open, Condition::Silent, &["EndgameCheater"], steady));
    assert!(!of("L2-T02", &open, Condition::Silent, &["TitForTat"], tremble("0.1")));
    assert!(Tremble::new(Dec::parse("1.01").unwrap()).is_none() && Tremble::new(Dec::int(-1)).is_none());
}

/// A slip leads to another legal action, each with the same probability.
#[test]
fn a_trembling_hand_takes_any_other_action() {
    let surely = tremble("1");
    let half = Dec::parse("0.5").unwrap();
    let forms = [
        (LegalForm::labels(&["a", "b", "c"]), json!("b"), 3),
        (LegalForm::Int { min: -1, max: 4 }, json!(2), 6),
        (LegalForm::Grid { min: Dec::ZERO, max: Dec::int(2), step: half }, json!("0.5"), 5),
        (LegalForm::Points { n: 3, giver: 0, max: 1 }, json!([0, 1, 0]), 4),
    ];
    for (form, action, size) in forms {
        let mut rng = Rng::new(9);
        let mut seen: Vec<(Json, u32)> = Vec::new();
        let draws = 600 * (size - 1);
        for _ in 0..draws {
            let out = surely.comes_out(&form, action.clone(), &mut rng);
            assert!(out != action && form.check(&out) == Ok(out.clone()), "{form:?}: {out}");
            match seen.iter_mut().find(|(known, _)| *known == out) {
                Some((_, n)) => *n += 1,
                None => seen.push((out, 1)),
            }
        }
        assert_eq!(seen.len() as u32, size - 1, "{form:?}");
        // 600 expected each, standard deviation below 24.5: five of them.
        assert!(seen.iter().all(|(_, n)| (478..722).contains(n)), "{form:?}: {seen:?}");
    }
    // What has no alternative stays.
    let only = LegalForm::Int { min: 3, max: 3 };
    assert_eq!(surely.comes_out(&only, json!(3), &mut Rng::new(1)), json!(3));
    assert_eq!(Tremble::STEADY.comes_out(&only, json!(3), &mut Rng::new(1)), json!(3));
}
