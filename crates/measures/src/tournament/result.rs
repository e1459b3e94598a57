//! What a tournament came to: ranking, matrix of pairs, cooperation over time.

use super::games::Turns;
use super::play::{Arena, Played};
use super::spec::{NoiseBy, Pairing, Seating, SelfPlay, Spec};
use crate::stats::{Interval, Resampling, mean};
use serde::{Deserialize, Serialize};
use trivium_core::{Condition, Dec, Json, Rng};

/// The format of a result.
pub const FORMAT: &str = "trivium-tournament-result/1";

/// The result of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// `trivium-tournament-result/1`.
    pub format: String,
    /// What was to be played.
    pub spec: Spec,
    /// Whether all of it was played.
    pub finished: bool,
    /// Matches played.
    pub matches: u64,
    /// Decisions taken, messages included.
    pub decisions: u64,
    /// The result of each contest, in the order of the specification.
    pub contests: Vec<ContestResult>,
}

/// The result of one contest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ContestResult {
    /// The game's id.
    pub game: String,
    /// The complete parameters.
    pub params: Json,
    /// The condition.
    pub condition: Condition,
    /// Where the noise came in.
    pub noise_by: NoiseBy,
    /// How two agents shared the seats.
    pub seating: Seating,
    /// What payoffs were divided by.
    pub turns: Turns,
    /// The agents, in the order of the specification: rows and columns of the matrix.
    pub agents: Vec<String>,
    /// By mean payoff per turn, best first; equal means in the order of the specification.
    pub ranking: Vec<Standing>,
    /// Mean payoff per turn of the row's agent against the column's; `null` where they did not meet.
    pub matrix: Vec<Vec<Option<f64>>>,
    /// For games with a cooperative choice: how cooperative each agent was, round by round; `null` in a round that none
    /// of its matches had. Over the matches that the ranking counts.
    pub cooperation: Option<Vec<Vec<Option<f64>>>>,
    /// The same over all agents together.
    pub cooperation_overall: Option<Vec<Option<f64>>>,
}

/// The place of one agent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// 1 for the best; equal means share the average of their places.
    pub rank: f64,
    /// The agent's id.
    pub agent: String,
    /// Its mean payoff per turn over its matches; a match against itself is one match with the mean of both seats.
    /// `null` before its first match.
    pub mean: Option<f64>,
    /// The bootstrap interval of the mean over its matches; absent in a preview.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// Matches that count.
    pub matches: u32,
    /// Of them, against others in games of two seats: matches with a strictly higher total than the other's.
    pub wins: u32,
    /// Matches with the same total.
    pub draws: u32,
    /// Matches with a lower total.
    pub losses: u32,
    /// How cooperative its choices were, from 0 to 1.
    pub cooperation: Option<f64>,
}

/// A sum and how many went into it.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    sum: f64,
    n: u32,
}

impl Sum {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.n += 1;
    }

    fn merge(&mut self, other: Sum) {
        self.sum += other.sum;
        self.n += other.n;
    }

    fn mean(self) -> Option<f64> {
        (self.n > 0).then(|| self.sum / f64::from(self.n))
    }
}

/// What has been played so far, per agent.
#[derive(Clone, Debug, Default)]
struct Account {
    /// Payoff per turn of each match that counts.
    units: Vec<f64>,
    wins: u32,
    draws: u32,
    losses: u32,
    /// By round.
    cooperation: Vec<Sum>,
}

/// The running sums of a contest, in match order.
pub(super) struct Ledger {
    accounts: Vec<Account>,
    cells: Vec<Vec<Sum>>,
}

impl Ledger {
    pub fn new(agents: usize) -> Ledger {
        Ledger { accounts: vec![Account::default(); agents], cells: vec![vec![Sum::default(); agents]; agents] }
    }

