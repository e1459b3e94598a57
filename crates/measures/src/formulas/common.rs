//! Definitions that recur in several games (section A7 of the rules page): payoffs between their bounds, contingency,
//! the endgame window, the drop of a series, and equality by the Gini coefficient.
//!
//! Whatever decides something (above or below a mean, at least half) is compared in whole numbers; a double appears in
//! the last division only.

use crate::bta::{Formula, Measured, Undefined};
use crate::episode::Episode;
use trivium_core::{Dec, Round, Seat};

/// Rounds in the endgame window.
pub const WINDOW: usize = 2;

/// Rounds before the endgame window, of `n` rounds played; `None` where there is no middle (n ≤ 2).
pub fn middle(n: usize) -> Option<usize> {
    n.checked_sub(WINDOW).filter(|&middle| middle > 0)
}

/// Rounds (from 1) of a series of `n` at whose index (from 0) the test holds.
pub fn rounds_where(n: usize, test: impl Fn(usize) -> bool) -> Vec<Round> {
    (0..n).filter(|&i| test(i)).map(|i| i as Round + 1).collect()
}

/// `(total − n·worst)/(n·best − n·worst)` of a seat, with the bounds of one round and n rounds played.
pub fn payoff_efficiency(e: &Episode<'_>, seat: Seat, worst: Dec, best: Dec) -> Formula {
    between(e.total(seat), e.rounds(), worst, best)
}

/// The same of the sum of all totals, with the bounds of the sum in one round: joint or group welfare.
pub fn group_welfare(e: &Episode<'_>, least: Dec, largest: Dec) -> Formula {
    between((0..e.seats()).map(|seat| e.total(seat)).sum(), e.rounds(), least, largest)
}

fn between(total: Dec, rounds: Round, lo: Dec, hi: Dec) -> Formula {
    let n = i64::from(rounds);
    Measured::ratio(total - lo * n, (hi - lo) * n, Vec::new())
}

/// The cases of a contingency, split into those with a high and those with a low stimulus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    rounds: Vec<Round>,
    high: Vec<bool>,
}

impl Split {
    /// High where the stimulus is at least the mean of all: count·v ≥ Σv.
    pub fn at_mean(stimuli: &[(Round, Dec)]) -> Split {
        let sum: Dec = stimuli.iter().map(|(_, v)| *v).sum();
        let count = stimuli.len() as i64;
        Split {
            rounds: stimuli.iter().map(|(round, _)| *round).collect(),
            high: stimuli.iter().map(|(_, v)| *v * count >= sum).collect(),
        }
    }

    /// For stimuli that are shares part/whole (wholes above 0): high where the share is at least the pooled one,
    /// part·Σwhole ≥ whole·Σpart.
    pub fn at_pooled_share(stimuli: &[(Round, Dec, Dec)]) -> Split {
        let parts: Dec = stimuli.iter().map(|(_, part, _)| *part).sum();
        let wholes: Dec = stimuli.iter().map(|(_, _, whole)| *whole).sum();
        let product = |a: Dec, b: Dec| a.scaled().saturating_mul(b.scaled());
        Split {
            rounds: stimuli.iter().map(|(round, ..)| *round).collect(),
            high: stimuli.iter().map(|(_, part, whole)| product(*part, wholes) >= product(*whole, parts)).collect(),
        }
    }

    /// Number of high and of low cases; undefined unless there are both (a constant stimulus has no low case).
    fn counts(&self) -> Result<(i64, i64), Undefined> {
        let high = self.high.iter().filter(|h| **h).count() as i64;
        let low = self.high.len() as i64 - high;
        if high == 0 || low == 0 { Err(Undefined::NoOpportunity) } else { Ok((high, low)) }
    }

    /// Mean outcome of the high cases − mean outcome of the low ones, outcomes being counted in units of 1/`scale`
    /// (Allan 1980: ΔP, for stimuli and outcomes of two values). Between −1 and 1 for outcomes from 0 to `scale`.
    pub fn contingency(&self, outcomes: &[Dec], scale: Dec) -> Formula {
        let (high, low) = self.counts()?;
        let sum_of = |side: bool| -> Dec {
            self.high.iter().zip(outcomes).filter(|(high, _)| **high == side).map(|(_, u)| *u).sum()
        };
        let part = sum_of(true) * low - sum_of(false) * high;
        let raw = part.ratio(scale * (high * low)).ok_or(Undefined::NoOpportunity)?;
        Ok(Measured::value(raw, self.rounds.clone()))
    }

