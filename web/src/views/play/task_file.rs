//! A game's task file: the settings as a file that can be edited and loaded again.

use super::setup::Choosing;
use crate::browser::files;
use crate::intake::{self, Intake};
use crate::live::words;
use crate::parts::{FileButton, Notice};
use leptos::prelude::*;
use send_wrapper::SendWrapper;
use trivium_core::Json;
use trivium_games::task::{self, TaskError};
use web_sys::File;

/// What came of the last file.
#[derive(Clone)]
enum Came {
    Taken(String),
    Refused(TaskError),
    Unreadable(String),
}

/// Loads and saves task files.
#[component]
pub fn TaskFile(choosing: Choosing) -> impl IntoView {
    let intake = expect_context::<Intake>();
    let came = RwSignal::new(None::<Came>);
    let take = move |files: Vec<File>| {
        let Some(file) = files.into_iter().next() else { return };
        let file = SendWrapper::new(file);
        leptos::task::spawn_local(async move {
            let name = file.name();
            came.set(Some(match intake::bytes_of(&file).await {
                Err(why) => Came::Unreadable(why),
                Ok(bytes) => match task::read(&name, &bytes) {
                    Err(error) => Came::Refused(error),
                    Ok(task) => {
                        choosing.load(&task);
                        Came::Taken(name)
                    }
                },
            }));
        });
    };
    Effect::new(move |_| {
        if let Some(files) = intake.arrived() {
            take(files);
        }
    });
    let trouble = RwSignal::new(None::<String>);
    let save = move |_| {
        let (info, text) = choosing.chosen.with_untracked(|c| {
            let started = c.info().start(&c.params(), c.condition);
            (c.info(), started.map(|game| task::write(c.info(), game.params())))
        });
        let saved = match text {
            Ok(text) => files::save(&format!("{}.task.json", info.id), "application/json", &text),
            Err(error) => Err(words::fault(&error)),
        };
        trouble.set(saved.err());
    };
    view! {
        <div class="field wide">
            <span class="label-line">"Task file"</span>
            <div class="row">
                <FileButton label="Load a task file" id="task-file" accept=".json,application/json" on_files=Callback::new(take)/>
                <button class="btn btn--quiet" type="button" on:click=save>"Save these settings"</button>
            </div>
            <span class="label">"Game and parameters as JSON. Save, edit and load it, or drop it on the page."</span>
            {move || came.get().map(|came| match came {
                Came::Taken(name) => view! {
                    <p class="small" role="status">{format!("{name} is loaded; the settings are its own.")}</p>
                }.into_any(),
                Came::Refused(error) => view! {
                    <Notice title=format!("{} cannot be used.", error.file) alert=true>
                        <p>{words::fault(&error.fault)}</p>
                        <p>"The settings are as they were."</p>
                    </Notice>
                }.into_any(),
                Came::Unreadable(why) => view! { <Notice title=why alert=true><p>"The settings are as they were."</p></Notice> }.into_any(),
            })}
            {move || trouble.get().map(|why| view! { <Notice title="It was not saved." alert=true><p>{why}</p></Notice> })}
        </div>
    }
}

/// A parameter as it is typed into its field.
pub fn typed(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
