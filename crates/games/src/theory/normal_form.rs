//! Two-player games in normal form: equilibria, efficient outcomes, dominance and security levels, exactly.

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Signed, Zero};
use trivium_core::Dec;

/// A fraction of whole numbers in lowest terms.
pub type Fraction = Ratio<i128>;

/// An outcome in pure strategies: row and column.
pub type Outcome = [usize; 2];

/// Most strategies of both players together for which mixed equilibria are enumerated.
const MOST_STRATEGIES: usize = 12;

/// A game: the payoffs of the row and of the column player by row and column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bimatrix {
    rows: usize,
    columns: usize,
    payoffs: [Vec<Vec<Dec>>; 2],
}

/// How a strategy is dominated by another pure one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dominance {
    /// It earns less against every strategy of the other player.
    Strict,
    /// It never earns more and sometimes less.
    Weak,
}

/// An equilibrium in mixed strategies.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Equilibrium {
    /// Each player's probabilities.
    pub strategies: [Vec<Fraction>; 2],
    /// Each player's expected payoff.
    pub payoffs: [Fraction; 2],
}

impl Bimatrix {
    /// A game of two tables of the same shape, at least one by one; `None` for anything else.
    pub fn new(first: Vec<Vec<Dec>>, second: Vec<Vec<Dec>>) -> Option<Bimatrix> {
        let (rows, columns) = (first.len(), first.first()?.len());
        let fits = |table: &[Vec<Dec>]| table.len() == rows && table.iter().all(|row| row.len() == columns);
        (columns > 0 && fits(&first) && fits(&second)).then_some(Bimatrix { rows, columns, payoffs: [first, second] })
    }

    /// Two choices each, from each seat's table by own and other's choice.
    pub fn two_by_two(tables: &[[[Dec; 2]; 2]; 2]) -> Bimatrix {
        let first = tables[0].map(Vec::from).to_vec();
        let second = (0..2).map(|row| (0..2).map(|column| tables[1][column][row]).collect()).collect();
        Bimatrix { rows: 2, columns: 2, payoffs: [first, second] }
    }

    /// Number of strategies of a player (0 rows, 1 columns).
    pub fn strategies(&self, player: usize) -> usize {
        if player == 0 { self.rows } else { self.columns }
    }

    /// What a player earns in an outcome.
    pub fn payoff(&self, player: usize, [row, column]: Outcome) -> Dec {
        self.payoffs[player][row][column]
    }

    /// What a player earns by its own strategy against the other's.
    fn earns(&self, player: usize, own: usize, other: usize) -> Dec {
        self.payoff(player, if player == 0 { [own, other] } else { [other, own] })
    }

