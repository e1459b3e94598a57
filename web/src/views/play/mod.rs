//! Choosing a game, and the game itself.

mod board;
pub mod choices;
mod compound;
mod decide;
mod end;
mod known;
mod message;
mod model_seat;
mod number;
mod opponents;
mod parameters;
pub mod payoff;
pub mod replay;
pub mod setup;
pub mod stave;
mod table;
pub mod task_file;
mod theory;

pub use setup::Choose;

use crate::app::Logo;
use crate::browser::files;
use crate::browser::window;
use crate::live::{Keeper, Live};
use crate::parts::Notice;
use crate::route::{Route, View};
use leptos::prelude::*;
use table::GameTable;
use trivium_core::ports::Store as _;

/// How a game of the address was found.
#[derive(Clone)]
enum Found {
    Looking,
    Here(Live),
    Missing,
    Unreadable { lines: Vec<String>, why: String },
    Refused(String),
}

async fn look(keeper: &Keeper, id: &str) -> Found {
    if let Some(live) = keeper.open(id) {
        return Found::Here(live);
    }
    match keeper.store().read(id).await {
        Err(error) => Found::Refused(error.0),
        Ok(lines) if lines.is_empty() => Found::Missing,
        Ok(lines) => match Live::resume(id.to_owned(), &lines) {
            Ok(live) => {
                keeper.remember(&live);
                Found::Here(live)
            }
            Err(why) => Found::Unreadable { lines, why: why.to_string() },
        },
    }
}

/// The game that the address names.
#[component]
pub fn Game(id: String) -> impl IntoView {
    let keeper = expect_context::<Keeper>();
    let found = RwSignal::new(Found::Looking);
    let name = id.clone();
    leptos::task::spawn_local(async move {
        let there = look(&keeper, &id).await;
        found.set(there.clone());
        window::focus("#decide-h, #over-h, main h1", true);
        if let Found::Here(live) = there {
            live.ask_models(&keeper).await;
        }
    });
    move || {
        match found.get() {
        Found::Looking => view! { <main id="main" tabindex="-1"><h1 class="vh">"Opening the game"</h1></main> }.into_any(),
        Found::Here(live) => view! { <GameTable live=live/> }.into_any(),
        Found::Missing => view! {
            <Nothing title="This game is not on this device">
                <p class="lead measure">
                    "A game stays in the browser in which it was played. If you have its file, it can be checked on any device."
                </p>
                <div class="row">
                    <a class="btn btn--main" href=Route::to(View::Play).href()>"Choose a game"</a>
                    <a class="btn" href=Route::to(View::Verify).href()>"Check a file"</a>
                </div>
            </Nothing>
        }
        .into_any(),
        Found::Unreadable { lines, why } => {
            let file = format!("trivium-{name}.jsonl");
            let text = format!("{}\n", lines.join("\n"));
            let save = move |_| {
                let _ = files::save(&file, "application/jsonl", &text);
            };
            view! {
                <Nothing title="This game cannot be taken up">
                    <Notice title="Its stored lines do not fit together." alert=true>
                        <p>{crate::live::words::capital(&why)}"."</p>
                        <p>"The lines are kept as they are. Export them to look at them or to check them."</p>
                    </Notice>
                    <div class="row">
                        <button class="btn btn--main" type="button" on:click=save>"Export the lines"</button>
                        <a class="btn" href=Route::to(View::Play).href()>"Choose a game"</a>
                    </div>
                </Nothing>
            }
            .into_any()
        }
        Found::Refused(why) => view! {
            <Nothing title="This browser does not open its storage">
                <Notice title="The game could not be read." alert=true>
                    <p>"Private windows and strict settings close the storage. You can still play a new game; nothing will be kept."</p>
                    <p class="faint">{why}</p>
                </Notice>
                <a class="btn btn--main" href=Route::to(View::Play).href()>"Choose a game"</a>
            </Nothing>
        }
        .into_any(),
    }
    }
}

/// A page in the place of a game.
#[component]
fn Nothing(title: &'static str, children: Children) -> impl IntoView {
    window::set_title(title);
    view! {
        <a class="skip" href="#main">"Skip to content"</a>
        <header class="top">
            <div class="wrap top-in"><a class="brand" href="?"><Logo/>"Trivium"</a></div>
        </header>
        <main id="main" tabindex="-1">
            <div class="wrap page stack">
                <h1>{title}</h1>
                {children()}
            </div>
        </main>
    }
}
