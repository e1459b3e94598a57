//! More settings: seed, own seat, and the game's parameters, each checked by the game itself.

use super::opponents::SeatBySeat;
use super::setup::Choosing;
use super::task_file::{TaskFile, typed};
use crate::browser::SystemEntropy;
use crate::live::words;
use leptos::prelude::*;
use trivium_core::ports::Entropy;
use trivium_core::{Json, ParamError};
use trivium_games::{GAMES, registry};

/// The closed block of further settings.
#[component]
pub fn Parameters(choosing: Choosing) -> impl IntoView {
    let chosen = choosing.chosen;
    let game = Memo::new(move |_| chosen.with(|c| c.game));
    let wrong = Memo::new(move |_| chosen.with(|c| c.seats().err()));
    let seed = move || chosen.with(|c| c.seed.clone().unwrap_or_default());
    let fields = move || {
        let info = registry::find(game.get()).unwrap_or(GAMES[0]);
        let defaults = info.defaults();
        let fields: Vec<_> = defaults
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, default)| field(choosing, name.clone(), default, wrong))
            .collect();
        view! { {fields} }
    };
    let seats = Memo::new(move |_| chosen.with(|c| c.seats().unwrap_or(2)));
    let own = move || {
        let options: Vec<_> = (0..seats.get())
            .map(|seat| {
                view! {
                    <option value=seat.to_string() selected=move || chosen.with(|c| c.seat == seat)>
                        {format!("Seat {}", words::seat(seat, usize::from(seats.get_untracked())))}
                    </option>
                }
            })
            .collect();
        view! { {options} }
    };
    let change_seat = move |event| {
        let seat = event_target_value(&event).parse().unwrap_or(0);
        choosing.change(|c| c.seat = seat);
    };
    let type_seed = move |event| {
        let text = event_target_value(&event);
        choosing.change(|c| c.seed = (!text.trim().is_empty()).then_some(text));
    };
    let open = chosen.with_untracked(|c| c.seed.is_some() || !c.set.is_empty());
    view! {
        <details class="drill more" open=open>
            <summary>"More settings"<span class="faint">"seed, seat, parameters, task file"</span></summary>
            <div class="params">
                <div class="field">
                    <label for="seed">"Seed"</label>
                    <input class="input" id="seed" inputmode="numeric" autocomplete="off" placeholder="a fresh one"
                        aria-describedby="seed-note" prop:value=seed on:change=type_seed/>
                    <span class="label" id="seed-note">
                        "The same seed gives the same draws. "
                        <button class="link" type="button"
                            on:click=move |_| choosing.change(|c| c.seed = Some(SystemEntropy.seed().to_string()))>
                            "Draw one to keep"
                        </button>
                    </span>
                </div>
                <div class="field">
                    <label for="seat">"Your seat"</label>
                    <select class="input" id="seat" on:change=change_seat>{own}</select>
                </div>
                <SeatBySeat choosing=choosing/>
                {fields}
                <TaskFile choosing=choosing/>
            </div>
        </details>
    }
}

fn field(choosing: Choosing, name: String, default: &Json, wrong: Memo<Option<ParamError>>) -> impl IntoView + use<> {
    let chosen = choosing.chosen;
    let standard = typed(default);
    let id = format!("param-{name}");
    let note = format!("{id}-note");
    let value = {
        let (name, standard) = (name.clone(), standard.clone());
        move || {
            chosen.with(|c| c.set.iter().find(|(n, _)| *n == name).map_or(standard.clone(), |(_, value)| value.clone()))
        }
    };
    let change = {
        let (name, standard) = (name.clone(), standard.clone());
        move |event| {
            let text = event_target_value(&event).trim().to_owned();
            let (name, standard) = (name.clone(), standard.clone());
            choosing.change(move |c| {
                c.set.retain(|(n, _)| *n != name);
                if !text.is_empty() && text != standard {
                    c.set.push((name, text));
                }
            });
        }
    };
    let fault = Memo::new({
        let name = name.clone();
        move |_| {
            wrong.get().filter(|w| w.field.split(", ").any(|f| f == name)).map(|w| format!("Allowed: {}", w.allowed))
        }
    });
    let text = format!("usually {standard}");
    view! {
        <div class="field">
            <label for=id.clone()>{words::capital(&words::spaced(&name))}</label>
            <input class="input" id=id autocomplete="off" aria-describedby=note.clone()
                aria-invalid=move || fault.get().is_some().then_some("true") prop:value=value on:change=change/>
            <span class="label" id=note>{move || fault.get().unwrap_or_else(|| text.clone())}</span>
        </div>
    }
}
