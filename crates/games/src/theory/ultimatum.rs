//! The ultimatum game (Güth, Schmittberger and Schwarze 1982).

use super::board::{amount, range, ratio};
use super::{Basis, Board, Decided, Equilibrium, Optimum, Prior, Scope, Theory, Value, View};
use trivium_core::{Json, Observation};

pub(super) const THEORY: Theory = Theory { game: "L1-T05", board, hindsight };

fn board(o: &Observation, _action: Option<&Json>) -> Option<Board> {
    let pie = o.whole("pie");
    let agreed = |own| Optimum {
        text: format!("Any agreement: together {pie}."),
        own,
        sum: Some(Value::int(pie)),
        scope: Scope::Round,
    };
    if o.phase != "offer" {
        let offer = o.facts.get("offer").and_then(Json::as_i64)?;
        let answers = vec![Json::from("accept"), Json::from("reject")];
        let mut board = Board::new(o, answers, agreed(vec!["accept".into()]));
        board.see(View::Certain, Scope::Round, Basis::rules(), |answer| {
            Some(Value::int(if answer == "accept" { offer } else { 0 }))
        });
        let pays = |keeps: i64, gets: i64| vec![Value::int(keeps), Value::int(gets)];
        let text = format!("The responder takes what is worth more to it: an offer of {offer} rather than nothing.");
        board.equilibria.push(Equilibrium::pure(text, "accept", pays(pie - offer, offer), Scope::Round));
        if offer == 0 {
            let text = "At an offer of 0 both answers are worth the same, so rejecting is as good.";
            board.equilibria.push(Equilibrium::pure(text, "reject", pays(0, 0), Scope::Round));
        }
        return Some(board);
    }
    let mut board = Board::new(o, range(0, pie), agreed(Vec::new()));
    let keeps = |offer: &Json| pie - amount(offer);
    board.see(View::SoFar, Scope::Round, Basis::seen(Vec::new(), Some(Prior::Uniform)), |offer| {
        Some(Value::Exact(ratio(keeps(offer), 2)))
    });
    board.see(View::Equilibrium(0), Scope::Round, Basis::rules(), |offer| Some(Value::int(keeps(offer))));
    board.see(View::Equilibrium(1), Scope::Round, Basis::rules(), |offer| {
        Some(Value::int(if amount(offer) == 0 { 0 } else { keeps(offer) }))
    });
    let pays = |offer: i64| vec![Value::int(pie - offer), Value::int(offer)];
    board.equilibria.push(Equilibrium::pure(
        "The proposer offers 0; the responder accepts everything.",
        0,
        pays(0),
        Scope::Round,
    ));
    board.equilibria.push(Equilibrium::pure(
        "The proposer offers 1; the responder rejects 0 and accepts everything else.",
        1,
        pays(1),
        Scope::Round,
    ));
    if pie == 1 {
        let text = "The proposer offers 0; the responder rejects 0 and accepts 1.";
        board.equilibria.push(Equilibrium::pure(text, 0, vec![Value::int(0); 2], Scope::Round));
    }
    board.further = Some(
        "These are the subgame-perfect ones in pure strategies. If responders could commit themselves, every division \
         would be an equilibrium: the responder rejects less, the proposer offers just that.",
    );
    Some(board)
}

/// What the responder gave up; what other offers would have met is not known.
fn hindsight(now: &Observation, decided: &Decided<'_>) -> Option<Value> {
    let offer = now.action_of("offer", 1, 0)?;
    (decided.phase == "respond").then(|| Value::int(if decided.action == "reject" { amount(offer) } else { 0 }))
}
