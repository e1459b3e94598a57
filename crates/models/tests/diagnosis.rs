//! Every fault in words that say what to do.
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use trivium_core::ports::TransportError;
use trivium_models::provider::{Class, Empty, Refused};
use trivium_models::seat::SeatError;
use trivium_models::{Around, Diagnosis, Endpoint, Fault, Permission, Retry, Settings, diagnose, diagnosis};

const PAGE: &str = "https://trivium.example";

fn page() -> Around {
    Around { page_origin: PAGE.into(), online: Some(true), ..Around::default() }
}

fn opaque(base: &str, answers: Option<bool>, around: &Around) -> Diagnosis {
    let error = TransportError::Opaque("Failed to fetch".into());
    diagnose(&Fault::NoAnswer { error, answers }, &Endpoint::new(base, "tiny").unwrap(), around)
}

#[test]
fn the_ladder_goes_from_the_page_to_the_server() {
    let hosted = "https://api.example.com/v1";
    let local = "http://localhost:8080/v1";
    let lan = "http://192.168.1.7:8080/v1";
    let blocked = Around { policy_blocked: true, ..page() };
    let offline = Around { online: Some(false), ..page() };
    let with = |permission| Around { local_network: Some(permission), ..page() };
    for (base, answers, around, expected) in [
        (hosted, None, &blocked, "blocked_by_policy"),
        (hosted, None, &offline, "offline"),
        (hosted, Some(true), &page(), "cors"),
        (hosted, Some(false), &page(), "server_down"),
        (hosted, None, &page(), "no_answer"),
        (local, Some(true), &page(), "cors"),
        (local, Some(true), &offline, "cors"),
        (local, Some(false), &page(), "server_down"),
        (local, None, &with(Permission::Denied), "local_network_denied"),
        (local, Some(false), &with(Permission::Granted), "server_down"),
        (lan, None, &page(), "mixed_content"),
        (lan, None, &with(Permission::Granted), "no_answer"),
        ("https://192.168.1.7/v1", None, &with(Permission::Denied), "local_network_denied"),
        ("http://api.example.com/v1", Some(false), &page(), "mixed_content"),
    ] {
        assert_eq!(opaque(base, answers, around).code, expected, "{base} {answers:?} {around:?}");
    }
    // A page on this computer meets neither mixed content nor the permission.
    let at_home = Around {
        page_origin: "http://127.0.0.1:8080".into(),
        local_network: Some(Permission::Denied),
        ..Around::default()
    };
    assert_eq!(opaque(lan, Some(false), &at_home).code, "server_down");
    assert_eq!(opaque(local, Some(true), &at_home).code, "cors");
}

#[test]
fn a_refusal_by_cors_names_the_switch_of_the_server_and_this_page() {
    let step = |base: &str| opaque(base, Some(true), &page());
    let llama = step("http://localhost:8080/v1");
    assert_eq!(llama.headline, "The server answered, but did not allow this page to read the answer.");
    assert_eq!(llama.to_do[0], "Start llama-server with `--cors-origins https://trivium.example`.");
    assert_eq!(
        step("http://localhost:11434/v1").to_do[0],
        "Start Ollama with OLLAMA_ORIGINS=https://trivium.example in its environment."
    );
    assert!(step("http://127.0.0.1:1234/v1").to_do[0].contains("Enable CORS"));
    assert!(step("http://127.0.0.1:8000/v1").to_do[0].contains("--allowed-origins '[\"https://trivium.example\"]'"));
    assert!(step("http://127.0.0.1:5000/v1").to_do[0].contains("`--cors-origins`"));
    let hosted = step("https://api.example.com/v1");
    assert!(hosted.to_do[1].contains("Check the key and the model's name"), "{hosted:?}");
    assert!(!hosted.can_retry());
}

#[test]
fn a_server_that_is_down_names_its_address_and_the_other_loopback_name() {
    let shown = opaque("http://localhost:8080/v1", Some(false), &page());
    assert_eq!(shown.headline, "Nothing answers at http://localhost:8080.");
    assert!(shown.to_do.iter().any(|step| step.contains("127.0.0.1")));
    assert!(shown.to_do.iter().any(|step| step.contains("Safari")));
    assert!(shown.to_do.iter().any(|step| step.contains("If the browser asks")));
}

