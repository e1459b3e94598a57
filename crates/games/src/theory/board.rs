//! What theory says of one decision, as data: the value of each action from several points of view, with what each
//! rests on, the equilibria, and the social optimum.
//!
//! A board is made from what the seat sees and nothing else. Values are exact wherever they can be.

use super::Fraction;
use num_traits::{CheckedMul, CheckedSub, Zero};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;
use trivium_core::{Dec, Json, Observation, Round, Seat};

/// The fraction of a whole number.
pub fn whole(n: i64) -> Fraction {
    Fraction::from_integer(i128::from(n))
}

/// `num/den`; 0 for `den` 0.
pub fn ratio(num: i64, den: i64) -> Fraction {
    super::kuhn::fraction(num, den)
}

/// The exact fraction of a decimal.
pub fn exact(d: Dec) -> Fraction {
    const TRILLION: i128 = Dec::ONE.scaled();
    let high = d.scaled();
    // What 12 places leave over is less than a trillionth, so that its trillionfold does not saturate.
    let low = ((d - Dec::from_scaled(high)) * TRILLION as i64).scaled();
    Fraction::new(high * TRILLION + low, TRILLION * TRILLION)
}

/// The double nearest to a fraction, up to the rounding of numerator and denominator.
pub fn near(f: Fraction) -> f64 {
    super::kuhn::double(f)
}

/// A number that theory gives.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// Exactly this.
    Exact(Fraction),
    /// Between these two, both included: the seat does not see enough to say more.
    Between(Fraction, Fraction),
    /// This, up to rounding of doubles.
    Near(f64),
}

impl Value {
    /// A whole number.
    pub fn int(n: i64) -> Value {
        Value::Exact(whole(n))
    }

    /// A decimal.
    pub fn dec(d: Dec) -> Value {
        Value::Exact(exact(d))
    }

    /// Between two numbers; exact where they are the same.
    pub fn between(lo: Fraction, hi: Fraction) -> Value {
        if lo == hi { Value::Exact(lo) } else { Value::Between(lo, hi) }
    }

    /// As a double; of a range the middle.
    pub fn near(self) -> f64 {
        match self {
            Value::Exact(f) => near(f),
            Value::Between(lo, hi) => (near(lo) + near(hi)) / 2.0,
            Value::Near(x) => x,
        }
    }

    /// The lowest number that it can be.
    pub fn least(self) -> f64 {
        if let Value::Between(lo, _) = self { near(lo) } else { self.near() }
    }

    /// The highest number that it can be.
    pub fn most(self) -> f64 {
        if let Value::Between(_, hi) = self { near(hi) } else { self.near() }
    }

    /// By what can be counted on: exact numbers exactly, ranges by their lower ends.
    pub fn order(self, other: Value) -> Ordering {
        let sure = |v: Value| match v {
            Value::Exact(f) | Value::Between(f, _) => Some(f),
            Value::Near(_) => None,
        };
        match (sure(self), sure(other)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => self.least().total_cmp(&other.least()),
        }
    }

    /// What is missed by having `other` instead of this: never less than 0.
    pub fn shortfall(self, other: Value) -> Value {
        let zero = Fraction::zero();
        let less = |a: Fraction, b: Fraction| a.checked_sub(&b).map(|d| d.max(zero));
        let ends = |v: Value| match v {
            Value::Exact(f) => Some((f, f)),
            Value::Between(lo, hi) => Some((lo, hi)),
            Value::Near(_) => None,
        };
        let exactly = ends(self).zip(ends(other)).and_then(|((lo, hi), (other_lo, other_hi))| {
            Some(Value::between(less(lo, other_hi)?, less(hi, other_lo)?))
        });
        exactly.unwrap_or(Value::Near((self.near() - other.near()).max(0.0)))
    }
}

/// An exact number as text: a decimal of at most four places where it is one, a fraction otherwise.
fn text(f: Fraction) -> String {
    let hundredths = f.checked_mul(&whole(10_000)).filter(|x| x.is_integer());
    match hundredths.map(|x| x.to_integer()) {
        None => format!("{}/{}", f.numer(), f.denom()),
        Some(n) => {
            let (sign, n) = (if n < 0 { "-" } else { "" }, n.unsigned_abs());
            let places = format!("{:04}", n % 10_000);
            let places = places.trim_end_matches('0');
            let point = if places.is_empty() { "" } else { "." };
            format!("{sign}{}{point}{places}", n / 10_000)
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Value::Exact(x) => f.write_str(&text(x)),
            Value::Between(lo, hi) => write!(f, "{} to {}", text(lo), text(hi)),
            Value::Near(x) => write!(f, "{x:.4}"),
        }
    }
}

