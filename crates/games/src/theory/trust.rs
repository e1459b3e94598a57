//! The trust game (Berg, Dickhaut and McCabe 1995), once and repeated.

use super::board::{amount, exact, outcomes, range, ratio, rounds_left, whole};
use super::{Basis, Board, Count, Decided, Equilibrium, Fact, Optimum, Prior, Scope, Theory, Value, View};
use crate::kit::Params;
use crate::repeated_trust::{INVESTOR, Stakes};
use trivium_core::{Json, Observation};

pub(super) const fn theory(game: &'static str) -> Theory {
    Theory { game, board, hindsight }
}

fn stakes(o: &Observation) -> Option<Stakes> {
    Stakes::read(&mut Params::new(&o.params).ok()?).ok()
}

/// Finished rounds in which something was sent: how much, and what came back.
fn active(o: &Observation) -> Vec<(i64, i64)> {
    let rounds =
        outcomes(o).filter_map(|outcome| Some((outcome.get("sent")?.as_i64()?, outcome.get("returned")?.as_i64()?)));
    rounds.filter(|(sent, _)| *sent > 0).collect()
}

fn board(o: &Observation, _action: Option<&Json>) -> Option<Board> {
    let stakes = stakes(o)?;
    if o.seat == INVESTOR { investor(o, stakes) } else { trustee(o, stakes) }
}

fn earns(stakes: Stakes, seat: usize, sent: i64, returned: i64) -> super::Fraction {
    exact(stakes.payoffs(sent, returned)[seat])
}

fn investor(o: &Observation, stakes: Stakes) -> Option<Board> {
    let Stakes { endowment, multiplier, .. } = stakes;
    let left = if o.params.get("rounds").is_some() { rounds_left(o) } else { 1 };
    let most: super::Fraction = earns(stakes, 0, endowment, 0) + earns(stakes, 1, endowment, 0);
    let optimum = Optimum {
        text: format!("Everything is sent: it becomes {} times as much, however it is divided.", multiplier),
        own: vec![endowment.into()],
        sum: Some(Value::Exact(most)),
        scope: Scope::Round,
    };
    let mut board = Board::new(o, range(0, endowment), optimum);
    let active = active(o);
    let (sent, returned) = active.iter().fold((0, 0), |(s, r), (x, y)| (s + x, r + y));
    // The share of what arrived that came back, over all rounds so far; half where nothing was seen, the mean of all
    // returns when each is equally likely.
    let share = if sent == 0 { ratio(1, 2) } else { ratio(returned, multiplier * sent) };
    let counts = vec![
        Count::new("rounds in which something was sent", active.len() as i64, outcomes(o).count() as i64),
        Count::new("came back of what arrived", returned, multiplier * sent),
    ];
    let prior = (sent == 0).then_some(Prior::Uniform);
    board.see(View::SoFar, Scope::Round, Basis::seen(counts, prior), |action| {
        let x = amount(action);
        Some(Value::Exact(earns(stakes, 0, x, 0) + share * whole(multiplier * x)))
    });
    if !active.is_empty() {
        let of = |x: i64| active.iter().filter(move |(sent, _)| *sent == x);
        let mut amounts: Vec<i64> = active.iter().map(|(sent, _)| *sent).collect();
        amounts.sort_unstable();
        amounts.dedup();
        let times = |x: i64| of(x).count() as i64;
        let counts = amounts.iter().map(|x| Count::new(format!("sent {x}"), times(*x), active.len() as i64)).collect();
        board.see(View::SameAction, Scope::Round, Basis::seen(counts, None), |action| {
            let x = amount(action);
            let back: i64 = of(x).map(|(_, y)| y).sum();
            (times(x) > 0).then(|| Value::Exact(earns(stakes, 0, x, 0) + ratio(back, times(x))))
        });
    }
    board.see(View::Equilibrium(0), Scope::Rest, Basis::rules(), |action| {
        Some(Value::Exact(earns(stakes, 0, amount(action), 0) + earns(stakes, 0, 0, 0) * whole(left - 1)))
    });
    board.equilibria.push(nothing(stakes, left, 0));
    board.facts.push((Fact::BreakEven, Value::Exact(ratio(1, multiplier)), None));
    Some(board)
}

/// Nothing is returned, so nothing is sent: the only subgame-perfect equilibrium.
fn nothing(stakes: Stakes, left: i64, own: i64) -> Equilibrium {
    let payoffs = [0, 1].map(|seat| Value::Exact(earns(stakes, seat, 0, 0) * whole(left))).to_vec();
    let text = "The trustee returns nothing, so the investor sends nothing: the only subgame-perfect equilibrium.";
    Equilibrium::pure(text, own, payoffs, Scope::Rest)
}

fn trustee(o: &Observation, stakes: Stakes) -> Option<Board> {
    let available = o.facts.get("available").and_then(Json::as_i64)?;
    let sent = available / stakes.multiplier.max(1);
    let left = if o.params.get("rounds").is_some() { rounds_left(o) } else { 1 };
    let sum = earns(stakes, 0, sent, 0) + earns(stakes, 1, sent, 0);
    let optimum = Optimum {
        text: "Whatever is returned: it only divides what is there.".to_owned(),
        own: Vec::new(),
        sum: Some(Value::Exact(sum)),
        scope: Scope::Round,
    };
    let mut board = Board::new(o, range(0, available), optimum);
    board.see(View::Certain, Scope::Round, Basis::rules(), |action| {
        Some(Value::Exact(earns(stakes, 1, sent, amount(action))))
    });
    board.see(View::Equilibrium(0), Scope::Rest, Basis::rules(), |action| {
        Some(Value::Exact(earns(stakes, 1, sent, amount(action)) + earns(stakes, 1, 0, 0) * whole(left - 1)))
    });
    let mut equilibrium = nothing(stakes, left, 0);
    // Something was sent already: it is kept.
    let later = |seat: usize| earns(stakes, seat, 0, 0) * whole(left - 1);
    equilibrium.payoffs = [0, 1].map(|seat| Value::Exact(earns(stakes, seat, sent, 0) + later(seat))).to_vec();
    board.equilibria.push(equilibrium);
    board.facts.push((Fact::BreakEven, Value::int(sent), None));
    Some(board)
}

/// What the trustee gave away in the round; what the investor would have got back for another amount is not known.
fn hindsight(_now: &Observation, decided: &Decided<'_>) -> Option<Value> {
    (decided.phase == "return").then(|| Value::int(amount(decided.action)))
}
