//! Checks and draws of chance outcomes that several games share. The wrong shape is `malformed`, a value outside
//! the support `not_feasible`.

use trivium_core::{Code, Dec, Json, Rng, Seat};

/// A whole number written as a JSON number.
pub fn whole(value: &Json) -> Result<i64, Code> {
    match value {
        Json::Number(_) => Dec::from_json(value).and_then(Dec::to_i64).ok_or(Code::Malformed),
        _ => Err(Code::Malformed),
    }
}

/// A list of `len` whole numbers.
pub fn whole_list(value: &Json, len: usize) -> Result<Vec<i64>, Code> {
    let list = value.as_array().filter(|list| list.len() == len).ok_or(Code::Malformed)?;
    list.iter().map(whole).collect()
}

/// Checks an order in which each of the seats stands once.
pub fn check_order(seats: &[Seat], value: &Json) -> Result<Json, Code> {
    let order = whole_list(value, seats.len())?;
    if seats.iter().all(|&seat| order.contains(&i64::from(seat))) {
        Ok(Json::from(order))
    } else {
        Err(Code::NotFeasible)
    }
}

/// Draws an order of the seats, all orders with the same probability.
pub fn draw_order(seats: &[Seat], rng: &mut Rng) -> Json {
    let mut order = seats.to_vec();
    rng.shuffle(&mut order);
    Json::from(order)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_order_holds_each_seat_once() {
        assert_eq!(check_order(&[0, 2, 3], &json!([3, 0, 2.0])), Ok(json!([3, 0, 2])));
        for outside in [json!([0, 0, 2]), json!([0, 1, 2]), json!([0, 2, -3])] {
            assert_eq!(check_order(&[0, 2, 3], &outside), Err(Code::NotFeasible), "{outside}");
        }
        for wrong in [json!([0, 2]), json!("any"), json!([0, 2, "3"]), json!(null), json!([0, 2, 3.5])] {
            assert_eq!(check_order(&[0, 2, 3], &wrong), Err(Code::Malformed), "{wrong}");
        }
    }

    #[test]
    fn what_is_drawn_is_in_the_support() {
        let mut rng = Rng::new(11);
        for _ in 0..100 {
            let order = draw_order(&[0, 2, 3, 5], &mut rng);
            assert_eq!(check_order(&[0, 2, 3, 5], &order), Ok(order.clone()));
        }
    }
}
