//! Gift exchange (Fehr, Kirchsteiger and Riedl 1993).

use super::board::{amount, exact, outcomes, range, rounds_left, whole};
use super::{Basis, Board, Count, Decided, Equilibrium, Fraction, Optimum, Prior, Scope, Theory, Value, View};
use crate::gift_exchange::{EMPLOYER, Labour};
use num_traits::Zero;
use trivium_core::{Dec, Json, Observation};

pub(super) const THEORY: Theory = Theory { game: "L2-T04", board, hindsight };

impl Labour {
    fn earns(&self, seat: usize, wage: i64, level: usize) -> Fraction {
        exact(self.payoffs(wage, level)[seat])
    }

    /// What a self-interested employer and worker do: the lowest effort, and the wages that are then best.
    fn selfish_wages(&self) -> Vec<i64> {
        let best = (self.wage_min..=self.wage_max).map(|w| self.payoffs(w, 0)[0]).max();
        (self.wage_min..=self.wage_max).filter(|w| Some(self.payoffs(*w, 0)[0]) == best).collect()
    }
}

/// The finished rounds: wage and level of effort.
fn past(o: &Observation, labour: &Labour) -> Vec<(i64, usize)> {
    let rounds = outcomes(o).filter_map(|outcome| {
        let level = labour.level(Dec::from_json(outcome.get("effort")?)?)?;
        Some((outcome.get("wage")?.as_i64()?, level))
    });
    rounds.collect()
}

/// The mean of what a seat earns over some of the rounds' efforts.
fn mean(values: impl Iterator<Item = Fraction>) -> Option<Fraction> {
    let (sum, n) = values.fold((Fraction::zero(), 0), |(sum, n), v| (sum + v, n + 1));
    (n > 0).then(|| sum / whole(n))
}

fn board(o: &Observation, _action: Option<&Json>) -> Option<Board> {
    let labour = Labour::of(&o.params)?;
    let left = rounds_left(o);
    let lowest = labour.selfish_wages().first().copied()?;
    let later = |seat: usize| labour.earns(seat, lowest, 0) * whole(left - 1);
    if o.seat != EMPLOYER {
        return worker(o, &labour, &later);
    }
    let mut board = Board::new(o, range(labour.wage_min, labour.wage_max), optimum(&labour)?);
    let past = past(o, &labour);
    let levels = labour.efforts.len();
    let counts = labour.efforts.iter().enumerate().map(|(level, effort)| {
        let times = past.iter().filter(|(_, l)| *l == level).count();
        Count::new(format!("effort {effort}"), times as i64, past.len() as i64)
    });
    let prior = past.is_empty().then_some(Prior::Uniform);
    board.see(View::SoFar, Scope::Round, Basis::seen(counts.collect(), prior), |wage| {
        let earns = |level: usize| labour.earns(0, amount(wage), level);
        let seen = mean(past.iter().map(|(_, level)| earns(*level)));
        seen.or_else(|| mean((0..levels).map(earns))).map(Value::Exact)
    });
    if !past.is_empty() {
        let mut wages: Vec<i64> = past.iter().map(|(wage, _)| *wage).collect();
        wages.sort_unstable();
        wages.dedup();
        let times = |w: i64| past.iter().filter(|(wage, _)| *wage == w).count() as i64;
        let counts = wages.iter().map(|w| Count::new(format!("wage {w}"), times(*w), past.len() as i64)).collect();
        board.see(View::SameAction, Scope::Round, Basis::seen(counts, None), |wage| {
            let w = amount(wage);
            mean(past.iter().filter(|(wage, _)| *wage == w).map(|(_, l)| labour.earns(0, w, *l))).map(Value::Exact)
        });
    }
    board.see(View::Equilibrium(0), Scope::Rest, Basis::rules(), |wage| {
        Some(Value::Exact(labour.earns(0, amount(wage), 0) + later(0)))
    });
    let payoffs = |wage: i64| [0, 1].map(|seat| Value::Exact(labour.earns(seat, wage, 0) + later(seat))).to_vec();
    let text = format!("The worker works as little as it can, so the employer pays {lowest}.");
    board.equilibria.push(Equilibrium::pure(text, lowest, payoffs(lowest), Scope::Rest));
    if labour.selfish_wages().len() > 1 {
        board.further =
            Some("Here the lowest effort is worth nothing to the employer, so every wage is as good for it.");
    }
    Some(board)
}

fn worker(o: &Observation, labour: &Labour, later: &dyn Fn(usize) -> Fraction) -> Option<Board> {
    let wage = o.facts.get("wage").and_then(Json::as_i64)?;
    let levels: Vec<Json> = labour.efforts.iter().map(|e| e.to_json()).collect();
    let level = |action: &Json| labour.level(Dec::from_json(action)?);
    let sum = |l: usize| labour.earns(0, wage, l) + labour.earns(1, wage, l);
    let most = (0..levels.len()).map(sum).max()?;
    let own = (0..levels.len()).filter(|l| sum(*l) == most).map(|l| levels[l].clone()).collect();
    let optimum = Optimum {
        text: format!("At a wage of {wage} both together get at most {}.", Value::Exact(most)),
        own,
        sum: Some(Value::Exact(most)),
        scope: Scope::Round,
    };
    let mut board = Board::new(o, levels, optimum);
    board.see(View::Certain, Scope::Round, Basis::rules(), |effort| {
        Some(Value::Exact(labour.earns(1, wage, level(effort)?)))
    });
    board.see(View::Equilibrium(0), Scope::Rest, Basis::rules(), |effort| {
        Some(Value::Exact(labour.earns(1, wage, level(effort)?) + later(1)))
    });
    let payoffs = [0, 1].map(|seat| Value::Exact(labour.earns(seat, wage, 0) + later(seat))).to_vec();
    let text = "The worker works as little as it can, whatever the wage.";
    board.equilibria.push(Equilibrium::pure(text, labour.efforts.first()?.to_json(), payoffs, Scope::Rest));
    Some(board)
}

/// The wage and effort with the largest sum, by trying all.
fn optimum(labour: &Labour) -> Option<Optimum> {
    let pairs = || (labour.wage_min..=labour.wage_max).flat_map(|w| (0..labour.efforts.len()).map(move |l| (w, l)));
    let sum = |(w, l): (i64, usize)| {
        let [a, b] = labour.payoffs(w, l);
        a + b
    };
    let most = pairs().map(sum).max()?;
    let best: Vec<(i64, usize)> = pairs().filter(|pair| sum(*pair) == most).collect();
    let mut own: Vec<Json> = best.iter().map(|(w, _)| Json::from(*w)).collect();
    own.dedup();
    let (wage, level) = *best.first()?;
    let effort = labour.efforts.get(level)?;
    Some(Optimum {
        text: format!("Together most in a round at a wage of {wage} and an effort of {effort}."),
        own,
        sum: Some(Value::dec(most)),
        scope: Scope::Round,
    })
}

/// What the effort cost the worker; what another wage would have brought the employer is not known.
fn hindsight(now: &Observation, decided: &Decided<'_>) -> Option<Value> {
    let labour = Labour::of(&now.params)?;
    let level = labour.level(Dec::from_json(decided.action)?)?;
    (decided.phase == "effort").then(|| labour.costs.get(level).map(|cost| Value::dec(*cost))).flatten()
}
