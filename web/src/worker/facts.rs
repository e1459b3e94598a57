//! What a file says about its run, in words.

use crate::messages::{Domain, Era};
use crate::words::{capital, spaced};
use serde_json::Value;
use trivium_negotiation::results::{Execution, ResultsFile, Row, SchemaEra};
use trivium_negotiation::task;

/// The domain as the page knows it.
pub fn domain(domain: task::Domain) -> Domain {
    match domain {
        task::Domain::Calendar => Domain::Calendar,
        task::Domain::Marketplace => Domain::Marketplace,
    }
}

/// The era as the page knows it.
pub fn era(era: SchemaEra) -> Era {
    match era {
        SchemaEra::Judge => Era::Judge,
        SchemaEra::Reasonable => Era::Current,
        SchemaEra::Unknown => Era::Unknown,
    }
}

/// The sides: scored and counterpart.
pub fn sides(domain: task::Domain) -> (&'static str, &'static str) {
    match domain {
        task::Domain::Calendar => ("assistant", "requestor"),
        task::Domain::Marketplace => ("buyer", "seller"),
    }
}

fn set<'v>(file: &'v ResultsFile<'_>, key: &str) -> Option<&'v Value> {
    file.config.get(key).filter(|value| !value.is_null())
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The model of a side: its own, else the common one; without the provider's prefix.
fn model_of(file: &ResultsFile<'_>, side: &str) -> Option<String> {
    let model = set(file, &format!("{side}_model")).or_else(|| set(file, "model"))?;
    let name = text(model);
    Some(name.rsplit('/').next().unwrap_or(&name).to_owned())
}

/// The reasoning effort of a side: its own; the common one only where the side has no model of its own.
fn effort_of(file: &ResultsFile<'_>, side: &str) -> Option<String> {
    let own = set(file, &format!("{side}_reasoning_effort"));
    let common = || match set(file, &format!("{side}_model")) {
        Some(_) => None,
        None => set(file, "reasoning_effort"),
    };
    own.or_else(common).map(|effort| match effort {
        Value::Number(tokens) => format!("thinking budget {tokens}"),
        other => format!("effort {}", text(other)),
    })
}

fn thinks_aloud(file: &ResultsFile<'_>, side: &str) -> bool {
    let own = set(file, &format!("{side}_explicit_cot")).or_else(|| set(file, "explicit_cot"));
    own.and_then(Value::as_bool).unwrap_or(false)
}

fn player(file: &ResultsFile<'_>, side: &str) -> Option<String> {
    let mut parts = vec![model_of(file, side)?];
    parts.extend(effort_of(file, side));
    if thinks_aloud(file, side) {
        parts.push("thinking aloud".into());
    }
    Some(parts.join(", "))
}

/// "gpt-5.4, effort high, no preset".
pub fn model(file: &ResultsFile<'_>) -> String {
    let (scored, _) = sides(file.domain);
    let mut parts = vec![player(file, scored).unwrap_or_else(|| "model not named".into())];
    match file.system_prompt() {
        Some("none") => parts.push("no preset".into()),
        Some(preset) => parts.push(format!("preset {preset}")),
        None => {}
    }
    parts.join(", ")
}

/// What the counterpart was told to attack: "hand-crafted attack on the outcome"; nothing for a benign one.
pub fn attack(row: &Row<'_>) -> Option<String> {
    let (malicious, target, strategy) = match &row.execution {
        Execution::Calendar(run) => {
            let side = &run.task.requestor;
            (side.is_malicious, &side.malicious_target, &side.malicious_strategy)
        }
        Execution::Marketplace(run) => {
            let side = &run.task.seller;
            (side.is_malicious, &side.malicious_target, &side.malicious_strategy)
        }
    };
    if !malicious {
        return None;
    }
    let style = match strategy.as_deref() {
        Some("hand_crafted") => "hand-crafted attack".to_owned(),
        Some(style) => format!("{} attack", spaced(style)),
        None => "attack".to_owned(),
    };
    Some(match target.as_deref() {
        Some("outcome_optimality") => format!("{style} on the outcome"),
        Some("due_diligence") => format!("{style} on diligence"),
        Some(target) => format!("{style} on {}", spaced(target)),
        None => style,
    })
}

/// Attack and rules: "no attack; scored by a judge".
pub fn about(file: &ResultsFile<'_>) -> String {
    let mut attacks: Vec<Option<String>> = file.rows.iter().map(attack).collect();
    attacks.sort();
    attacks.dedup();
    let attack = match attacks.as_slice() {
        [] => "no rows".to_owned(),
        [None] => "no attack".to_owned(),
        [Some(one)] => one.clone(),
        _ => "several attacks".to_owned(),
    };
    let rules = match file.era() {
        SchemaEra::Judge => "scored by a judge",
        SchemaEra::Reasonable => "scored by the current rules",
        SchemaEra::Unknown => "no row says by which rules it was scored",
    };
    format!("{attack}; {rules}")
}

/// Name and value of what the config says.
pub fn list(file: &ResultsFile<'_>) -> Vec<(String, String)> {
    let (scored, other) = sides(file.domain);
    let mut facts = vec![("Domain".to_owned(), file.domain.to_string())];
    let mut push = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            facts.push((name.to_owned(), value));
        }
    };
    push(&capital(scored), player(file, scored));
    push(&capital(other), player(file, other));
    push("Preset", file.system_prompt().map(str::to_owned));
    push(
        "Stored scores by",
        Some(match file.era() {
            SchemaEra::Judge => match set(file, "judge_model") {
                Some(judge) => format!("a judge ({}), older rules", text(judge)),
                None => "a judge, older rules".into(),
            },
            SchemaEra::Reasonable => "the current, deterministic rules".into(),
            SchemaEra::Unknown => "unknown: no row says".into(),
        }),
    );
    push("Rounds", set(file, "max_rounds").map(|rounds| format!("at most {rounds}")));
    push("Steps a turn", set(file, "max_steps_per_turn").map(|steps| format!("at most {steps}")));
    push("Variant", set(file, "variant").map(text));
    push("Written", file.timestamp.as_ref().map(|time| time.split('.').next().unwrap_or(time).replacen('T', ", ", 1)));
    push("Run took", file.elapsed_seconds.filter(|seconds| *seconds > 0.0).map(|seconds| format!("{seconds:.0} s")));
    facts
}
