//! The first page: the first move, then what Trivium is.

mod example;
mod first_move;
mod games;
mod kept;
mod saved;

pub use kept::KeptGames;
pub use saved::SavedGames;

use crate::browser::window;
use crate::parts::{Mark, What};
use crate::route::{Route, View};
use example::Example;
use first_move::FirstMove;
use games::GameList;
use leptos::prelude::*;
use trivium_games::CARDS;

/// The first page, with what is said of the games on this device.
#[component]
pub fn Home(children: Children) -> impl IntoView {
    window::set_title("What agents do, think and say");
    let games = CARDS.len();
    view! {
        <div class="wrap home">
            <section class="split split--7-5 hero" aria-label="Start">
                <h1>
                    <span>"What they "<Mark what=What::Do/>"do,"</span>
                    " "
                    <span>"what they "<Mark what=What::Think/>"think,"</span>
                    " "
                    <span>"what they "<Mark what=What::Say/>"say."</span>
                </h1>
                <FirstMove/>
                <div class="lead-2 stack">
                    <p class="lead">
                        "Trivium puts people and models into games where interests mix, and keeps three records apart: the moves, the reasons and the messages. They often disagree. Where they part is what it measures."
                    </p>
                    <div class="row">
                        <a class="btn" href="#games">{format!("Choose from {games} games")}</a>
                        <a class="btn btn--quiet" href=Route::to(View::Verify).href()>"Check a record"</a>
                    </div>
                </div>
            </section>
            {children()}
            <Example/>
            <GameList/>
            <section class="sec" aria-labelledby="work-h">
                <div class="sec-head"><h2 id="work-h">"For work"</h2></div>
                <div class="doors">
                    <div>
                        <h3>"Verify a record"</h3>
                        <p class="small muted">
                            "Drop a game's file. It is played and scored again here, and any difference is shown with its line."
                        </p>
                        <a class="btn" href=Route::to(View::Verify).href()>"Open a file"</a>
                    </div>
                    <div>
                        <h3>"Score results again"</h3>
                        <p class="small muted">
                            "Drop a SocialReasoning-Bench results file. Every number is computed again beside the stored one."
                        </p>
                        <a class="btn" href=Route::to(View::Rescore).href()>"Open results"</a>
                    </div>
                </div>
            </section>
        </div>
    }
}
