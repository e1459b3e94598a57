//! The digest line of the footer: what this build computes, to be compared with another's.

use crate::browser::Worker;
use crate::browser::worker::messages::Ask;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;

/// How long the page is left alone before the line is computed.
const LATER: Duration = Duration::from_millis(1500);

/// The line, once the browser had time for it.
#[component]
pub fn DigestLine() -> impl IntoView {
    let line = RwSignal::new(None::<String>);
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
    set_timeout(move || request_idle_callback(compute), LATER);
    move || {
        line.get().map(|line| {
            view! { <span class="digest">"Digest " <code>{line}</code></span> }
        })
    }
}
