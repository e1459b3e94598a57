//! What people and models read of the trust game, in plain English, from the parameters.

use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentence that goes with an announcement.
pub fn spoken(announce: &Json) -> String {
    if let Some(share) = announce.get("share").and_then(Dec::from_json) {
        let percent = share * 100;
        return match percent {
            Dec::ZERO => "Do not count on anything coming back.".to_owned(),
            _ => format!("I will return at least {percent} percent of what arrives."),
        };
    }
    match announce.get("action").and_then(Dec::from_json) {
        Some(Dec::ZERO) => "I will send nothing.".to_owned(),
        Some(amount) => format!("I will send {amount}."),
        None => "I keep my plans to myself.".to_owned(),
    }
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let number = |name: &str| params.get(name).and_then(Dec::from_json).unwrap_or_default();
    let [endowment, multiplier, own] = ["endowment", "multiplier", "trustee_endowment"].map(number);
    let mut lines = vec![
        match own {
            Dec::ZERO => format!("The investor has {endowment}, the trustee has nothing."),
            _ => format!("The investor has {endowment}, the trustee has {own}."),
        },
        format!("First the investor sends a whole amount from 0 to {endowment} to the trustee and keeps the rest."),
        format!("What is sent is multiplied by {multiplier} on the way."),
        "Then the trustee, who sees the amount, returns any whole part of what arrived, from nothing to all of it. \
         If nothing was sent, there is nothing to return."
            .to_owned(),
        "The investor earns what it kept plus what comes back; the trustee earns what it had plus what arrived, less \
         what it returns."
            .to_owned(),
    ];
    lines.push("The game is played once.".to_owned());
    if condition == Condition::Comm {
        lines.push(
            "Before the decision the players exchange two messages each; each pair is sent at the same time. Messages \
             bind nobody."
                .to_owned(),
        );
    }
    RuleText { summary: "Send money that grows on the way, and see what comes back.", lines }
}

/// The label of an action.
pub fn label(at: &Position<'_>, action: &Json) -> Option<String> {
    let amount = action.as_i64()?;
    match at.phase {
        "send" => {
            let (endowment, multiplier) = (at.number("endowment")?, at.number("multiplier")?);
            Some(format!("Send {amount} of {endowment} (becomes {})", multiplier * amount))
        }
        "return" => Some(match at.number("available") {
            Some(available) => format!("Return {amount} of {available}"),
            None => format!("Return {amount}"),
        }),
        _ => None,
    }
}
