//! Who plays what, how often, and how noisily.

use super::choice::{Choice, Choosing};
use super::running::Run;
use crate::live::words;
use crate::views::play::task_file::typed;
use leptos::prelude::*;
use trivium_core::{Condition, Json};
use trivium_games::GAMES;
use trivium_measures::tournament::SelfPlay;

/// The form.
#[component]
pub fn Form(choosing: Choosing, run: Run, start: Callback<()>) -> impl IntoView {
    let choice = choosing.choice;
    let game = Memo::new(move |_| choice.with(|c| c.game));
    let condition = Memo::new(move |_| choice.with(|c| c.condition));
    let count = Memo::new(move |_| choice.with(|c| c.agents.len()));
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if !run.playing() {
            start.run(());
        }
    };
    let options: Vec<_> = GAMES
        .iter()
        .map(|info| view! { <option value=info.id selected=move || game.get() == info.id>{format!("{}  {}", info.id, info.name)}</option> })
        .collect();
    let pressed = move |c: Condition| if condition.get() == c { "true" } else { "false" };
    let self_play = move |event| {
        let met = event_target_checked(&event);
        choosing.change(|c| c.self_play = if met { SelfPlay::Counted } else { SelfPlay::Absent });
    };
    view! {
        <form class="split split--7-5" on:submit=submit>
            <fieldset class="field">
                <legend>
                    {move || format!("Agents, {} chosen ", count.get())}
                </legend>
                <div class="row">
                    <button class="btn btn--quiet" type="button" on:click=move |_| choosing.everyone(true)>"All"</button>
                    <button class="btn btn--quiet" type="button" on:click=move |_| choosing.everyone(false)>"None"</button>
                </div>
                <div class="agents agents--many" tabindex="0" role="group" aria-label="Agents">{move || agents(choosing, game.get())}</div>
            </fieldset>
            <div class="stack setup">
                <div class="field">
                    <label for="game">"Game"</label>
                    <select class="input" id="game" on:change=move |event| choosing.game(&event_target_value(&event))>{options}</select>
                </div>
                <fieldset class="field">
                    <legend>"Messages"</legend>
                    <div class="seg" role="group">
                        <button type="button" aria-pressed=move || pressed(Condition::Silent)
                            on:click=move |_| choosing.change(|c| c.condition = Condition::Silent)>"Silent"</button>
                        <button type="button" aria-pressed=move || pressed(Condition::Comm)
                            on:click=move |_| choosing.change(|c| c.condition = Condition::Comm)>"With messages"</button>
                    </div>
                </fieldset>
                <div class="params">
                    {text(choosing, "repetitions", "Repetitions", "how often each pair meets", |c| &mut c.repetitions)}
                    {text(choosing, "seed", "Seed", "a whole number", |c| &mut c.seed)}
                    {text(choosing, "noise", "Noise", "chance of another action; empty for the game's own", |c| &mut c.noise)}
                    {move || parameters(choosing, game.get())}
                </div>
                <label class="tick">
                    <input type="checkbox" prop:checked=move || choice.with(|c| c.self_play == SelfPlay::Counted) on:change=self_play/>
                    "Agents meet themselves too"
                </label>
                <div class="row">
                    <button class="btn btn--main" type="submit" aria-disabled=move || run.playing().then_some("true")>
                        {move || if run.playing() { "Playing …" } else { "Play the tournament" }}
                    </button>
                </div>
            </div>
        </form>
    }
}

fn agents(choosing: Choosing, game: &'static str) -> impl IntoView {
    let info = GAMES.iter().find(|info| info.id == game);
    let list = info.map(|info| info.agents()).unwrap_or_default();
    list.into_iter()
        .map(|agent| {
            let id = agent.info.id;
            view! {
                <label class="agent agent--tick">
                    <input type="checkbox" prop:checked=move || choosing.choice.with(|c| c.agents.contains(&id))
                        on:change=move |event| choosing.agent(id, event_target_checked(&event))/>
                    <span class="agent-text">
                        <b>{agent.info.name}</b>
                        <span class="small muted">{agent.info.description}</span>
                    </span>
                </label>
            }
        })
        .collect_view()
}

fn text(
    choosing: Choosing,
    id: &'static str,
    label: &'static str,
    note: &'static str,
    field: fn(&mut Choice) -> &mut String,
) -> impl IntoView {
    let value = move || {
        let mut choice = choosing.choice.get();
        std::mem::take(field(&mut choice))
    };
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <input class="input" id=id autocomplete="off" inputmode="decimal" aria-describedby=format!("{id}-note") prop:value=value
                on:change=move |event| choosing.change(|c| event_target_value(&event).trim().clone_into(field(c)))/>
            <span class="label" id=format!("{id}-note")>{note}</span>
        </div>
    }
}

fn parameters(choosing: Choosing, game: &'static str) -> impl IntoView {
    let defaults = GAMES.iter().find(|info| info.id == game).map(|info| info.defaults()).unwrap_or_default();
    let fields = defaults.as_object().cloned().unwrap_or_default().into_iter();
    // The tournament's own noise stands above.
    fields
        .filter(|(name, default)| name != "noise" && !matches!(default, Json::Object(_)))
        .map(|(name, default)| {
            let standard = typed(&default);
            let id = format!("param-{name}");
            let value = {
                let (name, standard) = (name.clone(), standard.clone());
                move || choosing.choice.with(|c| c.set.iter().find(|(n, _)| *n == name).map_or(standard.clone(), |(_, v)| v.clone()))
            };
            let label = words::capital(&words::spaced(&name));
            let note = format!("usually {standard}");
            let change = move |event| {
                let typed = event_target_value(&event).trim().to_owned();
                choosing.change(|c| {
                    c.set.retain(|(n, _)| *n != name);
                    if !typed.is_empty() && typed != standard {
                        c.set.push((name.clone(), typed));
                    }
                });
            };
            view! {
                <div class="field">
                    <label for=id.clone()>{label}</label>
                    <input class="input" id=id.clone() autocomplete="off" aria-describedby=format!("{id}-note") prop:value=value on:change=change/>
                    <span class="label" id=format!("{id}-note")>{note}</span>
                </div>
            }
        })
        .collect_view()
}
