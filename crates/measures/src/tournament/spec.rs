//! What a tournament is to be: contests, repetitions, noise, seed; who meets whom.

use super::play::Arena;
use serde::{Deserialize, Serialize};
use trivium_core::rng::stream_seed;
use trivium_core::{Condition, Dec, Json, ParamError};

/// The format of a specification.
pub const FORMAT: &str = "trivium-tournament/1";
const MOST_CONTESTS: usize = 64;
const MOST_AGENTS: usize = 128;
const MOST_REPETITIONS: u32 = 10_000;
const MOST_MATCHES: u64 = 2_000_000;

/// A tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// [`FORMAT`].
    pub format: String,
    /// The games with those who play them.
    pub contests: Vec<Contest>,
    /// How often every pair meets (in both orders, where a game has an order).
    pub repetitions: u32,
    /// The chance that an action comes out as another one; absent: as the games' parameters say. A game with a
    /// parameter `noise` gets this value there; in every other game the hands tremble.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noise: Option<Dec>,
    /// Whether agents meet themselves.
    #[serde(default)]
    pub self_play: SelfPlay,
    /// The base seed, as decimal text.
    #[serde(with = "seed_text")]
    pub seed: u64,
}

/// A game of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    /// Its id.
    pub game: String,
    /// Parameters that differ from the defaults.
    #[serde(default, skip_serializing_if = "Json::is_null")]
    pub params: Json,
    /// Silent or Comm.
    pub condition: Condition,
    /// Who plays, by the ids of the game's agents.
    pub agents: Vec<String>,
}

impl Contest {
    /// A game in silence with its default parameters.
    pub fn new(game: &str, agents: &[&str]) -> Contest {
        Contest {
            game: game.to_owned(),
            params: Json::Null,
            condition: Condition::Silent,
            agents: agents.iter().map(|id| (*id).to_owned()).collect(),
        }
    }
}

/// Whether agents meet themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SelfPlay {
    /// They do, and it counts.
    #[default]
    Counted,
    /// They do, and it stands in the matrix, but not in the ranking (as in Axelrod-Python).
    Shown,
    /// They do not.
    Absent,
}

/// Where the noise of a contest comes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoiseBy {
    /// As the game's parameters say, or nowhere.
    Game,
    /// The game's parameter `noise` was set.
    Parameter,
    /// Hands tremble: an action comes out as another legal one, and everyone sees only what came out.
    Tremble,
}

/// How two agents share the seats of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seating {
    /// Two seats alike: each pair meets once a repetition.
    Alike,
    /// Two seats that differ: each pair meets in both orders in every repetition.
    BothOrders,
    /// More than two seats: one agent among copies of the other, its seat moving on by one each repetition. Only the
    /// one counts.
    OneAmong,
}

/// Who meets whom, and in how many orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pairing {
    /// The numbers of both agents.
    pub pair: [usize; 2],
    /// Orders a repetition.
    pub orders: u32,
    /// Whether both seats count, or only the first agent's.
    pub both: bool,
}

impl Seating {
    pub(super) fn schedule(self, agents: usize, spec: &Spec) -> Vec<Pairing> {
        let mut pairings = Vec::new();
        for i in 0..agents {
            let from = if self == Seating::OneAmong { 0 } else { i };
            for j in (from..agents).filter(|&j| i != j || spec.self_play != SelfPlay::Absent) {
                let orders = if self == Seating::BothOrders && i != j { 2 } else { 1 };
                pairings.push(Pairing { pair: [i, j], orders, both: self != Seating::OneAmong });
            }
        }
        pairings
    }
}

/// The number of matches of a pairing.
pub(super) fn matches(pairing: &Pairing, spec: &Spec) -> u64 {
    u64::from(spec.repetitions) * u64::from(pairing.orders)
}

pub(super) fn check_matches(matches: u64) -> Result<(), ParamError> {
    if matches <= MOST_MATCHES {
        return Ok(());
    }
    let allowed = format!("at most {MOST_MATCHES} matches in all; take fewer agents or repetitions");
    Err(ParamError::new("repetitions", format!("{matches} matches"), allowed))
}

/// The seed of a match: a stream of its own, named by game, condition, agents, repetition and order. Adding a contest
/// or an agent changes no other match.
pub(super) fn match_seed(spec: &Spec, arena: &Arena, names: [&str; 2], repetition: u32, order: u32) -> u64 {
    let (game, condition, [a, b]) = (&arena.game, arena.condition.name(), names);
    stream_seed(spec.seed, &format!("tournament/{game}/{condition}/{a}/{b}/{repetition}/{order}"))
}

impl Spec {
    /// No contests yet, ten repetitions, no noise beyond the games' own.
    pub fn new(seed: u64) -> Spec {
        Spec {
            format: FORMAT.to_owned(),
            contests: Vec::new(),
            repetitions: 10,
            noise: None,
            self_play: SelfPlay::default(),
            seed,
        }
    }

    /// Reads a specification: the message says what is wrong and where.
    pub fn parse(text: &str) -> Result<Spec, String> {
        let spec: Spec = serde_json::from_str(text).map_err(|e| format!("this is no tournament: {e}"))?;
        spec.check().map_err(|e| e.to_string())?;
        Ok(spec)
    }

    pub(super) fn check(&self) -> Result<(), ParamError> {
        let wrong = |field: &str, found: String, allowed: String| Err(ParamError::new(field, found, allowed));
        if self.format != FORMAT {
            return wrong("format", format!("{:?}", self.format), format!("{FORMAT:?}"));
        }
        if !(1..=MOST_CONTESTS).contains(&self.contests.len()) {
            return wrong("contests", self.contests.len().to_string(), format!("1 to {MOST_CONTESTS}"));
        }
        if !(1..=MOST_REPETITIONS).contains(&self.repetitions) {
            return wrong("repetitions", self.repetitions.to_string(), format!("1 to {MOST_REPETITIONS}"));
        }
        if let Some(noise) = self.noise.filter(|n| *n < Dec::ZERO || *n > Dec::ONE || n.decimals() > 12) {
            return wrong("noise", noise.to_string(), "a decimal from 0 to 1 with at most 12 places".to_owned());
        }
        for (i, contest) in self.contests.iter().enumerate() {
            let field = format!("contests[{i}].agents");
            let least = if self.self_play == SelfPlay::Counted { 1 } else { 2 };
            if !(least..=MOST_AGENTS).contains(&contest.agents.len()) {
                return wrong(&field, contest.agents.len().to_string(), format!("{least} to {MOST_AGENTS} agents"));
            }
            let twice = contest.agents.iter().enumerate().find(|(k, id)| contest.agents[..*k].contains(id));
            if let Some((_, id)) = twice {
                return wrong(&field, format!("{id:?} twice"), "each agent once".to_owned());
            }
        }
        Ok(())
    }
}

mod seed_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error as _};

    pub fn serialize<S: Serializer>(seed: &u64, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(seed)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<u64, D::Error> {
        let text = String::deserialize(d)?;
        text.parse().map_err(|_| D::Error::custom(format!("seed {text:?} is no whole number below 2^64")))
    }
}
