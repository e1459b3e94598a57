//! Rule-based agents of all forms.

use super::fast::Course;
use super::strategies::{self, Play, Strategy};
use super::{Move, Payoffs, text};
use crate::kit::agent::{self, heard};
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Commitment, Decision, If, Json, Observation, Rng, Traits};

/// Says something with a machine-readable part.
fn say(announce: Option<Json>) -> Decision {
    agent::say(text::spoken(announce.as_ref()), announce)
}

fn choose(m: Move) -> Decision {
    Decision::Action(Json::from(m.letter()))
}

fn announce(m: Move) -> Option<Json> {
    Some(json!({"action": m.letter()}))
}

/// What a one-shot agent plays and says.
struct Fixed {
    plays: Move,
    says: Move,
}

impl Agent for Fixed {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        if o.talking() { say(announce(self.says)) } else { choose(self.plays) }
    }
}

/// Cooperates if the other announced cooperation.
struct MessageConditional;

impl Agent for MessageConditional {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        let is_c = |commitment: &Option<Commitment>| *commitment == Some(Commitment::Action(json!("C")));
        match o.phase {
            "talk1" => say(Some(json!({"action": "C", "if": {"action": "C"}}))),
            "talk2" => {
                let word = heard(o, &["talk1"]);
                say(announce(if word.is_some_and(|a| is_c(&a.commitment)) { Move::C } else { Move::D }))
            }
            _ => {
                let word = heard(o, &["talk1", "talk2"]);
                let trusts = word.is_some_and(|a| {
                    let unless_i_defect = Some(If::Action(json!("C")));
                    is_c(&a.commitment) && (a.condition.is_none() || a.condition == unless_i_defect)
                });
                choose(if trusts { Move::C } else { Move::D })
            }
        }
    }
}

/// A strategy of the library at a seat of the repeated game.
struct Library(&'static strategies::Entry);

impl Library {
    fn play(&self, o: &Observation) -> Play {
        let payoffs = Payoffs { t: o.decimal("T"), r: o.decimal("R"), p: o.decimal("P"), s: o.decimal("S") };
        let mut machine = self.0.start(&payoffs);
        let mut play = machine.next(None);
        let mut meant = o.actions("choose").filter(|(_, seat, _)| *seat == o.seat).filter_map(|(.., a)| Move::read(a));
        for moves in history(o) {
            if let Some(own) = meant.next() {
                machine.meant(own);
            }
            play = machine.next(Some(moves));
        }
        play
    }
}

/// The moves of the finished rounds as they came out, own first.
fn history(o: &Observation) -> Vec<(Move, Move)> {
    let (own, other) = (usize::from(o.seat.min(1)), usize::from(1 - o.seat.min(1)));
    let moves = o.results.iter().filter_map(|result| {
        let outcome = result.get("outcome")?;
        let moves = outcome.get("actions").or_else(|| outcome.get("realised"))?;
        Some((Move::read(moves.get(own)?)?, Move::read(moves.get(other)?)?))
    });
    moves.collect()
}

impl Agent for Library {
    fn decide(&self, o: &Observation, rng: &mut Rng) -> Decision {
        match (self.play(o), o.talking()) {
            // A stochastic strategy announces nothing, not even where its next move happens to be certain.
            (Play::Pure(m), true) if !self.0.stochastic => say(announce(m)),
            (_, true) => say(None),
            (play, false) => choose(play.draw(|| rng.clone())),
        }
    }
}

/// Tit For Tat in the middle, D in the last two rounds; announces C in every round.
struct EndgameCheater;

impl Agent for EndgameCheater {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        if o.talking() {
            return say(announce(Move::C));
        }
        choose(endgame(i64::from(o.round), o.whole("rounds"), history(o).last().copied()))
    }
}

fn endgame(round: i64, rounds: i64, last: Option<(Move, Move)>) -> Move {
    if round > rounds - 2 { Move::D } else { last.map_or(Move::C, |(_, other)| other) }
}

/// The endgame cheater as a machine.
struct Cheating {
    round: i64,
    rounds: i64,
}

impl Strategy for Cheating {
    fn next(&mut self, last: Option<(Move, Move)>) -> Play {
        self.round += 1;
        Play::Pure(endgame(self.round, self.rounds, last))
    }
}

