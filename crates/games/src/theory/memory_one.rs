//! Strategies that look back one round: the chain of two of them, its long run exactly, and the best course against
//! one of them over the rounds that are left.
//!
//! Sources: Nowak and Sigmund, Tit for tat in heterogeneous populations (1992), for the four-vectors; Kemeny and
//! Snell, Finite Markov Chains (1960), for the long run of a chain from its start.

use super::Fraction;
use super::normal_form::solve;
use crate::dilemma::strategies::{Entry, Play};
use crate::dilemma::{Move, Payoffs};
use num_traits::{CheckedAdd, CheckedMul, One, Zero};

/// The four joint outcomes of a round, own move first: CC, CD, DC, DD.
pub const STATES: [(Move, Move); 4] = [(Move::C, Move::C), (Move::C, Move::D), (Move::D, Move::C), (Move::D, Move::D)];

/// The number of an outcome.
pub fn state(own: Move, other: Move) -> usize {
    STATES.iter().position(|s| *s == (own, other)).unwrap_or(0)
}

/// The chance of cooperating in the first round, and after each outcome.
#[derive(Clone, PartialEq, Debug)]
pub struct Vector {
    /// In the first round.
    pub first: Fraction,
    /// After CC, CD, DC, DD, own move first.
    pub after: [Fraction; 4],
}

impl Vector {
    /// Of a strategy that looks back at most one round; `None` for one that looks further. Read off fresh machines.
    pub fn of(entry: &Entry, payoffs: &Payoffs) -> Option<Vector> {
        entry.memory.filter(|rounds| *rounds <= 1)?;
        let odds = |play: Play| match play {
            Play::Pure(Move::C) => Fraction::one(),
            Play::Pure(Move::D) => Fraction::zero(),
            Play::Odds { num, den } => Fraction::new(num.into(), den.max(1).into()),
        };
        let first = odds(entry.start(payoffs).next(None));
        let after = STATES.map(|last| {
            let mut machine = entry.start(payoffs);
            machine.next(None);
            odds(machine.next(Some(last)))
        });
        Some(Vector { first, after })
    }

    /// The same from the other seat: CD and DC swapped.
    fn seen_from_the_other(&self) -> [Fraction; 4] {
        let [cc, cd, dc, dd] = self.after;
        [cc, dc, cd, dd]
    }
}

/// How two strategies move one another from outcome to outcome, the first one's move first.
#[derive(Clone, PartialEq, Debug)]
pub struct Chain {
    /// The chances of the outcomes of the first round.
    pub start: [Fraction; 4],
    /// The chances of the outcomes after each one.
    pub follows: [[Fraction; 4]; 4],
}

/// Chances of the four outcomes from each side's chance to cooperate; `None` where the numbers outgrow 128 bits.
fn joint(a: Fraction, b: Fraction) -> Option<[Fraction; 4]> {
    let one = Fraction::one();
    let times = |x: Fraction, y: Fraction| x.checked_mul(&y);
    Some([times(a, b)?, times(a, one - b)?, times(one - a, b)?, times(one - a, one - b)?])
}

fn turned(p: Fraction, noise: Fraction) -> Option<Fraction> {
    let one = Fraction::one();
    p.checked_mul(&(one - noise))?.checked_add(&(one - p).checked_mul(&noise)?)
}

impl Chain {
    /// Of two strategies whose moves are each turned with chance `noise`.
    pub fn of(first: &Vector, second: &Vector, noise: Fraction) -> Option<Chain> {
        let start = joint(turned(first.first, noise)?, turned(second.first, noise)?)?;
        let mut follows = [start; 4];
        for ((row, a), b) in follows.iter_mut().zip(first.after).zip(second.seen_from_the_other()) {
            *row = joint(turned(a, noise)?, turned(b, noise)?)?;
        }
        Some(Chain { start, follows })
    }

    /// The same chain from a given outcome on.
    pub fn after(&self, outcome: usize) -> Chain {
        Chain { start: self.follows[outcome.min(3)], follows: self.follows }
    }

    /// The long run: how often each outcome comes up on the average of all rounds, from the actual start. Exact;
    /// `None` where the numbers outgrow 128 bits.
    pub fn limit(&self) -> Option<[Fraction; 4]> {
        let reaches = self.reaches();
        // An outcome recurs if it can be reached back from wherever it leads.
        let recurs = |s: usize| (0..4).all(|t| !reaches[s][t] || reaches[t][s]);
        let mut limit = [Fraction::zero(); 4];
        let mut done = [false; 4];
        for s in (0..4).filter(|&s| recurs(s)) {
            if done[s] {
                continue;
            }
            let class: Vec<usize> = (0..4).filter(|&t| t == s || reaches[s][t]).collect();
            class.iter().for_each(|&t| done[t] = true);
            let share = self.absorbed(&class, &recurs)?;
            for (t, p) in class.iter().zip(self.stationary(&class)?) {
                limit[*t] = share.checked_mul(&p)?;
            }
        }
        Some(limit)
    }

