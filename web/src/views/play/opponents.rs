//! Who sits at the other seats: a list to search and filter, each agent with what it does and where it comes from.

use super::model_seat::MODEL;
use super::setup::{Choosing, first_agent};
use crate::live::words;
use leptos::prelude::*;
use trivium_core::game::Speech;
use trivium_core::{AgentInfo, Condition, Seat};
use trivium_games::registry;

/// Ways to narrow the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    All,
    Steady,
    Reactive,
    Chance,
    Deceptive,
}

impl Kind {
    const ALL: [(Kind, &str, &str); 5] = [
        (Kind::All, "all", "all agents"),
        (Kind::Steady, "steady", "that do not look back"),
        (Kind::Reactive, "reactive", "that answer what happened"),
        (Kind::Chance, "chance", "that draw lots"),
        (Kind::Deceptive, "deceptive", "that break their word"),
    ];

    fn read(name: &str) -> Kind {
        Kind::ALL.iter().find(|(_, n, _)| *n == name).map_or(Kind::All, |(kind, ..)| *kind)
    }

    fn holds(self, agent: &AgentInfo) -> bool {
        match self {
            Kind::All => true,
            Kind::Steady => agent.traits.memory == Some(0) && !agent.traits.stochastic,
            Kind::Reactive => agent.traits.memory != Some(0) && !agent.traits.stochastic,
            Kind::Chance => agent.traits.stochastic,
            Kind::Deceptive => agent.traits.speech == Speech::Deceptive,
        }
    }
}

fn speech(agent: &AgentInfo) -> &'static str {
    match agent.traits.speech {
        Speech::Quiet => "announces nothing",
        Speech::Honest => "does what it announces",
        Speech::Deceptive => "breaks its word",
        Speech::Listening => "listens to announcements",
        Speech::Role => "speaks as its role needs",
    }
}

fn matches(agent: &AgentInfo, search: &str) -> bool {
    let search = search.trim().to_lowercase();
    [agent.name, agent.id, agent.description, agent.source].iter().any(|text| text.to_lowercase().contains(&search))
}

fn agents(game: &str) -> Vec<AgentInfo> {
    registry::find(game).map(|info| info.agents().into_iter().map(|a| a.info).collect()).unwrap_or_default()
}

/// The list.
#[component]
pub fn Opponents(choosing: Choosing) -> impl IntoView {
    let chosen = choosing.chosen;
    let game = Memo::new(move |_| chosen.with(|c| c.game));
    let comm = Memo::new(move |_| chosen.with(|c| c.condition == Condition::Comm));
    let seats = Memo::new(move |_| chosen.with(|c| c.seats().unwrap_or(2)));
    let current = Memo::new(move |_| {
        let first = first_agent(game.get()).to_owned();
        chosen.with(|c| c.opponents.first().cloned().unwrap_or(first))
    });
    let mixed = Memo::new(move |_| chosen.with(|c| c.opponents.iter().any(|o| Some(o) != c.opponents.first())));
    let search = RwSignal::new(String::new());
    let kind = RwSignal::new(Kind::All);
    let pick = move |id: String| choosing.change(|c| c.opponents = vec![id]);
    let list = move || {
        let game = game.get();
        let found: Vec<AgentInfo> = agents(game)
            .into_iter()
            .filter(|agent| kind.get().holds(agent) && search.with(|s| matches(agent, s)))
            .collect();
        if found.is_empty() {
            return view! { <p class="small muted none">"No agent fits. Clear the search or show all agents."</p> }
                .into_any();
        }
        let rows: Vec<_> = found.into_iter().map(|agent| row(agent, current, comm, pick)).collect();
        view! { {rows}{model_row(current, pick)} }.into_any()
    };
    let heading = move || if seats.get() > 2 { "The other seats" } else { "Opponent" };
    let many = Memo::new(move |_| agents(game.get()).len() > 8);
    let kinds: Vec<_> =
        Kind::ALL.iter().map(|(_, name, words)| view! { <option value=*name>{*words}</option> }).collect();
    view! {
        <fieldset class="field">
            <legend>{heading}</legend>
            <div class="narrow" hidden=move || !many.get()>
                <label class="vh" for="search">"Search agents"</label>
                <input class="input" id="search" type="search" placeholder="Search by name, what it does or source" autocomplete="off"
                    prop:value=move || search.get() on:input=move |e| search.set(event_target_value(&e))/>
                <label class="vh" for="kind">"Show"</label>
                <select class="input" id="kind" on:change=move |e| kind.set(Kind::read(&event_target_value(&e)))>{kinds}</select>
            </div>
            <div class="agents" class:agents--many=move || many.get() tabindex="-1">{list}</div>
            {move || mixed.get().then(|| view! { <p class="label">"Each seat has its own agent, see More settings."</p> })}
        </fieldset>
    }
}