fn faults() -> Vec<Fault> {
    let classes = [
        Class::Auth,
        Class::Quota,
        Class::Permission,
        Class::Model,
        Class::Path,
        Class::BadRequest,
        Class::ContextFull,
        Class::TooLarge,
        Class::RateLimited,
        Class::Overloaded,
        Class::Loading,
        Class::Server,
        Class::Timeout,
        Class::Blocked,
    ];
    let refused = |class, status| {
        Fault::Refused(Refused {
            class,
            status,
            code: None,
            param: Some("temperature".into()),
            said: Some("Said so.".into()),
            wait_ms: None,
        })
    };
    let empties = [Empty::Nothing, Empty::Reasoning, Empty::Length, Empty::Filter, Empty::Refusal];
    let errors = [
        TransportError::Timeout(90_000),
        TransportError::BadAddress("x".into()),
        TransportError::Opaque("Failed to fetch".into()),
        TransportError::Broken("reset".into()),
        TransportError::Cancelled,
    ];
    let mut faults: Vec<Fault> = classes.iter().map(|&class| refused(class, 400)).collect();
    faults.push(refused(Class::Server, 200));
    faults.extend(empties.map(Fault::Empty));
    for answers in [None, Some(true), Some(false)] {
        faults.extend(errors.iter().map(|error| Fault::NoAnswer { error: error.clone(), answers }));
    }
    faults.push(Fault::Html { status: 200 });
    faults.push(Fault::NotJson { what: "it is cut off at line 1, column 5".into() });
    faults.push(Fault::Shape { what: "choices is empty".into() });
    faults
}

#[test]
fn every_fault_has_a_headline_a_step_and_the_house_style() {
    let bases = ["https://api.example.com/v1", "http://localhost:8080", "http://10.0.0.3:1234/v1"];
    let arounds = [Around::default(), page(), Around { policy_blocked: true, ..page() }];
    let mut shown = Vec::new();
    for base in bases {
        let endpoint = Endpoint::new(base, "tiny").unwrap();
        let hot = Settings { temperature: Some(1.0), max_output_tokens: None, timeout_ms: 5 };
        for endpoint in [endpoint.clone(), endpoint.with(hot)] {
            for around in &arounds {
                shown.extend(faults().iter().map(|fault| diagnose(fault, &endpoint, around)));
            }
        }
    }
    let endpoint = Endpoint::new(bases[0], "tiny").unwrap();
    for error in [SeatError::Store("quota".into()), SeatError::Fallback("x".into())] {
        shown.push(diagnosis::diagnose_seat(&error, &endpoint, &page()));
    }
    for diagnosis in shown {
        let Diagnosis { code, headline, to_do, .. } = &diagnosis;
        assert!(!code.is_empty() && !to_do.is_empty(), "{diagnosis:?}");
        for sentence in std::iter::once(headline).chain(to_do) {
            assert!(sentence.ends_with('.') && !sentence.contains(".."), "{sentence}");
            for word in ["!", "please", "Please", "Oops", "sorry", "Sorry", "  "] {
                assert!(!sentence.contains(word), "{sentence}");
            }
        }
    }
}

#[test]
fn what_the_server_said_is_kept_apart() {
    let shown = diagnose(&faults()[0], &Endpoint::new("https://api.example.com/v1", "tiny").unwrap(), &page());
    assert_eq!(shown.headline, "api.example.com did not accept the key.");
    assert_eq!(shown.server_said.as_deref(), Some("Said so."));
    assert_eq!(shown.retry, Retry::AfterChange);
}

#[test]
fn a_base_url_without_version_is_told_so() {
    let shown = |base: &str| diagnose(&Fault::Html { status: 200 }, &Endpoint::new(base, "tiny").unwrap(), &page());
    assert!(shown("http://localhost:11434").to_do.iter().any(|step| step.contains("http://localhost:11434/v1")));
    assert_eq!(shown("http://localhost:11434/v1").to_do.len(), 1);
    assert_eq!(shown("http://localhost:11434/v1beta").to_do.len(), 1);
}