    /// Whether each outcome can be followed, sooner or later, by each other one.
    fn reaches(&self) -> [[bool; 4]; 4] {
        let mut reaches = self.follows.map(|row| row.map(|p| !p.is_zero()));
        for k in 0..4 {
            for i in 0..4 {
                for j in 0..4 {
                    reaches[i][j] |= reaches[i][k] && reaches[k][j];
                }
            }
        }
        reaches
    }

    /// How often each outcome of a closed class comes up within it.
    fn stationary(&self, class: &[usize]) -> Option<Vec<Fraction>> {
        // π = π·P for all but one outcome, and Σπ = 1.
        let mut system = Vec::new();
        for &to in class.iter().skip(1) {
            let own = |from: usize| if from == to { Fraction::one() } else { Fraction::zero() };
            let row = class.iter().map(|&from| self.follows[from][to] - own(from)).collect();
            system.push((row, Fraction::zero()));
        }
        system.push((vec![Fraction::one(); class.len()], Fraction::one()));
        solve(system)?
    }

    /// The chance of ending up in a closed class from the start.
    fn absorbed(&self, class: &[usize], recurs: &impl Fn(usize) -> bool) -> Option<Fraction> {
        let passing: Vec<usize> = (0..4).filter(|&s| !recurs(s)).collect();
        let into =
            |from: usize| class.iter().try_fold(Fraction::zero(), |sum, &t| sum.checked_add(&self.follows[from][t]));
        // h = P·h + chance of going there at once, over the outcomes that do not recur.
        let mut system = Vec::new();
        for &from in &passing {
            let own = |to: usize| if from == to { Fraction::one() } else { Fraction::zero() };
            let row = passing.iter().map(|&to| own(to) - self.follows[from][to]).collect();
            system.push((row, into(from)?));
        }
        let chances = if passing.is_empty() { Vec::new() } else { solve(system)?? };
        let mut share = class.iter().try_fold(Fraction::zero(), |sum, &t| sum.checked_add(&self.start[t]))?;
        for (s, h) in passing.iter().zip(chances) {
            share = share.checked_add(&self.start[*s].checked_mul(&h)?)?;
        }
        Some(share)
    }

    /// The expected number of times each outcome comes up in so many rounds, in doubles.
    pub fn expected(&self, rounds: u32) -> [f64; 4] {
        let follows = self.follows.map(|row| row.map(super::board::near));
        let mut now = self.start.map(super::board::near);
        let mut sums = [0.0; 4];
        for _ in 0..rounds {
            for (sum, p) in sums.iter_mut().zip(now) {
                *sum += p;
            }
            now = std::array::from_fn(|to| (0..4).map(|from| now[from] * follows[from][to]).sum());
        }
        sums
    }
}

/// The other as it has played: its chance of taking the first choice after each outcome (own choice first).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Answers {
    /// After choices (0, 0), (0, 1), (1, 0), (1, 1) as they came out.
    pub first_choice: [f64; 4],
    /// In the first round.
    pub opening: f64,
}

/// A round of a game with two choices, and how many may follow.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// What the seat earns by its own choice and the other's, as they come out.
    pub payoffs: [[f64; 2]; 2],
    /// Chance that the seat's own choice comes out as the other one.
    pub noise: f64,
    /// Chance that another round follows.
    pub continuation: f64,
    /// The most rounds that are left, this one included.
    pub rounds: u32,
}

/// What each choice is worth from now to the end against the other's answers, when the seat then goes on in the best
/// way: backward induction over the rounds (Bellman 1957). `last` is the last round's outcome, if there was one.
pub fn best_course(course: &Course, answers: &Answers, last: Option<usize>) -> [f64; 2] {
    let mut later = [0.0; 4];
    for _ in 1..course.rounds {
        later = answers.first_choice.map(|p| {
            let [a, b] = choices(course, p, &later);
            if a >= b { a } else { b }
        });
    }
    let p = last.and_then(|s| answers.first_choice.get(s).copied()).unwrap_or(answers.opening);
    choices(course, p, &later)
}

/// What both choices are worth where the other takes its first choice with chance `p`.
fn choices(course: &Course, p: f64, later: &[f64; 4]) -> [f64; 2] {
    let out = |own: usize| {
        let worth = |other: usize| course.payoffs[own][other] + course.continuation * later[2 * own + other];
        p * worth(0) + (1.0 - p) * worth(1)
    };
    let (a, b) = (out(0), out(1));
    [(1.0 - course.noise) * a + course.noise * b, (1.0 - course.noise) * b + course.noise * a]
}
