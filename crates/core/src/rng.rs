//! The one random generator: xoshiro256++ (Blackman and Vigna 2019), seeded by SplitMix64.
//!
//! Core owns the sampling functions, because library sampling may change between versions and a record must give
//! the same draws for ever. No `usize` is drawn: it is 32 bits wide in WebAssembly.

/// FNV-1a, 64 bits, of a name in UTF-8.
pub const fn fnv1a(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x100_0000_01b3);
        i += 1;
    }
    hash
}

/// The seed of the stream called `name` under the base seed: `base ⊕ FNV-1a(name)`.
pub const fn stream_seed(base: u64, name: &str) -> u64 {
    base ^ fnv1a(name)
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(GOLDEN);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A xoshiro256++ generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    s: [u64; 4],
}

impl Rng {
    /// Starts from a 64-bit seed: the state is four successive outputs of SplitMix64.
    pub fn new(seed: u64) -> Rng {
        let mut state = seed;
        Rng { s: std::array::from_fn(|_| split_mix(&mut state)) }
    }

    /// The stream called `name` under a base seed.
    pub fn named(base: u64, name: &str) -> Rng {
        Rng::new(stream_seed(base, name))
    }

    /// The generator of decision number `k` (from 0) of a stream. Each decision has its own, so that a resumed
    /// session draws the same values without repeating the decisions before it.
    pub fn for_decision(stream: u64, k: u64) -> Rng {
        let mut state = stream.wrapping_add(k.wrapping_mul(GOLDEN));
        Rng::new(split_mix(&mut state))
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.s;
        let out = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        out
    }

    /// A whole number below `n` by multiply-shift (0 when `n` is 0).
    pub fn index(&mut self, n: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// A whole number from `lo` to `hi`, both included (`lo ≤ hi`).
    pub fn between(&mut self, lo: i64, hi: i64) -> i64 {
        let width = hi.wrapping_sub(lo) as u64;
        lo.wrapping_add(self.index(width.saturating_add(1)) as i64)
    }

    /// True with probability `num/den`.
    pub fn chance(&mut self, num: u64, den: u64) -> bool {
        self.index(den) < num
    }

    /// One of the items, or `None` of an empty list.
    pub fn choice<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.index(items.len() as u64) as usize)
    }

    /// Shuffles in place: for i from the last down to 1, swaps element i with element `index(i + 1)`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.index(i as u64 + 1) as usize);
        }
    }

    /// A permutation of 0 … n − 1.
    pub fn permutation(&mut self, n: u8) -> Vec<u8> {
        let mut seats: Vec<u8> = (0..n).collect();
        self.shuffle(&mut seats);
        seats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_output_for_seed_zero_is_the_published_one() {
        assert_eq!(Rng::new(0).next_u64(), 5987356902031041503);
    }

    #[test]
    fn fnv_matches_the_published_vectors() {
        // From the FNV reference: empty string, "a", "foobar".
        assert_eq!(fnv1a(""), 0xcbf29ce484222325);
        assert_eq!(fnv1a("a"), 0xaf63dc4c8601ec8c);
        assert_eq!(fnv1a("foobar"), 0x85944171f73967e8);
    }

    #[test]
    fn index_stays_below_and_reaches_every_value() {
        let mut rng = Rng::new(7);
        let mut seen = [0u32; 7];
        for _ in 0..7000 {
            seen[rng.index(7) as usize] += 1;
        }
        // Expected 1000 each, standard deviation √(7000·1/7·6/7) = 29; five of them.
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
        assert_eq!(rng.index(0), 0);
        assert_eq!(rng.index(1), 0);
    }

    #[test]
    fn decisions_draw_independently_of_one_another() {
        let a = Rng::for_decision(5, 0).next_u64();
        let b = Rng::for_decision(5, 1).next_u64();
        assert_ne!(a, b);
        assert_eq!(Rng::for_decision(5, 1).next_u64(), b);
    }
}
