//! The fast path of tournaments and playouts: silent matches of two seats that write no events and allocate nothing
//! per decision. It plays by the same definitions as the agents of the logged path, draws from the same streams in
//! the same order, and is held equal to it by tests for every pair of agents, with and without slips.

use crate::dilemma::agents::Silent;
use crate::dilemma::fast::{self as dilemma, Course};
use crate::dilemma::{self as rules, Move};
use crate::kit::Params;
use crate::kuhn::fast::{self as kuhn, Policy};
use trivium_core::rng::{fnv1a, stream_seed};
use trivium_core::{Condition, Dec, Json, LegalForm, Rng, Seat};

/// Hashes of the names of streams.
const SEATS: [u64; 2] = [fnv1a("seat/0"), fnv1a("seat/1")];
const TREMBLES: [u64; 2] = [fnv1a("tremble/0"), fnv1a("tremble/1")];
const CHANCE: u64 = fnv1a("chance");

/// The streams of two seats under a match's seed, as [`trivium_core::record::Streams::derive`] gives them.
pub fn seat_streams(seed: u64) -> [u64; 2] {
    SEATS.map(|name| seed ^ name)
}

/// The stream of chance outcomes under a match's seed.
pub const fn chance_stream(seed: u64) -> u64 {
    seed ^ CHANCE
}

/// A trembling hand (Selten 1975): now and then an action becomes another legal one, each with the same probability.
/// What came out stands in the record, and everyone, the seat itself included, sees that only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tremble {
    /// The chance of a slip, in 10⁻¹².
    chance: u64,
}

const ONE: u64 = Dec::ONE.scaled() as u64;
/// How often another compound action is looked for before the slip comes to nothing.
const TRIES: u32 = 16;

impl Tremble {
    /// A hand that never slips.
    pub const STEADY: Tremble = Tremble { chance: 0 };

    /// A hand that slips with this chance; `None` outside 0 … 1.
    pub fn new(chance: Dec) -> Option<Tremble> {
        let fits = chance >= Dec::ZERO && chance <= Dec::ONE;
        fits.then(|| Tremble { chance: u64::try_from(chance.scaled()).unwrap_or(0) })
    }

    /// Whether it never slips.
    pub const fn is_steady(self) -> bool {
        self.chance == 0
    }

    /// The generator of slips for decision `k` (from 0, messages counted) of a seat in the match of a seed.
    pub fn generator(seed: u64, seat: Seat, k: u64) -> Rng {
        let stream = match TREMBLES.get(usize::from(seat)) {
            Some(name) => seed ^ name,
            None => stream_seed(seed, &format!("tremble/{seat}")),
        };
        Rng::for_decision(stream, k)
    }

    /// Draws whether the hand slips.
    pub fn slips(self, rng: &mut Rng) -> bool {
        rng.chance(self.chance, ONE)
    }

    /// What becomes of a legal action in canonical form.
    pub fn comes_out(self, form: &LegalForm, action: Json, rng: &mut Rng) -> Json {
        if self.is_steady() || !self.slips(rng) {
            return action;
        }
        match form {
            LegalForm::Enum { values } => {
                let others: Vec<&Json> = values.iter().filter(|v| **v != action).collect();
                match others[..] {
                    [] => action,
                    [other] => other.clone(),
                    _ => rng.choice(&others).map_or(action, |v| (*v).clone()),
                }
            }
            LegalForm::Int { min, max } => another(Dec::int(*min), Dec::int(*max), Dec::ONE, action, rng),
            LegalForm::Grid { min, max, step } => another(*min, *max, *step, action, rng),
            LegalForm::Text => action,
            form => {
                let mut draws = (0..TRIES).map(|_| form.sample(rng));
                draws.find(|drawn| *drawn != action).unwrap_or(action)
            }
        }
    }
}

/// Another number of a grid.
fn another(min: Dec, max: Dec, step: Dec, action: Json, rng: &mut Rng) -> Json {
    let place = |d: Dec| (d - min).scaled() / step.scaled().max(1);
    let (Some(own), others) = (Dec::from_json(&action), u64::try_from(place(max)).unwrap_or(0)) else { return action };
    if others == 0 {
        return action;
    }
    let drawn = i128::from(rng.index(others));
    let k = if drawn >= place(own) { drawn + 1 } else { drawn };
    (min + step * k as i64).to_json()
}

/// What a match came to. Reused from match to match, so that its list grows once.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// Rounds played.
    pub rounds: u32,
    /// Decisions taken by both seats.
    pub decisions: u64,
    /// Each seat's payoff.
    pub totals: [Dec; 2],
    /// Whether each seat's recorded choice of a round was the cooperative one; empty for games without one.
    pub cooperative: Vec<[bool; 2]>,
}

/// A game on the fast path, with the agents that are to play it.
pub struct Fast {
    game: Fastened,
}

enum Fastened {
    Dilemma { payoffs: rules::Payoffs, course: Course, players: Vec<Silent> },
    Kuhn { hands: u32, tremble: Tremble, policies: Vec<Policy> },
}

impl Fast {
    /// The fast path of a game under complete parameters; `None` where there is none for the game, the condition, or
    /// one of the agents.
    pub fn of(game: &str, params: &Json, condition: Condition, agents: &[&str], tremble: Tremble) -> Option<Fast> {
        if condition != Condition::Silent {
            return None;
        }
        let rounds = |name: &str| u32::try_from(params.get(name)?.as_u64()?).ok();
        let found = if game == rules::REPEATED.id || game == rules::OPEN.id {
            let payoffs = rules::Payoffs::read(&mut Params::new(params).ok()?).ok()?;
            let course = match game == rules::REPEATED.id {
                true => Course::Known { rounds: rounds("rounds")?, tremble },
                // A seat that slips by the rules and by its hand is left to the logged path.
                false if tremble.is_steady() => Course::Open(rules::OpenEnd::of(params)?),
                false => return None,
            };
            let players = agents.iter().map(|id| Silent::find(id, &course)).collect::<Option<_>>()?;
            Fastened::Dilemma { payoffs, course, players }
        } else if game == crate::kuhn::GAME.id {
            let policies = agents.iter().map(|id| Policy::find(id)).collect::<Option<_>>()?;
            Fastened::Kuhn { hands: rounds("hands")?, tremble, policies }
        } else {
            return None;
        };
        Some(Fast { game: found })
    }

    /// Plays a match between two of the agents, by their numbers, under a seed. Does nothing for numbers beyond them.
    pub fn play(&self, pair: [usize; 2], seed: u64, tally: &mut Tally) {
        tally.cooperative.clear();
        match &self.game {
            Fastened::Dilemma { payoffs, course, players } => {
                let [Some(a), Some(b)] = pair.map(|i| players.get(i)) else { return };
                let counts = dilemma::run(&mut [a, b].map(|p| p.start(payoffs)), course, seed, |meant, _| {
                    tally.cooperative.push(meant.map(|m| m == Move::C));
                });
                tally.rounds = counts.rounds();
                tally.decisions = 2 * u64::from(tally.rounds);
                tally.totals = counts.totals(payoffs);
            }
            Fastened::Kuhn { hands, tremble, policies } => {
                let [Some(a), Some(b)] = pair.map(|i| policies.get(i)) else { return };
                tally.decisions = 0;
                let won = kuhn::run([a, b], *hands, *tremble, seed, |hand| {
                    tally.decisions += hand.betting.len() as u64;
                });
                tally.rounds = *hands;
                tally.totals = [Dec::int(won), Dec::int(-won)];
            }
        }
    }
}
