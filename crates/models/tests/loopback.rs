//! The model seat over real HTTP: whole games against a server that behaves and misbehaves as the test says.
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

mod common;

use common::{Act, Http, Seen, Server, completion, failure, finished, legal, run};
use serde_json::{Value, json};
use trivium_core::ports::FixedClock;
use trivium_core::replay::replay;
use trivium_core::session::{Beside, Plan};
use trivium_core::{Condition, Decision, Json, LegalForm, Line, Origin, Record, SeatSpec, Session};
use trivium_games::registry::Position;
use trivium_games::{Registry, find};
use trivium_models::seat::{Next, exchange, question, take};
use trivium_models::{
    AnnounceForm, Around, Connection, Diagnosis, Endpoint, Key, Played, SeatError, Settings, Texts, ask, diagnosis,
};

const SECRET: &str = "sk-canary-Zq81LmTt0vXw";

struct Play {
    server: Server,
    connection: Connection,
    session: Session,
    texts: Texts,
    stored: Vec<String>,
}

impl Play {
    /// A model at seat 0 against an agent.
    fn new(game: &str, condition: Condition, act: impl Fn(&Seen, usize) -> Act + Send + 'static) -> Play {
        let agent = if game == "L2-T01" { "TitForTat" } else { "always-C" };
        Play::against(game, condition, SeatSpec::Agent { id: agent.into() }, act)
    }

    fn against(
        game: &str,
        condition: Condition,
        other: SeatSpec,
        act: impl Fn(&Seen, usize) -> Act + Send + 'static,
    ) -> Play {
        let server = Server::start(act);
        let endpoint = Endpoint::new(&server.base, "tiny").unwrap();
        let endpoint = endpoint.with(Settings { timeout_ms: 300, ..Settings::default() });
        let plan = Plan {
            game: game.into(),
            params: if game == "L2-T01" { json!({"rounds": 4}) } else { Json::Null },
            condition,
            seats: vec![endpoint.seat_spec(), other],
            seed: 7,
        };
        let session = Session::start(&Registry, plan).unwrap();
        let info = find(game).unwrap();
        let rules = info.text(session.game().params(), condition).lines;
        let choices = LegalForm::labels(&["C", "D"]);
        let announce = AnnounceForm {
            phase: "choose".into(),
            action: choices.clone(),
            condition: Some(choices),
            claims: Vec::new(),
        };
        let texts = Texts::new(rules, move |at, action| {
            info.label(&Position { params: at.params, phase: at.phase, facts: at.facts }, action)
        });
        let texts = texts.announcing(announce);
        let stored = session.lines().to_vec();
        let connection = Connection::new(endpoint, Key::read(SECRET).unwrap());
        Play { server, connection, session, texts, stored }
    }

    fn ask(&mut self) -> Result<Played, SeatError> {
        let clock = FixedClock::default();
        let stored = &mut self.stored;
        let keep = async |session: &Session, from: usize| {
            assert_eq!(from, stored.len(), "each step hands over exactly its own lines");
            stored.extend_from_slice(&session.lines()[from..]);
            Ok(())
        };
        run(ask(&Http, &self.connection, &mut self.session, 0, &self.texts, Some(&clock), keep))
    }

    fn agents(&mut self) {
        let from = self.session.play_agents(&Registry, None).unwrap();
        self.stored.extend_from_slice(&self.session.lines()[from..]);
    }

    /// A call that fails: what the person reads. Nothing may be recorded as a move.
    fn fault(&mut self) -> Diagnosis {
        let events = self.session.game().events().len();
        let error = self.ask().unwrap_err();
        assert_eq!(self.session.game().events().len(), events, "a fault is no move");
        let around = Around { page_origin: "https://trivium.example".into(), ..Around::default() };
        let shown = diagnosis::diagnose_seat(&error, &self.connection.endpoint, &around);
        assert_clean(&format!("{shown:?} {error:?} {error}"));
        assert_clean(&self.session.text());
        assert!(!shown.headline.is_empty() && !shown.headline.contains('!'), "{shown:?}");
        shown
    }

