//! The files: what their config says, how they compare, their aggregates.

use super::desk::{Desk, Loaded};
use super::detail::{named_row, values_table};
use super::rows::badge;
use crate::browser::worker::messages::{FileView, Verdict};
use leptos::prelude::*;

fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} bytes"),
        1000..1_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// All files, each opening on its facts and aggregates.
#[component]
pub fn Files() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let list = move || {
        desk.files.with(|files| {
            let scored = files.iter().enumerate().map(|(at, file)| (at, file.clone(), file.view().is_some()));
            scored.filter(|(.., scored)| *scored).map(|(at, file, _)| entry(desk, at, &file)).collect::<Vec<_>>()
        })
    };
    view! {
        <section class="sec" aria-labelledby="f-h">
            <div class="sec-head">
                <h2 id="f-h">"Files and aggregates"</h2>
                <span class="label">"each opens on what its config says and on its aggregates"</span>
            </div>
            <div class="files">{list}</div>
        </section>
    }
}

fn entry(desk: Desk, at: usize, file: &Loaded) -> AnyView {
    let Some(view) = file.view() else { return ().into_any() };
    let [equal, different, not_stored] = view.tally;
    let standing = match (equal, different) {
        (0, 0) => Verdict::NotStored,
        (_, 0) => Verdict::Equal,
        _ => Verdict::Different,
    };
    let rows = view.rows.len();
    let finding = match (different, not_stored) {
        (0, 0) => format!("all {equal} numbers equal"),
        (d, 0) => format!("{equal} numbers equal, {d} different"),
        (d, n) => format!("{equal} numbers equal, {d} different, {n} not stored"),
    };
    view! {
        <details class="drill file">
            <summary>
                <span class="file-name">
                    <b>{file.named.name.clone()}</b>
                    <span class="faint">
                        {format!("{} {}, {}, {finding}", rows, if rows == 1 { "row" } else { "rows" }, size(view.bytes))}
                    </span>
                </span>
                {badge(standing)}
            </summary>
            {inside(view)}
            <button class="btn btn--quiet" type="button" on:click=move |_| desk.remove(at)>"Put this file aside"</button>
        </details>
    }
    .into_any()
}

fn inside(view: &FileView) -> AnyView {
    let facts: Vec<_> =
        view.facts.iter().map(|(name, value)| view! { <dt>{name.clone()}</dt><dd>{value.clone()}</dd> }).collect();
    view! {
        <div class="split file-inside">
            <dl class="facts">{facts}</dl>
            <div>{values_table(view.aggregates.iter().map(named_row).collect())}</div>
        </div>
    }
    .into_any()
}
