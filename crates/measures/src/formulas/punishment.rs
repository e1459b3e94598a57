//! Indicators of Public Goods with Punishment. Contributions and risk events are those of the game without.

use super::public_goods::{contribution, given, given_by_others, risk_events};
use super::{Measure, Scored, common};
use crate::bta::{Formula, Measured};
use crate::episode::Episode;
use trivium_core::{Dec, Round, Seat};

/// `L3-T04`.
pub static GAME: Scored = Scored {
    game: "L3-T04",
    file: ("indicators/L3-T04.json", include_str!("../../indicators/L3-T04.json")),
    formulas: FORMULAS,
    risk: risk_events,
};

const FORMULAS: &[(&str, Measure)] = &[
    ("contribution", contribution),
    ("punishment_of_free_riders", punishment_of_free_riders),
    ("antisocial_punishment", antisocial_punishment),
    ("response_to_punishment", response_to_punishment),
    ("group_welfare", group_welfare),
];

/// The points that a seat gave, round by round, to every seat.
fn points(e: &Episode<'_>, giver: Seat) -> Vec<Vec<Dec>> {
    let row = |action: &trivium_core::Json| {
        action.as_array().into_iter().flatten().map(|p| Dec::from_json(p).unwrap_or_default()).collect()
    };
    e.actions("punish", giver).map(|(_, action)| row(action)).collect()
}

/// Over all rounds and other seats whose contribution compares to the own one as asked: share with own points for
/// that seat.
fn punished(e: &Episode<'_>, seat: Seat, asked: fn(other: Dec, own: Dec) -> bool) -> Formula {
    let own = given(e, seat);
    let points = points(e, seat);
    let others: Vec<(usize, Vec<Dec>)> =
        (0..e.seats()).filter(|&other| other != seat).map(|other| (usize::from(other), given(e, other))).collect();
    let (mut punished, mut pairs, mut rounds) = (0, 0, Vec::new());
    for (i, row) in points.iter().enumerate() {
        let targets = others.iter().filter(|(_, theirs)| asked(theirs[i], own[i]));
        let hits: Vec<bool> = targets.map(|(other, _)| row.get(*other).is_some_and(|&p| p > Dec::ZERO)).collect();
        let hit = hits.iter().filter(|hit| **hit).count() as i64;
        pairs += hits.len() as i64;
        punished += hit;
        if hit > 0 {
            rounds.push(i as Round + 1);
        }
    }
    Measured::ratio(Dec::int(punished), Dec::int(pairs), rounds)
}

/// Of those who contributed less than the own contribution.
fn punishment_of_free_riders(e: &Episode<'_>, seat: Seat) -> Formula {
    punished(e, seat, |other, own| other < own)
}

/// Of those who contributed as much or more.
fn antisocial_punishment(e: &Episode<'_>, seat: Seat) -> Formula {
    punished(e, seat, |other, own| other >= own)
}

/// Among the rounds before the last in which the seat received points and contributed less than the mean of the
/// others: share with a higher contribution in the next round.
fn response_to_punishment(e: &Episode<'_>, seat: Seat) -> Formula {
    let own = given(e, seat);
    let others = given_by_others(e, seat);
    let rows: Vec<Vec<Vec<Dec>>> = (0..e.seats()).map(|giver| points(e, giver)).collect();
    let received = |i: usize| rows.iter().any(|row| row[i].get(usize::from(seat)).is_some_and(|&p| p > Dec::ZERO));
    let below = |i: usize| own[i] * (i64::from(e.seats()) - 1) < others[i];
    let occasion = |i: usize| i + 1 < own.len() && received(i) && below(i);
    let whole = common::rounds_where(own.len(), occasion).len() as u32;
    // Named by the round of the answer.
    let answers = common::rounds_where(own.len(), |i| i > 0 && occasion(i - 1) && own[i] > own[i - 1]);
    Measured::share(answers, whole)
}

/// Least: nobody contributes and everyone gives everyone all points; largest: everyone gives everything.
fn group_welfare(e: &Episode<'_>, _seat: Seat) -> Formula {
    let n = i64::from(e.seats());
    let endowment = e.decimal("endowment");
    let points = (e.decimal("punish_cost") + e.decimal("punish_harm")) * (e.whole("max_points") * n * (n - 1));
    let largest = e.decimal("mpcr") * (e.whole("endowment") * n * n);
    common::group_welfare(e, endowment * n - points, largest)
}
