//! What people and models read of the common pool, in plain English, from the parameters.

use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentence that goes with an announcement.
pub fn spoken(announce: Option<&Json>) -> String {
    let number = |value: &Json| Dec::from_json(value).map(|d| d.to_string());
    let action = announce.and_then(|a| a.get("action")).and_then(number);
    let range = announce.and_then(|a| a.get("range")).and_then(Json::as_array);
    match (action, range.map(Vec::as_slice)) {
        (Some(request), _) => format!("I will ask for {request}."),
        (None, Some([_, hi])) => format!("I will ask for at most {}.", number(hi).unwrap_or_default()),
        _ => "I keep my plans to myself.".to_owned(),
    }
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let number = |name: &str| params.get(name).and_then(Dec::from_json).unwrap_or_default();
    let [n, stock, capacity, growth, rounds, collapse, step] =
        ["n", "stock", "capacity", "growth", "rounds", "collapse", "request_step"].map(number);
    let mut lines = vec![
        format!(
            "{n} players share a stock of {stock} units; it can hold at most {capacity}. In each round everyone asks \
             for a part of it at the same time, without seeing the others' requests: any multiple of {step} from 0 up \
             to the whole stock."
        ),
        "If the requests fit into the stock, each player gets what it asked for. If they exceed it, the stock is \
         divided in proportion to the requests. What you take is your payoff."
            .to_owned(),
        format!(
            "What remains grows by {growth} × remaining × (1 − remaining/{capacity}) before the next round. Growth is \
             largest when half the capacity remains."
        ),
        format!("If less than {collapse} remains after a round, the stock collapses and the game ends at once."),
    ];
    lines.push(if rounds == Dec::ONE {
        "The game lasts 1 round, and all players know it.".to_owned()
    } else {
        format!(
            "The game lasts at most {rounds} rounds, and all players know it. After each round all see who asked for \
             what and who got what; payoffs add up."
        )
    });
    if condition == Condition::Comm {
        lines.push(
            "Before each round every player posts one message on a common board, in a random order; all read it at \
             once. Messages bind nobody."
                .to_owned(),
        );
    }
    RuleText { summary: "Take from a stock that grows back only if enough of it is left.", lines }
}

/// The label of a request.
pub fn label(at: &Position<'_>, action: &Json) -> Option<String> {
    let request = Dec::from_json(action)?;
    Some(match at.number("stock") {
        Some(stock) if at.facts.contains_key("stock") => format!("Take {request} from a stock of {stock}"),
        _ => format!("Take {request}"),
    })
}
