//! A message in place: what happened and where, what still works, what to do.

use leptos::prelude::*;

/// A notice. `alert` for what needs the reader now.
#[component]
pub fn Notice(
    /// What happened, in a few words.
    #[prop(into)]
    title: String,
    /// Whether it is read out at once.
    #[prop(optional)]
    alert: bool,
    /// The rest.
    children: Children,
) -> impl IntoView {
    view! {
        <div class="notice" role=if alert { "alert" } else { "status" }>
            <p><b>{title}</b></p>
            {children()}
        </div>
    }
}
