//! Rule-based agents. Each plays either role.

use super::suspicion::{self, Mission};
use super::text;
use crate::kit::level4::{clockwise, seat_list};
use crate::registry::Seated;
use serde_json::json;
use std::cmp::{Ordering, Reverse};
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Decision, Json, LegalForm, Message, Observation, Rng, Seat, Traits};

/// How an agent plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Honest,
    Suspicious,
    Patient,
    Eager,
}

/// What an agent knows.
struct View<'a> {
    o: &'a Observation,
    n: Seat,
    missions: Vec<Mission>,
    /// The proposed team.
    team: Vec<Seat>,
}

impl<'a> View<'a> {
    fn of(o: &'a Observation) -> View<'a> {
        let list = |name: &str| o.facts.get(name).and_then(Json::as_array).cloned().unwrap_or_default();
        let sabotages = list("sabotages").into_iter().map(|count| count.as_u64().unwrap_or(0) as u32);
        let teams = list("teams").into_iter().map(|team| seat_list(&team));
        View {
            o,
            n: o.whole("players") as Seat,
            missions: teams.zip(sabotages).map(|(team, sabotages)| Mission { team, sabotages }).collect(),
            team: o.actions("propose").last().map(|(_, _, team)| seat_list(team)).unwrap_or_default(),
        }
    }

    fn own(&self) -> Seat {
        self.o.seat
    }

    fn traitor(&self) -> bool {
        self.o.facts.get("own_role").and_then(Json::as_str) == Some("traitor")
    }

    fn failures(&self, seat: Seat) -> usize {
        self.missions.iter().filter(|mission| mission.failed() && mission.team.contains(&seat)).count()
    }

    fn weights(&self) -> Vec<i64> {
        suspicion::weights(&self.missions, self.n, self.own())
    }

    fn others(&self) -> Vec<Seat> {
        clockwise(self.own(), self.n).collect()
    }

    /// Itself and the others that come first by a key, clockwise among equals.
    fn team_by<K: Ord>(&self, key: impl Fn(Seat) -> K) -> Json {
        let size = match &self.o.legal {
            Some(LegalForm::Team { size, .. }) => usize::from(*size),
            _ => 1,
        };
        let mut others = self.others();
        others.sort_by_key(|&seat| key(seat));
        let mut team: Vec<Seat> = std::iter::once(self.own()).chain(others).take(size).collect();
        team.sort_unstable();
        Json::from(team)
    }

    /// The other with the largest key, first clockwise among equals.
    fn most<K: Ord>(&self, key: impl Fn(Seat) -> K) -> Seat {
        self.others().into_iter().min_by_key(|&seat| Reverse(key(seat))).unwrap_or(0)
    }

    /// Whether the proposal that stands will be voted on.
    fn voted(&self) -> bool {
        self.o.facts.get("proposal").and_then(Json::as_i64) < Some(self.o.whole("max_proposals"))
    }
}

fn alignment(seat: Seat) -> Json {
    json!({"kind": "alignment", "target": seat, "value": "traitor"})
}

fn loyal() -> Json {
    json!({"kind": "role", "value": "loyal"})
}

impl Player {
    /// Whether it plays the traitor's part as the traitor it is.
    fn schemes(self, view: &View<'_>) -> bool {
        matches!(self, Player::Patient | Player::Eager) && view.traitor()
    }

    fn propose(self, view: &View<'_>) -> Json {
        match self {
            Player::Suspicious => {
                let weights = view.weights();
                view.team_by(|seat| weights[usize::from(seat)])
            }
            _ => view.team_by(|seat| view.failures(seat) > 0),
        }
    }

    fn vote(self, view: &View<'_>) -> &'static str {
        let approves = match self {
            _ if self.schemes(view) => view.team.contains(&view.own()),
            Player::Suspicious => suspicion::compare(&view.weights(), &view.team, view.own()) != Ordering::Greater,
            _ => !view.team.iter().any(|&seat| seat != view.own() && view.failures(seat) > 0),
        };
        if approves { "approve" } else { "reject" }
    }

    fn card(self, view: &View<'_>) -> &'static str {
        let sabotages = self.schemes(view) && (self == Player::Eager || view.o.round >= 3);
        if sabotages { "sabotage" } else { "support" }
    }

    fn accuse(self, view: &View<'_>) -> Seat {
        match self {
            Player::Suspicious => {
                let weights = view.weights();
                view.most(|seat| weights[usize::from(seat)])
            }
            _ => view.most(|seat| view.failures(seat)),
        }
    }

    /// The claim of a discussion.
    fn claim(self, view: &View<'_>) -> Option<Json> {
        let failed = || view.missions.iter().rev().find(|mission| mission.failed());
        match self {
            _ if self.schemes(view) => {
                let blamed = failed()
                    .filter(|_| self == Player::Eager)
                    .and_then(|mission| view.others().into_iter().find(|seat| mission.team.contains(seat)));
                Some(blamed.map_or_else(loyal, alignment))
            }
            Player::Suspicious => {
                let weights = view.weights();
                let suspect = view.most(|seat| weights[usize::from(seat)]);
                let unique = weights.iter().filter(|w| **w == weights[usize::from(suspect)]).count() == 1;
                (failed().is_some() && unique).then(|| alignment(suspect))
            }
            _ => (view.o.round == 1).then(loyal),
        }
    }

    fn announce(self, view: &View<'_>) -> Option<Json> {
        if view.o.phase == "final_talk" {
            return Some(json!({"claims": [alignment(self.accuse(view))]}));
        }
        let vote = (view.voted() && !self.schemes(view)).then(|| self.vote(view));
        match (vote, self.claim(view)) {
            (Some(vote), Some(claim)) => Some(json!({"action": vote, "claims": [claim]})),
            (Some(vote), None) => Some(json!({"action": vote})),
            (None, Some(claim)) => Some(json!({"claims": [claim]})),
            (None, None) => None,
        }
    }
}

impl Agent for Player {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        let view = View::of(o);
        if o.talking() {
            let announce = self.announce(&view);
            return Decision::Message(Message { text: text::spoken(announce.as_ref()), announce, cut: false });
        }
        Decision::Action(match o.phase {
            "propose" => self.propose(&view),
            "vote" => Json::from(self.vote(&view)),
            "mission" => Json::from(self.card(&view)),
            _ => Json::from(self.accuse(&view)),
        })
    }
}

/// The agents, `random` last.
pub fn all() -> Vec<Seated> {
    let seated = |id, name, description, speech, player: Player| {
        let traits = Traits { memory: None, stochastic: false, speech };
        Seated::with(AgentInfo { id, name, description, source: "Trivium", traits }, move || Box::new(player))
    };
    vec![
        seated(
            "loyal-honest",
            "Loyal and honest",
            "Avoids everyone who was on a failed team and says how it will vote; supports even as the traitor.",
            Speech::Role,
            Player::Honest,
        ),
        seated(
            "loyal-suspicious",
            "Loyal and suspicious",
            "Weighs the others by Bayes' rule over the missions and rejects teams more suspect than a random one.",
            Speech::Role,
            Player::Suspicious,
        ),
        seated(
            "patient-traitor",
            "Patient traitor",
            "As the traitor supports in two missions, then sabotages, and claims to be loyal.",
            Speech::Deceptive,
            Player::Patient,
        ),
        seated(
            "eager-traitor",
            "Eager traitor",
            "As the traitor sabotages always and puts the blame on others.",
            Speech::Deceptive,
            Player::Eager,
        ),
        Seated::random(),
    ]
}
