//! Scoring benchmark results again: files in, findings out, every number down to the turn it rests on.
//!
//! Reading and scoring happen in the worker; the page keeps what it answered and draws it.

mod chart;
mod desk;
mod detail;
mod files;
mod head;
mod matrix;
mod rows;
mod source;
mod start;
mod talk;

use crate::browser::window;
use crate::intake::Intake;
use crate::route::{Route, Router};
use desk::{Desk, Sums};
use leptos::prelude::*;

/// The view.
#[component]
pub fn Rescore() -> impl IntoView {
    let (router, intake) = (expect_context::<Router>(), expect_context::<Intake>());
    let desk = Desk::new();
    provide_context(desk);
    Effect::new(move |_| {
        if let Some(arrived) = intake.arrived() {
            desk.add(source::local(arrived));
        }
    });
    let addresses = router.part(|route| {
        let named = route.iter().filter(|(name, _)| *name == "src");
        named.map(|(_, address)| address.to_owned()).collect::<Vec<_>>()
    });
    Effect::new(move |before: Option<Vec<String>>| {
        let now = addresses.get();
        let before = before.unwrap_or_default();
        let fresh: Vec<String> = now.iter().filter(|address| !before.contains(address)).cloned().collect();
        if !fresh.is_empty() {
            desk.fetch(fresh);
        }
        now
    });
    on_cleanup(move || desk.stop());
    let sums = Memo::new(move |_| desk.files.with(|files| Sums::of(files)));
    Effect::new(move |_| window::set_title(&head::title(desk, &sums.read())));
    // What stands below the head is rebuilt only when there is another kind of thing to show.
    let has_rows = Memo::new(move |_| sums.read().scored > 0);
    let is_empty = Memo::new(move |_| desk.files.with(Vec::is_empty));
    view! {
        <div class="wrap wrap--wide page rescore">
            <head::Head sums=sums/>
            <head::Progress/>
            <head::Faults/>
            {move || if has_rows.get() {
                view! { <head::Findings sums=sums/><rows::Rows/><detail::Detail/><files::Files/> }.into_any()
            } else if is_empty.get() {
                view! { <start::Start/> }.into_any()
            } else {
                ().into_any()
            }}
            <source::Drop/>
        </div>
    }
}

/// The present address with settings changed; `None` takes one away.
pub fn here(router: Router, changes: &[(&str, Option<String>)]) -> Route {
    let now = router.route_now();
    let kept = now.iter().filter(|(name, _)| changes.iter().all(|(changed, _)| changed != name));
    let route = kept.fold(Route::default(), |route, (name, value)| route.with(name, value));
    changes.iter().fold(route, |route, (name, value)| route.with_some(name, value.clone()))
}

/// The number of the open row, counted over all files from 0.
pub fn open_row(router: Router) -> Memo<Option<usize>> {
    router.part(|route| route.get("row").and_then(|row| row.parse().ok()))
}
