//! What stands on the page before there is a file.

use leptos::prelude::*;

/// What is recomputed, and by which rules.
#[component]
pub fn Start() -> impl IntoView {
    view! {
        <section class="sec sec--first" aria-labelledby="what-h">
            <div class="sec-head"><h2 id="what-h">"What you get"</h2></div>
            <ul class="facts-list measure">
                <li><b>"The stored number beside the recomputed one. "</b>"Outcome optimality, due diligence, duty of care, completion, double bookings and moved meetings of every row, and every aggregate."</li>
                <li><b>"Who was robust and who was lucky. "</b>"Outcome against diligence, one square a row."</li>
                <li><b>"The way to each number. "</b>"The conversation of a row, the times or prices on the table, and the ledger of what a reasonable agent would have done."</li>
            </ul>
            <Profile/>
        </section>
    }
}

/// What the profile of the page is.
#[component]
pub fn Profile() -> impl IntoView {
    view! {
        <details class="drill profile">
            <summary>"Profile: reference"</summary>
            <p class="small muted measure">
                "The deterministic scorer of the benchmark at commit 4abde68, with all its peculiarities, to the last bit: the same sums in the same order. Scores come from the recorded conversation and calendar alone; no model is asked. Where that scorer would crash, the row carries a flag and leaves every mean. Leaks are not searched for, as in the reference."
            </p>
        </details>
    }
}
