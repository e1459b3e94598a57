//! What people and models read of the public good, in plain English, from the parameters.

use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentence that goes with an announcement.
pub fn spoken(announce: &Json) -> String {
    match announce.get("action").and_then(Dec::from_json) {
        Some(Dec::ZERO) => "I will keep everything.".to_owned(),
        Some(amount) => format!("I will put {amount} into the pool."),
        None => "I keep my plans to myself.".to_owned(),
    }
}

/// The lines on the contributions, which the variant with punishment shares.
pub fn pool(params: &Json) -> Vec<String> {
    let number = |name: &str| params.get(name).and_then(Dec::from_json).unwrap_or_default();
    let [n, endowment, mpcr] = ["n", "endowment", "mpcr"].map(number);
    let growth = mpcr.checked_mul(n).unwrap_or_default();
    vec![
        format!(
            "In every round each of the {n} players gets {endowment} and decides, without seeing the others' choices, \
             how much of it (a whole number from 0 to {endowment}) to put into a common pool. The rest is kept."
        ),
        format!(
            "The pool is multiplied by {growth} and shared equally: every unit in it pays {mpcr} to each player, \
             whoever put it there."
        ),
    ]
}

/// The lines on rounds and messages.
pub fn course(params: &Json, condition: Condition) -> Vec<String> {
    let rounds = params.get("rounds").and_then(Dec::from_json).unwrap_or_default();
    let mut lines = vec![if rounds == Dec::ONE {
        "The game lasts 1 round, and all know it.".to_owned()
    } else {
        format!("The game lasts {rounds} rounds, and all know it. Payoffs add up over the rounds.")
    }];
    if condition == Condition::Comm {
        lines.push(
            "Each round begins with one message of every player on a board that all see, in an order drawn anew each \
             time. Messages bind nobody."
                .to_owned(),
        );
    }
    lines
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let mut lines = pool(params);
    lines.push("After each round all see who contributed how much.".to_owned());
    lines.extend(course(params, condition));
    RuleText { summary: "Give to a pool that makes everyone richer, or live on what the others give.", lines }
}

/// The label of an action.
pub fn label(at: &Position<'_>, action: &Json) -> Option<String> {
    let amount = Dec::from_json(action)?;
    Some(format!("Put {amount} of {} into the pool", at.number("endowment")?))
}
