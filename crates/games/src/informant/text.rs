//! What people and models read of the informant game.

use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentence that goes with a claim or commitment.
pub fn spoken(announce: Option<&Json>) -> String {
    let claims = announce.and_then(|a| a.get("claims")).and_then(Json::as_array);
    let claim = claims.and_then(|claims| claims.first());
    let part = |name: &str| claim.and_then(|c| c.get(name)).and_then(Json::as_str);
    match (part("kind"), part("value")) {
        (Some("state"), Some(state)) => format!("The state is {state}."),
        (Some("alignment"), Some("aligned")) => "The informant is on our side.".to_owned(),
        (Some("alignment"), Some(_)) => "The informant is against us.".to_owned(),
        _ => "I have not looked.".to_owned(),
    }
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let number = |name: &str| params.get(name).and_then(Dec::from_json).unwrap_or_default();
    let [deciders, states, rounds] = ["deciders", "states", "rounds"].map(number);
    let [right, cost, reward, accusation] =
        ["reward_right", "verify_cost", "informant_reward", "accusation_reward"].map(number);
    let mut lines = vec![
        format!(
            "Seat 0 is the informant, the other {deciders} decide; {rounds} rounds. In every round one of {states} states \
             (A, B, …) is drawn, all equally likely; only the informant sees it. It reports a state to everyone, true \
             or not."
        ),
        format!(
            "Each decider then chooses whether to verify: for {cost} it sees the true state. After that each names a \
             state. The right one earns it {right}."
        ),
        format!(
            "The informant is aligned or biased, both equally likely, for the whole game; only it knows. Aligned, it earns \
             {reward} for every decider that is right; biased, {reward} for every decider that is wrong."
        ),
        format!(
            "Deciders see who verified and who named which state, and what they earned themselves; the state only if they \
             verified. After the last round each decider says whether the informant is aligned or biased; being right \
             earns {accusation}. Then type and states are shown."
        ),
    ];
    if condition == Condition::Comm {
        lines.push(
            "The informant sends a message before its report, the deciders one after another before they name a state, and \
             everyone before the last question. Messages bind nobody."
                .to_owned(),
        );
    }
    RuleText { summary: "Somebody knows the truth. Is it on your side?", lines }
}

/// The label of an action.
pub fn label(at: &Position<'_>, action: &Json) -> Option<String> {
    let word = action.as_str()?;
    Some(match (at.phase, word) {
        ("report", state) => format!("Report state {state}"),
        ("act", state) => format!("Decide for state {state}"),
        (_, "verify") => match at.number("verify_cost") {
            Some(cost) => format!("Verify (costs you {cost})"),
            None => "Verify".to_owned(),
        },
        (_, "skip") => "Do not verify".to_owned(),
        (_, "aligned") => "The informant is aligned".to_owned(),
        (_, "biased") => "The informant is biased".to_owned(),
        (_, state) if state.len() == 1 => format!("State {state}"),
        _ => return None,
    })
}
