//! Plays matches: on the fast path, or through the engine a few decisions at a time.

use super::Paths;
use super::games::{Cooperation, Facts};
use super::spec::{Contest, NoiseBy, Pairing, Seating, Spec};
use crate::Episode;
use trivium_core::record::Streams;
use trivium_core::{Agent, Catalog, Condition, Dec, Decision, Game, Json, Origin, ParamError, Rng, Round, Seat};
use trivium_games::fast::{Fast, Tally, Tremble};

/// One game with its agents, ready to be played again and again.
pub(super) struct Arena {
    pub game: String,
    pub condition: Condition,
    pub agents: Vec<String>,
    pub seating: Seating,
    pub facts: Facts,
    pub noise: NoiseBy,
    tremble: Tremble,
    start: Box<dyn Game>,
    players: Vec<Box<dyn Agent>>,
    fast: Option<Fast>,
}

/// A finished match.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Played {
    /// Each seat's payoff.
    pub totals: Vec<Dec>,
    /// What the payoffs are divided by.
    pub turns: u32,
    /// How cooperative the seats' choices were, in order: round from 1, seat, level. From the engine.
    pub cooperation: Vec<(Round, Seat, f64)>,
    pub decisions: u64,
    /// What the fast path gives; its list of cooperative choices stands for `cooperation`.
    pub tally: Tally,
}

impl Arena {
    pub fn new(spec: &Spec, contest: &Contest, catalog: &dyn Catalog, paths: Paths) -> Result<Arena, ParamError> {
        let mut start = catalog.game(&contest.game, &contest.params, contest.condition)?;
        let (mut noise, mut tremble) = (NoiseBy::Game, Tremble::STEADY);
        if let Some(chance) = spec.noise {
            let mut params = start.params().clone();
            if let Some(slot) = params.get_mut("noise") {
                *slot = chance.to_json();
                start = catalog.game(&contest.game, &params, contest.condition)?;
                noise = NoiseBy::Parameter;
            } else {
                tremble = Tremble::new(chance).unwrap_or(Tremble::STEADY);
                noise = NoiseBy::Tremble;
            }
        }
        let players: Result<_, _> = contest.agents.iter().map(|id| catalog.agent(&contest.game, id)).collect();
        let ids: Vec<&str> = contest.agents.iter().map(String::as_str).collect();
        let fast = match paths {
            Paths::Fastest => Fast::of(&contest.game, start.params(), contest.condition, &ids, tremble),
            Paths::EngineOnly => None,
        };
        Ok(Arena {
            game: contest.game.clone(),
            condition: contest.condition,
            agents: contest.agents.clone(),
            seating: seating(start.as_ref()),
            facts: Facts::of(&contest.game),
            noise,
            tremble,
            start,
            players: players?,
            fast,
        })
    }

    /// The complete parameters.
    pub fn params(&self) -> &Json {
        self.start.params()
    }

    /// The seat of the one that is looked at in a repetition.
    pub fn focal(&self, repetition: u32) -> usize {
        match self.seating {
            Seating::OneAmong => repetition as usize % usize::from(self.start.seats().max(1)),
            Seating::Alike | Seating::BothOrders => 0,
        }
    }

    /// Who sits where, by number.
    pub fn seats(&self, pairing: &Pairing, repetition: u32, order: u32) -> Vec<usize> {
        let [a, b] = pairing.pair;
        match self.seating {
            Seating::OneAmong => {
                let focal = self.focal(repetition);
                (0..usize::from(self.start.seats())).map(|seat| if seat == focal { a } else { b }).collect()
            }
            _ if order == 0 => vec![a, b],
            _ => vec![b, a],
        }
    }

    /// Plays a match on the fast path; `false` where there is none.
    pub fn fast(&self, seats: &[usize], seed: u64, played: &mut Played) -> bool {
        let (Some(fast), [a, b]) = (&self.fast, seats) else { return false };
        fast.play([*a, *b], seed, &mut played.tally);
        let tally = &played.tally;
        played.turns = tally.rounds.max(1);
        played.totals.clear();
        played.totals.extend(tally.totals);
        played.cooperation.clear();
        played.decisions = tally.decisions;
        true
    }

