//! Alternating offers (Ståhl 1972; Rubinstein 1982), by backward induction.

use super::board::{amount, exact, range, ratio};
use super::{Basis, Board, Count, Decided, Equilibrium, Fraction, Optimum, Prior, Scope, Theory, Value, View};
use crate::bargaining::Pie;
use num_traits::{One, Zero};
use trivium_core::{Json, Observation};

pub(super) const THEORY: Theory = Theory { game: "L2-T05", board, hindsight };

impl Pie {
    /// What a seat earns from the round on if both play the equilibrium; nothing after the last one.
    fn expects(&self, proposes: bool, round: u32) -> Fraction {
        if round > self.rounds {
            return Fraction::zero();
        }
        let keeps = self.value(round);
        exact(self.worth(if proposes { keeps } else { self.size - keeps }, round))
    }
}

fn board(o: &Observation, _action: Option<&Json>) -> Option<Board> {
    let pie = Pie::of(&o.params)?;
    let round = o.round;
    let optimum = |own| Optimum {
        text: "An agreement now: every further round shrinks the pie.".to_owned(),
        own,
        sum: Some(Value::dec(pie.worth(pie.size, round))),
        scope: Scope::Rest,
    };
    if o.phase == "offer" {
        return Some(proposer(o, pie, optimum(Vec::new())));
    }
    let offer = o.facts.get("offer").and_then(Json::as_i64)?;
    let mut board = Board::new(o, vec!["accept".into(), "reject".into()], optimum(vec!["accept".into()]));
    let accept = exact(pie.worth(offer, round));
    let reject = pie.expects(true, round + 1);
    board.see(View::Equilibrium(0), Scope::Rest, Basis::rules(), |answer| {
        Some(Value::Exact(if answer == "accept" { accept } else { reject }))
    });
    let own = usize::from(o.seat.min(1));
    let pays = |mine: Fraction, other: Fraction| {
        let mut both = vec![Value::Exact(mine), Value::Exact(other)];
        both.rotate_right(own);
        both
    };
    let kept = exact(pie.worth(pie.size - offer, round));
    let text = "Take the offer if it is worth at least what proposing next round brings.";
    if accept >= reject {
        board.equilibria.push(Equilibrium::pure(text, "accept", pays(accept, kept), Scope::Rest));
    }
    if accept <= reject {
        let later = pays(reject, pie.expects(false, round + 1));
        board.equilibria.push(Equilibrium::pure(text, "reject", later, Scope::Rest));
    }
    Some(board)
}

fn proposer(o: &Observation, pie: Pie, optimum: Optimum) -> Board {
    let round = o.round;
    let mut board = Board::new(o, range(0, pie.size), optimum);
    let kept = |offer: &Json| exact(pie.worth(pie.size - amount(offer), round));
    // If the offer is rejected, the other proposes next.
    let after = pie.expects(false, round + 1);
    // An offer that was rejected once is taken to be rejected again, and so are smaller ones; of larger ones nothing
    // was seen.
    let other = 1 - o.seat.min(1);
    let rejected: Vec<i64> = o
        .actions("respond")
        .filter(|(_, seat, answer)| *seat == other && **answer == "reject")
        .filter_map(|(at, ..)| o.action_of("offer", at, o.seat).map(amount))
        .collect();
    let highest = rejected.iter().max().copied();
    let counts = highest
        .map(|most| Count::new(format!("offers up to {most} rejected"), rejected.len() as i64, rejected.len() as i64));
    board.see(View::SoFar, Scope::Rest, Basis::seen(counts.into_iter().collect(), Some(Prior::Uniform)), |offer| {
        let chance = if highest.is_some_and(|most| amount(offer) <= most) { Fraction::zero() } else { ratio(1, 2) };
        Some(Value::Exact(chance * kept(offer) + (Fraction::one() - chance) * after))
    });
    board.see(View::Equilibrium(0), Scope::Rest, Basis::rules(), |offer| {
        Some(Value::Exact(if pie.acceptable(amount(offer), round) { kept(offer) } else { after }))
    });
    let own = usize::from(o.seat.min(1));
    let offer = pie.size - pie.value(round);
    let mut payoffs = vec![Value::dec(pie.worth(pie.size - offer, round)), Value::dec(pie.worth(offer, round))];
    payoffs.rotate_right(own);
    let text = format!("The proposer offers {offer}, and it is accepted: waiting is worth no more to the responder.");
    board.equilibria.push(Equilibrium::pure(text, offer, payoffs, Scope::Rest));
    board.further = Some(
        "This is the subgame-perfect one with a responder who accepts when waiting is worth the same. Where offers are \
         whole numbers a responder who then rejects leads to others, a point apart.",
    );
    board
}

/// What other offers or answers would have led to is not known.
fn hindsight(_now: &Observation, _decided: &Decided<'_>) -> Option<Value> {
    None
}
