//! All games by level.

use crate::live::words;
use crate::route::{Route, View};
use leptos::prelude::*;
use trivium_games::{CARDS, Card};

const LEVELS: [(u8, &str); 4] =
    [(1, "One decision"), (2, "Again and again"), (3, "In a group"), (4, "Hidden and spoken")];

fn level(level: u8, name: &'static str) -> Option<impl IntoView> {
    let games: Vec<&Card> = CARDS.iter().filter(|game| game.level == level).collect();
    if games.is_empty() {
        return None;
    }
    let links: Vec<_> = games
        .into_iter()
        .map(|game| {
            let href = Route::to(View::Play).with("game", game.id).href();
            view! {
                <li>
                    <a href=href><span>{game.name}</span><span class="seats">{format!("{} seats", game.seats)}</span></a>
                </li>
            }
        })
        .collect();
    Some(view! {
        <section class="lv">
            <h3><span class="faint">{format!("Level {level} ")}</span>{name}</h3>
            <ol>{links}</ol>
        </section>
    })
}

/// The list.
#[component]
pub fn GameList() -> impl IntoView {
    let count = words::capital(&words::number(CARDS.len()));
    view! {
        <section class="sec" id="games" aria-labelledby="games-h">
            <div class="sec-head">
                <h2 id="games-h" tabindex="-1">{format!("{count} games")}</h2>
                <span class="label">"Against rule-based players, at once"</span>
            </div>
            <div class="games">{LEVELS.map(|(number, name)| level(number, name))}</div>
        </section>
    }
}
