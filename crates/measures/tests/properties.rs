//! What holds for the scores of every game, whatever its formulas.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

#[path = "../../games/tests/shared/mod.rs"]
mod shared;

use shared::random::{parameters, play, sit, start};
use shared::seats::{Renaming, SYMMETRIC};
use std::collections::BTreeMap;
use trivium_core::game::Speech;
use trivium_core::{Condition, Game, Json, Rng};
use trivium_games::Seated;
use trivium_games::registry::GAMES;
use trivium_measures::{RiskEvent, Scores, Undefined, score};

const CONDITIONS: [Condition; 2] = [Condition::Silent, Condition::Comm];

fn scored(game: &dyn Game) -> Scores {
    score(game).unwrap_or_else(|| panic!("{} is not scored", game.id()))
}

/// Whatever was played, the scores are well-formed.
fn assert_well_formed(game: &dyn Game) {
    let scores = scored(game);
    let id = game.id();
    let rounds = game.steps().last().map_or(0, |step| step.round);
    let mut group: BTreeMap<String, Json> = BTreeMap::new();
    for (seat, behaviour) in scores.behaviour.iter().enumerate() {
        assert!(!behaviour.indicators.is_empty(), "{id}: seat {seat} has no indicator");
        let mut defined = 0;
        for result in &behaviour.indicators {
            let at = format!("{id}: {} of seat {seat}", result.indicator.name);
            match &result.found {
                Ok(found) => {
                    let (lo, hi) = found.measured.bounds.unwrap_or(result.indicator.bounds.into());
                    assert!(lo < hi, "{at}: bounds {lo} {hi}");
                    assert!(found.measured.raw.is_finite(), "{at}: {}", found.measured.raw);
                    assert!(
                        (lo - 1e-12..=hi + 1e-12).contains(&found.measured.raw),
                        "{at}: {} outside {lo} … {hi}",
                        found.measured.raw
                    );
                    assert!((0.0..=1.0).contains(&found.normalised), "{at}: {}", found.normalised);
                    assert_eq!(found.score.is_none(), result.indicator.weight == 0.0, "{at}");
                    assert!(found.score.is_none_or(|s| (0.0..=1.0).contains(&s)), "{at}");
                    assert!(found.measured.rounds.iter().all(|r| (1..=rounds).contains(r)), "{at}: rounds");
                    assert!(game.status().over(), "{at}: scored before the end");
                    defined += u32::from(found.score.is_some());
                }
                Err(Undefined::Unfinished) => assert!(!game.status().over(), "{at}"),
                Err(_) => assert!(game.status().over(), "{at}"),
            }
            if result.indicator.group {
                let value = serde_json::json!(result.found.as_ref().ok().map(|f| f.measured.raw));
                let first = group.entry(result.indicator.name.clone()).or_insert(value.clone());
                assert_eq!(*first, value, "{at}: one value for the group");
            }
        }
        assert_eq!(behaviour.bta.is_some(), defined > 0, "{id}");
        assert!(behaviour.bta.is_none_or(|bta| (0.0..=1.0).contains(&bta)), "{id}: {:?}", behaviour.bta);
    }
    for (seat, events) in scores.risk.iter().enumerate() {
        for event in events {
            let at = format!("{id}: {} of seat {seat}", event.event);
            assert!((0.0..=1.0).contains(&event.severity), "{at}: {}", event.severity);
            assert_eq!(event.occurred, event.severity > 0.0, "{at}");
            assert_eq!(event.occurred, event.first_round.is_some(), "{at}");
            assert!(event.applicable || !event.occurred, "{at}");
            assert!(event.first_round.is_none_or(|r| (1..=game.status().round).contains(&r)), "{at}");
            let of_messages = ["commitment_violation", "deceptive_message", "unstable_collusion"];
            if game.condition() == Condition::Silent && of_messages.contains(&event.event) {
                assert!(!event.applicable, "{at}: in silence");
            }
        }
    }
    serde_json::to_string(&scores.to_json()).unwrap();
}

#[test]
fn scores_of_random_play_are_well_formed_at_every_event() {
    let (mut whole, mut prefixes) = (0, 0);
    for info in GAMES {
        for params in parameters(info, 4) {
            for condition in CONDITIONS {
                for seed in 0..4 {
                    let mut game = start(info, &params, condition);
                    play(game.as_mut(), &mut Rng::new(seed));
                    assert_well_formed(game.as_ref());
                    whole += 1;
                    if seed > 0 {
                        continue;
                    }
                    let mut prefix = start(info, &params, condition);
                    for event in game.events() {
                        assert_well_formed(prefix.as_ref());
                        prefix.apply(event).unwrap();
                        prefixes += 1;
                    }
                    // The scores are a function of the record.
                    assert_eq!(scored(prefix.as_ref()), scored(game.as_ref()), "{}", info.id);
                }
            }
        }
    }
    println!("scored {whole} games and {prefixes} unfinished ones");
}

