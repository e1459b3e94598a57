//! The volunteer's dilemma (Diekmann 1985).

use super::board::{exact, near, outcomes, ratio};
use super::{Basis, Board, Count, Decided, Equilibrium, Fact, Fraction, Optimum, Prior, Scope, Theory, Value, View};
use crate::volunteer::Choice;
use num_traits::{One, Zero};
use trivium_core::{Json, Observation, Seat};

pub(super) const THEORY: Theory = Theory { game: "L3-T02", board, hindsight };

/// Benefit and cost.
fn stakes(o: &Observation) -> (Fraction, Fraction) {
    (exact(o.decimal("benefit")), exact(o.decimal("cost")))
}

/// The finished rounds: whether somebody else volunteered.
fn helped(o: &Observation) -> Vec<bool> {
    let others =
        |outcome: &Json| outcome.get("volunteers").and_then(Json::as_array).into_iter().flatten().any(|v| *v != o.seat);
    outcomes(o).map(others).collect()
}

fn board(o: &Observation, _action: Option<&Json>) -> Option<Board> {
    let (benefit, cost) = stakes(o);
    let n = o.whole("n");
    let words = Choice::WORDS.map(Json::from);
    let sum = benefit * super::board::whole(n) - cost;
    let optimum = Optimum {
        text: "Exactly one volunteers.".to_owned(),
        own: Vec::new(),
        sum: Some(Value::Exact(sum)),
        scope: Scope::Round,
    };
    let mut board = Board::new(o, words.to_vec(), optimum);
    let pays = move |volunteers: bool, alone: Fraction| {
        if volunteers { benefit - cost } else { benefit * (Fraction::one() - alone) }
    };
    let volunteers = |action: &Json| Choice::read(action) == Some(Choice::Volunteer);
    let helped = helped(o);
    let (rounds, alone) = (helped.len() as i64, helped.iter().filter(|h| !**h).count() as i64);
    // The chance that nobody else volunteers; with every choice equally likely ½ for each of the others.
    let nobody = if rounds == 0 {
        (1..n).fold(Fraction::one(), |p, _| p / super::board::whole(2))
    } else {
        ratio(alone, rounds)
    };
    let counts = vec![Count::new("rounds in which nobody else volunteered", alone, rounds)];
    let prior = (rounds == 0).then_some(Prior::Uniform);
    board.see(View::SoFar, Scope::Round, Basis::seen(counts, prior), |action| {
        Some(Value::Exact(pays(volunteers(action), nobody)))
    });
    for (view, alone) in [(View::Somebody, Fraction::zero()), (View::Nobody, Fraction::one())] {
        board.see(view, Scope::Round, Basis::rules(), |action| Some(Value::Exact(pays(volunteers(action), alone))));
    }
    for seat in 0..Seat::try_from(n).ok()? {
        let own = &words[usize::from(seat != o.seat)];
        let payoff = |s: i64| Value::Exact(if s == i64::from(seat) { benefit - cost } else { benefit });
        let text = format!("Seat {seat} volunteers alone.");
        board.equilibria.push(Equilibrium::pure(text, own.clone(), (0..n).map(payoff).collect(), Scope::Round));
    }
    let abstain = wait(cost / benefit, n);
    let chance = complement(abstain);
    board.equilibria.push(Equilibrium {
        text: format!("Everyone volunteers with the same chance, {chance}, and gains nothing by it."),
        own: vec![(words[0].clone(), chance), (words[1].clone(), abstain)],
        payoffs: vec![Value::Exact(benefit - cost); usize::try_from(n).unwrap_or(0)],
        scope: Scope::Round,
    });
    if n > 2 {
        board.further = Some(
            "In every group of two or more, its members can volunteer with a common chance while all others wait: with \
             k of them the chance of waiting is (cost/benefit)^(1/(k−1)).",
        );
    }
    board.facts.push((Fact::VolunteerChance, chance, None));
    board.facts.push((Fact::SecurityLevel, Value::Exact(benefit - cost), None));
    Some(board)
}

fn complement(p: Value) -> Value {
    match p {
        Value::Exact(p) => Value::Exact(Fraction::one() - p),
        other => Value::Near(1.0 - other.near()),
    }
}

/// The chance of waiting when `k` seats mix: (cost/benefit)^(1/(k − 1)). Exact where the root is.
fn wait(share: Fraction, k: i64) -> Value {
    let power =
        |p: Fraction| (1..k).try_fold(Fraction::one(), |product, _| num_traits::CheckedMul::checked_mul(&product, &p));
    if k == 2 {
        return Value::Exact(share);
    }
    // Newton's iteration from above for p^(k − 1) = share: it falls until doubles cannot tell.
    let (target, m) = (near(share), (k - 1) as f64);
    let raised = |p: f64, n: i64| (0..n).fold(1.0, |product, _| product * p);
    let mut p = 1.0;
    loop {
        let next = p - (raised(p, k - 1) - target) / (m * raised(p, k - 2));
        if next >= p {
            break;
        }
        p = next;
    }
    // A root with a small denominator is exact.
    let nearby = (1..=1000i64).map(|den| ratio((p * den as f64).round() as i64, den));
    let root = nearby.into_iter().find(|f| (near(*f) - p).abs() < 1e-12 && power(*f) == Some(share));
    root.map_or(Value::Near(p), Value::Exact)
}

/// The cost, where somebody else volunteered too; the benefit missed, where nobody did.
fn hindsight(now: &Observation, decided: &Decided<'_>) -> Option<Value> {
    let (benefit, cost) = stakes(now);
    let helped = *helped(now).get(decided.round.checked_sub(1)? as usize)?;
    Some(Value::Exact(match (Choice::read(decided.action)?, helped) {
        (Choice::Volunteer, true) => cost,
        (Choice::Abstain, false) => benefit - cost,
        _ => Fraction::zero(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_of_waiting_is_the_root() {
        assert_eq!(wait(ratio(2, 5), 2), Value::Exact(ratio(2, 5)));
        assert_eq!(wait(ratio(4, 9), 3), Value::Exact(ratio(2, 3)));
        assert_eq!(wait(ratio(1, 8), 4), Value::Exact(ratio(1, 2)));
        // 0.4^(1/4): its fourth power is 0.4 again.
        let Value::Near(p) = wait(ratio(2, 5), 5) else { panic!("no fraction") };
        assert!((p * p * p * p - 0.4).abs() < 1e-15, "{p}");
    }
}
