//! The model seat in a browser: the same prompt as natively, and a decision through the port.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

use serde_json::json;
use trivium_core::ports::{Response, ScriptedTransport, TransportError};
use trivium_core::session::Plan;
use trivium_core::{Condition, Decision, Origin, SeatSpec, Session};
use trivium_games::registry::Position;
use trivium_games::{Registry, find};
use trivium_models::provider::Fault;
use trivium_models::{Connection, Endpoint, Key, SeatError, Texts, ask, prompt};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn start() -> (Connection, Session, Texts) {
    let endpoint = Endpoint::new("http://localhost:8080/v1", "tiny").unwrap();
    let plan = Plan {
        game: "L2-T01".into(),
        params: json!({"rounds": 3}),
        condition: Condition::Silent,
        seats: vec![endpoint.seat_spec(), SeatSpec::Agent { id: "TitForTat".into() }],
        seed: 1,
    };
    let session = Session::start(&Registry, plan).unwrap();
    let info = find("L2-T01").unwrap();
    let rules = info.text(session.game().params(), Condition::Silent).lines;
    let texts = Texts::new(rules, move |at, action| {
        info.label(&Position { params: at.params, phase: at.phase, facts: at.facts }, action)
    });
    (Connection::new(endpoint, Key::read("sk-canary-Zq81LmTt0vXw").unwrap()), session, texts)
}

fn answer(content: &str) -> Result<Response, TransportError> {
    let body = json!({"choices": [{"message": {"content": content}, "finish_reason": "stop"}]});
    Ok(Response { status: 200, headers: Vec::new(), body: body.to_string().into_bytes() })
}

#[wasm_bindgen_test]
fn the_prompt_is_the_native_one() {
    let (_, session, texts) = start();
    let chat = prompt::chat(&session.game().observe(0), 2, &texts, &[]).unwrap();
    let found = format!("--- system\n{}--- User\n{}", chat.system, chat.turns[0].text);
    assert_eq!(found, include_str!("golden/L2-T01-silent-start.txt"));
}

#[wasm_bindgen_test]
async fn a_decision_is_asked_recorded_and_played() {
    let (connection, mut session, texts) = start();
    let transport = ScriptedTransport::default();
    let offline = Err(TransportError::Opaque("Failed to fetch".into()));
    transport.answers.borrow_mut().extend([offline, answer("hm"), answer("```json\n{\"action\":\"Defect\"}\n```")]);
    let keep = async |_: &Session, _: usize| Ok(());
    let failed = ask(&transport, &connection, &mut session, 0, &texts, None, keep).await;
    assert!(matches!(failed, Err(SeatError::Fault(Fault::NoAnswer { .. }))));
    let played = ask(&transport, &connection, &mut session, 0, &texts, None, keep).await.unwrap();
    assert_eq!((played.decision, played.origin), (Decision::Action(json!("D")), Origin::Chosen));
    assert_eq!((played.path.as_str(), played.answers), ("tolerant:2-fence,8-name", 2));
    assert!(!session.text().contains("canary"));
}