    /// The same for outcomes that are shares part/whole of unlike wholes: doubles, added in round order.
    pub fn contingency_of_shares(&self, outcomes: &[(Dec, Dec)]) -> Formula {
        let (high, low) = self.counts()?;
        let (mut sum_high, mut sum_low) = (0.0, 0.0);
        for (is_high, (part, whole)) in self.high.iter().zip(outcomes) {
            let share = part.ratio(*whole).ok_or(Undefined::NoOpportunity)?;
            if *is_high {
                sum_high += share;
            } else {
                sum_low += share;
            }
        }
        Ok(Measured::value(sum_high / high as f64 - sum_low / low as f64, self.rounds.clone()))
    }
}

/// How far a series falls from its middle to the endgame window: `max(0, m − l)/(m − x0)` with m the mean over the
/// middle, l that over the window and x0 the lowest possible value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndgameDrop {
    part: Dec,
    whole: Dec,
    /// Rounds of the window with a value below the middle's mean.
    pub rounds: Vec<Round>,
}

impl EndgameDrop {
    /// Of the values of rounds 1 … n. Undefined for n ≤ 2 and where the middle lies at the lowest value throughout.
    pub fn of(series: &[Dec], lowest: Dec) -> Result<EndgameDrop, Undefined> {
        let middle = middle(series.len()).ok_or(Undefined::NoOpportunity)?;
        let (k, window) = (middle as i64, WINDOW as i64);
        let sum: Dec = series[..middle].iter().copied().sum();
        let last: Dec = series[middle..].iter().copied().sum();
        let whole = (sum - lowest * k) * window;
        if whole == Dec::ZERO {
            return Err(Undefined::NoOpportunity);
        }
        let part = (sum * window - last * k).max(Dec::ZERO);
        let rounds = rounds_where(series.len(), |i| i >= middle && series[i] * k < sum);
        Ok(EndgameDrop { part, whole, rounds })
    }

    /// Whether the drop is at least a half.
    pub fn at_least_half(&self) -> bool {
        self.part * 2 >= self.whole
    }

    /// The drop as an indicator.
    pub fn measured(&self) -> Formula {
        let raw = self.part.ratio(self.whole).ok_or(Undefined::NoOpportunity)?;
        Ok(Measured::value(raw, self.rounds.clone()))
    }
}

