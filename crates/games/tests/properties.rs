//! What holds for every game of the registry, whatever its rules.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

mod shared;

use serde_json::json;
use shared::random::{BOUND, assert_replays, parameters, plan, play, start, state, step};
use std::collections::BTreeMap;
use trivium_core::session::Beside;
use trivium_core::{
    Attempt, Code, Condition, Dec, Decision, Event, Game, Json, LegalForm, Message, Observation, Origin, Rng, Seat,
    SeatSpec, Session,
};
use trivium_games::Registry;
use trivium_games::registry::{GAMES, GameInfo, Position};

const CONDITIONS: [Condition; 2] = [Condition::Silent, Condition::Comm];

/// Runs a property over every game, both conditions, several parameter objects and seeds. Returns the runs.
fn everywhere(seeds: u64, mut property: impl FnMut(&'static GameInfo, &Json, Condition, u64)) -> u32 {
    let mut runs = 0;
    for info in GAMES {
        for params in parameters(info, 4) {
            for condition in CONDITIONS {
                for seed in 0..seeds {
                    property(info, &params, condition, seed);
                    runs += 1;
                }
            }
        }
    }
    runs
}

#[test]
fn random_play_ends_and_its_steps_add_up() {
    let mut longest = 0;
    let runs = everywhere(6, |info, params, condition, seed| {
        let mut game = start(info, params, condition);
        play(game.as_mut(), &mut Rng::new(seed));
        longest = longest.max(game.events().len());
        let at = format!("{} {params} {condition:?} {seed}", info.id);
        let mut sums = vec![Dec::ZERO; usize::from(game.seats())];
        for step in game.steps() {
            assert_eq!(step.payoffs.len(), sums.len(), "{at}");
            sums.iter_mut().zip(&step.payoffs).for_each(|(sum, &pay)| *sum += pay);
        }
        assert_eq!(game.totals(), sums, "{at}");
        assert!(game.status().over() && game.status().to_act.is_empty() && game.draw(&mut Rng::new(0)).is_none());
        let talk = game.events().iter().any(|e| matches!(e, Event::Message { .. }));
        assert_eq!(talk, condition == Condition::Comm, "{at}: messages in Comm and only there");
        for seat in 0..game.seats() {
            assert!(game.legal(seat).is_none() && game.fallback(seat).is_none(), "{at}");
            let (seen, own) = (game.observe(seat), game.totals()[usize::from(seat)]);
            assert_eq!(seen.own_total, own, "{at}: a seat knows what it earned");
            assert!(seen.totals.is_none_or(|totals| totals == game.totals()), "{at}");
        }
    });
    println!("played {runs} games to their end; the longest has {longest} events of at most {BOUND}");
}

/// Attempts of all kinds, most of them wrong.
fn wild(game: &dyn Game, rng: &mut Rng) -> (Seat, &'static str, Attempt) {
    let status = game.status();
    let seat = if rng.chance(3, 4) { rng.index(u64::from(game.seats())) as Seat } else { rng.index(256) as Seat };
    let phases = [status.phase, status.phase, status.phase, "choose", "talk", "chance", "over", ""];
    let phase = phases[rng.index(8) as usize];
    let actions = [
        Json::Null,
        json!(true),
        json!(-1),
        json!(1e300),
        json!("0.0000001"),
        json!(0.3),
        json!(3),
        json!("C"),
        json!("accept"),
        json!("no such label"),
        json!([]),
        json!([0, 0, 0, 9]),
        json!({}),
        json!({"coalition": [1, 0], "shares": [-1, 101]}),
        json!({"offer": [99, 99, 99]}),
    ];
    let messages = [
        Json::Null,
        json!("hello"),
        json!({}),
        json!({"text": 5}),
        json!({"text": "x", "announce": 5}),
        json!({"text": "x", "announce": {"oath": true}}),
        json!({"text": "x", "announce": {"action": {}}}),
        json!({"text": "x", "announce": {"range": [9, 1]}}),
        json!({"text": "x", "announce": {"claims": [{}]}}),
        json!({"text": "x", "announce": {"if": {"action": "C"}}}),
    ];
    let attempt = if rng.chance(1, 3) {
        Attempt::Message(rng.choice(&messages).unwrap().clone())
    } else {
        Attempt::Action(rng.choice(&actions).unwrap().clone())
    };
    (seat, phase, attempt)
}

/// Chance outcomes that may not stand here.
fn wild_chance(game: &dyn Game, rng: &mut Rng) -> Event {
    let due = game.status().due;
    let names = ["flip", "continue", "speaking_order", "values", "proposer", "no such chance"];
    let name = match &due {
        Some(due) if rng.chance(2, 3) => due.name,
        _ => rng.choice(&names).unwrap(),
    };
    let seat = match due {
        Some(due) if rng.chance(2, 3) => due.seat,
        _ => rng.chance(1, 2).then(|| rng.index(20) as Seat),
    };
    let values = [Json::Null, json!("x"), json!(-1), json!(1.5), json!([]), json!([9, 9]), json!({}), json!(1e9)];
    let round = game.status().round + rng.index(2) as u32;
    Event::Chance { round, name: name.to_owned(), seat, value: rng.choice(&values).unwrap().clone() }
}

#[test]
fn refusals_change_nothing_and_name_the_first_reason() {
    let mut refused = 0;
    everywhere(2, |info, params, condition, seed| {
        let mut game = start(info, params, condition);
        let (mut moves, mut tries) = (Rng::new(seed), Rng::new(seed + 1000));
        loop {
            let before = state(game.as_ref());
            let status = game.status();
            for _ in 0..6 {
                let (seat, phase, attempt) = wild(game.as_ref(), &mut tries);
                let message = matches!(attempt, Attempt::Message(_));
                let at = format!("{} {} seat {seat} {phase}: {attempt:?}", info.id, status.phase);
                if game.boxed().attempt(seat, phase, attempt.clone(), Origin::Chosen).is_ok() {
                    assert!(status.to_act.contains(&seat) && phase == status.phase && message == status.talk, "{at}");
                    continue;
                }
                let code = game.attempt(seat, phase, attempt, Origin::Chosen).unwrap_err().code;
                if status.over() {
                    assert_eq!(code, Code::GameOver, "{at}");
                } else if message && condition == Condition::Silent {
                    assert_eq!(code, Code::MessagesOff, "{at}");
                } else if phase != status.phase || status.due.is_some() || message != status.talk {
                    assert_eq!(code, Code::WrongPhase, "{at}");
                } else if !status.to_act.contains(&seat) {
                    assert!(matches!(code, Code::NotYourTurn | Code::AlreadyActed), "{at}: {code}");
                } else {
                    assert!(code >= Code::Malformed, "{at}: {code}");
                }
                refused += 1;
            }
            for _ in 0..2 {
                let event = wild_chance(game.as_ref(), &mut tries);
                if game.boxed().apply(&event).is_err() {
                    let code = game.apply(&event).unwrap_err().code;
                    let due = status.due.is_some();
                    let late = matches!(code, Code::Malformed | Code::NotFeasible);
                    assert!(!late || due, "{} {event:?}: {code}", info.id);
                    refused += 1;
                }
            }
            assert_eq!(state(game.as_ref()), before, "{}: a refusal showed", info.id);
            if !step(game.as_mut(), &mut moves) {
                break;
            }
        }
        // Had a refusal changed something that does not show, the same events would lead elsewhere.
        let mut again = start(info, params, condition);
        game.events().to_vec().iter().for_each(|event| {
            again.apply(event).unwrap();
        });
        assert_eq!(state(again.as_ref()), state(game.as_ref()), "{}", info.id);
    });
    println!("{refused} attempts were refused and changed nothing");
}

#[test]
fn fallbacks_and_samples_are_legal_and_canonical() {
    let runs = everywhere(2, |info, params, condition, seed| {
        let (mut game, mut rng) = (start(info, params, condition), Rng::new(seed));
        while !game.status().over() {
            let status = game.status();
            for seat in 0..game.seats() {
                let (legal, fallback) = (game.legal(seat), game.fallback(seat));
                assert_eq!(legal.is_some(), status.to_act.contains(&seat), "{}", info.id);
                assert_eq!(fallback.is_some(), legal.is_some(), "{}", info.id);
                assert_eq!(game.observe(seat).legal, legal, "{}", info.id);
                match (legal, fallback) {
                    (Some(LegalForm::Text), Some(Decision::Message(message))) => assert_eq!(message.text, ""),
                    (Some(form), Some(Decision::Action(action))) => {
                        assert_eq!(form.check(&action), Ok(action), "{} {}", info.id, status.phase);
                        let drawn = form.sample(&mut rng);
                        assert_eq!(form.check(&drawn), Ok(drawn.clone()), "{} {}", info.id, status.phase);
                        let text = serde_json::to_string(&form).unwrap();
                        assert_eq!(serde_json::from_str::<LegalForm>(&text).unwrap(), form, "{}", info.id);
                    }
                    (None, None) => {}
                    other => panic!("{}: {other:?}", info.id),
                }
            }
            match status.to_act.first() {
                Some(&seat) => {
                    let fallback = game.fallback(seat).unwrap();
                    game.attempt(seat, status.phase, fallback.into_attempt(), Origin::Fallback).unwrap();
                }
                None => assert!(step(game.as_mut(), &mut rng)),
            }
            assert!(game.events().len() < BOUND, "{}", info.id);
        }
    });
    println!("played {runs} games by fallbacks alone");
}

/// A session of people who decide at random.
fn people(info: &GameInfo, params: &Json, condition: Condition, seed: u64) -> Session {
    let n = start(info, params, condition).seats();
    let seats = vec![SeatSpec::Human; usize::from(n)];
    let mut session = Session::start(&Registry, plan(info, params, condition, seats, seed)).unwrap();
    let mut rng = Rng::new(seed);
    while let Some(&seat) = rng.choice(&session.waiting()) {
        let decision = match shared::random::attempt(session.game(), seat, &mut rng) {
            Attempt::Action(action) => Decision::Action(action),
            Attempt::Message(m) => Decision::Message(Message {
                text: m["text"].as_str().unwrap().to_owned(),
                announce: m.get("announce").cloned(),
                cut: false,
            }),
        };
        session.act(seat, decision, Beside::default()).unwrap();
    }
    assert!(session.game().status().over(), "{}", info.id);
    session
}

#[test]
fn records_replay_exactly_and_resume_at_any_line() {
    let runs = everywhere(2, |info, params, condition, seed| {
        let session = people(info, params, condition, seed);
        assert_replays(&session);
        let lines = session.lines();
        for cut in [1, lines.len() / 2, lines.len()] {
            let text = format!("{}\n", lines[..cut].join("\n"));
            let resumed = Session::resume(&Registry, &text).unwrap();
            let shared = resumed.lines().len();
            assert!(shared >= cut, "{}", info.id);
            assert_eq!(resumed.lines(), &lines[..shared], "{}: taken up at line {cut}", info.id);
        }
    });
    println!("replayed {runs} records");
}

/// Facts by which the rules tell a seat what stands in no event and no result that it sees.
const TOLD_BY_FACTS: &[(&str, &str)] =
    &[("L4-T01", "sabotages"), ("L4-T03", "alive"), ("L4-T03", "inspections"), ("L4-T03", "own_role")];

/// Two positions in which a seat has seen the same events and results look the same to it in all else: legal
/// actions, totals, facts, phase. What it shows must not depend on the rest.
fn assert_alike(a: &dyn Game, b: &dyn Game, seat: Seat) -> bool {
    let (x, y) = (a.observe(seat), b.observe(seat));
    let known = |o: &Observation| {
        let told = TOLD_BY_FACTS.iter().filter(|(id, _)| *id == a.id());
        let facts: Vec<Option<Json>> = told.map(|(_, fact)| o.facts.get(*fact).cloned()).collect();
        (o.events.clone(), o.results.clone(), facts, o.round)
    };
    if known(&x) != known(&y) || a.status().phase != b.status().phase {
        return false;
    }
    assert_eq!(x, y, "{}: seat {seat} can tell two worlds apart that it cannot know", a.id());
    true
}

/// The same event with another content: another action, message or chance outcome.
fn altered(game: &dyn Game, event: &Event, rng: &mut Rng) -> Event {
    match event {
        Event::Chance { .. } => game.draw(rng).unwrap_or_else(|| event.clone()),
        Event::Action { round, phase, seat, action, fallback } => {
            let action = game.legal(*seat).map_or(action.clone(), |form| form.sample(rng));
            Event::Action { round: *round, phase: phase.clone(), seat: *seat, action, fallback: *fallback }
        }
        Event::Message { round, phase, seat, fallback, .. } => {
            let message = Message { text: format!("{}", rng.next_u64()), announce: None, cut: false };
            Event::Message { round: *round, phase: phase.clone(), seat: *seat, message, fallback: *fallback }
        }
    }
}

/// In these nothing is hidden in silence: one seat decides at a time, and the others see it.
const OPEN_IN_SILENCE: [&str; 5] = ["L1-T05", "L1-T06", "L2-T03", "L2-T04", "L2-T05"];

#[test]
fn what_a_seat_cannot_see_does_not_show() {
    let (mut at_once, mut later) = (0, 0);
    // Pairs of worlds by game and condition that differ in what a seat cannot see.
    let mut pairs: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    everywhere(4, |info, params, condition, seed| {
        let mut rng = Rng::new(seed);
        let mut played = start(info, params, condition);
        play(played.as_mut(), &mut rng);
        for seat in 0..played.seats() {
            let mut game = start(info, params, condition);
            let mut other = start(info, params, condition);
            let mut together = true;
            for (k, event) in played.events().iter().enumerate() {
                let (before, status, steps) = (game.observe(seat), game.status(), game.steps().len());
                let twin = altered(game.as_ref(), event, &mut rng);
                let mut elsewhere = game.boxed();
                game.apply(event).unwrap();
                let hidden = !game.visible(seat).contains(&(k as u32));
                let still = game.steps().len() == steps && game.status().phase == status.phase;
                let same_round = game.status().round == status.round;
                // A hidden event that finishes nothing leaves the view as it was, whatever its content.
                if hidden && still && same_round {
                    assert_eq!(game.observe(seat), before, "{}: seat {seat} notices {event:?}", info.id);
                    at_once += 1;
                }
                if hidden && elsewhere.apply(&twin).is_ok() {
                    let alike = assert_alike(game.as_ref(), elsewhere.as_ref(), seat);
                    at_once += u32::from(alike);
                    *pairs.entry((info.id, condition.name())).or_default() += u32::from(alike && twin != *event);
                }
                // A second world in which hidden events went otherwise from the start, as far as the rules let the
                // same visible events follow.
                let played_there = if hidden && rng.chance(1, 2) { &twin } else { event };
                together = together && other.apply(played_there).is_ok();
                if together {
                    later += u32::from(assert_alike(game.as_ref(), other.as_ref(), seat));
                }
            }
        }
    });
    for info in GAMES {
        for condition in CONDITIONS {
            let found = pairs.get(&(info.id, condition.name())).copied().unwrap_or(0);
            let open = condition == Condition::Silent && OPEN_IN_SILENCE.contains(&info.id);
            let at = format!("{} {condition:?}: {found} pairs of worlds differ in what a seat cannot see", info.id);
            assert_eq!(found > 0, !open, "{at}; a game that hides nothing in silence belongs into OPEN_IN_SILENCE");
        }
    }
    println!("compared {at_once} pairs of worlds at once and {later} later on");
}

#[test]
fn the_registry_is_complete_and_consistent() {
    for info in GAMES {
        let defaults = start(info, &Json::Null, Condition::Silent).params().clone();
        assert_eq!(info.defaults(), defaults, "{}: the task file holds the defaults", info.id);
        let task: Json = serde_json::from_str(info.task).unwrap();
        assert_eq!((&task["format"], &task["game"]), (&json!("trivium-task/1"), &json!(info.id)));
        assert!(info.id.starts_with(&format!("L{}-T", info.level)), "{}", info.id);
        let ids: Vec<&str> = info.agents().iter().map(|a| a.info.id).collect();
        assert_eq!(ids.last(), Some(&"random"), "{}", info.id);
        assert!(ids.len() >= 4, "{}: at least four agents, not {ids:?}", info.id);
        assert!(ids.iter().enumerate().all(|(i, id)| !ids[..i].contains(id)), "{}: {ids:?}", info.id);
        for agent in info.agents() {
            let i = &agent.info;
            assert!(!i.name.is_empty() && !i.source.is_empty() && i.description.ends_with('.'), "{}", i.id);
        }
        for params in parameters(info, 4) {
            for condition in CONDITIONS {
                let game = start(info, &params, condition);
                assert_eq!((game.id(), game.condition()), (info.id, condition));
                let again = start(info, game.params(), condition);
                assert_eq!(again.params(), game.params(), "{}: parameters read back", info.id);
                let text = info.text(game.params(), condition);
                assert!(text.lines.len() >= 3, "{}: the rules in words have at least three lines", info.id);
                assert!(text.lines.iter().all(|l| l.ends_with('.')), "{}: every line ends in a full stop", info.id);
            }
            let [silent, comm] = CONDITIONS.map(|c| info.text(start(info, &params, c).params(), c).lines);
            assert_ne!(silent, comm, "{}: the rules say whether there are messages", info.id);
        }
        for (bad, word) in [(json!({"no such field": 1}), "no such field"), (json!([]), "params"), (json!(5), "params")]
        {
            let error = info.start(&bad, Condition::Silent).err().unwrap().to_string();
            assert!(error.contains(word), "{}: {error}", info.id);
        }
    }
}

#[test]
fn parameters_out_of_range_are_refused_in_words() {
    let mut refused = 0;
    for info in GAMES {
        let Json::Object(defaults) = info.defaults() else { panic!("{}: parameters are an object", info.id) };
        for (field, value) in &defaults {
            for bad in
                [json!("x"), json!(-1e9), json!(1e15), json!({"a": 1}), json!("0.00001"), json!([[]]), json!(true)]
            {
                let mut params = defaults.clone();
                params.insert(field.clone(), bad.clone());
                match info.start(&params.into(), Condition::Silent) {
                    Ok(_) => assert!(value.is_boolean() && bad.is_boolean(), "{} takes {bad} as {field}", info.id),
                    Err(error) => {
                        assert!(error.field.contains(field.as_str()), "{}: {error}", info.id);
                        assert!(!error.allowed.is_empty(), "{}: {error}", info.id);
                        refused += 1;
                    }
                }
            }
        }
    }
    println!("{refused} wrong parameters were refused");
}

#[test]
fn every_plain_choice_has_a_label() {
    let mut labelled = 0;
    everywhere(1, |info, params, condition, seed| {
        let (mut game, mut rng) = (start(info, params, condition), Rng::new(seed));
        while !game.status().over() {
            for &seat in &game.status().to_act {
                let seen = game.observe(seat);
                let form = seen.legal.clone().unwrap();
                if form == LegalForm::Text {
                    continue;
                }
                let action = form.sample(&mut rng);
                let label = info.label(&Position::of(&seen), &action);
                assert!(label.is_some_and(|l| !l.is_empty()), "{}: {action} in {}", info.id, seen.phase);
                labelled += 1;
            }
            step(game.as_mut(), &mut rng);
        }
    });
    println!("{labelled} actions have a label");
}
