//! Damaged and invented input never panics, and what is accepted can be used.

#![allow(clippy::unwrap_used)]

mod sample;

use proptest::prelude::*;
use sample::{calendar_file, marketplace_file, text};
use serde_json::{Value, json};
use trivium_negotiation::compare::compare;
use trivium_negotiation::report::FileReport;
use trivium_negotiation::results::{load, salvage};
use trivium_negotiation::score::{Detail, Profile, score_file};
use trivium_negotiation::task::read_task_file;
use trivium_negotiation::transcript::transcript;

/// Goes through everything a page or the command line does with a file.
fn use_up(bytes: &[u8]) -> bool {
    if let Ok(salvaged) = salvage(bytes) {
        for problem in &salvaged.problems {
            assert!(!problem.to_string().is_empty());
        }
        assert!(salvaged.file.write(std::io::sink()).is_ok());
    }
    let file = match load(bytes) {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.message.is_empty());
            if let Some(position) = error.position {
                assert!(position.line >= 1 && position.column >= 1);
                assert!(position.byte <= bytes.len() as u64);
            }
            return false;
        }
    };
    let score = score_file(&file, Profile::Reference);
    for row in &score.rows {
        assert!((0.0..=1.0).contains(&row.evaluation.outcome_optimality));
        assert!((0.0..=1.0).contains(&row.evaluation.due_diligence));
        match &row.detail {
            Detail::Calendar(detail) => {
                for point in detail.diligence.ledger.iter().flatten() {
                    assert!(!point.done().is_empty() && !point.reasonable().is_empty());
                }
            }
            Detail::Marketplace(detail) => {
                for point in detail.diligence.ledger.iter().flatten() {
                    assert!(!point.done().is_empty() && !point.reasonable().is_empty());
                }
            }
        }
    }
    for row in &file.rows {
        serde_json::to_string(&transcript(row)).unwrap();
    }
    let comparison = compare(&file, &score);
    assert_eq!(comparison.rows.len(), file.rows.len());
    serde_json::to_string(&FileReport::new("f", &score)).unwrap();
    // What is written is read again, to the same scores.
    let mut written = Vec::new();
    file.write(&mut written).unwrap();
    let again = load(&written).unwrap();
    assert_eq!(score_file(&again, Profile::Reference), score);
    true
}

fn samples() -> Vec<Vec<u8>> {
    vec![
        text(&calendar_file(2)).into_bytes(),
        text(&marketplace_file(2)).into_bytes(),
        calendar_file(2).to_string().into_bytes(),
        marketplace_file(2).to_string().into_bytes(),
    ]
}

#[test]
fn whole_samples_are_used_up() {
    for sample in samples() {
        assert!(use_up(&sample));
    }
}

#[test]
fn every_cut_is_an_error_with_the_rows_before_it() {
    for sample in [calendar_file(2).to_string(), marketplace_file(2).to_string()] {
        for cut in (0..sample.len()).step_by(7) {
            let error = load(&sample.as_bytes()[..cut]).unwrap_err();
            assert!(!error.message.is_empty());
            if let (Some(rows), Ok(salvaged)) = (error.rows_before, salvage(&sample.as_bytes()[..cut])) {
                assert!(salvaged.file.rows.len() as u32 <= rows);
            }
        }
    }
}

/// Any JSON value, a few levels deep, with keys the formats use.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        prop::sample::select(vec!["calendar", "marketplace", "buyer", "ACCEPTED", "09:00", "{}", "[]", ""])
            .prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    let keys = prop::sample::select(vec![
        "results",
        "execution",
        "task",
        "type",
        "requestor",
        "assistant",
        "product",
        "buyer",
        "seller",
        "offers",
        "calendar",
        "preferences",
        "role",
        "tool_calls",
        "function",
        "name",
        "arguments",
        "error",
        "config",
        "evaluation",
        "content",
        "start_time",
    ]);
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((keys.clone(), inner), 0..6)
                .prop_map(|members| { members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect() }),
        ]
    })
}

/// All places of a value, as JSON pointers.
fn pointers(value: &Value, prefix: &str, found: &mut Vec<String>) {
    found.push(prefix.to_owned());
    match value {
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                pointers(item, &format!("{prefix}/{at}"), found);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                pointers(member, &format!("{prefix}/{key}"), found);
            }
        }
        _ => {}
    }
}

/// A sample in everyday runs; `PROPTEST_CASES` asks for more.
fn cases() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(96), ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn changed_bytes_never_panic(
        which in 0usize..4,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = samples().swap_remove(which);
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        use_up(&bytes);
    }

    #[test]
    fn removed_and_doubled_parts_never_panic(
        which in 0usize..4,
        from in any::<prop::sample::Index>(),
        length in 1usize..200,
        doubled in any::<bool>(),
    ) {
        let mut bytes = samples().swap_remove(which);
        let from = from.index(bytes.len());
        let to = (from + length).min(bytes.len());
        if doubled {
            let part = bytes[from..to].to_vec();
            bytes.splice(to..to, part);
        } else {
            bytes.drain(from..to);
        }
        use_up(&bytes);
    }

    #[test]
    fn replaced_values_never_panic(
        which in 0usize..2,
        place in any::<prop::sample::Index>(),
        value in any_json(),
    ) {
        let mut file = if which == 0 { calendar_file(2) } else { marketplace_file(2) };
        let mut places = Vec::new();
        pointers(&file, "", &mut places);
        *file.pointer_mut(&places[place.index(places.len())]).unwrap() = value;
        use_up(text(&file).as_bytes());
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        use_up(&bytes);
        let mut object = b"{\"results\":[".to_vec();
        object.extend(bytes);
        use_up(&object);
        let _ = read_task_file(&object);
    }

    #[test]
    fn any_json_never_panics(value in any_json()) {
        use_up(json!({"results": [value.clone()]}).to_string().as_bytes());
        use_up(json!({"results": value.clone(), "config": {"buyer_model": 1}}).to_string().as_bytes());
        use_up(value.to_string().as_bytes());
        let _ = read_task_file(json!({"tasks": value}).to_string().as_bytes());
    }
}
