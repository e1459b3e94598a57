//! What people and models read of coalition formation, in plain English, from the parameters.

use super::Proposal;
use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// `0`, `0 and 2`, `0, 1 and 2`.
fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}

fn texts(list: Option<&Json>) -> Vec<String> {
    list.and_then(Json::as_array).into_iter().flatten().map(Json::to_string).collect()
}

/// The sentence that goes with an announcement.
pub fn spoken(announce: Option<&Json>) -> String {
    let Some(announce) = announce else { return "I keep my plans to myself.".to_owned() };
    let seats = texts(announce.get("coalition"));
    let least = announce.get("if").and_then(|condition| condition.get("at_least")).and_then(Dec::from_json);
    match (announce.get("action").and_then(Json::as_str), least) {
        (Some("accept"), Some(least)) => format!("I accept if I get at least {least}."),
        (Some("accept"), None) => "I will accept.".to_owned(),
        (Some("reject"), _) => "I will reject.".to_owned(),
        _ if !seats.is_empty() => format!("I want a coalition of the seats {}.", listed(&seats)),
        _ => "I keep my plans to myself.".to_owned(),
    }
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let number = |name: &str| params.get(name).and_then(Dec::from_json).and_then(Dec::to_i64).unwrap_or_default();
    let [quota, prize, proposals] = ["quota", "prize", "proposals"].map(number);
    let weights = texts(params.get("weights"));
    let each: Vec<String> = weights.iter().enumerate().map(|(seat, w)| format!("seat {seat} has {w}")).collect();
    let mut lines = vec![
        format!(
            "{} players divide a prize of {prize}. Each has a number of votes: {}. A coalition with at least {quota} votes \
             together may take the prize.",
            weights.len(),
            listed(&each)
        ),
        "In each round one player is drawn as the proposer; nobody proposes twice before everyone has proposed once. The \
         proposer names a winning coalition that it belongs to, and how its members divide the whole prize in whole \
         numbers."
            .to_owned(),
        "Then the other members accept or reject at the same time, without seeing each other's answer. If all accept, \
         they get their shares, everyone else gets 0, and the game is over."
            .to_owned(),
        match proposals {
            1 => "There is 1 proposal. If it is rejected, everyone gets 0.".to_owned(),
            _ => format!(
                "Otherwise another round follows, up to {proposals} proposals in all. If the last one is rejected too, \
                 everyone gets 0."
            ),
        },
    ];
    if condition == Condition::Comm {
        lines.push(
            "When the proposer is known, and before it proposes, every player posts one message on a common board, in a \
             random order; all read it at once. Messages bind nobody."
                .to_owned(),
        );
    }
    RuleText { summary: "Form a coalition that is strong enough and divide a prize inside it.", lines }
}

/// The label of a proposal or an answer.
pub fn label(_at: &Position<'_>, action: &Json) -> Option<String> {
    if let Some(proposal) = Proposal::read(action) {
        let seats: Vec<String> = proposal.coalition.iter().map(|seat| seat.to_string()).collect();
        let shares: Vec<String> = proposal.shares.iter().map(|share| share.to_string()).collect();
        return Some(match seats.len() {
            1 => format!("Propose seat {} with share {}", listed(&seats), listed(&shares)),
            _ => format!("Propose seats {} with shares {}", listed(&seats), listed(&shares)),
        });
    }
    Some(match action.as_str()? {
        "accept" => "Accept".to_owned(),
        "reject" => "Reject".to_owned(),
        _ => return None,
    })
}
