//! What people and models read of the dilemma, in plain English, from the parameters.

use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentence that goes with an announcement.
pub fn spoken(announce: Option<&Json>) -> &'static str {
    let Some(announce) = announce else { return "I keep my plans to myself." };
    if announce.get("claims").is_some() {
        return "I will cooperate. My last defection was a slip: I had meant to cooperate.";
    }
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

/// How an open end and noise work, in words.
fn open_end(cap: i64, continuation: Dec, noise: Dec) -> [String; 3] {
    let percent = |chance: Dec| format!("{} percent", chance * 100);
    [
        match noise {
            Dec::ZERO => "Every choice comes out as it was meant.".to_owned(),
            _ => format!(
                "Slips happen: each choice turns into its opposite with a chance of {}. Payoffs follow what came out. \
                 You see what came out on both sides and whether your own choice slipped, but never what the other \
                 player had meant.",
                percent(noise)
            ),
        },
        match continuation {
            _ if cap == 1 => "The game ends after one round.".to_owned(),
            Dec::ONE => format!("The game lasts {cap} rounds."),
            Dec::ZERO => "The game ends after one round.".to_owned(),
            _ => format!(
                "After each round the game goes on with a chance of {}; it never lasts longer than {cap} rounds.",
                percent(continuation)
            ),
        },
        "Points add up over the rounds.".to_owned(),
    ]
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let [t, r, p, s] = ["T", "R", "P", "S"].map(|name| payoff(params, name));
    let rounds = params.get("rounds").and_then(Json::as_i64);
    let cap = params.get("cap").and_then(Json::as_i64);
    let mut lines = vec![
        "Two players decide at the same time, without seeing each other's choice: Cooperate (C) or Defect (D)."
            .to_owned(),
        format!("If both cooperate, each gets {r}. If both defect, each gets {p}."),
        format!("If one defects while the other cooperates, the defector gets {t} and the cooperator gets {s}."),
    ];
    match (rounds, cap) {
        (_, Some(cap)) => lines.extend(open_end(cap, payoff(params, "continuation"), payoff(params, "noise"))),
        (Some(1), _) => lines.push("The game lasts 1 round, and both players know it.".to_owned()),
        (Some(n), _) => lines.push(format!(
            "The game lasts {n} rounds, and both players know it. After each round both see what was chosen; \
             points add up over the rounds."
        )),
        _ => lines.push("The game is played once.".to_owned()),
    }
    if condition == Condition::Comm {
        lines.push(match rounds.or(cap) {
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
