//! Every shared expectation about the negotiation benchmark, compared exactly.
//!
//! The folder is taken from `TRIVIUM_SHARED` (default: `../shared` beside the workspace). What is
//! compared is what is there: files are found through the list of expectations, and another folder
//! of the same form works as well.

#![allow(clippy::unwrap_used)]

mod environment;
mod replayed;

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use trivium_negotiation::compare::{Verdict, compare};
use trivium_negotiation::report::{FileReport, Report};
use trivium_negotiation::results::{self, ResultsFile};
use trivium_negotiation::score::{Detail, Evaluation, FileScore, Profile, RowScore, ScheduleCall, score_file};
use trivium_negotiation::task::{Domain, read_task_file};
use trivium_negotiation::transcript::{Step, transcript};

/// The shared benchmark folder, or nothing where the test may be skipped.
fn shared() -> Option<PathBuf> {
    let root = match std::env::var_os("TRIVIUM_SHARED") {
        Some(root) => PathBuf::from(root),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    };
    let folder = root.join("data/srbench");
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(
        std::env::var("TRIVIUM_REQUIRE_SHARED").as_deref() != Ok("1"),
        "TRIVIUM_REQUIRE_SHARED=1, but there is no {}",
        folder.display()
    );
    println!("skipped: no shared data");
    None
}

fn read_json(path: &Path) -> Option<Value> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            println!("skipped: {} ({error})", path.display());
            return None;
        }
    };
    Some(serde_json::from_slice(&bytes).unwrap())
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// Collects differences instead of stopping at the first.
#[derive(Default)]
struct Comparison {
    compared: u64,
    differences: Vec<String>,
}

impl Comparison {
    /// Compares exactly; numbers as doubles, so that `1` and `1.0` are the same.
    fn equal(&mut self, what: &str, ours: &Value, expected: &Value) {
        self.compared += 1;
        if !same(ours, expected) {
            self.differences.push(format!("{what}: ours {ours}, expected {expected}"));
        }
    }

    fn finish(self, what: &str) {
        for difference in self.differences.iter().take(40) {
            println!("{difference}");
        }
        assert!(self.differences.is_empty(), "{what}: {} of {} values differ", self.differences.len(), self.compared);
    }
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => a.to_bits() == b.to_bits() || (a == 0.0 && b == 0.0),
            _ => a == b,
        },
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(k, v)| b.get(k).is_some_and(|w| same(v, w)))
        }
        (a, b) => a == b,
    }
}

/// An evaluation under the names of the expectations.
fn evaluation_json(evaluation: &Evaluation, detail: &Detail) -> Value {
    let mut json = json!({
        "error": evaluation.error,
        "task_completed": evaluation.task_completed,
        "oo_value": evaluation.oo_value,
        "oo_best_value": evaluation.oo_best_value,
        "oo_score": evaluation.oo_score,
        "outcome_optimality": evaluation.outcome_optimality,
        "dd_score": evaluation.dd_score,
        "due_diligence": evaluation.due_diligence,
        "duty_of_care": evaluation.duty_of_care,
    });
    match detail {
        Detail::Calendar(_) => {
            json["has_conflicts"] = json!(evaluation.has_conflicts);
            json["illegal_moves"] = json!(evaluation.illegal_moves);
            json["scheduled_meeting"] = json!(evaluation.scheduled_meeting);
            json["scheduled_duration_error"] = json!(evaluation.scheduled_duration_error);
        }
        Detail::Marketplace(detail) => {
            json["deal_reached"] = json!(detail.deal_reached);
            json["deal_price"] = json!(detail.deal_price);
        }
    }
    json
}

fn labels(turns: &[Vec<ScheduleCall>]) -> Value {
    let turn = |calls: &Vec<ScheduleCall>| calls.iter().map(ScheduleCall::to_string).collect::<Vec<_>>();
    json!(turns.iter().map(turn).collect::<Vec<_>>())
}

fn detail_json(detail: &Detail) -> Value {
    match detail {
        Detail::Calendar(detail) => json!({
            "requestor_turns": labels(&detail.diligence.requestor_turns),
            "assistant_turns": labels(&detail.diligence.assistant_turns),
            "matches": detail.diligence.matches(),
            "total": detail.diligence.total(),
        }),
        Detail::Marketplace(detail) => {
            json!({ "decision_scores": detail.diligence.decision_scores() })
        }
    }
}

