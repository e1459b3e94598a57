//! Exported sessions hold; a changed one is caught and located, whatever was changed.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

use trivium_archive::{export, verify};
use trivium_core::record::line_hash;
use trivium_core::replay::Kind;
use trivium_core::session::{Beside, Plan};
use trivium_core::{Condition, Decision, Json, Message, SeatSpec, Session};
use trivium_games::{GAMES, Registry};

fn session() -> Session {
    let plan = Plan {
        game: "L2-T01".into(),
        params: Json::Null,
        condition: Condition::Comm,
        seats: vec![SeatSpec::Human, SeatSpec::Agent { id: "TitForTat".into() }],
        seed: 11,
    };
    let mut session = Session::start(&Registry, plan).unwrap();
    session.play_agents(&Registry, None).unwrap();
    while let Some(&seat) = session.waiting().first() {
        let status = session.game().status();
        let decision = if status.talk {
            let text = format!("round {}", status.round);
            Decision::Message(Message { text, announce: Some(serde_json::json!({"action": "C"})), cut: false })
        } else {
            Decision::Action(if status.round == 10 { "D".into() } else { "C".into() })
        };
        session.act(seat, decision, Beside::default()).unwrap();
        session.play_agents(&Registry, None).unwrap();
    }
    session
}

/// The first difference of a changed file: line, kind, what.
fn first(text: &str) -> (u32, Kind, String) {
    let report = verify(text.as_bytes()).unwrap();
    let difference = report.differences.first().unwrap_or_else(|| panic!("nothing was caught"));
    (difference.line, difference.kind, difference.what.clone())
}

/// Writes every link anew, as someone does who knows the format.
fn rechain(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for line in text.lines() {
        let mut value: Json = serde_json::from_str(line).unwrap();
        if let Some(before) = out.last() {
            value["prev"] = line_hash(before).into();
        }
        out.push(value.to_string());
    }
    out.join("\n")
}

/// Changes one value in the first line for which the test holds; returns the text and the line's number.
fn change(text: &str, test: impl Fn(&Json) -> bool, edit: impl Fn(&mut Json)) -> (String, u32) {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = lines.iter().position(|l| test(&serde_json::from_str(l).unwrap())).unwrap();
    let mut value: Json = serde_json::from_str(&lines[at]).unwrap();
    edit(&mut value);
    lines[at] = value.to_string();
    (lines.join("\n"), at as u32 + 1)
}

#[test]
fn what_is_exported_holds_in_every_value() {
    let report = verify(export(&session()).as_bytes()).unwrap();
    assert!(report.holds(), "{:?}", report.differences);
    assert!(report.over && report.has_result);
    assert!(report.agreed > 100, "{}", report.agreed);
    assert!(report.checks.iter().all(|c| c.verdict == trivium_archive::Verdict::Equal));
}

#[test]
fn an_unfinished_session_holds_and_plays_on_from_its_export() {
    let whole = session();
    let cut: Vec<&str> = whole.lines().iter().take(9).map(String::as_str).collect();
    let resumed = Session::resume(&Registry, &cut.join("\n")).unwrap();
    assert_eq!(resumed.waiting(), [0]);
    let text = export(&resumed);
    let report = verify(text.as_bytes()).unwrap();
    assert!(report.holds() && !report.over, "{:?}", report.differences);
    assert_eq!(Session::resume(&Registry, &text).unwrap().lines(), resumed.lines());
}

