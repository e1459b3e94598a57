//! The digest line of the footer: what this build computes, to be compared with another's.

use crate::browser::Worker;
use crate::browser::window::once_seen;
use crate::browser::worker::messages::Ask;
use leptos::html::Span;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;

/// How long the line is in sight before it is computed: the worker that does it is large, and who only passes by the
/// footer did not ask for it.
const LATER: Duration = Duration::from_millis(500);

/// The line, computed once it is in sight and the browser has time for it.
#[component]
pub fn DigestLine() -> impl IntoView {
    let line = RwSignal::new(None::<String>);
    let place = NodeRef::<Span>::new();
    let compute = move || {
        spawn_local(async move {
            // A worker of its own, ended when it has answered: the line is not worth keeping one.
            let worker = Worker::default();
            if let Ok(digest) = worker.ask::<String>(&Ask::Digest, &[]).await {
                line.set(Some(digest));
            }
            worker.stop();
        });
    };
    place.on_load(move |place| once_seen(&place, move || set_timeout(move || request_idle_callback(compute), LATER)));
    view! {
        <span class="digest" node_ref=place>
            {move || line.get().map(|line| view! { "Digest " <code>{line}</code> })}
        </span>
    }
}
