//! Plays a silent match without writing events. Tests hold it equal to the logged path.

use super::strategies::{Entry, Strategy};
use super::{Move, OpenEnd, Payoffs};
use trivium_core::record::Streams;
use trivium_core::{Dec, Rng};

/// A finished match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchResult {
    /// The moves of each round as they came out, first player first.
    pub moves: Vec<[Move; 2]>,
    /// The moves of each round as they were meant: the same without noise.
    pub meant: Vec<[Move; 2]>,
    /// Each player's payoff.
    pub totals: [Dec; 2],
}

/// A match while it runs.
struct Match<'a> {
    payoffs: &'a Payoffs,
    streams: Streams,
    machines: [Box<dyn Strategy>; 2],
    result: MatchResult,
}

impl<'a> Match<'a> {
    fn start(players: [&Entry; 2], payoffs: &'a Payoffs, seed: u64) -> Match<'a> {
        let machines = players.map(|entry| entry.start(payoffs));
        let result = MatchResult { moves: Vec::new(), meant: Vec::new(), totals: [Dec::ZERO; 2] };
        Match { payoffs, streams: Streams::derive(seed, 2), machines, result }
    }

    /// Plays a round in which what was meant comes out as `comes_out` says.
    fn round(&mut self, comes_out: impl FnOnce([Move; 2]) -> [Move; 2]) {
        let k = self.result.moves.len() as u64;
        let last = self.result.moves.last().zip(self.result.meant.last()).map(|(moves, meant)| (*moves, *meant));
        let mut meant = [Move::C; 2];
        for (i, machine) in self.machines.iter_mut().enumerate() {
            if let Some((_, meant)) = last {
                machine.meant(meant[i]);
            }
            let seen = last.map(|(moves, _)| (moves[i], moves[1 - i]));
            meant[i] = machine.next(seen).draw(|| Rng::for_decision(self.streams.seats[i], k));
        }
        let moves = comes_out(meant);
        self.result.totals[0] += self.payoffs.of(moves[0], moves[1]);
        self.result.totals[1] += self.payoffs.of(moves[1], moves[0]);
        self.result.moves.push(moves);
        self.result.meant.push(meant);
    }
}

/// Plays `rounds` rounds of the repeated dilemma under a base seed.
pub fn play(players: [&Entry; 2], payoffs: &Payoffs, rounds: u32, seed: u64) -> MatchResult {
    let mut game = Match::start(players, payoffs, seed);
    for _ in 0..rounds {
        game.round(|meant| meant);
    }
    game.result
}

/// Plays the repeated dilemma with noise and an open end under a base seed.
pub fn play_open(players: [&Entry; 2], payoffs: &Payoffs, end: &OpenEnd, seed: u64) -> MatchResult {
    let mut game = Match::start(players, payoffs, seed);
    let mut chance = Rng::new(game.streams.chance);
    loop {
        game.round(|meant| meant.map(|m| if end.flips(&mut chance) { m.flipped() } else { m }));
        if game.result.moves.len() as u32 >= end.cap || !end.continues(&mut chance) {
            return game.result;
        }
    }
}
