//! What tournaments need to know of a game beyond its rules: what a turn is, and which choices are cooperative.

use crate::Episode;
use serde::{Deserialize, Serialize};
use trivium_core::{Dec, Json, LegalForm, Observation};
use trivium_games::common_pool::stock::SustainableShare;

/// What payoffs are divided by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Turns {
    /// The rounds that the parameters plan, played or not: a collapse costs the rounds it takes away.
    Planned,
    /// The rounds that were played, where chance ends the game.
    Played,
    /// The game pays once: one turn.
    Whole,
}

/// Which choices count as cooperative, each from 0 to 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cooperation {
    /// One label is, the other is not.
    Label(&'static str, &'static str),
    /// An amount, by its place between the least and the most that were legal.
    Amount(&'static [&'static str]),
    /// A request up to the sustainable share is, a larger one is not.
    Sustainable,
}

/// What tournaments know of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The game's id.
    pub game: &'static str,
    /// What payoffs are divided by, and the parameter with the number of planned rounds.
    pub turns: (Turns, &'static str),
    /// Its cooperative choices, if it has any.
    pub cooperation: Option<Cooperation>,
}

const fn facts(game: &'static str, turns: (Turns, &'static str), cooperation: Option<Cooperation>) -> Facts {
    Facts { game, turns, cooperation }
}

const ONCE: (Turns, &str) = (Turns::Whole, "");
const ROUNDS: (Turns, &str) = (Turns::Planned, "rounds");
const fn label(phase: &'static str, word: &'static str) -> Option<Cooperation> {
    Some(Cooperation::Label(phase, word))
}
const CONTRIBUTION: Option<Cooperation> = Some(Cooperation::Amount(&["contribute"]));
const TRUST: Option<Cooperation> = Some(Cooperation::Amount(&["send", "return"]));

/// In the order of the levels. Games in which cooperation is not one choice (places, offers, votes, coalitions, and
/// level 4) have none.
static FACTS: &[Facts] = &[
    facts("L1-T01", ONCE, label("choose", "C")),
    facts("L1-T02", ONCE, label("choose", "stag")),
    facts("L1-T03", ONCE, label("choose", "swerve")),
    facts("L1-T04", ONCE, None),
    facts("L1-T05", ONCE, None),
    facts("L1-T06", ONCE, TRUST),
    facts("L2-T01", ROUNDS, label("choose", "C")),
    facts("L2-T02", (Turns::Played, ""), label("choose", "C")),
    facts("L2-T03", ROUNDS, TRUST),
    facts("L2-T04", ROUNDS, Some(Cooperation::Amount(&["wage", "effort"]))),
    facts("L2-T05", ONCE, None),
    facts("L2-T06", ROUNDS, None),
    facts("L3-T01", ROUNDS, CONTRIBUTION),
    facts("L3-T02", ROUNDS, label("choose", "volunteer")),
    facts("L3-T03", ROUNDS, Some(Cooperation::Sustainable)),
    facts("L3-T04", ROUNDS, CONTRIBUTION),
    facts("L3-T05", ONCE, None),
    facts("L3-T06", ONCE, None),
    facts("L4-T01", ONCE, None),
    facts("L4-T02", ROUNDS, None),
    facts("L4-T03", ONCE, None),
    facts("L4-T04", ROUNDS, None),
    facts("L4-T05", (Turns::Planned, "hands"), None),
    facts("L4-T06", ONCE, None),
];

impl Facts {
    /// What is known of a game; of an unknown one that it is played once.
    pub fn of(game: &str) -> Facts {
        FACTS.iter().find(|f| f.game == game).copied().unwrap_or(facts("", ONCE, None))
    }

    /// The number of turns of a finished play.
    pub fn turns(&self, episode: &Episode<'_>) -> u32 {
        let turns = match self.turns {
            (Turns::Whole, _) => 1,
            (Turns::Played, _) => episode.rounds(),
            (Turns::Planned, name) => u32::try_from(episode.whole(name)).unwrap_or(1),
        };
        turns.max(1)
    }
}

impl Cooperation {
    /// How cooperative a legal action is where the seat stands; `None` where the phase does not count.
    pub fn level(&self, o: &Observation, form: &LegalForm, action: &Json) -> Option<f64> {
        match self {
            Cooperation::Label(phase, word) => (o.phase == *phase).then(|| if action == *word { 1.0 } else { 0.0 }),
            Cooperation::Amount(phases) => phases.contains(&o.phase).then(|| place(form, action)).flatten(),
            Cooperation::Sustainable => {
                let request = Dec::from_json(action).filter(|_| o.phase == "request")?;
                let stock = o.facts.get("stock").and_then(Dec::from_json)?;
                let share = SustainableShare::of(stock, o.decimal("capacity"), o.whole("n"));
                Some(if share.covers(request) { 1.0 } else { 0.0 })
            }
        }
    }
}

/// The place of a number between the least and the most legal ones; `None` where there is only one.
fn place(form: &LegalForm, action: &Json) -> Option<f64> {
    let (min, max) = match form {
        LegalForm::Int { min, max } => (Dec::int(*min), Dec::int(*max)),
        LegalForm::Grid { min, max, .. } => (*min, *max),
        LegalForm::Enum { values } => (Dec::from_json(values.first()?)?, Dec::from_json(values.last()?)?),
        _ => return None,
    };
    (Dec::from_json(action)? - min).ratio(max - min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_facts_in_the_order_of_the_registry() {
        let known: Vec<&str> = FACTS.iter().map(|f| f.game).collect();
        let games: Vec<&str> = trivium_games::GAMES.iter().map(|g| g.id).collect();
        assert_eq!(known, games);
        for f in FACTS.iter().filter(|f| f.turns.0 == Turns::Planned) {
            let game = trivium_games::find(f.game).unwrap();
            assert!(game.defaults().get(f.turns.1).is_some(), "{}", f.game);
        }
    }
}