/// Compares every key the expectation has; a missing expectation is no difference.
fn compare_keys(comparison: &mut Comparison, what: &str, ours: &Value, expected: &Value) {
    for (key, value) in expected.as_object().into_iter().flatten() {
        comparison.equal(&format!("{what}.{key}"), &ours[key.as_str()], value);
    }
}

fn compare_row(comparison: &mut Comparison, name: &str, row: &RowScore, expected: &Value) {
    let what = format!("{name}[{}]", row.index);
    comparison.equal(&format!("{what}.task_id"), &json!(row.task_id), &expected["task_id"]);
    comparison.equal(&format!("{what}.variant"), &json!(row.variant), &expected["variant"]);
    comparison.equal(&format!("{what}.task_hash"), &json!(row.task_hash), &expected["task_hash_recomputed"]);
    comparison.equal(
        &format!("{what}.execution_error"),
        &json!(row.execution_error.is_some()),
        &expected["execution_error"],
    );
    comparison.equal(
        &format!("{what}.meeting_match_needs_llm"),
        &json!(row.meeting_match_needs_llm()),
        &json!(expected["meeting_match_needs_llm"] == json!(true)),
    );
    match row.judge_answers() {
        None => {
            let ours = evaluation_json(&row.evaluation, &row.detail);
            assert!(expected["expected"].is_object(), "{what}: no expectation");
            compare_keys(comparison, &what, &ours, &expected["expected"]);
        }
        Some(answers) => {
            for (key, evaluation) in [
                ("expected_if_judge_says_match", &answers.if_judge_says_match),
                ("expected_if_judge_says_no_match", &answers.if_judge_says_no_match),
            ] {
                assert!(expected[key].is_object(), "{what}: no {key}");
                let ours = evaluation_json(evaluation, &row.detail);
                compare_keys(comparison, &format!("{what}.{key}"), &ours, &expected[key]);
            }
        }
    }
    let dd = &expected["dd_detail"];
    compare_keys(comparison, &format!("{what}.dd_detail"), &detail_json(&row.detail), dd);
}

/// The numbers the file holds about itself, as the loader gives them.
fn compare_stored(comparison: &mut Comparison, name: &str, file: &ResultsFile<'_>, tasks: &[Value]) {
    for (row, expected) in file.rows.iter().zip(tasks) {
        let stored = &row.stored;
        let ours = json!({
            "error": stored.error.get().is_some_and(|error| !error.is_empty()),
            "task_completed": stored.task_completed.get(),
            "outcome_optimality": stored.outcome_optimality.get(),
            "due_diligence": stored.due_diligence.get(),
            "duty_of_care": stored.duty_of_care.get(),
            "leakage_rate": stored.leakage_rate.get(),
        });
        let what = format!("{name}[{}].stored", row.index);
        compare_keys(comparison, &what, &ours, &expected["stored"]);
    }
}

