//! The grammar of legal actions: what a seat may decide, in a form that controls, prompts and parsers share.

use crate::{Code, Dec, Json, Rng, Seat};
use serde::{Deserialize, Serialize};

/// The actions open to a seat. The JSON form has the `type` named at each variant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum LegalForm {
    /// One of the listed labels or numbers (numbers are compared by value).
    Enum {
        /// The values.
        values: Vec<Json>,
    },
    /// A whole number in a range, ends included.
    Int {
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// A multiple of `step` counted from `min`.
    Grid {
        /// Smallest.
        min: Dec,
        /// Largest.
        max: Dec,
        /// Distance of neighbours.
        step: Dec,
    },
    /// A message.
    Text,
    /// Points for each seat, none for oneself.
    Points {
        /// Number of seats.
        n: Seat,
        /// The seat that gives.
        #[serde(rename = "self")]
        giver: Seat,
        /// Most points for one seat.
        max: i64,
    },
    /// A coalition and its shares.
    Proposal {
        /// Voting weight of each seat.
        weights: Vec<i64>,
        /// Weight that wins.
        quota: i64,
        /// What is divided.
        prize: i64,
        /// Who proposes.
        proposer: Seat,
    },
    /// Different seats in ascending order.
    Team {
        /// Seats to choose from.
        of: Vec<Seat>,
        /// How many.
        size: Seat,
    },
    /// An offer over a pool of items, acceptance, or leaving.
    Bargain {
        /// Units of each item.
        pool: Vec<i64>,
        /// Whether an offer may be made.
        offer: bool,
        /// Whether there is an offer to accept.
        accept: bool,
        /// Whether leaving is possible.
        walk: bool,
    },
}

impl LegalForm {
    /// Labels as an enumeration.
    pub fn labels(labels: &[&str]) -> LegalForm {
        LegalForm::Enum { values: labels.iter().map(|&l| Json::from(l)).collect() }
    }

    /// Checks an action and gives its canonical form, or the first reason against it in the order of the rules:
    /// malformed, not in set, out of range, not on the grid, not feasible.
    pub fn check(&self, action: &Json) -> Result<Json, Code> {
        match self {
            LegalForm::Enum { values } => check_enum(values, action),
            LegalForm::Int { min, max } => check_grid(Dec::int(*min), Dec::int(*max), Dec::ONE, action),
            LegalForm::Grid { min, max, step } => check_grid(*min, *max, *step, action),
            LegalForm::Text => Err(Code::WrongPhase),
            LegalForm::Points { n, giver, max } => check_points(*n, *giver, *max, action),
            LegalForm::Proposal { weights, quota, prize, proposer } => {
                check_proposal(weights, *quota, *prize, *proposer, action)
            }
            LegalForm::Team { of, size } => check_team(of, *size, action),
            LegalForm::Bargain { pool, offer, accept, walk } => check_bargain(pool, *offer, *accept, *walk, action),
        }
    }

    /// Draws uniformly over the legal actions (for compound forms: uniformly over each part, as the rules pages
    /// say for their random agents). `Null` for a message.
    pub fn sample(&self, rng: &mut Rng) -> Json {
        match self {
            LegalForm::Enum { values } => rng.choice(values).cloned().unwrap_or(Json::Null),
            LegalForm::Int { min, max } => Json::from(rng.between(*min, *max)),
            LegalForm::Grid { min, max, step } => {
                let steps = (*max - *min).scaled() / step.scaled().max(1);
                let k = rng.index(u64::try_from(steps).unwrap_or(0).saturating_add(1));
                (*min + *step * k as i64).to_json()
            }
            LegalForm::Text => Json::Null,
            LegalForm::Points { n, giver, max } => {
                (0..*n).map(|seat| if seat == *giver { 0 } else { rng.between(0, *max) }).collect()
            }
            LegalForm::Proposal { weights, quota, prize, proposer } => {
                sample_proposal(weights, *quota, *prize, *proposer, rng)
            }
            LegalForm::Team { of, size } => {
                let mut seats = of.clone();
                rng.shuffle(&mut seats);
                seats.truncate(usize::from(*size));
                seats.sort_unstable();
                Json::from(seats)
            }
            LegalForm::Bargain { pool, offer, accept, walk } => {
                let kinds: Vec<u8> =
                    [(*offer, 0), (*accept, 1), (*walk, 2)].iter().filter(|k| k.0).map(|k| k.1).collect();
                match rng.choice(&kinds) {
                    Some(0) => {
                        serde_json::json!({"offer": pool.iter().map(|&p| rng.between(0, p)).collect::<Vec<_>>()})
                    }
                    Some(1) => Json::from("accept"),
                    _ => Json::from("walk"),
                }
            }
        }
    }
}