impl Serialize for Value {
    /// `{"near": 2.5, "exact": "5/2"}`, `{"near": 2, "least": "1", "most": "3"}` or `{"near": 0.2047}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("near", &self.near())?;
        match *self {
            Value::Exact(f) => map.serialize_entry("exact", &f.to_string())?,
            Value::Between(lo, hi) => {
                map.serialize_entry("least", &lo.to_string())?;
                map.serialize_entry("most", &hi.to_string())?;
            }
            Value::Near(_) => {}
        }
        map.end()
    }
}

/// What the others are taken to do.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum View {
    /// They go on as often as they did so far, whatever anyone does.
    SoFar,
    /// They answer the last round as they did so far, and the seat makes the best of it.
    Answering,
    /// They answer this very action as they did so far.
    SameAction,
    /// Everyone goes on asking for the share that it asks for.
    Steady,
    /// The other, or each of the others, does this.
    If(Json),
    /// Somebody else volunteers.
    Somebody,
    /// Nobody else volunteers.
    Nobody,
    /// They play the equilibrium of this number in the board's list.
    Equilibrium(u32),
    /// It does not depend on them.
    Certain,
}

impl View {
    /// In words.
    pub fn sentence(&self) -> String {
        match self {
            View::SoFar => "If the others go on as they played so far".to_owned(),
            View::Answering => "If the other answers the last round as it did so far".to_owned(),
            View::SameAction => "As this very action was answered so far".to_owned(),
            View::Steady => "If everyone goes on asking for the same share".to_owned(),
            View::If(action) => match action.as_str() {
                Some(word) => format!("If the other plays {word}"),
                None => format!("If each of the others chooses {action}"),
            },
            View::Somebody => "If somebody else volunteers".to_owned(),
            View::Nobody => "If nobody else volunteers".to_owned(),
            View::Equilibrium(_) => "If the others play the equilibrium".to_owned(),
            View::Certain => "Whatever the others do".to_owned(),
        }
    }
}

/// What a value counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The payoff of this round (of the whole game, if it is played once).
    Round,
    /// The payoff from now to the end of the game.
    Rest,
}

/// What stands in for play that has not been seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Prior {
    /// Every choice of the other is equally likely.
    Uniform,
    /// The equilibrium, with the weight of two observations in each situation.
    EquilibriumAsTwo,
}

impl Prior {
    /// In words.
    pub const fn sentence(self) -> &'static str {
        match self {
            Prior::Uniform => "Where nothing was seen yet, every choice of the other counts as equally likely.",
            Prior::EquilibriumAsTwo => "The equilibrium counts as two observations in every situation.",
        }
    }
}

/// How often something was seen.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Count {
    /// What.
    pub what: String,
    /// How often, or how much.
    pub times: Value,
    /// Of how many.
    pub of: Value,
}

impl Count {
    /// `times` of `of`.
    pub fn new(what: impl Into<String>, times: i64, of: i64) -> Count {
        Count { what: what.into(), times: Value::int(times), of: Value::int(of) }
    }
}

/// What values rest on.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Basis {
    /// What was seen; empty for what follows from the rules.
    pub counts: Vec<Count>,
    /// What stands in where nothing was seen; absent where it plays no part.
    pub prior: Option<Prior>,
}

impl Basis {
    /// The rules alone.
    pub fn rules() -> Basis {
        Basis::default()
    }

    /// Counts, with a prior if there are none.
    pub fn seen(counts: Vec<Count>, prior: Option<Prior>) -> Basis {
        Basis { counts, prior }
    }
}

/// The values of the actions from one point of view.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Lens {
    /// What the others are taken to do.
    pub view: View,
    /// What is counted.
    pub scope: Scope,
    /// What it rests on.
    pub basis: Basis,
    /// The value of each action of the board; `None` where this view says nothing of it.
    pub values: Vec<Option<Value>>,
    /// The best replies, by their places in the board's list.
    pub best: Vec<u32>,
}

