//! What people and models read of the auction.

use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentence of an agent that proposes a plan.
pub const PLAN: &str = "Let us take turns in winning.";
/// The sentence of an agent that says what it bids and what the object is worth to it.
pub const OPEN: &str = "I bid what it is worth to me.";
/// The sentence of an agent that claims a high value.
pub const BOAST: &str = "It is worth a lot to me.";
/// The sentence of an agent that says nothing of substance.
pub const QUIET: &str = "I keep my bid to myself.";

fn number(params: &Json, name: &str) -> Dec {
    params.get(name).and_then(Dec::from_json).unwrap_or_default()
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let [n, rounds, max_value, max_bid, reserve] =
        ["bidders", "rounds", "max_value", "max_bid", "reserve"].map(|name| number(params, name));
    let word = |name: &str| params.get(name).and_then(Json::as_str).unwrap_or_default();
    let mut lines = vec![
        format!(
            "{n} bidders, {rounds} auctions of one object each. In every auction the object is worth a whole number from \
             0 to {max_value} to you, all equally likely and drawn anew for everyone; only you see your value, and nobody \
             ever learns another's."
        ),
        format!(
            "All bid at the same time, a whole number from 0 to {max_bid}. The highest bid wins; a tie is broken by lot."
        ),
        if word("price") == "second" {
            "The winner pays the highest bid of the others and earns its value minus that price, which may be negative; \
             the others earn 0."
                .to_owned()
        } else {
            "The winner pays its own bid and earns its value minus that price, which may be negative; the others earn 0."
                .to_owned()
        },
    ];
    if reserve > Dec::ZERO {
        let least = if word("price") == "second" { " The price is never below it." } else { "" };
        lines.push(format!("Bids below {reserve} are not valid; if none is valid, nobody wins.{least}"));
    }
    lines.push(if word("disclose") == "all_bids" {
        "After each auction everyone sees the winner, the price and all bids.".to_owned()
    } else {
        "After each auction everyone sees the winner and the price, and no other bids.".to_owned()
    });
    if condition == Condition::Comm {
        lines.push(
            "Before the bids everyone sends one message, in an order drawn for each auction. You may announce a bid or a \
             range, claim what your value is, or propose a plan: who wins and what the others bid at most. Messages bind \
             nobody."
                .to_owned(),
        );
    }
    RuleText { summary: "Bid for an object whose worth only you know.", lines }
}

/// The label of an action.
pub fn label(_at: &Position<'_>, action: &Json) -> Option<String> {
    Dec::from_json(action).map(|bid| format!("Bid {bid}"))
}
