//! Light and dark: as the system has it, or as the person chose on this device.

use crate::browser::window::{keep_setting, setting};
use leptos::prelude::*;

const KEPT: &str = "trivium-theme";

/// The choices, in the order of the switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    fn name(self) -> &'static str {
        match self {
            Theme::System => "system",
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    fn kept() -> Theme {
        match setting(KEPT).as_deref() {
            Some("light") => Theme::Light,
            Some("dark") => Theme::Dark,
            _ => Theme::System,
        }
    }

    fn next(self) -> Theme {
        match self {
            Theme::System => Theme::Light,
            Theme::Light => Theme::Dark,
            Theme::Dark => Theme::System,
        }
    }

    /// Sets the root's attribute, from which the tokens take their colours.
    fn show(self) {
        let Some(root) = document().document_element() else { return };
        let _ = match self {
            Theme::System => root.remove_attribute("data-theme"),
            other => root.set_attribute("data-theme", other.name()),
        };
    }
}

/// The switch: system, light, dark.
#[component]
pub fn ThemeSwitch() -> impl IntoView {
    let theme = RwSignal::new(Theme::kept());
    Effect::new(move |_| theme.get().show());
    let change = move |_| {
        theme.update(|t| *t = t.next());
        keep_setting(KEPT, theme.get_untracked().name());
    };
    let label = move || format!("Colours: {}. Change to {}.", theme.get().name(), theme.get().next().name());
    view! {
        <button class="icon-btn" type="button" id="theme" aria-label=label on:click=change>
            <svg viewBox="0 0 20 20" aria-hidden="true">
                {move || match theme.get() {
                    Theme::System => view! {
                        <circle cx="10" cy="10" r="7"></circle>
                        <path class="solid" d="M10 3a7 7 0 0 1 0 14z"></path>
                    }.into_any(),
                    Theme::Light => view! {
                        <circle cx="10" cy="10" r="3.5"></circle>
                        <path d="M10 1.5v2.5M10 16v2.5M1.5 10H4M16 10h2.5M4 4l1.8 1.8M14.2 14.2 16 16M4 16l1.8-1.8M14.2 5.8 16 4"></path>
                    }.into_any(),
                    Theme::Dark => view! { <path d="M16.5 12.2A7 7 0 1 1 8 3.4a5.6 5.6 0 0 0 8.5 8.8z"></path> }.into_any(),
                }}
            </svg>
        </button>
    }
}
