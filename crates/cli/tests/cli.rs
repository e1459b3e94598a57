//! The command line as its user calls it.

#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::{Command, Output};

fn trivium(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_trivium")).args(arguments).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("trivium-cli-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_summary_lists_the_letters_of_each_seat_and_decimal_returns() {
    let seats = ["--seats", "TitForTat,Defector"];
    let output =
        trivium(&[&["play", "--game", "L2-T01"][..], &seats, &["--set", "rounds=3", "--format", "summary"]].concat());
    // Tit For Tat: C, then copies D. Payoffs 0 + 1 + 1 and 5 + 1 + 1.
    let expected = json!({"actions": [["C", "D", "D"], ["D", "D", "D"]], "returns": ["2", "7"]});
    assert_eq!(serde_json::from_str::<Value>(&out(&output)).unwrap(), expected);
    assert_eq!(code(&output), 0);
}

#[test]
fn one_seat_name_fills_all_seats_and_the_seed_decides() {
    let play = |seed| out(&trivium(&["play", "--game", "L2-T01", "--seats", "random", "--seed", seed]));
    assert_eq!(play("5"), play("5"));
    assert_ne!(play("5"), play("6"));
}

#[test]
fn batches_answer_in_order_and_name_the_faulty_job() {
    let jobs = file(
        "jobs.jsonl",
        concat!(
            "{\"game\":\"L1-T01\",\"seats\":[\"always-C\",\"always-D\"],\"seed\":\"18446744073709551615\"}\n",
            "{\"game\":\"L1-T01\",\"seats\":[\"nobody\"]}\n",
            "{\"game\":\"L2-T01\",\"seats\":[\"Cooperator\"],\"condition\":\"comm\",\"set\":{\"rounds\":2}}\n",
        ),
    );
    let output = trivium(&["play", "--batch", jobs.to_str().unwrap(), "--format", "summary"]);
    let answers: Vec<Value> = out(&output).lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(answers[0], json!({"actions": [["C"], ["D"]], "returns": ["0", "5"]}));
    assert!(answers[1]["error"].as_str().unwrap().contains("always-C"), "the allowed agents are named");
    assert_eq!(answers[2]["returns"], json!(["6", "6"]));
    assert_eq!(code(&output), 2);
    std::fs::remove_file(jobs).unwrap();
}

#[test]
fn records_verify_and_changed_ones_do_not() {
    let record = out(&trivium(&["play", "--game", "L2-T01", "--seats", "Gradual,Random", "--condition", "comm"]));
    let whole = file("whole.jsonl", &record);
    let output = trivium(&["verify", whole.to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(report["files"][0]["holds"], json!(true));

    let changed = file("changed.jsonl", &record.replacen("\"action\":\"C\"", "\"action\":\"D\"", 1));
    let output = trivium(&["verify", changed.to_str().unwrap()]);
    assert_eq!(code(&output), 1);
    assert!(String::from_utf8_lossy(&output.stderr).contains("line "));

    let output = trivium(&["score", whole.to_str().unwrap()]);
    let scores: Value = serde_json::from_str(&out(&output)).unwrap();
    let stored: Value = serde_json::from_str(record.trim().lines().last().unwrap()).unwrap();
    assert_eq!(scores["files"][0]["scores"], stored["scores"]);
    [whole, changed].iter().for_each(|path| std::fs::remove_file(path).unwrap());
}

#[test]
fn an_edited_task_file_is_played_or_refused_with_file_field_and_range() {
    let task = |params: Value| json!({"format": "trivium-task/1", "game": "L2-T01", "params": params}).to_string();
    let play = |path: &PathBuf, more: &[&str]| {
        let path = path.to_str().unwrap();
        trivium(&[&["play", "--task", path, "--seats", "Cooperator", "--format", "summary"][..], more].concat())
    };
    // Two rounds of R = 4 each; an option goes before the file.
    let good = file("good.json", &task(json!({"rounds": 2, "R": 4})));
    let returns = |output: &Output| serde_json::from_str::<Value>(&out(output)).unwrap()["returns"].clone();
    assert_eq!(returns(&play(&good, &[])), json!(["8", "8"]));
    assert_eq!(returns(&play(&good, &["--set", "rounds=3"])), json!(["12", "12"]));
    let bad = file("bad.json", &task(json!({"rounds": 500})));
    let output = play(&bad, &[]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let says = format!("{}: rounds is 500; allowed: a whole number from 1 to 200", bad.display());
    assert!(message.contains(&says), "{message}");
    assert_eq!(code(&output), 2);
    [good, bad].iter().for_each(|path| std::fs::remove_file(path).unwrap());
}

#[test]
fn faults_are_named_and_exit_with_two() {
    for (arguments, says) in [
        (&["play", "--game", "L9-T99", "--seats", "random"][..], "L1-T01"),
        (&["play", "--game", "L2-T01", "--seats", "random", "--set", "rounds=0"], "from 1 to 200"),
        (&["play", "--game", "L2-T01", "--seats", "random", "--set", "round=3"], "rounds"),
        (&["play", "--game", "L2-T01", "--seats", "titfortat"], "TitForTat"),
        (&["play", "--game", "L2-T01", "--seats", "random,random,random"], "2 seats"),
        (&["verify", "no-such-file"], "no-such-file"),
    ] {
        let output = trivium(arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(message.contains(says), "{message}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn lists_and_digest_are_stable() {
    for what in ["games", "agents", "measures"] {
        let list: Value = serde_json::from_str(&out(&trivium(&["list", what, "--format", "json"]))).unwrap();
        assert!(list[what].as_array().unwrap().len() >= 2, "{what}");
    }
    let line = out(&trivium(&["digest"]));
    assert_eq!(line, out(&trivium(&["digest"])));
    assert!(line.starts_with("trivium-digest/1 ") && line.trim().len() == 17 + 64, "{line}");
}
