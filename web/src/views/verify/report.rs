//! What a check found: the finding first, then where, then everything that was checked.

use super::DropZone;
use super::checks::{Checklist, ScoreTable, plain_what, value};
use super::source::Checked;
use crate::browser::clock::local_time;
use crate::browser::files;
use crate::live::words::{self, Words};
use crate::parts::Notice;
use crate::route::{Route, View};
use leptos::prelude::*;
use std::sync::Arc;
use trivium_core::replay::{Difference, Kind};
use trivium_core::{Condition, Line};
use trivium_games::registry;

/// Most places that are shown with the lines around them.
const PLACES: usize = 3;
/// Lines shown before and after a place.
const AROUND: u32 = 2;

/// The report.
#[component]
pub fn ReportView(checked: Arc<Checked>) -> impl IntoView {
    let trouble = RwSignal::new(None::<String>);
    let game = registry::find(&checked.report.game).map_or_else(|_| checked.report.game.clone(), |g| g.name.to_owned());
    let took = if checked.took_ms < 10.0 {
        "less than 10 ms".to_owned()
    } else {
        format!("{:.2} s", checked.took_ms / 1000.0)
    };
    let download = {
        let checked = checked.clone();
        move |_| {
            let text = serde_json::to_string_pretty(&checked.report).unwrap_or_default();
            let name = format!("{}-report.json", checked.name.trim_end_matches(".jsonl"));
            trouble.set(files::save(&name, "application/json", &text).err());
        }
    };
    let other = Route::to(View::Verify).href();
    let stopped = (!checked.report.complete).then(|| {
        view! { <p class="measure">"The rules refuse an event, so nothing after it could be played again."</p> }
    });
    let unfinished = (checked.report.complete && !checked.report.over).then(|| {
        view! { <p class="measure small muted">"The game is not finished; what is there was checked."</p> }
    });
    let back = checked.session.clone().map(|id| {
        let href = Route::to(View::Play).with("session", id).href();
        view! { <a class="btn btn--quiet" href=href>"Back to the game"</a> }
    });
    let lead = format!(", {}, was played and scored again in this browser in {took}.", article(&game));
    view! {
        <div class="split split--8-4 hero-v">
            <div class="stack">
                <h1>{checked.headline()}</h1>
                <p class="lead measure"><code>{checked.name.clone()}</code>{lead}</p>
                {stopped}
                {unfinished}
                <div class="row">
                    <button class="btn btn--main" type="button" on:click=download>"Download the report"</button>
                    {back}
                </div>
                {move || trouble.get().map(|why| view! {
                    <Notice title="That did not work." alert=true><p>{why}</p></Notice>
                })}
            </div>
            <Facts checked=checked.clone()/>
        </div>
        <Places checked=checked.clone()/>
        <Differences checked=checked.clone()/>
        <div class="split split--7-5 found">
            <Checklist checked=checked.clone()/>
            <ScoreTable checked=checked/>
        </div>
        <div class="again">
            <DropZone title="Drop another file"/>
            <a class="vh" href=other>"Start over"</a>
        </div>
    }
}

fn article(game: &str) -> String {
    format!("a game of {game}")
}

