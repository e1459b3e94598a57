//! The games of two seats with two choices each: the Prisoner's Dilemma once, repeated and with an open end, Stag
//! Hunt, Chicken, and the Battle of the Sexes once and repeated.
//!
//! Payoffs come from the engines. Equilibria of a round are found by [`super::normal_form`].

use super::board::{self, exact, near, whole};
use super::memory_one::{Answers, Chain, Course, Vector, best_course, state};
use super::normal_form::{Bimatrix, Equilibrium as Mixed};
use super::{
    Basis, Board, Count, Decided, Equilibrium, Fact, Fraction, Optimum, Plan, Prior, Scope, Theory, Value, View,
};
use crate::dilemma::{Dilemma, Move, OpenEnd, Payoffs, strategies};
use crate::kit::{Params, Table};
use crate::twobytwo::{TwoByTwo, form};
use num_traits::{CheckedAdd, CheckedMul, One, Zero};
use trivium_core::{Attempt, Condition, Dec, Event, Game, Json, Observation, Origin};

pub(super) const fn theory(game: &'static str) -> Theory {
    Theory { game, board, hindsight }
}

/// The game at its start, without messages.
fn engine(o: &Observation) -> Option<Box<dyn Game>> {
    let silent = Condition::Silent;
    let dilemma = |rules: Dilemma| -> Box<dyn Game> { Box::new(Table::new(rules, silent)) };
    match o.game {
        "L1-T01" => Dilemma::once(&o.params, silent).ok().map(dilemma),
        "L2-T01" => Dilemma::repeated(&o.params, silent).ok().map(dilemma),
        "L2-T02" => Dilemma::open(&o.params, silent).ok().map(dilemma),
        id => {
            let rules = TwoByTwo::new(form::of(id)?, &o.params, silent).ok()?;
            Some(Box::new(Table::new(rules, silent)))
        }
    }
}

/// What both seats earn in the first round of a game when nothing slips.
fn paid(start: &dyn Game, actions: [&Json; 2]) -> Option<Vec<Dec>> {
    let mut game = start.boxed();
    for (seat, action) in (0..).zip(actions) {
        game.attempt(seat, "choose", Attempt::Action(action.clone()), Origin::Chosen).ok()?;
    }
    while game.steps().is_empty() {
        let due = game.status().due?;
        let (round, name) = (game.status().round, due.name.to_owned());
        game.apply(&Event::Chance { round, name, seat: due.seat, value: Json::Bool(false) }).ok()?;
    }
    game.steps().first().map(|step| step.payoffs.clone())
}

/// A round as both seats see it.
struct Round {
    choices: [Json; 2],
    game: Bimatrix,
    seat: usize,
}

impl Round {
    fn of(o: &Observation) -> Option<Round> {
        let start = engine(o)?;
        let trivium_core::LegalForm::Enum { values } = start.legal(0)? else { return None };
        let choices: [Json; 2] = values.try_into().ok()?;
        let mut tables = [vec![vec![Dec::ZERO; 2]; 2], vec![vec![Dec::ZERO; 2]; 2]];
        for a in 0..2 {
            for b in 0..2 {
                let pay = paid(start.as_ref(), [&choices[a], &choices[b]])?;
                for (table, pay) in tables.iter_mut().zip(pay) {
                    table[a][b] = pay;
                }
            }
        }
        let [first, second] = tables;
        Some(Round { choices, game: Bimatrix::new(first, second)?, seat: usize::from(o.seat.min(1)) })
    }

    fn index(&self, action: &Json) -> Option<usize> {
        self.choices.iter().position(|c| c == action)
    }

    /// What a seat (by whether it is the own one) earns when the own seat takes `own` and the other `other`.
    fn earns(&self, mine: bool, own: usize, other: usize) -> Fraction {
        let outcome = if self.seat == 0 { [own, other] } else { [other, own] };
        exact(self.game.payoff(if mine { self.seat } else { 1 - self.seat }, outcome))
    }

    /// The outcomes of the finished rounds as they came out, own choice first.
    fn history(&self, o: &Observation) -> Vec<[usize; 2]> {
        let outcomes = board::outcomes(o).filter_map(|outcome| {
            let moves = outcome.get("actions").or_else(|| outcome.get("realised"))?;
            let at = |seat: usize| self.index(moves.get(seat)?);
            Some([at(self.seat)?, at(1 - self.seat)?])
        });
        outcomes.collect()
    }

