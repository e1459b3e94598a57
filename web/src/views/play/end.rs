//! The end of a game: the result, and where it can go from here.

use crate::browser::entropy::session_id;
use crate::browser::{SystemEntropy, files};
use crate::live::{Keeper, Live, Shown};
use crate::parts::Notice;
use crate::route::{Route, Router, View};
use leptos::prelude::*;
use trivium_core::Seat;
use trivium_core::ports::Entropy;
use trivium_core::session::Plan;

fn headline(shown: &Shown) -> String {
    let totals: Option<Vec<_>> = (0..shown.seats.len() as Seat).map(|seat| shown.total(seat)).collect();
    match (totals, shown.total(shown.seat)) {
        (Some(totals), Some(own)) => {
            let best_other =
                totals.iter().enumerate().filter(|(s, _)| *s != usize::from(shown.seat)).map(|(_, t)| *t).max();
            let result = match best_other {
                Some(other) if own > other => "You have more points than the others",
                Some(other) if own == other => "Nobody has more points than you",
                _ => "You have fewer points than another seat",
            };
            format!("{result}: {}.", shown.standing())
        }
        (None, Some(own)) => format!("The game is over. You have {own} points."),
        _ => "The game is over.".into(),
    }
}

/// The same game with a fresh seed.
pub fn again(shown: &Shown) -> Plan {
    Plan {
        game: shown.observation.game.to_owned(),
        params: shown.observation.params.clone(),
        condition: shown.observation.condition,
        seats: shown.seats.clone(),
        seed: SystemEntropy.seed(),
    }
}

/// The block in the place of the decision.
#[component]
pub fn End(live: Live) -> impl IntoView {
    let (keeper, router) = (expect_context::<Keeper>(), expect_context::<Router>());
    let shown = live.shown_now();
    let trouble = RwSignal::new(None::<String>);
    let play_again = {
        let (shown, keeper) = (shown.clone(), keeper.clone());
        move |_| {
            let (shown, keeper) = (shown.clone(), keeper.clone());
            leptos::task::spawn_local(async move {
                match Live::start(session_id(), again(&shown)) {
                    Ok(live) => open(&keeper, router, &live).await,
                    Err(error) => trouble.set(Some(error.to_string())),
                }
            });
        }
    };
    let export = {
        let live = live.clone();
        move |_| trouble.set(files::save(&live.file_name(), "application/jsonl", &live.export()).err())
    };
    let check = Route::to(View::Verify).with("session", live.id()).href();
    let settings = Route::to(View::Play)
        .with("game", shown.observation.game)
        .with("condition", shown.observation.condition.name());
    view! {
        <section class="blk o0 over" id="over" aria-labelledby="over-h">
            <h2 id="over-h" tabindex="-1">"The game is over"</h2>
            <p class="lead">{headline(&shown)}</p>
            <div class="row">
                <button class="btn btn--main" type="button" on:click=play_again>"Play again"</button>
                <button class="btn" type="button" on:click=export>"Export the game"</button>
                <a class="btn" href=check>"Check this game"</a>
                <a class="btn btn--quiet" href=settings.href()>"Another opponent"</a>
            </div>
            <p class="label measure">
                "The export is one file with every move, message and reason. The check plays it and scores it again, as anyone who has the file can."
            </p>
            {move || trouble.get().map(|why| view! {
                <Notice title="That did not work." alert=true><p>{why}</p></Notice>
            })}
        </section>
    }
}

/// Stores a fresh game and goes to it.
pub async fn open(keeper: &Keeper, router: Router, live: &Live) {
    keeper.remember(live);
    live.keep(keeper).await;
    let game = live.shown_now().observation.game;
    router.go(Route::to(View::Play).with("game", game).with("session", live.id()));
}
