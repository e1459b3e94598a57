//! What people and models read of Repeated Trust, in plain English, from the parameters.

use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentence that goes with an announcement of the investor (`sends`) or the trustee.
pub fn spoken(sends: bool, announce: &Json) -> String {
    let number = |name: &str| announce.get(name).and_then(Dec::from_json);
    let at_least = announce.get("if").and_then(|c| c.get("at_least")).and_then(Dec::from_json);
    match (number("action"), number("share"), at_least) {
        (Some(amount), ..) if sends => format!("I will send {amount}."),
        (Some(amount), ..) => format!("I will return {amount}."),
        (_, Some(Dec::ZERO), _) => "I promise to return nothing.".to_owned(),
        (_, Some(share), None) => format!("I will return at least {} percent of what arrives.", share * 100),
        (_, Some(share), Some(least)) => {
            format!("If you send {least} or more, I will return at least {} percent of what arrives.", share * 100)
        }
        _ => "I keep my plans to myself.".to_owned(),
    }
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let number = |name: &str| params.get(name).and_then(Dec::from_json).unwrap_or_default();
    let [endowment, multiplier, kept, rounds] = ["endowment", "multiplier", "trustee_endowment", "rounds"].map(number);
    let mut lines = vec![
        format!(
            "In every round the investor gets {endowment} and sends a whole number from 0 to {endowment} to the \
             trustee. What is sent is multiplied by {multiplier} on the way."
        ),
        "The trustee sees what arrives and returns any whole number from 0 up to all of it. What is returned is not \
         multiplied. If nothing is sent, the trustee has nothing to decide."
            .to_owned(),
        format!(
            "In the round the investor earns {endowment} minus what was sent plus what came back; the trustee earns {}\
             what arrived minus what was returned.",
            if kept == Dec::ZERO { String::new() } else { format!("{kept} plus ") }
        ),
        if rounds == Dec::ONE {
            "The game lasts 1 round, and both players know it.".to_owned()
        } else {
            format!(
                "The game lasts {rounds} rounds with fixed roles, and both players know it. Every round starts \
                 afresh: nothing is carried over. Payoffs add up over the rounds."
            )
        },
    ];
    if condition == Condition::Comm {
        lines
            .push("Before each round both players send one message at the same time. Messages bind nobody.".to_owned());
    }
    RuleText { summary: "Send and hope for a return, or keep what you have: trust pays only if it is rewarded.", lines }
}

/// The label of an action.
pub fn label(at: &Position<'_>, action: &Json) -> Option<String> {
    let amount = Dec::from_json(action)?;
    match at.phase {
        "send" => {
            let arrives = amount * at.number("multiplier")?.to_i64()?;
            Some(format!("Send {amount} of {} (becomes {arrives})", at.number("endowment")?))
        }
        "return" => Some(match at.number("available") {
            Some(available) => format!("Return {amount} of {available}"),
            None => format!("Return {amount}"),
        }),
        _ => None,
    }
}
