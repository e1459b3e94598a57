//! The end of a game: the result, and where it can go from here.

use super::replay;
use crate::browser::entropy::session_id;
use crate::browser::{SystemEntropy, files};
use crate::live::{Keeper, Live, Shown};
use crate::parts::Notice;
use crate::route::{Route, Router, View};
use leptos::prelude::*;
use std::cmp::Ordering;
use trivium_core::Seat;
use trivium_core::ports::Entropy;
use trivium_core::session::Plan;

fn headline(shown: &Shown) -> String {
    let totals: Option<Vec<_>> = (0..shown.seats.len() as Seat).map(|seat| shown.total(seat)).collect();
    let (Some(totals), Some(own)) = (totals, shown.total(shown.seat)) else {
        return shown.total(shown.seat).map_or_else(String::new, |own| format!("You have {own} points."));
    };
    let others = totals.iter().enumerate().filter(|(seat, _)| *seat != usize::from(shown.seat)).map(|(_, t)| *t);
    let best = others.max().unwrap_or(own);
    match (totals.len(), own.cmp(&best)) {
        (2, Ordering::Greater) => format!("You have {own} points, {} more than the other seat.", own - best),
        (2, Ordering::Less) => format!("You have {own} points, {} fewer than the other seat.", best - own),
        (2, Ordering::Equal) => format!("Both seats have {own} points."),
        (_, Ordering::Less) => format!("You have {own} points; the most is {best}."),
        (_, Ordering::Equal) => format!("You have {own} points, as many as the best of the others."),
        (_, Ordering::Greater) => format!("You have {own} points, the most of all; the next has {best}."),
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
        let (shown, keeper, id) = (shown.clone(), keeper.clone(), live.id().to_owned());
        move |_| {
            let (shown, keeper, id) = (shown.clone(), keeper.clone(), id.clone());
            leptos::task::spawn_local(async move {
                match Live::start(session_id(), again(&shown)) {
                    Ok(next) => {
                        if let Some(connection) = keeper.connection(&id) {
                            keeper.connect(next.id(), connection);
                        }
                        open(&keeper, router, &next).await;
                    }
                    Err(error) => trouble.set(Some(error.to_string())),
                }
            });
        }
    };
    let export = {
        let live = live.clone();
        move |_| trouble.set(files::save(&live.file_name(), "application/jsonl", &live.export()).err())
    };
    let steps = replay::address(&live).href();
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
                <a class="btn" href=steps>"Step through it"</a>
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