fn size(bytes: usize) -> String {
    match bytes {
        0..1000 => format!("{bytes} bytes"),
        1000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

#[component]
fn Facts(checked: Arc<Checked>) -> impl IntoView {
    let header = &checked.record.header;
    let info = registry::find(&header.game).ok();
    let when = checked.record.lines.iter().find_map(|line| match line {
        Line::Event { at, .. } => *at,
        _ => None,
    });
    let seats: Vec<String> = header
        .seats
        .iter()
        .enumerate()
        .map(|(at, seat)| format!("{}: {}", words::seat(at as u8, header.seats.len()), words::player(info, Some(seat))))
        .collect();
    let condition = if header.condition == Condition::Comm { "with messages" } else { "silent" };
    view! {
        <dl class="facts">
            <dt>"File"</dt><dd>{format!("{}, {} lines", size(checked.size), checked.report.lines)}</dd>
            {when.map(|at| view! { <dt>"Recorded"</dt><dd>{local_time(at)}</dd> })}
            <dt>"Condition"</dt><dd>{condition}</dd>
            <dt>"Seats"</dt><dd>{seats.join("; ")}</dd>
            <dt>"Seed"</dt><dd><code>{header.seed.to_string()}</code></dd>
            <dt>"Played again"</dt><dd>{format!("{} events", checked.report.events)}</dd>
        </dl>
    }
}

/// The first places where file and rules part, with the lines around them.
#[component]
fn Places(checked: Arc<Checked>) -> impl IntoView {
    let mut lines: Vec<u32> = Vec::new();
    for difference in &checked.report.differences {
        let line = place(difference);
        if lines.len() < PLACES && !lines.iter().any(|l| l.abs_diff(line) <= AROUND) {
            lines.push(line);
        }
    }
    if lines.is_empty() {
        return ().into_any();
    }
    let logs: Vec<_> = lines.iter().map(|&line| log(&checked, line)).collect();
    view! {
        <section class="sec" aria-labelledby="where-h">
            <div class="sec-head">
                <h2 id="where-h">"Where they part"</h2>
                <span class="label">"the lines around the first differences"</span>
            </div>
            <div class="stack">{logs}</div>
        </section>
    }
    .into_any()
}

/// The line that a difference is about: a broken link speaks of the line before it.
fn place(difference: &Difference) -> u32 {
    if difference.kind == Kind::Chain { difference.line - 1 } else { difference.line }
}

fn log(checked: &Checked, line: u32) -> impl IntoView + use<> {
    let header = &checked.record.header;
    let info = registry::find(&header.game).ok();
    let words = Words { info, params: &header.params, seats: header.seats.len() };
    let last = checked.report.lines;
    let rows: Vec<_> = (line.saturating_sub(AROUND).max(1)..=(line + AROUND).min(last))
        .map(|number| {
            let (kind, text) = match number.checked_sub(2).and_then(|i| checked.record.lines.get(i as usize)) {
                Some(line) => words.line(line),
                None => ("header", format!("{}, seed {}", checked.report.game, header.seed)),
            };
            let here: Vec<&Difference> = checked.report.differences.iter().filter(|d| place(d) == number).collect();
            let pairs: Vec<_> = here
                .iter()
                .filter(|d| d.kind != Kind::Chain)
                .take(4)
                .map(|d| {
                    view! {
                        <span class="pair"><span class="lab">"in the file"</span>{value(&d.found)}</span>
                        <span class="pair"><span class="lab">"recomputed"</span>{value(&d.expected)}</span>
                    }
                })
                .collect();
            let broken = here.iter().any(|d| d.kind == Kind::Chain).then(|| {
                view! { <span class="pair">"changed after the next line was written"</span> }
            });
            view! {
                <li class:hit=!here.is_empty() class:bad=!here.is_empty()>
                    <span class="ln">{number}</span>
                    <span class="kd">{kind}</span>
                    <span class="tx">{text}{pairs}{broken}</span>
                </li>
            }
        })
        .collect();
    view! { <ol class="log">{rows}</ol> }
}

/// Every difference.
#[component]
fn Differences(checked: Arc<Checked>) -> impl IntoView {
    if checked.report.differences.is_empty() {
        return ().into_any();
    }
    let rows: Vec<_> = checked
        .report
        .differences
        .iter()
        .map(|d| {
            view! {
                <tr>
                    <th scope="row" data-l="Line">{d.line}</th>
                    <td data-l="What">{words::capital(&plain_what(&d.what, checked.record.header.seats.len()))}</td>
                    <td data-l="In the file" class="value">{value(&d.found)}</td>
                    <td data-l="Recomputed" class="value"><b>{value(&d.expected)}</b></td>
                </tr>
            }
        })
        .collect();
    let count = rows.len();
    let title = if count == 1 { "The difference".to_owned() } else { format!("All {count} differences") };
    view! {
        <section class="sec" aria-labelledby="diff-h">
            <div class="sec-head">
                <h2 id="diff-h">{title}</h2>
                <span class="label">"one change makes every later value differ that rests on it"</span>
            </div>
            <table class="data diffs">
                <thead>
                    <tr>
                        <th scope="col">"Line"</th>
                        <th scope="col">"What"</th>
                        <th scope="col">"In the file"</th>
                        <th scope="col">"Recomputed"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </section>
    }
    .into_any()
}
