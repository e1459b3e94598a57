//! The games kept on this device: continue, export, delete.

use crate::browser::clock::local_time;
use crate::browser::files;
use crate::live::saved::{self, Saved};
use crate::live::{Keeper, Live};
use crate::parts::Notice;
use crate::route::{Route, View};
use leptos::prelude::*;
use trivium_core::ports::Store as _;

/// How many are shown before "show all".
const FIRST: usize = 5;

#[derive(Clone)]
enum Found {
    Looking,
    Games(Vec<Saved>),
    Refused(String),
}

/// The list; nothing where there is none yet.
#[component]
pub fn SavedGames() -> impl IntoView {
    let keeper = expect_context::<Keeper>();
    let found = RwSignal::new(Found::Looking);
    let all = RwSignal::new(false);
    let trouble = RwSignal::new(None::<String>);
    let look = {
        let keeper = keeper.clone();
        move || {
            let keeper = keeper.clone();
            leptos::task::spawn_local(async move {
                let list = saved::list(&keeper).await;
                found.set(list.map_or_else(|e| Found::Refused(e.0), Found::Games));
            });
        }
    };
    look();
    let remove = {
        let (keeper, look) = (keeper.clone(), look.clone());
        Callback::new(move |id: String| {
            let (keeper, look) = (keeper.clone(), look.clone());
            leptos::task::spawn_local(async move {
                keeper.forget(&id);
                if let Err(error) = keeper.store().remove(&id).await {
                    trouble.set(Some(error.0));
                }
                look();
            });
        })
    };
    let export = Callback::new(move |id: String| {
        let keeper = keeper.clone();
        leptos::task::spawn_local(async move {
            trouble.set(export(&keeper, &id).await.err());
        });
    });
    move || match found.get() {
        Found::Looking => ().into_any(),
        Found::Games(games) if games.is_empty() => ().into_any(),
        Found::Refused(why) => view! {
            <section class="sec sec--first" aria-labelledby="saved-h">
                <h2 class="vh" id="saved-h">"Games on this device"</h2>
                <Notice title="This browser keeps no games for this page.">
                    <p>"You can play; export a game before you close the page. " <span class="faint">{why}</span></p>
                </Notice>
            </section>
        }
        .into_any(),
        Found::Games(games) => {
            let count = games.len();
            let shown = if all.get() { count } else { count.min(FIRST) };
            let rows: Vec<_> = games
                .into_iter()
                .take(shown)
                .map(|game| view! { <Row game=game remove=remove export=export/> })
                .collect();
            view! {
                <section class="sec sec--first" aria-labelledby="saved-h">
                    <div class="sec-head">
                        <h2 id="saved-h">"Games on this device"</h2>
                        <span class="label">"Kept in this browser only"</span>
                    </div>
                    <ul class="saved">{rows}</ul>
                    {(shown < count).then(|| view! {
                        <button class="btn btn--quiet" type="button" on:click=move |_| all.set(true)>
                            {format!("Show all {count}")}
                        </button>
                    })}
                    {move || trouble.get().map(|why| view! {
                        <Notice title="That did not work." alert=true><p>{why}</p></Notice>
                    })}
                </section>
            }
            .into_any()
        }
    }
}

/// Exports a kept game; one that cannot be played again leaves as it is stored.
async fn export(keeper: &Keeper, id: &str) -> Result<(), String> {
    let lines = keeper.store().read(id).await.map_err(|e| e.0)?;
    match Live::resume(id.to_owned(), &lines) {
        Ok(live) => files::save(&live.file_name(), "application/jsonl", &live.export()),
        Err(_) => files::save(&format!("trivium-{id}.jsonl"), "application/jsonl", &format!("{}\n", lines.join("\n"))),
    }
}

#[component]
fn Row(game: Saved, remove: Callback<String>, export: Callback<String>) -> impl IntoView {
    let asked = RwSignal::new(false);
    let href = Route::to(View::Play).with("session", game.id.clone()).href();
    let when = game.at.map(local_time);
    let (id, name) = (game.id.clone(), game.name.clone());
    let of = format!(" {}", game.name);
    let open = if game.over { "Look at it" } else { "Continue" };
    let readable = game.readable;
    view! {
        <li>
            <div class="what">
                <b>{name}</b>
                <span class="small muted">{game.how.clone()}</span>
            </div>
            <div class="small muted stand">
                <span>{game.stand.clone()}</span>
                <span class="faint">{when}</span>
            </div>
            {move || {
                let (href, of) = (href.clone(), of.clone());
                let (for_export, for_removal) = (id.clone(), id.clone());
                if asked.get() {
                    view! {
                        <div class="row do-it" role="group" aria-label="Delete this game?">
                            <span class="small">"Delete it for good?"</span>
                            <button class="btn" type="button" on:click=move |_| remove.run(for_removal.clone())>
                                "Delete"
                            </button>
                            <button class="btn btn--quiet" type="button" on:click=move |_| asked.set(false)>
                                "Keep it"
                            </button>
                        </div>
                    }.into_any()
                } else {
                    view! {
                        <div class="row do-it">
                            {readable.then(|| view! {
                                <a class="btn" href=href>{open}<span class="vh">{of.clone()}</span></a>
                            })}
                            <button class="btn btn--quiet" type="button" on:click=move |_| export.run(for_export.clone())>
                                "Export"<span class="vh">{of.clone()}</span>
                            </button>
                            <button class="btn btn--quiet" type="button" on:click=move |_| asked.set(true)>
                                "Delete"<span class="vh">{of.clone()}</span>
                            </button>
                        </div>
                    }.into_any()
                }
            }}
        </li>
    }
}
