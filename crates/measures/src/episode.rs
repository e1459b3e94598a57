//! A finished or unfinished play as the scorers read it.

use trivium_core::{Condition, Dec, Event, Game, Json, Round, Seat, Step};

/// One play: parameters, events, steps and totals, taken from a game that has applied a record.
#[derive(Clone, Copy)]
pub struct Episode<'a> {
    game: &'a dyn Game,
}

impl<'a> Episode<'a> {
    /// The play of a game so far.
    pub fn of(game: &'a dyn Game) -> Episode<'a> {
        Episode { game }
    }

    /// The game's id.
    pub fn id(&self) -> &'static str {
        self.game.id()
    }

    /// The condition.
    pub fn condition(&self) -> Condition {
        self.game.condition()
    }

    /// Number of seats.
    pub fn seats(&self) -> Seat {
        self.game.seats()
    }

    /// A seat's role.
    pub fn role(&self, seat: Seat) -> String {
        self.game.role(seat)
    }

    /// Whether the game has ended.
    pub fn over(&self) -> bool {
        self.game.status().over()
    }

    /// The running round; after the end that of the last event.
    pub fn round(&self) -> Round {
        self.game.status().round
    }

    /// The events.
    pub fn events(&self) -> &'a [Event] {
        self.game.events()
    }

    /// The steps.
    pub fn steps(&self) -> &'a [Step] {
        self.game.steps()
    }

    /// Rounds with a finished step.
    pub fn rounds(&self) -> Round {
        self.steps().len() as Round
    }

    /// A seat's payoff so far.
    pub fn total(&self, seat: Seat) -> Dec {
        self.game.totals().get(usize::from(seat)).copied().unwrap_or_default()
    }

    /// The complete parameters.
    pub fn params(&self) -> &'a Json {
        self.game.params()
    }

    /// A parameter as an exact decimal (0 where there is none of that name).
    pub fn decimal(&self, param: &str) -> Dec {
        self.params().get(param).and_then(Dec::from_json).unwrap_or_default()
    }

    /// A parameter as a whole number (0 where there is none of that name).
    pub fn whole(&self, param: &str) -> i64 {
        self.decimal(param).to_i64().unwrap_or(0)
    }

    /// The action of a seat in a phase of a round, and whether it was the fallback.
    pub fn decision(&self, of: &str, in_round: Round, by: Seat) -> Option<(&'a Json, bool)> {
        self.events().iter().find_map(|event| match event {
            Event::Action { round, phase, seat, action, fallback }
                if phase == of && *round == in_round && *seat == by =>
            {
                Some((action, *fallback))
            }
            _ => None,
        })
    }

    /// The actions of a seat in a phase, in order, with their rounds.
    pub fn actions(&self, of: &'a str, by: Seat) -> impl Iterator<Item = (Round, &'a Json)> + 'a {
        self.events().iter().filter_map(move |event| match event {
            Event::Action { round, phase, seat, action, .. } if phase == of && *seat == by => Some((*round, action)),
            _ => None,
        })
    }
}
