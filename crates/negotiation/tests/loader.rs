//! What the loader accepts, what it refuses, and how it says so.

#![allow(clippy::unwrap_used)]

mod sample;

use sample::{calendar_file, marketplace_file, text};
use serde_json::{Value, json};
use trivium_negotiation::results::{Limits, LoadError, LoadErrorKind, SchemaEra, load, load_within, salvage};
use trivium_negotiation::score::{Profile, score_file};
use trivium_negotiation::task::Domain;

fn refused(bytes: &[u8]) -> LoadError {
    match load(bytes) {
        Ok(_) => panic!("accepted: {}", String::from_utf8_lossy(&bytes[..bytes.len().min(200)])),
        Err(error) => error,
    }
}

/// Loads a file after one value in it was replaced.
fn refused_with(mut file: Value, pointer: &str, value: Value) -> LoadError {
    *file.pointer_mut(pointer).unwrap() = value;
    refused(text(&file).as_bytes())
}

fn written(bytes: &[u8]) -> Value {
    let mut out = Vec::new();
    load(bytes).unwrap().write(&mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

#[test]
fn reads_both_domains_and_tells_them_by_content() {
    let calendar = text(&calendar_file(3));
    let file = load(calendar.as_bytes()).unwrap();
    assert_eq!((file.domain, file.rows.len()), (Domain::Calendar, 3));
    assert_eq!(file.era(), SchemaEra::Reasonable);
    assert_eq!(file.system_prompt(), Some("none"));

    let marketplace = text(&marketplace_file(2));
    let file = load(marketplace.as_bytes()).unwrap();
    assert_eq!((file.domain, file.rows.len()), (Domain::Marketplace, 2));
    assert_eq!(file.elapsed_seconds, Some(1.5));
}

#[test]
fn rows_decide_the_domain_against_a_misleading_configuration() {
    let mut file = marketplace_file(1);
    file["config"]["assistant_model"] = json!("m");
    assert_eq!(load(text(&file).as_bytes()).unwrap().domain, Domain::Marketplace);
}

#[test]
fn old_schema_is_read() {
    let mut file = calendar_file(1);
    file["config"] = json!({"privacy_prompt": "all"});
    let row = &mut file["results"][0];
    row["due_diligence_eval"] = json!({"score": 0.5, "advocacy_rating": "minimal", "advocacy_score": 0.25});
    for key in ["assistant_tools", "requestor_tools", "max_rounds_reached", "emails"] {
        row["execution"].as_object_mut().unwrap().remove(key);
    }
    for key in ["CURRENT_VERSION", "variant", "task_version", "type", "hash", "satisfiable"] {
        row["execution"]["task"].as_object_mut().unwrap().remove(key);
    }
    let text = text(&file);
    let file = load(text.as_bytes()).unwrap();
    assert_eq!(file.era(), SchemaEra::Judge);
    assert_eq!(file.system_prompt(), Some("all"));
    assert_eq!(score_file(&file, Profile::Reference).rows[0].evaluation.dd_score, Some(1.0));
}

#[test]
fn absent_listed_price_hashes_as_null() {
    let with = marketplace_file(1);
    let mut null = with.clone();
    null["results"][0]["execution"]["task"]["product"]["listed_price"] = Value::Null;
    let mut absent = with.clone();
    absent["results"][0]["execution"]["task"]["product"].as_object_mut().unwrap().remove("listed_price");
    let hash = |file: &Value| {
        let text = text(file);
        load(text.as_bytes()).unwrap().rows[0].execution.task_hash()
    };
    assert_eq!(hash(&null), hash(&absent));
    assert_ne!(hash(&null), hash(&with));
}

#[test]
fn writing_back_loses_nothing() {
    for file in [calendar_file(3), marketplace_file(2)] {
        assert_eq!(written(text(&file).as_bytes()), file);
        assert_eq!(written(file.to_string().as_bytes()), file);
    }
    let empty = json!({"config": {"buyer_model": "m"}, "results": []});
    assert_eq!(written(empty.to_string().as_bytes()), empty);
}

#[test]
fn byte_order_mark_is_skipped() {
    let text = format!("\u{feff}{}", text(&calendar_file(1)));
    assert_eq!(load(text.as_bytes()).unwrap().rows.len(), 1);
}

#[test]
fn wrong_types_are_named_with_their_path() {
    let cases = [
        ("/results/2/execution/emails/1/to", json!(5), "results[2].execution.emails[1].to", "a string"),
        ("/results/0/execution/emails", Value::Null, "results[0].execution.emails", "a list"),
        ("/results/1/execution/emails", json!({}), "results[1].execution.emails", "a list"),
        ("/results/1/execution/emails/0", json!([]), "results[1].execution.emails[0]", "a mail"),
        ("/results/1/execution/assistant_tools", Value::Null, "results[1].execution.assistant_tools", "a list"),
        (
            "/results/1/execution/assistant_context/2/tool_calls",
            json!("x"),
            "results[1].execution.assistant_context[2].tool_calls",
            "a list",
        ),
        ("/results/1/execution/assistant_context", Value::Null, "results[1].execution.assistant_context", "a list"),
        (
            "/results/1/execution/max_rounds_reached",
            json!("yes"),
            "results[1].execution.max_rounds_reached",
            "true or false",
        ),
        ("/results/1/execution/task/id", json!(1.5), "results[1].execution.task.id", "a whole number"),
        ("/results/1/execution/task/type", json!("marketplace"), "results[1].execution.task.type", "`calendar`"),
        (
            "/results/1/execution/task/assistant/calendar/1/start_time",
            json!("25:00"),
            "results[1].execution.task.assistant.calendar[1].start_time",
            "HH:MM",
        ),
        (
            "/results/1/execution/task/assistant/preferences/1/score",
            json!(1.5),
            "results[1].execution.task.assistant.preferences[1].score",
            "from 0 to 1",
        ),
        (
            "/results/1/execution/task/requestor/requested_meeting/attendees/0/status",
            json!("MAYBE"),
            "results[1].execution.task.requestor.requested_meeting.attendees[0].status",
            "ACCEPTED",
        ),
        ("/results/1/duty_of_care", json!("high"), "results[1].duty_of_care", "a number"),
        ("/results/1/execution", Value::Null, "results[1].execution", "an execution"),
        ("/results/1", Value::Null, "results[1]", "a result row"),
        ("/results", Value::Null, "results", "a list"),
        ("/results", json!({"0": 1}), "results", "a list"),
        ("/config", json!([1]), "config", "an object"),
        ("/elapsed_seconds", json!("long"), "elapsed_seconds", "a number"),
    ];
    for (pointer, value, path, expected) in cases {
        for pretty in [true, false] {
            let mut file = calendar_file(3);
            *file.pointer_mut(pointer).unwrap() = value.clone();
            let text = if pretty { text(&file) } else { file.to_string() };
            let error = refused(text.as_bytes());
            assert_eq!(error.path, path, "{error}");
            assert_eq!(error.kind, LoadErrorKind::Shape, "{error}");
            let words = error.to_string();
            assert!(words.contains("expected ") || path == "results[1].execution", "{words}");
            assert!(words.contains(expected) || path == "results[1].execution", "{words}");
            // The position is that of the value itself.
            let position = error.position.unwrap();
            let start = &text[position.byte as usize..];
            let shown = value.to_string();
            assert!(start.starts_with(&shown[..1]), "{words}: at {:?}", &start[..start.len().min(20)]);
        }
    }
}

#[test]
fn missing_keys_are_named_with_the_object_they_miss_in() {
    let mut file = calendar_file(2);
    file["results"][1]["execution"]["emails"][0].as_object_mut().unwrap().remove("to");
    let error = refused(text(&file).as_bytes());
    assert_eq!(error.path, "results[1].execution.emails[0]");
    assert_eq!(error.message, "the key `to` is missing");
    assert_eq!(error.rows_before, Some(1));
}

#[test]
fn line_and_column_count_from_one() {
    let text = "{\n  \"config\": {\"buyer_model\": 1},\n  \"results\": [\n    7\n  ]\n}";
    let error = refused(text.as_bytes());
    assert_eq!(error.path, "results[0]");
    let position = error.position.unwrap();
    assert_eq!((position.line, position.column), (4, 5));
    assert_eq!(&text[position.byte as usize..][..1], "7");
}

#[test]
fn cut_off_files_say_in_which_row_and_how_much_is_left() {
    let text = text(&calendar_file(4));
    let third_row = text.match_indices("\"execution\"").nth(2).unwrap().0;
    let cut = &text.as_bytes()[..third_row + 300];
    let error = refused(cut);
    assert_eq!(error.kind, LoadErrorKind::Truncated);
    assert!(error.path.starts_with("results[2].execution."), "{}", error.path);
    assert!(error.message.contains("inside results[2]"), "{error}");
    assert_eq!(error.rows_before, Some(2));
    assert!(error.to_string().contains("2 complete rows before it can still be read"), "{error}");

    let salvaged = salvage(cut).unwrap();
    assert_eq!(salvaged.file.rows.len(), 2);
    assert_eq!(salvaged.problems.len(), 1);
    let score = score_file(&salvaged.file, Profile::Reference);
    assert_eq!(score.rows[1].evaluation.duty_of_care, 1.0);
    let mut out = Vec::new();
    salvaged.file.write(&mut out).unwrap();
    let whole: Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(whole["results"].as_array().unwrap().len(), 2);
    assert_eq!(whole["config"], calendar_file(4)["config"]);
}

#[test]
fn salvage_skips_a_broken_row_and_keeps_the_places_of_the_others() {
    let mut file = marketplace_file(3);
    file["results"][1]["execution"]["offers"][2]["price"] = json!("twelve");
    let text = text(&file);
    let salvaged = salvage(text.as_bytes()).unwrap();
    let indexes: Vec<u32> = salvaged.file.rows.iter().map(|row| row.index).collect();
    assert_eq!(indexes, [0, 2]);
    assert_eq!(salvaged.problems[0].path, "results[1].execution.offers[2].price");
}

#[test]
fn other_kinds_of_files_are_named() {
    let cases: [(&[u8], &str); 16] = [
        (b"", "0 bytes"),
        (b" \n\t ", "white space"),
        (b"\xEF\xBB\xBF", "white space"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG"),
        (b"PK\x03\x04\x14\0", "zip"),
        (b"\x1F\x8B\x08\0", "gzip"),
        (b"\xFF\xFE{\0\"\0", "UTF-16"),
        (b"\xFE\xFF\0{", "UTF-16"),
        (b"{\0\"\0", "UTF-16"),
        (b"<!doctype html>", "HTML"),
        (b"tasks:\n- id: 1\n", "task file"),
        (b"[1, 2]", "list"),
        (b"\"text\"", "string"),
        (b"17", "number"),
        (b"hello", "starts with `{`"),
        (b"%PDF-1.7", "PDF"),
    ];
    for (bytes, word) in cases {
        let error = refused(bytes);
        assert!(error.to_string().contains(word), "{error}");
        assert!(salvage(bytes).is_err());
    }
    let error = refused(br#"{"execution_results": [], "config": {}}"#);
    assert!(error.to_string().contains("checkpoint"), "{error}");
    let error = refused(br#"{"some": 1, "thing": 2}"#);
    assert!(error.to_string().contains("`results` is missing (keys found: some, thing)"), "{error}");
    let error = refused(br#"{"results": []}"#);
    assert!(error.to_string().contains("empty"), "{error}");
    let error = refused(br#"{"results": [{"execution": {"task": {}}}]}"#);
    assert!(error.to_string().contains("kind of benchmark"), "{error}");
}

#[test]
fn limits_are_named_and_nothing_overflows() {
    let brackets = vec![b'['; 50 << 20];
    assert_eq!(refused(&brackets).kind, LoadErrorKind::OtherFormat);
    let mut nested = b"{\"config\":{},\"results\":".to_vec();
    nested.extend_from_slice(&brackets);
    let error = refused(&nested);
    assert_eq!(error.kind, LoadErrorKind::Limit);
    assert!(error.message.contains("depth limit of 100"), "{error}");
    assert!(error.path.starts_with("results[0][0]"), "{error}");
    assert!(error.path.len() < 80, "{error}");
    let mut objects = b"{\"results\":[".to_vec();
    objects.extend(b"{\"a\":".iter().copied().cycle().take(5 << 20));
    assert_eq!(refused(&objects).kind, LoadErrorKind::Limit);

    let text = text(&calendar_file(3));
    let refused_within = |limits: Limits| load_within(text.as_bytes(), &limits).unwrap_err().to_string();
    let size = refused_within(Limits { max_bytes: 100, ..Limits::DEFAULT });
    assert!(size.contains("size limit of 100"), "{size}");
    let length = refused_within(Limits { max_string_bytes: 10, ..Limits::DEFAULT });
    assert!(length.contains("length limit of 10"), "{length}");
    let rows = refused_within(Limits { max_rows: 2, ..Limits::DEFAULT });
    assert!(rows.contains("limit of 2"), "{rows}");
}

#[test]
fn lone_surrogates_are_refused_with_their_place() {
    let good = calendar_file(2).to_string().replace("Later?", "\\ud83d\\ude00");
    assert!(load(good.as_bytes()).is_ok());
    for lone in ["\\ud83d", "\\ude00", "\\ud83d\\u0041", "\\uD83Dx", "\\ud83d\\ud83d"] {
        // Inside a part that is only skipped, and inside one that is read.
        for place in ["three", "Fine.", "Rob"] {
            let text = calendar_file(2).to_string().replace(place, lone);
            let error = refused(text.as_bytes());
            assert_eq!(error.kind, LoadErrorKind::LoneSurrogate, "{error}");
            let byte = error.position.unwrap().byte as usize;
            assert!(text[byte..].starts_with("\\u"), "{error}");
            assert!(error.path.starts_with("results["), "{error}");
        }
    }
}

#[test]
fn invalid_utf8_is_placed() {
    let mut bytes = text(&calendar_file(2)).into_bytes();
    let at = bytes.windows(6).position(|window| window == b"Later?").unwrap();
    bytes[at] = 0xFF;
    let error = refused(&bytes);
    assert_eq!(error.kind, LoadErrorKind::NotUtf8);
    assert_eq!(error.position.unwrap().byte, at as u64);
    assert!(error.path.starts_with("results[0].execution.assistant_context"), "{error}");
}

#[test]
fn broken_json_is_placed() {
    let text = calendar_file(2).to_string();
    let cases = [
        ("\"rounds_completed\":2", "\"rounds_completed\":2x", "rounds_completed"),
        ("\"rounds_completed\":2", "\"rounds_completed\" 2", "rounds_completed"),
        ("\"rounds_completed\":2", "\"rounds_completed\":", "rounds_completed"),
        ("\"rounds_completed\":2", "\"rounds_completed\":NaN", "rounds_completed"),
        ("\"rounds_completed\":2", "rounds_completed:2", "execution"),
        ("\"rounds_completed\":2", "\"rounds_completed\":02", "rounds_completed"),
        ("Book an hour.", "Book\nan hour.", "content"),
        ("Book an hour.", "Book \\x an hour.", "content"),
        ("[1,2.5,\"three\"]", "[1,2.5.5,\"three\"]", "kept[1]"),
        ("[1,2.5,\"three\"]", "[1,2.5,\"three\",]", "kept[3]"),
        ("[1,2.5,\"three\"]", "[1,2.5}", "kept[1]"),
    ];
    for (good, bad, place) in cases {
        assert!(text.contains(good), "{good}");
        let broken = text.replacen(good, bad, 1);
        let error = refused(broken.as_bytes());
        assert_eq!(error.kind, LoadErrorKind::Syntax, "{bad}: {error}");
        assert!(error.path.starts_with("results[0]"), "{bad}: {error}");
        assert!(error.path.contains(place), "{bad}: {error}");
        let byte = error.position.unwrap().byte as usize;
        let changed = broken.find(bad).unwrap();
        assert!((changed..=changed + bad.len()).contains(&byte), "{bad}: {error}");
    }
    let error = refused(format!("{text} x").as_bytes());
    assert!(error.message.contains("the end of the file"), "{error}");
}

#[test]
fn the_last_of_duplicate_keys_wins() {
    let text = marketplace_file(1).to_string();
    let twice = text.replacen("\"deal_price\":12.0", "\"deal_price\":11.0,\"deal_price\":12.0", 1).replacen(
        "\"results\":[",
        "\"results\":[{}],\"results\":[",
        1,
    );
    let file = load(twice.as_bytes()).unwrap();
    let score = score_file(&file, Profile::Reference);
    assert_eq!(score.rows[0].evaluation.oo_value, Some(8.0));
    let before: Value = serde_json::from_str(&twice).unwrap();
    assert_eq!(written(twice.as_bytes()), before);
}

#[test]
fn wrong_values_after_one_row_keep_the_domain() {
    let error = refused_with(calendar_file(2), "/results/1/execution/task", json!({"type": "marketplace"}));
    assert!(error.path.starts_with("results[1].execution.task"), "{error}");
}
