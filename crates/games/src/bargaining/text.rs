//! What people and models read of bargaining, in plain English, from the parameters.

use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentence that goes with an announcement.
pub fn spoken(announce: Option<&Json>) -> String {
    let quiet = || "I keep my plans to myself.".to_owned();
    let Some(announce) = announce else { return quiet() };
    let limit = |bound: &str| announce.get("if").and_then(|c| c.get(bound)).and_then(Dec::from_json);
    match announce.get("action") {
        Some(Json::String(answer)) => match (limit("at_least"), limit("at_most")) {
            (Some(least), _) => format!("I will {answer} an offer of {least} or more."),
            (_, Some(most)) => format!("I will {answer} an offer of {most} or less."),
            _ => format!("I will {answer}."),
        },
        Some(offer) => Dec::from_json(offer).map_or_else(quiet, |offer| format!("I will offer you {offer}.")),
        None => quiet(),
    }
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let number = |name: &str| params.get(name).and_then(Dec::from_json).unwrap_or_default();
    let [pie, discount, rounds] = ["pie", "discount", "rounds"].map(number);
    let mut lines = vec![
        format!("Two players divide {pie}. In each round one proposes and the other answers."),
        format!(
            "The proposer offers the other a whole number from 0 to {pie} and would keep the rest. If the other \
             accepts, the game ends with that division; if not, the next round begins."
        ),
        "The player in seat 0 proposes in the first round; then the players take turns.".to_owned(),
        if discount == Dec::ONE {
            "Waiting costs nothing: a division is worth the same in every round.".to_owned()
        } else {
            format!(
                "Waiting is costly: with every round that passes, what is agreed is worth only {discount} times as much."
            )
        },
        if rounds == Dec::ONE {
            "There is only 1 round, and both know it. If its offer is rejected, nobody gets anything.".to_owned()
        } else {
            format!(
                "There are at most {rounds} rounds, and both know it. If the offer of the last one is rejected too, \
                 nobody gets anything."
            )
        },
    ];
    if condition == Condition::Comm {
        lines
            .push("Before each offer both players send one message at the same time. Messages bind nobody.".to_owned());
    }
    RuleText { summary: "Divide a pie by offers in turn, while it shrinks.", lines }
}

/// The label of an action.
pub fn label(at: &Position<'_>, action: &Json) -> Option<String> {
    match (at.phase, action) {
        ("respond", Json::String(answer)) => match answer.as_str() {
            "accept" => Some("Accept".to_owned()),
            "reject" => Some("Reject".to_owned()),
            _ => None,
        },
        ("offer", _) => {
            let (offer, pie) = (Dec::from_json(action)?, at.number("pie")?);
            Some(format!("Offer {offer} of {pie} (you keep {})", pie - offer))
        }
        _ => None,
    }
}
