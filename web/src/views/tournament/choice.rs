//! What is to be played, as it stands in the address.

use crate::route::{Route, Router, View};
use crate::views::play::setup::{as_typed, typed_in, with_typed};
use leptos::prelude::*;
use trivium_core::{Condition, Dec, Json};
use trivium_games::{GAMES, GameInfo, registry};
use trivium_measures::tournament::{Contest, SelfPlay, Spec};

/// The game that is chosen at first.
const FIRST: &str = "L2-T01";

/// What is chosen.
#[derive(Clone, PartialEq)]
pub struct Choice {
    /// The game.
    pub game: &'static str,
    /// With or without messages.
    pub condition: Condition,
    /// The agents by id, in the order of the registry.
    pub agents: Vec<&'static str>,
    /// How often each pair meets, as typed.
    pub repetitions: String,
    /// The chance that an action comes out as another, as typed; empty for the game's own.
    pub noise: String,
    /// The base seed, as typed.
    pub seed: String,
    /// Whether agents meet themselves.
    pub self_play: SelfPlay,
    /// Parameters that differ from the defaults, as typed.
    pub set: Vec<(String, String)>,
}

fn all(info: &GameInfo) -> Vec<&'static str> {
    info.agents().iter().map(|agent| agent.info.id).collect()
}

impl Choice {
    /// What the address says; the rest as it is at first.
    pub fn of(route: &Route) -> Choice {
        let info = route.get("game").and_then(|id| registry::find(id).ok());
        let info = info.or_else(|| registry::find(FIRST).ok()).unwrap_or(GAMES[0]);
        let known = all(info);
        let agents = match route.get("agents") {
            None => known,
            Some(list) => {
                let asked: Vec<&str> = list.split(',').collect();
                known.into_iter().filter(|id| asked.contains(id)).collect()
            }
        };
        let text = |name: &str, standard: &str| route.get(name).unwrap_or(standard).to_owned();
        Choice {
            game: info.id,
            condition: route.get("condition").and_then(|c| c.parse().ok()).unwrap_or(Condition::Silent),
            agents,
            repetitions: text("repetitions", "10"),
            noise: text("noise", ""),
            seed: text("seed", "1"),
            self_play: if route.get("self") == Some("no") { SelfPlay::Absent } else { SelfPlay::Counted },
            set: typed_in(route),
        }
    }

    fn route(&self) -> Route {
        let everyone = all(self.info()) == self.agents;
        let some = |text: &str, standard: &str| (text != standard).then(|| text.to_owned());
        let route = Route::to(View::Tournament)
            .with("game", self.game)
            .with_some("condition", (self.condition == Condition::Comm).then_some(self.condition.name()))
            .with_some("agents", (!everyone).then(|| self.agents.join(",")))
            .with_some("repetitions", some(&self.repetitions, "10"))
            .with_some("noise", some(&self.noise, ""))
            .with_some("seed", some(&self.seed, "1"))
            .with_some("self", (self.self_play == SelfPlay::Absent).then_some("no"));
        with_typed(route, &self.set)
    }

    /// The game's entry; the registry has it.
    pub fn info(&self) -> &'static GameInfo {
        registry::find(self.game).unwrap_or(GAMES[0])
    }

    /// The specification, or what cannot be read of it.
    pub fn spec(&self) -> Result<Spec, String> {
        let whole = |name: &str, text: &str| format!("{name} is {text:?}. Allowed: a whole number.");
        let mut spec = Spec::new(self.seed.trim().parse().map_err(|_| whole("Seed", &self.seed))?);
        spec.repetitions = self.repetitions.trim().parse().map_err(|_| whole("Repetitions", &self.repetitions))?;
        spec.noise = match self.noise.trim() {
            "" => None,
            text => Some(
                Dec::from_json(&Json::from(text))
                    .ok_or_else(|| format!("Noise is {text:?}. Allowed: a decimal from 0 to 1."))?,
            ),
        };
        spec.self_play = self.self_play;
        spec.contests.push(Contest {
            params: as_typed(&self.set),
            condition: self.condition,
            ..Contest::new(self.game, &self.agents)
        });
        Ok(spec)
    }
}

/// Reads and changes what is chosen, in the address.
#[derive(Clone, Copy)]
pub struct Choosing {
    /// The address.
    pub router: Router,
    /// What is chosen now.
    pub choice: Memo<Choice>,
}

impl Choosing {
    /// Changes the choice and its address.
    pub fn change(self, change: impl FnOnce(&mut Choice)) {
        let mut choice = self.choice.get_untracked();
        change(&mut choice);
        self.router.replace(choice.route());
    }

    /// Another game, with everyone who plays it.
    pub fn game(self, id: &str) {
        if let Ok(info) = registry::find(id) {
            self.change(|c| {
                c.game = info.id;
                c.agents = all(info);
                c.set.clear();
            });
        }
    }

    /// Everyone or nobody.
    pub fn everyone(self, chosen: bool) {
        self.change(|c| c.agents = if chosen { all(c.info()) } else { Vec::new() });
    }

    /// Takes an agent in or out.
    pub fn agent(self, id: &'static str, chosen: bool) {
        self.change(|c| {
            let now: Vec<&str> = c.agents.clone();
            c.agents = all(c.info()).into_iter().filter(|a| if *a == id { chosen } else { now.contains(a) }).collect();
        });
    }
}