    /// Every outcome, row by row.
    pub fn outcomes(&self) -> impl Iterator<Item = Outcome> + '_ {
        (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| [row, column]))
    }

    /// Outcomes in pure strategies from which nobody gains by departing alone.
    pub fn pure_equilibria(&self) -> Vec<Outcome> {
        let best = |player: usize, outcome: Outcome| {
            let (own, other) = (outcome[player], outcome[1 - player]);
            (0..self.strategies(player)).all(|s| self.earns(player, s, other) <= self.earns(player, own, other))
        };
        self.outcomes().filter(|&o| best(0, o) && best(1, o)).collect()
    }

    /// Outcomes than which no other is better for one player and no worse for the other.
    pub fn pareto_efficient(&self) -> Vec<Outcome> {
        let better = |a: Outcome, b: Outcome| {
            let [x, y] = [0, 1].map(|player| (self.payoff(player, a), self.payoff(player, b)));
            x.0 >= x.1 && y.0 >= y.1 && (x.0 > x.1 || y.0 > y.1)
        };
        self.outcomes().filter(|&o| !self.outcomes().any(|other| better(other, o))).collect()
    }

    /// The sum of both payoffs in an outcome.
    pub fn welfare(&self, outcome: Outcome) -> Dec {
        self.payoff(0, outcome) + self.payoff(1, outcome)
    }

    /// The outcomes with the largest sum of payoffs.
    pub fn welfare_optimal(&self) -> Vec<Outcome> {
        let most = self.outcomes().map(|o| self.welfare(o)).max();
        self.outcomes().filter(|&o| Some(self.welfare(o)) == most).collect()
    }

    /// Pairs of strategies of a player, the first dominated by the second.
    pub fn dominated(&self, player: usize, how: Dominance) -> Vec<[usize; 2]> {
        let all: Vec<usize> = (0..self.strategies(1 - player)).collect();
        self.dominated_among(player, how, &(0..self.strategies(player)).collect::<Vec<_>>(), &all)
    }

    fn dominated_among(&self, player: usize, how: Dominance, own: &[usize], others: &[usize]) -> Vec<[usize; 2]> {
        let dominates = |by: usize, s: usize| {
            let pairs = others.iter().map(|&o| (self.earns(player, s, o), self.earns(player, by, o)));
            match how {
                Dominance::Strict => pairs.into_iter().all(|(less, more)| less < more),
                Dominance::Weak => {
                    let mut sometimes = false;
                    pairs.into_iter().all(|(less, more)| {
                        sometimes |= less < more;
                        less <= more
                    }) && sometimes
                }
            }
        };
        let pairs = own.iter().flat_map(|&s| own.iter().map(move |&by| [s, by]));
        pairs.filter(|&[s, by]| s != by && dominates(by, s)).collect()
    }

    /// Each player's strategies that are left when strategies strictly dominated by a pure one are removed again and
    /// again.
    pub fn survivors(&self) -> [Vec<usize>; 2] {
        let mut left = [0, 1].map(|player| (0..self.strategies(player)).collect::<Vec<usize>>());
        loop {
            let gone = [0, 1].map(|player| {
                self.dominated_among(player, Dominance::Strict, &left[player], &left[1 - player])
                    .into_iter()
                    .map(|[s, _]| s)
                    .collect::<Vec<_>>()
            });
            if gone.iter().all(Vec::is_empty) {
                return left;
            }
            for player in [0, 1] {
                left[player].retain(|s| !gone[player].contains(s));
            }
        }
    }

    /// What a player can make sure of with a pure strategy.
    pub fn security_level(&self, player: usize) -> Dec {
        let worst = |own| (0..self.strategies(1 - player)).map(|other| self.earns(player, own, other)).min();
        (0..self.strategies(player)).filter_map(worst).max().unwrap_or_default()
    }

    /// All extreme equilibria: the equilibria of a game without degeneracy, and the corners of the sets they form in
    /// a degenerate one. By the vertices of both best-response polytopes (Mangasarian 1964; von Stengel 2002).
    /// `None` for more than 12 strategies, or where the exact numbers outgrow 128 bits.
    pub fn extreme_equilibria(&self) -> Option<Vec<Equilibrium>> {
        if self.rows + self.columns > MOST_STRATEGIES {
            return None;
        }
        // The row player's strategy x makes the column player indifferent, so its polytope is bounded by the
        // column player's payoffs, and the other way round.
        let first = self.vertices(0)?;
        let second = self.vertices(1)?;
        let all = (1u32 << (self.rows + self.columns)) - 1;
        let mut found = Vec::new();
        for (x, labels) in &first {
            for (y, others) in &second {
                if labels | others == all {
                    let strategies = [normalised(x)?, normalised(y)?];
                    let payoffs = [self.expected(0, &strategies)?, self.expected(1, &strategies)?];
                    found.push(Equilibrium { strategies, payoffs });
                }
            }
        }
        found.sort();
        found.dedup();
        Some(found)
    }

    /// The expected payoff of a player; `None` where the numbers outgrow 128 bits.
    pub fn expected(&self, player: usize, strategies: &[Vec<Fraction>; 2]) -> Option<Fraction> {
        self.outcomes().try_fold(Fraction::zero(), |sum, [row, column]| {
            let weight = strategies[0][row].checked_mul(&strategies[1][column])?;
            sum.checked_add(&weight.checked_mul(&fraction(self.payoff(player, [row, column])))?)
        })
    }

    /// The vertices, except the origin, of `{x ≥ 0, Σ x_i·payoff(other player; i, j) ≤ 1 for each j}`, payoffs
    /// shifted to be at least 1; each with its labels as bits: own strategies that are not played, and the other's
    /// that are best replies.
    fn vertices(&self, player: usize) -> Option<Vec<(Vec<Fraction>, u32)>> {
        let (own, other) = (self.strategies(player), self.strategies(1 - player));
        let least = self.outcomes().map(|o| self.payoff(1 - player, o)).min()?;
        let coefficient = |i: usize, j: usize| fraction(self.earns(1 - player, j, i) - least + Dec::ONE);
        // Each bound as coefficients and right side: own strategies first, the other's after them.
        let axis = |i: usize| (0..own).map(|k| Fraction::from_integer(i128::from(k == i))).collect::<Vec<_>>();
        let mut bounds: Vec<(Vec<Fraction>, Fraction)> = (0..own).map(|i| (axis(i), Fraction::zero())).collect();
        bounds.extend((0..other).map(|j| ((0..own).map(|i| coefficient(i, j)).collect(), Fraction::one())));
        // Labels count the rows first, then the columns.
        let label = |bound: usize| match (player, bound < own) {
            (0, _) => bound,
            (_, true) => other + bound,
            (_, false) => bound - own,
        };
        let mut found: Vec<(Vec<Fraction>, u32)> = Vec::new();
        for set in (0u32..1 << bounds.len()).filter(|set| set.count_ones() as usize == own) {
            let chosen = (0..bounds.len()).filter(|b| set & (1 << b) != 0).map(|b| bounds[b].clone()).collect();
            let Some(x) = solve(chosen)? else { continue };
            let mut labels = 0;
            let mut inside = true;
            for (k, (coefficients, right)) in bounds.iter().enumerate() {
                let mut left = Fraction::zero();
                for (c, v) in coefficients.iter().zip(&x) {
                    left = left.checked_add(&c.checked_mul(v)?)?;
                }
                inside &= if k < own { !left.is_negative() } else { left <= *right };
                labels |= u32::from(left == *right) << label(k);
            }
            if inside && x.iter().any(|v| !v.is_zero()) && !found.iter().any(|(seen, _)| *seen == x) {
                found.push((x, labels));
            }
        }
        Some(found)
    }
}

