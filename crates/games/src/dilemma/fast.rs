//! Plays a silent match without writing events. Tests hold it equal to the logged path.

use super::strategies::{Entry, Strategy};
use super::{Move, Payoffs};
use trivium_core::record::Streams;
use trivium_core::{Dec, Rng};

/// A finished match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    /// The moves of each round, first player first.
    pub moves: Vec<[Move; 2]>,
    /// Each player's payoff.
    pub totals: [Dec; 2],
}

/// Plays `rounds` rounds of the repeated dilemma under a base seed.
pub fn play(players: [&Entry; 2], payoffs: &Payoffs, rounds: u32, seed: u64) -> MatchResult {
    let streams = Streams::derive(seed, 2);
    let mut machines: [Box<dyn Strategy>; 2] = players.map(|entry| entry.start(payoffs));
    let mut result = MatchResult { moves: Vec::with_capacity(rounds as usize), totals: [Dec::ZERO; 2] };
    let mut last: Option<[Move; 2]> = None;
    for k in 0..u64::from(rounds) {
        let mut moves = [Move::C; 2];
        for (i, machine) in machines.iter_mut().enumerate() {
            let seen = last.map(|l| (l[i], l[1 - i]));
            moves[i] = machine.next(seen).draw(|| Rng::for_decision(streams.seats[i], k));
        }
        result.totals[0] += payoffs.of(moves[0], moves[1]);
        result.totals[1] += payoffs.of(moves[1], moves[0]);
        result.moves.push(moves);
        last = Some(moves);
    }
    result
}
