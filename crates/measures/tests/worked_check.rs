//! The worked check of the measures page, arithmetic written out.

use trivium_core::{Condition, Event, Json};
use trivium_games::registry;

#[test]
fn nine_cooperations_and_a_last_defection_score_0_7322() {
    let mut game = registry::find("L2-T01").unwrap().start(&Json::Null, Condition::Silent).unwrap();
    for round in 1..=10 {
        for (seat, action) in [(0, if round == 10 { "D" } else { "C" }), (1, "C")] {
            let phase = "choose".to_owned();
            game.apply(&Event::Action { round, phase, seat, action: action.into(), fallback: false }).unwrap();
        }
    }
    let scores = trivium_measures::score(game.as_ref()).unwrap();
    // Cooperation 9/10; no defection of the other: retaliation and forgiveness undefined; endgame 1 of 2 rounds,
    // 1 − 0.5; volatility 1 switch of 9, 1 − 1/9; efficiency (9·3 + 5 − 0)/(50 − 0) = 32/50 = 0.64.
    let expected = (0.9 + 0.5 + (1.0 - 1.0 / 9.0) + 0.64) / 4.0;
    assert!((expected - 0.7322f64).abs() < 5e-5);
    assert_eq!(scores.behaviour[0].bta, Some(expected));
    let undefined = scores.behaviour[0].indicators.iter().filter(|i| i.found.is_err()).count();
    assert_eq!(undefined, 2);
}
