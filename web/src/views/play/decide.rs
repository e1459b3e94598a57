//! The decision: the right control for what the rules allow now.

use super::choices::{Choice, Choices};
use super::compound::{BargainControl, PointsControl, ProposalControl, TeamControl};
use super::message::MessageControl;
use super::number::NumberControl;
use crate::browser::window;
use crate::live::{Keeper, Live, Shown, words};
use crate::parts::{Mark, What};
use leptos::ev;
use leptos::prelude::*;
use trivium_core::{Dec, Decision, LegalForm, Rationale, Refusal};
use wasm_bindgen::JsCast;

/// Hands a decision to the game.
#[derive(Clone, Copy)]
pub struct Submit {
    /// Whether one is being taken.
    pub busy: Signal<bool>,
    decide: Callback<Decision>,
}

impl Submit {
    /// Takes the decision.
    pub fn run(&self, decision: Decision) {
        self.decide.run(decision);
    }
}

/// What the control depends on; the same from round to round, it stays as it is, with its focus.
#[derive(Clone, PartialEq)]
struct Asked {
    form: Option<LegalForm>,
    talk: bool,
}

fn title(shown: &Shown) -> String {
    let round = if shown.rounds() == Some(1) { String::new() } else { format!(", round {}", shown.round()) };
    let phase = words::spaced(shown.observation.phase);
    match (shown.talk, shown.observation.phase) {
        (true, "talk1") => "Say: your first message".into(),
        (true, "talk2") => "Say: your second message".into(),
        (true, _) => format!("Say: your message{round}"),
        (false, _) => format!("Do: {phase}{round}"),
    }
}

/// The block with the control; sticks to the lower edge on a phone.
#[component]
pub fn Decide(live: Live, why: RwSignal<String>, lit: RwSignal<Option<usize>>) -> impl IntoView {
    let keeper = expect_context::<Keeper>();
    let refused = RwSignal::new(None::<Refusal>);
    let asked = live.part(|shown| Asked { form: shown.legal().cloned(), talk: shown.talk });
    let heading = live.part(title);
    let talk = live.part(|shown| shown.talk);
    let hint = live.part(|shown| match shown.legal() {
        Some(LegalForm::Text) => "Enter sends",
        Some(LegalForm::Enum { values }) if values.len() == 2 => "keys 1 and 2, Enter plays",
        Some(LegalForm::Enum { .. }) => "keys 1, 2, …, Enter plays",
        _ => "",
    });
    let busy = Signal::derive({
        let live = live.clone();
        move || live.busy()
    });
    let decide = {
        let live = live.clone();
        Callback::new(move |decision: Decision| {
            let (live, keeper) = (live.clone(), keeper.clone());
            let by_keyboard = window::focus_shows();
            leptos::task::spawn_local(async move {
                let rationale = reason(&why.get_untracked(), &decision);
                let taken = rationale.is_some();
                let result = live.act(&keeper, decision, rationale).await;
                if taken && result.is_ok() {
                    why.set(String::new());
                }
                refused.set(result.err());
                // The row of a choice that keeps the focus stays lit.
                if !by_keyboard {
                    lit.set(None);
                }
                find_focus(by_keyboard);
            });
        })
    };
    let submit = Submit { busy, decide };
    let keys = window_event_listener(ev::keydown, focus_choice);
    on_cleanup(move || keys.remove());
    let control = move || control(&live, submit, lit, asked.get());
    view! {
        <section class="blk o6 dock" id="decide" aria-labelledby="decide-h">
            <h2 id="decide-h" tabindex="-1">
                {move || if talk.get() { view! { <Mark what=What::Say/> } } else { view! { <Mark what=What::Do/> } }}
                {move || heading.get()}
                <span class="label hint">{move || hint.get()}</span>
            </h2>
            {control}
            {move || refused.get().map(|refusal| view! {
                <p class="small" role="alert"><b>"Not taken. "</b>{refusal.code.sentence()}</p>
            })}
        </section>
    }
}

fn reason(why: &str, decision: &Decision) -> Option<Rationale> {
    let why = why.trim();
    let of_a_move = matches!(decision, Decision::Action(_));
    (of_a_move && !why.is_empty()).then(|| Rationale { justification: why.to_owned(), ..Rationale::default() })
}

/// Where the pressed control is gone, the focus goes on: to the text for who types, else to the heading.
fn find_focus(by_keyboard: bool) {
    request_animation_frame(move || {
        if window::focus_is_lost() {
            let next = if by_keyboard {
                "#decide textarea, #decide .choice, #decide input, #over-h"
            } else {
                "#decide h2, #over-h"
            };
            window::focus(next, true);
        }
    });
}

/// Keys 1, 2, … move the focus to the choices.
fn focus_choice(event: web_sys::KeyboardEvent) {
    let typing = event
        .target()
        .and_then(|t| t.dyn_into::<web_sys::Element>().ok())
        .is_some_and(|e| e.matches("input, textarea, select").unwrap_or(false));
    if typing || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let Some(digit) = event.key().parse::<u32>().ok().filter(|d| (1..=9).contains(d)) else { return };
    let Ok(choices) = document().query_selector_all("#decide .choice") else { return };
    if let Some(choice) = choices.get(digit - 1).and_then(|n| n.dyn_into::<web_sys::HtmlElement>().ok()) {
        event.prevent_default();
        let _ = choice.focus();
    }
}

fn control(live: &Live, submit: Submit, lit: RwSignal<Option<usize>>, asked: Asked) -> AnyView {
    let live = live.clone();
    match asked.form {
        None => view! {
            <p class="wait"><span class="beat" aria-hidden="true"><i></i><i></i><i></i></span>"Another seat is choosing."</p>
        }
        .into_any(),
        Some(LegalForm::Text) => view! { <MessageControl live=live submit=submit/> }.into_any(),
        Some(LegalForm::Enum { values }) => {
            let choices = live.part(move |shown| {
                values.iter().map(|value| Choice::of(shown, value.clone())).collect::<Vec<_>>()
            });
            let choose = move |action| submit.run(Decision::Action(action));
            view! { <Choices choices=choices lit=lit busy=submit.busy on_choose=choose/> }.into_any()
        }
        Some(LegalForm::Int { min, max }) => {
            view! { <NumberControl live=live submit=submit min=Dec::int(min) max=Dec::int(max) step=Dec::ONE/> }.into_any()
        }
        Some(LegalForm::Grid { min, max, step }) => {
            view! { <NumberControl live=live submit=submit min=min max=max step=step/> }.into_any()
        }
        Some(LegalForm::Points { n, giver, max }) => {
            view! { <PointsControl live=live submit=submit seats=n giver=giver max=max/> }.into_any()
        }
        Some(LegalForm::Proposal { weights, quota, prize, proposer }) => view! {
            <ProposalControl live=live submit=submit weights=weights quota=quota prize=prize proposer=proposer/>
        }
        .into_any(),
        Some(LegalForm::Team { of, size }) => {
            view! { <TeamControl live=live submit=submit of=of size=size/> }.into_any()
        }
        Some(LegalForm::Bargain { pool, offer, accept, walk }) => view! {
            <BargainControl live=live submit=submit pool=pool offer=offer accept=accept walk=walk/>
        }
        .into_any(),
    }
}
