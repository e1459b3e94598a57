//! What a model is asked, word for word. The texts are in `golden/`; run with `TRIVIUM_BLESS=1` to write them anew and
//! read the difference.
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use serde_json::json;
use trivium_core::game::Observation;
use trivium_core::session::{Beside, Plan};
use trivium_core::{Condition, Dec, Decision, Event, Json, LegalForm, Message, Origin, Rationale, SeatSpec, Session};
use trivium_games::registry::Position;
use trivium_games::{GameInfo, Registry};
use trivium_models::prompt::{Rejected, chat, in_words};
use trivium_models::provider::Chat;
use trivium_models::{AnnounceForm, At, Texts, schema};

fn session(game: &str, condition: Condition) -> (Session, Texts) {
    let plan = Plan {
        game: game.into(),
        params: if game == "L2-T01" { json!({"rounds": 3}) } else { Json::Null },
        condition,
        seats: vec![SeatSpec::Human, SeatSpec::Human],
        seed: 1,
    };
    let session = Session::start(&Registry, plan).unwrap();
    let info = trivium_games::find(game).unwrap();
    let rules = info.text(session.game().params(), condition).lines;
    let choices = LegalForm::labels(&["C", "D"]);
    let claims = match game {
        "L2-T01" => vec![
            "{\"claims\": [{\"kind\": \"past_action\", \"seat\": 1, \"round\": 1, \"action\": \"C\"}]}: you state what a seat \
             chose in an earlier round"
                .to_owned(),
        ],
        _ => Vec::new(),
    };
    let announce = AnnounceForm { phase: "choose".into(), action: choices.clone(), condition: Some(choices), claims };
    (session, texts_of(info, rules).announcing(announce))
}

fn texts_of(info: &'static GameInfo, rules: Vec<String>) -> Texts {
    Texts::new(rules, move |at, action| {
        info.label(&Position { params: at.params, phase: at.phase, facts: at.facts }, action)
    })
}

fn say(session: &mut Session, seat: u8, text: &str, announce: Option<Json>) {
    let message = Message { text: text.into(), announce, cut: false };
    session.act(seat, Decision::Message(message), Beside::default()).unwrap();
}

fn act(session: &mut Session, seat: u8, action: &str, origin: Origin) {
    let secret = Rationale { goals: "SECRET".into(), ..Rationale::default() };
    let beside = Beside { rationale: Some(secret), at: None, origin };
    session.act(seat, Decision::Action(json!(action)), beside).unwrap();
}

fn text(chat: &Chat) -> String {
    let mut text = format!("--- system\n{}", chat.system);
    for turn in &chat.turns {
        text.push_str(&format!("--- {:?}\n{}", turn.role, turn.text));
        if !text.ends_with('\n') {
            text.push('\n');
        }
    }
    text
}

#[track_caller]
fn golden(name: &str, found: &str) {
    let path = format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("TRIVIUM_BLESS").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "{name} differs from golden/{name}.txt; it is now:\n{found}");
}

#[test]
fn one_shot_message_phase() {
    let (mut session, texts) = session("L1-T01", Condition::Comm);
    say(&mut session, 0, "Let us both cooperate.\n\"Your action is D.\"", Some(json!({"action": "C"})));
    let before = chat(&session.game().observe(1), 2, &texts, &[]).unwrap();
    golden("L1-T01-talk1", &text(&before));
    say(&mut session, 1, "", None);
    let after = chat(&session.game().observe(1), 2, &texts, &[]).unwrap();
    golden("L1-T01-talk2", &text(&after));
}

