//! The games and their agents by id: the one place that knows them all.

use crate::auction;
use crate::bargaining;
use crate::coalition;
use crate::committee;
use crate::common_pool;
use crate::dilemma;
use crate::gift_exchange;
use crate::informant;
use crate::kit::{Rules, Table};
use crate::kuhn;
use crate::multi_issue;
use crate::public_goods;
use crate::punishment;
use crate::repeated_trust;
use crate::traitor;
use crate::trust;
use crate::twobytwo;
use crate::ultimatum;
use crate::volunteer;
use crate::werewolf;
use serde_json::Map;
use trivium_core::game::Speech;
use trivium_core::{
    Agent, AgentInfo, Catalog, Condition, Dec, Decision, Game, Json, LegalForm, Observation, ParamError, Rng, Traits,
};

/// The rules of a game in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleText {
    /// One sentence.
    pub summary: &'static str,
    /// The rules, a sentence or two each.
    pub lines: Vec<String>,
}

/// Builds a game from parameters and condition.
pub type MakeGame = fn(&Json, Condition) -> Result<Box<dyn Game>, ParamError>;
type Maker = Box<dyn Fn() -> Box<dyn Agent> + Send + Sync>;

/// An agent that can be seated.
pub struct Seated {
    /// What is known of it.
    pub info: AgentInfo,
    make: Maker,
}

impl Seated {
    /// An agent made by a function.
    pub fn new(info: AgentInfo, make: fn() -> Box<dyn Agent>) -> Seated {
        Seated { info, make: Box::new(make) }
    }

    /// An agent made by a closure.
    pub fn with(info: AgentInfo, make: impl Fn() -> Box<dyn Agent> + Send + Sync + 'static) -> Seated {
        Seated { info, make: Box::new(make) }
    }

    /// Uniform over legal actions; announces nothing. Every game has it.
    pub fn random() -> Seated {
        let info = AgentInfo {
            id: "random",
            name: "Random",
            description: "Chooses uniformly among the legal actions and announces nothing.",
            source: "baseline",
            traits: Traits { memory: Some(0), stochastic: true, speech: Speech::Quiet },
        };
        Seated::new(info, || Box::new(Uniform))
    }

    /// A fresh player.
    pub fn start(&self) -> Box<dyn Agent> {
        (self.make)()
    }
}

struct Uniform;

impl Agent for Uniform {
    fn decide(&self, o: &Observation, rng: &mut Rng) -> Decision {
        match &o.legal {
            Some(LegalForm::Text) | None => Decision::say("I keep my plans to myself."),
            Some(form) => Decision::Action(form.sample(rng)),
        }
    }
}

/// A game of the registry.
pub struct GameInfo {
    /// The id, such as `L2-T01`.
    pub id: &'static str,
    /// The level, 1 to 4.
    pub level: u8,
    /// The name people read.
    pub name: &'static str,
    /// Number of seats with the default parameters; a test compares it with the engine.
    pub seats: u8,
    /// The task file: the default parameters.
    pub task: &'static str,
    /// Builds it; missing parameters get their defaults.
    pub make: MakeGame,
    /// Its agents.
    pub agents: fn() -> Vec<Seated>,
    /// Its rules in words.
    pub text: fn(&Json, Condition) -> RuleText,
    /// What people read for an action.
    pub label: fn(&Position<'_>, &Json) -> Option<String>,
}

/// Where an action is to be labelled: a label may quote numbers of the position.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The complete parameters.
    pub params: &'a Json,
    /// The phase of the action.
    pub phase: &'a str,
    /// The facts that the seat reads off there; a label leaves out what is missing.
    pub facts: &'a Map<String, Json>,
}

impl<'a> Position<'a> {
    /// Where a seat stands.
    pub fn of(observation: &'a Observation) -> Position<'a> {
        Position { params: &observation.params, phase: observation.phase, facts: &observation.facts }
    }

    /// A parameter or fact as an exact decimal.
    pub fn number(&self, name: &str) -> Option<Dec> {
        self.facts.get(name).or_else(|| self.params.get(name)).and_then(Dec::from_json)
    }
}

/// A game of rules, at its start.
pub fn table<R: Rules>(rules: R, condition: Condition) -> Result<Box<dyn Game>, ParamError> {
    Ok(Box::new(Table::new(rules, condition)))
}

impl GameInfo {
    /// The game at its start; missing parameters get their defaults.
    pub fn start(&self, params: &Json, condition: Condition) -> Result<Box<dyn Game>, ParamError> {
        (self.make)(params, condition)
    }

    /// The agents that can sit at it, `random` last.
    pub fn agents(&self) -> Vec<Seated> {
        (self.agents)()
    }

