//! Percentile intervals by the bootstrap (Efron 1979; Efron and Tibshirani 1993, chapter 13).
//!
//! Every figure draws from its own generator, which runs through all its resamples: the seed is the base seed
//! exclusive-or the FNV-1a hash of the figure's path (see [`trivium_core::Rng::named`]).

use super::{NotComputable, mean, quantile};
use serde::{Deserialize, Serialize};
use trivium_core::Rng;

/// How an interval is made.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resampling {
    /// Number of resamples.
    pub resamples: u32,
    /// Share of the distribution inside the interval, between 0 and 1.
    pub level: f64,
}

impl Default for Resampling {
    /// 2000 resamples, 95 percent.
    fn default() -> Resampling {
        Resampling { resamples: 2000, level: 0.95 }
    }
}

/// An interval, and how many resamples had no value. As JSON `{"interval": [lo, hi], "dropped": n}`, or
/// `{"interval": {"not_computable": reason}, …}`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    /// Lower and upper end.
    #[serde(rename = "interval", with = "ends")]
    pub ends: Result<[f64; 2], NotComputable>,
    /// Resamples left out because the statistic had no value there.
    pub dropped: u32,
}

mod ends {
    use super::NotComputable;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Form {
        Ends([f64; 2]),
        Not { not_computable: NotComputable },
    }

    pub fn serialize<S: Serializer>(ends: &Result<[f64; 2], NotComputable>, s: S) -> Result<S::Ok, S::Error> {
        match *ends {
            Ok(ends) => Form::Ends(ends),
            Err(not_computable) => Form::Not { not_computable },
        }
        .serialize(s)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Result<[f64; 2], NotComputable>, D::Error> {
        Ok(match Form::deserialize(d)? {
            Form::Ends(ends) => Ok(ends),
            Form::Not { not_computable } => Err(not_computable),
        })
    }
}

impl Resampling {
    /// The interval of a statistic of units in id order. The statistic gets each resample in draw order; it may have
    /// no value there.
    pub fn of<T: Copy>(&self, units: &[T], rng: &mut Rng, mut statistic: impl FnMut(&[T]) -> Option<f64>) -> Interval {
        let mut drawn = Vec::with_capacity(units.len());
        self.repeat(units.len() >= 2, || {
            drawn.clear();
            drawn.extend((0..units.len()).map(|_| units[rng.index(units.len() as u64) as usize]));
            statistic(&drawn)
        })
    }

    /// The interval of a mean.
    pub fn of_mean(&self, units: &[f64], rng: &mut Rng) -> Interval {
        let n = units.len();
        self.repeat(n >= 2, || {
            let sum = (0..n).fold(0.0, |sum, _| sum + units[rng.index(n as u64) as usize]);
            Some(sum / n as f64)
        })
    }

    /// The interval of a mean of means: in every resample each group is resampled within itself, group after group.
    /// Fewer than two units in all are too few.
    pub fn of_mean_of_means(&self, groups: &[&[f64]], rng: &mut Rng) -> Interval {
        let units: usize = groups.iter().map(|group| group.len()).sum();
        let mut means = Vec::with_capacity(groups.len());
        self.repeat(units >= 2, || {
            means.clear();
            for group in groups.iter().filter(|group| !group.is_empty()) {
                let n = group.len();
                let sum = (0..n).fold(0.0, |sum, _| sum + group[rng.index(n as u64) as usize]);
                means.push(sum / n as f64);
            }
            mean(&means)
        })
    }

    fn repeat(&self, enough: bool, mut one: impl FnMut() -> Option<f64>) -> Interval {
        if !enough {
            return Interval { ends: Err(NotComputable::TooFew), dropped: 0 };
        }
        let mut kept: Vec<f64> = (0..self.resamples).filter_map(|_| one()).collect();
        let dropped = self.resamples - kept.len() as u32;
        kept.sort_by(f64::total_cmp);
        let tail = (1.0 - self.level) / 2.0;
        let ends = match (quantile(&kept, tail), quantile(&kept, 1.0 - tail)) {
            (Some(lo), Some(hi)) if dropped * 10 <= self.resamples => Ok([lo, hi]),
            _ => Err(NotComputable::Unstable),
        };
        Interval { ends, dropped }
    }
}
