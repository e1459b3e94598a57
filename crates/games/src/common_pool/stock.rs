//! The arithmetic of the stock: harvest, regrowth, and the share that keeps growth at its maximum. Divisions are
//! cut after 12 decimals where the rules say so and exact everywhere else.

use trivium_core::Dec;

/// 10¹² / 10³: what a scaled parameter of at most 3 decimals is divided by to count its thousandths.
const THOUSANDTH: i128 = 1_000_000_000;

/// The largest multiple of `step` (> 0) that is at most `value` (≥ 0).
pub fn down(value: Dec, step: Dec) -> Dec {
    down_share(value, 1, step)
}

/// The largest multiple of `step` (> 0) that is at most `value / parts` (`value` ≥ 0, `parts` > 0).
pub fn down_share(value: Dec, parts: i64, step: Dec) -> Dec {
    let divisor = step.scaled().saturating_mul(i128::from(parts)).max(1);
    Dec::from_scaled(value.scaled().max(0) / divisor * step.scaled())
}

/// What each seat takes: its request, or, where the requests exceed the stock, its proportional part of the stock
/// cut after 12 decimals.
pub fn harvest(stock: Dec, requests: &[Dec]) -> Vec<Dec> {
    let wanted: Dec = requests.iter().copied().sum();
    let part = |request: Dec| if wanted <= stock { Some(request) } else { request.mul_div(stock, wanted) };
    requests.iter().map(|&request| part(request).unwrap_or_default()).collect()
}

/// Logistic regrowth `growth·remaining·(1 − remaining/capacity)`, the product formed exactly and cut once.
/// `growth` has at most 3 decimals and is at most 2, the amounts are at most 1000: the product of the whole
/// numbers stays below 2·10³³.
pub fn regrowth(remaining: Dec, growth: Dec, capacity: Dec) -> Dec {
    let product = growth.scaled() / THOUSANDTH * remaining.scaled() * (capacity - remaining).scaled();
    Dec::from_scaled(product / (1000 * capacity.scaled()).max(1))
}

/// The sustainable share of a seat, `max(0, stock − capacity/2) / n`: taking down to half the capacity keeps growth
/// at its maximum (constant escapement, Reed 1979). Kept as a fraction, so that comparisons are exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SustainableShare {
    /// `max(0, 2·stock − capacity)`.
    spare: Dec,
    /// `2·n`.
    parts: i64,
    stock: Dec,
}

impl SustainableShare {
    /// The share of each of `n` seats.
    pub fn of(stock: Dec, capacity: Dec, n: i64) -> SustainableShare {
        SustainableShare { spare: (stock * 2 - capacity).max(Dec::ZERO), parts: 2 * n, stock }
    }

    /// Whether a request is at most the share.
    pub fn covers(&self, request: Dec) -> bool {
        request * self.parts <= self.spare
    }

    /// The largest multiple of the step that is at most the share.
    pub fn down(&self, step: Dec) -> Dec {
        down_share(self.spare, self.parts, step)
    }

    /// How far a request exceeds the share, relative to the largest possible excess: `(request − q)/(stock − q)`,
    /// 0 where it does not. One division.
    pub fn excess(&self, request: Dec) -> f64 {
        let over = (request * self.parts - self.spare).max(Dec::ZERO);
        over.ratio(self.stock * self.parts - self.spare).unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dec(text: &str) -> Dec {
        Dec::parse(text).unwrap_or_default()
    }

    #[test]
    fn the_share_of_the_rules_page() {
        // q = 12.5 at 100, 2.5 at 60, 0 at 50 and below (four seats, capacity 100).
        for (stock, q) in [(100, "12.5"), (60, "2.5"), (50, "0"), (20, "0")] {
            let share = SustainableShare::of(Dec::int(stock), Dec::int(100), 4);
            assert_eq!(share.down(dec("0.5")), dec(q));
            assert!(share.covers(dec(q)) && !share.covers(dec(q) + dec("0.001")));
        }
        // Three seats: q = 50/3 = 16.66…, on the half-unit grid 16.5.
        assert_eq!(SustainableShare::of(Dec::int(100), Dec::int(100), 3).down(dec("0.5")), dec("16.5"));
    }

    #[test]
    fn regrowth_is_cut_once_after_twelve_places() {
        // 0.4 · 79.08416 · (1 − 0.7908416) = 31.633664 · 0.2091584 = 6.6164465483776.
        assert_eq!(regrowth(dec("79.08416"), dec("0.4"), Dec::int(100)), dec("6.616446548377"));
        assert_eq!(regrowth(Dec::int(50), dec("0.4"), Dec::int(100)), Dec::int(10));
        assert_eq!(regrowth(Dec::ZERO, Dec::int(2), Dec::int(1000)), Dec::ZERO);
        // The largest product: 2 · 500 · (1 − 1/2).
        assert_eq!(regrowth(Dec::int(500), Dec::int(2), Dec::int(1000)), Dec::int(500));
    }

    #[test]
    fn rationing_is_in_proportion_and_leaves_the_dust() {
        // 100 · 100/137.5 = 72.7272…; 12.5 · 100/137.5 = 9.0909….
        let taken = harvest(Dec::int(100), &[Dec::int(100), dec("12.5"), dec("12.5"), dec("12.5")]);
        assert_eq!(taken[0], dec("72.727272727272"));
        assert_eq!(taken[3], dec("9.090909090909"));
        assert_eq!(Dec::int(100) - taken.iter().copied().sum(), dec("0.000000000001"));
    }
}