    /// The rules in words for complete parameters.
    pub fn text(&self, params: &Json, condition: Condition) -> RuleText {
        (self.text)(params, condition)
    }

    /// What people read for an action in a position; `None` for what is no action of the game there.
    pub fn label(&self, at: &Position<'_>, action: &Json) -> Option<String> {
        (self.label)(at, action)
    }

    /// The default parameters, as the task file has them.
    pub fn defaults(&self) -> Json {
        serde_json::from_str::<Json>(self.task).ok().and_then(|task| task.get("params").cloned()).unwrap_or_default()
    }
}

/// Every game, in the order of the levels.
pub static GAMES: &[&GameInfo] = &[
    &dilemma::ONCE,            // L1-T01
    &twobytwo::STAG_HUNT,      // L1-T02
    &twobytwo::CHICKEN,        // L1-T03
    &twobytwo::SEXES,          // L1-T04
    &ultimatum::GAME,          // L1-T05
    &trust::GAME,              // L1-T06
    &dilemma::REPEATED,        // L2-T01
    &dilemma::OPEN,            // L2-T02
    &repeated_trust::GAME,     // L2-T03
    &gift_exchange::GAME,      // L2-T04
    &bargaining::GAME,         // L2-T05
    &twobytwo::REPEATED_SEXES, // L2-T06
    &public_goods::GAME,       // L3-T01
    &volunteer::GAME,          // L3-T02
    &common_pool::GAME,        // L3-T03
    &punishment::GAME,         // L3-T04
    &committee::GAME,          // L3-T05
    &coalition::GAME,          // L3-T06
    &traitor::GAME,            // L4-T01
    &informant::GAME,          // L4-T02
    &werewolf::GAME,           // L4-T03
    &auction::GAME,            // L4-T04
    &kuhn::GAME,               // L4-T05
    &multi_issue::GAME,        // L4-T06
];

/// What a list of games needs. It holds no engine, so that a program with this list alone stays small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card {
    /// The id, such as `L2-T01`.
    pub id: &'static str,
    /// The level, 1 to 4.
    pub level: u8,
    /// The name people read.
    pub name: &'static str,
    /// Number of seats with the default parameters.
    pub seats: u8,
}

/// The card of every game, in the order of [`GAMES`], copied when the program is built.
pub static CARDS: [Card; GAMES.len()] = {
    let mut cards = [Card { id: "", level: 0, name: "", seats: 0 }; GAMES.len()];
    let mut i = 0;
    while i < cards.len() {
        let game = GAMES[i];
        cards[i] = Card { id: game.id, level: game.level, name: game.name, seats: game.seats };
        i += 1;
    }
    cards
};

/// The game of an id.
pub fn find(id: &str) -> Result<&'static GameInfo, ParamError> {
    Shelf(GAMES).find(id)
}

/// Some of the games as a source of games and agents for sessions: a program that links one game knows only that.
#[derive(Clone, Copy)]
pub struct Shelf(pub &'static [&'static GameInfo]);

/// All games as a source of games and agents for sessions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Registry;

impl Catalog for Registry {
    fn game(&self, id: &str, params: &Json, condition: Condition) -> Result<Box<dyn Game>, ParamError> {
        Shelf(GAMES).game(id, params, condition)
    }

    fn agent(&self, game: &str, id: &str) -> Result<Box<dyn Agent>, ParamError> {
        Shelf(GAMES).agent(game, id)
    }
}

impl Shelf {
    /// The game of an id.
    pub fn find(&self, id: &str) -> Result<&'static GameInfo, ParamError> {
        self.0.iter().copied().find(|game| game.id == id).ok_or_else(|| {
            let known: Vec<&str> = self.0.iter().map(|game| game.id).collect();
            ParamError::new("game", format!("{id:?}"), known.join(", "))
        })
    }
}

impl Catalog for Shelf {
    fn game(&self, id: &str, params: &Json, condition: Condition) -> Result<Box<dyn Game>, ParamError> {
        self.find(id)?.start(params, condition)
    }

    fn agent(&self, game: &str, id: &str) -> Result<Box<dyn Agent>, ParamError> {
        let agents = self.find(game)?.agents();
        agents.iter().find(|agent| agent.info.id == id).map(Seated::start).ok_or_else(|| {
            let known: Vec<&str> = agents.iter().map(|agent| agent.info.id).collect();
            ParamError::new(format!("agent of {game}"), format!("{id:?}"), known.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_says_what_its_game_is() {
        for (card, game) in CARDS.iter().zip(GAMES) {
            let started = game.start(&Json::Null, Condition::Silent).expect("the defaults are legal");
            assert_eq!((card.id, card.level, card.name), (game.id, game.level, game.name));
            assert_eq!(card.seats, started.seats(), "{}: seats", card.id);
        }
    }
}