fn check_enum(values: &[Json], action: &Json) -> Result<Json, Code> {
    let numeric = values.iter().any(Json::is_number) || values.iter().all(|v| Dec::from_json(v).is_some());
    let textual = values.iter().any(|v| v.is_string() && Dec::from_json(v).is_none());
    let number = if numeric { Dec::from_json(action) } else { None };
    if number.is_none() && !(textual && action.is_string()) {
        return Err(Code::Malformed);
    }
    values
        .iter()
        .find(|&v| if number.is_some() { Dec::from_json(v) == number } else { v == action })
        .cloned()
        .ok_or(Code::NotInSet)
}

fn check_grid(min: Dec, max: Dec, step: Dec, action: &Json) -> Result<Json, Code> {
    let value = Dec::from_json(action).ok_or(Code::Malformed)?;
    if value < min || value > max {
        return Err(Code::OutOfRange);
    }
    if !(value - min).is_multiple_of(step) {
        return Err(Code::NotOnGrid);
    }
    Ok(value.to_json())
}

/// A whole number written as a JSON number (text and fractions are malformed).
fn whole(value: &Json) -> Result<i64, Code> {
    match value {
        Json::Number(_) => Dec::from_json(value).and_then(Dec::to_i64).ok_or(Code::Malformed),
        _ => Err(Code::Malformed),
    }
}

fn whole_list(value: Option<&Json>) -> Result<Vec<i64>, Code> {
    value.and_then(Json::as_array).ok_or(Code::Malformed)?.iter().map(whole).collect()
}

fn check_points(n: Seat, giver: Seat, max: i64, action: &Json) -> Result<Json, Code> {
    let list = action.as_array().ok_or(Code::Malformed)?;
    if list.len() != usize::from(n) {
        return Err(Code::Malformed);
    }
    let points: Vec<Dec> = list.iter().map(|p| Dec::from_json(p).ok_or(Code::Malformed)).collect::<Result<_, _>>()?;
    if points.iter().any(|&p| p < Dec::ZERO || p > Dec::int(max)) {
        return Err(Code::OutOfRange);
    }
    if points.iter().any(|p| p.to_i64().is_none()) {
        return Err(Code::NotOnGrid);
    }
    if points[usize::from(giver)] != Dec::ZERO {
        return Err(Code::NotFeasible);
    }
    Ok(points.into_iter().map(Dec::to_json).collect())
}

fn check_proposal(weights: &[i64], quota: i64, prize: i64, proposer: Seat, action: &Json) -> Result<Json, Code> {
    let object = action.as_object().ok_or(Code::Malformed)?;
    let coalition = whole_list(object.get("coalition"))?;
    let shares = whole_list(object.get("shares"))?;
    if coalition.len() != shares.len() || object.len() != 2 {
        return Err(Code::Malformed);
    }
    if coalition.iter().any(|&s| s < 0 || s >= weights.len() as i64) {
        return Err(Code::NotInSet);
    }
    if shares.iter().any(|&s| s < 0 || s > prize) {
        return Err(Code::OutOfRange);
    }
    let ascending = coalition.windows(2).all(|w| w[0] < w[1]);
    let weight: i64 = coalition.iter().map(|&s| weights[s as usize]).sum();
    if !ascending || !coalition.contains(&i64::from(proposer)) || weight < quota || shares.iter().sum::<i64>() != prize
    {
        return Err(Code::NotFeasible);
    }
    Ok(serde_json::json!({"coalition": coalition, "shares": shares}))
}

fn sample_proposal(weights: &[i64], quota: i64, prize: i64, proposer: Seat, rng: &mut Rng) -> Json {
    let winning: Vec<u32> = (0u32..1 << weights.len())
        .filter(|set| set & (1 << proposer) != 0)
        .filter(|set| (0..weights.len()).filter(|s| set & (1 << s) != 0).map(|s| weights[s]).sum::<i64>() >= quota)
        .collect();
    let Some(&set) = rng.choice(&winning) else { return Json::Null };
    let coalition: Vec<usize> = (0..weights.len()).filter(|s| set & (1 << s) != 0).collect();
    let mut cuts: Vec<i64> = (1..coalition.len()).map(|_| rng.between(0, prize)).collect();
    cuts.sort_unstable();
    cuts.insert(0, 0);
    cuts.push(prize);
    let shares: Vec<i64> = cuts.windows(2).map(|w| w[1] - w[0]).collect();
    serde_json::json!({"coalition": coalition, "shares": shares})
}

