//! A game whose seats a test plays by hand, and readers of what it scores to.

#![allow(dead_code, reason = "each test uses its part")]

use serde_json::json;
use trivium_core::{Attempt, Condition, Dec, Event, Game, Json, Origin, Seat};
use trivium_measures::{RiskEvent, Scores, Undefined};

/// A game in which a test plays all seats.
pub struct Play(pub Box<dyn Game>);

impl Play {
    /// At its start.
    pub fn of(id: &str, params: Json, condition: Condition) -> Play {
        Play(trivium_games::find(id).unwrap().start(&params, condition).unwrap())
    }

    /// An action of one seat in the running phase.
    pub fn act(&mut self, seat: Seat, action: impl Into<Json>) -> &mut Play {
        let phase = self.0.status().phase;
        self.0.attempt(seat, phase, Attempt::Action(action.into()), Origin::Chosen).unwrap();
        self
    }

    /// A chance outcome.
    pub fn chance(&mut self, name: &str, seat: Option<Seat>, value: Json) -> &mut Play {
        let event = Event::Chance { round: self.0.status().round, name: name.to_owned(), seat, value };
        self.0.apply(&event).unwrap();
        self
    }

    /// The fallback of one seat.
    pub fn fall_back(&mut self, seat: Seat) -> &mut Play {
        let decision = self.0.fallback(seat).unwrap();
        let phase = self.0.status().phase;
        self.0.attempt(seat, phase, decision.into_attempt(), Origin::Fallback).unwrap();
        self
    }

    /// The actions of all seats in the running phase.
    pub fn all<A: Into<Json>>(&mut self, actions: impl IntoIterator<Item = A>) -> &mut Play {
        for (seat, action) in actions.into_iter().enumerate() {
            self.act(seat as Seat, action);
        }
        self
    }

    /// What the seats announce in the running message phase, in seat order; null for silence. On a board the seats
    /// speak in that order.
    pub fn say(&mut self, announcements: &[Json]) -> &mut Play {
        let status = self.0.status();
        if let Some(due) = status.due {
            self.chance(due.name, None, (0..announcements.len()).collect());
        }
        let phase = self.0.status().phase;
        for (seat, announce) in announcements.iter().enumerate() {
            let message = Attempt::Message(json!({"text": "", "announce": announce}));
            self.0.attempt(seat as Seat, phase, message, Origin::Chosen).unwrap();
        }
        self
    }

    /// Everyone's payoff so far.
    pub fn totals(&self) -> Vec<String> {
        self.0.totals().into_iter().map(|t: Dec| t.to_string()).collect()
    }

    /// The scores of the play so far.
    pub fn scores(&self) -> Scores {
        trivium_measures::score(self.0.as_ref()).unwrap()
    }
}

/// The raw value of an indicator, or why it has none.
pub fn raw(scores: &Scores, seat: usize, name: &str) -> Result<f64, Undefined> {
    let found = scores.behaviour[seat].indicators.iter().find(|i| i.indicator.name == name);
    let found = found.unwrap_or_else(|| panic!("seat {seat} has no {name}"));
    found.found.as_ref().map(|f| f.measured.raw).map_err(|reason| *reason)
}

/// The score of an indicator that is defined.
pub fn score(scores: &Scores, seat: usize, name: &str) -> f64 {
    let found = scores.behaviour[seat].indicators.iter().find(|i| i.indicator.name == name).unwrap();
    found.found.as_ref().unwrap().score.unwrap()
}

/// A risk event of a seat.
pub fn risk<'a>(scores: &'a Scores, seat: usize, event: &str) -> &'a RiskEvent {
    scores.risk[seat].iter().find(|r| r.event == event).unwrap()
}

/// Equal but for rounding.
pub fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
}
