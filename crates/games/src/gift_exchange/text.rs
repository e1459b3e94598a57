//! What people and models read of Gift Exchange, in plain English, from the parameters.

use super::Labour;
use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentence that goes with an announcement of the employer (`pays`) or the worker.
pub fn spoken(pays: bool, announce: &Json) -> String {
    let Some(chosen) = announce.get("action").and_then(Dec::from_json) else {
        return "I keep my plans to myself.".to_owned();
    };
    if pays {
        return format!("I will pay a wage of {chosen}.");
    }
    match announce.get("if").and_then(|c| c.get("at_least")).and_then(Dec::from_json) {
        Some(wage) => format!("If you pay {wage} or more, I will work with effort {chosen}."),
        None => format!("I will work with effort {chosen}."),
    }
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let number = |name: &str| params.get(name).and_then(Dec::from_json).unwrap_or_default();
    let [least, most, value, reserve, rounds] = ["wage_min", "wage_max", "value", "reserve", "rounds"].map(number);
    let costs: Vec<String> = Labour::of(params)
        .map(|labour| {
            labour.efforts.iter().zip(&labour.costs).map(|(effort, cost)| format!("{effort}: {cost}")).collect()
        })
        .unwrap_or_default();
    let mut lines = vec![
        format!("In every round the employer first pays a wage: a whole number from {least} to {most}."),
        "The worker sees the wage and chooses an effort. Higher effort costs the worker more.".to_owned(),
        format!("Effort and what it costs the worker: {}.", costs.join("; ")),
        format!(
            "In the round the employer earns ({value} − wage) × effort. The worker earns the wage minus {reserve} minus \
             the cost of the effort. The worker cannot decline the job, and the wage is paid whatever the effort."
        ),
        if rounds == Dec::ONE {
            "The game lasts 1 round, and both players know it.".to_owned()
        } else {
            format!("The game lasts {rounds} rounds with fixed roles, and both players know it. Payoffs add up.")
        },
    ];
    if condition == Condition::Comm {
        lines
            .push("Before each round both players send one message at the same time. Messages bind nobody.".to_owned());
    }
    RuleText { summary: "A wage is paid first and work is done after: a gift may be answered, or pocketed.", lines }
}

/// The label of an action.
pub fn label(at: &Position<'_>, action: &Json) -> Option<String> {
    let chosen = Dec::from_json(action)?;
    match at.phase {
        "wage" => Some(format!("Pay a wage of {chosen}")),
        "effort" => {
            let labour = Labour::of(at.params)?;
            let cost = labour.costs[labour.level(chosen)?];
            Some(format!("Work with effort {chosen} (costs you {cost})"))
        }
        _ => None,
    }
}
