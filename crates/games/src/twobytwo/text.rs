//! What people and models read of these games, in plain English, from the parameters.

use super::Form;
use crate::registry::RuleText;
use trivium_core::{Condition, Dec, Json};

/// The sentence that goes with an announcement.
pub fn spoken(form: &Form, announce: Option<&Json>) -> String {
    let phrase = |action: Option<&Json>| action.and_then(|a| label(form, a)).map(|l| l.to_lowercase());
    let own = phrase(announce.and_then(|a| a.get("action")));
    let condition = phrase(announce.and_then(|a| a.get("if")?.get("action")));
    match (own, condition) {
        (Some(own), Some(condition)) if own == condition => format!("I will {own} if you do."),
        (Some(own), Some(condition)) => format!("I will {own} if you {condition}."),
        (Some(own), None) => format!("I will {own}."),
        _ => "I keep my plans to myself.".to_owned(),
    }
}

/// The label of an action.
pub fn label(form: &Form, action: &Json) -> Option<String> {
    form.index(action).map(|i| form.labels[i].to_owned())
}

fn closing(mut lines: Vec<String>, params: &Json, condition: Condition) -> Vec<String> {
    let rounds = params.get("rounds").and_then(Json::as_i64);
    lines.push(match rounds {
        Some(1) => "The game lasts 1 round, and both players know it.".to_owned(),
        Some(n) => format!(
            "The game lasts {n} rounds, and both players know it. After each round both see what was chosen; points \
             add up over the rounds."
        ),
        None => "The game is played once.".to_owned(),
    });
    if condition == Condition::Comm {
        let messages = match rounds {
            Some(_) => "Before each round both players send one message at the same time. Messages bind nobody.",
            None => {
                "Before the decision the players exchange two messages each; each pair is sent at the same time. \
                 Messages bind nobody."
            }
        };
        lines.push(messages.to_owned());
    }
    lines
}

fn numbers<const N: usize>(params: &Json, names: [&str; N]) -> [Dec; N] {
    names.map(|name| params.get(name).and_then(Dec::from_json).unwrap_or_default())
}

/// The Stag Hunt in words.
pub fn stag_hunt(params: &Json, condition: Condition) -> RuleText {
    let [ss, sh, hs, hh] = numbers(params, ["SS", "SH", "HS", "HH"]);
    let lines = vec![
        "Two players decide at the same time, without seeing each other's choice: hunt the stag or hunt the hare."
            .to_owned(),
        format!("The stag takes two: if both hunt it, each gets {ss}."),
        format!("Who hunts the stag alone gets {sh}; the other, with the hare, gets {hs}."),
        format!("If both hunt the hare, each gets {hh}."),
    ];
    RuleText {
        summary: "Together you catch the best prize; alone only the small one is safe.",
        lines: closing(lines, params, condition),
    }
}

/// Chicken in words.
pub fn chicken(params: &Json, condition: Condition) -> RuleText {
    let [both, alone, straight, crash] = numbers(params, ["both_swerve", "swerve_alone", "straight_alone", "crash"]);
    let lines = vec![
        "Two drivers race towards each other and decide at the same time: swerve or go straight.".to_owned(),
        format!("If both swerve, each gets {both}."),
        format!("If one swerves and the other goes straight, who swerved gets {alone} and the other gets {straight}."),
        format!("If both go straight, they crash and each gets {crash}."),
    ];
    RuleText {
        summary: "Whoever gives way gets less, but if nobody does, both lose.",
        lines: closing(lines, params, condition),
    }
}

/// The Battle of the Sexes in words, once and repeated.
pub fn sexes(params: &Json, condition: Condition) -> RuleText {
    let [favourite, other, mismatch] = numbers(params, ["favourite", "other", "mismatch"]);
    let lines = vec![
        "Two friends decide at the same time, without seeing each other's choice: go to the opera or to the football \
         match."
            .to_owned(),
        "The first player (the opera-lover) would rather go to the opera, the second one (the football-lover) to the \
         football match."
            .to_owned(),
        format!("If both go to the same place, who likes it better gets {favourite} and the other gets {other}."),
        format!("If they go to different places, each gets {mismatch}."),
    ];
    RuleText {
        summary: "You want to be together, but each of you has another place in mind.",
        lines: closing(lines, params, condition),
    }
}