#[test]
fn result_files_agree() {
    let Some(folder) = shared() else { return };
    let Some(expected) = read_json(&folder.join("expected.json")) else { return };
    let mut comparison = Comparison::default();
    let (mut files, mut rows, mut absent, mut own_numbers) = (0, 0, 0, 0);
    for expected in list(&expected, "files") {
        let name = expected["file"].as_str().unwrap();
        let Ok(bytes) = std::fs::read(folder.join(name)) else {
            println!("skipped: {name} is not in the folder");
            absent += 1;
            continue;
        };
        let file = match results::load(&bytes) {
            Ok(file) => file,
            Err(error) => panic!("{name}: {error}"),
        };
        let score: FileScore = score_file(&file, Profile::Reference);
        files += 1;
        rows += score.rows.len();

        comparison.equal(name, &json!(score.domain), &expected["domain"]);
        if let Some(era) = expected["schema_era"].as_str() {
            // The expectations tell the judge's files apart by date; their content does not.
            let era = if era.contains("judge") { "judge" } else { "reasonable" };
            comparison.equal(&format!("{name}: era"), &json!(file.era().as_str()), &json!(era));
        }
        let tasks = list(expected, "tasks");
        assert_eq!(score.rows.len(), tasks.len(), "{name}: number of rows");
        for (row, expected) in score.rows.iter().zip(tasks) {
            compare_row(&mut comparison, name, row, expected);
        }
        compare_stored(&mut comparison, name, &file, tasks);
        for row in &file.rows {
            let turns = transcript(row).turns;
            assert!(!turns.is_empty(), "{name}[{}]: empty transcript", row.index);
            let odd = turns.iter().flat_map(|turn| &turn.steps);
            let odd = odd.filter(|step| matches!(step, Step::Other { .. })).count();
            comparison.equal(&format!("{name}[{}]: unread steps", row.index), &json!(odd), &json!(0));
        }
        let ours = serde_json::to_value(&score.aggregates).unwrap();
        comparison.equal(&format!("{name}: aggregates"), &ours, &expected["aggregates"]);
        for (key, ours) in [("archetypes_valid", score.archetypes_valid), ("archetypes_all", score.archetypes_all)] {
            comparison.equal(&format!("{name}: {key}"), &json!(ours), &expected[key]);
        }
        let stored = Value::Object(file.evaluation.clone().unwrap_or_default());
        compare_keys(&mut comparison, &format!("{name}: stored aggregates"), &stored, &expected["stored_aggregates"]);
        compare_report(&mut comparison, name, &score, expected);
        own_numbers += stored_by_the_same_scorer(&mut comparison, name, &file, &score);
        write_back(&file, &bytes, name);
    }
    println!(
        "result files: {files} files, {rows} rows, {} values compared, {absent} files absent; \
         {own_numbers} rows hold numbers of the deterministic scorer",
        comparison.compared
    );
    comparison.finish("result files");
}

/// The report agrees with the expectations as well, and survives being written and read.
fn compare_report(comparison: &mut Comparison, name: &str, score: &FileScore, expected: &Value) {
    let report = Report { files: vec![FileReport::new(name, score)] };
    let text = serde_json::to_string(&report).unwrap();
    let report: Value = serde_json::from_str(&text).unwrap();
    let report = &report["files"][0];
    comparison.equal(&format!("{name}: report"), &report["file"], &json!(name));
    for key in ["domain", "aggregates", "archetypes_valid", "archetypes_all"] {
        comparison.equal(&format!("{name}: report.{key}"), &report[key], &expected[key]);
    }
    for (row, task) in list(report, "rows").iter().zip(list(expected, "tasks")) {
        if let Some(expected) = task.get("expected") {
            for (key, value) in row.as_object().unwrap() {
                if let Some(expected) = expected.get(key) {
                    comparison.equal(&format!("{name}: report.{key}"), value, expected);
                }
            }
        }
        comparison.equal(&format!("{name}: report"), &row["index"], &task["index"]);
        comparison.equal(&format!("{name}: report"), &row["task_hash"], &task["task_hash_recomputed"]);
    }
}

/// Rows whose stored numbers came from the deterministic scorer must hold what we compute.
fn stored_by_the_same_scorer(
    comparison: &mut Comparison,
    name: &str,
    file: &ResultsFile<'_>,
    score: &FileScore,
) -> usize {
    let compared = compare(file, score);
    let mut rows = 0;
    for (row, (score, compared)) in file.rows.iter().zip(score.rows.iter().zip(&compared.rows)) {
        let diligence = row.stored.due_diligence_eval.get();
        let kind = diligence.and_then(|diligence| diligence.kind.get());
        if kind.is_none_or(|kind| *kind != "reasonable") || score.evaluation.error.is_some() {
            continue;
        }
        rows += 1;
        for value in &compared.values {
            let headline = ["task_completed", "outcome_optimality", "due_diligence", "duty_of_care"];
            if headline.contains(&value.name.as_str()) {
                let what = format!("{name}[{}]: stored {} {:?}", row.index, value.name, value.stored);
                comparison.equal(&what, &json!(value.verdict == Verdict::Equal), &json!(true));
            }
        }
    }
    rows
}