    fn word(&self, choice: usize) -> &str {
        self.choices[choice].as_str().unwrap_or_default()
    }
}

/// How a repeated game goes on.
#[derive(Clone, Copy)]
struct Horizon {
    /// The most rounds that are left, the running one included.
    rounds: i64,
    continuation: Fraction,
    noise: Fraction,
    open: bool,
}

impl Horizon {
    fn of(o: &Observation) -> Option<Horizon> {
        if let Some(end) = OpenEnd::of_open(o) {
            let rounds = (i64::from(end.cap) - i64::from(o.round) + 1).max(1);
            return Some(Horizon {
                rounds,
                continuation: exact(end.continuation),
                noise: exact(end.noise),
                open: true,
            });
        }
        o.params.get("rounds")?;
        let (continuation, noise) = (Fraction::one(), Fraction::zero());
        Some(Horizon { rounds: board::rounds_left(o), continuation, noise, open: false })
    }

    /// Expected number of rounds from the running one on, in doubles.
    fn expected(&self) -> f64 {
        let (mut sum, mut chance) = (0.0, 1.0);
        for _ in 0..self.rounds {
            sum += chance;
            chance *= near(self.continuation);
        }
        sum
    }
}

impl OpenEnd {
    fn of_open(o: &Observation) -> Option<OpenEnd> {
        o.params.get("continuation")?;
        OpenEnd::of(&o.params)
    }
}

fn board(o: &Observation, _action: Option<&Json>) -> Option<Board> {
    let round = Round::of(o)?;
    let history = round.history(o);
    let horizon = Horizon::of(o);
    let noise = horizon.map_or(Fraction::zero(), |h| h.noise);
    let mut board = Board::new(o, round.choices.to_vec(), optimum(&round));

    // Expected payoffs of a round: own intention (which may slip) against what comes out on the other side.
    let pays = |own: usize, other: usize| {
        (Fraction::one() - noise) * round.earns(true, own, other) + noise * round.earns(true, 1 - own, other)
    };
    let seen = history.len() as i64;
    let firsts = history.iter().filter(|[_, other]| *other == 0).count() as i64;
    let chance = if seen == 0 { board::ratio(1, 2) } else { board::ratio(firsts, seen) };
    let counts = vec![Count::new(round.word(0), firsts, seen), Count::new(round.word(1), seen - firsts, seen)];
    let prior = (seen == 0).then_some(Prior::Uniform);
    let places = |action: &Json| round.index(action);
    board.see(View::SoFar, Scope::Round, Basis::seen(counts, prior), |action| {
        let own = places(action)?;
        Some(Value::Exact(chance * pays(own, 0) + (Fraction::one() - chance) * pays(own, 1)))
    });
    if let Some(h) = horizon {
        answering(&mut board, &round, &history, h);
    }
    for other in 0..2 {
        let view = View::If(round.choices[other].clone());
        board.see(view, Scope::Round, Basis::rules(), |action| Some(Value::Exact(pays(places(action)?, other))));
    }
    let dilemma = Payoffs::read(&mut Params::new(&dilemma_params(o)).ok()?).ok().filter(|_| is_dilemma(o));
    equilibria(&mut board, &round, horizon, dilemma.is_some());
    board.facts.push((Fact::SecurityLevel, Value::dec(round.game.security_level(round.seat)), None));
    if let (Some(payoffs), Some(h)) = (dilemma, horizon.filter(|h| h.open)) {
        thresholds(&mut board, &payoffs, h);
        plans(&mut board, &payoffs, &history, h);
    }
    Some(board)
}

fn is_dilemma(o: &Observation) -> bool {
    ["L1-T01", "L2-T01", "L2-T02"].contains(&o.game)
}

fn dilemma_params(o: &Observation) -> Json {
    if is_dilemma(o) { o.params.clone() } else { Json::Null }
}

