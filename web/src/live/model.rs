//! The model seats of a game at play: who is asked, what is waited for, what went wrong.

use super::{Keeper, Live, Shown, play_others, words};
use crate::browser::{Fetch, SystemClock, window};
use leptos::prelude::*;
use std::sync::Arc;
use trivium_core::ports::Clock;
use trivium_core::{Game, Seat, SeatSpec, Session};
use trivium_games::registry::{self, Position};
use trivium_models::diagnosis::{Around, Diagnosis, diagnose, diagnose_seat};
use trivium_models::seat::{self, Next};
use trivium_models::text::{AnnounceForm, Texts};

/// Where the asking of models stands.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Asking {
    /// No model is to decide.
    #[default]
    Nobody,
    /// A model's seat is to decide, and the page does not know its key.
    Unconnected(Seat),
    /// A model is asked; with the number of answers that could not be taken.
    Waiting(Seat, u32),
    /// No answer came that says anything. Nothing was played.
    Stopped(Seat, Box<Diagnosis>),
}

impl Live {
    /// Where the asking of models stands; a change is followed.
    pub fn asking(&self) -> Asking {
        self.0.asking.get()
    }

    /// Asks the models that are to decide, one after another, until a person is to decide, the game is over or an
    /// answer does not come. What comes is stored before the screen changes.
    pub async fn ask_models(&self, keeper: &Keeper) {
        if matches!(self.0.asking.get_untracked(), Asking::Waiting(..)) {
            return;
        }
        loop {
            let (due, texts) = {
                let session = self.session();
                (due(&session, self.0.seat), texts(&session))
            };
            let Some(seat) = due else { return self.0.asking.set(Asking::Nobody) };
            let Some(connection) = keeper.connection(&self.0.id) else {
                return self.0.asking.set(Asking::Unconnected(seat));
            };
            let endpoint = &connection.endpoint;
            let question = match seat::question(&self.session(), seat, &texts) {
                Ok(question) => question,
                Err(error) => return self.stop(seat, diagnose_seat(&error, endpoint, &around())),
            };
            self.0.asking.set(Asking::Waiting(seat, question.attempt));
            let heard = match seat::exchange(&Fetch, &connection, &question.chat, Some(&SystemClock)).await {
                Ok(heard) => heard,
                Err(fault) => return self.stop(seat, diagnose(&fault, endpoint, &around())),
            };
            let taken = {
                let mut session = self.session();
                let taken = seat::take(&mut session, &question, &texts, &heard, Some(SystemClock.now_ms()));
                let _ = play_others(&mut session, self.0.seat);
                taken
            };
            self.keep(keeper).await;
            let shown = Arc::new(Shown::of(&self.session(), self.0.seat));
            self.0.shown.set(shown);
            match taken.map(|taken| taken.next) {
                Ok(Next::Played(_) | Next::Again(_)) => {}
                Ok(Next::Stopped(fault)) => return self.stop(seat, diagnose(&fault, endpoint, &around())),
                Err(error) => return self.stop(seat, diagnose_seat(&error, endpoint, &around())),
            }
        }
    }

    fn stop(&self, seat: Seat, diagnosis: Diagnosis) {
        self.0.asking.set(Asking::Stopped(seat, Box::new(diagnosis)));
    }
}

/// The model's seat that is to decide next. A person who is to decide at the same time goes first.
fn due(session: &Session, person: Seat) -> Option<Seat> {
    let to_act = session.game().status().to_act;
    let is = |seat: Seat, model: bool| match session.header().seats.get(usize::from(seat)) {
        Some(SeatSpec::Model { .. }) => model,
        Some(SeatSpec::Human) => !model,
        _ => false,
    };
    if to_act.contains(&person) && is(person, false) {
        return None;
    }
    to_act.into_iter().find(|&seat| is(seat, true))
}

/// The rules in words and what may be announced, for the prompt.
fn texts(session: &Session) -> Texts {
    let game = session.game();
    let Ok(info) = registry::find(game.id()) else { return Texts::new(Vec::new(), |_, _| None) };
    let rules = info.text(game.params(), game.condition()).lines;
    let texts = Texts::new(rules, move |at, action| {
        info.label(&Position { params: at.params, phase: at.phase, facts: at.facts }, action)
    });
    match announced(game) {
        Some(form) => texts.announcing(form),
        None => texts,
    }
}

fn announced(game: &dyn Game) -> Option<AnnounceForm> {
    let seat = *game.status().to_act.first()?;
    let action = words::announceable(game, seat)?;
    let phase = words::announced_phase(game, seat)?;
    Some(AnnounceForm { phase, action, condition: None, claims: Vec::new() })
}

fn around() -> Around {
    Around { page_origin: window::origin(), online: Some(window::online()), ..Around::default() }
}
