//! What people and models read of the dilemma, in plain English, from the parameters.

use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentence that goes with an announcement.
pub fn spoken(announce: Option<&Json>) -> &'static str {
    let Some(announce) = announce else { return "I keep my plans to myself." };
    match (announce.get("action").and_then(Json::as_str), announce.get("if").is_some()) {
        (Some("C"), true) => "I cooperate if you do.",
        (Some("C"), false) => "I will cooperate.",
        (Some("D"), _) => "I will defect.",
        _ => "I keep my plans to myself.",
    }
}

fn payoff(params: &Json, name: &str) -> Dec {
    params.get(name).and_then(Dec::from_json).unwrap_or_default()
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let [t, r, p, s] = ["T", "R", "P", "S"].map(|name| payoff(params, name));
    let rounds = params.get("rounds").and_then(Dec::from_json);
    let mut lines = vec![
        "Two players decide at the same time, without seeing each other's choice: Cooperate (C) or Defect (D)."
            .to_owned(),
        format!("If both cooperate, each gets {r}. If both defect, each gets {p}."),
        format!("If one defects while the other cooperates, the defector gets {t} and the cooperator gets {s}."),
    ];
    match rounds {
        Some(n) if n == Dec::ONE => lines.push("The game lasts 1 round, and both players know it.".to_owned()),
        Some(n) => lines.push(format!(
            "The game lasts {n} rounds, and both players know it. After each round both see what was chosen; \
             points add up over the rounds."
        )),
        None => lines.push("The game is played once.".to_owned()),
    }
    if condition == Condition::Comm {
        lines.push(match rounds {
            Some(_) => {
                "Before each round both players send one message at the same time. Messages bind nobody.".to_owned()
            }
            None => "Before the decision the players exchange two messages each; each pair is sent at the same time. \
                 Messages bind nobody."
                .to_owned(),
        });
    }
    RuleText { summary: "Cooperate or defect: together you do best, alone you do better by defecting.", lines }
}

/// The label of an action.
pub fn label(_at: &Position<'_>, action: &Json) -> Option<String> {
    Some(match action.as_str()? {
        "C" => "Cooperate".to_owned(),
        "D" => "Defect".to_owned(),
        _ => return None,
    })
}
