//! The page: views over the record, and nothing else that holds state.

use leptos::prelude::*;

fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(App);
}

/// The frame every view stands in.
#[component]
fn App() -> impl IntoView {
    view! {
        <a class="skip" href="#main">"Skip to content"</a>
        <header class="top">
            <div class="wrap top-in">
                <a class="brand" href="./">"Trivium"</a>
            </div>
        </header>
        <main id="main">
            <div class="wrap page">
                <h1>"What agents do, think and say"</h1>
            </div>
        </main>
    }
}
