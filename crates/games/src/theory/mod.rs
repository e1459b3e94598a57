//! What theory says of the games, in exact numbers: normal forms, Kuhn poker, memory-one strategies, and the board
//! that shows at a decision what each action is worth.

mod auctions;
mod bargaining;
pub mod board;
mod commons;
mod gift;
pub mod kuhn;
pub mod memory_one;
pub mod normal_form;
mod pairs;
mod poker;
mod public_goods;
mod review;
mod trust;
mod ultimatum;
mod volunteer;

pub use auctions::interim_payoff;
pub use board::{Basis, Board, Count, Equilibrium, Fact, Lens, Optimum, Plan, Prior, Scope, Value, View};
pub use review::{Decided, Reviewed, last, review};

use trivium_core::{Json, Observation};

/// A fraction of whole numbers in lowest terms.
pub type Fraction = num_rational::Ratio<i128>;

/// What theory knows of a game.
struct Theory {
    game: &'static str,
    /// The board of the decision that the seat has at hand; with an action that is to be among the valued ones.
    board: fn(&Observation, Option<&Json>) -> Option<Board>,
    /// What a finished decision of the seat missed, given what the others did, as far as the seat sees that now.
    hindsight: fn(&Observation, &Decided<'_>) -> Option<Value>,
}

/// The games that have a board, in the order of the levels.
static THEORIES: &[Theory] = &[
    pairs::theory("L1-T01"),
    pairs::theory("L1-T02"),
    pairs::theory("L1-T03"),
    pairs::theory("L1-T04"),
    ultimatum::THEORY,
    trust::theory("L1-T06"),
    pairs::theory("L2-T01"),
    pairs::theory("L2-T02"),
    trust::theory("L2-T03"),
    gift::THEORY,
    bargaining::THEORY,
    pairs::theory("L2-T06"),
    public_goods::theory("L3-T01"),
    volunteer::THEORY,
    commons::THEORY,
    public_goods::theory("L3-T04"),
    auctions::THEORY,
    poker::THEORY,
];

/// The ids of the games that have a board.
pub fn games() -> impl Iterator<Item = &'static str> {
    THEORIES.iter().map(|t| t.game)
}

fn of(game: &str) -> Option<&'static Theory> {
    THEORIES.iter().find(|t| t.game == game)
}

/// What theory says of the decision at hand, from what its seat sees; `None` in a message phase, when it is not the
/// seat's turn, and for games without theory.
pub fn board(o: &Observation) -> Option<Board> {
    board_with(o, None)
}

/// The same with an action that is to be among the valued ones, where not all legal actions are listed.
pub fn board_with(o: &Observation, action: Option<&Json>) -> Option<Board> {
    if o.legal.is_none() || o.talking() {
        return None;
    }
    (of(o.game)?.board)(o, action)
}
