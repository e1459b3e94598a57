//! The payoffs of one round of a game in which two seats choose a label at the same time, found by playing them.

use trivium_core::{Attempt, Condition, Dec, Event, Game, Json, LegalForm, Origin, Rng, Seat};
use trivium_games::GameInfo;

/// Payoffs by own and other choice.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    /// Own choices, the rows.
    pub own: Vec<Json>,
    /// The other's choices, the columns.
    pub other: Vec<Json>,
    /// Own and other points, by row and column.
    pub cells: Vec<Vec<(Dec, Dec)>>,
}

impl Matrix {
    /// Plays every pair of choices of the first round. `None` where the game is not of this kind.
    pub fn of(info: &GameInfo, params: &Json, seat: Seat) -> Option<Matrix> {
        let game = info.start(params, Condition::Silent).ok()?;
        let other_seat = 1_u8.checked_sub(seat)?;
        let own = labels(game.legal(seat))?;
        let other = labels(game.legal(other_seat))?;
        let cells = own
            .iter()
            .map(|mine| other.iter().map(|theirs| pair(&*game, seat, mine, theirs)).collect::<Option<Vec<_>>>())
            .collect::<Option<Vec<_>>>()?;
        Some(Matrix { own, other, cells })
    }
}

fn labels(form: Option<LegalForm>) -> Option<Vec<Json>> {
    match form {
        Some(LegalForm::Enum { values }) => Some(values),
        _ => None,
    }
}

fn pair(start: &dyn Game, seat: Seat, mine: &Json, theirs: &Json) -> Option<(Dec, Dec)> {
    let mut game = start.boxed();
    for (who, action) in [(seat, mine), (1 - seat, theirs)] {
        let phase = game.status().phase;
        game.attempt(who, phase, Attempt::Action(action.clone()), Origin::Chosen).ok()?;
    }
    // What may happen by chance is taken as not happening: the table shows the choices as they are meant.
    while game.steps().is_empty() {
        let event = match game.draw(&mut Rng::new(0))? {
            Event::Chance { round, name, seat, value: Json::Bool(_) } => {
                Event::Chance { round, name, seat, value: Json::Bool(false) }
            }
            other => other,
        };
        game.apply(&event).ok()?;
    }
    let payoffs = &game.steps().first()?.payoffs;
    Some((*payoffs.get(usize::from(seat))?, *payoffs.get(usize::from(1 - seat))?))
}