/// The rest of the game against the other's answers to the last round.
fn answering(board: &mut Board, round: &Round, history: &[[usize; 2]], h: Horizon) {
    let mut after = [[0i64; 2]; 4];
    for pair in history.windows(2) {
        let [[own, other], [_, answer]] = [pair[0], pair[1]];
        after[2 * own + other][answer] += 1;
    }
    let share = |[first, second]: [i64; 2]| match first + second {
        0 => 0.5,
        n => first as f64 / n as f64,
    };
    let answers = Answers { first_choice: after.map(share), opening: 0.5 };
    let course = Course {
        payoffs: [0, 1].map(|own| [0, 1].map(|other| near(round.earns(true, own, other)))),
        noise: near(h.noise),
        continuation: near(h.continuation),
        rounds: h.rounds as u32,
    };
    let worth = best_course(&course, &answers, history.last().map(|[own, other]| 2 * own + other));
    let what =
        |s: usize| format!("{} after own {} and other's {}", round.word(0), round.word(s / 2), round.word(s % 2));
    let counts = (0..4).map(|s| Count::new(what(s), after[s][0], after[s][0] + after[s][1])).collect();
    let unseen = after.iter().any(|[a, b]| a + b == 0);
    let places = round.choices.clone();
    board.see(View::Answering, Scope::Rest, Basis::seen(counts, unseen.then_some(Prior::Uniform)), |action| {
        places.iter().position(|c| c == action).map(|own| Value::Near(worth[own]))
    });
}

fn equilibria(board: &mut Board, round: &Round, horizon: Option<Horizon>, dilemma: bool) {
    let mixed = round.game.extreme_equilibria().unwrap_or_default();
    match horizon {
        // The stage game has one equilibrium, so backward induction from the last round that can be leaves only it.
        Some(h) if dilemma => {
            let punished = round.earns(true, 1, 1);
            let (text, payoff, rest) = if h.open {
                let rounds = h.expected();
                // Both mean D; what comes out slips on both sides.
                let each = |own: Fraction, other: Fraction| {
                    let p = |x: Fraction, first: bool| if first { x } else { Fraction::one() - x };
                    (0..4).fold(Fraction::zero(), |sum, s| {
                        sum + p(own, s / 2 == 0) * p(other, s % 2 == 0) * round.earns(true, s / 2, s % 2)
                    })
                };
                let (one, slip) = (Fraction::one(), h.noise);
                let per_round = near(each(slip, slip));
                let text = "Both defect in every round. As no round can follow the last one, this is the only \
                            subgame-perfect equilibrium.";
                let later = per_round * (rounds - 1.0);
                let now = [near(each(one - slip, slip)) + later, per_round + later];
                (text, Value::Near(per_round * rounds), now.map(Value::Near))
            } else {
                let text = "Both defect in every round: the only subgame-perfect equilibrium (backward induction).";
                let later = punished * whole(h.rounds - 1);
                let now = [round.earns(true, 0, 1) + later, punished + later];
                (text, Value::Exact(punished * whole(h.rounds)), now.map(Value::Exact))
            };
            board.equilibria.push(Equilibrium::pure(text, round.choices[1].clone(), vec![payoff; 2], Scope::Rest));
            let places = round.choices.clone();
            board.see(View::Equilibrium(0), Scope::Rest, Basis::rules(), |action| {
                places.iter().position(|c| c == action).map(|own| rest[own])
            });
        }
        _ => board.equilibria.extend(mixed.iter().map(|e| of_round(round, e))),
    }
    if horizon.is_some_and(|h| h.rounds > 1) && !dilemma {
        board.further = Some(
            "These are the equilibria of one round. Playing any of them in each round, in any order that both follow, \
             is an equilibrium of the repeated game; taking turns is the fair one. There are others.",
        );
    }
}

/// An equilibrium of a round in the order of the own seat's choices.
fn of_round(round: &Round, e: &Mixed) -> Equilibrium {
    let mix = |player: usize| {
        let parts = e.strategies[player].iter().enumerate().filter(|(_, p)| !p.is_zero());
        let names: Vec<String> = parts
            .map(|(i, p)| match p.is_one() {
                true => round.word(i).to_owned(),
                false => format!("{} with chance {}", round.word(i), Value::Exact(*p)),
            })
            .collect();
        names.join(" and ")
    };
    let own = round.choices.iter().zip(&e.strategies[round.seat]).filter(|(_, p)| !p.is_zero());
    Equilibrium {
        text: format!("Seat 0 plays {}; seat 1 plays {}.", mix(0), mix(1)),
        own: own.map(|(c, p)| (c.clone(), Value::Exact(*p))).collect(),
        payoffs: e.payoffs.map(Value::Exact).to_vec(),
        scope: Scope::Round,
    }
}

