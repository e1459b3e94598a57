//! What people and models read of the werewolf game.

use crate::registry::{Position, RuleText};
use trivium_core::{Condition, Dec, Json};

/// The sentence that goes with an announcement.
pub fn spoken(phase: &str, announce: Option<&Json>) -> String {
    let Some(announce) = announce else { return String::new() };
    let mut parts = Vec::new();
    for claim in announce.get("claims").and_then(Json::as_array).into_iter().flatten() {
        let value = claim.get("value").and_then(Json::as_str).unwrap_or_default();
        parts.push(match claim.get("target") {
            Some(seat) if value == "village" => format!("Seat {seat} is one of us."),
            Some(seat) => format!("Seat {seat} is a werewolf."),
            None => format!("I am the {value}."),
        });
    }
    if let Some(target) = announce.get("action") {
        parts.push(if phase == "wolf_talk" {
            format!("Tonight seat {target}.")
        } else {
            format!("I vote for seat {target}.")
        });
    }
    parts.join(" ")
}

/// The rules in words.
pub fn rules(params: &Json, condition: Condition) -> RuleText {
    let number = |name: &str| params.get(name).and_then(Dec::from_json).unwrap_or_default();
    let [wolves, seers, doctors, villagers] = ["werewolves", "seers", "doctors", "villagers"].map(number);
    let [days, win, alive, talks] = ["max_days", "points_win", "points_alive", "talk_rounds"].map(number);
    let reveals = params.get("reveal_roles") == Some(&Json::Bool(true));
    let mut roles = vec![format!("werewolves: {wolves}"), format!("villagers: {villagers}")];
    let mut nights = vec!["Every night the werewolves, who know one another, each name a victim; the choice of the one with the lowest seat number counts.".to_owned()];
    if seers > Dec::ZERO {
        roles.push("one seer".to_owned());
        nights.push("The seer names a seat and learns whether it is a werewolf or of the village.".to_owned());
    }
    if doctors > Dec::ZERO {
        roles.push("one doctor".to_owned());
        nights.push(
            "The doctor names a seat to guard, not the same in two nights running; if it is the victim, nobody dies."
                .to_owned(),
        );
    }
    let shown = if reveals { " The role of whoever is out is shown." } else { "" };
    let mut lines = vec![
        format!("Roles are dealt by lot and known to their owners only: {}.", roles.join(", ")),
        nights.join(" "),
        format!(
            "In the morning everyone learns who died. By day all living seats vote at the same time for a seat or for \
             nobody; the seat with strictly most votes is out, a tie puts nobody out.{shown} The dead see what is public \
             and say nothing."
        ),
        format!(
            "The village wins when no werewolf lives. The werewolves win when they are at least as many as the others, or \
             after day {days}. Every member of the winning side gets {win}, dead or alive, and every living seat {alive} \
             more."
        ),
    ];
    if condition == Condition::Comm {
        lines.push(format!(
            "Before each night's choices the werewolves talk among themselves. By day the living speak one after another, \
             {talks} times round, in an order drawn for the day. Messages bind nobody."
        ));
    }
    RuleText { summary: "By night the werewolves kill; by day the village must find them.", lines }
}

/// The label of an action.
pub fn label(at: &Position<'_>, action: &Json) -> Option<String> {
    Some(match action {
        Json::String(word) if word == "none" => "Vote for nobody".to_owned(),
        Json::Number(seat) => match at.phase {
            "vote" => format!("Vote seat {seat} out"),
            "night" => match at.facts.get("own_role").and_then(Json::as_str) {
                Some("werewolf") => format!("Attack seat {seat}"),
                Some("seer") => format!("Look at seat {seat}"),
                Some("doctor") => format!("Guard seat {seat}"),
                _ => format!("Name seat {seat}"),
            },
            _ => format!("Seat {seat}"),
        },
        _ => return None,
    })
}