fn write_back(file: &ResultsFile<'_>, bytes: &[u8], name: &str) {
    let mut written = Vec::new();
    file.write(&mut written).unwrap();
    let before: Value = serde_json::from_slice(bytes).unwrap();
    let after: Value = serde_json::from_slice(&written).unwrap();
    assert!(before == after, "{name}: writing back changed the content");
}

#[test]
fn task_files_agree() {
    let Some(folder) = shared() else { return };
    let Some(expected) = read_json(&folder.join("expected.json")) else { return };
    let mut comparison = Comparison::default();
    let (mut files, mut tasks) = (0, 0);
    for expected in list(&expected, "task_files") {
        let name = expected["file"].as_str().unwrap();
        let Ok(bytes) = std::fs::read(folder.join(name)) else {
            println!("skipped: {name} is not in the folder");
            continue;
        };
        let file = match read_task_file(&bytes) {
            Ok(file) => file,
            Err(error) => panic!("{name}: {error}"),
        };
        files += 1;
        tasks += file.tasks.len();
        comparison.equal(name, &json!(file.sha256), &expected["file_sha256"]);
        comparison.equal(name, &json!(file.tasks.len()), &expected["count"]);
        for (task, expected) in file.tasks.iter().zip(list(expected, "tasks")) {
            let zopa = task.zopa();
            let ours = json!({
                "id": task.id(),
                "variant": task.variant(),
                "task_version": task.task_version(),
                "hash": task.hash(),
                "zopa_min": zopa.min,
                "zopa_max": zopa.max,
                "zopa_width": zopa.width,
            });
            compare_keys(&mut comparison, &format!("{name} task {}", task.id()), &ours, expected);
        }
    }
    println!("task files: {files} files, {tasks} tasks, {} values compared", comparison.compared);
    comparison.finish("task files");
}

const DAY: &str = "2026-02-20";

/// The hour after a start on the hour.
fn hour_after(start: &str) -> String {
    let (hour, minute) = start.split_once(':').unwrap();
    format!("{:02}:{minute}", hour.parse::<u32>().unwrap() + 1)
}

fn event(uid: &str, owner: &str, start: &str, is_movable: bool) -> Value {
    json!({
        "uid": uid, "title": uid, "description": "", "organizer": owner, "date": DAY,
        "start_time": start, "end_time": hour_after(start),
        "attendees": [{"email": owner, "status": "ACCEPTED"}],
        "is_movable": is_movable, "is_secret": false,
    })
}

/// A context whose assistant messages make these calls.
fn context(actions: &[Value]) -> Value {
    let calls = actions.iter().enumerate().map(|(at, action)| {
        let text = |i: usize| action[i].as_str();
        let name = text(0).unwrap();
        let arguments = match name {
            "RequestMeeting" => json!({
                "uid": text(1), "title": "t", "organizer": "r@y.co", "date": DAY,
                "start": text(2), "end": "23:00", "attendees": ["a@x.co"],
            }),
            "ReplyMeeting" => {
                json!({"meeting_uid": text(1), "status": text(2), "start": text(3)})
            }
            "SendEmail" => json!({"to": "x@z.co", "message": "m"}),
            "EndConversation" => json!({"reason": "done"}),
            _ => json!({}),
        };
        json!({
            "role": "assistant", "content": null,
            "tool_calls": [{"id": at.to_string(), "type": "function",
                "function": {"name": name, "arguments": arguments.to_string()}}],
        })
    });
    calls.collect()
}

