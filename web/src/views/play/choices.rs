//! A choice between labels: one large button each.

use crate::live::{Shown, words};
use crate::parts::{Mark, What};
use leptos::prelude::*;
use trivium_core::Json;
use trivium_games::registry::Position;

/// One of the choices as it is drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The action.
    pub action: Json,
    /// What the button says.
    pub label: String,
    /// The opened, struck mark.
    pub struck: bool,
    /// How it stands to one's word.
    pub caption: Option<&'static str>,
}

impl Choice {
    /// A choice of the present phase.
    pub fn of(shown: &Shown, action: Json) -> Choice {
        let label = shown.info.and_then(|info| info.label(&Position::of(&shown.observation), &action));
        let struck = is_struck(shown, &action);
        let caption = shown.announced().map(|word| match (word == action, struck && !is_struck(shown, &word)) {
            (true, _) => "as announced",
            (false, true) => "breaks your word",
            (false, false) => "not as announced",
        });
        let label = label.map(|label| words::called(&label, shown.seats.len()));
        Choice { label: label.unwrap_or_else(|| words::capital(&words::plain(&action))), struck, caption, action }
    }
}

fn is_struck(shown: &Shown, action: &Json) -> bool {
    action.as_str().is_some_and(|a| shown.face.is_struck(a))
}

/// The buttons. Keys 1, 2, … move the focus to them; Enter plays.
#[component]
pub fn Choices(
    /// What can be chosen.
    #[prop(into)]
    choices: Signal<Vec<Choice>>,
    /// The choice under pointer or focus.
    lit: RwSignal<Option<usize>>,
    /// Whether a decision is being taken.
    #[prop(into)]
    busy: Signal<bool>,
    /// Takes the choice.
    on_choose: impl Fn(Json) + Clone + Send + Sync + 'static,
) -> impl IntoView {
    let button = move |(at, choice): (usize, Choice)| {
        let on_choose = on_choose.clone();
        let action = choice.action.clone();
        let choose = move |_| {
            if !busy.get_untracked() {
                on_choose(action.clone());
            }
        };
        let light = move || lit.set(Some(at));
        view! {
            <button
                class="choice"
                type="button"
                aria-disabled=move || busy.get().then_some("true")
                on:click=choose
                on:pointerenter=move |_| light()
                on:focus=move |_| light()
            >
                <Mark what=What::Do struck=choice.struck/>
                <b>{choice.label}</b>
                {choice.caption.map(|caption| view! { <small>{caption}</small> })}
            </button>
        }
    };
    let many = move || if choices.with(|c| c.len() > 4) { "choices choices--many" } else { "choices" };
    view! {
        <div class=many>
            <For each=move || choices.get().into_iter().enumerate() key=|(at, choice)| (*at, choice.label.clone(), choice.caption) children=button/>
        </div>
    }
}
