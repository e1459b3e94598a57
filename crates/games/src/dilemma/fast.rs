//! Plays silent matches without writing events and without allocation per decision, with the machines that the
//! agents of the logged path play by. Tests hold it equal to the logged path.

use super::strategies::{Entry, Strategy};
use super::{Move, OpenEnd, Payoffs};
use crate::fast::{Tremble, chance_stream, seat_streams};
use trivium_core::{Dec, Rng};

/// How long a match lasts, and what comes between a choice and what comes out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Course {
    /// So many rounds; what trembles stands in the record as if it had been chosen.
    Known {
        /// How many.
        rounds: u32,
        /// The hands of both seats.
        tremble: Tremble,
    },
    /// With noise and an open end: a seat remembers what it had meant.
    Open(OpenEnd),
}

/// How often each pair of moves came out, first player's move first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// CC, CD, DC, DD.
    pub pairs: [u32; 4],
}

impl Counts {
    fn add(&mut self, moves: [Move; 2]) {
        self.pairs[match moves {
            [Move::C, Move::C] => 0,
            [Move::C, Move::D] => 1,
            [Move::D, Move::C] => 2,
            [Move::D, Move::D] => 3,
        }] += 1;
    }

    /// The rounds played.
    pub fn rounds(&self) -> u32 {
        self.pairs.iter().sum()
    }

    /// Each player's payoff.
    pub fn totals(&self, payoffs: &Payoffs) -> [Dec; 2] {
        let [cc, cd, dc, dd] = self.pairs.map(i64::from);
        let Payoffs { t, r, p, s } = *payoffs;
        let even = r * cc + p * dd;
        [even + s * cd + t * dc, even + t * cd + s * dc]
    }
}

/// Plays a match under a base seed. `each` is told, round by round, what both meant and what came out.
pub fn run(
    machines: &mut [Box<dyn Strategy>; 2],
    course: &Course,
    seed: u64,
    mut each: impl FnMut([Move; 2], [Move; 2]),
) -> Counts {
    let streams = seat_streams(seed);
    let mut chance = Rng::new(chance_stream(seed));
    let remember = [machines[0].remembers(), machines[1].remembers()];
    let mut counts = Counts::default();
    let mut last: Option<([Move; 2], [Move; 2])> = None;
    for k in 0.. {
        let mut meant = [Move::C; 2];
        for (i, machine) in machines.iter_mut().enumerate() {
            if let Some((meant, _)) = last.filter(|_| remember[i]) {
                machine.meant(meant[i]);
            }
            let seen = last.map(|(_, moves)| (moves[i], moves[1 - i]));
            meant[i] = machine.next(seen).draw(|| Rng::for_decision(streams[i], k));
        }
        let moves = match course {
            Course::Known { tremble, .. } if tremble.is_steady() => meant,
            Course::Known { tremble, .. } => {
                for (seat, m) in (0..).zip(&mut meant) {
                    // There is only one other choice, so none is drawn.
                    if tremble.slips(&mut Tremble::generator(seed, seat, k)) {
                        *m = m.flipped();
                    }
                }
                meant
            }
            Course::Open(end) => meant.map(|m| if end.flips(&mut chance) { m.flipped() } else { m }),
        };
        counts.add(moves);
        each(meant, moves);
        last = Some((meant, moves));
        let played = k as u32 + 1;
        let goes_on = match course {
            Course::Known { rounds, .. } => played < *rounds,
            Course::Open(end) => played < end.cap && end.continues(&mut chance),
        };
        if !goes_on {
            break;
        }
    }
    counts
}

/// A finished match, move by move.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    /// The moves of each round as they came out, first player first.
    pub moves: Vec<[Move; 2]>,
    /// The moves of each round as they were meant: the same without noise.
    pub meant: Vec<[Move; 2]>,
    /// Each player's payoff.
    pub totals: [Dec; 2],
}

fn whole(players: [&Entry; 2], payoffs: &Payoffs, course: &Course, seed: u64) -> MatchResult {
    let (mut all_meant, mut all_moves) = (Vec::new(), Vec::new());
    let counts = run(&mut players.map(|entry| entry.start(payoffs)), course, seed, |meant, moves| {
        all_meant.push(meant);
        all_moves.push(moves);
    });
    MatchResult { moves: all_moves, meant: all_meant, totals: counts.totals(payoffs) }
}

/// Plays `rounds` rounds of the repeated dilemma under a base seed.
pub fn play(players: [&Entry; 2], payoffs: &Payoffs, rounds: u32, seed: u64) -> MatchResult {
    whole(players, payoffs, &Course::Known { rounds, tremble: Tremble::STEADY }, seed)
}

/// Plays the repeated dilemma with noise and an open end under a base seed.
pub fn play_open(players: [&Entry; 2], payoffs: &Payoffs, end: &OpenEnd, seed: u64) -> MatchResult {
    whole(players, payoffs, &Course::Open(*end), seed)
}
