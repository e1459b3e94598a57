//! What the person's seat may know besides the rounds: the rules, its role, named facts and chance outcomes.

use crate::live::{Live, Shown, words};
use leptos::prelude::*;
use trivium_core::{Event, Json};

fn facts(shown: &Shown) -> Vec<(String, String)> {
    let mut list = Vec::new();
    if shown.seats.len() > 2 {
        list.push(("Your seat".to_owned(), shown.seat.to_string()));
    }
    let role = &shown.observation.role;
    if !role.is_empty() && role != "player" {
        list.push(("Your role".to_owned(), words::spaced(role)));
    }
    for (name, value) in &shown.observation.facts {
        let known = value.is_null() || value.as_array().is_some_and(Vec::is_empty) || value.as_str() == Some(role);
        if !known {
            list.push((words::capital(&words::spaced(name)), words::called(&words::plain(value), shown.seats.len())));
        }
    }
    for event in &shown.observation.events {
        let Event::Chance { round, name, seat, value } = event else { continue };
        // Who speaks when stands on the board; one's own role stands above.
        if name.ends_with("order") || (*seat == Some(shown.seat) && value.as_str() == Some(role)) {
            continue;
        }
        let whose = match seat {
            Some(seat) if *seat == shown.seat => "your ".to_owned(),
            Some(seat) => format!("{} ", shown.who(*seat)),
            None => String::new(),
        };
        list.push((format!("Round {round}"), format!("{whose}{}: {}", words::spaced(name), words::plain(value))));
    }
    list
}

/// The block below the rounds.
#[component]
pub fn Known(live: Live) -> impl IntoView {
    let known = live.part(facts);
    let shown = live.shown_now();
    let text = shown.info.map(|info| info.text(&shown.observation.params, shown.observation.condition));
    let lines = text.map(|t| t.lines).unwrap_or_default();
    let lines: Vec<_> =
        lines.into_iter().map(|line| view! { <li>{words::called(&line, shown.seats.len())}</li> }).collect();
    let others: Vec<_> = (0..shown.seats.len() as u8)
        .filter(|&seat| seat != shown.seat || !shown.played)
        .map(|seat| view! { <dt>{shown.who(seat)}</dt><dd>{shown.player(seat)}</dd> })
        .collect();
    let params: Vec<_> = shown
        .observation
        .params
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(_, value)| !matches!(value, Json::Null))
        .map(|(name, value)| view! { <span class="chip">{format!("{} {}", words::spaced(name), words::plain(value))}</span> })
        .collect();
    let seed = shown.seed.to_string();
    view! {
        <section class="blk o6 rules" aria-label="Rules and facts">
            {move || {
                let list = known.get();
                (!list.is_empty()).then(|| {
                    let items: Vec<_> =
                        list.into_iter().map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> }).collect();
                    view! {
                        <details class="drill" open>
                            <summary>"What you know"</summary>
                            <dl class="facts">{items}</dl>
                        </details>
                    }
                })
            }}
            <details class="drill">
                <summary>"Rules"</summary>
                <div class="stack">
                    <ol class="rule-lines measure">{lines}</ol>
                    <dl class="facts">
                        {others}
                        <dt>"Seed"</dt>
                        <dd>{seed}</dd>
                    </dl>
                    <div class="row">{params}</div>
                </div>
            </details>
        </section>
    }
}