/// What an agent of the repeated games chooses when nobody talks, for the fast path.
#[derive(Clone, Copy)]
pub enum Silent {
    /// As a strategy of the library.
    Library(&'static strategies::Entry),
    /// As the endgame cheater in a match of known length.
    EndgameCheater {
        /// How many rounds.
        rounds: u32,
    },
}

impl Silent {
    /// The choices of an agent of the game of this course; `None` for an agent that it does not have.
    pub fn find(id: &str, course: &Course) -> Option<Silent> {
        let library = |id: &str| strategies::find(id).map(Silent::Library);
        match (id, course) {
            ("EndgameCheater", Course::Known { rounds, .. }) => Some(Silent::EndgameCheater { rounds: *rounds }),
            ("FalseFriend", _) | ("SlipClaimer", Course::Open(_)) => library("Defector"),
            // Uniform over the two choices.
            ("random", _) => library("Random"),
            _ => library(id),
        }
    }

    /// A fresh player.
    pub fn start(self, payoffs: &Payoffs) -> Box<dyn Strategy> {
        match self {
            Silent::Library(entry) => entry.start(payoffs),
            Silent::EndgameCheater { rounds } => Box::new(Cheating { round: 0, rounds: rounds.into() }),
        }
    }
}

/// Defects, announces cooperation, and says that every defection was a slip.
struct SlipClaimer;

impl Agent for SlipClaimer {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        if !o.talking() {
            return choose(Move::D);
        }
        let mut word = json!({"action": "C"});
        if o.round > 1 {
            word["claims"] = json!([{"kind": "intended", "round": o.round - 1, "action": "C"}]);
        }
        say(Some(word))
    }
}

const fn traits(memory: Option<u32>, stochastic: bool, speech: Speech) -> Traits {
    Traits { memory, stochastic, speech }
}

/// The agents of the one-shot game.
pub fn one_shot() -> Vec<Seated> {
    let seated = |id, name, description, source, traits, make: fn() -> Box<dyn Agent>| {
        Seated::new(AgentInfo { id, name, description, source, traits }, make)
    };
    vec![
        seated(
            "always-C",
            "Always cooperate",
            "Cooperates and says so.",
            "Axelrod 1984",
            traits(Some(0), false, Speech::Honest),
            || Box::new(Fixed { plays: Move::C, says: Move::C }),
        ),
        seated(
            "always-D",
            "Always defect",
            "Defects and says so.",
            "Axelrod 1984",
            traits(Some(0), false, Speech::Honest),
            || Box::new(Fixed { plays: Move::D, says: Move::D }),
        ),
        seated(
            "false-friend",
            "False friend",
            "Announces cooperation and defects.",
            "Trivium",
            traits(Some(0), false, Speech::Deceptive),
            || Box::new(Fixed { plays: Move::D, says: Move::C }),
        ),
        seated(
            "message-conditional",
            "Message-conditional",
            "Cooperates if the other announced cooperation.",
            "Trivium",
            traits(Some(1), false, Speech::Listening),
            || Box::new(MessageConditional),
        ),
        Seated::random(),
    ]
}

/// The strategy library as agents.
fn library() -> Vec<Seated> {
    let library = strategies::LIBRARY.iter().map(|entry| {
        let speech = if entry.stochastic { Speech::Quiet } else { Speech::Honest };
        let info = AgentInfo {
            id: entry.id,
            name: entry.name,
            description: entry.description,
            source: entry.source,
            traits: traits(entry.memory, entry.stochastic, speech),
        };
        Seated::with(info, move || Box::new(Library(entry)))
    });
    library.collect()
}

fn false_friend() -> Seated {
    Seated::new(
        AgentInfo {
            id: "FalseFriend",
            name: "False Friend",
            description: "Defects in every round and announces cooperation.",
            source: "Trivium",
            traits: traits(Some(0), false, Speech::Deceptive),
        },
        || Box::new(Fixed { plays: Move::D, says: Move::C }),
    )
}

/// The agents of the repeated game: the strategy library and those that break their word.
pub fn repeated() -> Vec<Seated> {
    let mut agents = library();
    agents.push(Seated::new(
        AgentInfo {
            id: "EndgameCheater",
            name: "Endgame Cheater",
            description: "Tit For Tat that announces cooperation throughout and defects in the last two rounds.",
            source: "Trivium, after Selten and Stoecker 1986",
            traits: traits(Some(1), false, Speech::Deceptive),
        },
        || Box::new(EndgameCheater),
    ));
    agents.push(false_friend());
    agents.push(Seated::random());
    agents
}

/// The agents of the game with noise and open end: the strategy library and those that break their word.
pub fn open() -> Vec<Seated> {
    let mut agents = library();
    agents.push(false_friend());
    agents.push(Seated::new(
        AgentInfo {
            id: "SlipClaimer",
            name: "Slip Claimer",
            description: "Defects in every round, announces cooperation and calls each defection a slip.",
            source: "Trivium",
            traits: traits(Some(0), false, Speech::Deceptive),
        },
        || Box::new(SlipClaimer),
    ));
    agents.push(Seated::random());
    agents
}
