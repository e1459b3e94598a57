//! Statistics over scores, repeatable in any language: plain sums in the stated order, one generator per figure.

pub mod bootstrap;

pub use bootstrap::{Interval, Resampling};

use serde::{Deserialize, Serialize};

/// Why a statistic has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotComputable {
    /// Too few units.
    TooFew,
    /// More than a tenth of the resamples had no value.
    Unstable,
}

impl NotComputable {
    /// In words.
    pub const fn sentence(self) -> &'static str {
        match self {
            NotComputable::TooFew => "No interval: it needs at least two matches.",
            NotComputable::Unstable => "No interval: too many resamples have no value.",
        }
    }
}

/// The sum from left to right, divided once by the count; `None` of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The quantile `q` (0 … 1) of a sorted list, between neighbours in proportion: with h = (n − 1)·q and i = ⌊h⌋ it is
/// x_i + (h − i)·(x_{i+1} − x_i), the last element where there is no next. `None` of nothing.
pub fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let last = *sorted.last()?;
    let h = (sorted.len() - 1) as f64 * q;
    let i = h.floor();
    let at = |i: f64| sorted.get(i as usize).copied();
    match (at(i), at(i + 1.0)) {
        (Some(x), Some(next)) => Some(x + (h - i) * (next - x)),
        _ => Some(last),
    }
}
