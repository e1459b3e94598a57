//! What people and models read of the bargaining game.

use super::deals::triple;
use super::rules::item_names;
use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// `2 books, 0 hats, 1 balls`, in the names of the parameters.
fn listed(params: &Json, bundle: &Json) -> Option<String> {
    let bundle = triple(bundle)?;
    let names = item_names(params);
    let parts: Vec<String> = names.iter().zip(bundle).map(|(name, n)| format!("{n} {name}")).collect();
    Some(parts.join(", "))
}

/// The sentence that goes with an announcement.
pub fn spoken(params: &Json, action: &Json) -> String {
    match action.as_str() {
        Some("accept") => "I accept your offer.".to_owned(),
        Some(_) => "I walk away.".to_owned(),
        None => match action.get("offer").and_then(|offer| listed(params, offer)) {
            Some(bundle) => format!("I would take {bundle}; the rest is yours."),
            None => "Let us talk.".to_owned(),
        },
    }
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let number = |name: &str| params.get(name).and_then(Dec::from_json).unwrap_or_default();
    let names = item_names(params);
    let [turns, total, min, max] = ["turns", "total_value", "min_items", "max_items"].map(number);
    let size = if min == max { min.to_string() } else { format!("{min} to {max}") };
    let mut lines = vec![
        format!("Two sides divide a pool of {}: {size} pieces, at least one of each kind.", names.join(", ")),
        format!(
            "Each side has its own value for a piece of each kind, which the other does not see. To each side the whole \
             pool is worth {total}. Every kind is worth something to somebody, and some kind to both."
        ),
        format!(
            "The sides take turns, seat 0 first, {turns} turns in all. On your turn you offer a division (what you would \
             take; the rest goes to the other side), accept the other side's last offer, or walk away. On the last turn \
             you can only accept or walk away."
        ),
        "With a deal each side earns what its pieces are worth to it; without one both earn 0. Neither learns what the \
         other earned."
            .to_owned(),
    ];
    if condition == Condition::Comm {
        lines.push(
            "Before each decision the side whose turn it is sends a message. It may announce what it will do and make \
             claims about its values. Messages bind nobody."
                .to_owned(),
        );
    }
    RuleText { summary: "Divide what each of you values differently, before the turns run out.", lines }
}

/// The label of an action.
pub fn label(at: &Position<'_>, action: &Json) -> Option<String> {
    match action {
        Json::String(word) if word == "accept" => Some("Accept the offer".to_owned()),
        Json::String(word) if word == "walk" => Some("Walk away".to_owned()),
        Json::Object(object) => Some(format!("Offer: you take {}", listed(at.params, object.get("offer")?)?)),
        _ => None,
    }
}
