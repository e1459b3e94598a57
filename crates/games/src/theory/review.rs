//! Finished decisions: the board as the seat had it, and what the decision missed.

use super::{Board, Value, board_with, of};
use serde::Serialize;
use trivium_core::{Catalog, Event, Game, Json, ParamError, Round, Seat};

/// A decision that was taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decided<'a> {
    /// In which round.
    pub round: Round,
    /// In which phase.
    pub phase: &'a str,
    /// What was chosen.
    pub action: &'a Json,
}

/// A finished decision beside what theory says of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reviewed {
    /// The place of its event in the record, from 0.
    pub event: u32,
    /// What was chosen.
    pub action: Json,
    /// The board as the seat had it before it chose.
    pub board: Board,
    /// The place of the action on the board.
    pub place: u32,
    /// For each lens of the board, what the action misses of the best reply; `None` where the lens says nothing of it.
    pub regret: Vec<Option<Value>>,
    /// What the seat missed in that round given what the others did, as far as it sees that now; `None` while the round
    /// is not over, and where it cannot be known.
    pub hindsight: Option<Value>,
}

/// All finished decisions of a seat with a board, in order.
pub fn review(catalog: &dyn Catalog, game: &dyn Game, seat: Seat) -> Result<Vec<Reviewed>, ParamError> {
    replay(catalog, game, seat, &decisions(game, seat))
}

/// The last finished decision of a seat, if it has a board.
pub fn last(catalog: &dyn Catalog, game: &dyn Game, seat: Seat) -> Result<Option<Reviewed>, ParamError> {
    let last: Vec<usize> = decisions(game, seat).pop().into_iter().collect();
    Ok(replay(catalog, game, seat, &last)?.pop())
}

/// The places of a seat's actions among the events.
fn decisions(game: &dyn Game, seat: Seat) -> Vec<usize> {
    let own = |event: &Event| matches!(event, Event::Action { seat: by, .. } if *by == seat);
    game.events().iter().enumerate().filter(|(_, event)| own(event)).map(|(at, _)| at).collect()
}

/// Plays the events again and takes the board before each of the given ones.
fn replay(catalog: &dyn Catalog, game: &dyn Game, seat: Seat, places: &[usize]) -> Result<Vec<Reviewed>, ParamError> {
    let Some(theory) = of(game.id()) else { return Ok(Vec::new()) };
    let mut again = catalog.game(game.id(), game.params(), game.condition())?;
    let now = game.observe(seat);
    let mut found = Vec::new();
    let until = places.last().map_or(0, |last| last + 1);
    for (at, event) in game.events().iter().enumerate().take(until) {
        if let (true, Event::Action { round, phase, action, .. }) = (places.contains(&at), event) {
            let board = board_with(&again.observe(seat), Some(action));
            let decided = Decided { round: *round, phase, action };
            let placed = board.and_then(|board| board.place(action).map(|place| (board, place)));
            if let Some((board, place)) = placed {
                let regret = board.lenses.iter().map(|lens| lens.regret(place)).collect();
                // The round is over once its step is complete.
                let over = game.steps().iter().any(|step| step.round == *round && step.after as usize > at);
                let hindsight = over.then(|| (theory.hindsight)(&now, &decided)).flatten();
                found.push(Reviewed {
                    event: at as u32,
                    action: action.clone(),
                    board,
                    place: place as u32,
                    regret,
                    hindsight,
                });
            }
        }
        if again.apply(event).is_err() {
            break;
        }
    }
    Ok(found)
}