    /// Starts a match through the engine.
    pub fn start(&self, seats: &[usize], seed: u64) -> Running {
        let streams = Streams::derive(seed, seats.len());
        let mut running = Running {
            game: self.start.boxed(),
            seats: seats.to_vec(),
            seed,
            chance: Rng::new(streams.chance),
            streams,
            taken: vec![0; seats.len()],
            cooperation: Vec::new(),
            decisions: 0,
            stuck: false,
        };
        running.draw_due();
        running
    }
}

/// How two agents share the seats: alike where all seats have the same role and the first decision is taken by all at
/// once.
fn seating(start: &dyn Game) -> Seating {
    if start.seats() != 2 {
        return Seating::OneAmong;
    }
    let mut game = start.boxed();
    let mut rng = Rng::new(0);
    while let Some(due) = game.draw(&mut rng) {
        if game.apply(&due).is_err() {
            break;
        }
    }
    let alike = game.role(0) == game.role(1) && game.status().to_act.len() == 2;
    if alike { Seating::Alike } else { Seating::BothOrders }
}

/// A match at play: what a session does, without its record.
pub(super) struct Running {
    game: Box<dyn Game>,
    seats: Vec<usize>,
    seed: u64,
    streams: Streams,
    chance: Rng,
    /// Decisions of each seat so far, messages included.
    taken: Vec<u64>,
    cooperation: Vec<(Round, Seat, f64)>,
    decisions: u64,
    stuck: bool,
}

impl Running {
    fn draw_due(&mut self) {
        while let Some(event) = self.game.draw(&mut self.chance) {
            if self.game.apply(&event).is_err() {
                self.stuck = true;
                return;
            }
        }
    }

    /// Plays on for at most so many decisions; `true` when the match is over.
    pub fn advance(&mut self, arena: &Arena, budget: u64) -> bool {
        let until = self.decisions.saturating_add(budget);
        while self.decisions < until {
            let status = self.game.status();
            let Some(&seat) = status.to_act.first() else { return true };
            if self.stuck {
                return true;
            }
            self.decide(arena, seat, status.phase);
        }
        self.stuck || self.game.status().over()
    }

    fn decide(&mut self, arena: &Arena, seat: Seat, phase: &'static str) {
        let at = usize::from(seat);
        let (k, agent) = (self.taken[at], &arena.players[self.seats[at]]);
        self.taken[at] += 1;
        self.decisions += 1;
        let observation = self.game.observe(seat);
        let decision = agent.decide(&observation, &mut Rng::for_decision(self.streams.seats[at], k));
        let decision = match (decision, &observation.legal) {
            (Decision::Action(action), Some(form)) => match form.check(&action) {
                Ok(action) => {
                    let action = match arena.tremble {
                        Tremble::STEADY => action,
                        hand => hand.comes_out(form, action, &mut Tremble::generator(self.seed, seat, k)),
                    };
                    let level = arena.facts.cooperation.and_then(|c: Cooperation| c.level(&observation, form, &action));
                    self.cooperation.extend(level.map(|level| (observation.round, seat, level)));
                    Decision::Action(action)
                }
                Err(_) => Decision::Action(action),
            },
            (decision, _) => decision,
        };
        if self.game.attempt(seat, phase, decision.into_attempt(), Origin::Chosen).is_err() {
            let fallback = self.game.fallback(seat).map(Decision::into_attempt);
            let done = fallback.map(|attempt| self.game.attempt(seat, phase, attempt, Origin::Fallback));
            self.stuck = !matches!(done, Some(Ok(_)));
        }
        self.draw_due();
    }

    /// The decisions taken since this was asked last.
    pub fn take_decisions(&mut self) -> u64 {
        std::mem::take(&mut self.decisions)
    }

    /// The result of the finished match.
    pub fn result(&mut self, arena: &Arena, played: &mut Played) {
        played.totals = self.game.returns();
        played.turns = arena.facts.turns(&Episode::of(self.game.as_ref()));
        std::mem::swap(&mut played.cooperation, &mut self.cooperation);
        played.tally.cooperative.clear();
    }
}
