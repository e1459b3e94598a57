//! What people and models read of the hidden traitor.

use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentence that goes with an announcement.
pub fn spoken(announce: Option<&Json>) -> String {
    let Some(announce) = announce else { return "I have nothing to say.".to_owned() };
    let mut parts = Vec::new();
    match announce.get("action").and_then(Json::as_str) {
        Some("approve") => parts.push("I will approve this team.".to_owned()),
        Some(_) => parts.push("I will reject this team.".to_owned()),
        None => {}
    }
    for claim in announce.get("claims").and_then(Json::as_array).into_iter().flatten() {
        let value = claim.get("value").and_then(Json::as_str).unwrap_or_default();
        parts.push(match claim.get("target") {
            Some(seat) => format!("Seat {seat} is {}.", if value == "loyal" { "loyal" } else { "the traitor" }),
            None => format!("I am {}.", if value == "loyal" { "loyal" } else { "the traitor" }),
        });
    }
    parts.join(" ")
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let number = |name: &str| params.get(name).and_then(Dec::from_json).unwrap_or_default();
    let [players, wins, proposals] = ["players", "wins_needed", "max_proposals"].map(number);
    let [win, accusation] = ["points_win", "points_accusation"].map(number);
    let sizes: Vec<String> =
        params.get("team_sizes").and_then(Json::as_array).into_iter().flatten().map(Json::to_string).collect();
    let mut lines = vec![
        format!("{players} players; one of them, drawn by lot, is the traitor. Only the traitor knows who it is."),
        format!(
            "Missions are played one after another, with teams of {} players. The leader proposes a team and the \
             leadership then passes to the next seat.",
            sizes.join(", ")
        ),
        if proposals > Dec::ONE {
            format!(
                "All vote on the proposal at the same time; it goes if more than half approve. After a rejection the next \
                 leader proposes. Proposal {proposals} of a mission goes without a vote."
            )
        } else {
            "The proposed team goes without a vote.".to_owned()
        },
        "On a mission each member secretly supports it; the traitor may also sabotage it. Everyone learns how many \
         sabotaged, never who. One sabotage is enough: the mission fails."
            .to_owned(),
        format!(
            "The play ends when {wins} missions have succeeded (the loyal win) or failed (the traitor wins). Every member of \
             the winning side gets {win}. Then each names another seat as the traitor: a loyal seat that is right gets \
             {accusation} more, and the traitor gets {accusation} more if at most half of the loyal seats name it."
        ),
    ];
    if condition == Condition::Comm {
        lines.push(
            "After each proposal everyone speaks once, from the leader on, and once more before the traitor is named. \
             Messages bind nobody."
                .to_owned(),
        );
    }
    RuleText { summary: "Complete the missions, and find out who ruins them.", lines }
}

/// The label of an action.
pub fn label(_at: &Position<'_>, action: &Json) -> Option<String> {
    Some(match action {
        Json::String(word) => match word.as_str() {
            "approve" => "Approve the team".to_owned(),
            "reject" => "Reject the team".to_owned(),
            "support" => "Support the mission".to_owned(),
            "sabotage" => "Sabotage the mission".to_owned(),
            _ => return None,
        },
        Json::Number(seat) => format!("Name seat {seat} as the traitor"),
        Json::Array(team) => {
            let seats: Vec<String> = team.iter().map(Json::to_string).collect();
            format!("Propose seats {}", seats.join(", "))
        }
        _ => return None,
    })
}
