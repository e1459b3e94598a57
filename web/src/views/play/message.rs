//! The control of a message phase: text with its limit, and an optional announcement of the coming decision.

use super::choices::Choice;
use super::decide::Submit;
use crate::live::Live;
use crate::parts::{Mark, What};
use leptos::prelude::*;
use trivium_core::event::MESSAGE_LIMIT;
use trivium_core::{Dec, Decision, Json, LegalForm, Message};
use web_sys::KeyboardEvent;

/// Text and announcement of a message.
#[component]
pub fn MessageControl(live: Live, submit: Submit) -> impl IntoView {
    let text = RwSignal::new(String::new());
    let announce = RwSignal::new(None::<Json>);
    let form = live.part(|shown| shown.announceable.clone());
    let busy = submit.busy;
    let left = move || MESSAGE_LIMIT - text.with(|t| t.chars().count()).min(MESSAGE_LIMIT);
    let send = move || {
        if busy.get_untracked() {
            return;
        }
        let object = announce.get_untracked().map(|action| serde_json::json!({"action": action}));
        let message = Message { text: text.get_untracked().trim().to_owned(), announce: object, cut: false };
        submit.run(Decision::Message(message));
        text.set(String::new());
        announce.set(None);
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            send();
        }
    };
    let silent = move || text.with(|t| t.trim().is_empty()) && announce.with(Option::is_none);
    view! {
        <div class="say-it">
            <div class="field">
                <label class="vh" for="message">"Your message"</label>
                <textarea
                    class="textarea"
                    id="message"
                    rows="2"
                    maxlength=MESSAGE_LIMIT.to_string()
                    placeholder="Your message to the others"
                    aria-describedby="message-left"
                    prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))
                    on:keydown=on_key
                ></textarea>
                <span class="label" id="message-left">{move || format!("{} of {MESSAGE_LIMIT} characters left", left())}</span>
            </div>
            {move || form.get().map(|form| view! { <Announcement live=live.clone() form=form value=announce/> })}
            <button
                class="btn btn--main"
                type="button"
                aria-disabled=move || busy.get().then_some("true")
                on:click=move |_| send()
            >
                {move || if silent() { "Say nothing" } else { "Send" }}
            </button>
        </div>
    }
}

#[component]
fn Announcement(live: Live, form: LegalForm, value: RwSignal<Option<Json>>) -> impl IntoView {
    let shown = live.shown_now();
    match form {
        LegalForm::Enum { values } => {
            let option = move |action: Option<Json>, label: String, struck: Option<bool>| {
                let (for_state, for_click) = (action.clone(), action);
                view! {
                    <button
                        type="button"
                        aria-pressed=move || if value.get() == for_state { "true" } else { "false" }
                        on:click=move |_| value.set(for_click.clone())
                    >
                        {struck.map(|struck| view! { <Mark what=What::Do struck=struck/> })}
                        {label}
                    </button>
                }
            };
            let options: Vec<_> = values
                .into_iter()
                .map(|action| {
                    let choice = Choice::of(&shown, action.clone());
                    option(Some(action), choice.label, Some(choice.struck))
                })
                .collect();
            view! {
                <div class="announce" role="group" aria-label="Announce your next move">
                    <span class="label">"Announce"</span>
                    <div class="seg seg--wrap">
                        {option(None, "nothing".into(), None)}
                        {options}
                    </div>
                </div>
            }
            .into_any()
        }
        LegalForm::Int { min, max } => number(Dec::int(min), Dec::int(max), Dec::ONE, value).into_any(),
        LegalForm::Grid { min, max, step } => number(min, max, step, value).into_any(),
        _ => ().into_any(),
    }
}

fn number(min: Dec, max: Dec, step: Dec, value: RwSignal<Option<Json>>) -> impl IntoView {
    let form = LegalForm::Grid { min, max, step };
    let wrong = RwSignal::new(false);
    let read = move |event| {
        let text = event_target_value(&event);
        let checked = form.check(&Json::String(text.trim().to_owned()));
        wrong.set(!text.trim().is_empty() && checked.is_err());
        value.set(checked.ok());
    };
    view! {
        <div class="announce field">
            <label for="announce">"Announce your next move"<span class="label">" optional"</span></label>
            <input
                class="input"
                id="announce"
                inputmode="decimal"
                autocomplete="off"
                aria-describedby="announce-range"
                aria-invalid=move || wrong.get().then_some("true")
                prop:value=move || value.get().map(|v| crate::live::words::plain(&v)).unwrap_or_default()
                on:change=read
            />
            <span class="label" id="announce-range">{format!("{min} to {max}, in steps of {step}; empty for none")}</span>
        </div>
    }
}