/// 1 − Gini of n amounts x ≥ 0, `Gini = Σ_i Σ_j |x_i − x_j| / (2·n·Σx)`, between 1/n (one has all) and 1 (all have the
/// same). Undefined where the sum is 0.
pub fn equality(amounts: &[Dec]) -> Formula {
    let n = amounts.len() as i64;
    let sum: Dec = amounts.iter().copied().sum();
    let distances: Dec = amounts.iter().flat_map(|a| amounts.iter().map(move |b| (*a - *b).abs())).sum();
    let whole = sum * (2 * n);
    let raw = (whole - distances).ratio(whole).ok_or(Undefined::NoOpportunity)?;
    Ok(Measured::value(raw, Vec::new()).within(1.0 / n as f64, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decs(values: &[i64]) -> Vec<Dec> {
        values.iter().map(|&v| Dec::int(v)).collect()
    }

    fn cases(values: &[i64]) -> Vec<(Round, Dec)> {
        values.iter().zip(2..).map(|(&v, round)| (round, Dec::int(v))).collect()
    }

    #[test]
    fn contingency_is_the_difference_of_two_conditional_means() {
        // Stimuli 1, 0, 1, 0, 1: mean 3/5. After 1: outcomes 1, 1, 0, mean 2/3; after 0: 0, 1, mean 1/2.
        let split = Split::at_mean(&cases(&[1, 0, 1, 0, 1]));
        let found = split.contingency(&decs(&[1, 0, 1, 1, 0]), Dec::ONE).unwrap();
        assert_eq!(found.raw, 1.0 / 6.0);
        assert_eq!(found.rounds, [2, 3, 4, 5, 6]);
    }

    #[test]
    fn a_stimulus_at_the_mean_is_high_by_whole_numbers() {
        // 0.1, 0.1, 0.1 are equal: in doubles their sum is not three times the first.
        let tenth = Dec::parse("0.1").unwrap();
        let constant = Split::at_mean(&[(1, tenth), (2, tenth), (3, tenth)]);
        assert_eq!(constant.contingency(&decs(&[0, 1, 0]), Dec::ONE), Err(Undefined::NoOpportunity));
        // Mean of 2, 4, 6 is 4: outcomes 5 and 10 of 10 are high, 0 is low: 0.75 − 0.
        let split = Split::at_mean(&cases(&[2, 4, 6]));
        assert_eq!(split.contingency(&decs(&[0, 5, 10]), Dec::int(10)).unwrap().raw, 0.75);
    }

    #[test]
    fn pooled_shares_are_split_by_cross_multiplication() {
        // 1/2, 10/30 and 15/30: pooled 26/62 = 0.419…; high are 1/2 and 15/30, low is 10/30.
        let stimuli = [(2, 1, 2), (3, 10, 30), (4, 15, 30)].map(|(t, a, b)| (t, Dec::int(a), Dec::int(b)));
        let found = Split::at_pooled_share(&stimuli).contingency(&decs(&[10, 2, 6]), Dec::int(10)).unwrap();
        // (10 + 6)/2/10 − 2/10 = 0.6.
        assert_eq!(found.raw, 0.6);
    }

    #[test]
    fn shares_of_unlike_wholes_are_added_as_doubles() {
        let split = Split::at_mean(&cases(&[1, 3, 2]));
        let outcomes = [(1, 3), (9, 9), (2, 6)].map(|(a, b)| (Dec::int(a), Dec::int(b)));
        // High: 9/9 and 2/6, mean 2/3; low 1/3.
        let found = split.contingency_of_shares(&outcomes).unwrap();
        assert!((found.raw - 1.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn drop_compares_the_window_with_the_middle() {
        // Middle 10, 20, 15 (mean 15), window 15, 0 (mean 7.5): (15 − 7.5)/15 = 1/2.
        let drop = EndgameDrop::of(&decs(&[10, 20, 15, 15, 0]), Dec::ZERO).unwrap();
        assert_eq!(drop.measured().unwrap().raw, 0.5);
        assert!(drop.at_least_half());
        assert_eq!(drop.rounds, [5]);
        // With a lowest value of 5: 7.5/(15 − 5).
        assert_eq!(EndgameDrop::of(&decs(&[10, 20, 15, 15, 0]), Dec::int(5)).unwrap().measured().unwrap().raw, 0.75);
        // A rise is no drop; two rounds have no middle; a middle at the lowest value cannot fall.
        assert_eq!(EndgameDrop::of(&decs(&[3, 9, 9]), Dec::ZERO).unwrap().measured().unwrap().raw, 0.0);
        assert_eq!(EndgameDrop::of(&decs(&[3, 9]), Dec::ZERO), Err(Undefined::NoOpportunity));
        assert_eq!(EndgameDrop::of(&decs(&[2, 9, 9]), Dec::int(2)), Err(Undefined::NoOpportunity));
    }

    #[test]
    fn equality_runs_from_one_of_n_to_one() {
        assert_eq!(equality(&decs(&[7, 7, 7])).unwrap().raw, 1.0);
        let alone = equality(&decs(&[0, 9, 0])).unwrap();
        assert_eq!((alone.raw, alone.bounds), (1.0 / 3.0, Some((1.0 / 3.0, 1.0))));
        // 1, 2, 3: Σ|x_i − x_j| = 2·(1 + 2 + 1) = 8, Gini 8/(2·3·6) = 2/9.
        assert_eq!(equality(&decs(&[1, 2, 3])).unwrap().raw, 7.0 / 9.0);
        assert_eq!(equality(&decs(&[0, 0])), Err(Undefined::NoOpportunity));
    }

    #[test]
    fn the_middle_needs_more_than_the_window() {
        assert_eq!([0, 2, 3, 10].map(middle), [None, None, Some(1), Some(8)]);
    }
}
