//! The Committee Voting game (`L3-T05`): private values, straw polls that bind nobody, and a quota.

pub mod agents;
mod rules;
pub mod text;

pub use rules::{Committee, LETTERS, index, letter};

use crate::registry::{GameInfo, table};

/// `L3-T05`.
pub static GAME: GameInfo = GameInfo {
    id: "L3-T05",
    level: 3,
    name: "Committee Voting",
    seats: 5,
    task: include_str!("../../tasks/L3-T05.json"),
    make: |params, condition| table(Committee::new(params, condition)?, condition),
    agents: agents::all,
    text: text::rules,
    label: text::label,
};

/// The index of the largest value, the first among equals (0 of an empty list).
pub fn top(values: &[i64]) -> usize {
    (0..values.len()).rev().max_by_key(|&i| values[i]).unwrap_or(0)
}

/// The number of votes for each of `alternatives`.
pub fn tally(votes: &[usize], alternatives: usize) -> Vec<i64> {
    (0..alternatives).map(|a| votes.iter().filter(|&&vote| vote == a).count() as i64).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_among_equals_is_the_top() {
        assert_eq!([top(&[3, 9, 9]), top(&[0, 0]), top(&[1, 2, 3]), top(&[])], [1, 0, 2, 0]);
        assert_eq!(tally(&[0, 2, 2], 4), [1, 0, 2, 0]);
    }
}