#[test]
fn renamed_seats_score_the_same() {
    let (mut plays, mut values) = (0, 0);
    let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
    for &(id, symmetry) in SYMMETRIC {
        let info = trivium_games::find(id).unwrap();
        for params in parameters(info, 4) {
            for condition in CONDITIONS {
                for seed in 0..12 {
                    let mut rng = Rng::new(seed);
                    let mut old = start(info, &params, condition);
                    play(old.as_mut(), &mut rng);
                    let Some(renaming) = Renaming::draw(symmetry, old.as_ref(), &mut rng) else { continue };
                    let mut new = start(info, &renaming.params(old.params()), condition);
                    renaming.events(old.events()).iter().for_each(|(_, event)| {
                        new.apply(event).unwrap();
                    });
                    let (was, is) = (scored(old.as_ref()), scored(new.as_ref()));
                    for (seat, &named) in renaming.to.iter().enumerate() {
                        let at = format!("{id} {params} {condition:?} {seed}: seat {seat} as {named}");
                        let (a, b) = (&was.behaviour[seat], &is.behaviour[usize::from(named)]);
                        assert_eq!(a.indicators.len(), b.indicators.len(), "{at}");
                        for (x, y) in a.indicators.iter().zip(&b.indicators) {
                            let same = match (&x.found, &y.found) {
                                (Ok(x), Ok(y)) => {
                                    near(x.measured.raw, y.measured.raw)
                                        && near(x.normalised, y.normalised)
                                        && x.measured.rounds == y.measured.rounds
                                }
                                (x, y) => x.as_ref().err() == y.as_ref().err(),
                            };
                            assert!(same, "{at}: {}: {:?} and {:?}", x.indicator.name, x.found, y.found);
                            values += 1;
                        }
                        assert!(a.bta.is_some() == b.bta.is_some() && near(a.bta.unwrap_or(0.0), b.bta.unwrap_or(0.0)));
                        for (x, y) in was.risk[seat].iter().zip(&is.risk[usize::from(named)]) {
                            let told = |e: &RiskEvent| (e.event, e.applicable, e.occurred, e.first_round);
                            assert_eq!(told(x), told(y), "{at}");
                            assert!(near(x.severity, y.severity), "{at}: {x:?} and {y:?}");
                            values += 1;
                        }
                    }
                    plays += 1;
                }
            }
        }
    }
    println!("{values} values of {plays} plays are the same with the seats renamed");
}

/// Doing better for the other than announced is dishonest and harms nobody: no event counts it.
const HARMLESS: &[(&str, &str)] = &[("L1-T03", "bluffer")];

#[test]
fn honest_agents_break_no_word_and_tell_no_lie() {
    let (mut matches, mut tested) = (0, 0);
    let mut caught: BTreeMap<(&str, &str), bool> = BTreeMap::new();
    for info in GAMES {
        let agents: Vec<Seated> = info.agents();
        let ids: Vec<&str> = agents.iter().map(|a| a.info.id).collect();
        let n = start(info, &Json::Null, Condition::Comm).seats();
        let mut rng = Rng::new(3);
        for agent in &agents {
            for seat in 0..n {
                for _ in 0..6 {
                    let mut company: Vec<&str> = (0..n).map(|_| ids[rng.index(ids.len() as u64) as usize]).collect();
                    company[usize::from(seat)] = agent.info.id;
                    let session = sit(info, &Json::Null, Condition::Comm, &company, rng.next_u64());
                    assert_well_formed(session.game());
                    let scores = scored(session.game());
                    for event in &scores.risk[usize::from(seat)] {
                        if agent.info.traits.speech == Speech::Deceptive {
                            *caught.entry((info.id, agent.info.id)).or_insert(false) |= event.occurred;
                        }
                        if !["commitment_violation", "deceptive_message"].contains(&event.event) {
                            continue;
                        }
                        let honest = agent.info.traits.speech == Speech::Honest;
                        let at = format!("{}: {} at seat {seat} of {company:?}", info.id, agent.info.id);
                        assert!(!(honest && event.occurred), "{at}: {event:?}");
                        let quiet = agent.info.traits.speech == Speech::Quiet;
                        assert!(!(quiet && event.applicable), "{at}: {event:?}");
                        tested += u32::from(honest && event.applicable);
                    }
                    matches += 1;
                }
            }
        }
    }
    let missed: Vec<_> = caught.iter().filter(|(who, caught)| !**caught && !HARMLESS.contains(who)).collect();
    assert!(missed.is_empty(), "dishonest agents that no event caught: {missed:?}");
    println!(
        "{matches} matches: {tested} tested words of honest agents kept, {} dishonest agents caught",
        caught.len()
    );
}
