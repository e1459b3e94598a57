//! The three marks: do, think, say. A mark stands beside its word, or carries it as its label.

use leptos::prelude::*;

/// Which record a mark stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// Moves.
    Do,
    /// Reasons.
    Think,
    /// Messages.
    Say,
}

impl What {
    /// The class that sets the hue.
    pub const fn class(self) -> &'static str {
        match self {
            What::Do => "do",
            What::Think => "think",
            What::Say => "say",
        }
    }
}

/// A mark. Without label it is decoration beside a word.
#[component]
pub fn Mark(
    /// Which record.
    what: What,
    /// The opened, struck mark: defect, refuse, false.
    #[prop(optional)]
    struck: bool,
    /// What it says where no word stands beside it.
    #[prop(optional, into)]
    label: Option<String>,
) -> impl IntoView {
    let class = format!("mark {}", what.class());
    let symbol = format!("#m-{}{}", what.class(), if struck { "-not" } else { "" });
    let role = label.is_some().then_some("img");
    let hidden = label.is_none().then_some("true");
    view! {
        <svg class=class role=role aria-label=label aria-hidden=hidden>
            <use_ href=symbol></use_>
        </svg>
    }
}

/// The drawings that marks refer to; stands once in the page.
#[component]
pub fn MarkSprite() -> impl IntoView {
    view! {
        <svg class="sprite" width="0" height="0" aria-hidden="true">
            <symbol id="m-do" viewBox="0 0 20 20">
                <rect x="3" y="3" width="14" height="14" fill="currentColor"></rect>
            </symbol>
            <symbol id="m-do-not" viewBox="0 0 20 20">
                <rect x="4" y="4" width="12" height="12" fill="none" stroke="currentColor" stroke-width="2"></rect>
                <path d="M4 16 16 4" stroke="currentColor" stroke-width="2"></path>
            </symbol>
            <symbol id="m-think" viewBox="0 0 20 20">
                <circle cx="10" cy="10" r="6.25" fill="none" stroke="currentColor" stroke-width="3"></circle>
            </symbol>
            <symbol id="m-think-not" viewBox="0 0 20 20">
                <circle cx="10" cy="10" r="6.5" fill="none" stroke="currentColor" stroke-width="2"></circle>
                <path d="M5.4 14.6 14.6 5.4" stroke="currentColor" stroke-width="2"></path>
            </symbol>
            <symbol id="m-say" viewBox="0 0 20 20">
                <path d="M2.5 3.5h15L10 17.5z" fill="currentColor"></path>
            </symbol>
            <symbol id="m-say-not" viewBox="0 0 20 20">
                <path d="M3.8 4.5h12.4L10 16z" fill="none" stroke="currentColor" stroke-width="2"></path>
                <path d="M6 13.5 15 3.5" stroke="currentColor" stroke-width="2"></path>
            </symbol>
        </svg>
    }
}
