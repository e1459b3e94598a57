//! A tournament at play in the worker: slice by slice, with a way to stop between two.

use crate::browser::worker::messages::{Ask, Refused};
use crate::browser::worker::{NoAnswer, Worker};
use crate::live::words;
use leptos::prelude::*;
use leptos::task::spawn_local;
use send_wrapper::SendWrapper;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use trivium_core::ParamError;
use trivium_measures::tournament::{Progress, Report, Spec};

/// Length of a slice, in milliseconds: a stop is heeded that soon.
const SLICE: f64 = 200.0;

/// How far it is.
#[derive(Clone, PartialEq)]
pub struct Underway {
    /// Matches and decisions.
    pub progress: Progress,
    /// Time since the start, in milliseconds.
    pub ms: f64,
}

/// Where it stands.
#[derive(Clone)]
pub enum State {
    /// Nothing was started.
    Idle,
    /// It is played.
    Playing(Underway),
    /// It is over, or was stopped.
    Done(Arc<Report>),
    /// The settings do not fit; in words.
    Refused(String),
    /// The worker ended; in the browser's words.
    Broke(String),
}

/// The tournament of the view. Copies are the same.
#[derive(Clone, Copy)]
pub struct Run {
    /// Where it stands.
    pub state: RwSignal<State>,
    worker: StoredValue<SendWrapper<Worker>>,
    /// Whether a stop was asked for.
    stopping: StoredValue<bool>,
}

impl Run {
    /// Nothing yet.
    pub fn new() -> Run {
        Run {
            state: RwSignal::new(State::Idle),
            worker: StoredValue::new(SendWrapper::new(Worker::default())),
            stopping: StoredValue::new(false),
        }
    }

    /// Whether one is played now.
    pub fn playing(self) -> bool {
        self.state.with(|state| matches!(state, State::Playing(_)))
    }

    /// Ends after the slice at play, with the result so far.
    pub fn stop(self) {
        self.stopping.set_value(true);
    }

    /// Ends at once; the view is left.
    pub fn drop_all(self) {
        self.worker.with_value(|worker| worker.stop());
    }

    /// Starts in the place of what was.
    pub fn start(self, spec: Result<Spec, String>) {
        let spec = match spec {
            Ok(spec) => spec,
            Err(why) => return self.state.set(State::Refused(why)),
        };
        self.stopping.set_value(false);
        spawn_local(async move {
            let end = match self.play(spec).await {
                Ok(end) => end,
                Err(NoAnswer::Stopped) => return,
                Err(NoAnswer::Broke(why)) => State::Broke(why),
            };
            self.state.try_set(end);
        });
    }

    async fn ask<T: DeserializeOwned>(self, ask: Ask) -> Result<T, NoAnswer> {
        let worker = self.worker.try_with_value(|worker| (**worker).clone()).ok_or(NoAnswer::Stopped)?;
        worker.ask(&ask, &[]).await
    }

    async fn play(self, spec: Spec) -> Result<State, NoAnswer> {
        let start = js_sys::Date::now();
        let ready: Result<Progress, Refused> = self.ask(Ask::TournamentStart { spec }).await?;
        let mut progress = match ready {
            Ok(progress) => progress,
            Err(Refused { field, found, allowed }) => {
                let field = field.rsplit('.').next().unwrap_or(&field);
                return Ok(State::Refused(words::fault(&ParamError::new(field, found, allowed))));
            }
        };
        while !progress.finished && !self.stopping.try_get_value().unwrap_or(true) {
            self.state.try_set(State::Playing(Underway { progress, ms: js_sys::Date::now() - start }));
            progress = self.ask::<Option<Progress>>(Ask::TournamentGo { ms: SLICE }).await?.ok_or_else(lost)?;
        }
        let report: Report = self.ask::<Option<Report>>(Ask::TournamentReport).await?.ok_or_else(lost)?;
        Ok(State::Done(Arc::new(report)))
    }
}

fn lost() -> NoAnswer {
    NoAnswer::Broke("the worker lost the tournament".into())
}