impl Lens {
    /// With the best replies found.
    pub fn new(view: View, scope: Scope, basis: Basis, values: Vec<Option<Value>>) -> Lens {
        let top = values.iter().flatten().copied().reduce(|a, b| if b.order(a) == Ordering::Greater { b } else { a });
        let is_top = |v: &Option<Value>| v.zip(top).is_some_and(|(v, top)| v.order(top) == Ordering::Equal);
        let best = (0u32..).zip(&values).filter(|(_, v)| is_top(v)).map(|(i, _)| i).collect();
        Lens { view, scope, basis, values, best }
    }

    /// The value of a best reply.
    pub fn top(&self) -> Option<Value> {
        self.values.get(*self.best.first()? as usize).copied().flatten()
    }

    /// What an action misses of the best reply; `None` where the view says nothing of it.
    pub fn regret(&self, action: usize) -> Option<Value> {
        let value = self.values.get(action).copied().flatten()?;
        if self.best.contains(&(action as u32)) {
            return Some(Value::int(0));
        }
        Some(self.top()?.shortfall(value))
    }
}

/// An equilibrium, as far as it concerns the decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Equilibrium {
    /// Who does what, in words.
    pub text: String,
    /// What this seat does now in it: actions with their probabilities.
    pub own: Vec<(Json, Value)>,
    /// What each seat earns in it, by `scope`; empty where that depends on what the seat does not see.
    pub payoffs: Vec<Value>,
    /// What the payoffs count.
    pub scope: Scope,
}

impl Equilibrium {
    /// In which the seat takes one action for sure.
    pub fn pure(text: impl Into<String>, own: impl Into<Json>, payoffs: Vec<Value>, scope: Scope) -> Equilibrium {
        Equilibrium { text: text.into(), own: vec![(own.into(), Value::int(1))], payoffs, scope }
    }
}

/// What is best for all together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Optimum {
    /// In words.
    pub text: String,
    /// The actions of this seat that belong to it; empty where all do or none can be named.
    pub own: Vec<Json>,
    /// The largest sum of all payoffs; absent where it depends on what the seat does not see.
    pub sum: Option<Value>,
    /// What the sum counts.
    pub scope: Scope,
}

/// A further number that belongs to the decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    /// What the seat can make sure of in this round, whatever the others do.
    SecurityLevel,
    /// The least chance of another round at which grim trigger keeps both cooperating, without noise and last round.
    GrimThreshold,
    /// The same for Tit For Tat (Axelrod 1984).
    TitForTatThreshold,
    /// The chance of another round.
    Continuation,
    /// Expected number of rounds from this one on.
    ExpectedRounds,
    /// What must come back for the sender to lose nothing.
    BreakEven,
    /// What one more unit costs its giver.
    PrivateReturn,
    /// What one more unit brings the group.
    SocialReturn,
    /// The chance of volunteering in the symmetric equilibrium.
    VolunteerChance,
    /// A request that leaves the stock where it grows most, if all make it.
    SustainableShare,
    /// The bid of the equilibrium before rounding down.
    EquilibriumBid,
    /// The value of the game to its first player.
    GameValue,
}

/// What a plan for all further rounds brings, per round in the long run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Plan {
    /// The strategy of the library that it follows.
    pub id: &'static str,
    /// What this seat and the other earn in a round.
    pub payoffs: [Value; 2],
}

/// What theory says of the decision at hand.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Board {
    /// The game.
    pub game: &'static str,
    /// Whose decision.
    pub seat: Seat,
    /// In which round.
    pub round: Round,
    /// In which phase.
    pub phase: &'static str,
    /// The actions that are valued.
    pub actions: Vec<Json>,
    /// Whether these are all legal ones.
    pub complete: bool,
    /// The values, the headline first.
    pub lenses: Vec<Lens>,
    /// The equilibria.
    pub equilibria: Vec<Equilibrium>,
    /// What further equilibria there are, in words; absent where all are listed.
    pub further: Option<&'static str>,
    /// The social optimum.
    pub optimum: Optimum,
    /// Further numbers; a threshold is beside whether it is met.
    pub facts: Vec<(Fact, Value, Option<bool>)>,
    /// What simple plans bring in the long run against the other as it has played; empty in most games.
    pub plans: Vec<Plan>,
}

