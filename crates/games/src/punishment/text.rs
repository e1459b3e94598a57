//! What people and models read of the public good with punishment, in plain English, from the parameters.

use crate::public_goods::text as pool;
use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

fn points(count: Dec) -> String {
    if count == Dec::ONE { "1 point".to_owned() } else { format!("{count} points") }
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let number = |name: &str| params.get(name).and_then(Dec::from_json).unwrap_or_default();
    let [cost, harm, most] = ["punish_cost", "punish_harm", "max_points"].map(number);
    let mut lines = pool::pool(params);
    lines.push(format!(
        "Then all see who contributed how much, and each may give up to {} to each other player, again without seeing \
         the others' choices. Every point costs {cost} to the player who gives it and takes {harm} from the one who \
         gets it. Payoffs may become negative.",
        points(most)
    ));
    lines.push(if params.get("reveal_punishers") == Some(&Json::Bool(true)) {
        "After that all see who gave how many points to whom.".to_owned()
    } else {
        "After that each player learns how many points it got in all, but not from whom, and nothing of the points and \
         payoffs of others."
            .to_owned()
    });
    lines.extend(pool::course(params, condition));
    RuleText { summary: "Give to a common pool, and pay to punish those who do not.", lines }
}

/// The label of a contribution or of points.
pub fn label(at: &Position<'_>, action: &Json) -> Option<String> {
    let Some(list) = action.as_array() else { return pool::label(at, action) };
    let (cost, harm) = (at.number("punish_cost")?, at.number("punish_harm")?);
    let mut parts = Vec::new();
    for (seat, count) in list.iter().enumerate() {
        let count = Dec::from_json(count)?;
        let k = count.to_i64()?;
        if k > 0 {
            let (cost, harm) = (cost * k, harm * k);
            parts.push(format!("{} for seat {seat} (costs you {cost}, takes {harm} from it)", points(count)));
        }
    }
    Some(if parts.is_empty() { "No points for anyone".to_owned() } else { parts.join("; ") })
}
