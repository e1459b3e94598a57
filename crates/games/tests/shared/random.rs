//! Random legal play of any game, with random messages.

use serde_json::json;
use trivium_core::session::Plan;
use trivium_core::{
    Attempt, Code, Condition, Event, Game, Json, LegalForm, Origin, Record, Rng, Seat, SeatSpec, Session, replay,
};
use trivium_games::Registry;
use trivium_games::registry::GameInfo;

/// More events than any game of the tests can have: 40 rounds of five private and public steps for 16 seats.
pub const BOUND: usize = 4000;

/// A game of the registry at its start.
pub fn start(info: &GameInfo, params: &Json, condition: Condition) -> Box<dyn Game> {
    info.start(params, condition).unwrap_or_else(|e| panic!("{}: {params}: {e}", info.id))
}

/// The default parameters and those of the shared cases, at most `most` different ones of a game.
pub fn parameters(info: &GameInfo, most: usize) -> Vec<Json> {
    let mut found = vec![Json::Null];
    let defaults = start(info, &Json::Null, Condition::Silent).params().clone();
    let files = super::Shared::trajectories();
    for (_, file) in files.iter().filter(|(game, _)| game == info.id) {
        for case in file["cases"].as_array().into_iter().flatten() {
            let params = &case["params"];
            if found.len() < most && *params != defaults && !found.contains(params) {
                found.push(params.clone());
            }
        }
    }
    found
}

/// Labels of many games, so that some fit and some do not.
const LABELS: &[&str] = &[
    "C",
    "D",
    "stag",
    "hare",
    "swerve",
    "straight",
    "opera",
    "football",
    "accept",
    "reject",
    "volunteer",
    "abstain",
    "A",
    "B",
    "approve",
    "pass",
    "bet",
    "aligned",
    "biased",
    "walk",
    "none",
];

/// A claim of one of the games of level 4.
fn claim(rng: &mut Rng) -> Json {
    let (seat, amount) = (rng.index(5), rng.between(0, 6));
    match rng.index(12) {
        0 => json!({"kind": "role", "value": "loyal"}),
        1 => json!({"kind": "role", "value": "seer"}),
        2 => json!({"kind": "role", "target": seat, "value": "werewolf"}),
        3 => json!({"kind": "alignment", "target": seat, "value": "traitor"}),
        4 => json!({"kind": "alignment", "target": seat, "value": "werewolf"}),
        5 => json!({"kind": "alignment", "target": 0, "value": "biased"}),
        6 => json!({"kind": "act", "target": 1 + seat, "value": "support"}),
        7 => json!({"kind": "state", "value": "B"}),
        8 => json!({"kind": "card", "value": "Q"}),
        9 => json!({"kind": "value", "value": amount}),
        10 => json!({"kind": "value", "target": "hats", "value": amount}),
        _ => json!({"kind": "plan", "value": {"winner": seat, "others_max": amount}}),
    }
}

/// An announcement that may or may not be allowed in this position.
fn announce(game: &dyn Game, rng: &mut Rng) -> Json {
    let past: Vec<&Event> = game.events().iter().filter(|e| matches!(e, Event::Action { .. })).collect();
    let label = rng.choice(LABELS);
    match rng.index(15) {
        0 => json!({}),
        1 => Json::Null,
        2 => json!({"withdraw": true}),
        3 => json!({"action": rng.between(0, 12)}),
        4 => json!({"action": label}),
        5 => json!({"action": label, "if": {"action": rng.choice(LABELS)}}),
        6 => json!({"range": [rng.between(0, 5), rng.between(3, 9)]}),
        7 => json!({"share": "0.5", "if": {"at_least": rng.between(0, 9)}}),
        8 => json!({"coalition": (0..game.seats()).filter(|_| rng.chance(2, 3)).collect::<Vec<_>>()}),
        9 => json!({"claims": [{"kind": "top", "alternative": "A"}]}),
        10 => json!({"oath": 1}),
        11 | 12 => json!({"claims": [claim(rng)]}),
        13 => json!({"action": label, "claims": [claim(rng), claim(rng)]}),
        _ => match rng.choice(&past) {
            Some(Event::Action { round, seat, action, .. }) => {
                json!({"claims": [{"kind": "past_action", "seat": seat, "round": round, "action": action}]})
            }
            _ => json!([]),
        },
    }
}

