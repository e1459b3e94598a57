//! What people and models read of the Volunteer's Dilemma, in plain English, from the parameters.

use super::Choice;
use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentence that goes with an announced choice.
pub const fn spoken(announced: Option<Choice>) -> &'static str {
    match announced {
        Some(Choice::Volunteer) => "I will volunteer this time.",
        Some(Choice::Abstain) => "I will not volunteer this time.",
        None => "I keep my plans to myself.",
    }
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let number = |name: &str| params.get(name).and_then(Dec::from_json).unwrap_or_default();
    let [n, benefit, cost, rounds] = ["n", "benefit", "cost", "rounds"].map(number);
    let mut lines = vec![
        format!(
            "In every round each of the {n} players decides, without seeing the others' choices, whether to volunteer \
             or to wait for somebody else."
        ),
        format!(
            "If at least one player volunteers, every player gets {benefit}; volunteering costs {cost}, so a volunteer \
             keeps {}. If nobody does, nobody gets anything.",
            benefit - cost
        ),
        "More than one volunteer brings no more than one: every further one only pays.".to_owned(),
        if rounds == Dec::ONE {
            "The game lasts 1 round, and all know it.".to_owned()
        } else {
            format!(
                "The game lasts {rounds} rounds, and all know it. After each round all see who volunteered. Payoffs \
                 add up over the rounds."
            )
        },
    ];
    if condition == Condition::Comm {
        lines.push(
            "Before each decision every player posts one message on a board that all see, in an order drawn anew each \
             round. Messages bind nobody."
                .to_owned(),
        );
    }
    RuleText { summary: "One volunteer is enough, and everybody would rather it were somebody else.", lines }
}

/// The label of an action.
pub fn label(at: &Position<'_>, action: &Json) -> Option<String> {
    Some(match Choice::read(action)? {
        Choice::Volunteer => format!("Volunteer (costs you {})", at.number("cost")?),
        Choice::Abstain => "Wait for somebody else".to_owned(),
    })
}
