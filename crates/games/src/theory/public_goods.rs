//! Public goods (Isaac and Walker 1988), and with punishment (Fehr and Gächter 2000).

use super::board::{amount, exact, outcomes, range, ratio, rounds_left, whole};
use super::{Basis, Board, Count, Decided, Equilibrium, Fact, Fraction, Optimum, Prior, Scope, Theory, Value, View};
use crate::kit::Params;
use crate::public_goods::Pool;
use num_traits::{One, Zero};
use trivium_core::{Json, LegalForm, Observation};

pub(super) const fn theory(game: &'static str) -> Theory {
    Theory { game, board, hindsight }
}

fn pool(o: &Observation) -> Option<Pool> {
    Pool::read(&mut Params::new(&o.params).ok()?).ok()
}

/// The finished rounds: own contribution, and those of the others together.
fn past(o: &Observation) -> Vec<(i64, i64)> {
    let rounds = outcomes(o).filter_map(|outcome| {
        let all: Vec<i64> = outcome.get("contributions")?.as_array()?.iter().map(amount).collect();
        let own = *all.get(usize::from(o.seat))?;
        Some((own, all.iter().sum::<i64>() - own))
    });
    rounds.collect()
}

fn board(o: &Observation, action: Option<&Json>) -> Option<Board> {
    let pool = pool(o)?;
    match o.phase {
        "contribute" => contribute(o, pool),
        "punish" => punish(o, action),
        _ => None,
    }
}

/// What the pool pays a seat that gives `own` while the others give `others` together.
fn earns(pool: Pool, own: i64, others: Fraction) -> Fraction {
    whole(pool.endowment - own) + exact(pool.mpcr) * (whole(own) + others)
}

fn contribute(o: &Observation, pool: Pool) -> Option<Board> {
    let (n, left) = (i64::from(pool.n), rounds_left(o));
    let all = pool.payoffs(&vec![pool.endowment; usize::from(pool.n)]);
    let optimum = Optimum {
        text: format!("Everyone contributes everything: {} each.", all.first().copied().unwrap_or_default()),
        own: vec![pool.endowment.into()],
        sum: Some(Value::dec(all.iter().copied().sum())),
        scope: Scope::Round,
    };
    let mut board = Board::new(o, range(0, pool.endowment), optimum);
    let past = past(o);
    let rounds = past.len() as i64;
    let given: i64 = past.iter().map(|(_, others)| others).sum();
    // The mean of what the others give; half of their endowments when each contribution is equally likely.
    let others = if rounds == 0 { ratio((n - 1) * pool.endowment, 2) } else { ratio(given, rounds) };
    let counts = vec![Count::new("contributed by the others", given, rounds * (n - 1) * pool.endowment)];
    let prior = (rounds == 0).then_some(Prior::Uniform);
    board.see(View::SoFar, Scope::Round, Basis::seen(counts, prior), |c| {
        Some(Value::Exact(earns(pool, amount(c), others)))
    });
    if o.params.get("punish_harm").is_some() && rounds > 0 {
        punished(&mut board, o, pool, &past, others);
    }
    board.see(View::Equilibrium(0), Scope::Rest, Basis::rules(), |c| {
        let later = earns(pool, 0, Fraction::zero()) * whole(left - 1);
        Some(Value::Exact(earns(pool, amount(c), Fraction::zero()) + later))
    });
    let nothing = Value::Exact(earns(pool, 0, Fraction::zero()) * whole(left));
    let text = match o.params.get("punish_harm") {
        None => "Nobody contributes: giving nothing is best whatever the others do.",
        Some(_) => "Nobody punishes, as points cost their giver; so nobody contributes. The only subgame-perfect one.",
    };
    board.equilibria.push(Equilibrium::pure(text, 0, vec![nothing; usize::from(pool.n)], Scope::Rest));
    let mpcr = exact(pool.mpcr);
    board.facts.push((Fact::PrivateReturn, Value::Exact(mpcr - Fraction::one()), None));
    board.facts.push((Fact::SocialReturn, Value::Exact(mpcr * whole(n)), None));
    Some(board)
}

/// The same with the points that contributions below, or not below, the mean of the others have met so far.
fn punished(board: &mut Board, o: &Observation, pool: Pool, past: &[(i64, i64)], others: Fraction) {
    let received: Vec<i64> = outcomes(o).map(|outcome| points_received(o, outcome)).collect();
    let harm = exact(o.decimal("punish_harm"));
    let below = |own: i64, others: Fraction| whole(own * (i64::from(pool.n) - 1)) < others;
    let mut met = [(0i64, 0i64); 2];
    for ((own, others), points) in past.iter().zip(&received) {
        let class = &mut met[usize::from(below(*own, whole(*others)))];
        *class = (class.0 + points, class.1 + 1);
    }
    let names = ["points for not giving less than the others' mean", "points for giving less"];
    let counts = names.iter().zip(met).map(|(name, (points, rounds))| Count::new(*name, points, rounds)).collect();
    board.see(View::SameAction, Scope::Round, Basis::seen(counts, None), |c| {
        let (points, rounds) = met[usize::from(below(amount(c), others))];
        (rounds > 0).then(|| Value::Exact(earns(pool, amount(c), others) - harm * ratio(points, rounds)))
    });
}

/// The points that the seat received in a round.
fn points_received(o: &Observation, outcome: &Json) -> i64 {
    if let Some(points) = outcome.get("received").and_then(Json::as_i64) {
        return points;
    }
    let rows = outcome.get("given").and_then(Json::as_array);
    rows.into_iter().flatten().filter_map(|row| row.get(usize::from(o.seat))?.as_i64()).sum()
}

/// Points cost their giver and bring it nothing in this round.
fn punish(o: &Observation, action: Option<&Json>) -> Option<Board> {
    let Some(LegalForm::Points { n, giver, max }) = o.legal else { return None };
    let cost = exact(o.decimal("punish_cost"));
    let points = |target: Option<u8>| -> Json { (0..n).map(|seat| i64::from(Some(seat) == target)).collect() };
    let mut actions = vec![points(None)];
    actions.extend((0..n).filter(|seat| *seat != giver).map(|seat| points(Some(seat))));
    if let Some(made) = action.filter(|made| !actions.contains(made)) {
        actions.push(made.clone());
    }
    let none = actions[0].clone();
    let optimum = Optimum {
        text: "No points: each one costs its giver and harms its target.".to_owned(),
        own: vec![none.clone()],
        sum: None,
        scope: Scope::Round,
    };
    let mut board = Board::new(o, actions, optimum);
    board.complete = n == 2 && max == 1;
    let given = |action: &Json| action.as_array().into_iter().flatten().map(amount).sum::<i64>();
    // The pool has paid; what the own points change in this round is their cost.
    board.see(View::Certain, Scope::Round, Basis::rules(), |action| Some(Value::Exact(-(cost * whole(given(action))))));
    let text = "Nobody punishes: points cost their giver, and nothing follows that they could change.";
    board.equilibria.push(Equilibrium::pure(text, none, Vec::new(), Scope::Round));
    Some(board)
}

/// What was given up in the round: the part of the contribution that did not come back, or the cost of the points.
fn hindsight(now: &Observation, decided: &Decided<'_>) -> Option<Value> {
    match decided.phase {
        "contribute" => Some(Value::Exact((Fraction::one() - exact(pool(now)?.mpcr)) * whole(amount(decided.action)))),
        _ => {
            let points: i64 = decided.action.as_array()?.iter().map(amount).sum();
            Some(Value::Exact(exact(now.decimal("punish_cost")) * whole(points)))
        }
    }
}
