//! A finished game, event by event, as each seat saw it: by hand, or running by itself.

use super::board::Board;
use super::known::Known;
use super::table::{History, Points, Score, SessionHeader};
use super::{Found, Nothing, look};
use crate::browser::window;
use crate::live::replay::{Replay, Step};
use crate::live::{Keeper, Live, Shown, words};
use crate::route::{Route, Router, View};
use leptos::leptos_dom::helpers::IntervalHandle;
use leptos::prelude::*;
use std::time::Duration;
use trivium_core::{Event, Seat};

/// The setting of the address that stops a game at an event.
pub const STEP: &str = "step";
/// The setting of the address that looks through a seat.
const SEEN_BY: &str = "as";
/// The setting of the address with which a game runs by itself.
pub const RUN: &str = "run";

/// Events a second at each speed.
const SPEEDS: [(&str, &str, u64); 4] =
    [("slow", "slow", 2500), ("even", "even", 1200), ("fast", "fast", 500), ("faster", "very fast", 150)];

/// The game that the address names, to be looked at.
#[component]
pub fn ReplayOf(id: String) -> impl IntoView {
    let keeper = expect_context::<Keeper>();
    let found = RwSignal::new(None::<Result<Replay, &'static str>>);
    let game = Route::to(View::Play).with("session", id.clone()).href();
    leptos::task::spawn_local(async move {
        let lines = match look(&keeper, &id).await {
            Found::Here(live) => Ok(live.lines()),
            _ => Err("This game cannot be looked at"),
        };
        let replay = lines.and_then(|lines| Replay::of(id, lines).map_err(|_| "This game cannot be looked at"));
        let over = |replay: Replay| if replay.over() { Ok(replay) } else { Err("This game is not over") };
        found.set(Some(replay.and_then(over)));
        window::focus("#step-h, main h1", true);
    });
    move || match found.get() {
        None => view! { <main id="main" tabindex="-1"><h1 class="vh">"Opening the game"</h1></main> }.into_any(),
        Some(Ok(replay)) => view! { <Steps replay=replay/> }.into_any(),
        Some(Err(title)) => {
            let game = game.clone();
            view! {
            <Nothing title=title>
                <p class="lead measure">
                    "A game can be seen through every seat once it is over; before that it would show what is hidden."
                </p>
                <a class="btn btn--main" href=game>"Go to the game"</a>
            </Nothing>
        }
        .into_any()
        }
    }
}

#[component]
fn Steps(replay: Replay) -> impl IntoView {
    let router = expect_context::<Router>();
    let live = replay.live.clone();
    let last = replay.steps().len();
    let number = move |name: &'static str| router.part(move |route| route.get(name).and_then(|n| n.parse().ok()));
    let (asked_step, asked_seat) = (number(STEP), number(SEEN_BY));
    let own = live.seat();
    let seats = live.shown_now().seats.len() as Seat;
    let step = Memo::new(move |_| asked_step.get().unwrap_or(last).min(last));
    let seat =
        Memo::new(move |_| Seat::try_from(asked_seat.get().unwrap_or(usize::from(own))).unwrap_or(own).min(seats - 1));
    let go = move |name: &'static str, to: usize| {
        let route = router.route_now();
        let kept = route.iter().filter(|(n, _)| *n != name && *n != RUN);
        let base = kept.fold(Route::default(), |route, (n, v)| route.with(n, v));
        router.replace(base.with(name, to.to_string()));
    };
    let running = RwSignal::new(router.route_now().get(RUN).is_some());
    let speed = RwSignal::new(1_usize);
    {
        let replay = replay.clone();
        Effect::new(move |_| replay.look(step.get(), seat.get()));
    }
    Effect::new(move |before: Option<Option<IntervalHandle>>| {
        if let Some(handle) = before.flatten() {
            handle.clear();
        }
        let every = Duration::from_millis(SPEEDS[speed.get().min(SPEEDS.len() - 1)].2);
        let tick = move || {
            let now = step.try_get_untracked().unwrap_or(last);
            if now < last {
                go(STEP, now + 1);
            } else {
                running.set(false);
            }
        };
        let handle = running.get().then(|| set_interval_with_handle(tick, every).ok()).flatten();
        on_cleanup(move || {
            if let Some(handle) = handle {
                handle.clear();
            }
        });
        handle
    });
    let title = live.part(|shown| format!("{}, step by step", shown.name()));
    Effect::new(move |_| window::set_title(&title.get()));
    let happened = {
        let (replay, live) = (replay.clone(), live.clone());
        move || {
            let shown = live.shown();
            match step.get().checked_sub(1).and_then(|at| replay.steps().get(at)) {
                None => "Before the first event.".to_owned(),
                Some(step) => told(&shown, &step.event),
            }
        }
    };
    let hop = move |by: i64| {
        running.set(false);
        go(STEP, usize::try_from(i64::try_from(step.get_untracked()).unwrap_or(0) + by).unwrap_or(0).min(last));
    };
    let toggle = move |_| {
        if !running.get_untracked() && step.get_untracked() == last {
            go(STEP, 0);
        }
        running.update(|r| *r = !*r);
    };
    let slide = move |event| {
        running.set(false);
        go(STEP, event_target_value(&event).parse().unwrap_or(0));
    };
    let speeds: Vec<_> = SPEEDS
        .iter()
        .enumerate()
        .map(
            |(at, (name, words, _))| view! { <option value=*name selected=move || speed.get() == at>{*words}</option> },
        )
        .collect();
    let change_speed = move |event| {
        let name = event_target_value(&event);
        speed.set(SPEEDS.iter().position(|(n, ..)| *n == name).unwrap_or(1));
    };
    let eyes: Vec<_> = {
        let shown = live.shown_now();
        let each = (0..seats).map(|s| {
            view! {
                <button type="button" aria-pressed=move || if seat.get() == s { "true" } else { "false" }
                    on:click=move |_| go(SEEN_BY, usize::from(s))>{shown.short(s)}</button>
            }
        });
        each.collect()
    };
    let comm = live.shown_now().comm();
    let back = Route::to(View::Play).with("session", live.id()).href();
    view! {
        <a class="skip" href="#steps">"Skip to the steps"</a>
        <SessionHeader live=live.clone()/>
        <main id="main" class="wrap play" tabindex="-1">
            <section class="blk across steps-bar" id="steps" aria-labelledby="step-h">
                <h2 id="step-h" tabindex="-1">
                    {move || if step.get() == 0 { "Before the first event".to_owned() } else { format!("Event {} of {last}", step.get()) }}
                    <span class="label"><a href=back>"Back to the result"</a></span>
                </h2>
                <p class="happened" aria-live=move || if running.get() { "off" } else { "polite" }>{happened}</p>
                <div class="steps-row">
                    <button class="icon-btn" type="button" aria-label="One event back" aria-disabled=move || (step.get() == 0).then_some("true") on:click=move |_| hop(-1)>
                        <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M12 4l-6 6 6 6"></path></svg>
                    </button>
                    <input class="range" type="range" min="0" max=last.to_string() step="1" aria-label="Event"
                        prop:value=move || step.get().to_string() on:input=slide/>
                    <button class="icon-btn" type="button" aria-label="One event on" aria-disabled=move || (step.get() == last).then_some("true") on:click=move |_| hop(1)>
                        <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M8 4l6 6-6 6"></path></svg>
                    </button>
                    <button class="btn" type="button" on:click=toggle>{move || if running.get() { "Stop" } else { "Run" }}</button>
                    <label class="vh" for="speed">"Speed"</label>
                    <select class="input input--short" id="speed" on:change=change_speed>{speeds}</select>
                </div>
                <div class="row">
                    <span class="label" id="eyes-h">"As seen by"</span>
                    <div class="seg seg--wrap" role="group" aria-labelledby="eyes-h">{eyes}</div>
                </div>
            </section>
            <div class="colA">
                <Points live=live.clone() lit=RwSignal::new(None)/>
                <History live=live.clone()/>
                {move || { seat.track(); view! { <Known live=live.clone()/> } }}
            </div>
            <div class="colB">
                {comm.then(|| view! { <Board live=replay.live.clone()/> })}
                <Score live=replay.live.clone()/>
                <Events replay=replay.clone() at=step/>
            </div>
        </main>
    }
}

/// What happened, as far as the seat sees it.
fn told(shown: &Shown, event: &Event) -> String {
    if Replay::sees(shown, event) {
        words::capital(&shown.words().event(event).1)
    } else {
        "Something happened that this seat does not see.".into()
    }
}

/// Every event up to here, hidden ones too: who looks at a finished game may open it.
#[component]
fn Events(replay: Replay, at: Memo<usize>) -> impl IntoView {
    let shown = replay.live.shown_now();
    let tell = move |step: &Step| shown.words().event(&step.event);
    let rows = move || {
        let upto = at.get();
        let steps = replay.steps().iter().take(upto).map(&tell);
        steps
            .enumerate()
            .map(|(n, (kind, text))| {
                view! {
                    <li>
                        <span class="ln">{n + 1}</span>
                        <span class="kd">{kind}</span>
                        <span class="tx">{text}</span>
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <details class="drill">
            <summary>"Every event"<span class="faint">"hidden ones too"</span></summary>
            <ol class="log">{rows}</ol>
        </details>
    }
}

/// The address of a game's replay from its start.
pub fn address(live: &Live) -> Route {
    Route::to(View::Play).with("session", live.id()).with(STEP, "0")
}
