//! What holds for every rule-based agent of the registry: it plays legally in any company, and draws only if it says so.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use shared::random::{assert_replays, parameters, sit, start, step};
use trivium_core::game::Speech;
use trivium_core::{Condition, Event, Json, Origin, Rng, Seat, Session};
use trivium_games::Seated;
use trivium_games::registry::GAMES;

const CONDITIONS: [Condition; 2] = [Condition::Silent, Condition::Comm];

fn announces(session: &Session, seat: Seat) -> bool {
    session.game().events().iter().any(|event| match event {
        Event::Message { seat: by, message, .. } => *by == seat && message.announce.is_some(),
        _ => false,
    })
}

#[test]
fn every_agent_plays_legally_in_every_company() {
    let mut matches = 0;
    for info in GAMES {
        let agents = info.agents();
        let ids: Vec<&str> = agents.iter().map(|a| a.info.id).collect();
        let mut rng = Rng::new(42);
        for params in parameters(info, 3) {
            let n = start(info, &params, Condition::Silent).seats();
            for condition in CONDITIONS {
                for agent in &agents {
                    for seat in 0..n {
                        // Against one kind of all the others (a draw of them where there are many), and a mixture.
                        let mut others = ids.clone();
                        rng.shuffle(&mut others);
                        others.truncate(if n == 2 && ids.len() < 12 { 6 } else { 3 });
                        for other in others {
                            let mixed = rng.chance(1, 2);
                            let mut company: Vec<&str> = (0..n)
                                .map(|_| if mixed { ids[rng.index(ids.len() as u64) as usize] } else { other })
                                .collect();
                            company[usize::from(seat)] = agent.info.id;
                            let session = sit(info, &params, condition, &company, rng.next_u64());
                            let quiet = agent.info.traits.speech == Speech::Quiet;
                            assert!(!(quiet && announces(&session, seat)), "{}: {}", info.id, agent.info.id);
                            matches += 1;
                        }
                    }
                }
                let mixed: Vec<&str> = (0..n).map(|s| ids[usize::from(s) % ids.len()]).collect();
                assert_replays(&sit(info, &params, condition, &mixed, 7));
            }
        }
    }
    println!("played {matches} matches of agents");
}

#[test]
fn deterministic_agents_do_not_draw() {
    let mut decisions = 0;
    for info in GAMES {
        let agents: Vec<Seated> = info.agents().into_iter().filter(|a| !a.info.traits.stochastic).collect();
        for condition in CONDITIONS {
            let mut game = start(info, &Json::Null, condition);
            let mut rng = Rng::new(5);
            loop {
                for &seat in &game.status().to_act {
                    let seen = game.observe(seat);
                    for agent in &agents {
                        let decide = |seed| agent.start().decide(&seen, &mut Rng::new(seed));
                        assert_eq!(decide(1), decide(2), "{}: {} draws", info.id, agent.info.id);
                        let tried = decide(1).into_attempt();
                        let taken = game.boxed().attempt(seat, seen.phase, tried.clone(), Origin::Chosen);
                        // Also off the path that it would have played itself.
                        assert!(taken.is_ok(), "{}: {} tries {tried:?} in {}", info.id, agent.info.id, seen.phase);
                        decisions += 1;
                    }
                }
                if !step(game.as_mut(), &mut rng) {
                    break;
                }
            }
        }
    }
    println!("compared {decisions} decisions");
}