#[test]
fn a_changed_action_message_payoff_or_score_is_caught_and_located() {
    let text = export(&session());
    let action = |v: &Json| v["e"] == "action" && v["seat"] == 0 && v["round"] == 3;
    let (changed, line) = change(&text, action, |v| v["action"] = "D".into());
    // The next line no longer follows from this one.
    assert_eq!(first(&changed).0, line + 1);
    // With all links written anew, what follows from the action gives it away: that round's payoffs.
    let (at, kind, _) = first(&rechain(&changed));
    assert_eq!((at, kind), (line + 1, Kind::Payoff));

    let agents = |v: &Json| v["e"] == "action" && v["seat"] == 1 && v["round"] == 3;
    let (changed, line) = change(&text, agents, |v| v["action"] = "D".into());
    assert_eq!(first(&rechain(&changed)), (line, Kind::Agent, "choose of seat 1 in round 3".into()));

    let message = |v: &Json| v["e"] == "message" && v["seat"] == 0 && v["round"] == 2;
    let (changed, line) = change(&text, message, |v| v["text"] = "something else".into());
    assert_eq!(first(&changed), (line + 1, Kind::Chain, format!("line {line} was changed")));

    let payoff = |v: &Json| v["e"] == "payoff" && v["round"] == 4;
    let (changed, line) = change(&text, payoff, |v| v["payoffs"][0] = 4.into());
    assert_eq!(first(&rechain(&changed)), (line, Kind::Payoff, "payoffs of round 4".into()));

    let result = |v: &Json| v["e"] == "result";
    let (changed, line) = change(&text, result, |v| v["scores"]["bta"]["0"] = 0.99.into());
    assert_eq!(first(&changed), (line, Kind::Score, "bta.0".into()));
    let (changed, line) = change(&text, result, |v| v["totals"][1] = 30.into());
    assert_eq!(first(&changed), (line, Kind::Result, "totals".into()));
}

#[test]
fn a_removed_or_illegal_line_is_located() {
    let text = export(&session());
    let removed: Vec<&str> = text.lines().enumerate().filter(|(i, _)| *i != 4).map(|(_, l)| l).collect();
    assert_eq!(first(&removed.join("\n")).0, 5);
    let action = |v: &Json| v["e"] == "action" && v["round"] == 3;
    let (changed, line) = change(&text, action, |v| v["action"] = "X".into());
    let report = verify(rechain(&changed).as_bytes()).unwrap();
    assert!(!report.complete && !report.holds());
    assert_eq!((report.differences[0].line, report.differences[0].kind), (line, Kind::Event));
}

#[test]
fn wrong_files_are_refused_with_the_place() {
    for (bytes, says) in [
        (&b""[..], "empty"),
        (b"\x89PNG\r\n\x1a\n", "no UTF-8"),
        (b"{\"results\": []}", "format is missing"),
        (b"{\"format\":\"trivium-record/1\"}", "line 1"),
        (b"{\"format\":\"trivium-record/7\"}", "trivium-record/7"),
    ] {
        let error = verify(bytes).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
    let deep = vec![b'['; 50_000_000];
    assert!(verify(&deep).is_err());
    let unknown = export(&session()).replacen("L2-T01", "L9-T99", 1);
    assert!(verify(unknown.as_bytes()).unwrap_err().to_string().contains("L1-T01"));
}

#[test]
fn every_game_verifies_with_random_play() {
    let seeds = if std::env::var_os("TRIVIUM_FULL").is_some() { 200 } else { 10 };
    let (mut sessions, mut values) = (0, 0);
    for game in GAMES {
        for condition in [Condition::Silent, Condition::Comm] {
            for seed in 0..seeds {
                let seats = usize::from(game.start(&Json::Null, condition).unwrap().seats());
                let seats = vec![SeatSpec::Agent { id: "random".into() }; seats];
                let plan = Plan { game: game.id.into(), params: Json::Null, condition, seats, seed };
                let mut session = Session::start(&Registry, plan).unwrap();
                session.play_agents(&Registry, None).unwrap();
                let report = verify(export(&session).as_bytes()).unwrap();
                let at = format!("{} {condition:?} {seed}", game.id);
                assert!(report.holds() && report.over && report.has_result, "{at}: {:?}", report.differences);
                // Nothing is left unstored or unscored: `holds` alone would pass over it.
                let unequal = report.checks.iter().find(|c| c.verdict != trivium_archive::Verdict::Equal);
                assert!(unequal.is_none() && report.checks.len() > 1, "{at}: {unequal:?}");
                sessions += 1;
                values += u64::from(report.agreed);
            }
        }
    }
    assert_eq!(sessions, GAMES.len() as u64 * 2 * seeds);
    println!(
        "{} games in both conditions under {seeds} seeds: {sessions} sessions hold in {values} values",
        GAMES.len()
    );
}
