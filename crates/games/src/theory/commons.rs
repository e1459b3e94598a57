//! The common pool (Gordon 1954; Ostrom, Gardner and Walker 1994), with the engine's own arithmetic of the stock.

use super::board::{exact, outcomes, ratio, rounds_left, whole};
use super::{Basis, Board, Count, Decided, Equilibrium, Fact, Fraction, Optimum, Scope, Theory, Value, View};
use crate::common_pool::stock::{SustainableShare, down, harvest, regrowth};
use num_traits::Zero;
use trivium_core::{Dec, Json, Observation};

pub(super) const THEORY: Theory = Theory { game: "L3-T03", board, hindsight };

/// Most requests that are valued one by one; of a finer grid only so many, evenly spread.
const MOST_REQUESTS: i64 = 400;

/// The pool as it stands.
#[derive(Clone, Copy)]
struct Pool {
    n: i64,
    stock: Dec,
    capacity: Dec,
    growth: Dec,
    collapse: Dec,
    step: Dec,
    left: i64,
}

impl Pool {
    fn of(o: &Observation) -> Option<Pool> {
        Some(Pool {
            n: o.whole("n"),
            stock: o.facts.get("stock").and_then(Dec::from_json)?,
            capacity: o.decimal("capacity"),
            growth: o.decimal("growth"),
            collapse: o.decimal("collapse"),
            step: o.decimal("request_step"),
            left: rounds_left(o),
        })
    }

    /// The largest request.
    fn most(&self) -> Dec {
        down(self.stock, self.step)
    }

    /// What a seat gets that asks for `own` while the others ask for `others` together, and what remains.
    fn taken(&self, own: Dec, others: Dec) -> (Dec, Dec) {
        let taken = harvest(self.stock, &[own, others]);
        (taken[0], self.stock - taken.iter().copied().sum())
    }

    /// The pool of the next round; `None` when the game is over.
    fn next(self, remaining: Dec) -> Option<Pool> {
        if self.left <= 1 || remaining < self.collapse {
            return None;
        }
        let stock = self.capacity.min(remaining + regrowth(remaining, self.growth, self.capacity));
        Some(Pool { stock, left: self.left - 1, ..self })
    }

    /// What is best left in the pool: all of it in the last round is taken; before, it is let grow up to where it
    /// grows most, and what is above that is taken. Growth of what remains is concave, and leaving more never leaves
    /// less for later below that point, so no other course harvests more in all.
    fn best_left(&self) -> Dec {
        if self.left <= 1 {
            return Dec::ZERO;
        }
        let half = Dec::from_scaled(self.capacity.scaled() / 2);
        self.stock.min(half.max(self.collapse))
    }

    /// The most that all together can take from now to the end.
    fn most_together(mut self) -> Dec {
        let mut sum = Dec::ZERO;
        loop {
            let left = self.best_left();
            sum += self.stock - left;
            match self.next(left) {
                Some(next) => self = next,
                None => return sum,
            }
        }
    }
}

/// The finished rounds: the stock, and what the others asked for together.
fn past(o: &Observation) -> Vec<(Dec, Dec)> {
    let rounds = outcomes(o).filter_map(|outcome| {
        let requests: Vec<Dec> = outcome.get("requests")?.as_array()?.iter().filter_map(Dec::from_json).collect();
        let own = *requests.get(usize::from(o.seat))?;
        Some((Dec::from_json(outcome.get("stock")?)?, requests.into_iter().sum::<Dec>() - own))
    });
    rounds.collect()
}