impl Board {
    /// A board without lenses yet.
    pub fn new(o: &Observation, actions: Vec<Json>, optimum: Optimum) -> Board {
        Board {
            game: o.game,
            seat: o.seat,
            round: o.round,
            phase: o.phase,
            actions,
            complete: true,
            lenses: Vec::new(),
            equilibria: Vec::new(),
            further: None,
            optimum,
            facts: Vec::new(),
            plans: Vec::new(),
        }
    }

    /// The place of an action in the list, compared by value.
    pub fn place(&self, action: &Json) -> Option<usize> {
        let number = Dec::from_json(action);
        self.actions.iter().position(|a| a == action || (number.is_some() && Dec::from_json(a) == number))
    }

    /// Adds a lens with a value for every action.
    pub fn see(&mut self, view: View, scope: Scope, basis: Basis, value: impl Fn(&Json) -> Option<Value>) {
        let values = self.actions.iter().map(value).collect();
        self.lenses.push(Lens::new(view, scope, basis, values));
    }
}

/// The whole number of an action.
pub fn amount(action: &Json) -> i64 {
    Dec::from_json(action).and_then(Dec::to_i64).unwrap_or(0)
}

/// The whole numbers of a range as actions.
pub fn range(min: i64, max: i64) -> Vec<Json> {
    (min..=max).map(Json::from).collect()
}

/// The rounds from the running one to the last, of a game of known length.
pub fn rounds_left(o: &Observation) -> i64 {
    (o.whole("rounds") - i64::from(o.round) + 1).max(1)
}

/// The outcomes of the finished rounds that the seat sees.
pub fn outcomes(o: &Observation) -> impl Iterator<Item = &Json> {
    o.results.iter().filter_map(|result| result.get("outcome"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::Signed;

    #[test]
    fn numbers_are_written_as_decimals_where_they_are_short_ones() {
        for (num, den, expected) in
            [(7, 3, "7/3"), (-5, 2, "-2.5"), (0, 1, "0"), (40, 1, "40"), (1, 8, "0.125"), (-1, 18, "-1/18")]
        {
            assert_eq!(Value::Exact(ratio(num, den)).to_string(), expected);
        }
        assert_eq!(Value::between(whole(1), whole(3)).to_string(), "1 to 3");
        assert_eq!(Value::between(whole(2), whole(2)), Value::int(2));
    }

    #[test]
    fn decimals_become_fractions_digit_by_digit() {
        for text in ["0", "-0.5", "19.4", "0.000000000001", "2.8440004613822998046875", "-999.999999999999999999999999"]
        {
            let d = Dec::parse(text).unwrap();
            let (digits, places) = match text.split_once('.') {
                Some((a, b)) => (format!("{a}{b}"), b.len() as u32),
                None => (text.to_owned(), 0),
            };
            let expected = Fraction::new(digits.parse().unwrap(), 10_i128.pow(places));
            assert_eq!(exact(d), if text.starts_with("-0") { -expected.abs() } else { expected }, "{text}");
        }
    }

    #[test]
    fn best_replies_are_found_exactly_and_regret_is_what_they_bring_more() {
        let third = Value::Exact(ratio(1, 3));
        let lens = Lens::new(
            View::SoFar,
            Scope::Round,
            Basis::rules(),
            vec![Some(third), None, Some(Value::int(0)), Some(Value::Exact(ratio(2, 6)))],
        );
        assert_eq!(lens.best, [0, 3]);
        assert_eq!(lens.regret(2), Some(third));
        assert_eq!(lens.regret(0), Some(Value::int(0)));
        assert_eq!((lens.regret(1), lens.regret(9)), (None, None));
        // Of ranges the one with the better worst case; the regret of the other is again a range.
        let values = vec![Some(Value::Between(whole(1), whole(4))), Some(Value::Between(whole(0), whole(9)))];
        let lens = Lens::new(View::SoFar, Scope::Round, Basis::rules(), values);
        assert_eq!(lens.best, [0]);
        assert_eq!(lens.regret(1), Some(Value::Between(whole(0), whole(4))));
    }
}
