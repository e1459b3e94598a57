//! Checking a record: dropped, chosen, from this device or from an address.

mod checks;
mod report;
mod source;

use crate::browser::window;
use crate::intake::Intake;
use crate::live::{Keeper, words};
use crate::parts::FileButton;
use crate::route::{Route, Router, View};
use leptos::prelude::*;
use report::ReportView;
use source::{Checked, Trouble};
use std::sync::Arc;

/// Where the check stands.
#[derive(Clone)]
enum State {
    Empty,
    Reading(String),
    Done(Arc<Checked>),
    Failed(Trouble),
}

/// The view.
#[component]
pub fn Verify() -> impl IntoView {
    let (keeper, router, intake) = (expect_context::<Keeper>(), expect_context::<Router>(), expect_context::<Intake>());
    let state = RwSignal::new(State::Empty);
    let left_out = RwSignal::new(0_usize);
    Effect::new(move |_| {
        window::set_title(&match state.get() {
            State::Done(checked) => checked.headline(),
            State::Failed(trouble) => trouble.title,
            State::Reading(_) | State::Empty => "Verify a record".into(),
        });
    });
    let settle = move |result: Result<Checked, Trouble>| {
        state.set(match result {
            Ok(checked) => State::Done(Arc::new(checked)),
            Err(trouble) => State::Failed(trouble),
        });
        window::focus("main h1", false);
    };
    Effect::new(move |_| {
        let Some(arrived) = intake.arrived() else { return };
        let Some(file) = arrived.first().cloned() else { return };
        left_out.set(arrived.len() - 1);
        state.set(State::Reading(file.name()));
        let file = send_wrapper::SendWrapper::new(file);
        leptos::task::spawn_local(async move { settle(source::from_file(&file).await) });
    });
    let asked = router.part(|route| (route.get("session").map(str::to_owned), route.get("src").map(str::to_owned)));
    Effect::new(move |_| {
        let (session, src) = asked.get();
        let keeper = keeper.clone();
        match (session, src) {
            (Some(id), _) => {
                state.set(State::Reading("the game".into()));
                leptos::task::spawn_local(async move { settle(source::from_device(&keeper, &id).await) });
            }
            (None, Some(address)) => {
                state.set(State::Reading(address.clone()));
                leptos::task::spawn_local(async move { settle(source::from_address(&address).await) });
            }
            (None, None) => {}
        }
    });
    let others = move || match left_out.get() {
        0 => None,
        n => Some(view! {
            <p class="small muted">{format!("{} more came in with it. One file is checked at a time.", words::capital(&words::number(n)))}</p>
        }),
    };
    view! {
        <div class="wrap page verify">
            {move || match state.get() {
                State::Empty => view! { <Start/> }.into_any(),
                State::Reading(name) => view! {
                    <div class="page-head">
                        <h1>{format!("Reading {name}")}</h1>
                        <p class="lead" role="status">"It is played and scored again."</p>
                    </div>
                }.into_any(),
                State::Failed(trouble) => view! { <Failed trouble=trouble/> }.into_any(),
                State::Done(checked) => view! { <ReportView checked=checked/> }.into_any(),
            }}
            {others}
        </div>
    }
}

/// The empty page: what may be dropped, and what will be checked.
#[component]
fn Start() -> impl IntoView {
    view! {
        <div class="page-head">
            <h1>"Verify a record"</h1>
            <p class="lead measure">
                "Drop the file of a game. It is played again by the rules and scored again in this browser, and every value is held against what the file says."
            </p>
        </div>
        <div class="split split--7-5">
            <div class="stack">
                <DropZone title="Drop a session record"/>
                <p class="small muted">
                    "Results of SocialReasoning-Bench have a page of their own: "
                    <a href=Route::to(View::Rescore).href()>"score them again"</a>
                    ". Dropped here, they are taken there."
                </p>
            </div>
        <section aria-labelledby="what-h">
            <h2 class="aside-h" id="what-h">"What is checked"</h2>
            <ul class="facts-list">
                <li><b>"Moves and messages. "</b>"The rules take each again. Rule-based agents decide again from what they saw, and chance is drawn again from the seed."</li>
                <li><b>"Points and totals. "</b>"They are computed from the moves, not read from the file."</li>
                <li><b>"Scores. "</b>"Every indicator, the behaviour score and the risk events."</li>
                <li><b>"The chain. "</b>"Each line carries the hash of the one before. That shows that nothing was changed or lost on the way, and where. It cannot show that nobody wrote the whole record anew, chain and all: against that helps only what the rules and the agents give."</li>
            </ul>
        </section>
        </div>
    }
}

/// A place to drop a file, with a button that does the same.
#[component]
pub fn DropZone(title: &'static str) -> impl IntoView {
    let intake = expect_context::<Intake>();
    view! {
        <div class="drop" data-over=move || intake.over().then_some("")>
            <h2>{move || if intake.over() { "Let go to read it" } else { title }}</h2>
            <p class="small muted">"A .jsonl file from “Export the game”. It is read on this device and not uploaded."</p>
            <FileButton label="Choose a file" id="file" accept=".jsonl,.json,.txt,application/json"
                on_files=Callback::new(move |files| intake.take(files))/>
        </div>
    }
}

#[component]
fn Failed(trouble: Trouble) -> impl IntoView {
    view! {
        <div class="page-head">
            <h1>{trouble.title}</h1>
        </div>
        <div class="notice" role="alert">
            <p>{trouble.what}</p>
            <p>{trouble.advice}</p>
        </div>
        <div class="again"><DropZone title="Drop another file"/></div>
    }
}
