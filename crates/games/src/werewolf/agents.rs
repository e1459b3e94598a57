//! Rule-based agents. Each plays all roles; they differ in whom the village votes for, how a werewolf behaves by day,
//! and when a seer reveals itself.

use super::rules::{Role, Side};
use super::text;
use super::view::View;
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Decision, Json, LegalForm, Message, Observation, Rng, Round, Seat, Traits};

/// Whom villagers and doctors vote for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Village {
    Honest,
    Bandwagon,
}

/// How a werewolf behaves by day.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wolf {
    Quiet,
    Bussing,
}

/// From which round on a seer reveals itself in any case.
const LATE: Round = 3;

/// One agent.
#[derive(Clone, Copy)]
struct Player {
    village: Village,
    wolf: Wolf,
    seer_reveals: Round,
}

impl Player {
    /// The seat to vote for by day.
    fn target(&self, view: &View<'_>) -> Seat {
        match view.role {
            Role::Werewolf => {
                let fellows = view.fellows();
                let hot = fellows.first().copied().filter(|&fellow| self.wolf == Wolf::Bussing && view.hot(fellow));
                hot.unwrap_or_else(|| view.bandwagon_target(&fellows))
            }
            Role::Seer => view.found_wolf().unwrap_or_else(|| view.honest_target(&view.found_village())),
            _ if self.village == Village::Bandwagon => view.bandwagon_target(&[]),
            _ => view.honest_target(&[]),
        }
    }

    /// What a seer claims: first that it is one, then what it has found.
    fn finding(&self, view: &View<'_>) -> Option<Json> {
        if view.o.round < self.seer_reveals && view.found_wolf().is_none() {
            return None;
        }
        if !view.claimants.contains(&view.own()) {
            return Some(json!({"kind": "role", "value": Role::Seer.name()}));
        }
        let found = view.found_wolf().map(|seat| (seat, Side::Werewolf)).or(view.inspections.last().copied());
        found.map(|(seat, side)| json!({"kind": "alignment", "target": seat, "value": side.name()}))
    }

    fn discuss(&self, view: &View<'_>) -> Option<Json> {
        let target = self.target(view);
        let claim = match view.role {
            Role::Werewolf if self.wolf == Wolf::Quiet => return None,
            Role::Werewolf => Some(json!({"kind": "alignment", "target": target, "value": Side::Werewolf.name()})),
            Role::Seer => self.finding(view),
            _ => None,
        };
        Some(match claim {
            Some(claim) => json!({"action": target, "claims": [claim]}),
            None => json!({"action": target}),
        })
    }
}

/// The seat to name at night.
fn at_night(view: &View<'_>) -> Option<Seat> {
    let claims = |seat: &Seat| view.claimants.contains(seat);
    let others = view.alive.iter().copied().filter(|seat| *seat != view.own());
    match view.role {
        Role::Werewolf => {
            let prey: Vec<Seat> = others.filter(|&seat| view.shown(seat) != Some(Role::Werewolf)).collect();
            prey.iter().copied().find(claims).or(prey.first().copied())
        }
        Role::Seer => {
            let others: Vec<Seat> = others.collect();
            let new = |seat: &Seat| !view.inspections.iter().any(|(seen, _)| seen == seat);
            others.iter().copied().find(new).or(others.first().copied())
        }
        _ => {
            let may = allowed(view.o);
            may.iter().copied().find(claims).or(may.iter().copied().find(|s| *s == view.own())).or(may.first().copied())
        }
    }
}

/// The seats that may be named now.
fn allowed(o: &Observation) -> Vec<Seat> {
    match &o.legal {
        Some(LegalForm::Enum { values }) => {
            values.iter().filter_map(Json::as_u64).filter_map(|seat| Seat::try_from(seat).ok()).collect()
        }
        _ => Vec::new(),
    }
}

impl Agent for Player {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        let view = View::of(o);
        let announce = match o.phase {
            "wolf_talk" => at_night(&view).map(|seat| json!({"action": seat})),
            "discuss" => self.discuss(&view),
            "night" => return Decision::Action(at_night(&view).map_or(Json::Null, Json::from)),
            _ => return Decision::Action(Json::from(self.target(&view))),
        };
        Decision::Message(Message { text: text::spoken(o.phase, announce.as_ref()), announce, cut: false })
    }
}

/// The agents, `random` last.
pub fn all() -> Vec<Seated> {
    let seated = |id, name, description, speech, player: Player| {
        let traits = Traits { memory: None, stochastic: false, speech };
        Seated::with(AgentInfo { id, name, description, source: "Trivium", traits }, move || Box::new(player))
    };
    let honest = Player { village: Village::Honest, wolf: Wolf::Quiet, seer_reveals: LATE };
    vec![
        seated(
            "honest-villager",
            "Honest villager",
            "Votes for who is accused most, a claimed seer's word counting threefold, and says so.",
            Speech::Listening,
            honest,
        ),
        seated(
            "bandwagon",
            "Bandwagon",
            "Votes for whom most others accuse.",
            Speech::Listening,
            Player { village: Village::Bandwagon, ..honest },
        ),
        seated(
            "bussing-wolf",
            "Bussing wolf",
            "As a werewolf turns on a fellow that is under suspicion, and accuses others by day.",
            Speech::Deceptive,
            Player { wolf: Wolf::Bussing, ..honest },
        ),
        seated(
            "quiet-wolf",
            "Quiet wolf",
            "As a werewolf says nothing by day and votes with the crowd; in the village does the same aloud.",
            Speech::Listening,
            Player { village: Village::Bandwagon, ..honest },
        ),
        seated(
            "early-seer",
            "Early seer",
            "As the seer reveals itself on the first day.",
            Speech::Listening,
            Player { seer_reveals: 1, ..honest },
        ),
        seated(
            "late-seer",
            "Late seer",
            "As the seer keeps quiet until it has found a werewolf, or until the third day.",
            Speech::Listening,
            honest,
        ),
        Seated::random(),
    ]
}