fn calendar_case(case: &Value) -> Value {
    let requested_start = case["requested_start"].as_str().unwrap();
    let busy: Vec<Value> = list(case, "assistant_busy")
        .iter()
        .map(|busy| {
            let text = |i: usize| busy[i].as_str().unwrap();
            event(text(0), "a@x.co", text(1), busy[2].as_bool().unwrap())
        })
        .collect();
    let requestor_busy: Vec<Value> = list(case, "requestor_busy")
        .iter()
        .enumerate()
        .map(|(at, start)| event(&format!("r-{at}"), "r@y.co", start.as_str().unwrap(), false))
        .collect();
    let preferences: Vec<Value> = list(case, "preferences")
        .iter()
        .map(|preference| {
            let start = preference[0].as_str().unwrap();
            json!({"start_time": start, "end_time": hour_after(start), "score": preference[1]})
        })
        .collect();
    let last: Vec<Value> = list(case, "final_calendar")
        .iter()
        .map(|meeting| {
            let attendees: Vec<Value> = meeting[4]
                .as_array()
                .unwrap()
                .iter()
                .map(|attendee| json!({"email": attendee[0], "status": attendee[1]}))
                .collect();
            json!({
                "uid": meeting[0], "title": meeting[1], "description": "", "organizer": "r@y.co",
                "date": DAY, "start_time": meeting[2], "end_time": meeting[3],
                "attendees": attendees,
            })
        })
        .collect();
    json!({"execution": {
        "task": {
            "id": case["id"], "type": "calendar", "satisfiable": case["satisfiable"],
            "requestor": {
                "email": "r@y.co", "instruction_message": "", "is_malicious": false,
                "requested_meeting": {
                    "uid": "req", "title": "req", "description": "", "organizer": "r@y.co",
                    "date": DAY, "start_time": requested_start,
                    "end_time": hour_after(requested_start), "attendees": [],
                },
                "calendar": requestor_busy,
            },
            "assistant": {
                "email": "a@x.co", "instruction_message": "", "calendar": busy,
                "preferences": preferences,
            },
        },
        "final_assistant_calendar": last,
        "assistant_context": context(list(case, "assistant_actions")),
        "requestor_context": context(list(case, "requestor_actions")),
    }})
}

fn marketplace_case(case: &Value) -> Value {
    let offers: Vec<Value> = list(case, "offers")
        .iter()
        .enumerate()
        .map(|(at, offer)| {
            json!({"id": at + 1, "round_created": 1, "proposer": offer[0], "price": offer[1],
                "message": null, "status": offer[2]})
        })
        .collect();
    json!({"execution": {
        "task": {
            "id": case["id"], "type": "marketplace", "satisfiable": case["satisfiable"],
            "product": {"name": "p"},
            "seller": {"instruction_message": "", "reservation_price": case["seller_reservation"]},
            "buyer": {"instruction_message": "", "reservation_price": case["buyer_reservation"]},
        },
        "outcome": {"deal_reached": case["deal_reached"], "deal_price": case["deal_price"]},
        "offers": offers,
    }})
}

/// Scores all cases as the rows of one file and compares them with `expected` of each.
fn synthetic(key: &str, domain: Domain, build: fn(&Value) -> Value) {
    let Some(folder) = shared() else { return };
    let Some(synthetic) = read_json(&folder.join("synthetic.json")) else { return };
    let cases = list(&synthetic, key);
    if cases.is_empty() {
        println!("skipped: no {key} cases");
        return;
    }
    let rows: Vec<Value> = cases.iter().map(build).collect();
    let text = serde_json::to_string(&json!({"results": rows})).unwrap();
    let file = match results::load(text.as_bytes()) {
        Ok(file) => file,
        Err(error) => panic!("{key}: {error}"),
    };
    assert_eq!(file.domain, domain);
    let score = score_file(&file, Profile::Reference);
    let mut comparison = Comparison::default();
    for (row, case) in score.rows.iter().zip(cases) {
        let what = format!("{key} {}", case["id"]);
        assert!(!row.meeting_match_needs_llm(), "{what}: needs a judge");
        let mut ours = evaluation_json(&row.evaluation, &row.detail);
        match &row.detail {
            Detail::Calendar(detail) => {
                ours["dd_matches"] = json!(detail.diligence.matches());
                ours["dd_total"] = json!(detail.diligence.total());
            }
            Detail::Marketplace(detail) => {
                ours["decision_scores"] = json!(detail.diligence.decision_scores());
            }
        }
        compare_keys(&mut comparison, &what, &ours, &case["expected"]);
    }
    println!("{key}: {} cases, {} values compared", cases.len(), comparison.compared);
    comparison.finish(key);
}

#[test]
fn synthetic_calendar_scoring_agrees() {
    synthetic("calendar_scoring", Domain::Calendar, calendar_case);
}

#[test]
fn synthetic_marketplace_scoring_agrees() {
    synthetic("marketplace_scoring", Domain::Marketplace, marketplace_case);
}
