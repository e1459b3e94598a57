//! Replies of every form that is understood, and that nothing else is.
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use proptest::prelude::*;
use serde_json::json;
use trivium_core::{Code, Dec, Decision, Json, LegalForm, Rng};
use trivium_models::reply::{self, Expected, Path, Reading, Rule, Trouble};
use trivium_models::{AnnounceForm, At, Texts};

fn label(_at: &At<'_>, action: &Json) -> Option<String> {
    match action.as_str()? {
        "C" => Some("Cooperate".into()),
        "D" => Some("Defect".into()),
        _ => None,
    }
}

fn texts() -> Texts {
    let choices = LegalForm::labels(&["C", "D"]);
    let announce =
        AnnounceForm { phase: "choose".into(), action: choices.clone(), condition: Some(choices), claims: Vec::new() };
    let synonyms = vec![(json!("C"), vec!["stay silent".into()]), (json!("D"), vec!["confess".into()])];
    Texts { synonyms, ..Texts::new(Vec::new(), label).announcing(announce) }
}

fn read(text: &str, form: &LegalForm) -> Reading {
    let (params, facts) = (Json::Null, serde_json::Map::new());
    reply::read(text, &Expected::new(form, &texts(), &At { params: &params, phase: "choose", facts: &facts }))
}

fn dilemma(text: &str) -> Reading {
    read(text, &LegalForm::labels(&["C", "D"]))
}

fn action(reading: &Reading) -> Option<&Json> {
    match &reading.decision {
        Ok(Decision::Action(action)) => Some(action),
        _ => None,
    }
}

#[track_caller]
fn understood(text: &str, form: &LegalForm, expected: Json, path: &str) {
    let reading = read(text, form);
    assert_eq!(action(&reading), Some(&expected), "{text} {:?}", reading.decision);
    assert_eq!(reading.path.to_string(), path, "{text}");
}