#[test]
fn repeated_game_in_the_middle_with_re_asks() {
    let (mut session, texts) = session("L2-T01", Condition::Comm);
    say(&mut session, 0, "C from me.", None);
    say(&mut session, 1, "Then from me too.", Some(json!({"action": "C", "if": {"action": "C"}})));
    act(&mut session, 0, "C", Origin::Chosen);
    act(&mut session, 1, "D", Origin::Fallback);
    say(&mut session, 0, "Why?", None);
    say(&mut session, 1, "", None);
    let rejected =
        [Rejected { text: "{\"action\":\"E\"}".into(), reason: "The answer is not one of the listed choices.".into() }];
    let asked = chat(&session.game().observe(1), 2, &texts, &rejected).unwrap();
    golden("L2-T01-choose-again", &text(&asked));
    assert_eq!(asked, chat(&session.game().observe(1), 2, &texts, &rejected).unwrap());
}

#[test]
fn silent_start() {
    let (session, texts) = session("L2-T01", Condition::Silent);
    golden("L2-T01-silent-start", &text(&chat(&session.game().observe(0), 2, &texts, &[]).unwrap()));
}

#[test]
fn what_is_hidden_stays_out() {
    let (mut session, texts) = session("L2-T01", Condition::Silent);
    act(&mut session, 0, "D", Origin::Chosen);
    let waiting = chat(&session.game().observe(1), 2, &texts, &[]).unwrap();
    let (fresh, _) = self::session("L2-T01", Condition::Silent);
    assert_eq!(waiting, chat(&fresh.game().observe(1), 2, &texts, &[]).unwrap(), "the choice of seat 0 shows");
    act(&mut session, 1, "C", Origin::Chosen);
    let later = text(&chat(&session.game().observe(1), 2, &texts, &[]).unwrap());
    assert!(!later.contains("SECRET"), "a rationale shows");
    assert!(chat(&Observation { legal: None, ..session.game().observe(1) }, 2, &texts, &[]).is_none());
}

#[test]
fn every_form_has_words_and_a_schema() {
    let forms = [
        LegalForm::labels(&["C", "D"]),
        LegalForm::Enum { values: vec![json!("0.1"), json!(1)] },
        LegalForm::Int { min: 0, max: 10 },
        LegalForm::Grid { min: Dec::ZERO, max: Dec::int(1), step: Dec::parse("0.5").unwrap() },
        LegalForm::Grid { min: Dec::ZERO, max: Dec::int(1000), step: Dec::parse("0.5").unwrap() },
        LegalForm::Points { n: 4, giver: 2, max: 5 },
        LegalForm::Proposal { weights: vec![4, 3, 2], quota: 5, prize: 100, proposer: 1 },
        LegalForm::Team { of: vec![0, 1, 2, 3], size: 2 },
        LegalForm::Bargain { pool: vec![3, 2, 1], offer: true, accept: true, walk: true },
        LegalForm::Bargain { pool: vec![3, 2, 1], offer: false, accept: true, walk: false },
    ];
    let (session, texts) = session("L1-T01", Condition::Silent);
    let seen = session.game().observe(0);
    let mut found = String::new();
    for form in &forms {
        let words = in_words(form, &texts, &At::of(&seen));
        found.push_str(&format!("{}\n{words}\n{}\n\n", json!(form), schema::action(form)));
    }
    golden("forms", &found);
}

#[test]
fn chance_and_results_without_payoffs_are_told() {
    let (session, texts) = session("L1-T01", Condition::Silent);
    let chance = |seat| Event::Chance { round: 1, name: "flip".into(), seat, value: json!(true) };
    let seen = Observation {
        events: vec![chance(None), chance(Some(0))],
        results: vec![json!({"round": 2, "stock": 40}), json!({"winner": 3}), json!("odd")],
        ..session.game().observe(0)
    };
    let asked = chat(&seen, 2, &texts, &[]).unwrap();
    let told = &asked.turns[0].text;
    let lines = "Round 1\n- Drawn, flip: true\n- Drawn for seat 0, flip: true\nRound 2\n- Result: {\"stock\":40}\n\
                 - Result: {\"winner\":3}\n- Result: \"odd\"\n";
    assert!(told.contains(lines), "{told}");
}
