//! A game that is over, looked at event by event, as each seat saw it.

use super::{Live, Shown};
use crate::stock;
use std::sync::Arc;
use trivium_core::session::ResumeError;
use trivium_core::{Event, Line, Record, Seat, Session};

/// A game and the places where one can stop in it.
#[derive(Clone)]
pub struct Replay {
    /// The game as the screen shows it; it changes with [`Replay::look`].
    pub live: Live,
    lines: Arc<Vec<String>>,
    steps: Arc<Vec<Step>>,
}

/// A place to stop: right after an event and the payoffs it completed.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Number of lines up to here.
    lines: usize,
    /// The event.
    pub event: Event,
}

impl Replay {
    /// A record at its end; nothing of it is played on or stored.
    pub fn of(id: String, lines: Vec<String>) -> Result<Replay, ResumeError> {
        let text = lines.join("\n");
        let session = Session::resume(&stock::games(), &text)?;
        let record = Record::parse(&text)?;
        let mut steps: Vec<Step> = Vec::new();
        // Line 1 is the header.
        for (line, count) in record.lines.iter().zip(2..) {
            match (line, steps.last_mut()) {
                (Line::Event { event, .. }, _) => steps.push(Step { lines: count, event: event.clone() }),
                (Line::Payoff(_), Some(last)) => last.lines = count,
                _ => {}
            }
        }
        Ok(Replay { live: Live::looked_at(id, session, lines.len()), lines: Arc::new(lines), steps: Arc::new(steps) })
    }

    /// The places to stop; place 0 is before the first of them.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether the game is over. Before that a look at another seat would show what is hidden.
    pub fn over(&self) -> bool {
        self.live.over_now()
    }

    /// Shows the game after so many events, as a seat saw it.
    pub fn look(&self, step: usize, seat: Seat) {
        let lines = match step.min(self.steps.len()).checked_sub(1) {
            // What chance decided before the first event is drawn again from the seed.
            None => &self.lines[..1],
            Some(last) => &self.lines[..self.steps[last].lines],
        };
        // The whole record was taken up; every part of it can be.
        if let Ok(session) = Session::resume(&stock::games(), &lines.join("\n")) {
            self.live.show(Shown::of(&session, seat));
        }
    }

    /// Whether the seat that is looked through sees an event.
    pub fn sees(shown: &Shown, event: &Event) -> bool {
        shown.observation.events.contains(event)
    }
}
