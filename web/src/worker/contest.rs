//! Tournaments, in slices: the page asks for the next slice, so that it always knows how far it is and can stop.

use crate::messages::Refused;
use crate::now_ms;
use std::cell::RefCell;
use trivium_games::Registry;
use trivium_measures::tournament::{Progress, Report, Spec, Tournament};

/// Decisions between two looks at the clock: a few milliseconds where every decision goes through an engine.
const SLICE: u64 = 2_000;

thread_local! {
    static AT_PLAY: RefCell<Option<Tournament>> = const { RefCell::new(None) };
}

/// Prepares a tournament in the place of an earlier one.
pub fn start(spec: Spec) -> Result<Progress, Refused> {
    let tournament =
        Tournament::new(spec, &Registry).map_err(|e| Refused { field: e.field, found: e.found, allowed: e.allowed })?;
    let progress = tournament.progress();
    AT_PLAY.with_borrow_mut(|at_play| *at_play = Some(tournament));
    Ok(progress)
}

/// Plays on for about so many milliseconds.
pub fn go(ms: f64) -> Option<Progress> {
    let start = now_ms();
    AT_PLAY.with_borrow_mut(|at_play| {
        let tournament = at_play.as_mut()?;
        loop {
            let progress = tournament.step(SLICE);
            if progress.finished || now_ms() - start >= ms {
                return Some(progress);
            }
        }
    })
}

/// The result so far: with intervals once everything is played.
pub fn report() -> Option<Report> {
    AT_PLAY.with_borrow(|at_play| {
        let tournament = at_play.as_ref()?;
        Some(if tournament.progress().finished { tournament.result() } else { tournament.preview() })
    })
}