    fn calls(&self) -> Vec<Value> {
        let lines = self.session.lines().iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.filter(|line| line["e"] == "call").collect()
    }
}

fn assert_clean(text: &str) {
    assert!(!text.contains("canary") && !text.contains("LmTt0vXw"), "the key shows: {text}");
}

/// Plays to the end and checks the record by reading and replaying it.
fn play_out(mut play: Play) -> (Play, Record) {
    while !play.session.game().status().over() {
        if play.session.waiting().contains(&0) {
            let played = play.ask().unwrap();
            assert_eq!((played.origin, played.answers, played.path.as_str()), (Origin::Chosen, 1, "exact"));
            assert_eq!(played.rationale.as_ref().unwrap().goals, "points");
        }
        play.agents();
    }
    assert_eq!(play.stored, play.session.lines(), "what was stored is the record");
    let text = play.session.export(Json::Null);
    assert_clean(&text);
    let record = Record::parse(&text).unwrap();
    assert!(record.broken_links.is_empty());
    let replayed = replay(&Registry, &record).unwrap();
    assert_eq!((replayed.differences.as_slice(), replayed.complete), ([].as_slice(), true));
    let resumed = Session::resume(&Registry, &play.session.text()).unwrap();
    assert_eq!(resumed.text(), play.session.text());
    (play, record)
}

fn decisions(record: &Record) -> usize {
    let model = |line: &&Line| match line {
        Line::Event { event, rationale, .. } => event.seat() == Some(0) && rationale.is_some(),
        _ => false,
    };
    record.lines.iter().filter(model).count()
}

#[test]
fn the_one_shot_game_is_played_to_its_end() {
    let (play, record) = play_out(Play::new("L1-T01", Condition::Comm, |seen, _| legal(seen, "D")));
    // Two messages and one decision; D against a cooperator pays 5 and 0.
    assert_eq!((decisions(&record), play.calls().len(), play.server.requests().len()), (3, 3, 3));
    let totals: Vec<String> = play.session.game().totals().iter().map(ToString::to_string).collect();
    assert_eq!(totals, ["5", "0"]);
}

#[test]
fn the_repeated_game_is_played_to_its_end_in_both_conditions() {
    for (condition, expected) in [(Condition::Silent, 4), (Condition::Comm, 8)] {
        let act = |seen: &Seen, _| legal(seen, "C");
        let (play, record) = play_out(Play::new("L2-T01", condition, act));
        assert_eq!((decisions(&record), play.calls().len()), (expected, expected));
        // Four rounds of mutual cooperation at 3 points.
        let totals: Vec<String> = play.session.game().totals().iter().map(ToString::to_string).collect();
        assert_eq!(totals, ["12", "12"]);
        let call = &play.calls()[0];
        assert_eq!((&call["path"], &call["attempt"], &call["seat"]), (&json!("exact"), &json!(0), &json!(0)));
        assert_eq!((&call["usage"]["input_total"], &call["usage"]["output_total"]), (&json!(211), &json!(57)));
        assert_eq!((&call["details"]["finish"], &call["details"]["model"]), (&json!("stop"), &json!("tiny-1")));
    }
}

#[test]
fn what_goes_over_the_wire_is_the_question_and_the_key_in_its_header_alone() {
    let mut play = Play::new("L1-T01", Condition::Silent, |seen, _| legal(seen, "C"));
    play.ask().unwrap();
    let seen = play.server.requests().remove(0);
    assert_eq!(seen.path, "/v1/chat/completions");
    assert_eq!(seen.header("authorization"), Some(format!("Bearer {SECRET}").as_str()));
    let ours: Vec<&str> = seen.headers.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(ours, ["host", "connection", "content-type", "authorization", "content-length"]);
    assert_clean(&seen.body.to_string());
    assert_eq!((&seen.body["stream"], &seen.body["model"]), (&json!(false), &json!("tiny")));
    assert!(seen.body["messages"][0]["content"].as_str().unwrap().contains("If both cooperate, each gets 3."));
}

