//! On the first page's own program: that games are kept here, and the way to them.
//!
//! Their list needs every game; `boot.js` starts the application instead of this program where it knows that games
//! are kept. It does not know where the browser forgot the note of it.

use crate::handover::note_games_kept;
use crate::live::{Keeper, words};
use leptos::prelude::*;
use trivium_core::ports::Store as _;

/// How many games are kept; nothing where there is none.
#[component]
pub fn KeptGames(
    /// Opens the application at this address.
    open: Callback<()>,
) -> impl IntoView {
    let keeper = expect_context::<Keeper>();
    let count = RwSignal::new(0);
    leptos::task::spawn_local(async move {
        if let Ok(games) = keeper.store().list().await {
            note_games_kept(!games.is_empty());
            count.set(games.len());
        }
    });
    move || {
        (count.get() > 0).then(|| {
            let how_many = match count.get() {
                1 => "One game".to_owned(),
                n => format!("{} games", words::capital(&words::number(n))),
            };
            view! {
                <section class="sec sec--first" aria-labelledby="kept-h">
                    <div class="sec-head">
                        <h2 id="kept-h">{how_many}" on this device"</h2>
                        <button class="btn" type="button" on:click=move |_| open.run(())>"Show them"</button>
                    </div>
                </section>
            }
        })
    }
}