fn row(
    agent: AgentInfo,
    current: Memo<String>,
    comm: Memo<bool>,
    pick: impl Fn(String) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let id = agent.id;
    view! {
        <label class="agent">
            <input
                type="radio"
                name="opponent"
                value=id
                prop:checked=move || current.with(|c| c == id)
                on:change=move |_| pick(id.to_owned())
            />
            <span class="agent-text">
                <b>{agent.name}</b>
                <span class="small muted">{agent.description}</span>
                <span class="label">
                    {agent.source}
                    {move || comm.get().then(|| format!(" · {}", speech(&agent)))}
                </span>
            </span>
        </label>
    }
}

/// A language model in the place of an agent.
fn model_row(current: Memo<String>, pick: impl Fn(String) + Copy + Send + Sync + 'static) -> impl IntoView {
    view! {
        <label class="agent">
            <input
                type="radio"
                name="opponent"
                value=MODEL
                prop:checked=move || current.with(|c| c == MODEL)
                on:change=move |_| pick(MODEL.to_owned())
            />
            <span class="agent-text">
                <b>"A language model"</b>
                <span class="small muted">"Asked at an endpoint of yours that speaks the OpenAI format."</span>
            </span>
        </label>
    }
}

/// One select for each other seat, for games of more than two.
#[component]
pub fn SeatBySeat(choosing: Choosing) -> impl IntoView {
    let chosen = choosing.chosen;
    let seats = Memo::new(move |_| chosen.with(|c| (c.game, c.seats().unwrap_or(2), c.seat)));
    move || {
        let (game, seats, own) = seats.get();
        let list = agents(game);
        let others = (0..seats).filter(|&s| s != own).enumerate();
        let selects: Vec<_> = others
            .filter(|_| seats > 2)
            .map(|(i, seat)| one_seat(choosing, list.clone(), i, seat, usize::from(seats) - 1))
            .collect();
        view! { {selects} }
    }
}

fn one_seat(choosing: Choosing, list: Vec<AgentInfo>, i: usize, seat: Seat, others: usize) -> impl IntoView {
    let chosen = choosing.chosen;
    let first = first_agent(chosen.with_untracked(|c| c.game)).to_owned();
    let id = format!("seat-{seat}");
    let current = {
        let first = first.clone();
        move || chosen.with(|c| c.opponents.get(i).or(c.opponents.last()).cloned().unwrap_or(first.clone()))
    };
    let change = move |event| {
        let id = event_target_value(&event);
        let first = first.clone();
        choosing.change(move |c| {
            let last = c.opponents.last().cloned().unwrap_or(first);
            c.opponents.resize(others, last);
            c.opponents[i] = id;
        });
    };
    let options: Vec<_> = list
        .into_iter()
        .map(|agent| {
            let current = current.clone();
            view! { <option value=agent.id selected=move || current() == agent.id>{agent.name}</option> }
        })
        .collect();
    view! {
        <div class="field">
            <label for=id.clone()>{format!("Seat {}", words::seat(seat, others + 1))}</label>
            <select class="input" id=id on:change=change>{options}</select>
        </div>
    }
}