/// The requests to value: every legal one, or evenly spread ones with the special ones among them.
fn requests(pool: &Pool, special: &[Dec]) -> (Vec<Json>, bool) {
    let steps = i64::try_from(pool.most().scaled() / pool.step.scaled().max(1)).unwrap_or(0);
    if steps <= MOST_REQUESTS {
        return ((0..=steps).map(|k| (pool.step * k).to_json()).collect(), true);
    }
    let spread =
        (0..=MOST_REQUESTS).map(|k| pool.step * (i128::from(steps) * i128::from(k) / i128::from(MOST_REQUESTS)) as i64);
    let mut all: Vec<Dec> = spread.chain(special.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    (all.into_iter().map(Dec::to_json).collect(), false)
}

fn number(action: &Json) -> Dec {
    Dec::from_json(action).unwrap_or_default()
}

fn board(o: &Observation, action: Option<&Json>) -> Option<Board> {
    let pool = Pool::of(o)?;
    let share = SustainableShare::of(pool.stock, pool.capacity, pool.n).down(pool.step);
    let equal = Dec::from_scaled((pool.stock - pool.best_left()).scaled() / i128::from(pool.n.max(1)));
    let best = down(equal, pool.step);
    let special: Vec<Dec> = [share, best, pool.most()].into_iter().chain(action.map(number)).collect();
    let (actions, complete) = requests(&pool, &special);
    let optimum = Optimum {
        text: match pool.left {
            1 => "In the last round everything that is left is taken.".to_owned(),
            _ => format!("{} is left in the pool, and the rest of it taken.", pool.best_left()),
        },
        own: vec![best.to_json()],
        sum: Some(Value::dec(pool.most_together())),
        scope: Scope::Rest,
    };
    let mut board = Board::new(o, actions, optimum);
    board.complete = complete;
    let past = past(o);
    so_far(&mut board, &pool, &past);
    for each in [share, pool.most()] {
        board.see(View::If(each.to_json()), Scope::Round, Basis::rules(), |request| {
            Some(Value::dec(pool.taken(number(request), each * (pool.n - 1)).0))
        });
    }
    // When the others ask for all of it, nothing remains whatever the seat does.
    if pool.stock - pool.most() * (pool.n - 1) < pool.collapse {
        board.see(View::Equilibrium(0), Scope::Rest, Basis::rules(), |request| {
            Some(Value::dec(pool.taken(number(request), pool.most() * (pool.n - 1)).0))
        });
        let payoff = pool.taken(pool.most(), pool.most() * (pool.n - 1)).0;
        let payoffs = vec![Value::dec(payoff); usize::try_from(pool.n).unwrap_or(0)];
        let text = "Everyone asks for everything; then nothing remains, whatever one seat does.";
        board.equilibria.push(Equilibrium::pure(text, pool.most().to_json(), payoffs, Scope::Rest));
    }
    if pool.left > 1 {
        board.further = Some(
            "Before the last round there can be others that spare the pool, held up by the threat of this one. They are \
             not listed.",
        );
    }
    board.facts.push((Fact::SustainableShare, Value::dec(share), None));
    Some(board)
}

/// What requests bring if the others go on asking for the part of the stock that they asked for so far: in this round,
/// and to the end if the seat, too, goes on asking for the same part.
fn so_far(board: &mut Board, pool: &Pool, past: &[(Dec, Dec)]) {
    if past.is_empty() {
        return;
    }
    let rounds = past.len() as i64;
    // The same part of today's stock, cut after 12 decimals as the rules divide.
    let scaled = |(stock, others): &(Dec, Dec)| others.mul_div(pool.stock, *stock).unwrap_or_default();
    let asked: Vec<Dec> = past.iter().map(scaled).collect();
    let parts = past.iter().fold(Fraction::zero(), |sum, (stock, others)| sum + part(*others, *stock));
    let counts = vec![Count {
        what: "parts of the stock asked for by the others, added up".to_owned(),
        times: Value::Near(super::board::near(parts)),
        of: Value::int(rounds),
    }];
    let basis = Basis::seen(counts, None);
    board.see(View::SoFar, Scope::Round, basis.clone(), |request| {
        let sum: Dec = asked.iter().map(|others| pool.taken(number(request), *others).0).sum();
        Some(Value::Exact(exact(sum) * ratio(1, rounds)))
    });
    let mean = Dec::from_scaled(asked.iter().copied().sum::<Dec>().scaled() / i128::from(rounds));
    board.see(View::Steady, Scope::Rest, basis, |request| Some(Value::dec(steady(*pool, number(request), mean))));
}

/// `a/b` with six decimals, so that sums stay within 128 bits.
fn part(a: Dec, b: Dec) -> Fraction {
    let millionths = a.mul_div(Dec::int(1_000_000), b).unwrap_or_default();
    Fraction::new(millionths.scaled() / Dec::ONE.scaled(), 1_000_000)
}

/// What the seat takes to the end when it and the others keep asking for the parts of the stock that they ask for now.
fn steady(pool: Pool, own: Dec, others: Dec) -> Dec {
    let (start, mut pool, mut sum) = (pool.stock, pool, Dec::ZERO);
    loop {
        let now = |asked: Dec| down(asked.mul_div(pool.stock, start).unwrap_or_default(), pool.step);
        let (own_now, others_now) = if pool.stock == start { (own, others) } else { (now(own), now(others)) };
        let (taken, remaining) = pool.taken(own_now, others_now);
        sum += taken;
        match pool.next(remaining) {
            Some(next) => pool = next,
            None => return sum,
        }
    }
}

/// What asking for everything would have brought more in that round.
fn hindsight(now: &Observation, decided: &Decided<'_>) -> Option<Value> {
    let outcome = outcomes(now).nth(decided.round.checked_sub(1)? as usize)?;
    let (stock, others) = *past(now).get(decided.round.checked_sub(1)? as usize)?;
    let taken = Dec::from_json(outcome.get("taken")?.get(usize::from(now.seat))?)?;
    let most = down(stock, now.decimal("request_step"));
    let best = harvest(stock, &[most, others]);
    let missed = exact(best[0]) - exact(taken);
    Some(Value::Exact(missed.max(whole(0))))
}