#[test]
fn the_asked_form_is_exact_and_its_rationale_is_kept() {
    let text = r#" {"rationale":{"goals":"g","beliefs":"b","plan":"p","justification":"j"},"action":"C"} "#;
    let reading = dilemma(text);
    assert_eq!((action(&reading), &reading.path), (Some(&json!("C")), &Path::Exact));
    let rationale = reading.rationale.unwrap();
    assert_eq!([rationale.goals, rationale.beliefs, rationale.plan, rationale.justification], ["g", "b", "p", "j"]);
    assert_eq!(dilemma(r#"{"action":"C"}"#).rationale, None);
    let loose = dilemma(r#"{"rationale":{"goals":["a",1],"plan":null},"action":"C"}"#).rationale.unwrap();
    assert_eq!((loose.goals.as_str(), loose.plan.as_str()), ("[\"a\",1]", ""));
    assert_eq!(dilemma(r#"{"rationale":"because","action":"C"}"#).rationale.unwrap().justification, "because");
}

#[test]
fn each_rule_reads_what_it_says() {
    let form = LegalForm::labels(&["C", "D"]);
    let ten = LegalForm::Int { min: 0, max: 10 };
    for (text, form, expected, path) in [
        (r#"<think>Should I say {"action":"D"}?</think>{"action":"C"}"#, &form, json!("C"), "tolerant:1-think"),
        ("```json\n{\"action\":\"C\"}\n```", &form, json!("C"), "tolerant:2-fence"),
        (r#"Here you are: {"action":"D"} Good luck."#, &form, json!("D"), "tolerant:3-prose"),
        (r#"{"Action":"C"}"#, &form, json!("C"), "tolerant:4-field"),
        (r#"{"decision":"C"}"#, &form, json!("C"), "tolerant:4-field"),
        (r#"{"action":{"choice":"C"}}"#, &form, json!("C"), "tolerant:4-field"),
        ("C", &form, json!("C"), "tolerant:5-bare"),
        ("\"D\"", &form, json!("D"), "tolerant:5-bare"),
        ("7", &ten, json!(7), "tolerant:5-bare"),
        (r#"{"action":"[0,2]"}"#, &LegalForm::Team { of: vec![0, 1, 2], size: 2 }, json!([0, 2]), "tolerant:6-quoted"),
        (r#"{"action":" **c**. "}"#, &form, json!("C"), "tolerant:7-label"),
        (r#"{"action":"'D'"}"#, &form, json!("D"), "tolerant:7-label"),
        (r#"{"action":"COOPERATE"}"#, &form, json!("C"), "tolerant:8-name"),
        (r#"{"action":"Defect"}"#, &form, json!("D"), "tolerant:8-name"),
        (r#"{"action":"Stay_Silent"}"#, &form, json!("C"), "tolerant:9-synonym"),
        (r#"{"action":"I offer 5"}"#, &ten, json!(5), "tolerant:10-words"),
        (r#"{"action":"5 points."}"#, &ten, json!(5), "tolerant:10-words"),
        (r#"{"action":"I will cooperate."}"#, &form, json!("C"), "tolerant:8-name,10-words"),
        ("They are kind.\n**Action:** C\n", &form, json!("C"), "tolerant:11-line"),
        ("My offer is 4.\nThat is fair.", &ten, json!(4), "tolerant:11-line"),
        (r#"{"action":"C (Cooperate)"}"#, &form, json!("C"), "tolerant:7-label"),
        (r#"{"action":"Accept"}"#, &bargain(), json!("accept"), "tolerant:7-label"),
        (r#"{"action":"2.50"}"#, &grid(), json!("2.5"), "exact"),
    ] {
        understood(text, form, expected, path);
    }
}

fn bargain() -> LegalForm {
    LegalForm::Bargain { pool: vec![3, 2, 1], offer: true, accept: true, walk: true }
}

fn grid() -> LegalForm {
    LegalForm::Grid { min: Dec::ZERO, max: Dec::int(7), step: Dec::parse("0.5").unwrap() }
}

#[test]
fn what_is_doubtful_is_not_taken() {
    for text in [
        "",
        "   ",
        "null",
        "[]",
        "I would rather talk about it first.",
        "I will not cooperate.",
        "I cooperate unless you defect.",
        "Action: C\nWait, that is wrong.",
        "Action: C\nAction: D",
        "Action: C\nIf they play D, I lose.",
        "C or D",
        r#"{"action":"C or D"}"#,
        r#"{"action":"not C"}"#,
        r#"{"action":"C","action":"D"}"#,
        r#"{"action":"C","decision":"D"}"#,
        r#"{"action":"C"} or {"action":"D"}"#,
        r#"The form is {"action":"…"}: {"action":"C"}"#,
        r#"{"action":["C"]}"#,
        r#"{"action":null}"#,
        r#"{"action":"cooperate, then defect"}"#,
        r#"{"action":{"choice":"C","or":"D"}}"#,
        r#"{"rationale":{"plan":"play C"}}"#,
        r#"{"action":"C""#,
        "<think>Action: C",
        "<think>Action: C</think>",
    ] {
        let reading = dilemma(text);
        assert!(reading.decision.is_err(), "{text} {:?}", reading.decision);
    }
    let ten = LegalForm::Int { min: 0, max: 10 };
    for text in [
        r#"{"action":"between 3 and 5"}"#,
        r#"{"action":"5%"}"#,
        r#"{"action":"at least 5"}"#,
        r#"{"action":"5 or 6"}"#,
        r#"{"action":"five"}"#,
        r#"{"action":true}"#,
        "I offer 5.\nThe most is 10.",
        "I offer 5 to 6.",
        "I offer 5, no, 6.",
    ] {
        assert!(read(text, &ten).decision.is_err(), "{text}");
    }
}

#[test]
fn the_reason_for_asking_again_is_the_right_one() {
    let trouble = |text: &str| dilemma(text).decision.unwrap_err();
    assert_eq!(trouble("I would rather talk."), Trouble::Unreadable);
    assert_eq!(trouble(r#"{"plan":"C"}"#), Trouble::NoField("action"));
    assert_eq!(trouble(r#"{"action":"neither of these"}"#), Trouble::Illegal(Code::NotInSet));
    assert_eq!(trouble(r#"{"action":3}"#), Trouble::Illegal(Code::Malformed));
    assert_eq!(trouble(r#"{"action":"C","action":"D"}"#), Trouble::Ambiguous);
    assert_eq!(trouble("<think>hm"), Trouble::OnlyThinking);
    assert_eq!(trouble(&"x".repeat(reply::REPLY_LIMIT + 1)), Trouble::TooLong);
    let ten = LegalForm::Int { min: 0, max: 10 };
    assert_eq!(read(r#"{"action":11}"#, &ten).decision.unwrap_err(), Trouble::Illegal(Code::OutOfRange));
    assert_eq!(read(r#"{"action":0.5}"#, &ten).decision.unwrap_err(), Trouble::Illegal(Code::NotOnGrid));
    let illegal = read(r#"{"rationale":{"goals":"g"},"action":11}"#, &ten);
    assert_eq!((illegal.path, illegal.rationale.unwrap().goals.as_str()), (Path::Exact, "g"));
}

#[test]
fn messages_need_their_field_and_may_announce() {
    let message = |text: &str| match read(text, &LegalForm::Text) {
        Reading { decision: Ok(Decision::Message(message)), path, .. } => {
            Ok((message.text, message.announce, path.to_string()))
        }
        Reading { decision, .. } => Err(decision.unwrap_err()),
    };
    let exact = |text: &str, announce: Option<Json>| Ok((text.to_owned(), announce, "exact".to_owned()));
    assert_eq!(message(r#"{"message":"hi"}"#), exact("hi", None));
    assert_eq!(message(r#"{"message":""}"#), exact("", None));
    assert_eq!(message(r#"{"message":"hi","announce":null}"#), exact("hi", None));
    assert_eq!(message(r#"{"message":"hi","announce":{}}"#), exact("hi", None));
    assert_eq!(message(r#"{"message":"hi","announce":{"action":"C"}}"#), exact("hi", Some(json!({"action": "C"}))));
    let named = r#"{"message":"hi","announce":{"action":"Cooperate","if":{"action":"c"}}}"#;
    let announced = json!({"action": "C", "if": {"action": "C"}});
    assert_eq!(message(named), Ok(("hi".into(), Some(announced), "tolerant:7-label,8-name".into())));
    let nested = r#"{"message":{"text":"hi","announce":{"action":"D"}}}"#;
    assert_eq!(message(nested), Ok(("hi".into(), Some(json!({"action": "D"})), "tolerant:4-field".into())));
    // Prose may hold what is meant for nobody else's eyes, so it is never sent as a message.
    assert_eq!(message("Let us both cooperate. (I will defect.)"), Err(Trouble::Unreadable));
    assert_eq!(message(r#"{"message":null}"#), Err(Trouble::Illegal(Code::Malformed)));
    assert_eq!(message(r#"{"message":"a","message":"b"}"#), Err(Trouble::Ambiguous));
}

fn forms() -> Vec<LegalForm> {
    vec![
        LegalForm::labels(&["C", "D"]),
        LegalForm::labels(&["stag", "hare"]),
        LegalForm::Enum { values: vec![json!("0.1"), json!("0.2"), json!(1)] },
        LegalForm::Enum { values: vec![json!(30), json!(75), json!(126)] },
        LegalForm::Int { min: -3, max: 12 },
        grid(),
        LegalForm::Points { n: 4, giver: 2, max: 5 },
        LegalForm::Proposal { weights: vec![4, 3, 2], quota: 5, prize: 100, proposer: 1 },
        LegalForm::Team { of: vec![0, 1, 2, 3, 4], size: 3 },
        bargain(),
    ]
}

/// The ways in which a legal action may be written, with the rule each takes at least.
fn written(action: &Json, form: &LegalForm) -> Vec<(String, Option<Rule>)> {
    let object = json!({"rationale": {"goals": "5 or {C}"}, "action": action}).to_string();
    let mut ways = vec![
        (object.clone(), None),
        (format!("\n  {object}\n"), None),
        (serde_json::to_string_pretty(&json!({"action": action})).unwrap(), None),
        (format!("<think>Maybe {{\"action\": 0}}</think>\n{object}"), Some(Rule::Think)),
        (format!("```json\n{object}\n```"), Some(Rule::Fence)),
        (format!("```\n{object}\n```"), Some(Rule::Fence)),
        (format!("My answer:\n```json\n{object}\n```\nThat is all."), Some(Rule::Prose)),
        (format!("I thought of {{this}} and that. {object}"), Some(Rule::Prose)),
        (json!({"Action": action}).to_string(), Some(Rule::Field)),
        (json!({"choice": action}).to_string(), Some(Rule::Field)),
    ];
    if !action.is_object() {
        ways.push((action.to_string(), Some(Rule::Bare)));
    }
    if action.is_array() || action.is_object() {
        ways.push((json!({"action": action.to_string()}).to_string(), Some(Rule::Quoted)));
    }
    let scalar = matches!(form, LegalForm::Enum { .. } | LegalForm::Int { .. } | LegalForm::Grid { .. });
    if let (true, Some(word)) =
        (scalar, action.as_str().map(str::to_owned).or(action.is_number().then(|| action.to_string())))
    {
        ways.push((json!({"action": format!("I choose {word}.")}).to_string(), Some(Rule::Words)));
        ways.push((json!({"action": {"value": action}}).to_string(), Some(Rule::Field)));
        ways.push((format!("I have thought about it.\nAction: **{word}**"), Some(Rule::Line)));
        if word.chars().all(char::is_alphabetic) {
            let label = json!({"action": format!(" `{}` ", word.to_uppercase())});
            ways.push((label.to_string(), Some(Rule::Label)));
        }
    }
    ways
}

/// Whether a text states an action: its value, or every number or word of it, stands there.
fn states(text: &str, action: &Json) -> bool {
    let low = text.to_lowercase();
    let number = |n: &Dec| {
        let mut numbers = low.split(|c: char| !(c.is_ascii_digit() || "-.eE+".contains(c)));
        numbers.any(|word| {
            let word = word.trim_matches('.');
            let read = serde_json::from_str::<Json>(word).ok().and_then(|v| Dec::from_json(&v));
            Dec::parse(word).or(read) == Some(*n)
        })
    };
    match action {
        Json::String(word) => {
            let synonym = match word.as_str() {
                "C" => ["cooperate", "stay silent", "stay"],
                "D" => ["defect", "confess", "confess"],
                _ => ["\u{0}"; 3],
            };
            low.contains(&word.to_lowercase())
                || synonym.iter().any(|s| low.contains(s))
                || Dec::parse(word).is_some_and(|n| number(&n))
        }
        Json::Number(_) => Dec::from_json(action).is_some_and(|n| number(&n)),
        Json::Array(items) => items.iter().all(|item| states(text, item)),
        Json::Object(fields) => fields.iter().all(|(name, value)| low.contains(name) && states(text, value)),
        _ => false,
    }
}

/// Texts made of the pieces that replies are made of, so that many are nearly right.
fn patchwork() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        " ",
        "\n",
        "```",
        "json",
        "<think>",
        "</think>",
        "\"action\"",
        "action",
        "C",
        "D",
        "c",
        "Cooperate",
        "defect",
        "I choose",
        "I will",
        "not",
        "5",
        "-3",
        "0.5",
        "12",
        "null",
        "true",
        "offer",
        "accept",
        "walk",
        "coalition",
        "shares",
        "rationale",
        "goals",
        "Action:",
        "or",
        "points",
        "\\u0000",
        "ä",
        "🜁",
        "1e309",
        "stag",
        "**",
        "'",
        "message",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_legal_action_is_understood_in_every_listed_way(seed in any::<u64>()) {
        for form in forms() {
            let legal = form.sample(&mut Rng::new(seed));
            for (text, rule) in written(&legal, &form) {
                let reading = read(&text, &form);
                prop_assert_eq!(action(&reading), Some(&legal), "{} as {:?}: {:?}", text, form, reading.decision);
                match (rule, &reading.path) {
                    (None, path) => prop_assert_eq!(path, &Path::Exact, "{}", text),
                    (Some(rule), Path::Tolerant(rules)) => prop_assert!(rules.contains(&rule), "{} {:?}", text, rules),
                    (Some(_), path) => prop_assert!(false, "{} was read as {}", text, path),
                }
            }
        }
    }

    #[test]
    fn two_different_answers_are_never_taken(seed in any::<u64>()) {
        for form in forms() {
            let mut rng = Rng::new(seed);
            let (a, b) = (form.sample(&mut rng), form.sample(&mut rng));
            if a == b {
                continue;
            }
            for text in [
                format!("{} {}", json!({"action": a}), json!({"action": b})),
                format!("{{\"action\":{a},\"action\":{b}}}"),
                format!("{{\"action\":{a},\"choice\":{b}}}"),
                format!("Action: {a}\nAction: {b}"),
            ] {
                prop_assert!(read(&text, &form).decision.is_err(), "{}", text);
            }
        }
    }

    #[test]
    fn garbage_never_panics_and_never_yields_what_it_does_not_state(text in any::<String>()) {
        for form in forms() {
            if let Some(action) = action(&read(&text, &form)) {
                prop_assert!(states(&text, action), "{:?} gave {}", text, action);
            }
        }
        let _ = read(&text, &LegalForm::Text);
    }

    #[test]
    fn nearly_right_texts_never_yield_what_they_do_not_state(text in patchwork()) {
        for form in forms() {
            let reading = read(&text, &form);
            if let Some(action) = action(&reading) {
                prop_assert!(form.check(action) == Ok(action.clone()), "{:?} gave {}", text, action);
                prop_assert!(states(&text, action), "{:?} gave {}", text, action);
            }
        }
        let _ = read(&text, &LegalForm::Text);
    }
}

#[test]
fn hostile_texts_come_to_an_end() {
    for text in [
        "{".repeat(90_000),
        "[".repeat(90_000),
        "{\"action\":".repeat(9_000),
        "</think>".repeat(11_000),
        "<think></think>".repeat(6_000),
        "{\"action\":\"C\"}".repeat(6_000),
        "Action: ".repeat(11_000),
        format!("{{\"action\":\"{}\"}}", "C ".repeat(40_000)),
        "`".repeat(80_000),
    ] {
        for form in [LegalForm::labels(&["C", "D"]), LegalForm::Int { min: 0, max: 10 }, LegalForm::Text] {
            assert!(read(&text, &form).decision.is_err());
        }
    }
}
