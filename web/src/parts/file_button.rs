//! The button that does what dropping a file does.

use crate::browser::files;
use leptos::html::Input;
use leptos::prelude::*;
use web_sys::File;

/// Opens the browser's choice of files and hands on what was chosen.
#[component]
pub fn FileButton(
    /// What the button says.
    #[prop(into)]
    label: Signal<&'static str>,
    /// Whether it is the screen's main button.
    #[prop(optional, into)]
    main: Signal<bool>,
    /// The id of the hidden field.
    id: &'static str,
    /// The files that are offered, as the field's `accept`.
    accept: &'static str,
    /// Whether several can be chosen at once.
    #[prop(optional)]
    several: bool,
    /// Takes the files; at least one.
    on_files: Callback<Vec<File>>,
) -> impl IntoView {
    let input = NodeRef::<Input>::new();
    let open = move |_| {
        if let Some(input) = input.get_untracked() {
            input.click();
        }
    };
    let chosen = move |_| {
        let Some(input) = input.get_untracked() else { return };
        let list = input.files().map(|list| files::listed(&list)).unwrap_or_default();
        if !list.is_empty() {
            on_files.run(list);
        }
        // The same file can be chosen again.
        input.set_value("");
    };
    view! {
        <button class="btn" class:btn--main=main type="button" on:click=open>{label}</button>
        <input type="file" id=id hidden multiple=several node_ref=input accept=accept on:change=chosen/>
    }
}
