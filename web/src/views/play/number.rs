//! A number in a range: slider with − and +, by whole steps of the rules.

use super::decide::Submit;
use crate::live::{Live, words};
use leptos::prelude::*;
use trivium_core::{Dec, Decision, Json};
use trivium_games::registry::Position;

/// The control. Its value is counted in steps from the minimum, so that it is always on the grid.
#[component]
pub fn NumberControl(live: Live, submit: Submit, min: Dec, max: Dec, step: Dec) -> impl IntoView {
    let last = i64::try_from((max - min).scaled() / step.scaled().max(1)).unwrap_or(0);
    let at = RwSignal::new(last / 2);
    let value = move || min + step * at.get();
    let busy = submit.busy;
    let move_by = move |by: i64| at.update(|at| *at = (*at + by).clamp(0, last));
    let label = live.part({
        move |shown| {
            let action: Json = value().to_json();
            let label = shown.info.and_then(|info| info.label(&Position::of(&shown.observation), &action));
            label.map(|label| words::called(&label, shown.seats.len())).unwrap_or_else(|| {
                format!("{} {}", words::capital(&words::spaced(shown.observation.phase)), words::plain(&action))
            })
        }
    });
    let filled = move || format!("{:.2}", at.get() as f64 * 100.0 / last.max(1) as f64);
    let play = move |_| {
        if !busy.get_untracked() {
            submit.run(Decision::Action(value().to_json()));
        }
    };
    let slid = move |event| {
        if let Ok(n) = event_target_value(&event).parse::<i64>() {
            at.set(n.clamp(0, last));
        }
    };
    view! {
        <div class="slide">
            <div class="slide-row">
                <button class="step" type="button" aria-label="One step less" on:click=move |_| move_by(-1)>"−"</button>
                <input
                    type="range"
                    id="amount"
                    min="0"
                    max=last.to_string()
                    step="1"
                    aria-label="Amount"
                    aria-valuetext=move || value().to_string()
                    prop:value=move || at.get().to_string()
                    style=("--p", filled)
                    on:input=slid
                />
                <button class="step" type="button" aria-label="One step more" on:click=move |_| move_by(1)>"+"</button>
                <output for="amount">{move || value().to_string()}</output>
            </div>
            <div class="row between label"><span>{min.to_string()}</span><span>{max.to_string()}</span></div>
            <button class="btn btn--main wide" type="button" aria-disabled=move || busy.get().then_some("true") on:click=play>
                {move || label.get()}
            </button>
        </div>
    }
}