/// A legal decision of a seat whose turn it is: uniform action, or a message with a random announcement (without
/// one where the rules refuse it).
pub fn attempt(game: &dyn Game, seat: Seat, rng: &mut Rng) -> Attempt {
    match game.legal(seat).expect("asked out of turn") {
        LegalForm::Text => {
            let text = if rng.chance(1, 4) { String::new() } else { "x".repeat(rng.index(700) as usize) };
            let message = Attempt::Message(json!({"text": text, "announce": announce(game, rng)}));
            let mut copy = game.boxed();
            match copy.attempt(seat, game.status().phase, message.clone(), Origin::Chosen) {
                Ok(_) => message,
                Err(refusal) => {
                    assert_eq!(refusal.code, Code::BadAnnounce, "{}", game.id());
                    Attempt::Message(json!({"text": text}))
                }
            }
        }
        form => Attempt::Action(form.sample(rng)),
    }
}

/// Plays one event at random: the chance outcome that is due, or the decision of a random seat to act. `false`
/// when the game is over.
pub fn step(game: &mut dyn Game, rng: &mut Rng) -> bool {
    let id = game.id();
    if let Some(due) = game.draw(rng) {
        game.apply(&due).unwrap_or_else(|e| panic!("{id} refuses what it drew: {due:?}: {e}"));
        return true;
    }
    let status = game.status();
    let Some(&seat) = rng.choice(&status.to_act) else {
        assert!(status.over(), "{id} waits for nobody in {}", status.phase);
        return false;
    };
    let tried = attempt(game, seat, rng);
    game.attempt(seat, status.phase, tried.clone(), Origin::Chosen)
        .unwrap_or_else(|e| panic!("{id}: {tried:?} of seat {seat} in {}: {e}", status.phase));
    true
}

/// Plays to the end at random, which comes within the bound.
pub fn play(game: &mut dyn Game, rng: &mut Rng) {
    while step(game, rng) {
        assert!(game.events().len() < BOUND, "{} does not end", game.id());
    }
}

/// Everything that shows of a game's state, as text.
pub fn state(game: &dyn Game) -> String {
    let seats: Vec<String> = (0..game.seats())
        .map(|s| {
            let seen = serde_json::to_string(&game.observe(s)).unwrap();
            format!("{seen} {:?} {:?}", game.visible(s), game.fallback(s))
        })
        .collect();
    format!("{:?} {:?} {} {:?} {seats:?}", game.status(), game.totals(), game.events().len(), game.steps())
}

/// What a session of the game is to be.
pub fn plan(info: &GameInfo, params: &Json, condition: Condition, seats: Vec<SeatSpec>, seed: u64) -> Plan {
    Plan { game: info.id.into(), params: params.clone(), condition, seats, seed }
}

/// The exported record plays again without a difference.
pub fn assert_replays(session: &Session) {
    let record = Record::parse(&session.export(Json::Null)).unwrap();
    let again = replay::replay(&Registry, &record).unwrap();
    assert_eq!(again.differences, [], "{}", session.game().id());
    assert!(again.complete);
    assert_eq!(state(again.game.as_ref()), state(session.game()));
}

/// Plays agents against one another and checks that each decision was taken as it came.
pub fn sit(info: &GameInfo, params: &Json, condition: Condition, ids: &[&str], seed: u64) -> Session {
    let seats = ids.iter().map(|id| SeatSpec::Agent { id: (*id).to_owned() }).collect();
    let mut session = Session::start(&Registry, plan(info, params, condition, seats, seed)).unwrap();
    session.play_agents(&Registry, None).unwrap();
    let at = format!("{} {params} {condition:?} {ids:?} seed {seed}", info.id);
    assert!(session.game().status().over(), "{at}: not over");
    for event in session.game().events() {
        let fell_back = matches!(event, Event::Action { fallback: true, .. } | Event::Message { fallback: true, .. });
        assert!(!fell_back, "{at}: an agent's decision was refused: {event:?}");
    }
    session
}