/// The exact fraction of a decimal with at most 12 places.
pub fn fraction(d: Dec) -> Fraction {
    Fraction::new(d.scaled(), Dec::ONE.scaled())
}

fn normalised(x: &[Fraction]) -> Option<Vec<Fraction>> {
    let sum = x.iter().try_fold(Fraction::zero(), |sum, v| sum.checked_add(v))?;
    x.iter().map(|v| v.checked_div(&sum)).collect()
}

/// Solves a square system by elimination: `Some(None)` where it has no single solution, `None` on overflow.
pub(super) fn solve(mut system: Vec<(Vec<Fraction>, Fraction)>) -> Option<Option<Vec<Fraction>>> {
    let n = system.len();
    for column in 0..n {
        let Some(pivot) = (column..n).find(|&row| !system[row].0[column].is_zero()) else { return Some(None) };
        system.swap(column, pivot);
        let (lead, right) = system[column].clone();
        for (row, (coefficients, value)) in system.iter_mut().enumerate() {
            if row == column || coefficients[column].is_zero() {
                continue;
            }
            let factor = coefficients[column].checked_div(&lead[column])?;
            for (c, l) in coefficients.iter_mut().zip(&lead) {
                *c = c.checked_sub(&factor.checked_mul(l)?)?;
            }
            *value = value.checked_sub(&factor.checked_mul(&right)?)?;
        }
    }
    let solution = system.iter().enumerate().map(|(i, (coefficients, value))| value.checked_div(&coefficients[i]));
    solution.collect::<Option<Vec<_>>>().map(Some)
}
