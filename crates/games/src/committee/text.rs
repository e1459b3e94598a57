//! What people and models read of the committee, in plain English, from the parameters.

use super::{LETTERS, index};
use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentences that go with an announcement.
pub fn spoken(announce: Option<&Json>) -> String {
    let Some(announce) = announce else { return "I keep my plans to myself.".to_owned() };
    let mut sentences = Vec::new();
    if let Some(choice) = announce.get("action").and_then(Json::as_str) {
        sentences.push(format!("I will vote for {choice}."));
    }
    for claim in announce.get("claims").and_then(Json::as_array).into_iter().flatten() {
        let part = |name: &str| claim.get(name).cloned().unwrap_or_default();
        let alternative = part("alternative").as_str().unwrap_or("it").to_owned();
        match part("kind").as_str() {
            Some("top") => sentences.push(format!("{alternative} is best for me.")),
            Some("value") => sentences.push(format!("{alternative} is worth {} to me.", part("value"))),
            _ => {}
        }
    }
    if sentences.is_empty() { "I keep my plans to myself.".to_owned() } else { sentences.join(" ") }
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let number = |name: &str| params.get(name).and_then(Dec::from_json).and_then(Dec::to_i64).unwrap_or_default();
    let [n, alternatives, value_max, ballots, quota] =
        ["n", "alternatives", "value_max", "ballots", "quota"].map(number);
    let names = LETTERS[..(alternatives.max(0) as usize).min(LETTERS.len())].join(", ");
    let mut lines = vec![
        format!(
            "{n} members choose one of {alternatives} alternatives: {names}. What an alternative is worth differs from \
             member to member: for each a whole number from 0 to {value_max} was drawn, all equally likely. You know \
             your own values only."
        ),
        "Each ballot has two steps. In a straw poll everyone names an alternative at the same time; it binds nobody, and \
         all see who named what. Then everyone votes at the same time, and all see who voted for what."
            .to_owned(),
        format!(
            "An alternative with at least {quota} votes wins: everyone earns what it is worth to them, and the game is \
             over."
        ),
        match ballots {
            1 => "There is 1 ballot. Without a winner everyone earns 0.".to_owned(),
            _ => format!(
                "Without a winner there is another ballot, up to {ballots} in all. If the last one has no winner either, \
                 everyone earns 0."
            ),
        },
    ];
    if condition == Condition::Comm {
        lines.push(
            "Before each straw poll every member posts one message on a common board, in a random order; all read it at \
             once. Messages bind nobody."
                .to_owned(),
        );
    }
    RuleText { summary: "Agree on one alternative although each member values them differently.", lines }
}

/// The label of a choice.
pub fn label(at: &Position<'_>, action: &Json) -> Option<String> {
    let alternative = index(action)?;
    let name = LETTERS[alternative];
    if at.phase == "straw" {
        return Some(format!("Say you lean to {name}"));
    }
    let value = at.facts.get("own_values").and_then(|values| values.get(alternative)).and_then(Json::as_i64);
    Some(match value {
        Some(value) => format!("Vote for {name} (worth {value} to you)"),
        None => format!("Vote for {name}"),
    })
}