#[test]
fn an_illegal_and_an_unparseable_answer_are_asked_again_with_the_reason() {
    let mut play = Play::new("L1-T01", Condition::Silent, |seen, number| match number {
        0 => completion(r#"{"action":"neither of these"}"#),
        1 => completion("I would rather talk about it first."),
        _ => legal(seen, "C"),
    });
    let played = play.ask().unwrap();
    assert_eq!((played.origin, played.answers), (Origin::Chosen, 3));
    let calls = play.calls();
    let refused: Vec<&Value> = calls.iter().map(|call| &call["refused"]).collect();
    assert_eq!(refused[0], "not_in_set: The answer is not one of the listed choices.");
    assert_eq!(refused[1], "unreadable: It is not a JSON object.");
    assert!(refused[2].is_null());
    assert_eq!(calls.iter().map(|call| call["attempt"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(calls[1]["raw"], "I would rather talk about it first.");
    let turns = play.server.requests()[2].body["messages"].as_array().unwrap().clone();
    let roles: Vec<&str> = turns.iter().map(|turn| turn["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["system", "user", "assistant", "user", "assistant", "user"]);
    assert!(turns[3]["content"].as_str().unwrap().contains("not one of the listed choices"));
    assert!(turns[5]["content"].as_str().unwrap().contains("It is not a JSON object."));
}

#[test]
fn three_answers_that_cannot_be_taken_lead_to_the_fallback() {
    let mut play = Play::new("L1-T01", Condition::Silent, |_, _| completion(r#"{"action":"E"}"#));
    let played = play.ask().unwrap();
    assert_eq!((played.decision, played.origin, played.answers), (Decision::Action(json!("D")), Origin::Fallback, 3));
    let calls = play.calls();
    assert_eq!(calls.len(), 3);
    assert!(calls.iter().all(|call| call["path"] == "exact" && call["refused"].is_string()));
    let event: Value = serde_json::from_str(play.session.lines().last().unwrap()).unwrap();
    assert_eq!((&event["action"], &event["fallback"]), (&json!("D"), &json!(true)));
    assert_eq!(play.stored, play.session.lines());
}

#[test]
fn an_announcement_that_the_rules_do_not_allow_is_asked_again() {
    let mut play = Play::new("L1-T01", Condition::Comm, |seen, number| match number {
        0 => completion(r#"{"message":"hi","announce":{"range":[1,2]}}"#),
        _ => legal(seen, "C"),
    });
    assert_eq!(play.ask().unwrap().answers, 2);
    assert!(play.calls()[0]["refused"].as_str().unwrap().starts_with("bad_announce: "));
}

#[test]
fn refusals_of_the_server_are_shown_and_record_nothing() {
    for (status, code, message, expected) in [
        (401, "invalid_api_key", format!("Incorrect API key provided: {SECRET}."), "auth"),
        (404, "model_not_found", "No such model.".to_owned(), "model_not_found"),
        (429, "rate_limit_exceeded", "Rate limit reached. Try again in 0.2s.".to_owned(), "rate_limited"),
        (429, "insufficient_quota", "You exceeded your current quota.".to_owned(), "quota_exhausted"),
        (500, "server_error", "The server had an error.".to_owned(), "server"),
        (503, "server_is_overloaded", "Overloaded.".to_owned(), "overloaded"),
        (200, "server_error", "Upstream failed.".to_owned(), "bad_request"),
        (413, "too_large", String::new(), "too_large"),
    ] {
        let mut play = Play::new("L1-T01", Condition::Silent, move |_, _| failure(status, code, &message));
        let before = play.session.text();
        let shown = play.fault();
        assert_eq!(shown.code, expected);
        assert!(!shown.to_do.is_empty(), "{shown:?}");
        assert_eq!(play.session.text(), before, "nothing is recorded");
        assert_eq!(play.server.requests().len(), 1, "no blind repetition");
    }
}

#[test]
fn rate_and_quota_share_a_status_and_differ_in_what_to_do() {
    let told = |code: &'static str, message: &'static str| {
        Play::new("L1-T01", Condition::Silent, move |_, _| failure(429, code, message)).fault()
    };
    let rate = told("rate_limit_exceeded", "Try again in 7.5s.");
    assert_eq!(rate.retry, diagnosis::Retry::AfterMs(7500));
    assert_eq!(rate.to_do[0], "Ask again in 8 seconds.");
    let quota = told("insufficient_quota", "pay");
    assert!(!quota.can_retry());
    assert!(quota.to_do[0].contains("Add credit"));
}

#[test]
fn an_error_inside_a_successful_answer_is_shown() {
    let act = |_: &Seen, _| Act::Say(200, json!({"error": {"message": "Upstream failed.", "code": 502}}).to_string());
    let shown = Play::new("L1-T01", Condition::Silent, act).fault();
    assert_eq!((shown.code, shown.server_said.as_deref()), ("server", Some("Upstream failed.")));
}

#[test]
fn answers_that_are_no_completion_are_shown() {
    for (status, body, code) in [
        (200, "<html><h1>Welcome</h1></html>".to_owned(), "html"),
        (502, "<html><h1>502 Bad Gateway</h1></html>".to_owned(), "server"),
        (200, "{\"choices\":[".to_owned(), "not_json"),
        (200, "hello".to_owned(), "not_json"),
        (200, "{\"choices\":[]}".to_owned(), "wrong_shape"),
        (404, "404 page not found".to_owned(), "not_found"),
    ] {
        let mut play = Play::new("L1-T01", Condition::Silent, move |_, _| Act::Say(status, body.clone()));
        assert_eq!(play.fault().code, code);
        assert!(play.calls().is_empty());
    }
}

#[test]
fn empty_answers_are_recorded_and_shown_and_can_be_asked_again() {
    let empty = |number: usize| match number {
        0 => finished(Value::Null, "stop"),
        1 => finished("", "length"),
        2 => finished("<think>So many thoughts", "stop"),
        _ => finished("{\"acti", "content_filter"),
    };
    let mut play = Play::new("L1-T01", Condition::Silent, move |seen, number| match number {
        0..4 => empty(number),
        _ => legal(seen, "C"),
    });
    let codes: Vec<&str> = (0..4).map(|_| play.fault().code).collect();
    assert_eq!(codes, ["empty", "empty_length", "empty_reasoning", "empty_filter"]);
    let played = play.ask().unwrap();
    assert_eq!((played.origin, played.answers), (Origin::Chosen, 1), "answers without text are no attempts");
    let calls = play.calls();
    assert_eq!(calls.len(), 5);
    assert!(calls[0]["raw"].is_null() && calls[0]["refused"].as_str().unwrap().starts_with("empty: "));
    assert_eq!(calls[2]["raw"], "<think>So many thoughts");
    assert_eq!(calls[0]["usage"]["input_total"], 211);
    assert!(calls.iter().all(|call| call["attempt"] == 0));
}

#[test]
fn an_answer_cut_off_is_taken_only_where_it_is_whole() {
    let mut play = Play::new("L1-T01", Condition::Silent, |seen, number| match number {
        0 => finished(r#"{"rationale":{"goals":"long"#, "length"),
        1 => finished(r#"Well: {"action":"D"} but on the other ha"#, "length"),
        _ => finished(legal_text(seen), "length"),
    });
    let played = play.ask().unwrap();
    assert_eq!((played.decision, played.answers), (Decision::Action(json!("C")), 3));
    assert!(play.calls()[..2].iter().all(|call| call["refused"].as_str().unwrap().starts_with("cut_off: ")));
}

fn legal_text(_: &Seen) -> String {
    r#"{"action":"C"}"#.to_owned()
}

#[test]
fn time_runs_out_and_connections_break() {
    let mut slow = Play::new("L1-T01", Condition::Silent, |_, _| Act::Silence);
    let shown = slow.fault();
    assert_eq!((shown.code, shown.can_retry()), ("timeout", true));
    let mut cut = Play::new("L1-T01", Condition::Silent, |_, _| Act::Cut("{\"choices\":[{".into()));
    assert_eq!(cut.fault().code, "broken_off");
    let mut down = Play::new("L1-T01", Condition::Silent, |_, _| Act::Silence);
    down.connection = Connection::new(Endpoint::new("http://127.0.0.1:9/v1", "tiny").unwrap(), None);
    let shown = down.fault();
    assert_eq!((shown.code, shown.headline.as_str()), ("server_down", "Nothing answers at http://127.0.0.1:9."));
}

#[test]
fn a_refused_response_format_is_dropped_once_and_noted() {
    let mut play = Play::new("L2-T01", Condition::Silent, |seen, _| match seen.body.get("response_format") {
        Some(_) => failure(400, "unsupported_parameter", "response_format is not supported by this model"),
        None => legal(seen, "C"),
    });
    play.ask().unwrap();
    play.agents();
    play.ask().unwrap();
    assert_eq!(play.server.requests().len(), 3, "refused once, then left out");
    for call in play.calls() {
        let why = "response_format is not supported by this model";
        assert_eq!(call["details"]["dropped"], json!([{"param": "response_format", "why": why}]));
    }
    assert!(play.server.requests()[2].last_turn().contains("\"properties\""), "the prompt holds the schema anyway");
}

#[test]
fn a_refused_limit_field_is_renamed_once() {
    let mut play = Play::new("L1-T01", Condition::Silent, |seen, _| match seen.body.get("max_tokens") {
        Some(_) => {
            failure(400, "unsupported_parameter", "max_tokens is not supported. Use 'max_completion_tokens' instead.")
        }
        None => legal(seen, "C"),
    });
    play.ask().unwrap();
    let requests = play.server.requests();
    assert_eq!((requests.len(), &requests[1].body["max_completion_tokens"]), (2, &json!(4096)));
    assert_eq!(play.calls()[0]["details"]["dropped"][0]["param"], "max_tokens");
}

#[test]
fn a_reload_between_two_answers_goes_on_at_the_same_question() {
    let mut play = Play::new("L1-T01", Condition::Silent, |seen, number| match number {
        0 => completion(r#"{"action":"E"}"#),
        1 => failure(500, "server_error", "sorry"),
        _ => legal(seen, "C"),
    });
    assert_eq!(play.fault().code, "server");
    let text = play.session.text();
    play.session = Session::resume(&Registry, &text).unwrap();
    assert_eq!(play.session.text(), text);
    let asked = question(&play.session, 0, &play.texts).unwrap();
    assert_eq!((asked.attempt, asked.chat.turns.len()), (1, 3));
    let played = play.ask().unwrap();
    assert_eq!((played.origin, played.answers), (Origin::Chosen, 2));
}

#[test]
fn a_person_may_decide_while_the_model_thinks() {
    let act = |seen: &Seen, _| legal(seen, "C");
    let mut play = Play::against("L2-T01", Condition::Silent, SeatSpec::Human, act);
    let first = question(&play.session, 0, &play.texts).unwrap();
    play.session.act(1, Decision::Action(json!("D")), Beside::default()).unwrap();
    let heard = run(exchange(&Http, &play.connection, &first.chat, None)).unwrap();
    let taken = take(&mut play.session, &first, &play.texts, &heard, Some(5)).unwrap();
    assert!(matches!(taken.next, Next::Played(_)));
    assert_eq!(play.session.game().status().round, 2);
    // The same answer once more belongs to a decision that is past.
    let before = play.session.text();
    let late = take(&mut play.session, &first, &play.texts, &heard, None);
    assert_eq!((late, play.session.text()), (Err(SeatError::NotDue), before));
}

#[test]
fn what_cannot_be_stored_stops_the_play() {
    let mut play = Play::new("L1-T01", Condition::Silent, |seen, _| legal(seen, "C"));
    let keep = async |_: &Session, _: usize| Err("the disk is full".to_owned());
    let found = run(ask(&Http, &play.connection, &mut play.session, 0, &play.texts, None, keep));
    assert_eq!(found, Err(SeatError::Store("the disk is full".into())));
}

#[test]
fn a_server_that_repeats_the_key_in_its_answer_does_not_get_it_into_the_record() {
    let mut play = Play::new("L1-T01", Condition::Comm, |_, _| {
        completion(json!({"rationale": {"goals": SECRET}, "message": format!("Your key is {SECRET}.")}).to_string())
    });
    play.ask().unwrap();
    assert_clean(&play.session.text());
    assert!(play.session.text().contains("Your key is [key]."));
}