fn optimum(round: &Round) -> Optimum {
    let best = round.game.welfare_optimal();
    let mut own: Vec<Json> = best.iter().map(|outcome| round.choices[outcome[round.seat]].clone()).collect();
    own.sort_by_key(|c| round.index(c));
    own.dedup();
    let name = |[a, b]: &[usize; 2]| format!("{} and {}", round.word(*a), round.word(*b));
    let names: Vec<String> = best.iter().map(name).collect();
    let sum = best.first().map(|outcome| Value::dec(round.game.welfare(*outcome)));
    Optimum { text: format!("Together most in a round: {}.", names.join("; or ")), own, sum, scope: Scope::Round }
}

/// At which chance of another round cooperation can be kept up.
fn thresholds(board: &mut Board, payoffs: &Payoffs, h: Horizon) {
    let [t, r, p, s] = [payoffs.t, payoffs.r, payoffs.p, payoffs.s].map(exact);
    let grim = (t - r) / (t - p);
    let tit_for_tat = grim.max((t - r) / (r - s));
    let met = |threshold: Fraction| Some(h.continuation >= threshold);
    board.facts.push((Fact::GrimThreshold, Value::Exact(grim), met(grim)));
    board.facts.push((Fact::TitForTatThreshold, Value::Exact(tit_for_tat), met(tit_for_tat)));
    board.facts.push((Fact::Continuation, Value::Exact(h.continuation), None));
    board.facts.push((Fact::ExpectedRounds, Value::Near(h.expected()), None));
}

/// The strategies whose long run is shown.
const PLANS: [&str; 5] = ["Cooperator", "Defector", "TitForTat", "GTFT", "WinStayLoseShift"];

/// What simple plans bring per round in the long run against the other's answers so far.
fn plans(board: &mut Board, payoffs: &Payoffs, history: &[[usize; 2]], h: Horizon) {
    let moves = |i: usize| if i == 0 { Move::C } else { Move::D };
    let mut after = [[0i64; 2]; 4];
    for pair in history.windows(2) {
        // From the other's seat: its own move first.
        after[state(moves(pair[0][1]), moves(pair[0][0]))][pair[1][1]] += 1;
    }
    // What was seen came out, so the other's slips are in it; those of the plan are added.
    let share = |[c, d]: [i64; 2]| if c + d == 0 { board::ratio(1, 2) } else { board::ratio(c, c + d) };
    let other = Vector { first: board::ratio(1, 2), after: after.map(share) };
    for id in PLANS {
        let long_run = || {
            let own = slipping(Vector::of(strategies::find(id)?, payoffs)?, h.noise);
            let mut chain = Chain::of(&own, &other, Fraction::zero())?;
            if let Some([own, other]) = history.last() {
                chain = chain.after(state(moves(*own), moves(*other)));
            }
            let limit = chain.limit()?;
            let [t, r, p, s] = [payoffs.t, payoffs.r, payoffs.p, payoffs.s].map(exact);
            let earns = |pays: [Fraction; 4]| {
                limit
                    .iter()
                    .zip(pays)
                    .try_fold(Fraction::zero(), |sum, (share, pay)| sum.checked_add(&share.checked_mul(&pay)?))
            };
            Some([Value::Exact(earns([r, s, t, p])?), Value::Exact(earns([r, t, s, p])?)])
        };
        if let Some(payoffs) = long_run() {
            board.plans.push(Plan { id, payoffs });
        }
    }
}

fn slipping(plan: Vector, noise: Fraction) -> Vector {
    let out = |p: Fraction| p * (Fraction::one() - noise) + (Fraction::one() - p) * noise;
    Vector { first: out(plan.first), after: plan.after.map(out) }
}

/// The best that the seat could have earned against what came out on the other side, less what it earned.
fn hindsight(now: &Observation, decided: &Decided<'_>) -> Option<Value> {
    let round = Round::of(now)?;
    let [own, other] = *round.history(now).get(decided.round.checked_sub(1)? as usize)?;
    let best = (0..2).map(|choice| round.earns(true, choice, other)).max()?;
    Some(Value::Exact(best - round.earns(true, own, other)))
}
