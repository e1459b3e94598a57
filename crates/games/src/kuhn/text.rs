//! What people and models read of Kuhn poker.

use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentence that goes with a claim about the own card.
pub fn spoken(card: Option<&str>) -> &'static str {
    match card {
        Some("J") => "I have the jack.",
        Some("Q") => "I have the queen.",
        Some("K") => "I have the king.",
        _ => "I say nothing about my card.",
    }
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let hands = params.get("hands").and_then(Dec::from_json).unwrap_or_default();
    let mut lines = vec![
        "Three cards: jack (J), queen (Q) and king (K); the king is the highest. In every hand each player puts in 1 \
         chip and gets one card that the other does not see; the third card stays aside."
            .to_owned(),
        "The first player checks (pass) or bets 1 chip (bet). After a check the second player checks too, and the \
         higher card wins 1 chip, or bets; then the first player folds (pass) and loses 1 chip, or calls (bet), and \
         the higher card wins 2 chips."
            .to_owned(),
        "After a bet of the first player the second folds (pass) and loses 1 chip, or calls (bet), and the higher card \
         wins 2 chips."
            .to_owned(),
        "Cards are shown when nobody folded. A folded hand is never shown.".to_owned(),
        format!("You play {hands} hands and take turns in going first: seat 0 in the first hand, seat 1 in the second."),
    ];
    if condition == Condition::Comm {
        lines.push(
            "Before the betting of each hand the first player sends a message, then the other. You may claim which \
             card you hold or say what you will do first. Messages bind nobody."
                .to_owned(),
        );
    }
    RuleText { summary: "Poker with three cards: bet for value, bluff sometimes, and decide when to call.", lines }
}

/// The label of an action.
pub fn label(_at: &Position<'_>, action: &Json) -> Option<String> {
    Some(match action.as_str()? {
        "pass" => "Pass (check or fold)".to_owned(),
        "bet" => "Bet (or call)".to_owned(),
        _ => return None,
    })
}
