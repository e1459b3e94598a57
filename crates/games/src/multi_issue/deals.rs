//! Pools, values and bundles: what may be drawn, and what a division is worth. The setting is that of DeVault, Mell
//! and Gratch (2015) and Lewis et al. (2017): three kinds of items, private values with the same total for both.

use trivium_core::{Json, Rng};

/// Units of each of the three items, or the value of one unit of each.
pub type Triple = [i64; 3];

/// What a bundle is worth.
pub fn worth(values: &Triple, bundle: &Triple) -> i64 {
    values.iter().zip(bundle).map(|(v, x)| v * x).sum()
}

/// What is left of the pool.
pub fn rest(pool: &Triple, taken: &Triple) -> Triple {
    std::array::from_fn(|i| pool[i] - taken[i])
}

/// Every bundle of the pool, in lexicographic order.
pub fn bundles(pool: &Triple) -> impl Iterator<Item = Triple> + use<> {
    let [a, b, c] = *pool;
    (0..=a).flat_map(move |x| (0..=b).flat_map(move |y| (0..=c).map(move |z| [x, y, z])))
}

/// The largest sum of what both sides get: every item goes to who values it more.
pub fn largest_joint(pool: &Triple, values: [&Triple; 2]) -> i64 {
    (0..3).map(|i| pool[i] * values[0][i].max(values[1][i])).sum()
}

/// Reads a list of three whole numbers.
pub fn triple(value: &Json) -> Option<Triple> {
    let list: Vec<i64> = value.as_array()?.iter().map(Json::as_i64).collect::<Option<_>>()?;
    list.try_into().ok()
}

/// The lists of non-negative values that make the pool worth the total, in lexicographic order.
pub fn value_lists(pool: &Triple, total: i64) -> Vec<Triple> {
    let [a, b, c] = pool.map(|p| p.max(1));
    let mut lists = Vec::new();
    for x in 0..=total / a {
        for y in 0..=(total - a * x) / b {
            let left = total - a * x - b * y;
            if left % c == 0 {
                lists.push([x, y, left / c]);
            }
        }
    }
    lists
}

/// Which items a list gives a value.
fn valued(values: &Triple) -> u8 {
    (0..3).filter(|&i| values[i] > 0).fold(0, |mask, i| mask | 1 << i)
}

/// Whether every item is worth something to somebody and some item to both.
pub fn fit(a: &Triple, b: &Triple) -> bool {
    fit_masks(valued(a), valued(b))
}

fn fit_masks(a: u8, b: u8) -> bool {
    a | b == 7 && a & b != 0
}

/// How many lists value exactly the items of each set.
fn census(lists: &[Triple]) -> [u64; 8] {
    let mut counts = [0; 8];
    for list in lists {
        counts[usize::from(valued(list))] += 1;
    }
    counts
}

fn partners(counts: &[u64; 8], mask: u8) -> u64 {
    (0..8u8).filter(|&other| fit_masks(mask, other)).map(|other| counts[usize::from(other)]).sum()
}

/// How many pairs of lists fit.
pub fn pairs(pool: &Triple, total: i64) -> u64 {
    let counts = census(&value_lists(pool, total));
    (0..8u8).map(|mask| counts[usize::from(mask)] * partners(&counts, mask)).sum()
}

/// The pools of a size with at least one fitting pair of values, in lexicographic order.
pub fn pools(min_items: i64, max_items: i64, total: i64) -> impl Iterator<Item = Triple> {
    let most = max_items - 2;
    let all = (1..=most).flat_map(move |a| (1..=most).flat_map(move |b| (1..=most).map(move |c| [a, b, c])));
    all.filter(move |pool| (min_items..=max_items).contains(&pool.iter().sum()) && pairs(pool, total) > 0)
}

/// Draws the first half of a pair, all pairs being equally likely: a list has the weight of the lists that fit it.
pub fn draw_first(pool: &Triple, total: i64, rng: &mut Rng) -> Option<Triple> {
    let lists = value_lists(pool, total);
    let counts = census(&lists);
    let mut k = rng.index(pairs(pool, total));
    lists.iter().copied().find(|list| {
        let weight = partners(&counts, valued(list));
        let here = k < weight;
        k = k.wrapping_sub(if here { 0 } else { weight });
        here
    })
}

/// Draws the second half: one of the lists that fit the first (of all where a record's first half has none).
pub fn draw_second(pool: &Triple, total: i64, first: &Triple, rng: &mut Rng) -> Option<Triple> {
    let lists = value_lists(pool, total);
    let fitting: Vec<Triple> = lists.iter().copied().filter(|list| fit(first, list)).collect();
    rng.choice(if fitting.is_empty() { &lists } else { &fitting }).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn the_defaults_have_31_pools_and_5793_combinations() {
        let found: Vec<Triple> = pools(5, 7, 10).collect();
        assert_eq!(found.len(), 31);
        assert_eq!(found.iter().map(|pool| pairs(pool, 10)).sum::<u64>(), 5793);
        assert!(found.windows(2).all(|w| w[0] < w[1]));
    }

    #[test]
    fn counted_pairs_are_the_listed_ones_and_equally_likely() {
        let pool = [1, 2, 2];
        let lists = value_lists(&pool, 10);
        assert!(lists.windows(2).all(|w| w[0] < w[1]) && lists.iter().all(|v| worth(v, &pool) == 10));
        let listed: Vec<(Triple, Triple)> =
            lists.iter().flat_map(|a| lists.iter().map(|b| (*a, *b))).filter(|(a, b)| fit(a, b)).collect();
        assert_eq!(listed.len() as u64, pairs(&pool, 10));
        let (mut rng, mut seen) = (Rng::new(3), BTreeMap::new());
        let draws = 200 * listed.len();
        for _ in 0..draws {
            let a = draw_first(&pool, 10, &mut rng).unwrap();
            let b = draw_second(&pool, 10, &a, &mut rng).unwrap();
            *seen.entry((a, b)).or_insert(0u32) += 1;
        }
        assert_eq!(seen.len(), listed.len());
        // Expected 200 each, standard deviation about 14; five of them.
        assert!(seen.values().all(|n| (130..270).contains(n)), "{:?}", seen.values());
    }
}