fn check_team(of: &[Seat], size: Seat, action: &Json) -> Result<Json, Code> {
    let team = whole_list(Some(action))?;
    if team.len() != usize::from(size) {
        return Err(Code::Malformed);
    }
    if team.iter().any(|&s| !of.iter().any(|&o| i64::from(o) == s)) {
        return Err(Code::NotInSet);
    }
    if !team.windows(2).all(|w| w[0] < w[1]) {
        return Err(Code::NotFeasible);
    }
    Ok(Json::from(team))
}

fn check_bargain(pool: &[i64], offer: bool, accept: bool, walk: bool, action: &Json) -> Result<Json, Code> {
    match action {
        Json::String(word) => match word.as_str() {
            "accept" if accept => Ok(action.clone()),
            "walk" if walk => Ok(action.clone()),
            "accept" | "walk" => Err(Code::NotFeasible),
            _ => Err(Code::NotInSet),
        },
        Json::Object(object) if object.len() == 1 => {
            let items = whole_list(object.get("offer"))?;
            if items.len() != pool.len() {
                return Err(Code::Malformed);
            }
            if items.iter().zip(pool).any(|(&x, &p)| x < 0 || x > p) {
                return Err(Code::OutOfRange);
            }
            if !offer {
                return Err(Code::NotFeasible);
            }
            Ok(serde_json::json!({"offer": items}))
        }
        _ => Err(Code::Malformed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn numbers_are_compared_by_value_and_come_back_in_canonical_form() {
        let grid = LegalForm::Grid { min: Dec::ZERO, max: Dec::int(12), step: Dec::parse("0.5").unwrap() };
        assert_eq!(grid.check(&json!(2.5)), Ok(json!("2.5")));
        assert_eq!(grid.check(&json!("2.50")), Ok(json!("2.5")));
        assert_eq!(grid.check(&json!(2.0)), Ok(json!(2)));
        assert_eq!(grid.check(&json!("0.3")), Err(Code::NotOnGrid));
        assert_eq!(grid.check(&json!(12.5)), Err(Code::OutOfRange));
        assert_eq!(grid.check(&json!(true)), Err(Code::Malformed));
        assert_eq!(LegalForm::Int { min: 0, max: 9 }.check(&json!("2.5")), Err(Code::NotOnGrid));
    }

    #[test]
    fn labels_are_case_sensitive_and_numbers_are_no_labels() {
        let form = LegalForm::labels(&["C", "D"]);
        assert_eq!(form.check(&json!("C")), Ok(json!("C")));
        assert_eq!(form.check(&json!("c")), Err(Code::NotInSet));
        assert_eq!(form.check(&json!(3)), Err(Code::Malformed));
        assert_eq!(form.check(&json!(["C"])), Err(Code::Malformed));
    }

    #[test]
    fn json_forms_carry_their_type() {
        let text = serde_json::to_string(&LegalForm::Points { n: 4, giver: 1, max: 5 }).unwrap();
        assert_eq!(text, r#"{"type":"points","n":4,"self":1,"max":5}"#);
    }

    fn forms() -> Vec<LegalForm> {
        vec![
            LegalForm::labels(&["C", "D"]),
            LegalForm::Enum { values: vec![json!("0.1"), json!("0.2"), json!(1)] },
            LegalForm::Int { min: -3, max: 12 },
            LegalForm::Grid { min: Dec::ZERO, max: Dec::int(7), step: Dec::parse("0.5").unwrap() },
            LegalForm::Points { n: 4, giver: 2, max: 5 },
            LegalForm::Proposal { weights: vec![4, 3, 2], quota: 5, prize: 100, proposer: 1 },
            LegalForm::Team { of: vec![0, 1, 2, 3, 4], size: 3 },
            LegalForm::Bargain { pool: vec![3, 2, 1], offer: true, accept: true, walk: true },
        ]
    }

    proptest! {
        #[test]
        fn what_is_sampled_is_legal_and_already_canonical(seed in any::<u64>()) {
            for form in forms() {
                let action = form.sample(&mut crate::Rng::new(seed));
                prop_assert_eq!(form.check(&action), Ok(action.clone()), "{:?}", form);
            }
        }
    }
}
