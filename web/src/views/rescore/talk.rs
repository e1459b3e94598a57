//! The transcript: who did and said what.

use crate::browser::worker::messages::{StepView, TurnView};
use crate::parts::{Mark, What};
use leptos::prelude::*;

/// The turns as a board: the counterpart at the start, the scored side at the end.
pub fn transcript(turns: &[TurnView]) -> AnyView {
    if turns.is_empty() {
        return view! { <p class="small muted">"The file holds no conversation of this row."</p> }.into_any();
    }
    let told: Vec<_> = turns.iter().filter(|turn| turn.instructions).map(instructions).collect();
    let turns: Vec<_> = turns.iter().filter(|turn| !turn.instructions).map(turn_item).collect();
    view! {
        {told}
        <ol class="board talk">{turns}</ol>
    }
    .into_any()
}

/// What a side was told beforehand, closed at first.
fn instructions(turn: &TurnView) -> AnyView {
    let texts: Vec<_> = turn
        .steps
        .iter()
        .filter_map(|step| match step {
            StepView::Told { by, text } => {
                Some(view! { <p class="label">{by.clone()}</p><p class="told">{text.clone()}</p> })
            }
            _ => None,
        })
        .collect();
    view! {
        <details class="drill told-before">
            <summary>{format!("What the {} was told", turn.who.to_lowercase())}</summary>
            {texts}
        </details>
    }
    .into_any()
}

fn turn_item(turn: &TurnView) -> AnyView {
    let class = if turn.ours { "msg msg--me" } else { "msg" };
    let ours = turn.ours;
    let chips: Vec<_> = turn
        .steps
        .iter()
        .filter_map(|step| match step {
            StepView::Move { did, .. } if did != "writes" => {
                Some(view! { <span class="chip">{sign(ours)}{did.clone()}</span> })
            }
            _ => None,
        })
        .collect();
    let said: Vec<_> = turn.steps.iter().filter_map(spoken).collect();
    let quiet: Vec<&str> = turn
        .steps
        .iter()
        .filter_map(|step| match step {
            StepView::Quiet { did, .. } => Some(did.as_str()),
            _ => None,
        })
        .collect();
    let more: Vec<_> = turn.steps.iter().filter_map(behind).collect();
    let summary = if quiet.is_empty() { "What came back".to_owned() } else { first_upper(&quiet.join(", ")) };
    let more = match more.is_empty() {
        true if quiet.is_empty() => ().into_any(),
        true => view! { <p class="quiet">{summary}</p> }.into_any(),
        false => view! { <details class="quiet"><summary>{summary}</summary>{more}</details> }.into_any(),
    };
    view! {
        <li class=class>
            <span class="who"><b>{turn.label.clone()}</b>" "{turn.who.clone()}" "{chips}</span>
            {said}
            {more}
        </li>
    }
    .into_any()
}

/// What is read in the open.
fn spoken(step: &StepView) -> Option<AnyView> {
    match step {
        StepView::Move { said, .. } if !said.is_empty() => Some(view! { <p>{said.clone()}</p> }.into_any()),
        StepView::Thought { text } => Some(
            view! {
                <details class="thought">
                    <summary><Mark what=What::Think/>" Thinks, seen by nobody else"</summary>
                    <p>{text.clone()}</p>
                </details>
            }
            .into_any(),
        ),
        StepView::Told { by, text } => Some(view! { <p class="quiet">{format!("{by}: {text}")}</p> }.into_any()),
        _ => None,
    }
}

/// What stands behind a step, for who wants to see it.
fn behind(step: &StepView) -> Option<AnyView> {
    let (did, more) = match step {
        StepView::Move { did, more, .. } | StepView::Quiet { did, more } => (did, more),
        _ => return None,
    };
    (!more.is_empty())
        .then(|| view! { <p class="label">{did.clone()}</p><p class="told">{more.clone()}</p> }.into_any())
}

/// The sign of a side's moves: square for the scored side, open diamond for its counterpart.
fn sign(ours: bool) -> AnyView {
    match ours {
        true => view! { <Mark what=What::Do/> }.into_any(),
        false => view! { <span class="dia" aria-hidden="true"></span> }.into_any(),
    }
}

fn first_upper(text: &str) -> String {
    crate::live::words::capital(text)
}

/// What the signs of a drawing mean.
#[component]
pub fn Legend() -> impl IntoView {
    view! {
        <p class="tiny muted legend">
            <span><Mark what=What::Do/>" scored side"</span>
            <span><span class="dia" aria-hidden="true"></span>" counterpart"</span>
        </p>
    }
}