    /// Takes a finished match.
    pub fn add(&mut self, pairing: &Pairing, order: u32, focal: usize, played: &Played, self_play: SelfPlay) {
        let [a, b] = pairing.pair;
        let per_turn = |seat: usize| -> f64 {
            let total = played.totals.get(seat).copied().unwrap_or_default();
            total.ratio(Dec::int(played.turns.into())).unwrap_or(0.0)
        };
        let counts = a != b || self_play == SelfPlay::Counted;
        // Seats that count: which seat, whose it is, against whom.
        let seats: &[(usize, usize, usize)] = match (pairing.both, order) {
            (false, _) => &[(focal, a, b)],
            (true, 0) => &[(0, a, b), (1, b, a)],
            (true, _) => &[(0, b, a), (1, a, b)],
        };
        if pairing.both && a == b {
            let both = (per_turn(0) + per_turn(1)) / 2.0;
            self.cells[a][a].add(both);
            if counts {
                self.accounts[a].units.push(both);
            }
        } else {
            for &(seat, own, other) in seats {
                self.cells[own][other].add(per_turn(seat));
                if counts {
                    self.accounts[own].units.push(per_turn(seat));
                }
            }
        }
        if pairing.both && a != b {
            for &(seat, own, _) in seats {
                let account = &mut self.accounts[own];
                match played.totals.get(seat).cmp(&played.totals.get(1 - seat)) {
                    std::cmp::Ordering::Greater => account.wins += 1,
                    std::cmp::Ordering::Equal => account.draws += 1,
                    std::cmp::Ordering::Less => account.losses += 1,
                }
            }
        }
        if counts {
            self.cooperate(seats, played);
        }
    }

    /// Adds up how cooperative the seats that count were.
    fn cooperate(&mut self, seats: &[(usize, usize, usize)], played: &Played) {
        let fast = &played.tally.cooperative;
        for &(seat, own, _) in seats {
            let by_round = &mut self.accounts[own].cooperation;
            if by_round.len() < fast.len() {
                by_round.resize(fast.len(), Sum::default());
            }
            for (sum, levels) in by_round.iter_mut().zip(fast) {
                sum.add(if levels.get(seat) == Some(&true) { 1.0 } else { 0.0 });
            }
            for &(round, _, level) in played.cooperation.iter().filter(|(_, by, _)| usize::from(*by) == seat) {
                let at = round.saturating_sub(1) as usize;
                if by_round.len() <= at {
                    by_round.resize(at + 1, Sum::default());
                }
                by_round[at].add(level);
            }
        }
    }

    pub fn result(&self, spec: &Spec, arena: &Arena, resampling: Option<Resampling>) -> ContestResult {
        let cooperates = arena.facts.cooperation.is_some();
        let rounds = self.accounts.iter().map(|a| a.cooperation.len()).max().unwrap_or(0);
        let at = |account: &Account, round: usize| account.cooperation.get(round).copied().unwrap_or_default();
        let overall = |round: usize| {
            self.accounts.iter().fold(Sum::default(), |mut sum, account| {
                sum.merge(at(account, round));
                sum
            })
        };
        let by_agent =
            |account: &Account| (0..rounds).map(|round| at(account, round).mean()).collect::<Vec<Option<f64>>>();
        ContestResult {
            game: arena.game.clone(),
            params: arena.params().clone(),
            condition: arena.condition,
            noise_by: arena.noise,
            seating: arena.seating,
            turns: arena.facts.turns.0,
            agents: arena.agents.clone(),
            ranking: self.ranking(spec, arena, resampling),
            matrix: self.cells.iter().map(|row| row.iter().map(|cell| cell.mean()).collect()).collect(),
            cooperation: cooperates.then(|| self.accounts.iter().map(by_agent).collect()),
            cooperation_overall: cooperates.then(|| (0..rounds).map(|round| overall(round).mean()).collect()),
        }
    }

    fn ranking(&self, spec: &Spec, arena: &Arena, resampling: Option<Resampling>) -> Vec<Standing> {
        let standing = |(account, agent): (&Account, &String)| {
            let (game, condition) = (&arena.game, arena.condition.name());
            let figure = || Rng::named(spec.seed, &format!("tournament/{game}/{condition}/{agent}/mean"));
            let mut all = Sum::default();
            account.cooperation.iter().for_each(|sum| all.merge(*sum));
            Standing {
                rank: 0.0,
                agent: agent.clone(),
                mean: mean(&account.units),
                interval: resampling.map(|how| how.of_mean(&account.units, &mut figure())),
                matches: account.units.len() as u32,
                wins: account.wins,
                draws: account.draws,
                losses: account.losses,
                cooperation: all.mean(),
            }
        };
        let mut ranking: Vec<Standing> = self.accounts.iter().zip(&arena.agents).map(standing).collect();
        let key = |s: &Standing| s.mean.unwrap_or(f64::NEG_INFINITY);
        ranking.sort_by(|x, y| key(y).total_cmp(&key(x)));
        let keys: Vec<f64> = ranking.iter().map(key).collect();
        for standing in &mut ranking {
            let own = key(standing);
            let above = keys.iter().filter(|k| **k > own).count() as f64;
            let same = keys.iter().filter(|k| **k == own).count() as f64;
            standing.rank = above + (same + 1.0) / 2.0;
        }
        ranking
    }
}
