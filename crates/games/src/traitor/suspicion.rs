//! What a seat can infer of the others from the missions, as if it were loyal itself: Bayes' rule with a uniform prior
//! and a traitor that sabotages three times in four.

use std::cmp::Ordering;
use trivium_core::Seat;

/// A mission that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mission {
    /// Who went.
    pub team: Vec<Seat>,
    /// How many sabotaged.
    pub sabotages: u32,
}

impl Mission {
    /// Whether it failed.
    pub fn failed(&self) -> bool {
        self.sabotages > 0
    }
}

/// The weight of each seat: 0 for one that is missing from a failed team and for the own seat, else 4 to the number of
/// successful missions whose team did not hold it.
pub fn weights(missions: &[Mission], n: Seat, own: Seat) -> Vec<i64> {
    let weight = |seat: Seat| {
        let missing = || missions.iter().filter(move |mission| !mission.team.contains(&seat));
        if seat == own || missing().any(Mission::failed) { 0 } else { 4_i64.pow(missing().count() as u32) }
    };
    (0..n).map(weight).collect()
}

/// How the suspicion of a team compares with that of a random team of the same size: Σ w over its members but the own
/// seat, against (their number)/(n − 1) of the sum over all others. Exact.
pub fn compare(weights: &[i64], team: &[Seat], own: Seat) -> Ordering {
    let others: Vec<i64> = team.iter().filter(|s| **s != own).map(|&s| weights[usize::from(s)]).collect();
    let (inside, all): (i64, i64) = (others.iter().sum(), weights.iter().sum());
    (inside * (weights.len() as i64 - 1)).cmp(&(others.len() as i64 * all))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mission(team: &[Seat], sabotages: u32) -> Mission {
        Mission { team: team.to_vec(), sabotages }
    }

    #[test]
    fn weights_follow_bayes_rule() {
        // Of four others a priori 1/4 each. A success without seat s leaves it likelier: a traitor on the team would
        // have sabotaged in three of four cases. After [0, 1] succeeded: 1/4 against 1 for the rest.
        let mut played = vec![mission(&[0, 1], 0)];
        assert_eq!(weights(&played, 5, 0), [0, 1, 4, 4, 4]);
        // 9/13 < 3/4 for [1, 2, 3].
        assert_eq!(compare(&[0, 1, 4, 4, 4], &[1, 2, 3], 0), Ordering::Less);
        // A failed [1, 2, 3] clears seat 4.
        played.push(mission(&[1, 2, 3], 1));
        assert_eq!(weights(&played, 5, 0), [0, 1, 4, 4, 0]);
        // 8/9 > 1/2 for [2, 3]; 4/9 < 1/2 for [3, 4].
        assert_eq!(compare(&[0, 1, 4, 4, 0], &[2, 3], 0), Ordering::Greater);
        assert_eq!(compare(&[0, 1, 4, 4, 0], &[3, 4], 0), Ordering::Less);
        // Before any mission every team is as a random one.
        assert_eq!(compare(&weights(&[], 5, 0), &[0, 1], 0), Ordering::Equal);
    }
}
